//! An interrupted run removes what it has begun.

use std::io;
use std::path::Path;

use tilework_relayout::files::{self, Replacement};

/// [`files::replace`] that leaves no temporary file when it is interrupted.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    watch()?;
    files::replace(path, bytes)
}

/// The same for a file that is written bit by bit.
pub(crate) fn replacement(path: &Path) -> io::Result<Replacement> {
    watch()?;
    Replacement::new(path)
}

/// Starts to wait for signals; once is enough.
#[cfg(unix)]
pub(crate) fn watch() -> io::Result<()> {
    use std::io::{IsTerminal, Write};
    use std::sync::Mutex;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    static WATCHING: Mutex<bool> = Mutex::new(false);
    let mut watching = WATCHING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if *watching {
        return Ok(());
    }
    // Under `nohup` a run goes on.
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = Signals::new(wanted)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            if files::abandon() > 0 {
                // After the ^C that a terminal shows, or the bar.
                let line = if io::stderr().is_terminal() { "\n" } else { "" };
                let _ = writeln!(io::stderr(), "{line}interrupted: nothing was written");
            }
            std::process::exit(128 + signal);
        }
    });
    *watching = true;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn watch() -> io::Result<()> {
    Ok(())
}

/// Whether this process was started with a signal ignored.
#[cfg(unix)]
#[allow(unsafe_code)]
fn is_ignored(signal: i32) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: with no new action, the call only writes the current one to the given place. All of its
    // fields may be zero, also if the call fails.
    let action = unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}
