//! Types from the notation.

/// A type that is a layout, from its notation; or a name for the type of an expression, computed on
/// the spot, so that an illegal one is an error there and not where it is first used.
///
/// ```
/// use tilework::types::{Compose, Static, StaticLayout};
/// use tilework::{layout, static_layout};
///
/// static_layout!(pub struct A = (6,2):(8,2));
/// static_layout!(
///     /// Documented, with attributes, as any type.
///     pub struct B = (4,3):(3,1)
/// );
/// static_layout!(pub type R = Compose<A, B>);
/// assert_eq!(R::LAYOUT, layout!(((2,2),3):((24,2),8)));
/// assert_eq!(Static::<R>::new().at((1, 2)), 40);
/// ```
///
/// What is not a layout does not compile, used or not:
///
/// ```compile_fail
/// // layout: (4,8):(1,4,2): the tuples are not nested alike: 2 leaves and 3
/// tilework::static_layout!(struct Bad = (4,8):(1,4,2));
/// ```
#[macro_export]
macro_rules! static_layout {
    ($(#[$doc:meta])* $vis:vis struct $name:ident = $($text:tt)+) => {
        $(#[$doc])*
        $vis struct $name;

        impl $crate::types::StaticLayout for $name {
            // Not `layout!`, which is one constant more for the compiler.
            const LAYOUT: $crate::Layout = $crate::layout_literal(stringify!($($text)+));
        }

        // Used on the spot, so that `cargo check` meets it.
        const _: $crate::Layout = <$name as $crate::types::StaticLayout>::LAYOUT;
    };
    ($(#[$doc:meta])* $vis:vis type $name:ident = $type:ty) => {
        $(#[$doc])*
        $vis type $name = $type;

        const _: $crate::Layout = <$type as $crate::types::StaticLayout>::LAYOUT;
    };
}

/// A type that is a tiler, from its notation.
///
/// ```
/// use tilework::types::{StaticLayout, ZippedDivide};
/// use tilework::{layout, static_layout, static_tiler};
///
/// static_layout!(struct A = (12,32):(1,12));
/// static_tiler!(struct T = <4,8>);
/// assert_eq!(ZippedDivide::<A, T>::LAYOUT, layout!(((4,8),(3,4)):((1,12),(4,96))));
/// ```
#[macro_export]
macro_rules! static_tiler {
    ($(#[$doc:meta])* $vis:vis struct $name:ident = $($text:tt)+) => {
        $(#[$doc])*
        $vis struct $name;

        impl $crate::types::StaticTiler for $name {
            const TILER: $crate::Tiler = $crate::tiler!($($text)+);
        }
    };
}
