//! What every command works with: the options, the names, and where answers go.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use tilework_lang::report::{Refusal, json, show, show_any};
use tilework_lang::{Diagnostic, Dialect, Dtype, Notation, Scope, Value};

use crate::exit;
use crate::input;
use crate::options::{As, Common};
use crate::policy::Policy;
use crate::ui::refusal;
use crate::ui::screen::Screen;

/// Where the command reads and writes.
pub struct Streams<'a> {
    /// Standard input.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// Whether these are the streams of this process, of which each may be a terminal. What is written to
    /// others is the same on every machine.
    pub standard: bool,
}

/// The state of a run.
pub(crate) struct Context<'a> {
    pub(crate) json: bool,
    pub(crate) common: Common,
    pub(crate) screen: Screen,
    pub(crate) scope: Scope,
    pub(crate) policy: Policy,
    /// What is started for the commands of a document that may use files.
    pub(crate) program: OsString,
    /// Standard input.
    pub(crate) input: BufReader<&'a mut dyn Read>,
    /// Standard output.
    pub(crate) out: BufWriter<&'a mut dyn Write>,
    /// Standard error.
    err: &'a mut dyn Write,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        common: Common,
        program: OsString,
        streams: Streams<'a>,
        policy: Policy,
    ) -> Context<'a> {
        let when = common.when();
        let screen = if streams.standard { Screen::detect(when) } else { Screen::page(when) };
        Context {
            json: common.json,
            scope: Scope::in_order(common.order()),
            common,
            screen,
            policy,
            program,
            input: BufReader::with_capacity(BLOCK, streams.input),
            out: BufWriter::new(streams.out),
            err: streams.err,
        }
    }

    /// Reads the next line of standard input, without its end; `false` when there is none. What has been answered
    /// is written before the program waits for it.
    ///
    /// # Errors
    /// That the output cannot be written; inside, that the input cannot be read.
    pub(crate) fn next_line(&mut self, line: &mut Vec<u8>) -> io::Result<Result<bool, Diagnostic>> {
        if self.input.buffer().is_empty() {
            self.out.flush()?;
        }
        line.clear();
        Ok(match self.input.read_until(b'\n', line) {
            Ok(read) => {
                let end = line.strip_suffix(b"\n").unwrap_or(line);
                line.truncate(end.strip_suffix(b"\r").unwrap_or(end).len());
                Ok(read > 0)
            }
            Err(error) => Err(input::unreadable("standard input", &error)),
        })
    }

    /// All of a file, or of standard input for none and `-`.
    pub(crate) fn read(&mut self, path: Option<&Path>) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        let outcome = match path {
            Some(path) if path != Path::new("-") => {
                let opened = self.policy.open(path).and_then(|()| File::open(path));
                opened.and_then(|mut file| file.read_to_end(&mut bytes))
            }
            _ => self.input.read_to_end(&mut bytes),
        };
        match outcome {
            Ok(_) => Ok(bytes),
            Err(error) => Err(input::unreadable(&input::name(path), &error)),
        }
    }

    /// The same in blocks, each as soon as it is there: a pipe is filled again while one is worked on.
    pub(crate) fn read_blocks(
        &mut self,
        path: Option<&Path>,
        each: impl FnMut(&[u8]),
    ) -> Result<(), Diagnostic> {
        let outcome = match path {
            Some(path) if path != Path::new("-") => {
                let opened = self.policy.open(path).and_then(|()| File::open(path));
                opened.and_then(|file| blocks(&mut BufReader::with_capacity(BLOCK, file), each))
            }
            _ => blocks(&mut self.input, each),
        };
        outcome.map_err(|error| input::unreadable(&input::name(path), &error))
    }

    /// Writes an error, as JSON or in words on standard error, and gives the exit code.
    pub(crate) fn refuse(&mut self, refusal: impl Into<Refusal>) -> io::Result<u8> {
        let refusal = refusal.into();
        if self.json {
            json::write(&mut self.out, &refusal)?;
        } else {
            let words = refusal::render(&refusal, self.screen.color_errors);
            self.say(&words)?;
        }
        Ok(exit::code(&refusal.diagnostic))
    }

    /// Writes lines to standard error.
    pub(crate) fn say(&mut self, lines: &str) -> io::Result<()> {
        // Keep the order of answers and messages.
        self.out.flush()?;
        // If standard error is closed, there is nowhere to report it.
        let _ = self.err.write_all(lines.as_bytes());
        Ok(())
    }

    /// A value as text, in the dialect of `--as`.
    ///
    /// # Errors
    /// What the dialect cannot write.
    pub(crate) fn show(&self, value: &Value) -> Result<String, Diagnostic> {
        show(value, self.notation()?)
    }

    /// The same, in this language where the dialect cannot write it.
    pub(crate) fn show_any(&self, value: &Value) -> String {
        show_any(value, self.notation().unwrap_or(None))
    }

    /// The dialect of `--as`, with elements of the type of `--dtype`.
    ///
    /// # Errors
    /// That there is no such type.
    pub(crate) fn notation(&self) -> Result<Option<Notation>, Diagnostic> {
        let Some(dialect) = self.common.dialect else { return Ok(None) };
        if dialect == As::Triton {
            self.scope.only_colex("--as triton")?;
        }
        let dialect = match dialect {
            As::Cute => Dialect::Cute,
            As::Dsl => Dialect::Dsl,
            As::Python => Dialect::Python,
            As::CppTypes => Dialect::CppTypes,
            As::Cpp => Dialect::Cpp,
            As::Numpy => Dialect::Numpy,
            As::Torch => Dialect::Torch,
            As::Memref => Dialect::Memref,
            As::Triton => Dialect::Triton,
        };
        let dtype =
            self.common.dtype.as_deref().map_or_else(|| Ok(Dtype::default()), Dtype::named)?;
        Ok(Some(Notation { dialect, dtype }))
    }
}

/// How many bytes are read at once: as many as are in a pipe.
const BLOCK: usize = 1 << 16;

fn blocks(input: &mut impl BufRead, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    loop {
        let read = match input.fill_buf() {
            Ok([]) => return Ok(()),
            Ok(block) => {
                each(block);
                block.len()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        input.consume(read);
    }
}

/// An argument as text.
///
/// # Errors
/// That it is not UTF-8.
pub(crate) fn argument(argument: &OsStr) -> Result<&str, Refusal> {
    let bytes = argument.as_encoded_bytes();
    input::text(bytes)
        .map_err(|diagnostic| Refusal::of(&String::from_utf8_lossy(bytes), diagnostic))
}
