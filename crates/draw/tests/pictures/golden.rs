//! Every scene in every text format, byte for byte. `UPDATE=1 cargo test -p tilework-draw` writes
//! the files anew; the difference is to be read, and the pictures to be looked at.

use std::fs;
use std::path::PathBuf;

use tilework_draw::*;

use crate::scenes::scenes;

fn golden(extension: &str, limits: Limits, render: impl Fn(&Scene) -> String) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (name, scene) in scenes(limits) {
        let path = folder.join(format!("{name}.{extension}"));
        let drawn = render(&scene);
        if update {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &drawn).unwrap();
        } else if fs::read_to_string(&path).ok().as_ref() != Some(&drawn) {
            wrong.push(path);
        }
    }
    assert!(wrong.is_empty(), "other than the golden files: {wrong:#?}");
}

#[test]
fn svg_files() {
    golden("svg", Limits::TERMINAL.labels(1024), |scene| svg(scene, None));
}

#[test]
fn tikz_files() {
    golden("tex", Limits::TIKZ, tikz);
}

#[test]
fn terminal_files() {
    golden("txt", Limits::TERMINAL, |scene| terminal(scene, ColorDepth::None, 120));
}

#[test]
fn colors_of_the_terminal() {
    let (_, scene) =
        scenes(Limits::TERMINAL).into_iter().find(|(name, _)| *name == "product1").unwrap();
    let plain = terminal(&scene, ColorDepth::None, 120);
    for (depth, code) in [(ColorDepth::Ansi256, "\u{1b}[48;5;"), (ColorDepth::True, "\u{1b}[48;2;")]
    {
        let painted = terminal(&scene, depth, 120);
        assert!(painted.contains(code), "{painted:?}");
        // Colours change nothing else.
        let legend = "(colour: copy of A)\n";
        assert_eq!(without_codes(&painted).replace(legend, ""), plain);
    }
}

fn without_codes(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('\u{1b}');
    out.push_str(parts.next().unwrap());
    for part in parts {
        out.push_str(&part[part.find('m').unwrap() + 1..]);
    }
    let lines = out.lines().map(|line| line.trim_end());
    lines.map(|line| format!("{line}\n")).collect()
}
