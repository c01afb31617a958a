//! Whether the result in a text is the one that was computed.

use tilework::Layout;

use super::Relation;
use super::term::Term;
use crate::operations::value::{Value, agree};

pub(super) fn holds(relation: Relation, found: &Value, said: &Value, term: &Term) -> bool {
    match relation {
        Relation::Same => agree(found, said),
        Relation::Step => agree(found, said) || step(found, said, term),
        Relation::Shape => shape(found, said),
        Relation::Evaluates | Relation::Refused => false,
    }
}

/// Derivations flatten and keep modes of extent 1 on their way: `(A o B, A o B*)` is written as
/// three modes before it is two. What is written as one layout has to be nested right.
fn step(found: &Value, said: &Value, term: &Term) -> bool {
    match (found, said) {
        (Value::Layout(found), Value::Layout(said)) if term.is_layout_literal() => {
            Tree::of(found) == Tree::of(said)
        }
        (Value::Layout(found), Value::Layout(said)) => found.same_function(said),
        _ => false,
    }
}

/// `((3,3),(8,4))` for `((3,3),((2,4),(2,2)))`.
fn shape(found: &Value, said: &Value) -> bool {
    let shape = match found {
        Value::Layout(layout) => layout.shape(),
        Value::Tuple(tuple) => **tuple,
        _ => return false,
    };
    match said {
        Value::Tuple(said) => said.compatible(&shape),
        Value::Integer(said) => shape.product().is_ok_and(|size| size == *said),
        _ => false,
    }
}

/// A layout without modes of extent 1, and without parentheses around one mode.
#[derive(PartialEq, Eq)]
enum Tree {
    Leaf(i64, i64),
    Modes(Vec<Tree>),
}

impl Tree {
    const UNIT: Tree = Tree::Leaf(1, 0);

    fn of(layout: &Layout) -> Tree {
        if let (0, [mode]) = (layout.depth(), layout.leaf_modes()) {
            let unit = mode.extent == 1;
            return if unit { Tree::UNIT } else { Tree::Leaf(mode.extent, mode.stride) };
        }
        let modes = (0..layout.rank()).filter_map(|i| layout.mode(i).ok());
        let mut modes: Vec<Tree> =
            modes.map(|mode| Tree::of(&mode)).filter(|mode| *mode != Tree::UNIT).collect();
        match (modes.len(), modes.pop()) {
            (_, None) => Tree::UNIT,
            (1, Some(only)) => only,
            (_, Some(last)) => {
                modes.push(last);
                Tree::Modes(modes)
            }
        }
    }
}
