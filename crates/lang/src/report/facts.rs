//! What there is to know about a layout, plain or composed.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use tilework::{AnyLayout, ComposedLayout, LayoutRef, Order, Outer, Shape, Vector};

use super::tree::{Strided, Tree};
use crate::operations::mirror::Turn;

/// The facts of a layout. What is `None` was not decided within the budget.
///
/// Its `Display` form is one line.
///
/// ```
/// use tilework_lang::report::Facts;
///
/// let facts = Facts::of(&tilework::layout!((4,8):(1,5)));
/// assert_eq!((facts.size, facts.cosize, facts.injective), (32, Some(39), Some(true)));
/// assert_eq!(facts.to_string(), "size 32, cosize 39, rank 2, depth 1, injective yes, vector 4 along mode 0, aligned to 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Facts {
    /// Of a composed layout: its maps from left to right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub maps: Vec<Map>,
    /// Its extents.
    pub shape: Tree<i64>,
    /// Its strides; of a composed layout, those of the layout inside.
    pub stride: Tree<i64>,
    /// How many coordinates there are.
    pub size: i64,
    /// The largest offset minus the smallest, plus one.
    pub cosize: Option<i64>,
    /// How many modes.
    pub rank: usize,
    /// How deep they are nested.
    pub depth: usize,
    /// Whether no two coordinates have one offset.
    pub injective: Option<bool>,
    /// Whether the offsets are an interval, each reached once.
    pub contiguous: Option<bool>,
    /// How many indices from 0 on have offsets one apart.
    pub vector_width: Option<i64>,
    /// The widest vector along any mode, and how it is aligned; of a part, from the offset on where it starts.
    #[serde(serialize_with = "vector")]
    pub vector: Option<Vector>,
    /// Of a composed layout: the plain one with the same function.
    #[serde(skip_serializing_if = "Plain::is_itself")]
    pub plain: Plain,
}

/// One map of a composed layout, and what is added before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Map {
    /// The map.
    pub map: MapKind,
    /// What is added to its argument.
    pub offset: i64,
}

/// What a map does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[non_exhaustive]
pub enum MapKind {
    /// A swizzle.
    Swizzle {
        /// How many bits are changed.
        bits: u32,
        /// The lowest of them.
        base: u32,
        /// How far away the bits are that change them.
        shift: i32,
    },
    /// A map that is linear over XOR.
    Xor {
        /// What 1, 2, 4, ... are mapped to.
        columns: Vec<i64>,
    },
    /// A layout.
    Layout(Strided),
}

/// The plain layout with the same function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Plain {
    /// The layout is plain itself.
    Itself,
    /// There is none, or none was found within the budget.
    None,
    /// This one, from an offset on.
    At {
        /// Its extents.
        shape: Tree<i64>,
        /// Its strides.
        stride: Tree<i64>,
        /// Where it starts.
        offset: i64,
    },
}

impl Plain {
    fn of(composed: &ComposedLayout) -> Plain {
        Plain::of_in(Order::Colex, composed)
    }

    /// That of the mirror image of a composed layout, for lexicographic order.
    fn of_in(order: Order, composed: &ComposedLayout) -> Plain {
        let Ok((layout, offset)) = composed.to_layout() else { return Plain::None };
        let layout = if order == Order::Lex { layout.mirrored() } else { layout };
        let Strided { shape, stride } = Strided::of(&layout);
        Plain::At { shape, stride, offset }
    }

    fn is_itself(&self) -> bool {
        *self == Plain::Itself
    }
}

impl Facts {
    /// The facts of this layout where indices count in this order.
    ///
    /// ```
    /// use tilework::{Order, layout};
    /// use tilework_lang::report::Facts;
    ///
    /// let rows = layout!((4,8):(16,1)).into();
    /// assert_eq!(Facts::of_in(Order::Lex, &rows).vector_width, Some(8));
    /// assert_eq!(Facts::of_in(Order::Colex, &rows).vector_width, Some(1));
    /// ```
    pub fn of_in(order: Order, layout: &AnyLayout) -> Facts {
        Facts::of_ref(order, layout.into())
    }

    /// The same, of a layout that is borrowed: a copy is some hundreds of bytes.
    pub(super) fn of_ref(order: Order, layout: LayoutRef<'_>) -> Facts {
        let facts = Facts::of(layout);
        if order == Order::Colex {
            return facts;
        }
        let layout: &AnyLayout =
            &layout.composed().map_or_else(|| layout.inner().into(), |composed| (*composed).into());
        // What was not decided in the mirror image, or does not fit there, is not known.
        let Ok(image) = Turn::Whole.any(layout) else {
            let (cosize, injective, contiguous) = (None, None, None);
            let (vector_width, vector) = (None, None);
            let plain = if facts.plain.is_itself() { Plain::Itself } else { Plain::None };
            return Facts { cosize, injective, contiguous, vector_width, vector, plain, ..facts };
        };
        let plain =
            image.as_ref().composed().map_or(Plain::Itself, |image| Plain::of_in(order, image));
        let image = Facts::of(&image);
        let vector = image.vector.map(|vector| vector_in(order, vector, &layout.shape()));
        Facts { maps: facts.maps, shape: facts.shape, stride: facts.stride, plain, vector, ..image }
    }

    /// The facts of this layout, where indices count leftmost fastest.
    pub fn of<'a>(layout: impl Into<LayoutRef<'a>>) -> Facts {
        let layout = layout.into();
        let Strided { shape, stride } = Strided::of(layout.inner());
        let (size, injective) = (layout.size(), layout.is_injective().ok());
        // As many offsets as the interval has, each taken once, fill it.
        let contiguous = match (layout.plain(), injective) {
            (Some(plain), Some(injective)) => Some(injective && plain.cosize() == size),
            _ => layout.is_contiguous().ok(),
        };
        Facts {
            maps: layout.composed().map_or_else(Vec::new, maps),
            shape,
            stride,
            size,
            cosize: layout.cosize().ok(),
            rank: layout.rank(),
            depth: layout.depth(),
            injective,
            contiguous,
            vector_width: layout.vector_width().ok(),
            vector: layout.vector().ok(),
            plain: layout.composed().map_or(Plain::Itself, Plain::of),
        }
    }

    /// The same layout, as a part that starts at an offset.
    pub(super) fn at(self, offset: i64) -> Facts {
        Facts { vector: self.vector.map(|vector| vector.at(offset)), ..self }
    }
}

/// A vector of a layout that was counted in this order, along the mode of the layout itself: where the
/// order is lexicographic, its mirror image was measured.
pub(super) fn vector_in(order: Order, vector: Vector, shape: &Shape) -> Vector {
    match order {
        Order::Colex => vector,
        Order::Lex => {
            let path: Vec<usize> = vector.mode_path().collect();
            vector.along(&Turn::Whole.path(shape, &path))
        }
    }
}

/// A vector as JSON has it; the path is empty for one in index order.
pub(super) fn vector<S: Serializer>(
    vector: &Option<Vector>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(vector) = vector else { return serializer.serialize_none() };
    let mut object = serializer.serialize_struct("Vector", 3)?;
    object.serialize_field("width", &vector.width())?;
    object.serialize_field("mode", &vector.mode_path().collect::<Vec<_>>())?;
    object.serialize_field("aligned", &vector.aligned())?;
    object.end()
}

fn maps(composed: &ComposedLayout) -> Vec<Map> {
    let stages = (0..composed.stages()).filter_map(|i| composed.stage(i).ok());
    let maps = stages.map(|(map, offset)| Map {
        map: match map {
            Outer::Swizzle(s) => {
                MapKind::Swizzle { bits: s.bits(), base: s.base(), shift: s.shift() }
            }
            Outer::Xor(map) => MapKind::Xor { columns: map.columns().to_vec() },
            Outer::Layout(layout) => MapKind::Layout(Strided::of(&layout)),
        },
        offset,
    });
    maps.collect()
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { size, rank, depth, .. } = self;
        write!(f, "size {size}, cosize {}", number(self.cosize))?;
        write!(f, ", rank {rank}, depth {depth}, injective {}", word(self.injective))?;
        if self.contiguous == Some(true) {
            f.write_str(", contiguous")?;
        }
        match &self.vector {
            Some(vector) => write!(f, ", vector {vector}"),
            None => write!(f, ", vector {UNKNOWN}"),
        }
    }
}

/// A number that may be unknown, in words.
fn number(number: Option<i64>) -> String {
    number.map_or_else(|| UNKNOWN.to_owned(), |number| number.to_string())
}

/// A truth value that may be unknown, in words.
fn word(truth: Option<bool>) -> &'static str {
    match truth {
        Some(true) => "yes",
        Some(false) => "no",
        None => UNKNOWN,
    }
}

const UNKNOWN: &str = "undecided";
