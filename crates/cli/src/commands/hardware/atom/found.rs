//! Atoms, for programs.

use serde::Serialize;
use tilework_hardware::atom::{Atom, Extra, Kind};
use tilework_lang::Diagnostic;

use crate::commands::hardware::read;
use crate::context::Context;

/// The answer of `tilework atom`.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum Found {
    /// One of them.
    Atom(Box<One>),
    /// Several.
    Atoms { atoms: Vec<Row> },
    /// A canonical layout of shared memory.
    Canonical { layout: String, mode: &'static str, major: &'static str, bits: u32 },
}

/// What tells atoms apart.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) arch: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shape: Option<[i64; 3]>,
    /// Of D, A, B and C.
    #[serde(skip_serializing_if = "Option::is_none")]
    types: Option<[Option<&'static str>; 4]>,
    #[serde(skip_serializing_if = "String::is_empty")]
    ptx: String,
    verified: bool,
}

impl Row {
    pub(super) fn of(atom: &Atom) -> Row {
        let types = atom.types().map(|types| {
            let c = types.c.map(|c| c.name());
            [Some(types.d.name()), Some(types.a.name()), Some(types.b.name()), c]
        });
        Row {
            name: atom.to_string(),
            arch: atom.arch().name(),
            shape: atom.shape(),
            types,
            ptx: atom.instruction().to_string(),
            verified: atom.is_verified(),
        }
    }

    /// `f32 = f16 x f16 + f32`.
    pub(super) fn words(&self) -> Option<String> {
        let [d, a, b, c] = self.types?;
        let (d, a, b) = (d?, a?, b?);
        Some(format!("{d} = {a} x {b} + {}", c.unwrap_or(d)))
    }
}

/// All of an atom, by the names of CuTe's traits.
#[derive(Serialize)]
pub(super) struct One {
    #[serde(flatten)]
    row: Row,
    does: &'static str,
    vendor: &'static str,
    source: String,
    thr_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sfa: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sfb: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    src_bits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dst_bits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ref_bits: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    val_id: Option<String>,
    blocks: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'static str>,
}

impl Found {
    /// All of an atom.
    ///
    /// # Errors
    /// What the dialect of `--as` cannot write.
    pub(super) fn atom(context: &Context, atom: &Atom) -> Result<Found, Diagnostic> {
        let shown = |layout: Option<tilework::Layout>| {
            layout.map(|layout| read::shown(context, &layout)).transpose()
        };
        let (mma, copy) = (atom.mma(), atom.copy());
        Ok(Found::Atom(Box::new(One {
            row: Row::of(atom),
            does: match atom.kind() {
                Kind::Mma => "mma",
                Kind::Copy => "copy",
            },
            vendor: atom.vendor().name(),
            source: atom.source().to_string(),
            thr_id: read::shown(context, &atom.thr_id())?,
            a: shown(mma.map(|mma| mma.a))?,
            b: shown(mma.map(|mma| mma.b))?,
            c: shown(mma.map(|mma| mma.c))?,
            e: shown(atom.extra(Extra::E))?,
            sfa: shown(atom.extra(Extra::ScaleA))?,
            sfb: shown(atom.extra(Extra::ScaleB))?,
            src_bits: shown(copy.map(|copy| copy.src))?,
            dst_bits: shown(copy.map(|copy| copy.dst))?,
            ref_bits: shown(copy.map(|copy| copy.reference))?,
            val_id: shown(atom.value_id())?,
            blocks: atom.blocks(),
            remark: atom.remark(),
        })))
    }
}
