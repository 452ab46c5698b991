//! Tables of one document: automata with the rule that an error in each state is attributed to.

use std::cell::RefCell;
use std::collections::HashMap;

use urigram_automata::marked::{Functional, Placed};
use urigram_automata::{abnf, peg, Dfa, Limits, StateId, Terminals};
use urigram_engine::generated::Rows;

use crate::error::ReadError;
use crate::folder::rules::{is_same, plain, Rules};
use crate::folder::{Folder, NARROWED};
use crate::leak;

/// The limits of the automaton of one character. Those of UTF-8 need a tenth of it.
const CLASS: Limits = Limits { states: 500, nodes: 20_000 };

/// The rules of one reading, ready to build automata from.
pub(crate) struct Builder<'f> {
    folder: &'f Folder,
    rules: &'f Rules,
    terminals: Terminals,
    abnf: abnf::Grammar,
    peg: Option<peg::Grammar>,
    /// The PEG's rules by their plain names.
    in_peg: HashMap<String, String>,
    any: Dfa,
    /// The automaton of the PEG that was made last, with the id of its rule.
    last: RefCell<Option<(String, Dfa)>>,
}

/// An automaton with its labels.
pub(crate) struct Built {
    pub(crate) dfa: Dfa,
    /// For each state, an index into the tracked rules.
    pub(crate) labels: Vec<Option<usize>>,
}

impl<'f> Builder<'f> {
    pub(crate) fn new(folder: &'f Folder, rules: &'f Rules) -> Result<Builder<'f>, ReadError> {
        let terminals = folder.facts.terminals();
        let one = abnf::Grammar::parse("any = %x00-10FFFF\noctet = %x00-FF\n")
            .map_err(|error| folder.error(error))?;
        let name = if terminals == Terminals::Octets { "octet" } else { "any" };
        let peg = rules.pest.peg()?;
        let names = peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name);
        let in_peg = names.rev().map(|name| (plain(name), name.to_owned())).collect();
        Ok(Builder {
            folder,
            rules,
            terminals,
            abnf: rules.abnf.abnf()?,
            peg,
            in_peg,
            any: one.dfa(name, terminals, CLASS).map_err(|error| folder.error(error))?,
            last: RefCell::default(),
        })
    }

    /// Returns every rule of either transcription, silent helpers of the PEG left out.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.abnf.rules().iter().map(|rule| rule.name.clone()).collect();
        let shown = |rule: &&peg::Rule| !rule.is_silent() && !rule.name().contains(NARROWED);
        for rule in self.peg_rules().filter(shown) {
            if self.abnf.rule(rule.name()).is_none() {
                ids.push(rule.name().to_owned());
            }
        }
        ids
    }

    fn peg_rules(&self) -> impl Iterator<Item = &peg::Rule> {
        self.peg.iter().flat_map(peg::Grammar::rules)
    }

    /// Returns the narrowed forms in the PEG (`scheme__before_colon`), each with the rule that the
    /// tree shows it as.
    pub(crate) fn narrowed(&self) -> Vec<(&str, &str)> {
        let names = self.peg_rules().map(peg::Rule::name);
        names.filter_map(|name| Some((name, name.split_once(NARROWED)?.0))).collect()
    }

    /// Returns a shortest input that a narrowed form accepts and its rule does not.
    pub(crate) fn beyond(&self, narrowed: &str, rule: &str) -> Result<Option<String>, ReadError> {
        let compared =
            self.compare(&self.peg_dfa(narrowed)?, &self.dfa(&rule.replace('_', "-"))?)?;
        Ok(compared.only_a.map(|bytes| bytes.escape_ascii().to_string()))
    }

    /// Returns the difference between the PEG and the ABNF of a rule, with shortest inputs that
    /// show it.
    pub(crate) fn difference(&self, id: &str) -> Result<Option<String>, ReadError> {
        let compared = self.compare(&self.peg_dfa(id)?, &self.dfa(id)?)?;
        let sides = [("PEG", compared.only_a), ("ABNF", compared.only_b)];
        let only = |(side, witness): (&str, Option<Vec<u8>>)| {
            let text = witness?.escape_ascii().to_string();
            let shown = if text.is_empty() { "the empty string" } else { &text };
            Some(format!("only the {side} accepts {shown}"))
        };
        let only: Vec<String> = sides.into_iter().filter_map(only).collect();
        Ok(Some(only.join(", ")).filter(|difference| !difference.is_empty()))
    }

    fn compare(&self, a: &Dfa, b: &Dfa) -> Result<urigram_automata::Comparison, ReadError> {
        a.compare(b, self.folder.limits)
            .map_err(|undecided| ReadError::undecided(&self.folder.path, undecided))
    }

    /// Returns a shortest string with a place of a component by the PEG's parse that no derivation
    /// by the ABNF gives. The component is any of some rules.
    ///
    /// # Errors
    /// A message for rules without an automaton, and where a limit is hit.
    pub(crate) fn stray(&self, id: &str, rules: &[&str]) -> Result<Option<Placed>, String> {
        let Some(peg) = &self.peg else { return Ok(None) };
        let limits = self.folder.limits;
        let places = self.abnf.marked_lists(id, rules, self.terminals, limits);
        let places = places.map_err(|error| format!("ABNF: {error}"))?;
        let names = || self.peg_rules().map(peg::Rule::name);
        // A narrowed form is the rule that it narrows.
        let is_form = |name: &&str| {
            let plain = name.split_once(NARROWED).map_or(*name, |(rule, _)| rule);
            rules.iter().any(|id| is_same(plain, id))
        };
        let start = names().find(|name| is_same(name, id)).unwrap_or(id);
        let used = peg.reachable(start).unwrap_or_default();
        let is_used = |name: &&str| used.iter().any(|rule| rule.name() == *name);
        let forms: Vec<&str> = names().filter(is_form).filter(is_used).collect();
        // A PEG that names the component nowhere gives it no place and contradicts none.
        if forms.is_empty() {
            return Ok(None);
        }
        peg.stray_list(start, &forms, &places, limits).map_err(|error| format!("PEG: {error}"))
    }

    /// Returns the places that the PEG's one parse gives the rules in the strings of a rule; `None`
    /// without a PEG that names them, and where a limit is hit.
    pub(crate) fn parsed(&self, id: &str, rules: &[&str]) -> Option<Functional> {
        let (peg, limits) = (self.peg.as_ref()?, self.folder.limits);
        let names = || self.peg_rules().map(peg::Rule::name);
        let start = names().find(|name| is_same(name, id))?;
        let is_form = |name: &&str| rules.iter().any(|id| is_same(name, id));
        let forms: Vec<&str> = names().filter(is_form).collect();
        let marked = peg.marked_lists(start, &forms, peg::Which::Optimized, limits).ok()?;
        marked.functional(limits).ok()
    }

    /// Returns true if the rules are written in both notations.
    pub(crate) fn has_both(&self) -> bool {
        !self.rules.abnf.is_missing() && self.peg.is_some()
    }

    /// Returns the rules as ABNF.
    pub(crate) fn abnf(&self) -> &abnf::Grammar {
        &self.abnf
    }

    /// Returns the meaning of terminal values.
    pub(crate) fn terminals(&self) -> Terminals {
        self.terminals
    }

    /// Returns the rules that mark components, and whether they are a copy of the PEG. A copy only
    /// applies to the strings that the PEG reads.
    ///
    /// # Errors
    /// A message for a PEG that ABNF cannot write.
    pub(crate) fn rules_to_mark(&self) -> Result<(abnf::Grammar, bool), String> {
        match &self.peg {
            Some(peg) if self.rules.abnf.is_missing() => {
                let copy = peg.as_abnf().map_err(|error| error.to_string())?;
                abnf::Grammar::parse(&copy)
                    .map(|copy| (copy, true))
                    .map_err(|error| format!("the copy of the PEG: {error}"))
            }
            _ => Ok((self.abnf.clone(), false)),
        }
    }

    pub(crate) fn folder(&self) -> &'f Folder {
        self.folder
    }

    /// Returns true if a rule of this id is written.
    pub(crate) fn has(&self, id: &str) -> bool {
        if self.rules.abnf.is_missing() {
            return self.in_peg.contains_key(&plain(id));
        }
        self.abnf.rule(id).is_some()
    }

    /// Returns true if a rule's name begins so.
    pub(crate) fn has_prefix(&self, prefix: &str) -> bool {
        let begins = |name: &str| {
            name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        self.abnf.rules().iter().any(|rule| begins(&rule.name))
    }

    /// Builds the rule's automaton, with labels among `tracked`, once both transcriptions agree.
    pub(crate) fn build(&self, id: &str, tracked: &[String]) -> Result<Built, ReadError> {
        if self.rules.abnf.is_missing() {
            let dfa = self.peg_dfa(id)?;
            return Ok(Built { labels: vec![None; dfa.len()], dfa });
        }
        let names: Vec<&str> = tracked.iter().map(String::as_str).collect();
        let labelled = self.abnf.labelled_dfa(id, self.terminals, &names, self.folder.limits);
        let (dfa, labels) = labelled.map_err(|error| self.refused(id, error))?;
        if self.peg.is_some() && !self.folder.is_unproved {
            let (pest, abnf) = (self.peg_dfa(id)?, self.dfa(id)?);
            if pest != abnf {
                let difference = self.difference(id)?.unwrap_or_default();
                return Err(self.folder.error(format!(
                    "the PEG of `{id}` is not its ABNF: {difference}; `urigram prove` shows every rule"
                )));
            }
        }
        Ok(Built { dfa, labels })
    }

    fn peg_dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        let known =
            self.last.borrow().as_ref().filter(|last| last.0 == id).map(|last| last.1.clone());
        if let Some(dfa) = known {
            return Ok(dfa);
        }
        let dfa = self.peg_dfa_within(id, self.folder.limits)?;
        *self.last.borrow_mut() = Some((id.to_owned(), dfa.clone()));
        Ok(dfa)
    }

    fn peg_dfa_within(&self, id: &str, limits: Limits) -> Result<Dfa, ReadError> {
        let file = &self.rules.pest.file;
        let Some(peg) = &self.peg else {
            return Err(self.folder.error("there is no PEG: `urigram generate --peg` writes one"));
        };
        // The two may spell a name's case differently; RFC 5234 ignores it and pest does not.
        let name = self.in_peg.get(&plain(id)).map_or(id, |name| name);
        let dfa = peg.dfa(name, peg::Which::Optimized, self.terminals, limits);
        dfa.map_err(|error| ReadError::peg(file, error).in_rule(id))
    }

    /// Returns the grammar with the rules of `model`, which may refer to the grammar's own.
    pub(crate) fn overlay(&self, model: &str) -> Result<Overlay<'_>, ReadError> {
        let model = abnf::Grammar::parse(model).map_err(|error| self.folder.error(error))?;
        let rules = abnf::Grammar::overlay(&self.abnf, &model);
        Ok(Overlay { folder: self.folder, rules, terminals: self.terminals })
    }

    /// Returns the minimal automaton of a rule: by its ABNF if that is written, else by its PEG.
    pub(crate) fn dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        if self.rules.abnf.is_missing() {
            return self.peg_dfa(id);
        }
        self.abnf
            .dfa(id, self.terminals, self.folder.limits)
            .map_err(|error| self.refused(id, error))
    }

    fn refused(&self, id: &str, refused: abnf::Refused) -> ReadError {
        ReadError::abnf(&self.rules.abnf.file, refused).in_rule(id)
    }

    /// Returns true if the texts in a rule show that it matches more than one character. Each
    /// automaton takes the time of the grammar, and most rules have such texts.
    fn is_longer(&self, id: &str) -> bool {
        if self.rules.abnf.is_missing() {
            let name = self.in_peg.get(&plain(id)).map_or(id, |name| name);
            let rule = self.peg.as_ref().and_then(|peg| peg.rule(name));
            rule.is_some_and(|rule| always_longer(rule.expr(peg::Which::Optimized)))
        } else {
            self.abnf.rule(id).is_some_and(|rule| may_be_longer(&rule.expr))
        }
    }

    /// Returns the first bytes of the characters of a rule, if the rule always matches exactly one
    /// character.
    pub(crate) fn class(&self, id: &str) -> Result<Option<[u64; 4]>, ReadError> {
        if self.is_longer(id) {
            return Ok(None);
        }
        let dfa = if self.rules.abnf.is_missing() {
            self.peg_dfa_within(id, CLASS)?
        } else {
            let dfa = self.abnf.dfa(id, self.terminals, CLASS);
            dfa.map_err(|error| self.refused(id, error))?
        };
        let subset = dfa
            .is_subset(&self.any, self.folder.limits)
            .map_err(|undecided| ReadError::undecided(&self.folder.path, undecided))?;
        if !subset || dfa.is_empty() {
            return Ok(None);
        }
        let mut words = [0; 4];
        for byte in dfa.expected(0).iter() {
            words[usize::from(byte / 64)] |= 1u64 << (byte % 64);
        }
        Ok(Some(words))
    }
}

/// Returns true if a text in an expression has two characters: a string with it is longer than one.
fn may_be_longer(expr: &abnf::Expr) -> bool {
    match expr {
        abnf::Expr::Text(text) | abnf::Expr::TextAnyCase(text) => text.len() > 1,
        abnf::Expr::Values(values) => values.len() > 1,
        abnf::Expr::Repeat { max: Some(0), .. } => false,
        _ => expr.parts().iter().any(may_be_longer),
    }
}

/// Returns true if every match of an expression contains a text of two characters.
fn always_longer(expr: &peg::Expr) -> bool {
    match expr {
        peg::Expr::Text(text) | peg::Expr::TextAnyCase(text) => text.chars().nth(1).is_some(),
        peg::Expr::Sequence(parts) => parts.iter().any(always_longer),
        peg::Expr::Choice(parts) => parts.iter().all(always_longer),
        peg::Expr::Repeat { expr, min: 1.., .. } => always_longer(expr),
        _ => false,
    }
}

/// A grammar with more rules.
pub(crate) struct Overlay<'b> {
    folder: &'b Folder,
    rules: abnf::Grammar,
    terminals: Terminals,
}

impl Overlay<'_> {
    /// Returns the automaton of a rule.
    pub(crate) fn dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        self.rules
            .dfa(id, self.terminals, self.folder.limits)
            .map_err(|error| ReadError::abnf(&self.folder.path, error).in_rule(id))
    }
}

/// Returns true if an automaton fits into a table.
///
/// Two bytes number its states, one byte the offsets of columns in a splitter's row, and all cells
/// take at most 8 MiB.
pub(crate) fn fits(states: usize, classes: usize) -> bool {
    let width = 2 * (classes + 1);
    width <= 256 && states <= usize::from(u16::MAX) && states * width <= 1 << 23
}

/// Returns the rows of an automaton; `end` is what the end of the input means in a state. `None`
/// where a row would have more than 256 bytes, or all of them more than two bytes can count.
pub(crate) fn rows(dfa: &Dfa, end: impl Fn(StateId) -> u16) -> Option<Rows> {
    let order: Vec<Option<StateId>> = (0..dfa.len() as StateId).map(Some).collect();
    rows_in_order(dfa, &order, 0, end)
}

/// Returns the rows of an automaton like [`rows`], in an order that has every state. A row without
/// a state leads to itself. Cells count units of `1 << unit` bytes, and rows are whole units long.
pub(crate) fn rows_in_order(
    dfa: &Dfa,
    order: &[Option<StateId>],
    unit: u8,
    end: impl Fn(StateId) -> u16,
) -> Option<Rows> {
    let columns = dfa.classes().len() + 1;
    let width = (2 * columns).next_multiple_of(1 << unit);
    if width > 256 || order.len() * width > 1 << (16 + unit) {
        return None;
    }
    let mut offsets = [0; 256];
    for (column, class) in offsets.iter_mut().zip(dfa.classes().table()) {
        *column = 2 * class;
    }
    let mut places = vec![0; dfa.len()];
    for (place, state) in order.iter().enumerate() {
        state.iter().for_each(|&state| places[state as usize] = place);
    }
    let row = |(place, state): (usize, &Option<StateId>)| -> Vec<u16> {
        let next = |class| match *state {
            Some(state) => places[dfa.next_by_class(state, class) as usize],
            None => place,
        };
        let next = (0..dfa.classes().len()).map(|class| ((next(class) * width) >> unit) as u16);
        // The last cell of a row is that for the end.
        let padding = std::iter::repeat_n(0, width / 2 - columns);
        next.chain(padding).chain([state.map_or(0, &end)]).collect()
    };
    let cells = order.iter().enumerate().flat_map(row).flat_map(u16::to_le_bytes);
    let classes = leak::value(offsets);
    Some(Rows { classes, width: width as u16, cells: leak::list(cells) })
}
