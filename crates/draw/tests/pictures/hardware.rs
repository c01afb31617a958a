//! Pictures of hardware, against going through all threads, lanes and bytes.

mod memory;
mod owners;
