//! The search from colon to colon, which passes over the text that cannot begin an identifier.
//!
//! Prose has many quotation marks and few colons. Every identifier has a colon after its scheme, so
//! one in a wrapper begins with the opening mark, white space, perhaps `URL:`, and its scheme up to
//! that colon. Backwards from a colon, the mark is at the end of two runs:
//!
//! ```text
//! he said "no", and wrote "  http://a/b": see there
//!         ^   ^           ^^^───┘      ^^ no mark before this colon
//!    no colon follows     │  bytes before the first colon, then white space
//!      these closely      found from the first colon
//! ```
//!
//! The bytes before the first colon come from the automaton of the grammar. A grammar that accepts
//! a text without a colon, or one with a mark or white space before its first colon, has no such
//! bytes, and is searched mark by mark.

use memchr::memchr;
use urigram_grammars::{ByteSet, Table};

use super::finder::Step;
use super::words::{is_white_space, scheme_before};
use super::{Extractor, WINDOW};

/// Returns the bytes before the first colon of the texts that a rule accepts, and those of a prefix
/// `URL:`; `None` if some text has no colon, or a mark or white space before it.
///
/// Visits each state before the first colon once: the states of a scheme, which are few.
pub(super) fn before_colon(table: &Table) -> Option<ByteSet> {
    let automaton = &table.automaton;
    let mut before: ByteSet = b"URLurl".iter().copied().collect();
    let mut visited = vec![automaton.start];
    let mut next = 0;
    while let Some(&state) = visited.get(next) {
        next += 1;
        if automaton.accepts(usize::from(state)) {
            return None;
        }
        for byte in (0..=u8::MAX).filter(|&byte| byte != b':') {
            let after = automaton.next(usize::from(state), byte) as u16;
            if after == automaton.dead {
                continue;
            }
            if is_white_space(byte) || b"<\"".contains(&byte) {
                return None;
            }
            before.insert(byte);
            if !visited.contains(&after) {
                visited.push(after);
            }
            if visited.len() > MOST_STATES {
                return None;
            }
        }
    }
    Some(before)
}

/// The most states before the first colon. More of them make an extractor slow to make.
const MOST_STATES: usize = 64;

impl Extractor<'_> {
    /// Like [`Extractor::step_by_marks`], which it agrees with, for a grammar with these bytes
    /// before the first colon.
    pub(super) fn step_by_colons<'a>(
        &self,
        before: &ByteSet,
        text: &'a [u8],
        from: usize,
        until: usize,
        complete: bool,
    ) -> Step<'a> {
        let mut at = from;
        loop {
            let colon =
                memchr(b':', text.get(at..until).unwrap_or_default()).map(|found| at + found);
            let end = colon.unwrap_or_else(|| end_of_run(before, text, until.max(at)));
            let is_followed = text.get(end) == Some(&b':');
            let open = opening(before, text, at, end).filter(|&open| open < until);
            if let Some(open) = open.filter(|_| is_followed) {
                if !complete && text.len() - open <= WINDOW {
                    return Step::More(open);
                }
                match self.marked(text, open) {
                    Ok(step) => return step,
                    Err(resume) => at = resume,
                }
            }
            let Some(colon) = colon else {
                // The colon of a scheme, or of an identifier in a wrapper, may follow.
                let end = until.max(at);
                let scheme = scheme_before(text, at, end);
                let open = open.filter(|open| !is_followed && text.len() - open <= WINDOW);
                return Step::More(open.or(scheme).unwrap_or(end));
            };
            let Some(start) = scheme_before(text, at, colon) else {
                at = colon + 1;
                continue;
            };
            if !complete && text.len() - start <= WINDOW {
                return Step::More(start);
            }
            match self.bare(text, start, colon) {
                Ok(step) => return step,
                Err(resume) => at = resume,
            }
        }
    }
}

/// Returns the offset of the mark that opens a wrapper, if only white space and then bytes of a
/// scheme follow it up to `end`. Looks no further back than `from`.
fn opening(before: &ByteSet, text: &[u8], from: usize, end: usize) -> Option<usize> {
    let text = text.get(from..end)?;
    let is_after = |byte: &u8| !before.contains(*byte);
    let scheme = text.iter().rposition(is_after)?;
    let mark = text[..=scheme].iter().rposition(|&byte| !is_white_space(byte))?;
    b"<\"".contains(&text[mark]).then_some(from + mark)
}

/// Returns the end of the white space and bytes of a scheme from an offset on, in one window.
fn end_of_run(before: &ByteSet, text: &[u8], from: usize) -> usize {
    let rest = &text[from..text.len().min(from + WINDOW)];
    let goes_on = |byte: &u8| is_white_space(*byte) || before.contains(*byte);
    from + rest.iter().position(|byte| !goes_on(byte)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {

    use super::super::{Extracted, Extractor, WINDOW};
    use urigram_grammars::Grammar;

    /// Returns extractors of every grammar.
    fn extractors() -> impl Iterator<Item = (Grammar, Extractor<'static>)> {
        let all = [Grammar::ALL, Grammar::PRACTICES, Grammar::DRAFTS].concat();
        all.into_iter().map(|grammar| (grammar, Extractor::new(grammar)))
    }

    /// Returns the extractor that searches mark by mark.
    fn by_marks(extractor: Extractor<'static>) -> Extractor<'static> {
        Extractor { before_colon: None, ..extractor }
    }

    /// Fails where a search passes over an identifier, in a text, its parts and a stream of it.
    fn check(name: &str, extractor: Extractor<'static>, text: &[u8]) -> usize {
        let expected: Vec<Extracted<'_>> = by_marks(extractor).in_bytes(text).collect();
        let shown = || String::from_utf8_lossy(text);
        let found: Vec<Extracted<'_>> = extractor.in_bytes(text).collect();
        assert_eq!(found, expected, "{name}: {:?}", shown());
        for cut in (1..text.len()).filter(|&cut| text[cut - 1].is_ascii_whitespace()) {
            let mut first = extractor.in_part(text, 0..cut);
            let mut found: Vec<_> = first.by_ref().collect();
            found.extend(extractor.in_part(text, first.position()..text.len()));
            assert_eq!(found, expected, "{name}, cut at {cut}: {:?}", shown());
        }
        let streamed: Vec<_> = extractor.in_reader(text).map(Result::unwrap).collect();
        assert_eq!(streamed, expected, "{name}, a stream: {:?}", shown());
        expected.len()
    }

    #[test]
    fn grammars_have_bytes_before_the_colon() {
        let without = extractors().filter(|(_, extractor)| extractor.before_colon.is_none());
        let without: Vec<&str> = without.map(|(grammar, _)| grammar.document().id).collect();
        // Some of their texts have no colon, or begin with a mark, as citations do.
        let is_practice = |id: &&str| Grammar::PRACTICES.iter().any(|one| one.as_str() == *id);
        let documents: Vec<&str> = without.iter().copied().filter(|id| !is_practice(id)).collect();
        assert_eq!(documents, ["url-1993", "urc-1993", "rfc1630", "urn-1995"]);
        // What takes a text without a scheme is searched mark by mark.
        assert!(without.contains(&"python-3.14") && !without.contains(&"whatwg"), "{without:?}");
        let before = Extractor::new(Grammar::Rfc3986).before_colon.unwrap();
        let expected =
            (0..=255u8).filter(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
        assert_eq!(before, expected.collect());
        // The letters of `URL:` come to those of `urn`.
        let before = Extractor::new(Grammar::Rfc8141).before_colon.unwrap();
        assert_eq!(before, b"URNLurnl".iter().copied().collect());
    }

    /// Both searches find the same in every short text of these pieces.
    #[test]
    #[ignore = "long; `.ci/long` runs it in release"]
    fn nothing_is_missed_in_short_texts() {
        const PIECES: [&str; 12] =
            ["a", "urn:a", "http://", ":", "//a", "\"", "<", ">", " ", "URL:", "\n", "#"];
        let mut found = 0;
        for (grammar, extractor) in extractors() {
            for length in 0..=4u32 {
                for code in 0..PIECES.len().pow(length) {
                    let piece = |place| PIECES[code / PIECES.len().pow(place) % PIECES.len()];
                    let text: String = (0..length).map(piece).collect();
                    found += check(grammar.document().id, extractor, text.as_bytes());
                }
            }
        }
        assert!(found > 10_000, "{found}");
    }

    /// Both searches find the same in random texts. Some are longer than a window.
    #[test]
    #[ignore = "long; `.ci/long` runs it in release"]
    fn nothing_is_missed_in_random_texts() {
        const PIECES: [&[u8]; 20] = [
            b"http://a/b",
            b"urn:isbn:1",
            b"mailto:a@b",
            b"a1+b.c://d",
            b"<",
            b">",
            b"\"",
            b" ",
            b"\n",
            b"URL:",
            b"url: ",
            b":",
            b"word",
            b"\xE3\x80\x82",
            b"\xFF",
            b"-",
            b"#",
            b"(",
            b"\0",
            b"<\n ",
        ];
        let mut state = 1u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut found = 0;
        for (grammar, extractor) in extractors() {
            for round in 0..300 {
                let mut text = Vec::new();
                for _ in 0..next(40) {
                    text.extend_from_slice(PIECES[next(PIECES.len())]);
                }
                if round % 100 == 0 {
                    let run = [&b" "[..], b"x", b"\" ", b"< x"][next(4)];
                    let many = run.repeat(WINDOW * 3 / run.len() + next(9));
                    text.splice(text.len() / 2..text.len() / 2, many);
                    let streamed: Vec<_> =
                        extractor.in_reader(&text[..]).map(Result::unwrap).collect();
                    let expected: Vec<_> = by_marks(extractor).in_bytes(&text).collect();
                    assert_eq!(streamed, expected, "{}", grammar.document().id);
                } else {
                    found += check(grammar.document().id, extractor, &text);
                }
            }
        }
        assert!(found > 10_000, "{found}");
    }

    /// No byte before the colon can be left out: without it, some identifier is passed over.
    #[test]
    fn a_search_without_one_of_the_bytes_misses_an_identifier() {
        for (grammar, extractor) in extractors() {
            let Some(before) = extractor.before_colon else { continue };
            for byte in before.iter() {
                let letter = char::from(byte);
                let texts = [
                    format!("<{letter}:a>"),
                    format!("<a{letter}:b>"),
                    format!("<{letter}://a/>"),
                    format!("<a{letter}://b/>"),
                    "<URL:urn:ab:c> <url:URN:ab:c> <URL:http://a/b> <url:news:b@c>".into(),
                    "<urn:ab:c> <URN:ab:c>".into(),
                    "<http:a> <HTTP:a> <https://a/> <ftp://a/> <file:///a> <mailto:a@b>".into(),
                ];
                let without = before.without(&[byte].into_iter().collect());
                let poor = Extractor { before_colon: Some(without), ..extractor };
                let misses = |text: &String| {
                    !poor.in_bytes(text.as_bytes()).eq(extractor.in_bytes(text.as_bytes()))
                };
                assert!(texts.iter().any(misses), "{}: {letter:?}", grammar.document().id);
            }
        }
    }
}
