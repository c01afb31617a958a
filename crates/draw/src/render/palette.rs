//! The colours: the hues of Okabe and Ito, which colour-blind readers can tell apart, and a ramp of
//! monotonic lightness; each in two themes, and light or dark enough that labels are legible on them.

use std::fmt;

use crate::scene::Fill;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// As CSS and SVG write it: `#56b4e9`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(feature = "png")]
impl Rgb {
    /// This colour over another: `share` of `whole` parts of it.
    pub(crate) fn over(self, under: Rgb, share: u32, whole: u32) -> Rgb {
        mix(self, under, share, whole)
    }

    /// How far apart two colours are: the sum of the squares of the differences.
    pub(crate) fn distance(self, other: Rgb) -> u32 {
        let square = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}

/// Which background a picture is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of everything but the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ink {
    /// The background.
    pub paper: Rgb,
    /// Labels, captions, borders of tiles, marks.
    pub text: Rgb,
    /// Axes and notes.
    pub quiet: Rgb,
    /// Lines between cells.
    pub line: Rgb,
}

/// Sky blue, orange, bluish green, yellow, reddish purple, blue, vermillion, and brown instead of the
/// black of the original, on which no label would be legible.
const HUES: [Rgb; 8] = [
    Rgb(0x56, 0xb4, 0xe9),
    Rgb(0xe6, 0x9f, 0x00),
    Rgb(0x00, 0x9e, 0x73),
    Rgb(0xf0, 0xe4, 0x42),
    Rgb(0xcc, 0x79, 0xa7),
    Rgb(0x00, 0x72, 0xb2),
    Rgb(0xd5, 0x5e, 0x00),
    Rgb(0x7a, 0x4b, 0x2e),
];

/// How much of a hue goes into the four colours made of it, in percent; the rest is paper.
const STRENGTHS: [[u32; 4]; 2] = [[68, 34, 51, 22], [44, 24, 34, 16]];

/// The ramp from the lowest to the highest offset.
const RAMPS: [[Rgb; 3]; 2] = [
    [Rgb(0xff, 0xfa, 0xd1), Rgb(0x96, 0xd3, 0xba), Rgb(0x3f, 0x94, 0xc2)],
    [Rgb(0x2b, 0x2a, 0x44), Rgb(0x1f, 0x54, 0x6e), Rgb(0x2b, 0x7a, 0x72)],
];

impl Theme {
    /// The colours of everything but the cells.
    pub const fn ink(self) -> Ink {
        match self {
            Theme::Light => Ink {
                paper: Rgb(0xff, 0xff, 0xff),
                text: Rgb(0x11, 0x14, 0x18),
                quiet: Rgb(0x5c, 0x65, 0x70),
                line: Rgb(0xb4, 0xbb, 0xc4),
            },
            Theme::Dark => Ink {
                paper: Rgb(0x14, 0x17, 0x1c),
                text: Rgb(0xf4, 0xf6, 0xf8),
                quiet: Rgb(0x9b, 0xa5, 0xb1),
                line: Rgb(0x4a, 0x52, 0x5d),
            },
        }
    }

    /// The colour of a cell.
    pub fn fill(self, fill: Fill) -> Rgb {
        let paper = self.ink().paper;
        match fill {
            Fill::Absent | Fill::Empty => paper,
            Fill::Grey => mix(Rgb(0x80, 0x88, 0x92), paper, 45, 100),
            Fill::Tile(n) => {
                let (hue, turn) = (usize::from(n) % HUES.len(), usize::from(n) / HUES.len() % 4);
                mix(HUES[hue], paper, STRENGTHS[self as usize][turn], 100)
            }
            Fill::Shade(n) => {
                let (n, top) = (u32::from(n.min(Fill::SHADES - 1)), u32::from(Fill::SHADES - 1));
                let [low, middle, high] = RAMPS[self as usize];
                let at = 2 * n;
                if at <= top { mix(middle, low, at, top) } else { mix(high, middle, at - top, top) }
            }
        }
    }
}

/// The name of a fill, for classes of CSS and colours of TeX. What is not filled has none.
pub(crate) fn name(fill: Fill) -> Option<String> {
    match fill {
        Fill::Absent | Fill::Empty => None,
        Fill::Grey => Some("n".to_owned()),
        Fill::Tile(n) => Some(format!("t{n}")),
        Fill::Shade(n) => Some(format!("s{n}")),
    }
}

/// A mixture of two colours: `share` of `whole` parts of one, the rest of the other.
fn mix(one: Rgb, other: Rgb, share: u32, whole: u32) -> Rgb {
    let part = |one: u8, other: u8| {
        let sum = u32::from(one) * share + u32::from(other) * (whole - share);
        ((sum + whole / 2) / whole) as u8
    };
    Rgb(part(one.0, other.0), part(one.1, other.1), part(one.2, other.2))
}
