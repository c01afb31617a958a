//! Affine maps of MLIR that are linear: `affine_map<(d0, d1) -> (d0 + d1 * 4)>`.

use tilework::limits::MAX_MODES;

use super::scan::Scan;
use super::{unknown_integer, unsupported};
use crate::text::diagnostic::{Diagnostic, Span};

/// `sum of factors[i] * d_i + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linear {
    pub(super) factors: Vec<i64>,
    pub(super) constant: i64,
}

/// Reads the rest of `affine_map<(d0, d1) -> (...)>`, after its name: how many axes it has, and its one result. There
/// is none for a map that leaves the axes as they are, with several results.
pub(super) fn map(scan: &mut Scan<'_>) -> Result<(usize, Option<Linear>), Diagnostic> {
    let start = scan.at;
    scan.expect("<")?;
    let axes: Vec<&str> = scan.list("(", ")", name)?;
    // Every term has a factor for each axis.
    if axes.len() > MAX_MODES {
        let message =
            format!("a layout has at most {MAX_MODES} modes, and this map {}", axes.len());
        return Err(Diagnostic::new("too-many-modes", start..scan.at, message));
    }
    let symbols: Vec<&str> = if scan.is("[") { scan.list("[", "]", name)? } else { Vec::new() };
    scan.expect("->")?;
    let names = Names { axes: &axes, symbols: &symbols };
    let results = scan.list("(", ")", |scan| sum(scan, &names))?;
    scan.expect(">")?;
    let identity = results.len() == axes.len()
        && results
            .iter()
            .enumerate()
            .all(|(axis, result)| *result == Linear::axis(axis, axes.len()));
    match <[Linear; 1]>::try_from(results) {
        Ok([result]) => Ok((axes.len(), Some(result))),
        Err(_) if identity => Ok((axes.len(), None)),
        Err(results) => {
            let message = format!("a map with {} results is not one of offsets", results.len());
            let help = "a strided layout has one result, a sum of the axes times integers";
            Err(unsupported(start..scan.at, message, help))
        }
    }
}

struct Names<'n> {
    axes: &'n [&'n str],
    symbols: &'n [&'n str],
}

fn name<'a>(scan: &mut Scan<'a>) -> Result<&'a str, Diagnostic> {
    match scan.word() {
        Some((name, _)) => Ok(name),
        None => scan.fail("the name of an axis"),
    }
}

/// Terms, added and subtracted.
fn sum(scan: &mut Scan<'_>, names: &Names<'_>) -> Result<Linear, Diagnostic> {
    let start = scan.at;
    let mut out = product(scan, names)?;
    loop {
        let sign = match scan.rest() {
            rest if rest.starts_with('+') => 1,
            rest if rest.starts_with("->") => return Ok(out),
            rest if rest.starts_with('-') => -1,
            _ => return Ok(out),
        };
        scan.at += 1;
        let term = product(scan, names)?.scaled(sign);
        out = term.and_then(|term| out.plus(&term)).ok_or_else(|| large(start..scan.at))?;
    }
}

/// Factors, of which one at most is not a number.
fn product(scan: &mut Scan<'_>, names: &Names<'_>) -> Result<Linear, Diagnostic> {
    let start = scan.at;
    let mut out = factor(scan, names)?;
    loop {
        let rest = scan.rest();
        for word in ["floordiv", "ceildiv", "mod"] {
            if rest.starts_with(word) {
                let message = format!("`{word}` is no stride: this map is not linear");
                let help =
                    "tiles are modes of their own: split the axis, as in ((8,4),16):((1,128),8)";
                return Err(unsupported(scan.at..scan.at + word.len(), message, help));
            }
        }
        if !scan.eat("*") {
            return Ok(out);
        }
        let by = factor(scan, names)?;
        let scaled = match (out.as_constant(), by.as_constant()) {
            (_, Some(by)) => out.scaled(by),
            (Some(number), None) => by.scaled(number),
            (None, None) => {
                let message = "two axes are multiplied: this map is not linear".to_owned();
                return Err(unsupported(start..scan.at, message, "a stride is an integer"));
            }
        };
        out = scaled.ok_or_else(|| large(start..scan.at))?;
    }
}

fn factor(scan: &mut Scan<'_>, names: &Names<'_>) -> Result<Linear, Diagnostic> {
    let count = names.axes.len();
    if scan.is("(") {
        return scan.deeper(|scan| {
            scan.expect("(")?;
            let inner = sum(scan, names)?;
            scan.expect(")")?;
            Ok(inner)
        });
    }
    match scan.word() {
        Some((name, span)) => match names.axes.iter().position(|axis| *axis == name) {
            Some(axis) => Ok(Linear::axis(axis, count)),
            None if names.symbols.contains(&name) => Err(unknown_integer(span, name)),
            None => Err(Diagnostic::syntax(span, format!("`{name}` is not an axis of this map"))),
        },
        None => {
            let constant = scan.integer()?.0;
            Ok(Linear { factors: vec![0; count], constant })
        }
    }
}

fn large(span: Span) -> Diagnostic {
    Diagnostic::new("overflow", span, "this does not fit into 64 bits")
}

impl Linear {
    fn axis(axis: usize, count: usize) -> Linear {
        Linear { factors: (0..count).map(|i| i64::from(i == axis)).collect(), constant: 0 }
    }

    fn as_constant(&self) -> Option<i64> {
        self.factors.iter().all(|&factor| factor == 0).then_some(self.constant)
    }

    fn scaled(&self, by: i64) -> Option<Linear> {
        let factors = self.factors.iter().map(|factor| factor.checked_mul(by));
        let factors = factors.collect::<Option<_>>()?;
        Some(Linear { factors, constant: self.constant.checked_mul(by)? })
    }

    fn plus(&self, other: &Linear) -> Option<Linear> {
        let pairs = self.factors.iter().zip(&other.factors);
        let factors = pairs.map(|(a, b)| a.checked_add(*b)).collect::<Option<_>>()?;
        Some(Linear { factors, constant: self.constant.checked_add(other.constant)? })
    }
}
