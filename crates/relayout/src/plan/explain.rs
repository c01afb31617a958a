//! Plans in words.

use std::fmt;

use crate::loops::Axis;
use crate::loops::Loop;
use crate::machine::PART_OF_LINE;
use crate::plan::Plan;
use crate::program::{Direct, Way};

/// A plan in words: see [`Plan::explain`].
#[derive(Clone, Copy)]
pub struct Explain<'a>(pub(crate) &'a Plan);

impl Plan {
    /// The plan in words: the loops that are left of the two layouts, and how they are run.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_relayout::Plan;
    ///
    /// // Rows of 6 elements, packed into blocks of 2 by 3.
    /// let rows = layout!(((2,2),(3,2)):((6,12),(1,3)));
    /// let blocks = layout!(((2,2),(3,2)):((3,12),(1,6)));
    /// let plan = Plan::new(&blocks, &rows, 4)?;
    /// assert_eq!(
    ///     plan.explain().to_string(),
    ///     "24 elements of 4 bytes, 96 bytes in all
    /// 8 elements of 12 bytes, in loops of
    ///   2, 12 bytes apart in the destination and 24 in the source
    ///   2, 24 bytes apart in the destination and 12 in the source
    ///   2, 48 bytes apart in the destination and 48 in the source
    /// in blocks of 2 by 2, one by one\n",
    /// );
    /// # Ok::<(), tilework_relayout::Error>(())
    /// ```
    pub fn explain(&self) -> Explain<'_> {
        Explain(self)
    }
}

impl fmt::Display for Explain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        let (size, element) = (plan.size(), plan.element_size());
        let all = size as usize * element;
        writeln!(f, "{}, {} in all", elements(size as usize, element), counted(all, "byte"))?;
        match plan.program.way() {
            Way::Runs(runs) => {
                loops(f, runs.bytes(), runs.loops())?;
                write!(f, "run by run")?;
                if runs.is_non_temporal() {
                    write!(f, ", with non-temporal stores")?;
                }
                writeln!(f)
            }
            Way::Direct(direct) => {
                let block = direct.block();
                block_loops(f, direct)?;
                let how = block.how(direct.isa());
                writeln!(f, "in blocks of {} by {}, {how}", block.rows, block.columns)
            }
            Way::Channels(channels) => {
                let (direct, pixels) = (channels.direct(), channels.pixels());
                block_loops(f, direct)?;
                let how = direct.block().how(direct.isa());
                let lines = match channels.has_lines() {
                    true => "cache line by cache line where lines start between pixels, else ",
                    false => "",
                };
                writeln!(f, "{lines}{pixels} pixels at a time, {how}, with non-temporal stores")
            }
            Way::Shuffled(shuffled) => {
                loops(f, shuffled.width(), shuffled.loops())?;
                let windows = counted(shuffled.windows(), "window");
                writeln!(
                    f,
                    "vector by vector, each from {windows} of the source, by a pattern that repeats{}",
                    if shuffled.is_non_temporal() { ", with non-temporal stores" } else { "" }
                )
            }
            Way::Staged(staged) => {
                let tiling = staged.tiling();
                let mut axes = tiling.axes.to_vec();
                axes.sort_by_key(|axis| axis.dst);
                let one = |&Axis { extent, dst, src, .. }: &Axis| Loop { extent, dst, src };
                loops(f, tiling.width, &axes.iter().map(one).collect::<Vec<_>>())?;
                let tile: Vec<String> = axes.iter().map(|axis| axis.tile.to_string()).collect();
                let how = staged.how();
                writeln!(f, "in tiles of {}, {how}", tile.join(" by "))?;
                let aligned = if staged.is_unbuffered() {
                    format!("directly if the destination is aligned to {PART_OF_LINE} bytes, else ")
                } else {
                    String::new()
                };
                writeln!(
                    f,
                    "runs of {} bytes in the destination and {} in the source, {aligned}through two \
                     buffers of {} bytes",
                    tiling.run(&tiling.row),
                    tiling.run(&tiling.read),
                    tiling.bytes,
                )
            }
            Way::Indexed(indexed) => {
                let by = match indexed.table() {
                    Some((offsets, _)) => format!("by a table of {offsets} offsets"),
                    None => "by offset".into(),
                };
                let stores = match indexed.table() {
                    Some((_, true)) => ", with non-temporal stores",
                    _ => "",
                };
                let vector = counted(indexed.vector(), "element");
                writeln!(f, "no loops describe both sides: {by}, {vector} at a time{stores}")
            }
        }
    }
}

/// The loops of blocks, and those around them.
fn block_loops(f: &mut fmt::Formatter<'_>, direct: &Direct) -> fmt::Result {
    let block = direct.block();
    let i = Loop { extent: block.rows, dst: block.dst_i, src: block.src_i };
    let j = Loop { extent: block.columns, dst: block.dst_j, src: block.src_j };
    let inner = [i, j].into_iter().filter(|each| each.extent > 1);
    let mut all: Vec<Loop> = inner.chain(direct.loops().iter().copied()).collect();
    all.sort_by_key(|each| each.dst);
    loops(f, block.width, &all)
}

fn loops(f: &mut fmt::Formatter<'_>, width: usize, loops: &[Loop]) -> fmt::Result {
    let count: usize = loops.iter().map(|each| each.extent).product();
    write!(f, "{}", elements(count, width))?;
    if loops.is_empty() {
        return writeln!(f);
    }
    writeln!(f, ", in loops of")?;
    for Loop { extent, dst, src } in loops {
        let bytes = if *dst == 1 { "byte" } else { "bytes" };
        writeln!(f, "  {extent}, {dst} {bytes} apart in the destination and {src} in the source")?;
    }
    Ok(())
}

fn elements(count: usize, width: usize) -> String {
    format!("{} of {}", counted(count, "element"), counted(width, "byte"))
}

/// A number of something, one or more.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Debug for Explain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.explain().to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        write!(f, "Plan({})", lines.join("; "))
    }
}
