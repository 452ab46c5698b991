//! The rules that a reading of a string uses.
//!
//! Is `segment` in a reading of `/a` by `abs-path`? The rule is copied with marks that can be at
//! its ends, characters that no example has:
//!
//! ```text
//! segment = ( *pchar ) / %x10FFFF ( *pchar ) [ %x10FFFE ]
//! ```
//!
//! With the copy `abs-path` accepts `/☐a`, ☐ for the first mark, and without it does not: a segment
//! can begin after the slash. With both marks it accepts `/☐a☐`, so that the segment has the
//! letter. A string that is not an `abs-path` has no whole reading. The rules that are open where
//! reading ends count for it.

use std::ops::Range;

use urigram_automata::abnf::Grammar;
use urigram_automata::{abnf::Refused, Terminals};

/// The most positions of a grammar that one reading visits.
const VISITED: usize = 1_000_000;

/// Returns true if some reading of a string by `start` uses `rule`; with a range, if it uses it for
/// some of the bytes there.
///
/// # Errors
/// [`Refused`] for a reading that visits too many positions.
///
/// # Cost
/// A reading of the string for each of its characters; with a range, for each pair of them.
pub(super) fn uses(
    grammar: &Grammar,
    terminals: Terminals,
    start: &str,
    rule: &str,
    input: &str,
    range: Option<&Range<usize>>,
) -> Result<bool, Refused> {
    let Some(known) = grammar.rule(rule) else { return Ok(false) };
    if !grammar.accepts(start, terminals, input.as_bytes(), VISITED)? {
        if range.is_some() {
            return Ok(false);
        }
        let live = grammar.live(start, terminals, input.as_bytes(), VISITED)?;
        let places = live.last().into_iter().flat_map(|live| live.places.iter().flatten());
        let mut open = places.map(|place| &grammar.rules()[place.rule].name);
        return Ok(open.any(|name| *name == known.name));
    }
    let marks = match terminals {
        Terminals::CodePoints => ['\u{10FFFF}', '\u{10FFFE}'],
        Terminals::Octets => ['\0', '\u{1}'],
    };
    let ([begin, end], body) = (marks.map(u32::from), &known.expr);
    let copy = format!("{} = ( {body} ) / %x{begin:X} ( {body} ) [ %x{end:X} ]\n", known.name);
    let Ok(copy) = Grammar::parse(&copy) else { return Ok(false) };
    let marked = Grammar::overlay(grammar, &copy);
    let [begin, end] = marks.map(String::from);
    let places = |from: usize| (from..=input.len()).filter(|&at| input.is_char_boundary(at));
    let marked_at = |from: usize| [&input[..from], &begin, &input[from..]].concat();
    let texts: Vec<String> = match range {
        None => places(0).map(marked_at).collect(),
        Some(range) => {
            let both = |from: usize, to: usize| {
                [&input[..from], &begin, &input[from..to], &end, &input[to..]].concat()
            };
            let ends = |from: usize| places(from.max(range.start + 1)).map(move |to| (from, to));
            places(0)
                .filter(|&from| from < range.end)
                .flat_map(ends)
                .map(|(from, to)| both(from, to))
                .collect()
        }
    };
    for text in texts {
        if marked.accepts(start, terminals, text.as_bytes(), VISITED)?
            && !grammar.accepts(start, terminals, text.as_bytes(), VISITED)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::{uses, Grammar, Terminals};

    #[test]
    fn a_rule_of_some_reading_is_used() {
        let rules = "path = *( \"/\" segment ) [ query ]\nsegment = *char\n\
                     query = \"?\" *char\nchar = ALPHA / escape\nescape = \"%\" 2HEXDIG\n\
                     ALPHA = %x61-7A\nHEXDIG = %x30-39 / %x61-66\n";
        let grammar = Grammar::parse(rules).unwrap();
        let used = |input: &str| {
            let rules = ["path", "segment", "query", "char", "escape", "ALPHA", "nothing"];
            let is_used = |rule: &&str| {
                uses(&grammar, Terminals::CodePoints, "path", rule, input, None).unwrap()
            };
            rules.into_iter().filter(is_used).collect::<Vec<_>>()
        };
        assert_eq!(used("/"), ["path", "segment"]);
        assert_eq!(used("/a"), ["path", "segment", "char", "ALPHA"]);
        assert_eq!(used("?%61"), ["path", "query", "char", "escape"]);
        // No reading goes beyond the sign, and it is the escape that is open.
        assert_eq!(used("/a%!"), ["path", "segment", "char", "escape"]);
        assert_eq!(used(""), ["path"]);
    }

    #[test]
    fn a_rule_is_used_for_the_bytes_of_its_text_alone() {
        let rules = "pair = name \"=\" value\nname = 1*ALPHA\nvalue = *ALPHA\nALPHA = %x61-7A\n";
        let grammar = Grammar::parse(rules).unwrap();
        let used = |rule: &str, input: &str, range| {
            uses(&grammar, Terminals::CodePoints, "pair", rule, input, Some(&range)).unwrap()
        };
        assert!(used("name", "ab=cd", 1..2) && !used("value", "ab=cd", 1..2));
        assert!(used("value", "ab=cd", 3..4) && !used("name", "ab=cd", 3..4));
        assert!(used("name", "ab=cd", 1..4) && used("pair", "ab=cd", 2..3));
        assert!(!used("name", "ab=cd", 2..3) && !used("name", "=", 0..1));
    }
}
