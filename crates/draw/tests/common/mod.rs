//! Scenes of every kind, for every output, and what programs that read outputs need.

// Each test uses its part of this.
#![allow(dead_code, unreachable_pub)]

pub mod browser;

use std::path::{Path, PathBuf};

use tilework::{Result, layout};
use tilework_draw::{
    ByOwner, Divide, Inverse, Limits, Product, Scene, Subject, View, complement, composition,
    divide, grid, inverse, product, slice, strip, threads,
};

/// A program in the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// A directory of this run's own.
pub fn directory(name: &str) -> PathBuf {
    let name = format!("{name}-{}", std::process::id());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).expect("the target directory can be written to");
    directory
}

/// Text that no output may take for its own.
pub fn hostile() -> String {
    let html = "</title></script><script>alert('1')</script><b x=\"y\"> & &amp; <!-- ]]>";
    let tex = "\\input{x} $x_1^2$ #1 {{ } %; ~ `a' \"b\" | ?` ,, -- <<";
    format!("{html} {tex} \u{e9} \u{2192}")
}

/// A scene of every kind, with its name.
pub fn scenes(limits: Limits) -> Vec<(&'static str, Scene)> {
    every(&View::within(limits)).expect("all of these are defined")
}

fn every(view: &View) -> Result<Vec<(&'static str, Scene)>> {
    let of = |layout: &tilework::Layout| grid(&Subject::new(layout), &layout.to_string(), view);
    let a = layout!((4,6):(6,1));
    let (tile, tiler) = (layout!((2,2):(1,2)), layout!((2,3):(1,2)));
    let tv = layout!(((4,8),(2,2)):((32,1),(16,8)));
    Ok(vec![
        ("grid", of(&layout!((4,(2,2)):(2,(1,8))))),
        ("rank1", of(&layout!(100:2))),
        ("rank3", of(&layout!((2,3,4):(1,2,6)))),
        ("rank4", of(&layout!((2,3,(2,2),2):(1,2,(6,12),24)))),
        ("negative", of(&layout!((3,2):(-2,1)))),
        ("blocks", of(&layout!((4096,4096):(4096,1)))),
        ("repeats", of(&layout!((4,4):(0,1)))),
        ("composition", composition(&a, &layout!((2,(2,2)):(2,(4,8))).into(), "A o B", view)?),
        ("complement", complement(&layout!((2,2):(1,6)), 24, "complement(A, 24)", view)?),
        (
            "divide",
            divide(Divide::Zipped, &a, &layout!(4:2).into(), "zipped_divide(A, 4:2)", view)?,
        ),
        (
            "product",
            product(Product::Blocked, &tile, &tiler.into(), "blocked_product(A, B)", view)?,
        ),
        ("inverse", inverse(Inverse::Right, &a, "right_inverse(A)", view)?),
        ("slice", slice(&a, &"(_,2)".parse()?, "slice", view)?),
        ("strip", strip(&layout!((3,4):(3,2)), "offsets", view)),
        ("tv", threads(&tv, &layout!((16,8):(1,16)).shape(), "T and V", ByOwner::Thread, view)?),
        ("hostile", grid(&Subject::new(&tile), &hostile(), view)),
    ])
}
