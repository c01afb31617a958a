//! Layouts, tuples and slicers in source code, read when the program is compiled.

use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Slicer, Tuple};

/// The layout of a text in its plainest form; everything else, and every error, is left to the reader.
///
/// One loop without a call: when the compiler runs this, a call costs as much as ten statements,
/// also that for the length of a slice, and the reader takes a millisecond for a literal.
const fn plain_layout(text: &[u8]) -> Option<Layout> {
    let mut modes = [Mode::UNIT; MAX_MODES];
    // The symbols of the profile, of the shape and then of the stride.
    let (mut bits, mut len, mut shape, mut shape_len) = (0_u128, 0_u32, 0_u128, 0_u32);
    let (mut leaf, mut level, mut ended, mut strides, mut i) = (0, 0, false, false, 0);
    let (mut size, end) = (1, text.len());
    while i < end {
        let byte = text[i];
        i += 1;
        match byte {
            b' ' | b'\n' => {}
            b'(' if !ended && len < 100 => {
                bits |= 1 << len;
                len += 1;
                level += 1;
            }
            b')' if ended && level > 0 && len < 126 => {
                len += 1;
                level -= 1;
            }
            b',' if ended && level > 0 => ended = false,
            b':' if ended && level == 0 && !strides => {
                (shape, shape_len, bits, len, leaf) = (bits, len, 0, 0, 0);
                (ended, strides) = (false, true);
            }
            b'-' | b'0'..=b'9' if !ended && leaf < MAX_MODES && len < 120 => {
                let negative = byte == b'-';
                let mut value = if negative { 0 } else { (byte - b'0') as i64 };
                let first = i;
                while i < end {
                    let digit = text[i];
                    if digit < b'0' || digit > b'9' {
                        break;
                    }
                    value = value * 10 + (digit - b'0') as i64;
                    // The sum of all `extent - 1` is below the size. So with a size below 2^30 the span
                    // is below 2^60, and all promises of a layout hold.
                    if value >= 1 << 30 {
                        return None;
                    }
                    i += 1;
                }
                if strides {
                    modes[leaf].stride = if negative { -value } else { value };
                } else {
                    size *= value;
                    modes[leaf].extent = value;
                }
                if size < 1 || size >= 1 << 30 || negative && (i == first || !strides) {
                    return None;
                }
                bits |= 1 << len;
                len += 2;
                leaf += 1;
                ended = true;
            }
            _ => return None,
        }
    }
    if !strides || !ended || level != 0 || bits != shape || len != shape_len {
        return None;
    }
    let leaves = List::of_slots(modes, leaf);
    Some(Layout { tree: Nested { profile: Profile::from_bits(bits, len), leaves } })
}

/// The value of a literal, or the end of the constant evaluation.
macro_rules! literal {
    ($vis:vis $function:ident, $type:ty) => {
        #[doc = concat!("A [`", stringify!($type), "`] from its notation, or the end of the compilation.")]
        $vis const fn $function(text: &str) -> $type {
            match <$type>::parse(text) {
                Ok(value) => value,
                Err(error) => error.raise(),
            }
        }
    };
}

pub(crate) use literal;

/// Layouts are the most frequent literals, and a program may have thousands.
pub const fn layout_literal(text: &str) -> Layout {
    match plain_layout(text.as_bytes()) {
        Some(layout) => layout,
        None => any_layout(text),
    }
}

literal!(any_layout, Layout);
literal!(pub tuple_literal, Tuple);
literal!(pub slicer_literal, Slicer);

/// A [`Layout`] from its notation, checked when the program is compiled.
///
/// ```
/// use tilework::{Layout, layout};
///
/// const TILE: Layout = layout!(((2,4),8):((1,2),8));
/// assert_eq!(TILE.size(), 64);
/// assert_eq!(layout!((4,8)), layout!((4,8):(1,4)));
/// ```
///
/// What is not a layout does not compile:
///
/// ```compile_fail
/// const BAD: tilework::Layout = tilework::layout!((4,8):(1,4,2));
/// ```
#[macro_export]
macro_rules! layout {
    ($($text:tt)*) => {
        const {
            // An item: `cargo check` evaluates it, and an expression only `cargo build`.
            const LITERAL: $crate::Layout = $crate::layout_literal(stringify!($($text)*));
            LITERAL
        }
    };
}

/// A [`Tuple`] from its notation, checked when the program is compiled: `tuple!((4,8))`.
#[macro_export]
macro_rules! tuple {
    ($($text:tt)*) => {
        const {
            // An item: `cargo check` evaluates it, and an expression only `cargo build`.
            const LITERAL: $crate::Tuple = $crate::tuple_literal(stringify!($($text)*));
            LITERAL
        }
    };
}

/// A [`Slicer`] from its notation, checked when the program is compiled: `slicer!((_,2))`.
#[macro_export]
macro_rules! slicer {
    ($($text:tt)*) => {
        const {
            // An item: `cargo check` evaluates it, and an expression only `cargo build`.
            const LITERAL: $crate::Slicer = $crate::slicer_literal(stringify!($($text)*));
            LITERAL
        }
    };
}
