//! The modules of a crate, in the order in which they are listed, and the paths that they use.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::tokens::{Token, tokens};

/// A module with a file of its own.
pub(super) struct Module {
    /// `["algebra", "compose"]`; the root has none.
    pub(super) path: Vec<String>,
    pub(super) file: PathBuf,
    /// The modules that it lists, in order.
    children: Vec<String>,
    /// Names that it takes from elsewhere, with where from.
    imports: BTreeMap<String, Vec<String>>,
    /// What it uses: paths from the root of the crate, with their lines.
    pub(super) uses: Vec<(Vec<String>, usize)>,
}

/// All modules of a crate.
pub(super) struct Modules {
    pub(super) all: BTreeMap<Vec<String>, Module>,
    /// Where macros are defined: exported ones are used from the root.
    macros: BTreeMap<String, Vec<String>>,
}

impl Modules {
    /// Reads the modules below `src`, from `lib.rs`, or `main.rs` where there is none.
    pub(super) fn read(src: &Path) -> Result<Self, String> {
        let mut modules = Self { all: BTreeMap::new(), macros: BTreeMap::new() };
        let root =
            ["lib.rs", "main.rs"].map(|name| src.join(name)).into_iter().find(|f| f.exists());
        let root = root.ok_or_else(|| format!("{} has no root", src.display()))?;
        modules.add(Vec::new(), root, src)?;
        Ok(modules)
    }

    fn add(&mut self, path: Vec<String>, file: PathBuf, folder: &Path) -> Result<(), String> {
        let text = fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let found = scan(&tokens(&text), &path);
        for name in found.macros {
            self.macros.insert(name, path.clone());
        }
        for child in &found.children {
            let below = folder.join(child);
            let file = [below.with_extension("rs"), below.join("mod.rs")];
            // A module without a file is written in place.
            if let Some(file) = file.into_iter().find(|file| file.exists()) {
                self.add([&path[..], std::slice::from_ref(child)].concat(), file, &below)?;
            }
        }
        let module = Module {
            path: path.clone(),
            file,
            children: found.children,
            imports: found.imports,
            uses: found.uses,
        };
        self.all.insert(path, module);
        Ok(())
    }

    /// The module in which what a path names is defined, as far as names are taken from one module by another.
    pub(super) fn resolve(&self, path: &[String]) -> Vec<String> {
        let (mut here, mut rest) = (Vec::new(), path.to_vec());
        // Each round goes one module down or follows one import; a circle of imports does not compile.
        for _ in 0..32 {
            let (Some(module), Some(name)) = (self.all.get(&here), rest.first().cloned()) else {
                break;
            };
            if module.children.contains(&name) {
                here.push(rest.remove(0));
            } else if let Some(from) = module.imports.get(&name) {
                rest.remove(0);
                let mut path = from.clone();
                path.append(&mut rest);
                (here, rest) = (Vec::new(), path);
            } else {
                if let Some(home) = self.macros.get(&name).filter(|_| here.is_empty()) {
                    here.clone_from(home);
                }
                break;
            }
        }
        here
    }

    /// The modules that a module lists, in order.
    pub(super) fn children(&self, parent: &[String]) -> &[String] {
        self.all.get(parent).map_or(&[], |module| &module.children)
    }
}

#[derive(Default)]
struct Found {
    children: Vec<String>,
    imports: BTreeMap<String, Vec<String>>,
    uses: Vec<(Vec<String>, usize)>,
    macros: Vec<String>,
}

/// Reads one file, which is the module `path`.
fn scan(tokens: &[Token], path: &[String]) -> Found {
    let mut found = Found::default();
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    let mut depth = 0;
    // Modules that are written in place, with the depth of their braces.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let in_use = i > 0 && text(i - 1) == "use";
        match text(i) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inline.pop_if(|(_, opened)| *opened == depth);
            }
            "mod" if matches!(text(i + 2), ";" | "{") && inline.is_empty() && depth == 0 => {
                found.children.push(text(i + 1).to_owned());
                if text(i + 2) == "{" {
                    inline.push((text(i + 1).to_owned(), depth));
                    depth += 1;
                }
                i += 2;
            }
            "macro_rules" if text(i + 1) == "!" => found.macros.push(text(i + 2).to_owned()),
            "crate" | "super" | "self"
                if text(i + 1) == "::" && (i == 0 || text(i - 1) != "::") =>
            {
                let mut here = path.to_vec();
                here.extend(inline.iter().map(|(name, _)| name.clone()));
                i = follow(tokens, i, here, in_use && inline.is_empty(), &mut found);
                continue;
            }
            // `use child::Name`, where a child is not named from the root.
            word if in_use && is_name(word) => {
                let mut here = path.to_vec();
                here.extend(inline.iter().map(|(name, _)| name.clone()));
                // What begins with another crate's name is no path in this one, and leads nowhere.
                i = tree(tokens, i, here, in_use && inline.is_empty(), &mut found);
                continue;
            }
            _ => {}
        }
        i += 1;
    }
    found
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Reads what begins with `crate`, `self` or `super`.
fn follow(
    tokens: &[Token],
    mut i: usize,
    mut here: Vec<String>,
    import: bool,
    found: &mut Found,
) -> usize {
    while let Some(token) = tokens.get(i) {
        match token.text.as_str() {
            "crate" => here.clear(),
            "super" => drop(here.pop()),
            "self" => {}
            _ => break,
        }
        if tokens.get(i + 1).is_none_or(|next| next.text != "::") {
            return i + 1;
        }
        i += 2;
    }
    tree(tokens, i, here, import, found)
}

/// Reads a path, or a tree of them in braces; returns where it ends.
fn tree(
    tokens: &[Token],
    mut i: usize,
    mut here: Vec<String>,
    import: bool,
    found: &mut Found,
) -> usize {
    let Some(first) = tokens.get(i) else { return i };
    let line = first.line;
    let text = |i: usize| tokens.get(i).map_or("", |token| token.text.as_str());
    loop {
        match text(i) {
            "{" => {
                i += 1;
                while i < tokens.len() && text(i) != "}" {
                    i = if text(i) == "," {
                        i + 1
                    } else {
                        tree(tokens, i, here.clone(), import, found)
                    };
                }
                return i + 1;
            }
            "self" => i += 1,
            word if is_name(word) => {
                here.push(word.to_owned());
                i += 1;
            }
            // `*`, or the `<` of type arguments: the path names the module or type before it.
            _ => {
                found.uses.push((here, line));
                return i + 1;
            }
        }
        if text(i) == "::" {
            i += 1;
            continue;
        }
        let mut name = here.last().cloned();
        if text(i) == "as" {
            name = Some(text(i + 1).to_owned());
            i += 2;
        }
        if let Some(name) = name.filter(|_| import) {
            found.imports.insert(name, here.clone());
        }
        found.uses.push((here, line));
        return i;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(source: &str, path: &[&str]) -> Found {
        let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        scan(&tokens(source), &path)
    }

    fn uses(source: &str, path: &[&str]) -> Vec<String> {
        scanned(source, path).uses.into_iter().map(|(path, _)| path.join("::")).collect()
    }

    #[test]
    fn modules_are_listed_in_order() {
        let found = scanned("mod b;\npub(crate) mod a;\nmod c { use super::a; }\n", &[]);
        assert_eq!(found.children, ["b", "a", "c"]);
    }

    #[test]
    fn paths_are_read_from_the_root() {
        assert_eq!(
            uses("use crate::a::{b, c::{D, self}, e as f};", &["x"]),
            ["a::b", "a::c::D", "a::c", "a::e"]
        );
        assert_eq!(
            uses("fn f() { crate::a::b(); super::c::d() }", &["x", "y"]),
            ["a::b", "x::c::d"]
        );
        assert_eq!(uses("use super::super::a::*;", &["x", "y"]), ["a"]);
        assert_eq!(uses("let x = crate::A::<B>::new();", &["x"]), ["A"]);
        assert_eq!(uses("mod m { use super::a::b; }", &["x"]), ["x::a::b"]);
    }

    #[test]
    fn names_lead_to_where_they_are_defined() {
        let found = scanned("mod a;\npub use a::{b::C, D as E};", &[]);
        let imported = |name: &str| found.imports[name].join("::");
        assert_eq!(imported("C"), "a::b::C");
        assert_eq!(imported("E"), "a::D");
    }
}
