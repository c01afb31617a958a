//! Layouts as arrays with strides: numpy, PyTorch, and the memrefs of MLIR.

use tilework::{Layout, Tuple};

use super::{Dialect, cute, refuse};
use crate::operations::value::Value;
use crate::syntax::dtype::Dtype;
use crate::text::diagnostic::Diagnostic;

/// A value in one of these dialects.
pub(super) fn print(value: &Value, dialect: Dialect, dtype: Dtype) -> Result<String, Diagnostic> {
    let what = match dialect {
        Dialect::Numpy => "an array of numpy",
        Dialect::Torch => "a tensor of PyTorch",
        _ => "a memref",
    };
    match value {
        Value::Layout(layout) => Array { layout, offset: 0, what }.print(dialect, dtype),
        Value::Slice(layout, offset) => {
            Array { layout, offset: *offset, what }.print(dialect, dtype)
        }
        Value::Pair(both) => {
            let [a, b] = both.map(|layout| print(&layout.into(), dialect, dtype));
            Ok(format!("{} and {}", a?, b?))
        }
        Value::Integer(_)
        | Value::Truth(_)
        | Value::Tuple(_)
        | Value::List(_)
        | Value::Order(_)
        | Value::Nothing => cute::print(
            value,
            if dialect == Dialect::Memref { Dialect::Dsl } else { Dialect::Python },
        ),
        Value::Composed(composed) => {
            let message = format!("{composed} has more than strides, and {what} has nothing else");
            match composed.to_layout() {
                Ok((plain, 0)) => refuse(message, &format!("to_layout of it is {plain}")),
                Ok((plain, at)) => refuse(message, &format!("to_layout of it is {plain} at {at}")),
                Err(_) => refuse(message, "--as dsl, python, cpp and cpp-types have swizzles"),
            }
        }
        _ => {
            let message =
                format!("{what} is made of a shape and strides, and not of {}", value.kind());
            refuse(message, "--as dsl, python and cpp-types write it")
        }
    }
}

/// A layout and the offset at which it starts.
struct Array<'a> {
    layout: &'a Layout,
    offset: i64,
    /// What it is to be, in words.
    what: &'a str,
}

impl Array<'_> {
    fn print(&self, dialect: Dialect, dtype: Dtype) -> Result<String, Diagnostic> {
        let Array { layout, offset, what } = *self;
        if layout.depth() > 1 {
            let message = format!(
                "{layout} has nested modes, and {what} has one extent and one stride for each axis"
            );
            let flat = layout.flatten();
            return refuse(message, &format!("flatten(A) has an axis for each leaf: {flat}"));
        }
        let (shape, strides) = (layout.shape(), layout.stride());
        match dialect {
            Dialect::Numpy => {
                self.reaches_nothing_below()?;
                let (name, bytes) = self.element(dtype)?;
                let strides = layout.byte_strides(bytes).ok();
                let at = i64::try_from(bytes).ok().and_then(|bytes| offset.checked_mul(bytes));
                let (Some(strides), Some(at)) = (strides, at) else {
                    let message =
                        format!("the strides of {layout} in bytes do not fit into 64 bits");
                    return refuse(message, "--dtype with smaller elements may fit");
                };
                let at = if at == 0 { String::new() } else { format!(" offset={at},") };
                let [shape, strides] = [shape, strides].map(|tuple| python(&tuple));
                Ok(format!("np.ndarray({shape}, {name}, data,{at} strides={strides})"))
            }
            Dialect::Torch => {
                let negative = layout.leaf_modes().iter().find(|mode| mode.stride < 0);
                if let Some(mode) = negative {
                    let message = format!(
                        "{layout} has the stride {}, and {what} has none below 0",
                        mode.stride
                    );
                    return refuse(message, "numpy and memref have negative strides");
                }
                self.reaches_nothing_below()?;
                // A shape is a tuple in any case.
                let [shape, strides] = [shape, strides].map(|tuple| match python(&tuple) {
                    one if tuple.is_leaf() => format!("({one},)"),
                    many => many,
                });
                Ok(match offset {
                    0 => format!("torch.empty_strided({shape}, {strides})"),
                    _ => format!("torch.as_strided(x, {shape}, {strides}, {offset})"),
                })
            }
            _ => {
                let dims: String =
                    shape.leaves().iter().map(|extent| format!("{extent}x")).collect();
                let strides: Vec<String> = strides.leaves().iter().map(i64::to_string).collect();
                let at = if offset == 0 { String::new() } else { format!(", offset: {offset}") };
                let (element, strides) = (dtype.mlir(), strides.join(", "));
                Ok(format!("memref<{dims}{element}, strided<[{strides}]{at}>>"))
            }
        }
    }

    /// The data start at offset 0, and nothing lies before them.
    fn reaches_nothing_below(&self) -> Result<(), Diagnostic> {
        let Array { layout, offset, what } = *self;
        let least = i128::from(layout.min_offset()) + i128::from(offset);
        if least >= 0 {
            return Ok(());
        }
        let message = format!("{layout} reaches offset {least}, before the data of {what}");
        let help = match i128::from(offset) - least {
            start if i64::try_from(start).is_ok() => {
                format!("from offset {start} on it fits: {layout} at {start}")
            }
            _ => "from a larger offset on it fits".to_owned(),
        };
        refuse(message, &help)
    }

    /// numpy's name of the type, and the bytes of an element.
    fn element(&self, dtype: Dtype) -> Result<(String, usize), Diagnostic> {
        let bytes = (dtype.bits() / 8) as usize;
        match dtype.numpy() {
            Some(name) => Ok((format!("np.{name}"), bytes)),
            // Libraries that add a type of whole bytes store it as opaque ones.
            None if dtype.bits().is_multiple_of(8) => Ok((format!("'V{bytes}'"), bytes)),
            None => {
                let message = format!("an element of {} is no whole number of bytes", dtype.name());
                refuse(message, "--dtype i8 counts bytes")
            }
        }
    }
}

/// `(4, 8)`, `(4,)`, `4`.
fn python(tuple: &Tuple) -> String {
    let items: Vec<String> = tuple.leaves().iter().map(i64::to_string).collect();
    match items.as_slice() {
        [one] if tuple.is_leaf() => one.clone(),
        [one] => format!("({one},)"),
        items => format!("({})", items.join(", ")),
    }
}
