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
//! is also a word of English counts in quotation marks or angle brackets, or where the sentence is
//! about rules.

use super::key;
use super::lines::{labels, lines, Line};
use std::collections::{BTreeSet, HashMap};

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

/// Words that begin a clause which restricts the one before.
const RESTRICTS: [&str; 5] = ["as", "with", "except", "but", "updated"];

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

/// Words for the names that a grammar uses.
const NAMED: [&str; 17] = [
    "term",
    "terms",
    "terminal",
    "terminals",
    "non-terminal",
    "non-terminals",
    "nonterminals",
    "element",
    "elements",
    "production",
    "productions",
    "rule",
    "rules",
    "token",
    "tokens",
    "definition",
    "definitions",
];

/// Words behind which a sentence says from where names come.
const FROM: [&str; 10] = [
    "defined",
    "specified",
    "imported",
    "taken",
    "found",
    "come",
    "comes",
    "from",
    "refer",
    "refers",
];

const DEFINED: [&str; 2] = ["defined", "specified"];
const IMPORTS: [&str; 2] = ["imports", "import"];
const IN_THAT: [&str; 4] = ["defined", "in", "that", "document"];

/// The longest sentence in bytes: longer ones are tables and programs.
const LONGEST: usize = 1_000;

/// Returns the number of the RFC that the text gives as the origin of each name, by the name in
/// lower case. A name with two origins is left out.
pub(super) fn origins<'a>(
    text: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> HashMap<String, u32> {
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
    found.into_iter().filter_map(|(name, number)| Some((name, number?))).collect()
}

/// Returns the numbers of the RFCs from which a text says that all names come which it does not
/// define: `Non-terminals not defined here are as defined by [IMAP4].`
pub(super) fn defaults(text: &str) -> BTreeSet<u32> {
    let lines = lines(text);
    let labels = labels(&lines);
    let sentences = sentences(&lines);
    let before = std::iter::once("").chain(sentences.iter().map(|said| &**said));
    let pairs = before.zip(&sentences);
    pairs.filter_map(|(before, said)| of_all(before, said, &labels)).flatten().collect()
}

/// Returns the RFCs from which a sentence says that all other names come.
fn of_all(before: &str, said: &str, labels: &HashMap<String, u32>) -> Option<BTreeSet<u32>> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let plain: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let is = |at: usize, all: &[&str]| plain.get(at).is_some_and(|word| all.contains(&&**word));
    let has = |from: usize, all: &[&str]| (from..plain.len()).find(|&at| is(at, all));
    let cited = |of: &[&str]| cited(of, labels).filter(|found| !found.is_empty());
    if is(0, &["some"]) || has(0, &NAMED).is_none() {
        return None;
    }
    // `imports all the definitions in the ABNF of RFC 4975`
    if let Some(at) = (1..plain.len()).find(|&at| is(at, &["all"]) && is(at - 1, &IMPORTS)) {
        return cited(&words[at..]);
    }
    // `relies on both the non-terminals defined in that document`, which the one before cites
    let relies = has(0, &["relies", "rely"]).and_then(|at| has(at, &NAMED));
    if relies.is_some_and(|at| plain[at + 1..].starts_with(&IN_THAT.map(str::to_owned))) {
        return cited(&before.split_whitespace().collect::<Vec<_>>()).filter(|it| it.len() == 1);
    }
    // `uses the rules provided in [RFC2616], these rules apply to this document as well`
    let applies = plain.windows(4).position(|four| four == ["apply", "to", "this", "document"]);
    if let Some(at) = applies.filter(|at| *at > 0 && is(at - 1, &["rules"])) {
        return cited(&words[..at]);
    }
    // `Non-terminals not defined below are as defined by [IMAP4]`
    let lacks = (0..plain.len()).find(|&at| {
        let is_not = is(at, &["not"]) && has(at, &DEFINED).is_some_and(|is| is <= at + 2);
        is_not || is(at, &["undefined"])
    })?;
    let behind = has(lacks, &DEFINED).map_or(lacks, |at| at.min(lacks + 2));
    let from = has(behind + 1, &FROM)?;
    // `It extends the syntax of [NNTP], and non-terminals not defined here are defined there.`
    cited(&words[from..]).or_else(|| cited(&words[..lacks]))
}

/// Returns the RFCs that words cite; `None` if they cite another document as well.
fn cited(words: &[&str], labels: &HashMap<String, u32>) -> Option<BTreeSet<u32>> {
    let mut found = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let digits = |text: &str| -> Option<u32> {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text[..end].parse().ok()
        };
        let label = word.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let bare = word.trim_start_matches('(');
        match label {
            Some((label, _)) => {
                let number = labels.get(label).copied();
                found.insert(number.or_else(|| digits(label.strip_prefix("RFC")?))?);
            }
            None if bare == "RFC" => found.extend(words.get(at + 1).and_then(|next| digits(next))),
            None => found.extend(bare.strip_prefix("RFC").and_then(digits)),
        }
    }
    Some(found)
}

/// Returns a word in lower case and without punctuation around it.
fn plain(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_lowercase()
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
    let words = first_clause(&words);
    let has = |all: &[&str]| words.iter().any(|word| all.contains(&&*plain(word)));
    if !has(&SAYS) || has(&UNLESS) {
        return None;
    }
    let number = only_cited(words, labels)?;
    let is_about_rules = has(&RULES);
    let mut found = Vec::new();
    for word in words {
        let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let Some(known) = names.get(&key(name)) else { continue };
        let at = word.find(name).unwrap_or_default();
        let is_quoted = word[..at].ends_with(['<', '"', '\'']);
        // `pchar` is a word of English to a program, `UTF8-2` and `OWS` are not.
        let is_special = name == *known
            && name.bytes().skip(1).any(|byte| byte == b'-' || !byte.is_ascii_lowercase());
        // In a sentence about rules, `rule` is not a name.
        let is_named = is_about_rules && !RULES.contains(&&*plain(word));
        if is_quoted || is_special || is_named {
            found.push(key(known));
        }
    }
    (!found.is_empty()).then_some((number, found))
}

/// Returns the words of a sentence up to a clause that restricts it: `"local-part" is defined in
/// [MAIL], as modified by [EAI].`
fn first_clause<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let is_end = |pair: &[&str]| {
        let is_cited = pair[0].contains([']', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        is_cited && pair[0].ends_with(',') && RESTRICTS.contains(&pair[1])
    };
    words.windows(2).position(is_end).map_or(words, |at| &words[..=at])
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
            // A document that is not an RFC also defines something.
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
            ("UTF8-2 is defined in [UTF-8], as modified by RFC 2244.", Some(3629)),
            ("UTF8-2 is defined in [UTF-8], RFC 2244.", None),
            ("See [UTF-8] for UTF8-2.", None),
            ("utf8-2 is defined in [UTF-8].", None),
            ("UTF8-2 is used.\n\nAll is defined in [UTF-8].", None),
        ] {
            let found = origins(&format!("   {said}{REFERENCES}"), ["UTF8-2"]);
            assert_eq!(found.get("utf8-2").copied(), expected, "{said}");
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

    #[test]
    fn a_sentence_says_from_where_all_other_names_come() {
        let references =
            format!("{REFERENCES}\n   [8]  A, \"B\", RFC 822.\n\n   [9]  C, RFC 2616.\n");
        for (said, expected) in [
            ("Non-terminals referenced but not defined below are as defined by [9].", vec![2616]),
            ("Elements not defined here can be found in RFC 822 and [9].", vec![822, 2616]),
            ("Other tokens not defined herein are imported from [RFC5234].", vec![5234]),
            ("Any elements not explicitly defined in this text come from Mail [8].", vec![822]),
            ("It extends [9], and non-terminals not defined here are defined there.", vec![2616]),
            ("Wherever a term is undefined, it refers to the RFC 822 definition.", vec![822]),
            ("; This ABNF imports all the definitions in the ABNF of RFC 822.", vec![822]),
            ("It uses the rules of [9], these rules apply to this document as well.", vec![2616]),
            ("See [9].  It relies on both the non-terminals defined in that document.", vec![2616]),
            ("Some productions not defined below are from [9].", vec![]),
            ("Terms not defined here are taken from [9] and [X].", vec![]),
            ("Non-terminals not defined in [9] are defined in Section 4.", vec![]),
            ("Means not specified here are taken from [9].", vec![]),
            ("Rules are defined in [9].", vec![]),
        ] {
            let found = super::defaults(&format!("   {said}{references}"));
            assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{said}");
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
