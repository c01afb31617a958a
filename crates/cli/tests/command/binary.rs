//! Runs the real binary.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a run came to.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The command with a clean environment.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilework"));
    command.env_remove("NO_COLOR").env_remove("XDG_STATE_HOME");
    command
}

/// Runs with arguments and nothing on standard input.
pub(crate) fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    run_with(args, b"")
}

/// Runs with arguments and bytes on standard input.
pub(crate) fn run_with<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Run {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The child may answer before it has read everything, or not read at all.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    Run::of(&output)
}

impl Run {
    pub(crate) fn of(output: &Output) -> Run {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Exit code and standard output are these, and nothing is on standard error.
    #[track_caller]
    pub(crate) fn says(&self, code: i32, out: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (code, out, ""));
    }

    /// The exit code is this, standard error holds `words`, and standard output nothing.
    #[track_caller]
    pub(crate) fn refuses(&self, code: i32, words: &str) {
        assert!(self.err.contains(words), "{words:?} is not in:\n{}", self.err);
        assert_eq!((self.code, self.out.as_str()), (code, ""));
    }
}
