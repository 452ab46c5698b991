//! Programs as bytes, which a program of the machine is read from when it is first run.
//!
//! Every number takes seven bits a byte, the lowest first, and a bit that says whether more follow.
//! A list is its length and its items, a text the list of its bytes. So `a = { "b" ~ "c" }` has two
//! texts, no set, one rule, which starts at operation 0 and leaves a node, and three operations:
//!
//! ```text
//! 2 1 b 1 c   0   1 1 a 0 1   3   0 0   0 1   12
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::code::{Entry, Op, Set};
use super::program::Program;

/// The program of a package. It is unpacked when it is first asked for.
///
/// Threads that ask at once may each unpack it, and one result is kept: without `std` no thread can
/// wait for another.
#[doc(hidden)]
#[derive(Debug)]
pub struct Packed {
    bytes: &'static [u8],
    program: OnceBox<Program>,
}

impl Packed {
    /// Keeps the bytes of a program.
    pub const fn new(bytes: &'static [u8]) -> Packed {
        Packed { bytes, program: OnceBox::new() }
    }

    /// Returns the program; one without rules for bytes that are none.
    pub fn program(&self) -> &Program {
        self.program.get_or_init(|| Box::new(Program::unpacked(self.bytes).unwrap_or_default()))
    }
}

impl Program {
    /// Writes the program as bytes.
    pub fn packed(&self) -> Vec<u8> {
        let mut out = Vec::new();
        number(&mut out, self.code.texts.len() as u32);
        self.code.texts.iter().for_each(|text| list(&mut out, text.as_bytes()));
        number(&mut out, self.code.sets.len() as u32);
        for set in &self.code.sets {
            let ranges = set.ranges();
            number(&mut out, ranges.len() as u32);
            for &(low, high) in ranges {
                number(&mut out, u32::from(low));
                number(&mut out, u32::from(high));
            }
        }
        number(&mut out, self.code.rules.len() as u32);
        for rule in &self.code.rules {
            list(&mut out, rule.name.as_bytes());
            number(&mut out, rule.start);
            number(&mut out, u32::from(rule.leaves_node) | u32::from(rule.is_kept) << 1);
        }
        number(&mut out, self.code.ops.len() as u32);
        for op in &self.code.ops {
            let (kind, of) = match *op {
                Op::Text(of) => (0, Some(of)),
                Op::TextAnyCase(of) => (1, Some(of)),
                Op::Set(of) => (2, Some(of)),
                Op::Start => (3, None),
                Op::End(leaves_node) => (4, Some(u32::from(leaves_node))),
                Op::Try(of) => (5, Some(of)),
                Op::Commit(of) => (6, Some(of)),
                Op::Again(of) => (7, Some(of)),
                Op::Look(of) => (8, Some(of)),
                Op::Found(of) => (9, Some(of)),
                Op::Forbidden => (10, None),
                Op::Call(of) => (11, Some(of)),
                Op::Return => (12, None),
                Op::Fail => (13, None),
                Op::Guard => (14, None),
                Op::Unguard => (15, None),
                Op::PushBegin => (16, None),
                Op::PushEnd => (17, None),
                Op::Peek => (18, None),
                Op::PeekAll => (19, None),
                Op::Pop => (20, None),
                Op::PopAll => (21, None),
                Op::Drop => (22, None),
                Op::PeekSlice(start, None) => (23, Some(start as u32)),
                Op::PeekSlice(start, Some(_)) => (24, Some(start as u32)),
                Op::Tag(of) => (25, Some(of)),
                Op::PushText(of) => (26, Some(of)),
            };
            out.push(kind);
            of.into_iter().for_each(|of| number(&mut out, of));
            if let Op::PeekSlice(_, Some(end)) = *op {
                number(&mut out, end as u32);
            }
        }
        out
    }

    /// Reads a program that [`Program::packed`] wrote; `None` for other bytes.
    pub fn unpacked(bytes: &[u8]) -> Option<Program> {
        let mut bytes = Bytes(bytes);
        let (mut ops, mut texts) = (Vec::new(), Vec::new());
        let (mut sets, mut rules) = (Vec::new(), Vec::new());
        for _ in 0..bytes.number()? {
            texts.push(bytes.text()?);
        }
        for _ in 0..bytes.number()? {
            let mut ranges = Vec::new();
            for _ in 0..bytes.number()? {
                ranges.push((bytes.char()?, bytes.char()?));
            }
            sets.push(Set::new(ranges));
        }
        for _ in 0..bytes.number()? {
            let (name, start, how) = (bytes.text()?, bytes.number()?, bytes.number()?);
            let (leaves_node, is_kept) = (how & 1 == 1, how & 2 == 2);
            rules.push(Entry { name, start, leaves_node, is_kept });
        }
        for _ in 0..bytes.number()? {
            ops.push(match bytes.byte()? {
                0 => Op::Text(bytes.number()?),
                1 => Op::TextAnyCase(bytes.number()?),
                2 => Op::Set(bytes.number()?),
                3 => Op::Start,
                4 => Op::End(bytes.number()? == 1),
                5 => Op::Try(bytes.number()?),
                6 => Op::Commit(bytes.number()?),
                7 => Op::Again(bytes.number()?),
                8 => Op::Look(bytes.number()?),
                9 => Op::Found(bytes.number()?),
                10 => Op::Forbidden,
                11 => Op::Call(bytes.number()?),
                12 => Op::Return,
                13 => Op::Fail,
                14 => Op::Guard,
                15 => Op::Unguard,
                16 => Op::PushBegin,
                17 => Op::PushEnd,
                18 => Op::Peek,
                19 => Op::PeekAll,
                20 => Op::Pop,
                21 => Op::PopAll,
                22 => Op::Drop,
                23 => Op::PeekSlice(bytes.number()? as i32, None),
                24 => Op::PeekSlice(bytes.number()? as i32, Some(bytes.number()? as i32)),
                25 => Op::Tag(bytes.number()?),
                26 => Op::PushText(bytes.number()?),
                _ => return None,
            });
        }
        bytes.0.is_empty().then(|| Program::new(ops, texts, sets, rules))
    }
}

pub(super) fn number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn list(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len() as u32);
    out.extend_from_slice(bytes);
}

/// The bytes that are still to be read.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn char(&mut self) -> Option<char> {
        char::from_u32(self.number()?)
    }

    fn text(&mut self) -> Option<String> {
        Some(core::str::from_utf8(self.list()?).ok()?.into())
    }
}

impl<'a> Bytes<'a> {
    pub(super) const fn number(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        while shift < 35 {
            let Some((&byte, rest)) = self.0.split_first() else { return None };
            self.0 = rest;
            number |= (byte as u32 & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
        None
    }

    /// Reads a list of bytes.
    pub(super) const fn list(&mut self) -> Option<&'a [u8]> {
        let Some(length) = self.number() else { return None };
        let Some((list, rest)) = self.0.split_at_checked(length as usize) else { return None };
        self.0 = rest;
        Some(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Program {
        let rule = Entry { name: "a".into(), start: 0, leaves_node: true, is_kept: false };
        let ops = Vec::from([
            Op::Text(0),
            Op::Set(0),
            Op::Call(200),
            Op::PeekSlice(-1, Some(2)),
            Op::End(true),
            Op::Tag(0),
            Op::Return,
        ]);
        let sets = Vec::from([Set::new([('0', '9'), ('é', '\u{10FFFF}')])]);
        Program::new(ops, Vec::from(["b".into()]), sets, Vec::from([rule]))
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Program::unpacked(&program().packed()), Some(program()));
    }

    #[test]
    fn the_example_above_is_what_is_written() {
        let rule = Entry { name: "a".into(), start: 0, leaves_node: true, is_kept: false };
        let ops = Vec::from([Op::Text(0), Op::Text(1), Op::Return]);
        let texts = Vec::from(["b".into(), "c".into()]);
        let program = Program::new(ops, texts, Vec::new(), Vec::from([rule]));
        let bytes = [2, 1, b'b', 1, b'c', 0, 1, 1, b'a', 0, 1, 3, 0, 0, 0, 1, 12];
        assert_eq!(program.packed(), bytes);
    }

    /// Every prefix, and every change of one byte, is a program or none, and runs without harm.
    #[test]
    fn other_bytes_do_no_harm() {
        let packed = program().packed();
        for end in 0..packed.len() {
            assert_eq!(Program::unpacked(&packed[..end]), None, "{end}");
        }
        for at in 0..packed.len() {
            for byte in 0..=255 {
                let mut bytes = packed.clone();
                bytes[at] = byte;
                if let Some(program) = Program::unpacked(&bytes) {
                    let limits = super::super::Limits::for_length(2).with_steps(1_000);
                    let _ = program.parse("a", "b1", limits);
                }
            }
        }
    }
}
