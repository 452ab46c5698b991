//! The proof: two grammars on all strings.

use std::fmt;

use urigram_core::agreement::Places;
use urigram_grammars::proof::marked::{self, Functional, NotFunctional, Verdict};
use urigram_grammars::proof::{self, ByRules, Dfa, Limits, ProofError, Side, Splitting};
use urigram_grammars::{refuses_more, same_name, Component};

use super::Condition;
use crate::constraints::violations;

pub use urigram_grammars::proof::marked::Difference;

/// An answer about two grammars and a component.
///
/// ```
/// use urigram::agreement::Outcome;
///
/// assert_eq!(Outcome::NotApplicable.name(), "not-applicable");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Both give every string that both accept the same span, and there is such a string.
    Agrees,
    /// A shortest string has different spans.
    Differs(Difference),
    /// No string is accepted by both.
    Vacuous,
    /// One of the grammars never has the component.
    NotApplicable,
    /// A limit was hit, or the program of a practice, or a constraint with [`Splits::strict`],
    /// refuses each of the first 64 differences, so nothing is decided.
    Undecided,
}

impl Outcome {
    /// Returns the name, `"not-applicable"`.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Agrees => "agrees",
            Outcome::Differs(_) => "differs",
            Outcome::Vacuous => "vacuous",
            Outcome::NotApplicable => "not-applicable",
            Outcome::Undecided => "undecided",
        }
    }
}

/// The components that the proof covers. Nothing is decided about others: the r-component and the
/// q-component of RFC 8141 are not part of the patterns yet.
pub const COMPONENTS: [Component; 10] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Nid, Nss, Query, Fragment]
};

/// The definition that a side splits a component by.
///
/// ```
/// use urigram::agreement::Definition;
///
/// let definition = Definition::Rules(vec!["ipv4", "name"]);
/// assert_eq!(definition.to_string(), "by the rules ipv4, name");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Definition {
    /// The shape that the document states; the document's own rules for the component, as far as it
    /// has some.
    Shape(Vec<&'static str>),
    /// The outermost occurrences of these rules.
    Rules(Vec<&'static str>),
    /// The side has no such component.
    Missing,
    /// These rules do not give the component one place, or nothing is decided: the reason.
    Unknown(Vec<&'static str>, String),
}

impl fmt::Display for Definition {
    /// Writes `by its shape (rule host)`, `by the rules ipv4, name`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = |rules: &[&str]| {
            let noun = if rules.len() == 1 { "rule" } else { "rules" };
            format!("{noun} {}", rules.join(", "))
        };
        match self {
            Definition::Shape(named) if named.is_empty() => f.write_str("by its shape"),
            Definition::Shape(named) => write!(f, "by its shape ({})", rules(named)),
            Definition::Rules(named) => write!(f, "by the {}", rules(named)),
            Definition::Missing => f.write_str("no such component"),
            Definition::Unknown(named, why) if named.is_empty() => f.write_str(why),
            Definition::Unknown(named, why) => write!(f, "the {}: {why}", rules(named)),
        }
    }
}

/// The number of differences of two rules that are tried, in order of length, until a program takes
/// one.
pub(super) const CANDIDATES: usize = 64;

/// A decision about two grammars and a component.
///
/// ```
/// use urigram::agreement::{agree, Outcome};
/// use urigram::proof::Side;
/// use urigram::{Component, Grammar, Reading};
///
/// let side = |rule| Side { grammar: Grammar::Rfc3986, reading: Reading::Corrected, rule };
/// let found = agree(side(Some("port")), side(Some("port")), Component::Nid, None)?;
/// assert_eq!((found.component, found.outcome), (Component::Nid, Outcome::NotApplicable));
/// # Ok::<(), urigram::proof::ProofError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Agreement<'a> {
    /// One side.
    pub a: Side<'a>,
    /// The other side.
    pub b: Side<'a>,
    /// The component.
    pub component: Component,
    /// The definition of the component on each side.
    pub definitions: [Definition; 2],
    /// The answer.
    pub outcome: Outcome,
    /// The number of pairs of states that the search reached.
    pub states: usize,
    /// A string that leaves the answer undecided: no automaton computes its value, or a program is
    /// known to differ from its practice in it.
    pub open: Option<Vec<u8>>,
    /// The number of references to a base that were compared without a difference, if mutants leave
    /// the question undecided.
    pub references: Option<usize>,
}

/// The components of a rule's strings as automata, each proved to be a function from strings to
/// spans.
#[derive(Clone, Debug)]
pub struct Splits<'a> {
    side: Side<'a>,
    components: Vec<Built>,
    /// The strings that the program is known to take or refuse against its practice.
    verdicts: Vec<Dfa>,
    is_strict: bool,
}

/// The places of a component, and the strings where the program is known to give it others.
#[derive(Clone, Debug)]
struct Built {
    component: Component,
    definition: Definition,
    function: Option<Functional>,
    misread: Option<Dfa>,
}

impl<'a> Splits<'a> {
    /// Builds the automata of some components. Takes tenths of a second for each in a release
    /// build.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and for a way of splitting that gives a string two places
    /// for a component. A limit that is hit while a component is built makes answers about it
    /// [`Outcome::Undecided`].
    pub fn of(side: Side<'a>, components: &[Component]) -> Result<Splits<'a>, ProofError> {
        let is_split = |&component: &Component| !ByRules::concern(side, component);
        // A grammar without a shape has no such pattern.
        let splitting = if components.iter().any(is_split) {
            Some(Splitting::of(side.grammar, side.reading, side.rule)?)
        } else {
            None
        };
        let one = |&component: &Component| {
            let (definition, function) = match &splitting {
                Some(splitting) if !ByRules::concern(side, component) => {
                    by_shape(side, splitting, component)?
                }
                _ => by_rules(side, component)?,
            };
            let misread = if is_start(side) { proof::misread(side, component)? } else { None };
            Ok::<_, ProofError>(Built { component, definition, function, misread })
        };
        let components = components.iter().map(one).collect::<Result<_, ProofError>>()?;
        let differences = proof::differences(side.grammar, side.reading)?.into_iter();
        let verdicts = differences.filter(|row| is_start(side) && row.touches_verdict());
        let verdicts = verdicts.map(|row| row.strings).collect();
        Ok(Splits { side, components, verdicts, is_strict: false })
    }

    /// Leaves out the strings that break a constraint of the document, as
    /// [`violations`](crate::constraints::violations) finds them, where the start rule is asked.
    ///
    /// Constraints are not automata. "Agrees" is still a theorem, because it holds for all strings
    /// of the rules. A difference is a string that both sides accept with their constraints.
    #[must_use]
    pub fn strict(self) -> Self {
        Splits { is_strict: true, ..self }
    }

    /// Returns the rule whose strings are split.
    pub fn side(&self) -> Side<'a> {
        self.side
    }

    /// Decides whether both sides give a component the same span in every string that both accept
    /// and that the condition accepts. A component that was not built gives [`Outcome::Undecided`].
    ///
    /// Strings where a program is known to differ from its practice are not witnesses. Where both
    /// accept one whose difference touches the component, and no other string differs, nothing is
    /// decided.
    pub fn agree(
        &self,
        other: &Splits<'a>,
        component: Component,
        condition: Option<&Condition>,
    ) -> Agreement<'a> {
        let definitions = [self, other].map(|side| side.definition(component));
        let is_missing = definitions.contains(&Definition::Missing);
        let (outcome, states, open) = match (self.function(component), other.function(component)) {
            _ if is_missing => (Outcome::NotApplicable, 0, None),
            (Some(a), Some(b)) => self
                .decide_apart(other, component, [a, b], condition.map(|condition| &condition.0))
                .unwrap_or((Outcome::Undecided, 0, None)),
            _ => (Outcome::Undecided, 0, None),
        };
        let (a, b) = (self.side, other.side);
        Agreement { a, b, component, definitions, outcome, states, open, references: None }
    }

    /// Decides two functions, apart from the strings where a program is known to give the component
    /// another place. If all others agree and both accept one of these, nothing is known.
    fn decide_apart(
        &self,
        other: &Splits<'a>,
        component: Component,
        functions: [&Functional; 2],
        condition: Option<&Dfa>,
    ) -> Option<(Outcome, usize, Option<Vec<u8>>)> {
        let limits = Limits::default();
        let misread = match [self, other].map(|side| side.misread(component)) {
            [None, None] => {
                let (outcome, states) = self.decide(other, functions, condition)?;
                return Some((outcome, states, None));
            }
            [Some(one), None] | [None, Some(one)] => one.clone(),
            [Some(one), Some(more)] => one.union(more, limits).ok()?,
        };
        let apart = match condition {
            Some(within) => within.difference(&misread, limits).ok()?,
            None => misread.complement(),
        };
        let (outcome, states) = self.decide(other, functions, Some(&apart))?;
        if matches!(outcome, Outcome::Differs(_) | Outcome::Undecided) {
            return Some((outcome, states, None));
        }
        let mut open = misread;
        for function in functions {
            open = open.intersection(&function.marked().strings(limits).ok()?, limits).ok()?;
        }
        if let Some(within) = condition {
            open = open.intersection(within, limits).ok()?;
        }
        let open = open.shortest();
        Some((if open.is_none() { outcome } else { Outcome::Undecided }, states, open))
    }

    /// Returns the strings where the program is known to give a component another place.
    pub(super) fn misread(&self, component: Component) -> Option<&Dfa> {
        self.built(component)?.misread.as_ref()
    }

    /// Decides two functions, apart from the strings that the program of a practice refuses.
    ///
    /// A difference between the rules is one between the programs only if both accept the string. A
    /// string that one of them refuses is excluded, and the search goes on with the next one in
    /// order of length. So "agrees" and "vacuous" stay theorems: only refused strings are excluded.
    fn decide(
        &self,
        other: &Splits<'a>,
        [a, b]: [&Functional; 2],
        condition: Option<&Dfa>,
    ) -> Option<(Outcome, usize)> {
        let limits = Limits::default();
        let mut narrowed: Option<Dfa> = None;
        let mut states = 0;
        for _ in 0..CANDIDATES {
            let found = marked::agree(a, b, narrowed.as_ref().or(condition), limits).ok()?;
            states += found.states;
            let Verdict::Differs(difference) = &found.verdict else {
                return Some((outcome(found.verdict), states));
            };
            if ![self, other].iter().any(|side| side.refuses(&difference.input)) {
                return Some((outcome(found.verdict), states));
            }
            let refused = Dfa::of_string(&difference.input);
            narrowed = Some(match narrowed.as_ref().or(condition) {
                Some(within) => within.difference(&refused, limits).ok()?,
                None => refused.complement(),
            });
        }
        Some((Outcome::Undecided, states))
    }

    /// Returns true if the side is a start rule, and a string of the rules is refused: by the
    /// program of the practice, perhaps against its practice, or by a constraint if these count.
    pub(super) fn refuses(&self, input: &[u8]) -> bool {
        self.has_other_verdict(input) || self.refuses_by_check(input)
    }

    /// Returns true if the program is known to refuse or to take a string against its practice.
    pub(super) fn has_other_verdict(&self, input: &[u8]) -> bool {
        self.verdicts.iter().any(|strings| strings.accepts(input))
    }

    /// Returns true if the side is a start rule, and a string of the rules is refused by the
    /// practice's check of its program, or by a constraint if these count.
    pub(super) fn refuses_by_check(&self, input: &[u8]) -> bool {
        let Side { grammar, reading, .. } = self.side;
        let table = grammar.tables(reading).start();
        is_start(self.side)
            && (self.is_strict && !violations(grammar, reading, input).is_empty()
                || refuses_more(grammar.document())
                    && std::str::from_utf8(input)
                        .is_ok_and(|text| Places::of(text, table).is_err()))
    }

    pub(super) fn function(&self, component: Component) -> Option<&Functional> {
        self.built(component)?.function.as_ref()
    }

    fn built(&self, component: Component) -> Option<&Built> {
        self.components.iter().find(|built| built.component == component)
    }

    pub(super) fn definition(&self, component: Component) -> Definition {
        let unknown = || Definition::Unknown(Vec::new(), "it was not asked for".to_owned());
        self.built(component).map_or_else(unknown, |built| built.definition.clone())
    }
}

/// Returns true if a side is the start rule, which the program of a practice reads by.
fn is_start(side: Side<'_>) -> bool {
    let start = side.grammar.tables(side.reading).start();
    side.rule.is_none_or(|rule| same_name(rule, start.rule()))
}

type Found = (Definition, Option<Functional>);

/// Returns the places of a component by the shape that a document states.
fn by_shape(
    side: Side<'_>,
    splitting: &Splitting,
    component: Component,
) -> Result<Found, ProofError> {
    let rules = side.grammar.document().component_rules(component).to_vec();
    let unknown = |why: String| Ok((Definition::Unknown(Vec::new(), why), None));
    if !COMPONENTS.contains(&component) {
        return unknown(format!("the {component} is not decided yet"));
    }
    let limits = Limits::default();
    let marked = match splitting.before_removal(component, limits) {
        Ok(marked) => marked,
        Err(ProofError::Undecided(why)) => return unknown(why.to_string()),
        Err(error) => return Err(error),
    };
    if !marked.has_component() {
        return Ok((Definition::Missing, None));
    }
    match marked.functional(limits) {
        Ok(function) => Ok((Definition::Shape(rules), Some(function))),
        Err(NotFunctional::Ambiguous(ambiguity)) => Err(ProofError::Ambiguous(ambiguity)),
        Err(why) => unknown(why.to_string()),
    }
}

/// Returns the places of a component by the grammar's own rules.
fn by_rules(side: Side<'_>, component: Component) -> Result<Found, ProofError> {
    let found = ByRules::of(side, component)?;
    Ok(match found.places {
        Ok(Some(function)) => (Definition::Rules(found.rules), Some(function)),
        Ok(None) => (Definition::Missing, None),
        Err(why) => (Definition::Unknown(found.rules, why.to_string()), None),
    })
}

fn outcome(verdict: Verdict) -> Outcome {
    match verdict {
        Verdict::Agrees => Outcome::Agrees,
        Verdict::Differs(difference) => Outcome::Differs(difference),
        Verdict::Vacuous => Outcome::Vacuous,
        Verdict::NotApplicable => Outcome::NotApplicable,
        _ => Outcome::Undecided,
    }
}

/// Decides whether two grammars give a component the same span in every string that both accept.
///
/// ```
/// use urigram::agreement::{agree, Outcome};
/// use urigram::proof::Side;
/// use urigram::{Component, Grammar, Reading};
///
/// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
/// // A theorem: every URI of RFC 3986 has the same host by RFC 3987.
/// let same = agree(side(Grammar::Rfc3986), side(Grammar::Rfc3987), Component::Host, None)?;
/// assert_eq!(same.outcome, Outcome::Agrees);
/// // And a shortest string: an empty authority has an empty host, or is absent.
/// let found = agree(side(Grammar::Rfc2396), side(Grammar::Rfc3986), Component::Host, None)?;
/// let Outcome::Differs(difference) = found.outcome else { panic!() };
/// assert_eq!((&difference.input[..], difference.a, difference.b), (&b"//"[..], None, Some(2..2)));
/// # Ok::<(), urigram::proof::ProofError>(())
/// ```
///
/// # Errors
/// The errors of [`Splits::of`].
pub fn agree<'a>(
    a: Side<'a>,
    b: Side<'a>,
    component: Component,
    condition: Option<&Condition>,
) -> Result<Agreement<'a>, ProofError> {
    let [a, b] = [Splits::of(a, &[component])?, Splits::of(b, &[component])?];
    Ok(a.agree(&b, component, condition))
}

/// Decides every pair of sides and every component, in this order.
///
/// # Errors
/// The errors of [`Splits::of`].
pub fn agree_all<'a>(
    sides: &[Side<'a>],
    components: &[Component],
    condition: Option<&Condition>,
) -> Result<Vec<Agreement<'a>>, ProofError> {
    let splits =
        sides.iter().map(|&side| Splits::of(side, components)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for (at, a) in splits.iter().enumerate() {
        for b in &splits[at + 1..] {
            all.extend(components.iter().map(|&component| a.agree(b, component, condition)));
        }
    }
    Ok(all)
}
