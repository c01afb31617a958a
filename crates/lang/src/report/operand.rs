//! Parts of a question that have to be layouts.

use tilework::{AnyLayout, Error, Layout, Order};

use crate::operations::mirror::{Turn, mirrored_text};
use crate::{Diagnostic, Outcome, Scope, Span, Value, kind_name};

/// The plain layout that a part of a text stands for; the part starts at byte `at`.
///
/// # Errors
/// Why it is none, with places in the whole text.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// assert_eq!(report::layout(&mut Scope::new(), "(4,8)", 0)?.to_string(), "(4,8):(1,4)");
/// let error = report::layout(&mut Scope::new(), "<4,8>", 10).unwrap_err();
/// assert_eq!((error.kind, error.span()), ("usage", 10..15));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn layout(scope: &mut Scope, text: &str, at: usize) -> Result<Layout, Diagnostic> {
    layout_of_in(scope.order(), &value(scope, text, at)?, at..at + text.len())
}

/// The layout that a part of a text stands for, plain or composed; the part starts at byte `at`.
///
/// # Errors
/// Why it is none, with places in the whole text.
///
/// ```
/// use tilework_lang::{Scope, report};
///
/// let swizzled = report::any_layout(&mut Scope::new(), "Sw<3,0,3> o 64:1", 0)?;
/// assert_eq!(swizzled.size(), 64);
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn any_layout(scope: &mut Scope, text: &str, at: usize) -> Result<AnyLayout, Diagnostic> {
    match value(scope, text, at)? {
        Value::Composed(composed) => Ok(AnyLayout::Composed(*composed)),
        value => layout_of_in(scope.order(), &value, at..at + text.len()).map(AnyLayout::Plain),
    }
}

fn value(scope: &mut Scope, text: &str, at: usize) -> Result<Value, Diagnostic> {
    match scope.run(text).map_err(|diagnostic| diagnostic.shifted(at))? {
        Outcome::Value(value) => Ok(value),
        _ => {
            let span = at..at + text.len();
            Err(Diagnostic::new("usage", span, "a layout is needed here, not an equation"))
        }
    }
}

/// The plain layout of a value; a shape alone is compact, leftmost fastest.
///
/// # Errors
/// Why it is none, about the place `span`.
///
/// ```
/// use tilework_lang::{Value, report};
///
/// assert_eq!(report::layout_of(&Value::Integer(8), 0..1)?.to_string(), "8:1");
/// assert!(report::layout_of(&Value::Truth(true), 0..4).is_err());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn layout_of(value: &Value, span: Span) -> Result<Layout, Diagnostic> {
    layout_of_in(Order::Colex, value, span)
}

/// The plain layout of a value, where indices count in this order; a shape alone is compact.
///
/// # Errors
/// As [`layout_of`].
///
/// ```
/// use tilework::{Order, tuple};
/// use tilework_lang::{Value, report};
///
/// let shape = Value::from(tuple!((4,8)));
/// assert_eq!(report::layout_of_in(Order::Lex, &shape, 0..5)?.to_string(), "(4,8):(8,1)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn layout_of_in(order: Order, value: &Value, span: Span) -> Result<Layout, Diagnostic> {
    if order == Order::Lex {
        let image = Turn::Whole.value(value).map_err(|error| refused(error, span.clone()))?;
        let found = layout_of(&image, span).map_err(|mut diagnostic| {
            // The layout that starts elsewhere is shown as it is.
            diagnostic.message = mirrored_text(&diagnostic.message);
            diagnostic
        });
        return found.map(|layout| layout.mirrored());
    }
    let message = match value.strided() {
        Some(Ok((layout, 0))) => return Ok(layout),
        Some(Ok((layout, base))) => {
            format!("a layout from offset 0 is needed here: this is {layout} at {base}")
        }
        Some(Err(error)) => return Err(refused(error, span)),
        None => format!("a layout is needed here, not {}", value.kind()),
    };
    Err(Diagnostic::new("usage", span, message))
}

/// An error of the algebra, about a place in a text.
///
/// ```
/// use tilework_lang::report;
///
/// let error = tilework::recover(&[0, 1, 3]).unwrap_err();
/// assert_eq!(report::refused(error, 0..5).kind, "not-a-layout");
/// ```
pub fn refused(error: Error, span: Span) -> Diagnostic {
    let mut out = Diagnostic::new(kind_name(&error), span, error.to_string());
    out.cause = Some(Box::new(error));
    out
}
