//! A string through all documents.

use alloc::vec::Vec;

use urigram_grammars::{same_name, Component, Date, Erratum, Form, Grammar, Reading, Span, SyntaxError};

use super::Lineage;
use crate::constraints::{violations, Violation};
use crate::select::form_of;
use crate::Urn;

/// What every document, in order of date, says of a string.
///
/// ```
/// use urigram::{history::{Lineage, StringHistory}, Grammar, Reading};
///
/// let history = StringHistory::of(b"http://a/~b", Reading::Corrected);
/// let periods = history.periods(Lineage::Identifiers);
/// let last = periods.last().unwrap();
/// assert!(last.accepted && last.since == Grammar::Url1997.document().date && last.until.is_none());
/// assert_eq!(history.verdict(Grammar::Rfc1738).error().map(|error| error.offset()), Some(9));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StringHistory {
    /// The reading.
    pub reading: Reading,
    /// The form of the string, by its first and last characters.
    pub form: Form,
    /// One for each document.
    pub verdicts: Vec<Verdict>,
}

/// What one document says.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The document's grammar.
    pub grammar: Grammar,
    /// The reading.
    pub reading: Reading,
    /// The parts of the accepted string in their order, or why it is rejected. A citation, and octets that are not
    /// UTF-8, have no parts here.
    pub outcome: Result<Vec<Part>, SyntaxError>,
    /// Where the document's other reading says otherwise.
    pub disagreement: Option<Disagreement>,
    /// What the document's prose forbids although its rules accept.
    pub violations: Vec<Violation>,
}

/// A part of an accepted string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// RFC 3986's name where the part means the same, else the document's: `r-component`.
    pub name: &'static str,
    /// The component of RFC 3986, or of names; `None` for a part that only its document knows.
    pub component: Option<Component>,
    /// The document's own rules for it, outermost first; it is by one of them.
    pub rules: &'static [&'static str],
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// One reading of a document accepts and the other does not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// The reading that accepts.
    pub accepts: Reading,
    /// How the other one rejects.
    pub error: SyntaxError,
    /// The errata that can be behind it: those of the rule that rejects, or else all that change the language.
    pub errata: Vec<&'static Erratum>,
}

/// A stretch of time in which the newest document of a line says the same.
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

impl StringHistory {
    /// Asks every document by its default start rule. Time is linear in the length.
    pub fn of(input: &[u8], reading: Reading) -> StringHistory {
        let verdicts = Grammar::ALL.iter().map(|&grammar| Verdict::of(input, grammar, reading)).collect();
        StringHistory { reading, form: form_of(input), verdicts }
    }

    /// Returns what a document says; `None` for a grammar that is not in [`Grammar::ALL`].
    pub fn verdict(&self, grammar: Grammar) -> Option<&Verdict> {
        self.verdicts.iter().find(|verdict| verdict.grammar == grammar)
    }

    /// When the string was legal by one line of documents; each document is in force until the next one of its line.
    pub fn periods(&self, lineage: Lineage) -> Vec<Period> {
        let mut periods: Vec<Period> = Vec::new();
        for grammar in lineage.documents() {
            let (accepted, since) = (self.verdict(grammar).is_some_and(Verdict::is_accepted), grammar.document().date);
            match periods.last_mut() {
                Some(period) if period.accepted == accepted => period.documents.push(grammar),
                last => {
                    if let Some(period) = last {
                        period.until = Some(since);
                    }
                    periods.push(Period { accepted, since, until: None, documents: Vec::from([grammar]) });
                }
            }
        }
        periods
    }

    /// The lines that have something to say: those in which some document accepts, and that of the string's form.
    pub fn lineages(&self) -> impl Iterator<Item = Lineage> + '_ {
        let own = match self.form {
            Form::Urn => Lineage::Names,
            Form::Urc => Lineage::Citations,
            Form::Iri => Lineage::Iris,
            _ => Lineage::Identifiers,
        };
        let accepts = |line: &Lineage| line.documents().any(|grammar| self.verdict(grammar).is_some_and(Verdict::is_accepted));
        Lineage::ALL.into_iter().filter(move |line| *line == own || accepts(line))
    }
}

impl Verdict {
    fn of(input: &[u8], grammar: Grammar, reading: Reading) -> Verdict {
        let outcome = grammar.tables(reading).start().check(input, reading).map(|()| parts(input, grammar, reading));
        let violations = if outcome.is_ok() { violations(grammar, reading, input) } else { Vec::new() };
        Verdict { grammar, reading, outcome, disagreement: Disagreement::of(input, grammar, reading), violations }
    }

    /// Whether the document accepts the string.
    pub fn is_accepted(&self) -> bool {
        self.outcome.is_ok()
    }

    /// Why it is rejected.
    pub fn error(&self) -> Option<&SyntaxError> {
        self.outcome.as_ref().err()
    }

    /// The parts; none where the string is rejected.
    pub fn parts(&self) -> &[Part] {
        self.outcome.as_deref().unwrap_or_default()
    }
}

impl Disagreement {
    fn of(input: &[u8], grammar: Grammar, reading: Reading) -> Option<Disagreement> {
        let check = |reading| grammar.tables(reading).start().check(input, reading).err();
        let other = Reading::ALL.into_iter().find(|&other| other != reading)?;
        let (accepts, error) = match (check(reading), check(other)) {
            (None, Some(error)) => (reading, error),
            (Some(error), None) => (other, error),
            _ => return None,
        };
        let all = errata(grammar);
        let named = |erratum: &&Erratum| erratum.rules.iter().any(|rule| same_name(rule, error.rule()));
        let own: Vec<&'static Erratum> = all.iter().copied().filter(named).collect();
        Some(Disagreement { accepts, error, errata: if own.is_empty() { all } else { own } })
    }
}

/// The repaired errata of a document and of those that it builds on, if the repair changes the language.
fn errata(grammar: Grammar) -> Vec<&'static Erratum> {
    let mut found = Vec::new();
    let mut document = Some(grammar.document());
    while let Some(known) = document {
        let changes = |erratum: &&Erratum| {
            let tells = erratum.example.as_ref().is_some_and(|example| example.printed != example.corrected);
            erratum.repair.is_some() && tells
        };
        found.extend(known.errata.iter().filter(changes));
        document = known.base.and_then(|id| id.parse::<Grammar>().ok()).map(Grammar::document);
    }
    found
}

/// The parts of a string that a grammar accepts, in their order.
fn parts(input: &[u8], grammar: Grammar, reading: Reading) -> Vec<Part> {
    let Ok(text) = core::str::from_utf8(input) else { return Vec::new() };
    let document = grammar.document();
    let part = |(component, span): (Component, Option<Span>)| {
        let Span { start, end } = span?;
        let (rules, component) = (document.component_rules(component), Some(component));
        let name = component.map_or("", Component::name);
        Some(Part { name, component, rules, start: start as usize, end: end as usize })
    };
    let spans = spans(text, grammar, reading).into_iter();
    let mut parts: Vec<Part> = spans.flat_map(|spans| Component::ALL.into_iter().zip(spans)).filter_map(part).collect();
    parts.extend(r_component(text, grammar, reading));
    parts.sort_by_key(|part| (part.start, core::cmp::Reverse(part.end)));
    parts
}

/// The one part of a name that has no place among the components.
fn r_component(text: &str, grammar: Grammar, reading: Reading) -> Option<Part> {
    let document = grammar.document();
    let (name, rules) = document.parts.iter().find(|(name, _)| *name == "r-component")?;
    let name_of = Urn::parse_by(grammar, reading, text).ok()?;
    let r_component = name_of.r_component()?;
    let start = r_component.as_ptr() as usize - text.as_ptr() as usize;
    Some(Part { name, component: None, rules, start, end: start + r_component.len() })
}

/// Where each of [`Component::ALL`] stands in a string that a grammar accepts; `None` for a citation, which has none.
pub(crate) fn spans(text: &str, grammar: Grammar, reading: Reading) -> Option<[Option<Span>; Component::ALL.len()]> {
    let form = grammar.document().form;
    if form == Form::Urc {
        return None;
    }
    let parts = grammar.tables(reading).start().split(text, reading).ok()?;
    let name = if form == Form::Urn { Urn::parse_by(grammar, reading, text).ok() } else { None };
    Some(Component::ALL.map(|component| match (component, &name) {
        (Component::Path, Some(_)) => None,
        (Component::Nid, Some(name)) => Some(name.nid_span()),
        (Component::Nss, Some(name)) => Some(name.nss_span()),
        (Component::Query, Some(name)) => {
            let query = name.q_component().or_else(|| name.query())?;
            let start = (query.as_ptr() as usize - text.as_ptr() as usize) as u32;
            Some(Span { start, end: start + query.len() as u32 })
        }
        _ => parts.get(component),
    }))
}
