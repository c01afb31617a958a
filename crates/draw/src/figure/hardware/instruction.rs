//! One instruction of an access: which lanes touch which bytes.

use std::collections::BTreeMap;

use tilework::LayoutRef;
use tilework_hardware::access::{Access, AccessError, Plan, Request};

/// Which instruction of an access is drawn.
///
/// ```
/// use tilework_draw::At;
///
/// let third = At { instruction: 2, ..At::default() };
/// assert_eq!((third.iteration, third.warp), (0, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The iteration.
    pub iteration: i64,
    /// Which of the vectors of each thread.
    pub instruction: i64,
    /// The warp.
    pub warp: i64,
}

impl At {
    /// Which of so many instructions of an iteration it is, in words; nothing for the only one.
    pub(super) fn words(self, instructions: u64) -> String {
        let At { iteration, instruction, warp } = self;
        let mut words = Vec::new();
        if instructions > 1 {
            words.push(format!("instruction {instruction} of warp {warp}"));
        }
        if iteration > 0 {
            words.push(format!("iteration {iteration}"));
        }
        words.join(", ")
    }
}

/// The bytes that the lanes of one instruction touch.
pub(super) struct Touched {
    pub(super) request: Request,
    /// The lanes of each byte, in order.
    bytes: BTreeMap<i64, Vec<u32>>,
}

impl Touched {
    pub(super) fn new(
        memory: LayoutRef,
        access: &Access,
        bits: u32,
        lanes: u32,
        at: At,
    ) -> Result<Touched, AccessError> {
        let plan = Plan::new(access, memory, bits, lanes)?;
        let request = plan.request(at.iteration, at.instruction, at.warp)?;
        let mut bytes: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
        for (lane, address) in request.lanes() {
            for byte in address..address + i64::from(request.width_bytes()) {
                bytes.entry(byte).or_default().push(lane);
            }
        }
        Ok(Touched { request, bytes })
    }

    /// The lanes of a mask that touch any of these bytes, each once, in order.
    pub(super) fn lanes(&self, first: i64, count: i64, mask: u64) -> Vec<u32> {
        let bytes = self.bytes.range(first..first.saturating_add(count));
        let mut out: Vec<u32> = bytes.flat_map(|(_, lanes)| lanes).copied().collect();
        out.retain(|lane| mask >> lane & 1 == 1);
        out.sort_unstable();
        out.dedup();
        out
    }

    /// All bytes that are touched, in order.
    pub(super) fn bytes(&self) -> impl Iterator<Item = i64> {
        self.bytes.keys().copied()
    }
}

/// The numbers of lanes in a cell: one, a range, or the first of several.
pub(super) fn short(lanes: &[u32]) -> String {
    match lanes {
        [] => String::new(),
        [one] => one.to_string(),
        [first, .., last] if last - first == lanes.len() as u32 - 1 => format!("{first}-{last}"),
        [first, ..] => format!("{first}+"),
    }
}

/// The lanes of a mask as ranges: `0-3,20-23`.
pub(super) fn ranges(mask: u64) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut lane = 0;
    while lane < 64 {
        let run = (mask >> lane).trailing_ones();
        match run {
            0 => {}
            1 => out.push(lane.to_string()),
            _ => out.push(format!("{lane}-{}", lane + run - 1)),
        }
        lane += run.max(1);
    }
    out.join(",")
}
