//! The fields of a request.

use serde_json::{Map, Value as Json};
use tilework::AnyLayout;
use tilework_hardware::machine::Direction;

use crate::operations::hardware::read::refusal;
use crate::report::operand::any_layout;
use crate::text::diagnostic::quote;
use crate::{Diagnostic, Outcome, Scope, Value};

/// The fields of a request, or of an object inside of one.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a Map<String, Json>);

type Read<T> = Result<T, Diagnostic>;

/// The result of a request, or why there is none.
pub(super) type Answer = Read<Json>;

impl<'a> Fields<'a> {
    /// The field of that name, if there is one; `null` is none.
    pub(super) fn get(self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|json| !json.is_null())
    }

    /// The field of that name.
    pub(super) fn need(self, name: &str) -> Read<&'a Json> {
        self.get(name).ok_or_else(|| usage(format!("the field `{name}` is missing")))
    }

    /// That it has no other fields than these.
    pub(super) fn only(self, known: &[&str]) -> Read<()> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let message = format!("there is no field {}", quote(name));
                Err(usage(message).help(format!("the fields are {}", known.join(", "))))
            }
        }
    }

    /// `load` or `store`, also as `ld` and `st`; a load where nothing is said.
    pub(super) fn direction_or_load(self, name: &str) -> Read<Direction> {
        if self.get(name).is_some() { self.direction(name) } else { Ok(Direction::Load) }
    }

    /// `load` or `store`, also as `ld` and `st`.
    pub(super) fn direction(self, name: &str) -> Read<Direction> {
        match self.text(name)? {
            "ld" | "load" => Ok(Direction::Load),
            "st" | "store" => Ok(Direction::Store),
            _ => Err(wrong(name, "`load` or `store`", self.need(name)?)),
        }
    }

    pub(super) fn text(self, name: &str) -> Read<&'a str> {
        let json = self.need(name)?;
        json.as_str().ok_or_else(|| wrong(name, "a text", json))
    }

    pub(super) fn text_or(self, name: &str, default: &'a str) -> Read<&'a str> {
        if self.get(name).is_some() { self.text(name) } else { Ok(default) }
    }

    pub(super) fn integer(self, name: &str) -> Read<i64> {
        let json = self.need(name)?;
        json.as_i64().ok_or_else(|| wrong(name, "an integer", json))
    }

    /// The integer of that name, or else this one.
    pub(super) fn integer_or(self, name: &str, default: i64) -> Read<i64> {
        if self.get(name).is_some() { self.integer(name) } else { Ok(default) }
    }

    /// A number that is not negative, and fits into 32 bits.
    pub(super) fn count(self, name: &str) -> Read<u32> {
        let value = self.integer(name)?;
        u32::try_from(value).map_err(|_| wrong(name, "a number from 0 to 2^32 - 1", &value.into()))
    }

    pub(super) fn count_or(self, name: &str, default: u32) -> Read<u32> {
        if self.get(name).is_some() { self.count(name) } else { Ok(default) }
    }

    pub(super) fn truth_or(self, name: &str, default: bool) -> Read<bool> {
        match self.get(name) {
            None => Ok(default),
            Some(json) => json.as_bool().ok_or_else(|| wrong(name, "true or false", json)),
        }
    }

    /// A list of at most `most` integers.
    pub(super) fn integers(self, name: &str, most: usize) -> Read<Vec<i64>> {
        let json = self.need(name)?;
        let list = json.as_array().and_then(|list| list.iter().map(Json::as_i64).collect());
        let list: Vec<i64> = list.ok_or_else(|| wrong(name, "a list of integers", json))?;
        if list.len() > most {
            return Err(usage(format!("`{name}` has {} numbers, more than {most}", list.len())));
        }
        Ok(list)
    }

    /// An error inside the text of a field.
    pub(super) fn within(self, name: &str, error: Diagnostic) -> Diagnostic {
        within(name, self.get(name).unwrap_or(&Json::Null), error)
    }

    /// A layout, plain or composed.
    pub(super) fn layout(self, name: &str) -> Read<AnyLayout> {
        let text = self.text(name)?;
        any_layout(&mut Scope::new(), text, 0).map_err(|error| self.within(name, error))
    }

    /// The value of an expression of the language.
    pub(super) fn value(self, name: &str) -> Read<Value> {
        let text = self.text(name)?;
        match Scope::new().run(text) {
            Ok(Outcome::Value(value)) => Ok(value),
            Ok(_) => {
                Err(usage(format!("`{name}` is a statement, and not a value: {}", quote(text))))
            }
            Err(error) => Err(self.within(name, error)),
        }
    }
}

/// An error of a request.
pub(super) fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::plain("usage", message)
}

/// The error for a field that is something else.
pub(super) fn wrong(name: &str, wanted: &str, found: &Json) -> Diagnostic {
    usage(format!("`{name}` has to be {wanted}, not {}", quote(&found.to_string())))
}

/// An error inside the text of a field.
pub(super) fn within(name: &str, json: &Json, mut error: Diagnostic) -> Diagnostic {
    let text = json.as_str().map_or_else(|| quote(&json.to_string()), quote);
    error.message = format!("`{name}`, {text}: {}", error.message);
    error
}

/// An error of the hardware, or of the algebra.
pub(super) fn refused(error: impl Into<tilework_hardware::Error>) -> Diagnostic {
    refusal(error, &(0..0))
}
