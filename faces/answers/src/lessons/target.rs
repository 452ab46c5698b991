//! The rule that a claim is about, and the words of a claim.

use urigram::proof::Side;
use urigram::{Grammar, Reading};

use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// A rule: `ID`, `ID/RULE`, `ID@READING` or `ID/RULE@READING`.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) grammar: Grammar,
    pub(super) reading: Reading,
    pub(super) rule: Option<String>,
}

impl Target {
    pub(super) fn read(text: &str) -> Result<Target, Refusal> {
        let (name, reading) = text.split_once('@').unwrap_or((text, ""));
        let (id, rule) = name.split_once('/').unwrap_or((name, ""));
        let grammar: Grammar = id.parse().map_err(|error| Refusal::unknown(id, error))?;
        let reading = if reading.is_empty() {
            Reading::default()
        } else {
            reading.parse().map_err(|error| Refusal::unknown(reading, error))?
        };
        if !rule.is_empty() {
            let known = grammar.document().rule(rule);
            known.map_err(|error| Refusal::unknown_in(rule, grammar, error))?;
        }
        Ok(Target { grammar, reading, rule: (!rule.is_empty()).then(|| rule.into()) })
    }

    /// Returns the rule with its table.
    pub(super) fn table(&self) -> Result<RuleRef, Refusal> {
        RuleRef::new(self.grammar, self.reading, self.rule.as_deref())
    }

    /// Returns the rule as comparisons name it.
    pub(super) fn side(&self) -> Side<'_> {
        Side { grammar: self.grammar, reading: self.reading, rule: self.rule.as_deref() }
    }
}

/// Splits a claim into words: `'…'` and `"…"` are one, with escapes such as `\x00` read.
pub(super) fn words(text: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, more) = match first {
            '\'' | '"' => rest[1..]
                .split_once(first)
                .ok_or_else(|| format!("`{rest}` has no closing {first}"))?,
            _ => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(crate::escape::unescaped(word.as_bytes())?);
        rest = more.trim_start();
    }
    Ok(words)
}
