//! Strings that the program of one side takes, and that of the other one refuses.

use urigram_grammars::proof::marked::{Pattern, Step, Value};
use urigram_grammars::proof::{Dfa, Limits, ProofError, Undecided};
use urigram_grammars::{
    programs, refuses_more, same_name, Component, ConstraintCheck, ConstraintTest,
};

use super::proof::{Outcome, Splits, CANDIDATES};

/// An answer about the strings that one side takes and the other one refuses.
///
/// ```
/// use urigram::agreement::Only;
///
/// let shown = |answer: &Only| match answer {
///     Only::String(text) => String::from_utf8_lossy(text).into_owned(),
///     Only::None => "none".to_owned(),
///     _ => "undecided".to_owned(),
/// };
/// assert_eq!(shown(&Only::String(b"ws:xn--".to_vec())), "ws:xn--");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Only {
    /// A shortest such string.
    String(Vec<u8>),
    /// No such string exists.
    None,
    /// Nothing is decided, because programs refuse what their rules accept.
    Undecided,
}

impl<'a> Splits<'a> {
    /// Finds a shortest string that this side takes and the other one refuses, after what each
    /// removes first, and as far as the sides were built for [`Component::Host`] and
    /// [`Component::Authority`].
    ///
    /// The answer is about practices with their constraints. Strings where a program is known to
    /// differ from its practice are not witnesses.
    ///
    /// ```
    /// use urigram::agreement::{Only, Splits};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let splits = |grammar| {
    ///     let side = Side { grammar, reading: Reading::Corrected, rule: None };
    ///     Splits::of(side, &[Component::Host, Component::Authority])
    /// };
    /// let (old, new) = (splits(Grammar::Whatwg2025)?, splits(Grammar::Whatwg)?);
    /// assert_eq!(new.only(&old)?, Only::String(b"ws:xn--".to_vec()));
    /// assert_eq!(old.only(&new)?, Only::None);
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn only(&self, other: &Splits<'a>) -> Result<Only, ProofError> {
        let limits = Limits::default();
        let (own, others) = (self.side().automaton()?, other.side().automaton()?);
        let by_rules = own.difference(&others, limits).map_err(ProofError::Undecided)?;
        let by_rules = self.first_taken(other, by_rules).map_err(ProofError::Undecided)?;
        let by_checks = match self.refused(other) {
            Refused::Nothing => Only::None,
            Refused::Anything => Only::Undecided,
            Refused::Hosts(text) => {
                let both = own.intersection(&others, limits).and_then(|both| {
                    let hosts = self.with_host(text)?;
                    hosts.map(|hosts| both.intersection(&hosts, limits)).transpose()
                });
                match both.map_err(ProofError::Undecided)? {
                    Some(both) => self.first_taken(other, both).map_err(ProofError::Undecided)?,
                    None => Only::Undecided,
                }
            }
        };
        Ok(match (by_rules, by_checks) {
            // What both rules accept may have a shorter one. Nothing is known of it where checks
            // cannot be compared, and the string is the shortest that the rules tell apart.
            (Only::String(one), Only::String(more)) => {
                Only::String(if more.len() < one.len() { more } else { one })
            }
            (Only::String(one), _) | (Only::None, Only::String(one)) => Only::String(one),
            (Only::None, by_checks) => by_checks,
            _ => Only::Undecided,
        })
    }

    /// Returns the first string of an automaton, in order of length, that this side takes and the
    /// other one refuses.
    fn first_taken(&self, other: &Splits<'a>, mut left: Dfa) -> Result<Only, Undecided> {
        let others = other.side().automaton().ok();
        for _ in 0..CANDIDATES {
            let Some(string) = left.shortest() else { return Ok(Only::None) };
            let is_accepted = others.as_ref().is_some_and(|others| others.accepts(&string));
            let is_refused = !is_accepted || other.refuses_by_check(&string);
            let is_told = [self, other].iter().any(|side| side.has_other_verdict(&string));
            let is_text = std::str::from_utf8(&string).is_ok();
            if is_text && is_refused && !is_told && !self.refuses_by_check(&string) {
                return Ok(Only::String(string));
            }
            left = left.difference(&Dfa::of_string(&string), Limits::default())?;
        }
        Ok(Only::Undecided)
    }

    /// Returns the strings that have a host with this text in it, percent-decoded and in lower
    /// case.
    fn with_host(&self, text: &str) -> Result<Option<Dfa>, Undecided> {
        let limits = Limits::default();
        let within = Pattern::sequence([Pattern::any(), Pattern::text(text), Pattern::any()]);
        let decoded = Value::new(&[Step::Decode, Step::LowerCase]);
        let (Some(value), Some(host)) = (decoded, self.function(Component::Host)) else {
            return Ok(None);
        };
        host.marked().within(&value.texts(&within.strings(limits)?, limits)?, limits).map(Some)
    }

    /// Returns the strings of both rules that the other side's program refuses and this one's may
    /// take.
    fn refused(&self, other: &Splits<'a>) -> Refused {
        let own = self.checks();
        let mut refused = Refused::Nothing;
        for (of, check) in other.checks() {
            let is_same_place =
                of.is_some_and(|of| self.agree(other, of, None).outcome == Outcome::Agrees);
            let refuses_as_much = |(own_of, own): &(Option<Component>, String)| {
                *own_of == of && (*own == check || programs::text_of_refused(own, &check).is_some())
            };
            if is_same_place && own.iter().any(refuses_as_much) {
                continue;
            }
            let mut texts = own.iter().filter(|(own_of, _)| *own_of == of);
            let text = texts.find_map(|(_, own)| programs::text_of_refused(&check, own));
            refused = match (text, refused) {
                (Some(text), Refused::Nothing) if is_same_place && of == Some(Component::Host) => {
                    Refused::Hosts(text)
                }
                _ => return Refused::Anything,
            };
        }
        refused
    }

    /// Returns the checks of the practice's program, with the component that each asks.
    fn checks(&self) -> Vec<(Option<Component>, String)> {
        let side = self.side();
        let table = side.grammar.tables(side.reading).start();
        let document = side.grammar.document();
        let is_asked =
            refuses_more(document) && side.rule.is_none_or(|rule| same_name(rule, table.rule()));
        let name = |check: &ConstraintCheck| match check.test {
            ConstraintTest::Program(name, _) => (check.of, name.into()),
            _ => (None, String::new()),
        };
        document.checks.iter().filter(|_| is_asked).map(name).collect()
    }
}

/// The strings that a program refuses although its rules accept them.
enum Refused {
    Nothing,
    /// Strings whose host has a text in it.
    Hosts(&'static str),
    Anything,
}
