//! PNG: drawn straight from the geometry with an embedded font, so that every machine makes the same file.

mod canvas;
mod font;

use std::borrow::Cow;
use std::fmt;

use canvas::{Canvas, Pen};
use font::Font;

use crate::render::geometry::{
    CAPTION, Placed, PlacedPanel, Point, SIGN, SMALL, TITLE, label_size,
};
use crate::render::lines::{Line, Stroke};
use crate::render::palette::{Ink, Rgb, Theme};
use crate::scene::{Fill, Scene};

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

/// The most pixels, at one byte each.
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
    let scene = shortened(scene);
    let placed = Placed::new(&scene);
    let pixels = |length: f64| (length as f32 * scale).round() as u32;
    let (width, height) = (pixels(placed.width), pixels(placed.height));
    if u64::from(width) * u64::from(height) > MOST {
        return Err(PngError::TooLarge(width, height));
    }
    let Ink { paper, text, quiet, line } = theme.ink();
    let (size, fills) = ((width as usize, height as usize), scene.fills().len());
    let canvas = Canvas::new(size, paper, [text, quiet, line], fills);
    let font = Font::new().map_err(PngError::Renderer)?;
    let mut drawing = Drawing { canvas, font, theme, scale: f64::from(scale) };
    drawing.scene(&placed);
    encoded(&drawing.canvas, width, height).map_err(|why| PngError::Renderer(why.to_string()))
}

fn encoded(canvas: &Canvas, width: u32, height: u32) -> Result<Vec<u8>, ::png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut out, width, height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    let colors = canvas.palette.iter().flat_map(|Rgb(red, green, blue)| [*red, *green, *blue]);
    encoder.set_palette(colors.collect::<Vec<_>>());
    // Rows are mostly like the one above, and what is not repeats: more effort makes it little smaller.
    encoder.set_deflate_compression(::png::DeflateCompression::Level(1));
    encoder.set_filter(::png::Filter::Up);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(out)
}

/// A picture that is being drawn.
struct Drawing {
    canvas: Canvas,
    font: Font<'static>,
    theme: Theme,
    scale: f64,
}

/// Which point of a line of text is given: how much of it is before that.
const START: f64 = 0.0;
const MIDDLE: f64 = 0.5;
const END: f64 = 1.0;

impl Drawing {
    fn scene(&mut self, placed: &Placed) {
        if let Some(title) = placed.scene.heading() {
            self.text(title, TITLE, placed.title, START, Pen::Text);
        }
        for panel in &placed.panels {
            self.text(&panel.panel.caption, CAPTION, panel.caption(), START, Pen::Text);
            self.text(panel.panel.sign, SIGN, panel.sign(), MIDDLE, Pen::Quiet);
            self.panel(panel);
        }
        for (note, place) in placed.scene.lines().zip(&placed.notes) {
            self.text(note, SMALL, *place, START, Pen::Quiet);
        }
    }

    fn panel(&mut self, panel: &PlacedPanel) {
        let moved = |Point { x, y }| Point { x: panel.origin.x + x, y: panel.origin.y + y };
        let filled = panel.fills().filter(|(fill, ..)| !matches!(fill, Fill::Absent | Fill::Empty));
        for (fill, corner, length) in filled {
            let place = self.rectangle(moved(corner), length, panel.cell.1);
            self.canvas.fill(place, self.theme.fill(fill));
        }
        for strokes in panel.strokes() {
            let pen = if strokes.kind == Stroke::Edge { Pen::Line } else { Pen::Text };
            let width = strokes.width;
            for Line { start, length, down } in strokes.lines {
                let Point { x, y } = moved(start);
                // The ends are square.
                let corner = Point { x: x - width / 2.0, y: y - width / 2.0 };
                let (wide, high) =
                    if down { (width, length + width) } else { (length + width, width) };
                let place = self.rectangle(corner, wide, high);
                self.canvas.fill_smooth(place, pen);
            }
        }
        for (at, tick) in panel.ticks_above() {
            self.text(tick, SMALL, moved(at), MIDDLE, Pen::Quiet);
        }
        for (at, tick) in panel.ticks_beside() {
            self.text(tick, SMALL, moved(at), END, Pen::Quiet);
        }
        let size = label_size(panel.panel);
        for (row, column, cell) in panel.panel.places() {
            let pen = if panel.is_quiet(cell) { Pen::Quiet } else { Pen::Text };
            let corner = moved(Point { x: panel.xs[column], y: panel.ys[row] });
            for (at, line) in panel.label(&cell.label) {
                let place = Point { x: corner.x + at.x, y: corner.y + at.y };
                self.text(line, size, place, MIDDLE, pen);
            }
        }
    }

    /// A rectangle of the picture, in pixels.
    fn rectangle(&self, Point { x, y }: Point, wide: f64, high: f64) -> [f64; 4] {
        [x, y, x + wide, y + high].map(|length| length * self.scale)
    }

    fn text(&mut self, text: &str, size: f64, at: Point, share: f64, pen: Pen) {
        let (size, place) = ((size * self.scale) as f32, (at.x * self.scale, at.y * self.scale));
        self.font.draw(&mut self.canvas, text, size, place, share, pen);
    }
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
