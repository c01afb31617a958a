//! What a command may do: whatever its caller may, or nothing but answer.

use std::io;
use std::path::Path;

/// On whose behalf a command runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    /// The caller's: a command may use the files that it names.
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

    /// Checked wherever a file is opened. [`forbidden`](crate::args::forbidden) decides before the command
    /// starts; this check holds even if that one overlooks something.
    pub(crate) fn open(self, path: &Path) -> io::Result<()> {
        if self.files() || path == Path::new("-") {
            return Ok(());
        }
        let message = "a command in a document cannot open files";
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }

    /// Whether so many bytes of data may be moved.
    pub(crate) fn moves(self, bytes: usize) -> io::Result<()> {
        if self.files() || bytes <= DATA {
            return Ok(());
        }
        Err(io::Error::other(format!("it moves {bytes} bytes of data; at most {DATA} are allowed")))
    }
}
