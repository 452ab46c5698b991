//! A machine of any size. A step takes one byte, and a row has a cell for each byte, so that no
//! step looks up a column.

use alloc::vec::Vec;

use super::automaton::Automaton;
use super::codes::Codes;
use super::machine::{Machine, Next};

/// The rows of a [`Machine`]. A cell holds the index of the next row, so a step adds the byte's
/// code and loads one cell.
///
/// There is a starting row for each verdict, before all other rows. A line feed leads to the
/// starting row of the verdict on its line. So the row after a line feed *is* the verdict, and no
/// step tests whether a line has ended.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) codes: Codes,
    all: Vec<u32>,
}

impl Cells {
    pub(super) fn new(machine: &Machine) -> Cells {
        let codes = Codes::new(machine);
        let verdicts = machine.verdicts;
        let begin = |state: usize| (verdicts << 8) + state * codes.count;
        let mut all = alloc::vec![0; begin(machine.states())];
        let begins = (0..verdicts).map(|verdict| (0, verdict << 8));
        for (state, row) in begins.chain((0..machine.states()).map(|state| (state, begin(state)))) {
            for byte in 0..=255 {
                let next = machine.next
                    [state * machine.width + usize::from(machine.columns[usize::from(byte)])];
                all[row + usize::from(codes.of(byte))] = match next {
                    Next::State(state) => begin(state) as u32,
                    Next::End(verdict) => u32::from(verdict) << 8,
                };
            }
        }
        Cells { codes, all }
    }
}

impl Automaton for Cells {
    type Code = u8;
    type Row = u32;
    const STEP: usize = 1;

    fn write(&self, bytes: &[u8], codes: &mut [u8]) {
        self.codes.write(bytes, &mut codes[..bytes.len()]);
    }

    #[inline(always)]
    fn step(&self) -> impl Fn(usize, u8) -> u32 {
        let all = &self.all[..];
        move |row, code| all[row + usize::from(code)]
    }

    #[inline(always)]
    fn at(row: u32) -> usize {
        row as usize
    }

    #[inline(always)]
    fn verdict(&self, row: u32, _: usize) -> u16 {
        (row >> 8) as u16
    }

    fn rest(&self, row: u32, rest: &[u8]) -> u16 {
        let step = self.step();
        let end = if rest.ends_with(b"\n") { &b""[..] } else { b"\r\n" };
        let row =
            rest.iter().chain(end).fold(row, |row, &byte| step(row as usize, self.codes.of(byte)));
        self.verdict(row, 0)
    }
}
