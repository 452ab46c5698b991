//! The strings that a program is asked about.
//!
//! Most come from the automaton that finds the components of the practice. After a shortest word to
//! each of its states comes each of 256 bytes, and then nothing, the shortest word to an end, or a
//! delimiter with what may follow it. A byte in a state is a class of its own here, because the
//! representative of a class cannot refute a wrong class.

use std::collections::{BTreeSet, VecDeque};

use urigram_automata::abnf::{Grammar as Rules, Terminals};
use urigram_automata::{Dfa, Limits, Random, Sampler, StateId};
use urigram_core::{Grammar, Reading};
use urigram_grammars::same_name;

use crate::expected::Practice;

/// Returns the examples of every grammar, and the URLs of the platform tests where they are.
pub fn examples() -> Vec<String> {
    let mut texts: BTreeSet<String> = EDGES.iter().map(|&edge| edge.to_owned()).collect();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let examples: toml::Table = grammar.examples().parse().unwrap_or_default();
        let rows = examples.get("example").and_then(toml::Value::as_array);
        for row in rows.into_iter().flatten() {
            let text = |key| row.get(key).and_then(toml::Value::as_str);
            texts.extend(
                ["text", "base", "target", "with"].into_iter().filter_map(text).map(str::to_owned),
            );
        }
    }
    texts.extend(platform_tests());
    texts.into_iter().collect()
}

/// Returns strings of 1 MiB, each with a name.
pub fn long() -> Vec<(&'static str, String)> {
    const LONG: usize = 1 << 20;
    let parts = [
        ("a long host", "http://", "a", "/"),
        ("many labels", "http://", "a.", "/"),
        ("many at signs", "http://", "@", "h/"),
        ("many colons", "http://", ":", "/"),
        ("many left brackets", "http://", "[", "/"),
        ("a long port", "http://h:", "0", "80/"),
        ("many slashes", "http:", "/", "h"),
        ("many segments", "http://h/", "../", "a"),
        ("many escapes", "http://h/", "%C3%A9", ""),
        ("many percent signs", "http://h/", "%", ""),
        ("a long query", "http://h/?", "&", ""),
        ("a long fragment", "http://h/#", "#", ""),
        ("a long scheme", "", "a", ":b"),
        ("a long path", "", "a", ""),
    ];
    let text = |piece: &str| piece.repeat(LONG / piece.len());
    parts.map(|(name, start, piece, end)| (name, format!("{start}{}{end}", text(piece)))).into()
}

/// Returns the inputs of the platform tests that this project has.
fn platform_tests() -> Vec<String> {
    const CASES: &str = include_str!("../../../tests/data/whatwg.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(CASES).unwrap_or_default();
    let input = |case: &serde_json::Value| Some(case.get("input")?.as_str()?.to_owned());
    cases.iter().filter_map(input).collect()
}

/// Returns the strings for a practice, at most `count` and the examples.
pub fn of(practice: &Practice, examples: &[String], count: usize) -> Result<Vec<String>, String> {
    let suite = Suite::of(practice)?;
    let mut random = Random::seeded(37);
    let mut all = examples.to_vec();
    let steps = suite.automaton.len() * 256;
    // All steps with their ends take half of the strings; a sample of them where they are more.
    let share = (count / 2).min(steps * 2);
    for number in 0..share {
        let step = if share == steps * 2 { number / 2 } else { random.below(steps) };
        all.extend(suite.word(step, number % 2 == 0, &mut random));
    }
    let limits = Limits::default();
    let sampler = Sampler::new(&suite.accepting, 40, limits).map_err(|error| error.to_string())?;
    while all.len() < count {
        let seed = random.below(all.len());
        let drawn = sampler.sample(&mut random).and_then(|word| String::from_utf8(word).ok());
        let changed = changed(&all[seed], &mut random);
        let twice = drawn.as_ref().map(|text| self::changed(text, &mut random));
        all.extend(drawn.into_iter().chain(twice).chain([changed]));
    }
    Ok(all)
}

/// The automaton that finds the components, with words for each state.
struct Suite {
    automaton: Dfa,
    /// The automaton of the strings.
    accepting: Dfa,
    /// By state: a shortest word that leads to it, and one that leads on to an accepted string.
    access: Vec<Vec<u8>>,
    ends: Vec<Option<Vec<u8>>>,
}

impl Suite {
    fn of(practice: &Practice) -> Result<Suite, String> {
        let document = practice.grammar.document();
        let rules = Rules::parse(practice.grammar.abnf(Reading::Corrected));
        let rules = rules.map_err(|error| error.to_string())?;
        let (values, limits) = (Terminals::CodePoints, Limits::default());
        let id = |name: &&str| {
            let mut all = document.rules().iter();
            all.find(|rule| same_name(rule.name, name)).map(|rule| rule.id)
        };
        let start = id(&document.start.default).unwrap_or_default();
        let accepting = rules.dfa(start, values, limits).map_err(|error| error.to_string())?;
        let ids: Vec<(&str, Vec<&str>)> = document
            .components
            .iter()
            .map(|(component, rules)| (component.name(), rules.iter().filter_map(id).collect()))
            .collect();
        let named: Vec<(&str, &[&str])> = ids.iter().map(|(name, ids)| (*name, &ids[..])).collect();
        // A practice with a shape has ambiguous rules, and the states of its strings must do.
        let splitter = |is_first| rules.splitter_of(start, &named, is_first, None, values, limits);
        let marked = splitter(false).or_else(|_| splitter(true));
        let automaton = if practice.table.is_marked() {
            marked.map_err(|error| error.to_string())?.dfa().clone()
        } else {
            accepting.clone()
        };
        Ok(Suite { access: access(&automaton), ends: ends(&automaton), automaton, accepting })
    }

    /// Returns the word of a state and a byte, if it is text.
    fn word(&self, step: usize, is_bare: bool, random: &mut Random) -> Option<String> {
        let (state, byte) = (step / 256, (step % 256) as u8);
        let mut word = self.access[state].clone();
        word.push(byte);
        let next = self.automaton.next(state as StateId, byte);
        let end = self.ends[next as usize].as_deref();
        if !is_bare && random.below(4) == 0 {
            word.extend(TAILS[random.below(TAILS.len())].bytes());
        } else if let Some(end) = end.filter(|_| !is_bare || byte >= 0x80) {
            word.extend(end);
        }
        String::from_utf8(word).ok()
    }
}

/// Returns a byte of each class: a letter or a digit where it has one.
fn readable(dfa: &Dfa) -> Vec<u8> {
    let classes = 0..dfa.classes().len();
    let all = || (b'a'..=b'z').chain(b'0'..=b'9').chain(0x21..=0x7E).chain(0..=0xFF);
    classes.filter_map(|class| all().find(|&byte| dfa.classes().of(byte) == class)).collect()
}

/// Returns a shortest word to each state.
fn access(dfa: &Dfa) -> Vec<Vec<u8>> {
    let bytes = readable(dfa);
    let mut words: Vec<Option<Vec<u8>>> = vec![None; dfa.len()];
    words[0] = Some(Vec::new());
    let mut queue = VecDeque::from([0]);
    while let Some(state) = queue.pop_front() {
        for &byte in &bytes {
            let next = dfa.next(state, byte);
            if words[next as usize].is_none() {
                let mut word = words[state as usize].clone().unwrap_or_default();
                word.push(byte);
                words[next as usize] = Some(word);
                queue.push_back(next);
            }
        }
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns a shortest word from each state to an accepting one; `None` for a dead state.
fn ends(dfa: &Dfa) -> Vec<Option<Vec<u8>>> {
    let bytes = readable(dfa);
    let end = |state| dfa.is_accepting(state).then(Vec::new);
    let mut words: Vec<Option<Vec<u8>>> = (0..dfa.len() as StateId).map(end).collect();
    loop {
        let before = words.clone();
        for state in 0..dfa.len() {
            if before[state].is_some() {
                continue;
            }
            let longer = |&byte: &u8| {
                let rest = before[dfa.next(state as StateId, byte) as usize].as_ref()?;
                Some([&[byte], &rest[..]].concat())
            };
            words[state] = bytes.iter().find_map(longer);
        }
        if before == words {
            return words;
        }
    }
}

/// Inserts, replaces and deletes a few characters.
fn changed(text: &str, random: &mut Random) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(3)).min(text.len());
        let piece = TAILS[random.below(TAILS.len())];
        let piece = if random.below(4) == 0 { "" } else { piece };
        text.splice(at..end, piece.chars());
    }
    text.into_iter().collect()
}

/// Delimiters, and texts that programs treat in a way of their own.
const TAILS: &[&str] = &[
    "/",
    "//",
    ":",
    "?",
    "#",
    "@",
    "[",
    "]",
    "[::1]",
    "%",
    "%2",
    "%41",
    "%2F",
    "%25",
    "%00",
    "%zz",
    "%C3%A9",
    "%FF",
    ".",
    "..",
    "-",
    "_",
    "~",
    "a",
    "Z",
    "0",
    "00",
    "255",
    "256",
    "1.2.3.4",
    "0x7f.1",
    "127.1",
    "65535",
    "65536",
    "2147483648",
    "::",
    "::ffff:1.2.3.4",
    "v1.a",
    "V1.a",
    "%eth0",
    "%25e",
    "é",
    "ß",
    "İ",
    "\u{AD}",
    "\u{A0}",
    "\u{85}",
    "\u{2028}",
    "\u{FEFF}",
    "\u{FFFF}",
    "\u{1F600}",
    "\u{FF0F}",
    "\u{FF20}",
    "\u{2100}",
    "\u{FF0E}",
    "\\",
    "\\\\",
    " ",
    "\0",
    "\t",
    "\n",
    "\r",
    "\u{7F}",
    "\u{1}",
    "|",
    ";",
    "&",
    "=",
    "+",
    "$",
    ",",
    "!",
    "*",
    "'",
    "(",
    ")",
    "\"",
    "<",
    ">",
    "^",
    "`",
    "{",
    "}",
    "file:",
    "http:",
    "https://",
    "//h:80",
    "u:p@",
    "@h:1",
    "c:",
    "c|",
    "mailto:",
    "javascript:",
    "xn--a",
    "localhost",
    "example.com",
];

/// Strings where programs are known to be hard to follow.
const EDGES: &[&str] = &[
    "",
    "imap://u;AUTH=x:p@h/",
    "smtp://u;o:p@h",
    "//",
    "x://",
    "x://#",
    "//#",
    "//?",
    "///",
    "x:///",
    "//@",
    "//u@",
    "//u@h@i",
    "//:80",
    "//h:",
    "//h:65535",
    "//h:65536",
    "//h:00000000000080",
    "//h:99999999999999999999",
    "//h:-1",
    "//h:+1",
    "//h:１",
    "//[::1]:80",
    "//[::1]x",
    "//x[::1]",
    "//[::1]@h",
    "//]@[::1",
    "//[]@v1.x",
    "//[::1%25a]",
    "//[::1%a]",
    "//[::1%]",
    "//[v1.a]",
    "//[V1.a]",
    "//[vF.[]",
    "//[1.2.3.4]",
    "//[::1.2.3.4]",
    "http://127.0.0.1\\@1.1.1.1",
    "http://1.1.1.1\\@127.0.0.1:80\\@2.2.2.2/",
    "http:evil.example",
    "http:/evil.example",
    "http:///evil.example",
    "http:\\\\evil.example",
    "a:b:c",
    "1a:b",
    ":a",
    "a b:c",
    " http://h/",
    "http://h/ ",
    "ht\ttp://h/",
    "http://h\n/",
    "http://a%2Fb@c/",
    "http://h%00/",
    "http://℀.com",
    "http://a／b.com/",
    "http://[::1",
    "http://::1/",
    "http://h:80:80/",
    "h:80",
    "h:80/p",
    "localhost:8080/x",
    "C:\\a",
    "file:///C:/a",
    "file://host/a",
    "mailto:a@b",
    "urn:a:b",
    "//é",
    "//É.x",
    "http://exam%70le.com/",
    "http://%5B::1%5D/",
    "http://1.2.3/",
    "http://0x7f.1/",
    "http://h.:80/",
    "http://a\nb@c/",
    "<http://h/>",
    "sip:u@h",
];
