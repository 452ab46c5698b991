//! Newline-separated input in bulk.
//!
//! Each step of an automaton waits for the step before it, while the processor could take other
//! steps. So a buffer is split at line ends into parts, and the automaton runs on all parts side by
//! side. Line ends do not interrupt it: a line feed leads to a state that holds the verdict on its
//! line and in which the next line begins. The states are recorded. A search for line feeds then
//! looks up the verdicts, or they are counted without a search.
//!
//! One document's automaton is small enough for a table of steps that take two bytes (`pairs`),
//! which halves their number. The product of all documents' automata takes single bytes (`cells`).
//!
//! ```text
//! tables of rules, or plain ─ machine ─┬─ pairs           automata side by side, with line ends
//!                                      └─ cells ─ codes
//!                                           │ automaton   the interface of both
//! buffer ─ streams   seven parts at once, the states recorded
//!             │
//!           feeds    the line ends, and so a verdict for each line, or their counts
//! ```

mod automaton;
mod cells;
mod codes;
mod feeds;
mod machine;
mod pairs;
mod plain;
mod streams;
mod zeros;

use alloc::vec::Vec;

use crate::{Family, Table};
use cells::Cells;
use machine::Machine;
use pairs::Pairs;
use plain::Plain;

/// A table prepared for checking many lines.
///
/// ```
/// use urigram::lines::LineTable;
/// use urigram::{Grammar, Reading};
///
/// let table = LineTable::new(Grammar::Rfc3986.tables(Reading::Corrected).start());
/// let mut accepted = Vec::new();
/// table.judge(b"http://a/b\r\na b\n\n../g", |_, accepts| accepted.push(accepts));
/// assert_eq!(accepted, [true, false, true, true]);
/// ```
///
/// Preparing one takes half a millisecond for most rules and three for the largest, and 512 KiB. If
/// the rule is too large for this layout, the table takes at most 1 KiB for each state, and lines
/// take up to twice the time.
#[derive(Clone, Debug)]
pub struct LineTable {
    layout: Layout,
}

/// The layout with a step for each pair of bytes, or with a step for each byte if that is too
/// large.
#[derive(Clone, Debug)]
enum Layout {
    Pairs(Pairs),
    Bytes(Cells),
}

impl LineTable {
    /// Lays out the automaton of a table so that it reads many lines in one pass.
    pub fn new(table: &Table) -> LineTable {
        let machine = Machine::of(&[table.automaton], |ends| ends[0]);
        LineTable { layout: Layout::of(&machine) }
    }

    /// Builds the automaton of the plain lines of some tables: lines that every one of them
    /// accepts and splits into the same components, and that no normal form changes. `excluded` are
    /// the numbers of schemes whose lines are not plain. `None` where documents have other
    /// components for some schemes, or where the rules are too large.
    #[doc(hidden)]
    pub fn plain(tables: &[&'static Table], excluded: &[u64]) -> Option<LineTable> {
        let machine = Machine::of(&[Plain::new(tables, excluded)?], |ends| ends[0]);
        Some(LineTable { layout: Layout::of(&machine) })
    }

    /// Checks each line of a buffer. Calls `each` with every line, in order and without its end,
    /// and with whether the rule accepts it. Lines end in LF or CRLF; the last line may have no
    /// end. An empty line is an input. A carriage return without a line feed is a byte of its line.
    ///
    /// Takes one step for two bytes, seven of them at the same time, and at most 256 KiB for
    /// buffers of any length.
    pub fn judge<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], bool)) {
        self.layout.judge(buffer, |line, verdict| each(line, verdict == 1));
    }

    /// Counts the lines of a buffer that the rule accepts and rejects. [`LineTable::judge`] defines
    /// lines.
    ///
    /// ```
    /// use urigram::lines::{LineCount, LineTable};
    /// use urigram::{Grammar, Reading};
    ///
    /// let table = LineTable::new(Grammar::Rfc3986.tables(Reading::Corrected).start());
    /// let count = table.count(b"http://a/b\r\na b\n\n../g");
    /// assert_eq!(count, LineCount { accepted: 3, rejected: 1 });
    /// ```
    ///
    /// Takes the same steps as [`LineTable::judge`], without locating the lines.
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

/// The numbers of lines that a rule accepts and rejects.
///
/// ```
/// use urigram::documents::Table;
/// use urigram::lines::{LineCount, LineTable};
/// use urigram::{Grammar, Reading};
///
/// let table: &Table = Grammar::Rfc3986.tables(Reading::Corrected).start();
/// let count = LineTable::new(table).count(b"http://a/\na b\n");
/// assert_eq!(count, LineCount { accepted: 1, rejected: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LineCount {
    /// Lines that it accepts.
    pub accepted: usize,
    /// Lines that it rejects.
    pub rejected: usize,
}

/// A family of rules prepared for checking many lines, in one pass for all its members.
#[derive(Clone, Debug)]
pub struct FamilyLines {
    cells: Cells,
    sets: Vec<u32>,
}

impl FamilyLines {
    /// Builds the product of the family's automata, in which a line end is a byte like others.
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

    /// Checks lines like [`LineTable::judge`]. Calls `each` with every line and the members that
    /// accept it, a bit for each.
    pub fn judge<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], u32)) {
        let set = |verdict: u16| self.sets.get(usize::from(verdict)).copied().unwrap_or_default();
        streams::judge::<_, { streams::room(1) }>(&self.cells, buffer, |line, verdict| {
            each(line, set(verdict));
        });
    }

    /// Counts the lines of a buffer by the set of members that accept them. Sets that no line has
    /// are omitted.
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
