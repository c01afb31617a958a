//! Every operation's example in the table is true, and some more.

use tilework_lang::operations::{self, Kind};
use tilework_lang::{Diagnostic, Expr, Outcome, Scope, Statement, parse};

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

/// What an argument is not, in each kind.
fn wrong(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Any | Kind::Placed | Kind::Layout | Kind::Function => &["true", "[1,2]"],
        Kind::Nested => &["true", "<4>"],
        Kind::ThreadValue => &["true", "4:1", "(4,8)"],
        Kind::Map => &["true", "4:1", "(4,8)"],
        Kind::Tiler => &["true", "[1,2]"],
        Kind::Tuple | Kind::Coord => &["true", "<4>", "Sw<3,3,3>"],
        Kind::Slicer => &["true", "<4>", "4:1"],
        Kind::Integer | Kind::Offset => &["true", "4:1", "<4>"],
        Kind::Size => &["true", "<4>", "Sw<3,3,3>"],
        Kind::Index | Kind::Indices => &["true", "4:1", "-7"],
        Kind::List => &["true", "<4>", "4:1"],
        Kind::Axes => &["true", "4:1", "-7"],
        Kind::Order => &["true", "4:1", "1"],
        Kind::Bits => &["true", "4:1", "0", "-8"],
        Kind::Access => &["true", "4:1", "16"],
        Kind::CopyAtom => &["true", "4:1", "SM80_16x8x16_F32F16F16F32_TN"],
        Kind::MmaAtom | Kind::TiledMma => &["true", "4:1", "SM75_U32x4_LDSM_N"],
        Kind::Tiled => &["true", "4:1", "SM75_U32x4_LDSM_N", "nvidia"],
        Kind::Major => &["true", "4:1", "1"],
        _ => &["true"],
    }
}

/// An argument that is not of the kind that the table says is refused, at its place.
#[test]
fn kinds_of_arguments() {
    let mut accepted = Vec::new();
    for operation in operations::all() {
        let Ok(Statement::Expression(node)) = parse(operation.example) else { panic!() };
        let Expr::Call(_, _, arguments) = &node.expr else { panic!("{}", operation.example) };
        let form = operation.form(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            for wrong in wrong(form.argument(i).expect("an argument").kind) {
                let mut text = operation.example.to_owned();
                text.replace_range(argument.span.clone(), wrong);
                match Scope::new().run(&text) {
                    Err(Diagnostic { kind: "usage", labels, .. })
                        if labels[0].0.start == argument.span.start => {}
                    other => accepted.push(format!("{text}: {other:?}")),
                }
            }
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

#[test]
fn forms_are_told_apart_by_their_length() {
    for operation in operations::all() {
        assert!(!operation.forms.is_empty() && operation.usage().starts_with(operation.name));
        assert_eq!(operation.id.operation(), operation);
        for form in operation.forms {
            assert!(form.least <= form.most && form.arguments.len() <= form.most, "{operation:?}");
            // The layouts of `make_layout` may be two, as a shape and a stride are.
            let twice = operation.id == operations::Id::MakeLayout;
            let alike = operation.forms.iter().filter(|other| other.takes(form.least)).count();
            assert!(alike == 1 || twice, "{operation:?}");
        }
    }
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
