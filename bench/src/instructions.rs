//! Instructions of one call, counted by callgrind: unlike times they hardly differ from run to run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::peer::Peer;

/// Of so many and of twice as many calls, so that what comes before and after them does not count.
const CALLS: u64 = 8;

/// The instructions of one call of each case that the program has and that is asked for, or why they cannot
/// be counted.
pub fn count<'a>(
    program: &Path,
    arguments: &[&str],
    cases: impl Iterator<Item = &'a str>,
) -> Result<BTreeMap<String, f64>, String> {
    let folder = Folder::new()?;
    let mut valgrind = Command::new("valgrind");
    // Two patterns for one function: callgrind keeps only the last option of each.
    valgrind.args([
        "-q",
        "--tool=callgrind",
        "--toggle-collect=*counted*",
        "--dump-after=*ounted*",
    ]);
    valgrind.arg(format!("--callgrind-out-file={}", folder.0.join("dump").display()));
    valgrind.arg(program).args(arguments).stderr(Stdio::null());
    let peer = Peer::start(&mut valgrind)?;
    let mut dumps = 0;
    let mut next = |calls, case| {
        peer.ask(calls, case)?;
        dumps += 1;
        folder.instructions(dumps)
    };
    let mut counts = BTreeMap::new();
    for case in cases.filter(|&case| peer.answers.contains_key(case)) {
        // The first call of all may still be looking for functions of the system.
        next(1, case)?;
        let (once, twice) = (next(CALLS, case)?, next(2 * CALLS, case)?);
        counts.insert(case.to_owned(), (twice - once) / CALLS as f64);
    }
    Ok(counts)
}

/// Where callgrind writes, until the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let path = std::env::temp_dir().join(format!("tilework-callgrind-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(Folder(path))
    }

    fn instructions(&self, dump: usize) -> Result<f64, String> {
        let file = self.0.join(format!("dump.{dump}"));
        let text =
            std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let line = text.lines().find_map(|line| line.strip_prefix("summary: "));
        let count = line.and_then(|line| line.trim().parse().ok());
        count.ok_or_else(|| format!("{}: no summary", file.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
