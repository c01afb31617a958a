//! The page for the browser, its size and its speed: `cargo xtask bench web`.

use std::fmt::Write;
use std::process::Command;

use serde_json::Value;
use tilework_bench::machine;
use tilework_bench::options::Options;
use tilework_bench::peer::Peer;
use tilework_bench::turns::{self, Contestant};

const COMMAND: &str = "cargo xtask bench web";

/// What is asked of the engine, and of the page in a browser.
const ENGINE: [&str; 8] = [
    "compile, start and first answer",
    "composition",
    "logical divide",
    "refusal with its witness",
    "explanation of a composition",
    "picture of 8x8",
    "picture of 32x32",
    "picture of 64x64",
];
const PAGE: [&str; 4] = [
    "navigation to the first answer and picture",
    "key to answer and picture, 8x8",
    "key to answer and picture, 16x16",
    "key to answer and picture, 32x32",
];

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let [named, engine, page, browser @ ..] = &options.names[..] else {
        return Err("the engine with names, the engine, the page, and a browser are needed".into());
    };
    let node = Peer::start(
        Command::new("node").arg("bench/peers/engine.mjs").args([named, engine, page]),
    )?;
    let browser = browser.first().map(|browser| {
        Peer::start(Command::new("node").arg("bench/peers/browser.mjs").args([browser, page]))
    });
    let browser = browser.transpose()?;

    let contestants = |peer: &Peer, names: &[&'static str]| -> Vec<(&'static str, Contestant)> {
        names.iter().filter_map(|name| Some((*name, peer.contestant(name)?))).collect()
    };
    let cases = contestants(&node, &ENGINE);
    let cases = cases.into_iter().chain(browser.iter().flat_map(|it| contestants(it, &PAGE)));
    let (names, mut groups): (Vec<_>, Vec<_>) =
        cases.map(|(name, contestant)| (name, vec![contestant])).unzip();
    turns::take(options.rounds(), &mut groups)?;

    let version = browser.as_ref().map_or("no browser", |browser| &browser.version);
    let mut out = format!(
        "# The page for the browser\n\n`{COMMAND}` on {}.\n{}, {version}.\n\n## Size\n\n\
         | KB | raw | gzip | brotli |\n|---|--:|--:|--:|\n",
        machine::description(),
        node.version,
    );
    for (name, what) in [("engine", "engine, WebAssembly"), ("page", "page, one file with it")] {
        let size = |form: &str| kilobytes(node.answers.get(&format!("{name}, {form}")));
        let _ =
            writeln!(out, "| {what} | {} | {} | {} |", size("raw"), size("gzip"), size("brotli"));
    }
    out.push_str(&room(&node)?);
    let _ = writeln!(
        out,
        "\n## Time\n\nIn Node from the text of a request to the object of its answer; in the browser as the page itself \
         notes it, with all that is to be shown laid out. {}\n\n| | median | quartiles |\n|---|--:|--:|",
        options.rounds().method()
    );
    for (name, group) in names.iter().zip(&groups) {
        let figure = &group[0].figure;
        let _ = writeln!(out, "| {name} | {} | {} |", figure.text(), figure.quartiles());
    }
    options.publish("web", &out)
}

/// What takes the room, as parts of the code before `wasm-opt`.
fn room(node: &Peer) -> Result<String, String> {
    let room = node.answers.get("room").map_or("", String::as_str);
    let room: Value = serde_json::from_str(room).map_err(|why| why.to_string())?;
    let bytes = |name: &str| room[name].as_f64().unwrap_or(f64::NAN);
    let mut out = "\n| code of | part |\n|---|--:|\n".to_owned();
    for (name, what) in [
        ("tilework_lang", "language"),
        ("tilework", "core"),
        ("tilework_hardware", "hardware"),
        ("tilework_draw", "pictures"),
        ("others", "libraries"),
        ("about hardware", "all that is about hardware, in every crate"),
    ] {
        let part = 100.0 * bytes(name) / bytes("all");
        let _ = writeln!(out, "| {what} | {part:.0} % |");
    }
    Ok(out)
}

fn kilobytes(bytes: Option<&String>) -> String {
    let bytes: f64 = bytes.and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
    format!("{:.0}", bytes / 1e3)
}
