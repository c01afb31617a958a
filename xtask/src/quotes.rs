//! Figures live once, in the tables of `bench/results`; pages quote those of the reference machine.
//!
//! A quote is what stands between two comments. The first says where from:
//!
//! ```text
//! <!-- quote core; (6,2):(8,2) o (4,3):(3,1); tilework -->56 ns<!-- /quote -->
//!
//! <!-- quote relayout, Two threads; a | c; tilework | torch -->
//! | | tilework | torch |
//! ...
//! <!-- /quote -->
//! ```
//!
//! `core` is `core.md` of the reference machine; a heading or a number behind a comma chooses a table. Then come rows and
//! columns, by their names or the beginnings of them; `*` is all. A quote inside a line is one cell, a quote on
//! lines of its own a table. A column whose name occurs twice is chosen by the one before it, `pycute > x`.

mod table;

use table::Table;

use crate::process::{read, root, write};

/// The machines whose figures are quoted, by their folders: the first one that has the benchmark.
const REFERENCE: [&str; 4] = ["amd-epyc-zen4", "amd-epyc-zen5", "amd-epyc", "intel-xeon"];

const BEGIN: &str = "<!-- quote ";
const END: &str = "<!-- /quote -->";

/// Writes the quotes of all pages anew.
pub(crate) fn update() -> Result<(), String> {
    for (page, old, new) in pages()? {
        if old != new {
            write(&page, &new)?;
            println!("{page}");
        }
    }
    Ok(())
}

/// Whether every quote is what its source says.
pub(crate) fn check() -> Result<(), String> {
    let pages = pages()?;
    let stale = pages.iter().filter(|(_, old, new)| old != new).map(|(page, ..)| page.as_str());
    match stale.collect::<Vec<_>>()[..] {
        [] => Ok(()),
        ref stale => Err(format!(
            "other figures than in bench/, run `cargo xtask quotes`: {}",
            stale.join(", ")
        )),
    }
}

/// The pages that may quote: their names, what they say, and what they should.
fn pages() -> Result<Vec<(String, String, String)>, String> {
    let mut pages = Vec::new();
    for page in crate::pages()? {
        let old = read(&page)?;
        let new = quoted(&old, source).map_err(|why| format!("{page}: {why}"))?;
        pages.push((page, old, new));
    }
    Ok(pages)
}

/// The results of a benchmark on the reference machine.
fn source(name: &str) -> Result<String, String> {
    let mut files = REFERENCE.iter().map(|machine| format!("bench/results/{machine}/{name}.md"));
    let file = files.find(|file| root().join(file).exists());
    read(file.ok_or_else(|| format!("no reference machine has results of `{name}`"))?)
}

/// The page with all quotes as their sources have them.
fn quoted(page: &str, source: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let mut new = String::new();
    let mut rest = page;
    while let Some((before, quote)) = rest.split_once(BEGIN) {
        let open = || format!("`{}` does not end", quote.lines().next().unwrap_or_default());
        let (what, quote) = quote.split_once(" -->").ok_or_else(open)?;
        let (old, after) = quote.split_once(END).ok_or_else(open)?;
        let [from, rows, columns] = what.split("; ").collect::<Vec<_>>()[..] else {
            return Err(format!("`{what}` should be: source; rows; columns"));
        };
        let (name, heading) = from.split_once(", ").unwrap_or((from, ""));
        let tables = Table::read(&source(name)?);
        let table = match heading.parse::<usize>() {
            Ok(number) => tables.get(number.wrapping_sub(1)),
            Err(_) => tables.iter().find(|one| one.heading.starts_with(heading) && one.has(rows)),
        };
        let table = table.ok_or_else(|| format!("no table of `{from}` has `{rows}`"))?;
        let text = if old.contains('\n') {
            format!("\n{}", table.part(rows, columns)?)
        } else {
            table.cell(rows, columns)?
        };
        new += &format!("{before}{BEGIN}{what} -->{text}{END}");
        rest = after;
    }
    Ok(new + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "# A\n\n| case | us | them |\n|---|--:|--:|\n| one | 1 ns | 2 ns |\n\n\
        ## B\n\n| | | us | x | them | x |\n|---|---|--:|--:|--:|--:|\n| a | first | 3 | 4 | 5 | 6 |\n\
        | b | second | 7 | 8 | 9 | 10 |\n";

    fn quotes(page: &str) -> Result<String, String> {
        quoted(page, |name| if name == "s" { Ok(SOURCE.into()) } else { Err(format!("no {name}")) })
    }

    #[test]
    fn cells_are_quoted_inside_of_lines() {
        let page = "It takes <!-- quote s; one; us -->9 ns<!-- /quote -->, not more.\n";
        let new = "It takes <!-- quote s; one; us -->1 ns<!-- /quote -->, not more.\n";
        assert_eq!(quotes(page).unwrap(), new);
        assert_eq!(quotes(new).unwrap(), new);
        let twice = "<!-- quote s, B; second; them > x --><!-- /quote -->";
        assert!(quotes(twice).unwrap().contains(">10<"));
        let numbered = "<!-- quote s, 2; b; us --><!-- /quote -->";
        assert!(quotes(numbered).unwrap().contains(">7<"));
    }

    #[test]
    fn tables_are_quoted_on_lines_of_their_own() {
        let page = "<!-- quote s, B; *; them | us -->\n<!-- /quote -->\n";
        let table = "| | them | us |\n|---|--:|--:|\n| first | 5 | 3 |\n| second | 9 | 7 |\n";
        let new = format!("<!-- quote s, B; *; them | us -->\n{table}<!-- /quote -->\n");
        assert_eq!(quotes(page).unwrap(), new);
        assert_eq!(quotes(&new).unwrap(), new);
        let all = quotes("<!-- quote s; one; * -->\n<!-- /quote -->").unwrap();
        assert!(all.contains("| case | us | them |\n|---|--:|--:|\n| one | 1 ns | 2 ns |\n"));
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        for page in [
            "<!-- quote s; two; us -->1<!-- /quote -->",
            "<!-- quote s; one; they -->1<!-- /quote -->",
            "<!-- quote t; one; us -->1<!-- /quote -->",
            "<!-- quote s; one -->1<!-- /quote -->",
            "<!-- quote s; one; us -->1",
        ] {
            assert!(quotes(page).is_err(), "{page}");
        }
    }
}
