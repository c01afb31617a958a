//! The language: any bytes are an answer, or an error that points into the text.

use std::collections::BTreeSet;

use tilework::AnyLayout;
use tilework_lang::{
    Diagnostic, Dialect, Document, Node, Outcome, Reply, Scope, Statement, Value, is_hidden, parse,
    print, report,
};

/// Reading does not panic, and every place that is named is a place in the text.
pub fn lang_parse(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse(&text) {
        Ok(Statement::Expression(node)) => inside(&node, &text),
        Ok(Statement::Binding(_, span, node)) => {
            assert!(text.get(span).is_some(), "{text}");
            inside(&node, &text);
        }
        Ok(Statement::Claim(left, right)) => {
            inside(&left, &text);
            inside(&right, &text);
        }
        Ok(other) => panic!("{text}: nobody checks the places of {other:?}"),
        Err(error) => points_into(&error, &text),
    }
}

/// Evaluation does not panic either, and what it gives can be printed and read again.
pub fn lang_evaluate(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut scope = Scope::new();
    for name in ["A", "B", "T"] {
        scope.run(&format!("{name} = (4,(2,8)):(1,(4,8))")).unwrap();
    }
    match scope.run(&text) {
        Ok(Outcome::Value(value) | Outcome::Bound(_, value)) => round_trip(&value, &text),
        Ok(Outcome::Claim(left, right, _)) => {
            round_trip(&left, &text);
            round_trip(&right, &text);
        }
        Ok(other) => panic!("{text}: nobody checks the values of {other:?}"),
        Err(error) => points_into(&error, &text),
    }
}

/// Any text is a document: no line of it is lost, and what comes of a statement is about that statement.
pub fn document(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut covered = BTreeSet::new();
    for replied in Document::read(&mut Scope::new(), &text) {
        let lines = replied.text.lines().count().max(1);
        covered.extend(replied.line..replied.line + lines);
        match &replied.came {
            Reply::Did(answered) => {
                if let Outcome::Value(value) | Outcome::Bound(_, value) = &answered.outcome {
                    round_trip(value, &replied.text);
                }
            }
            Reply::LeftOut(why) | Reply::Refused(why) => points_into(why, &replied.text),
            other => panic!("{text}: nobody checks {other:?}"),
        }
        let answer = report::json::text(&report::Pasted::of(&replied, None));
        assert!(!answer.contains(is_hidden), "{text}: {answer}");
    }
    for (number, line) in (1..).zip(text.lines()) {
        // Comments and empty statements are nothing.
        let may_be_nothing = line.trim().is_empty() || line.contains(['#', '/', ';']);
        assert!(may_be_nothing || covered.contains(&number), "{text}: line {number} is lost");
    }
}

/// Any request has an answer: one object on one line, in which nothing is hidden.
pub fn request(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let answer = tilework_draw::respond(&mut Scope::new(), &text).json;
    let read: Result<serde_json::Value, _> = serde_json::from_str(&answer);
    assert!(read.is_ok_and(|value| value.is_object()), "{text}: {answer}");
    assert!(!answer.contains(is_hidden), "{text}: {answer}");
}

/// Any question about hardware has an answer, too: one object on one line. So has any text of an access, or an error
/// that points into it.
pub fn hardware(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let answer = report::hardware::respond(&text);
    let read: Result<serde_json::Value, _> = serde_json::from_str(&answer);
    assert!(read.is_ok_and(|value| value.is_object()), "{text}: {answer}");
    assert!(!answer.contains(is_hidden), "{text}: {answer}");
    match report::hardware::access(&Scope::new(), &text) {
        Ok(access) => {
            let written = access.to_string();
            let again = report::hardware::access(&Scope::new(), &written);
            assert_eq!(again, Ok(access), "{text} prints {written}");
        }
        Err(error) => points_into(&error, &text),
    }
}

fn inside(node: &Node, text: &str) {
    assert!(text.get(node.span.clone()).is_some(), "{text}: {node:?}");
}

fn points_into(error: &Diagnostic, text: &str) {
    for (span, _) in &error.labels {
        assert!(text.get(span.clone()).is_some(), "{text}: {error:?}");
    }
    assert!(!error.message.is_empty());
    assert!(error.render(text).starts_with("error: "));
}

/// A value reads back from its notation, and from every dialect.
fn round_trip(value: &Value, text: &str) {
    // What a question found is a sentence.
    if matches!(value, Value::Record(_) | Value::Word(_)) {
        return;
    }
    // Arrays have no way to tell a mode from a tuple of one, or an offset of 0 from none.
    let array = |value: &Value| match value {
        Value::Layout(layout) => Some(vec![(layout.leaf_modes().to_vec(), 0)]),
        Value::Slice(layout, offset) => Some(vec![(layout.leaf_modes().to_vec(), *offset)]),
        Value::Pair(both) => {
            both.iter().map(|layout| Some((layout.plain()?.leaf_modes().to_vec(), 0))).collect()
        }
        _ => None,
    };
    // Triton knows bits and not modes: the same function is read.
    let same = |a: &AnyLayout, b: &AnyLayout| a.same_function(b).unwrap_or(true);
    let function = |value: &Value| match value {
        Value::Layout(layout) => Some((**layout).into()),
        Value::Composed(composed) => Some((**composed).into()),
        Value::Tv(tv) => Some(*tv.layout()),
        Value::Pair(both) => Some(both[0]),
        _ => None,
    };
    for (name, dialect) in Dialect::ALL {
        let printed = match print(value, dialect) {
            Ok(printed) => printed,
            // Of our own notation there is always one.
            Err(error) if dialect == Dialect::Dsl => panic!("{text}: {error}"),
            Err(error) => {
                assert!(error.kind == "unsupported" && error.help.is_some(), "{text}: {error}");
                continue;
            }
        };
        match Scope::new().run(&printed) {
            Ok(Outcome::Value(again)) => {
                // In Python a tiler of nothing but `_` is written like the slicer.
                let alike = matches!(dialect, Dialect::Python)
                    && matches!((value, &again), (Value::Tiler(_), Value::Slicer(_)))
                    && print(&again, dialect).is_ok_and(|again| again == printed);
                let flat = matches!(dialect, Dialect::Numpy | Dialect::Torch | Dialect::Memref);
                let alike =
                    alike || (flat && array(&again).is_some() && array(&again) == array(value));
                let alike = alike
                    || dialect == Dialect::Triton
                        && function(&again).zip(function(value)).is_some_and(|(a, b)| same(&a, &b));
                assert!(alike || &again == value, "{text} prints {printed} as {name}: {again:?}");
            }
            // A coordinate of many modes of one element has no layout within the limits.
            Err(error) if dialect == Dialect::Triton && error.kind == "too-many-modes" => {}
            other => panic!("{text} prints {printed} as {name}, which reads as {other:?}"),
        }
    }
}
