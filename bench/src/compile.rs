//! How long layouts in types take to build: `cargo xtask bench compile`.
//!
//! Arguments: the Python whose packages have CuTe's headers, and the file for the table. Without them
//! Tilework runs alone and the table is only printed.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use tilework_bench::{machine, median, time};

const COMMAND: &str = "cargo xtask bench compile";
const ROUNDS: usize = 7;
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
    times: Vec<f64>,
}

impl Build {
    fn time(&mut self) -> Result<(), String> {
        let start = Instant::now();
        let out = (self.command)().stdout(Stdio::null()).output().map_err(|why| why.to_string())?;
        self.times.push(start.elapsed().as_nanos() as f64);
        if out.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&out.stderr);
        Err(said.lines().find(|line| line.contains("error")).unwrap_or("it fails").to_owned())
    }

    fn median(&self) -> f64 {
        median(self.times.clone())
    }
}

struct Place(PathBuf);

impl Place {
    fn file(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        std::fs::write(&path, text).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(path)
    }

    fn rustc(&self, name: &str, text: &str, flags: &'static str) -> Result<Build, String> {
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
        Ok(Build { title: String::new(), command: Box::new(command), times: vec![] })
    }

    fn cxx(&self, name: &str, text: &str, include: &[PathBuf]) -> Result<Build, String> {
        let (file, object) = (self.file(&format!("{name}.cpp"), text)?, self.0.join(name));
        let include = include.to_vec();
        let command = move || {
            let mut command = Command::new("g++");
            command.args("-std=c++17 -O2 -w -c".split(' ')).arg(&file).arg("-o").arg(&object);
            include.iter().for_each(|dir| {
                command.arg("-isystem").arg(dir);
            });
            command
        };
        Ok(Build { title: String::new(), command: Box::new(command), times: vec![] })
    }
}

impl Build {
    fn called(mut self, title: &str) -> Build {
        self.title = title.to_owned();
        self
    }
}

/// The folders of CuTe's headers and of those that they include.
fn headers(python: &str) -> Result<Vec<PathBuf>, String> {
    let site = "import sysconfig; print(sysconfig.get_path('purelib'))";
    let out = Command::new(python).args(["-c", site]).output().map_err(|why| why.to_string())?;
    let site = PathBuf::from(String::from_utf8_lossy(&out.stdout).trim());
    let cute = "cutlass_library/source/include";
    let cuda =
        ["cuda_runtime", "cuda_cccl", "cuda_nvcc"].map(|part| format!("nvidia/{part}/include"));
    let all = std::iter::once(cute).chain(cuda.iter().map(String::as_str));
    let all: Vec<PathBuf> = all.map(|dir| site.join(dir)).collect();
    match all.iter().find(|dir| !dir.exists()) {
        Some(dir) => Err(format!("{} is missing", dir.display())),
        None => Ok(all),
    }
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let dir = std::env::temp_dir().join(format!("tilework-compile-{}", std::process::id()));
    std::fs::create_dir_all(&dir).map_err(|why| why.to_string())?;
    let done = run(Place(dir.clone()), args.first(), args.get(1));
    let _ = std::fs::remove_dir_all(dir);
    done
}

fn run(place: Place, python: Option<&String>, file: Option<&String>) -> Result<(), String> {
    let library = "--edition 2024 --crate-name tilework --crate-type rlib -O";
    let features = ["--cfg", "feature=\"std\"", "--cfg", "feature=\"alloc\""];
    let mut core = Command::new("rustc");
    core.args(library.split(' ')).args(features).arg("crates/core/src/lib.rs");
    let status = core.arg("--out-dir").arg(&place.0).status().map_err(|why| why.to_string())?;
    if !status.success() {
        return Err(format!("rustc crates/core/src/lib.rs: {status}"));
    }
    let mut builds = Vec::new();
    for (flags, name) in [("-O", "`rustc -O`"), ("-g", "`rustc`, debug")] {
        let what = [("hand", by_hand(COUNT)), ("types", in_types(COUNT))];
        for ((short, text), long) in what.into_iter().zip(["by hand", "as types"]) {
            let name = format!("{name}, {COUNT} {long}");
            builds.push(place.rustc(&format!("{short}{flags}"), &text, flags)?.called(&name));
        }
    }
    let cute = cute(&place, python);
    let mut cute_builds = Vec::new();
    let why_not = match cute {
        Ok(pair) => {
            cute_builds.extend(pair);
            None
        }
        Err(why) => Some(why),
    };
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for build in builds.iter_mut().chain(&mut cute_builds) {
            build.time().map_err(|why| format!("{}: {why}", build.title))?;
        }
    }
    let table = table(&builds, &cute_builds, why_not.as_deref());
    print!("{table}");
    match file {
        Some(file) => std::fs::write(file, table).map_err(|why| format!("{file}: {why}")),
        None => Ok(()),
    }
}

/// CuTe's headers alone and with the compositions, or why they cannot be compiled here.
fn cute(place: &Place, python: Option<&String>) -> Result<[Build; 2], String> {
    let include = headers(python.ok_or("no Python with its headers")?)?;
    let mut empty = place.cxx("headers", &in_templates(0), &include)?;
    // Once, to see whether it works at all.
    empty.time().map_err(|why| format!("g++: {why}"))?;
    empty.times.clear();
    let all = place.cxx("templates", &in_templates(COUNT), &include)?;
    let title = format!("CuTe, `g++ -O2`, {COUNT} as templates");
    Ok([empty.called("CuTe, `g++ -O2`, the headers alone"), all.called(&title)])
}

fn table(builds: &[Build], cute: &[Build], why_not: Option<&str>) -> String {
    let mut out = format!("# Building layouts in types\n\n`{COMMAND}` on {}.\n", machine());
    let what =
        format!("{COUNT} compositions of two layouts each, evaluated at an index, in one file");
    let what = format!("{what}; median of {ROUNDS} builds in turns, in one process each.\n");
    writeln!(
        out,
        "{what}\n| build | time | for one composition | beside by hand |\n|---|--:|--:|--:|"
    )
    .unwrap();
    let count = COUNT as f64;
    for pair in builds.chunks(2) {
        let base = pair[0].median();
        for build in pair {
            let ns = build.median();
            let ratio = ns / base;
            writeln!(out, "| {} | {} | {} | {ratio:.2} |", build.title, time(ns), time(ns / count))
                .unwrap();
        }
    }
    if let [headers, all] = cute {
        let (base, ns) = (headers.median(), all.median());
        writeln!(out, "| {} | {} | | |", headers.title, time(base)).unwrap();
        let each = time((ns - base) / count);
        writeln!(out, "| {} | {} | {each}, the headers aside | |", all.title, time(ns)).unwrap();
    }
    if let Some(why) = why_not {
        writeln!(out, "\nCuTe: not measured ({why}).").unwrap();
    }
    out
}
