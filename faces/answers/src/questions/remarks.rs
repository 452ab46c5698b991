//! Remarks on rules that a visitor wrote: what an author wants to know of them.

use serde::Serialize;
use urigram::proof::abnf::core_rules;
use urigram::proof::peg;

use super::own::Rules;
use super::{Params, Question};
use crate::author::{Finding, Level, Report};
use crate::escape::escaped;
use crate::lessons::Notation;
use crate::refusal::Refusal;

/// The rules in `abnf`, or the PEG in `peg`. Reading them can take exponential time.
pub(super) struct Remarks(Rules);

/// The findings of `urigram abnf --check` on rules, or those on a PEG, with the number of rules and
/// whether a limit was hit, so that something is not decided. A PEG may not be read.
#[derive(Serialize)]
#[serde(untagged)]
enum AnswerJson {
    Unread { read: bool, findings: [(); 0] },
    Read { read: bool, rules: usize, limited: bool, findings: Vec<Remark> },
}

/// A finding with the shortest string that shows it, where one does.
#[derive(Serialize)]
struct Remark {
    #[serde(flatten)]
    finding: Finding,
    string: Option<String>,
}

impl Question for Remarks {
    const NAME: &'static str = "remarks";

    fn read(params: &Params) -> Result<Remarks, Refusal> {
        Rules::read(params).map(Remarks)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let Rules { notation, text } = &self.0;
        let report = match notation {
            Notation::Abnf => Report::of_abnf(
                &format!("{}\n", text.trim_end()),
                |rules| rules.import(&[("RFC 5234", &core_rules())]),
                |name, _| (Level::Error, format!("`{name}` is not defined: define it")),
            ),
            Notation::Peg => match peg::Grammar::parse(text) {
                Ok(rules) => Report::of_peg(&rules, |name| line_of(text, name)),
                Err(_) => return Ok(AnswerJson::Unread { read: false, findings: [] }),
            },
        };
        let remark =
            |finding: Finding| Remark { string: finding.string.as_deref().map(escaped), finding };
        let findings = report.findings.into_iter().map(remark).collect();
        Ok(AnswerJson::Read {
            read: true,
            rules: report.rules,
            limited: report.is_limited,
            findings,
        })
    }
}

/// Returns the line on which a PEG defines a rule; 1 if it is not found.
fn line_of(text: &str, name: &str) -> usize {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let defines = |line: &str| {
        let is_definition = |(at, _): (usize, &str)| {
            let after = line[at + name.len()..].trim_start();
            !line[..at].ends_with(is_name) && after.starts_with('=')
        };
        !line.trim_start().starts_with("//") && line.match_indices(name).any(is_definition)
    };
    text.lines().position(defines).map_or(1, |line| line + 1)
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::question::json_of;
    use super::*;

    fn findings(query: &str) -> Vec<(u64, String, String, Value)> {
        let json = json_of::<Remarks>(query).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let findings = json["findings"].as_array().unwrap().iter();
        findings
            .map(|one| {
                let line = one["line"].as_u64().unwrap();
                (line, text(&one["id"]), text(&one["rule"]), one["string"].clone())
            })
            .collect()
    }

    #[test]
    fn an_author_is_told_of_surprises() {
        let row = |line, id: &str, rule: &str, string: Value| {
            (line, id.to_owned(), rule.to_owned(), string)
        };
        // a = *b *b / c ; b = %s"x" ; c = c "y"
        let abnf = "abnf=a%20%3D%20*b%20*b%0Ab%20%3D%20%25s%22x%22%0Ac%20%3D%20c%20%22y%22";
        let found = findings(abnf);
        assert!(found.contains(&row(3, "derives-nothing", "c", Value::Null)), "{found:?}");
        assert!(found.contains(&row(3, "left-recursion", "c", Value::Null)), "{found:?}");
        let found = findings("abnf=a%20%3D%20b%20/%20c%0Ab%20%3D%20%22x%22%0Ac%20%3D%20%22x%22");
        assert!(found.contains(&row(1, "ambiguous", "a", json!("x"))), "{found:?}");
        let peg = "peg=//%20a%20%3D%0Aa%20%3D%20%7B%20b%20%7C%20b%20~%20%22c%22%20%7D%20b%3D%7B%22b%22%7D";
        assert_eq!(findings(peg), [row(2, "first-match", "a", json!("bc"))]);
        // a = { "x"{1000} }
        assert_eq!(findings("peg=a%3D%7B%22x%22%7B1000%7D%7D"), [row(1, "size", "a", Value::Null)]);
        // With lookahead a PEG is not read as BNF.
        let peg = "peg=a%20%3D%20%7B%20!%22b%22%20~%20ANY%20%7D";
        assert_eq!(findings(peg), []);
        let json = json_of::<Remarks>("peg=a%3D").unwrap();
        assert_eq!(json, json!({ "read": false, "findings": [] }));
    }
}
