//! Certificates: an automaton, and two lists that show that a rule of an ABNF grammar and a rule of
//! a PEG have its language.
//!
//! One list maps sets of ABNF items to states, the other one formulas over the PEG's continuations.
//! Each is closed under every transition, so a checker neither searches nor minimizes: it verifies
//! the start, the acceptance of each entry, and that each derivative is an entry of the next state.
//! `docs/theory/certificates.md` describes the text. A recursive rule has an automaton and lists
//! for its body, with calls as letters, and for what each letter stands for.
//!
//! The formulas are derived by the automaton that the proofs compare (`peg::continuation`), over
//! classes of characters. The checker, in `checks/certificates`, shares no code with it.

mod classes;
mod continuations;
mod nested;
mod nodes;
mod print;

use crate::explore::build;
use crate::nested::Unproved;
use crate::peg::continuation::{Automaton, Id, State};
use crate::{abnf, peg, ByteClasses, Deterministic, Dfa, Limits, StateId, Terminals, Undecided};
use continuations::{index, Continuations, Lowered, Rules};
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

impl From<Undecided> for Refused {
    fn from(undecided: Undecided) -> Refused {
        Refused::Undecided(undecided)
    }
}

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
        let runs = rule.expr(peg::Which::Optimized).in_pest().text;
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
            let start = index(peg.0.rules().iter().position(|rule| rule.name() == peg.1), peg.1)?;
            let of = |which| {
                let rules = peg.0.rules().iter();
                let rules = rules.map(|rule| (rule.name().to_owned(), rule.expr(which))).collect();
                Rules::peg(rules, which).from(start, terminals, limits)
            };
            let items = index(abnf.0.index_of(abnf.1), abnf.1)?;
            let items = Rules::abnf(abnf.0).from(items, terminals, limits)?;
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
    mut all: [Continuations; 3],
    terminals: Terminals,
    letters: usize,
    limits: Limits,
) -> Result<usize, Refused> {
    let classes = classes::of(all.iter().flat_map(Continuations::sets), terminals, letters)?;
    for side in &mut all {
        side.program.first = classes.iter().map(|class| class[0].0).collect();
    }
    // A byte stands for a class.
    let bytes = ByteClasses::by_key(|byte| byte.min((classes.len() - 1) as u8));
    let [mut items, written, runs] = all;
    let [mut written, mut runs] = [written, runs].map(|all| {
        let start = all.program.start;
        Automaton::of(all, Terminals::Octets, bytes.clone(), false, start)
    });
    let dfa = build(&mut runs, limits)?;
    let sets = sets_of_items(&mut items, &dfa, limits)?;
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
    dfa: &Dfa,
    limits: Limits,
) -> Result<Vec<(Vec<Id>, StateId)>, Refused> {
    let mut after: HashMap<(Id, u8), (BTreeSet<Id>, bool)> = HashMap::new();
    let mut list = List::new(vec![items.program.start]);
    let mut at = 0;
    while let Some((set, state)) = list.entries.get(at).cloned() {
        let mut accepts = false;
        for class in 0..=(items.program.first.len() - 1) as u8 {
            let mut next = BTreeSet::new();
            for &item in &set {
                let (found, may_end) = match after.entry((item, class)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(free) => free.insert(items.after(item, class)?),
                };
                accepts |= *may_end;
                next.extend(found.iter());
            }
            let state = dfa.next(state, class);
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
    machine: &mut Automaton<Lowered>,
    dfa: &Dfa,
    limits: Limits,
) -> Result<Vec<(State, StateId)>, Refused> {
    let classes = machine.classes();
    let mut list = List::new(machine.start()?);
    let mut at = 0;
    while let Some((key, state)) = list.entries.get(at).cloned() {
        for &class in classes.representatives() {
            let next = machine.next(&key, class)?;
            list.add(next, dfa.next(state, class), limits)?;
        }
        if machine.is_accepting(&key) != dfa.is_accepting(state) {
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
