//! Every operation's example in the table is true, and some more.

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

/// What the examples of the table do not show.
#[test]
fn by_hand() {
    for (text, expected) in [
        // One layout in parentheses; a shape is a layout already.
        ("make_layout(3:1)", "(3):(1)"),
        ("make_layout((3,2):(1,3))", "((3,2)):((1,3))"),
        ("make_layout(3)", "3:1"),
        ("make_layout((4,8))", "(4,8):(1,4)"),
        // The pointer moves: in elements of A, of the result, and in bits.
        ("upcast(4:-1, 4)", "1:0 at -3"),
        ("upcast(8:-4, 2)", "8:-2"),
        ("downcast(4:-1, 2)", "8:-1 at 1"),
        ("recast(3:-1, 16, 24)", "2:-1 at -8"),
        ("compose_at(2:1, 2, 2:-1)", "2:-1"),
        ("nullspace((2,2):(1,-1))", "2:3"),
        ("max_common_vector(2:1, 5:1)", "2"),
        ("max_common_layout(2:1, 5:1)", "2:1"),
        ("solve((6,2):(2,8), 2:2)", "2:1"),
        ("solve(4:1, 3:3)", "3:3"),
    ] {
        let Ok(Outcome::Value(value)) = Scope::new().run(text) else { panic!("{text}") };
        assert_eq!(value.to_string(), expected, "{text}");
    }
}
