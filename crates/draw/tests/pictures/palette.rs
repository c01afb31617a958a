//! The colours: labels can be read on all of them, and neighbours can be told apart by everyone.

use tilework_draw::{Fill, Rgb, Theme};

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn linear(Rgb(red, green, blue): Rgb) -> [f64; 3] {
    [red, green, blue].map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance(color: Rgb) -> f64 {
    let [red, green, blue] = linear(color);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of WCAG 2.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// What a colour looks like: to most, and without one kind of cones (Viénot, Brettel, Mollon 1999,
/// and the same construction for tritanopia), in linear RGB.
const EYES: [(&str, [[f64; 3]; 3]); 3] = [
    ("most", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]]),
    ("deuteranopia", [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]]),
];

/// CIE L*a*b* of a colour, seen with some eyes.
fn lab(color: Rgb, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
    let seen = linear(color);
    let rgb: [f64; 3] = std::array::from_fn(|i| (0..3).map(|j| eyes[i][j] * seen[j]).sum());
    let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
    let white = [0.9505, 1.0, 1.089];
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let xyz: [f64; 3] =
        std::array::from_fn(|i| f((0..3).map(|j| to_xyz[i][j] * rgb[j]).sum::<f64>() / white[i]));
    [116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2])]
}

fn distance(one: Rgb, other: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(one, eyes), lab(other, eyes));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

fn fills() -> impl Iterator<Item = Fill> {
    let tiles = (0..Fill::TILES).map(Fill::Tile);
    let shades = (0..Fill::SHADES).map(Fill::Shade);
    [Fill::Empty, Fill::Grey].into_iter().chain(tiles).chain(shades)
}

#[test]
fn labels_can_be_read() {
    for theme in THEMES {
        for fill in fills() {
            let contrast = contrast(theme.ink().text, theme.fill(fill));
            assert!(contrast >= 4.5, "{theme:?} {fill:?}: {contrast:.2}");
        }
        let quiet = contrast(theme.ink().quiet, theme.ink().paper);
        assert!(quiet >= 4.5, "{theme:?}: {quiet:.2}");
    }
}

#[test]
fn the_first_eight_colours_can_be_told_apart_by_everyone() {
    for theme in THEMES {
        for (eyes, matrix) in &EYES {
            for i in 0..8 {
                for j in 0..i {
                    let (one, other) = (theme.fill(Fill::Tile(i)), theme.fill(Fill::Tile(j)));
                    let distance = distance(one, other, matrix);
                    assert!(distance >= 8.0, "{theme:?} {eyes} {i} {j}: {distance:.1}");
                }
            }
        }
    }
}

#[test]
fn neighbours_in_the_list_differ() {
    for theme in THEMES {
        for (eyes, matrix) in &EYES {
            for i in 1..Fill::TILES {
                let (one, other) = (theme.fill(Fill::Tile(i)), theme.fill(Fill::Tile(i - 1)));
                let distance = distance(one, other, matrix);
                assert!(distance >= 4.0, "{theme:?} {eyes} {i}: {distance:.1}");
            }
        }
    }
}

#[test]
fn the_ramp_goes_one_way() {
    for theme in THEMES {
        let steps: Vec<f64> =
            (0..Fill::SHADES).map(|n| luminance(theme.fill(Fill::Shade(n)))).collect();
        let falls = steps.windows(2).all(|pair| pair[1] < pair[0]);
        let rises = steps.windows(2).all(|pair| pair[1] > pair[0]);
        assert!(if theme == Theme::Light { falls } else { rises }, "{theme:?} {steps:?}");
    }
}

#[test]
fn shades_are_in_range() {
    assert_eq!(Fill::shade(0, 0, 0), Fill::Shade(0));
    assert_eq!(Fill::shade(i64::MIN, i64::MIN, i64::MAX), Fill::Shade(0));
    assert_eq!(Fill::shade(i64::MAX, i64::MIN, i64::MAX), Fill::Shade(Fill::SHADES - 1));
    assert_eq!(Fill::shade(50, 0, 10), Fill::Shade(Fill::SHADES - 1));
    assert_eq!(Fill::tile(-1), Fill::Tile(Fill::TILES - 1));
}
