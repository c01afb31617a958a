//! Tilework for WebAssembly: a request in JSON, and its answer, as docs/json.md has them.
//!
//! The host asks for room with [`reserve`], writes a program and a request there, and calls [`ask`]. The
//! pointers that it gets are places in the exported memory; nothing is read or written through them here.

#![deny(unsafe_code)]

use std::cell::RefCell;

use tilework_draw::respond;
use tilework_lang::report::{Refusal, json};
use tilework_lang::{Diagnostic, Document, Scope};

/// What lives from one call to the next.
#[derive(Default)]
struct Engine {
    /// Where the host writes what it asks.
    question: Vec<u8>,
    /// The length of the answer, in four bytes, the lowest first, and the answer.
    answer: Vec<u8>,
    /// The last program, and the names that it binds: most questions are about the same.
    given: (Box<[u8]>, Scope),
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Room for so many bytes, or 0 where there is none. The last answer is gone.
#[allow(unsafe_code, reason = "the host calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.answer = Vec::new();
        engine.question.clear();
        // What a large question needed is not kept for the small ones that follow.
        engine.question.shrink_to(len);
        if engine.question.try_reserve_exact(len).is_err() {
            return std::ptr::null_mut();
        }
        engine.question.resize(len, 0);
        engine.question.as_mut_ptr()
    })
}

/// Answers a request. The room that was reserved starts with a program, a document of statements whose names
/// are bound before, and the request follows; both are UTF-8. The place is that of four bytes with the length
/// of the answer, the lowest first, and of the answer behind them. No name that the request binds is kept.
#[allow(unsafe_code, reason = "the host calls it by this name")]
#[unsafe(no_mangle)]
pub extern "C" fn ask(given: usize, request: usize) -> *const u8 {
    ENGINE.with_borrow_mut(|engine| {
        let answer = match engine.respond(given, request) {
            Ok(answer) => answer,
            Err(why) => json::text(&Refusal::from(why)),
        };
        let len = u32::try_from(answer.len()).expect("memory has 32 bits");
        engine.answer = Vec::with_capacity(4 + answer.len());
        engine.answer.extend(len.to_le_bytes());
        engine.answer.extend(answer.into_bytes());
        engine.answer.as_ptr()
    })
}

impl Engine {
    fn respond(&mut self, given: usize, request: usize) -> Result<String, Diagnostic> {
        let asked = self.question.split_at_checked(given);
        let asked = asked.and_then(|(given, rest)| Some((given, rest.get(..request)?)));
        let (given, request) = asked.ok_or_else(|| {
            Diagnostic::plain("usage", "the question is longer than the room that was reserved")
        })?;
        if *given != *self.given.0 {
            let mut scope = Scope::new();
            Document::read(&mut scope, text(given, "program")?);
            self.given = (given.into(), scope);
        }
        Ok(respond(&mut self.given.1.clone(), text(request, "request")?).json)
    }
}

fn text<'a>(bytes: &'a [u8], name: &str) -> Result<&'a str, Diagnostic> {
    std::str::from_utf8(bytes)
        .map_err(|error| Diagnostic::plain("usage", format!("the {name} cannot be read: {error}")))
}
