//! Text as pixels: glyphs of the embedded font, each drawn once for its size and its place in the pixel.

use std::collections::HashMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use super::canvas::{Canvas, Coverage, Pen};

/// Into how many places a pixel is divided, in each direction.
const PLACES: f64 = 8.0;

/// The font, and the glyphs that were drawn.
pub(super) struct Font<'a> {
    font: FontRef<'a>,
    glyphs: HashMap<Key, Option<Coverage>>,
}

/// A glyph, its size as bits, and its place in the pixel.
type Key = (GlyphId, u32, u8, u8);

impl Font<'_> {
    /// The font of all pictures.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn new() -> Result<Font<'static>, String> {
        let font = FontRef::new(epaint_default_fonts::HACK_REGULAR);
        Ok(Font { font: font.map_err(|why| why.to_string())?, glyphs: HashMap::new() })
    }

    /// Draws a line of text. Its baseline starts at x and y, less `share` of its width.
    pub(super) fn draw(
        &mut self,
        canvas: &mut Canvas,
        text: &str,
        size: f32,
        (x, y): (f64, f64),
        share: f64,
        pen: Pen,
    ) {
        let (map, metrics) =
            (self.font.charmap(), self.font.glyph_metrics(Size::new(size), LocationRef::default()));
        let glyphs = text.chars().map(|character| {
            // A character that the font does not have is a box.
            let glyph = map.map(character).unwrap_or(GlyphId::NOTDEF);
            (glyph, f64::from(metrics.advance_width(glyph).unwrap_or(0.0)))
        });
        let glyphs: Vec<_> = glyphs.collect();
        let width: f64 = glyphs.iter().map(|(_, advance)| advance).sum();
        let (mut x, (row, down)) = (x - share * width, place(y));
        for (glyph, advance) in glyphs {
            let (column, right) = place(x);
            let drawn = self
                .glyphs
                .entry((glyph, size.to_bits(), right, down))
                .or_insert_with(|| coverage(&self.font, glyph, size, right, down));
            if let Some(coverage) = drawn {
                canvas.draw(coverage, column, row, pen);
            }
            x += advance;
        }
    }
}

/// The pixel of a coordinate, and the place inside of it.
fn place(at: f64) -> (i64, u8) {
    let places = (at * PLACES).round();
    let pixel = (places / PLACES).floor();
    (pixel as i64, (places - pixel * PLACES) as u8)
}

/// A glyph at a place of pixel 0; `None` for a space.
fn coverage(
    font: &FontRef<'_>,
    glyph: GlyphId,
    size: f32,
    right: u8,
    down: u8,
) -> Option<Coverage> {
    let mut outline = Outline(PathBuilder::new());
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
    font.outline_glyphs().get(glyph)?.draw(settings, &mut outline).ok()?;
    let place = |place: u8| f32::from(place) / PLACES as f32;
    let path =
        outline.0.finish()?.transform(Transform::from_translate(place(right), place(down)))?;
    let bounds = path.bounds();
    let (left, top) = (bounds.left().floor(), bounds.top().floor());
    let wide = (bounds.right().ceil() - left) as u32;
    let high = (bounds.bottom().ceil() - top) as u32;
    let mut mask = Mask::new(wide, high)?;
    mask.fill_path(&path, FillRule::Winding, true, Transform::from_translate(-left, -top));
    Some(Coverage {
        left: left as i64,
        top: top as i64,
        width: wide as usize,
        covered: mask.take(),
    })
}

/// The outline of a glyph, in which y goes up, as a path, in which it goes down.
struct Outline(PathBuilder);

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, -cy0, cx1, -cy1, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
