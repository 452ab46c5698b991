//! The steps of a value.
//!
//! A step reads bytes from left to right with one byte of state, and writes at most three bytes for
//! each, so that a sequence of steps and an automaton have finitely many states together. What it
//! cannot write yet is in the state. [`Step::Decode`] reads `%41%4`:
//!
//! ```text
//! byte    state                  written
//! %       1: a percent sign
//! 4       6: and the digit 4     (2 + its place in `HEX`)
//! 1       0                      A
//! %       1
//! 4       6
//! end                            %4, which was held back
//! ```
//!
//! Automata cannot compute every value, such as the address that a host with a number as its last
//! label is. A step returns `None` there: the value is unknown, which is never a wrong answer.

/// A function on bytes that writes while it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Letters in US-ASCII become lower case.
    LowerCase,
    /// Percent-encodings become their octets. A `%` without two digits stays.
    Decode,
    /// Percent-encodings of letters, digits and `-._~` become these.
    DecodeUnreserved,
    /// Percent-encodings of letters, digits and `-_~` become these, and a dot stays encoded.
    DecodeSegment,
    /// Percent-encodes every byte except letters, digits, `-._~%` and these.
    Encode(&'static [u8]),
    /// A backslash becomes a slash.
    Slashes,
    /// A colon at the end is removed. Nothing is known of a text with two colons.
    Login,
    /// The digits of percent-encodings become upper case.
    UpperCaseEscapes,
    /// A bracket `[` at the beginning and a bracket `]` at the end are removed. The value of a text
    /// with a bracket only at the beginning is unknown.
    Brackets,
    /// Tabs and line ends are removed.
    Tabs,
    /// Zeros before a number are removed, except the last one of several.
    Number,
    /// A control becomes `_`, as in PHP.
    Controls,
    /// A text ends before a NUL, as in C.
    BeforeNul,
    /// An empty text becomes a slash.
    Slash,
    /// A text that is not empty begins with a slash.
    Rooted,
    /// The value of a text with a byte other than a digit is unknown.
    Digits,
    /// Nothing is known of a text beyond US-ASCII.
    Ascii,
    /// Nothing is known of a text beyond US-ASCII, except that letters become lower case.
    Letters,
    /// Nothing is known of a text with a percent sign that begins no percent-encoding of US-ASCII.
    Escapes,
    /// Nothing is known of a text with an at sign or with U+007F, which JavaScript's package
    /// punycode treats in ways of its own.
    Domain,
    /// Nothing is known of a text with a segment `.` or `..`, or with a percent-encoded dot.
    Dots,
    /// Nothing is known of a text that begins with a bracket.
    Literal,
    /// Nothing is known of a name whose last label is a number, which may be an address.
    Address,
    /// Nothing is known of `localhost`, which is an empty host in URLs of files.
    Localhost,
    /// Nothing is known of any text.
    Unknown,
}

/// The bytes that a step writes for one byte, in order.
pub(super) type Written = [Option<u8>; 3];

/// Returns the number of a kind of bytes. All steps but [`Step::Encode`] treat bytes of a kind
/// alike, except that they write the byte itself, or the letter in lower case.
pub(super) fn kind(byte: u8) -> u16 {
    match byte {
        b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' => u16::from(byte),
        b'%' | b'[' | b']' | b'.' | b'x' | b'X' | b'-' | b'_' | b'~' => u16::from(byte),
        b'/' | b'\\' | b':' | b'@' | 0 | 0x7F => u16::from(byte),
        _ if LOCALHOST.contains(&byte) => u16::from(byte),
        b'a'..=b'z' => 256,
        b'A'..=b'Z' => 257,
        b'\t' | b'\n' | b'\r' => 261,
        0..=0x1F => 258,
        0x80.. => 259,
        _ => 260,
    }
}

const LOCALHOST: &[u8] = b"localhost";

/// States of [`Step::Address`]: the last label so far.
mod label {
    pub(super) const START: u8 = 0;
    pub(super) const DECIMAL: u8 = 1;
    pub(super) const ZERO: u8 = 2;
    pub(super) const HEX: u8 = 3;
    pub(super) const OTHER: u8 = 4;
    /// After the dot behind a number.
    pub(super) const AFTER_NUMBER: u8 = 5;
}

impl Step {
    /// Returns the step of a name, as `"lower-case"`.
    pub fn named(name: &str) -> Option<Step> {
        Some(match name {
            "lower-case" => Step::LowerCase,
            "decode" => Step::Decode,
            "decode-unreserved" => Step::DecodeUnreserved,
            "decode-segment" => Step::DecodeSegment,
            "encode-host" => Step::Encode(b"!$&'()*+,;=[]:"),
            "encode-userinfo" => Step::Encode(b"!$&'()*+,;=:"),
            "encode-path" => Step::Encode(b"!$&'()*+,;=/:@"),
            "encode-relative" => Step::Encode(b"!$&'()*+,;=/@"),
            // The sets of the URL Standard, 1.3.
            "encode-login" => Step::Encode(b"!$&'()*+,:"),
            "encode-url-path" => Step::Encode(b"!$&'()*+,;=/:@[\\]|"),
            "encode-controls" => Step::Encode(b" !\"#$&'()*+,/:;<=>?@[\\]^`{|}"),
            "slashes" => Step::Slashes,
            "login" => Step::Login,
            "upper-case-escapes" => Step::UpperCaseEscapes,
            "brackets" => Step::Brackets,
            "tabs" => Step::Tabs,
            "number" => Step::Number,
            "controls" => Step::Controls,
            "before-nul" => Step::BeforeNul,
            "slash" => Step::Slash,
            "rooted" => Step::Rooted,
            "digits" => Step::Digits,
            "ascii" => Step::Ascii,
            "letters" => Step::Letters,
            "escapes" => Step::Escapes,
            "domain" => Step::Domain,
            "dots" => Step::Dots,
            "literal" => Step::Literal,
            "address" => Step::Address,
            "localhost" => Step::Localhost,
            "unknown" => Step::Unknown,
            _ => return None,
        })
    }

    /// Reads a byte; `None` if nothing is known of a text that has it here.
    // Long because it has an arm for each step; none needs another.
    pub(super) fn read(self, state: &mut u8, byte: u8) -> Option<Written> {
        let one = |byte| Some([Some(byte), None, None]);
        match self {
            Step::LowerCase => one(byte.to_ascii_lowercase()),
            Step::Decode => Some(decode(state, byte, |_| true)),
            Step::DecodeUnreserved => Some(decode(state, byte, is_unreserved)),
            Step::DecodeSegment => {
                Some(decode(state, byte, |octet| octet != b'.' && is_unreserved(octet)))
            }
            Step::Encode(more) => {
                let is_kept = is_unreserved(byte) || byte == b'%' || more.contains(&byte);
                let digit = |value: u8| Some(b"0123456789ABCDEF"[usize::from(value & 15)]);
                if is_kept {
                    return one(byte);
                }
                Some([Some(b'%'), digit(byte >> 4), digit(byte)])
            }
            Step::UpperCaseEscapes => {
                let digits = state.checked_sub(1).filter(|_| byte.is_ascii_hexdigit());
                *state = if byte == b'%' { 2 } else { digits.unwrap_or(0) };
                one(if digits.is_some() { byte.to_ascii_uppercase() } else { byte })
            }
            Step::Brackets => {
                let (next, written) = match (*state, byte) {
                    (0, b'[') => (1, [None; 3]),
                    (0 | 3, _) => (3, [Some(byte), None, None]),
                    (1, b']') => (2, [None; 3]),
                    (1, _) => (1, [Some(byte), None, None]),
                    // A bracket was held back, and it is not at the end.
                    (_, b']') => (2, [Some(b']'), None, None]),
                    _ => (1, [Some(b']'), Some(byte), None]),
                };
                *state = next;
                Some(written)
            }
            Step::Tabs if matches!(byte, b'\t' | b'\n' | b'\r') => Some([None; 3]),
            Step::Tabs => one(byte),
            Step::Number if *state < 2 && byte == b'0' => {
                *state = 1;
                Some([None; 3])
            }
            Step::Number => {
                *state = 2;
                one(byte)
            }
            Step::Controls => one(if byte.is_ascii_control() { b'_' } else { byte }),
            Step::Slashes => one(if byte == b'\\' { b'/' } else { byte }),
            Step::Login => {
                let was = *state;
                match (was, byte) {
                    (0, b':') => *state = 1,
                    (_, b':') => return None,
                    (1, _) => *state = 2,
                    _ => {}
                }
                let colon = Some(b':').filter(|_| was == 1);
                Some([colon, Some(byte).filter(|_| *state != 1), None])
            }
            Step::BeforeNul => {
                *state |= u8::from(byte == 0);
                Some([Some(byte).filter(|_| *state == 0), None, None])
            }
            Step::Slash => {
                *state = 1;
                one(byte)
            }
            Step::Rooted => {
                let is_first = *state == 0;
                *state = 1;
                let slash = Some(b'/').filter(|&slash| is_first && byte != slash);
                Some([slash, Some(byte), None])
            }
            Step::Digits => byte.is_ascii_digit().then_some([Some(byte), None, None]),
            Step::Ascii | Step::Letters => byte.is_ascii().then_some([Some(byte), None, None]),
            Step::Escapes => {
                *state = match (*state, byte) {
                    (0, b'%') => 1,
                    (0, _) => 0,
                    (1, b'0'..=b'7') => 2,
                    (2, _) if byte.is_ascii_hexdigit() => 0,
                    _ => return None,
                };
                one(byte)
            }
            Step::Domain => Some(byte).filter(|byte| !b"@\x7F".contains(byte)).and_then(one),
            Step::Dots => {
                // The dots of a segment so far, 3 if it has another character, and how much of an
                // encoded dot came before.
                let (dots, encoded) = (*state & 3, *state >> 2);
                let encoded = match (encoded, byte) {
                    (2, b'e' | b'E') => return None,
                    (1, b'2') => 2,
                    _ => u8::from(byte == b'%'),
                };
                let dots = match byte {
                    b'/' if matches!(dots, 1 | 2) => return None,
                    b'/' => 0,
                    b'.' => (dots + 1).min(3),
                    _ => 3,
                };
                *state = dots | encoded << 2;
                one(byte)
            }
            Step::Literal if *state == 0 && byte == b'[' => None,
            Step::Literal => {
                *state = 1;
                one(byte)
            }
            Step::Address => {
                let is_number = matches!(*state, label::DECIMAL | label::ZERO | label::HEX);
                let starts = matches!(*state, label::START | label::AFTER_NUMBER);
                *state = match (*state, byte) {
                    (_, b'.') if is_number => label::AFTER_NUMBER,
                    (_, b'.') => label::START,
                    (_, b'0') if starts => label::ZERO,
                    (label::ZERO, b'x' | b'X') => label::HEX,
                    (label::HEX, _) if byte.is_ascii_hexdigit() => label::HEX,
                    (label::DECIMAL | label::ZERO, b'0'..=b'9') => label::DECIMAL,
                    (_, b'0'..=b'9') if starts => label::DECIMAL,
                    _ => label::OTHER,
                };
                one(byte)
            }
            Step::Localhost => {
                let is_next = LOCALHOST.get(usize::from(*state)) == Some(&byte);
                *state = if is_next { *state + 1 } else { u8::MAX };
                one(byte)
            }
            Step::Unknown => None,
        }
    }

    /// Reads the end; `None` if nothing is known of the text.
    pub(super) fn end(self, state: u8) -> Option<Written> {
        match self {
            Step::Decode | Step::DecodeUnreserved | Step::DecodeSegment => Some(held(state)),
            Step::Slash if state == 0 => Some([Some(b'/'), None, None]),
            Step::Brackets if state == 1 => None,
            Step::Escapes if state != 0 => None,
            Step::Dots if matches!(state & 3, 1 | 2) => None,
            Step::Number if state == 1 => Some([Some(b'0'), None, None]),
            Step::Address if !matches!(state, label::START | label::OTHER) => None,
            Step::Localhost if usize::from(state) == LOCALHOST.len() => None,
            Step::Unknown => None,
            _ => Some([None; 3]),
        }
    }
}

fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

const HEX: &[u8; 22] = b"0123456789abcdefABCDEF";

/// Returns what a decoder holds back: nothing in state 0, `%` in state 1, `%` and a digit above.
fn held(state: u8) -> Written {
    let percent = (state > 0).then_some(b'%');
    let digit = state.checked_sub(2).and_then(|digit| HEX.get(usize::from(digit)).copied());
    [percent, digit, None]
}

fn decode(state: &mut u8, byte: u8, decodes: impl Fn(u8) -> bool) -> Written {
    let [percent, digit, _] = held(*state);
    let at = HEX.iter().position(|&known| known == byte);
    let (next, written) = match (percent, digit, at) {
        (Some(_), None, Some(at)) => (2 + at as u8, [None; 3]),
        (Some(_), Some(high), Some(_)) => {
            let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
            let octet = value(high) * 16 + value(byte);
            (
                0,
                if decodes(octet) {
                    [Some(octet), None, None]
                } else {
                    [percent, digit, Some(byte)]
                },
            )
        }
        _ if byte == b'%' => (1, [percent, digit, None]),
        _ => (0, [percent, digit, Some(byte)]),
    };
    *state = next;
    written
}
