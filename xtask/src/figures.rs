//! `cargo xtask figures`: the pictures of the documents, drawn by the command, and the pages that show them.

mod atoms;
mod gallery;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::process::{cargo, command, output, read, root, run, target_dir, text, write};

/// A picture: its name, the command that draws it with its arguments, and its caption.
struct Figure {
    name: &'static str,
    command: &'static str,
    args: &'static [&'static str],
    caption: &'static str,
}

/// The figure of an expression.
const fn figure(
    name: &'static str,
    args: &'static [&'static str],
    caption: &'static str,
) -> Figure {
    Figure { name, command: "draw", args, caption }
}

/// The figures of a question about hardware.
const fn asked(
    name: &'static str,
    command: &'static str,
    args: &'static [&'static str],
    caption: &'static str,
) -> Figure {
    Figure { name, command, args, caption }
}

/// A heading, and the figures below it.
type Section = (&'static str, &'static [Figure]);

/// A page that shows figures, each with the command that draws it.
struct Page {
    path: &'static str,
    introduction: &'static str,
    sections: &'static [Section],
}

const PAGES: &[Page] = &[gallery::PAGE, atoms::PAGE];

const FOLDER: &str = "docs/figures";

/// Draws all figures and writes the gallery; or only says which would change.
pub(crate) fn figures(check: bool) -> Result<(), String> {
    run(&mut cargo("build --quiet --release --package tilework-cli"))?;
    let files = draw(&target_dir().join("release").join("tilework"))?;
    if check { current(&files) } else { write_all(&files) }
}

/// Whether all figures are what this command draws.
pub(crate) fn check(tool: &Path) -> Result<(), String> {
    current(&draw(tool)?)
}

/// All files, with their contents.
fn draw(tool: &Path) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for Page { path, introduction, sections } in PAGES {
        let mut page = (*introduction).to_owned();
        for (section, figures) in *sections {
            let _ = write!(page, "\n## {section}\n");
            for figure in *figures {
                files.push((format!("{FOLDER}/{}.svg", figure.name), figure.drawn(tool)?));
                page += &figure.shown();
            }
        }
        files.push(((*path).to_owned(), page));
    }
    Ok(files)
}

impl Figure {
    /// The picture.
    fn drawn(&self, tool: &Path) -> Result<String, String> {
        let mut draw = command(tool, self.command);
        draw.args(self.args).args(["--format", "svg"]);
        output(&mut draw).ok_or_else(|| text(&draw))
    }

    /// The picture on a page, with the command below it.
    fn shown(&self) -> String {
        let Figure { name, command, args, caption } = self;
        let typed: Vec<_> = args.iter().map(|arg| quoted(arg)).collect();
        let typed = typed.join(" ");
        format!(
            "\n{caption}\n\n![{name}](figures/{name}.svg)\n\n```sh\ntilework {command} {typed} -o {name}.svg\n```\n"
        )
    }
}

/// As one types it in a shell.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-=._".contains(c);
    if arg.chars().all(plain) { arg.to_owned() } else { format!("\"{arg}\"") }
}

fn write_all(files: &[(String, String)]) -> Result<(), String> {
    let folder = root().join(FOLDER);
    // What is no longer drawn goes.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
    for (path, text) in files {
        write(path, text)?;
    }
    println!("{} files written", files.len());
    Ok(())
}

fn current(files: &[(String, String)]) -> Result<(), String> {
    let is = |path: &str, text: &str| read(path).is_ok_and(|old| old == text);
    let mut stale: Vec<&str> = files
        .iter()
        .filter(|(path, text)| !is(path, text))
        .map(|(path, _)| path.as_str())
        .collect();
    let drawn = |path: &Path| files.iter().any(|(file, _)| root().join(file) == path);
    let folder = fs::read_dir(root().join(FOLDER)).map_err(|why| format!("{FOLDER}: {why}"))?;
    if folder.flatten().any(|entry| !drawn(&entry.path())) {
        stale.push("a file that nothing draws");
    }
    match stale.as_slice() {
        [] => Ok(()),
        stale => Err(format!("not current, run `cargo xtask figures`: {}", stale.join(", "))),
    }
}
