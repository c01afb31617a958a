//! The command `tilework`: layouts at the prompt.
//!
//! It reads one layout, or several joined by `o`, and prints the composition:
//!
//! ```text
//! $ tilework "(6,2):(8,2) o (4,3):(3,1)"
//! ((2,2),3):((24,2),8)
//! ```

use std::process::ExitCode;

use tilework::{Error, ErrorKind, Layout};

const USAGE: &str = "\
usage: tilework \"LAYOUT [o LAYOUT]...\"

Prints the layout, or the composition of several, read from left to right:

    tilework \"(6,2):(8,2) o (4,3):(3,1)\"
    ((2,2),3):((24,2),8)

A layout is shape:stride, or a shape alone, which is compact, leftmost fastest.
Exit code: 0 an answer, 1 no layout is this composition, 2 the text cannot be read.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        None => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
        Some("-h" | "--help") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some("-V" | "--version") => {
            println!("tilework {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some(_) => {}
    }
    match evaluate(&arguments.join(" ")) {
        Ok(layout) => {
            println!("{layout}");
            ExitCode::SUCCESS
        }
        Err(Failure::Unreadable(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Err(Failure::NoAnswer(error)) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}

/// Why there is nothing to print.
enum Failure {
    Unreadable(String),
    NoAnswer(Error),
}

/// The composition of the layouts in `text`.
fn evaluate(text: &str) -> Result<Layout, Failure> {
    let mut result: Option<Layout> = None;
    let mut start = 0;
    for part in text.split('o') {
        let layout = part.parse().map_err(|error| unreadable(text, start, &error))?;
        result = Some(match result {
            None => layout,
            Some(left) => left.compose(&layout).map_err(Failure::NoAnswer)?,
        });
        start += part.len() + 1;
    }
    // `split` gives at least one part.
    result.ok_or_else(|| Failure::Unreadable(USAGE.to_owned()))
}

/// The error with the place marked in the text, where it has one.
fn unreadable(text: &str, start: usize, error: &Error) -> Failure {
    let ErrorKind::Parse { at, expected } = error.kind() else {
        return Failure::Unreadable(error.to_string());
    };
    let column = text.get(..start + at).map_or(start + at, |before| before.chars().count());
    Failure::Unreadable(format!("expected {expected}\n  {text}\n  {:column$}^", ""))
}
