//! The files with the results: a folder for each kind of machine, and an index of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::machine;

const FOLDER: &str = "bench/results";

/// Writes the results of a benchmark on this kind of machine, and the index anew.
pub fn keep(benchmark: &str, text: &str) -> Result<(), String> {
    let folder = Path::new(FOLDER).join(machine::kind());
    std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    write(&folder.join(benchmark).with_extension("md"), text)?;
    write(&Path::new(FOLDER).join("README.md"), &index()?)
}

/// Replaces the text of a file.
pub fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))
}

/// Which machine has which results, side by side.
fn index() -> Result<String, String> {
    let list = |folder: &Path| {
        let entries =
            std::fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let name =
            |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok::<_, String>(paths.map(|path| (name(&path), path)).collect::<BTreeMap<_, _>>())
    };
    let machines = list(Path::new(FOLDER))?.into_iter().filter(|(_, path)| path.is_dir());
    let machines: BTreeMap<String, BTreeSet<String>> = machines
        .map(|(name, path)| Ok((name, list(&path)?.into_keys().collect())))
        .collect::<Result<_, String>>()?;
    let benchmarks: BTreeSet<&String> = machines.values().flatten().collect();
    let mut out =
        "# Results by kind of machine\n\nThe benchmarks write this page and what it leads to; \
                   [how figures are made](../README.md).\n\n|"
            .to_owned();
    for machine in machines.keys() {
        write!(out, " | {machine}").unwrap();
    }
    writeln!(out, " |\n|---|{}", "---|".repeat(machines.len())).unwrap();
    for benchmark in benchmarks {
        write!(out, "| {benchmark} |").unwrap();
        for (machine, kept) in &machines {
            if kept.contains(benchmark) {
                write!(out, " [{benchmark}]({machine}/{benchmark}.md)").unwrap();
            }
            out.push_str(" |");
        }
        out.push('\n');
    }
    Ok(out)
}
