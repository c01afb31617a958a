//! Developer commands of the workspace. `cargo xtask help` lists them.

mod bench;
mod figures;
mod machine_code;
mod test;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
Usage: cargo xtask <command>

  test [--exhaustive]   every check, in order, up to the first failure:
                        format, lints, docs, tests, claims, figures, machine code,
                        no_std, other machines, sanitizer, fuzz targets;
                        --exhaustive also runs the long sweeps and Miri, and fuzzes for longer
  bench core            the algebra beside its Python peers, into bench/RESULTS-core.md
  bench eval            every way to evaluate a layout, into bench/RESULTS-eval.md
  bench compile         how long layouts in types take to build, beside CuTe's templates,
                        into bench/RESULTS-compile.md
  bench relayout [work...] [--rounds N] [--alone] [--small-pages] [--fastest]
                        moving data beside its peers, into bench/RESULTS-relayout.md;
                        the tables are only printed with the names of works (a, b, c...),
                        without the peers (--alone), on pages of 4 KB (--small-pages),
                        or with the fastest round instead of the median (--fastest)
  bench draw            pictures beside tensor-layouts, into bench/RESULTS-draw.md
  figures [--check]     the pictures of the documents, into docs/figures and docs/gallery.md;
                        --check only says which are not current
  help                  this text
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["test"] => test::run(false),
        ["test", "--exhaustive"] => test::run(true),
        ["bench", "core"] => bench::core(),
        ["bench", "draw"] => bench::draw(),
        ["bench", "eval"] => bench::eval(),
        ["bench", "compile"] => bench::compile(),
        ["bench", "relayout", ref rest @ ..] => bench::relayout(rest),
        ["figures"] => figures::figures(false),
        ["figures", "--check"] => figures::figures(true),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: every command runs there, wherever it was typed.
fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path
}

/// Where build products go. Crates outside the workspace get a folder in it too, so that
/// `cargo clean` removes all.
fn target_dir() -> PathBuf {
    let dir = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root().join(dir)
}

/// A program with its arguments, separated by spaces, to be started in the root of the workspace.
fn command(program: impl AsRef<OsStr>, args: &str) -> Command {
    let mut command = Command::new(program);
    command.args(args.split_whitespace()).current_dir(root());
    command
}

/// The cargo that started this program.
fn cargo(args: &str) -> Command {
    command(std::env::var_os("CARGO").unwrap_or("cargo".into()), args)
}

/// Runs to the end; the error names the command.
fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status}: {}", text(command))),
        Err(why) => Err(format!("{why}: {}", text(command))),
    }
}

/// What the command prints, or `None` if it is absent or fails.
fn output(command: &mut Command) -> Option<String> {
    let out = command.output().ok().filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}

/// The command as one would type it.
fn text(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
