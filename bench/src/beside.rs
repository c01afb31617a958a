//! One table of cases: Tilework beside peers that are Python programs, round by round in turns.

use std::fmt::Write;

use crate::{Peer, machine, measure, median, time};

const ROUNDS: usize = 3;

/// One line of the table.
pub struct Case {
    /// What the script of the peers calls it.
    pub name: &'static str,
    /// What the table calls it.
    pub title: &'static str,
    /// How many elements one run treats; times are given for one of them.
    pub elements: usize,
    /// The result as the peers print it.
    pub answer: String,
    run: Box<dyn Fn() -> f64>,
    times: Vec<f64>,
}

impl Case {
    /// A case that runs `f`, whose result reads `answer`.
    pub fn new<T>(
        name: &'static str,
        title: &'static str,
        elements: usize,
        answer: String,
        f: impl Fn() -> T + 'static,
    ) -> Case {
        Case { name, title, elements, answer, run: Box::new(move || measure(&f)), times: vec![] }
    }
}

/// A benchmark: what it is called, who takes part, and what is made of their answers.
pub struct Contest {
    /// The heading of the page.
    pub title: &'static str,
    /// The command that runs it.
    pub command: &'static str,
    /// The script that runs the cases in a peer, whose name is its argument.
    pub script: &'static str,
    /// The peers.
    pub peers: &'static [&'static str],
    /// A peer's answer, the second one, in the light of ours.
    pub verdict: fn(&str, &str) -> String,
    /// Why a peer has no answer, where there is more to say than that it lacks the operation.
    pub absence: fn(&Case, &Peer) -> String,
}

impl Contest {
    /// Measures all cases and prints the table. The arguments of the program are the Python that has the
    /// peers, and the file for the table; without them Tilework runs alone and the table is only printed.
    pub fn run(&self, mut cases: Vec<Case>) -> Result<(), String> {
        let args: Vec<String> = std::env::args().skip(1).collect();
        let python = args.first();
        let mut peers: Vec<Peer> = self.peers.iter().map(|_| Peer::default()).collect();
        // In turns, so that a slow spell of the machine meets all of them.
        for round in 1..=ROUNDS {
            eprintln!("round {round} of {ROUNDS}");
            for case in &mut cases {
                let ns = (case.run)();
                case.times.push(ns);
            }
            if let Some(python) = python {
                for (name, peer) in self.peers.iter().zip(&mut peers) {
                    peer.round(python, self.script, name)?;
                }
            }
        }
        let peers = if python.is_some() { &peers[..] } else { &[] };
        let table = self.table(&cases, peers);
        print!("{table}");
        if let Some(file) = args.get(1) {
            std::fs::write(file, table).map_err(|why| format!("{file}: {why}"))?;
        }
        Ok(())
    }

    fn table(&self, cases: &[Case], peers: &[Peer]) -> String {
        let mut out = format!("# {}\n\n`{}` on {}.\n", self.title, self.command, machine());
        for (name, peer) in self.peers.iter().zip(peers) {
            writeln!(out, "{name}: {}.", peer.version).unwrap();
        }
        let rounds = format!("Median time of one call, or of one element, over {ROUNDS} rounds");
        writeln!(out, "{rounds} in turns; x: how many times longer the peer takes.\n").unwrap();

        out += "| case | tilework |";
        for name in &self.peers[..peers.len()] {
            write!(out, " {name} | x | its answer |").unwrap();
        }
        writeln!(out, "\n|---|--:|{}", "--:|--:|---|".repeat(peers.len())).unwrap();
        for case in cases {
            let ours = median(case.times.clone()) / case.elements as f64;
            write!(out, "| {} | {}", case.title, each(ours, case.elements)).unwrap();
            if case.elements > 1 {
                write!(out, ", {:.0} M/s", 1e3 / ours).unwrap();
            }
            out += " |";
            for peer in peers {
                let Some((times, answer)) = peer.cases.get(case.name) else {
                    write!(out, " n/a | | {} |", (self.absence)(case, peer)).unwrap();
                    continue;
                };
                let theirs = median(times.clone()) / case.elements as f64;
                let ratio = match theirs / ours {
                    ratio if ratio < 1e6 => format!("{ratio:.0}"),
                    ratio => format!("{ratio:.0e}"),
                };
                let verdict = (self.verdict)(&case.answer, answer);
                write!(out, " {} | {ratio} | {verdict} |", each(theirs, case.elements)).unwrap();
            }
            out.push('\n');
        }
        out
    }
}

fn each(ns: f64, elements: usize) -> String {
    time(ns) + if elements > 1 { " each" } else { "" }
}
