//! The hardware against definitions by enumeration, and against recorded answers.

mod vectors;

mod atom;
mod canonical;
mod descriptor;
mod global;
mod shared;
mod swizzle;
mod tiled;
mod tma;
