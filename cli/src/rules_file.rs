//! Anybody's rules: a file of ABNF or PEG in place of a document.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use urigram::proof::{abnf, peg, Dfa, Limits, Terminals};
use urigram::{same_name, Grammar, Reading, UnknownName};

use crate::exit::Failure;
use crate::input;

/// The limits of an automaton of somebody's rules: a few seconds and a few hundred megabytes.
pub(crate) const LIMITS: Limits = limits();

const fn limits() -> Limits {
    Limits { states: 100_000, nodes: 10_000_000 }
}

/// Returns the path, if the argument names a file of rules: it ends in `.abnf` or `.pest`.
pub(crate) fn path(argument: &str) -> Option<PathBuf> {
    let path = Path::new(argument);
    let ending = path.extension().and_then(OsStr::to_str)?;
    matches!(ending, "abnf" | "pest").then(|| path.to_owned())
}

/// A document, or a file of rules.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Document(Grammar),
    File(PathBuf),
}

impl FromStr for Subject {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Subject, UnknownName> {
        match path(text) {
            Some(path) => Ok(Subject::File(path)),
            None => text.parse().map(Subject::Document),
        }
    }
}

/// The rules of a file.
pub(crate) struct RulesFile {
    pub(crate) path: PathBuf,
    pub(crate) rules: Rules,
}

/// Rules in one of the two notations.
pub(crate) enum Rules {
    Abnf(abnf::Grammar),
    Pest(peg::Grammar),
}

impl RulesFile {
    /// Reads a file. What an ABNF file uses and does not define is taken from RFC 5234's core rules, RFC 3986, RFC 3987
    /// and RFC 8141, with a note on standard error.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the place for what cannot be read, and for names that nothing defines.
    pub(crate) fn read(path: &Path) -> Result<RulesFile, Failure> {
        let text = input::text(path.as_os_str())?;
        let name = path.display();
        let wrong = |message: String| Failure::Usage(format!("{name}: {message}"));
        if path.extension().is_some_and(|ending| ending == "pest") {
            let rules = peg::Grammar::parse(&text).map_err(|error| wrong(error.to_string()))?;
            return Ok(RulesFile { path: path.to_owned(), rules: Rules::Pest(rules) });
        }
        let mut rules = abnf::Grammar::parse(&text).map_err(|error| wrong(error.to_string()))?;
        if rules.rules().is_empty() {
            return Err(wrong("there are no rules: write NAME = DEFINITION".to_owned()));
        }
        import(&mut rules, &name.to_string());
        if let Some(missing) = rules.missing(&text).first() {
            return Err(wrong(format!(
                "line {}, column {}: the rule \"{}\" uses \"{}\", which neither this file nor RFC 5234, RFC 3986, \
                 RFC 3987 or RFC 8141 defines: define it",
                missing.line, missing.column, missing.used_by, missing.name
            )));
        }
        Ok(RulesFile { path: path.to_owned(), rules: Rules::Abnf(rules) })
    }

    /// Returns the name of the rule, as the file spells it; without a name, that of the first rule.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown rule.
    pub(crate) fn rule(&self, rule: Option<&str>) -> Result<String, Failure> {
        let names: Vec<&str> = match &self.rules {
            Rules::Abnf(rules) => rules.rules().iter().map(|rule| &*rule.name).collect(),
            Rules::Pest(rules) => rules.rules().iter().map(peg::Rule::name).collect(),
        };
        let Some(wanted) = rule else {
            let first = names.first().map(|&name| name.to_owned());
            return first.ok_or_else(|| {
                Failure::Usage(format!("{}: there are no rules", self.path.display()))
            });
        };
        let exact = names.iter().find(|&&name| name == wanted);
        let found = exact.or_else(|| names.iter().find(|name| same_name(name, wanted)));
        found.map(|&name| name.to_owned()).ok_or_else(|| {
            let some = names.iter().take(12).copied().collect::<Vec<_>>().join(", ");
            let more = if names.len() > 12 { ", …" } else { "" };
            Failure::Usage(format!(
                "{wanted:?} in {}: no such rule; there are {some}{more}",
                self.path.display()
            ))
        })
    }

    /// Returns the automaton of a rule, over code points.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown rule and for one that is not regular, [`Failure::Limit`] for a limit.
    pub(crate) fn automaton(&self, rule: Option<&str>) -> Result<Dfa, Failure> {
        let rule = self.rule(rule)?;
        let terminals = Terminals::CodePoints;
        let place = |message: String| format!("{}: `{rule}`: {message}", self.path.display());
        match &self.rules {
            Rules::Abnf(rules) => {
                rules.dfa(&rule, terminals, LIMITS).map_err(|error| match error {
                    abnf::Refused::Undecided(limit) => Failure::Limit(place(limit.to_string())),
                    error => Failure::Usage(place(error.to_string())),
                })
            }
            Rules::Pest(rules) => {
                let dfa = rules.dfa(&rule, peg::Which::Optimized, terminals, LIMITS);
                dfa.map_err(|error| match error {
                    peg::Error::Undecided(limit) => Failure::Limit(place(limit.to_string())),
                    error => Failure::Usage(place(error.to_string())),
                })
            }
        }
    }
}

/// Adds the rules of other documents that a grammar uses, and says so on standard error.
fn import(rules: &mut abnf::Grammar, file: &str) {
    if rules.undefined().is_empty() {
        return;
    }
    let documents = [
        ("RFC 3986", Grammar::Rfc3986),
        ("RFC 3987", Grammar::Rfc3987),
        ("RFC 8141", Grammar::Rfc8141),
    ];
    let read = |(name, grammar): (&'static str, Grammar)| {
        Some((name, abnf::Grammar::parse(grammar.abnf(Reading::Printed)).ok()?))
    };
    let libraries: Vec<(&str, abnf::Grammar)> = [("RFC 5234", abnf::core_rules())]
        .into_iter()
        .chain(documents.into_iter().filter_map(read))
        .collect();
    let libraries: Vec<(&str, &abnf::Grammar)> =
        libraries.iter().map(|(name, rules)| (*name, rules)).collect();
    let imports = rules.import(&libraries);
    for (library, _) in libraries {
        let of: Vec<&str> = imports
            .iter()
            .filter(|import| import.from == library)
            .map(|import| &*import.rule)
            .collect();
        if !of.is_empty() {
            crate::message::to_stderr(format_args!(
                "note: {file}: from {library}: {}",
                of.join(", ")
            ));
        }
    }
    for import in imports.iter().filter(|import| !import.own.is_empty()) {
        let own = import.own.join("`, `");
        crate::message::to_stderr(format_args!(
            "note: {file}: {} of {} uses this file's `{own}`",
            import.rule, import.from
        ));
    }
}
