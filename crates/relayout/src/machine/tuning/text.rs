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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Tuning, ParseTuningError> {
        text.parse()
    }

    /// What is written is read as the same settings, all of them, whatever the machine.
    #[test]
    fn there_and_back() {
        let most = usize::MAX - 1;
        for isa in Isa::ALL {
            for bytes in [0, 1, 8 << 20, most, usize::MAX] {
                let tuning = Tuning {
                    isa,
                    stream_from: bytes,
                    stage_from: bytes / 2,
                    share_from: bytes / 3,
                    near: bytes / 5,
                    tile: bytes / 7,
                    run: bytes / 11,
                };
                assert_eq!(read(&tuning.to_string()), Ok(tuning));
            }
        }
        let never = Tuning::default().isa(Isa::Avx512).stream_from(usize::MAX).stage_from(1);
        let text = never.share_from(2).near(3).tile(4).run(5).to_string();
        assert_eq!(text, "isa=avx-512,stream=never,stage=1,share=2,near=3,tile=4,run=5");
    }

    /// Settings that are left out are those of the machine; of those that are there twice, the last one counts.
    #[test]
    fn some_settings() {
        let default = Tuning::default();
        assert_eq!(read("tile=65536"), Ok(default.tile(65536)));
        assert_eq!(read("run=64,isa=Portable"), Ok(default.run(64).isa(Isa::Portable)));
        assert_eq!(read("isa=NEON,stream=never"), {
            Ok(default.isa(Isa::Neon).stream_from(usize::MAX))
        });
        assert_eq!(read("near=1,near=2"), Ok(default.near(2)));
    }

    #[test]
    fn what_is_wrong() {
        use ParseTuningError::{Bytes, Form, Isa, Name};

        let owned = str::to_owned;
        for (text, error) in [
            ("", Form(owned(""))),
            ("tile", Form(owned("tile"))),
            ("tile=1,", Form(owned(""))),
            ("tile:1", Form(owned("tile:1"))),
            ("tiles=1", Name(owned("tiles"))),
            (" tile=1", Name(owned(" tile"))),
            ("Tile=1", Name(owned("Tile"))),
            ("=1", Name(owned(""))),
            ("tile=", Bytes(owned(""))),
            ("run=1K", Bytes(owned("1K"))),
            ("near=-1", Bytes(owned("-1"))),
            ("stage=1=2", Bytes(owned("1=2"))),
            ("share=Never", Bytes(owned("Never"))),
            ("stream=99999999999999999999", Bytes(owned("99999999999999999999"))),
            ("isa=", Isa(owned(""))),
            ("isa=sse2", Isa(owned("sse2"))),
            ("isa=never", Isa(owned("never"))),
            // The first one is named.
            ("tile=x,tiles=1", Bytes(owned("x"))),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
        let words = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(words("tile"), "settings are NAME=VALUE with commas between them, not tile");
        assert_eq!(
            words("tiles=1"),
            "no setting is called tiles; there are isa, stream, stage, share, near, tile, run"
        );
        assert_eq!(words("tile=x"), "x is not a number of bytes, nor `never`");
        assert_eq!(
            words("isa=sse2"),
            "no instruction set is called sse2; there are portable, neon, avx2, avx-512"
        );
    }
}
