//! Questions about the hardware as JSON, one object a line, and their answers.
//!
//! A request has a `kind` and the fields of a vector of `conformance/hardware/vectors.jsonl`; its answer is
//! `{"result": {...}}` with the fields that are expected there. That an access is misaligned is a result. Where there is
//! none, the answer is `{"result": null, "error": {"kind": ..., "message": ...}}`.

mod fields;
mod machine;
mod access;
mod bank;
mod global;
mod swizzle;
mod atoms;
mod tiled;
mod tma;
mod descriptor;

use serde_json::{Value as Json, json};
use tilework_hardware::atom::Operand;

use super::answer::Status;
use super::response::Response;
use crate::Diagnostic;
use fields::{Answer, Fields, usage, wrong};

pub use crate::operations::hardware::words;
pub use access::{access, arch, atom, mma, on_memory};
pub use machine::Described;

/// What answers a kind of request.
type Answers = fn(Fields<'_>) -> Answer;

/// The kinds of requests, and what answers them.
const KINDS: &[(&str, Answers)] = &[
    ("bank", bank::bank),
    ("ldmatrix", bank::ldmatrix),
    ("addresses", bank::addresses),
    ("closed_form", bank::closed_form),
    ("coalesce", global::coalesce),
    ("global", global::coalesce),
    ("vector_width", global::vector_width),
    ("swizzle", swizzle::swizzle),
    ("padding", swizzle::padding),
    ("atom", atoms::atom),
    ("tiled_copy", tiled::copy),
    ("tiled_mma", tiled::mma),
    ("tiled_copy_A", |fields| tiled::copy_of(fields, Operand::A)),
    ("tiled_copy_B", |fields| tiled::copy_of(fields, Operand::B)),
    ("tiled_copy_C", |fields| tiled::copy_of(fields, Operand::C)),
    ("tma", tma::check),
    ("tma_box", tma::largest),
    ("descriptor", descriptor::descriptor),
];

/// Answers one request, an object on one line.
///
/// ```
/// use tilework_lang::report::hardware;
///
/// let request = r#"{"kind": "bank", "smem": "(32,32):(32,1)", "tv": "(32,1):(1,0)", "bits": 32, "width": 4, "dir": "ld"}"#;
/// assert_eq!(
///     hardware::respond(request),
///     r#"{"result":{"conflicts":31,"first":[32],"ideal":1,"instructions":1,"same":true,"wavefronts":32,"ways":32}}"#
/// );
/// let none = hardware::respond(r#"{"kind": "atom", "atom": "SM80_1x1", "operand": "a", "thread": 0, "value": 0}"#);
/// assert!(none.starts_with(r#"{"error":{"kind":"unknown-atom""#) && none.ends_with(r#""result":null}"#));
/// ```
pub fn respond(request: &str) -> String {
    response(request).json
}

/// The same, with whether it is an answer: that nothing exists is [`Status::No`].
///
/// ```
/// use tilework_lang::report::{Status, hardware};
///
/// assert_eq!(hardware::response("{}").status, Status::Unreadable);
/// ```
pub fn response(request: &str) -> Response {
    let (object, status) = match answer(request) {
        Ok(result) => (json!({ "result": result }), Status::Answer),
        Err(diagnostic) => {
            let status = Status::of(&diagnostic);
            let Diagnostic { kind, message, help, .. } = diagnostic;
            let mut error = json!({ "kind": kind, "message": message });
            if let Some(help) = help {
                error["help"] = help.into();
            }
            (json!({ "result": null, "error": error }), status)
        }
    };
    Response { json: super::json::text(&object), status }
}

fn answer(request: &str) -> Answer {
    let request: Json = match serde_json::from_str(request) {
        Ok(request) => request,
        Err(error) => return Err(usage(format!("this request cannot be read: {error}"))),
    };
    let Json::Object(fields) = &request else {
        return Err(usage("a request is an object: {\"kind\": ...}"));
    };
    let fields = Fields(fields);
    let kind = fields.text("kind")?;
    match KINDS.iter().find(|known| known.0 == kind) {
        Some((_, answer)) => answer(fields),
        None => {
            let known: Vec<&str> = KINDS.iter().map(|known| known.0).collect();
            let out = wrong("kind", "a kind of request", fields.need("kind")?);
            Err(out.help(format!("the kinds are {}", known.join(", "))))
        }
    }
}
