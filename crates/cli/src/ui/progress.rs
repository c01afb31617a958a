//! How far a run is, on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilework_relayout::files;

use crate::options::When;

/// How long a run takes before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far a run is: a bar on a terminal, lines elsewhere.
pub(crate) struct Progress {
    when: When,
    start: Instant,
    said: Instant,
    terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(when: When) -> Progress {
        let (start, terminal) = (Instant::now(), io::stderr().is_terminal());
        Progress { when, start, said: start, terminal, bar: None }
    }

    /// Shows how far it is now.
    pub(crate) fn show(&mut self, now: files::Progress) {
        match now {
            files::Progress::Moved { bytes, total } => self.moved(bytes, total),
            files::Progress::Flushing => {
                if let Some(bar) = &self.bar {
                    bar.set_message("to the disk");
                    bar.tick();
                }
            }
            _ => {}
        }
    }

    fn moved(&mut self, done: u64, total: u64) {
        let wanted = match self.when {
            When::Auto => self.terminal && self.start.elapsed() >= PATIENCE,
            When::Always => true,
            When::Never => false,
        };
        if wanted && self.terminal {
            self.bar.get_or_insert_with(|| bar(total)).set_position(done);
        } else if wanted && (self.said.elapsed() >= PATIENCE || done == total) {
            self.said = Instant::now();
            let percent = u128::from(done) * 100 / u128::from(total.max(1));
            let line = format!("relayout: {percent} % of {}\n", HumanBytes(total));
            // If standard error is closed, there is nowhere to report it.
            let _ = io::stderr().write_all(line.as_bytes());
        }
    }

    /// Takes the bar away, and says how long it took.
    pub(crate) fn finish(self) -> Duration {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.start.elapsed()
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    let template =
        "{wide_bar} {percent:>3} %  {bytes} of {total_bytes}  {bytes_per_sec}  {eta} {msg}";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
