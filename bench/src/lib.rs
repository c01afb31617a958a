//! What the benchmarks share: a stopwatch, the peers in other languages, and the machine's name.

pub mod beside;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

const SAMPLES: usize = 15;
/// Long beside the clock's resolution, short beside the scheduler's slice.
const SAMPLE_NS: f64 = 1e6;

/// The median time of one call, in nanoseconds.
pub fn measure<T>(mut f: impl FnMut() -> T) -> f64 {
    let mut sample = |batch: u64| {
        let start = Instant::now();
        for _ in 0..batch {
            // By reference: a layout is large, and moving it would be measured too.
            black_box(&f());
        }
        start.elapsed().as_nanos() as f64 / batch as f64
    };
    // A processor that has just woken up runs at half its speed for a while.
    let start = Instant::now();
    while start.elapsed().as_millis() < 100 {
        sample(1);
    }
    let mut batch = 1;
    while sample(batch) * (batch as f64) < SAMPLE_NS {
        batch *= 2;
    }
    median((0..SAMPLES).map(|_| sample(batch)).collect())
}

/// The middle value; of an even number, the upper one.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What one peer said in all rounds.
#[derive(Default)]
pub struct Peer {
    /// Package and interpreter.
    pub version: String,
    /// By case: the times of the rounds, in nanoseconds, and the result as text.
    pub cases: BTreeMap<String, (Vec<f64>, String)>,
}

impl Peer {
    /// Runs a script once more and adds what it reports, one JSON object per line:
    /// `{"peer", "version"}` or `{"case", "ns", "result"}`.
    pub fn round(&mut self, python: &str, script: &str, name: &str) -> Result<(), String> {
        let mut command = Command::new(python);
        command.args([script, name]).stderr(Stdio::inherit());
        let out = command.output().map_err(|why| format!("{python}: {why}"))?;
        if !out.status.success() {
            return Err(format!("{script} {name}: {}", out.status));
        }
        for line in String::from_utf8_lossy(&out.stdout).lines() {
            let line: Value = serde_json::from_str(line).map_err(|why| format!("{name}: {why}"))?;
            let text = |key| line[key].as_str().unwrap_or_default().to_owned();
            if let Some(ns) = line["ns"].as_f64() {
                let case = self.cases.entry(text("case")).or_default();
                case.0.push(ns);
                case.1 = text("result");
            } else {
                self.version = text("version");
            }
        }
        Ok(())
    }
}

/// Processor, number of threads and compiler, in one line.
pub fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.map_or("unknown processor", |line| line.trim_start_matches([' ', '\t', ':']));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = Command::new("rustc").arg("--version").output();
    let rustc = rustc.map_or_else(|_| "rustc".into(), |out| out.stdout);
    format!("{model}, {threads} threads, {}", String::from_utf8_lossy(&rustc).trim())
}

/// A time in the unit in which it reads best.
pub fn time(ns: f64) -> String {
    match ns {
        ..10.0 => format!("{ns:.2} ns"),
        ..1e3 => format!("{ns:.0} ns"),
        ..1e6 => format!("{:.1} µs", ns / 1e3),
        ..1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.1} s", ns / 1e9),
    }
}
