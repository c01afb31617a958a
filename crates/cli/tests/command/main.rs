//! The command as people run it: the real binary, its output and its exit codes.

mod binary;
mod check;
mod commands;
mod documents;
mod draw;
mod evaluate;
mod hardware;
mod json;
mod npy;
mod paste;
mod relayout;
mod relayout_files;
#[cfg(unix)]
mod repl;
mod robust;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod writers;
