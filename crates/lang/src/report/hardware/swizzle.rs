//! Requests for the best swizzle and the best padding: `swizzle`, `padding`.

use serde_json::json;
use tilework::{AnyLayout, Layout, Swizzle};
use tilework_hardware::swizzle::{Options, PaddingOptions, solve, solve_padding};

use super::access::list;
use super::fields::{Answer, Fields, refused, usage};
use super::machine::machine;

/// The swizzles with the fewest wavefronts.
pub(super) fn swizzle(fields: Fields<'_>) -> Answer {
    let (layout, bits) = (fields.layout("layout")?, fields.count("bits")?);
    let options = Options { negative: fields.truth_or("signed", false)? };
    let solution = machine(fields)?.with(|machine| {
        let accesses = list(fields, &layout, bits, machine)?;
        solve(&layout, &accesses, bits, machine, &options).map_err(refused)
    })?;
    let numbers = |swizzle: Swizzle| {
        [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())]
    };
    Ok(json!({
        "best": solution.wavefronts,
        "ideal": solution.ideal,
        "count": solution.count,
        "least": numbers(solution.least),
        "all": solution.all().map(numbers).collect::<Vec<_>>(),
    }))
}

/// The padding of rows with the fewest wavefronts.
pub(super) fn padding(fields: Fields<'_>) -> Answer {
    let (rows, columns) = (fields.integer("rows")?, fields.integer("cols")?);
    let bits = fields.count("bits")?;
    if rows < 1 || columns < 1 {
        return Err(usage(format!("{rows} rows of {columns} elements are no tile")));
    }
    let layout = Layout::new((rows, columns), (columns, 1)).map_err(refused)?;
    let options = PaddingOptions {
        step_bytes: Some(fields.count_or("step_bytes", 16)?),
        most_bytes: Some(fields.count_or("max_pad_bytes", 128)?),
    };
    let padding = machine(fields)?.with(|machine| {
        let accesses = list(fields, &AnyLayout::Plain(layout), bits, machine)?;
        solve_padding(&layout, &accesses, bits, machine, &options).map_err(refused)
    })?;
    Ok(json!({
        "best": padding.wavefronts,
        "pad_bytes": padding.pad_bytes,
        "ideal": padding.ideal,
    }))
}
