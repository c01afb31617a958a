#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// What a picture shows.
mod scene;

// From layouts to scenes.
mod figure;

// From scenes to text and pixels.
mod render;

// From expressions of the language to scenes, and from questions to answers.
#[cfg(feature = "lang")]
mod expression;
#[cfg(feature = "lang")]
mod request;

#[cfg(feature = "lang")]
pub use expression::{Colors, Expression, Options, What, refused};
pub use figure::bits::bits;
pub use figure::coordinates::coordinates;
pub use figure::grid::grid;
pub use figure::hardware::banks::banks;
pub use figure::hardware::copy::{copy, tiled_copy};
pub use figure::hardware::error::FigureError;
pub use figure::hardware::instruction::At;
pub use figure::hardware::mma::{mma, tiled_mma};
pub use figure::hardware::sectors::sectors;
pub use figure::hardware::swizzled::swizzled;
pub use figure::operation::beside::beside;
pub use figure::operation::complement::complement;
pub use figure::operation::composed::composed;
pub use figure::operation::composition::composition;
pub use figure::operation::divide::{Divide, divide};
pub use figure::operation::inverse::{Inverse, inverse};
pub use figure::operation::part::part;
pub use figure::operation::product::{Product, product};
pub use figure::operation::refused::{not_a_layout, witnesses};
pub use figure::operation::slice::slice;
pub use figure::strip::strip;
pub use figure::threads::{ByOwner, Owners, threads};
pub use render::html::html;
pub use render::linked::{linked, linked_style};
pub use render::palette::{Ink, Rgb, Theme};
#[cfg(feature = "png")]
pub use render::png::{PngError, png};
pub use render::svg::svg;
pub use render::terminal::{ColorDepth, fitted, terminal, terminal_width};
pub use render::tikz::tikz;
#[cfg(feature = "lang")]
pub use request::respond;
pub use scene::axis::{Axis, Position, Tick};
pub use scene::subject::Subject;
pub use scene::view::{Banks, Coloring, Labels, Limits, View};
pub use scene::{Cell, Fill, Panel, Scene};
