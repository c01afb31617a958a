//! The fields of an encoding of Triton: `{sizePerThread = [1, 4], order = [1, 0]}`.

use std::rc::Rc;

use super::bases::Bases;
use super::encoding::{Blocked, Encoding, Swizzled, extents};
use super::scan::Scan;
use super::unsupported;
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// The most axes of a linear layout.
const MOST_AXES: usize = 8;

/// The value of a field.
pub(super) enum Field {
    Integer(i64),
    List(Vec<Field>),
    Word(String),
    Encoding(Rc<Encoding>),
}

/// An integer, a word, or a list of such.
pub(super) fn list(scan: &mut Scan<'_>) -> Result<Field, Diagnostic> {
    if scan.is("[") {
        return scan.list("[", "]", list).map(Field::List);
    }
    match scan.word() {
        Some((word, _)) => Ok(Field::Word(word.to_owned())),
        None => Ok(Field::Integer(scan.integer()?.0)),
    }
}

/// The fields of an encoding.
pub(super) struct Fields<'a> {
    pub(super) fields: Vec<(&'a str, Field)>,
    pub(super) span: Span,
}

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.0 == name).map(|field| &field.1)
    }

    fn wrong(&self, message: String) -> Diagnostic {
        Diagnostic::syntax(self.span.clone(), message).labelled("this encoding")
    }

    fn integer(&self, name: &str) -> Result<i64, Diagnostic> {
        match self.get(name) {
            Some(Field::Integer(value)) => Ok(*value),
            _ => Err(self.wrong(format!("`{name}` is missing: it is an integer"))),
        }
    }

    fn integers(&self, name: &str) -> Result<Vec<i64>, Diagnostic> {
        self.list(name)?.ok_or_else(|| self.wrong(format!("`{name}` is missing: it is a list")))
    }

    fn list(&self, name: &str) -> Result<Option<Vec<i64>>, Diagnostic> {
        let Some(field) = self.get(name) else { return Ok(None) };
        self.numbers(name, field).map(Some)
    }

    fn numbers(&self, name: &str, field: &Field) -> Result<Vec<i64>, Diagnostic> {
        let wrong = || self.wrong(format!("`{name}` has to be a list of integers"));
        let Field::List(items) = field else { return Err(wrong()) };
        let integers = items.iter().map(|item| match item {
            Field::Integer(value) => Ok(*value),
            _ => Err(wrong()),
        });
        integers.collect()
    }

    /// A list of coordinates; none where the field is missing.
    pub(super) fn bases(&self, name: &str) -> Result<Bases, Diagnostic> {
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Field::List(items)) => items.iter().map(|item| self.numbers(name, item)).collect(),
            Some(_) => Err(self.wrong(format!("`{name}` has to be a list of coordinates"))),
        }
    }

    /// Refuses bases that are not coordinates of one tile.
    pub(super) fn one_rank<'b>(
        &self,
        mut bases: impl Iterator<Item = &'b Vec<i64>>,
    ) -> Result<(), Diagnostic> {
        let Some(first) = bases.next() else {
            let message = "without a basis, the number of axes is not known".to_owned();
            return Err(unsupported(self.span.clone(), message, "a layout of one element is 1:0"));
        };
        let shown = |basis: &Vec<i64>| quote(&format!("{basis:?}"));
        let negative = first.iter().any(|&coordinate| coordinate < 0);
        match bases.find(|basis| basis.len() != first.len() || basis.iter().any(|&c| c < 0)) {
            Some(other) => {
                let (other, first) = (shown(other), shown(first));
                Err(self.wrong(format!("{other} is not a coordinate as {first} is")))
            }
            None if negative => Err(self.wrong(format!("{} is not a coordinate", shown(first)))),
            None => Ok(()),
        }
    }

    /// Refuses shared memory of several blocks.
    pub(super) fn one_block(&self) -> Result<(), Diagnostic> {
        let several = |name: &str| match self.get(name) {
            Some(Field::List(items)) => items.iter().any(|item| match item {
                Field::Integer(count) => *count != 1,
                Field::List(_) => true,
                _ => false,
            }),
            _ => false,
        };
        if ["block", "CGALayout", "CTAsPerCGA"].into_iter().any(several) {
            let message = "the shared memory of several blocks is not one memory".to_owned();
            return Err(unsupported(self.span.clone(), message, "write the encoding of one block"));
        }
        Ok(())
    }

    /// The axes, the fastest first.
    fn order(&self, rank: usize) -> Result<Vec<usize>, Diagnostic> {
        self.permutation("order", self.integers("order")?, rank)
    }

    fn permutation(
        &self,
        name: &str,
        order: Vec<i64>,
        rank: usize,
    ) -> Result<Vec<usize>, Diagnostic> {
        if rank > MOST_AXES {
            let message = format!("`{name}` has {rank} axes");
            let help = format!("a linear layout has at most {MOST_AXES} axes");
            return Err(unsupported(self.span.clone(), message, &help));
        }
        let axes: Option<Vec<usize>> =
            order.iter().map(|&axis| usize::try_from(axis).ok()).collect();
        let axes =
            axes.filter(|axes| axes.len() == rank && (0..rank).all(|axis| axes.contains(&axis)));
        axes.ok_or_else(|| {
            let found = quote(&format!("{order:?}"));
            self.wrong(format!("`{name}` has to name each of {rank} axes once, and is {found}"))
        })
    }

    pub(super) fn blocked(&self) -> Result<Blocked, Diagnostic> {
        let order = self.integers("order")?;
        let rank = order.len();
        let order = self.permutation("order", order, rank)?;
        let mut total = 0;
        let mut logarithms = |name: &str| -> Result<Vec<u32>, Diagnostic> {
            let sizes = self.integers(name)?;
            if sizes.len() != rank {
                let count = sizes.len();
                return Err(self.wrong(format!("`{name}` has {count} axes, and `order` {rank}")));
            }
            let bits = sizes.iter().map(|&size| power_of_two(size, name, &self.span));
            let bits = bits.collect::<Result<Vec<u32>, _>>()?;
            total += bits.iter().sum::<u32>();
            if total > 60 {
                let message = "the number of elements does not fit into 64 bits";
                return Err(Diagnostic::new("overflow", self.span.clone(), message));
            }
            Ok(bits)
        };
        let levels = [
            logarithms("sizePerThread")?,
            logarithms("threadsPerWarp")?,
            logarithms("warpsPerCTA")?,
        ];
        let blocks = self.blocks(rank)?;
        let shared: u32 =
            extents(blocks.iter(), rank).iter().map(|size| size.trailing_zeros()).sum();
        if total + shared > 60 {
            let message = "the number of elements does not fit into 64 bits";
            return Err(Diagnostic::new("overflow", self.span.clone(), message));
        }
        Ok(Blocked { levels, order, blocks })
    }

    /// How blocks share a tensor: `CGALayout`, or `CTAsPerCGA`, `CTASplitNum` and `CTAOrder`.
    fn blocks(&self, rank: usize) -> Result<Bases, Diagnostic> {
        let bases = self.bases("CGALayout")?;
        if !bases.is_empty() {
            self.one_rank(bases.iter())?;
            if bases[0].len() != rank {
                return Err(self.wrong(format!("`CGALayout` has to have {rank} axes")));
            }
            let simple = |basis: &Vec<i64>| basis.iter().filter(|&&c| c != 0).count() <= 1;
            let powers = bases.iter().flatten().all(|&c| c == 0 || (c as u64).is_power_of_two());
            if !(bases.iter().all(simple) && powers) {
                let message = "blocks that share a tensor along a diagonal".to_owned();
                return Err(unsupported(
                    self.span.clone(),
                    message,
                    "a basis has one power of two",
                ));
            }
            return Ok(bases);
        }
        let Some(blocks) = self.list("CTAsPerCGA")? else { return Ok(Vec::new()) };
        let split = self.list("CTASplitNum")?.unwrap_or_else(|| blocks.clone());
        let fastest_last = || (0..rank as i64).rev().collect();
        let order = self.list("CTAOrder")?.unwrap_or_else(fastest_last);
        let order = self.permutation("CTAOrder", order, rank)?;
        if blocks.len() != rank || split.len() != rank {
            return Err(self.wrong(format!("`CTAsPerCGA` and `CTASplitNum` have {rank} axes")));
        }
        let mut out = Vec::new();
        for axis in order {
            let bits = power_of_two(blocks[axis], "CTAsPerCGA", &self.span)?;
            let shared = power_of_two(split[axis], "CTASplitNum", &self.span)?;
            for bit in 0..bits {
                // Blocks beyond the split have copies.
                let mut basis = vec![0; rank];
                basis[axis] = if bit < shared { 1_i64 << bit } else { 0 };
                out.push(basis);
            }
        }
        Ok(out)
    }

    pub(super) fn slice(mut self) -> Result<Encoding, Diagnostic> {
        let dim = self.integer("dim")?;
        let parent = self.fields.iter().position(|field| field.0 == "parent");
        let parent = parent.map(|at| self.fields.swap_remove(at).1);
        match (usize::try_from(dim), parent) {
            // A name can stand for a slice, and so on; each leaves out an axis.
            (Ok(_), Some(Field::Encoding(parent))) if parent.slices() >= MOST_AXES => {
                let message = format!("a slice of more than {MOST_AXES} slices");
                Err(unsupported(self.span, message, "each slice leaves out an axis of its parent"))
            }
            (Ok(dim), Some(Field::Encoding(parent))) => Ok(Encoding::Slice(dim, parent)),
            _ => Err(self.wrong("a slice has an axis `dim` and a `parent`".to_owned())),
        }
    }

    pub(super) fn swizzled(&self) -> Result<Swizzled, Diagnostic> {
        if matches!(self.get("hasLeadingOffset"), Some(Field::Word(word)) if word != "false") {
            let message =
                "a leading offset is that of tensor cores, which is not known here".to_owned();
            return Err(unsupported(self.span.clone(), message, "print it as a linear layout"));
        }
        self.one_block()?;
        let number = |name| {
            let value = self.integer(name)?;
            power_of_two(value, name, &self.span).map(|_| value)
        };
        let order = self.integers("order")?;
        Ok(Swizzled {
            vec: number("vec")?,
            per_phase: number("perPhase")?,
            max_phase: number("maxPhase")?,
            order: self.order(order.len())?,
        })
    }
}

/// The logarithm of a power of two.
pub(super) fn power_of_two(value: i64, what: &str, span: &Span) -> Result<u32, Diagnostic> {
    match u64::try_from(value) {
        Ok(size) if size.is_power_of_two() && size < 1 << 60 => Ok(size.trailing_zeros()),
        _ => {
            let message = format!(
                "{what} {value} is not a power of two, and Triton's layouts are made of bits"
            );
            let next = u64::try_from(value.max(1)).ok().and_then(u64::checked_next_power_of_two);
            let help = format!("the next one is {}", next.unwrap_or(1));
            Err(unsupported(span.clone(), message, &help))
        }
    }
}
