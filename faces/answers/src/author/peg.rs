//! The report on a PEG.

use urigram::proof::peg::{Error, Grammar, Which};
use urigram::proof::{abnf, Terminals};

use super::{Finding, Level, Report, LARGE, LIMITS};
use crate::escape::witness;

impl Report {
    /// Reports on a PEG in pest's notation, each rule at the line that `line` gives for its name.
    ///
    /// A rule is read a second time as BNF, in which any alternative may match and a repetition
    /// may end anywhere. A string that only the BNF has is lost to the first match: `("a" | "ab")`
    /// never matches `ab`. Rules with lookahead, and those that use such rules, have no such
    /// reading.
    ///
    /// ```
    /// use urigram::proof::peg::Grammar;
    /// use urigram_answers::author::Report;
    ///
    /// let rules = Grammar::parse("a = { b | b ~ \"c\" }\nb = { \"b\" }")?;
    /// let report = Report::of_peg(&rules, |name| if name == "a" { 1 } else { 2 });
    /// let found = &report.findings[0];
    /// assert_eq!((found.id, found.string.as_deref()), ("first-match", Some(&b"bc"[..])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The cost is that of [`Grammar::dfa`] for each rule, twice.
    pub fn of_peg(peg: &Grammar, line: impl Fn(&str) -> usize) -> Report {
        let mut report = Report { rules: peg.rules().len(), ..Report::default() };
        let copy = peg.as_abnf().ok().and_then(|text| abnf::Grammar::parse(&text).ok());
        for rule in peg.rules() {
            let name = rule.name();
            let mut add = |level, id, message: String, string: Option<&[u8]>| {
                let finding = Finding::new(line(name), Some(name), level, id, message);
                report.findings.push(Finding { string: string.map(<[u8]>::to_vec), ..finding });
            };
            if let Some(refused) = peg.undecided(name) {
                add(Level::Note, "not-regular", refused.to_string(), None);
                continue;
            }
            let dfa = |which| peg.dfa(name, which, Terminals::CodePoints, LIMITS);
            let (runs, written) = match (dfa(Which::Optimized), dfa(Which::Raw)) {
                (Ok(runs), Ok(written)) => (runs, written),
                (Err(error), _) | (_, Err(error)) => {
                    let is_limit = matches!(error, Error::Undecided(_));
                    add(Level::Note, "limit", format!("nothing is decided: {error}"), None);
                    report.is_limited |= is_limit;
                    continue;
                }
            };
            if runs.shortest().is_none() {
                add(Level::Error, "derives-nothing", "it matches no string".to_owned(), None);
                continue;
            }
            if runs.len() > LARGE {
                add(Level::Note, "size", format!("{} states", runs.len()), None);
            }
            if let Ok(compared) = written.compare(&runs, LIMITS)
                && let Some(string) = compared.only_a.as_ref().or(compared.only_b.as_ref())
            {
                let shown = witness(string);
                let message =
                    format!("pest's optimizer changes the rule: {shown} tells the two apart");
                add(Level::Warning, "optimizer", message, Some(string));
            }
            let as_bnf = copy.as_ref().filter(|_| !looks_ahead(peg, name)).and_then(|copy| {
                copy.dfa(&name.replace('_', "-"), Terminals::CodePoints, LIMITS).ok()
            });
            let lost = as_bnf.and_then(|bnf| bnf.compare(&written, LIMITS).ok()?.only_a);
            if let Some(string) = lost {
                let message = format!(
                    "the first match wins: read as BNF, the rule would take {}",
                    witness(&string)
                );
                add(Level::Warning, "first-match", message, Some(&string));
            }
        }
        report.findings.sort_by_key(|finding| (finding.line, finding.level));
        report
    }
}

/// Returns true if a rule, or one that it uses, asks what follows or where it is.
fn looks_ahead(peg: &Grammar, rule: &str) -> bool {
    let used = peg.reachable(rule).unwrap_or_default();
    used.into_iter().any(|rule| rule.expr(Which::Raw).looks_around())
}
