//! Console sessions in Markdown: what a document shows the command to print, it must print.
//!
//! In a block marked `console`, a line `$ tilework ...` is followed by its output. `check` runs the
//! command and compares. `echo` and `printf` may feed the standard input:
//!
//! ````text
//! ```console
//! $ tilework "(6,2):(8,2) o (4,3):(3,1)"
//! ((2,2),3):((24,2),8)
//! $ echo 0 2 4 7 9 11 | tilework recover
//! (3,2):(2,7)
//! ```
//! ````
//!
//! Nobody who checks a document has agreed to what its commands do. So they run inside of this
//! process, open no files, and may do and print only so much ([`Budget`]); what needs more is not run. A
//! caller who trusts the document can say so: then they run as processes of their own, in its folder.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use tilework_lang::claims::fences;
use tilework_lang::visible_lines;

use crate::args::Cli;
use crate::context::Streams;
use crate::policy::{NESTED, Policy, forbidden};
use crate::shell::{self, Token};

/// A command of this program in a document, and what the document says it prints.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// The line of the command, from 1.
    pub(crate) line: usize,
    /// The command, as it is written.
    pub(crate) command: String,
    /// What it is, or why nobody but a shell can tell.
    invocation: Result<Invocation, String>,
    /// What it prints according to the document, and where that stands.
    pub(crate) expected: String,
    pub(crate) span: Range<usize>,
}

/// How this program is called.
#[derive(Debug, PartialEq, Eq)]
struct Invocation {
    arguments: Vec<String>,
    /// What it is fed.
    input: String,
}

/// What came of a command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ran {
    /// What it printed, line by line without trailing spaces; messages after answers.
    Printed(String),
    /// It was not run, for this reason.
    Not(String),
}

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

/// The sessions in a Markdown text.
pub(crate) fn sessions(text: &str) -> Vec<Session> {
    let mut out: Vec<Session> = Vec::new();
    // Where the lines of console blocks start.
    let blocks = fences(text).into_iter().filter(|fence| fence.word == "console");
    let inside: BTreeSet<usize> =
        blocks.flat_map(|fence| fence.lines).map(|line| line.start).collect();
    let (mut open, mut at) = (false, 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = at + line.len();
        let trimmed = line.trim_end();
        if !inside.contains(&at) {
            open = false;
        } else if let Some(command) = trimmed.strip_prefix("$ ") {
            open = is_about_us(command);
            if open {
                out.push(Session {
                    line: number + 1,
                    command: command.to_owned(),
                    invocation: Invocation::read(command),
                    expected: String::new(),
                    span: end..end,
                });
            }
        } else if open && let Some(session) = out.last_mut() {
            session.expected.push_str(trimmed);
            session.expected.push('\n');
            session.span.end = end;
        }
        at = end;
    }
    out
}

/// Whether a line calls this program, or says that something else does. Other commands are left alone.
fn is_about_us(command: &str) -> bool {
    let ends_a_word = |c: char| c.is_whitespace() || "|&;<>()$`'\"={}".contains(c);
    command.split(ends_a_word).any(|word| word == "tilework" || word.ends_with("/tilework"))
}

impl Invocation {
    fn read(command: &str) -> Result<Invocation, String> {
        let tokens = shell::tokens(command)?;
        let mut commands = vec![Vec::new()];
        for token in tokens {
            match (token, commands.last_mut()) {
                (Token::Word(word), Some(last)) => last.push(word),
                _ => commands.push(Vec::new()),
            }
        }
        let (input, run) = match commands.as_slice() {
            [run] => (String::new(), run),
            [first, run] => {
                let why = || "only `echo` and `printf` with plain text feed a command".to_owned();
                (fed(first).ok_or_else(why)?, run)
            }
            _ => return Err("more than two commands are chained".to_owned()),
        };
        match run.split_first() {
            Some((name, arguments)) if name == "tilework" => {
                Ok(Invocation { arguments: arguments.to_vec(), input })
            }
            Some((name, _)) => Err(format!("`{name}` is not `tilework`")),
            None => Err("there is no command".to_owned()),
        }
    }

    /// Runs the command inside of this process, where all that it can do is answer.
    fn answer(&self, budget: &mut Budget) -> Ran {
        let given = self.arguments.iter().map(String::len).sum::<usize>() + self.input.len();
        if given > INPUT {
            return Ran::Not(format!("it is given {given} bytes, more than {INPUT}"));
        }
        if budget.commands == 0 || budget.input < given || budget.output == 0 {
            return Ran::Not(
                "the commands before it have used up what a document may do".to_owned(),
            );
        }
        budget.commands -= 1;
        budget.input -= given;
        let most = OUTPUT.min(budget.output);
        let (mut out, mut err) = (Bounded::new(most), Bounded::new(most));
        let arguments: Vec<OsString> = ["tilework"]
            .into_iter()
            .chain(self.arguments.iter().map(String::as_str))
            .map(OsString::from)
            .collect();
        let run = match Cli::read(&arguments) {
            Ok(cli) => match forbidden(&cli) {
                Some(why) => return Ran::Not(why),
                None => {
                    let mut input = self.input.as_bytes();
                    let streams = Streams { input: &mut input, out: &mut out, err: &mut err };
                    crate::run(cli, streams, Policy::Document).map(|_| ())
                }
            },
            Err(error) => {
                let to = if error.use_stderr() { &mut err } else { &mut out };
                to.write_all(visible_lines(&error.render().to_string()).as_bytes())
            }
        };
        budget.output -= (out.bytes.len() + err.bytes.len()).min(budget.output);
        match run {
            Ok(()) if !err.full => Ran::Printed(lines(&[out.bytes, err.bytes].concat())),
            Ok(()) => Ran::Not(err.error().to_string()),
            Err(error) => Ran::Not(error.to_string()),
        }
    }

    /// Runs the command as a process of its own, which may do whatever it says.
    fn execute(&self, folder: &Path) -> io::Result<Ran> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(&self.arguments)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .env(NESTED, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A command that reads no input closes it early, and that is fine.
            let _ = stdin.write_all(self.input.as_bytes());
        }
        let done = child.wait_with_output()?;
        Ok(Ran::Printed(lines(&[done.stdout, done.stderr].concat())))
    }
}

/// What `echo` or `printf` prints, if that is the same everywhere.
fn fed(words: &[String]) -> Option<String> {
    match words.split_first()? {
        (name, rest) if name == "echo" => {
            let text = rest.join(" ");
            (!text.contains('\\') && !text.starts_with('-')).then(|| text + "\n")
        }
        (name, [text]) if name == "printf" => {
            let text = text.replace("\\n", "\n");
            (!text.contains(['\\', '%']) && !text.starts_with('-')).then_some(text)
        }
        _ => None,
    }
}

impl Session {
    /// What the command prints, without opening any file.
    pub(crate) fn answer(&self, budget: &mut Budget) -> Ran {
        match &self.invocation {
            Ok(invocation) => invocation.answer(budget),
            Err(why) => Ran::Not(why.clone()),
        }
    }

    /// What the command prints if it may use the files of a folder, and all others.
    pub(crate) fn execute(&self, folder: &Path) -> Ran {
        match &self.invocation {
            Ok(invocation) => invocation
                .execute(folder)
                .unwrap_or_else(|error| Ran::Not(format!("it cannot be started: {error}"))),
            Err(why) => Ran::Not(why.clone()),
        }
    }
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
    use super::*;

    #[test]
    fn reads_commands_and_their_output() {
        let text = "a\n```console\n$ tilework \"4:1 o 2:2\"\n2:2\n$ ls\nb\n$ echo 0 1 | tilework recover -\n2:1\n```\n$ tilework no\n";
        let found = sessions(text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[0].expected.as_str()), (3, "2:2\n"));
        assert_eq!(&text[found[0].span.clone()], "2:2\n");
        let invocation = |arguments: &[&str], input: &str| {
            let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
            Ok(Invocation { arguments, input: input.to_owned() })
        };
        assert_eq!(found[0].invocation, invocation(&["4:1 o 2:2"], ""));
        assert_eq!(found[1].invocation, invocation(&["recover", "-"], "0 1\n"));
        assert_eq!(found[1].line, 7);
    }

    #[test]
    fn what_a_document_may_do_ends() {
        let session = |command: &str| {
            let text = format!("```console\n$ {command}\n```\n");
            sessions(&text).pop().expect("a command")
        };
        let small = session("tilework 4:1");
        let mut budget = Budget::default();
        let printed = (0..300).filter(|_| matches!(small.answer(&mut budget), Ran::Printed(_)));
        assert_eq!(printed.count(), 256);
        // Each of these would print some megabytes.
        let large = session("tilework 'offsets(1000000:1)'");
        let mut budget = Budget::default();
        let why = Ran::Not(format!("it prints more than {OUTPUT} bytes"));
        assert_eq!((0..8).filter(|_| large.answer(&mut budget) == why).count(), 8);
        assert_eq!(budget.output, 0);
        assert!(matches!(small.answer(&mut budget), Ran::Not(_)));
        let long = session(&format!("tilework '4:1{}'", " ".repeat(60_000)));
        let mut budget = Budget::default();
        let printed = (0..10).filter(|_| matches!(long.answer(&mut budget), Ran::Printed(_)));
        assert_eq!(printed.count(), 4);
    }

    #[test]
    fn reads_fences_as_markdown_does() {
        let text = "````text\n```console\n$ tilework 1\n```\n````\n~~~console\n$ tilework 2\n```\n~~~\nwords\n````console\n$ tilework 3\n```\n````\n";
        let found = sessions(text);
        let shown: Vec<_> = found.iter().map(|it| (it.line, it.expected.as_str())).collect();
        assert_eq!(shown, [(7, "```\n"), (12, "```\n")]);
    }
}
