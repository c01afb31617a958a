//! The arguments of an operation: values with their places, converted to what the operation needs.

use tilework::limits::MAX_MODES;
use tilework::{
    AnyLayout, ComposedLayout, Layout, Nested, Order, Outer, Slicer, Swizzle, Tiler, Tuple, XorMap,
};

use crate::operations::Operation;
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span, refusal};

/// Why an operation has no result: the algebra refused, or the arguments are wrong.
#[non_exhaustive]
pub enum Fault {
    /// The algebra refused.
    Algebra(Box<tilework::Error>),
    /// The arguments are wrong.
    Arguments(Box<Diagnostic>),
}

impl From<tilework::Error> for Fault {
    fn from(error: tilework::Error) -> Fault {
        Fault::Algebra(Box::new(error))
    }
}

impl From<Diagnostic> for Fault {
    fn from(diagnostic: Diagnostic) -> Fault {
        Fault::Arguments(Box::new(diagnostic))
    }
}

/// What a layout is divided by.
pub(crate) enum Tile {
    Tiler(Tiler),
    Composed(ComposedLayout),
}

/// The arguments of one call.
pub struct Arguments<'a> {
    /// The operation that was called.
    pub operation: &'static Operation,
    /// The place of the call in the text.
    pub span: Span,
    /// The arguments and their places in the text.
    pub values: &'a [(Value, Span)],
}

impl Arguments<'_> {
    /// The number of arguments.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn get(&self, i: usize) -> Result<&(Value, Span), Fault> {
        self.values.get(i).ok_or_else(|| self.usage().into())
    }

    /// The error for a wrong number of arguments.
    pub(crate) fn usage(&self) -> Diagnostic {
        wrong_count(self.operation, self.len(), &self.span)
    }

    /// The error for an argument that is not of its kind.
    pub(crate) fn mismatch<T>(&self, i: usize) -> Result<T, Fault> {
        let argument = self.operation.form(self.len()).argument(i);
        self.wrong(i, argument.map_or("nothing", |argument| argument.kind.description()))
    }

    pub(crate) fn wrong<T>(&self, i: usize, wanted: &str) -> Result<T, Fault> {
        let (value, span) = self.get(i)?;
        let found = match value {
            Value::Integer(value) => value.to_string(),
            _ => value.kind().to_owned(),
        };
        let message = format!("`{}` needs {wanted} here, not {found}", self.operation.name);
        let help = match value {
            Value::Tv(_) => "its layout is .layout, and its tile .tile".to_owned(),
            _ => self.operation.usage(),
        };
        let mut out = Diagnostic::new("usage", span.clone(), message).help(help);
        // A list can have a million numbers.
        let text = value.to_string();
        let shown = if text.len() > 60 { String::new() } else { format!(": {text}") };
        out = out.labelled(format!("this is {}{shown}", value.kind()));
        Err(out.into())
    }

    /// A layout with strides; a shape alone is the compact one. Of a composed layout it is the plain
    /// form, which is the same function *inside its domain only*: for operands of which nothing past
    /// the end is read.
    pub fn layout(&self, i: usize) -> Result<Layout, Fault> {
        let (value, span) = self.get(i)?;
        if let Value::Layout(layout) | Value::Slice(layout, _) = value {
            return Ok(**layout);
        }
        match (value, value.strided()) {
            (Value::Tv(tv), _) if let AnyLayout::Plain(layout) = tv.layout() => Ok(*layout),
            (_, Some(Ok((layout, 0)))) => Ok(layout),
            (_, Some(Ok((layout, base)))) => {
                let operation = self.operation.name;
                let message =
                    format!("`{operation}` needs offset 0 at index 0, and here that is {base}");
                let out = Diagnostic::new("nonzero-origin", span.clone(), message);
                Err(out.labelled(format!("this is {layout} at {base}")).into())
            }
            (Value::Composed(_), Some(Err(error))) => Err(self.needs_strides(i, error)),
            (_, Some(Err(error))) => Err(error.into()),
            (_, None) => self.mismatch(i),
        }
    }

    /// The error for a composed layout that has no plain form.
    fn needs_strides(&self, i: usize, error: tilework::Error) -> Fault {
        let help = format!("this operand of `{}` needs strides", self.operation.name);
        refusal(error, &self.values[i].1).labelled(help).into()
    }

    /// A layout, plain or composed.
    pub fn any(&self, i: usize) -> Result<AnyLayout, Fault> {
        match &self.get(i)?.0 {
            Value::Layout(layout) => Ok(AnyLayout::Plain(**layout)),
            Value::Composed(composed) => Ok(AnyLayout::Composed(**composed)),
            Value::Tv(tv) => Ok(*tv.layout()),
            _ => self.layout(i).map(AnyLayout::Plain),
        }
    }

    /// A thread-value layout.
    pub fn tv(&self, i: usize) -> Result<&Tv, Fault> {
        match &self.get(i)?.0 {
            Value::Tv(tv) => Ok(tv),
            _ => self.mismatch(i),
        }
    }

    /// A layout, plain or composed, and the offset at which it starts.
    pub(crate) fn placed(&self, i: usize) -> Result<(AnyLayout, i64), Fault> {
        match &self.get(i)?.0 {
            Value::Slice(layout, offset) => Ok((AnyLayout::Plain(**layout), *offset)),
            _ => Ok((self.any(i)?, 0)),
        }
    }

    /// What to divide by: a tiler, or a composed layout that has no strides.
    pub(crate) fn tile(&self, i: usize) -> Result<Tile, Fault> {
        match &self.get(i)?.0 {
            Value::Composed(tile) => Ok(match tile.to_layout() {
                Ok((layout, 0)) => Tile::Tiler(Tiler::layout(layout)),
                _ => Tile::Composed(**tile),
            }),
            _ => self.tiler(i).map(Tile::Tiler),
        }
    }

    /// A composed layout that is put beside a plain one.
    pub(crate) fn beside(&self, i: usize) -> Result<Option<AnyLayout>, Fault> {
        match (self.any(0)?, self.any(i)?) {
            (AnyLayout::Plain(_), composed @ AnyLayout::Composed(_)) => Ok(Some(composed)),
            _ => Ok(None),
        }
    }

    /// A swizzle or an XOR map.
    pub fn xor_map(&self, i: usize) -> Result<XorMap, Fault> {
        match self.get(i)?.0.as_map() {
            Some(Outer::Swizzle(swizzle)) => Ok(XorMap::of(&swizzle)),
            Some(Outer::Xor(map)) => Ok(map),
            _ => self.mismatch(i),
        }
    }

    /// The swizzle of three numbers, or of two masks.
    pub fn swizzle(&self) -> Result<Swizzle, Fault> {
        let number = |i: usize| self.integer(i);
        if self.len() == 2 {
            let mask = |i: usize| match u64::try_from(number(i)?) {
                Ok(mask) => Ok(mask),
                Err(_) => self.wrong(i, "a mask that is not negative"),
            };
            return Ok(Swizzle::from_masks(mask(0)?, mask(1)?)?);
        }
        let small = |i: usize| match u32::try_from(number(i)?) {
            Ok(value) => Ok(value),
            Err(_) => self.wrong(i, "a number of bits"),
        };
        let shift = match i32::try_from(number(2)?) {
            Ok(shift) => shift,
            Err(_) => return self.wrong(2, "a shift of at most 63"),
        };
        Ok(Swizzle::new(small(0)?, small(1)?, shift)?)
    }

    /// A tuple; of a layout its shape.
    pub fn tuple(&self, i: usize) -> Result<Tuple, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(value) => Ok(Tuple::leaf(*value)),
            Value::Tuple(tuple) => Ok(**tuple),
            Value::Layout(layout) => Ok(layout.shape()),
            Value::Composed(composed) => Ok(composed.shape()),
            Value::Coords(layout) | Value::CoordSlice(layout, _) => Ok(layout.shape()),
            Value::Tv(tv) => Ok(tv.layout().shape()),
            Value::List(values) => Ok(Tuple::from_slice(values)?),
            _ => self.mismatch(i),
        }
    }

    /// A coordinate. A layout is none: `A(B)` is not `A o B`.
    pub fn coord(&self, i: usize) -> Result<Tuple, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(_) | Value::Tuple(_) | Value::List(_) => self.tuple(i),
            _ => self.mismatch(i),
        }
    }

    /// The shape of a tile, also as its compact layout. Any other layout has strides that would be lost.
    pub fn tile_shape(&self, i: usize) -> Result<Tuple, Fault> {
        match &self.get(i)?.0 {
            Value::Layout(layout) if Layout::col_major(&layout.shape()) != Ok(**layout) => {
                self.wrong(i, "a tile without strides of its own")
            }
            _ => self.tuple(i),
        }
    }

    /// A tiler: a layout acts as a whole, a tuple mode by mode.
    pub fn tiler(&self, i: usize) -> Result<Tiler, Fault> {
        let value = &self.get(i)?.0;
        match (value, as_tiler(value)) {
            (_, Some(Ok(tiler))) => Ok(tiler),
            (Value::Composed(_), Some(Err(error))) => Err(self.needs_strides(i, error)),
            (_, Some(Err(error))) => Err(error.into()),
            (_, None) => self.mismatch(i),
        }
    }

    /// An integer.
    pub fn integer(&self, i: usize) -> Result<i64, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(value) => Ok(*value),
            _ => self.mismatch(i),
        }
    }

    /// An integer, or the size of a shape.
    pub fn size(&self, i: usize) -> Result<i64, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(value) => Ok(*value),
            Value::Tuple(shape) => Ok(shape.product()?),
            Value::Layout(layout) => Ok(layout.size()),
            Value::Composed(composed) => Ok(composed.size()),
            Value::Tv(tv) => Ok(tv.layout().size()),
            // As in CuTe, how many threads there are.
            Value::Tiled(tiled) => Ok(tiled.threads()),
            _ => self.mismatch(i),
        }
    }

    /// The index of a mode, or a rank.
    pub fn index(&self, i: usize) -> Result<usize, Fault> {
        match usize::try_from(self.integer(i)?) {
            Ok(index) => Ok(index),
            Err(_) => self.wrong(i, "a number that is not negative"),
        }
    }

    /// A rank that a layout can have.
    pub fn rank(&self, i: usize) -> Result<usize, Fault> {
        let rank = self.index(i)?;
        if rank > MAX_MODES {
            let message = format!("rank {rank} exceeds the limit of {MAX_MODES} modes");
            let span = self.values[i].1.clone();
            return Err(Diagnostic::new("too-many-modes", span, message).into());
        }
        Ok(rank)
    }

    /// The range of modes from argument `i` up to argument `i + 1`; there, -1 is the rank.
    pub fn range(&self, i: usize) -> Result<(usize, usize), Fault> {
        let begin = self.index(i)?;
        let end = match self.integer(i + 1)? {
            -1 => match &self.get(0)?.0 {
                Value::Coords(layout) | Value::CoordSlice(layout, _) => layout.rank(),
                _ => self.any(0)?.rank(),
            },
            _ => self.index(i + 1)?,
        };
        if begin > end {
            let message =
                format!("`{}` cannot begin at {begin} and end at {end}", self.operation.name);
            let span = self.values[i].1.start..self.values[i + 1].1.end;
            return Err(Diagnostic::new("usage", span, message)
                .help(self.operation.usage())
                .into());
        }
        Ok((begin, end))
    }

    /// Indices of modes: one, or a tuple or list of them.
    pub fn indices(&self, i: usize) -> Result<Vec<usize>, Fault> {
        let values = self.numbers(i)?;
        match values.iter().map(|&value| usize::try_from(value)).collect() {
            Ok(indices) => Ok(indices),
            Err(_) => self.wrong(i, "numbers that are not negative"),
        }
    }

    /// Numbers of modes below `rank`; negative ones count from the end.
    pub(crate) fn axes(&self, i: usize, rank: usize) -> Result<Vec<usize>, Fault> {
        let values = self.numbers(i)?;
        let count = i64::try_from(rank).unwrap_or(i64::MAX);
        let from_start = |&axis: &i64| match axis {
            ..0 => usize::try_from(axis.checked_add(count)?).ok(),
            _ => usize::try_from(axis).ok(),
        };
        match values.iter().map(from_start).collect() {
            Some(axes) => Ok(axes),
            None if rank == 0 => self.wrong(i, "nothing, as there are no modes,"),
            None => self.wrong(i, &format!("mode numbers from -{rank} to {}", rank - 1)),
        }
    }

    /// One number of a mode, as [`axes`](Arguments::axes).
    pub(crate) fn axis(&self, i: usize, rank: usize) -> Result<usize, Fault> {
        match self.axes(i, rank)?.as_slice() {
            [axis] => Ok(*axis),
            _ => self.wrong(i, "the number of one mode"),
        }
    }

    /// An order of counting; that of numpy, where none is given.
    pub(crate) fn order(&self, i: usize) -> Result<Order, Fault> {
        match self.values.get(i) {
            None => Ok(Order::Lex),
            Some((Value::Order(order), _)) => Ok(*order),
            Some(_) => self.mismatch(i),
        }
    }

    /// Numbers: one, or a tuple or list of them.
    pub fn numbers(&self, i: usize) -> Result<Vec<i64>, Fault> {
        match &self.get(i)?.0 {
            Value::Integer(value) => Ok(vec![*value]),
            Value::Tuple(tuple) => Ok(tuple.leaves().to_vec()),
            Value::List(values) => Ok(values.clone()),
            _ => self.mismatch(i),
        }
    }

    /// A slicer: a coordinate, with or without `_`.
    pub fn slicer(&self, i: usize) -> Result<Slicer, Fault> {
        match &self.get(i)?.0 {
            Value::Slicer(slicer) => Ok(**slicer),
            Value::Integer(value) => Ok(Slicer::leaf(Some(*value))),
            Value::Tuple(tuple) => Ok(tuple.to_slicer()),
            _ => self.mismatch(i),
        }
    }
}

/// More arguments than any operation takes.
const MAX_ARGUMENTS: usize = 64;

/// The error for a wrong number of arguments.
pub(crate) fn wrong_count(operation: &Operation, count: usize, span: &Span) -> Diagnostic {
    let counts: Vec<usize> = (0..=MAX_ARGUMENTS).filter(|&n| operation.takes(n)).collect();
    let wanted = match counts.as_slice() {
        [1] => "one argument".to_owned(),
        [one] => format!("{one} arguments"),
        [first, second] => format!("{first} or {second} arguments"),
        [least, .., most] => format!("{least} to {most} arguments"),
        [] => "no arguments".to_owned(),
    };
    let message = format!("`{}` takes {wanted}, not {count}", operation.name);
    let help =
        format!("{}; for example {} = {}", operation.usage(), operation.example, operation.result);
    Diagnostic::new("usage", span.clone(), message).help(help)
}

/// A value as a tiler, if it can be one: a layout acts as a whole, a tuple mode by mode.
pub(crate) fn as_tiler(value: &Value) -> Option<Result<Tiler, tilework::Error>> {
    Some(match value {
        Value::Tiler(tiler) => Ok(**tiler),
        Value::Layout(layout) => Ok(Tiler::layout(**layout)),
        Value::Composed(composed) => match composed.to_layout() {
            Ok((layout, 0)) => Ok(Tiler::layout(layout)),
            Ok(_) => return None,
            Err(error) => Err(error),
        },
        Value::Integer(extent) => Tiler::shape(&Nested::leaf(*extent)),
        Value::Tuple(shape) => Tiler::shape(shape),
        Value::Slicer(slicer) => slicer_as_tiler(slicer),
        _ => return None,
    })
}

/// `(32,_,40)`: in Python and in C++, `_` in a shape that tiles keeps the mode.
fn slicer_as_tiler(slicer: &Slicer) -> Result<Tiler, tilework::Error> {
    if let (true, [leaf]) = (slicer.is_leaf(), slicer.leaves()) {
        return leaf
            .map_or_else(|| Ok(Tiler::keep()), |extent| Tiler::shape(&Nested::leaf(extent)));
    }
    let modes: Result<Vec<_>, _> =
        (0..slicer.rank()).map(|i| slicer_as_tiler(&slicer.mode(i)?)).collect();
    Tiler::by_mode(&modes?)
}
