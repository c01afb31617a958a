//! Swizzles, XOR maps and padding: against recorded answers, and against enumeration with sets of bytes.

mod vectors;
