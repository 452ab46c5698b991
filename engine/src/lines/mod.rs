//! Newline-separated input in bulk.
//!
//! A step of an automaton waits for the one before it, and a processor could do others meanwhile. So a buffer is cut at
//! line ends into parts, and an automaton runs on all parts side by side. Line ends are no interruption: the automaton
//! goes from a line feed to a state that is the verdict on the line and the beginning of the next one. It leaves a trace of
//! its states, in which the verdicts are looked up where a search for line feeds finds them, or counted without looking.
//!
//! One document's automaton is small enough for a table of what two bytes do at once (`pairs`): half as many steps. The
//! product of all documents' automata takes them one by one (`cells`).

mod cells;
mod codes;
mod feeds;
mod machine;
mod pairs;
mod streams;
mod zeros;

use alloc::vec::Vec;

use crate::{Family, Table};
use cells::Cells;
use machine::Machine;
use pairs::Pairs;

/// A table made ready to judge many lines.
///
/// ```
/// use urigram::{Grammar, LineTable, Reading};
///
/// let table = LineTable::new(Grammar::Rfc3986.tables(Reading::Corrected).start());
/// let mut accepted = Vec::new();
/// table.judge(b"http://a/b\r\na b\n\n../g", |_, accepts| accepted.push(accepts));
/// assert_eq!(accepted, [true, false, true, true]);
/// ```
///
/// Making one takes half a millisecond for most rules and three for the largest; it holds 512 KiB. Should a rule be too large
/// for that, it holds at most 1 KiB for each state, and lines take up to twice the time.
#[derive(Clone, Debug)]
pub struct LineTable {
    layout: Layout,
}

/// A machine that takes a pair of bytes in a step, or is too large for that and takes each.
#[derive(Clone, Debug)]
enum Layout {
    Pairs(Pairs),
    Bytes(Cells),
}

impl LineTable {
    /// The automaton of a table, to which a line end is a byte like others.
    pub fn new(table: &Table) -> LineTable {
        let machine = Machine::of(&[table.rows], |ends| ends[0]);
        LineTable { layout: Layout::of(&machine) }
    }

    /// Judges the lines of a buffer, which end in LF or CRLF; the last one need not. Calls `each` with every line, in
    /// order and without its end, and whether the rule accepts it. An empty line is an input; a carriage return that no line
    /// feed follows is a byte of its line.
    ///
    /// Takes one step for two bytes, of which seven overlap, and at most 256 KiB whatever the buffer holds.
    pub fn judge<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], bool)) {
        self.layout.judge(buffer, |line, verdict| each(line, verdict == 1));
    }

    /// Counts the lines of a buffer that the rule accepts, and those that it rejects; lines are those of
    /// [`LineTable::judge`].
    ///
    /// ```
    /// use urigram::{Grammar, LineCount, LineTable, Reading};
    ///
    /// let table = LineTable::new(Grammar::Rfc3986.tables(Reading::Corrected).start());
    /// assert_eq!(table.count(b"http://a/b\r\na b\n\n../g"), LineCount { accepted: 3, rejected: 1 });
    /// ```
    ///
    /// Takes the same steps, and looks at no line by itself.
    pub fn count(&self, buffer: &[u8]) -> LineCount {
        let mut counts = [0; 2];
        match &self.layout {
            Layout::Pairs(pairs) => counts = streams::count(pairs, buffer),
            Layout::Bytes(_) => self.judge(buffer, |_, accepts| counts[usize::from(accepts)] += 1),
        }
        let [rejected, accepted] = counts;
        LineCount { accepted, rejected }
    }
}

impl Layout {
    fn of(machine: &Machine) -> Layout {
        Pairs::new(machine).map_or_else(|| Layout::Bytes(Cells::new(machine)), Layout::Pairs)
    }

    fn judge<'b>(&self, buffer: &'b [u8], each: impl FnMut(&'b [u8], u16)) {
        match self {
            Layout::Pairs(pairs) => streams::judge::<_, { streams::room(2) }>(pairs, buffer, each),
            Layout::Bytes(cells) => streams::judge::<_, { streams::room(1) }>(cells, buffer, each),
        }
    }
}

/// How many lines a rule accepts and rejects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineCount {
    /// Lines that it accepts.
    pub accepted: usize,
    /// Lines that it rejects.
    pub rejected: usize,
}

/// A family of rules made ready to judge many lines, in one pass for all its members.
#[derive(Clone, Debug)]
pub struct FamilyLines {
    cells: Cells,
    sets: Vec<u32>,
}

impl FamilyLines {
    /// Builds the product of the family's automata, to which a line end is a byte like others.
    pub fn new(family: &Family) -> FamilyLines {
        let mut sets: Vec<u32> = Vec::new();
        let machine = Machine::of(&family.groups.each_ref().map(|group| group.rows), |ends| {
            let set =
                family.groups.iter().zip(ends).map(|(group, &end)| group.sets[usize::from(end)]);
            let set = set.fold(0, |all, set| all | set);
            sets.iter().position(|known| *known == set).unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            }) as u16
        });
        FamilyLines { cells: Cells::new(&machine), sets }
    }

    /// Judges lines as [`LineTable::judge`] does, and gives `each` the members that accept the line, a
    /// bit for each.
    pub fn judge<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], u32)) {
        let set = |verdict: u16| self.sets.get(usize::from(verdict)).copied().unwrap_or_default();
        streams::judge::<_, { streams::room(1) }>(&self.cells, buffer, |line, verdict| {
            each(line, set(verdict));
        });
    }

    /// Counts the lines of a buffer by the set of members that accept them; sets of no line are left
    /// out.
    pub fn count(&self, buffer: &[u8]) -> Vec<(u32, usize)> {
        let mut counts = alloc::vec![0; self.sets.len()];
        streams::judge::<_, { streams::room(1) }>(&self.cells, buffer, |_, verdict| {
            counts[usize::from(verdict)] += 1;
        });
        let counts = self.sets.iter().copied().zip(counts);
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

#[cfg(test)]
mod tests;

/// The layouts by size, for tests that have the tables of documents.
#[cfg(any(test, feature = "engines"))]
impl LineTable {
    /// Returns true if a step takes two bytes.
    #[doc(hidden)]
    pub fn takes_pairs(&self) -> bool {
        matches!(self.layout, Layout::Pairs(_))
    }
}
