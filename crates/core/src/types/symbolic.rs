//! Layouts with some numbers left open.

use crate::algebra::tiler::{Part, Place, Tiler};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node, too_many};
use crate::layout::layout::{Layout, check};
use crate::layout::notation::Reader;

/// A number of a [`Symbolic`] layout: a constant, a multiple of a parameter, or a part of one,
/// rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Number {
    /// Known when the program is compiled.
    Known(i64),
    /// `times * p` for the parameter `p` at this position.
    Multiple {
        /// Which parameter.
        parameter: usize,
        /// The factor.
        times: i64,
    },
    /// `p / of`, rounded up.
    Part {
        /// Which parameter.
        parameter: usize,
        /// The divisor.
        of: i64,
    },
}

impl Number {
    const fn times(self, factor: i64) -> Result<Number, Error> {
        let overflow = Err(Error::overflow(Op::Layout, "stride"));
        match self {
            Number::Known(value) => match value.checked_mul(factor) {
                Some(value) => Ok(Number::Known(value)),
                None => overflow,
            },
            Number::Multiple { parameter, times } => match times.checked_mul(factor) {
                Some(times) => Ok(Number::Multiple { parameter, times }),
                None => overflow,
            },
            // Strides are never parts.
            Number::Part { .. } => overflow,
        }
    }

    /// The value, once the parameters are known.
    const fn value(self, parameters: &[i64]) -> Result<i64, Error> {
        match self {
            Number::Known(value) => Ok(value),
            Number::Multiple { parameter, times } => match parameters[parameter].checked_mul(times)
            {
                Some(value) => Ok(value),
                None => Err(Error::overflow(Op::Layout, "stride")),
            },
            Number::Part { parameter, of } => {
                let p = parameters[parameter];
                Ok(p / of + (p % of > 0) as i64)
            }
        }
    }
}

/// One leaf.
#[derive(Clone, Copy)]
struct Symbol {
    extent: Number,
    stride: Number,
}

impl Symbol {
    const UNIT: Symbol = Symbol { extent: Number::Known(1), stride: Number::Known(0) };
}

/// A layout with some numbers left open: the constant behind a [`MixedLayout`].
#[derive(Clone, Copy)]
pub struct Symbolic {
    tree: Nested<Symbol>,
    parameters: usize,
}

impl Symbolic {
    /// How many numbers are left open.
    pub const fn parameters(&self) -> usize {
        self.parameters
    }

    /// The number of modes at the top.
    pub const fn rank(&self) -> usize {
        self.tree.rank()
    }

    pub(super) const fn is_leaf(&self) -> bool {
        self.tree.is_leaf()
    }

    pub(super) const fn leaf_count(&self) -> usize {
        self.tree.length()
    }

    /// The first leaf of mode `i`.
    pub(super) const fn first_leaf(&self, i: usize) -> usize {
        self.tree.child(self.tree.root(), i).leaf
    }

    /// What is known of leaf `k`.
    #[inline(always)]
    pub(super) const fn known(&self, k: usize) -> (Option<i64>, Option<i64>) {
        let Symbol { extent, stride } = self.tree.leaves()[k];
        let extent = if let Number::Known(value) = extent { Some(value) } else { None };
        (extent, if let Number::Known(value) = stride { Some(value) } else { None })
    }

    /// The layout with these parameters.
    pub(super) const fn bind(&self, parameters: &[i64]) -> Result<Layout, Error> {
        let (mut leaves, mut i) = (List::new(Mode::VACANT), 0);
        while i < self.tree.length() {
            let Symbol { extent, stride } = self.tree.leaves.at(i);
            let mode = Mode::new(tri!(extent.value(parameters)), tri!(stride.value(parameters)));
            let _ = leaves.push(mode);
            i += 1;
        }
        tri!(check(Op::Layout, leaves.as_slice()));
        Ok(Layout { tree: Nested { profile: self.tree.profile, leaves } })
    }

    pub(super) const fn mode(&self, i: usize) -> Result<Symbolic, Error> {
        Ok(Symbolic { tree: tri!(self.tree.mode(i)), parameters: self.parameters })
    }

    /// The tree under a node as a layout, if all of it is known.
    const fn layout_at(&self, node: Node) -> Option<Layout> {
        let (symbols, mut leaves, mut i) = (self.tree.leaves_at(node), List::new(Mode::VACANT), 0);
        while i < symbols.len() {
            let Symbol { extent: Number::Known(extent), stride: Number::Known(stride) } =
                symbols[i]
            else {
                return None;
            };
            let _ = leaves.push(Mode::new(extent, stride));
            i += 1;
        }
        let tree = Nested { profile: self.tree.profile_at(node), leaves };
        if check(Op::Layout, tree.leaves()).is_ok() { Some(Layout { tree }) } else { None }
    }

    // ---- Tiling ------------------------------------------------------------------------

    pub(super) const fn compose_tiler(&self, tiler: &Tiler) -> Result<Symbolic, Error> {
        self.apply(tiler, false)
    }

    pub(super) const fn divide(&self, tiler: &Tiler) -> Result<Symbolic, Error> {
        self.apply(tiler, true)
    }

    pub(super) const fn divide_in_form(
        &self,
        tiler: &Tiler,
        form: crate::algebra::tiler::by_mode::Form,
    ) -> Result<Symbolic, Error> {
        let pairs = tri!(self.divide(tiler)).tree;
        let tree = tri!(crate::algebra::tiler::by_mode::in_form(
            &pairs,
            tiler,
            &Nested::leaf(Symbol::UNIT),
            form
        ));
        Ok(Symbolic { tree, parameters: self.parameters })
    }

    const fn apply(&self, tiler: &Tiler, divide: bool) -> Result<Symbolic, Error> {
        let mut tree = self.tree.nothing();
        tri!(self.apply_at(self.tree.root(), tiler, tiler.root(), divide, &mut tree));
        Ok(Symbolic { tree, parameters: self.parameters })
    }

    /// The walk of `by_mode.rs`, down layout and tiler together.
    const fn apply_at(
        &self,
        node: Node,
        tiler: &Tiler,
        place: Place,
        divide: bool,
        out: &mut Nested<Symbol>,
    ) -> Result<(), Error> {
        let named = match tiler.part(place) {
            Part::Keep => return out.push_node(&self.tree, node),
            Part::Layout(tile) => return self.leaf(node, &tile.to_layout(), divide, out),
            Part::Tuple(named) => named,
        };
        let rank = self.tree.rank_of(node);
        if named > rank {
            let kind = ErrorKind::RankTooLarge { rank: named, limit: rank };
            return Err(Error::new(Op::LogicalDivide, kind));
        }
        let (mut node, mut place) = (self.tree.first_child(node), tiler.first_child(place));
        let (modes, mut i) = (if divide { rank } else { named }, 0);
        tri!(out.open());
        while i < modes {
            if i < named {
                tri!(self.apply_at(node, tiler, place, divide, out));
                if i + 1 < named {
                    place = tiler.after(place);
                }
            } else {
                tri!(out.push_node(&self.tree, node));
            }
            i += 1;
            if i < modes {
                node = self.tree.after(node);
            }
        }
        out.close()
    }

    /// One tile: by the algebra of layouts where all is known, else on one mode `n:d`, which is
    /// `d` times the layout `n:1`.
    const fn leaf(
        &self,
        node: Node,
        tile: &Layout,
        divide: bool,
        out: &mut Nested<Symbol>,
    ) -> Result<(), Error> {
        if let Some(layout) = self.layout_at(node) {
            let tiler = Tiler::layout(*tile);
            let result = if divide { layout.logical_divide(&tiler) } else { layout.compose(tile) };
            return out.push(&tri!(scaled(&tri!(result), Number::Known(1))));
        }
        if !self.tree.is_leaf_at(node) {
            let what = "a tile across several modes with numbers that are left open";
            return Err(Error::new(Op::LogicalDivide, ErrorKind::Unsupported { what }));
        }
        let Symbol { extent, stride } = self.tree.leaves.at(node.leaf);
        if !divide {
            return out.push(&tri!(scaled(tile, stride)));
        }
        let (parameter, of) = match extent {
            Number::Known(extent) => {
                let whole = tri!(Layout::of_mode(Mode::new(extent, 1)));
                let pair = tri!(whole.logical_divide(&Tiler::layout(*tile)));
                return out.push(&tri!(scaled(&pair, stride)));
            }
            Number::Multiple { parameter, .. } => (parameter, 1),
            Number::Part { parameter, of } => (parameter, of),
        };
        // Tile and gaps cover a block once; the blocks then follow one another.
        let gaps = tri!(tile.complement(1));
        let block = tile.max_offset() + gaps.max_offset() + 1;
        let Some(of) = of.checked_mul(block) else {
            return Err(Error::overflow(Op::LogicalDivide, "extent"));
        };
        let blocks =
            Symbol { extent: Number::Part { parameter, of }, stride: tri!(stride.times(block)) };
        tri!(out.open());
        tri!(out.push(&tri!(scaled(tile, stride))));
        if gaps.size() == 1 {
            tri!(out.push(&Nested::leaf(blocks)));
        } else {
            tri!(out.open());
            tri!(out.push_children(&tri!(scaled(&gaps, stride))));
            tri!(out.push(&Nested::leaf(blocks)));
            tri!(out.close());
        }
        out.close()
    }

    // ---- Notation ----------------------------------------------------------------------

    /// `(M,N):(1,ld)`: numbers and names. The parameters are the names, in the order in which they
    /// first appear.
    ///
    /// # Errors
    /// [`Parse`](ErrorKind::Parse), [`NotCongruent`](ErrorKind::NotCongruent),
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn parse(text: &str) -> Result<Symbolic, Error> {
        let (mut reader, mut names) = (Reader::new(text), List::new((0, 0)));
        let (mut extents, mut strides) = (
            Nested {
                profile: crate::ground::profile::Profile::EMPTY,
                leaves: List::new(Number::Known(0)),
            },
            Nested {
                profile: crate::ground::profile::Profile::EMPTY,
                leaves: List::new(Number::Known(0)),
            },
        );
        tri!(numbers(&mut reader, &mut names, &mut extents));
        if !reader.eat(b':') {
            return reader.fail("a colon");
        }
        tri!(numbers(&mut reader, &mut names, &mut strides));
        tri!(reader.finish());
        if !extents.profile.same(strides.profile) {
            let kind = ErrorKind::NotCongruent { left: extents.length(), right: strides.length() };
            return Err(Error::new(Op::Layout, kind));
        }
        let (mut leaves, mut i) = (List::new(Symbol::UNIT), 0);
        while i < extents.length() {
            let (extent, stride) = (extents.leaves.at(i), strides.leaves.at(i));
            if let Number::Known(extent) = extent
                && extent < 1
            {
                return Err(Error::new(Op::Layout, ErrorKind::BadExtent { leaf: i, extent }));
            }
            let _ = leaves.push(Symbol { extent, stride });
            i += 1;
        }
        Ok(Symbolic { tree: Nested { profile: extents.profile, leaves }, parameters: names.len() })
    }
}

/// A layout with every stride times `factor`.
const fn scaled(layout: &Layout, factor: Number) -> Result<Nested<Symbol>, Error> {
    let (modes, mut leaves, mut i) = (layout.leaf_modes(), List::new(Symbol::UNIT), 0);
    while i < modes.len() {
        let stride = tri!(factor.times(modes[i].stride));
        let _ = leaves.push(Symbol { extent: Number::Known(modes[i].extent), stride });
        i += 1;
    }
    Ok(Nested { profile: layout.profile(), leaves })
}

/// Reads a number, a name, or a tuple of such.
const fn numbers(
    reader: &mut Reader<'_>,
    names: &mut List<(usize, usize)>,
    out: &mut Nested<Number>,
) -> Result<(), Error> {
    if reader.eat(b'(') {
        tri!(out.open());
        loop {
            tri!(numbers(reader, names, out));
            let more = reader.eat(b',');
            if reader.eat(b')') {
                return out.close();
            }
            if !more {
                return reader.fail("a comma or a closing parenthesis");
            }
        }
    }
    let number = if reader.peek().is_ascii_alphabetic() {
        Number::Multiple { parameter: tri!(name(reader, names)), times: 1 }
    } else {
        Number::Known(tri!(reader.integer("a number or a name")))
    };
    out.push(&Nested::leaf(number))
}

/// Reads a name, and says which parameter it is.
const fn name(reader: &mut Reader<'_>, names: &mut List<(usize, usize)>) -> Result<usize, Error> {
    let start = reader.at;
    while reader.at < reader.text.len()
        && (reader.text[reader.at].is_ascii_alphanumeric() || reader.text[reader.at] == b'_')
    {
        reader.at += 1;
    }
    let mut i = 0;
    while i < names.len() {
        let (from, to) = names.at(i);
        let mut same = to - from == reader.at - start;
        let mut k = 0;
        while same && k < to - from {
            same = reader.text[from + k] == reader.text[start + k];
            k += 1;
        }
        if same {
            return Ok(i);
        }
        i += 1;
    }
    if names.len() == MAX_MODES || !names.push((start, reader.at)) {
        return Err(too_many(Op::Parse));
    }
    Ok(names.len() - 1)
}

/// A type that is a layout with some numbers left open: problem sizes, leading dimensions.
///
/// Made by [`mixed_layout!`](crate::mixed_layout), and by [`Mode`](crate::types::Mode),
/// [`ComposeTiler`](crate::types::ComposeTiler) and the divides of such a type.
/// [`Mixed`](crate::types::Mixed) is the value.
pub trait MixedLayout {
    /// The numbers, known and open.
    const SYMBOLIC: Symbolic;
}

/// As a reference, so that evaluation does not copy it.
struct Known<L>(L);

impl<L: MixedLayout> Known<L> {
    const SYMBOLIC: &'static Symbolic = &L::SYMBOLIC;
}

/// What is known of a layout.
pub(super) const fn known<L: MixedLayout>() -> &'static Symbolic {
    Known::<L>::SYMBOLIC
}
