//! The command `tilework`, on the standard streams of its process.

use std::env;
use std::io;
use std::iter;
use std::path::PathBuf;
use std::process::ExitCode;

use tilework_cli::{Streams, run};

fn main() -> ExitCode {
    let program = env::current_exe().map_or_else(|_| "tilework".into(), PathBuf::into_os_string);
    let args: Vec<_> = iter::once(program).chain(env::args_os().skip(1)).collect();
    let (mut input, mut out, mut err) = (io::stdin(), io::stdout().lock(), io::stderr());
    let streams = Streams { input: &mut input, out: &mut out, err: &mut err, standard: true };
    ExitCode::from(run(&args, streams))
}
