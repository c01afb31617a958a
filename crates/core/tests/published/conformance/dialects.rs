//! Where CuTe and Tilework define an operation differently on purpose, with the reason.
//!
//! `conformance/README.md` lists the same reasons. Each applies only where both sides keep their own
//! definition, so that a wrong answer cannot hide here: ours is checked against the law.

use tilework::{Error, ErrorKind};
use tilework_testing::{eval, offsets};

use super::laws::{self, Law};
use super::line::{Answer, Line};

struct Dialect {
    ops: &'static [&'static str],
    reason: &'static str,
    applies: fn(&Line, cute: &Answer, ours: &Result<Answer, Error>) -> bool,
}

const DIALECTS: &[Dialect] = &[
    Dialect {
        ops: &["complement"],
        reason: "CuTe divides a tuple as bound mode by mode; here it means its size",
        applies: |line, _, ours| !line.args.is_int(1) && ours.is_ok(),
    },
    Dialect {
        ops: &["composition"],
        reason: "CuTe lets B have negative offsets, where A is not defined; here that is an error",
        applies: |_, _, ours| matches!(ours, Err(error) if matches!(error.kind(), ErrorKind::NegativeStride { .. })),
    },
    Dialect {
        ops: &["make_ordered_layout"],
        reason: "CuTe lets modes with equal order overlap; here they go from left to right",
        applies: |line, _, _| has_ties(line.args.tuple(1).leaves()),
    },
    Dialect {
        ops: &["make_layout_like"],
        reason: "CuTe lets modes with equal strides overlap; here they go from left to right",
        applies: |line, _, _| has_ties(&strides(line)),
    },
    Dialect {
        ops: &["right_inverse"],
        reason: "of modes with equal strides CuTe takes any; here the leftmost is taken",
        applies: |line, _, _| has_ties(&strides(line)),
    },
    Dialect {
        ops: &["left_inverse"],
        reason: "for a layout that is not injective CuTe gives a quasi-inverse, A(L(A(x))) = A(x); here that is generalized_inverse, and an error where modes overlap",
        applies: |line, cute, ours| {
            ours.is_err()
                && laws::not_injective(&line.args)
                && quasi_inverts(line, cute)
                && is_generalized_inverse(line, cute)
        },
    },
    Dialect {
        ops: &["upcast", "recast_layout"],
        reason: "CuTe rounds up when the elements do not fill the last group; here that is an error",
        applies: |_, _, ours| matches!(ours, Err(error) if matches!(error.kind(), ErrorKind::NotDivisible { .. })),
    },
    Dialect {
        ops: &["replace"],
        reason: "CuTe appends when the mode to replace is the one after the last; here that is an error",
        applies: |line, _, _| line.args.index(1) == line.args.layout(0).rank(),
    },
];

/// The reason for which CuTe's answer differs from ours, which is right by our definition.
pub(super) fn reason(
    line: &Line,
    law: &Law,
    cute: &Answer,
    ours: &Result<Answer, Error>,
) -> Option<&'static str> {
    let dialect = DIALECTS
        .iter()
        .find(|d| d.ops.contains(&line.op.as_str()) && (d.applies)(line, cute, ours))?;
    let ours_is_right = match ours {
        Ok(ours) => law.check(&line.args, ours),
        Err(_) => law.check_none(&line.args),
    };
    ours_is_right.is_ok().then_some(dialect.reason)
}

/// All reasons.
pub(super) fn reasons() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().map(|dialect| dialect.reason)
}

/// The strides of the modes that move.
fn strides(line: &Line) -> Vec<i64> {
    let layout = line.args.layout(0);
    let moving = layout.leaf_modes().iter().filter(|mode| mode.extent > 1 && mode.stride != 0);
    moving.map(|mode| mode.stride).collect()
}

fn has_ties(values: &[i64]) -> bool {
    values.iter().enumerate().any(|(i, value)| values[..i].contains(value))
}

/// Whether an answer is the generalized inverse at every offset, where there is one by strides.
fn is_generalized_inverse(line: &Line, inverse: &Answer) -> bool {
    let (a, Answer::Layout(inverse)) = (line.args.layout(0), inverse) else {
        return false;
    };
    let Ok(ours) = a.generalized_inverse() else { return true };
    offsets(&a).iter().all(|&y| eval(ours.leaf_modes(), y) == eval(inverse.leaf_modes(), y))
}

fn quasi_inverts(line: &Line, inverse: &Answer) -> bool {
    let (a, Answer::Layout(inverse)) = (line.args.layout(0), inverse) else {
        return false;
    };
    offsets(&a).iter().all(|&y| eval(a.leaf_modes(), eval(inverse.leaf_modes(), y)) == y)
}
