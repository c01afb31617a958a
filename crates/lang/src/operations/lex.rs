//! Operations where indices count rightmost fastest.
//!
//! There is no second algebra: each operation is what the table says of it in the mirror image
//! ([`Lex`]). Refusals speak of the operands as they were given.

use tilework::{Error, ErrorKind, Layout, Order, Slicer, Tiler, Tuple};

use crate::operations::arguments::{Arguments, Fault, as_tiler};
use crate::operations::coords;
use crate::operations::mirror::{Spread, Turn, mirrored_text};
use crate::operations::operation::{Grouping, Kind, Lex, Operation};
use crate::operations::table::Id;
use crate::operations::value::Value;
use crate::operations::views;
use crate::text::diagnostic::{Diagnostic, Span, refusal};

type Answer = Result<Value, Fault>;
type Operand = (Value, Span);

/// What an operation makes of its arguments where indices count rightmost fastest.
pub(crate) fn answer(a: &Arguments<'_>) -> Answer {
    let id = a.operation.id;
    if let Some(refusal) = in_order_of_components(a) {
        return Err(refusal.into());
    }
    match a.operation.lex {
        Lex::Same => turned(a, a.values, |_| Turn::Not, &Turn::Not),
        Lex::Beside => beside(a),
        Lex::Mirrored => match (id, a.values.first()) {
            // Their answers are evaluated at coordinates, whose components stay in their places.
            (
                Id::RightInverse | Id::LeftInverse | Id::GeneralizedInverse,
                Some((Value::Coords(of) | Value::CoordSlice(of, _), _)),
            ) => turned(a, a.values, |_| Turn::Whole, &Turn::by_profile(&of.coshape())?),
            _ => turned(a, a.values, |_| Turn::Whole, &Turn::Whole),
        },
        Lex::Values => turned(a, &with_mirrored_path(a)?, |_| Turn::Whole, &Turn::Not),
        Lex::Padded => turned(a, &padded(a)?, |_| Turn::Whole, &Turn::Whole),
        Lex::ByMode => {
            let turn = match (id, a.values.get(1)) {
                (Id::Coalesce | Id::Filter, Some(_)) => Turn::by_profile(&a.tuple(1)?)?,
                _ => tiler(a, 1)?.map_or(Ok(Turn::Whole), |tiler| Turn::by_tiler(&tiler))?,
            };
            turned(a, a.values, |i| if i == 0 { turn.clone() } else { Turn::Whole }, &turn)
        }
        Lex::Tiles(grouping) => tiles(a, grouping),
        Lex::Part => part(a),
        Lex::Threads => threads(a),
        Lex::Undefined => {
            let message = format!(
                "`{}` counts indices leftmost fastest, and not in lexicographic order",
                a.operation.name
            );
            Err(Diagnostic::new("usage", a.span.clone(), message).into())
        }
    }
}

/// The refusal of what goes through the components of coordinates from the first to the last: in which
/// order they count is not said by the order of indices.
fn in_order_of_components(a: &Arguments<'_>) -> Option<Diagnostic> {
    let in_order = matches!(
        a.operation.id,
        Id::Complement
            | Id::LogicalProduct
            | Id::ZippedProduct
            | Id::TiledProduct
            | Id::FlatProduct
            | Id::BlockedProduct
            | Id::RakedProduct
    );
    let (value, span) = a.values.first()?;
    let coordinates = matches!(value, Value::Coords(_) | Value::CoordSlice(..));
    (in_order && coordinates).then(|| {
        let message = format!(
            "`{}` counts the components of coordinates leftmost fastest, and not in lexicographic order",
            a.operation.name
        );
        Diagnostic::new("usage", span.clone(), message).labelled("values are coordinates")
    })
}

impl Arguments<'_> {
    /// What the operation makes of its arguments where indices count leftmost fastest.
    fn leftmost_fastest(&self) -> Answer {
        let of_coordinates = views::of_coordinates(self).or_else(|| coords::apply(self));
        of_coordinates.unwrap_or_else(|| (self.operation.apply)(self))
    }

    /// What the operation makes of its arguments.
    pub(crate) fn answer(&self, order: Order) -> Answer {
        match order {
            Order::Colex => self.leftmost_fastest(),
            Order::Lex => answer(self),
        }
    }
}

/// The operation on turned operands, and its answer turned.
fn turned(
    a: &Arguments<'_>,
    operands: &[Operand],
    turn: impl Fn(usize) -> Turn,
    back: &Turn,
) -> Answer {
    let mut image = Vec::with_capacity(operands.len());
    for (i, (value, span)) in operands.iter().enumerate() {
        let kind = a.operation.form(operands.len()).argument(i).map(|argument| argument.kind);
        image.push((turned_operand(value, kind, &turn(i))?, span.clone()));
    }
    let answer = Arguments { operation: a.operation, span: a.span.clone(), values: &image };
    let told = Told { given: operands, image: &image, turn: &turn(0) };
    Ok(back.value(&answer.leftmost_fastest().map_err(|fault| told.fault(fault))?)?)
}

/// The operands; where the last one names a mode of the first, it names the same mode in the mirror image.
fn with_mirrored_path(a: &Arguments<'_>) -> Result<Vec<Operand>, Fault> {
    let (mut operands, last) = (a.values.to_vec(), a.len().saturating_sub(1));
    let kind = a.operation.form(a.len()).argument(last).map(|argument| argument.kind);
    if let (Some(Kind::Indices), Some(shape)) = (kind, shape_of(&a.values[0].0)) {
        let path = a.indices(last)?;
        if shape.mode_at(&path).is_err() {
            return Err(in_own_name(a).unwrap_or_else(|| a.usage().into()));
        }
        let path = Turn::Whole.path(&shape.mirrored(), &path);
        operands[last].0 = Value::List(path.into_iter().map(|mode| mode as i64).collect());
    }
    Ok(operands)
}

/// An operand, turned as its kind demands: numbers stay, and so do offsets, which can be coordinates.
fn turned_operand(value: &Value, kind: Option<Kind>, turn: &Turn) -> Result<Value, Fault> {
    Ok(match (kind, value) {
        (Some(Kind::Any | Kind::Placed | Kind::Layout | Kind::Function), _) => {
            turn.value(&laid_out(value)?)?
        }
        // A shape tiles by mode, and its modes stay.
        (Some(Kind::Tiler), Value::Tuple(_) | Value::Slicer(_)) => value.clone(),
        (Some(Kind::Tuple | Kind::Coord | Kind::Slicer), Value::List(values)) => {
            turn.value(&Value::from(Tuple::from_slice(values)?))?
        }
        (Some(Kind::Tuple | Kind::Nested), Value::Tv(tv)) if *turn != Turn::Not => {
            turn.value(&tv.layout_value())?
        }
        (
            Some(
                Kind::Tuple
                | Kind::Coord
                | Kind::Slicer
                | Kind::Nested
                | Kind::Tiler
                | Kind::Map
                | Kind::ThreadValue,
            ),
            _,
        ) => turn.value(value)?,
        _ => value.clone(),
    })
}

/// A shape alone as its compact layout, a thread-value layout as a layout.
fn laid_out(value: &Value) -> Result<Value, Fault> {
    Ok(match value {
        Value::Tv(tv) => tv.layout_value(),
        Value::Tuple(shape) => Value::from(Layout::compact_in(Order::Lex, shape)?),
        Value::Integer(extent) => Value::from(Layout::new(*extent, 1)?),
        other => other.clone(),
    })
}

/// Argument `i` as a tiler by mode, if it acts as one.
fn tiler(a: &Arguments<'_>, i: usize) -> Result<Option<Tiler>, Fault> {
    let Some((value, _)) = a.values.get(i) else { return Ok(None) };
    let behind_a_map = a.values[0].0.as_map().is_some();
    let kind = a.operation.form(a.len()).argument(i).map(|argument| argument.kind);
    let by_mode = match value {
        Value::Tiler(_) => true,
        Value::Tuple(_) | Value::Slicer(_) => kind == Some(Kind::Tiler) && !behind_a_map,
        _ => false,
    };
    Ok(as_tiler(value).filter(|_| by_mode).transpose()?)
}

/// Layouts side by side. In the mirror image they are read as layouts, which counts indices.
fn beside(a: &Arguments<'_>) -> Answer {
    let tuples = |value: &Value| matches!(value, Value::Integer(_) | Value::Tuple(_));
    let mut operands: Vec<Operand> = a.values.to_vec();
    let id = match a.operation.id {
        Id::MakeLayout => {
            if a.len() == 2 && a.values.iter().all(|(value, _)| tuples(value)) {
                return a.leftmost_fastest();
            }
            if let ([(shape, _)], true) = (a.values, tuples(&a.values[0].0)) {
                return laid_out(shape);
            }
            operands.reverse();
            Id::MakeLayout
        }
        Id::Append => Id::Prepend,
        Id::Prepend => Id::Append,
        Id::AppendN => Id::PrependN,
        Id::PrependN => Id::AppendN,
        other => {
            let rank = match &operands[0].0 {
                Value::Coords(of) | Value::CoordSlice(of, _) => of.rank(),
                _ => a.any(0)?.rank(),
            };
            let mode = a.index(1)?;
            // The error is the same in both orders.
            let Some(place) = rank.checked_sub(mode + 1) else {
                return Err(in_own_name(a).unwrap_or_else(|| a.usage().into()));
            };
            operands[1].0 = Value::Integer(place as i64);
            other
        }
    };
    for (value, _) in &mut operands {
        if !matches!(value, Value::Integer(_)) || a.operation.id == Id::MakeLayout {
            *value = laid_out(value)?;
        }
    }
    let image = Arguments { operation: id.operation(), span: a.span.clone(), values: &operands };
    let answer = turned(&image, &operands, |_| Turn::Whole, &Turn::Whole);
    // A refusal has to name this operation, and not its mirror image.
    answer.map_err(|fault| in_own_name(a).unwrap_or(fault))
}

/// The refusal of an operation on the operands as they are, of conditions that are the same in both orders.
fn in_own_name(a: &Arguments<'_>) -> Option<Fault> {
    let mut operands = a.values.to_vec();
    for (i, (value, _)) in operands.iter_mut().enumerate() {
        let kind = a.operation.form(a.len()).argument(i).map(|argument| argument.kind);
        if matches!(kind, Some(Kind::Any | Kind::Placed | Kind::Layout)) {
            *value = laid_out(value).ok()?;
        }
    }
    let (operation, span) = (a.operation, a.span.clone());
    Arguments { operation, span, values: &operands }.leftmost_fastest().err()
}

/// The operands, those of lower rank filled up on the right.
fn padded(a: &Arguments<'_>) -> Result<Vec<Operand>, Fault> {
    let mut operands = a.values.to_vec();
    let places: &[usize] = match a.operation.id {
        Id::TileToShape => &[0],
        Id::CeilDiv => &[1],
        _ => &[0, 1],
    };
    let rank = [0, 1].map(|i| shape_of(&a.values[i].0).map(|shape| shape.rank()));
    let [Some(left), Some(right)] = rank else { return Ok(operands) };
    let most = left.max(right);
    for &i in places {
        if [left, right][i] == most {
            continue;
        }
        let kind = a.operation.form(a.len()).argument(i).map(|argument| argument.kind);
        operands[i].0 = match (&operands[i].0, kind) {
            (Value::Integer(_), Some(Kind::Tuple)) => continue,
            (Value::Tuple(tuple), Some(Kind::Tuple)) => {
                Value::from(tuple.append_n(most, &Tuple::leaf(1))?)
            }
            (value, _) => {
                let operand = |value| (value, a.values[i].1.clone());
                let values = [operand(laid_out(value)?), operand(Value::Integer(most as i64))];
                let operation = Id::AppendN.operation();
                Arguments { operation, span: a.span.clone(), values: &values }.leftmost_fastest()?
            }
        };
    }
    Ok(operands)
}

/// A division or a product, with its answer in this form.
fn tiles(a: &Arguments<'_>, grouping: Grouping) -> Answer {
    let tiler = match (tiler(a, 1)?, &a.values[1].0) {
        (Some(tiler), _) => tiler,
        // A whole: any layout has the same modes to keep, which are none.
        _ => Tiler::layout(Layout::UNIT),
    };
    let turn = Turn::by_tiler(&tiler)?;
    let zipped = || Turn::Inside(vec![turn.clone(), turn.clone()]);
    let (operation, back) = match grouping {
        Grouping::Logical => (a.operation, Turn::by_halves(&tiler)?),
        Grouping::Zipped => (a.operation, zipped()),
        Grouping::Tiled => (zipped_form(a), Turn::Spread(Box::new(zipped()), Spread::Rest)),
        Grouping::Flat => (zipped_form(a), Turn::Spread(Box::new(zipped()), Spread::Both)),
    };
    let turn = |i| if i == 0 { turn.clone() } else { Turn::Whole };
    let calling = |operation| Arguments { operation, span: a.span.clone(), values: a.values };
    let answer = turned(&calling(operation), a.values, turn, &back);
    // A refusal has to name this operation, and not the form that it is made of.
    answer.map_err(|fault| match operation == a.operation {
        true => fault,
        false => turned(a, a.values, turn, &Turn::Not).err().unwrap_or(fault),
    })
}

/// The division or product in the form `(tile, rest)`.
fn zipped_form(a: &Arguments<'_>) -> &'static Operation {
    match a.operation.id {
        Id::TiledProduct | Id::FlatProduct => Id::ZippedProduct.operation(),
        _ => Id::ZippedDivide.operation(),
    }
}

/// A part: the tiles of a division, of which a coordinate fixes some modes.
fn part(a: &Arguments<'_>) -> Answer {
    let named = |fault: Fault| match (&fault, in_own_name(a)) {
        // Conditions that do not depend on the order are told in the name of this operation.
        (Fault::Algebra(error), Some(Fault::Algebra(own))) if own.kind() == error.kind() => {
            Fault::Algebra(own)
        }
        (Fault::Arguments(_), Some(own @ Fault::Arguments(_))) => own,
        _ => fault,
    };
    sliced(a).map_err(named)
}

fn sliced(a: &Arguments<'_>) -> Answer {
    let (mut by, mut coord) = (a.values[1].clone(), a.slicer(2)?);
    if a.len() == 4 {
        let projection = a.slicer(3)?;
        by.0 = Value::from(a.tiler(1)?.dice(&projection)?);
        let kept = (0..projection.rank()).filter(|&i| {
            projection.mode(i).is_ok_and(|mode| mode.leaves().iter().all(Option::is_some))
        });
        coord = coord.select(&kept.collect::<Vec<_>>())?;
    }
    let call = |id: Id, values: &[Operand]| {
        answer(&Arguments { operation: id.operation(), span: a.span.clone(), values })
    };
    let tiles = call(Id::ZippedDivide, &[a.values[0].clone(), by])?;
    let shape = shape_of(&tiles).unwrap_or(Tuple::leaf(1));
    let (tile, rest) = (shape.mode(0)?, shape.mode(1)?);
    let outer = a.operation.id == Id::OuterPartition;
    let (fixed, kept) = if outer { (tile, rest) } else { (rest, tile) };
    let (fixed, kept) = (fixing(&fixed, &coord)?, blanks(&kept)?);
    let Some(fixed) = fixed else {
        return Err(in_own_name(a).unwrap_or_else(|| a.usage().into()));
    };
    let (first, second) = if outer { (fixed, kept) } else { (kept, fixed) };
    let slicer = first.select(&[])?.append(&first)?.append(&second)?;
    let span = a.values[2].1.clone();
    let operands = [(Value::from(slicer), span), (tiles, a.values[0].1.clone())];
    call(Id::SliceAndOffset, &operands)
}

/// `_` for every mode.
fn blanks(half: &Tuple) -> Result<Slicer, Error> {
    let blank = Slicer::leaf(None);
    if half.is_leaf() {
        return Ok(blank);
    }
    (0..half.rank()).try_fold(blank.select(&[])?, |out, _| out.append(&blank))
}

/// A coordinate of one half, filled up with `_`; none where it has more modes.
fn fixing(half: &Tuple, coord: &Slicer) -> Result<Option<Slicer>, Error> {
    if coord.is_leaf() {
        return Ok(Some(*coord));
    }
    if coord.rank() > half.rank() {
        return Ok(None);
    }
    if half.is_leaf() {
        // A half of one mode takes the coordinate of that mode.
        return Ok(Some(if coord.rank() == 0 { Slicer::leaf(None) } else { coord.mode(0)? }));
    }
    coord.append_n(half.rank(), &Slicer::leaf(None)).map(Some)
}

/// Threads in a tile.
fn threads(a: &Arguments<'_>) -> Answer {
    match a.operation.id {
        Id::LocalPartition => {
            // Threads by mode of A; as one layout without modes, over all of it.
            let whole = shape_of(&a.values[1].0).is_none_or(|shape| shape.is_leaf());
            let turn = if whole { Turn::Whole } else { Turn::each() };
            turned(a, a.values, |_| turn.clone(), &turn)
        }
        Id::MakeLayoutTv => turned(a, &padded(a)?, |_| Turn::Whole, &Turn::Whole),
        // Layouts from threads and values to the cells of a tile; an owner is two indices.
        id => {
            let back = if id == Id::TvLayout { Turn::Whole } else { Turn::Not };
            turned(a, a.values, |i| if i == 0 { Turn::each() } else { Turn::Whole }, &back)
        }
    }
}

fn shape_of(value: &Value) -> Option<Tuple> {
    match value {
        Value::Integer(extent) => Some(Tuple::leaf(*extent)),
        Value::Tuple(shape) => Some(**shape),
        Value::Layout(layout) | Value::Slice(layout, _) => Some(layout.shape()),
        Value::Composed(composed) => Some(composed.shape()),
        Value::Coords(layout) | Value::CoordSlice(layout, _) => Some(layout.shape()),
        Value::Tv(tv) => Some(tv.layout().shape()),
        _ => None,
    }
}

/// What is said of the image, told of what was given.
struct Told<'a> {
    given: &'a [Operand],
    image: &'a [Operand],
    /// How the first operand was turned.
    turn: &'a Turn,
}

impl Told<'_> {
    fn fault(&self, fault: Fault) -> Fault {
        match fault {
            Fault::Algebra(error) => Fault::Algebra(Box::new(self.error(&error))),
            Fault::Arguments(mut diagnostic) => {
                for (_, text) in &mut diagnostic.labels {
                    *text = self.text(text);
                }
                if let Some(cause) = diagnostic.cause.take() {
                    let told = refusal(self.error(&cause), &diagnostic.span());
                    (diagnostic.message, diagnostic.cause) = (told.message, told.cause);
                }
                Fault::Arguments(diagnostic)
            }
        }
    }

    fn error(&self, error: &Error) -> Error {
        let path: Vec<usize> = error.mode_path().collect();
        let deep = |shape: &Tuple| path.is_empty() || shape.rank() > path[0];
        let shape = self.given.iter().filter_map(|(value, _)| shape_of(value)).find(deep);
        let path = shape.map_or(path.clone(), |shape| self.turn.path(&shape, &path));
        let kind = match error.kind() {
            ErrorKind::NotALayout { index, expected, found, why, carry: Some(mut carry) } => {
                carry.from_right = true;
                ErrorKind::NotALayout { index, expected, found, why, carry: Some(carry) }
            }
            ErrorKind::BadExtent { leaf, extent } => {
                let shapes = self.given.iter().filter_map(|(value, _)| shape_of(value));
                let mut leaves = shapes
                    .filter_map(|shape| shape.leaves().iter().position(|&found| found == extent));
                ErrorKind::BadExtent { leaf: leaves.next().unwrap_or(leaf), extent }
            }
            kind => kind,
        };
        error.restated(kind, &path, &self.text(error.subject()))
    }

    /// A text that shows operands, or parts of them.
    fn text(&self, text: &str) -> String {
        match self.turn {
            Turn::Not => text.to_owned(),
            Turn::Whole => mirrored_text(text),
            // Whole operands have modes that stayed; what is shown of the inside of one was mirrored.
            _ => self.operands(text).unwrap_or_else(|| mirrored_text(text)),
        }
    }

    /// A text with the operands as they were given; none where it shows none of them.
    fn operands(&self, text: &str) -> Option<String> {
        let texts = self.given.iter().zip(self.image);
        let texts: Vec<(String, String)> = texts
            .map(|((given, _), (image, _))| (given.to_string(), image.to_string()))
            .filter(|(_, image)| image.contains(['(', '<']))
            .collect();
        let (mut out, mut rest, mut found) = (String::new(), text, false);
        while let Some(next) = rest.chars().next() {
            let shown = texts.iter().filter(|(_, image)| rest.starts_with(image.as_str()));
            let (told, length) = match shown.max_by_key(|(_, image)| image.len()) {
                Some((given, image)) => {
                    found = true;
                    (given.as_str(), image.len())
                }
                None => (&rest[..next.len_utf8()], next.len_utf8()),
            };
            out.push_str(told);
            rest = &rest[length..];
        }
        found.then_some(out)
    }
}
