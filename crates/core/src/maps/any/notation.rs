//! Reading a layout of either kind.

use core::str::FromStr;

use crate::ground::error::Error;
use crate::ground::text::Text;
use crate::layout::notation::{Reader, notation};
use crate::maps::any::AnyLayout;
use crate::maps::composed::notation::Parts;

notation!(AnyLayout, |reader| match reader.composed() {
    Ok(Parts::Plain(layout)) => Ok(AnyLayout::Plain(layout)),
    Ok(Parts::Composed(composed)) => Ok(AnyLayout::Composed(composed)),
    Err(error) => Err(error),
});
