//! The rules of one text: which run, and why others do not.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use urigram_automata::abnf::{core_rules, Cited, Error, ErrorKind, Grammar, Import, Refused};
use urigram_automata::{Limits, Terminals};
use urigram_rfc::{extract, Citations, ListRule};

use crate::pegs::Pegs;

/// The limits of an automaton: a second or so.
pub(crate) const LIMITS: Limits = Limits { states: 20_000, nodes: 500_000 };

/// The counts of a text.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rules: usize,
    /// The rules that have an automaton: they run, and can be compared.
    pub(crate) regular: usize,
    /// The recursive rules and run by an automaton with a stack.
    pub(crate) nested: usize,
    /// The rules that rest on words which name no rule and describe no characters.
    pub(crate) prose: usize,
    /// The PEGs of the regular rules, and their ambiguous components, if they were asked for.
    pub(crate) pegs: Pegs,
    /// A verdict on each rule.
    pub(crate) verdicts: Vec<Verdict>,
    /// The number of other rules for each reason.
    pub(crate) reasons: BTreeMap<&'static str, usize>,
}

/// A verdict on a rule.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) rule: String,
    /// `regular` or `nested`, or the reason why the rule does not run.
    pub(crate) why: &'static str,
    /// The name that it lacks, or the error.
    pub(crate) cause: String,
}

/// The rules of a text, and the RFCs that it names.
pub(crate) struct Rfc {
    pub(crate) grammar: Grammar,
    /// The rules as they were taken out of the text.
    abnf: String,
    /// The names that it defines as the rule of the same name in another RFC.
    alone: BTreeSet<String>,
    pub(crate) citations: Citations,
    /// The names of rules that derive nothing. RFC 2616 has a field `Host` that uses the rule
    /// `host` of RFC 2396, and names ignore case: that is not a definition for others.
    barren: BTreeSet<String>,
    /// Whether the text says that it is in this notation.
    pub(crate) has_abnf: bool,
    /// The number of rules that the text has, those with errors included.
    pub(crate) rules: usize,
}

impl Rfc {
    pub(crate) fn of(text: &str) -> Rfc {
        let found = extract(text, ListRule::Recipient);
        let abnf = found.to_abnf();
        let grammar = Grammar::read(&abnf);
        let lost = lost(&grammar).len();
        let has_abnf =
            ["ABNF", "Augmented BNF", "augmented BNF", "Augmented Backus", "augmented Backus"]
                .iter()
                .any(|name| text.contains(name));
        let alone = alone(&grammar);
        let barren = grammar.barren();
        let barren = barren.into_iter().map(|rule| rule.name.to_ascii_lowercase()).collect();
        let rules = grammar.rules().len() + lost + alone.len();
        let undefined = grammar.undefined().into_iter().map(|(name, _)| name);
        let citations = Citations::of(text, undefined);
        Rfc { citations, barren, has_abnf, rules, grammar, abnf, alone }
    }
}

/// Says in each text from which RFC a name comes that it uses and does not define, so that others
/// who need its rules find these names.
pub(crate) fn settle(known: &mut BTreeMap<u32, Rfc>) {
    let cite = |(number, rfc): (&u32, &Rfc)| {
        let mut grammar = rfc.grammar.clone();
        let imports = rfc.import_cited(*number, known, &mut grammar);
        let mut abnf = rfc.abnf.clone();
        for (name, _) in rfc.grammar.undefined() {
            let is_it = |rule: &str| rule.eq_ignore_ascii_case(name);
            let import = imports.iter().find(|import| is_it(&import.rule));
            let is_cited = rfc.grammar.cited().any(|(_, cited)| is_it(&cited.name));
            if let Some(from) = import.filter(|_| !is_cited).map(|import| &import.from[4..]) {
                abnf.push_str(&format!("{name} = <{name}, see [RFC{from}]>\n\n"));
            }
        }
        (*number, Grammar::read(&abnf))
    };
    let settled: Vec<_> = known.iter().map(cite).collect();
    for (number, grammar) in settled {
        if let Some(rfc) = known.get_mut(&number) {
            rfc.grammar = grammar;
        }
    }
}

impl Rfc {
    /// Returns the RFCs that a name may come from which this text does not define, of those with a
    /// definition.
    pub(crate) fn sources(&self, known: &BTreeMap<u32, Rfc>, name: &str) -> BTreeSet<u32> {
        let defines = |number| {
            known.get(&number).is_some_and(|rfc| {
                if rfc.barren.contains(&name.to_ascii_lowercase()) {
                    return false;
                }
                let error = rfc.grammar.error_of(name);
                let is_extension = |kind: &ErrorKind| matches!(kind, ErrorKind::NotYetDefined(_));
                rfc.grammar.rule(name).is_some() || error.is_some_and(|it| !is_extension(&it.kind))
            })
        };
        let replaced = |number| known.get(&number).map(|rfc: &Rfc| rfc.citations.obsoletes());
        self.citations.sources(name, defines, replaced)
    }

    /// Returns the names that the text takes from RFCs whose numbers do not occur in it, with these
    /// numbers. Shares no code with the reader of citations.
    pub(crate) fn uncited(&self, text: &str) -> Vec<(String, u32)> {
        let occurs = |number: u32| {
            text.match_indices(&number.to_string()).any(|(at, digits)| {
                let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
                let before = text[..at].trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                let whole = !is_digit(text.as_bytes().get(at + digits.len()));
                whole && ["RFC", "Rfc", "rfc"].iter().any(|rfc| before.ends_with(rfc))
            })
        };
        let taken = self.grammar.cited().filter_map(|(name, cited)| Some((name, cited.rfc?)));
        let taken = taken.filter(|&(_, number)| number != 5234 && !occurs(number));
        taken.map(|(name, number)| (name.to_owned(), number)).collect()
    }

    /// Adds the rules of the texts that this one cites to rules of its own.
    fn import_cited(
        &self,
        number: u32,
        known: &BTreeMap<u32, Rfc>,
        grammar: &mut Grammar,
    ) -> Vec<Import> {
        let libraries: Vec<(String, &Grammar)> = known
            .iter()
            .filter(|(cited, _)| **cited != number)
            .map(|(cited, rfc)| (format!("RFC {cited}"), &rfc.grammar))
            .collect();
        let libraries: Vec<(&str, &Grammar)> =
            libraries.iter().map(|(name, grammar)| (&**name, *grammar)).collect();
        let sources: RefCell<HashMap<String, BTreeSet<u32>>> = RefCell::default();
        grammar.import_cited(&libraries, |of, name| {
            let mut sources = sources.borrow_mut();
            let of_name =
                sources.entry(name.to_owned()).or_insert_with(|| self.sources(known, name));
            of[4..].parse().is_ok_and(|of| of_name.contains(&of))
        })
    }

    /// Returns the rules that a function makes of this text's, with the rules of other texts that
    /// they need.
    pub(crate) fn with_cited(
        &self,
        number: u32,
        known: &BTreeMap<u32, Rfc>,
        of: impl Fn(&Grammar) -> Grammar,
    ) -> Grammar {
        let mut grammar = of(&self.grammar);
        self.import_cited(number, known, &mut grammar);
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

/// Returns the names that are defined as the rule of the same name in another RFC.
fn alone(grammar: &Grammar) -> BTreeSet<String> {
    let is_itself = |(name, cited): &(&str, &Cited)| {
        name.eq_ignore_ascii_case(&cited.name) && grammar.rule(name).is_none()
    };
    grammar.cited().filter(is_itself).map(|(name, _)| name.to_ascii_lowercase()).collect()
}

/// Returns the names whose definition has an error, so that they have no rule.
fn lost(grammar: &Grammar) -> HashSet<String> {
    let faults = grammar.faults().iter().filter(|fault| !fault.error.kind.is_harmless());
    let names = faults.filter_map(|fault| fault.rule.clone());
    names.filter(|name| grammar.rule(name).is_none()).collect()
}

/// Builds each rule of a text, and with `has_pegs` a PEG of each regular one; `None` for a text
/// without rules.
pub(crate) fn judge(number: u32, known: &BTreeMap<u32, Rfc>, has_pegs: bool) -> Option<Judged> {
    let rfc = known.get(&number).filter(|rfc| rfc.has_abnf)?;
    let mut judged = Judged { rules: rfc.rules, ..Judged::default() };
    let grammar = rfc.with_cited(number, known, Grammar::clone);
    let mut own: Vec<String> = rfc.grammar.rules().iter().map(|rule| rule.name.clone()).collect();
    for name in &rfc.alone {
        if grammar.rule(name).is_some() {
            own.push(name.clone());
        } else {
            let (why, cause) = rfc.lacks(number, known, name);
            judged.open(name, why, cause);
        }
    }
    let mut lost: Vec<String> = lost(&rfc.grammar).into_iter().collect();
    lost.sort();
    for name in lost {
        match rfc.grammar.error_of(&name) {
            // It extends a rule of another text.
            _ if grammar.rule(&name).is_some() => own.push(name),
            error => judged.fault(&name, "error", error, ""),
        }
    }
    let undecided: HashMap<String, Refused> = grammar
        .undecided()
        .into_iter()
        .map(|(rule, why)| (rule.name.to_ascii_lowercase(), why))
        .collect();
    for name in &own {
        match undecided.get(&name.to_ascii_lowercase()) {
            Some(Refused::Undefined { name: lacks, .. }) => {
                let (why, cause) = rfc.lacks(number, known, lacks);
                judged.open(name, why, cause);
                continue;
            }
            Some(Refused::Broken { name: lacks, error, .. }) => {
                judged.fault(name, "needs an error", Some(error), &format!("{lacks}: "));
                continue;
            }
            _ => {}
        }
        let used = grammar.used_by(name);
        match used.dfa(name, Terminals::CodePoints, LIMITS) {
            Ok(dfa) if dfa.is_empty() => judged.open(name, "derives nothing", String::new()),
            Ok(_) => {
                judged.regular += 1;
                judged.verdict(name, "regular", String::new());
            }
            Err(Refused::Recursion { .. }) => {
                match used.bodies(name, Terminals::CodePoints, LIMITS) {
                    Ok(_) => {
                        judged.nested += 1;
                        judged.verdict(name, "nested", String::new());
                    }
                    Err(why) => judged.open(name, "nested, and beyond a limit", why.to_string()),
                }
            }
            Err(Refused::Undecided(why)) => judged.open(name, "limit", why.to_string()),
            Err(why) => judged.open(name, "other", why.to_string()),
        }
    }
    if !has_pegs {
        return Some(judged);
    }
    let regular = judged.verdicts.iter().filter(|verdict| verdict.why == "regular");
    let regular: Vec<String> = regular.map(|verdict| verdict.rule.clone()).collect();
    judged.pegs = Pegs::of(&grammar, &regular);
    Some(judged)
}

impl Rfc {
    /// Returns the reason why a name has no rule, and the name with the RFCs that could define it.
    fn lacks(&self, number: u32, known: &BTreeMap<u32, Rfc>, name: &str) -> (&'static str, String) {
        // `rfc2806-domain` is what RFC 2806 lacks.
        let of = name.strip_prefix("rfc").and_then(|rest| rest.split_once('-'));
        let of = of.and_then(|(of, name)| Some((of.parse().ok()?, name)));
        if let Some((of, name)) = of.filter(|(of, _)| *of != number && known.contains_key(of)) {
            return known[&of].lacks(of, known, name);
        }
        let has =
            |rfc: &Rfc| rfc.grammar.rule(name).is_some() || rfc.grammar.error_of(name).is_some();
        let all = known.iter().filter(|(other, rfc)| **other != number && has(rfc));
        let (cited, others): (Vec<_>, Vec<_>) =
            all.partition(|(other, _)| self.sources(known, name).contains(other));
        let why = match (cited.len(), others.len()) {
            (0, 0) => "defined nowhere",
            (0, _) => "defined in no cited RFC",
            (1, _) => "defined in one",
            _ => "defined in several cited RFCs",
        };
        let list = |of: &[(&u32, &Rfc)]| {
            let numbers = of.iter().take(12).map(|(number, rfc)| {
                let mark = if rfc.grammar.rule(name).is_none() { "e" } else { "" };
                format!("{number}{mark}")
            });
            numbers.collect::<Vec<_>>().join(" ")
        };
        let cause = format!("{}: {} | {}", name.to_ascii_lowercase(), list(&cited), list(&others));
        (why, cause)
    }
}

impl Judged {
    fn fault(&mut self, rule: &str, why: &'static str, error: Option<&Error>, of: &str) {
        let cause = error.map_or(String::new(), |it| format!("{of}{}", it.kind));
        if error.is_some_and(|it| matches!(it.kind, ErrorKind::Prose(_))) {
            self.prose += 1;
            self.verdict(rule, "prose", cause);
        } else {
            self.open(rule, why, cause);
        }
    }

    fn open(&mut self, rule: &str, why: &'static str, cause: String) {
        *self.reasons.entry(why).or_default() += 1;
        self.verdict(rule, why, cause);
    }

    fn verdict(&mut self, rule: &str, why: &'static str, cause: String) {
        self.verdicts.push(Verdict { rule: rule.to_owned(), why, cause });
    }
}
