//! Console sessions in Markdown: what a document shows the command to print, it must print.
//!
//! In a block marked `console`, a line `$ tilework ...` is followed by its output. `echo` and `printf`
//! may feed the standard input:
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
//! Commands are only read here; the caller decides whether to run them.

use std::collections::BTreeSet;

use super::shell::{self, Token};
use crate::Span;
use crate::claims::fences;

/// A command of this program in a document, and what the document says it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Session {
    /// The line of the command, from 1.
    pub line: usize,
    /// The command, as it is written.
    pub command: String,
    /// How it calls this program, or why only a shell can tell.
    pub invocation: Result<Invocation, String>,
    /// What it prints according to the document.
    pub expected: String,
    /// Where that stands.
    pub span: Span,
}

/// How this program is called.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Invocation {
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its standard input.
    pub input: String,
}

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ran {
    /// What it printed, line by line without trailing spaces; messages after answers.
    Printed(String),
    /// It was not run, for this reason.
    Not(String),
}

/// The sessions in a Markdown text.
///
/// ```
/// use tilework_lang::report::sessions;
///
/// let text = "```console\n$ tilework \"size((4,8))\"\n32\n```\n";
/// let session = &sessions(text)[0];
/// assert_eq!((session.line, session.expected.as_str()), (2, "32\n"));
/// assert_eq!(session.invocation.as_ref().unwrap().arguments, ["size((4,8))"]);
/// ```
pub fn sessions(text: &str) -> Vec<Session> {
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
                let why =
                    || "only `echo` and `printf` with plain text can feed a command".to_owned();
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
    fn reads_fences_as_markdown_does() {
        let text = "````text\n```console\n$ tilework 1\n```\n````\n~~~console\n$ tilework 2\n```\n~~~\nwords\n````console\n$ tilework 3\n```\n````\n";
        let found = sessions(text);
        let shown: Vec<_> = found.iter().map(|it| (it.line, it.expected.as_str())).collect();
        assert_eq!(shown, [(7, "```\n"), (12, "```\n")]);
    }
}
