//! Prints the page of the language: notation and operators with their values, and the table of operations.
//! A program of its own, so that `cargo xtask` can be built without the language.

use std::fmt::Write as _;

use tilework_lang::notation::{NAMES, NOTATION, OPERATORS, Row, STATEMENTS};
use tilework_lang::operations::{self, Kind, Lex, Operation};
use tilework_lang::report;

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask language`; change the tables in crates/lang, or xtask/language. -->

# The language

What can be written at the prompt, in arguments of the command, in files for `tilework check`, and in
`tilework_lang::Scope::run`. Operations have CuTe's names; other names that they are called by are read as well. At the
prompt, `:help zipped_divide` shows what this page has.
";

const ORDER: &str = "
## The order of indices

Indices count leftmost fastest, as in CuTe: index 1 of `(4,8)` is the coordinate `(1,0)`. With `--order lex`, after
`:order lex` in a session, or in a scope made by `Scope::in_order`, they count rightmost fastest, as in C, numpy and
PyTorch's copy of pycute, and every operation means what it means there. Nothing is converted: a layout is written the
same in both orders, and only what is asked of its indices differs.

| | leftmost fastest | `--order lex` |
|---|---|---|
| a shape where a layout is needed | column-major | row-major |
| an index, also inside a mode | of the first coordinate first | of the last coordinate first |
| past the end | the last mode continues | the first mode continues |
| operations that count modes by their place | | the same: mode 0 is the leftmost one |
| tiles, and tiles and rest | `(tile, rest)` | the same places; inside each, the order of indices |
| blocks (`blocked_product`, `tile_to_shape`) | `(block, copies)` in each mode | `(copies, block)` in each mode |
| `sort`, and equal numbers of `make_ordered_layout` | from left to right | from right to left |
| witnesses in refusals | | indices in this order |

The column `lex` of the tables says what an operation does, in terms of the mirror image: the modes in reverse at every
level. It is *same* in both orders; *mirrored*, with its operands and its answer; or its *values* are those of the
mirror image. *By mode* and *tiles* it is mirrored inside each mode. An operation without an entry is refused.
`explain`, `draw`, `check` and `relayout` count leftmost fastest only, and say so.
";

/// What an operation does where indices count rightmost fastest, in a word.
fn lex(operation: &Operation) -> &'static str {
    match operation.lex {
        Lex::Same | Lex::Beside => "same",
        Lex::Mirrored | Lex::Padded => "mirrored",
        Lex::Values => "values",
        Lex::ByMode => "by mode",
        Lex::Tiles(_) | Lex::Part | Lex::Threads => "tiles",
        _ => "",
    }
}

fn main() -> Result<(), String> {
    let mut page = INTRODUCTION.to_owned();
    let _ = writeln!(page, "\nIn the examples {} and {}.", code(NAMES[0]), code(NAMES[1]));
    section(&mut page, "Notation", NOTATION)?;
    section(&mut page, "Operators", OPERATORS)?;
    section(&mut page, "Statements", STATEMENTS)?;
    page += ORDER;
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
    for row @ Row { written, meaning, example, .. } in rows {
        let value = report::Written::of(row).map_err(|why| why.render(example))?.result;
        let [written, example, value] = [written, *example, &value].map(code);
        let _ = writeln!(page, "| {written} | {meaning} | {example} | {value} |");
    }
    Ok(())
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
                "\n### {group}\n\n| operation | what it does | arguments | for example | also called | lex |\n|---|---|---|---|---|---|\n"
            );
        }
        let help = report::help(operation.name).map_err(|why| why.to_string())?;
        let aliases: Vec<String> = help.aliases.iter().map(|name| code(name)).collect();
        let example = code(&format!("{} = {}", help.example, help.result));
        let (usage, aliases) = (code(&help.usage), aliases.join(", "));
        // `Sw<..>` in a sentence is no tag.
        let summary = help.summary.replace('<', "\\<");
        let arguments = arguments(operation);
        let _ = writeln!(
            page,
            "| {usage} | {summary} | {arguments} | {example} | {aliases} | {} |",
            lex(operation)
        );
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
