//! `tilework relayout --tune` without files: the settings with which this machine is fastest.

use std::io::{self, Write};

use serde::Serialize;
use tilework_lang::report::json;
use tilework_relayout::Tuning;

use crate::context::Context;
use crate::exit::OK;
use crate::ui::screen::{ANSWER, QUIET, paint};

/// The settings, by the names that they have in the text. Sizes are in bytes; `None` means never.
#[derive(Serialize)]
struct Report {
    /// All of them, as `--tuning` takes them.
    tuning: String,
    isa: String,
    stream: Option<usize>,
    stage: Option<usize>,
    share: Option<usize>,
    near: Option<usize>,
    tile: Option<usize>,
    run: Option<usize>,
}

/// What each setting means, in the order of the text.
const MEANING: [(&str, &str); 7] = [
    ("isa", "the instruction set"),
    ("stream", "from so many bytes on, non-temporal stores, which do not read what they write"),
    ("stage", "from so many bytes on, tiles, where places are far apart"),
    ("share", "so many bytes are worth a thread"),
    ("near", "places within so many bytes stay in L1, and need no tiles"),
    ("tile", "the bytes of a tile"),
    ("run", "the bytes that a tile reads at a time"),
];

/// Measures, and prints the settings on one line; on a terminal, or where `explained`, also what they mean.
pub(super) fn run(context: &mut Context, explained: bool) -> io::Result<u8> {
    let tuning = Tuning::measure();
    let text = tuning.to_string();
    if context.json {
        json::write(&mut context.out, &Report::of(&tuning, text))?;
        return Ok(OK);
    }
    let screen = context.screen;
    writeln!(context.out, "{}", paint(&text, ANSWER, screen.color))?;
    if screen.terminal || explained {
        for (setting, (name, meaning)) in text.split(',').zip(MEANING) {
            let value = setting.split_once('=').map_or(setting, |(_, value)| value);
            let line = format!("  {name:<7} {value:>9}   {meaning}");
            writeln!(context.out, "{}", paint(&line, QUIET, screen.color))?;
        }
    }
    Ok(OK)
}

impl Report {
    fn of(tuning: &Tuning, text: String) -> Report {
        let bytes = |bytes: usize| (bytes != usize::MAX).then_some(bytes);
        Report {
            tuning: text,
            isa: tuning.isa.name().to_lowercase(),
            stream: bytes(tuning.stream_from),
            stage: bytes(tuning.stage_from),
            share: bytes(tuning.share_from),
            near: bytes(tuning.near),
            tile: bytes(tuning.tile),
            run: bytes(tuning.run),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are those of the text, in its order, and of the fields.
    #[test]
    fn names() {
        let tuning = Tuning::default().stream_from(usize::MAX);
        let text = tuning.to_string();
        let names: Vec<&str> =
            text.split(',').filter_map(|setting| Some(setting.split_once('=')?.0)).collect();
        assert_eq!(names, MEANING.map(|(name, _)| name));
        let object = serde_json::to_value(Report::of(&tuning, text.clone())).expect("JSON");
        let fields = object.as_object().expect("an object");
        assert_eq!(fields.len(), names.len() + 1);
        assert!(names.iter().all(|name| fields.contains_key(*name)), "{object}");
        assert_eq!((&object["tuning"], &object["stream"]), (&text.into(), &().into()));
        assert_eq!(object["near"], tuning.near);
    }
}
