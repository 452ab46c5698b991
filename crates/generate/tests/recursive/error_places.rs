//! The place of the error, and what is expected there, in 40,000 mutants of JSON, against a reader
//! by hand.

use urigram_automata::{peg, Random, Terminals};
use urigram_engine::nested::{Error, Limits};
use urigram_generate::NestedRule;

use crate::recursive::abnf_matcher::strings;
use crate::recursive::specifications::opened;

/// A reader of RFC 8259's `JSON-text`, a byte at a time: it knows of each prefix whether some text
/// goes on with it. `open` has the brackets that are open.
#[derive(Clone)]
struct ByHand {
    open: Vec<u8>,
    at: At,
}

#[derive(Clone, PartialEq)]
enum At {
    Value,
    /// Behind `[`, where an array may end.
    FirstValue,
    /// Behind `{`, where an object may end.
    FirstName,
    Name,
    Colon,
    Behind,
    /// Inside a string, which may be a name; with the ranges of the bytes that a character lacks.
    String {
        is_name: bool,
        rest: Vec<(u8, u8)>,
    },
    Escape {
        is_name: bool,
    },
    Hex {
        is_name: bool,
        left: u8,
    },
    Letters(&'static [u8]),
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

impl ByHand {
    fn new() -> ByHand {
        ByHand { open: Vec::new(), at: At::Value }
    }

    /// Reads a byte if some text goes on with it.
    fn read(&mut self, byte: u8) -> bool {
        let in_string = |is_name| At::String { is_name, rest: Vec::new() };
        let next = match (&self.at, byte) {
            (At::Zero | At::Digits, b'.') => At::Point,
            (At::Zero | At::Digits | At::Fraction, b'e' | b'E') => At::Exponent,
            (At::Digits, b'0'..=b'9') => At::Digits,
            (At::Fraction | At::Point, b'0'..=b'9') => At::Fraction,
            (At::Exponent, b'+' | b'-') => At::Sign,
            (At::Exponent | At::Sign | At::Power, b'0'..=b'9') => At::Power,
            (At::Behind | At::Zero | At::Digits | At::Fraction | At::Power, _) => {
                match (self.open.last(), byte) {
                    (_, b' ' | b'\t' | b'\n' | b'\r') => At::Behind,
                    (Some(b'['), b',') => At::Value,
                    (Some(b'{'), b',') => At::Name,
                    (Some(b'['), b']') | (Some(b'{'), b'}') => {
                        self.open.pop();
                        At::Behind
                    }
                    _ => return false,
                }
            }
            (
                At::Value | At::FirstValue | At::Name | At::FirstName | At::Colon,
                b' ' | b'\t' | b'\n' | b'\r',
            ) => return true,
            (At::FirstValue, b']') | (At::FirstName, b'}') => {
                self.open.pop();
                At::Behind
            }
            (At::Name | At::FirstName, b'"') => in_string(true),
            (At::Colon, b':') => At::Value,
            (At::Value | At::FirstValue, _) => match byte {
                b'[' => {
                    self.open.push(b'[');
                    At::FirstValue
                }
                b'{' => {
                    self.open.push(b'{');
                    At::FirstName
                }
                b'"' => in_string(false),
                b't' => At::Letters(b"rue"),
                b'f' => At::Letters(b"alse"),
                b'n' => At::Letters(b"ull"),
                b'-' => At::Minus,
                b'0' => At::Zero,
                b'1'..=b'9' => At::Digits,
                _ => return false,
            },
            (At::Minus, b'0') => At::Zero,
            (At::Minus, b'1'..=b'9') => At::Digits,
            (At::Letters([first]), _) if *first == byte => At::Behind,
            (At::Letters([first, rest @ ..]), _) if *first == byte => At::Letters(rest),
            (At::String { is_name, rest }, _) => match &rest[..] {
                [(low, high), rest @ ..] if (*low..=*high).contains(&byte) => {
                    At::String { is_name: *is_name, rest: rest.to_vec() }
                }
                [_, ..] => return false,
                [] => match byte {
                    b'"' if *is_name => At::Colon,
                    b'"' => At::Behind,
                    b'\\' => At::Escape { is_name: *is_name },
                    _ => match rest_of(byte) {
                        Some(rest) => At::String { is_name: *is_name, rest: rest.to_vec() },
                        None => return false,
                    },
                },
            },
            (At::Escape { is_name }, b'u') => At::Hex { is_name: *is_name, left: 4 },
            (At::Escape { is_name }, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                in_string(*is_name)
            }
            (At::Hex { is_name, left }, byte) if byte.is_ascii_hexdigit() => match left {
                1 => in_string(*is_name),
                left => At::Hex { is_name: *is_name, left: left - 1 },
            },
            _ => return false,
        };
        self.at = next;
        true
    }

    /// Returns true if the input may end here.
    fn may_end(&self) -> bool {
        let ends = [At::Behind, At::Zero, At::Digits, At::Fraction, At::Power];
        self.open.is_empty() && ends.contains(&self.at)
    }
}

/// Returns the ranges of the bytes that follow the first one of a character of `unescaped`.
fn rest_of(byte: u8) -> Option<&'static [(u8, u8)]> {
    const REST: (u8, u8) = (0x80, 0xBF);
    Some(match byte {
        0x20..=0x7F => &[],
        0xC2..=0xDF => &[REST],
        0xE0 => &[(0xA0, 0xBF), REST],
        0xE1..=0xEC | 0xEE | 0xEF => &[REST, REST],
        0xED => &[(0x80, 0x9F), REST],
        0xF0 => &[(0x90, 0xBF), REST, REST],
        0xF1..=0xF3 => &[REST, REST, REST],
        0xF4 => &[(0x80, 0x8F), REST, REST],
        _ => return None,
    })
}

/// Appends a random value.
fn value(random: &mut Random, depth: usize, out: &mut String) {
    let blank = |random: &mut Random| ["", "", "", " ", "\n\t"][random.below(5)];
    match random.below(if depth == 0 { 6 } else { 10 }) {
        0 => out.push_str(["true", "false", "null"][random.below(3)]),
        1 => out.push_str(&random.below(100_000).to_string()),
        2 => out.push_str(["-0", "0.5", "1e9", "-12.75E-3", "3E+0"][random.below(5)]),
        3..=5 => out.push_str(
            ["\"\"", "\"key\"", "\"a\\\"b\"", "\"\\u00E9\\n\"", "\"größe 例 😀\""][random.below(5)],
        ),
        kind => {
            let (open, close) = if kind < 8 { ('[', ']') } else { ('{', '}') };
            out.push(open);
            for number in 0..random.below(4) {
                out.push_str(if number > 0 { "," } else { "" });
                out.push_str(blank(random));
                if kind >= 8 {
                    out.push_str(["\"a\"", "\"ключ\"", "\"\\\\\""][random.below(3)]);
                    out.push_str(blank(random));
                    out.push(':');
                    out.push_str(blank(random));
                }
                value(random, depth - 1, out);
                out.push_str(blank(random));
            }
            out.push(close);
        }
    }
}

/// Changes some bytes, so that the mutant need not be UTF-8.
fn changed(random: &mut Random, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len() + 1);
        let byte = match random.below(4) {
            0 => random.below(256) as u8,
            _ => b"{}[]:,\"\\ 0123.-+eEtfnu"[random.below(22)],
        };
        match random.below(4) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// Checks a mutant and returns whether it is rejected.
fn check(rule: &NestedRule, mutant: &[u8]) -> bool {
    let mut hand = ByHand::new();
    let mut longest = mutant.iter().take_while(|&&byte| hand.read(byte)).count();
    let checked = rule.check(mutant, Limits::for_length(mutant.len()));
    let shown = || String::from_utf8_lossy(mutant).into_owned();
    if longest == mutant.len() && hand.may_end() {
        assert!(checked.is_ok(), "{checked:?} {:?}", shown());
        return false;
    }
    let Err(Error::Rejected { offset, bytes: Some(expected), .. }) = checked else {
        panic!("{checked:?} {:?}", shown());
    };
    // Inside a character the error is at its first byte.
    while matches!(&hand.at, At::String { rest, .. } if !rest.is_empty()) {
        longest -= 1;
        hand = ByHand::new();
        assert!(mutant[..longest].iter().all(|&byte| hand.read(byte)));
    }
    assert_eq!(offset, longest, "{:?}", shown());
    for byte in 0..=0xFF {
        let can = hand.clone().read(byte);
        assert_eq!(expected.bytes().contains(byte), can, "{byte:#X} at {offset} of {:?}", shown());
    }
    assert_eq!(expected.end(), hand.may_end(), "the end at {offset} of {:?}", shown());
    true
}

#[test]
fn every_error_in_json_is_at_its_place() {
    let rule = opened("json");
    let mut random = Random::seeded(8259);
    let (mut mutants, mut rejected) = (0, 0);
    while mutants < 40_000 {
        let mut text = String::new();
        value(&mut random, 5, &mut text);
        for _ in 0..4 {
            let mutant = changed(&mut random, &text);
            rejected += usize::from(check(&rule, &mutant));
            mutants += 1;
        }
    }
    assert!(rejected > 20_000, "{rejected}");
}

/// The place and the bytes of an error are those of the rule's automaton.
#[test]
fn errors_of_regular_rules_that_skip_white_space_are_exact() {
    let text = "WHITESPACE = _{ \" \" }\nCOMMENT = _{ \"#\" ~ \"a\"* ~ \"#\" }\n\
                sum = { num ~ (\"+\" ~ num)* ~ EOI }\nnum = @{ (\"1\" ~ \"a\"?)+ }";
    let grammar = peg::Grammar::parse(text).unwrap();
    let rule = NestedRule::of_peg(&grammar, "sum");
    assert!(!rule.is_recursive());
    let limits = Default::default();
    let dfa = grammar.dfa("sum", peg::Which::Optimized, Terminals::CodePoints, limits).unwrap();
    let mut rejected = 0;
    for input in strings(b"1a+ #", 6) {
        let checked = rule.check(&input, Limits::for_length(input.len()));
        assert_eq!(checked.is_ok(), dfa.accepts(&input));
        let Err(error) = checked else { continue };
        let Error::Rejected { offset, expected, bytes: Some(bytes), .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(Some(*offset), dfa.reject_offset(&input), "{error}");
        let goes_on = |byte| dfa.reject_offset(&[&input[..*offset], &[byte]].concat());
        let follows = |byte| goes_on(byte).is_none_or(|at| at > *offset);
        assert!((0..=255).all(|byte| bytes.bytes().contains(byte) == follows(byte)), "{error}");
        let is_skipped = expected.iter().any(|it| matches!(&**it, "space" | "\"#\""));
        assert!(!is_skipped || input[..*offset].contains(&b'#'), "{error}");
        rejected += 1;
    }
    assert!(rejected > 10_000, "{rejected}");
}
