//! The answers of a table: accepted or an error, and the parts of what is accepted.

use crate::dfa::automaton::RejectState;
use crate::scan::{self, Handover};
use crate::{Parts, Reading, SyntaxError, Table};

impl Table {
    /// Checks whether the rule accepts the whole input, and reports the error if not.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right. The error reports `reading` as the
    /// reading of the table.
    #[inline]
    pub fn check(&'static self, input: &[u8], reading: Reading) -> Result<(), SyntaxError> {
        let mut parts = Parts::EMPTY;
        let rest = |handover, _: &mut Parts| self.check_on(input, reading, handover);
        self.hand_over(scan::split, input, &mut parts, rest)
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
        match self.split_into(input, &mut parts) {
            Ok(()) => Ok(parts),
            Err(reject) => Err(SyntaxError::new(self, reading, input, reject)),
        }
    }

    /// Returns the error of bytes that are not UTF-8 from an offset on. A rule about characters
    /// rejects them there, or before.
    #[doc(hidden)]
    #[cold]
    pub fn reject_bytes(
        &'static self,
        input: &[u8],
        reading: Reading,
        not_utf8: usize,
    ) -> SyntaxError {
        let there = || SyntaxError::new(self, reading, input, RejectState::at(not_utf8, 0));
        self.split_bytes(input, reading).err().unwrap_or_else(there)
    }

    /// Whether the rule accepts the whole input. If it does, writes its parts to where they stay.
    #[doc(hidden)]
    #[inline]
    pub fn accepts_into(&'static self, input: &[u8], parts: &mut Parts) -> bool {
        *parts = Parts::EMPTY;
        self.split_into(input, parts).is_ok()
    }

    /// Writes the parts of an input to where they stay.
    #[inline(always)]
    pub(crate) fn split_into(
        &'static self,
        input: &[u8],
        parts: &mut Parts,
    ) -> Result<(), RejectState> {
        self.hand_over(scan::split, input, parts, |from, parts| self.split_on(input, from, parts))
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
        match self.split_into(input.as_bytes(), &mut parts) {
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
        // The parts are written in place: copying would stall on store forwarding.
        let mut found = Ok(Parts::EMPTY);
        if let Ok(parts) = &mut found {
            let input = input.as_bytes();
            let rest = |from, parts: &mut Parts| self.split_on(input, from, parts);
            if let Err(reject) = self.hand_over(engine.splitter(), input, parts, rest) {
                found = Err(SyntaxError::new(self, reading, input, reject));
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
        let rest = |handover, _: &mut Parts| self.check_on(input, reading, handover);
        self.hand_over(engine.splitter(), input, &mut parts, rest)
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
}
