//! `cargo xtask test`: every check of the project, or those that are named.

mod documents;
mod fuzz;
mod machines;
mod memory;
mod python;
mod source;
mod web;

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::process::{cargo, command, output, run, target_dir, text};

/// A check that can be run by its name.
struct Part {
    name: &'static str,
    what: &'static str,
    when: When,
    check: fn(exhaustive: bool) -> Result<End, String>,
}

/// Whether a part belongs to `cargo xtask test`, or takes so long that it has to be asked for.
#[derive(PartialEq)]
enum When {
    Always,
    Exhaustive,
}

/// How a part ends that does not fail.
enum End {
    Passed,
    /// The machine lacks something; the text says what, and how to get it.
    Skipped(String),
}

use When::{Always, Exhaustive};

/// All parts, in the order in which they run: what is quick and fails often comes first.
const PARTS: &[Part] = &[
    part("format", "rustfmt, also of the crates outside the workspace", Always, source::format),
    part("architecture", "what crates and modules may use", Always, source::architecture),
    part("lints", "clippy, without warnings", Always, source::lints),
    part("docs", "rustdoc, without warnings", Always, source::docs),
    part("tests", "the tests and the examples in the documentation", Always, source::tests),
    part("sweeps", "the tests that take long", Exhaustive, source::sweeps),
    part("examples", "the programs in examples/ run", Always, source::examples),
    part("claims", "what the documents say of layouts", Always, documents::claims),
    part("figures", "the pictures of the documents are current", Always, documents::figures),
    part("language", "docs/language.md is current", Always, documents::language),
    part("quotes", "the documents quote figures as in bench/", Always, documents::quotes),
    part("licences", "dependencies as deny.toml allows them", Always, source::licences),
    part("packages", "the crates can be published", Always, source::packages),
    part("python", "the package for Python, its tests and types", Always, python::package),
    part("web", "the page for the browser, and its engine", Always, web::page),
    part("machine-code", "layouts in types cost no instruction", Always, machines::machine_code),
    part("no-std", "the core links without std", Always, machines::no_std),
    part("other-machines", "lints for the other targets installed", Always, machines::others),
    part("neon", "moving data on ARM, in an emulator", Always, machines::neon),
    part("miri", "tensors and moving data under Miri", Exhaustive, memory::miri),
    part("sanitizer", "moving data under the address sanitizer", Always, memory::sanitizer),
    part("fuzz-bodies", "the fuzz targets on random bytes", Always, fuzz::bodies),
    part("fuzz", "the fuzz targets under libFuzzer", Always, fuzz::targets),
];

const fn part(
    name: &'static str,
    what: &'static str,
    when: When,
    check: fn(bool) -> Result<End, String>,
) -> Part {
    Part { name, what, when, check }
}

/// The names of all parts with what they do, for the help.
pub(crate) fn list() -> String {
    let line = |part: &Part| {
        let long =
            if part.when == Exhaustive { " (with --exhaustive, or by its name)" } else { "" };
        format!("  {:<16}{}{long}\n", part.name, part.what)
    };
    PARTS.iter().map(line).collect()
}

/// What was typed behind `cargo xtask test`.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    /// No name means all.
    names: Vec<&'static str>,
    /// Parts that are an error when they are skipped.
    required: Vec<&'static str>,
    exhaustive: bool,
}

impl Options {
    /// Reads the arguments; a name that is no part's is an error.
    pub(crate) fn read(args: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            match arg {
                "--exhaustive" => options.exhaustive = true,
                "--require" => {
                    let names = args.next().ok_or("--require needs the names of parts")?;
                    for name in names.split(',') {
                        options.required.push(known(name)?);
                    }
                }
                name => options.names.push(known(name)?),
            }
        }
        Ok(options)
    }

    fn includes(&self, part: &Part) -> bool {
        if self.names.is_empty() {
            self.exhaustive || part.when == Always
        } else {
            self.names.contains(&part.name)
        }
    }
}

fn known(name: &str) -> Result<&'static str, String> {
    let part = PARTS.iter().find(|part| part.name == name);
    part.map(|part| part.name).ok_or_else(|| format!("no part of the checks is called {name}"))
}

/// Runs the parts, up to the first failure. What was skipped is said at the end, one line each.
pub(crate) fn test(options: &Options) -> Result<(), String> {
    let start = Instant::now();
    let (mut times, mut skipped) = (Vec::new(), Vec::new());
    for part in PARTS.iter().filter(|part| options.includes(part)) {
        let begin = Instant::now();
        let end =
            (part.check)(options.exhaustive).map_err(|why| format!("{}: {why}", part.name))?;
        times.push(format!("{} {:.0} s", part.name, begin.elapsed().as_secs_f64()));
        if let End::Skipped(why) = end {
            if options.required.contains(&part.name) {
                return Err(format!("{} is required, and cannot run: {why}", part.name));
            }
            skipped.push(format!("{}: skipped, {why}", part.name));
        }
    }
    if options.names.is_empty() && !options.exhaustive {
        let long = PARTS.iter().filter(|part| part.when == Exhaustive);
        skipped.extend(
            long.map(|part| {
                format!("{0}: skipped, it takes long: cargo xtask test {0}", part.name)
            }),
        );
    }
    println!("== {}", times.join(", "));
    for line in &skipped {
        println!("== {line}");
    }
    println!("== passed in {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Runs one command of a part, and says which.
fn step(name: &str, command: &mut Command) -> Result<End, String> {
    println!("== {name}: {}", text(command));
    run(command).map(|()| End::Passed)
}

/// Builds the programs that parts run, as the tests do: after those there is nothing left to build. Examples are
/// among them, so dependencies have the features that tests need.
fn programs() -> Result<PathBuf, String> {
    let programs = "--bin tilework --bin language-page --examples";
    let build = format!("build --quiet --profile test --workspace --all-features {programs}");
    run(&mut cargo(&build))?;
    Ok(target_dir().join("debug"))
}

/// The targets that are installed, one a line.
fn targets() -> String {
    let mut list = command("rustup", "target list --installed");
    output(&mut list).unwrap_or_default()
}

/// The machine for which the compiler compiles by default.
fn host() -> Result<String, String> {
    let tuple = output(&mut command("rustc", "--print host-tuple"));
    let tuple = tuple.ok_or("rustc does not say for which machine it compiles")?;
    Ok(tuple.trim().to_owned())
}

/// Whether a nightly toolchain is installed.
fn has_nightly() -> bool {
    let mut list = command("rustup", "toolchain list");
    let list = output(&mut list).unwrap_or_default();
    list.lines().any(|name| name.starts_with("nightly"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen_by_name() {
        let chosen = |args: &[&str]| -> Vec<&str> {
            let options = Options::read(args).unwrap();
            PARTS.iter().filter(|part| options.includes(part)).map(|part| part.name).collect()
        };
        assert_eq!(chosen(&["format"]), ["format"]);
        assert_eq!(chosen(&["fuzz", "lints"]), ["lints", "fuzz"]);
        assert_eq!(chosen(&["miri"]), ["miri"]);
        assert_eq!(chosen(&["--exhaustive"]).len(), PARTS.len());
        assert!(!chosen(&["--require", "neon"]).contains(&"miri"));
        assert_eq!(chosen(&["--require", "neon"]), chosen(&[]));
    }

    #[test]
    fn unknown_parts_are_refused() {
        assert!(Options::read(&["formats"]).is_err());
        assert!(Options::read(&["--require", "neon,formats"]).is_err());
        assert!(Options::read(&["--require"]).is_err());
        assert!(Options::read(&["--exhaustiv"]).is_err());
    }
}
