//! What each operation promises about functions.

mod algebra;
mod decisions;
mod function;
mod inside;
mod tiles;
mod views;

use std::ops::Range;

use crate::checks::{Case, Law, of_shape};
use crate::oracle::Fun;

/// What the operations of a case are asked about.
struct Chosen {
    n: i64,
    m: i64,
    rank: i64,
    mode: i64,
}

impl Chosen {
    fn of(case: &Case) -> Chosen {
        let rank = case.a.modes.len() as i64;
        Chosen { n: case.n, m: case.m, rank, mode: case.n % rank }
    }

    /// A tuple that has the same for every mode.
    fn each(&self, leaf: &str) -> String {
        format!("({})", vec![leaf; self.rank as usize].join(","))
    }

    /// A coordinate that leaves the chosen mode open.
    fn fixed(&self) -> String {
        let item = |i| if i == self.mode { "_".to_owned() } else { (self.n % 3).to_string() };
        format!("({})", (0..self.rank).map(item).collect::<Vec<_>>().join(","))
    }
}

/// The laws of an operation, for each place that a composed layout can have in it; `None` for an
/// operation that is not known here.
pub(crate) fn laws(name: &str, case: &Case) -> Option<Vec<Law>> {
    let chosen = &Chosen::of(case);
    without_function(name, chosen)
        .or_else(|| inside::laws(name, chosen))
        .or_else(|| function::laws(name, case, chosen))
        .or_else(|| views::laws(name, case, chosen))
        .or_else(|| algebra::laws(name, chosen))
        .or_else(|| tiles::laws(name, case, chosen))
        .or_else(|| decisions::laws(name, chosen))
}

/// What only the shape decides, or what has nothing to do with layouts.
fn without_function(name: &str, &Chosen { n, rank, .. }: &Chosen) -> Option<Vec<Law>> {
    Some(match name {
        "make_layout_left" | "make_layout_right" | "rank" | "depth" | "length" | "shape"
        | "size" | "make_layout_like" => vec![of_shape(&format!("{name}(A)"))],
        "make_ordered_layout" => {
            let order: Vec<String> = (0..rank).rev().map(|i| i.to_string()).collect();
            vec![of_shape(&format!("{name}(A, ({}))", order.join(",")))]
        }
        "congruent" | "weakly_congruent" | "compatible" | "weakly_compatible"
        | "evenly_divides" => {
            vec![of_shape(&format!("{name}(A, P)")), of_shape(&format!("{name}(P, A)"))]
        }
        "idx2crd" => vec![of_shape(&format!("{name}({n}, A)"))],
        "crd2crd" => vec![of_shape(&format!("{name}({n}, A, (2,2))"))],
        "make_swizzle"
        | "make_xor_map"
        | "apply"
        | "inverse"
        | "make_identity_layout"
        | "recover"
        | "shape_div"
        | "shape_mod"
        | "ceil_div"
        | "domain_distribute"
        | "f2_rank" => Vec::new(),
        // The hardware has tests of its own.
        "make_tiled_mma"
        | "make_tiled_copy"
        | "make_tiled_copy_A"
        | "make_tiled_copy_B"
        | "make_tiled_copy_C"
        | "make_copy_atom"
        | "get_slice"
        | "partition_A"
        | "partition_B"
        | "partition_C"
        | "partition_S"
        | "partition_D"
        | "partition_fragment_A"
        | "partition_fragment_B"
        | "partition_fragment_C"
        | "thrfrg_A"
        | "thrfrg_B"
        | "thrfrg_C"
        | "tidfrg_S"
        | "tidfrg_D"
        | "retile_S"
        | "retile_D"
        | "bank_report"
        | "global_report"
        | "widest_vector"
        | "solve_swizzle"
        | "solve_xor"
        | "solve_padding"
        | "descriptor"
        | "tma_check"
        | "tma_box" => Vec::new(),
        _ => return None,
    })
}

/// The leaves of a mode.
fn leaves_of(of: &Fun, mode: i64) -> Range<usize> {
    let first = of.modes[..mode as usize].iter().map(Vec::len).sum();
    first..first + of.modes[mode as usize].len()
}
