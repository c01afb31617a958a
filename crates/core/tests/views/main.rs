//! Views: the same memory under another shape, or why a copy is needed.

mod broadcast;
mod coords;
mod modes;
mod numpy;
mod oracle;
mod published;
mod strided;
mod view;
