//! Classes of bytes, as patterns and as functions of words.

use std::fmt::Write;

/// The bit that differs between the cases of a letter.
const CASE: u8 = 0x20;

/// A range of bytes below 80; of letters in both cases, with the bit of case.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Range {
    case: u8,
    low: u8,
    high: u8,
}

/// A class of bytes as ranges below 80, or as what is not within them.
pub(super) struct Class {
    ranges: Vec<Range>,
    is_negated: bool,
    has_high: bool,
}

impl Class {
    /// Returns a class; `None` if it takes more than the most ranges, or only some of the bytes
    /// from 80 on.
    pub(super) fn of(bytes: &[u8], most: usize) -> Option<Class> {
        let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
        let has_high = high == 128;
        let (own, others): (Vec<u8>, Vec<u8>) = (0..0x80_u8).partition(|byte| bytes.contains(byte));
        let (own, others) = (ranges(&own), ranges(&others));
        let is_negated = others.len() < own.len();
        let ranges = if is_negated { others } else { own };
        ((high == 0 || has_high) && ranges.len() <= most).then_some(Class {
            ranges,
            is_negated,
            has_high,
        })
    }

    /// Returns an expression of `word` with the high bits of the lanes in the class.
    pub(super) fn inside(&self) -> String {
        let lanes = vec![&*self.ranges; 8];
        let within = within(&lanes, "word");
        match (self.is_negated, self.has_high) {
            (false, false) => within,
            (false, true) => format!("{within} | word"),
            (true, true) => format!("!({within})"),
            (true, false) => format!("!({within}) & !word"),
        }
    }

    /// Returns true if the class is some ranges below 80 and no more.
    pub(super) fn is_plain(&self) -> bool {
        !self.is_negated && !self.has_high && !self.ranges.is_empty()
    }
}

/// Returns an expression with the high bits of those lanes of a word that are each in a plain class
/// of their own.
pub(super) fn each(classes: &[Class], word: &str) -> String {
    let lanes: Vec<&[Range]> = classes.iter().map(|class| &*class.ranges).collect();
    within(&lanes, word)
}

/// Tests each lane by its own ranges. A lane with fewer than others repeats its first one.
fn within(lanes: &[&[Range]], word: &str) -> String {
    let most = lanes.iter().map(|ranges| ranges.len()).max().unwrap_or_default();
    let one = |number: usize| {
        let of = |value: fn(&Range) -> u8| {
            lanes.iter().rev().fold(0_u64, |sum, ranges| {
                let range = ranges.get(number).or(ranges.first());
                sum << 8 | range.map_or(0, |range| u64::from(value(range)))
            })
        };
        let case = match of(|range| range.case) {
            0 => String::new(),
            case => format!(" | {case:#018x}"),
        };
        let (low, high) = (of(|range| range.low), of(|range| range.high));
        format!("within({word}{case}, {low:#018x}, {high:#018x})")
    };
    if most == 0 {
        return "0".to_owned();
    }
    (0..most).map(one).collect::<Vec<_>>().join(" | ")
}

/// Returns the fewest ranges of bytes below 80, letters in both cases as one where that saves some.
fn ranges(bytes: &[u8]) -> Vec<Range> {
    let plain = runs(bytes, 0);
    let is_in = |byte: u8| bytes.contains(&byte);
    let is_both =
        |byte: u8| byte.is_ascii_alphabetic() && is_in(byte | CASE) && is_in(byte & !CASE);
    let (both, others): (Vec<u8>, Vec<u8>) = bytes.iter().partition(|&&byte| is_both(byte));
    let lower: Vec<u8> = both.into_iter().filter(u8::is_ascii_lowercase).collect();
    let cased = [runs(&others, 0), runs(&lower, CASE)].concat();
    if cased.len() < plain.len() {
        cased
    } else {
        plain
    }
}

fn runs(bytes: &[u8], case: u8) -> Vec<Range> {
    let mut runs: Vec<Range> = Vec::new();
    for &byte in bytes {
        match runs.last_mut() {
            Some(last) if last.high + 1 == byte => last.high = byte,
            _ => runs.push(Range { case, low: byte, high: byte }),
        }
    }
    runs
}

/// Returns bytes as a pattern.
pub(super) fn pattern(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut rest = bytes;
    while let [first, ..] = rest {
        let run = rest.iter().zip(*first..=u8::MAX).take_while(|(byte, at)| **byte == *at).count();
        let last = rest[run - 1];
        if !out.is_empty() {
            out.push_str(" | ");
        }
        let _ = match run {
            1 => write!(out, "{}", literal(*first)),
            _ => write!(out, "{}..={}", literal(*first), literal(last)),
        };
        rest = &rest[run..];
    }
    out
}

fn literal(byte: u8) -> String {
    match byte {
        b'\'' | b'\\' => format!("b'\\{}'", char::from(byte)),
        b'!'..=b'~' => format!("b'{}'", char::from(byte)),
        _ => format!("{byte:#04x}"),
    }
}
