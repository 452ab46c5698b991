//! Certificates: an automaton, and two lists that show that a rule of an ABNF grammar and a rule of
//! a PEG have its language.
//!
//! One list maps sets of ABNF items to states, the other one formulas over the PEG's continuations.
//! Each is closed under every transition, so a checker neither searches nor minimizes: it verifies
//! the start, the acceptance of each entry, and that each derivative is an entry of the next state.
//! `docs/theory/certificates.md` describes the text. A recursive rule has an automaton and lists
//! for its body, with calls as letters, and for what each letter stands for.
//!
//! This module shares no code with the checker, in `checks/certificates`, and only the decision
//! diagrams with the automata that the proofs compare.

mod classes;
mod continuations;
mod formulas;
mod nested;
mod nodes;
mod print;

use crate::explore::build;
use crate::nested::Unproved;
use crate::peg::decision::Formula;
use crate::{abnf, peg, Deterministic, Dfa, Limits, StateId, Terminals, Undecided};
use continuations::{Continuations, Id};
use formulas::{holds, Machine};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fmt::Write;

/// A reason why a rule has no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// A grammar has no rule of this name.
    UnknownRule(String),
    /// Certificates do not have this construct.
    Unsupported(&'static str),
    /// A rule is recursive, and a condition of the proof by calls as letters fails.
    Nested(Unproved),
    /// The two rules are not one language: there is nothing to certify.
    Different,
    /// A limit was hit.
    Undecided(Undecided),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::UnknownRule(name) => write!(f, "{name} is not a rule of the grammar"),
            Refused::Unsupported(construct) => {
                write!(f, "a certificate cannot contain {construct}")
            }
            Refused::Nested(why) => {
                write!(f, "by calls as letters (docs/theory/recursive.md): {why}")
            }
            Refused::Different => {
                f.write_str("the ABNF and the PEG are not one language: prove shows a string")
            }
            Refused::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

/// The version of the text.
const VERSION: u32 = 1;

/// Returns the lines above the certificates of a grammar: the format's version, the grammar's id,
/// the reading, and each rule as pest's optimizer leaves it.
///
/// ```
/// use urigram_automata::{certificate::heading, peg};
/// let heading = heading("own", "printed", &peg::Grammar::parse("a = { \"x\" }")?);
/// assert!(heading.ends_with("grammar own printed\noptimized a = { \"x\" }\n"));
/// # Ok::<(), peg::Error>(())
/// ```
pub fn heading(id: &str, reading: &str, peg: &peg::Grammar) -> String {
    let mut text = format!("urigram-certificates {VERSION}\ngrammar {id} {reading}\n");
    for rule in peg.rules() {
        let runs = rule.expr(peg::Which::Optimized).written().text;
        let _ = writeln!(text, "optimized {} = {{ {runs} }}", rule.name());
    }
    text
}

/// A certificate for one rule. [`Display`](fmt::Display) writes it as the checker reads it.
#[derive(Clone, Debug)]
pub struct Certificate {
    text: String,
    states: usize,
}

impl Certificate {
    /// Certifies that a rule of an ABNF grammar and a rule of a PEG, as written and as pest runs
    /// it, are one language.
    ///
    /// ```
    /// use urigram_automata::{abnf, certificate::Certificate, peg, Limits, Terminals};
    /// let rules = abnf::Grammar::parse("port = *DIGIT\nDIGIT = %x30-39\n")?;
    /// let copy = peg::Grammar::parse("port = { '0'..'9'* }")?;
    /// let certificate = Certificate::new(
    ///     (&rules, "port"), (&copy, "port"), Terminals::CodePoints, Limits::default(),
    /// )?;
    /// assert_eq!(certificate.states(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if the rules are not one language, for a missing rule, for `SOI`, where a limit
    /// is hit, and for recursive rules that are not proved by letters.
    pub fn new(
        (abnf, abnf_rule): (&abnf::Grammar, &str),
        (peg, peg_rule): (&peg::Grammar, &str),
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Certificate, Refused> {
        if peg.skips() {
            return Err(Refused::Unsupported("implicit WHITESPACE or COMMENT"));
        }
        let mut text = format!("theorem {abnf_rule} {peg_rule}\n");
        let (abnf, peg) = ((abnf, abnf_rule), (peg, peg_rule));
        let calls_itself = peg.0.undecided(peg.1).is_some();
        let states = if calls_itself && abnf.0.recursion(abnf.1, limits).is_some() {
            nested::write(&mut text, abnf, peg, terminals, limits)?
        } else {
            let of = |which| Continuations::peg(peg.0, which, peg.1, terminals, limits);
            let items = Continuations::abnf(abnf.0, abnf.1, terminals, limits)?;
            let all = [items, of(peg::Which::Raw)?, of(peg::Which::Optimized)?];
            body(&mut text, all, terminals, 0, limits)?
        };
        text.push_str("end\n");
        Ok(Certificate { text, states })
    }

    /// Returns the number of states of the automaton; where letters have automata of their own, of
    /// all together.
    pub fn states(&self) -> usize {
        self.states
    }
}

/// Writes an automaton and the lists of the ABNF, of the PEG as written and of the PEG as pest runs
/// it. Returns the number of states.
fn body(
    text: &mut String,
    [mut items, written, runs]: [Continuations; 3],
    terminals: Terminals,
    letters: usize,
    limits: Limits,
) -> Result<usize, Refused> {
    let sets = items.sets().chain(written.sets()).chain(runs.sets());
    let classes = classes::of(sets, terminals, letters)?;
    let first: Vec<u32> = classes.iter().map(|class| class[0].0).collect();
    let mut runs = Machine::new(runs, &first, limits.nodes);
    let dfa = build(&mut runs, limits)?;
    let mut written = Machine::new(written, &first, limits.nodes);
    let sets = sets_of_items(&mut items, &first, &dfa, limits)?;
    let entries = [entries(&mut written, &dfa, limits)?, entries(&mut runs, &dfa, limits)?];
    print::automaton(text, &classes, &dfa);
    print::items(text, &items, &sets);
    for (kind, machine, entries) in [("peg", &written, &entries[0]), ("runs", &runs, &entries[1])] {
        print::formulas(text, kind, machine, entries);
    }
    Ok(dfa.len())
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Keys with the state of each, in the order in which they were found.
struct List<K> {
    entries: Vec<(K, StateId)>,
    states: HashMap<K, StateId>,
}

impl<K: Clone + Eq + std::hash::Hash> List<K> {
    fn new(start: K) -> List<K> {
        List { states: HashMap::from([(start.clone(), 0)]), entries: vec![(start, 0)] }
    }

    /// Adds an entry, unless it is there.
    ///
    /// # Errors
    /// [`Refused::Different`] if the key has another state: in a minimal automaton that is another
    /// language.
    fn add(&mut self, key: K, state: StateId, limits: Limits) -> Result<(), Refused> {
        match self.states.get(&key) {
            Some(&known) if known == state => Ok(()),
            Some(_) => Err(Refused::Different),
            None if self.entries.len() == limits.states => {
                Err(Undecided::new("states", limits.states).into())
            }
            None => {
                self.states.insert(key.clone(), state);
                self.entries.push((key, state));
                Ok(())
            }
        }
    }
}

/// Returns the sets of items that the automaton's strings lead to, each with its state.
fn sets_of_items(
    items: &mut Continuations,
    first: &[u32],
    dfa: &Dfa,
    limits: Limits,
) -> Result<Vec<(Vec<Id>, StateId)>, Refused> {
    let mut after: HashMap<(Id, usize), (BTreeSet<Id>, bool)> = HashMap::new();
    let mut list = List::new(vec![items.start]);
    let mut at = 0;
    while let Some((set, state)) = list.entries.get(at).cloned() {
        let mut accepts = false;
        for (class, &c) in first.iter().enumerate() {
            let mut next = BTreeSet::new();
            for &item in &set {
                let (found, may_end) = match after.entry((item, class)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(free) => {
                        free.insert(items.after(item, |ranges| holds(ranges, c))?)
                    }
                };
                accepts |= *may_end;
                next.extend(found.iter());
            }
            let state = dfa.next(state, class as u8);
            list.add(next.into_iter().collect(), state, limits)?;
        }
        if accepts != dfa.is_accepting(state) {
            return Err(Refused::Different);
        }
        at += 1;
    }
    Ok(list.entries)
}

/// Returns the formulas that the automaton's strings lead to, each with its state.
fn entries(
    machine: &mut Machine,
    dfa: &Dfa,
    limits: Limits,
) -> Result<Vec<(Formula, StateId)>, Refused> {
    let classes = machine.classes();
    let mut list = List::new(machine.start()?);
    let mut at = 0;
    while let Some(&(formula, state)) = list.entries.get(at) {
        for &class in classes.representatives() {
            let next = machine.next(&formula, class)?;
            list.add(next, dfa.next(state, class), limits)?;
        }
        if machine.accepts_end(formula)? != dfa.is_accepting(state) {
            return Err(Refused::Different);
        }
        at += 1;
    }
    Ok(list.entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate(rules: &str, copy: &str) -> Result<Certificate, Refused> {
        let abnf = abnf::Grammar::parse(rules).unwrap();
        let peg = peg::Grammar::parse(copy).unwrap();
        Certificate::new((&abnf, "a"), (&peg, "a"), Terminals::CodePoints, Limits::default())
    }

    #[test]
    fn the_automaton_is_the_minimal_one() {
        for (rules, copy) in [
            ("a = %x78 %x79", "a = { \"xy\" }"),
            ("a = %x78 *%x79 %x7A", "a = { \"x\" ~ \"y\"* ~ \"z\" }"),
            ("a = b %x2E b\nb = 1*2%x30-39", "a = { b ~ \".\" ~ b }\nb = { '0'..'9'{1,2} }"),
            ("a = %x78 / %x78 %x79", "a = { \"x\" ~ !(\"y\" ~ ANY) ~ \"y\"? }"),
            ("a = [ %x78 ] %xE9", "a = { (\"x\" | \"\") ~ \"\u{e9}\" }"),
        ] {
            let rule = abnf::Grammar::parse(rules).unwrap();
            let dfa = rule.dfa("a", Terminals::CodePoints, Limits::default()).unwrap();
            let mut states: BTreeSet<StateId> = BTreeSet::from([0]);
            let mut words = vec![Vec::new()];
            // Between the bytes of a character no certificate has a state.
            while let Some(word) = words.pop() {
                for c in "xyz.09\u{e9}\u{ea}".chars() {
                    let longer: Vec<char> = [&word[..], &[c]].concat();
                    let text: String = longer.iter().collect();
                    let state = text.bytes().fold(0, |state, byte| dfa.next(state, byte));
                    if states.insert(state) {
                        words.push(longer);
                    }
                }
            }
            assert_eq!(certificate(rules, copy).unwrap().states(), states.len(), "{rules}");
        }
    }

    #[test]
    fn other_languages_have_no_certificate() {
        for (rules, copy) in [
            ("a = %x78 %x79", "a = { \"xz\" }"),
            ("a = %x78 %x79", "a = { \"x\" }"),
            ("a = %x78 [ %x79 ]", "a = { \"x\" | \"xy\" }"),
            ("a = *%x78 %x79", "a = { \"x\"* ~ \"yz\" }"),
            ("a = b b\nb = %x78", "a = { b }\nb = { \"x\" }"),
        ] {
            assert_eq!(certificate(rules, copy).unwrap_err(), Refused::Different, "{rules}");
        }
    }
}
