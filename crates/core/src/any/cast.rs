//! Elements of another width, of layouts that may be composed.

use crate::any::AnyLayout;
use crate::error::Result;

macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident($($argument:ident),*);)*) => {
        impl AnyLayout {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("As [`ComposedLayout::", stringify!($name), "`](crate::ComposedLayout::", stringify!($name), ").")]
                pub fn $name(&self, $($argument: i64),*) -> Result<AnyLayout> {
                    match self.by_bits() {
                        AnyLayout::Plain(layout) => layout.$name($($argument),*).map(AnyLayout::Plain),
                        AnyLayout::Composed(composed) => {
                            composed.$name($($argument),*).map(AnyLayout::Composed)
                        }
                    }
                }
            )*
        }
    };
}

casts! {
    /// Elements that are `n` times as large.
    upcast(n);
    /// Elements that are `n` times as small.
    downcast(n);
    /// Elements of another width.
    recast(old_bits, new_bits);
}
