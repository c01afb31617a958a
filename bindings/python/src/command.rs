//! The command `tilework`, as a function.

use std::ffi::OsString;
use std::io::{self, Write};

use pyo3::prelude::*;
use tilework_cli::{Streams, run};

/// Runs the command with these arguments, of which the first is the program, on the streams of the process; gives
/// its exit code.
#[pyfunction]
#[pyo3(signature = (args, /))]
pub(crate) fn command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| {
        let (mut input, mut out, mut err) = (io::stdin(), io::stdout().lock(), io::stderr());
        let streams = Streams { input: &mut input, out: &mut out, err: &mut err, standard: true };
        let code = run(&args, streams);
        // At the end of a program Rust does this; the end of an interpreter is none. Whoever reads may be gone.
        let _ = out.flush();
        code
    })
}
