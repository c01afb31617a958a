//! `--link`: the address of a picture in the page.

use std::fmt::Write;

use tilework_lang::Scope;

use super::args::DrawArgs;

/// The address that shows an expression in the page as the command would draw it, with the names that it uses.
pub(super) fn address(page: &str, scope: &Scope, args: &DrawArgs, text: &str) -> String {
    let mut program = String::new();
    for (name, value) in scope.names().filter(|(name, _)| uses(text, name)) {
        let _ = writeln!(program, "{name} = {value}");
    }
    program += text.trim();
    let what = [(args.strip, "strip"), (args.bits, "bits"), (args.result, "result")];
    let what = what.into_iter().find(|(chosen, _)| *chosen).map(|(_, what)| what);
    let said = |flag: bool| flag.then(|| "1".to_owned());
    let labels = Some(&args.labels).filter(|labels| *labels != "offset");
    let pairs = [
        ("p", Some(program)),
        ("what", what.map(str::to_owned)),
        ("color", args.color_by.clone()),
        ("labels", labels.cloned()),
        ("slice", args.slice.clone()),
        ("tv", args.tv.clone()),
        ("thread", args.thread.map(|thread| thread.to_string())),
        ("value", args.value.map(|value| value.to_string())),
        ("both", said(args.both)),
        ("flat", said(args.flat)),
    ];
    let mut out = page.to_owned();
    let mut before = '#';
    for (key, value) in pairs {
        if let Some(value) = value {
            let _ = write!(out, "{before}{key}={}", quoted(&value));
            before = '&';
        }
    }
    out
}

/// Whether a word of the text is this name.
fn uses(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
}

/// Percent encoding that leaves what layouts are written with; the page writes its own address the same way.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(byte.into()),
            b'-' | b'_' | b'.' | b'!' | b'~' | b'*' | b'\'' | b'(' | b')' => out.push(byte.into()),
            b':' | b',' | b'@' | b'/' | b';' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
