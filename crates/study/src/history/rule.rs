//! A rule through all documents.

use std::fmt;

use urigram_grammars::proof::{abnf, Comparison, Dfa, Limits, ProofError, Terminals};
use urigram_grammars::{
    same_name, ByteSet, Concept, Encoding, Grammar, Reading, Rule, UnknownName,
};

use super::{Grid, Lineage};
use crate::compare::RuleUnion;

/// The rules of the documents for one concept, in order of date, and the changes between them.
///
/// ```
/// use urigram::{history::RuleHistory, proof::Relation, Grammar, Reading};
///
/// let history = RuleHistory::of("net_loc", Reading::Corrected)?;
/// assert_eq!(history.concept.map(|concept| concept.name), Some("authority"));
/// let path = RuleHistory::of("path", Reading::Corrected)?;
/// assert_eq!(path.allowed(b'~').first(), Some(&Grammar::Url1997));
/// let port = RuleHistory::of("port", Reading::Corrected)?;
/// let change = port.entry(Grammar::Rfc3986).unwrap().change.as_ref().unwrap();
/// assert_eq!((change.since, change.comparison.relation), (Grammar::Uri2003, Relation::Equal));
/// # Ok::<(), urigram::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RuleHistory {
    /// The concept, if the name is one or is a rule that defines one. Otherwise only rules of that
    /// name are followed.
    pub concept: Option<&'static Concept>,
    /// The concept's name, or the rule's as it was given.
    pub name: String,
    /// The reading.
    pub reading: Reading,
    /// Whether the rule matches single characters, or these and percent-encoded ones, in every
    /// document.
    pub is_class: bool,
    /// The documents that have such a rule, in order of date.
    pub entries: Vec<Entry>,
}

/// The rules of one document for the concept.
///
/// ```
/// use urigram::{history::RuleHistory, Grammar, Reading};
///
/// let history = RuleHistory::of("port", Reading::Corrected)?;
/// let entry = history.entry(Grammar::Rfc3986).unwrap();
/// assert!(entry.characters.contains(b'8') && !entry.characters.contains(b'a'));
/// # Ok::<(), urigram::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The document's grammar.
    pub grammar: Grammar,
    /// The document's rules, the main one first.
    pub definitions: Vec<Definition>,
    /// The bytes of the characters that the rule matches if it is a class, or else that can occur
    /// in it.
    pub characters: ByteSet,
    /// The difference to the document before it.
    pub change: Option<Change>,
    union: RuleUnion,
}

/// A rule as a document defines it.
///
/// ```
/// use urigram::{history::RuleHistory, Grammar, Reading};
///
/// let history = RuleHistory::of("port", Reading::Corrected)?;
/// let definition = &history.entry(Grammar::Rfc3986).unwrap().definitions[0];
/// assert!(definition.rule.name() == "port" && definition.abnf.ends_with("= *DIGIT"));
/// # Ok::<(), urigram::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Definition {
    /// The rule.
    pub rule: &'static Rule,
    /// The definition in RFC 5234 notation, or as a PEG where the document has nothing else.
    pub abnf: &'static str,
}

/// A document's change to the concept.
///
/// ```
/// use urigram::{history::RuleHistory, Grammar, Reading};
///
/// let history = RuleHistory::of("port", Reading::Corrected)?;
/// let change = history.entry(Grammar::Rfc2396).unwrap().change.as_ref().unwrap();
/// assert!(change.gained.is_empty() && change.lost.is_empty());
/// # Ok::<(), urigram::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// The previous document, in the same line.
    pub since: Grammar,
    /// The relation of that document's language to this one's, with shortest witnesses: `only_a` is
    /// no longer accepted, `only_b` is new.
    pub comparison: Comparison,
    /// Characters that could not occur before.
    pub gained: ByteSet,
    /// Characters that can no longer occur.
    pub lost: ByteSet,
}

/// A reason why there is no history.
///
/// ```
/// use urigram::history::{HistoryError, RuleHistory};
/// use urigram::Reading;
///
/// let error = RuleHistory::of("prot", Reading::Corrected).unwrap_err();
/// assert!(matches!(error, HistoryError::Unknown(name) if name.to_string().contains("`port`")));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum HistoryError {
    /// No document and no concept has this name.
    Unknown(UnknownName),
    /// A rule has no automaton: a limit was hit.
    Rule(Grammar, &'static str, ProofError),
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::Unknown(error) => error.fmt(f),
            HistoryError::Rule(grammar, rule, error) => write!(f, "`{rule}` of {grammar}: {error}"),
        }
    }
}

impl std::error::Error for HistoryError {}

impl RuleHistory {
    /// Returns the history of a concept (`authority`, `query`), or of the concept that a document's
    /// rule defines (`net_loc`). A name that is both means the concept. Case does not matter, and
    /// `-` and `_` are the same.
    ///
    /// If a document has several rules for one concept, their union is compared. Builds an
    /// automaton for every rule: this takes some milliseconds for a character, and up to seconds
    /// for a whole identifier.
    ///
    /// # Errors
    /// [`HistoryError::Unknown`] for an unknown name (`"autority"`), with the nearest known one;
    /// [`HistoryError::Rule`] if a limit is hit.
    pub fn of(name: &str, reading: Reading) -> Result<RuleHistory, HistoryError> {
        RuleHistory::among(name, reading, Grammar::ALL)
    }

    /// Returns the history through the given documents only, in any order.
    ///
    /// # Errors
    /// [`HistoryError::Unknown`] for a name that no document has; [`HistoryError::Rule`] if a limit
    /// is hit. If only other documents have the name, the history is empty.
    pub fn among(
        name: &str,
        reading: Reading,
        grammars: &[Grammar],
    ) -> Result<RuleHistory, HistoryError> {
        let mut asked = grammars.to_vec();
        asked.sort_unstable();
        asked.dedup();
        let others = asked.iter().filter(|grammar| !Grammar::ALL.contains(grammar));
        let known: Vec<Grammar> = Grammar::ALL.iter().chain(others).copied().collect();
        let named = Named::new(name, &known)?;
        let concept = named.concept;
        let rules = asked.into_iter().map(|grammar| (grammar, named.rules(grammar)));
        let rules = rules.filter(|(_, rules)| !rules.is_empty());
        let entries = rules.map(|(grammar, rules)| Entry::new(grammar, reading, &rules));
        let mut entries = entries.collect::<Result<Vec<Entry>, HistoryError>>()?;
        let is_class =
            entries.iter().try_fold(true, |all, entry| Ok(all && stands_for_characters(entry)?))?;
        for entry in &mut entries {
            entry.characters =
                if is_class { single(entry.automaton()) } else { occurring(entry.automaton()) };
        }
        for index in 0..entries.len() {
            entries[index].change = Change::of(&entries, index)?;
        }
        let name = concept.map_or(name, |concept| concept.name).to_owned();
        let is_class = is_class && entries.iter().any(|entry| !entry.characters.is_empty());
        Ok(RuleHistory { concept, name, reading, is_class, entries })
    }

    /// Returns the entry of a document; `None` if the document has no such rule.
    pub fn entry(&self, grammar: Grammar) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.grammar == grammar)
    }

    /// Returns the documents where a byte can occur, in order of date.
    pub fn allowed(&self, byte: u8) -> Vec<Grammar> {
        self.entries
            .iter()
            .filter(|entry| entry.characters.contains(byte))
            .map(|entry| entry.grammar)
            .collect()
    }

    /// Returns the characters as a grid: documents by rows, characters by columns.
    pub fn grid(&self) -> Grid {
        Grid::new(self.entries.iter().map(|entry| (entry.grammar, entry.characters)))
    }
}

/// A name of a concept or a rule, and what it means in each document.
pub(super) struct Named<'n> {
    name: &'n str,
    concept: Option<&'static Concept>,
}

impl<'n> Named<'n> {
    /// Finds a name among those of some documents.
    pub(super) fn new(name: &'n str, known: &[Grammar]) -> Result<Named<'n>, HistoryError> {
        UnknownName::resolve("concept or rule", name, names(known), |known| known)
            .map_err(HistoryError::Unknown)?;
        let having = having(name, known);
        let concept = Concept::named(name).ok().or_else(|| standing_for(&having));
        Ok(Named { name, concept })
    }

    /// Returns the ids of a document's rules that the name means; none if it has no such rule.
    pub(super) fn rules(&self, grammar: Grammar) -> Vec<&'static str> {
        let of_name = |name: &str| having_in(name, grammar).into_iter().collect::<Vec<_>>();
        match self.concept {
            // A document that does not say which of its rules stand for concepts.
            Some(concept) if grammar.document().commentary().concepts.is_empty() => {
                of_name(concept.name)
            }
            Some(concept) => concept.rules_in(grammar).to_vec(),
            None => of_name(self.name),
        }
    }
}

/// Returns the documents that have a rule of this name or id.
fn having(name: &str, among: &[Grammar]) -> Vec<(Grammar, &'static str)> {
    let rule = |&grammar: &Grammar| Some((grammar, having_in(name, grammar)?));
    among.iter().filter_map(rule).collect()
}

/// Returns the id of a document's rule of this name or id.
fn having_in(name: &str, grammar: Grammar) -> Option<&'static str> {
    let mut rules = grammar.document().rules().iter();
    rules.find(|rule| same_name(rule.name, name) || same_name(rule.id, name)).map(|rule| rule.id)
}

/// Returns the concept that the rule defines, by the newest document where it defines one.
fn standing_for(having: &[(Grammar, &'static str)]) -> Option<&'static Concept> {
    having.iter().rev().find_map(|&(grammar, rule)| Concept::of(grammar, rule).next())
}

/// Returns every name that has a history.
fn names(among: &[Grammar]) -> impl Iterator<Item = &'static str> + Clone + use<'_> {
    let rules = among.iter().flat_map(|grammar| grammar.document().rules());
    Concept::all()
        .iter()
        .map(|concept| concept.name)
        .chain(rules.flat_map(|rule| [rule.name, rule.id]))
}

impl Entry {
    fn new(
        grammar: Grammar,
        reading: Reading,
        rules: &[&'static str],
    ) -> Result<Entry, HistoryError> {
        let first = rules.first().copied().unwrap_or_default();
        let union = RuleUnion::new(grammar, reading, rules);
        let union = union.map_err(|error| HistoryError::Rule(grammar, first, error))?;
        let abnf = |rule: &Rule| {
            let abnf = grammar.abnf_of(reading, rule.id);
            abnf.or_else(|| grammar.pest_of(reading, rule.id)).unwrap_or("")
        };
        let definitions = union.rules().map(|rule| Definition { rule, abnf: abnf(rule) }).collect();
        Ok(Entry { grammar, definitions, characters: ByteSet::EMPTY, change: None, union })
    }

    /// Returns the minimal automaton of all the document's rules for it together.
    #[doc(hidden)]
    pub fn automaton(&self) -> &Dfa {
        self.union.automaton()
    }

    /// Returns the first of the document's rules for it that accepts a string, if any does.
    pub fn accepting(&self, string: &[u8]) -> Option<&'static Rule> {
        self.union.accepting(string)
    }
}

impl Change {
    fn of(entries: &[Entry], index: usize) -> Result<Option<Change>, HistoryError> {
        let entry = &entries[index];
        let before = Lineage::predecessor(entry.grammar, entries.iter().map(|entry| entry.grammar));
        let Some(before) =
            before.and_then(|before| entries.iter().find(|entry| entry.grammar == before))
        else {
            return Ok(None);
        };
        let compared = before.automaton().compare(entry.automaton(), Limits::default());
        let rule = entry.definitions.first().map_or("", |definition| definition.rule.name);
        let comparison = compared.map_err(|error| {
            HistoryError::Rule(entry.grammar, rule, ProofError::Undecided(error))
        })?;
        Ok(Some(Change {
            since: before.grammar,
            comparison,
            gained: entry.characters.without(&before.characters),
            lost: before.characters.without(&entry.characters),
        }))
    }
}

/// Characters or octets one by one, percent-encoded ones included.
const CHARACTERS: &str = "\
one = %x00-D7FF / %xE000-10FFFF / \"%\" 2hex
octet = %x00-FF / \"%\" 2hex
hex = %x30-39 / %x41-46 / %x61-66
";

/// Returns the meaning of terminal values in a document's rules.
fn terminals(grammar: Grammar) -> Terminals {
    match grammar.document().encoding {
        Encoding::Octets => Terminals::Octets,
        _ => Terminals::CodePoints,
    }
}

fn automaton_of(rule: &str, terminals: Terminals) -> Result<Dfa, ProofError> {
    let failed = |message: String| ProofError::Abnf(message);
    let grammar = abnf::Grammar::parse(CHARACTERS).map_err(|error| failed(error.to_string()))?;
    grammar.dfa(rule, terminals, Limits::default()).map_err(|error| failed(error.to_string()))
}

fn stands_for_characters(entry: &Entry) -> Result<bool, HistoryError> {
    let rule = entry.definitions.first().map_or("", |definition| definition.rule.name);
    let failed = |error| HistoryError::Rule(entry.grammar, rule, error);
    let characters = match terminals(entry.grammar) {
        Terminals::Octets => automaton_of("octet", Terminals::Octets),
        Terminals::CodePoints => automaton_of("one", Terminals::CodePoints),
    };
    let subset = entry.automaton().is_subset(&characters.map_err(failed)?, Limits::default());
    subset.map_err(|error| failed(ProofError::Undecided(error)))
}

/// Returns the first bytes of the single characters that are accepted.
fn single(dfa: &Dfa) -> ByteSet {
    (0..=0x7F)
        .filter(|&byte| dfa.accepts(&[byte]))
        .chain((0x80..=0xFF).filter(|&byte| !dfa.is_dead(dfa.next(0, byte))))
        .collect()
}

/// Returns the bytes with which some accepted string goes on from somewhere. Every state but the
/// dead one leads to one, and is reached, because the automaton is minimal.
fn occurring(dfa: &Dfa) -> ByteSet {
    let mut bytes = ByteSet::EMPTY;
    for state in 0..dfa.len() as u32 {
        dfa.expected(state).iter().for_each(|byte| bytes.insert(byte));
    }
    bytes
}
