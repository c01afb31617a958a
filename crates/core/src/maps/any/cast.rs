//! Elements of another width, of layouts that may be composed.

use crate::ground::error::Error;
use crate::maps::any::AnyLayout;

macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident($($argument:ident),*), $and_offset:ident in $unit:literal;)*) => {
        impl AnyLayout {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("As [`ComposedLayout::", stringify!($name), "`](crate::ComposedLayout::", stringify!($name), ").")]
                pub fn $name(&self, $($argument: i64),*) -> Result<AnyLayout, Error> {
                    Ok(self.$and_offset($($argument),*)?.0)
                }

                #[doc = concat!("[`", stringify!($name), "`](AnyLayout::", stringify!($name), "), and how far the pointer moves, in ", $unit, ".")]
                /// For a composed layout it is 0: its offset is part of it.
                ///
                /// # Errors
                #[doc = concat!("As [`", stringify!($name), "`](AnyLayout::", stringify!($name), ").")]
                pub fn $and_offset(&self, $($argument: i64),*) -> Result<(AnyLayout, i64), Error> {
                    match self.by_bits() {
                        AnyLayout::Plain(layout) => {
                            let (layout, offset) = layout.$and_offset($($argument),*)?;
                            Ok((AnyLayout::Plain(layout), offset))
                        }
                        AnyLayout::Composed(composed) => {
                            Ok((AnyLayout::Composed(composed.$name($($argument),*)?), 0))
                        }
                    }
                }
            )*
        }
    };
}

casts! {
    /// Elements that are `n` times as large.
    upcast(n), upcast_and_offset in "elements of this layout";
    /// Elements that are `n` times as small.
    downcast(n), downcast_and_offset in "elements of the result";
    /// Elements of another width.
    recast(old_bits, new_bits), recast_and_offset in "bits";
}
