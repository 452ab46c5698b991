//! The rules of one text: which run, and why others do not.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use urigram_automata::abnf::{
    core_rules, defaults, extract, origins, Cited, Error, ErrorKind, Grammar, Import, ListRule,
    Refused,
};
use urigram_automata::nested::Pushdown;
use urigram_automata::{Limits, Terminals};

use crate::pegs::Pegs;

/// The limits of an automaton: a second or so.
pub(crate) const LIMITS: Limits = Limits { states: 20_000, nodes: 500_000 };

/// The counts of a text.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) rules: usize,
    /// The rules that have an automaton: they run, and can be compared.
    pub(crate) regular: usize,
    /// The rules that call themselves and run by an automaton with a stack.
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
    pub(crate) cites: BTreeSet<u32>,
    /// The RFCs among its normative references; empty if it does not tell them apart.
    normative: BTreeSet<u32>,
    /// The RFCs that it replaces.
    obsoletes: BTreeSet<u32>,
    /// The RFCs from which the text says that names come.
    pub(crate) origins: HashMap<String, u32>,
    /// The RFCs from which the text says that all names come which it does not define.
    defaults: BTreeSet<u32>,
    /// The names of rules that derive nothing. RFC 2616 has a field `Host` that uses the rule
    /// `host` of RFC 2396, and names ignore case: that is no definition for others.
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
        let cites = numbers(text).collect();
        let undefined = grammar.undefined().into_iter().map(|(name, _)| name);
        let origins = origins(text, undefined);
        let defaults = defaults(text);
        let (normative, obsoletes) = (normative(text), obsoletes(text));
        Rfc {
            cites,
            normative,
            obsoletes,
            origins,
            defaults,
            barren,
            has_abnf,
            rules,
            grammar,
            abnf,
            alone,
        }
    }
}

/// Returns the numbers of the RFCs that a text names.
fn numbers(text: &str) -> impl Iterator<Item = u32> + '_ {
    text.split("RFC").skip(1).filter_map(|rest| {
        let digits = rest.trim_start_matches([' ', '-']);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    })
}

/// Returns the RFCs among the normative references of a text.
fn normative(text: &str) -> BTreeSet<u32> {
    let (mut is_inside, mut found) = (false, BTreeSet::new());
    for line in text.lines() {
        // `9.1.  Normative References`, and not its line in the table of contents.
        let title = line.trim().trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let is_title = title.to_ascii_lowercase().ends_with(" references");
        if is_title {
            is_inside = title.to_ascii_lowercase().starts_with("normative");
        } else if !line.starts_with(' ')
            && ["Appendix", "Author", "APPENDIX"].iter().any(|it| line.contains(it))
        {
            is_inside = false;
        } else if is_inside {
            found.extend(numbers(line));
        }
    }
    found
}

/// Returns the RFCs that a text replaces, by its first page.
fn obsoletes(text: &str) -> BTreeSet<u32> {
    let head = text.lines().take(40).find_map(|line| line.trim().strip_prefix("Obsoletes:"));
    let words = head.unwrap_or_default().split([' ', ',']).map(|it| it.trim_start_matches("RFC"));
    words.filter(|it| !it.is_empty()).map_while(|it| it.parse().ok()).collect()
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
    /// Returns true if the text's own words leave it open that a name comes from an RFC. Where they
    /// name another one, that one has to define it.
    pub(crate) fn is_from(&self, known: &BTreeMap<u32, Rfc>, of: &str, name: &str) -> bool {
        let has = |from: &&u32| known.get(from).is_some_and(|rfc| rfc.grammar.rule(name).is_some());
        let says = self.origins.get(name).filter(has);
        says.is_none_or(|from| of == format!("RFC {from}"))
    }

    /// Returns the RFCs from which a name may come that this text does not define: of those from
    /// which it says that its other names come, else of its normative references, else of those
    /// that it cites and does not replace, else of all that it cites, those with a definition.
    /// Of two of which one replaces the other, the newer one.
    pub(crate) fn sources(&self, known: &BTreeMap<u32, Rfc>, name: &str) -> BTreeSet<u32> {
        let defines = |number: &&u32| {
            known.get(number).is_some_and(|rfc| {
                if rfc.barren.contains(&name.to_ascii_lowercase()) {
                    return false;
                }
                let error = rfc.grammar.error_of(name);
                let is_extension = |kind: &ErrorKind| matches!(kind, ErrorKind::NotYetDefined(_));
                rfc.grammar.rule(name).is_some() || error.is_some_and(|it| !is_extension(&it.kind))
            })
        };
        let newer = self.cites.difference(&self.obsoletes).copied().collect();
        // A sentence about one name counts for more than one about all.
        let none = BTreeSet::new();
        let has_origin = self.origins.contains_key(name);
        let defaults = if has_origin { &none } else { &self.defaults };
        let tiers = [defaults, &self.normative, &newer, &self.cites];
        let found = tiers.iter().map(|tier| tier.iter().filter(defines).copied().collect());
        let mut found = found.filter(|found: &BTreeSet<u32>| !found.is_empty());
        let mut found = found.next().unwrap_or_default();
        let replaced = found.iter().filter_map(|number| known.get(number));
        let replaced: BTreeSet<u32> =
            replaced.flat_map(|rfc| rfc.obsoletes.iter().copied()).collect();
        found.retain(|number| !replaced.contains(number));
        found
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
        grammar.import(&[("RFC 5234", &core_rules())]);
        let sources: RefCell<HashMap<String, BTreeSet<u32>>> = RefCell::default();
        grammar.import_cited(&libraries, |of, name| {
            let mut sources = sources.borrow_mut();
            let of_name =
                sources.entry(name.to_owned()).or_insert_with(|| self.sources(known, name));
            let is_source = of[4..].parse().is_ok_and(|of| of_name.contains(&of));
            is_source && self.is_from(known, of, name)
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

/// Returns the names of which the definition has an error, so that they have no rule.
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
            Err(Refused::Recursion { .. }) => match nested(&used, name) {
                Ok(()) => {
                    judged.nested += 1;
                    judged.verdict(name, "nested", String::new());
                }
                Err(why) => judged.open(name, "nested, and not shown to run", why),
            },
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

/// Makes the automaton with a stack of a rule that calls itself.
fn nested(rules: &Grammar, name: &str) -> Result<(), String> {
    let bodies =
        rules.bodies(name, Terminals::CodePoints, LIMITS).map_err(|why| why.to_string())?;
    Pushdown::new(&bodies, LIMITS).map(|_| ()).map_err(|why| why.to_string())
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
