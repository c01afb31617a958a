//! Console sessions in Markdown: what a document shows the command to print, it must print.
//!
//! In a block marked `console`, a line `$ tilework ...` is followed by its output. `check` runs
//! this same executable with those arguments, in the folder of the document, and compares. Other
//! commands are left alone, except that `echo` and `printf` may feed the standard input:
//!
//! ````text
//! ```console
//! $ tilework "(6,2):(8,2) o (4,3):(3,1)"
//! ((2,2),3):((24,2),8)
//! $ echo 0 2 4 7 9 11 | tilework recover
//! (3,2):(2,7)
//! ```
//! ````

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command of this program in a document, and what the document says it prints.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// The line of the command, from 1.
    pub(crate) line: usize,
    /// The command, as it is written.
    pub(crate) command: String,
    /// What it is fed.
    input: String,
    arguments: Vec<String>,
    /// What it prints according to the document, and where that stands.
    pub(crate) expected: String,
    pub(crate) span: Range<usize>,
}

/// Set for the commands of a session: a document that checks itself must not do so for ever.
const NESTED: &str = "TILEWORK_IN_SESSION";

/// Whether this is a command of a document, which not everybody has read who checks it.
pub(crate) fn in_session() -> bool {
    std::env::var_os(NESTED).is_some()
}

/// The sessions in a Markdown text; none for a command that is itself part of one.
pub(crate) fn sessions(text: &str) -> Vec<Session> {
    let mut out: Vec<Session> = Vec::new();
    if in_session() {
        return out;
    }
    let (mut inside, mut open, mut at) = (false, false, 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let end = at + line.len();
        let trimmed = line.trim_end();
        if trimmed.trim_start().starts_with("```") {
            inside = !inside && trimmed.trim_start().trim_start_matches('`').trim() == "console";
            open = false;
        } else if inside && let Some(command) = trimmed.strip_prefix("$ ") {
            open = false;
            if let Some((input, arguments)) = read(command) {
                let (line, command) = (number + 1, command.to_owned());
                out.push(Session {
                    line,
                    command,
                    input,
                    arguments,
                    expected: String::new(),
                    span: end..end,
                });
                open = true;
            }
        } else if inside
            && open
            && let Some(session) = out.last_mut()
        {
            session.expected.push_str(trimmed);
            session.expected.push('\n');
            session.span.end = end;
        }
        at = end;
    }
    out
}

/// The standard input and the arguments, if this is a command of this program.
fn read(command: &str) -> Option<(String, Vec<String>)> {
    let words = shell_words::split(command).ok()?;
    let mut parts = words.split(|word| word == "|");
    let (first, second) = (parts.next()?, parts.next());
    if parts.next().is_some() {
        return None;
    }
    let (input, run) = match second {
        None => (String::new(), first),
        Some(run) => (fed(first)?, run),
    };
    (run.first()? == "tilework").then(|| (input, run[1..].to_vec()))
}

/// What `echo` or `printf` prints.
fn fed(words: &[String]) -> Option<String> {
    match words.split_first()? {
        (name, rest) if name == "echo" => Some(rest.join(" ") + "\n"),
        (name, [text]) if name == "printf" => Some(text.replace("\\n", "\n")),
        _ => None,
    }
}

impl Session {
    /// What the command prints, line by line without trailing spaces; messages after answers.
    ///
    /// # Errors
    /// That it cannot be run.
    pub(crate) fn run(&self, folder: &Path) -> io::Result<String> {
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
        let text = [done.stdout, done.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        Ok(text.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
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
        assert_eq!(found[0].arguments, ["4:1 o 2:2"]);
        assert_eq!((found[1].input.as_str(), found[1].line), ("0 1\n", 7));
    }
}
