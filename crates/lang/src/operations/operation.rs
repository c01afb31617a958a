//! What an operation is: its names, the forms it is called in, what it does, and what is drawn of it.

use std::fmt;

use tilework::ErrorKind;

use crate::operations::arguments::{Arguments, Fault};
use crate::operations::table::Id;
use crate::operations::value::Value;

/// An operation of the language.
///
/// ```
/// use tilework_lang::operations::{Id, Kind, find};
///
/// let divide = find("zipped_divide").unwrap();
/// assert_eq!(divide.id, Id::ZippedDivide);
/// assert_eq!(divide.usage(), "zipped_divide(A, T)");
/// assert_eq!(divide.form(2).arguments[1].kind, Kind::Tiler);
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Operation {
    /// Which operation it is.
    pub id: Id,
    /// Its heading in the documentation.
    pub group: &'static str,
    /// Its name, CuTe's where CuTe has it.
    pub name: &'static str,
    /// Other names it is called by.
    pub aliases: &'static [&'static str],
    /// The argument lists that it takes.
    pub forms: &'static [Form],
    /// What it does, in one line.
    pub summary: &'static str,
    /// An expression ...
    pub example: &'static str,
    /// ... and what it evaluates to.
    pub result: &'static str,
    /// What a picture of it shows.
    pub figure: Figure,
    /// What it does where indices count rightmost fastest.
    pub lex: Lex,
    /// Another operation that may have an answer where this one has none, for its first argument.
    pub(crate) alternative: fn(ErrorKind, &Value) -> Option<&'static str>,
    /// What computes it.
    pub(crate) apply: fn(&Arguments<'_>) -> Result<Value, Fault>,
}

/// One argument list of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Form {
    /// The arguments. If the form takes more than there are here, the last one repeats.
    pub arguments: &'static [Argument],
    /// The fewest arguments it takes.
    pub least: usize,
    /// The most arguments it takes.
    pub most: usize,
}

/// An argument of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argument {
    /// What it is called.
    pub name: &'static str,
    /// What it has to be.
    pub kind: Kind,
}

/// What an argument has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A layout, plain or composed; a shape alone is the compact layout.
    Any,
    /// The same, or a part `A at offset`, whose offset counts.
    Placed,
    /// A layout with strides: one that is composed is read as the plain layout that it is.
    Layout,
    /// A layout, or a map of bits.
    Function,
    /// A swizzle or an XOR map.
    Map,
    /// A thread-value layout: a layout from (thread, value) to cells, and the tile that has the cells.
    ThreadValue,
    /// A tiler: `<...>` and shapes act mode by mode, a layout as a whole.
    Tiler,
    /// A layout or a tuple.
    Nested,
    /// A tuple of integers; of a layout its shape.
    Tuple,
    /// A coordinate: a tuple of integers, or an index.
    Coord,
    /// A coordinate in which `_` keeps a mode.
    Slicer,
    /// An integer.
    Integer,
    /// An offset.
    Offset,
    /// An integer, or the size of a shape.
    Size,
    /// The number of a mode, or a rank.
    Index,
    /// The numbers of modes: one, or a tuple or list of them.
    Indices,
    /// Numbers: one, or a tuple or list of them.
    List,
    /// The number of a mode, or numbers of modes; negative ones count from the end.
    Axes,
    /// An order of counting: `row_major` or `col_major`.
    Order,
    /// The bits of an element: a number, or the name of its type.
    Bits,
    /// An access of memory, `store:row:16B`, or the machine that makes it.
    Access,
    /// An atom of a copy: `UniversalCopy<uint128_t>`.
    CopyAtom,
    /// An atom of an MMA: `SM80_16x8x16_F32F16F16F32_TN`.
    MmaAtom,
    /// Which coordinate of an operand is contiguous: `K` or `MN`.
    Major,
    /// A tiled MMA; an atom alone is one of a single atom.
    TiledMma,
    /// A tiled copy, or a tiled MMA, and perhaps one thread of it.
    Tiled,
}

impl Kind {
    /// What it has to be, in words.
    ///
    /// ```
    /// use tilework_lang::operations::Id;
    ///
    /// let form = Id::ZippedDivide.operation().form(2);
    /// assert_eq!(form.arguments[1].kind.description(), "a layout or a tiler");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Kind::Any | Kind::Placed => "a layout",
            Kind::Layout => "a layout with strides",
            Kind::Function => "a layout, a swizzle or an XOR map",
            Kind::Map => "a swizzle or an XOR map",
            Kind::ThreadValue => "a thread-value layout (TV on tile)",
            Kind::Tiler => "a layout or a tiler",
            Kind::Nested => "a layout or a tuple",
            Kind::Tuple => "a tuple",
            Kind::Coord => "a coordinate",
            Kind::Slicer => "a coordinate, in which `_` keeps a mode",
            Kind::Integer => "an integer",
            Kind::Offset => "an offset",
            Kind::Size => "an integer or a shape",
            Kind::Index => "a number that is not negative",
            Kind::Indices => "a mode number or a list of them",
            Kind::List => "a number or a list of numbers",
            Kind::Axes => "mode numbers, of which negative ones count from the end",
            Kind::Order => "`row_major` or `col_major`",
            Kind::Bits => "the bits of an element, or its type",
            Kind::Access => "an access such as `store:row:16B` or `ldmatrix.x4`",
            Kind::CopyAtom => "an atom of a copy",
            Kind::Major => "`K` or `MN`",
            Kind::MmaAtom => "an atom of an MMA",
            Kind::TiledMma => "a tiled MMA",
            Kind::Tiled => "a tiled copy or a tiled MMA",
        }
    }
}

/// What a picture of an operation shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Figure {
    /// The layouts among the operands, and the result beside them.
    Beside,
    /// A, with the part of it that B selects.
    Composition,
    /// A, and the copies of it that cover everything.
    Complement,
    /// A in tiles.
    Divide(Grouping),
    /// A block, repeated.
    Product(Grouping),
    /// A block, repeated block by block.
    BlockedProduct,
    /// A block, repeated element by element.
    RakedProduct,
    /// A, and the index of each offset.
    RightInverse,
    /// The same, with offsets that A does not have.
    LeftInverse,
    /// The part of a layout that a coordinate with `_` keeps.
    Slice,
    /// A, with the part of it that a block or a thread has.
    Part,
    /// Which thread has which cell of a tile, as which value.
    ThreadValue,
    /// The shared memory that an access touches, phase by phase.
    Banks,
    /// The sectors of global memory that an access touches.
    Sectors,
    /// The same without and with what was found for the accesses.
    Swizzled,
    /// Nothing: this is how its value is written out.
    Nothing,
}

/// How divides and products group the modes of their result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// By mode of A.
    Logical,
    /// Tile and rest.
    Zipped,
    /// The tile, and the modes of the rest.
    Tiled,
    /// The modes of both.
    Flat,
}

/// What an operation does where indices count rightmost fastest, told by what it does where they count
/// leftmost fastest: counting one way is counting the other way in the mirror image, the modes in reverse
/// at every level.
///
/// ```
/// use tilework_lang::operations::{Id, Lex};
///
/// assert_eq!(Id::Composition.operation().lex, Lex::ByMode);
/// assert_eq!(Id::Select.operation().lex, Lex::Same);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lex {
    /// The same: it counts modes by their place, and no indices.
    Same,
    /// The same; what is appended in the mirror image is prepended, since layouts are read there.
    Beside,
    /// The mirror image of its answer in the mirror image.
    Mirrored,
    /// Its answer in the mirror image, which is made of indices, values or truths.
    Values,
    /// Mirrored, after operands of lower rank have been filled up on the right: mode i goes with mode i.
    Padded,
    /// Mirrored inside each mode that a tiler or a profile names; these modes stay where they are. With a
    /// layout instead, mirrored.
    ByMode,
    /// By mode; tile and rest, grouped like this, are mirrored each in its place.
    Tiles(Grouping),
    /// A slice of the tiles of `zipped_divide`.
    Part,
    /// Threads and values stay in their places, and are mirrored inside.
    Threads,
    /// Nothing yet: it is refused.
    Undefined,
}

impl Operation {
    /// How it is called: `complement(A, M) or complement(A)`.
    pub fn usage(&self) -> String {
        let calls: Vec<String> =
            self.forms.iter().map(|form| format!("{}({form})", self.name)).collect();
        match calls.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// Whether it can have so many arguments.
    pub fn takes(&self, count: usize) -> bool {
        self.forms.iter().any(|form| form.takes(count))
    }

    /// The form with so many arguments; the first one, where there is none.
    pub fn form(&self, count: usize) -> &'static Form {
        self.forms.iter().find(|form| form.takes(count)).unwrap_or(&self.forms[0])
    }

    /// Whether a call of it is how its value is written out: `Sw<3,3,3>`, `Xor<1,2,5>`, `A o 0 o B`, `TV on tile`.
    pub(crate) fn is_notation(&self) -> bool {
        matches!(self.id, Id::MakeSwizzle | Id::MakeXorMap | Id::ComposedLayout | Id::TvLayout)
    }

    /// Whether it is about hardware: atoms, tiles, and accesses of memory.
    pub(crate) fn is_hardware(&self) -> bool {
        self.id >= Id::MakeTiledMma
    }

    /// Whether argument `i` is an access of memory, which has a notation of its own.
    pub(crate) fn has_access(&self, i: usize) -> bool {
        self.forms.iter().any(|form| form.argument(i).is_some_and(|a| a.kind == Kind::Access))
    }

    /// Whether argument `i` is called so in one of the forms.
    pub(crate) fn has_argument(&self, i: usize, name: &str) -> bool {
        self.forms.iter().any(|form| form.arguments.get(i).is_some_and(|known| known.name == name))
    }
}

impl Form {
    /// Whether it takes so many arguments.
    pub fn takes(&self, count: usize) -> bool {
        (self.least..=self.most).contains(&count)
    }

    /// Argument `i`.
    pub fn argument(&self, i: usize) -> Option<&'static Argument> {
        match self.arguments.get(i) {
            None if i < self.most => self.arguments.last(),
            argument => argument,
        }
    }
}

/// The arguments, as they are written: `A, B, ...`.
impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, argument) in self.arguments.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, argument.name)?;
        }
        if self.most > self.arguments.len() { f.write_str(", ...") } else { Ok(()) }
    }
}

/// There is one operation of each [`Id`].
impl PartialEq for Operation {
    fn eq(&self, other: &Operation) -> bool {
        self.id == other.id
    }
}

impl Eq for Operation {}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
