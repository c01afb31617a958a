//! What should be reached, and what was.

use std::fmt::Write;

use super::{Row, find, header, time};
use crate::Entry;
use crate::peers::{LIBC, OURS, PLANNED, PLANNING, STREAMING};

pub(super) const METHOD: &str = "\
How many times as fast as the streaming copy, and the goal; how many times as fast as the best peer, who at two threads \
may use one or two. No peer should be ahead by more than 5 %, or by more than 10 % where the quartiles of one of the \
two figures are more than 5 % of it apart.";

/// A peer that is less ahead is as fast.
const MARGIN: f64 = 1.05;
/// The same where a figure is spread.
const WIDE_MARGIN: f64 = 1.1;
const SPREAD: f64 = 0.05;

/// Tilework beside the best peer of one work.
struct Match<'a> {
    ours: &'a Entry,
    peer: &'a Entry,
}

impl Match<'_> {
    fn of(entries: &[Entry], threads: usize) -> Option<Match<'_>> {
        let ours = find(entries, OURS, threads).filter(|ours| ours.ns.is_some())?;
        let others = [OURS, PLANNED, PLANNING, LIBC, STREAMING];
        let peers = entries.iter().filter(|entry| {
            entry.threads <= threads && entry.ns.is_some() && !others.contains(&entry.name)
        });
        let peer = peers.min_by(|left, right| ns(left).total_cmp(&ns(right)))?;
        Some(Match { ours, peer })
    }

    /// How many times as fast as the peer.
    fn ratio(&self) -> f64 {
        ns(self.peer) / ns(self.ours)
    }

    fn is_lost(&self) -> bool {
        let spread = self.ours.figure.spread().max(self.peer.figure.spread());
        1.0 / self.ratio() > if spread > SPREAD { WIDE_MARGIN } else { MARGIN }
    }

    fn name(&self) -> String {
        let alone = if self.peer.threads < self.ours.threads { ", one thread" } else { "" };
        format!("{}{alone}", self.peer.name)
    }
}

fn ns(entry: &Entry) -> f64 {
    entry.ns.unwrap_or(f64::NAN)
}

const fn mark(reached: bool) -> &'static str {
    if reached { "✓" } else { "✗" }
}

/// Each work beside the streaming copy and beside its best peer.
pub(super) fn table(out: &mut String, rows: &[Row<'_>], threads: usize) {
    header(out, &["x NT copy", "goal", "x best peer", "best peer"]);
    for (work, entries) in rows {
        let ours = time(entries, OURS, threads);
        let copy = time(entries, STREAMING, threads).zip(ours).map(|(copy, ours)| copy / ours);
        let speed = copy.map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let goal = match (copy, work.goal) {
            // Both as printed: 0.596 is 0.60.
            (Some(ratio), Some(goal)) => {
                let reached = (ratio * 100.0).round() >= (goal * 100.0).round();
                format!("{goal:.2} {}", mark(reached))
            }
            _ => "-".into(),
        };
        let (ratio, peer) = match Match::of(entries, threads) {
            Some(one) => (format!("{:.2} {}", one.ratio(), mark(!one.is_lost())), one.name()),
            None => ("-".into(), "-".into()),
        };
        let (name, title) = (work.name, &work.title);
        writeln!(out, "| {name} | {title} | {speed} | {goal} | {ratio} | {peer} |").unwrap();
    }
}

/// The works in which a peer is ahead.
pub(super) fn lost<'a>(
    out: &mut String,
    parts: impl Iterator<Item = (&'a str, &'a Vec<Row<'a>>, usize)>,
) {
    out.push_str("## Where a peer is ahead\n\n");
    let mut none = true;
    for (part, rows, threads) in parts {
        for (work, entries) in rows {
            if let Some(one) = Match::of(entries, threads).filter(Match::is_lost) {
                none = false;
                let (ahead, title) = (100.0 / one.ratio() - 100.0, &work.title);
                writeln!(out, "- {part}, {}, {title}: {} by {ahead:.0} %", work.name, one.name())
                    .unwrap();
            }
        }
    }
    if none {
        out.push_str("Nowhere.\n");
    }
}
