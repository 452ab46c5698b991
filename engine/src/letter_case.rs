//! Letters that are rejected for their case.

use crate::{Erratum, ErratumExample, Found, SyntaxError};

impl SyntaxError {
    /// Returns the erratum that says why the case of the rejected letter counts. `None` if the
    /// letter is not allowed in the other case either, or if the document leaves no doubt.
    ///
    /// The id of such an erratum ends in `-case`. It has no repair, and both readings reject its
    /// example, which its rule would accept in the other case.
    pub fn case_erratum(&self) -> Option<&'static Erratum> {
        let Found::Char(found) = self.found() else { return None };
        let other = if found.is_ascii_alphabetic() { found as u8 ^ 0x20 } else { return None };
        if !self.expected().bytes().contains(other) {
            return None;
        }
        let is_rejected = |example: &ErratumExample| !example.printed && !example.corrected;
        self.document().commentary().errata.iter().find(|erratum| {
            let example = erratum.example.as_ref();
            erratum.id.ends_with("-case")
                && erratum.repair.is_none()
                && example.is_some_and(is_rejected)
        })
    }
}
