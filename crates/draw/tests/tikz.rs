//! TikZ: LaTeX takes it, and finds nothing to complain about.

mod common;

use std::process::Command;

use common::{directory, find, scenes};
use tilework_draw::{Limits, tikz};

#[test]
fn compiles() {
    let Some(latex) = find("pdflatex") else {
        println!("skipped: pdflatex is not installed");
        return;
    };
    let directory = directory("tikz");
    for (name, scene) in scenes(Limits::TIKZ) {
        let document = tikz(&scene);
        assert_eq!(document, tikz(&scene));
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
