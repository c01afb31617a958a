//! Developer commands of the workspace. `cargo xtask help` lists them.

mod architecture;
mod bench;
mod figures;
mod language;
mod licences;
mod machine_code;
mod process;
mod quotes;
mod test;
mod web;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <command>

  test [part...] [--exhaustive] [--require part,part...]
                        every check, or the parts that are named, up to the first failure;
                        --exhaustive also runs what takes long, and fuzzes for longer;
                        with --require, it is a failure if one of these parts is skipped
  bench <name> [--quick] [--out FILE]
                        a benchmark, into bench/results, which has a folder for each kind of machine;
                        with --quick, few rounds to see that all works, which are only printed:
        core            the algebra beside CuTe C++, pycute and tensor-layouts
        eval            every way to evaluate a layout
        compile         how long layouts in types take to build, beside CuTe's templates
        command         the command from start to answer, and 10,000 questions in one run
        hardware        banks, swizzles and tiled MMAs beside tensor-layouts
        draw            pictures beside tensor-layouts
        relayout        moving data beside its peers
        web             the page for the browser: its size, in Node, and in Chromium
        python          the package for Python beside pycute, tensor-layouts, the CuTe DSL and numpy
  bench core|command --beside BINARY
                        in turns with another build of the program `core`, or of the command;
                        only printed
  bench relayout [work...] [--rounds N] [--alone] [--small-pages] [--fastest]
                        some of the works (a, b, c...), without the peers (--alone), on pages of
                        4 KB (--small-pages), or with the fastest round instead of the median
                        (--fastest); only printed
  figures [--check]     the pictures of the documents, into docs/figures and docs/gallery.md;
                        --check only says which are not current
  language              the page of the language, docs/language.md, from the table of operations
  quotes                the figures that the documents quote, from bench/results
  web                   the page for the browser, target/web/index.html; --serve shows it while
                        it is edited
  tree                  the folders of the crates with a sentence each, into DESIGN.md
  help                  this text

The parts of the checks:
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["test", ref rest @ ..] => match test::Options::read(rest) {
            Ok(options) => test::test(&options),
            Err(why) => return misused(&why),
        },
        ["bench", name, ref rest @ ..] => match bench::bench(name, rest) {
            Some(done) => done,
            None => return misused(&format!("no benchmark is called {name}")),
        },
        ["figures"] => figures::figures(false),
        ["figures", "--check"] => figures::figures(true),
        ["language"] => language::update(),
        ["quotes"] => quotes::update(),
        ["web"] => web::build(),
        ["web", "--serve"] => web::serve(),
        ["tree"] => architecture::tree::update(),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}{}", test::list());
            Ok(())
        }
        _ => return misused("what to do was not understood"),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Says what is wrong with the arguments, and which there are.
fn misused(why: &str) -> ExitCode {
    eprint!("xtask: {why}\n\n{USAGE}{}", test::list());
    ExitCode::from(2)
}

/// The pages for readers: those of the root but the changelog, those in `docs`, and one for each crate.
fn pages() -> Result<Vec<String>, String> {
    let mut folders = vec![PathBuf::new(), "docs".into()];
    let crates =
        std::fs::read_dir(process::root().join("crates")).map_err(|why| why.to_string())?;
    folders.extend(crates.flatten().map(|entry| PathBuf::from("crates").join(entry.file_name())));
    let mut pages = Vec::new();
    for folder in folders {
        let files =
            std::fs::read_dir(process::root().join(&folder)).map_err(|why| why.to_string())?;
        let paths = files.flatten().map(|file| folder.join(file.file_name()));
        let page = |path: &PathBuf| path.extension().is_some_and(|end| end == "md");
        let paths = paths.filter(page).map(|path| path.to_string_lossy().into_owned());
        pages.extend(paths.filter(|path| path != "CHANGELOG.md"));
    }
    pages.sort();
    Ok(pages)
}
