//! Every line of `conformance/cute` through Tilework, each put into exactly one class.
//!
//! The files hold what CuTe answers; they are observations, not truth. Where CuTe (C++, static
//! integers) has a right answer, ours must be the same layout. Everything else must fall into a
//! class that this test can justify by brute force (`laws.rs`), or that is listed with its reason
//! (`dialects.rs`). `conformance/README.md` explains the classes; `conformance/COUNTS.md` holds how
//! many lines of each file are in each class and is compared with what happens here.
//!
//! `CONFORMANCE_SHOW=cute-wrong cargo test -p tilework --test published conformance -- --nocapture` prints a class.

mod dialects;
mod laws;
mod line;
mod ops;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use line::{Answer, Line};
use ops::{OPS, Op};

/// What a line shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    /// Both answer, and the answers are equal.
    Equal,
    /// CuTe answers, but not what the law says; ours is right, or there is none.
    CuteWrong,
    /// CuTe refuses, and there is a right answer.
    CuteRefuses,
    /// Both refuse, and there is no right answer.
    NoAnswer,
    /// The two define the operation differently, for the reason listed in `dialects.rs`.
    Dialect,
}

const CLASSES: [(Class, &str); 5] = [
    (Class::Equal, "equal"),
    (Class::CuteWrong, "cute-wrong"),
    (Class::CuteRefuses, "cute-refuses"),
    (Class::NoAnswer, "no-answer"),
    (Class::Dialect, "dialect"),
];

/// The class of a line, or what is wrong with it.
fn classify(op: &Op, line: &Line) -> Result<Class, String> {
    let args = &line.args;
    if args.refused() && line.cute.is_none() {
        return Ok(Class::NoAnswer);
    }
    let ours = (op.run)(args);
    let wrong = |cute: &Answer| op.law.refutes(args, cute);
    let class = match (&line.cute, &ours) {
        (Some(cute), Ok(ours)) if cute == ours && wrong(cute) => Err("equal, but wrong"),
        (Some(cute), Ok(ours)) if cute == ours => Ok(Class::Equal),
        (Some(cute), _) if dialects::reason(line, &op.law, cute, &ours).is_some() => {
            Ok(Class::Dialect)
        }
        (Some(cute), Ok(ours)) if wrong(cute) => {
            op.law.check(args, ours).map(|()| Class::CuteWrong)
        }
        (Some(cute), Err(_)) if wrong(cute) => op.law.check_none(args).map(|()| Class::CuteWrong),
        (Some(_), _) => Err("CuTe's answer is right, and ours is not the same"),
        (None, Ok(ours)) => op.law.check(args, ours).map(|()| Class::CuteRefuses),
        (None, Err(_)) => op.law.check_none(args).map(|()| Class::NoAnswer),
    };
    class.map_err(|why| {
        let cute = line.cute.as_ref().map_or("refused".into(), Answer::to_string);
        let ours = ours.map_or_else(|error| error.to_string(), |answer| answer.to_string());
        format!("{}: {why}\n    CuTe: {cute}\n    ours: {ours}", line.text)
    })
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

type Counts = BTreeMap<Class, usize>;

/// The table of `COUNTS.md`: one row for each file, one column for each class.
fn table(files: &BTreeMap<String, Counts>) -> String {
    let mut out = String::from("| file | lines |");
    CLASSES.iter().for_each(|(_, name)| write!(out, " {name} |").unwrap());
    out.push_str("\n|---|---:|");
    CLASSES.iter().for_each(|_| out.push_str("---:|"));
    let mut row = |name: &str, counts: &Counts| {
        write!(out, "\n| {name} | {} |", counts.values().sum::<usize>()).unwrap();
        for (class, _) in &CLASSES {
            let count = counts.get(class).map_or(String::new(), usize::to_string);
            write!(out, " {count} |").unwrap();
        }
    };
    let mut total = Counts::new();
    for (name, counts) in files {
        row(name, counts);
        counts.iter().for_each(|(&class, count)| *total.entry(class).or_default() += count);
    }
    row("**total**", &total);
    out.push('\n');
    out
}

#[test]
fn every_line_is_in_one_class() {
    let show = std::env::var("CONFORMANCE_SHOW").unwrap_or_default();
    let (mut files, mut failures) = (BTreeMap::new(), Vec::new());
    for entry in std::fs::read_dir(folder().join("cute")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let op = OPS.iter().find(|op| op.name == name);
        let mut counts = Counts::new();
        for text in read(&path).lines() {
            let class = match op {
                Some(op) => classify(op, &Line::parse(text)),
                None => Err(format!("no such operation: {name}")),
            };
            match class {
                Ok(class) => {
                    if CLASSES.contains(&(class, &show)) {
                        println!("{text}");
                    }
                    *counts.entry(class).or_default() += 1;
                }
                Err(failure) => failures.push(failure),
            }
        }
        files.insert(name, counts);
    }
    assert!(failures.is_empty(), "{} lines in no class:\n{}", failures.len(), failures.join("\n"));
    let (expected, found) = (read(&folder().join("COUNTS.md")), table(&files));
    assert!(expected.ends_with(&found), "conformance/COUNTS.md should end with\n\n{found}");
}

/// The README quotes the totals and every reason of `dialects.rs`.
#[test]
fn the_readme_is_true() {
    let readme = read(&folder().join("README.md"));
    let counts = read(&folder().join("COUNTS.md"));
    let total = counts.lines().last().unwrap();
    assert!(readme.contains(total), "README.md should quote\n\n{total}");
    for reason in dialects::reasons() {
        assert!(readme.contains(reason), "README.md should say: {reason}");
    }
}
