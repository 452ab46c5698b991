//! The RFCs from which a text says that its names come.
//!
//! ```text
//!   ; UTF8-2, UTF8-3, and UTF8-4 are defined in [UTF-8].      a comment
//!   The rule <token> is imported from RFC 2616.               a sentence
//! ```
//!
//! Two documents that a text cites may define one name differently: RFC 5804 cites RFC 2244 and RFC
//! 3629, and each has its own `UTF8-2`. Only the text can say which one it means. A sentence says
//! so if it cites one RFC, has a word such as "defined", and no word such as "instead". A name that
//! is also a word of English counts in quotation marks or angle brackets, or where the sentence
//! speaks of rules.

use super::key;
use super::lines::{labels, lines, Line};
use std::collections::HashMap;

/// Words of a sentence that says where something is defined.
const SAYS: [&str; 6] = ["defined", "specified", "imported", "imports", "taken", "described"];

/// Words of a sentence that may say the opposite.
const UNLESS: [&str; 14] = [
    "not",
    "differs",
    "different",
    "instead",
    "unlike",
    "replaces",
    "replaced",
    "obsoletes",
    "updates",
    "extends",
    "extended",
    "redefines",
    "redefined",
    "modified",
];

/// Words of a sentence about rules.
const RULES: [&str; 10] = [
    "rule",
    "rules",
    "production",
    "productions",
    "abnf",
    "bnf",
    "non-terminal",
    "non-terminals",
    "nonterminal",
    "grammar",
];

/// The longest sentence in bytes: longer ones are tables and programs.
const LONGEST: usize = 1_000;

/// Returns the number of the RFC from which the text says that each of these names comes. A name
/// of which it says two things is left out.
///
/// ```
/// use urigram_automata::abnf::origins;
/// let text = "   The rule <token> is defined in [HTTP].\n\n   [HTTP]  Fielding, R., RFC 2616.\n";
/// assert_eq!(origins(text, ["token", "rule"]), [("token".to_owned(), 2616)].into());
/// ```
///
/// # Cost
/// Linear in the text.
pub fn origins<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> HashMap<String, u32> {
    let names: HashMap<String, &str> = names.into_iter().map(|name| (key(name), name)).collect();
    let lines = lines(text);
    let labels = labels(&lines);
    let mut found: HashMap<String, Option<u32>> = HashMap::new();
    for said in sentences(&lines) {
        let Some((number, named)) = read(&said, &labels, &names) else { continue };
        for name in named {
            let before = found.entry(name).or_insert(Some(number));
            *before = before.filter(|before| *before == number);
        }
    }
    let told =
        found.into_iter().filter_map(|(name, number)| Some((names[&name].to_owned(), number?)));
    told.collect()
}

/// Returns the sentences of a text and of the comments in it.
fn sentences(lines: &[Line<'_>]) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut is_ended = false;
    for line in lines.iter().map(Line::content) {
        let line = line.trim().trim_start_matches(';').trim();
        is_ended |= line.is_empty();
        for word in line.split_whitespace() {
            if std::mem::take(&mut is_ended) {
                all.push(String::new());
            }
            if let Some(sentence) = all.last_mut() {
                sentence.push_str(word);
                sentence.push(' ');
                is_ended = word.ends_with(['.', ':']) || sentence.len() > LONGEST;
            }
        }
    }
    all
}

/// Returns the only RFC that a sentence cites, and the names that it says come from there.
fn read(
    said: &str,
    labels: &HashMap<String, u32>,
    names: &HashMap<String, &str>,
) -> Option<(u32, Vec<String>)> {
    let words: Vec<&str> = said.split(' ').collect();
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_lowercase();
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&&*plain(word)));
    if !has(&SAYS) || has(&UNLESS) {
        return None;
    }
    let number = only_cited(&words, labels)?;
    let is_about_rules = has(&RULES);
    let mut found = Vec::new();
    for word in &words {
        let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let Some(known) = names.get(&key(name)) else { continue };
        let at = word.find(name).unwrap_or_default();
        let is_quoted = word[..at].ends_with(['<', '"', '\'']);
        // `pchar` is a word of English to a program, `UTF8-2` and `OWS` are none.
        let is_special = name == *known
            && name.bytes().skip(1).any(|byte| byte == b'-' || !byte.is_ascii_lowercase());
        // In a sentence about rules, `rule` is no name.
        let is_named = is_about_rules && !RULES.contains(&&*plain(word));
        if is_quoted || is_special || is_named {
            found.push(key(known));
        }
    }
    (!found.is_empty()).then_some((number, found))
}

/// Returns the number of the RFC that words cite, if they cite no other document.
fn only_cited(words: &[&str], labels: &HashMap<String, u32>) -> Option<u32> {
    let mut only = None;
    let digits = |text: &str| -> Option<u32> {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text[..end].parse().ok()
    };
    for (at, word) in words.iter().enumerate() {
        let label = word.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let number = match label {
            Some((label, _)) if label.starts_with("RFC") => digits(&label[3..]),
            // A document that is no RFC defines something, too.
            Some((label, _)) => Some(*labels.get(label)?),
            None if word.trim_start_matches('(') == "RFC" => digits(words.get(at + 1)?),
            None => word.trim_start_matches('(').strip_prefix("RFC").and_then(digits),
        };
        if let Some(number) = number {
            if *only.get_or_insert(number) != number {
                return None;
            }
        }
    }
    only
}

#[cfg(test)]
mod tests {
    use super::origins;

    const REFERENCES: &str =
        "\n\n   [UTF-8]  Yergeau, F., \"UTF-8\", RFC 3629.\n\n   [X]  Y, \"Z\".\n";

    #[test]
    fn a_sentence_says_where_a_name_is_defined() {
        for (said, expected) in [
            ("; UTF8-2, UTF8-3 are defined in [UTF-8].", Some(3629)),
            ("UTF8-2 is defined in Section 4 of RFC 3629.", Some(3629)),
            ("UTF8-2 is not defined in [UTF-8].", None),
            ("UTF8-2 is defined in [UTF-8] and RFC 2244.", None),
            ("UTF8-2 is defined in [X] by [UTF-8].", None),
            ("UTF8-2 is defined in RFC 3629.  UTF8-2 is defined in RFC 2244.", None),
            ("See [UTF-8] for UTF8-2.", None),
            ("utf8-2 is defined in [UTF-8].", None),
            ("UTF8-2 is used.\n\nAll is defined in [UTF-8].", None),
        ] {
            let found = origins(&format!("   {said}{REFERENCES}"), ["UTF8-2"]);
            assert_eq!(found.get("UTF8-2").copied(), expected, "{said}");
        }
    }

    #[test]
    fn a_word_of_english_is_a_name_in_quotation_marks_or_beside_rules() {
        for (said, expected) in [
            ("The port is defined in [UTF-8].", None),
            ("The \"port\" is defined in [UTF-8].", Some(3629)),
            ("The rule port is defined in [UTF-8].", Some(3629)),
        ] {
            let found = origins(&format!("   {said}{REFERENCES}"), ["port"]);
            assert_eq!(found.get("port").copied(), expected, "{said}");
        }
    }

    /// One long sentence, and as many citations as words, take no more time than others.
    #[test]
    fn long_texts_end() {
        let text = "   UTF8-2 defined [UTF-8 RFC [X] <\n".repeat(100_000);
        let begun = std::time::Instant::now();
        assert!(origins(&text, ["UTF8-2"]).is_empty());
        assert!(begun.elapsed().as_secs() < 10);
    }
}
