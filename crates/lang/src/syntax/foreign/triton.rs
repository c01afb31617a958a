//! What Triton prints: `#ttg.blocked<{...}>`, `tensor<128x64xf16, #ttg.linear<{...}>>`, and tables of bases.

use std::collections::BTreeMap;
use std::rc::Rc;

use tilework::LinearLayout;

use super::bases::{Bases, Distributed, node, shared};
use super::encoding::Encoding;
use super::fields::{Field, Fields, list, power_of_two};
use super::mlir::{dims, element};
use super::scan::{Scan, balanced, word_length};
use super::unsupported;
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span, refusal};

/// Names of Triton's dialect, old and new.
const DIALECTS: [&str; 3] = ["ttg.", "triton_gpu.", "ttng."];

/// The last line of a table of bases.
const TABLE: &str = "where out dims are: [";

/// Whether a line is one of a table of bases: `- lane=1 -> (0, 2)`, `- warp is a size 1 dimension`.
pub(crate) fn is_basis(line: &str) -> bool {
    let line = line.trim();
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    let after = &line[word_length(line)..];
    let basis = after.strip_prefix('=').and_then(|after| after.split_once("->"));
    after == " is a size 1 dimension"
        || basis.is_some_and(|(power, _)| power.trim().parse::<u64>().is_ok())
}

/// Whether a line is the last one of such a table.
pub(crate) fn ends_table(line: &str) -> bool {
    line.trim_start().starts_with(TABLE)
}

/// The length of an encoding or a type with one, if one begins here. Definitions of names, and tables, only come
/// first, and go on to the end of the text.
pub(super) fn begins(text: &str, first: bool) -> Option<usize> {
    if let Some(name) = text.strip_prefix('#') {
        if let Some(known) = DIALECTS.iter().find(|known| name.starts_with(**known)) {
            let start = 1 + known.len();
            let open = start + word_length(&text[start..]);
            return text[open..].starts_with('<').then(|| open + balanced(&text[open..]));
        }
        let after = name[word_length(name)..].trim_start().strip_prefix('=');
        let value = after.map(|after| after.trim_start().trim_start_matches('#'));
        let defines =
            value.is_some_and(|value| DIALECTS.iter().any(|known| value.starts_with(known)));
        return (first && word_length(name) > 0 && defines).then_some(text.len());
    }
    if let Some(open) = type_name(text) {
        return Some(open + balanced(&text[open..]));
    }
    (first && text.starts_with('-') && text.contains(TABLE)).then_some(text.len())
}

/// The length of `tensor` before `<128x...`, or of `!ttg.memdesc` before `<`.
fn type_name(text: &str) -> Option<usize> {
    let tensor = text.strip_prefix("tensor<").is_some_and(|dims| {
        let digits = dims.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && !dims.starts_with('0') && dims[digits..].starts_with('x')
    });
    if tensor {
        return Some("tensor".len());
    }
    let memdesc = ["!ttg.memdesc", "!triton_gpu.memdesc", "!tt.memdesc"];
    let name = memdesc.iter().find(|name| text.starts_with(**name))?;
    text[name.len()..].starts_with('<').then_some(name.len())
}

/// Reads what begins there.
pub(super) fn read(text: &str, span: Span) -> Result<Node, Diagnostic> {
    let written = text.get(span.clone()).unwrap_or("");
    if written.starts_with('-') {
        return table(text, span);
    }
    let mut reader =
        Reader { scan: Scan::new(text, span.clone()), names: BTreeMap::new(), last: None };
    let mut last = None;
    while reader.definition()? {}
    if !reader.scan.is_done() {
        last = Some(match type_name(reader.scan.rest()) {
            Some(len) => reader.typed(len)?,
            None => (reader.encoding()?, None),
        });
    }
    if !reader.scan.is_done() {
        return reader.scan.fail("nothing else");
    }
    // Definitions alone: the last one is meant.
    let named = || reader.last.clone().map(|encoding| (encoding, None));
    let Some((encoding, shape)) = last.or_else(named) else {
        return Err(Diagnostic::syntax(span, "there is no encoding in this text"));
    };
    encoding.node(shape.as_deref(), &span)
}

/// A table of bases, as Triton prints linear layouts.
fn table(text: &str, span: Span) -> Result<Node, Diagnostic> {
    let written = text.get(span.clone()).unwrap_or("");
    let linear = LinearLayout::parse(written).map_err(|error| refusal(error, &span))?;
    let tile: Vec<i64> = linear.outs().iter().map(|dim| 1_i64 << dim.bits).collect();
    let mut distributed = Distributed::default();
    let mut offset = None;
    for (i, dim) in linear.ins().iter().enumerate() {
        let bases: Bases = (0..dim.bits)
            .filter_map(|bit| linear.basis(i, bit).map(|basis| basis.leaves().to_vec()))
            .collect();
        match dim.name {
            "register" => distributed.register = bases,
            "lane" => distributed.lane = bases,
            "warp" => distributed.warp = bases,
            "block" => distributed.block = bases,
            "offset" => offset = Some(bases),
            // Any other inputs are the modes of a layout.
            _ => {
                let layout = linear.to_layout().map_err(|error| refusal(error, &span))?;
                return Ok(node(&layout, &span));
            }
        }
    }
    match offset {
        Some(offset) if distributed.all().next().is_none() => shared(&offset, &tile, &span),
        Some(_) => {
            let message = "offsets and threads are not the inputs of one layout".to_owned();
            Err(unsupported(span, message, "a shared layout has the input offset alone"))
        }
        None => distributed.node(&tile, &span),
    }
}

struct Reader<'a> {
    scan: Scan<'a>,
    /// Encodings that the text has named. They are shared: many names can stand for a long one.
    names: BTreeMap<&'a str, Rc<Encoding>>,
    /// The one that was named last.
    last: Option<Rc<Encoding>>,
}

impl<'a> Reader<'a> {
    /// `#blocked = #ttg.blocked<...>`, if that comes next.
    fn definition(&mut self) -> Result<bool, Diagnostic> {
        let rest = self.scan.rest();
        let Some(name) = rest.strip_prefix('#') else { return Ok(false) };
        let len = word_length(name);
        if !name[len..].trim_start().starts_with('=') {
            return Ok(false);
        }
        self.scan.at += 1 + len;
        self.scan.expect("=")?;
        let encoding = self.encoding()?;
        self.names.insert(&name[..len], encoding.clone());
        self.last = Some(encoding);
        Ok(true)
    }

    /// A type with an encoding: it and the shape.
    fn typed(&mut self, name: usize) -> Result<(Rc<Encoding>, Option<Vec<i64>>), Diagnostic> {
        let start = self.scan.at;
        self.scan.at += name;
        self.scan.expect("<")?;
        let shape = dims(&mut self.scan)?;
        element(&mut self.scan)?;
        if !self.scan.eat(",") {
            let message = "a tensor without an encoding has no layout".to_owned();
            let help =
                "write the encoding behind the type: tensor<128x64xf16, #ttg.blocked<{...}>>";
            return Err(unsupported(start..self.scan.at, message, help));
        }
        for (size, span) in &shape.items {
            power_of_two(*size, "the extent", span)?;
        }
        let encoding = self.encoding()?;
        // A memory space, and whether it can be written.
        while self.scan.eat(",") {
            let rest = self.scan.rest();
            self.scan.at += rest.find([',', '>']).unwrap_or(rest.len());
        }
        self.scan.expect(">")?;
        Ok((encoding, Some(shape.items.iter().map(|item| item.0).collect())))
    }

    /// `#ttg.blocked<{...}>`, or the name of one.
    fn encoding(&mut self) -> Result<Rc<Encoding>, Diagnostic> {
        let start = self.scan.rest().len().min(1) + self.scan.at;
        self.scan.expect("#")?;
        let known = DIALECTS.iter().any(|known| self.scan.eat(known));
        let Some((name, span)) = self.scan.word() else {
            return self.scan.fail("the name of an encoding");
        };
        if !known {
            return self.names.get(name).cloned().ok_or_else(|| {
                let message = format!("the encoding #{name} is written somewhere else");
                let help = "write it in its place, or before: #blocked = #ttg.blocked<{...}>";
                unsupported(start - 1..span.end, message, help)
            });
        }
        let span = start - 1..span.end;
        if !self.scan.is("<") {
            return Ok(Rc::new(Encoding::Other(self.scan.written(&span).to_owned())));
        }
        let rest = self.scan.rest();
        let end = self.scan.at + balanced(rest);
        if !matches!(
            name,
            "blocked" | "linear" | "slice" | "swizzled_shared" | "shared" | "shared_linear"
        ) {
            self.scan.at = end;
            return Ok(Rc::new(Encoding::Other(self.scan.written(&span).to_owned())));
        }
        self.scan.expect("<")?;
        let fields = self.fields()?;
        // `, alignment = 16`.
        while self.scan.eat(",") {
            let rest = self.scan.rest();
            self.scan.at += rest.find([',', '>']).unwrap_or(rest.len());
        }
        self.scan.expect(">")?;
        let fields = Fields { fields, span: span.start..self.scan.at };
        let encoding = match name {
            "blocked" => Encoding::Blocked(fields.blocked()?),
            "linear" => {
                let bases = Distributed {
                    register: fields.bases("register")?,
                    lane: fields.bases("lane")?,
                    warp: fields.bases("warp")?,
                    block: fields.bases("block")?,
                };
                fields.one_rank(bases.all())?;
                Encoding::Linear(bases)
            }
            "shared_linear" => {
                let offset = fields.bases("offset")?;
                fields.one_rank(offset.iter())?;
                fields.one_block()?;
                Encoding::SharedLinear(offset)
            }
            "slice" => fields.slice()?,
            _ => Encoding::Swizzled(fields.swizzled()?),
        };
        Ok(Rc::new(encoding))
    }

    /// `{name = value, ...}`.
    fn fields(&mut self) -> Result<Vec<(&'a str, Field)>, Diagnostic> {
        self.scan.expect("{")?;
        let mut out = Vec::new();
        while !self.scan.eat("}") {
            let Some((name, _)) = self.scan.word() else { return self.scan.fail("a field") };
            self.scan.expect("=")?;
            out.push((name, self.value()?));
            if !self.scan.eat(",") && !self.scan.is("}") {
                return self.scan.fail("`,` or `}`");
            }
        }
        Ok(out)
    }

    fn value(&mut self) -> Result<Field, Diagnostic> {
        if !self.scan.is("#") {
            return list(&mut self.scan);
        }
        self.scan.descend()?;
        let encoding = self.encoding();
        self.scan.ascend();
        encoding.map(Field::Encoding)
    }
}
