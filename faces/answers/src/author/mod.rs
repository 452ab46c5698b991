//! The author's report on rules: findings, each with its line.
//!
//! In ABNF the rules are read by RFC 5234; in a PEG as pest runs them. What only automata decide is
//! decided, within limits, and a finding says where nothing is.

mod peg;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use urigram::proof::abnf::{Expr, Grammar as Rules, Import, Refused, Rule};
use urigram::proof::synthesis::{synthesize, Cause, Found};
use urigram::proof::{Limits, Terminals};

use crate::escape::witness;

/// The limits of an automaton that a report asks for: less than a second.
const LIMITS: Limits = Limits { states: 5_000, nodes: 200_000 };

/// A rule with this many states is called large.
const LARGE: usize = 1_000;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The rules do not mean what is written, or mean nothing.
    Error,
    /// A reader can take the rules for something else.
    Warning,
    /// A fact that an author wants to know.
    Note,
}

impl Level {
    /// Returns the level as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// A fact about rules that an author wants to know.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// The rule, where the finding is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The weight.
    pub level: Level,
    /// The kind, such as `ambiguous`.
    pub id: &'static str,
    /// The finding in words.
    pub message: String,
    /// A shortest string that shows it, where one does.
    #[serde(skip)]
    pub string: Option<Vec<u8>>,
}

impl Finding {
    fn new(
        line: usize,
        rule: Option<&str>,
        level: Level,
        id: &'static str,
        message: String,
    ) -> Finding {
        Finding { line, rule: rule.map(str::to_owned), level, id, message, string: None }
    }
}

/// The findings on a text of rules, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
    /// The number of the text's own rules.
    pub rules: usize,
    /// True if a limit was hit, so that something is not decided.
    pub is_limited: bool,
}

impl Report {
    /// Reports on rules in ABNF. `import` adds the rules that the text uses and does not define,
    /// and returns them; `lacks` says why a name is left, with the RFC that prose takes it from.
    ///
    /// ```
    /// use urigram::proof::abnf::core_rules;
    /// use urigram_answers::author::{Level, Report};
    ///
    /// let text = "a = b / b c\nb = 1*DIGIT\nc = c \"x\"\n";
    /// let core = core_rules();
    /// let lacks = |name: &str, _: Option<u32>| (Level::Error, format!("`{name}` is not defined"));
    /// let report = Report::of_abnf(text, |rules| rules.import(&[("RFC 5234", &core)]), lacks);
    /// let ids: Vec<&str> = report.findings.iter().map(|finding| finding.id).collect();
    /// assert!(ids.contains(&"derives-nothing") && ids.contains(&"left-recursion"), "{ids:?}");
    /// ```
    ///
    /// Takes at most seconds, and can take more memory than the rules: [`Report::is_limited`].
    pub fn of_abnf(
        text: &str,
        import: impl FnOnce(&mut Rules) -> Vec<Import>,
        lacks: impl Fn(&str, Option<u32>) -> (Level, String),
    ) -> Report {
        let mut rules = Rules::read(text);
        let count = rules.rules().len();
        let imports = import(&mut rules);
        let mut report = Report { findings: Vec::new(), rules: count, is_limited: false };
        let mut add = |line, rule: Option<&str>, level, id, message: String| {
            report.findings.push(Finding::new(line, rule, level, id, message));
        };
        for fault in rules.faults() {
            let is_harmless = fault.error.kind.is_harmless();
            let level = if is_harmless { Level::Note } else { Level::Error };
            let rule = fault.rule.as_deref();
            add(fault.error.line, rule, level, "syntax", fault.error.kind.to_string());
        }
        let is_cited =
            |name: &str| rules.cited().any(|(_, it)| it.rfc.is_some() && it.used_as == name);
        for missing in rules.missing(text).iter().filter(|missing| !is_cited(&missing.name)) {
            let (level, message) = lacks(&missing.name, None);
            add(missing.line, Some(&missing.used_by), level, "undefined", message);
        }
        for (rule, cited) in rules.cited() {
            let message = format!("<{}> is read as the rule `{}`", cited.prose, cited.name);
            add(cited.line, Some(rule), Level::Note, "prose", message);
            if let (Some(number), None) = (cited.rfc, rules.rule(&cited.used_as)) {
                let (level, message) = lacks(&cited.name, Some(number));
                add(cited.line, Some(rule), level, "undefined", message);
            }
        }
        let names: BTreeSet<&str> = rules.rules()[..count].iter().map(|rule| &*rule.name).collect();
        let is_own = |rule: &Rule| names.contains(&*rule.name);
        for (rules, level, id, message) in [
            (rules.barren(), Level::Error, "derives-nothing", "no string is derived from it"),
            (rules.left_recursive(), Level::Warning, "left-recursion", "it is left-recursive"),
            (rules.unused(), Level::Note, "unused", "no other rule uses it"),
        ] {
            for rule in rules.into_iter().filter(|rule| is_own(rule)) {
                add(rule.line, Some(&rule.name), level, id, message.to_owned());
            }
        }
        for rule in &rules.rules()[..count] {
            let mut literals = Vec::new();
            letters(&rule.expr, &mut literals);
            if !literals.is_empty() {
                let all = literals.join(", ");
                let message = format!("{all}: case does not matter; %s\"…\" makes it matter");
                add(rule.line, Some(&rule.name), Level::Note, "case", message);
            }
        }
        for (library, names) in by_library(&imports) {
            add(1, None, Level::Note, "import", format!("from {library}: {names}"));
        }
        report.languages(&rules, count);
        report.findings.sort_by_key(|finding| (finding.line, finding.level));
        report
    }

    /// Adds what only automata decide.
    fn languages(&mut self, rules: &Rules, count: usize) {
        let found = synthesize(rules, Terminals::CodePoints, LIMITS);
        let mut add = |rule: &Rule, level, id, message, string: Option<&[u8]>| {
            let finding = Finding::new(rule.line, Some(&rule.name), level, id, message);
            self.findings.push(Finding { string: string.map(<[u8]>::to_vec), ..finding });
        };
        let decided = rules.rules().iter().zip(found.rules()).zip(found.dfas()).take(count);
        for ((rule, of), dfa) in decided {
            for cause in causes(of) {
                if let Some(does) = first_match(cause) {
                    let message = format!("a reader that takes the first match {does}");
                    add(rule, Level::Warning, "first-match", message, shown(cause));
                }
            }
            match dfa {
                Ok(dfa) if dfa.len() > LARGE => {
                    add(rule, Level::Note, "size", format!("{} states", dfa.len()), None);
                }
                Ok(_) => {}
                Err(Refused::Undefined { .. } | Refused::Broken { .. }) => continue,
                Err(Refused::Undecided(limit)) => {
                    self.is_limited = true;
                    let message = format!("nothing is decided: {limit}");
                    add(rule, Level::Note, "limit", message, None);
                    continue;
                }
                Err(refused) => {
                    add(rule, Level::Note, "not-regular", refused.to_string(), None);
                    continue;
                }
            }
            let mut parts = Vec::new();
            rule.expr.visit_rules(&mut |name| {
                if !parts.contains(&name) {
                    parts.push(name);
                }
            });
            for part in parts {
                let values = Terminals::CodePoints;
                let marked = rules.marked_in(&rule.name, part, found.dfas(), values, LIMITS);
                let ambiguity = marked.ok().and_then(|marked| marked.ambiguity(LIMITS).ok()?);
                if let Some(ambiguity) = ambiguity {
                    let string = witness(&ambiguity.input);
                    let message = format!("{string} gives `{part}` two places");
                    add(rule, Level::Note, "ambiguous", message, Some(&ambiguity.input));
                }
            }
        }
    }
}

/// Returns the names of rules by the library that they come from.
fn by_library(imports: &[Import]) -> BTreeMap<&str, String> {
    let mut all: BTreeMap<&str, String> = BTreeMap::new();
    for Import { rule, from, .. } in imports {
        let names = all.entry(from).or_default();
        if !names.is_empty() {
            names.push_str(", ");
        }
        names.push_str(rule);
    }
    all
}

/// Collects the strings with letters whose case does not matter.
fn letters(expr: &Expr, literals: &mut Vec<String>) {
    if let Expr::TextAnyCase(text) = expr {
        let shown = format!("\"{text}\"");
        if text.bytes().any(|byte| byte.is_ascii_alphabetic()) && !literals.contains(&shown) {
            literals.push(shown);
        }
    }
    expr.parts().iter().for_each(|part| letters(part, literals));
}

/// Returns the reasons why a rule is not a PEG as it is printed.
fn causes(found: &Found) -> impl Iterator<Item = &Cause> {
    let repaired = found.repairs.first().map(|repair| &repair.cause);
    repaired.into_iter().chain(found.proof.as_ref().err())
}

/// Returns the words that follow "a reader that takes the first match"; `None` where nothing is
/// decided.
pub(crate) fn first_match(cause: &Cause) -> Option<String> {
    match cause {
        Cause::Words { only_abnf: Some(word), .. } => Some(format!("rejects {}", witness(word))),
        Cause::Words { only_peg: Some(word), .. } => {
            Some(format!("accepts {}, and the rule does not", witness(word)))
        }
        Cause::Refused { expr, refusal } => {
            Some(format!("has no PEG: `{expr}`: {}", refusal.message()))
        }
        _ => None,
    }
}

/// Returns the string that shows a difference which the first match makes.
fn shown(cause: &Cause) -> Option<&[u8]> {
    match cause {
        Cause::Words { only_abnf: Some(word), .. } | Cause::Words { only_peg: Some(word), .. } => {
            Some(word)
        }
        _ => None,
    }
}
