//! The command `tilework`.

fn main() {}
