//! Questions as JSON, and their answers: what a program asks through a pipe, from Python or in the browser.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use tilework::Order;

use super::answer::{Answer, Refusal, Status};
use super::check::Checked;
use super::compare::compare;
use super::complete::complete;
use super::console::Ran;
use super::derivation::Derivation;
use super::hardware;
use super::help::{Written, help, written};
use super::paste::paste;
use super::recover::{Table, recover_in};
use super::response::Response;
use super::solve::solve;
use crate::claims::Format;
use crate::{Diagnostic, Dialect, Dtype, Notation, Outcome, Scope, Value, explain};

/// What can be asked in JSON, here; pictures are another crate's.
pub const QUESTIONS: [&str; 9] =
    ["evaluate", "paste", "explain", "recover", "solve", "compare", "check", "help", "complete"];

/// A question, as docs/json.md describes it.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Evaluate {
        input: String,
        #[serde(rename = "as")]
        dialect: Option<String>,
        dtype: Option<String>,
        order: Option<String>,
    },
    Paste {
        text: String,
        #[serde(rename = "as")]
        dialect: Option<String>,
        dtype: Option<String>,
        order: Option<String>,
    },
    Explain {
        input: String,
        #[serde(rename = "as")]
        dialect: Option<String>,
        dtype: Option<String>,
        order: Option<String>,
    },
    Recover {
        table: String,
        column: Option<String>,
        #[serde(default)]
        offset: bool,
        order: Option<String>,
    },
    Solve {
        input: String,
        order: Option<String>,
    },
    Compare {
        a: String,
        b: String,
        order: Option<String>,
    },
    Check {
        text: String,
        #[serde(default)]
        source: bool,
        #[serde(default)]
        list: bool,
        order: Option<String>,
    },
    Help {
        name: String,
    },
    Complete {
        input: String,
        cursor: usize,
    },
}

/// What a notation means.
#[derive(Serialize)]
struct Meanings {
    notation: Vec<Written>,
}

/// What a request asks: `evaluate` of `{"ask": "evaluate", ...}`.
///
/// ```
/// use tilework_lang::report::asked;
///
/// assert_eq!(asked(r#"{"input": "(2,3)", "ask": "draw"}"#).as_deref(), Some("draw"));
/// assert_eq!(asked("(2,3):(3,1)"), None);
/// ```
pub fn asked(request: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Asked {
        ask: String,
    }
    serde_json::from_str(request).ok().map(|Asked { ask }| ask)
}

/// Whether a request has a `kind` and no `ask`.
fn is_about_hardware(request: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        ask: Option<IgnoredAny>,
        kind: Option<IgnoredAny>,
    }
    serde_json::from_str(request).is_ok_and(|Head { ask, kind }| ask.is_none() && kind.is_some())
}

/// Answers a request in JSON; one about hardware has a `kind` instead of an `ask`. Names that an expression binds stay in the scope. The commands in the
/// console blocks of a text to check are not run.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// let mut scope = Scope::new();
/// let response = report::respond(&mut scope, r#"{"ask": "solve", "input": "4:2 o ? = 2:4"}"#);
/// assert!(response.json.starts_with(r#"{"input":"4:2 o ? = 2:4","result":"2:2","#));
/// let response = report::respond(&mut scope, r#"{"ask": "evaluate", "input": "size(4:1) = 5"}"#);
/// assert_eq!(response.status, report::Status::No);
/// ```
pub fn respond(scope: &mut Scope, request: &str) -> Response {
    let request = match serde_json::from_str::<Request>(request) {
        Ok(request) => request,
        Err(_) if is_about_hardware(request) => return hardware::response(request),
        Err(why) => return Response::unreadable(&why),
    };
    request
        .answer_in_order(scope)
        .unwrap_or_else(|refusal| Response::new(&refusal, Status::of(&refusal.diagnostic)))
}

impl Request {
    /// The order that is asked for.
    fn order(&self) -> Option<&str> {
        match self {
            Request::Evaluate { order, .. }
            | Request::Paste { order, .. }
            | Request::Explain { order, .. }
            | Request::Recover { order, .. }
            | Request::Solve { order, .. }
            | Request::Compare { order, .. }
            | Request::Check { order, .. } => order.as_deref(),
            Request::Help { .. } | Request::Complete { .. } => None,
        }
    }

    /// The answer, in the order that is asked for or else that of the scope.
    fn answer_in_order(&self, scope: &mut Scope) -> Result<Response, Refusal> {
        let before = scope.order();
        match self.order() {
            None => {}
            Some("lex") => scope.set_order(Order::Lex),
            Some("colex") => scope.set_order(Order::Colex),
            Some(other) => {
                let message = format!("there is no order `{other}`");
                let out = Diagnostic::plain("usage", message);
                return Err(out.help("the orders are `colex` and `lex`").into());
            }
        }
        let answer = self.answer(scope);
        scope.set_order(before);
        answer
    }

    fn answer(&self, scope: &mut Scope) -> Result<Response, Refusal> {
        let refused = |input: &str| {
            let input = input.to_owned();
            move |diagnostic| Refusal::of(&input, diagnostic)
        };
        Ok(match self {
            Request::Evaluate { input, dialect, dtype, .. } => {
                let notation = find(dialect.as_deref(), dtype.as_deref())?;
                let answered = scope.run_with_notes(input).map_err(refused(input))?;
                let holds = !matches!(answered.outcome, Outcome::Claim(_, _, false));
                let status = if holds { Status::Answer } else { Status::No };
                let answer = Answer::of(input, &answered, notation).map_err(refused(input))?;
                Response::new(&answer, status)
            }
            Request::Paste { text, dialect, dtype, .. } => {
                let notation = find(dialect.as_deref(), dtype.as_deref())?;
                paste(scope, text, notation, |answers, status| Response::new(answers, status))
            }
            Request::Explain { input, dialect, dtype, .. } => {
                let notation = find(dialect.as_deref(), dtype.as_deref())?;
                let explanation = explain(scope, input).map_err(refused(input))?;
                let derivation = Derivation::of(input, &explanation, notation);
                let status = derivation.error.as_ref().map_or(Status::Answer, Status::of);
                Response::new(&derivation, status)
            }
            Request::Recover { table, column, offset, .. } => {
                let (bytes, column) = (table.as_bytes(), column.as_deref());
                let name = "table";
                let value =
                    recover_in(scope.order(), &Table { bytes, name, column, offset: *offset })
                        .map_err(refused(name))?;
                Response::answer(&Answer::value_in(scope.order(), name, &value, None)?)
            }
            Request::Solve { input, .. } => {
                let layout = solve(scope, input).map_err(refused(input))?;
                let value = Value::from(layout);
                Response::answer(&Answer::value_in(scope.order(), input, &value, None)?)
            }
            Request::Compare { a, b, .. } => {
                let comparison = compare(scope, a, b)?;
                let same = comparison.same_function;
                Response::new(&comparison, if same { Status::Answer } else { Status::No })
            }
            Request::Check { text, source, list, .. } => {
                scope.only_colex("check")?;
                let format = if *source { Format::Source } else { Format::Markdown };
                let mut run = |_: &_| Ran::Not("a request runs no commands".to_owned());
                let checked = Checked::of(text, format, scope, &mut run);
                let status = if checked.wrong() == 0 { Status::Answer } else { Status::No };
                Response::new(&checked.report("text", *list), status)
            }
            Request::Help { name } => match (help(name), written(name)) {
                (Ok(help), _) => Response::answer(&help),
                (Err(unknown), meanings) if meanings.is_empty() => return Err(unknown.into()),
                (Err(_), notation) => Response::answer(&Meanings { notation }),
            },
            Request::Complete { input, cursor } => {
                Response::answer(&complete(input, *cursor, scope))
            }
        })
    }
}

/// The dialect of that name, with elements of the type of that name.
fn find(name: Option<&str>, dtype: Option<&str>) -> Result<Option<Notation>, Diagnostic> {
    let dtype = dtype.map_or_else(|| Ok(Dtype::default()), Dtype::named)?;
    name.map(|name| {
        let dialect = Dialect::find(name).ok_or_else(|| {
            let known: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.0).collect();
            Diagnostic::plain("usage", format!("there is no dialect `{name}`"))
                .help(format!("there are {}", known.join(", ")))
        })?;
        Ok(Notation { dialect, dtype })
    })
    .transpose()
}
