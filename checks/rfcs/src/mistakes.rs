//! Drafts with one mistake each, and sound texts: the errors that an author gets.
//!
//! A draft is an RFC whose rules all run, with a mistake in one of its rules. An error at a line of
//! that rule finds it. The sound texts are drawn from the same RFCs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use urigram_automata::abnf::Grammar;
use urigram_rfc::{extract, ListRule, Sources};

/// The seed of the draws.
const SEED: u64 = 59;
const DRAFTS: usize = 300;
const SOUND: usize = 100;
/// The least drafts of a hundred whose mistake is found.
const FOUND: usize = 95;

/// A mistake: a function from a line of a rule to the line that an author writes instead.
type Mistake = fn(&str) -> Option<String>;

const MISTAKES: [(&str, Mistake); 12] = [
    ("a bracket is not closed", |line| without_last(line, &[')', ']'])),
    ("a quotation mark is not closed", |line| without_last(line, &['"'])),
    ("`|` for `/`", |line| {
        outside(line, |code| code.contains(" / ").then(|| code.replacen(" / ", " | ", 1)))
    }),
    ("`_` in a name", |line| outside(line, |code| inside_name(code, "_"))),
    ("single quotes", |line| {
        let (begin, rest) = code(line).split_once('"')?;
        let (string, rest) = rest.split_once('"')?;
        (!string.is_empty()).then(|| format!("{begin}'{string}'{rest}"))
    }),
    ("a class of characters", |line| {
        let (name, rule) = line.split_once('=')?;
        Some(format!("{name}={}", outside(rule, |code| of_name(code, "DIGIT", "[0-9]"))?))
    }),
    ("a range without its end", |line| {
        let (begin, rest) = code(line).split_once("%x")?;
        let (low, rest) = rest.split_once('-')?;
        let is_hex = |c: char| c.is_ascii_hexdigit();
        let rest = rest.trim_start_matches(is_hex);
        low.chars().all(is_hex).then(|| format!("{begin}%x{low}-{rest}"))
    }),
    ("a name with a letter less", |line| {
        let (name, rule) = code(line).split_once('=')?;
        let changed = outside(rule, |code| {
            let at = code.find("  ").map_or(0, |at| at)
                + code[code.find("  ").map_or(0, |at| at)..]
                    .find(|c: char| c.is_ascii_lowercase())?;
            let end = at
                + code[at..]
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                    .unwrap_or(code.len() - at);
            let is_begin = !code[..at]
                .ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '%'));
            (end - at > 4 && is_begin).then(|| format!("{}{}", &code[..at + 2], &code[at + 3..]))
        })?;
        Some(format!("{name}={changed}"))
    }),
    ("`:=` for `=`", |line| {
        let (name, rule) = code(line).split_once(" = ")?;
        (!name.contains('"')).then(|| format!("{name} := {rule}"))
    }),
    ("a range from above", |line| {
        let (begin, rest) = code(line).split_once("%x")?;
        let (low, rest) = rest.split_once('-')?;
        let end = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        let (high, rest) = rest.split_at(end);
        let value = |digits: &str| u32::from_str_radix(digits, 16).ok();
        (value(low)? < value(high)?).then(|| format!("{begin}%x{high}-{low}{rest}"))
    }),
    ("a value without its base", |line| {
        let (begin, rest) = code(line).split_once("%x")?;
        Some(format!("{begin}%{rest}"))
    }),
    ("an alternative is missing", |line| {
        outside(line, |code| code.contains(" / ").then(|| code.replacen(" / ", " / / ", 1)))
    }),
];

/// Returns a line up to its comment.
fn code(line: &str) -> &str {
    let mut is_quoted = false;
    let end = line.find(|c| {
        is_quoted ^= c == '"';
        c == ';' && !is_quoted
    });
    &line[..end.unwrap_or(line.len())]
}

/// Changes the first part of a line outside of strings, prose and comments that can be changed.
fn outside(line: &str, change: impl Fn(&str) -> Option<String>) -> Option<String> {
    let line = code(line);
    let parts: Vec<&str> = line.split('"').collect();
    if line.contains('<') || parts.len().is_multiple_of(2) {
        return None;
    }
    let found = parts.iter().enumerate().step_by(2);
    let (at, new) = found.into_iter().find_map(|(at, part)| Some((at, change(part)?)))?;
    let mut parts: Vec<String> = parts.into_iter().map(str::to_owned).collect();
    parts[at] = new;
    Some(parts.join("\""))
}

/// Takes the last of some characters out of a line.
fn without_last(line: &str, of: &[char]) -> Option<String> {
    let line = code(line);
    let is_quote = of.contains(&'"');
    let at = line.rfind(of)?;
    (is_quote || line[..at].matches('"').count().is_multiple_of(2))
        .then(|| format!("{}{}", &line[..at], &line[at + 1..]))
}

/// Replaces the first hyphen inside a name.
fn inside_name(code: &str, by: &str) -> Option<String> {
    let letters =
        |text: &str, at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic);
    let mut hyphens = code.match_indices('-').map(|(at, _)| at);
    let at = hyphens.find(|&at| at > 1 && letters(code, at - 1) && letters(code, at + 1))?;
    Some(format!("{}{by}{}", &code[..at], &code[at + 1..]))
}

/// Replaces a name that occurs alone.
fn of_name(code: &str, name: &str, by: &str) -> Option<String> {
    let is_inside =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'-');
    let at = code.find(name)?;
    let bytes = code.as_bytes();
    let is_alone = !is_inside(at.checked_sub(1).and_then(|at| bytes.get(at)))
        && !is_inside(bytes.get(at + name.len()));
    is_alone.then(|| code.replacen(name, by, 1))
}

/// Returns the errors of a text, each with its line.
fn errors(text: &str) -> Vec<(usize, String)> {
    let rules = extract(text, ListRule::Recipient).in_place();
    let mut grammar = Grammar::read(&rules);
    let sources = Sources::of(text, &grammar, &[]);
    sources.import(&mut grammar);
    let faults = grammar.faults().iter().filter(|fault| !fault.error.kind.is_harmless());
    let mut errors: Vec<(usize, String)> =
        faults.map(|fault| (fault.error.line, fault.error.kind.to_string())).collect();
    let is_cited =
        |name: &str| grammar.cited().any(|(_, it)| it.rfc.is_some() && it.used_as == name);
    for missing in grammar.missing(&rules).iter().filter(|missing| !is_cited(&missing.name)) {
        let (is_error, said) = sources.lacks(&missing.name, None);
        errors.extend(is_error.then_some((missing.line, said)));
    }
    for (_, cited) in grammar.cited() {
        if let (Some(number), None) = (cited.rfc, grammar.rule(&cited.used_as)) {
            let (is_error, said) = sources.lacks(&cited.name, Some(number));
            errors.extend(is_error.then_some((cited.line, said)));
        }
    }
    errors.extend(grammar.barren().iter().map(|rule| (rule.line, "derives nothing".to_owned())));
    errors.sort();
    errors
}

/// A generator of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut next = self.0;
        next = (next ^ next >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        next = (next ^ next >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((next ^ next >> 31) % end.max(1) as u64) as usize
    }
}

/// Returns the texts whose rules all run, by the table, in ABNF as RFC 5234 has it, and with names
/// of RFCs that the registry has.
fn sound(files: &[(u32, PathBuf)]) -> Vec<(u32, String)> {
    let table = include_str!("../table.tsv");
    let whole = table.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        let (number, rules, loaded) = (cells.next()?, cells.next()?, cells.next()?);
        (rules == loaded).then(|| number.parse().ok())?
    });
    let whole: Vec<u32> = whole.collect();
    let is_whole = |number: &u32| whole.contains(number) && *number != LACKING;
    let all = files.iter().filter(|(number, _)| is_whole(number));
    let all = all.filter_map(|(number, path)| Some((*number, read(path)?)));
    let is_as_printed = |text: &str| {
        let found = extract(text, ListRule::Recipient);
        found.rules.iter().flat_map(|rule| &rule.changes).all(|change| !OTHER.contains(change))
    };
    let all = all.filter(|(_, text)| is_as_printed(text) && !text_takes_more(text, files));
    all.collect()
}

/// A text with an error: `ORG-DIRECTORY-value=  uri` uses a name that no RFC which it cites
/// defines. The table does not count the rule, because it has no operator.
const LACKING: u32 = 6715;

/// Changes of a rule that is not ABNF as it is printed.
const OTHER: [&str; 3] = [
    "\"|\" of the text is \"/\"",
    "\":=\" of the text is \"=\"",
    "\"_\" in a name of the text is \"-\"",
];

/// Returns true if an RFC that a text cites, and that the registry does not have, has a line that
/// begins to define a name which the text lacks.
fn text_takes_more(text: &str, files: &[(u32, PathBuf)]) -> bool {
    let own = Grammar::read(&extract(text, ListRule::Recipient).in_place());
    let mut rules = own.clone();
    Sources::of(text, &own, &[]).import(&mut rules);
    let mut lacks: Vec<String> =
        rules.undefined().iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
    let faults = rules.faults().iter().filter(|fault| !fault.error.kind.is_harmless());
    lacks.extend(faults.filter_map(|fault| Some(fault.rule.as_ref()?.to_ascii_lowercase())));
    let cited = text.split("RFC").skip(1).filter_map(|rest| {
        let digits = rest.trim_start_matches([' ', '-']);
        digits[..digits.find(|c: char| !c.is_ascii_digit())?].parse::<u32>().ok()
    });
    let cited: BTreeSet<u32> = if lacks.is_empty() { BTreeSet::new() } else { cited.collect() };
    let known = |number: &u32| {
        urigram_rfc::registry().iter().any(|(rfc, _)| rfc[4..] == number.to_string())
    };
    let others = files.iter().filter(|(number, _)| cited.contains(number) && !known(number));
    others.filter_map(|(_, path)| read(path)).any(|text| {
        let mut names = text.lines().filter_map(|line| Some(line.split_once('=')?.0.trim()));
        names.any(|name| lacks.contains(&name.to_ascii_lowercase()))
    })
}

fn read(path: &Path) -> Option<String> {
    Some(String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned())
}

/// Judges drafts and sound texts. Returns what was found, and whether that is enough.
pub(crate) fn judge(files: &[(u32, PathBuf)], only: &[u32]) -> (String, bool) {
    let mut out = String::new();
    let mut say = |line: &str| writeln!(out, "{line}").is_ok();
    if !only.is_empty() {
        for (number, path) in files.iter().filter(|(number, _)| only.contains(number)) {
            for (line, why) in read(path).iter().flat_map(|text| errors(text)) {
                say(&format!("{number}:{line}: {why}"));
            }
        }
        return (out, true);
    }
    let texts = sound(files);
    let mut random = Random(SEED);
    let (mut wrong, mut checked) = (0, 0);
    let mut left: Vec<usize> = (0..texts.len()).collect();
    while checked < SOUND && !left.is_empty() {
        let at = left.swap_remove(random.below(left.len()));
        let (number, text) = &texts[at];
        let found = errors(text);
        wrong += usize::from(!found.is_empty());
        for (line, why) in found {
            say(&format!("RFC {number}, line {line}: correct, and reported: {why}"));
        }
        checked += 1;
    }
    let (mut found, mut drafts) = (0, 0);
    while drafts < DRAFTS {
        let (what, mistake) = MISTAKES[drafts % MISTAKES.len()];
        let (number, text) = &texts[random.below(texts.len())];
        let extraction = extract(text, ListRule::Recipient);
        if extraction.rules.is_empty() {
            continue;
        }
        let rule = &extraction.rules[random.below(extraction.rules.len())];
        let length = rule.source.lines().count();
        let offset = random.below(length);
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let Some(line) = lines.get_mut(rule.line - 1 + offset) else { continue };
        let Some(new) = mistake(line) else { continue };
        let (old, new) = (std::mem::replace(line, new.clone()), new);
        drafts += 1;
        let range = rule.line..rule.line + length;
        if errors(&lines.join("\n")).iter().any(|(line, _)| range.contains(line)) {
            found += 1;
        } else {
            let place = rule.line + offset;
            say(&format!(
                "RFC {number}, line {place}: {what}:\n  {}\n  {}",
                old.trim(),
                new.trim()
            ));
        }
    }
    say(&format!(
        "{found} of {drafts} mistakes found; {wrong} of {checked} sound texts with errors"
    ));
    (out, found * 100 >= FOUND * drafts && wrong == 0)
}
