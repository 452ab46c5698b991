//! Agreement on values: what the programs of two sides make of a component.

mod mutants;

use urigram_grammars::proof::marked::{
    self, agree_on_values, Functional, Pattern, Span, Value, Verdict,
};
use urigram_grammars::proof::{self, Dfa, Limits, ProofError, Undecided};
use urigram_grammars::Component;

use super::proof::{Agreement, Definition, Difference, Outcome, Splits, CANDIDATES};
use super::Condition;

/// The values of a component by one side, which are built once for all pairs.
#[derive(Clone, Debug)]
pub struct Values<'s, 'a> {
    splits: &'s Splits<'a>,
    component: Component,
    /// The strings that each value is about, with the places in them. Empty if nothing is known.
    cases: Vec<(Functional, Value)>,
}

/// The answer about two cases, or about a part of their strings.
#[derive(Default)]
struct Found {
    difference: Option<Difference>,
    /// Whether nothing is decided of some string.
    is_open: bool,
    /// Such a string.
    open: Option<Vec<u8>>,
    has_common: bool,
    states: usize,
}

/// The answer of a search: the next string that may have two values.
#[derive(Default)]
struct Next {
    input: Option<Vec<u8>>,
    open: Option<Vec<u8>>,
    has_common: bool,
    states: usize,
}

/// A judgement on one string.
enum Judged {
    Refused,
    Same,
    Unknown,
    Differs(Difference),
}

impl<'a> Splits<'a> {
    /// Returns the values that this side's program gives to a component: the host in lower case and
    /// percent-decoded as far as the program decodes it, the port as a number.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn values(&self, component: Component) -> Result<Values<'_, 'a>, ProofError> {
        let mut cases = Vec::new();
        if let Some(function) = self.function(component) {
            for case in proof::values(self.side(), component)? {
                let part =
                    case.within.map(|within| function.restricted(&within, Limits::default()));
                let part = part.unwrap_or_else(|| Ok(function.clone()));
                cases.push((part.map_err(ProofError::Undecided)?, case.value));
            }
        }
        Ok(Values { splits: self, component, cases })
    }
}

impl<'s, 'a> Values<'s, 'a> {
    /// Returns the value of the component in a string of the rules; `None` if it is absent or
    /// nothing is known of it.
    pub fn of(&self, input: &[u8]) -> Option<Vec<u8>> {
        let mut cases = self.cases.iter();
        let (span, value) = cases.find_map(|(part, value)| Some((part.split(input)?, value)))?;
        value.of(&input[span?])
    }

    /// Decides whether both sides give the component the same value in every string that both
    /// accept and that the condition accepts. An absent component differs from a present one.
    ///
    /// Strings where the places are the same are decided exactly. Strings with two places are tried
    /// in order of length, because their values may still be equal. The outcome is
    /// [`Outcome::Undecided`] if the first 64 have equal or unknown values, or if a side does not
    /// know the value of some string, such as a host that IDNA maps.
    ///
    /// ```
    /// use urigram::agreement::{Outcome, Splits};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let splits = |grammar| {
    ///     let side = Side { grammar, reading: Reading::Corrected, rule: None };
    ///     Splits::of(side, &[Component::Port])
    /// };
    /// let (old, new) = (splits(Grammar::Python3113)?, splits(Grammar::Python314)?);
    /// let (old, new) = (old.values(Component::Port)?, new.values(Component::Port)?);
    /// assert_eq!(new.of(b"//a:080"), Some(b"80".to_vec()));
    /// // The newer one removes a space at the beginning.
    /// let Outcome::Differs(difference) = old.agree(&new, None).outcome else { panic!() };
    /// assert_eq!(difference.input, b" //:0");
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    pub fn agree(&self, other: &Values<'_, 'a>, condition: Option<&Condition>) -> Agreement<'a> {
        let is_open = self.cases.is_empty() || other.cases.is_empty();
        let mut all = Found { is_open, ..Found::default() };
        let definitions = self.definitions(other);
        let is_missing = definitions.contains(&Definition::Missing);
        for a in self.cases.iter().filter(|_| !is_missing) {
            for b in &other.cases {
                let found = self.pair(other, a, b, condition.map(|condition| &condition.0));
                all.add(found.unwrap_or(Found { is_open: true, ..Found::default() }));
            }
        }
        let outcome = match all.difference.take() {
            _ if is_missing => Outcome::NotApplicable,
            Some(difference) => Outcome::Differs(difference),
            None if all.is_open => Outcome::Undecided,
            None if all.has_common => Outcome::Agrees,
            None => Outcome::Vacuous,
        };
        self.answer(other, definitions, outcome, all)
    }

    fn definitions(&self, other: &Values<'_, 'a>) -> [Definition; 2] {
        [self.splits, other.splits].map(|splits| splits.definition(self.component))
    }

    fn answer(
        &self,
        other: &Values<'_, 'a>,
        definitions: [Definition; 2],
        outcome: Outcome,
        found: Found,
    ) -> Agreement<'a> {
        let (a, b, component) = (self.splits.side(), other.splits.side(), self.component);
        let open = found.open.filter(|_| outcome == Outcome::Undecided);
        let states = found.states;
        Agreement { a, b, component, definitions, outcome, states, open, references: None }
    }

    /// Decides whether a host that this side finds can be another one on the other side: both
    /// accept the string, this side's host has the value `host`, and the other side's host is
    /// there, and neither this host nor one below it, in the strings that a condition accepts.
    /// [`Outcome::Differs`] has such a string; [`Outcome::Agrees`] proves that none exists.
    ///
    /// The string is a shortest one where automata decide. Where they do not, 100,000 mutants of
    /// strings that both accept are tried, with a seed that does not change. The string is then the
    /// shortest mutant that differs, without the characters that the difference does not need.
    /// [`Outcome::Undecided`] says that no mutant differs.
    ///
    /// ```
    /// use urigram::agreement::{Outcome, Splits};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let splits = |grammar| {
    ///     let side = Side { grammar, reading: Reading::Corrected, rule: None };
    ///     Splits::of(side, &[Component::Host])
    /// };
    /// let (go, ruby) = (splits(Grammar::Go127)?, splits(Grammar::RubyUri011)?);
    /// let (go, ruby) = (go.values(Component::Host)?, ruby.values(Component::Host)?);
    /// assert_eq!(ruby.trust(&go, "good.example", None)?.outcome, Outcome::Agrees);
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] for a host that is not a name of letters, digits, dots and hyphens, and where
    /// a limit is hit.
    pub fn trust(
        &self,
        other: &Values<'_, 'a>,
        host: &str,
        condition: Option<&Condition>,
    ) -> Result<Agreement<'a>, ProofError> {
        let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        if !host.bytes().all(is_inner) || host.is_empty() || host.ends_with(['.', '-']) {
            return Err(ProofError::Abnf(format!("{host:?} is not a name of letters and digits")));
        }
        let definitions = self.definitions(other);
        let is_missing = definitions.contains(&Definition::Missing);
        let is_open = self.cases.is_empty() || other.cases.is_empty();
        let mut all = Found { is_open, ..Found::default() };
        let host = host.to_ascii_lowercase();
        let condition = condition.map(|condition| &condition.0);
        for a in self.cases.iter().filter(|_| !is_missing) {
            for b in &other.cases {
                let found = self.trust_pair(other, a, b, &host, condition);
                all.add(found.map_err(ProofError::Undecided)?);
            }
        }
        if all.difference.is_none() && all.is_open && !is_missing {
            all.difference = self.mutant(other, Some(&host), None, condition).0;
        }
        let outcome = match all.difference.take() {
            _ if is_missing => Outcome::NotApplicable,
            Some(difference) => Outcome::Differs(difference),
            None if all.is_open => Outcome::Undecided,
            None => Outcome::Agrees,
        };
        Ok(self.answer(other, definitions, outcome, all))
    }

    /// Looks for a reference to a base whose target has another host on each side; with a trusted
    /// host, the question is that of [`Values::trust`]. Tries mutants of references, and proves
    /// nothing: [`Outcome::Undecided`] says that no mutant differs, and [`Agreement::references`]
    /// how many were compared.
    ///
    /// Documents, and practices that say how, resolve by their algorithms. Any other program finds
    /// the reference's own host, or else that of the base.
    ///
    /// ```
    /// use urigram::agreement::{Condition, Outcome, Splits};
    /// use urigram::proof::Side;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let splits = |grammar| {
    ///     let side = Side { grammar, reading: Reading::Corrected, rule: None };
    ///     Splits::of(side, &[Component::Host])
    /// };
    /// let (python, url) = (splits(Grammar::Python314)?, splits(Grammar::Whatwg)?);
    /// let (python, url) = (python.values(Component::Host)?, url.values(Component::Host)?);
    /// let asked = Condition::beginning("/\\")?;
    /// let (host, base) = ("good.example", "https://good.example/");
    /// for trusted in [Some(host), None] {
    ///     let answer = python.references(&url, base, trusted, Some(&asked));
    ///     let Outcome::Differs(found) = answer.outcome else { panic!() };
    ///     let base = Some(base);
    ///     assert_eq!(python.of_reference(base, &found.input).unwrap(), host.as_bytes());
    ///     assert_ne!(url.of_reference(base, &found.input).unwrap(), host.as_bytes());
    /// }
    /// # Ok::<(), urigram::proof::ProofError>(())
    /// ```
    pub fn references(
        &self,
        other: &Values<'_, 'a>,
        base: &str,
        trusted: Option<&str>,
        condition: Option<&Condition>,
    ) -> Agreement<'a> {
        let trusted = trusted.map(str::to_ascii_lowercase);
        let condition = condition.map(|condition| &condition.0);
        let (found, same) = self.mutant(other, trusted.as_deref(), Some(base), condition);
        let references = found.is_none().then_some(same);
        let outcome = found.map_or(Outcome::Undecided, Outcome::Differs);
        let answer = self.answer(other, self.definitions(other), outcome, Found::default());
        Agreement { references, ..answer }
    }

    fn trust_pair(
        &self,
        other: &Values<'_, 'a>,
        (a, value_a): &(Functional, Value),
        (b, value_b): &(Functional, Value),
        host: &str,
        condition: Option<&Dfa>,
    ) -> Result<Found, Undecided> {
        let limits = Limits::default();
        let trusted = Dfa::of_string(host.as_bytes());
        let below = Pattern::sequence([Pattern::any(), Pattern::text(&format!(".{host}"))]);
        let below = below.strings(limits)?.union(&trusted, limits)?;
        let others = below.union(&Dfa::of_string(b""), limits)?.complement();
        let trusting = a.marked().within(&value_a.texts(&trusted, limits)?, limits)?;
        let goes = b.marked().within(&value_b.texts(&others, limits)?, limits)?;
        let within = |strings: Dfa| match condition {
            Some(condition) => strings.intersection(condition, limits),
            None => Ok(strings),
        };
        let both = within(trusting.intersection(&goes, limits)?)?;
        let mut found = self.first(other, Some(&both), |within| {
            Ok(Next { input: within.and_then(Dfa::shortest), ..Next::default() })
        })?;
        let unknown = |part: &Functional, value: &Value, texts: &Dfa| {
            if value.is_unknown() {
                // The component may be there against the rules.
                return part.marked().strings(limits);
            }
            part.marked().within(texts, limits)
        };
        let known = value_b.texts(&any(limits)?, limits)?;
        let unknown_b = unknown(b, value_b, &known.complement())?;
        let maybe_trusting = unknown(a, value_a, &value_a.mapped(host, limits)?)?;
        let maybe_goes = goes.union(&unknown_b, limits)?;
        for (one, other) in [(&trusting, &unknown_b), (&maybe_trusting, &maybe_goes)] {
            if let Some(open) = within(one.intersection(other, limits)?)?.shortest() {
                found.leave_open(open);
            }
        }
        found.states += both.len();
        Ok(found)
    }

    fn pair(
        &self,
        other: &Values<'_, 'a>,
        (a, value_a): &(Functional, Value),
        (b, value_b): &(Functional, Value),
        condition: Option<&Dfa>,
    ) -> Result<Found, Undecided> {
        let limits = Limits::default();
        if value_a.is_unknown() || value_b.is_unknown() {
            let [a, b] = [a, b].map(|side| side.marked().strings(limits));
            let mut both = a?.intersection(&b?, limits)?;
            if let Some(condition) = condition {
                both = both.intersection(condition, limits)?;
            }
            let open = both.shortest();
            return Ok(Found { is_open: open.is_some(), open, ..Found::default() });
        }
        let mut found = match [a, b].map(|side| side.marked().has_component()) {
            [true, true] => self.first(other, condition, |within| {
                let spans = marked::agree(a, b, within, limits)?;
                let mut next = Next { states: spans.states, ..Next::default() };
                match spans.verdict {
                    Verdict::Differs(difference) => next.input = Some(difference.input),
                    verdict => next.has_common = verdict == Verdict::Agrees,
                }
                Ok(next)
            })?,
            [false, false] => Found::default(),
            [has_a, _] => {
                let (has, without) = if has_a { (a, b) } else { (b, a) };
                let present = has.marked().within(&any(limits)?, limits)?;
                let both = present.intersection(&without.marked().strings(limits)?, limits)?;
                let both = match condition {
                    Some(condition) => both.intersection(condition, limits)?,
                    None => both,
                };
                self.first(other, Some(&both), |within| {
                    Ok(Next { input: within.and_then(Dfa::shortest), ..Next::default() })
                })?
            }
        };
        found.add(self.first(other, condition, |within| {
            let part = within.map(|within| a.restricted(within, limits)).transpose()?;
            let a = part.as_ref().unwrap_or(a);
            let values = agree_on_values((a, value_a), (b, value_b), limits)?;
            let (input, open, states) = (values.differs, values.unknown, values.states);
            Ok(Next { input, open, has_common: values.has_common, states })
        })?);
        Ok(found)
    }

    /// Judges the strings that a search finds, in order, until one differs. The search looks among
    /// the strings of an automaton, or among all.
    fn first(
        &self,
        other: &Values<'_, 'a>,
        condition: Option<&Dfa>,
        mut find: impl FnMut(Option<&Dfa>) -> Result<Next, Undecided>,
    ) -> Result<Found, Undecided> {
        let mut found = Found::default();
        let mut narrowed: Option<Dfa> = None;
        for _ in 0..CANDIDATES {
            let next = find(narrowed.as_ref().or(condition))?;
            found.states += next.states;
            found.has_common |= next.has_common;
            if let Some(open) = next.open {
                found.leave_open(open);
            }
            let Some(input) = next.input else { return Ok(found) };
            match self.judge(other, &input) {
                Judged::Differs(difference) => {
                    found.difference = Some(difference);
                    return Ok(found);
                }
                Judged::Refused => {}
                Judged::Same => found.has_common = true,
                Judged::Unknown => found.leave_open(input.clone()),
            }
            let this = Dfa::of_string(&input);
            narrowed = Some(match narrowed.as_ref().or(condition) {
                Some(within) => within.difference(&this, Limits::default())?,
                None => this.complement(),
            });
        }
        found.is_open = true;
        Ok(found)
    }

    fn judge(&self, other: &Values<'_, 'a>, input: &[u8]) -> Judged {
        if [self.splits, other.splits].iter().any(|splits| splits.refuses(input)) {
            return Judged::Refused;
        }
        // A program is known to give the component another place, or none.
        let is_misread = |values: &Values<'_, 'a>| {
            let misread = values.splits.misread(values.component);
            misread.is_some_and(|strings| strings.accepts(input))
        };
        if is_misread(self) || is_misread(other) {
            return Judged::Unknown;
        }
        let span = |values: &Values<'_, 'a>| -> Span {
            values.splits.function(values.component)?.split(input)?
        };
        let (a, b) = (span(self), span(other));
        let is_same = match (&a, &b) {
            (None, None) => true,
            (Some(_), Some(_)) => match (self.of(input), other.of(input)) {
                (Some(a), Some(b)) => a == b,
                _ => return Judged::Unknown,
            },
            _ => false,
        };
        if is_same {
            return Judged::Same;
        }
        Judged::Differs(Difference { input: input.to_vec(), a, b, item: None })
    }
}

impl Found {
    /// Notes a string without a known value.
    fn leave_open(&mut self, string: Vec<u8>) {
        self.is_open = true;
        let both = self.open.take().into_iter().chain([string]);
        self.open = both.min_by_key(Vec::len);
    }

    /// Adds what is known about other strings.
    fn add(&mut self, more: Found) {
        self.is_open |= more.is_open;
        if let Some(open) = more.open {
            self.leave_open(open);
        }
        self.has_common |= more.has_common;
        self.states += more.states;
        let both = self.difference.take().into_iter().chain(more.difference);
        self.difference = both.min_by_key(|one| one.input.len());
    }
}

/// Returns the automaton of every text.
fn any(limits: Limits) -> Result<Dfa, Undecided> {
    Pattern::any().strings(limits)
}
