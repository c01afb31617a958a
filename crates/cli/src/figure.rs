//! From an expression to its picture: the outermost operation says what is drawn.

use tilework::{Layout, Tuple};
use tilework_draw::{self as draw, Divide, Inverse, Product, Scene, Subject, View};
use tilework_lang::{
    Arguments, Diagnostic, Expr, Node, Scope, Statement, Value, operations, parse,
};

use crate::context::as_layout;
use crate::report;

/// What is drawn of an expression.
#[derive(Clone, Debug, Default)]
pub(crate) enum What {
    /// An operation with its operands; anything else as a grid.
    #[default]
    Operation,
    /// The result alone.
    Result,
    /// Which offsets the result reaches.
    Strip,
    /// The result as a layout `(T,V)` of threads and values, over data of a shape.
    Threads(Tuple, draw::ByOwner),
}

/// The scene of a text, and its value.
pub(crate) fn scene(
    scope: &Scope,
    text: &str,
    what: &What,
    title: &str,
    view: &View,
) -> Result<Scene, Diagnostic> {
    let node = match parse(text)? {
        Statement::Expression(node) | Statement::Binding(_, _, node) => node,
        Statement::Claim(left, _) => left,
    };
    let value = scope.evaluate(&node)?;
    if let What::Operation = what
        && let Some(scene) = operation(scope, &node, &value, title, view)
    {
        return Ok(scene);
    }
    if let Value::Composed(composed) = &value {
        return match what {
            What::Operation => Ok(draw::composed(composed, title, view)),
            What::Result => Ok(draw::grid(&(&**composed).into(), title, view)),
            // Those need the offsets of a plain layout, where there is one.
            What::Strip | What::Threads(..) => {
                plain(&as_layout(&value, node.span)?, 0, what, title, view)
            }
        };
    }
    if let Value::Pair(a, b) = &value {
        return Ok(draw::beside(&[("", *a)], b, title, view));
    }
    let (layout, base) = match &value {
        Value::Slice(layout, base) => (*layout, *base),
        value => (as_layout(value, node.span.clone())?, 0),
    };
    plain(&layout, base, what, title, view)
}

/// The scene of a plain layout.
fn plain(
    layout: &Layout,
    base: i64,
    what: &What,
    title: &str,
    view: &View,
) -> Result<Scene, Diagnostic> {
    match what {
        What::Strip => Ok(draw::strip(layout, title, view)),
        What::Threads(data, color) => draw::threads(layout, data, title, *color, view)
            .map_err(|error| report::plain("usage", format!("--tv: {error}"))),
        What::Operation | What::Result => {
            Ok(draw::grid(&Subject::new(layout).at_offset(base), title, view))
        }
    }
}

/// The picture of an operation with its operands. None for what is no operation, or has no layouts.
fn operation(scope: &Scope, node: &Node, value: &Value, title: &str, view: &View) -> Option<Scene> {
    let (name, operands): (&str, Vec<&Node>) = match &node.expr {
        Expr::Compose(left, right) => ("composition", vec![left, right]),
        Expr::Call(name, _, arguments) => (name, arguments.iter().collect()),
        Expr::Apply(layout, coordinate) => {
            let coordinate = Expr::Tuple(coordinate.clone());
            let coordinate = Node { expr: coordinate, span: node.span.clone() };
            return slice(scope, layout, &coordinate, title, view);
        }
        _ => return None,
    };
    let operation = operations::find(name)?;
    // The whole was evaluated before, so its parts can be.
    let values: Option<Vec<_>> = operands
        .iter()
        .map(|operand| Some((scope.evaluate(operand).ok()?, operand.span.clone())))
        .collect();
    let arguments = Arguments { operation, span: node.span.clone(), values: &values? };
    let layout = |i: usize| arguments.layout(i).ok();
    let tiler = |i: usize| arguments.tiler(i).ok();
    let divide = |form| draw::divide(form, &layout(0)?, &tiler(1)?, title, view).ok();
    let product = |form| draw::product(form, &layout(0)?, &tiler(1)?, title, view).ok();
    match operation.name {
        "composition" => draw::composition(&layout(0)?, &tiler(1)?, title, view).ok(),
        "complement" => {
            let m = if arguments.len() > 1 { arguments.size(1).ok()? } else { layout(0)?.cosize() };
            draw::complement(&layout(0)?, m, title, view).ok()
        }
        "logical_divide" => divide(Divide::Logical),
        "zipped_divide" => divide(Divide::Zipped),
        "tiled_divide" => divide(Divide::Tiled),
        "flat_divide" => divide(Divide::Flat),
        "logical_product" => product(Product::Logical),
        "zipped_product" => product(Product::Zipped),
        "tiled_product" => product(Product::Tiled),
        "flat_product" => product(Product::Flat),
        "blocked_product" => product(Product::Blocked),
        "raked_product" => product(Product::Raked),
        "right_inverse" => draw::inverse(Inverse::Right, &layout(0)?, title, view).ok(),
        "left_inverse" => draw::inverse(Inverse::Left, &layout(0)?, title, view).ok(),
        "slice" | "slice_and_offset" => {
            let slicer = arguments.slicer(0).ok()?;
            draw::slice(&layout(1)?, &slicer, title, view).ok()
        }
        _ => {
            let Value::Layout(result) = value else { return None };
            let layouts: Vec<Layout> = arguments
                .values
                .iter()
                .filter_map(|(value, _)| match value {
                    Value::Layout(layout) => Some(*layout),
                    _ => None,
                })
                .collect();
            let names = ["A", "B", "C", "D"];
            let operands: Vec<_> = names.into_iter().zip(layouts).collect();
            let some = !operands.is_empty();
            some.then(|| draw::beside(&operands, result, title, view))
        }
    }
}

/// `A(_,2)`.
fn slice(
    scope: &Scope,
    layout: &Node,
    coordinate: &Node,
    title: &str,
    view: &View,
) -> Option<Scene> {
    let Value::Slicer(slicer) = scope.evaluate(coordinate).ok()? else { return None };
    let value = scope.evaluate(layout).ok()?;
    let layout = as_layout(&value, layout.span.clone()).ok()?;
    draw::slice(&layout, &slicer, title, view).ok()
}
