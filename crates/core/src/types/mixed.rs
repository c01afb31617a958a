//! Layouts of which the type knows some numbers, and the value the others.

use core::fmt;
use core::marker::PhantomData;

use crate::algebra::tiler::by_mode::Form;
use crate::ground::error::Error;
use crate::layout::layout::Layout;
use crate::types::symbolic::known;
use crate::types::{
    ComposeTiler, FlatDivide, LogicalDivide, MixedLayout, Mode, StaticCoord, StaticTiler, Symbolic,
    TiledDivide, ZippedDivide,
};

/// The value of a [`MixedLayout`]: a layout of which the compiler knows most numbers.
///
/// The tile of a matrix whose size and leading dimension are not known stays in the type:
///
/// ```
/// use tilework::types::{Mixed, ZippedDivide};
/// use tilework::{layout, mixed_layout, static_tiler};
///
/// mixed_layout!(struct Matrix = (M,N):(1,ld));
/// static_tiler!(struct Tile = <8,4>);
/// type Tiles = ZippedDivide<Matrix, Tile>;           // ((8,4),(M/8,N/4)):((1,ld),(8,4*ld))
///
/// let (m, n, ld) = (64, 40, 100);                    // known when the program runs
/// let tiles = Mixed::<Tiles>::new([m, n, ld])?;
/// assert_eq!(tiles.layout(), &layout!(((8,4),(8,10)):((1,100),(8,400))));
///
/// // i + j*ld + 8*k + 4*l*ld, without a division: 8 and 4 are constants in the machine code.
/// assert_eq!(tiles.at(((3, 2), (5, 7))), 3 + 2 * 100 + 5 * 8 + 7 * 400);
/// assert_eq!(tiles.at((19, (5, 7))), 3 + 2 * 100 + 5 * 8 + 7 * 400);
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// # What is possible
///
/// Any extent and any stride may be open, and one name may stand in several places. A tiler acts mode
/// by mode; a mode of which numbers are open must be a single one, `n:d`, and modes of which all is
/// known may be nested and are tiled by the whole algebra. As in
/// [`logical_divide`](Layout::logical_divide), a tile may overhang: extents are rounded up.
/// Composition with a layout across open modes, complements and inverses depend on the numbers, and
/// belong to run time: [`layout`](Mixed::layout) has them. That two parameters are equal, or one a
/// multiple of 8, is not something that types of stable Rust can say.
///
/// ```compile_fail
/// # use tilework::{mixed_layout, static_layout, types::{LogicalDivide, Mixed}};
/// mixed_layout!(struct Matrix = (M,N):(1,ld));
/// static_layout!(struct T = 4:2);
/// // logical_divide: a tile across several modes with numbers that are left open
/// let _ = Mixed::<LogicalDivide<Matrix, T>>::new([8, 8, 8]);
/// ```
#[derive(Clone, Copy)]
pub struct Mixed<L> {
    layout: Layout,
    marker: PhantomData<fn() -> L>,
}

impl<L: MixedLayout> Mixed<L> {
    /// The layout with these parameters, in the order in which their names first appear in the
    /// notation. Another number of them does not compile.
    ///
    /// # Errors
    /// [`BadExtent`](crate::ErrorKind::BadExtent), [`Overflow`](crate::ErrorKind::Overflow), as [`Layout::new`].
    pub const fn new<const N: usize>(parameters: [i64; N]) -> Result<Mixed<L>, Error> {
        const { assert!(N == L::SYMBOLIC.parameters(), "one value for each name of the layout") };
        match known::<L>().bind(&parameters) {
            Ok(layout) => Ok(Mixed { layout, marker: PhantomData }),
            Err(error) => Err(error),
        }
    }

    /// The offset at a coordinate, as [`Static::at`](crate::types::Static::at): without a check, and
    /// with a division only where an index runs through several modes.
    #[inline(always)]
    pub fn at(&self, coord: impl StaticCoord) -> i64 {
        coord.offset_mixed::<L>(self.layout.tree.leaves.slots(), 0)
    }

    /// The layout, as a value: for everything that is not known when the program is compiled.
    #[inline]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }
}

impl<L> fmt::Debug for Mixed<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.layout, f)
    }
}

const fn or_raise(symbolic: Result<Symbolic, Error>) -> Symbolic {
    match symbolic {
        Ok(symbolic) => symbolic,
        Err(error) => error.raise(),
    }
}

impl<A: MixedLayout, const I: usize> MixedLayout for Mode<A, I> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.mode(I));
}

impl<A: MixedLayout, T: StaticTiler> MixedLayout for ComposeTiler<A, T> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.compose_tiler(&T::TILER));
}

impl<A: MixedLayout, T: StaticTiler> MixedLayout for LogicalDivide<A, T> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.divide(&T::TILER));
}

impl<A: MixedLayout, T: StaticTiler> MixedLayout for ZippedDivide<A, T> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.divide_in_form(&T::TILER, Form::Zipped));
}

impl<A: MixedLayout, T: StaticTiler> MixedLayout for TiledDivide<A, T> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.divide_in_form(&T::TILER, Form::Tiled));
}

impl<A: MixedLayout, T: StaticTiler> MixedLayout for FlatDivide<A, T> {
    const SYMBOLIC: Symbolic = or_raise(A::SYMBOLIC.divide_in_form(&T::TILER, Form::Flat));
}

/// A type that is a layout with some numbers left open, from its notation with names in their
/// places: see [`Mixed`].
///
/// ```
/// use tilework::{layout, mixed_layout, types::Mixed};
///
/// mixed_layout!(pub struct Padded = ((4,2),n):((1,ld),8));
/// let a = Mixed::<Padded>::new([5, 100])?;                 // n, ld
/// assert_eq!(a.layout(), &layout!(((4,2),5):((1,100),8)));
/// # Ok::<(), tilework::Error>(())
/// ```
#[macro_export]
macro_rules! mixed_layout {
    ($(#[$doc:meta])* $vis:vis struct $name:ident = $($text:tt)+) => {
        $(#[$doc])*
        $vis struct $name;

        impl $crate::types::MixedLayout for $name {
            const SYMBOLIC: $crate::types::Symbolic =
                match $crate::types::Symbolic::parse(stringify!($($text)+)) {
                    Ok(symbolic) => symbolic,
                    Err(error) => error.raise(),
                };
        }
    };
}
