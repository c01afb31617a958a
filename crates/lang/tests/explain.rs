//! Explanations: every equation true, every operation explained.

use tilework_lang::{Outcome, Scope, explain, operations};

#[test]
fn every_operation() {
    for operation in operations::all() {
        let why = explain(&Scope::new(), operation.example)
            .unwrap_or_else(|e| panic!("{}: {e}", operation.example));
        println!("{why}\n");
        let Ok(Outcome::Value(value)) = Scope::new().run(operation.example) else { panic!() };
        assert_eq!(why.result.as_ref(), Some(&value), "{}", operation.example);
    }
}

#[test]
fn show() {
    let mut scope = Scope::new();
    for line in std::fs::read_to_string("/tmp/tw/exp.txt").unwrap_or_default().lines() {
        if line.contains(" = ") && line.starts_with("let ") { scope.run(&line[4..]).unwrap(); continue; }
        match explain(&scope, line) {
            Ok(why) => println!("{why}\n"),
            Err(e) => println!("{line}\n  ERROR {} {e}\n", e.kind),
        }
    }
}
