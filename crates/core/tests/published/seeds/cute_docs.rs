//! CuTe's documentation, "CuTe Layout Algebra" (`02_layout_algebra.md`), section by section.

mod coalesce;
mod complement;
mod composition;
mod divide;
mod product;
