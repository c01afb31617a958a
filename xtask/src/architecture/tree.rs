//! The tree of folders in DESIGN.md, each with its sentence: the first one of the module's own text, so that
//! it is written once, and the tree by `cargo xtask tree`.

use std::path::Path;
use std::{fs, slice};

use super::crates;
use super::modules::Modules;
use crate::process::{read, root, write};

const PAGE: &str = "DESIGN.md";
const BEGIN: &str = "<!-- tree: written by `cargo xtask tree` -->";
const END: &str = "<!-- /tree -->";

/// Lines are at most this long.
const WIDTH: usize = 110;

/// Writes the tree into the page.
pub(crate) fn update() -> Result<(), String> {
    write(PAGE, &replaced(&read(PAGE)?, &tree()?)?)
}

/// Whether the page has the tree as it is.
pub(crate) fn check() -> Result<(), String> {
    let page = read(PAGE)?;
    if replaced(&page, &tree()?)? == page {
        Ok(())
    } else {
        Err(format!("{PAGE} does not show the folders as they are: cargo xtask tree"))
    }
}

/// The page with another tree between the marks.
fn replaced(page: &str, tree: &str) -> Result<String, String> {
    let marks = || format!("{PAGE} needs the lines {BEGIN} and {END}, in this order");
    let (before, rest) = page.split_once(BEGIN).ok_or_else(marks)?;
    let (_, after) = rest.split_once(END).ok_or_else(marks)?;
    Ok(format!("{before}{BEGIN}\n\n```text\n{tree}```\n\n{END}{after}"))
}

/// A folder, as it is shown, and what its module says of itself.
struct Folder {
    name: String,
    sentence: String,
}

/// The crates from the ground up, and their folders in the order in which modules are listed.
fn tree() -> Result<String, String> {
    let mut folders = Vec::new();
    for package in crates::from_the_ground_up() {
        let folder = format!("crates/{package}");
        let manifest = read(format!("{folder}/Cargo.toml"))?;
        let field = |name: &str| {
            manifest.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
        };
        let [name, description] =
            ["name", "description"].map(|name| field(name).unwrap_or("?").trim_matches('"'));
        folders.push(Folder {
            name: format!("{folder}/"),
            sentence: format!("{name}: {description}"),
        });
        let src = root().join(folder).join("src");
        below(&Modules::read(&src)?, &[], &src, "  src/", &mut folders)?;
    }
    Ok(text(&folders))
}

/// The modules of a module that are folders.
fn below(
    modules: &Modules,
    path: &[String],
    folder: &Path,
    shown: &str,
    folders: &mut Vec<Folder>,
) -> Result<(), String> {
    let indented = 2 * path.len() + 2;
    for child in modules.children(path) {
        let folder = folder.join(child);
        if !folder.is_dir() {
            continue;
        }
        let path = [path, slice::from_ref(child)].concat();
        let module =
            modules.all.get(&path).ok_or_else(|| format!("{} is no module", folder.display()))?;
        folders
            .push(Folder { name: format!("{shown}{child}/"), sentence: sentence(&module.file)? });
        below(modules, &path, &folder, &" ".repeat(indented + 2), folders)?;
    }
    Ok(())
}

/// The first sentence of what a file says about itself.
fn sentence(file: &Path) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))?;
    first_sentence(&text).ok_or_else(|| format!("{} does not begin with `//! ...`", file.display()))
}

fn first_sentence(text: &str) -> Option<String> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let heading = |line: &&str| line.is_empty() || line.starts_with('#');
    let lines: Vec<&str> = lines.skip_while(heading).take_while(|line| !line.is_empty()).collect();
    let paragraph = lines.join(" ");
    let sentence = paragraph.split_once(". ").map_or(paragraph.as_str(), |(first, _)| first);
    let sentence = sentence.trim_end_matches('.').replace(['`', '[', ']', '*'], "");
    (!sentence.is_empty()).then_some(sentence)
}

fn text(folders: &[Folder]) -> String {
    let column = folders.iter().map(|folder| folder.name.len()).max().unwrap_or(0) + 2;
    let mut text = String::new();
    for Folder { name, sentence } in folders {
        let mut line = format!("{name:<column$}");
        for word in sentence.split(' ') {
            if line.len() + word.len() > WIDTH {
                text += line.trim_end();
                text += "\n";
                line = " ".repeat(column);
            }
            line += word;
            line += " ";
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_counts() {
        let first = |text| first_sentence(text).unwrap();
        assert_eq!(
            first("//! The `algebra`: coalesce,\n//! compose. More.\n"),
            "The algebra: coalesce, compose"
        );
        assert_eq!(
            first("//! # Title\n//!\n//! One [thing].\n//!\n//! Two.\nmod a;\n"),
            "One thing"
        );
        assert_eq!(first_sentence("mod a;\n"), None);
    }

    #[test]
    fn the_page_around_the_tree_stays() {
        let page = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let new = replaced(&page, "crates/x\n").unwrap();
        assert_eq!(new, format!("a\n{BEGIN}\n\n```text\ncrates/x\n```\n\n{END}\nb\n"));
        assert_eq!(replaced(&new, "crates/x\n").unwrap(), new);
        assert!(replaced("a", "b").is_err());
    }

    #[test]
    fn long_sentences_go_on_below() {
        let sentence = ["word"; 30].join(" ");
        let shown = text(&[Folder { name: "crates/x".into(), sentence }]);
        assert!(shown.lines().count() > 1 && shown.lines().all(|line| line.len() <= WIDTH));
        assert!(shown.lines().nth(1).unwrap().starts_with("          word"));
    }
}
