//! Peers: programs in any language that have some of the cases and can be asked to run them.
//!
//! A peer begins with one line of JSON, `{"version": "...", "answers": {case: result}}`. Then it reads
//! requests, a number of calls and the name of a case on a line, and answers each with the nanoseconds
//! that one of the calls took. It ends with its input.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use serde_json::{Value, json};

use crate::beside::Case;
use crate::turns::Contestant;

/// A program that is running, and what it said in the beginning.
pub struct Peer {
    /// What it is, with the versions of everything that takes part.
    pub version: String,
    /// The cases that it has, with their results as text.
    pub answers: BTreeMap<String, String>,
    process: Rc<RefCell<Process>>,
}

struct Process {
    name: String,
    child: Child,
    /// Until the end, which is how it is told to end.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Peer {
    /// Starts the program and waits for its answers.
    pub fn start(command: &mut Command) -> Result<Peer, String> {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        let name = words.join(" ");
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|why| format!("{name}: {why}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut process = Process { name, child, input, output };
        let line = process.line()?;
        let wrong = |why: serde_json::Error| format!("{}: {why}", process.name);
        let head: Value = serde_json::from_str(&line).map_err(wrong)?;
        let answers = head["answers"].as_object().into_iter().flatten();
        let answers = answers.map(|(case, result)| (case.clone(), text(result))).collect();
        let version = text(&head["version"]);
        Ok(Peer { version, answers, process: Rc::new(RefCell::new(process)) })
    }

    /// A case of this peer, if it has it.
    pub fn contestant(&self, case: &str) -> Option<Contestant> {
        let (case, _) = self.answers.get_key_value(case)?;
        let (case, process) = (case.clone(), Rc::clone(&self.process));
        Some(Contestant::new(move |calls| process.borrow_mut().ask(calls, &case)))
    }

    /// Runs a case so many times: nanoseconds of one of the calls.
    pub fn ask(&self, calls: u64, case: &str) -> Result<f64, String> {
        self.process.borrow_mut().ask(calls, case)
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Process {
    fn ask(&mut self, calls: u64, case: &str) -> Result<f64, String> {
        let input = self.input.as_mut().expect("it is open until the end");
        writeln!(input, "{calls} {case}").map_err(|why| format!("{}: {why}", self.name))?;
        let line = self.line()?;
        line.trim().parse().map_err(|why| format!("{}: {case}: {line:?}: {why}", self.name))
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err(format!("{}: it ended early", self.name)),
            Ok(_) => Ok(line),
            Err(why) => Err(format!("{}: {why}", self.name)),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.input.take());
        // It ends with its input; how does not matter any more.
        let _ = self.child.wait();
    }
}

/// The other end: this program as a peer, for the instructions that it needs and for later versions.
pub fn serve(cases: &[Case]) -> Result<(), String> {
    let answers: BTreeMap<_, _> =
        cases.iter().map(|case| (case.name.as_str(), &case.answer)).collect();
    println!("{}", json!({"version": "another build", "answers": answers}));
    for line in std::io::stdin().lines() {
        let line = line.map_err(|why| why.to_string())?;
        let request = line.split_once(' ');
        let request = request.and_then(|(calls, name)| Some((calls.parse().ok()?, name)));
        let (calls, name) = request.ok_or_else(|| format!("{line:?} is no request"))?;
        let case = cases.iter().find(|case| case.name == name);
        println!("{}", counted(case.ok_or_else(|| format!("no case is called {name:?}"))?, calls));
    }
    Ok(())
}

/// What callgrind counts; every peer whose instructions are counted has a function of this name.
#[inline(never)]
fn counted(case: &Case, calls: u64) -> f64 {
    case.run(calls)
}
