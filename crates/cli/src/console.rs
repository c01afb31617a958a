//! The commands in the console blocks of a document.
//!
//! Whoever checks a document has not agreed to what its commands do. So they run inside this process,
//! cannot open files, and have a budget for what they do and print ([`Budget`]); what needs more is not run.
//! With `--allow-files`, for documents that are trusted, they run as processes of their own, in its folder.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use tilework_lang::report::{Invocation, Ran};

use crate::args::{Cli, forbidden};
use crate::context::Streams;
use crate::policy::{NESTED, Policy};

/// How much the commands of one document may do.
pub(crate) struct Budget {
    commands: usize,
    /// The bytes that they are given, which bound how many questions they ask, and that they print.
    input: usize,
    output: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { commands: 256, input: 1 << 18, output: 8 << 20 }
    }
}

/// The most bytes that one command is given, and that it may print.
const INPUT: usize = 1 << 16;
const OUTPUT: usize = 1 << 20;

/// Runs the command inside this process, where it can do nothing but answer.
pub(crate) fn answer(invocation: &Invocation, budget: &mut Budget) -> Ran {
    let given =
        invocation.arguments.iter().map(String::len).sum::<usize>() + invocation.input.len();
    if given > INPUT {
        return Ran::Not(format!("it is given {given} bytes; at most {INPUT} are allowed"));
    }
    if budget.commands == 0 || budget.input < given || budget.output == 0 {
        return Ran::Not(
            "the commands before it have used up the budget of the document".to_owned(),
        );
    }
    budget.commands -= 1;
    budget.input -= given;
    let most = OUTPUT.min(budget.output);
    let (mut out, mut err) = (Bounded::new(most), Bounded::new(most));
    let arguments: Vec<OsString> = ["tilework"]
        .into_iter()
        .chain(invocation.arguments.iter().map(String::as_str))
        .map(OsString::from)
        .collect();
    let run = match Cli::read(&arguments) {
        Ok(cli) => match forbidden(&cli) {
            Some(why) => return Ran::Not(why),
            None => {
                let mut input = invocation.input.as_bytes();
                let streams =
                    Streams { input: &mut input, out: &mut out, err: &mut err, standard: false };
                crate::answer(cli, "tilework".into(), streams, Policy::Document).map(|_| ())
            }
        },
        Err(error) => crate::unanswered(&error, &arguments, &mut out, &mut err),
    };
    budget.output -= (out.bytes.len() + err.bytes.len()).min(budget.output);
    match run {
        Ok(()) if !err.full => Ran::Printed(lines(&[out.bytes, err.bytes].concat())),
        Ok(()) => Ran::Not(err.error().to_string()),
        Err(error) => Ran::Not(error.to_string()),
    }
}

/// Runs the command as a process of its own, which may do whatever it says.
pub(crate) fn execute(invocation: &Invocation, program: &OsStr, folder: &Path) -> io::Result<Ran> {
    let mut child = Command::new(program)
        .args(&invocation.arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env(NESTED, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that reads no input closes it early, and that is fine.
        let _ = stdin.write_all(invocation.input.as_bytes());
    }
    let done = child.wait_with_output()?;
    Ok(Ran::Printed(lines(&[done.stdout, done.stderr].concat())))
}

fn lines(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Takes so many bytes, and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl Bounded {
    fn new(most: usize) -> Bounded {
        Bounded { bytes: Vec::new(), most, full: false }
    }

    fn error(&self) -> io::Error {
        io::Error::other(format!("it prints more than {} bytes", self.most))
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.most - self.bytes.len());
        self.bytes.extend(&bytes[..taken]);
        self.full |= taken < bytes.len();
        if taken == 0 && !bytes.is_empty() { Err(self.error()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tilework_lang::report::sessions;

    use super::*;

    #[test]
    fn what_a_document_may_do_ends() {
        let session = |command: &str| {
            let text = format!("```console\n$ {command}\n```\n");
            sessions(&text).pop().and_then(|it| it.invocation.ok()).expect("a command")
        };
        let small = session("tilework 4:1");
        let mut budget = Budget::default();
        let printed = (0..300).filter(|_| matches!(answer(&small, &mut budget), Ran::Printed(_)));
        assert_eq!(printed.count(), 256);
        // Each of these would print some megabytes.
        let large = session("tilework 'offsets(1000000:1)'");
        let mut budget = Budget::default();
        let why = Ran::Not(format!("it prints more than {OUTPUT} bytes"));
        assert_eq!((0..8).filter(|_| answer(&large, &mut budget) == why).count(), 8);
        assert_eq!(budget.output, 0);
        assert!(matches!(answer(&small, &mut budget), Ran::Not(_)));
        let long = session(&format!("tilework '4:1{}'", " ".repeat(60_000)));
        let mut budget = Budget::default();
        let printed = (0..10).filter(|_| matches!(answer(&long, &mut budget), Ran::Printed(_)));
        assert_eq!(printed.count(), 4);
    }
}
