//! What is published about layouts: documents, issue trackers, and the answers of CuTe.

mod cases;
mod conformance;
mod documents;
mod exact;
mod seeds;
mod wild;
