//! The architecture, checked: which crate may use which, and in which order modules build on one another.

mod crates;
mod folders;
mod modules;
mod tokens;
pub(crate) mod tree;

use std::fs;

use folders::Circle;

use crate::process::root;

/// Modules that use one another, with the reason.
const CIRCLES: &[Circle] = &[
    Circle {
        package: "lang",
        folder: "operations",
        modules: &[
            "operation",
            "arguments",
            "answers",
            "composition",
            "coords",
            "views",
            "hardware",
            "table",
        ],
        why: "an operation has the function that computes it, whose arguments know their operation",
    },
    Circle {
        package: "lang",
        folder: "syntax",
        modules: &["parser", "pasted"],
        why: "what is pasted has expressions in it: recursive descent",
    },
    Circle {
        package: "lang",
        folder: "eval",
        modules: &["basis", "advise", "blame", "scope"],
        why: "a value is proposed after it was tried, by evaluating the expression with it",
    },
    Circle {
        package: "lang",
        folder: "explain",
        modules: &[
            "walk",
            "kinds",
            "laws",
            "decide",
            "refuse",
            "simplify",
            "pointwise",
            "compose",
            "composed",
            "complement",
            "inverse",
            "tile",
            "partition",
            "threads",
            "window",
            "vector",
            "views",
            "hardware",
        ],
        why: "an explanation of an operation explains its operands, which are expressions again",
    },
    Circle {
        package: "lang",
        folder: "claims",
        modules: &["equation", "reader"],
        why: "an equation is read in a text, and the reader goes on behind it",
    },
    Circle {
        package: "cli",
        folder: "",
        modules: &["commands", "console", "args"],
        why: "the command line has all commands in it; help, man and completions print it, and check runs the \
            commands that a document shows",
    },
];

/// Checks the manifests, the order of modules, and the tree in the documents.
pub(crate) fn check() -> Result<(), String> {
    let mut wrong = Vec::new();
    for name in packages()? {
        wrong.extend(crates::check(&name)?);
        let src = root().join("crates").join(&name).join("src");
        let root = format!("{}/", root().display());
        let found = folders::check(&name, &src, CIRCLES)?;
        wrong.extend(found.into_iter().map(|line| line.replace(&root, "")));
    }
    if wrong.is_empty() { tree::check() } else { Err(wrong.join("\n")) }
}

/// The folders of `crates/`, sorted.
pub(crate) fn packages() -> Result<Vec<String>, String> {
    let folders = fs::read_dir(root().join("crates")).map_err(|why| format!("crates: {why}"))?;
    let folders = folders.flatten().filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut names: Vec<_> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
