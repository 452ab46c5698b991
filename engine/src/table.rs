//! Committed automata and how they run.

use core::fmt;

use crate::columns::Columns;
use crate::scan::{self, Handover, Remaining, ScanSpec};
use crate::{ByteSet, Document, Parts, Reading, Shape, Span, SyntaxError};

/// The minimal automaton of one rule in one reading, as a committed table.
pub struct Table {
    #[doc(hidden)]
    pub document: &'static Document,
    #[doc(hidden)]
    pub shape: &'static Shape,
    #[doc(hidden)]
    pub rule: &'static str,
    /// The automaton.
    #[doc(hidden)]
    pub columns: Columns,
    /// The state that nothing leaves.
    #[doc(hidden)]
    pub dead: u16,
    /// For each state, the rule that an error in the state is attributed to, as an index into the
    /// document's rules.
    #[doc(hidden)]
    pub labels: &'static [u8],
    /// The facts about the rule that the scanner uses.
    #[doc(hidden)]
    pub scan: Option<&'static ScanSpec>,
}

impl fmt::Debug for Table {
    /// Shows the document and the rule, without the cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("document", &self.document.id)
            .field("rule", &self.rule)
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Returns the document that the rule belongs to.
    pub fn document(&self) -> &'static Document {
        self.document
    }

    /// Returns the rule's name as printed.
    pub fn rule(&self) -> &'static str {
        self.rule
    }

    /// Returns the number of states, including the dead state.
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// Returns the size of the table in bytes.
    pub fn size(&self) -> usize {
        self.columns.cells.len() + self.labels.len() + self.columns.classes.len()
    }

    /// Whether the rule accepts the whole input. Takes one step a byte and allocates nothing.
    #[inline]
    pub fn accepts(&self, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        match self.scan.map(|spec| scan::split(spec, input, &mut parts)) {
            Some(Ok(())) => true,
            Some(Err(handover)) => self.run_on(input, handover).is_ok(),
            None => self.runs_to_the_end(input),
        }
    }

    /// Checks whether the rule accepts the whole input, and reports the error if not.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right. The error reports `reading` as the
    /// reading of the table.
    #[inline]
    pub fn check(&'static self, input: &[u8], reading: Reading) -> Result<(), SyntaxError> {
        let mut parts = Parts::EMPTY;
        let handover = match self.scan.map(|spec| scan::split(spec, input, &mut parts)) {
            Some(Ok(())) => return Ok(()),
            Some(Err(handover)) => handover,
            None => Handover::NOTHING,
        };
        self.check_on(input, reading, handover)
    }

    /// Returns the lengths of the longest accepted prefix and of the longest prefix that could be
    /// continued to an accepted input. Takes one step a byte and stops at the first byte that
    /// cannot be right.
    ///
    /// ```
    /// use urigram::{Grammar, Reading};
    ///
    /// let table = Grammar::Rfc3986.tables(Reading::Corrected).uri.unwrap();
    /// let prefix = table.prefix(b"http://a/b%2 and so on");
    /// assert_eq!((prefix.accepted, prefix.viable), (Some(10), 12));
    /// ```
    pub fn prefix(&self, input: &[u8]) -> Prefix {
        let dead = usize::from(self.dead);
        let mut state = 0;
        let mut accepted = self.columns.accepts(0).then_some(0);
        for (offset, &byte) in input.iter().enumerate() {
            let next = self.columns.next(state, byte);
            if next == dead {
                return Prefix { accepted, viable: offset };
            }
            state = next;
            if self.columns.accepts(state) {
                accepted = Some(offset + 1);
            }
        }
        Prefix { accepted, viable: input.len() }
    }

    /// Checks the input and splits it into components.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right.
    #[inline]
    pub fn split(&'static self, input: &str, reading: Reading) -> Result<Parts, SyntaxError> {
        self.split_with(input, reading, |parts| parts)
    }

    /// Like [`Table::split`], for an input that need not be UTF-8.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right.
    #[doc(hidden)]
    #[inline]
    pub fn split_bytes(
        &'static self,
        input: &[u8],
        reading: Reading,
    ) -> Result<Parts, SyntaxError> {
        let mut parts = Parts::EMPTY;
        let handover = match self.scan.map(|spec| scan::split(spec, input, &mut parts)) {
            Some(Ok(())) => return Ok(parts),
            Some(Err(handover)) => handover,
            None => Handover::NOTHING,
        };
        match self.split_on(input, handover, &mut parts) {
            Ok(()) => Ok(parts),
            Err(wrong) => Err(SyntaxError::new(self, reading, input, wrong)),
        }
    }

    /// Like [`Table::split`], but builds the caller's value from the parts in place. Returning
    /// `Parts` by value would copy them right after they were stored, which stalls on store
    /// forwarding.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right.
    #[doc(hidden)]
    #[inline(always)]
    pub fn split_with<T, E: From<SyntaxError>>(
        &'static self,
        input: &str,
        reading: Reading,
        make: impl FnOnce(Parts) -> T,
    ) -> Result<T, E> {
        let mut parts = Parts::EMPTY;
        let handover = match self.scan.map(|spec| scan::split(spec, input.as_bytes(), &mut parts)) {
            Some(Ok(())) => return Ok(make(parts)),
            Some(Err(handover)) => handover,
            None => Handover::NOTHING,
        };
        match self.split_on(input.as_bytes(), handover, &mut parts) {
            Ok(()) => Ok(make(parts)),
            Err(reject) => Err(SyntaxError::new(self, reading, input.as_bytes(), reject).into()),
        }
    }

    /// Like [`Table::split`], by a given engine.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn split_by(
        &'static self,
        engine: scan::Engine,
        input: &str,
        reading: Reading,
    ) -> Result<Parts, SyntaxError> {
        // The parts are written where they are returned: a copy would wait for the stores.
        let mut found = Ok(Parts::EMPTY);
        if let Ok(parts) = &mut found {
            let handover = match self.scan.map(|spec| engine.split(spec, input.as_bytes(), parts)) {
                Some(Ok(())) => return found,
                Some(Err(handover)) => handover,
                None => Handover::NOTHING,
            };
            if let Err(reject) = self.split_on(input.as_bytes(), handover, parts) {
                found = Err(SyntaxError::new(self, reading, input.as_bytes(), reject));
            }
        }
        found
    }

    /// Like [`Table::check`], by a given engine.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn check_by(
        &'static self,
        engine: scan::Engine,
        input: &[u8],
        reading: Reading,
    ) -> Result<(), SyntaxError> {
        let mut parts = Parts::EMPTY;
        match self.scan.map_or(Err(Handover::NOTHING), |spec| engine.split(spec, input, &mut parts))
        {
            Ok(()) => Ok(()),
            Err(handover) => self.check_on(input, reading, handover),
        }
    }

    /// Returns true if the scanner finds the components of the input by itself, whether or not the
    /// table must check the rest.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn is_scanned_by(&self, engine: scan::Engine, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        let found = self.scan.map(|spec| engine.split(spec, input, &mut parts));
        found.is_some_and(|found| {
            found.map_or_else(|handover| handover.remaining == Remaining::Verdict, |()| true)
        })
    }

    /// [`Table::accepts`] by a given engine.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn accepts_by(&self, engine: scan::Engine, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        let spec = self.scan.filter(|_| engine != scan::Engine::Table);
        match spec.map(|spec| engine.split(spec, input, &mut parts)) {
            Some(Ok(())) => true,
            Some(Err(handover)) => self.run_on(input, handover).is_ok(),
            None => self.runs_to_the_end(input),
        }
    }

    /// Splits an input that the scanner has handed over, if anything remains to be done.
    #[inline(always)]
    fn split_on(
        &'static self,
        input: &[u8],
        handover: Handover,
        parts: &mut Parts,
    ) -> Result<(), RejectState> {
        match Table::reject_state(handover) {
            Some(reject) => Err(reject),
            None => self.split_by_rows(input, handover, parts),
        }
    }

    #[inline(never)]
    fn split_by_rows(
        &'static self,
        input: &[u8],
        handover: Handover,
        parts: &mut Parts,
    ) -> Result<(), RejectState> {
        if input.len() > Span::LONGEST {
            return Err(RejectState::TOO_LONG);
        }
        self.run_on(input, handover)?;
        if handover.remaining == Remaining::Everything {
            *parts = self.shape.split(input);
        }
        Ok(())
    }

    /// Checks an input that the scanner has handed over.
    #[inline(never)]
    fn check_on(
        &'static self,
        input: &[u8],
        reading: Reading,
        handover: Handover,
    ) -> Result<(), SyntaxError> {
        self.run_on(input, handover)
            .map_err(|reject| SyntaxError::new(self, reading, input, reject))
    }

    /// Returns the state before the byte that the scanner found to be wrong, if it found one.
    #[inline(always)]
    fn reject_state(handover: Handover) -> Option<RejectState> {
        let reject = RejectState { offset: handover.offset, state: handover.state };
        (handover.remaining == Remaining::Nothing).then_some(reject)
    }

    /// Runs from the offset of a handover to the end.
    #[inline(always)]
    pub(crate) fn run_on(&self, input: &[u8], handover: Handover) -> Result<(), RejectState> {
        if let Some(reject) = Table::reject_state(handover) {
            return Err(reject);
        }
        if self.columns.is_wide() {
            self.run_from::<true>(input, handover)
        } else {
            self.run_from::<false>(input, handover)
        }
    }

    #[inline(always)]
    fn run_from<const WIDE: bool>(
        &self,
        input: &[u8],
        handover: Handover,
    ) -> Result<(), RejectState> {
        let (mut state, dead) = (usize::from(handover.state), usize::from(self.dead));
        for (offset, &byte) in input.iter().enumerate().skip(handover.offset as usize) {
            let next = self.columns.step::<WIDE>(state, byte);
            if next == dead {
                return Err(RejectState::at(offset, state));
            }
            state = next;
        }
        if self.columns.accepts(state) {
            Ok(())
        } else {
            Err(RejectState::at(input.len(), state))
        }
    }

    /// Returns the offset after a prefix of an input, with the state there.
    pub(crate) fn before(&self, prefix: &[u8]) -> RejectState {
        let state = prefix.iter().fold(0, |state, &byte| self.columns.next(state, byte));
        RejectState { offset: prefix.len() as u32, state: state as u16 }
    }

    /// Whether the automaton accepts the input when it runs alone, without the scanner.
    pub(crate) fn runs_to_the_end(&self, input: &[u8]) -> bool {
        self.run_on(input, Handover::NOTHING).is_ok()
    }

    /// Returns the bytes that can follow in a state.
    pub(crate) fn following(&self, state: u16) -> ByteSet {
        let (state, dead) = (usize::from(state), usize::from(self.dead));
        // A word of bits at a time, without a branch for each byte.
        let mut words = [0; 4];
        for (word, first) in words.iter_mut().zip([0u8, 64, 128, 192]) {
            for bit in 0..64 {
                let follows = self.columns.next(state, first + bit) != dead;
                *word |= u64::from(follows) << bit;
            }
        }
        ByteSet::from_words(words)
    }

    /// Returns the rule that an error in a state is attributed to.
    pub(crate) fn label(&self, state: u16) -> &'static crate::Rule {
        &self.document.rules[usize::from(self.labels[usize::from(state)])]
    }
}

/// The place at which an input is rejected. Small, so that it is returned in registers and made an
/// error by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RejectState {
    /// The first byte that cannot be right.
    pub(crate) offset: u32,
    /// The state before.
    pub(crate) state: u16,
}

impl RejectState {
    /// Of an input whose positions do not fit; no other offset is as large.
    pub(crate) const TOO_LONG: RejectState = RejectState { offset: u32::MAX, state: 0 };

    fn at(offset: usize, state: usize) -> RejectState {
        if offset > Span::LONGEST {
            return RejectState::TOO_LONG;
        }
        RejectState { offset: offset as u32, state: state as u16 }
    }
}

/// The extent to which a rule matches the beginning of an input, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prefix {
    /// The length of the longest prefix that the rule accepts, if it accepts any.
    pub accepted: Option<usize>,
    /// The length of the longest prefix that some accepted string begins with.
    pub viable: usize,
}
