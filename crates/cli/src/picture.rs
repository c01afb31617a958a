//! Pictures: the options that say where one goes and in which format, and how it gets there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;
use tilework_draw::{Limits, Scene, Theme, html, svg, tikz};
use tilework_lang::Diagnostic;
use tilework_lang::report::{Refusal, json};

use crate::context::Context;
use crate::exit::OK;
use crate::interrupt::replace;
use crate::options::When;

/// Where a picture goes, and in which format.
#[derive(Args)]
pub(crate) struct PictureArgs {
    /// Write to FILE; its extension selects the format: .svg, .html, .tex, .png, .txt
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The format, if the name of the file does not give it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// The title; by default what was asked
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// The background to draw for; auto follows the viewer's setting (PNG: light)
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub(crate) theme: ThemeArg,
    /// How many pixels of a PNG for each unit of the SVG
    #[arg(long, value_name = "N", default_value = "2", value_parser = scale)]
    pub(crate) scale: f32,
}

/// A scale that makes sense.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.1..=10.0).contains(&scale) => Ok(scale),
        _ => Err("a number from 0.1 to 10".to_owned()),
    }
}

/// The formats of pictures.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text with box characters
    Txt,
    /// SVG, light and dark
    Svg,
    /// A page that links cells
    Html,
    /// LaTeX with TikZ
    Tex,
    /// Pixels
    Png,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Format::Txt => "txt",
            Format::Svg => "svg",
            Format::Html => "html",
            Format::Tex => "tex",
            Format::Png => "png",
        }
    }

    /// How much a picture of this format shows.
    fn limits(self) -> Limits {
        match self {
            Format::Txt => Limits::TERMINAL,
            Format::Svg | Format::Png => Limits::PICTURE,
            Format::Html => Limits::PAGE,
            Format::Tex => Limits::TIKZ,
        }
    }
}

/// `--theme`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    /// The viewer's setting
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

/// A picture, ready to be written.
pub(crate) struct Drawn {
    format: Format,
    bytes: Vec<u8>,
    notes: Vec<String>,
}

impl Drawn {
    /// Text for the terminal.
    pub(crate) fn text(picture: String) -> Drawn {
        Drawn { format: Format::Txt, bytes: picture.into(), notes: Vec::new() }
    }
}

impl PictureArgs {
    /// The file to write, where it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Why a command with these options may not be run for a document.
    pub(crate) fn forbidden(&self) -> Option<String> {
        match self.format {
            _ if self.output.is_some() => Some("it writes a file".to_owned()),
            Some(Format::Png) => Some("a PNG is not text".to_owned()),
            _ => None,
        }
    }

    /// The picture of a scene, in the format that was asked for. As text it is drawn again until it fits.
    ///
    /// # Errors
    /// Those of the scene; that no format has such a name, or that the picture is too large for it.
    pub(crate) fn draw(
        &self,
        context: &Context,
        scene: impl Fn(Limits) -> Result<Scene, Refusal>,
    ) -> Result<Drawn, Refusal> {
        let format = self.format()?;
        if format == Format::Txt {
            let mut screen = context.screen;
            // A file gets colours only with `--color always`.
            screen.color &= self.output.is_none() || context.common.when() == When::Always;
            return Ok(Drawn::text(screen.fitted(scene)?));
        }
        let scene = scene(format.limits())?;
        let bytes = self.render(&scene, format)?;
        let notes = scene.lines().map(str::to_owned).collect();
        Ok(Drawn { format, bytes, notes })
    }

    fn render(&self, scene: &Scene, format: Format) -> Result<Vec<u8>, Diagnostic> {
        let theme = match self.theme {
            ThemeArg::Auto => None,
            ThemeArg::Light => Some(Theme::Light),
            ThemeArg::Dark => Some(Theme::Dark),
        };
        Ok(match format {
            Format::Txt => Vec::new(),
            Format::Svg => svg(scene, theme).into_bytes(),
            Format::Html => html(scene).into_bytes(),
            Format::Tex => tikz(scene).into_bytes(),
            Format::Png => pixels(scene, theme.unwrap_or_default(), self.scale)?,
        })
    }

    /// The format of `--format`, or of the extension.
    fn format(&self) -> Result<Format, Diagnostic> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = self.file() else { return Ok(Format::Txt) };
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        Format::value_variants().iter().copied().find(|format| format.extension() == extension).ok_or_else(
            || {
                let message = format!(
                    "{}: no format has the extension `{extension}`; use .svg, .html, .tex, .png or .txt, or give --format",
                    path.display()
                );
                Diagnostic::plain("usage", message)
            },
        )
    }
}

#[cfg(feature = "png")]
fn pixels(scene: &Scene, theme: Theme, scale: f32) -> Result<Vec<u8>, Diagnostic> {
    tilework_draw::png(scene, theme, scale)
        .map_err(|error| Diagnostic::plain("too-large", error.to_string()))
}

#[cfg(not(feature = "png"))]
fn pixels(_: &Scene, _: Theme, _: f32) -> Result<Vec<u8>, Diagnostic> {
    Err(Diagnostic::plain(
        "usage",
        "this `tilework` was built without the feature `png`; draw SVG instead",
    ))
}

#[derive(Serialize)]
struct Report<'a> {
    input: &'a str,
    format: &'static str,
    output: Option<String>,
    bytes: usize,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// Writes a picture into a file, whole or not at all.
///
/// # Errors
/// That it cannot be written.
pub(crate) fn save(context: &Context, path: &Path, drawn: &Drawn) -> Result<(), Diagnostic> {
    context.policy.open(path).and_then(|()| replace(path, &drawn.bytes)).map_err(|error| {
        Diagnostic::plain("io", format!("cannot write {}: {error}", path.display()))
    })
}

/// Writes the picture to the file or to standard output.
pub(crate) fn deliver(
    context: &mut Context,
    path: Option<&Path>,
    text: &str,
    drawn: &Drawn,
) -> io::Result<u8> {
    if let Some(Err(unwritten)) = path.map(|path| save(context, path, drawn)) {
        return context.refuse(unwritten);
    }
    if context.json {
        let picture = match path {
            Some(_) => None,
            None => match String::from_utf8(drawn.bytes.clone()) {
                Ok(picture) => Some(picture),
                Err(_) => {
                    let message = "a PNG cannot be part of JSON; name a file with -o";
                    return context.refuse(Diagnostic::plain("usage", message));
                }
            },
        };
        let report = Report {
            input: text,
            format: drawn.format.extension(),
            output: path.map(|path| path.display().to_string()),
            bytes: drawn.bytes.len(),
            notes: &drawn.notes,
            picture,
        };
        json::write(&mut context.out, &report)?;
    } else if path.is_none() {
        if drawn.format == Format::Png && context.screen.terminal {
            let message = "a PNG is not written to a terminal; name a file with -o";
            return context.refuse(Diagnostic::plain("usage", message));
        }
        context.out.write_all(&drawn.bytes)?;
    }
    Ok(OK)
}
