//! Types of MLIR: `memref<4x8xf32, strided<[1, 4], offset: 3>>`.

use super::affine;
use super::array::{Number, Numbers, Strides, layout};
use super::scan::{Scan, balanced, word_length};
use super::{unknown_integer, unsupported};
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span};

/// The length of a memref, if one begins here. CuTe's own memrefs have a layout in quotes.
pub(super) fn begins(text: &str) -> Option<usize> {
    let after = text.strip_prefix("memref")?;
    let inside = after.strip_prefix('<')?.trim_start();
    if inside.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '?' | '*')) {
        return Some("memref".len() + balanced(after));
    }
    // Without extents it is short. What is not taken here is read again, so no more than a little of it is read.
    let end = after.char_indices().nth(120).map_or(after.len(), |(at, _)| at);
    let len = balanced(&after[..end]);
    let scalar = inside.starts_with(|c: char| c.is_ascii_alphabetic())
        && after[..len].ends_with('>')
        && !after[..len].contains(['"', '\'']);
    scalar.then_some("memref".len() + len)
}

/// Reads a memref.
pub(super) fn read(text: &str, span: Span) -> Result<Node, Diagnostic> {
    let mut scan = Scan::new(text, span.clone());
    scan.at += "memref".len();
    let opened = scan.at;
    scan.expect("<")?;
    let shape = dims(&mut scan)?;
    element(&mut scan)?;
    let (mut strides, mut offset) = (Strides::RowMajor, None);
    let mut first = true;
    while !scan.eat(">") {
        if scan.is_done() {
            return Err(Diagnostic::syntax(opened..opened + 1, "this `<` is not closed"));
        }
        scan.expect(",")?;
        let rest = scan.rest();
        if first && rest.starts_with("strided<") {
            (strides, offset) = strided(&mut scan)?;
        } else if first && rest.starts_with("affine_map<") {
            (strides, offset) = affine(&mut scan, &shape)?;
        } else if first && rest.starts_with("#map") {
            let place = scan.at..scan.at + 1 + word_length(&rest[1..]);
            let message = format!("the map {} is written somewhere else", scan.written(&place));
            return Err(unsupported(
                place,
                message,
                "write it here: affine_map<(d0, d1) -> (d0 + d1 * 4)>",
            ));
        } else {
            memory_space(&mut scan)?;
        }
        first = false;
    }
    if !scan.is_done() {
        return scan.fail("nothing after `>`");
    }
    layout(&shape, strides, offset, span)
}

/// `4x8x`, before the type of the elements.
pub(super) fn dims(scan: &mut Scan<'_>) -> Result<Numbers, Diagnostic> {
    let (mut items, start) = (Vec::new(), scan.at);
    loop {
        let rest = scan.rest();
        match rest.chars().next() {
            Some('0'..='9') => {
                items.push(scan.integer()?);
                scan.expect("x")?;
            }
            Some('?') => return Err(unknown_integer(scan.at..scan.at + 1, "?")),
            Some('*') => {
                let message = "a memref without a rank has no layout".to_owned();
                return Err(unsupported(
                    scan.at..scan.at + 1,
                    message,
                    "write its extents: 4x8xf32",
                ));
            }
            _ => {
                let span = start..scan.at;
                return Ok(Numbers { items, leaf: false, span });
            }
        }
    }
}

/// The type of the elements, which may have brackets: `f32`, `vector<4xf32>`, `!tt.ptr<f16>`.
pub(super) fn element(scan: &mut Scan<'_>) -> Result<(), Diagnostic> {
    let _ = scan.eat("!");
    let rest = scan.rest();
    let name = rest
        .bytes()
        .take_while(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        .count();
    if name == 0 {
        return scan.fail("the type of the elements");
    }
    scan.at += name;
    if rest[name..].starts_with('<') {
        scan.at += balanced(&rest[name..]);
    }
    Ok(())
}

/// `strided<[1, 4], offset: 3>`.
fn strided(scan: &mut Scan<'_>) -> Result<(Strides, Option<Number>), Diagnostic> {
    scan.at += "strided".len();
    scan.expect("<")?;
    let start = scan.at;
    let items = scan.list("[", "]", Scan::integer)?;
    let strides = Numbers { items, leaf: false, span: start..scan.at };
    let mut offset = None;
    if scan.eat(",") {
        scan.expect("offset")?;
        scan.expect(":")?;
        offset = Some(scan.integer()?);
    }
    scan.expect(">")?;
    Ok((Strides::Elements(strides), offset))
}

/// `affine_map<(d0, d1) -> (d0 + d1 * 4 + 3)>`.
fn affine(scan: &mut Scan<'_>, shape: &Numbers) -> Result<(Strides, Option<Number>), Diagnostic> {
    let start = scan.at;
    scan.at += "affine_map".len();
    let (axes, map) = affine::map(scan)?;
    let (span, rank) = (start..scan.at, shape.items.len());
    if axes != rank {
        let message = format!("the map has {axes} axes, and the memref {rank}");
        return Err(Diagnostic::new("usage", span, message).labelled("this map"));
    }
    let Some(map) = map else { return Ok((Strides::RowMajor, None)) };
    let items = map.factors.iter().map(|&factor| (factor, span.clone())).collect();
    let strides = Numbers { items, leaf: false, span: span.clone() };
    Ok((Strides::Elements(strides), Some((map.constant, span))))
}

/// Where the memory is: `3`, `#gpu.address_space<workgroup>`, `"shared"`. It says nothing about the layout.
fn memory_space(scan: &mut Scan<'_>) -> Result<(), Diagnostic> {
    let rest = scan.rest();
    let mut len = rest.find([',', '>', '<', '"']).unwrap_or(rest.len());
    match rest[len..].chars().next() {
        Some('<') => len += balanced(&rest[len..]),
        Some('"') => len += rest[len + 1..].find('"').map_or(rest.len() - len, |quote| quote + 2),
        _ => {}
    }
    if len == 0 {
        return scan.fail("a layout or a memory space");
    }
    scan.at += len;
    Ok(())
}
