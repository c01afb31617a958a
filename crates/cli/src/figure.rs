//! From an expression to its picture: the outermost operation says what is drawn.

use tilework::{AnyLayout, Layout, Slicer, Tuple};
use tilework_draw::{self as draw, ByOwner, Divide, Inverse, Product, Scene, Subject, View};
use tilework_lang::{
    Arguments, Diagnostic, Expr, Node, Scope, Statement, Value, operations, parse, visible,
};

use tilework_lang::report::layout_of;

use crate::ui::refusal;

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
    Threads(Tuple, ByOwner),
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
        _ => return Err(refusal::at("usage", 0..text.len(), "this statement has no picture")),
    };
    let value = scope.evaluate(&node)?;
    // What was typed may go over several lines; the title is one.
    let title = &*title.replace(['\n', '\r', '\t'], " ");
    let title = &*visible(title);
    if let What::Operation = what
        && let Some(scene) = operation(scope, &node, &value, title, view)
    {
        return Ok(scene);
    }
    if let Value::Composed(composed) = &value {
        return match what {
            What::Operation => Ok(draw::composed(composed, title, view)),
            What::Result => Ok(draw::grid(&**composed, title, view)),
            // Those need the offsets of a plain layout, where there is one.
            What::Strip | What::Threads(..) => {
                plain(&layout_of(&value, node.span)?, 0, what, title, view)
            }
        };
    }
    if let Value::Pair(both) = &value {
        return Ok(draw::beside(&[("", both[0])], &both[1], title, view));
    }
    let coordinates = match &value {
        Value::Coords(layout) => Some((layout, None)),
        Value::CoordSlice(layout, origin) => Some((layout, Some(origin))),
        _ => None,
    };
    if let Some((layout, origin)) = coordinates {
        return draw::coordinates(layout, origin, title, view)
            .map_err(|error| refusal::at("usage", node.span, error.to_string()));
    }
    let (layout, base) = match &value {
        Value::Slice(layout, base) => (*layout, *base),
        value => (layout_of(value, node.span.clone())?, 0),
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
            .map_err(|error| refusal::plain("usage", format!("--tv: {error}"))),
        What::Operation | What::Result => {
            Ok(draw::grid(Subject::from(layout).at_offset(base), title, view))
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
            return slice(scope, layout, &coordinate, value, title, view);
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
    let any = |i: usize| arguments.any(i).ok();
    let tiler = |i: usize| arguments.tiler(i).ok();
    let result = || any_layout(value);
    let divide = |form| draw::divide(form, &any(0)?, &tiler(1)?, &result()?, title, view).ok();
    let product = |form| draw::product(form, &any(0)?, &tiler(1)?, &result()?, title, view).ok();
    let inverse = |which| Some(draw::inverse(which, &any(0)?, &result()?, title, view));
    match operation.name {
        "composition" => draw::composition(&any(0)?, &tiler(1)?, &result()?, title, view).ok(),
        "complement" => Some(draw::complement(&layout(0)?, result()?.plain()?, title, view)),
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
        "right_inverse" => inverse(Inverse::Right),
        "left_inverse" => inverse(Inverse::Left),
        "slice" | "slice_and_offset" => {
            let slicer = arguments.slicer(0).ok()?;
            sliced(&any(1)?, &slicer, value, title, view)
        }
        "make_layout_tv" => {
            let Value::Pair(both) = value else { return None };
            let [tile, tv] = &**both;
            draw::threads(tv.plain()?, &tile.shape(), title, ByOwner::Thread, view).ok()
        }
        // What is written out is no operation.
        "composed_layout" => None,
        _ => {
            let result = result()?;
            let layouts = arguments.values.iter().filter_map(|(value, _)| any_layout(value));
            let operands: Vec<_> = ["A", "B", "C", "D"].into_iter().zip(layouts).collect();
            let some = !operands.is_empty();
            some.then(|| draw::beside(&operands, &result, title, view))
        }
    }
}

/// The layout of a value that is one.
fn any_layout(value: &Value) -> Option<AnyLayout> {
    match value {
        Value::Layout(layout) => Some(layout.into()),
        Value::Composed(composed) => Some((**composed).into()),
        _ => None,
    }
}

/// `A(_,2)`.
fn slice(
    scope: &Scope,
    layout: &Node,
    coordinate: &Node,
    result: &Value,
    title: &str,
    view: &View,
) -> Option<Scene> {
    let Value::Slicer(slicer) = scope.evaluate(coordinate).ok()? else { return None };
    let value = scope.evaluate(layout).ok()?;
    let layout = any_layout(&value)
        .or_else(|| layout_of(&value, layout.span.clone()).ok().map(AnyLayout::Plain))?;
    sliced(&layout, &slicer, result, title, view)
}

fn sliced(
    layout: &AnyLayout,
    slicer: &Slicer,
    result: &Value,
    title: &str,
    view: &View,
) -> Option<Scene> {
    let result = match result {
        Value::Slice(part, base) => Subject::from(part).at_offset(*base),
        Value::Layout(part) => part.into(),
        Value::Composed(part) => (&**part).into(),
        _ => return None,
    };
    draw::slice(layout, slicer, result, title, view).ok()
}
