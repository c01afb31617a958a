//! How an expression is drawn, in the words of the command, of Python and of requests.

use tilework::{Layout, Slicer, Tuple};
use tilework_lang::report::layout_of;
use tilework_lang::{Diagnostic, Scope, Statement, Value};

use super::{Expression, What};
use crate::{Banks, ByOwner, Coloring, Labels, Limits, Owners, View};

/// What is drawn of an expression, and how.
///
/// ```
/// use tilework_draw::{Colors, Expression, Labels, Limits, Options, svg};
/// use tilework_lang::Scope;
///
/// let scope = Scope::new();
/// let mut options = Options::default();
/// options.colors = Colors::read(&scope, "bank=4")?;
/// options.labels = Labels::read("bank=4")?;
/// let expression = Expression::new(&scope, "(8,32):(33,1)")?;
/// let scene = expression.drawn(&options, "padded rows", Limits::PICTURE)?;
/// assert!(svg(&scene, None).contains("32 banks, each 4 bytes wide"));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// What the colours stand for.
    pub colors: Colors,
    /// What is written into the cells.
    pub labels: Labels,
    /// The slice whose cells are marked.
    pub slice: Option<Slicer>,
    /// The shape of the data that a layout (T,V) is drawn over.
    pub tile: Option<Tuple>,
    /// Of threads and values: the only thread that is coloured and marked.
    pub thread: Option<i64>,
    /// Of threads and values: the only value that is coloured and marked.
    pub value: Option<i64>,
    /// Of threads and values: both maps, from (T,V) to cells and back.
    pub both: bool,
    /// Whether the offsets that are reached are drawn, as a strip.
    pub strip: bool,
    /// Whether the bits of the offset are drawn as sums of bits of the index.
    pub bits: bool,
    /// Whether nested modes are drawn as if they were not.
    pub flat: bool,
    /// Whether the result of an operation is drawn without its operands.
    pub result: bool,
}

/// What the colours of a picture stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Colors {
    /// Something about the cell.
    By(Coloring),
    /// Its thread, or its value.
    Owner(ByOwner),
}

impl Default for Colors {
    fn default() -> Colors {
        Colors::By(Coloring::Auto)
    }
}

impl Colors {
    /// Reads a word: `none`, `offset`, `index`, `row`, `column`, `tile`, `thread`, `value`; or one with a value:
    /// `mode=0.1`, `bank=2` with the bytes of an element, `layout=(4,8):(8,1)`, or the layout alone.
    ///
    /// # Errors
    /// That there is no such word, or what is wrong with its value.
    pub fn read(scope: &Scope, text: &str) -> Result<Colors, Diagnostic> {
        let text = text.trim();
        Ok(Colors::By(match text {
            "none" => Coloring::None,
            "offset" => Coloring::Offset,
            "index" => Coloring::Index,
            "row" => Coloring::Row,
            "column" => Coloring::Column,
            "tile" => Coloring::Tile,
            "thread" => return Ok(Colors::Owner(ByOwner::Thread)),
            "value" => return Ok(Colors::Owner(ByOwner::Value)),
            "bank" => Coloring::Bank(banks("")?),
            _ => match text.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
                Some(("mode", path)) => Coloring::Mode(mode(path)?),
                Some(("bank", bytes)) => Coloring::Bank(banks(bytes)?),
                Some(("layout", layout)) => Coloring::Layout(read_layout(scope, layout)?),
                None if text.contains(':') => Coloring::Layout(read_layout(scope, text)?),
                _ => {
                    let known = "none, offset, index, row, column, tile, mode=0.1, layout=(4,8):(8,1), thread, value \
                                 or bank=BYTES (of an element)";
                    return Err(unknown("colour by", text, known));
                }
            },
        }))
    }
}

impl Labels {
    /// Reads a word: `offset`, `index`, `coord`, `none`, or `bank=2` with the bytes of an element. `tv` is what
    /// threads and values are labelled with anyway.
    ///
    /// # Errors
    /// That there is no such word, or what is wrong with its value.
    pub fn read(text: &str) -> Result<Labels, Diagnostic> {
        Ok(match text.trim() {
            "offset" | "tv" => Labels::Offset,
            "index" => Labels::Index,
            "coord" => Labels::Coordinate,
            "none" => Labels::None,
            text => match text
                .split_once('=')
                .map_or((text, ""), |(name, bytes)| (name.trim(), bytes.trim()))
            {
                ("bank", bytes) => Labels::Bank(banks(bytes)?),
                _ => {
                    let known = "offset, index, coord, tv, bank=BYTES (of an element) or none";
                    return Err(unknown("label by", text, known));
                }
            },
        })
    }
}

impl Options {
    /// Reads the options that are words, each after its name: what colours stand for, as [`Colors::read`] has it; what
    /// is written into the cells, as [`Labels::read`]; a slice, such as `(_,2)`; and the shape of a tile, such as
    /// `(16,8)`. The others are as by default.
    ///
    /// # Errors
    /// What is wrong with one of them, after its name.
    ///
    /// ```
    /// use tilework_draw::Options;
    /// use tilework_lang::Scope;
    ///
    /// let words = [("--color-by", None), ("--labels", Some("index")), ("--slice", Some("4:1")), ("--tv", None)];
    /// let error = Options::read(&Scope::new(), words).unwrap_err();
    /// assert_eq!(error.message, "--slice: a coordinate such as (_,2) is needed, not a layout: 4:1");
    /// ```
    pub fn read(scope: &Scope, words: [(&str, Option<&str>); 4]) -> Result<Options, Diagnostic> {
        let [colors, labels, slice, tile] = words;
        Ok(Options {
            colors: word(colors, |text| Colors::read(scope, text))?.unwrap_or_default(),
            labels: word(labels, Labels::read)?.unwrap_or_default(),
            slice: word(slice, |text| read_slice(scope, text))?,
            tile: word(tile, |text| read_tile(scope, text))?,
            ..Options::default()
        })
    }

    /// What is drawn of an expression.
    fn what(&self, expression: &Expression) -> What {
        let isolated = self.thread.is_some() || self.value.is_some() || self.both;
        let owner = match &self.colors {
            Colors::Owner(owner) => Some(*owner),
            Colors::By(_) => None,
        };
        let by_owner = owner.is_some() && expression.is_thread_value() && !self.result;
        // The colours of an operation show what belongs together; any other colouring is of the result.
        let chosen = self.colors != Colors::default() || self.slice.is_some();
        if self.tile.is_some() || isolated || by_owner {
            let mut owners = Owners::from(owner.unwrap_or_default());
            (owners.thread, owners.value, owners.both) = (self.thread, self.value, self.both);
            What::Threads(self.tile, owners)
        } else if self.strip {
            What::Strip
        } else if self.bits {
            What::Bits
        } else if self.result || chosen {
            What::Result
        } else {
            What::Operation
        }
    }

    fn view(&self, limits: Limits) -> View {
        let coloring = match &self.colors {
            Colors::By(coloring) => coloring.clone(),
            Colors::Owner(ByOwner::Thread) => Coloring::Row,
            Colors::Owner(ByOwner::Value) => Coloring::Column,
        };
        View::within(limits)
            .coloring(coloring)
            .labels(self.labels)
            .slice(self.slice)
            .flat(self.flat)
    }
}

impl Expression {
    /// The picture with these options.
    ///
    /// # Errors
    /// As [`scene`](Expression::scene).
    pub fn drawn(
        &self,
        options: &Options,
        title: &str,
        limits: Limits,
    ) -> Result<crate::Scene, Diagnostic> {
        self.scene(&options.what(self), title, &options.view(limits))
    }
}

/// The value of an option, if it is there; what is wrong with it comes after its name.
fn word<T>(
    (name, text): (&str, Option<&str>),
    read: impl Fn(&str) -> Result<T, Diagnostic>,
) -> Result<Option<T>, Diagnostic> {
    text.map(read).transpose().map_err(|mut why| {
        why.message = format!("{name}: {}", why.message);
        why
    })
}

fn read_slice(scope: &Scope, text: &str) -> Result<Slicer, Diagnostic> {
    match read(scope, text)? {
        Value::Slicer(slicer) => Ok(*slicer),
        Value::Tuple(coordinate) => Ok(coordinate.to_slicer()),
        other => Err(needs("a coordinate such as (_,2)", &other)),
    }
}

fn read_tile(scope: &Scope, text: &str) -> Result<Tuple, Diagnostic> {
    let shape = match read(scope, text)? {
        Value::Tuple(shape) => *shape,
        Value::Integer(extent) => Tuple::leaf(extent),
        other => return Err(needs("a shape such as (16,8)", &other)),
    };
    let compact = Layout::col_major(&shape);
    compact.map_err(|error| Diagnostic::plain("usage", error.to_string())).map(|_| shape)
}

/// The value of an expression; a statement that binds a name is none.
fn read(scope: &Scope, text: &str) -> Result<Value, Diagnostic> {
    let value = scope.statement(text).and_then(|statement| match statement {
        Statement::Expression(node) => scope.evaluate(&node),
        _ => Err(Diagnostic::plain("usage", "a value is needed, not an equation")),
    });
    value.map_err(elsewhere)
}

fn read_layout(scope: &Scope, text: &str) -> Result<Layout, Diagnostic> {
    layout_of(&read(scope, text)?, 0..0).map_err(elsewhere)
}

/// The same without its places, which are not in the expression that is drawn.
fn elsewhere(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.labels.clear();
    diagnostic
}

/// A path of modes: `0.1`, or `(0,1)`.
fn mode(path: &str) -> Result<Vec<usize>, Diagnostic> {
    let parts = path.trim_matches(['(', ')']).split(['.', ',']).map(|part| part.trim().parse());
    let needs = format!("mode={path} is no mode: a path such as 0 or 0.1 is needed");
    parts.collect::<Result<_, _>>().map_err(|_| Diagnostic::plain("usage", needs))
}

/// The banks of shared memory, with elements of so many bytes.
fn banks(bytes: &str) -> Result<Banks, Diagnostic> {
    let needs = match bytes.parse() {
        Ok(bytes @ 1..=1024) => return Ok(Banks::shared_memory(bytes)),
        _ if bytes.is_empty() => {
            "bank needs the bytes of an element: bank=2 for 16 bits".to_owned()
        }
        _ => format!("bank={bytes} needs the bytes of an element, from 1 to 1024"),
    };
    Err(Diagnostic::plain("usage", needs))
}

fn unknown(what: &str, found: &str, known: &str) -> Diagnostic {
    let mut out = Diagnostic::plain("usage", format!("there is no `{found}` to {what}"));
    out.help = Some(format!("use {known}"));
    out
}

fn needs(wanted: &str, found: &Value) -> Diagnostic {
    let message = format!("{wanted} is needed, not {}: {found}", found.kind());
    Diagnostic::plain("usage", message)
}
