//! Pictures: what they say of a layout, and every format, byte for byte and as its readers see it.

#[cfg(feature = "lang")]
mod bits;
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
#[cfg(feature = "lang")]
mod refused;
#[cfg(feature = "lang")]
mod requests;
mod results;
mod scenes;
mod svg;
mod tikz;
