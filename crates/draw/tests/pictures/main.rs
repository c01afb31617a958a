//! Pictures: what they say of a layout, and every format, byte for byte and as its readers see it.

mod cells;
#[cfg(feature = "lang")]
mod expressions;
mod golden;
mod hardware;
mod html;
mod operations;
mod owners;
mod palette;
mod programs;
mod results;
mod scenes;
mod svg;
mod tikz;
