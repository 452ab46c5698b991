//! The report in SARIF 2.1.0, the format that code scanning reads.

use serde_json::{json, Value};

use urigram_answers::author::Finding;

use super::report::FileReport;

/// The kinds of findings, with what they mean.
const KINDS: [(&str, &str); 14] = [
    ("syntax", "RFC 5234 does not allow this notation"),
    ("left-out", "A line that looks like a rule is not read as one"),
    ("undefined", "A name has no definition"),
    ("prose", "A prose value names a rule"),
    ("derives-nothing", "No string is derived from the rule"),
    ("left-recursion", "The rule calls itself before it reads a character"),
    ("unused", "No other rule uses the rule"),
    ("case", "The case of a string does not matter"),
    ("import", "Rules come from another document"),
    ("first-match", "A first-match reader accepts a different language"),
    ("ambiguous", "A string gives a component two places"),
    ("not-regular", "As printed, the rule is not a regular language"),
    ("size", "The automaton of the rule is large"),
    ("limit", "A limit was hit and nothing is decided"),
];

/// Returns the log of one run over all reports.
pub(super) fn log(reports: &[FileReport]) -> Value {
    let rules: Vec<Value> = KINDS
        .iter()
        .map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }))
        .collect();
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|of| of.report.findings.iter().map(|finding| result(&of.file, finding)))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "urigram",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    })
}

fn result(file: &str, finding: &Finding) -> Value {
    let rule = finding.rule.as_ref().map_or_else(String::new, |rule| format!("{rule}: "));
    json!({
        "ruleId": finding.id,
        "level": finding.level.name(),
        "message": { "text": format!("{rule}{}", finding.message) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": file },
            "region": { "startLine": finding.line },
        } }],
    })
}
