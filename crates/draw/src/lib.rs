//! Pictures of tensor layouts and of their operations: terminal text, SVG, HTML, TikZ, PNG.
//!
//! A [`Scene`] says what is shown, and is computed once; each output has one renderer.
//!
//! ```
//! use tilework::layout;
//! use tilework_draw::{Depth, View, grid, svg, terminal};
//!
//! let layout = layout!((4,(2,2)):(2,(1,8)));
//! let scene = grid(&layout, &layout.to_string(), &View::default());
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

mod scene;

mod figure;

mod render;

pub use figure::coordinates::coordinates;
pub use figure::grid::grid;
pub use figure::operation::beside::beside;
pub use figure::operation::complement::complement;
pub use figure::operation::composed::composed;
pub use figure::operation::composition::composition;
pub use figure::operation::divide::{Divide, divide};
pub use figure::operation::inverse::{Inverse, inverse};
pub use figure::operation::product::{Product, product};
pub use figure::operation::slice::slice;
pub use figure::strip::strip;
pub use figure::threads::{ByOwner, threads};
pub use render::html::html;
pub use render::palette::{Ink, Rgb, Theme};
#[cfg(feature = "png")]
pub use render::png::{PngError, png};
pub use render::svg::svg;
pub use render::terminal::{Depth, terminal, terminal_width};
pub use render::tikz::tikz;
pub use scene::axis::{Axis, Position, Tick};
pub use scene::subject::Subject;
pub use scene::view::{Banks, Coloring, Labels, Limits, View};
pub use scene::{Cell, Fill, Panel, Scene};
