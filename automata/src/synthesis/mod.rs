//! From an ABNF grammar to a PEG that is proved equal, rule by rule.
//!
//! The PEG keeps the names, the order and the structure of the ABNF. The first attempt is the
//! literal copy, `/` written `|`. A copy often has another language, since a PEG takes the first
//! alternative that matches and a repetition never gives back; or pest refuses it. Such a rule is
//! repaired by the fewest edits out of a fixed list ([`EditKind`]), in the rule itself or in one
//! that it uses, until its automaton is the ABNF's. A rule that uses an edited one is proved again.
//! Where no repair is found, the rule is made of its minimal automaton and marked as such, so that
//! a regular rule of at most 2,000 states always has a PEG.
//!
//! ```
//! use urigram_automata::{abnf::Grammar, synthesis::{synthesize, Budget}, Terminals};
//! let abnf = Grammar::parse("octet = digit / %x31-39 digit\ndigit = %x30-39\n")?;
//! let found = synthesize(&abnf, Terminals::CodePoints, Budget::default());
//! assert!(found.is_proved());
//! // The copy matches "1" in "10" and never tries the second alternative.
//! assert!(found.source().contains("octet = { '1'..'9' ~ digit | digit }"));
//! # Ok::<(), urigram_automata::abnf::Error>(())
//! ```

mod automaton;
mod change;
mod copy;
mod edits;
mod ideals;
mod meaning;
mod print;
mod search;
mod words;

pub use change::{change, origin, Change, Origin};
pub use edits::EditKind;
pub use ideals::affordable;

use crate::abnf::{self, Terminals};
use crate::peg::{self, Expr, Refusal, Which};
use crate::Limits;
use ideals::{callees_first, ideals};
use print::Made;
use search::Search;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The limits of a search, after which it gives up on a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// The most edits of one repair.
    pub edits: usize,
    /// The most candidates that are tried on words, for each rule.
    pub candidates: usize,
    /// The most automata that are built, for each rule.
    pub proofs: usize,
    /// The most candidates for all rules of a file together, where each state of an automaton
    /// counts as one. Rules that are left are made of their automata, and [`Synthesis::cut`] counts
    /// them.
    pub file: usize,
    /// The limits of each automaton.
    pub limits: Limits,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            edits: 6,
            candidates: 20_000,
            proofs: 400,
            file: 120_000,
            limits: Limits { states: 50_000, nodes: 5_000_000 },
        }
    }
}

/// The reason why a copy is not the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Shortest strings that only one of both accepts.
    Words {
        /// A shortest string that only the PEG accepts.
        only_peg: Option<Vec<u8>>,
        /// A shortest string that only the ABNF accepts.
        only_abnf: Option<Vec<u8>>,
    },
    /// An expression that pest refuses.
    Refused {
        /// The expression, as the copy has it.
        expr: String,
        /// The reason.
        refusal: Refusal,
    },
    /// A limit was hit, or the rule has no automaton.
    Undecided(String),
}

/// An edit that was made, and the rule that needed it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The ABNF's name of the edited rule.
    pub rule: String,
    /// The kinds of edits.
    pub kinds: Vec<EditKind>,
    /// The ABNF's name of the rule that was proved by it.
    pub wanted_by: String,
    /// The reason why that rule's proof failed before.
    pub cause: Cause,
}

/// The verdict on one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The ABNF's name.
    pub rule: String,
    /// The PEG's name.
    pub name: String,
    /// The states of the minimal automaton that both have, or why there is no proof.
    pub proof: Result<usize, Cause>,
    /// The edits that were made for this rule.
    pub repairs: Vec<Repair>,
    /// True if no repair was found, so that the rule is made of its minimal automaton. Such a rule
    /// is no second hand, and its tree has no parts.
    pub from_automaton: bool,
}

/// A PEG and the verdicts on its rules.
#[derive(Clone, Debug)]
pub struct Synthesis {
    source: String,
    rules: Vec<Found>,
    cut: usize,
}

impl Synthesis {
    /// Returns the text of the PEG in pest's notation.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the rules, in the order of the ABNF.
    pub fn rules(&self) -> &[Found] {
        &self.rules
    }

    /// Returns the number of rules whose repair was not searched for to the end, because the file
    /// had spent what [`Budget::file`] gives to all of its rules.
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// Returns true if every rule is proved.
    pub fn is_proved(&self) -> bool {
        self.rules.iter().all(|rule| rule.proof.is_ok())
    }
}

/// Writes a PEG for an ABNF grammar. The verdicts are those on the text as pest reads and optimizes
/// it.
///
/// A rule that needs a name without a usable definition is undecided and left out of the text:
/// [`abnf::Grammar::undecided`] lists these rules.
///
/// # Cost
/// `budget` bounds the work for each rule. Without a repair, a rule takes two automata.
pub fn synthesize(abnf: &abnf::Grammar, terminals: Terminals, budget: Budget) -> Synthesis {
    in_thread(abnf, &[], terminals, budget, &AtomicUsize::new(0))
}

/// Writes a PEG as [`synthesize`] does, and counts in `done` the rules for which the search for a
/// repair has ended, so that another thread can tell how far it is.
pub fn synthesize_watched(
    abnf: &abnf::Grammar,
    terminals: Terminals,
    budget: Budget,
    done: &AtomicUsize,
) -> Synthesis {
    in_thread(abnf, &[], terminals, budget, done)
}

/// Writes a PEG like [`synthesize`], but begins with rules that somebody has already: each rule of
/// the PEG that `keep` names is taken as it is, and the others are copied. A rule that was kept is
/// edited only if a proof fails.
///
/// The next version of a grammar so gets a PEG that differs from its predecessor's in few rules.
///
/// ```
/// use urigram_automata::{abnf, peg, synthesis::{synthesize_from, Budget}, Terminals};
/// let before = peg::Grammar::parse("octet = { '1'..'9' ~ digit | digit }\ndigit = { '0'..'9' }")?;
/// let abnf = abnf::Grammar::parse("octet = digit / %x31-39 digit\ndigit = %x30-37\n")?;
/// let (terminals, budget) = (Terminals::CodePoints, Budget::default());
/// let found = synthesize_from(&abnf, &before, &["octet"], terminals, budget);
/// assert!(found.is_proved() && found.source().contains("octet = { '1'..'9' ~ digit | digit }"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Cost
/// `budget` bounds the work for each rule, as in [`synthesize`].
pub fn synthesize_from(
    abnf: &abnf::Grammar,
    before: &peg::Grammar,
    keep: &[&str],
    terminals: Terminals,
    budget: Budget,
) -> Synthesis {
    let kept = keep.iter().filter_map(|name| before.rule(name));
    let kept: Vec<(String, Expr)> =
        kept.map(|rule| (rule.name().to_owned(), rule.expr(Which::Raw).clone())).collect();
    in_thread(abnf, &kept, terminals, budget, &AtomicUsize::new(0))
}

fn in_thread(
    abnf: &abnf::Grammar,
    kept: &[(String, Expr)],
    terminals: Terminals,
    budget: Budget,
    done: &AtomicUsize,
) -> Synthesis {
    with_stack(|| run(abnf, kept, terminals, budget, done)).unwrap_or_else(|| Synthesis {
        source: String::new(),
        rules: abnf.rules().iter().map(|rule| gave_up(&rule.name)).collect(),
        cut: 0,
    })
}

/// Returns what a function returns on a large stack, or `None` where there is no memory for one.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    /// Reserved, not used: pest's optimizer recurses on the length of a chain of alternatives.
    const STACK: usize = 256 << 20;
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK);
        let worker = worker.spawn_scoped(scope, work);
        worker.ok().and_then(|worker| worker.join().ok())
    })
}

fn gave_up(rule: &str) -> Found {
    Found {
        rule: rule.to_owned(),
        name: abnf::peg_name(rule),
        proof: Err(Cause::Undecided("the search gave up".to_owned())),
        repairs: Vec::new(),
        from_automaton: false,
    }
}

/// The most rounds in which rules are made of their automata.
const ROUNDS: usize = 4;

/// The most nodes that the rules of a long file have together.
const FILE: usize = 500_000;

/// The most operators and operands of a rule.
const LARGEST: usize = 4_000;

/// Writes the PEG of the rules that have all names which they need, and says of the others what
/// they lack: one missing name costs no more than the rules that depend on it.
fn run(
    abnf: &abnf::Grammar,
    kept: &[(String, Expr)],
    terminals: Terminals,
    budget: Budget,
    done: &AtomicUsize,
) -> Synthesis {
    let mut lacking: std::collections::HashMap<&str, String> = abnf
        .undecided()
        .into_iter()
        .map(|(rule, refused)| (&*rule.name, refused.to_string()))
        .collect();
    let decided = abnf.decided();
    let (affordable, beyond) = affordable(&decided, FILE);
    for name in beyond {
        let why = || format!("the rules of the file have more than {FILE} nodes, the limit");
        lacking.insert(abnf.rule(name).map_or(name, |rule| &*rule.name), why());
    }
    let Synthesis { source, rules, cut } = run_decided(&affordable, kept, terminals, budget, done);
    let mut decided = rules.into_iter();
    let found = |rule: &abnf::Rule| match lacking.remove(&*rule.name) {
        Some(why) => Found { proof: Err(Cause::Undecided(why)), ..gave_up(&rule.name) },
        None => decided.next().unwrap_or_else(|| gave_up(&rule.name)),
    };
    let rules = abnf.rules().iter().map(found).collect();
    Synthesis { source, rules, cut }
}

fn run_decided(
    abnf: &abnf::Grammar,
    kept: &[(String, Expr)],
    terminals: Terminals,
    budget: Budget,
    done: &AtomicUsize,
) -> Synthesis {
    let names: Vec<String> = abnf.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
    let name = |used: &str| {
        abnf.rule(used).map_or_else(|| abnf::peg_name(used), |rule| abnf::peg_name(&rule.name))
    };
    let first = |(rule, own): (&abnf::Rule, &String)| {
        let kept = kept.iter().find(|(name, _)| name == own);
        kept.map_or_else(|| copy::copy(&rule.expr, &name), |(_, expr)| expr.clone())
    };
    let copies: Vec<Expr> = abnf.rules().iter().zip(&names).map(first).collect();
    let order = callees_first(abnf);
    let ideals = ideals(abnf, terminals, budget.limits, &order);
    let known = ideals.iter().map(|ideal| ideal.as_ref().ok().cloned().map(Rc::new)).collect();
    let mut search = Search::new(abnf, terminals, budget, names, known, order.clone());
    let mut state = search.start(copies.clone());
    let mut repairs: Vec<Vec<Repair>> = vec![Vec::new(); copies.len()];
    let large = |rule: usize| copies[rule].size() > LARGEST;
    let any_large = (0..copies.len()).any(large);
    for &rule in order.iter().filter(|_| !any_large) {
        done.fetch_add(1, Ordering::Relaxed);
        let cause = match search.check(&state.rules, rule) {
            Ok(()) => {
                search.proved[rule] = true;
                continue;
            }
            Err(_) if ideals[rule].is_err() => continue,
            Err(cause) => cause,
        };
        let Ok(repaired) = search.repair(&state, rule, cause.clone()) else { continue };
        let new = &repaired.edits[state.edits.len()..];
        let mut edited: Vec<usize> = new.iter().map(|edit| edit.0).collect();
        edited.sort_unstable();
        edited.dedup();
        for at in edited {
            let kinds = new.iter().filter(|edit| edit.0 == at).map(|edit| edit.1).collect();
            let (by, to) = (&abnf.rules()[rule].name, &abnf.rules()[at].name);
            repairs[rule].push(Repair {
                rule: to.clone(),
                kinds,
                wanted_by: by.clone(),
                cause: cause.clone(),
            });
        }
        search.proved[rule] = true;
        state = repaired;
    }
    let taken: BTreeSet<String> =
        abnf.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
    let mut made: Vec<Option<Made>> = copies.iter().map(|_| None).collect();
    let mut source = print::source(abnf, &state.rules.exprs, &repairs, &made);
    let mut proofs = prove(abnf, &source, terminals, budget.limits, &ideals);
    // A rule that pest refuses costs the proofs of all, so those that no repair was found for go
    // first. A rule that uses one made of its automaton may lose its proof, and is the next.
    for round in 0..ROUNDS {
        let mut is_new = false;
        for index in 0..copies.len() {
            let Ok(ideal) = &ideals[index] else { continue };
            let is_open = proofs[index].is_err() && (round > 0 || !search.proved[index]);
            if is_open && made[index].is_none() {
                let own = &abnf.rules()[index].name;
                let is_taken = |prefix: &str| {
                    let mut behind = taken.range(prefix.to_owned()..);
                    behind.next().is_some_and(|name| name.starts_with(prefix))
                };
                made[index] = automaton::make(&abnf::peg_name(own), ideal, &is_taken);
                is_new |= made[index].is_some();
            }
        }
        if !is_new {
            break;
        }
        source = print::source(abnf, &state.rules.exprs, &repairs, &made);
        proofs = prove(abnf, &source, terminals, budget.limits, &ideals);
    }
    for rule in abnf.barren() {
        if let Some(index) = abnf.index_of(&rule.name) {
            // Two automata of no string are equal, and nobody means such a rule.
            let why = "it derives no string: every way through it calls itself".to_owned();
            proofs[index] = Err(Cause::Undecided(why));
        }
    }
    let rules = abnf.rules().iter().zip(proofs).zip(repairs.into_iter().zip(&made));
    let found = |((rule, proof), (repairs, made)): ((&abnf::Rule, _), (_, &Option<_>))| Found {
        rule: rule.name.clone(),
        name: abnf::peg_name(&rule.name),
        proof,
        repairs,
        from_automaton: made.is_some(),
    };
    let rules = rules.map(found).collect();
    Synthesis { source, rules, cut: search.cut }
}

/// Proves each rule of the text, read as anybody else would read it.
fn prove(
    abnf: &abnf::Grammar,
    source: &str,
    terminals: Terminals,
    limits: Limits,
    ideals: &[Result<crate::Dfa, abnf::Refused>],
) -> Vec<Result<usize, Cause>> {
    let grammar = match peg::Grammar::parse(source) {
        Ok(grammar) => grammar,
        Err(error) => {
            let cause = Cause::Undecided(format!("pest refuses the grammar: {error}"));
            return vec![Err(cause); ideals.len()];
        }
    };
    let rules = abnf.rules().iter().zip(ideals);
    rules
        .map(|(rule, ideal)| {
            let undecided = |message: String| Cause::Undecided(message);
            let ideal = ideal.as_ref().map_err(|error| undecided(error.to_string()))?;
            // A file may have thousands of rules that this one does not use.
            let name = abnf::peg_name(&rule.name);
            let used = grammar.reachable(&name).into_iter().flatten().cloned().collect();
            let dfa = peg::Grammar::made(used).dfa(&name, Which::Optimized, terminals, limits);
            let dfa = dfa.map_err(|error| undecided(error.to_string()))?;
            if dfa == *ideal {
                return Ok(dfa.len());
            }
            let comparison =
                dfa.compare(ideal, limits).map_err(|error| undecided(error.to_string()))?;
            Err(Cause::Words { only_peg: comparison.only_a, only_abnf: comparison.only_b })
        })
        .collect()
}
