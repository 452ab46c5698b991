//! Many strings, all documents and practices: a table of verdicts, held against expectations.

use std::ops::Range;

use serde::Serialize;
use urigram::constraints::is_checked;
use urigram::{Grammar, Reading};

use super::string::{self, OneString};
use super::{known, Described, Params, Question};
use crate::escape::{escaped, unescaped};
use crate::json::{key, Bytes};
use crate::parse;
use crate::refusal::Refusal;

/// The most strings that are answered. A string has a verdict of each document and practice.
const MOST: usize = 1000;

/// The words of a column that say whether a string should be accepted.
const WORDS: [(&[u8], bool); 6] = [
    (b"+", true),
    (b"-", false),
    (b"accept", true),
    (b"reject", false),
    (b"accepted", true),
    (b"rejected", false),
];

/// The strings in the lines of `list`, with what is expected of them.
///
/// A line is a string, or a string and an expectation: `+ STRING`, `- STRING`, or two columns
/// separated by a tab, one of them `+`, `-`, `accept` or `reject`. An empty line is no string.
pub(super) struct Many {
    reading: Reading,
    /// Each with the number of its line and what is expected of it.
    strings: Vec<(usize, Vec<u8>, Option<bool>)>,
}

/// The verdicts of each document and practice on each string.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Told<'q> {
    reading: &'static str,
    readers: Vec<Reader>,
    strings: Vec<StringJson<'q>>,
}

/// A document or a practice.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Reader {
    grammar: &'static str,
    practice: bool,
    /// The messages of its conditions that this build does not check: only the program itself
    /// decides them.
    unchecked: Vec<&'static str>,
    totals: Total,
}

impl Question for Many {
    const NAME: &'static str = "many";

    fn read(params: &Params) -> Result<Many, Refusal> {
        let reading = params.reading("reading")?;
        let lines = || lines(params.bytes("list")).filter(|(_, line)| !line.is_empty());
        if lines().nth(MOST).is_some() {
            return Err(Refusal::Limit(format!(
                "more than {MOST} strings; `urigram check` takes any number"
            )));
        }
        let string = |(number, line): (usize, &[u8])| {
            let (range, expected) = columns(line);
            let input = if params.flag("escaped") {
                unescaped(&line[range])
                    .map_err(|error| Refusal::Usage(format!("line {number}: {error}")))?
            } else {
                line[range].to_vec()
            };
            Ok((number, input, expected))
        };
        Ok(Many { reading, strings: lines().map(string).collect::<Result<_, Refusal>>()? })
    }

    fn answer(&self) -> Result<impl Described, Refusal> {
        let grammars = readers();
        let mut totals = vec![Total::default(); grammars.len()];
        let strings = self.strings.iter().map(|&(line, ref input, expected)| {
            let (mut verdicts, mut offsets) = (String::new(), Vec::new());
            for (&grammar, total) in grammars.iter().zip(&mut totals) {
                let (verdict, offset) = judge(input, grammar, self.reading);
                total.add(verdict, grammar, expected);
                verdicts.push(verdict.letter());
                offsets.push(offset);
            }
            let (plain, escaped) = (string::is_plain(input), escaped(input));
            StringJson { line, input: input.into(), escaped, plain, expected, verdicts, offsets }
        });
        let strings = strings.collect();
        let readers = grammars.iter().zip(totals).map(|(&grammar, totals)| Reader {
            grammar: grammar.as_str(),
            practice: is_practice(grammar),
            unchecked: unchecked(grammar),
            totals,
        });
        Ok(Told { reading: self.reading.id(), readers: readers.collect(), strings })
    }
}

/// The question `string`, and the verdict of each practice by the rules and the conditions of its
/// program.
pub(super) struct Overview(OneString);

/// A string with the verdicts of documents and programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Overseen<'q> {
    #[serde(flatten)]
    string: string::Told<'q>,
    programs: Vec<Program>,
}

/// A practice with its verdict.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Program {
    grammar: &'static str,
    name: &'static str,
    date: String,
    accepted: bool,
}

impl Question for Overview {
    const NAME: &'static str = "overview";

    fn read(params: &Params) -> Result<Overview, Refusal> {
        OneString::read(params).map(Overview)
    }

    fn answer(&self) -> Result<impl Described, Refusal> {
        let one = |&grammar: &Grammar| {
            let document = grammar.document();
            let (verdict, _) = judge(&self.0.input, grammar, Reading::Corrected);
            Program {
                grammar: document.id,
                name: document.number,
                date: document.date.to_string(),
                accepted: verdict.is_taken(grammar),
            }
        };
        let programs = Grammar::PRACTICES.iter().map(one).collect();
        Ok(Overseen { string: self.0.told(), programs })
    }
}

/// Returns the lines of a text with their numbers, without their ends.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.enumerate().map(|(index, line)| (index + 1, line))
}

/// Returns the part of a line that is the string, and what is expected of it.
fn columns(line: &[u8]) -> (Range<usize>, Option<bool>) {
    let meant = |column: &[u8]| {
        WORDS.iter().find(|(word, _)| column.eq_ignore_ascii_case(word)).map(|(_, is)| *is)
    };
    if let [b'+' | b'-', b' ', ..] = line {
        return (2..line.len(), Some(line[0] == b'+'));
    }
    let cut = |at: usize| (&line[..at], &line[at + 1..]);
    let first = line.iter().position(|&byte| byte == b'\t');
    let last = line.iter().rposition(|&byte| byte == b'\t');
    if let Some((at, is)) = first.and_then(|at| Some((at, meant(cut(at).0)?))) {
        return (at + 1..line.len(), Some(is));
    }
    match last.and_then(|at| Some((at, meant(cut(at).1)?))) {
        Some((at, is)) => (0..at, Some(is)),
        None => (0..line.len(), None),
    }
}

/// Returns the documents in order of date, then the practices.
fn readers() -> Vec<Grammar> {
    let documents = known::all();
    let is_new = |practice: &&Grammar| !documents.contains(practice);
    let practices: Vec<Grammar> = Grammar::PRACTICES.iter().filter(is_new).copied().collect();
    [documents, practices].concat()
}

/// Returns the messages of a practice's conditions that this build does not check.
fn unchecked(grammar: Grammar) -> Vec<&'static str> {
    let document = grammar.document();
    let constraints = document.constraints.iter().filter(|_| is_practice(grammar));
    let unchecked = constraints.filter(|constraint| !is_checked(document, constraint));
    unchecked.map(|constraint| constraint.message).collect()
}

fn is_practice(grammar: Grammar) -> bool {
    Grammar::PRACTICES.contains(&grammar)
}

/// A verdict on a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Accepted,
    /// Accepted by the rules, and forbidden by what they cannot express.
    Forbidden,
    Rejected,
}

impl Verdict {
    fn letter(self) -> char {
        match self {
            Verdict::Accepted => 'a',
            Verdict::Forbidden => 'f',
            Verdict::Rejected => 'r',
        }
    }

    /// Returns true if a reader takes the string. A document's verdict is that of its rules. A
    /// practice is a program, whose rules and conditions together are what it accepts.
    fn is_taken(self, grammar: Grammar) -> bool {
        match self {
            Verdict::Accepted => true,
            Verdict::Forbidden => !is_practice(grammar),
            Verdict::Rejected => false,
        }
    }
}

/// Returns the verdict of a grammar, and the offset of the error of a rejected string.
fn judge(input: &[u8], grammar: Grammar, reading: Reading) -> (Verdict, Option<usize>) {
    let verdict = parse::Verdict::new(input, grammar, reading);
    match verdict.error() {
        Some(error) => (Verdict::Rejected, Some(error.offset())),
        None if verdict.is_forbidden() => (Verdict::Forbidden, None),
        None => (Verdict::Accepted, None),
    }
}

/// The numbers of strings that a reader takes, and of those that are as expected or not.
#[derive(Clone, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Total {
    taken: usize,
    as_expected: usize,
    unexpected: usize,
}

impl Total {
    fn add(&mut self, verdict: Verdict, grammar: Grammar, expected: Option<bool>) {
        let is_taken = verdict.is_taken(grammar);
        self.taken += usize::from(is_taken);
        self.as_expected += usize::from(expected == Some(is_taken));
        self.unexpected += usize::from(expected == Some(!is_taken));
    }
}

/// A string with its verdicts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct StringJson<'q> {
    line: usize,
    #[serde(flatten)]
    input: Bytes<'q, key::Input>,
    escaped: String,
    plain: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<bool>,
    /// A letter for each reader: `a` accepted, `f` forbidden, `r` rejected.
    verdicts: String,
    /// The byte offset of the error for each reader that rejects.
    offsets: Vec<Option<usize>>,
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::court::Court;
    use super::super::question::json_of;
    use super::*;

    fn answer(query: &str) -> Value {
        json_of::<Many>(query).unwrap()
    }

    #[test]
    fn a_line_can_have_an_expectation() {
        let columns = |line: &str| {
            let (range, expected) = columns(line.as_bytes());
            (line[range].to_owned(), expected)
        };
        for (line, string, expected) in [
            ("a", "a", None),
            ("+ a", "a", Some(true)),
            ("- a b", "a b", Some(false)),
            ("+ ", "", Some(true)),
            ("+\ta", "a", Some(true)),
            ("Reject\ta", "a", Some(false)),
            ("a\taccepted", "a", Some(true)),
            ("a\t-", "a", Some(false)),
            ("a\tb\t-", "a\tb", Some(false)),
            // Strings that only look alike.
            ("+a", "+a", None),
            ("-", "-", None),
            ("accept", "accept", None),
            ("a\tb", "a\tb", None),
        ] {
            assert_eq!(columns(line), (string.to_owned(), expected), "{line:?}");
        }
    }

    #[test]
    fn verdicts_are_those_of_one_string() {
        let many =
            answer("list=http://a/b?x=y%0D%0A%0A- http://a/~b%0A%FF%0Ahttp://a/ %0Aurn:ab:%2500");
        let readers = many["readers"].as_array().unwrap();
        let strings = many["strings"].as_array().unwrap();
        let lines: Vec<_> = strings.iter().map(|one| one["line"].as_u64().unwrap()).collect();
        assert_eq!(lines, [1, 3, 4, 5, 6]);
        assert_eq!(readers.len(), Grammar::ALL.len() + Grammar::PRACTICES.len());
        for (own, input) in strings.iter().zip(["http://a/b?x=y", "http://a/~b", "%FF"]) {
            let one = json_of::<OneString>(&format!("input={input}")).unwrap();
            let letters = own["verdicts"].as_str().unwrap().chars();
            for (place, (document, letter)) in
                one["documents"].as_array().unwrap().iter().zip(letters).enumerate()
            {
                assert_eq!(document["grammar"], readers[place]["grammar"]);
                assert_eq!(document["accepted"], letter != 'r', "{document}");
                assert_eq!(document["error"]["offset"], own["offsets"][place], "{document}");
            }
        }
        let verdict = |string: usize, grammar: &str| {
            let reader = readers.iter().position(|one| one["grammar"] == grammar).unwrap();
            strings[string]["verdicts"].as_str().unwrap().as_bytes()[reader]
        };
        // The space at the end is removed first.
        assert_eq!(verdict(3, "whatwg"), verdict(0, "whatwg"));
        assert_eq!(verdict(3, "rfc3986"), b'r');
        // The rules accept NUL, and a condition beside them does not.
        assert_eq!(verdict(4, "rfc2141"), b'f');
        let whatwg = readers.iter().position(|one| one["grammar"] == "whatwg").unwrap();
        assert_eq!(readers[whatwg]["totals"]["taken"], 4);
        assert_eq!(readers[whatwg]["totals"]["unexpected"], 1);
        let total = &readers[0]["totals"];
        assert_eq!((&total["as_expected"], &total["unexpected"]), (&json!(1), &json!(0)));
    }

    /// The verdicts are those of the question that also says what a program finds.
    #[test]
    fn programs_say_what_the_court_says() {
        for input in ["", "http://a/", "http://a.1/", "http:%5C%5Ca%5Cb", "%FF", "-%20a", "a%0Ab"] {
            let query = format!("input={input}");
            let overview = json_of::<Overview>(&query).unwrap();
            let programs = overview["programs"].as_array().unwrap();
            assert_eq!(programs.len(), Grammar::PRACTICES.len());
            let court = json_of::<Court>(&query).unwrap();
            for one in programs {
                let readers = court["readers"].as_array().unwrap();
                let same = readers.iter().find(|reader| reader["grammar"] == one["grammar"]);
                assert_eq!(one["accepted"], same.unwrap()["accepted"], "{input}: {one}");
            }
        }
    }

    #[test]
    fn escapes_and_limits_name_their_line() {
        let many = answer("list=%2B%20a%5Cn%0Ab&escaped=1");
        assert_eq!(many["strings"][0]["input"], "a\n");
        assert_eq!(many["strings"][0]["plain"], false);
        let refused = |query: &str| json_of::<Many>(query).unwrap_err().to_string();
        assert!(refused("list=a%0Ab%5Cq&escaped=1").starts_with("line 2: "));
        assert!(refused(&format!("list={}", "a%0A".repeat(MOST + 1))).contains("1000 strings"));
        let most = answer(&format!("list={}", "a%0A%0A".repeat(MOST)));
        assert_eq!(most["strings"].as_array().unwrap().len(), MOST);
        assert_eq!(answer("")["strings"], json!([]));
    }
}
