//! Questions about hardware as JSON, one object each, and their answers.
//!
//! A request has the fields of `conformance/hardware/vectors.jsonl`; docs/json.md lists them by kind.

mod fields;
mod machine;
mod access;
mod bank;
mod global;
mod swizzle;
mod tiles;
mod tma;
mod descriptor;

use serde_json::{Value as Json, json};

use crate::Diagnostic;
use crate::text::diagnostic::quote;
use fields::{Answer, Fields, usage};
pub use machine::Described;

/// Answers a question about hardware: `{"result": ...}`, or `{"result": null, "error": {"kind": ..., "message": ...}}`
/// where nothing exists or the request cannot be read. That an access is misaligned is a result.
///
/// ```
/// use tilework_lang::report::hardware::respond;
///
/// let column = r#"{"kind": "addresses", "width": 4, "dir": "ld", "addresses": "32:128"}"#;
/// assert_eq!(respond(column), r#"{"result":{"ideal":1,"per_phase":[32],"wavefronts":32,"ways":32}}"#);
/// assert!(respond("{}").starts_with(r#"{"error":{"kind":"usage","message":"the field `kind` is missing"#));
/// ```
pub fn respond(request: &str) -> String {
    match answer(request) {
        Ok(result) => json!({ "result": result }),
        Err(Diagnostic { kind, message, help, .. }) => {
            let mut error = json!({ "kind": kind, "message": message });
            if let Some(help) = help {
                error["help"] = help.into();
            }
            json!({ "result": null, "error": error })
        }
    }
    .to_string()
}

fn answer(request: &str) -> Answer {
    let request: Json = serde_json::from_str(request)
        .map_err(|error| usage(format!("this request cannot be read: {error}")))?;
    let Json::Object(fields) = &request else {
        return Err(usage("a request is an object with a field `kind`"));
    };
    let fields = Fields(fields);
    let kind = fields.text("kind")?;
    match KINDS.iter().find(|known| known.0 == kind) {
        Some((_, answer)) => answer(fields),
        None => {
            let known: Vec<&str> = KINDS.iter().map(|kind| kind.0).collect();
            Err(usage(format!("there is no kind {}", quote(kind)))
                .help(format!("the kinds are {}", known.join(", "))))
        }
    }
}

/// The kinds of requests, and what answers them.
const KINDS: &[(&str, fn(Fields<'_>) -> Answer)] = &[
    ("bank", bank::bank),
    ("ldmatrix", bank::ldmatrix),
    ("addresses", bank::addresses),
    ("closed_form", bank::closed_form),
    ("coalesce", global::coalesce),
    ("vector_width", global::vector_width),
    ("swizzle", swizzle::swizzle),
    ("padding", swizzle::padding),
    ("atom", tiles::atom),
    ("tiled_copy", tiles::tiled_copy),
    ("tiled_mma", tiles::tiled_mma),
    ("tiled_copy_A", tiles::tiled_copy_a),
    ("tiled_copy_B", tiles::tiled_copy_b),
    ("tiled_copy_C", tiles::tiled_copy_c),
    ("tma", tma::tma),
    ("descriptor", descriptor::descriptor),
];
