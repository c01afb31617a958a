//! TikZ: LaTeX takes it, and finds nothing to complain about.

use std::process::Command;

use tilework::layout;
use tilework_draw::{Limits, View, grid, tikz};

use crate::programs::{directory, find};
use crate::scenes::scenes;

/// The scenes that are compiled: each takes about a second, and these have all there is to draw.
const SCENES: [&str; 17] = [
    "nested",
    "rank0",
    "rank1_wrapped",
    "rank4",
    "summary",
    "marked_slice",
    "strip_negative",
    "threads_wrong",
    "composition",
    "complement1",
    "divide3",
    "productraked2d",
    "hostile",
    "mma_thread",
    "copy_tensor_memory",
    "banks",
    "sectors",
];
/// What means something to TeX, alone or beside another.
const SPECIAL: &str =
    "\\input{x} $x_1^2$ #1 {{ } %; ~ `a' \"b\" | ?` !` ,, --- <<>> @ \u{e9} \u{2192}\n\n";

#[test]
fn compiles() {
    let Some(latex) = find("pdflatex") else {
        println!("skipped: pdflatex is not installed");
        return;
    };
    let directory = directory("tikz");
    let mut all = scenes(Limits::TIKZ);
    all.retain(|(name, _)| SCENES.contains(name));
    assert_eq!(all.len(), SCENES.len());
    all.push(("special", grid(&layout!((2,2):(1,2)), SPECIAL, &View::default())));
    for (name, scene) in all {
        let document = tikz(&scene);
        std::fs::write(directory.join(format!("{name}.tex")), document).unwrap();
        let output = Command::new(&latex)
            .args(["-interaction=nonstopmode", "-halt-on-error", name])
            .current_dir(&directory)
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&output.stdout);
        // LaTeX comes in parts.
        if [".cls' not found", ".sty' not found"].iter().any(|missing| log.contains(missing)) {
            println!("skipped: this LaTeX lacks standalone or TikZ");
            break;
        }
        assert!(output.status.success(), "{name}: {log}");
        assert!(directory.join(format!("{name}.pdf")).is_file(), "{name}: {log}");
        for complaint in ["Warning", "Missing character", "Overfull", "Underfull"] {
            assert!(!log.contains(complaint), "{name}: {log}");
        }
    }
    std::fs::remove_dir_all(directory).unwrap();
}
