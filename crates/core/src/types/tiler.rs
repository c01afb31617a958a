//! Tilers in types.

use crate::algebra::tiler::Tiler;
use crate::types::StaticLayout;

/// A type that is a tiler: a layout, acting on all modes together; a tuple of tilers, acting mode by
/// mode; [`Keep`] for `_`; or what [`static_tiler!`](crate::static_tiler) makes.
///
/// ```
/// use tilework::types::{Keep, StaticTiler};
/// use tilework::{static_layout, tiler};
///
/// static_layout!(struct T = 3:3);
/// assert_eq!(T::TILER, tiler!(3:3));
/// assert_eq!(<(T, Keep, T)>::TILER, tiler!(<3:3,_,3:3>));
/// ```
pub trait StaticTiler {
    /// The tiler.
    const TILER: Tiler;
}

impl<L: StaticLayout> StaticTiler for L {
    const TILER: Tiler = Tiler::layout(L::LAYOUT);
}

/// `_` in a tiler: the mode stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keep;

impl StaticTiler for Keep {
    const TILER: Tiler = Tiler::keep();
}

macro_rules! by_mode {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: StaticTiler),*> StaticTiler for ($($name,)*) {
            const TILER: Tiler = match Tiler::by_mode(&[$($name::TILER),*]) {
                Ok(tiler) => tiler,
                Err(error) => error.raise(),
            };
        }
    )*};
}

by_mode! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }
