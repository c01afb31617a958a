//! Documents: texts of several lines, as programs print them or are written in, statement by statement.
//!
//! What cannot be a value (a header, a rule, a sentence) is left out and said; it does not end the document.

use std::collections::BTreeMap;

use tilework::{AnyLayout, ErrorKind, LayoutRef, Tuple};

use crate::eval::scope::Scope;
use crate::eval::statement::{Answered, Outcome};
use crate::operations;
use crate::operations::value::Value;
use crate::syntax::ast::{Expr, Statement};
use crate::syntax::document::{Part, Splitter};
use crate::syntax::foreign::is_one_value;
use crate::syntax::grid::Grid;
use crate::syntax::label::label;
use crate::text::diagnostic::{Diagnostic, Span, quote, refusal};

/// A document that is read line by line, in a scope.
///
/// ```
/// use tilework_lang::{Document, Outcome, Reply, Scope};
///
/// let mut scope = Scope::new();
/// let print = "TiledCopy\n  Tiler_MN:       (_4,_3)\n  TiledLayout_TV: ((_3,_2),_2):((_4,_2),_1)\n";
/// let replies = Document::read(&mut scope, print);
/// assert!(matches!(replies[0].came, Reply::LeftOut(_)));
/// assert!(matches!(&replies[2].came, Reply::Did(_)));
/// assert!(matches!(scope.run("coverage(TiledLayout_TV, Tiler_MN)")?, Outcome::Value(_)));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document {
    splitter: Splitter,
    /// The layout on the line before, which a grid may show.
    shown: Option<Value>,
    /// What the indented lines belong to: `copyA` after the line `copyA: TiledCopy`.
    group: Option<String>,
    /// The names that lines of groups have besides their own: `copyA_ThrID` for `ThrID`.
    grouped: BTreeMap<String, String>,
}

/// What printers write before the lines of an atom.
const HEADERS: [&str; 10] = [
    "TiledMMA",
    "TiledCopy",
    "ThrMMA",
    "ThrCopy",
    "MMA_Atom",
    "Copy_Atom",
    "Tiled MMA",
    "Tiled Copy",
    "MMA Atom",
    "Copy Atom",
];

/// A statement of a document, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replied {
    /// The statement, as it is written.
    pub text: String,
    /// The line it starts at, from 1.
    pub line: usize,
    /// What came of it.
    pub came: Reply,
}

/// What came of a statement in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// It did something.
    Did(Answered),
    /// It is no statement, for this reason: a header, a rule, a sentence.
    LeftOut(Diagnostic),
    /// It has no answer, for this reason.
    Refused(Diagnostic),
}

impl Document {
    /// A document of which nothing is read yet.
    pub fn new() -> Document {
        Document::default()
    }

    /// Reads a whole document. Statements that fail do not end it.
    ///
    /// ```
    /// use tilework_lang::{Document, Scope};
    ///
    /// let mut scope = Scope::new();
    /// let replies = Document::read(&mut scope, "A = (4,8):(1,4)\nB = make_layout((4,\n  2))\n");
    /// assert_eq!((replies.len(), replies[1].line), (2, 2));
    /// assert_eq!(scope.get("B").unwrap().to_string(), "(4,2):(1,4)");
    /// ```
    pub fn read(scope: &mut Scope, text: &str) -> Vec<Replied> {
        let mut document = Document::new();
        let mut out = Vec::new();
        if Document::is_one_value(scope, text) {
            let part = Part { text: text.to_owned(), line: 1, grid: false, follows: false };
            return document.answer(scope, part);
        }
        for line in text.lines() {
            out.extend(document.line(scope, line));
        }
        out.extend(document.end(scope));
        out
    }

    /// Whether a text of several lines is one value: the shape and the strides of an array on lines of their own, a
    /// table of bases, or a type of Triton after the encodings that it names.
    ///
    /// ```
    /// use tilework_lang::{Document, Scope};
    ///
    /// let scope = Scope::new();
    /// assert!(Document::is_one_value(&scope, "shape: (4, 8)\nstrides: (32, 4)\ndtype: float32"));
    /// assert!(!Document::is_one_value(&scope, "A = (4,8):(1,4)\nsize(A)"));
    /// ```
    pub fn is_one_value(scope: &Scope, text: &str) -> bool {
        is_one_value(text) && matches!(scope.clone().reply(text), Reply::Did(_))
    }

    /// Reads the next line, and answers the statements that are complete with it.
    pub fn line(&mut self, scope: &mut Scope, line: &str) -> Vec<Replied> {
        let parts = self.splitter.push(line);
        parts.into_iter().flat_map(|part| self.answer(scope, part)).collect()
    }

    /// Answers what is left at the end.
    pub fn end(&mut self, scope: &mut Scope) -> Vec<Replied> {
        let parts = self.splitter.finish();
        parts.into_iter().flat_map(|part| self.answer(scope, part)).collect()
    }

    /// Whether all that was read has been answered.
    pub fn is_complete(&self) -> bool {
        self.splitter.is_idle()
    }

    fn answer(&mut self, scope: &mut Scope, part: Part) -> Vec<Replied> {
        let shown = self.shown.take().filter(|_| part.follows);
        let mut came = if part.grid {
            scope.grid(&part.text, shown.as_ref()).map_or_else(Reply::Refused, Reply::Did)
        } else {
            scope.reply(&part.text)
        };
        // Lines that were put together and are nothing: one by one.
        if let Reply::LeftOut(_) = came
            && part.text.contains('\n')
        {
            let lines = part.text.lines().zip(part.line..);
            return lines
                .flat_map(|(text, line)| {
                    let part = Part { text: text.to_owned(), line, grid: false, follows: false };
                    self.answer(scope, part)
                })
                .collect();
        }
        let indented = part.text.starts_with([' ', '\t']);
        match &mut came {
            Reply::LeftOut(_) if !indented => self.header(&part.text),
            Reply::Did(Answered { outcome: Outcome::Bound(name, value), notes, .. }) => {
                let labelled = label(&part.text).is_some();
                let kept = if labelled { self.keep(scope, name, value, indented) } else { None };
                if let (Some(kept), Some(note)) = (kept, notes.last_mut())
                    && note.contains(" and now is ")
                {
                    note.push_str(&kept);
                }
                self.shown = Some(value.clone());
            }
            Reply::Did(Answered { outcome: Outcome::Value(value), .. }) => {
                self.shown = Some(value.clone());
            }
            _ => {}
        }
        vec![Replied { text: part.text, line: part.line, came }]
    }
}

impl Document {
    /// Starts a group with `copyA: TiledCopy`, or `copyA = Tiled Copy`. `MMA_Atom` alone goes on with it.
    fn header(&mut self, text: &str) {
        let (name, what) = match (label(text), text.split_once('=')) {
            (Some(label), _) => (label.name, &text[label.end..]),
            (None, Some((name, what))) => (name.trim().to_owned(), what),
            (None, None) if HEADERS.contains(&text.trim()) => return,
            _ => (String::new(), ""),
        };
        let name_of_value =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        self.group = Some(name).filter(|_| name_of_value && HEADERS.contains(&what.trim()));
    }

    /// Gives a line of a group its second name, and says which names keep the old value and the new one.
    fn keep(
        &mut self,
        scope: &mut Scope,
        name: &str,
        value: &Value,
        indented: bool,
    ) -> Option<String> {
        if !indented {
            self.group = None;
            return None;
        }
        let full = format!("{}_{name}", self.group.as_ref()?);
        scope.labels.insert(full.clone());
        scope.bind(full.clone(), value.clone());
        let before = self.grouped.insert(name.to_owned(), full.clone())?;
        (before != full).then(|| format!("; {before} and {full} keep both"))
    }
}

impl Scope {
    /// What comes of a statement that may be none.
    fn reply(&mut self, text: &str) -> Reply {
        // `print_tensor` writes a colon between the layout and the elements.
        let text =
            text.trim_end().strip_suffix(':').filter(|text| text.ends_with(')')).unwrap_or(text);
        let before = label(text).and_then(|label| self.get(&label.name).cloned());
        match self.run_with_notes(text) {
            Ok(mut answered) => {
                if let (Outcome::Bound(name, now), Some(was)) = (&answered.outcome, before)
                    && *now != was
                {
                    answered.notes.push(format!("`{name}` was {was} and now is {now}"));
                }
                Reply::Did(answered)
            }
            Err(why) if self.is_prose(text, &why) => Reply::LeftOut(why),
            Err(why) => Reply::Refused(why),
        }
    }

    /// Whether a text that has no answer is no statement either.
    fn is_prose(&self, text: &str, why: &Diagnostic) -> bool {
        let unread = match why.kind {
            "syntax" => true,
            // `MMA_Atom`, `copyA: TiledCopy`, `print(a)`; but what is almost an operation is misspelt.
            "unknown-name" => match self.statement(text) {
                Ok(Statement::Expression(node)) => match &node.expr {
                    Expr::Name(_) => true,
                    Expr::Apply(function, _) => {
                        let meant =
                            why.help.as_deref().is_some_and(|help| help.contains("did you mean"));
                        !meant
                            && matches!(&function.expr, Expr::Name(name) if self.get(name).is_none())
                    }
                    _ => false,
                },
                Ok(Statement::Binding(_, _, node)) => {
                    matches!(node.expr, Expr::Name(_)) && label(text).is_some()
                }
                _ => false,
            },
            _ => false,
        };
        unread && !holds_layout(text) && !holds_call(text) && !binds_brackets(text)
    }

    /// The layout that a grid shows: that of the line before it, if it agrees, or the one that its cells have.
    fn grid(&mut self, text: &str, shown: Option<&Value>) -> Result<Answered, Diagnostic> {
        let label = label(text);
        let grid = Grid::read(text, label.as_ref().map_or(0, |label| label.end))?;
        let (value, notes) = match shown.and_then(placed) {
            Some((layout, base)) => {
                self.reads_grid(&layout)?;
                agrees(&grid, layout.as_ref(), base)?;
                let note = "this grid shows the layout on the line before it".to_owned();
                (shown.cloned().unwrap_or(Value::Nothing), vec![note])
            }
            None => {
                let value = recovered(&grid)?;
                if let Some((layout, _)) = placed(&value) {
                    self.reads_grid(&layout)?;
                }
                (value, Vec::new())
            }
        };
        let outcome = match label {
            None => Outcome::Value(value),
            Some(label) => {
                self.labels.insert(label.name.clone());
                self.bind(label.name.clone(), value.clone());
                Outcome::Bound(label.name, value)
            }
        };
        Ok(Answered { outcome, notes, order: self.order() })
    }

    /// Whether a grid of this layout can be read in the order of the scope: the indices inside of modes are counted,
    /// those of rows and columns are written.
    fn reads_grid(&self, layout: &AnyLayout) -> Result<(), Diagnostic> {
        match layout {
            AnyLayout::Plain(layout) if layout.depth() <= 1 && layout.rank() <= 2 => Ok(()),
            _ => self.only_colex("print_layout"),
        }
    }
}

/// The layout that a value is, and the offset at which it starts.
fn placed(value: &Value) -> Option<(AnyLayout, i64)> {
    match value {
        Value::Layout(layout) => Some(((*layout).into(), 0)),
        Value::Composed(composed) => Some(((**composed).into(), 0)),
        Value::Slice(layout, base) => Some(((*layout).into(), *base)),
        _ => None,
    }
}

/// Compares a grid with the layout that was printed above it.
fn agrees(grid: &Grid, layout: LayoutRef<'_>, base: i64) -> Result<(), Diagnostic> {
    let everything = span(grid);
    let rows = match layout.shape().mode(0).and_then(|mode| mode.product()) {
        Ok(rows) if layout.rank() > 1 => rows,
        _ => 1,
    };
    let (m, n) = (grid.rows as i64, grid.columns as i64);
    if rows != m || layout.size() / rows.max(1) != n || layout.size() % rows.max(1) != 0 {
        let message = format!(
            "this grid has {m} rows and {n} columns, and {layout} on the line before it has {rows} and {}",
            layout.size() / rows.max(1)
        );
        return Err(Diagnostic::new("claim", everything, message).labelled("this grid"));
    }
    for (i, (found, place)) in grid.cells.iter().enumerate() {
        let (row, column) = (i / grid.columns, i % grid.columns);
        let index = (row + grid.rows * column) as i64;
        let offset = layout.at_index(index).map_err(|error| refusal(error, place))?;
        if offset.checked_add(base) != Some(*found) {
            let message = format!(
                "this grid does not show {layout}, the layout on the line before it: \
                 the cell ({row},{column}) is {found}, and the layout has {}",
                i128::from(offset) + i128::from(base)
            );
            return Err(Diagnostic::new("claim", place.clone(), message).labelled("this cell"));
        }
    }
    Ok(())
}

/// The layout whose offsets are in the cells, with the rows as its mode 0.
fn recovered(grid: &Grid) -> Result<Value, Diagnostic> {
    let (first, place) = grid.cells[0].clone();
    // By index: down the columns.
    let at = |index: usize| index % grid.rows * grid.columns + index / grid.rows;
    let mut table = Vec::with_capacity(grid.cells.len());
    for index in 0..grid.cells.len() {
        let (offset, place) = &grid.cells[at(index)];
        table.push(offset.checked_sub(first).ok_or_else(|| {
            let message = format!("{offset} - {first} does not fit into 64 bits");
            Diagnostic::new("overflow", place.clone(), message)
        })?);
    }
    let layout = tilework::recover(&table).map_err(|error| {
        let mut out = refusal(error, &place);
        if let ErrorKind::NotALayout { index, expected, .. } = error.kind()
            && let Ok(index) = usize::try_from(index)
            && index < table.len()
        {
            let (found, place) = grid.cells[at(index)].clone();
            out.message = format!(
                "this grid is no layout: the cell ({},{}) is {found}, but any layout that agrees up to \
                 there, down the columns, has {}",
                index % grid.rows,
                index / grid.rows,
                i128::from(expected) + i128::from(first)
            );
            out = out.at(place).labelled("this cell");
        }
        out
    })?;
    let layout = if grid.rows == 1 && !grid.numbered {
        layout
    } else {
        let shape = Tuple::from_slice(&[grid.rows as i64, grid.columns as i64]);
        let shaped = shape.and_then(|shape| layout.with_shape(&shape));
        shaped.map_err(|error| refusal(error, &span(grid)))?
    };
    Ok(if first == 0 { Value::Layout(layout) } else { Value::Slice(layout, first) })
}

/// From the first cell to the last one.
fn span(grid: &Grid) -> Span {
    let place = |cell: Option<&(i64, Span)>| cell.map_or(0..0, |(_, span)| span.clone());
    place(grid.cells.first()).start..place(grid.cells.last()).end
}

/// Whether there is a `shape:stride` in a text. `12:30:05` is a time.
fn holds_layout(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices(':').any(|(at, _)| {
        let before = bytes[..at].trim_ascii_end();
        let after = bytes[at + 1..].trim_ascii_start();
        let digits = |byte: &&u8| byte.is_ascii_digit();
        let run = before.iter().rev().take_while(digits).count();
        let ahead = after.iter().take_while(digits).count();
        let time = before.len().checked_sub(run + 1).is_some_and(|i| before[i] == b':')
            || after.get(ahead) == Some(&b':');
        let shape = before.last().is_some_and(|byte| byte.is_ascii_digit() || *byte == b')');
        let stride =
            after.first().is_some_and(|byte| byte.is_ascii_digit() || b"(_-".contains(byte));
        shape && stride && !time
    })
}

/// Whether an operation is called in a text.
fn holds_call(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices('(').any(|(at, _)| {
        let before = &text[..at];
        let start = before.trim_end_matches(word).len();
        start < at && operations::find(&before[start..]).is_some()
    })
}

/// Whether a name gets something with brackets: `B = A o (` is meant as a statement, `mma = Tiled MMA` is not.
fn binds_brackets(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split_once('=').is_some_and(|(name, value)| {
        name.trim().chars().all(word) && !name.trim().is_empty() && value.contains(['(', '[', '<'])
    })
}

/// What a part that was left out is called in a note.
///
/// ```
/// use tilework_lang::left_out;
///
/// assert_eq!(left_out("  ValueType:    16b"), "`ValueType:    16b` is no value and is left out");
/// ```
pub fn left_out(text: &str) -> String {
    format!("{} is no value and is left out", quote(text.trim()))
}
