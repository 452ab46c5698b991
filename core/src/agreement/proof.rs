//! The proof: two grammars on all strings.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use urigram_grammars::proof::marked::{self, Functional, NotFunctional, Verdict};
use urigram_grammars::proof::{ByRules, Dfa, Limits, ProofError, Side, Splitting};
use urigram_grammars::{same_name, Component, Grammar, Reading};

use super::Places;
use crate::constraints::violations;
use crate::refusal::refuses_more;

pub use urigram_grammars::proof::marked::Difference;

/// The set of strings to which an agreement is confined.
#[derive(Clone, Debug)]
pub struct Condition(pub(super) Dfa);

impl Condition {
    /// Confines to the strings of a rule.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    pub fn rule(side: Side<'_>) -> Result<Condition, ProofError> {
        side.automaton().map(Condition)
    }

    /// Confines to the strings that begin with a text, as it is given.
    ///
    /// # Errors
    /// [`ProofError::Undecided`] where a limit is hit.
    pub fn beginning(text: &str) -> Result<Condition, ProofError> {
        use urigram_grammars::proof::marked::Pattern;

        let pattern = Pattern::sequence([Pattern::text(text), Pattern::any()]);
        pattern.strings(Limits::default()).map(Condition).map_err(ProofError::Undecided)
    }

    /// Confines to the strings of the first rule of an ABNF, which may use the rules of a grammar
    /// and the core rules of RFC 5234, as `VCHAR`.
    ///
    /// ```
    /// use urigram::agreement::{agree, Condition, Outcome};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: None };
    /// let (a, b) = (side(Grammar::Rfc2396), side(Grammar::Rfc3986));
    /// let rule = "x = \"http://\" hostname [ \"/\" ]";
    /// let named = Condition::abnf(rule, a.grammar, a.reading)?;
    /// assert!(matches!(agree(a, b, Component::Host, None)?.outcome, Outcome::Differs(_)));
    /// assert_eq!(agree(a, b, Component::Host, Some(&named))?.outcome, Outcome::Agrees);
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError::Abnf`] when the text cannot be read, has no rule, or uses a rule that nobody
    /// defines, and where a limit is hit.
    pub fn abnf(text: &str, grammar: Grammar, reading: Reading) -> Result<Condition, ProofError> {
        urigram_grammars::proof::first_rule(text, grammar, reading).map(Condition)
    }
}

/// An answer about two grammars and a component.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Both give every string that both accept the same span, and there is such a string.
    Agrees,
    /// A shortest string has different spans.
    Differs(Difference),
    /// No string is accepted by both.
    Vacuous,
    /// One of the grammars has the component in none of its strings.
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

/// The definition of a component by which a side splits.
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
}

/// The components of a rule's strings as automata, each proved to be a function from strings to
/// spans.
#[derive(Clone, Debug)]
pub struct Splits<'a> {
    side: Side<'a>,
    components: Vec<(Component, Definition, Option<Functional>)>,
    is_strict: bool,
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
            Ok::<_, ProofError>((component, definition, function))
        };
        let components = components.iter().map(one).collect::<Result<_, ProofError>>()?;
        Ok(Splits { side, components, is_strict: false })
    }

    /// Leaves out the strings that break a constraint of the document, as
    /// [`violations`](crate::constraints::violations) finds them, where the start rule is asked.
    ///
    /// Constraints are no automata. "Agrees" still is a theorem: it holds for all strings of the
    /// rules. A difference is a string that both sides take with their constraints.
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
    pub fn agree(
        &self,
        other: &Splits<'a>,
        component: Component,
        condition: Option<&Condition>,
    ) -> Agreement<'a> {
        let definitions = [self, other].map(|side| side.definition(component));
        let is_missing = definitions.contains(&Definition::Missing);
        let (outcome, states) = match (self.function(component), other.function(component)) {
            _ if is_missing => (Outcome::NotApplicable, 0),
            (Some(a), Some(b)) => self
                .decide(other, [a, b], condition.map(|condition| &condition.0))
                .unwrap_or((Outcome::Undecided, 0)),
            _ => (Outcome::Undecided, 0),
        };
        Agreement { a: self.side, b: other.side, component, definitions, outcome, states }
    }

    /// Decides two functions, apart from the strings that the program of a practice refuses.
    ///
    /// A difference of the rules is one of the programs only if both take the string. A string that
    /// one of them refuses is excluded, and the search goes on with the next one in order of
    /// length. So "agrees" and "vacuous" stay theorems: nothing but refused strings is excluded.
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

    /// Returns true if the start rule is asked, and the program of the practice or, if constraints
    /// are asked, one of them refuses a string of the rules.
    pub(super) fn refuses(&self, input: &[u8]) -> bool {
        let Side { grammar, reading, rule } = self.side;
        let table = grammar.tables(reading).start();
        let is_start = rule.is_none_or(|rule| same_name(rule, table.rule()));
        if is_start && self.is_strict && !violations(grammar, reading, input).is_empty() {
            return true;
        }
        is_start
            && refuses_more(grammar.document())
            && core::str::from_utf8(input).is_ok_and(|text| Places::of(text, table).is_err())
    }

    pub(super) fn function(&self, component: Component) -> Option<&Functional> {
        let built = self.components.iter().find(|(known, ..)| *known == component);
        built.and_then(|(.., built)| built.as_ref())
    }

    pub(super) fn definition(&self, component: Component) -> Definition {
        let built = self.components.iter().find(|(known, ..)| *known == component);
        let unknown = || Definition::Unknown(Vec::new(), "it was not asked for".to_owned());
        built.map_or_else(unknown, |(_, definition, _)| definition.clone())
    }
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
    let marked = match splitting.given(component, limits) {
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
/// // And a shortest string: an empty authority has an empty host, or is none.
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
