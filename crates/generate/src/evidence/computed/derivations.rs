//! The rules that a reading of a string uses.
//!
//! Is `segment` in a reading of `/a` by `abs-path`? The rule is copied with a mark that can begin
//! it, a character that no example has:
//!
//! ```text
//! segment = [ %x10FFFF ] ( *pchar )
//! ```
//!
//! With the copy `abs-path` accepts `/☐a`, ☐ for the mark, and without it does not: a segment can
//! begin after the slash. A string that is not an `abs-path` has no whole reading. Of it count the
//! rules that are open where reading ends.

use urigram_automata::abnf::Grammar;
use urigram_automata::{abnf::Refused, Terminals};

/// The most positions of a grammar that one reading visits.
const VISITED: usize = 1_000_000;

/// Returns true if some reading of a string by `start` uses `rule`.
///
/// # Errors
/// [`Refused`] for a reading that visits too many positions.
///
/// # Cost
/// A reading of the string for each of its characters.
pub(super) fn uses(
    grammar: &Grammar,
    terminals: Terminals,
    start: &str,
    rule: &str,
    input: &str,
) -> Result<bool, Refused> {
    let Some(known) = grammar.rule(rule) else { return Ok(false) };
    if !grammar.accepts(start, terminals, input.as_bytes(), VISITED)? {
        let live = grammar.live(start, terminals, input.as_bytes(), VISITED)?;
        let places = live.last().into_iter().flat_map(|live| live.places.iter().flatten());
        let mut open = places.map(|place| &grammar.rules()[place.rule].name);
        return Ok(open.any(|name| *name == known.name));
    }
    let (value, mark): (u32, &[u8]) = match terminals {
        Terminals::CodePoints => (0x10_FFFF, "\u{10FFFF}".as_bytes()),
        Terminals::Octets => (0, b"\0"),
    };
    let copy = format!("{} = [ %x{value:X} ] ( {} )\n", known.name, known.expr.written().text);
    let Ok(copy) = Grammar::parse(&copy) else { return Ok(false) };
    let marked = Grammar::overlay(grammar, &copy);
    for at in (0..=input.len()).filter(|&at| input.is_char_boundary(at)) {
        let (before, after) = input.as_bytes().split_at(at);
        let text = [before, mark, after].concat();
        if marked.accepts(start, terminals, &text, VISITED)?
            && !grammar.accepts(start, terminals, &text, VISITED)?
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
            let is_used =
                |rule: &&str| uses(&grammar, Terminals::CodePoints, "path", rule, input).unwrap();
            rules.into_iter().filter(is_used).collect::<Vec<_>>()
        };
        assert_eq!(used("/"), ["path", "segment"]);
        assert_eq!(used("/a"), ["path", "segment", "char", "ALPHA"]);
        assert_eq!(used("?%61"), ["path", "query", "char", "escape"]);
        // No reading goes beyond the sign, and it is the escape that is open.
        assert_eq!(used("/a%!"), ["path", "segment", "char", "escape"]);
        assert_eq!(used(""), ["path"]);
    }
}
