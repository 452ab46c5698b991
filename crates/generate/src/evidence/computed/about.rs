//! The rules that errata and constraints are about: those that their words name, and those of a
//! reading of their examples.

use std::collections::{HashMap, HashSet};

use urigram_engine::{same_name, Rule};

use super::changed::Changed;
use super::verdicts::Readings;
use crate::error::ReadError;
use crate::folder::comments::Print;
use crate::folder::Folder;

/// Returns a line for each rule that a row lists without a reason, and for each that it leaves out.
/// The examples of a constraint differ in a text of one of its rules.
///
/// # Errors
/// [`ReadError`] for rules that cannot be read.
pub(super) fn check(folder: &Folder, readings: &Readings<'_>) -> Result<Vec<String>, ReadError> {
    let mut complaints = errata(folder, readings)?;
    for row in &folder.facts.constraint {
        let (Some(example), Some(accepted)) = (row.example, row.keys.accepted) else { continue };
        let changed = Changed::between(example, accepted);
        // What was put in is in the string that is accepted.
        let side = usize::from(changed.words[0].is_empty());
        let (text, range) = ([example, accepted][side], changed.range(side));
        // A demand on several components has the examples of one.
        let mut is_in_a_rule = false;
        for name in row.rules.iter().filter(|name| folder.known(name).is_ok()) {
            for start in folder.facts.start.all() {
                is_in_a_rule =
                    is_in_a_rule || readings.use_rule(Some(start), name, text, Some(&range))?;
            }
        }
        if !is_in_a_rule {
            let rules = row.rules.join(", ");
            complaints
                .push(format!("constraint {}: its examples differ outside of {rules}", row.id));
        }
    }
    complaints.extend(own_examples(folder));
    Ok(complaints)
}

/// The rules that a row lists, and its example with the rule that judges it.
struct Listed<'f> {
    rules: &'f [&'f str],
    example: Option<&'f str>,
    rule: Option<&'f str>,
}

impl Listed<'_> {
    /// Returns the listed rules that are not the row's. A whole identifier is in each reading, so
    /// its rule is listed alone or named.
    fn unfounded(
        &self,
        folder: &Folder,
        words: &Words,
        readings: &Readings<'_>,
    ) -> Result<Vec<&str>, ReadError> {
        let start = &folder.facts.start;
        let whole = [Some(start.default), start.uri, start.reference];
        let mut unfounded = Vec::new();
        for name in self.rules.iter().filter(|name| folder.known(name).is_ok()) {
            let is_whole = whole.contains(&Some(*name));
            let is_judge = self.rule == Some(*name);
            if words.name(name) || is_judge || (is_whole && self.rules.len() == 1) {
                continue;
            }
            let example = self.example.unwrap_or_default();
            if is_whole || !readings.use_rule(self.rule, name, example, None)? {
                unfounded.push(*name);
            }
        }
        Ok(unfounded)
    }
}

/// The words of some texts, as rules are named.
struct Words {
    text: String,
    words: HashSet<String>,
}

impl Words {
    fn of(texts: &[&str]) -> Words {
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let text = texts.join("\n");
        let words = text.split(|c| !is_part(c)).map(|word| plain(word.trim_matches('-')));
        Words { words: words.collect(), text }
    }

    fn name(&self, rule: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        self.words.contains(&plain(rule))
            || (!rule.chars().all(is_word) && self.text.contains(rule))
    }
}

fn plain(name: &str) -> String {
    name.replace('_', "-").to_lowercase()
}

/// Returns true for a name that is not a word of English: `rel_path`, `absoluteURI`; but not `URI`.
fn is_unmistakable(name: &str) -> bool {
    let is_mixed = name.chars().any(char::is_lowercase)
        && name.chars().skip(1).any(|c| c.is_uppercase() || c.is_numeric());
    name.contains(['-', '_']) || is_mixed
}

fn errata(folder: &Folder, readings: &Readings<'_>) -> Result<Vec<String>, ReadError> {
    let facts = &folder.facts;
    let mut complaints = Vec::new();
    let own: HashMap<String, &Rule> =
        facts.rule.iter().rev().map(|rule| (plain(rule.name), rule)).collect();
    for row in &facts.erratum {
        let mut complain = |why: String| complaints.push(format!("erratum {}: {why}", row.id));
        let words = Words::of(&[row.printed, row.says, row.repair.unwrap_or_default()]);
        let (example, rule) = (row.keys.example, row.keys.rule);
        let listed = Listed { rules: row.rules, example, rule };
        let unfounded = listed.unfounded(folder, &words, readings)?;
        if !unfounded.is_empty() {
            complain(format!("neither its words nor its example have {}", unfounded.join(", ")));
        }
        let is_listed = |rule: &Rule| {
            row.rules.iter().any(|name| same_name(name, rule.name) || *name == rule.id)
        };
        let defined = row.printed.lines().filter_map(Print::parse);
        let defined = defined.filter_map(|print| own.get(&plain(print.name)));
        let said = Words::of(&[row.says]).words;
        let named = said.iter().filter_map(|word| own.get(word));
        let named = named.filter(|rule| is_unmistakable(rule.name));
        let missing = defined.chain(named).filter(|rule| !is_listed(rule));
        let mut missing: Vec<&str> = missing.map(|rule| rule.name).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            complain(format!("its words name rules that it does not list: {}", missing.join(", ")));
        }
        if let Some(rule) = rule {
            let is_start = facts.start.all().contains(&rule);
            if !is_start && !row.rules.contains(&rule) {
                complain(format!("its example is judged by {rule}, which is not one of its rules"));
            }
        }
    }
    Ok(complaints)
}

/// Checks that each erratum has an example of its own, and each constraint both its examples.
fn own_examples(folder: &Folder) -> Vec<String> {
    let facts = &folder.facts;
    let mut seen: HashSet<(&str, &str)> = HashSet::new();
    let rows = facts.equivalence.iter().flat_map(|row| row.example);
    let parts = facts.part.iter().filter_map(|row| Some(row.keys.example?[0]));
    let cautions = facts.caution.iter().map(|row| row.example);
    seen.extend(rows.chain(cautions).chain(parts).map(|example| (example, "")));
    let mut complaints = Vec::new();
    for row in &facts.erratum {
        let Some(example) = row.keys.example else { continue };
        let rule = row.keys.rule.unwrap_or_default();
        if seen.contains(&(example, "")) || !seen.insert((example, rule)) {
            complaints.push(format!("erratum {}: another row has the example {example:?}", row.id));
        }
    }
    seen.clear();
    for row in &facts.constraint {
        for example in [row.example, row.keys.accepted].into_iter().flatten() {
            if !seen.insert((example, "")) {
                let why = format!("another row has the example {example:?}");
                complaints.push(format!("constraint {}: {why}", row.id));
            }
        }
    }
    complaints
}
