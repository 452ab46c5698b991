//! Remarks on rules that a visitor wrote: what an author wants to know of them.

use serde_json::{json, Value};
use urigram::proof::abnf::core_rules;
use urigram::proof::peg;

use super::{own, Params};
use crate::author::Report;
use crate::escape::escaped;
use crate::lessons::Notation;
use crate::refusal::Refusal;

/// Answers `remarks`: the findings of `urigram abnf --check` on the rules in `abnf`, or those on a
/// PEG in `peg`, each with its line and, where one shows it, a shortest string. `read` is false for
/// a PEG that cannot be read.
///
/// Reading such rules can take exponential time.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let (notation, text) = own::written(params)?;
    let report = match notation {
        Notation::Abnf => {
            let text = format!("{}\n", text.trim_end());
            Report::of_abnf(&text, |rules| {
                rules.import(&[("RFC 5234", &core_rules())]);
                Vec::new()
            })
        }
        Notation::Peg => match peg::Grammar::parse(text) {
            Ok(rules) => Report::of_peg(&rules, |name| line_of(text, name)),
            Err(_) => return Ok(json!({ "read": false, "findings": [] })),
        },
    };
    let mut findings = Vec::new();
    for finding in &report.findings {
        let mut value = serde_json::to_value(finding)?;
        value["string"] = finding.string.as_deref().map(escaped).into();
        findings.push(value);
    }
    Ok(json!({
        "read": true,
        "rules": report.rules,
        "limited": report.is_limited,
        "findings": findings,
    }))
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
    use super::*;

    fn findings(query: &str) -> Vec<(u64, String, String, Value)> {
        let told = answer(&Params::read(query.as_bytes()).unwrap()).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let findings = told["findings"].as_array().unwrap().iter();
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
        // With lookahead a PEG is not read as BNF.
        let peg = "peg=a%20%3D%20%7B%20!%22b%22%20~%20ANY%20%7D";
        assert_eq!(findings(peg), []);
        let told = answer(&Params::read(b"peg=a%3D").unwrap()).unwrap();
        assert_eq!(told, json!({ "read": false, "findings": [] }));
    }
}
