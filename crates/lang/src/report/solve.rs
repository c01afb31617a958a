//! The layout that is missing in `A o ? = C` or `? o B = C`.

use tilework::{Error, Layout, Order};

use super::operand::{layout, refused};
use crate::operations::mirror::mirrored_text;
use crate::{Diagnostic, Scope, Span};

/// The layout that `?` stands for in an equation `A o ? = C` or `? o B = C`.
///
/// # Errors
/// What cannot be read; or that there is no such layout: for `A o ? = C` that is proved, and the first
/// index at which none agrees is the witness; for `? o B = C` not everything is tried.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// let x = report::solve(&mut Scope::new(), "(8,6):(6,1) o ? = (8,3,2):(3,1,24)")?;
/// assert_eq!(x.to_string(), "((2,4),3,2):((24,1),8,4)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn solve(scope: &mut Scope, equation: &str) -> Result<Layout, Diagnostic> {
    let unknown = read(equation)?;
    unknown.find(scope, equation)
}

/// Which operand is missing, and where the two that are known stand.
enum Unknown {
    Left { right: Span, result: Span },
    Right { left: Span, result: Span },
}

/// Finds `?` and the operands around it.
fn read(text: &str) -> Result<Unknown, Diagnostic> {
    let fail = |span: Span, message: &str| {
        let mut out = Diagnostic::new("syntax", span, message);
        out.help = Some("write the equation as `A o ? = C` or `? o B = C`".into());
        Err(out)
    };
    let whole = 0..text.len();
    let mut marks = text.match_indices('?').map(|(at, _)| at);
    let Some(mark) = marks.next() else {
        return fail(whole, "the equation has no `?`");
    };
    if let Some(second) = marks.next() {
        return fail(second..second + 1, "only one operand can be `?`");
    }
    let mut signs = text.match_indices('=').map(|(at, _)| at);
    let (Some(sign), None) = (signs.next(), signs.next()) else {
        return fail(whole, "an equation has exactly one `=`");
    };
    let (asked, result) = if mark < sign {
        (0..sign, trimmed(text, sign + 1..text.len()))
    } else {
        (sign + 1..text.len(), trimmed(text, 0..sign))
    };
    let asked = trimmed(text, asked);
    let (before, after) = (trimmed(text, asked.start..mark), trimmed(text, mark + 1..asked.end));
    let (left, right) = (&text[before.clone()], &text[after.clone()]);
    if right.is_empty()
        && let Some(left) = left.strip_suffix('o').or_else(|| left.strip_suffix('∘'))
    {
        return Ok(Unknown::Right { left: before.start..before.start + left.len(), result });
    }
    if left.is_empty()
        && let Some(right) = right.strip_prefix('o').or_else(|| right.strip_prefix('∘'))
    {
        return Ok(Unknown::Left { right: after.end - right.len()..after.end, result });
    }
    fail(mark..mark + 1, "`?` must stand on one side of `o`")
}

/// A span without the spaces at its ends.
fn trimmed(text: &str, span: Span) -> Span {
    let part = &text[span.clone()];
    let start = span.start + (part.len() - part.trim_start().len());
    start..start.max(span.start + part.trim_end().len())
}

impl Unknown {
    fn find(&self, scope: &mut Scope, text: &str) -> Result<Layout, Diagnostic> {
        let order = scope.order();
        // Where indices count rightmost fastest, the mirror images are solved for.
        let counted = |layout: Layout| if order == Order::Lex { layout.mirrored() } else { layout };
        let told = |error: Error| match order {
            Order::Colex => error,
            Order::Lex => error.restated(error.kind(), &[], &mirrored_text(error.subject())),
        };
        let mut layout = |span: &Span| layout(scope, &text[span.clone()], span.start).map(counted);
        let (solved, known, letter, result) = match self {
            Unknown::Right { left, result } => {
                let (a, c) = (layout(left)?, layout(result)?);
                (a.solve_right(&c), left, 'A', result)
            }
            Unknown::Left { right, result } => {
                let (b, c) = (layout(right)?, layout(result)?);
                if b.size() != c.size() {
                    let message =
                        format!("X o B has the size of B, {}, but C has {}", b.size(), c.size());
                    let c = counted(c);
                    let mut out = Diagnostic::new("size-mismatch", right.clone(), message);
                    out.labels.push((result.clone(), format!("C = {c}")));
                    return Err(out);
                }
                // X is fixed on B's offsets: X(B(x)) = C(x), which C o L does, since L(B(x)) = x. Other
                // layouts may do it too where B has holes, so failing is not a proof.
                let solved = b.left_inverse().and_then(|inverse| c.compose(&inverse));
                let why = match &solved {
                    Ok(x) if x.compose(&b).is_ok_and(|composite| composite.same_function(&c)) => {
                        None
                    }
                    Ok(_) => Some(String::new()),
                    Err(error) => Some(format!(" ({})", told(*error))),
                };
                if let Some(why) = why {
                    let (b, c) = (counted(b), counted(c));
                    let message = format!("no layout X was found with X o {b} = {c}{why}");
                    let mut out =
                        Diagnostic::new("no-solution", trimmed(text, right.clone()), message);
                    out.labels.push((result.clone(), format!("C = {c}")));
                    return Err(out);
                }
                (solved, right, 'B', result)
            }
        };
        solved.map(counted).map_err(|error| {
            let mut out = refused(told(error), 0..text.trim_end().len());
            let known = trimmed(text, known.clone());
            out.labels.push((known.clone(), format!("{letter} = {}", &text[known])));
            out.labels.push((result.clone(), format!("C = {}", &text[result.clone()])));
            out
        })
    }
}
