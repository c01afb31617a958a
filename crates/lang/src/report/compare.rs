//! Two layouts side by side: are they the same function, and how do their shapes relate?

use std::fmt;

use serde::Serialize;
use tilework::{AnyLayout, Error, Order, Vector, idx2crd};

use super::answer::{Refusal, order_name};
use super::facts::{Facts, vector, vector_in};
use super::operand::{any_layout, refused};
use crate::Scope;
use crate::operations::mirror::Turn;

/// What two layouts have in common.
///
/// Its `Display` form says it in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The first layout.
    pub a: String,
    /// The second one.
    pub b: String,
    /// Whether both have the same size, and the same offset at every index.
    pub same_function: bool,
    /// The first index below both sizes at which the offsets differ.
    pub first_difference: Option<Difference>,
    /// Whether both are nested alike.
    pub congruent: bool,
    /// Whether B's shape refines A's ...
    pub a_compatible_with_b: bool,
    /// ... and A's refines B's.
    pub b_compatible_with_a: bool,
    /// The order in which indices count, where it is not CuTe's: `lex`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<&'static str>,
    /// What there is to know about each.
    pub facts: [Facts; 2],
    /// The widest vector of a copy between them, along a mode of the first; none where the sizes differ.
    #[serde(serialize_with = "vector")]
    pub common_vector: Option<Vector>,
}

/// An index at which two layouts differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The index.
    pub index: i64,
    /// The offset of the first layout there.
    pub a: i64,
    /// The offset of the second one.
    pub b: i64,
    /// The index as a coordinate of each.
    #[serde(skip)]
    pub coordinates: [String; 2],
}

/// Compares two expressions that are layouts.
///
/// # Errors
/// Why one of them is none, or that it was not decided whether they are one function.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// let comparison = report::compare(&mut Scope::new(), "(4,8):(1,4)", "(4,8):(8,1)").unwrap();
/// let difference = comparison.first_difference.as_ref().unwrap();
/// assert_eq!((difference.index, difference.a, difference.b), (1, 1, 8));
/// assert_eq!(
///     comparison.to_string().lines().next(),
///     Some("not the same function: at index 1, A(1,0) = 1 and B(1,0) = 8")
/// );
/// ```
pub fn compare(scope: &mut Scope, a: &str, b: &str) -> Result<Comparison, Refusal> {
    let order = scope.order();
    let mut layout =
        |text: &str| any_layout(scope, text, 0).map_err(|diagnostic| Refusal::of(text, diagnostic));
    let (a, b) = (layout(a)?, layout(b)?);
    Comparison::of_in(order, &a, &b).map_err(|error| refused(error, 0..0).into())
}

impl Comparison {
    /// Compares two layouts, where indices count leftmost fastest.
    ///
    /// # Errors
    /// [`Undecided`](tilework::ErrorKind::Undecided): whether they differ was not found out within the budget.
    pub fn of(a: &AnyLayout, b: &AnyLayout) -> Result<Comparison, Error> {
        Comparison::of_in(Order::Colex, a, b)
    }

    /// Compares two layouts, where indices count in this order.
    ///
    /// # Errors
    /// As [`of`](Comparison::of).
    ///
    /// ```
    /// use tilework::{Order, layout};
    /// use tilework_lang::report::Comparison;
    ///
    /// let (rows, line) = (layout!((4,8):(8,1)).into(), layout!(32:1).into());
    /// assert!(Comparison::of_in(Order::Lex, &rows, &line)?.same_function);
    /// assert!(!Comparison::of(&rows, &line)?.same_function);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_in(order: Order, a: &AnyLayout, b: &AnyLayout) -> Result<Comparison, Error> {
        let counted = |layout: &AnyLayout| match order {
            Order::Colex => Ok(*layout),
            Order::Lex => Turn::Whole.any(layout),
        };
        let (counted_a, counted_b) = (counted(a)?, counted(b)?);
        let index = counted_a.first_difference(&counted_b)?;
        let first_difference = index.and_then(|index| {
            Some(Difference {
                index,
                a: counted_a.at_index(index).ok()?,
                b: counted_b.at_index(index).ok()?,
                coordinates: [a, b].map(|layout| coordinate(order, index, layout)),
            })
        });
        let (a_shape, b_shape) = (a.shape(), b.shape());
        Ok(Comparison {
            a: a.to_string(),
            b: b.to_string(),
            same_function: index.is_none() && a.size() == b.size(),
            first_difference,
            congruent: a_shape.congruent(&b_shape),
            a_compatible_with_b: a_shape.compatible(&b_shape),
            b_compatible_with_a: b_shape.compatible(&a_shape),
            order: order_name(order),
            facts: [a, b].map(|layout| Facts::of_in(order, layout)),
            common_vector: counted_a
                .common_vector(&counted_b)
                .ok()
                .map(|found| vector_in(order, found, &a.shape())),
        })
    }

    /// The first words of the `Display` form: whether it is one function.
    pub fn verdict(&self) -> &'static str {
        if self.same_function { "the same function" } else { "not the same function" }
    }
}

/// An index as a coordinate of a layout, in parentheses.
fn coordinate(order: Order, index: i64, layout: &AnyLayout) -> String {
    let coordinate = match order {
        Order::Colex => idx2crd(index, &layout.shape()),
        Order::Lex => idx2crd(index, &layout.shape().mirrored()).map(|coord| coord.mirrored()),
    };
    match coordinate {
        Ok(coordinate) if !coordinate.is_leaf() => coordinate.to_string(),
        _ => format!("({index})"),
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { a, b, facts, .. } = self;
        f.write_str(self.verdict())?;
        match &self.first_difference {
            Some(Difference { index, a, b, coordinates: [at_a, at_b] }) => {
                writeln!(f, ": at index {index}, A{at_a} = {a} and B{at_b} = {b}")?;
            }
            None if self.same_function => writeln!(f)?,
            None => {
                let common = facts[0].size.min(facts[1].size);
                writeln!(f, ": the sizes differ, the first {common} offsets agree")?;
            }
        }
        writeln!(f, "  A = {a}\n      {}", facts[0])?;
        writeln!(f, "  B = {b}\n      {}", facts[1])?;
        let yes = |truth: bool| if truth { "yes" } else { "no" };
        writeln!(f, "congruent (nested alike): {}", yes(self.congruent))?;
        write!(
            f,
            "compatible: A with B (B refines A's shape) {}, B with A {}",
            yes(self.a_compatible_with_b),
            yes(self.b_compatible_with_a)
        )?;
        match &self.common_vector {
            Some(vector) => write!(f, "\ncopy between them: vector {vector}"),
            None => Ok(()),
        }
    }
}
