//! Automata with a stack as bytes, which a program and a constant read as they are.
//!
//! Numbers and lists of bytes are those of [`packed`](super::packed). Tables are lists whose bytes
//! stay where they are, so a package with a large automaton is compiled no more slowly. With an
//! automaton of two states and two classes that reads `a`, and moves of two bytes each, the bytes
//! are
//!
//! ```text
//! 2 0         two classes; no number of bytes always decides
//! 128 2 ...   256 classes, one for each byte
//! 136 4 ...   4 moves, and 256 more numbers
//! 0 0         no pushes
//! 2 0 1       the second state may end
//! 0 0 0       nothing is popped, and no symbols
//! ```
//!
//! Rules without an automaton have no class: `0`, and the tables of their net follow.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::net::Net;
use super::numbers::{Lists, Numbers};
use super::packed::{list, number, Bytes};
use super::pushdown::Pushdown;

/// The value of an option, or no result of the function.
macro_rules! some {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

/// The lists of an automaton.
const OF_STACK: usize = 8;
/// The lists of a net.
const OF_NET: usize = 7;

impl Pushdown {
    /// Writes the automaton as bytes, without the rules that are open at an error and their names.
    pub fn packed(&self) -> Vec<u8> {
        let mut out = Vec::new();
        number(&mut out, self.width);
        if self.has_all_readings() {
            let net = &self.net;
            number(&mut out, net.width);
            let tables: [&[u8]; OF_NET] = [
                &net.classes,
                net.next.bytes(),
                net.calls.starts.bytes(),
                net.calls.items.bytes(),
                &net.ends,
                net.starts.bytes(),
                &net.is_nullable,
            ];
            tables.iter().for_each(|table| list(&mut out, table));
            return out;
        }
        number(&mut out, self.looks.map_or(0, |looks| looks.saturating_add(1)));
        let tables: [&[u8]; OF_STACK] = [
            &self.classes,
            self.moves.bytes(),
            self.pushes.starts.bytes(),
            self.pushes.items.bytes(),
            &self.ends,
            self.popped.starts.bytes(),
            self.popped.items.bytes(),
            self.symbols.bytes(),
        ];
        tables.iter().for_each(|table| list(&mut out, table));
        out
    }

    /// Reads an automaton that [`Pushdown::packed`] wrote; `None` for other bytes.
    pub const fn unpacked(bytes: &'static [u8]) -> Option<Pushdown> {
        let mut bytes = Bytes(bytes);
        let width = some!(bytes.number());
        if width == 0 {
            let width = some!(bytes.number());
            let [classes, next, call_starts, calls, ends, starts, is_nullable] =
                some!(bytes.lists::<OF_NET>());
            if !bytes.0.is_empty() {
                return None;
            }
            return Some(Pushdown::of_all_readings(Net {
                names: Cow::Borrowed(&[]),
                classes: Cow::Borrowed(classes),
                width,
                next: Numbers::of(next),
                calls: Lists { starts: Numbers::of(call_starts), items: Numbers::of(calls) },
                ends: Cow::Borrowed(ends),
                starts: Numbers::of(starts),
                is_nullable: Cow::Borrowed(is_nullable),
            }));
        }
        let looks = some!(bytes.number());
        let [classes, moves, push_starts, pushes, ends, popped_starts, popped, symbols] =
            some!(bytes.lists::<OF_STACK>());
        let classes = some!(classes.first_chunk());
        if !bytes.0.is_empty() {
            return None;
        }
        Some(Pushdown {
            classes: *classes,
            width,
            moves: Numbers::of(moves),
            pushes: Lists { starts: Numbers::of(push_starts), items: Numbers::of(pushes) },
            ends: Cow::Borrowed(ends),
            popped: Lists { starts: Numbers::of(popped_starts), items: Numbers::of(popped) },
            symbols: Numbers::of(symbols),
            net: Net::EMPTY,
            looks: looks.checked_sub(1),
        })
    }
}

impl<'a> Bytes<'a> {
    const fn lists<const N: usize>(&mut self) -> Option<[&'a [u8]; N]> {
        let mut lists: [&[u8]; N] = [&[]; N];
        let mut at = 0;
        while at < N {
            lists[at] = some!(self.list());
            at += 1;
        }
        Some(lists)
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;

    use super::super::Limits;
    use super::*;

    /// The automaton of `a = "(" [ a ] ")"`: state 1 is inside the outer brackets, 2 inside others.
    fn automaton() -> Pushdown {
        let mut classes = [0; 256];
        (classes[usize::from(b'(')], classes[usize::from(b')')]) = (1, 2);
        let none = u32::MAX;
        let bits = 1 << (b')' - 32);
        Pushdown {
            classes,
            width: 3,
            // Behind the third state, the number 4 is the first push.
            moves: [none, 1, none, none, 4, 3, none, 4, 3, none, none, none]
                .into_iter()
                .chain([none; 256])
                .collect(),
            pushes: [Vec::from([1, 2])].into_iter().collect(),
            ends: Vec::from([0, 0, 0, 1]).into(),
            popped: [(); 4].map(|()| Vec::from([0, 3, 1, 1])).into_iter().collect(),
            symbols: (0..18).map(|at| if at == 10 { bits } else { 0 }).collect(),
            net: Net::EMPTY,
            looks: Some(1),
        }
    }

    /// The rule `a = "(" [ a ]`, by all readings.
    fn readings() -> Pushdown {
        Pushdown::of_all_readings(Net {
            classes: (0..=255).map(|byte| u8::from(byte == b'(')).collect::<Vec<_>>().into(),
            width: 2,
            next: [u32::MAX, 1, u32::MAX, u32::MAX, u32::MAX, u32::MAX].into_iter().collect(),
            calls: [Vec::new(), Vec::from([0, 2]), Vec::new()].into_iter().collect(),
            ends: Vec::from([0, 1, 1]).into(),
            starts: [0].into_iter().collect(),
            is_nullable: Vec::from([0]).into(),
            ..Net::EMPTY
        })
    }

    fn unpacked(bytes: &[u8]) -> Option<Pushdown> {
        Pushdown::unpacked(Box::leak(bytes.into()))
    }

    #[test]
    fn what_is_written_is_read() {
        for automaton in [automaton(), readings()] {
            assert_eq!(unpacked(&automaton.packed()), Some(automaton));
        }
    }

    #[test]
    fn a_constant_and_a_program_read_the_same() {
        let automaton = unpacked(&automaton().packed()).unwrap();
        let limits = Limits::for_length(8);
        for (text, is_accepted) in
            [("()", true), ("(())", true), ("((()))", true), ("(()", false), ("())", false)]
        {
            assert_eq!(automaton.accepts_in_constant(text), Some(is_accepted), "{text}");
            assert_eq!(automaton.accepts(text.as_bytes(), limits), Some(is_accepted), "{text}");
        }
        let readings = unpacked(&readings().packed()).unwrap();
        for (text, is_accepted) in [("", false), ("(", true), ("(((", true), ("()", false)] {
            assert_eq!(readings.accepts_in_constant(text), Some(is_accepted), "{text}");
            assert_eq!(readings.accepts(text.as_bytes(), limits), Some(is_accepted), "{text}");
        }
    }

    #[test]
    fn the_example_above_is_what_is_written() {
        let mut classes = [0; 256];
        classes[usize::from(b'a')] = 1;
        let automaton = Pushdown {
            classes,
            width: 2,
            moves: [u32::MAX, 1].into_iter().chain([u32::MAX; 258]).collect(),
            pushes: Lists::EMPTY,
            ends: Vec::from([0, 1]).into(),
            popped: Lists::EMPTY,
            symbols: Numbers::EMPTY,
            net: Net::EMPTY,
            looks: None,
        };
        let mut bytes = Vec::from([2, 0, 128, 2]);
        bytes.extend(classes);
        bytes.extend([136, 4, 255, 255, 1, 0]);
        bytes.extend([255; 516]);
        bytes.extend([0, 0, 2, 0, 1, 0, 0, 0]);
        assert_eq!(automaton.packed(), bytes);
        assert_eq!(automaton.accepts(b"a", Limits::for_length(1)), Some(true));
    }

    /// No prefix is an automaton. A change of one byte is refused or runs without harm.
    #[test]
    fn other_bytes_do_no_harm() {
        let limits = Limits::for_length(2).with_steps(1_000);
        for automaton in [automaton(), readings()] {
            let packed = automaton.packed();
            for end in 0..packed.len() {
                assert_eq!(unpacked(&packed[..end]), None, "{end}");
            }
            for at in 0..packed.len() {
                for byte in [0, 1, 2, 3, 4, 5, 127, 128, 254, 255] {
                    let mut bytes = packed.clone();
                    bytes[at] = byte;
                    let Some(changed) = unpacked(&bytes) else { continue };
                    for text in ["(())", "(()", ")"] {
                        let _ = changed.accepts_in_constant(text);
                        let _ = changed.parse(text, limits);
                    }
                }
            }
        }
    }
}
