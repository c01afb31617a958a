//! How shared memory serves an instruction: its phases, and the words of each.

use std::collections::{BTreeMap, BTreeSet};

use tilework::LayoutRef;
use tilework_hardware::access::Access;
use tilework_hardware::machine::{Confidence, Direction, Machine};
use tilework_hardware::shared::{Counts, Report, Service, prove, report_iteration};

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::instruction::{At, Touched, ranges, short};
use crate::figure::hardware::rows::Rows;
use crate::scene::view::View;
use crate::scene::{Cell, Fill, Panel};

/// An instruction, and how a machine serves it.
pub(super) struct Served<'a, 'm> {
    pub(super) memory: LayoutRef<'a>,
    pub(super) bits: u32,
    pub(super) touched: Touched,
    /// What the instruction costs.
    pub(super) counts: Counts,
    /// What all instructions of the iteration cost.
    pub(super) report: Report,
    /// Whether the access speaks of elements of the memory's layout.
    pub(super) has_tile: bool,
    base_bytes: i64,
    service: Service<'m>,
    pub(super) at: At,
    /// Whether lanes that want one word share it.
    share: bool,
}

/// One phase of an instruction.
#[derive(Clone, Copy)]
pub(super) struct Phase {
    pub(super) number: usize,
    /// Its lanes that take part.
    lanes: u64,
    /// The most words that it wants of one bank.
    ways: u16,
}

impl<'a, 'm> Served<'a, 'm> {
    pub(super) fn new(
        memory: LayoutRef<'a>,
        access: &Access,
        bits: u32,
        machine: &Machine<'m>,
        at: Option<At>,
    ) -> Result<Served<'a, 'm>, FigureError> {
        let report = |iteration| report_iteration(memory, access, bits, machine, iteration);
        let (report, at) = match at {
            Some(at) => (report(at.iteration)?, at),
            None => {
                // Later iterations may have no answer; the first one has, or says why not.
                let conflict = prove(memory, access, bits, machine).ok();
                let conflict = conflict.and_then(|proof| proof.conflict);
                let (iteration, report) = match conflict {
                    Some(found) => (found.iteration, found.report),
                    None => (0, report(0)?),
                };
                let worst = report.worst.as_ref();
                let instruction = worst.map_or(0, |worst| worst.instruction);
                let warp = worst.map_or(0, |worst| worst.warp);
                (report, At { iteration, instruction, warp })
            }
        };
        let touched = Touched::new(memory, access, bits, machine.lanes, at)?;
        let service = Service::of(machine, access)?;
        Ok(Served {
            memory,
            bits,
            counts: service.count(&touched.request),
            touched,
            report,
            has_tile: !access.is_addresses(),
            base_bytes: access.base_bytes(),
            service,
            at,
            share: access.direction() == Direction::Load || machine.store_merge,
        })
    }

    /// The phases with lanes that take part.
    pub(super) fn phases(&self) -> Vec<Phase> {
        let phases = self.service.phases();
        let lanes = |i: usize| match self.counts.merged {
            // Uniform loads join neighbouring phases.
            true => phases.lanes(2 * i) | phases.lanes(2 * i + 1),
            false => phases.lanes(i),
        };
        let all = self.counts.phases.as_slice().iter().enumerate();
        let all = all.map(|(number, &ways)| Phase {
            number,
            lanes: lanes(number) & self.touched.request.active(),
            ways,
        });
        all.filter(|phase| phase.lanes != 0).collect()
    }

    /// The phase with the most ways, and how many there are.
    pub(super) fn worst(&self) -> Option<Phase> {
        // Of equals the first.
        self.phases().into_iter().rev().max_by_key(|phase| phase.ways)
    }

    fn banks(&self) -> i64 {
        i64::from(self.service.banks())
    }

    fn bank_bytes(&self) -> i64 {
        i64::from(self.service.bank_bytes())
    }

    /// The colour of the bank of a byte.
    pub(super) fn fill(&self, byte: i64) -> Fill {
        let bank = self.service.bank(self.service.word(byte));
        match self.banks() <= Fill::TILES.into() {
            true => Fill::tile(bank.into()),
            false => Fill::shade(bank.into(), 0, self.banks() - 1),
        }
    }

    /// The first byte of an element, and how many it is in.
    pub(super) fn bytes_of(&self, offset: i64) -> (i64, i64) {
        let bits = i128::from(self.bits);
        let first = (i128::from(offset) * bits).div_euclid(8);
        let last = (i128::from(offset) * bits + bits - 1).div_euclid(8);
        let at = first + i128::from(self.base_bytes);
        (i64::try_from(at).unwrap_or(i64::MAX), (last - first + 1) as i64)
    }

    /// What colours and ticks stand for.
    pub(super) fn legend(&self) -> String {
        format!("colour: bank ({} banks of {} bytes)", self.banks(), self.bank_bytes())
    }

    /// What the instruction costs, in short.
    pub(super) fn price(&self) -> String {
        let Counts { wavefronts, ideal, .. } = self.counts;
        format!("{}, ideal {ideal}", wavefronts_of(wavefronts.into()))
    }

    /// Which instruction it is, and what it and all of them cost.
    pub(super) fn cost(&self) -> String {
        let all = match self.report.instructions {
            1 => String::new(),
            count => format!(
                "; all {count} instructions: {}, ideal {}",
                wavefronts_of(self.report.wavefronts),
                self.report.ideal
            ),
        };
        let which = self.at.words(self.report.instructions);
        let which = if which.is_empty() { which } else { which + ": " };
        format!("{which}{}{all}", self.price())
    }

    /// What marks and numbers stand for, and how sure all of it is.
    pub(super) fn explain(&self, notes: &mut Vec<String>) {
        let row = self.banks() * self.bank_bytes();
        notes.push(format!(
            "memory: rows of {row} bytes, one column for each bank; a number is the lane of a word"
        ));
        if self.counts.ways > 1 {
            let words = "marked in memory: a conflict, several words of one bank in one phase";
            notes.push(words.to_owned());
        }
        let certainty = self.service.certainty(self.counts.merged);
        if certainty.confidence > Confidence::A {
            notes.push(format!("confidence {certainty}"));
        }
    }

    /// The words that a phase wants, with the lanes that want them.
    fn words(&self, phase: Phase) -> BTreeMap<i64, Vec<u32>> {
        let mut words: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
        for (lane, address) in self.touched.request.lanes_of(phase.lanes) {
            let first = self.service.word(address);
            for word in first..first + i64::from(self.service.words_of_vector()) {
                words.entry(word).or_default().push(lane);
            }
        }
        words
    }

    /// The banks that a phase wants several words of, or that several lanes store to where they cannot
    /// do that together.
    fn conflicts(&self, words: &BTreeMap<i64, Vec<u32>>) -> BTreeSet<u32> {
        let mut wanted: BTreeMap<u32, usize> = BTreeMap::new();
        for (word, lanes) in words {
            let count = if self.share { 1 } else { lanes.len() };
            *wanted.entry(self.service.bank(*word)).or_default() += count;
        }
        wanted.into_iter().filter(|(_, count)| *count > 1).map(|(bank, _)| bank).collect()
    }

    /// The memory that a phase touches: the rows of all banks with words that one of `phases` wants.
    pub(super) fn panel(
        &self,
        phase: Phase,
        phases: &[Phase],
        view: &View,
        notes: &mut Vec<String>,
    ) -> Panel {
        let words = self.words(phase);
        let conflicts = self.conflicts(&words);
        let touched = phases.iter().flat_map(|phase| self.words(*phase).into_keys());
        let touched: BTreeSet<i64> = touched.map(|word| word.div_euclid(self.banks())).collect();
        let sizes = [self.banks(), 1, self.bank_bytes()];
        let rows = Rows::new(touched, sizes, view.limits, notes);
        let (down, across) = (rows.down(), rows.across());
        let across = across.ticked(|position| position.index.to_string());
        let mut cells = Vec::with_capacity(down.len() * across.len());
        for row in &down.positions {
            for column in &across.positions {
                let word = row.index + column.index;
                let lanes = words.get(&word).map_or(&[][..], Vec::as_slice);
                let byte = word * self.bank_bytes();
                cells.push(Cell {
                    index: word,
                    offset: byte,
                    label: short(lanes).into(),
                    fill: if lanes.is_empty() { Fill::Empty } else { self.fill(byte) },
                    marked: !lanes.is_empty() && conflicts.contains(&self.service.bank(word)),
                    keys: lanes.into(),
                });
            }
        }
        let ways = match phase.ways {
            0 | 1 => "no conflict".to_owned(),
            ways => format!("{ways}-way conflict"),
        };
        let caption = format!("phase {}, lanes {}: {ways}", phase.number, ranges(phase.lanes));
        let units = Some(["word", "byte"]);
        Panel { caption, cells, down, across, dense: true, units, ..Panel::default() }
    }
}

/// A number of wavefronts, in words.
fn wavefronts_of(count: u64) -> String {
    format!("{count} wavefront{}", if count == 1 { "" } else { "s" })
}
