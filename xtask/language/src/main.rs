//! Prints the page of the language: notation and operators with their values, and the table of operations.
//! A program of its own, so that `cargo xtask` can be built without the language.

mod notation;

use std::fmt::Write as _;

use notation::{NOTATION, OPERATORS, Row, STATEMENTS};
use tilework_lang::operations::{self, Kind, Operation};
use tilework_lang::{Diagnostic, Outcome, Scope, report};

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask language`; change the table of operations in crates/lang, or xtask/language. -->

# The language

What can be written at the prompt, in arguments of the command, in files for `tilework check`, and in
`tilework_lang::Scope::run`. Operations have CuTe's names; other names that they are called by are read as well. At the
prompt, `:help zipped_divide` shows what this page has.
";

/// Layouts for the examples that need names.
const NAMES: [&str; 2] = ["A = (4,8):(8,1)", "B = ((2,2),8):((8,16),1)"];

fn main() -> Result<(), String> {
    let mut page = INTRODUCTION.to_owned();
    let _ = writeln!(page, "\nIn the examples {} and {}.", code(NAMES[0]), code(NAMES[1]));
    section(&mut page, "Notation", NOTATION)?;
    section(&mut page, "Operators", OPERATORS)?;
    section(&mut page, "Statements", STATEMENTS)?;
    operations(&mut page)?;
    print!("{page}");
    Ok(())
}

/// Notation with examples, whose values are computed here.
fn section(page: &mut String, title: &str, rows: &[Row]) -> Result<(), String> {
    let _ = write!(
        page,
        "\n## {title}\n\n| written | meaning | for example | is |\n|---|---|---|---|\n"
    );
    for Row { written, meaning, example } in rows {
        let value = value(example).map_err(|why| why.render(example))?;
        let [written, example, value] = [written, *example, &value].map(code);
        let _ = writeln!(page, "| {written} | {meaning} | {example} | {value} |");
    }
    Ok(())
}

/// What a statement says, where `A` and `B` are as the introduction has them.
fn value(statement: &str) -> Result<String, Diagnostic> {
    let mut scope = Scope::new();
    for name in NAMES {
        scope.run(name)?;
    }
    Ok(match scope.run(statement)? {
        Outcome::Value(value) | Outcome::Bound(_, value) => value.to_string(),
        Outcome::Claim(_, _, holds) => holds.to_string(),
        other => format!("{other:?}"),
    })
}

fn operations(page: &mut String) -> Result<(), String> {
    *page +=
        "\n## Operations\n\nArguments of which nothing is said are layouts, plain or composed.\n";
    let mut group = "";
    for operation in operations::all() {
        if operation.group != group {
            group = operation.group;
            let _ = write!(
                page,
                "\n### {group}\n\n| operation | what it does | arguments | for example | also called |\n|---|---|---|---|---|\n"
            );
        }
        let help = report::help(operation.name).map_err(|why| why.to_string())?;
        let aliases: Vec<String> = help.aliases.iter().map(|name| code(name)).collect();
        let example = code(&format!("{} = {}", help.example, help.result));
        let (usage, aliases) = (code(&help.usage), aliases.join(", "));
        // `Sw<..>` in a sentence is no tag.
        let summary = help.summary.replace('<', "\\<");
        let arguments = arguments(operation);
        let _ = writeln!(page, "| {usage} | {summary} | {arguments} | {example} | {aliases} |");
    }
    Ok(())
}

/// What the arguments have to be, once for all forms; most are layouts.
fn arguments(operation: &Operation) -> String {
    let mut kinds: Vec<(Kind, Vec<String>)> = Vec::new();
    for argument in operation.forms.iter().flat_map(|form| form.arguments) {
        let name = code(argument.name);
        match kinds.iter_mut().find(|(kind, _)| *kind == argument.kind) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => kinds.push((argument.kind, vec![name])),
        }
    }
    kinds.retain(|(kind, _)| *kind != Kind::Any);
    let words =
        |(kind, names): (Kind, Vec<String>)| format!("{} {}", names.join(", "), kind.description());
    kinds.into_iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Code in a cell of a table.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}
