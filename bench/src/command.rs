//! The command from start to answer, and many questions in one run: `cargo xtask bench command`.
//!
//! Arguments: the binary, another one to run in turns with it, if any, and `--out` with the file for the
//! table. Without a file the table is only printed.

use std::fmt::Write as _;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use tilework_bench::{machine, median, time};

const ROUNDS: usize = 41;
const LINES: usize = 10_000;

/// Something to ask: the arguments, what is on standard input, and how many questions that is.
struct Work {
    title: &'static str,
    arguments: &'static [&'static str],
    input: String,
    questions: usize,
}

fn works() -> Vec<Work> {
    let one = |title, arguments| Work { title, arguments, input: String::new(), questions: 1 };
    let many = |title, arguments, input| Work { title, arguments, input, questions: LINES };
    vec![
        one("an expression, from start to answer", &["(6,2):(8,2) o (4,3):(3,1)"]),
        one("an explanation", &["explain", "zipped_divide((12,32):(1,12), <4,8>)"]),
        one("a grid of 32 x 32", &["--grid", "(32,32):(32,1)"]),
        many("one of 10,000 expressions, JSON", &["--json", "-"], expressions()),
        many("one of 10,000 expressions, text", &["-"], expressions()),
        many("one of 10,000 layouts, JSON", &["--json", "-"], layouts()),
    ]
}

/// What kernel authors ask, with numbers that change.
fn expressions() -> String {
    let mut out = String::new();
    for i in 0..LINES {
        let n = 1 << (i / 10 % 8);
        let _ = match i % 10 {
            0 => writeln!(out, "(6,2):(8,2) o (4,3):(3,1)"),
            1 => writeln!(out, "zipped_divide(({},32):(1,{}), <4,8>)", 4 * n, 4 * n),
            2 => writeln!(out, "complement(4:{n}, {})", 24 * n),
            3 => writeln!(out, "coalesce((2,(1,{n})):(1,(6,2)))"),
            4 => writeln!(out, "right_inverse((2,4,{n}):(4,1,8))"),
            5 => writeln!(out, "blocked_product((2,5):(5,1), (3,{n}):(1,3))"),
            6 => writeln!(out, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
            7 => writeln!(out, "size(((4,{n}),(2,2)):((32,1),(16,8)))"),
            8 => writeln!(out, "smem_ptr[16b](0x0) o (_{n},_8):(_1,_{n})"),
            _ => writeln!(out, "max_common_vector((4,{n}):(1,4), (4,{n}):(1,8))"),
        };
    }
    out
}

fn layouts() -> String {
    (0..LINES).map(|i| format!("({},8):(1,{})\n", i % 64 + 1, i % 64 + 1)).collect()
}

/// How long the program runs.
fn run(binary: &str, work: &Work) -> Result<f64, String> {
    let wrong = |why: std::io::Error| format!("{binary}: {why}");
    let mut command = Command::new(binary);
    command.args(work.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(wrong)?;
    if let Some(mut input) = child.stdin.take() {
        // A command that reads no input may have ended.
        let _ = input.write_all(work.input.as_bytes());
    }
    child.wait().map_err(wrong)?;
    Ok(start.elapsed().as_nanos() as f64 / work.questions as f64)
}

/// A quarter of the rounds was faster than the first, and a quarter slower than the second.
fn quartiles(times: &[f64]) -> (f64, f64) {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 4], times[times.len() * 3 / 4])
}

fn main() -> Result<(), String> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let out = match args.iter().position(|arg| arg == "--out") {
        Some(at) if at + 1 < args.len() => args.drain(at..at + 2).nth(1),
        _ => None,
    };
    if args.is_empty() {
        return Err("name the binary to measure".to_owned());
    }
    let works = works();
    let mut times = vec![vec![vec![]; args.len()]; works.len()];
    // In turns: what else the machine does hits all of them.
    for _ in 0..ROUNDS {
        for (work, times) in works.iter().zip(&mut times) {
            for (binary, times) in args.iter().zip(times.iter_mut()) {
                times.push(run(binary, work)?);
            }
        }
    }
    let mut text = format!(
        "# The command\n\n`cargo xtask bench command` writes this file. {}.\n\nMedians of {ROUNDS} rounds, in \
         turns, with the quartiles; the time of a process includes its start.\n\n",
        machine()
    );
    text += "| | Tilework | quartiles |";
    text += if args.len() > 1 {
        " before | ratio |\n|---|--:|--:|--:|--:|\n"
    } else {
        "\n|---|--:|--:|\n"
    };
    for (work, times) in works.iter().zip(&times) {
        let (low, high) = quartiles(&times[0]);
        let now = median(times[0].clone());
        let _ =
            write!(text, "| {} | {} | {} to {} |", work.title, time(now), time(low), time(high));
        if let Some(before) = times.get(1) {
            let before = median(before.clone());
            let _ = write!(text, " {} | {:.2} |", time(before), now / before);
        }
        text.push('\n');
    }
    print!("{text}");
    match out {
        Some(path) => std::fs::write(&path, text).map_err(|why| format!("{path}: {why}")),
        None => Ok(()),
    }
}
