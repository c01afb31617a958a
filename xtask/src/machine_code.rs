//! The machine code of layouts in types, beside that of the arithmetic one would write by hand.

use std::collections::BTreeMap;

use crate::process::{cargo, read, run, target_dir};

const CRATE: &str = "xtask/machine-code/Cargo.toml";
const RUSTC: &str = "rustc --release --quiet --lib --manifest-path";

/// The pair that must agree to the instruction; the others may be shorter than by hand.
const SAME: &str = "index";

/// Compiles the crate, and compares each `type_x` with `hand_x`.
pub(crate) fn check() -> Result<(), String> {
    println!("== machine code: cargo {RUSTC} {CRATE} -- --emit asm");
    let dir = target_dir().join("machine-code");
    let file = dir.join("machine-code.s");
    let mut build = cargo(&format!("{RUSTC} {CRATE} -- --emit"));
    build.arg(format!("asm={}", file.display())).env("CARGO_TARGET_DIR", &dir);
    std::fs::create_dir_all(&dir).map_err(|why| why.to_string())?;
    // Cargo would find it current, and not write a file that someone removed.
    if !file.exists() {
        let _ = std::fs::remove_dir_all(dir.join("release/.fingerprint"));
    }
    run(&mut build)?;
    let functions = functions(&read(&file)?);
    let mut pairs = 0;
    for (name, by_hand) in functions.iter().filter(|(name, _)| name.starts_with("hand_")) {
        let pair = &name["hand_".len()..];
        let in_type = functions.get(&format!("type_{pair}")).ok_or(format!("no type_{pair}"))?;
        println!("   {pair}: {} instructions, {} by hand", in_type.len(), by_hand.len());
        let same = mnemonics(in_type) == mnemonics(by_hand);
        if by_hand.is_empty() || in_type.len() > by_hand.len() || (pair == SAME && !same) {
            let [a, b] = [in_type, by_hand].map(|code| code.join("\n"));
            return Err(format!("{pair}: the type\n{a}\nand by hand\n{b}"));
        }
        pairs += 1;
    }
    if pairs == 0 { Err(format!("no functions in {}", file.display())) } else { Ok(()) }
}

/// The instructions of each function, without labels and directives.
fn functions(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut functions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with([' ', '\t']))
        {
            // Some systems put an underscore before each name.
            let name = label.trim_start_matches('_');
            if name.starts_with("type_") || name.starts_with("hand_") {
                current = Some(name.to_owned());
            } else if !label.starts_with(['.', 'L']) {
                current = None;
            }
            continue;
        }
        let line = line.trim();
        if line.contains("cfi_endproc") {
            current = None;
        }
        if let Some(name) = &current
            && line.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            let instructions = functions.entry(name.clone()).or_default();
            instructions.push(line.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    functions
}

/// What is done, whatever the registers are called.
fn mnemonics(code: &[String]) -> Vec<&str> {
    code.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect()
}
