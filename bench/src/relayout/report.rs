//! The document.

mod goals;

use std::fmt::Write;

use tilework_bench::beside::SPREAD;
use tilework_bench::machine;

use crate::peers::{LIBC, OURS, PLANNED, PLANNING, STREAMING, THREADS};
use crate::python::{self, Python};
use crate::works::Work;
use crate::{Bench, Entry, FAR, FAR_ROUNDS};

const COMMAND: &str = "cargo xtask bench relayout";

/// The contestants in the order of the columns; those that nobody measured have none.
const NAMES: [&str; 13] = [
    OURS,
    PLANNED,
    PLANNING,
    LIBC,
    STREAMING,
    "ndarray",
    "strided-perm",
    "rten-tensor",
    "transpose",
    "fast_transpose",
    "numpy",
    "torch",
    "opencv",
];

const CRATES: [&str; 5] = ["ndarray", "strided-perm", "rten-tensor", "transpose", "fast_transpose"];

/// One work and what was measured of it.
type Row<'a> = (&'a Work, &'a [Entry]);

pub(crate) fn document(works: &[Work], results: &[Vec<Entry>], bench: &Bench) -> String {
    let rows = works.iter().zip(results).map(|(work, entries)| (work, &entries[..]));
    let (small, large): (Vec<Row<'_>>, Vec<Row<'_>>) = rows.partition(|(work, _)| work.is_small());
    let mut out =
        format!("# Moving data beside the peers\n\n`{COMMAND}` on {}.\n", machine::description());
    if !bench.alone {
        versions(&mut out, bench.python.as_ref());
    }
    method(&mut out, bench);
    wrong(&mut out, works, results);
    if !large.is_empty() {
        out += "\n## One thread, GB/s\n\n";
        speeds(&mut out, &large, 1);
        out += "\n## Two threads, GB/s\n\n";
        speeds(&mut out, &large, THREADS);
    }
    if !small.is_empty() {
        out += "\n## Small tensors, ns per call\n\n";
        calls(&mut out, &small);
    }
    let parts =
        [("One thread", &large, 1), ("Two threads", &large, THREADS), ("Small tensors", &small, 1)];
    let parts = parts.into_iter().filter(|(_, rows, _)| !rows.is_empty());
    writeln!(out, "\n## Goals\n\n{}", goals::METHOD).unwrap();
    for (title, rows, threads) in parts.clone() {
        writeln!(out, "\n{title}:\n").unwrap();
        goals::table(&mut out, rows, threads);
    }
    out += SPREAD;
    for (title, rows, threads) in parts.clone() {
        writeln!(out, "{title}:\n").unwrap();
        table(&mut out, rows, threads, |_, entry, _| entry.figure.quartiles());
        out.push('\n');
    }
    if !bench.alone {
        goals::lost(&mut out, parts);
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

/// Who took part, in which version.
fn versions(out: &mut String, python: Option<&Python>) {
    let crates = CRATES.map(|name| format!("{name} {}", locked(name).unwrap_or_default()));
    writeln!(out, "Crates: {}.", crates.join(", ")).unwrap();
    let version = |name: &str| python.and_then(|python| python.version(name));
    let peers = python::PEERS.map(|name| match version(name) {
        Some(version) => format!("{name} {version}"),
        None => format!("{name} not measured"),
    });
    let interpreter = version("Python").map_or("Python".into(), |text| format!("Python {text}"));
    writeln!(out, "{interpreter}: {}.\n", peers.join(", ")).unwrap();
}

/// The version of a crate that this program is built with.
fn locked(name: &str) -> Option<&'static str> {
    let lock = include_str!("../../../Cargo.lock");
    let (_, rest) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split('"').next()
}

fn method(out: &mut String, bench: &Bench) {
    let (rounds, pages) = (bench.rounds.method(), if bench.large_pages { "2 MB" } else { "4 KB" });
    let which = if bench.fastest { " The tables have the fastest round instead." } else { "" };
    writeln!(
        out,
        "Random data in buffers on pages of {pages} (where the system gives them), which all contestants of a process share. {rounds}{which} \
         Whoever takes more than {FAR} times as long as Tilework has {FAR_ROUNDS} rounds. \
         In each round they come in another random order. Before each run {} MB of other data are \
         read, so that the caches hold nothing of use. GB/s counts the bytes that are read and \
         the bytes that are written. Before the clock runs, each answer is compared with the definition \
         of the work, element by element; who gives another answer is not timed. The threads of this \
         process stay on a processor each.",
        bench.flush.slice::<u8>().len() >> 20
    )
    .unwrap();
}

/// Whose answers are others.
fn wrong(out: &mut String, works: &[Work], results: &[Vec<Entry>]) {
    let mut found = vec![];
    for (work, entries) in works.iter().zip(results) {
        let entries = entries.iter().filter(|entry| entry.ns.is_none());
        found.extend(entries.map(|entry| format!("{} on {}", entry.name, work.name)));
    }
    found.dedup();
    if found.is_empty() {
        out.push_str("All answers were right.\n");
    } else {
        writeln!(out, "Wrong answers: {}.", found.join(", ")).unwrap();
    }
}

fn find<'a>(entries: &'a [Entry], name: &str, threads: usize) -> Option<&'a Entry> {
    entries.iter().find(|entry| entry.name == name && entry.threads == threads)
}

/// Nanoseconds, if it was measured.
fn time(entries: &[Entry], name: &str, threads: usize) -> Option<f64> {
    find(entries, name, threads)?.ns
}

/// The names with a measurement in some row.
fn columns(rows: &[Row<'_>], threads: usize) -> Vec<&'static str> {
    let measured = |name: &&str| rows.iter().any(|row| find(row.1, name, threads).is_some());
    NAMES.into_iter().filter(measured).collect()
}

fn header(out: &mut String, names: &[&str]) {
    writeln!(out, "| | | {} |", names.join(" | ")).unwrap();
    writeln!(out, "|---|---|{}", "--:|".repeat(names.len())).unwrap();
}

fn table(
    out: &mut String,
    rows: &[Row<'_>],
    threads: usize,
    value: impl Fn(&Work, &Entry, f64) -> String,
) {
    let names = columns(rows, threads);
    header(out, &names);
    for (work, entries) in rows {
        write!(out, "| {} | {} |", work.name, work.title).unwrap();
        for name in &names {
            let cell = match find(entries, name, threads) {
                Some(entry) => match entry.ns {
                    Some(ns) => value(work, entry, ns),
                    None => "wrong".into(),
                },
                None => "-".into(),
            };
            write!(out, " {cell} |").unwrap();
        }
        out.push('\n');
    }
}

/// What stands in front of a figure that cannot be believed.
fn wide(entry: &Entry) -> &'static str {
    if entry.figure.is_wide() { "~" } else { "" }
}

fn speeds(out: &mut String, rows: &[Row<'_>], threads: usize) {
    table(out, rows, threads, |work, entry, ns| {
        format!("{}{:.1}", wide(entry), 2.0 * work.bytes() as f64 / ns)
    });
}

fn calls(out: &mut String, rows: &[Row<'_>]) {
    writeln!(
        out,
        "The caches are warm. `{OURS}` is `relayout`, with planning; `{PLANNED}` is `Plan::run`, and \
         `{PLANNING}` is `Plan::new`.\n"
    )
    .unwrap();
    table(out, rows, 1, |_, entry, ns| format!("{}{ns:.0}", wide(entry)));
}
