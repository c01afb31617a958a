//! Swizzles, XOR maps and padding: against recorded answers, and against enumeration with sets of words.

mod errors;
mod oracle;
mod padding;
mod sample;
mod solve;
mod vectors;
mod xor;
