//! Two layouts side by side: are they the same function, and how do their shapes relate?

use std::fmt;

use serde::Serialize;
use tilework::{AnyLayout, Error, Vector, idx2crd};

use super::answer::Refusal;
use super::facts::{Facts, vector};
use super::operand::{any_layout, refused};
use crate::Scope;

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
    let mut layout =
        |text: &str| any_layout(scope, text, 0).map_err(|diagnostic| Refusal::of(text, diagnostic));
    let (a, b) = (layout(a)?, layout(b)?);
    Comparison::of(&a, &b).map_err(|error| refused(error, 0..0).into())
}

impl Comparison {
    /// Compares two layouts.
    ///
    /// # Errors
    /// [`Undecided`](tilework::ErrorKind::Undecided): whether they differ was not found out within the budget.
    pub fn of(a: &AnyLayout, b: &AnyLayout) -> Result<Comparison, Error> {
        let index = a.first_difference(b)?;
        let first_difference = index.and_then(|index| {
            Some(Difference {
                index,
                a: a.at_index(index).ok()?,
                b: b.at_index(index).ok()?,
                coordinates: [a, b].map(|layout| coordinate(index, layout)),
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
            facts: [a, b].map(Facts::of),
            common_vector: a.common_vector(b).ok(),
        })
    }

    /// The first words of the `Display` form: whether it is one function.
    pub fn verdict(&self) -> &'static str {
        if self.same_function { "the same function" } else { "not the same function" }
    }
}

/// An index as a coordinate of a layout, in parentheses.
fn coordinate(index: i64, layout: &AnyLayout) -> String {
    match idx2crd(index, &layout.shape()) {
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
