//! What a command may do: all that whoever started it may, or only answer.

use std::io;
use std::path::{Path, PathBuf};

use crate::args::{Cli, When};
use crate::commands::Command;
use crate::commands::draw::Format;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// Whoever started the program: the files that they name are theirs.
    Caller,
    /// A command of a document whose reader allowed it to use files. It checks no other document
    /// in the same way: the permission was for this one.
    Allowed,
    /// A command of a document that somebody only wants to read. It answers, and does nothing else.
    Document,
}

/// Set for the commands of a document that may use files.
pub(crate) const NESTED: &str = "TILEWORK_IN_SESSION";

/// The most bytes of data that a command of a document moves.
const DATA: usize = 1 << 20;

impl Policy {
    /// The policy of this process.
    pub(crate) fn of_process() -> Policy {
        if std::env::var_os(NESTED).is_some() { Policy::Allowed } else { Policy::Caller }
    }

    /// Whether files may be opened, read and written.
    pub(crate) fn files(self) -> bool {
        self != Policy::Document
    }

    /// Whether `check` runs the commands of the documents that it reads.
    pub(crate) fn runs_commands(self) -> bool {
        self == Policy::Caller
    }

    /// Every place that opens a file asks here first. [`forbidden`] knows before the command starts;
    /// this holds whatever it may have overlooked.
    pub(crate) fn open(self, path: &Path) -> io::Result<()> {
        if self.files() || path == Path::new("-") {
            return Ok(());
        }
        let message = "a command of a document opens no files";
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }

    /// Whether so many bytes of data may be moved.
    pub(crate) fn moves(self, bytes: usize) -> io::Result<()> {
        if self.files() || bytes <= DATA {
            return Ok(());
        }
        Err(io::Error::other(format!("it moves {bytes} bytes of data, more than {DATA}")))
    }
}

/// Why a command may not be run for a document: what it would do besides answering.
pub(crate) fn forbidden(cli: &Cli) -> Option<String> {
    let file = |path: &Path| {
        (path != Path::new("-")).then(|| format!("it names a file, {}", path.display()))
    };
    let some = |path: &Option<PathBuf>| path.as_deref().and_then(file);
    let args = match &cli.command {
        None
        | Some(
            Command::Explain(_)
            | Command::Solve(_)
            | Command::Compare(_)
            | Command::Repl
            | Command::Help(_)
            | Command::Man(_)
            | Command::Completions(_),
        ) => None,
        Some(Command::Check(args)) => {
            let asks = args.fix || args.allow_files;
            let asks = asks.then(|| "it asks for the use of files".to_owned());
            asks.or_else(|| args.files.iter().find_map(|path| file(path)))
        }
        Some(Command::Recover(args)) => some(&args.file),
        Some(Command::Draw(args)) if args.output.is_some() => Some("it writes a file".to_owned()),
        Some(Command::Draw(args)) => {
            (args.format == Some(Format::Png)).then(|| "a PNG is not a text".to_owned())
        }
        Some(Command::Relayout(args)) if args.progress == When::Always => {
            Some("it shows progress".to_owned())
        }
        Some(Command::Relayout(args)) => file(&args.input).or_else(|| some(&args.output)),
    };
    args.or_else(|| some(&cli.common.bindings))
}
