//! Tables of cases: Tilework beside its peers, and beside another version of itself.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::rc::Rc;

use tilework::Layout;

use crate::figure::{Figure, ratio};
use crate::options::Options;
use crate::peer::Peer;
use crate::turns::{self, Contestant, clock};
use crate::{cute, instructions, machine};

/// What the tables call this library.
pub const OURS: &str = "tilework";
/// What they call another build of it.
pub const BEFORE: &str = "before";
/// What they call NVIDIA's C++.
pub const CUTE: &str = "CuTe C++";

/// One question.
pub struct Case {
    /// What the peers call it; no other case is called so.
    pub name: String,
    /// What the tables call it.
    pub title: String,
    /// How many elements one run treats; times are given for one of them.
    pub elements: usize,
    /// The result as the peers print it.
    pub answer: String,
    /// How long it may take.
    pub goal: Option<Goal>,
    run: Rc<dyn Fn(u64) -> f64>,
}

/// A goal is a ratio: times differ from machine to machine.
#[derive(Clone, Copy)]
pub struct Goal {
    /// At most so many times as long ...
    pub times: f64,
    /// ... as this one needs, who does not change when we do ...
    pub who: &'static str,
    /// ... for this case.
    pub case: &'static str,
}

impl Case {
    /// A case that runs `f`, whose result reads `answer`.
    pub fn new<T>(
        name: impl Into<String>,
        title: impl Into<String>,
        elements: usize,
        answer: String,
        f: impl Fn() -> T + 'static,
    ) -> Case {
        // By reference: a layout is large, and moving it would be measured too.
        let call = move || {
            std::hint::black_box(&f());
        };
        let run = Rc::new(move |calls| clock(calls, &call));
        Case { name: name.into(), title: title.into(), elements, answer, goal: None, run }
    }

    /// A case that a peer has, which stands for this library.
    pub fn of(peer: &Rc<Peer>, name: &str, title: &str) -> Result<Case, String> {
        let answer = peer.answers.get(name).ok_or_else(|| format!("no case is called {name}"))?;
        let (peer, of) = (Rc::clone(peer), name.to_owned());
        let run = Rc::new(move |calls| peer.ask(calls, &of).expect("it runs until the end"));
        let (name, title, answer) = (name.to_owned(), title.to_owned(), answer.clone());
        Ok(Case { name, title, elements: 1, answer, goal: None, run })
    }

    /// The case with a goal: at most so many times as long as a peer needs for some case.
    #[must_use]
    pub fn at_most(mut self, times: f64, who: &'static str, case: &'static str) -> Case {
        self.goal = Some(Goal { times, who, case });
        self
    }

    /// Runs it so many times: nanoseconds of one of the calls.
    pub fn run(&self, calls: u64) -> f64 {
        (self.run)(calls)
    }
}

/// A benchmark: what it is called, who takes part, and what is made of their answers.
pub struct Contest {
    /// The heading of the page.
    pub title: &'static str,
    /// The command that runs it.
    pub command: &'static str,
    /// The script that runs the cases in a Python peer, whose name is its argument.
    pub script: &'static str,
    /// The peers in Python.
    pub python: &'static [&'static str],
    /// Whether CuTe C++ takes part.
    pub cute: bool,
    /// A peer's answer, the second one, in the light of ours.
    pub verdict: fn(&str, &str) -> String,
    /// Why a peer has no answer, where there is more to say than that it lacks the operation.
    pub absence: fn(&Case, &Entry) -> String,
}

/// What was measured of one contestant in one case.
#[derive(Default)]
pub struct Entry {
    /// Who it is.
    pub name: &'static str,
    /// The time of a call, if it has the case.
    pub figure: Option<Figure>,
    /// The answer beside ours.
    pub verdict: String,
    /// Of one call, if they could be counted.
    pub instructions: Option<f64>,
}

/// Everything that was measured of one case.
pub struct Row {
    /// The case.
    pub case: Case,
    /// In the order of the columns, ours first.
    pub entries: Vec<Entry>,
}

/// What a contest came to.
pub struct Outcome {
    /// The head of the page.
    pub head: String,
    /// In the order of the cases.
    pub rows: Vec<Row>,
}

/// A peer with its name in the tables, and the program whose instructions are counted, if any.
struct Seat {
    name: &'static str,
    peer: Peer,
    program: Option<(PathBuf, &'static [&'static str])>,
}

/// The argument that makes a benchmark a peer.
pub const SERVE: &str = "serve";

impl Contest {
    /// Measures all cases.
    pub fn run(&self, options: &Options, cases: Vec<Case>) -> Result<Outcome, String> {
        let mut head =
            format!("# {}\n\n`{}` on {}.\n", self.title, self.command, machine::description());
        machine::stay();
        let seats = self.seats(options, &mut head)?;
        writeln!(
            head,
            "\n{} All stay on one processor. x: how many times longer the peer takes.",
            options.rounds().method()
        )
        .unwrap();

        let mut groups: Vec<Vec<Contestant>> =
            cases.iter().map(|case| contestants(case, &seats)).collect();
        turns::take(options.rounds(), &mut groups)?;
        let mut rows = Vec::new();
        for (case, group) in cases.into_iter().zip(groups) {
            let mut figures = group.into_iter().map(|one| one.figure);
            let mut entries =
                vec![Entry { name: OURS, figure: figures.next(), ..Entry::default() }];
            for Seat { name, peer, .. } in &seats {
                let answer = peer.answers.get(&case.name);
                let figure = answer.and_then(|_| figures.next());
                let verdict = answer.map(|answer| (self.verdict)(&case.answer, answer));
                entries.push(Entry {
                    name,
                    figure,
                    verdict: verdict.unwrap_or_default(),
                    instructions: None,
                });
            }
            rows.push(Row { case, entries });
        }
        self.absences(&mut rows);
        if self.cute {
            count(&mut head, &mut rows, &seats);
        }
        Ok(Outcome { head, rows })
    }

    /// Starts the peers; who cannot take part is named in the head with the reason.
    fn seats(&self, options: &Options, head: &mut String) -> Result<Vec<Seat>, String> {
        let mut seats = Vec::new();
        if let Some(binary) = &options.beside {
            let peer = Peer::start(Command::new(binary).arg(SERVE))?;
            seats.push(Seat { name: BEFORE, peer, program: Some((binary.into(), &[SERVE])) });
        }
        let Some(python) = &options.python else {
            head.push_str("No peers: there is no Python that has them.\n");
            return Ok(seats);
        };
        if self.cute {
            let seat = cute::build(python).and_then(|program| {
                let peer = Peer::start(&mut Command::new(&program))?;
                Ok(Seat { name: CUTE, peer, program: Some((program, &[])) })
            });
            match seat {
                Ok(seat) => seats.push(seat),
                Err(why) => writeln!(head, "{CUTE}: not measured ({why}).").unwrap(),
            }
        }
        for name in self.python {
            let peer = Peer::start(Command::new(python).args([self.script, name]))?;
            seats.push(Seat { name, peer, program: None });
        }
        for Seat { name, peer, .. } in &seats {
            writeln!(head, "{name}: {}.", peer.version).unwrap();
        }
        Ok(seats)
    }

    fn absences(&self, rows: &mut [Row]) {
        for row in rows {
            for entry in row.entries.iter_mut().filter(|entry| entry.figure.is_none()) {
                entry.verdict = (self.absence)(&row.case, entry);
            }
        }
    }
}

fn contestants(case: &Case, seats: &[Seat]) -> Vec<Contestant> {
    let run = Rc::clone(&case.run);
    let mut group = vec![Contestant::new(move |calls| Ok(run(calls)))];
    group.extend(seats.iter().filter_map(|seat| seat.peer.contestant(&case.name)));
    group
}

/// Adds the instructions where they can be counted, and says in the head where not.
fn count(head: &mut String, rows: &mut [Row], seats: &[Seat]) {
    let ours = std::env::current_exe().unwrap_or_default();
    let mut programs = vec![(OURS, ours, [SERVE].as_slice())];
    for Seat { name, program, .. } in seats {
        programs
            .extend(program.as_ref().map(|(path, arguments)| (*name, path.clone(), *arguments)));
    }
    for (name, path, arguments) in programs {
        eprintln!("instructions of {name}");
        let names = rows.iter().map(|row| row.case.name.as_str());
        match instructions::count(&path, arguments, names) {
            Ok(counts) => {
                for row in &mut *rows {
                    let entry = row.entries.iter_mut().find(|entry| entry.name == name);
                    if let Some(entry) = entry {
                        entry.instructions = counts.get(&row.case.name).copied();
                    }
                }
            }
            Err(why) => writeln!(head, "Instructions of {name}: not counted ({why}).").unwrap(),
        }
    }
}

impl Row {
    /// What was measured of a contestant.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The time of a call of ours.
    fn ours(&self) -> f64 {
        self.entries[0].figure.as_ref().map_or(f64::NAN, Figure::median)
    }
}

impl Outcome {
    /// Who takes part, ours first.
    pub fn names(&self) -> Vec<&'static str> {
        self.rows.first().map_or(vec![], |row| row.entries.iter().map(|entry| entry.name).collect())
    }

    /// Times, ratios and answers of the first cases.
    pub fn table(&self, cases: usize) -> String {
        let mut out = format!("| case | {OURS} |");
        let names = self.names();
        for name in &names[1..] {
            write!(out, " {name} | x | its answer |").unwrap();
        }
        writeln!(out, "\n|---|--:|{}", "--:|--:|---|".repeat(names.len() - 1)).unwrap();
        for row in &self.rows[..cases] {
            let elements = row.case.elements;
            let each = |figure: &Figure| {
                figure.each(elements).text() + if elements > 1 { " each" } else { "" }
            };
            write!(out, "| {} |", row.case.title).unwrap();
            for entry in &row.entries {
                match &entry.figure {
                    Some(figure) => write!(out, " {}", each(figure)).unwrap(),
                    None => out.push_str(" n/a"),
                }
                if entry.name != OURS {
                    let times = entry.figure.as_ref().map(|figure| figure.median() / row.ours());
                    let times = times.map(|times| format!(" {}", ratio(times))).unwrap_or_default();
                    write!(out, " |{times} | {}", entry.verdict).unwrap();
                } else if elements > 1 {
                    write!(out, ", {:.0} M/s", 1e3 * elements as f64 / row.ours()).unwrap();
                }
                out.push_str(" |");
            }
            out.push('\n');
        }
        out
    }

    /// Every case that has a goal, and whether it is reached.
    pub fn goals(&self) -> String {
        let mut out =
            "| case | beside | times as long | at most | |\n|---|---|--:|--:|---|\n".to_owned();
        for row in &self.rows {
            let Some(Goal { times, who, case }) = row.case.goal else { continue };
            let other = self.rows.iter().find(|row| row.case.name == case);
            let figure = other.and_then(|row| row.entry(who)?.figure.as_ref());
            let theirs = figure.map(Figure::median);
            let beside = match other {
                Some(other) if other.case.name != row.case.name => {
                    format!("{who}, {}", other.case.title)
                }
                _ => who.to_owned(),
            };
            let Some(theirs) = theirs else { continue };
            let now = row.ours() / theirs;
            let reached = if now <= times { "✓" } else { "✗" };
            let title = &row.case.title;
            writeln!(out, "| {title} | {beside} | {} | {times} | {reached} |", ratio(now)).unwrap();
        }
        out
    }

    /// The instructions of the first cases, or nothing if nobody's were counted.
    pub fn instructions(&self, cases: usize) -> Option<String> {
        let rows = &self.rows[..cases];
        let counted = |name: &&&str| {
            rows.iter().any(|row| row.entry(name).is_some_and(|entry| entry.instructions.is_some()))
        };
        let names = self.names();
        let names: Vec<&str> = names.iter().filter(counted).copied().collect();
        if names.is_empty() {
            return None;
        }
        let mut out = header("case", &names);
        for row in rows {
            write!(out, "| {} |", row.case.title).unwrap();
            for name in &names {
                let count = row.entry(name).and_then(|entry| entry.instructions);
                let count = count.map(|count| instructions(count / row.case.elements as f64));
                write!(out, " {} |", count.as_deref().unwrap_or("n/a")).unwrap();
            }
            out.push('\n');
        }
        Some(out)
    }

    /// The quartiles of everything, under a heading.
    pub fn spread(&self) -> String {
        let mut out = SPREAD.to_owned() + &header("case", &self.names());
        for row in &self.rows {
            write!(out, "| {} |", row.case.title).unwrap();
            for entry in &row.entries {
                let quartiles = entry.figure.as_ref().map(Figure::quartiles);
                write!(out, " {} |", quartiles.as_deref().unwrap_or("n/a")).unwrap();
            }
            out.push('\n');
        }
        out
    }
}

/// A peer's answer, a layout or a number, in the light of ours.
pub fn same_function(ours: &str, theirs: &str) -> String {
    let theirs = theirs.replace(' ', "");
    if theirs.starts_with("error:") {
        return if ours.starts_with("error:") { "refuses too" } else { "refuses" }.into();
    }
    let same = match (ours.parse::<Layout>(), theirs.parse::<Layout>()) {
        (Ok(ours), Ok(theirs)) => ours.same_function(&theirs),
        _ => ours.replace(' ', "").eq_ignore_ascii_case(&theirs),
    };
    if same { "same".into() } else { format!("differs: `{theirs:.40}`") }
}

/// What stands above the quartiles.
pub const SPREAD: &str =
    "\n## Spread\n\nThe quartiles beside the median, and in how many rounds.\n\n";

/// The first two lines of a table whose columns are figures.
pub fn header(first: &str, names: &[&str]) -> String {
    let first = if first.is_empty() { String::new() } else { format!(" {first}") };
    format!("|{first} | {} |\n|---|{}\n", names.join(" | "), "--:|".repeat(names.len()))
}

/// A number of instructions; of an element there may be less than one.
pub fn instructions(count: f64) -> String {
    if count.fract() == 0.0 { format!("{count:.0}") } else { format!("{count:.1}") }
}
