//! Many inputs as lines of a buffer.

use urigram_grammars::LineTable;

use crate::Subject;

/// Inputs that are collected as lines and checked together.
pub struct Lines<'s> {
    subject: &'s Subject,
    table: LineTable,
    buffer: Vec<u8>,
    expected: Vec<bool>,
}

/// The size of a buffer in bytes: more than the lines that are checked side by side, several times
/// over.
const ENOUGH: usize = 1 << 16;

impl<'s> Lines<'s> {
    /// None as yet.
    pub fn new(subject: &'s Subject) -> Lines<'s> {
        let table = LineTable::new(subject.table);
        Lines { subject, table, buffer: Vec::new(), expected: Vec::new() }
    }

    /// Adds an input that can be a line; checks all lines when the buffer is full.
    ///
    /// # Errors
    /// The first line with a wrong verdict, or a missing one, among the lines so far.
    pub fn push(&mut self, input: &[u8]) -> Result<(), String> {
        if input.contains(&b'\n') || input.ends_with(b"\r") {
            return Ok(());
        }
        self.expected.push(self.subject.truth(input).accepted);
        self.buffer.extend(input);
        let ending: &[u8] = if self.expected.len().is_multiple_of(3) { b"\r\n" } else { b"\n" };
        self.buffer.extend(ending);
        if self.buffer.len() < ENOUGH {
            return Ok(());
        }
        self.finish()
    }

    /// Checks the lines in the buffer.
    ///
    /// # Errors
    /// The first line whose verdict differs from the automaton's, or that is missing.
    pub fn finish(&mut self) -> Result<(), String> {
        let mut found = Vec::new();
        self.table.judge(&self.buffer, |line, accepts| found.push((line, accepts)));
        for (&(line, accepts), expected) in found.iter().zip(&self.expected) {
            if accepts != *expected {
                return Err(format!(
                    "{}: as one of many lines it is {accepts}",
                    self.subject.shown(line)
                ));
            }
        }
        if found.len() != self.expected.len() {
            return Err(format!("{} lines of {}", found.len(), self.expected.len()));
        }
        let count = self.table.count(&self.buffer);
        if count.accepted != self.expected.iter().filter(|accepts| **accepts).count() {
            return Err(format!("{} lines are accepted, if they are counted", count.accepted));
        }
        self.buffer.clear();
        self.expected.clear();
        Ok(())
    }
}
