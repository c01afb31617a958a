//! Every operation's example in the table is true.

use tilework_lang::{Outcome, Scope, operations};

#[test]
fn examples() {
    for operation in operations::all() {
        let value = match Scope::new().run(operation.example) {
            Ok(Outcome::Value(value)) => value.to_string(),
            other => panic!("{}: {other:?}", operation.example),
        };
        assert_eq!(value, operation.result, "{}", operation.example);
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> =
        operations::all().iter().flat_map(|op| op.aliases.iter().chain([&op.name])).collect();
    names.sort();
    assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
}
