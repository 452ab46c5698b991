//! The rules of one text: which run, and why others do not.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use urigram_automata::abnf::{
    core_rules, extract, implies_white_space, origins, Grammar, ListRule, Refused,
};
use urigram_automata::{Limits, Terminals};

/// The limits of an automaton: a second or so.
pub(crate) const LIMITS: Limits = Limits { states: 20_000, nodes: 500_000 };

/// The counts of a text.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rules: usize,
    /// The rules that have an automaton: they run, and can be compared.
    pub(crate) loaded: usize,
    /// The rules whose recursion need not be regular.
    pub(crate) nested: usize,
    /// The number of rules that lack each name.
    pub(crate) missing: BTreeMap<String, usize>,
    /// The number of other rules for each reason.
    pub(crate) reasons: BTreeMap<&'static str, usize>,
}

/// The rules of a text, and the RFCs that it names.
pub(crate) struct Rfc {
    pub(crate) grammar: Grammar,
    pub(crate) cites: BTreeSet<u32>,
    /// The RFCs from which the text says that names come.
    pub(crate) origins: HashMap<String, u32>,
    /// Whether the text says that it is in this notation.
    pub(crate) has_abnf: bool,
    /// Whether its rules have white space between words that they do not show.
    pub(crate) implies_space: bool,
    /// The number of rules that the text has, those with errors included.
    pub(crate) rules: usize,
}

impl Rfc {
    pub(crate) fn of(text: &str) -> Rfc {
        let found = extract(text, ListRule::Recipient);
        let grammar = Grammar::read(&found.to_abnf());
        let numbers = text.split("RFC").skip(1).filter_map(|rest| {
            let digits = rest.trim_start_matches([' ', '-']);
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            digits[..end].parse().ok()
        });
        let lost = lost(&grammar).len();
        let has_abnf =
            ["ABNF", "Augmented BNF", "augmented BNF", "Augmented Backus", "augmented Backus"]
                .iter()
                .any(|name| text.contains(name));
        let (rules, cites) = (grammar.rules().len() + lost, numbers.collect());
        // RFC 822 says so in 3.1.4, in other words.
        let implies_space = implies_white_space(text)
            || text.contains("Lexical analysis of messages")
            || text.contains("LEXICAL ANALYSIS OF MESSAGES");
        let undefined = grammar.undefined().into_iter().map(|(name, _)| name);
        let origins = origins(text, undefined);
        Rfc { cites, origins, has_abnf, implies_space, rules, grammar }
    }
}

impl Rfc {
    /// Returns true if the text's own words leave it open that a name comes from an RFC. Where they
    /// name another one, that one has to define it.
    pub(crate) fn is_from(&self, known: &BTreeMap<u32, Rfc>, of: &str, name: &str) -> bool {
        let has = |from: &&u32| known.get(from).is_some_and(|rfc| rfc.grammar.rule(name).is_some());
        let says = self.origins.get(name).filter(has);
        says.is_none_or(|from| of == format!("RFC {from}"))
    }

    /// Returns the rules that a function makes of this text's, with the rules of other texts that
    /// they need.
    pub(crate) fn with_cited(
        &self,
        number: u32,
        known: &BTreeMap<u32, Rfc>,
        of: impl Fn(&Grammar) -> Grammar,
    ) -> Grammar {
        let libraries: Vec<(String, &Grammar)> = self
            .cites
            .iter()
            .filter(|cited| **cited != number)
            .filter_map(|cited| Some((cited, known.get(cited)?)))
            // Their rules have white space that they do not show.
            .filter(|(_, rfc)| !rfc.implies_space)
            .map(|(cited, rfc)| (format!("RFC {cited}"), &rfc.grammar))
            .collect();
        let libraries: Vec<(&str, &Grammar)> =
            libraries.iter().map(|(name, grammar)| (&**name, *grammar)).collect();
        let mut grammar = of(&self.grammar);
        grammar.import(&[("RFC 5234", &core_rules())]);
        grammar.import_cited(&libraries, |of, name| self.is_from(known, of, name));
        grammar.import(&[("RFC 5234", &core_rules())]);
        grammar
    }
}

/// Returns true if every name in the rules has a rule: recursion is the first thing that is found.
pub(crate) fn is_whole(used: &Grammar) -> bool {
    let mut is_whole = used.undefined().is_empty();
    for rule in used.rules() {
        rule.expr.visit_rules(&mut |name| is_whole &= used.rule(name).is_some());
    }
    is_whole
}

/// Returns the names of which the definition has an error, so that they have no rule.
fn lost(grammar: &Grammar) -> HashSet<String> {
    let faults = grammar.faults().iter().filter(|fault| !fault.error.kind.is_harmless());
    let names = faults.filter_map(|fault| fault.rule.clone());
    names.filter(|name| grammar.rule(name).is_none()).collect()
}

/// Builds each rule of a text; `None` for a text without rules.
pub(crate) fn judge(number: u32, known: &BTreeMap<u32, Rfc>) -> Option<Judged> {
    let rfc = known.get(&number).filter(|rfc| rfc.has_abnf)?;
    let mut judged = Judged { rules: rfc.rules, ..Judged::default() };
    let own: Vec<String> = rfc.grammar.rules().iter().map(|rule| rule.name.clone()).collect();
    let lost = lost(&rfc.grammar);
    if !lost.is_empty() {
        judged.reasons.insert("error", lost.len());
    }
    let grammar = rfc.with_cited(number, known, Grammar::clone);
    for name in &own {
        let used = grammar.used_by(name);
        let why = match used.dfa(name, Terminals::CodePoints, LIMITS) {
            Ok(dfa) if dfa.is_empty() => "derives nothing",
            Ok(_) if rfc.implies_space => "implied white space",
            Ok(_) => {
                judged.loaded += 1;
                continue;
            }
            Err(Refused::Recursion { .. }) if is_whole(&used) => {
                judged.nested += 1;
                continue;
            }
            Err(Refused::Undefined { name, .. }) => {
                *judged.missing.entry(name.to_ascii_lowercase()).or_default() += 1;
                "undefined"
            }
            Err(Refused::Broken { name, error, .. }) => {
                let what = format!("RFC {number} {name}: {}", error.kind);
                *judged.missing.entry(what).or_default() += 1;
                "needs an error"
            }
            Err(Refused::Undecided(_)) => "limit",
            Err(Refused::Recursion { .. }) => "needs another",
            Err(_) => "other",
        };
        *judged.reasons.entry(why).or_default() += 1;
    }
    Some(judged)
}
