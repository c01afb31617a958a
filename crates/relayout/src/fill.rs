//! One value everywhere.

#![allow(unsafe_code)]

use tilework::{LayoutRef, Mode};

use crate::check::window;
use crate::error::{Error, Result, Side};
use crate::loops::Joint;
use crate::machine::Isa;
use crate::plan::short;
use crate::program::Direct;

/// Writes one value to every offset of a layout, which may have some of them twice.
///
/// # Errors
/// [`TooShort`](crate::Error::TooShort) when the slice does not have every offset,
/// [`TooLarge`](crate::Error::TooLarge) when no slice could, and [`Layout`](crate::Error::Layout) when
/// it cannot be decided which those are. Nothing is written then.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::fill;
///
/// let mut data = *b"............";
/// fill(&mut data, &layout!((2,3):(1,4)), b'x')?;
/// assert_eq!(&data, b"xx..xx..xx..");
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
pub fn fill<'a, T: Copy>(
    dst: &mut [T],
    layout: impl Into<LayoutRef<'a>>,
    value: T,
) -> Result<(), Error> {
    let (layout, element) = (layout.into(), size_of::<T>());
    let window = window(layout, Side::Destination, element)?;
    if dst.len() < window.span {
        return Err(short(Side::Destination, dst.len(), window.span));
    }
    match layout {
        LayoutRef::Plain(layout) => {
            // What stays where it is, is written once.
            let modes = layout.leaf_modes().iter().copied().filter(|mode| mode.stride != 0);
            let modes: Vec<Mode> = modes.collect();
            let one: Vec<Mode> = modes.iter().map(|mode| Mode::new(mode.extent, 0)).collect();
            // The same shape twice has common loops.
            let mut joint = Joint::one(element);
            joint.describe(&modes, &one);
            joint.arrange();
            if let Some(direct) = Direct::new(&joint, Isa::best()) {
                let start = (window.base * element).wrapping_add_signed(joint.dst);
                // SAFETY: the slice has every offset of the layout, and the value is not in it. What is read
                // from one place is not transposed, so that no vector of integers holds padding.
                unsafe {
                    let to = dst.as_mut_ptr().cast::<u8>().add(start);
                    direct.run_all(to, (&raw const value).cast());
                }
            } else {
                dst[window.base] = value;
            }
        }
        LayoutRef::Composed(layout) => {
            for offset in layout.offsets() {
                dst[(window.base as i64 + offset) as usize] = value;
            }
        }
    }
    Ok(())
}
