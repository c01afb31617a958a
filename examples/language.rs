//! The language: expressions as a user types or pastes them, and what is wrong with them.

use tilework_lang::{Outcome, Scope, Value};

fn main() -> Result<(), tilework_lang::Diagnostic> {
    let mut scope = Scope::new();

    // Names are remembered, and operations have CuTe's names.
    scope.run("A = (9,(4,8)):(59,(13,1))")?;
    let Outcome::Value(tiles) = scope.run("zipped_divide(A, <3:3,(2,4):(1,8)>)")? else { panic!() };
    println!("tiles: {tiles}");

    // A value is one of a few kinds; layouts are those of the library.
    let Value::Layout(layout) = &tiles else { panic!("{tiles} is no layout") };
    assert_eq!(layout.size(), 9 * 32);

    // What other programs print can be pasted.
    scope.run("B = (_4,_8):(_8,_1)")?;

    // A mistake points into the text, and often comes with a way out.
    let text = "complement((2,2):(1,6), B) o A";
    let error = scope.run(text).unwrap_err();
    println!("{}", error.render(text));

    // A claim is decided.
    let Outcome::Claim(_, _, holds) = scope.run("coalesce((2,4):(1,2)) = 8:1")? else { panic!() };
    assert!(holds);
    Ok(())
}
