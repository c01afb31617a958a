//! The command from start to answer, and many questions in one run: `cargo xtask bench command`.
//!
//! The argument is the binary; `--beside` names another one to run in turns with it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Instant;

use tilework_bench::figure::ratio;
use tilework_bench::machine;
use tilework_bench::options::Options;
use tilework_bench::turns::{self, Contestant};

const LINES: usize = 10_000;

/// Something to ask: the arguments, what is on standard input, and how many questions that is.
struct Work {
    title: &'static str,
    arguments: Vec<String>,
    input: String,
    questions: usize,
    /// If the speed is of interest: what 10^6 questions a second are.
    unit: Option<&'static str>,
}

/// All of them; files go into the folder.
fn works(folder: &Path) -> Vec<Work> {
    let one = |title, arguments: &[&str]| {
        let arguments = arguments.iter().map(|&text| text.to_owned()).collect();
        Work { title, arguments, input: String::new(), questions: 1, unit: None }
    };
    let many = |title, arguments, input| Work { input, questions: LINES, ..one(title, arguments) };
    let permuted = binary(30, |k| (7 * k + 1) % 30);
    let composition = format!("{permuted} o {}", binary(30, |k| 29 - k));
    let picture = folder.join("picture.png");
    let picture = picture.to_string_lossy();
    let table = offsets();
    let bytes = table.len();
    vec![
        one("an expression, from start to answer", &["(6,2):(8,2) o (4,3):(3,1)"]),
        one("an explanation", &["explain", "zipped_divide((12,32):(1,12), <4,8>)"]),
        one("an explanation of 30 modes o 30 modes", &["explain", &composition]),
        one("a grid of 32 x 32", &["--grid", "(32,32):(32,1)"]),
        one("a picture of 64 x 64, PNG", &["draw", "(64,64):(64,1)", "-o", &picture]),
        one(
            "one too large for PNG, refused",
            &["draw", "(64,64):(64,1)", "--scale", "10", "-o", &picture],
        ),
        many("one of 10,000 expressions, JSON", &["--json", "-"], expressions()),
        many("one of 10,000 expressions, text", &["-"], expressions()),
        many("one of 10,000 layouts, JSON", &["--json", "-"], layouts()),
        Work {
            input: table,
            questions: bytes,
            unit: Some("MB/s"),
            ..one("one byte of `recover` from 20 MB of text", &["recover", "-"])
        },
    ]
}

/// So many modes of extent 2, whose strides are these powers of two.
fn binary(modes: u32, power: impl Fn(u32) -> u32) -> String {
    let strides: Vec<String> = (0..modes).map(|k| (1_u64 << power(k)).to_string()).collect();
    format!("({}):({})", vec!["2"; modes as usize].join(","), strides.join(","))
}

/// The offsets of a nested layout of 2.6 million elements, one a line.
fn offsets() -> String {
    let layout = tilework::layout!(((8,16),(32,(5,128))):((16384,1),(524288,(131072,16))));
    layout.offsets().fold(String::new(), |mut out, offset| {
        let _ = writeln!(out, "{offset}");
        out
    })
}

/// What kernel authors ask, with numbers that change.
fn expressions() -> String {
    let mut out = String::new();
    for i in 0..LINES {
        let n = 1 << (i / 10 % 8);
        let _ = match i % 10 {
            0 => writeln!(out, "(6,2):(8,2) o (4,3):(3,1)"),
            1 => writeln!(out, "zipped_divide(({},32):(1,{}), <4,8>)", 4 * n, 4 * n),
            2 => writeln!(out, "complement(4:{n}, {})", 24 * n),
            3 => writeln!(out, "coalesce((2,(1,{n})):(1,(6,2)))"),
            4 => writeln!(out, "right_inverse((2,4,{n}):(4,1,8))"),
            5 => writeln!(out, "blocked_product((2,5):(5,1), (3,{n}):(1,3))"),
            6 => writeln!(out, "Sw<3,3,3> o 0 o (8,64):(64,1)"),
            7 => writeln!(out, "size(((4,{n}),(2,2)):((32,1),(16,8)))"),
            8 => writeln!(out, "smem_ptr[16b](0x0) o (_{n},_8):(_1,_{n})"),
            _ => writeln!(out, "max_common_vector((4,{n}):(1,4), (4,{n}):(1,8))"),
        };
    }
    out
}

fn layouts() -> String {
    (0..LINES).map(|i| format!("({},8):(1,{})\n", i % 64 + 1, i % 64 + 1)).collect()
}

/// How many nanoseconds the program runs.
fn run(binary: &str, work: &Work) -> Result<f64, String> {
    let wrong = |why: std::io::Error| format!("{binary}: {why}");
    let mut command = Command::new(binary);
    command.args(&work.arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(wrong)?;
    if let Some(mut input) = child.stdin.take() {
        // A command that reads no input may have ended.
        let _ = input.write_all(work.input.as_bytes());
    }
    child.wait().map_err(wrong)?;
    Ok(start.elapsed().as_nanos() as f64)
}

fn contestant(binary: &str, work: &Rc<Work>) -> Contestant {
    let (binary, asked) = (binary.to_owned(), Rc::clone(work));
    let sample = move |calls| {
        let mut ns = 0.0;
        for _ in 0..calls {
            ns += run(&binary, &asked)?;
        }
        Ok(ns / calls as f64)
    };
    Contestant::new(sample).of(work.questions)
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let [binary] = &options.names[..] else {
        return Err("name the binary to measure".to_owned());
    };
    let folder = std::env::temp_dir().join(format!("tilework-command-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let measured = measure(&options, binary, &folder);
    let _ = std::fs::remove_dir_all(folder);
    options.publish("command", &measured?)
}

fn measure(options: &Options, binary: &str, folder: &Path) -> Result<String, String> {
    let works: Vec<Rc<Work>> = works(folder).into_iter().map(Rc::new).collect();
    let binaries: Vec<&str> = std::iter::once(binary).chain(options.beside.as_deref()).collect();
    let group = |work| binaries.iter().map(|binary| contestant(binary, work)).collect();
    let mut groups: Vec<Vec<Contestant>> = works.iter().map(group).collect();
    turns::take(options.rounds(), &mut groups)?;

    let mut text = format!(
        "# The command\n\n`cargo xtask bench command` on {}.\n\n{} The time of a process includes its start.\n\n",
        machine::description(),
        options.rounds().method()
    );
    text += "| | Tilework | speed | quartiles |";
    text += if binaries.len() > 1 {
        " before | its quartiles | ratio |\n|---|--:|--:|--:|--:|--:|--:|\n"
    } else {
        "\n|---|--:|--:|--:|\n"
    };
    for (work, group) in works.iter().zip(&groups) {
        let now = group[0].each();
        let speed = work.unit.map(|unit| format!("{:.0} {unit}", 1e3 / now.median()));
        let speed = speed.unwrap_or_default();
        let _ = write!(text, "| {} | {} | {speed} | {} |", work.title, now.text(), now.quartiles());
        if let Some(before) = group.get(1).map(Contestant::each) {
            let times = ratio(now.median() / before.median());
            let _ = write!(text, " {} | {} | {times} |", before.text(), before.quartiles());
        }
        text.push('\n');
    }
    Ok(text)
}
