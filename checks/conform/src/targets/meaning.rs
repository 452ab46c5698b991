//! The documents' meaning of identifiers, on hostile ones.

use urigram_core::normalization::Level;
use urigram_core::resolution::{ExcessParents, Target};
use urigram_core::{Grammar, Iri, Normalizer, Reading, Resolver, Urc, Uri, UriRef};
use urigram_extract::extract::Extractor;
use urigram_urc::{canonical, check_structors, compare, elements};

/// Returns the grammar that a byte chooses.
fn grammar(choice: u8) -> Grammar {
    Grammar::ALL[usize::from(choice) % Grammar::ALL.len()]
}

/// Checks normal forms and targets. The first byte selects a grammar; the rest is a base and a
/// reference, with a line feed between them.
///
/// A normal form must be accepted, be its own normal form, and be equivalent to its input. A target
/// must be accepted, and the algorithm in one pass must give the same target as the one with steps.
///
/// # Panics
/// Where that is not so.
pub fn meaning(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (base, reference) = text.split_once('\n').unwrap_or((text, text));
    let grammar = grammar(choice);
    normal_form(grammar, base);
    normal_form(grammar, reference);
    for strict in [true, false] {
        for excess in [ExcessParents::Kept, ExcessParents::Removed, ExcessParents::Refused] {
            resolution(
                Resolver::new(grammar).strict(strict).excess_parents(excess),
                base,
                reference,
            );
        }
    }
    if let (Ok(uri), Ok(relative)) = (Uri::parse(base), UriRef::parse(reference)) {
        let slow = Resolver::new(Grammar::Rfc3986).resolve(base, reference);
        let fast = uri.resolve(relative);
        assert_eq!(
            fast.map(|target| target.to_string()).map_err(|error| error.to_string()),
            slow.map(|target| target.to_string()).map_err(|error| error.to_string()),
            "{base:?} {reference:?}"
        );
    }
}

fn resolution(resolver: Resolver, base: &str, reference: &str) {
    let (target, steps) = resolver.resolve_with_steps(base, reference);
    assert_eq!(target, resolver.resolve(base, reference));
    if let Ok(Target::Iri(iri)) = target {
        assert!(!steps.is_empty());
        let again = Iri::parse_by(iri.grammar(), Reading::Corrected, iri.as_str());
        assert!(again.is_ok_and(|again| again == iri), "{base:?} {reference:?} {iri}");
    }
}

fn normal_form(grammar: Grammar, input: &str) {
    for level in Level::ALL {
        let normalizer = Normalizer::new(grammar).up_to(level);
        let Ok(normal) = normalizer.normalize(input) else { return };
        let again = normalizer.normalize(&normal);
        assert_eq!(again.as_deref(), Ok(&*normal), "{grammar} {level:?} {input:?}");
        let keys = [input, &normal]
            .map(|text| normalizer.key(text).map(|key| key.map(std::borrow::Cow::into_owned)));
        assert_eq!(keys[0], keys[1], "{grammar} {level:?} {input:?} {normal:?}");
        let compared = normalizer.equivalent(input, &normal).expect("both are accepted");
        assert_eq!(
            compared.is_equivalent(),
            keys[0] != Ok(None),
            "{grammar} {level:?} {input:?} {normal:?}"
        );
        let steps = normalizer.steps(input).unwrap_or_default();
        assert_eq!(
            steps.last().map_or(input, |(_, text)| text),
            normal,
            "{grammar} {level:?} {input:?}"
        );
    }
}

/// Checks extraction from a text, by a grammar and a reading that the first byte chooses.
///
/// A whole text and a stream of it give the same results, in order. The grammar accepts each
/// result. A result that is not marked as joined is in the text as it is.
///
/// # Panics
/// Panics if one of these statements is false.
pub fn extract(data: &[u8]) {
    let Some((&choice, text)) = data.split_first() else { return };
    let grammar = grammar(choice);
    let reading = Reading::ALL[usize::from(choice) / Grammar::ALL.len() % Reading::ALL.len()];
    let extractor = Extractor::by(grammar, reading);
    let at_once: Vec<_> =
        extractor.in_bytes(text).map(urigram_extract::extract::Extracted::into_owned).collect();
    let piece_by_piece: Result<Vec<_>, _> = extractor.in_reader(Pieces(text)).collect();
    let piece_by_piece = piece_by_piece.expect("reading from memory does not fail");
    assert_eq!(at_once, piece_by_piece, "{grammar} {}", text.escape_ascii());
    let mut before = 0;
    for one in &at_once {
        assert!(before <= one.range.start && one.range.start < one.range.end, "{one:?}");
        before = one.range.end;
        let here = &text[one.range.start as usize..one.range.end as usize];
        let table = grammar.tables(reading).start();
        assert!(
            table.accepts(&one.text),
            "{grammar} {reading:?} rejects {one} of {}",
            text.escape_ascii()
        );
        let unbroken = here.iter().filter(|byte| !matches!(byte, b' ' | b'\t'..=b'\r' | 0));
        assert_eq!(one.joined, one.text.as_ref() != here, "{one:?} in {}", text.escape_ascii());
        assert!(!one.joined || one.text.iter().eq(unbroken), "{one:?} in {}", text.escape_ascii());
    }
}

/// A reader that gives a few bytes at a time.
struct Pieces<'a>(&'a [u8]);

impl std::io::Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let len = into.len().min(self.0.len()).min(7);
        let (now, later) = self.0.split_at(len);
        into[..len].copy_from_slice(now);
        self.0 = later;
        Ok(len)
    }
}

/// Checks that a citation contains its elements, and that it is equivalent to its canonical form.
///
/// # Panics
/// Where that is not so.
pub fn urc(data: &[u8]) {
    let Ok(urc) = Urc::parse(data) else { return };
    assert!(elements(urc).all(|element| element.range.end <= data.len()));
    if let Err(error) = check_structors(urc) {
        assert!(error.range.end <= data.len());
    }
    let is_same = |other| compare(urc, other, Normalizer::new(Grammar::Urc1993)).is_equivalent();
    assert!(is_same(urc));
    if let Ok(form) = canonical(urc) {
        let again = Urc::parse(&form).expect("a canonical form is accepted");
        assert_eq!(canonical(again).as_ref(), Ok(&form), "{}", data.escape_ascii());
        assert!(is_same(again), "{}", data.escape_ascii());
    }
}
