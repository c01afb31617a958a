//! What is moved: the works, each with two layouts, a definition by hand and its goal.

mod batches;
mod bytes;
mod channels;
mod gathers;
mod packing;
mod permutations;
mod small;
mod transposes;

use tilework::{AnyLayout, Layout};

/// All works, in the order of the tables.
pub(crate) fn works() -> Vec<Work> {
    [
        transposes::works(),
        permutations::works(),
        packing::works(),
        channels::works(),
        bytes::works(),
        batches::works(),
        gathers::works(),
        small::works(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What one element is: a number, or so many bytes that no type of numbers has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    U8,
    U16,
    F32,
    F64,
    Bytes3,
    Bytes5,
    Bytes6,
    Bytes12,
}

impl Element {
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Element::U8 => 1,
            Element::U16 => 2,
            Element::Bytes3 => 3,
            Element::F32 => 4,
            Element::Bytes5 => 5,
            Element::Bytes6 => 6,
            Element::F64 => 8,
            Element::Bytes12 => 12,
        }
    }

    /// As numpy calls it: a number, and how many of them an element has.
    pub(crate) const fn numbers(self) -> (&'static str, usize) {
        match self {
            Element::U8 => ("uint8", 1),
            Element::U16 => ("uint16", 1),
            Element::F32 => ("float32", 1),
            Element::F64 => ("float64", 1),
            Element::Bytes3 => ("uint8", 3),
            Element::Bytes5 => ("uint8", 5),
            Element::Bytes6 => ("uint16", 3),
            Element::Bytes12 => ("float32", 3),
        }
    }
}

/// Calls a function of the type that a work's elements have.
macro_rules! of_element {
    ($element:expr, $function:ident($($argument:expr),*)) => {
        match $element {
            $crate::works::Element::U8 => $function::<u8>($($argument),*),
            $crate::works::Element::U16 => $function::<u16>($($argument),*),
            $crate::works::Element::F32 => $function::<f32>($($argument),*),
            $crate::works::Element::F64 => $function::<f64>($($argument),*),
            $crate::works::Element::Bytes3 => $function::<[u8; 3]>($($argument),*),
            $crate::works::Element::Bytes5 => $function::<[u8; 5]>($($argument),*),
            $crate::works::Element::Bytes6 => $function::<[u8; 6]>($($argument),*),
            $crate::works::Element::Bytes12 => $function::<[u8; 12]>($($argument),*),
        }
    };
}
pub(crate) use of_element;

/// Which element of the source belongs at an offset of the destination, without any algebra.
pub(crate) type Definition = Box<dyn Fn(usize) -> usize>;

pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    pub(crate) element: Element,
    /// Row-major for some order of the modes, without gaps.
    pub(crate) dst: Layout,
    pub(crate) src: AnyLayout,
    pub(crate) definition: Definition,
    /// How fast it should be, in units of the streaming copy.
    pub(crate) goal: Option<f64>,
}

/// A work without a goal of its own.
fn work(
    name: &'static str,
    title: impl Into<String>,
    element: Element,
    dst: Layout,
    src: impl Into<AnyLayout>,
    definition: impl Fn(usize) -> usize + 'static,
) -> Work {
    let (title, src, definition) = (title.into(), src.into(), Box::new(definition));
    Work { name, title, element, dst, src, definition, goal: None }
}

/// One loop of the movement, as the peers are told it: an extent and two strides, in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) dst: usize,
    pub(crate) src: usize,
}

impl Work {
    /// The work with this part of the streaming copy's speed as its goal.
    fn reaching(mut self, goal: f64) -> Work {
        self.goal = Some(goal);
        self
    }

    pub(crate) fn is_small(&self) -> bool {
        self.dst.size() < 1 << 16
    }

    /// The bytes of the elements that are moved: as many are read and as many written.
    pub(crate) fn bytes(&self) -> usize {
        self.dst.size() as usize * self.element.bytes()
    }

    pub(crate) fn dst_bytes(&self) -> usize {
        self.dst.cosize() as usize * self.element.bytes()
    }

    pub(crate) fn src_bytes(&self) -> usize {
        let cosize = self.src.cosize().expect("the works are well-formed");
        cosize as usize * self.element.bytes()
    }

    /// The offset in the source for each element of the destination, as numpy takes it: `int64`.
    pub(crate) fn index(&self) -> Vec<u8> {
        let offsets = 0..self.dst.size() as usize;
        offsets.flat_map(|k| ((self.definition)(k) as i64).to_ne_bytes()).collect()
    }

    /// The movement in the order of the destination, outermost first: its array is row-major, and
    /// what is contiguous on both sides is one axis. Thus every peer gets its best case. A source
    /// that is seen through a swizzle has no axes.
    pub(crate) fn axes(&self) -> Option<Vec<Axis>> {
        let AnyLayout::Plain(src) = &self.src else { return None };
        let mut modes = common(&self.dst, src);
        modes.sort_by_key(|axis| axis.dst);
        let mut axes: Vec<Axis> = vec![];
        for axis in modes {
            match axes.last_mut() {
                Some(last)
                    if axis.dst == last.extent * last.dst && axis.src == last.extent * last.src =>
                {
                    last.extent *= axis.extent;
                }
                _ => axes.push(axis),
            }
        }
        axes.reverse();
        Some(axes)
    }
}

/// The modes of two layouts, cut so that they agree: the extents of the works divide each other.
fn common(dst: &Layout, src: &Layout) -> Vec<Axis> {
    let modes = |layout: &Layout| -> Vec<(usize, usize)> {
        let modes = layout.leaf_modes().iter();
        modes.rev().map(|mode| (mode.extent as usize, mode.stride as usize)).collect()
    };
    let (mut to, mut from) = (modes(dst), modes(src));
    let mut axes = vec![];
    while let (Some((n, d)), Some((m, s))) = (to.pop(), from.pop()) {
        let extent = n.min(m);
        assert!(n % extent == 0 && m % extent == 0, "{dst} and {src} have no common refinement");
        if n > extent {
            to.push((n / extent, d * extent));
        }
        if m > extent {
            from.push((m / extent, s * extent));
        }
        if extent > 1 {
            axes.push(Axis { extent, dst: d, src: s });
        }
    }
    axes
}

fn layout(text: impl AsRef<str>) -> Layout {
    text.as_ref().parse().expect("the works are well-formed")
}
