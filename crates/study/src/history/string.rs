//! A string through all documents.

use urigram_core::internal::form_of;
use urigram_grammars::{
    Components, Date, Disagreement, Form, Grammar, GrammarSet, Reading, SyntaxError,
};

use super::Lineage;
use crate::constraints::{violations, Violation};

/// The verdicts of the documents on a string, in order of date.
///
/// ```
/// use urigram::{history::{Lineage, StringHistory}, Grammar, Reading};
///
/// let history = StringHistory::of(b"http://a/~b", Reading::Corrected);
/// let periods = history.periods(Lineage::Identifiers);
/// let last = periods.last().unwrap();
/// assert!(last.accepted && last.until.is_none());
/// assert_eq!(last.since, Grammar::Url1997.document().date());
/// let rejected = history.verdict(Grammar::Rfc1738).unwrap().error();
/// assert_eq!(rejected.map(|error| error.offset()), Some(9));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StringHistory<'a> {
    /// The reading.
    pub reading: Reading,
    /// The form of the string, by its first and last characters.
    pub form: Form,
    /// One for each document.
    pub verdicts: Vec<Verdict<'a>>,
}

/// The verdict of one document.
///
/// ```
/// use urigram::{history::StringHistory, Component, Grammar, Reading};
///
/// let history = StringHistory::of(b"http://a/b", Reading::Corrected);
/// let verdict = history.verdict(Grammar::Rfc3986).unwrap();
/// let components = verdict.components().unwrap();
/// assert_eq!(components.text(Component::Path), Some(&b"/b"[..]));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict<'a> {
    /// The document's grammar.
    pub grammar: Grammar,
    /// The reading.
    pub reading: Reading,
    /// The components of the accepted string, or the reason why it is rejected. A citation has
    /// elements and no components.
    pub outcome: Result<Components<'a>, SyntaxError>,
    /// The disagreement with the document's other reading, if there is one.
    pub disagreement: Option<Disagreement>,
    /// The requirements of the document's prose that an accepted string violates.
    pub violations: Vec<Violation>,
}

/// A stretch of time in which the newest document of a line says the same.
///
/// ```
/// use urigram::{history::{Lineage, StringHistory}, Reading};
///
/// let history = StringHistory::of(b"http://a/~b", Reading::Corrected);
/// let periods = history.periods(Lineage::Identifiers);
/// assert!(!periods[0].accepted && periods.last().unwrap().accepted);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Period {
    /// Whether the string is accepted.
    pub accepted: bool,
    /// When it begins: the date of its first document.
    pub since: Date,
    /// When it ends: the date of the document after its last one; `None` when it has not ended.
    pub until: Option<Date>,
    /// The documents that say so, in order of date.
    pub documents: Vec<Grammar>,
}

impl<'a> StringHistory<'a> {
    /// Asks every published document by its default start rule. Time is linear in the length.
    pub fn of(input: &'a [u8], reading: Reading) -> StringHistory<'a> {
        StringHistory::among(input, reading, Grammar::ALL)
    }

    /// Asks some documents by their default start rules. They are put in order of date.
    pub fn among(input: &'a [u8], reading: Reading, grammars: &[Grammar]) -> StringHistory<'a> {
        let mut grammars = grammars.to_vec();
        grammars.sort_unstable();
        grammars.dedup();
        let verdicts =
            grammars.into_iter().map(|grammar| Verdict::of(input, grammar, reading)).collect();
        StringHistory { reading, form: form_of(input), verdicts }
    }

    /// Asks some documents by the rules that a name means in them, a concept (`authority`) or a
    /// document's own rule (`net_loc`), as [`RuleHistory::of`](super::RuleHistory::of) finds them.
    /// Documents without such a rule are left out. If a document has several rules for one concept,
    /// one that accepts is enough. A rule's table is built when it is first asked, which takes
    /// milliseconds.
    ///
    /// # Errors
    /// [`HistoryError::Unknown`](super::HistoryError::Unknown) for a name that no document has
    /// (`"autority"`); [`HistoryError::Rule`](super::HistoryError::Rule) if a limit is hit.
    ///
    /// ```
    /// use urigram::{history::StringHistory, Grammar, Reading};
    ///
    /// let (reading, all) = (Reading::Corrected, Grammar::ALL);
    /// let history = StringHistory::by_rule(b"a_b", "host", reading, all).unwrap();
    /// assert!(!history.verdict(Grammar::Rfc1738).unwrap().is_accepted());
    /// assert!(history.verdict(Grammar::Rfc3986).unwrap().is_accepted());
    /// assert!(history.verdict(Grammar::Rfc8141).is_none());
    /// ```
    #[cfg(feature = "compare")]
    pub fn by_rule(
        input: &'a [u8],
        name: &str,
        reading: Reading,
        grammars: &[Grammar],
    ) -> Result<StringHistory<'a>, super::HistoryError> {
        let mut asked = grammars.to_vec();
        asked.sort_unstable();
        asked.dedup();
        let known: Vec<Grammar> = Grammar::ALL.iter().chain(&asked).copied().collect();
        let named = super::rule::Named::new(name, &known)?;
        let mut verdicts = Vec::new();
        for grammar in asked {
            let mut outcome = None;
            for rule in named.rules(grammar) {
                let table = grammar
                    .table_of(reading, rule)
                    .map_err(|error| super::HistoryError::Rule(grammar, rule, error))?;
                let found = table.components(input, reading);
                let is_accepted = found.is_ok();
                if is_accepted || outcome.is_none() {
                    outcome = Some(found);
                }
                if is_accepted {
                    break;
                }
            }
            let verdict = |outcome| Verdict {
                grammar,
                reading,
                outcome,
                disagreement: None,
                violations: Vec::new(),
            };
            verdicts.extend(outcome.map(verdict));
        }
        Ok(StringHistory { reading, form: form_of(input), verdicts })
    }

    /// Returns what a document says; `None` for a grammar that was not asked.
    pub fn verdict(&self, grammar: Grammar) -> Option<&Verdict<'a>> {
        self.verdicts.iter().find(|verdict| verdict.grammar == grammar)
    }

    /// When the string was legal by one line of documents; each document is in force until the next
    /// one of its line.
    pub fn periods(&self, lineage: Lineage) -> Vec<Period> {
        periods(lineage, self.verdicts.iter().map(|one| (one.grammar, one.is_accepted())))
    }

    /// Returns the lineages with a document that accepts the string, and the lineage of the
    /// string's form.
    pub fn lineages(&self) -> impl Iterator<Item = Lineage> + '_ {
        let accepting = self.verdicts.iter().filter(|verdict| verdict.is_accepted());
        Acceptance { form: self.form, accepting: accepting.map(|one| one.grammar).collect() }
            .lineages()
    }
}

/// The published documents that accept a string. Its periods follow from them. This takes one pass
/// over the string, for histories of many strings that need no reasons.
///
/// ```
/// use urigram::{history::{Acceptance, Lineage, StringHistory}, Reading};
///
/// let accepted = Acceptance::of(b"http://a/~b", Reading::Corrected);
/// let history = StringHistory::of(b"http://a/~b", Reading::Corrected);
/// assert_eq!(accepted.periods(Lineage::Identifiers), history.periods(Lineage::Identifiers));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Acceptance {
    /// The form of the string, by its first and last characters.
    pub form: Form,
    /// The documents that accept it.
    pub accepting: GrammarSet,
}

impl Acceptance {
    /// Asks every published document by its default start rule. Time is linear in the length.
    pub fn of(input: &[u8], reading: Reading) -> Acceptance {
        Acceptance { form: form_of(input), accepting: GrammarSet::accepting(input, reading) }
    }

    /// Returns when the string was legal by one line of documents, as [`StringHistory::periods`]
    /// does.
    pub fn periods(&self, lineage: Lineage) -> Vec<Period> {
        let accepting = self.accepting;
        periods(lineage, Grammar::ALL.iter().map(|&one| (one, accepting.contains(one))))
    }

    /// Returns the lineages with a document that accepts the string, and the lineage of the
    /// string's form.
    pub fn lineages(&self) -> impl Iterator<Item = Lineage> + use<> {
        let own = match self.form {
            Form::Urn => Lineage::Names,
            Form::Urc => Lineage::Citations,
            Form::Iri => Lineage::Iris,
            _ => Lineage::Identifiers,
        };
        let accepting = self.accepting;
        let accepts = move |line: Lineage| accepting.iter().any(|one| Lineage::of(one) == line);
        Lineage::ALL.into_iter().filter(move |&line| line == own || accepts(line))
    }
}

/// Returns the periods of a line of documents by their verdicts, in order of date.
fn periods(lineage: Lineage, verdicts: impl Iterator<Item = (Grammar, bool)>) -> Vec<Period> {
    let mut periods: Vec<Period> = Vec::new();
    let of_line = verdicts.filter(|(grammar, _)| Lineage::of(*grammar) == lineage);
    for (grammar, accepted) in of_line.filter(|(one, _)| one.document().date.is_known()) {
        let since = grammar.document().date;
        match periods.last_mut() {
            Some(period) if period.accepted == accepted => period.documents.push(grammar),
            last => {
                if let Some(period) = last {
                    period.until = Some(since);
                }
                let documents = Vec::from([grammar]);
                periods.push(Period { accepted, since, until: None, documents });
            }
        }
    }
    periods
}

impl<'a> Verdict<'a> {
    fn of(input: &'a [u8], grammar: Grammar, reading: Reading) -> Verdict<'a> {
        let outcome = grammar.tables(reading).start().components(input, reading);
        let violations =
            if outcome.is_ok() { violations(grammar, reading, input) } else { Vec::new() };
        Verdict {
            grammar,
            reading,
            outcome,
            disagreement: crate::disagreement(grammar, input),
            violations,
        }
    }

    /// Whether the document accepts the string.
    pub fn is_accepted(&self) -> bool {
        self.outcome.is_ok()
    }

    /// The reason why it is rejected.
    pub fn error(&self) -> Option<&SyntaxError> {
        self.outcome.as_ref().err()
    }

    /// Returns the components, if the string is accepted.
    pub fn components(&self) -> Option<&Components<'a>> {
        self.outcome.as_ref().ok()
    }
}
