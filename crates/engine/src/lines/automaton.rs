//! The interface between the streams and the automata that they run.

use super::zeros::Zero;

/// An automaton that takes steps of one or two bytes.
pub(super) trait Automaton {
    /// The bytes of a step.
    type Code: Zero;
    /// The state between two steps. Lines begin in row zero.
    type Row: Zero;
    /// The number of bytes in a step: a power of two.
    const STEP: usize;

    /// Writes the codes of bytes to the beginning of a list. The unused rest of the last step may
    /// be anything.
    fn write(&self, bytes: &[u8], codes: &mut [Self::Code]);

    /// Returns a function that takes one step.
    fn step(&self) -> impl Fn(usize, Self::Code) -> Self::Row;

    /// Converts a row to the argument of a step.
    fn at(row: Self::Row) -> usize;

    /// Returns the verdict on the line that ends with a line feed at offset `at`; `row` is the row
    /// after the step that contains the line feed.
    fn verdict(&self, row: Self::Row, at: usize) -> u16;

    /// Returns the verdict on a line whose beginning has led to `row`. `rest` is what remains of
    /// it, with or without a line feed at the end.
    ///
    /// Without a line feed, a carriage return at the end is a byte of the line: the verdict is the
    /// same as if CRLF followed.
    fn rest(&self, row: Self::Row, rest: &[u8]) -> u16;
}
