//! The arguments that the benchmarks have in common.

use std::path::Path;

use crate::results;
use crate::turns::Rounds;

/// What was asked for.
#[derive(Debug, Default)]
pub struct Options {
    /// `--python P`: the Python that has the peers. Without it Tilework runs alone.
    pub python: Option<String>,
    /// `--beside BINARY`: another version to take turns with.
    pub beside: Option<String>,
    /// `--quick`: few rounds, to see that everything works.
    pub quick: bool,
    /// `--keep`: the results become those of this kind of machine.
    keep: bool,
    /// `--out FILE`: the results are also written there.
    out: Option<String>,
    /// Everything that is not an option.
    pub names: Vec<String>,
}

impl Options {
    /// Reads the arguments of the program.
    pub fn read() -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--python" => options.python = Some(value()?),
                "--beside" => options.beside = Some(value()?),
                "--out" => options.out = Some(value()?),
                "--quick" => options.quick = true,
                "--keep" => options.keep = true,
                _ if arg.starts_with('-') => return Err(format!("no option is called {arg}")),
                _ => options.names.push(arg),
            }
        }
        Ok(options)
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> Rounds {
        if self.quick { Rounds::QUICK } else { Rounds::FULL }
    }

    /// Prints the results, and writes them where they are wanted.
    pub fn publish(&self, benchmark: &str, text: &str) -> Result<(), String> {
        print!("{text}");
        if let Some(file) = &self.out {
            results::write(Path::new(file), text)?;
        }
        if self.keep { results::keep(benchmark, text) } else { Ok(()) }
    }
}
