//! The operations that programs call most, on layouts: without values of the language on the way.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};
use tilework::{Error, Tiler};
use tilework_lang::operations::Id;

use crate::layout::Layout;
use crate::refusal;

/// The answer, where the arguments are layouts, and a number if one is asked for; `None` for all else.
#[inline]
pub(crate) fn call<'py>(id: Id, args: &Bound<'py, PyTuple>) -> Option<PyResult<Bound<'py, PyAny>>> {
    let first = args.get_borrowed_item(0).ok()?;
    let a = &first.cast_exact::<Layout>().ok()?.get().0;
    let mut out = tilework::Layout::UNIT;
    let done = match args.len() {
        1 => alone(id, a, &mut out)?,
        2 => {
            let second = args.get_borrowed_item(1).ok()?;
            if let Ok(b) = second.cast_exact::<Layout>() {
                both(id, a, &b.get().0, &mut out)?
            } else if id == Id::Complement && second.is_exact_instance_of::<PyInt>() {
                a.complement_into(second.extract().ok()?, &mut out)
            } else {
                return None;
            }
        }
        _ => return None,
    };
    Some(match done {
        Ok(()) => Bound::new(args.py(), Layout(out)).map(Bound::into_any),
        Err(error) => Err(refusal::call(error, id, args)),
    })
}

type Given<'a> = &'a tilework::Layout;

fn alone(id: Id, a: Given<'_>, out: &mut tilework::Layout) -> Option<Result<(), Error>> {
    let answer = match id {
        Id::Coalesce => Ok(a.coalesce()),
        Id::RightInverse => Ok(a.right_inverse()),
        Id::LeftInverse => a.left_inverse(),
        Id::Complement => a.complement_default(),
        _ => return None,
    };
    Some(answer.map(|answer| *out = answer))
}

fn both(
    id: Id,
    a: Given<'_>,
    b: Given<'_>,
    out: &mut tilework::Layout,
) -> Option<Result<(), Error>> {
    let tiler = || Tiler::layout(*b);
    let answer = match id {
        Id::Composition => return Some(a.compose_into(b, out)),
        Id::LogicalDivide => return Some(a.logical_divide_into(&tiler(), out)),
        Id::ZippedDivide => a.zipped_divide(&tiler()),
        Id::TiledDivide => a.tiled_divide(&tiler()),
        Id::FlatDivide => a.flat_divide(&tiler()),
        Id::LogicalProduct => a.logical_product(&tiler()),
        Id::ZippedProduct => a.zipped_product(&tiler()),
        Id::TiledProduct => a.tiled_product(&tiler()),
        Id::FlatProduct => a.flat_product(&tiler()),
        Id::BlockedProduct => a.blocked_product(b),
        Id::RakedProduct => a.raked_product(b),
        _ => return None,
    };
    Some(answer.map(|answer| *out = answer))
}
