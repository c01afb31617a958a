//! The hardware against definitions by enumeration, and against recorded answers.

mod canonical;
