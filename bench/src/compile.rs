//! How long layouts in types take to build: `cargo xtask bench compile`.
//!
//! CuTe's headers come from the packages of `--python`; without it Tilework runs alone.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use tilework_bench::cute;
use tilework_bench::figure::{Figure, ratio, time};
use tilework_bench::machine;
use tilework_bench::options::Options;
use tilework_bench::turns::{self, Contestant};

const COMMAND: &str = "cargo xtask bench compile";
const COUNT: usize = 100;

/// Composition number `k`: A has `2n` by `m` elements, and B takes every second row.
fn numbers(k: usize) -> (usize, usize, usize, usize) {
    (3 + k % 7, 4 + k % 11, 100 + k, 1 + k % 3)
}

fn by_hand(count: usize) -> String {
    let function = |k| {
        let (n, _, rows, columns) = numbers(k);
        let offset = format!("(i % {n} * {} + i / {n} * {columns}) as i64", 2 * rows);
        format!("#[unsafe(no_mangle)]\npub fn at{k}(i: usize) -> i64 {{ {offset} }}\n")
    };
    (0..count).map(function).collect()
}

fn in_types(count: usize) -> String {
    let uses = "use tilework::{static_layout, types::{Compose, Static}};\n".to_owned();
    (0..count).fold(uses, |mut out, k| {
        let (n, m, rows, columns) = numbers(k);
        let twice = 2 * n;
        writeln!(out, "static_layout!(struct A{k} = ({twice},{m}):({rows},{columns}));").unwrap();
        writeln!(out, "static_layout!(struct B{k} = ({n},{m}):(2,{twice}));").unwrap();
        let at = format!("Static::<Compose<A{k}, B{k}>>::new().at(i)");
        writeln!(out, "#[unsafe(no_mangle)]\npub fn at{k}(i: usize) -> i64 {{ {at} }}").unwrap();
        out
    })
}

fn in_templates(count: usize) -> String {
    let uses = "#include <cute/layout.hpp>\nusing namespace cute;\n".to_owned();
    (0..count).fold(uses, |mut out, k| {
        let (n, m, rows, columns) = numbers(k);
        let int = |value: usize| format!("Int<{value}>{{}}");
        let layout = |shape: [usize; 2], stride: [usize; 2]| {
            let [shape, stride] = [shape, stride].map(|[a, b]| format!("{}, {}", int(a), int(b)));
            format!("make_layout(make_shape({shape}), make_stride({stride}))")
        };
        let (a, b) = (layout([2 * n, m], [rows, columns]), layout([n, m], [2, 2 * n]));
        writeln!(out, "long at{k}(unsigned long i) {{ return composition({a}, {b})(i); }}")
            .unwrap();
        out
    })
}

/// The compiler's run on one file.
struct Build {
    title: String,
    command: Box<dyn Fn() -> Command>,
}

impl Build {
    fn contestant(self) -> Contestant {
        Contestant::new(move |calls| {
            let start = Instant::now();
            for _ in 0..calls {
                self.run().map_err(|why| format!("{}: {why}", self.title))?;
            }
            Ok(start.elapsed().as_nanos() as f64 / calls as f64)
        })
    }

    fn run(&self) -> Result<(), String> {
        let out = (self.command)().stdout(Stdio::null()).output().map_err(|why| why.to_string())?;
        if out.status.success() { Ok(()) } else { Err(cute::first_error(&out.stderr)) }
    }
}

struct Place(PathBuf);

impl Place {
    fn file(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        std::fs::write(&path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(path)
    }

    fn rustc(
        &self,
        title: &str,
        name: &str,
        text: &str,
        flags: &'static str,
    ) -> Result<Build, String> {
        let (file, dir) = (self.file(&format!("{name}.rs"), text)?, self.0.clone());
        let command = move || {
            let mut command = Command::new("rustc");
            command.args("--edition 2024 --crate-type lib --cap-lints allow".split(' '));
            command.args(flags.split(' ')).arg(&file).arg("--out-dir").arg(&dir);
            command
                .arg("--extern")
                .arg(format!("tilework={}", dir.join("libtilework.rlib").display()));
            command
        };
        Ok(Build { title: title.to_owned(), command: Box::new(command) })
    }

    fn cxx(
        &self,
        title: &str,
        name: &str,
        text: &str,
        include: &[PathBuf],
    ) -> Result<Build, String> {
        let (file, object) = (self.file(&format!("{name}.cpp"), text)?, self.0.join(name));
        let include = include.to_vec();
        let command = move || {
            let mut command = cute::compiler("-O2", &include);
            command.arg("-c").arg(&file).arg("-o").arg(&object);
            command
        };
        Ok(Build { title: title.to_owned(), command: Box::new(command) })
    }
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let dir = std::env::temp_dir().join(format!("tilework-compile-{}", std::process::id()));
    std::fs::create_dir_all(&dir).map_err(|why| why.to_string())?;
    let done = run(&Place(dir.clone()), &options);
    let _ = std::fs::remove_dir_all(dir);
    options.publish("compile", &done?)
}

fn run(place: &Place, options: &Options) -> Result<String, String> {
    let library = "--edition 2024 --crate-name tilework --crate-type rlib -O";
    let features = ["--cfg", "feature=\"std\"", "--cfg", "feature=\"alloc\""];
    let mut core = Command::new("rustc");
    core.args(library.split(' ')).args(features).arg("crates/core/src/lib.rs");
    let status = core.arg("--out-dir").arg(&place.0).status().map_err(|why| why.to_string())?;
    if !status.success() {
        return Err(format!("rustc crates/core/src/lib.rs: {status}"));
    }
    let mut pairs = Vec::new();
    for (flags, name) in [("-O", "`rustc -O`"), ("-g", "`rustc`, debug")] {
        let build = |long: &str, text: &str| {
            let title = format!("{name}, {COUNT} {long}");
            place.rustc(&title, &format!("{}{flags}", long.replace(' ', "-")), text, flags)
        };
        pairs.push([build("by hand", &by_hand(COUNT))?, build("as types", &in_types(COUNT))?]);
    }
    let cute = cute(place, options.python.as_deref());
    let missing = cute.as_ref().err().cloned();
    pairs.extend(cute);
    let titles: Vec<[String; 2]> =
        pairs.iter().map(|pair| pair.each_ref().map(|build| build.title.clone())).collect();
    let mut groups: Vec<Vec<Contestant>> =
        pairs.into_iter().map(|pair| pair.map(Build::contestant).into()).collect();
    turns::take(options.rounds(), &mut groups)?;
    let figures: Vec<[&Figure; 2]> =
        groups.iter().map(|group| [&group[0].figure, &group[1].figure]).collect();

    let mut out =
        format!("# Building layouts in types\n\n`{COMMAND}` on {}.\n\n", machine::description());
    writeln!(
        out,
        "{COUNT} compositions of two layouts each, evaluated at an index, in one file. {}\n\n\
         | build | time | for one composition | beside by hand | quartiles |\n|---|--:|--:|--:|--:|",
        options.rounds().method()
    )
    .unwrap();
    let count = COUNT as f64;
    for (titles, [first, second]) in titles.iter().zip(figures) {
        let (base, ns) = (first.median(), second.median());
        // CuTe's headers take most of the time; rustc has read its library before.
        let (one, all) = if titles[0].starts_with("CuTe") {
            let each = format!(" {}, the headers aside | |", time((ns - base) / count));
            (" | |".to_owned(), each)
        } else {
            let each = |ns: f64| format!(" {} | {} |", time(ns / count), ratio(ns / base));
            (each(base), each(ns))
        };
        for (title, figure, rest) in [(&titles[0], first, one), (&titles[1], second, all)] {
            writeln!(out, "| {title} | {} |{rest} {} |", figure.text(), figure.quartiles())
                .unwrap();
        }
    }
    if let Some(why) = missing {
        writeln!(out, "\nCuTe: not measured ({why}).").unwrap();
    }
    Ok(out)
}

/// CuTe's headers alone and with the compositions, or why they cannot be compiled here.
fn cute(place: &Place, python: Option<&str>) -> Result<[Build; 2], String> {
    let include = cute::headers(python.ok_or("no Python with its headers")?)?;
    let headers = "CuTe, `g++ -O2`, the headers alone";
    let headers = place.cxx(headers, "headers", &in_templates(0), &include)?;
    // Once, to see whether it works at all.
    headers.run().map_err(|why| format!("g++: {why}"))?;
    let all = format!("CuTe, `g++ -O2`, {COUNT} as templates");
    Ok([headers, place.cxx(&all, "templates", &in_templates(COUNT), &include)?])
}
