//! The peers in Python: bench/peers/relayout.py, asked for one run at a time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::works::Work;

const SCRIPT: &str = "bench/peers/relayout.py";

/// What the script can have, if it is installed.
pub(crate) const PEERS: [&str; 3] = ["numpy", "torch", "opencv"];

pub(crate) struct Python {
    process: Child,
    /// Until the end, which is how the script is told to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// By name, and the interpreter.
    versions: Value,
}

/// A peer that can do the work that was last begun.
pub(crate) struct Ready {
    pub(crate) name: &'static str,
    pub(crate) threads: usize,
    pub(crate) right: bool,
}

impl Python {
    /// Starts the script, which is to read so many bytes of other data before each run.
    pub(crate) fn start(python: &str, flush: usize, large_pages: bool) -> Result<Python, String> {
        let mut command = Command::new(python);
        command.arg(SCRIPT).arg(flush.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("NUMPY_MADVISE_HUGEPAGE", if large_pages { "1" } else { "0" });
        let mut process = command.spawn().map_err(|why| format!("{python}: {why}"))?;
        let input = process.stdin.take();
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut python = Python { process, input, output, versions: Value::Null };
        python.versions = python.answer()?["versions"].take();
        Ok(python)
    }

    pub(crate) fn version(&self, name: &str) -> Option<&str> {
        self.versions[name].as_str()
    }

    /// Hands over a work with its source and the right answer, and its index where it has no axes.
    pub(crate) fn begin(
        &mut self,
        work: &Work,
        src: &[u8],
        want: &[u8],
    ) -> Result<Vec<Ready>, String> {
        let axes: Option<Vec<_>> = work
            .axes()
            .map(|axes| axes.iter().map(|axis| [axis.extent, axis.dst, axis.src]).collect());
        let index = if axes.is_none() { work.index() } else { vec![] };
        let (number, numbers) = work.element.numbers();
        let request = json!({"work": {
            "small": work.is_small(),
            "number": number,
            "numbers": numbers,
            "axes": axes,
            "src_bytes": src.len(),
            "dst_bytes": want.len(),
        }});
        self.ask(&request, &[src, want, &index])?;
        let answer = self.answer()?;
        let mut ready = vec![];
        for peer in answer["peers"].as_array().into_iter().flatten() {
            let name = PEERS.into_iter().find(|&name| peer[0] == name);
            if let (Some(name), Some(threads)) = (name, peer[1].as_u64()) {
                let right = peer[2] == true;
                ready.push(Ready { name, threads: threads as usize, right });
            }
        }
        Ok(ready)
    }

    /// Nanoseconds of one call.
    pub(crate) fn run(&mut self, name: &str, threads: usize) -> Result<f64, String> {
        self.ask(&json!({"run": name, "threads": threads}), &[])?;
        let answer = self.answer()?;
        answer["ns"].as_f64().ok_or_else(|| format!("{SCRIPT}: no time in {answer}"))
    }

    fn ask(&mut self, request: &Value, data: &[&[u8]]) -> Result<(), String> {
        let input = self.input.as_mut().expect("it is open until the end");
        let mut send = || {
            writeln!(input, "{request}")?;
            data.iter().try_for_each(|bytes| input.write_all(bytes))?;
            input.flush()
        };
        send().map_err(|why| format!("{SCRIPT}: {why}"))
    }

    fn answer(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|why| format!("{SCRIPT}: {why}"))?;
        serde_json::from_str(&line).map_err(|why| format!("{SCRIPT}: {why}"))
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.input.take());
        // It ends with its input; how does not matter any more.
        let _ = self.process.wait();
    }
}
