//! Layouts of coordinates, and the parts of a layout: partitions, threads and values, ragged tiles.

mod coord_algebra;
mod coord_layout;
mod errors;
mod partition;
mod ragged;
mod tv;
