//! An interrupted run removes what it has begun.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The temporary file, as long as there is one.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file that is removed when the run is interrupted or terminated.
pub(crate) fn watched(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    watch()?;
    let mut path = temporary();
    let file = create()?;
    *path = Some(file.path().to_owned());
    Ok(file)
}

/// Does the last step, which cannot be interrupted.
pub(crate) fn last<T>(step: impl FnOnce() -> T) -> T {
    let mut path = temporary();
    let out = step();
    *path = None;
    out
}

/// Waits for signals. A hangup is left alone: whoever started the run with `nohup` wants it to go on.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use std::io::{IsTerminal, Write};

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The lock is kept to the end: from here on nothing can be renamed any more.
            let path = temporary();
            if let Some(path) = path.as_deref() {
                let _ = std::fs::remove_file(path);
                // After the ^C that a terminal shows, or the bar.
                let line = if io::stderr().is_terminal() { "\n" } else { "" };
                let _ = writeln!(io::stderr(), "{line}interrupted: nothing was written");
            }
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}
