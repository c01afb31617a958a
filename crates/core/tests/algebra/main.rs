//! The operations of the algebra and the questions it decides: a law for each, checked against the oracle.

mod coalesce;
mod complement;
mod compose;
mod decide;
mod divide;
mod extremes;
mod inverse;
mod inverse_search;
mod laws;
mod max_common;
mod pointwise;
mod product;
mod recast;
mod recover;
mod solve;
