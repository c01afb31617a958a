//! The list of atoms against its recording, their layouts against enumeration, and names in every form.

mod coverage;
mod list;
mod names;
