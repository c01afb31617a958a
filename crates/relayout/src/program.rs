//! What a plan does.
#![allow(unsafe_code)]

use crate::error::Result;
use crate::joint::{Joint, Loop};
use crate::operand::{Operand, Window};

#[derive(Clone)]
pub(crate) enum Program {
    Nest { joint: Joint, dst: usize, src: usize },
    Table { element: usize, dst: Vec<usize>, src: Vec<usize> },
}

impl Program {
    pub(crate) fn new(
        dst: &Operand<'_>,
        to: Window,
        src: &Operand<'_>,
        from: Window,
        element: usize,
    ) -> Result<Program> {
        if let (Operand::Plain(d), Operand::Plain(s)) = (dst, src)
            && let Some(joint) = Joint::new(d.leaf_modes(), s.leaf_modes(), element)
        {
            if !joint.is_nested() {
                dst.check_injective()?;
            }
            let start = |base: usize, by: isize| (base * element).wrapping_add_signed(by);
            let (dst, src) = (start(to.base, joint.dst), start(from.base, joint.src));
            return Ok(Program::Nest { joint, dst, src });
        }
        dst.check_injective()?;
        let table = |operand: &Operand<'_>, window: Window| -> Vec<usize> {
            let offsets = operand.offsets();
            offsets.map(|x| (window.base as i64 + x) as usize * element).collect()
        };
        Ok(Program::Table { element, dst: table(dst, to), src: table(src, from) })
    }

    pub(crate) fn shift_source(&mut self, by: usize) {
        match self {
            Program::Nest { src, .. } => *src += by,
            Program::Table { src, .. } => src.iter_mut().for_each(|x| *x += by),
        }
    }

    pub(crate) fn run(&self, to: *mut u8, from: *const u8) {
        match self {
            Program::Nest { joint, dst, src } => {
                nest(&joint.loops, joint.width, to.wrapping_add(*dst), from.wrapping_add(*src));
            }
            Program::Table { element, dst, src } => {
                for (&d, &s) in dst.iter().zip(src) {
                    unsafe { std::ptr::copy_nonoverlapping(from.add(s), to.add(d), *element) };
                }
            }
        }
    }
}

fn nest(loops: &[Loop], width: usize, to: *mut u8, from: *const u8) {
    match loops {
        [] => unsafe { std::ptr::copy_nonoverlapping(from, to, width) },
        [inner @ .., last] => {
            for i in 0..last.extent as isize {
                nest(
                    inner,
                    width,
                    to.wrapping_offset(i * last.dst),
                    from.wrapping_offset(i * last.src),
                );
            }
        }
    }
}
