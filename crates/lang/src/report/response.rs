//! The answer to a request: an object in JSON, and whether it is one.

use std::fmt;

use serde::Serialize;

use super::answer::{Refusal, Status};
use super::json;
use crate::Diagnostic;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// An object on one line.
    pub json: String,
    /// Whether it is an answer.
    pub status: Status,
}

impl Response {
    /// An object as an answer.
    pub fn new(object: &impl Serialize, status: Status) -> Response {
        Response { json: json::text(object), status }
    }

    /// That a request cannot be read.
    pub fn unreadable(why: &dyn fmt::Display) -> Response {
        let message = format!("this request cannot be read: {why}");
        let refusal = Refusal::from(Diagnostic::plain("usage", message));
        Response::new(&refusal, Status::Unreadable)
    }

    pub(super) fn answer(object: &impl Serialize) -> Response {
        Response::new(object, Status::Answer)
    }
}
