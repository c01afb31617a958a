//! Pictures of tensor layouts and of their operations: terminal text, SVG, HTML, TikZ, PNG.
//!
//! A [`Scene`] says what is shown, and is computed once; each output has one renderer.
//!
//! ```
//! use tilework::layout;
//! use tilework_draw::{Depth, Subject, View, grid, svg, terminal};
//!
//! let layout = layout!((4,(2,2)):(2,(1,8)));
//! let scene = grid(&Subject::new(&layout), &layout.to_string(), &View::default());
//! assert!(svg(&scene, None).starts_with("<svg "));
//! assert_eq!(terminal(&scene, Depth::None, 80), "\
//! (4,(2,2)):(2,(1,8))
//!       0        1
//!      0   1    2   3
//!   ┌────────┬────────┐
//! 0 │  0   1 │  8   9 │
//! 1 │  2   3 │ 10  11 │
//! 2 │  4   5 │ 12  13 │
//! 3 │  6   7 │ 14  15 │
//!   └────────┴────────┘
//! ");
//! ```

#![forbid(unsafe_code)]

// What is shown.
mod axis;
mod scene;
mod subject;
mod view;

// From layouts to scenes.
mod grid;
mod operation;
mod paint;
mod strip;
mod threads;

// From scenes to files.
mod escape;
mod html;
mod palette;
mod place;
#[cfg(feature = "png")]
mod png;
mod svg;
mod terminal;
mod tikz;

pub use axis::{Axis, Position, Tick};
pub use grid::grid;
pub use html::html;
pub use operation::{
    Divide, Inverse, Product, beside, complement, composed, composition, coordinates, divide,
    inverse, product, slice,
};
pub use palette::{Ink, Rgb, Theme};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use scene::{Cell, Fill, Panel, Scene};
pub use strip::strip;
pub use subject::Subject;
pub use svg::svg;
pub use terminal::{Depth, terminal, terminal_width};
pub use threads::{ByOwner, threads};
pub use tikz::tikz;
pub use view::{Banks, Coloring, Labels, Limits, View};
