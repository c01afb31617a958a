//! `tilework hardware`: questions about hardware as JSON, one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tilework_lang::report::Status;
use tilework_lang::report::hardware::response;

use crate::context::Context;
use crate::exit::{BAD, OK};
use crate::input;

pub(crate) const HELP: &str = "\
Reads one request a line, an object with the fields of conformance/hardware/vectors.jsonl, and answers each on a line:
{\"result\": {...}}, or {\"result\": null, \"error\": {\"kind\": ..., \"message\": ...}}. A line that cannot be read is
answered with an error, and the next one is read.

Examples:
  tilework hardware --json - < conformance/hardware/vectors.jsonl
  echo '{\"kind\":\"bank\",\"smem\":\"(32,32):(32,1)\",\"tv\":\"(32,1):(1,0)\",\"bits\":32,\"width\":4}' | tilework hardware --json -";

#[derive(Args)]
pub(crate) struct RequestsArgs {
    /// The file with the requests; standard input if absent or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

pub(crate) fn run(context: &mut Context, args: &RequestsArgs) -> io::Result<u8> {
    let path = args.file.as_deref().filter(|path| *path != Path::new("-"));
    let mut file = match path.map(|path| context.policy.open(path).and_then(|()| File::open(path)))
    {
        None => None,
        Some(Ok(file)) => Some(BufReader::with_capacity(1 << 16, file)),
        Some(Err(error)) => {
            return context.refuse(input::unreadable(&input::name(path), &error));
        }
    };
    let (mut line, mut code) = (Vec::new(), OK);
    loop {
        let read = match &mut file {
            None => context.next_line(&mut line)?,
            Some(file) => {
                line.clear();
                let read = file.read_until(b'\n', &mut line);
                read.map(|read| read > 0)
                    .map_err(|error| input::unreadable(&input::name(path), &error))
            }
        };
        match read {
            Ok(true) => code = code.max(answer(context, &line)?),
            Ok(false) => return Ok(code),
            Err(unreadable) => return Ok(code.max(context.refuse(unreadable)?)),
        }
    }
}

/// Answers a request. That nothing exists is an answer; only what cannot be read has another exit code.
fn answer(context: &mut Context, line: &[u8]) -> io::Result<u8> {
    let text = String::from_utf8_lossy(line);
    let response = response(&text);
    writeln!(context.out, "{}", response.json)?;
    Ok(if response.status == Status::Unreadable { BAD } else { OK })
}
