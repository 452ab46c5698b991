//! Agreement of two functions from strings to spans.

use super::{list, search, Functional, Span};
use crate::{Dfa, Limits, Undecided};

/// The answer to whether two sides give a component the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The answer.
    pub verdict: Verdict,
    /// The number of pairs of states that the search reached.
    pub states: usize,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// Both sides give every string that both accept the same span, and there is such a string.
    Agrees,
    /// A string has different spans.
    Differs(Difference),
    /// No string is accepted by both sides.
    Vacuous,
    /// A side has the component in none of its strings.
    NotApplicable,
}

/// A string on which two sides differ.
///
/// ```
/// use urigram_automata::marked::Difference;
///
/// let found = Difference { input: b"//".to_vec(), a: None, b: Some(2..2), item: None };
/// let shown = found.b.map(|span| &found.input[span]);
/// assert_eq!((found.a, shown), (None, Some(&b""[..])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The string, one of the shortest and of these the most readable.
    pub input: Vec<u8>,
    /// The span that the first side gives; of lists, that of the first item that differs.
    pub a: Span,
    /// The span that the second side gives.
    pub b: Span,
    /// The number of that item, from 0, where the component is a list on one side at least.
    pub item: Option<usize>,
}

/// Decides whether two sides give every string that both accept (and that the condition accepts, if
/// there is one) the same span, or the same list of spans. An absent component equals an absent one
/// and differs from an empty one.
///
/// Whether a side has the component at all is asked without the condition.
///
/// ```
/// use urigram_automata::marked::{agree, Marked, Pattern, Verdict};
/// use urigram_automata::Limits;
///
/// // The first side ends the host at the first colon, the second one takes it whole.
/// let whole = Pattern::capture(0, Pattern::any());
/// let host = Pattern::capture(0, Pattern::without(b":"));
/// let rest = Pattern::sequence([Pattern::text(":"), Pattern::any()]);
/// let first = Pattern::sequence([host, rest.optional()]);
/// let limits = Limits::default();
/// let side = |pattern: Pattern| Marked::new(&pattern, 0, limits).unwrap().functional(limits);
/// let agreement = agree(&side(first)?, &side(whole)?, None, Limits::default())?;
/// let Verdict::Differs(difference) = agreement.verdict else { panic!() };
/// assert_eq!(difference.input, b":");
/// assert_eq!((difference.a, difference.b), (Some(0..0), Some(0..1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Undecided`] when more than `limits.states` pairs are reached before the answer is known, or
/// the condition makes an automaton too large.
pub fn agree(
    a: &Functional,
    b: &Functional,
    condition: Option<&Dfa>,
    limits: Limits,
) -> Result<Agreement, Undecided> {
    if !(a.marked().has_component() && b.marked().has_component()) {
        return Ok(Agreement { verdict: Verdict::NotApplicable, states: 0 });
    }
    let restricted;
    let a = match condition {
        Some(condition) => {
            restricted = a.restricted(condition, limits)?;
            &restricted
        }
        None => a,
    };
    let found = search::run(a.marked(), b.marked(), limits)?;
    let verdict = match found.differs {
        Some(input) => {
            let is_list = a.marked().is_list() || b.marked().is_list();
            let [one, other] = [a, b].map(|side| side.items(&input).unwrap_or_default());
            let (at, [a, b]) = list::first_difference(&one, &other);
            Verdict::Differs(Difference { input, a, b, item: is_list.then_some(at) })
        }
        None if found.common => Verdict::Agrees,
        None => Verdict::Vacuous,
    };
    Ok(Agreement { verdict, states: found.states })
}
