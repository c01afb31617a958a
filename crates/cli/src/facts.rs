//! What there is to know about a layout, in one line or as JSON.

use std::fmt;

use serde::Serialize;
use tilework::Layout;

use crate::json::{Tree, shape_and_stride};

/// The facts of a layout.
#[derive(Serialize)]
pub(crate) struct Facts {
    shape: Tree,
    stride: Tree,
    size: i64,
    cosize: i64,
    rank: usize,
    depth: usize,
    /// `None`: undecided within the budget.
    injective: Option<bool>,
    contiguous: bool,
    vector_width: i64,
}

impl Facts {
    pub(crate) fn of(layout: &Layout) -> Facts {
        let (shape, stride) = shape_and_stride(layout);
        Facts {
            shape,
            stride,
            size: layout.size(),
            cosize: layout.cosize(),
            rank: layout.rank(),
            depth: layout.depth(),
            injective: layout.is_injective().ok(),
            contiguous: layout.is_contiguous(),
            vector_width: layout.vector_width(),
        }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { size, cosize, rank, depth, .. } = self;
        write!(f, "size {size}, cosize {cosize}, rank {rank}, depth {depth}, injective ")?;
        f.write_str(match self.injective {
            Some(true) => "yes",
            Some(false) => "no",
            None => "undecided",
        })?;
        if self.contiguous {
            f.write_str(", contiguous")
        } else {
            write!(f, ", vector width {}", self.vector_width)
        }
    }
}
