//! The rules of a grammar in both notations, of which one rule is made ready to run.

use std::path::Path;

use urigram_automata::{abnf, peg, Limits as Size};
use urigram_engine::{same_name, Encoding};

use super::{of_abnf, of_peg, NestedRule};
use crate::error::ReadError;
use crate::nested::program;
use crate::tables::is_same;

/// The rules of a folder, a file or a published grammar.
pub(crate) struct Texts<'a> {
    /// The place that errors name.
    pub(crate) path: &'a Path,
    pub(crate) id: &'a str,
    pub(crate) abnf: abnf::Grammar,
    pub(crate) peg: Option<peg::Grammar>,
    pub(crate) encoding: Encoding,
    pub(crate) notes: Vec<String>,
}

impl Texts<'_> {
    /// Makes a rule ready. `None` if there is no such rule, and for one that is regular, unless
    /// `any` is wanted.
    ///
    /// # Errors
    /// [`ReadError`] for rules of octets, and rules in ABNF alone that are not shown deterministic.
    pub(crate) fn rule(self, wanted: &str, any: bool) -> Result<Option<NestedRule>, ReadError> {
        let Texts { path, id, abnf, peg, encoding, mut notes } = self;
        let in_abnf = abnf.rule(wanted).map(|rule| rule.name.clone());
        let mut names = peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name);
        let exact = names.clone().find(|&name| name == wanted);
        let in_peg = exact.or_else(|| names.clone().find(|name| same_name(name, wanted)));
        let in_peg = in_peg.or_else(|| names.find(|name| is_same(name, wanted)));
        let recursion = in_abnf.as_ref().and_then(|name| abnf.recursion(name, Size::default()));
        let is_nested = |name: &&str| peg.as_ref().is_some_and(|peg| peg.undecided(name).is_some());
        let in_peg = in_peg.map(str::to_owned);
        let is_regular = recursion.is_none() && in_peg.as_deref().filter(is_nested).is_none();
        if is_regular && !any || in_abnf.is_none() && in_peg.is_none() {
            return Ok(None);
        }
        if encoding == Encoding::Octets {
            let message = "rules of octets that call themselves are not run";
            return Err(ReadError::nested(path, message));
        }
        let by_abnf = in_abnf.as_ref().filter(|_| recursion.is_some() || any);
        let by_abnf = by_abnf.map(|name| of_abnf(&abnf, name));
        let by_peg = match (&peg, in_peg) {
            (Some(peg), Some(name)) => Some((program(peg), name)),
            _ => None,
        };
        let runs = matches!(by_abnf, Some(Ok(_)));
        let by_letters = match (&peg, &by_peg) {
            (Some(peg), Some((_, name))) if !runs => Some(of_peg(peg, name)),
            _ => None,
        };
        match (&by_abnf, &by_peg) {
            (Some(Err(why)), None) => {
                let name = in_abnf.unwrap_or_default();
                let advice = "write a PEG beside the ABNF, or bound the nesting";
                return Err(ReadError::nested(path, format!("`{name}`: {why}: {advice}")));
            }
            (Some(Err(why)), Some(_)) => notes.push(format!("the ABNF is {why}; the PEG runs")),
            _ => {}
        }
        let name = in_abnf.or_else(|| by_peg.as_ref().map(|(_, name)| name.clone()));
        let name = name.unwrap_or_default();
        let id = id.to_owned();
        let abnf = by_abnf.is_some().then_some(abnf);
        Ok(Some(NestedRule { id, name, by_abnf, by_peg, by_letters, notes, abnf, peg }))
    }
}
