//! Pictures of expressions: the outermost operation says what is drawn.

mod hardware;
mod options;
mod refused;

use tilework::{AnyLayout, Error, Layout, Outer, Tiler, Tuple, XorMap};
use tilework_lang::operations::{Figure, Grouping, Id, Operation};
use tilework_lang::report::layout_of;
use tilework_lang::{
    Arguments, Diagnostic, Evaluated, Node, Outcome, Scope, Span, Statement, Value, visible,
};

pub use options::{Colors, Options};
pub use refused::refused;

use crate::{
    Divide, FigureError, Inverse, Owners, Product, Scene, Subject, View, beside, bits, complement,
    composed, composition, coordinates, divide, grid, inverse, part, product, slice, strip,
    threads,
};

/// What is drawn of an expression.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum What {
    /// An operation with its operands; anything else as a grid.
    #[default]
    Operation,
    /// The result alone.
    Result,
    /// Which offsets the result has.
    Strip,
    /// Which bits of the index make which bit of the offset.
    Bits,
    /// The result as a layout `(T,V)` of threads and values, over data of a shape; a thread-value layout
    /// has that shape itself.
    Threads(Option<Tuple>, Owners),
}

/// An expression that has been evaluated, and can be drawn in any number of views.
///
/// ```
/// use tilework_draw::{ColorDepth, Expression, View, What, terminal};
/// use tilework_lang::Scope;
///
/// let expression = Expression::new(&Scope::new(), "zipped_divide((4,6):(1,4), <2,3>)")?;
/// let scene = expression.scene(&What::Operation, "tiles", &View::default())?;
/// assert!(terminal(&scene, ColorDepth::None, 80).contains("marked: the tile at the origin"));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    evaluated: Evaluated,
    span: Span,
}

impl Expression {
    /// Evaluates an expression, the value of a binding, or the left side of a claim.
    ///
    /// # Errors
    /// Those of the expression, with their place in the text; in pictures indices count in CuTe's order,
    /// so a scope in which they do not is refused.
    pub fn new(scope: &Scope, text: &str) -> Result<Expression, Diagnostic> {
        scope.only_colex("draw")?;
        let node = node(scope, text)?;
        Ok(Expression { evaluated: scope.evaluate_with_operands(&node)?, span: node.span })
    }

    /// The picture.
    ///
    /// # Errors
    /// That the value has no picture of that kind, with the place of the expression in its text.
    pub fn scene(&self, what: &What, title: &str, view: &View) -> Result<Scene, Diagnostic> {
        let title = &*one_line(title);
        if let (What::Operation, Some(operation)) = (what, self.evaluated.operation)
            && let Some(scene) = self.operation(operation, title, view)
        {
            return Ok(scene);
        }
        let value = &self.evaluated.value;
        if let What::Bits = what {
            return self.bits(title);
        }
        if let What::Threads(tile, owners) = what {
            return self.owned(tile.as_ref(), *owners, title, view);
        }
        if hardware::has_threads(value) {
            return self.owned(None, Owners::default(), title, view);
        }
        match value {
            Value::Composed(layout) => match what {
                What::Operation => Ok(composed(layout, title, view)),
                What::Result => Ok(grid(&**layout, title, view)),
                // Those need the offsets of a plain layout, where there is one.
                What::Strip | What::Bits | What::Threads(..) => {
                    self.plain(&layout_of(value, self.span.clone())?, 0, what, title, view)
                }
            },
            Value::Tv(tv) => match what {
                What::Strip => match tv.layout() {
                    AnyLayout::Plain(layout) => Ok(strip(layout, title, view)),
                    composed => Ok(grid(composed, title, view)),
                },
                _ => self.owned(None, Owners::default(), title, view),
            },
            Value::Swizzle(swizzle) => self.map(Outer::Swizzle(*swizzle), title, view),
            Value::Xor(map) => self.map(Outer::Xor(**map), title, view),
            Value::Pair(both) => Ok(beside(&[("", both[0])], &both[1], title, view)),
            Value::Coords(layout) => {
                coordinates(layout, None, title, view).map_err(|error| self.refused(&error))
            }
            Value::CoordSlice(layout, origin) => {
                coordinates(layout, Some(origin), title, view).map_err(|error| self.refused(&error))
            }
            Value::Slice(layout, base) => self.plain(layout, *base, what, title, view),
            value => self.plain(&layout_of(value, self.span.clone())?, 0, what, title, view),
        }
    }

    /// The scene of a plain layout.
    fn plain(
        &self,
        layout: &Layout,
        base: i64,
        what: &What,
        title: &str,
        view: &View,
    ) -> Result<Scene, Diagnostic> {
        match what {
            What::Strip => Ok(strip(layout, title, view)),
            What::Operation | What::Result | What::Bits | What::Threads(..) => {
                Ok(grid(Subject::from(layout).at_offset(base), title, view))
            }
        }
    }

    /// The scene of a map of bits, before and after.
    fn map(&self, map: Outer, title: &str, view: &View) -> Result<Scene, Diagnostic> {
        match period(map).map_err(|error| self.refused(&error))? {
            AnyLayout::Composed(layout) => Ok(composed(&layout, title, view)),
            AnyLayout::Plain(layout) => Ok(grid(&layout, title, view)),
        }
    }

    /// The scene of the bits of a map, or of a layout that is one.
    fn bits(&self, title: &str) -> Result<Scene, Diagnostic> {
        let layout = match &self.evaluated.value {
            Value::Swizzle(swizzle) => return Ok(bits(&XorMap::of(swizzle), None, title)),
            Value::Xor(map) => return Ok(bits(map, None, title)),
            Value::Tv(tv) => *tv.layout(),
            value => any_layout(value)
                .map_or_else(|| layout_of(value, self.span.clone()).map(Into::into), Ok)?,
        };
        let map = layout.as_ref().to_xor_map().map_err(|error| self.refused(&error))?;
        Ok(bits(&map, Some(&layout.shape()), title))
    }

    /// Whether the value says itself which tile its threads and values are on.
    pub fn is_thread_value(&self) -> bool {
        let value = &self.evaluated.value;
        matches!(value, Value::Tv(_)) || hardware::has_threads(value)
    }

    /// The scene of threads and values on a tile: the given one, or that of the value.
    fn owned(
        &self,
        tile: Option<&Tuple>,
        owners: Owners,
        title: &str,
        view: &View,
    ) -> Result<Scene, Diagnostic> {
        let value = &self.evaluated.value;
        if let Some(scene) = hardware::owned(value, owners, title, view) {
            let kind = |why: &FigureError| match why {
                FigureError::TooLarge { .. } => "too-large",
                _ => "usage",
            };
            let span = self.span.clone();
            return scene.map_err(|why| Diagnostic::new(kind(&why), span, why.to_string()));
        }
        let layout = match (any_layout(value), value) {
            (Some(layout), _) => layout,
            (None, Value::Tv(tv)) => *tv.layout(),
            _ => layout_of(value, self.span.clone())?.into(),
        };
        let tile = match (tile, value) {
            (Some(tile), _) => tile,
            (None, Value::Tv(tv)) => tv.tile(),
            _ => {
                let message = format!("{} has no tile with cells for its threads", value.kind());
                let help = "write TV on tile, as in (4,2):(1,4) on (4,2), or give --tv SHAPE";
                let mut out = Diagnostic::new("usage", self.span.clone(), message);
                out.help = Some(help.to_owned());
                return Err(out);
            }
        };
        let count = layout.shape().mode(0).and_then(|threads| threads.product()).unwrap_or(1);
        for (what, chosen, count) in
            [("thread", owners.thread, count), ("value", owners.value, layout.size() / count)]
        {
            if let Some(chosen) = chosen.filter(|chosen| !(0..count).contains(chosen)) {
                let message =
                    format!("there is no {what} {chosen}: the {what}s are 0 to {}", count - 1);
                return Err(Diagnostic::new("usage", self.span.clone(), message));
            }
        }
        threads(&layout, tile, title, owners, view).map_err(|error| self.refused(&error))
    }

    /// The part of A that a block or a thread has, and where it is.
    fn part(&self, operation: &'static Operation, title: &str, view: &View) -> Option<Scene> {
        let operands = &self.evaluated.operands;
        let arguments = Arguments { operation, span: self.span.clone(), values: operands };
        // What `partition_A` and the like divide comes second.
        let tile = operands.first().and_then(|(first, _)| hardware::tile(operation.id, first));
        let at = usize::from(tile.is_some());
        let a = any_layout(&operands.get(at)?.0).or_else(|| arguments.any(at).ok())?;
        let by_shape = |shape: &Tuple| Tiler::shape(shape).ok();
        let tiler = match (operation.id, &operands.get(1)?.0) {
            _ if tile.is_some() => tile?,
            (id, Value::Tv(tv)) if hardware::is_partition(id) => by_shape(tv.tile())?,
            (id, _) if hardware::is_partition(id) => by_shape(&arguments.tuple(2).ok()?)?,
            (Id::LocalPartition, _) => {
                by_shape(&arguments.any(1).ok()?.shape().product_each().ok()?)?
            }
            _ => match arguments.slicer(3) {
                Ok(projection) => arguments.tiler(1).ok()?.dice(&projection).ok()?,
                Err(_) => arguments.tiler(1).ok()?,
            },
        };
        // The same call with another layout for A.
        let mut scope = Scope::new();
        let names: Vec<String> = (0..operands.len()).map(|i| format!("x{i}")).collect();
        for (name, (value, _)) in names.iter().zip(operands) {
            scope.bind(name, value.clone());
        }
        let call = format!("{}({})", operation.name, names.join(", "));
        let of = |layout: &AnyLayout| {
            let mut scope = scope.clone();
            scope.bind(&names[at], (*layout).into());
            match scope.run(&call) {
                Ok(Outcome::Value(Value::Slice(part, offset))) => Ok(((*part).into(), offset)),
                Ok(Outcome::Value(value)) => Ok((any_layout(&value).ok_or(NoPicture)?, 0)),
                _ => Err(NoPicture),
            }
        };
        part(&a, &tiler, of, title, view).ok()
    }

    fn refused(&self, error: &Error) -> Diagnostic {
        Diagnostic::new("usage", self.span.clone(), error.to_string())
    }

    /// The picture of an operation with its operands, if there are layouts among them.
    fn operation(&self, operation: &'static Operation, title: &str, view: &View) -> Option<Scene> {
        let Evaluated { operands, value, .. } = &self.evaluated;
        let arguments = Arguments { operation, span: self.span.clone(), values: operands };
        let any = |i: usize| arguments.any(i).ok();
        let tiler = |i: usize| arguments.tiler(i).ok();
        let result = || any_layout(value);
        let product = |form| product(form, &any(0)?, &tiler(1)?, &result()?, title, view).ok();
        match operation.figure {
            Figure::Composition => composition(&any(0)?, &tiler(1)?, &result()?, title, view).ok(),
            Figure::Complement => {
                Some(complement(&arguments.layout(0).ok()?, result()?.plain()?, title, view))
            }
            Figure::Divide(grouping) => {
                let form = match grouping {
                    Grouping::Logical => Divide::Logical,
                    Grouping::Zipped => Divide::Zipped,
                    Grouping::Tiled => Divide::Tiled,
                    Grouping::Flat => Divide::Flat,
                };
                divide(form, &any(0)?, &tiler(1)?, &result()?, title, view).ok()
            }
            Figure::Product(grouping) => product(match grouping {
                Grouping::Logical => Product::Logical,
                Grouping::Zipped => Product::Zipped,
                Grouping::Tiled => Product::Tiled,
                Grouping::Flat => Product::Flat,
            }),
            Figure::BlockedProduct => product(Product::Blocked),
            Figure::RakedProduct => product(Product::Raked),
            Figure::RightInverse => {
                Some(inverse(Inverse::Right, &any(0)?, &result()?, title, view))
            }
            Figure::LeftInverse => Some(inverse(Inverse::Left, &any(0)?, &result()?, title, view)),
            Figure::Slice => {
                let (slicer, layout) = (arguments.slicer(0).ok()?, any(1)?);
                match value {
                    Value::Slice(kept, offset) => slice(
                        &layout,
                        &slicer,
                        Subject::from(&**kept).at_offset(*offset),
                        title,
                        view,
                    ),
                    _ => slice(&layout, &slicer, &result()?, title, view),
                }
                .ok()
            }
            Figure::Part => self.part(operation, title, view),
            Figure::ThreadValue => self.owned(None, Owners::default(), title, view).ok(),
            Figure::Banks => hardware::accessed(&arguments, title, view),
            Figure::Sectors => hardware::moved(&arguments, title, view),
            Figure::Swizzled => hardware::improved(&arguments, value, title, view),
            Figure::Nothing => None,
            _ => {
                let layouts = operands.iter().filter_map(|(value, _)| any_layout(value));
                let operands: Vec<_> = ["A", "B", "C", "D"].into_iter().zip(layouts).collect();
                let result = result().filter(|_| !operands.is_empty())?;
                Some(beside(&operands, &result, title, view))
            }
        }
    }
}

/// What is drawn of a statement: an expression, the value of a binding, or the left side of a claim.
fn node(scope: &Scope, text: &str) -> Result<Node, Diagnostic> {
    match scope.statement(text)? {
        Statement::Expression(node) | Statement::Binding(_, _, node) => Ok(node),
        Statement::Claim(left, _) => Ok(left),
        _ => Err(Diagnostic::new("usage", 0..text.len(), "this statement has no picture")),
    }
}

/// A title: what was typed may go over several lines, and hold anything.
fn one_line(title: &str) -> String {
    visible(&title.replace(['\n', '\r', '\t'], " ")).into_owned()
}

/// A map of bits over the offsets after which it repeats itself, in rows: of a swizzle, one for each value of the bits
/// that are XORed into the others, and a column for each piece that it moves as a whole.
fn period(map: Outer) -> Result<AnyLayout, Error> {
    let (rows, columns, piece) = match &map {
        Outer::Swizzle(swizzle) => (swizzle.bits(), swizzle.shift().unsigned_abs(), swizzle.base()),
        Outer::Xor(map) => (map.bits() - map.bits() / 2, map.bits() / 2, 0),
        Outer::Layout(layout) => return Ok(layout.into()),
    };
    let shape = Tuple::from_slice(&[1 << rows, 1 << columns])?;
    let stride = Tuple::from_slice(&[1 << (piece + columns), 1 << piece])?;
    AnyLayout::from(Layout::from_tuples(&shape, &stride)?).after(&map, 0)
}

/// There is no such part of the layout, or it has no picture.
struct NoPicture;

impl From<Error> for NoPicture {
    fn from(_: Error) -> NoPicture {
        NoPicture
    }
}

/// The layout of a value that is one.
fn any_layout(value: &Value) -> Option<AnyLayout> {
    match value {
        Value::Layout(layout) => Some((**layout).into()),
        Value::Composed(composed) => Some((**composed).into()),
        _ => None,
    }
}
