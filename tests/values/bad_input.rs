//! Inputs that no entry point of the library may choke on: empty, NUL, not UTF-8, and very long
//! ones, each through every grammar, in a thread with a small stack. What is not linear would not
//! come back from the long ones.

use std::fmt::Write as _;

use rayon::prelude::*;
use urigram::constraints::violations;
use urigram::documents::Form;
use urigram::errors::{explain, SyntaxErrorKind as Kind};
use urigram::extract::Extractor;
use urigram::iri::{iri_to_uri, uri_to_iri};
use urigram::normalization::Objective;
use urigram::selection::accepting;
use urigram::{
    urc, Component, Grammar, Iri, IriBuf, IriRef, IriRefBuf, Normalizer, PercentEncoding, Reading,
    Resolver, Select, Urc, Uri, Urn,
};
use urigram_core::tree::{Tree, TreeError};

/// Enough for every entry point in a debug build, and far too little for recursion on the input.
const STACK: usize = 256 * 1024;

fn in_a_small_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        worker
            .expect("a thread can be started")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Returns a repeated piece between two others, so that the whole has about `size` bytes.
fn long(before: &str, piece: &str, after: &str, size: usize) -> Vec<u8> {
    format!("{before}{}{after}", piece.repeat(size / piece.len())).into_bytes()
}

/// Returns inputs that break parsers which recurse, look back or copy.
fn long_inputs(size: usize) -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for byte in [
        b'a', b'0', b'/', b':', b'%', b'.', b'-', b'#', b'?', b'@', b';', b'[', b'<', b'&', b' ',
        b'\0', 0x80, 0xFF,
    ] {
        inputs.push(vec![byte; size]);
    }
    for (before, piece, after) in [
        ("http://h", "/a", ""),
        ("http://h/", "../", "g"),
        ("http://h/", "./a/", "?q#f"),
        ("http://h/", "%7e", ""),
        ("http://h/?", "a=b&", ""),
        ("http://h/#", "?", ""),
        ("http://", "a.", "a/"),
        ("http://", "a-", "a"),
        ("http://", "a:", "@h:80/"),
        ("http://", "@", "/"),
        ("http://[", "1:", "]"),
        ("http://h:", "8", "/"),
        ("gopher://h/0", "%09", ""),
        ("wais://h/", "a/", ""),
        ("prospero://h:1/", "a%00", ""),
        ("mailto:", "a.", "@h"),
        ("news:", "a.", "b"),
        ("urn:a:", "b", ""),
        ("urn:a:b?+", "c?", "=d"),
        ("urn:", "a-", "a:b"),
        ("<URN:a:b;", "Title=c;", ">"),
        ("<URN:a:b;", "BEGIN=c;", ">"),
        ("<URN:a:b;Title=", "&#60;", ";>"),
        ("<URL:", "http://a/ ", ">"),
        ("http://h/", "\u{E9}", ""),
        ("http://h/", "\u{10FFFD}", ""),
    ] {
        inputs.push(long(before, piece, after, size));
    }
    inputs
}

fn odd_inputs() -> Vec<Vec<u8>> {
    let mut inputs: Vec<Vec<u8>> = vec![Vec::new()];
    inputs.extend((0..=255).map(|byte| vec![byte]));
    for text in [
        "http://a/\0",
        "urn:a:\0",
        "<URN:a:b;Title=\0;>",
        "\u{FEFF}http://a",
        "a\r\nb",
        "//",
        ":",
        "%",
        "%0",
        "[",
        "http://[::",
        "<",
        "<>",
    ] {
        inputs.push(text.into());
    }
    for bytes in [
        &b"http://a/\xFF"[..],
        b"<URN:a:b;Title=\xE9;>",
        b"\xED\xA0\x80",
        b"a\xC3",
        b"\xF4\x90\x80\x80",
        b"urn:a:\xC3\x28",
    ] {
        inputs.push(bytes.into());
    }
    inputs
}

/// Calls every function that takes octets.
fn octets(grammar: Grammar, reading: Reading, input: &[u8]) {
    for table in grammar.tables(reading).all {
        let prefix = table.prefix(input);
        let accepted = table.accepts(input);
        assert_eq!(prefix.accepted == Some(input.len()), accepted);
        match table.check(input, reading) {
            Ok(()) => assert!(accepted),
            Err(error) => {
                assert!(!accepted && !error.is_limit());
                // The end of the longest viable prefix, or the beginning of the character where
                // that ends.
                assert!((prefix.viable.saturating_sub(3)..=prefix.viable).contains(&error.offset()));
                let inside = error.offset() < prefix.viable;
                assert!(!inside || input[error.offset()] >= 0xC0);
                let mut shown = String::new();
                let diagnosis = error
                    .diagnose(input)
                    .accepted_by(accepting(&[], reading).documents(), Grammar::documents())
                    .both_readings(grammar.definition());
                let explained = explain(&error, input);
                write!(shown, "{error:#}\n{diagnosis:#}\n{error:?}\n{explained}")
                    .expect("text can be written");
                assert!(
                    shown.len() < 10_000,
                    "a message is as long as the input: {} bytes",
                    shown.len()
                );
            }
        }
    }
    let found = violations(grammar, reading, input);
    assert!(found.iter().all(|violation| violation.range.end <= input.len()));
    if let Ok(urc) = Urc::parse_by(grammar, reading, input) {
        let _ = (
            urc::elements(urc).count(),
            urc::check_structors(urc).is_ok(),
            urc::canonical(urc).is_ok(),
            urc::compare(urc, urc, Normalizer::new(grammar)).is_equivalent(),
        );
    }
    for found in Extractor::by(grammar, reading).in_bytes(input) {
        assert!(found.range.end <= input.len() as u64);
    }
}

/// Calls every function that takes text.
fn text(grammar: Grammar, reading: Reading, input: &str) {
    let accepted = IriRef::parse_by(grammar, reading, input);
    assert_eq!(accepted.is_ok(), IriRefBuf::parse_by(grammar, reading, input).is_ok());
    assert_eq!(
        Iri::parse_by(grammar, reading, input).is_ok(),
        IriBuf::parse_by(grammar, reading, input).is_ok()
    );
    if let Ok(reference) = accepted {
        for component in Component::ALL {
            assert!(reference.component(component).is_none_or(|part| part.len() <= input.len()));
        }
        let _ = (reference.host_typed(), reference.port_u16());
    }
    if let Ok(urn) = Urn::parse_by(grammar, reading, input) {
        let _ = (urn.nid(), urn.nss(), urn.directives().count());
        assert!(urn.is_equivalent_to(&urn, Objective::default()));
    }
    let normalizer = Normalizer::new(grammar).reading(reading);
    if let Ok(normal) = normalizer.normalize(input) {
        assert!(normal.len() <= 3 * input.len() + 3);
        let _ = (normalizer.steps(input).is_ok(), normalizer.equivalent(input, &normal).is_ok());
    }
    let resolver = Resolver::new(grammar).reading(reading);
    for (base, reference) in [("http://h/a/b", input), (input, "g"), (input, input)] {
        let _ = resolver.resolve(base, reference).is_ok();
    }
    let _ = (
        resolver.relativize("http://h/a/b", input).is_ok(),
        resolver.relativize(input, "http://h/").is_ok(),
    );
    let percent = PercentEncoding::of(grammar).reading(reading);
    let _ = percent.decode(input).is_ok();
    let _ = percent.encode(Component::Path, input.as_bytes()).is_ok();
}

/// Everything that takes an input.
fn everything(input: &[u8]) {
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            octets(grammar, reading, input);
            if let Ok(input) = std::str::from_utf8(input) {
                text(grammar, reading, input);
            }
        }
        let _ = grammar.document().rule(&String::from_utf8_lossy(&input[..input.len().min(300)]));
    }
    for select in [
        Select::Auto,
        Select::Newest,
        Select::Oldest,
        Select::AsOf(Grammar::Rfc2396.document().date),
    ] {
        let selection = select.select(input, Reading::Corrected);
        let accepts = |grammar: Grammar| grammar.tables(Reading::Corrected).start().accepts(input);
        assert!(
            selection.grammar.is_none_or(|grammar| accepts(grammar) == selection.error.is_none()),
            "{select:?}"
        );
    }
    if let Ok(text) = std::str::from_utf8(input) {
        let uri = iri_to_uri(text);
        assert!(uri.is_ok_and(|uri| uri.len() <= 3 * text.len()) || iri_to_uri(text).is_err());
        let _ = uri_to_iri(text);
        assert!(text.len() > 300 || text.parse::<Grammar>().is_err());
    }
}

/// A tree or an error; over the limit, the error that says so.
fn trees(input: &[u8]) {
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            let tree = Tree::parse(grammar, reading, None, input);
            if input.len() > Tree::LONGEST {
                assert!(matches!(tree, Err(TreeError::TooLong)), "{grammar}");
            } else {
                assert_eq!(
                    tree.is_ok(),
                    grammar.tables(reading).start().accepts(input),
                    "{grammar} {input:?}"
                );
            }
        }
    }
}

/// The longest inputs meet only what is asked first of an input.
fn parsing(input: &[u8]) {
    for &grammar in Grammar::ALL {
        let tables = grammar.tables(Reading::Corrected);
        for table in tables.all {
            assert_eq!(table.check(input, Reading::Corrected).is_ok(), table.accepts(input));
        }
        if let (Ok(text), true) = (std::str::from_utf8(input), grammar.document().form != Form::Urc)
        {
            let uri = Iri::parse_by(grammar, Reading::Corrected, text);
            assert_eq!(uri.is_ok(), tables.uri.unwrap_or_else(|| tables.start()).accepts(input));
        }
        assert!(matches!(
            Tree::parse(grammar, Reading::Corrected, None, input),
            Err(TreeError::TooLong)
        ));
    }
    assert_eq!(
        Select::Auto.select(input, Reading::Corrected).grammar.is_none(),
        accepting(input, Reading::Corrected).is_empty()
    );
}

fn each(inputs: Vec<Vec<u8>>, work: impl Fn(&[u8]) + Sync) {
    inputs.par_iter().for_each(|input| in_a_small_stack(|| work(input)));
}

#[test]
fn odd_inputs_are_judged() {
    each(odd_inputs(), everything);
    each(odd_inputs(), trees);
}

#[test]
fn long_inputs_are_judged() {
    each(long_inputs(1024), everything);
    each(long_inputs(1024), trees);
}

#[test]
fn longer_inputs_have_no_trees() {
    each(long_inputs(Tree::LONGEST + 100), trees);
}

#[test]
#[ignore = "two minutes: `cargo test --release --test all bad_input -- --ignored`"]
fn inputs_of_up_to_16_mib_are_judged() {
    each(long_inputs(128 * 1024), everything);
    each(long_inputs(32 * 1024), trees);
    each(long_inputs(16 * 1024 * 1024).into_iter().step_by(3).collect(), parsing);
}

#[test]
fn a_grammar_of_another_form_is_an_error_of_its_own_kind() {
    let of = |grammar, text| Uri::parse_by(grammar, Reading::Corrected, text).unwrap_err();
    let rejected = of(Grammar::Rfc3986, "http://a b");
    assert_eq!((rejected.offset(), rejected.kind()), (8, Kind::Whitespace));
    assert_eq!(of(Grammar::Rfc3987, "http://a/").kind(), Kind::Form);
}
