//! Automata for every rule of every document, the proof that both transcriptions are one language,
//! and exact comparison.

mod certificates;
mod differences;
mod marking;
mod parts;
mod splitting;
mod values;

use std::fmt;

pub use differences::{differences, misread, Difference};
pub use marking::{ByRules, NoRulePlaces, RulePlaces};
pub use parts::{PartsProof, PartsProver};
pub use splitting::Splitting;
pub use urigram_automata::abnf::Expr as AbnfExpr;
pub use urigram_automata::{abnf, certificate, marked, peg, synthesis, Terminals};
pub use urigram_automata::{Comparison, Dfa, Limits, Random, Relation, Sampler, Undecided};
pub use values::{values, ValueCase};

use crate::{Encoding, Grammar, Reading, UnknownName};

/// The rules of one grammar and reading in both transcriptions.
///
/// ```
/// use urigram_grammars::proof::Transcriptions;
/// use urigram_grammars::{Grammar, Reading};
///
/// let rules = Transcriptions::of(Grammar::Rfc3986, Reading::Corrected)?;
/// assert!(rules.prove("IPv4address")?.proved());
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
pub struct Transcriptions {
    grammar: Grammar,
    reading: Reading,
    limits: Limits,
    abnf: abnf::Grammar,
    peg: peg::Grammar,
}

/// The result of comparing the two transcriptions of a rule.
///
/// ```
/// use urigram_grammars::proof::Transcriptions;
/// use urigram_grammars::{Grammar, Reading};
///
/// let rules = Transcriptions::of(Grammar::Rfc3986, Reading::Corrected)?;
/// assert!(rules.prove("port")?.proved());
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Proof {
    /// The rule's name.
    pub rule: &'static str,
    /// The number of states of the PEG's minimal automaton.
    pub states: usize,
    /// Whether no input matches the PEG. Such a rule recurs without an end.
    pub empty: bool,
    /// A shortest input that the PEG accepts and the ABNF does not.
    pub only_pest: Option<Vec<u8>>,
    /// A shortest input that the ABNF accepts and the PEG does not.
    pub only_abnf: Option<Vec<u8>>,
}

impl Proof {
    /// Whether both are the same language.
    pub fn proved(&self) -> bool {
        self.only_pest.is_none() && self.only_abnf.is_none()
    }
}

/// A reason why a rule has no automaton, or nothing is decided about it.
///
/// ```
/// use urigram_grammars::proof::{ProofError, Transcriptions};
/// use urigram_grammars::{Grammar, Reading};
///
/// let rules = Transcriptions::of(Grammar::Rfc3986, Reading::Corrected)?;
/// let error = rules.prove("prot").unwrap_err();
/// assert!(matches!(error, ProofError::UnknownRule(_)) && !error.is_limit());
/// # Ok::<(), ProofError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ProofError {
    /// The grammar has no such rule.
    UnknownRule(UnknownName),
    /// The ABNF cannot be read or built, or a limit was hit.
    Abnf(String),
    /// The PEG cannot be read or built, or a limit was hit.
    Peg(String),
    /// A limit was hit while two automata were compared.
    Undecided(urigram_automata::Undecided),
    /// A string has two places for a component, so a way of splitting is not a function.
    #[doc(hidden)]
    Ambiguous(marked::Ambiguity),
    /// The rule has no certificate.
    #[doc(hidden)]
    Certificate(certificate::Refused),
}

impl ProofError {
    /// Returns true if a limit was hit, so that nothing is decided.
    pub fn is_limit(&self) -> bool {
        use certificate::Refused;
        matches!(self, ProofError::Undecided(_) | ProofError::Certificate(Refused::Undecided(_)))
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::UnknownRule(error) => error.fmt(f),
            ProofError::Abnf(message) => write!(f, "ABNF: {message}"),
            ProofError::Peg(message) => write!(f, "PEG: {message}"),
            ProofError::Undecided(error) => error.fmt(f),
            ProofError::Ambiguous(ambiguity) => ambiguity.fmt(f),
            ProofError::Certificate(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for ProofError {}

impl Transcriptions {
    /// Reads both transcriptions of a grammar.
    ///
    /// # Errors
    /// [`ProofError::Abnf`] and [`ProofError::Peg`] when a source cannot be read, which tests rule
    /// out.
    pub fn of(grammar: Grammar, reading: Reading) -> Result<Transcriptions, ProofError> {
        Transcriptions::from_sources(grammar, reading, grammar.abnf(reading), grammar.pest(reading))
    }

    /// Reads both transcriptions from the given sources instead of the committed ones, for example
    /// to check an edited rule.
    ///
    /// # Errors
    /// [`ProofError::Abnf`] and [`ProofError::Peg`] if a source cannot be read.
    pub fn from_sources(
        grammar: Grammar,
        reading: Reading,
        abnf: &str,
        pest: &str,
    ) -> Result<Transcriptions, ProofError> {
        Ok(Transcriptions {
            grammar,
            reading,
            limits: Limits::default(),
            abnf: abnf::Grammar::read(abnf),
            peg: peg::Grammar::parse(pest).map_err(|error| ProofError::Peg(error.to_string()))?,
        })
    }

    /// Sets how much a construction may build.
    #[doc(hidden)]
    pub fn with_limits(mut self, limits: Limits) -> Transcriptions {
        self.limits = limits;
        self
    }

    /// Returns the grammar.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the reading.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the ABNF.
    #[doc(hidden)]
    pub fn abnf(&self) -> &abnf::Grammar {
        &self.abnf
    }

    /// Returns the PEG.
    #[doc(hidden)]
    pub fn peg(&self) -> &peg::Grammar {
        &self.peg
    }

    /// Returns the limits of constructions.
    #[doc(hidden)]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the meaning of terminal values.
    #[doc(hidden)]
    pub fn terminals(&self) -> Terminals {
        terminals(self.grammar)
    }

    /// Returns the minimal automaton of a rule by the unordered, fully backtracking meaning of its
    /// ABNF.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    #[doc(hidden)]
    pub fn abnf_automaton(&self, rule: &str) -> Result<Dfa, ProofError> {
        let rule = self.grammar.document().rule(rule).map_err(ProofError::UnknownRule)?;
        abnf_automaton(&self.abnf, rule.id, self.terminals(), self.limits)
    }

    /// Returns the minimal automaton of a rule by the ordered, possessive meaning of its PEG, as
    /// pest runs it.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    #[doc(hidden)]
    pub fn peg_automaton(&self, rule: &str) -> Result<Dfa, ProofError> {
        let rule = self.grammar.document().rule(rule).map_err(ProofError::UnknownRule)?;
        peg_automaton(&self.peg, rule.id, self.terminals(), self.limits)
    }

    /// Returns true if the PEG has a rule of this id.
    #[doc(hidden)]
    pub fn has_peg(&self, id: &str) -> bool {
        let name = id.replace('-', "_");
        self.peg.rules().iter().any(|rule| rule.name().eq_ignore_ascii_case(&name))
    }

    /// Decides whether both transcriptions of a rule are the same language.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit; never a wrong answer.
    pub fn prove(&self, rule: &str) -> Result<Proof, ProofError> {
        let known = self.grammar.document().rule(rule).map_err(ProofError::UnknownRule)?;
        let (peg, abnf) = (self.peg_automaton(rule)?, self.abnf_automaton(rule)?);
        let Comparison { only_a, only_b, .. } =
            peg.compare(&abnf, self.limits).map_err(ProofError::Undecided)?;
        let (rule, states, empty) = (known.name, peg.len(), peg.is_empty());
        Ok(Proof { rule, states, empty, only_pest: only_a, only_abnf: only_b })
    }
}

/// One side of a comparison: a rule of a grammar in a reading; the default start rule if none is
/// named.
///
/// ```
/// use urigram_grammars::proof::{compare, Relation, Side};
/// use urigram_grammars::{Grammar, Reading};
///
/// let side = |grammar| Side { grammar, reading: Reading::Corrected, rule: Some("host") };
/// let found = compare(side(Grammar::Rfc2396), side(Grammar::Rfc3986))?;
/// assert_eq!(found.relation, Relation::Subset);
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// The grammar.
    pub grammar: Grammar,
    /// The reading.
    pub reading: Reading,
    /// The rule's name.
    pub rule: Option<&'a str>,
}

impl Side<'_> {
    /// Returns the minimal automaton of this side.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    #[doc(hidden)]
    pub fn automaton(&self) -> Result<Dfa, ProofError> {
        let document = self.grammar.document();
        let rule = document
            .rule(self.rule.unwrap_or(document.start.default))
            .map_err(ProofError::UnknownRule)?;
        Rules::of(self.grammar, self.reading)?.automaton(rule.id)
    }
}

/// Decides whether the ABNF alone gives a component one place in every string of a rule.
///
/// The component is a rule itself. Every derivation of a string counts, even if prose prefers one
/// of them: see [`abnf::Grammar::marked`]. Returns the shortest string where the component has two
/// places.
///
/// ```
/// use urigram_grammars::proof::{ambiguity, Side};
/// use urigram_grammars::{Grammar, Reading};
///
/// let side = |grammar| Side { grammar, reading: Reading::Printed, rule: Some("authority") };
/// // RFC 2396 prints `server | reg_name`, and prose has to say that a server is preferred.
/// let found = ambiguity(side(Grammar::Rfc2396), "host")?.unwrap();
/// assert_eq!((&found.input[..], found.spans), (&b"a"[..], [None, Some(0..1)]));
/// assert_eq!(ambiguity(side(Grammar::Rfc3986), "host")?, None);
/// # Ok::<(), urigram_grammars::proof::ProofError>(())
/// ```
///
/// # Errors
/// [`ProofError`] for an unknown rule and where a limit is hit.
pub fn ambiguity(side: Side<'_>, component: &str) -> Result<Option<marked::Ambiguity>, ProofError> {
    let document = side.grammar.document();
    let rule = document
        .rule(side.rule.unwrap_or(document.start.default))
        .map_err(ProofError::UnknownRule)?;
    let component = document.rule(component).map_err(ProofError::UnknownRule)?;
    let rules = read_abnf(side.grammar, side.reading)?;
    let marked = rules.marked(rule.id, component.id, terminals(side.grammar), Limits::default());
    let marked = marked.map_err(|error| ProofError::Abnf(error.to_string()))?;
    marked.ambiguity(Limits::default()).map_err(ProofError::Undecided)
}

/// The rules of a grammar in one notation: the ABNF, or the PEG of a definition without ABNF.
///
/// Reading a PEG takes a hundred times as long, so it is read only where there is nothing else.
///
/// ```
/// use urigram_grammars::proof::{ProofError, Rules};
/// use urigram_grammars::{Grammar, Reading};
///
/// let rules = Rules::of(Grammar::Rfc3986, Reading::Corrected)?;
/// let octet = rules.automaton("dec-octet")?;
/// assert!(octet.accepts(b"255") && !octet.accepts(b"256"));
/// # Ok::<(), ProofError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    grammar: Grammar,
    written: Written,
}

#[derive(Clone, Debug)]
enum Written {
    Abnf(abnf::Grammar),
    Peg(peg::Grammar),
}

impl Rules {
    /// Reads the rules of a grammar.
    ///
    /// # Errors
    /// [`ProofError::Abnf`] and [`ProofError::Peg`] when they cannot be read, and for a definition
    /// without sources.
    pub fn of(grammar: Grammar, reading: Reading) -> Result<Rules, ProofError> {
        let written = match (grammar.abnf(reading), grammar.pest(reading)) {
            ("", "") => return Err(ProofError::Abnf(format!("{grammar} has no sources"))),
            ("", pest) => Written::Peg(
                peg::Grammar::parse(pest).map_err(|error| ProofError::Peg(error.to_string()))?,
            ),
            _ => Written::Abnf(read_abnf(grammar, reading)?),
        };
        Ok(Rules { grammar, written })
    }

    /// Returns the ABNF, if that is the notation.
    pub fn abnf(&self) -> Option<&abnf::Grammar> {
        match &self.written {
            Written::Abnf(rules) => Some(rules),
            Written::Peg(_) => None,
        }
    }

    /// Returns the PEG, if that is the notation.
    pub fn peg(&self) -> Option<&peg::Grammar> {
        match &self.written {
            Written::Abnf(_) => None,
            Written::Peg(rules) => Some(rules),
        }
    }

    /// Returns the minimal automaton of a rule by its id.
    ///
    /// # Errors
    /// [`ProofError`] for a rule that is not written or has no automaton, and where a limit is hit.
    pub fn automaton(&self, id: &str) -> Result<Dfa, ProofError> {
        let terminals = terminals(self.grammar);
        match &self.written {
            Written::Abnf(rules) => abnf_automaton(rules, id, terminals, Limits::default()),
            Written::Peg(rules) => peg_automaton(rules, id, terminals, Limits::default()),
        }
    }
}

/// Reads the ABNF. Reading the PEG takes a hundred times as long.
pub(crate) fn read_abnf(grammar: Grammar, reading: Reading) -> Result<abnf::Grammar, ProofError> {
    let text = grammar.abnf(reading);
    if text.is_empty() {
        return Err(ProofError::Abnf(format!("{grammar} has no rules in this notation")));
    }
    Ok(abnf::Grammar::read(text))
}

/// Returns the name of the PEG's rule of this id, as the PEG spells it.
fn spelled(rules: &peg::Grammar, id: &str) -> String {
    let name = id.replace('-', "_");
    if rules.rule(&name).is_some() {
        return name;
    }
    // RFC 5234 ignores the case of names and pest does not.
    let mut names = rules.rules().iter().map(peg::Rule::name);
    names.find(|known| known.eq_ignore_ascii_case(&name)).map(str::to_owned).unwrap_or(name)
}

fn peg_automaton(
    rules: &peg::Grammar,
    id: &str,
    terminals: Terminals,
    limits: Limits,
) -> Result<Dfa, ProofError> {
    let dfa = rules.dfa(&spelled(rules, id), peg::Which::Optimized, terminals, limits);
    dfa.map_err(|error| match error {
        peg::Error::Undecided(limit) => ProofError::Undecided(limit),
        error => ProofError::Peg(error.to_string()),
    })
}

/// Returns the minimal automaton of the first rule of an ABNF, which may use the rules of a grammar
/// and the core rules of RFC 5234.
///
/// # Errors
/// [`ProofError::Abnf`] when the text cannot be read, has no rule, or uses a rule that nobody
/// defines, and where a limit is hit.
pub fn first_rule(text: &str, grammar: Grammar, reading: Reading) -> Result<Dfa, ProofError> {
    let unreadable = |error: abnf::Error| ProofError::Abnf(error.to_string());
    // The notation demands a line end; an argument of a command lacks it.
    let own = abnf::Grammar::parse(&format!("{}\n", text.trim_end())).map_err(unreadable)?;
    let Some(first) = own.rules().first() else {
        return Err(ProofError::Abnf("it has no rule".to_owned()));
    };
    // The rules of a PEG cannot be used in ABNF.
    let known = Rules::of(grammar, reading)?;
    let mut all = match known.abnf() {
        Some(known) => abnf::Grammar::overlay(known, &own),
        None => own.clone(),
    };
    all.import(&[("RFC 5234", &abnf::core_rules())]);
    abnf_automaton(&all, &first.name, terminals(grammar), Limits::default())
}

pub(crate) fn terminals(grammar: Grammar) -> Terminals {
    match grammar.document().encoding {
        Encoding::Utf8 => Terminals::CodePoints,
        Encoding::Octets => Terminals::Octets,
    }
}

pub(crate) fn abnf_automaton(
    rules: &abnf::Grammar,
    id: &str,
    terminals: Terminals,
    limits: Limits,
) -> Result<Dfa, ProofError> {
    rules.dfa(id, terminals, limits).map_err(|error| ProofError::Abnf(error.to_string()))
}

/// Compares the languages of two rules, with a shortest witness for each difference and for the
/// intersection.
///
/// # Errors
/// [`ProofError`] for an unknown rule and where a limit is hit.
pub fn compare(a: Side<'_>, b: Side<'_>) -> Result<Comparison, ProofError> {
    a.automaton()?.compare(&b.automaton()?, Limits::default()).map_err(ProofError::Undecided)
}
