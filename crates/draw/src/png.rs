//! Pictures as pixels: the SVG, drawn by resvg with a font of its own, so that every machine makes
//! the same picture.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use crate::palette::{Rgb, Theme};
use crate::scene::Scene;
use crate::svg::svg;

/// Why there is no PNG.
#[derive(Debug)]
#[non_exhaustive]
pub enum PngError {
    /// The picture has more pixels than can be drawn: width, height.
    TooLarge(u32, u32),
    /// The renderer refused; in its words.
    Renderer(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge(width, height) => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels is too large; draw less of it, or SVG"
                )
            }
            PngError::Renderer(why) => write!(f, "the picture cannot be drawn: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// More pixels than this are not drawn: they take four bytes each.
const MOST: u64 = 1 << 26;

/// The picture as a PNG file, `scale` pixels for each of the SVG.
///
/// # Errors
/// [`PngError::TooLarge`] for more than 2^26 pixels.
pub fn png(scene: &Scene, theme: Theme, scale: f32) -> Result<Vec<u8>, PngError> {
    let text = svg(scene, Some(theme));
    let tree = {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
        fonts.set_monospace_family("Hack");
        let options = usvg::Options {
            fontdb: Arc::new(fonts),
            font_family: "Hack".to_owned(),
            ..usvg::Options::default()
        };
        usvg::Tree::from_str(&text, &options).map_err(|why| PngError::Renderer(why.to_string()))?
    };
    drop(text);
    let size = tree.size().to_int_size().scale_by(scale);
    let size = size.ok_or(PngError::TooLarge(u32::MAX, u32::MAX))?;
    let (width, height) = (size.width(), size.height());
    if u64::from(width) * u64::from(height) > MOST {
        return Err(PngError::TooLarge(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::TooLarge(width, height))?;
    // Where a scaled picture does not fill the last pixels, they are still paper.
    let Rgb(red, green, blue) = theme.ink().paper;
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| PngError::Renderer(why.to_string()))
}
