//! The sets that errata count or list, in ABNF: `set = "more = \"!\" / \"*\""`.
//!
//! A set that has the name of a rule is that rule as printed. Any other is within the rules of its
//! row. Words that count characters, `one to thirty-two characters`, count those of a rule or a set
//! of the row: the least and the most of a string, or all strings.

use urigram_automata::{abnf, BigUint, Dfa, Limits, Sampler};

use crate::error::ReadError;
use crate::folder::Folder;
use crate::tables::builder::Builder;

/// Returns a line for each set that is another one, and for each number that no set has.
///
/// # Errors
/// [`ReadError`] for sets that are not ABNF, and for rules that have no automaton within the
/// limits.
pub(super) fn check(folder: &Folder, printed: &Builder<'_>) -> Result<Vec<String>, ReadError> {
    let mut complaints = Vec::new();
    for row in &folder.facts.erratum {
        let mut complain = |why: String| complaints.push(format!("erratum {}: {why}", row.id));
        let (text, counted) = (row.keys.set.unwrap_or_default(), counted(row.says));
        if text.is_empty() && counted.is_empty() {
            continue;
        }
        let ids = row.rules.iter().filter_map(|name| folder.known(name).ok());
        let ids: Vec<&str> = ids.map(|rule| rule.id).collect();
        let mut sets = ids.iter().map(|id| printed.dfa(id)).collect::<Result<Vec<Dfa>, _>>()?;
        let overlay = printed.overlay(text)?;
        let own = abnf::Grammar::parse(text).map_err(|error| folder.error(error))?;
        for rule in own.rules() {
            let set = overlay.dfa(&rule.name)?;
            if let Ok(known) = folder.known(&rule.name) {
                let listed = ids.iter().position(|id| *id == known.id);
                if listed.is_none_or(|at| set != sets[at]) {
                    complain(format!("the set {} is not a rule of it as printed", rule.name));
                }
            } else {
                let mut beyond = Ok(set.clone());
                for rule in &sets[..ids.len()] {
                    beyond = beyond.and_then(|it| it.difference(rule, Limits::default()));
                }
                let beyond = beyond.map_err(|error| folder.error(error))?;
                if let Some(text) = beyond.shortest() {
                    let text = text.escape_ascii();
                    complain(format!("{} has \"{text}\", and no rule of it", rule.name));
                }
            }
            sets.push(set);
        }
        for number in counted {
            if !sets.iter().any(|set| numbers(set).contains(&number.into())) {
                complain(format!("its words count {number} characters, and no set of it does"));
            }
        }
    }
    Ok(complaints)
}

/// Returns the least and the most bytes of a string, and the number of strings.
fn numbers(set: &Dfa) -> Vec<BigUint> {
    let Ok(sampler) = Sampler::new(set, set.len(), Limits::default()) else { return Vec::new() };
    let lengths = sampler.lengths();
    let mut all: Vec<BigUint> = lengths.first().map(|&least| least.into()).into_iter().collect();
    // A string as long as there are states has a round, and others are longer.
    if let Some(&most) = lengths.last().filter(|&&most| most < set.len()) {
        all.push(most.into());
        all.push(lengths.iter().map(|&length| sampler.count(length)).sum());
    }
    all
}

/// The numbers that are words.
const WORDS: &[(&str, u32)] = &[
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirty-two", 32),
];

/// Returns the numbers of characters that a sentence counts: `two or three small letters`. What is
/// in quotation marks are another's words.
fn counted(says: &str) -> Vec<u32> {
    let own: Vec<&str> = says.split('"').step_by(2).collect();
    let own = own.join(" ; ");
    let words: Vec<&str> = own.split(' ').collect();
    let number = |word: &str| {
        let known = WORDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
        known.map(|(_, number)| *number).or_else(|| word.parse().ok())
    };
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let noun = word.trim_end_matches(|c: char| !c.is_alphabetic());
        if !matches!(noun, "characters" | "letters" | "octets") {
            continue;
        }
        // Up to two adjectives are between the number and the noun.
        let before = words[..at].iter().rev();
        let adjectives = before.take_while(|it| {
            number(it).is_none() && it.len() > 4 && it.chars().all(char::is_alphabetic)
        });
        let skipped = adjectives.take(2).count();
        let mut rest = words[..at - skipped].iter().rev();
        if let Some(most) = rest.next().and_then(|word| number(word)) {
            all.push(most);
            if rest.next().is_some_and(|word| matches!(*word, "or" | "to")) {
                all.extend(rest.next().and_then(|word| number(word)));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use urigram_automata::{abnf, Limits, Terminals};

    use super::{counted, numbers};

    #[test]
    fn a_set_without_a_longest_string_has_a_least_length_only() {
        let of = |text| {
            let grammar = abnf::Grammar::parse(text).unwrap();
            numbers(&grammar.dfa("a", Terminals::Octets, Limits::default()).unwrap())
        };
        assert_eq!(of("a = 1*%x30-39"), [1u32.into()]);
        assert_eq!(of("a = 1*2%x30-39"), [1u32, 2, 110].map(Into::into));
    }

    #[test]
    fn numbers_of_characters_are_found() {
        assert_eq!(counted("It has one to thirty-two characters."), [32, 1]);
        assert_eq!(counted("the seven bidirectional formatting characters in"), [7]);
        assert_eq!(counted("Two or 3 small letters"), [3, 2]);
        assert!(counted("8 with Hebrew letters, \"two characters\", 2 of them").is_empty());
    }
}
