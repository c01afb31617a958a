//! Linear layouts as Triton prints them:
//!
//! ```text
//!  - register=1 -> (0, 1)
//!    register=2 -> (8, 0)
//!  - lane=1 -> (0, 2)
//!  - block is a size 1 dimension
//! where out dims are: [dim0 (size 16), dim1 (size 8)]
//! ```

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::nested::too_many;
use crate::ground::text::Text;
use crate::maps::linear::{DIMS, LinearDim, LinearLayout, offset_of, total_bits};
use crate::maps::swizzle::{BITS, power_of_two};
use crate::maps::xor_map::XorMap;

impl<'a> LinearLayout<'a> {
    /// Reads what Triton prints; the names are those of the text.
    ///
    /// # Errors
    /// [`Parse`](ErrorKind::Parse) with the byte at which a line that cannot be read starts, and what
    /// [`new`](LinearLayout::new) refuses.
    ///
    /// ```
    /// use tilework::LinearLayout;
    ///
    /// let text = " - lane=1 -> (0, 1)\n   lane=2 -> (1, 0)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]";
    /// let a = LinearLayout::parse(text)?;
    /// assert_eq!(a.to_layout()?.to_string(), "((2,2)):((2,1))");
    /// assert_eq!(a.to_string(), text);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<LinearLayout<'a>, Error> {
        read(text).map_err(|error| error.on(Text::EMPTY.str(text)))
    }
}

fn read(text: &str) -> Result<LinearLayout<'_>, Error> {
    let fail = |line: &str, expected| {
        // Lines are parts of the text.
        let at = line.as_ptr() as usize - text.as_ptr() as usize;
        Error::new(Op::Parse, ErrorKind::Parse { at, expected })
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let last = lines().next_back().unwrap_or(text);
    let outs = last.trim().strip_prefix("where out dims are: [").and_then(|l| l.strip_suffix(']'));
    let outs = outs.ok_or_else(|| fail(last, "`where out dims are: [dim0 (size 16), ...]`"))?;
    let empty = || List::<LinearDim<'_>, DIMS>::new(LinearDim { name: "", bits: 0 });
    let (mut out_dims, mut ins) = (empty(), empty());
    for dim in outs.split("), ").filter(|dim| !dim.is_empty()) {
        let parts = dim.trim_end_matches(')').split_once(" (size ");
        let (name, size) = parts.ok_or_else(|| fail(last, "a name and `(size n)`"))?;
        let size = size.parse().map_err(|_| fail(last, "a size that is an integer"))?;
        let bits = power_of_two(Op::XorMap, "the size of an output", size)?;
        push(&mut out_dims, LinearDim { name, bits })?;
    }
    total_bits(out_dims.as_slice())?;
    let (mut columns, mut count) = ([0; BITS as usize], 0);
    for line in lines().take_while(|&line| !core::ptr::eq(line, last)) {
        let entry = line.trim();
        let (entry, starts) = match entry.strip_prefix("- ") {
            Some(entry) => (entry, true),
            None => (entry, false),
        };
        if let Some(name) = entry.strip_suffix(" is a size 1 dimension") {
            push(&mut ins, LinearDim { name, bits: 0 })?;
            continue;
        }
        let parts = entry.split_once(" -> (").and_then(|(left, right)| {
            let (name, index) = left.split_once('=')?;
            Some((name, index.parse::<i64>().ok()?, right.strip_suffix(')')?))
        });
        let (name, index, basis) = parts.ok_or_else(|| fail(line, "`lane=1 -> (0, 4)`"))?;
        if starts {
            push(&mut ins, LinearDim { name, bits: 0 })?;
        }
        // The bits of an input follow one another.
        let dim = ins.last().filter(|dim| dim.name == name && dim.bits < BITS);
        let dim = dim.filter(|dim| index == 1 << dim.bits);
        let dim = dim.ok_or_else(|| fail(line, "the next power of two of the same input"))?;
        ins.set(ins.len() - 1, LinearDim { name, bits: dim.bits + 1 });
        let mut vector = List::<i64, DIMS>::new(0);
        for part in basis.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let value = part.parse().map_err(|_| fail(line, "a basis of integers"))?;
            vector.push(value).then_some(()).ok_or_else(|| too_many(Op::XorMap))?;
        }
        total_bits(ins.as_slice())?;
        columns[count] = offset_of(vector.as_slice(), out_dims.as_slice())?;
        count += 1;
    }
    Ok(LinearLayout { ins, outs: out_dims, map: XorMap::new(&columns[..count])? })
}

fn push<'a>(dims: &mut List<LinearDim<'a>, DIMS>, dim: LinearDim<'a>) -> Result<(), Error> {
    dims.push(dim).then_some(()).ok_or_else(|| too_many(Op::XorMap))
}

/// As Triton prints it.
impl fmt::Display for LinearLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, dim) in self.ins().iter().enumerate() {
            if dim.bits == 0 {
                writeln!(f, " - {} is a size 1 dimension", dim.name)?;
            }
            for bit in 0..dim.bits {
                let mark = if bit == 0 { " - " } else { "   " };
                write!(f, "{mark}{}={} -> (", dim.name, 1_i64 << bit)?;
                for (k, x) in self.basis(i, bit).iter().flat_map(|b| b.leaves()).enumerate() {
                    write!(f, "{}{x}", if k == 0 { "" } else { ", " })?;
                }
                writeln!(f, ")")?;
            }
        }
        f.write_str("where out dims are: [")?;
        for (k, dim) in self.outs().iter().enumerate() {
            let comma = if k == 0 { "" } else { ", " };
            write!(f, "{comma}{} (size {})", dim.name, 1_i64 << dim.bits)?;
        }
        f.write_str("]")
    }
}
