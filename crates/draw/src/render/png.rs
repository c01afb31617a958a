//! PNG: the SVG, rendered by resvg with an embedded font, so that every machine makes the same file.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use crate::render::palette::{Rgb, Theme};
use crate::render::svg::svg;
use crate::scene::Scene;

/// Why there is no PNG.
#[derive(Debug)]
#[non_exhaustive]
pub enum PngError {
    /// The picture has too many pixels: width, height.
    TooLarge(u32, u32),
    /// The renderer failed, with this message.
    Renderer(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PngError::TooLarge(width, height) => {
                write!(
                    f,
                    "a picture of {width} x {height} pixels is too large for PNG; use SVG or a smaller scale"
                )
            }
            PngError::Renderer(why) => write!(f, "the picture cannot be rendered: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// The most pixels, at four bytes each.
const MOST: u64 = 1 << 26;

/// The longest title, caption or note that is drawn, in characters. Each of them is shaped, outlined and
/// filled, and makes the picture wider, so that a long title would be nearly all of the work.
const LONGEST: usize = 200;

/// The picture as a PNG file, with `scale` pixels for each pixel of the SVG. A title, caption or note of
/// more than 200 characters is shortened and ends in `...`.
///
/// # Errors
/// [`PngError::TooLarge`] for more than 2^26 pixels.
pub fn png(scene: &Scene, theme: Theme, scale: f32) -> Result<Vec<u8>, PngError> {
    let text = svg(&shortened(scene), Some(theme));
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
    // A scaled picture may not quite fill the last row and column of pixels.
    let Rgb(red, green, blue) = theme.ink().paper;
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| PngError::Renderer(why.to_string()))
}

/// The scene with every text cut to [`LONGEST`] characters.
fn shortened(scene: &Scene) -> Cow<'_, Scene> {
    let captions = scene.panels().map(|panel| panel.caption.as_str());
    let mut texts = captions.chain(scene.lines()).chain([scene.title.as_str()]);
    if texts.all(|text| text.chars().nth(LONGEST).is_none()) {
        return Cow::Borrowed(scene);
    }
    let mut out = scene.clone();
    let captions = out.rows.iter_mut().flatten().map(|panel| &mut panel.caption);
    for text in captions.chain(&mut out.legend).chain(&mut out.notes).chain([&mut out.title]) {
        if text.chars().nth(LONGEST).is_some() {
            let kept: String = text.chars().take(LONGEST - 3).collect();
            *text = kept + "...";
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use tilework::layout;

    use super::*;
    use crate::{View, grid};

    /// However long the title, few characters are drawn.
    #[test]
    fn a_long_title_is_little_work() {
        let scene = |title: &str| grid(&layout!((2,2):(2,1)), title, &View::default());
        let characters = |scene: &Scene| {
            let texts = scene.panels().map(|panel| panel.caption.as_str()).chain(scene.lines());
            texts.chain([scene.title.as_str()]).map(|text| text.chars().count()).max()
        };
        let long = scene(&"ü".repeat(1 << 20));
        assert_eq!(characters(&shortened(&long)), Some(LONGEST));
        let drawn = |scene: &Scene| png(scene, Theme::Light, 1.0).expect("a picture");
        assert_eq!(drawn(&long), drawn(&scene(&("ü".repeat(LONGEST - 3) + "..."))));
        for whole in ["", "a", &"a".repeat(LONGEST)] {
            assert!(matches!(shortened(&scene(whole)), Cow::Borrowed(_)));
        }
        assert!(matches!(shortened(&scene(&"a".repeat(LONGEST + 1))), Cow::Owned(_)));
    }
}
