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

use crate::classify::Group;
use crate::{GrammarSet, Reading, Table};
use cells::Cells;
use machine::Machine;
use pairs::Pairs;

/// A table made ready to judge many lines.
///
/// ```
/// use urigram_grammars::{Grammar, LineTable, Reading};
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
    /// use urigram_grammars::{Grammar, LineCount, LineTable, Reading};
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

/// The start rules of all grammars made ready to judge many lines, in one pass for all of them.
///
/// ```
/// use urigram_grammars::{Grammar, LineClassifier, Reading};
///
/// let classifier = LineClassifier::new(Reading::Corrected);
/// let mut sets = Vec::new();
/// classifier.judge(b"urn:isbn:0451450523\na b\n", |_, set| sets.push(set));
/// assert!(sets[0].contains(Grammar::Rfc2141) && sets[0].contains(Grammar::Rfc3986));
/// assert!(sets[1].is_empty());
/// ```
///
/// Making one takes 2 milliseconds, for the printed reading 4, and for a moment at most 7 MiB or 13; it holds 1 or 1.6.
#[derive(Clone, Debug)]
pub struct LineClassifier {
    cells: Cells,
    sets: Vec<GrammarSet>,
}

impl LineClassifier {
    /// The product of the automata of all grammars.
    pub fn new(reading: Reading) -> LineClassifier {
        let groups = Group::all(reading);
        let mut sets: Vec<GrammarSet> = Vec::new();
        let machine = Machine::of(&groups.each_ref().map(|group| group.rows), |ends| {
            let set = groups.iter().zip(ends).map(|(group, &end)| group.sets[usize::from(end)]);
            let set = set.fold(GrammarSet::EMPTY, GrammarSet::union);
            sets.iter().position(|known| *known == set).unwrap_or_else(|| {
                sets.push(set);
                sets.len() - 1
            }) as u16
        });
        LineClassifier { cells: Cells::new(&machine), sets }
    }

    /// Like [`LineTable::judge`], with the set of the grammars whose default start rule accepts the line.
    pub fn judge<'b>(&self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], GrammarSet)) {
        let set = |verdict: u16| self.sets.get(usize::from(verdict)).copied().unwrap_or_default();
        streams::judge::<_, { streams::room(1) }>(&self.cells, buffer, |line, verdict| each(line, set(verdict)));
    }

    /// Counts the lines of a buffer by the sets of grammars that accept them; sets of no line are left out.
    pub fn count(&self, buffer: &[u8]) -> Vec<(GrammarSet, usize)> {
        let mut counts = alloc::vec![0; self.sets.len()];
        streams::judge::<_, { streams::room(1) }>(&self.cells, buffer, |_, verdict| counts[usize::from(verdict)] += 1);
        let counts = self.sets.iter().copied().zip(counts);
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

#[cfg(test)]
mod tests;
