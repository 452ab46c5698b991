//! Rules that are ready to run.

use alloc::string::String;
use alloc::vec::Vec;

use super::direct::Direct;
use super::expr::{Entry, Rules};
use super::set::Set;

/// The rules of a nested grammar, ready to run.
///
/// Programs are made by `urigram-generate` from a PEG. A program that is made otherwise cannot do
/// harm: what refers to nothing fails, and steps are limited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub(super) code: Rules,
    /// Steps for the same rules, where the next byte decides.
    pub(super) direct: Option<Direct>,
}

impl Program {
    /// Makes a program of rules, and the texts and sets that these match by their numbers.
    ///
    /// # Cost
    /// Linear in the expressions, except for the table of steps: the places of all rules by the
    /// classes of bytes, bounded by half a million entries. A grammar beyond the bound has no
    /// table.
    pub fn new(texts: Vec<String>, sets: Vec<Set>, rules: Vec<Entry>) -> Program {
        let code = Rules { texts, sets, rules };
        let direct = Direct::new(&code);
        Program { code, direct }
    }

    /// Returns the rules. A node's rule is the number of one.
    pub fn rules(&self) -> &[Entry] {
        &self.code.rules
    }
}
