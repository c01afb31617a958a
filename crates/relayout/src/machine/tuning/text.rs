//! Settings as text: `isa=avx-512,stream=8388608,...`.

use std::fmt;
use std::str::FromStr;

use super::Tuning;
use crate::machine::Isa;

/// Why a text has no settings.
///
/// ```
/// use tilework_relayout::{ParseTuningError, Tuning};
///
/// let error = "tiles=64".parse::<Tuning>().unwrap_err();
/// assert_eq!(error, ParseTuningError::Name("tiles".to_owned()));
/// assert_eq!(
///     error.to_string(),
///     "no setting is called tiles; there are isa, stream, stage, share, near, tile, run"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseTuningError {
    /// It has something without a name and a value.
    Form(String),
    /// It names what is no setting.
    Name(String),
    /// A value is no number of bytes.
    Bytes(String),
    /// A value is no instruction set.
    Isa(String),
}

impl fmt::Display for ParseTuningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseTuningError::Form(text) => {
                write!(f, "settings are NAME=VALUE with commas between them, not {text}")
            }
            ParseTuningError::Name(text) => write!(
                f,
                "no setting is called {text}; there are isa, stream, stage, share, near, tile, run"
            ),
            ParseTuningError::Bytes(text) => {
                write!(f, "{text} is not a number of bytes, nor `never`")
            }
            ParseTuningError::Isa(text) => write!(
                f,
                "no instruction set is called {text}; there are portable, neon, avx2, avx-512"
            ),
        }
    }
}

impl std::error::Error for ParseTuningError {}

/// All settings, in the form that is parsed.
impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuning { isa, stream_from, stage_from, share_from, near, tile, run } = *self;
        write!(f, "isa={}", isa.name().to_lowercase())?;
        for (name, bytes) in [
            ("stream", stream_from),
            ("stage", stage_from),
            ("share", share_from),
            ("near", near),
            ("tile", tile),
            ("run", run),
        ] {
            match bytes {
                usize::MAX => write!(f, ",{name}=never")?,
                _ => write!(f, ",{name}={bytes}")?,
            }
        }
        Ok(())
    }
}

/// Some settings, or all; the others are those of this machine.
impl FromStr for Tuning {
    type Err = ParseTuningError;

    fn from_str(text: &str) -> Result<Tuning, ParseTuningError> {
        let mut tuning = Tuning::default();
        for setting in text.split(',') {
            let form = || ParseTuningError::Form(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(form)?;
            let bytes = || match value {
                "never" => Ok(usize::MAX),
                _ => value.parse().map_err(|_| ParseTuningError::Bytes(value.to_owned())),
            };
            match name {
                "isa" => {
                    let named = |isa: &Isa| isa.name().eq_ignore_ascii_case(value);
                    let isa = Isa::ALL.into_iter().find(named);
                    tuning.isa = isa.ok_or_else(|| ParseTuningError::Isa(value.to_owned()))?;
                }
                "stream" => tuning.stream_from = bytes()?,
                "stage" => tuning.stage_from = bytes()?,
                "share" => tuning.share_from = bytes()?,
                "near" => tuning.near = bytes()?,
                "tile" => tuning.tile = bytes()?,
                "run" => tuning.run = bytes()?,
                _ => return Err(ParseTuningError::Name(name.to_owned())),
            }
        }
        Ok(tuning)
    }
}
