//! Programs as bytes, which a program of the machine is read from when it is first run.
//!
//! Every number takes seven bits a byte, the lowest first, and a bit that says whether more follow.
//! A list is its length and its items, a text the list of its bytes. So `a = { "b" ~ "c" }` has two
//! texts, no set, and one rule, which leaves a node and is a sequence of two texts:
//!
//! ```text
//! 2 1 b 1 c   0   1 1 a 1   6 2   0 0   0 1
//! ```

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::expr::{Entry, Expr};
use super::program::Program;
use super::set::Set;

/// The deepest nesting of an expression. Grammars have at most 100 levels, and skipping adds some.
const DEEPEST: usize = 300;

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

    /// Returns the program; a program without rules if the bytes are broken.
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
            number(&mut out, u32::from(rule.leaves_node) | u32::from(rule.is_kept) << 1);
            write(&mut out, &rule.expr);
        }
        out
    }

    /// Reads a program that [`Program::packed`] wrote; `None` for other bytes.
    pub fn unpacked(bytes: &[u8]) -> Option<Program> {
        let mut bytes = Bytes(bytes);
        let (mut texts, mut sets, mut rules) = (Vec::new(), Vec::new(), Vec::new());
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
            let (name, how, expr) = (bytes.text()?, bytes.number()?, bytes.expr(0)?);
            let (leaves_node, is_kept) = (how & 1 == 1, how & 2 == 2);
            rules.push(Entry { name, expr, leaves_node, is_kept });
        }
        bytes.0.is_empty().then(|| Program::new(texts, sets, rules))
    }
}

/// Writes an expression: its kind, numbers, and what it is made of.
fn write(out: &mut Vec<u8>, expr: &Expr) {
    // A bound that may be missing is a number from 1 on.
    let bound = |bound: Option<u32>| bound.map_or(0, |bound| bound.saturating_add(1));
    let (kind, numbers): (u8, Vec<u32>) = match expr {
        Expr::Text(of) => (0, vec![*of]),
        Expr::TextAnyCase(of) => (1, vec![*of]),
        Expr::Set(of) => (2, vec![*of]),
        Expr::Start => (3, vec![]),
        Expr::End(leaves_node) => (4, vec![u32::from(*leaves_node)]),
        Expr::Rule(of) => (5, vec![*of]),
        Expr::Sequence(parts) => (6, vec![parts.len() as u32]),
        Expr::Choice(parts) => (7, vec![parts.len() as u32]),
        Expr::Repeat(_, min, max) => (8, vec![*min, bound(*max)]),
        Expr::And(_) => (9, vec![]),
        Expr::Not(_) => (10, vec![]),
        Expr::Restore(_) => (11, vec![]),
        Expr::Push(_) => (12, vec![]),
        Expr::Peek => (13, vec![]),
        Expr::PeekAll => (14, vec![]),
        Expr::Pop => (15, vec![]),
        Expr::PopAll => (16, vec![]),
        Expr::Drop => (17, vec![]),
        Expr::PeekSlice(start, None) => (18, vec![*start as u32]),
        Expr::PeekSlice(start, Some(end)) => (19, vec![*start as u32, *end as u32]),
    };
    out.push(kind);
    numbers.into_iter().for_each(|of| number(out, of));
    expr.parts().iter().for_each(|part| write(out, part));
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

    fn expr(&mut self, depth: usize) -> Option<Expr> {
        let kind = Some(self.byte()?).filter(|_| depth < DEEPEST)?;
        let inner = |bytes: &mut Self| Some(Box::new(bytes.expr(depth + 1)?));
        Some(match kind {
            0 => Expr::Text(self.number()?),
            1 => Expr::TextAnyCase(self.number()?),
            2 => Expr::Set(self.number()?),
            3 => Expr::Start,
            4 => Expr::End(self.number()? == 1),
            5 => Expr::Rule(self.number()?),
            6 | 7 => {
                let count = self.number()?;
                let parts = (0..count).map(|_| self.expr(depth + 1)).collect::<Option<_>>()?;
                if kind == 6 {
                    Expr::Sequence(parts)
                } else {
                    Expr::Choice(parts)
                }
            }
            8 => {
                let (min, max) = (self.number()?, self.number()?);
                Expr::Repeat(inner(self)?, min, max.checked_sub(1))
            }
            9 => Expr::And(inner(self)?),
            10 => Expr::Not(inner(self)?),
            11 => Expr::Restore(inner(self)?),
            12 => Expr::Push(inner(self)?),
            13 => Expr::Peek,
            14 => Expr::PeekAll,
            15 => Expr::Pop,
            16 => Expr::PopAll,
            17 => Expr::Drop,
            18 => Expr::PeekSlice(self.number()? as i32, None),
            19 => Expr::PeekSlice(self.number()? as i32, Some(self.number()? as i32)),
            _ => return None,
        })
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

    fn of(expr: Expr, texts: &[&str], sets: Vec<Set>) -> Program {
        let rule = Entry { name: "a".into(), expr, leaves_node: true, is_kept: false };
        let texts = texts.iter().map(|&text| text.into()).collect();
        Program::new(texts, sets, Vec::from([rule]))
    }

    fn program() -> Program {
        let boxed = |expr| Box::new(expr);
        let parts = Vec::from([
            Expr::Text(0),
            Expr::Repeat(boxed(Expr::Set(0)), 1, Some(2)),
            Expr::Choice(Vec::from([Expr::Rule(200), Expr::PeekSlice(-1, Some(2))])),
            Expr::Not(boxed(Expr::Push(boxed(Expr::TextAnyCase(0))))),
            Expr::End(true),
        ]);
        let sets = Vec::from([Set::new([('0', '9'), ('é', '\u{10FFFF}')])]);
        of(Expr::Sequence(parts), &["b"], sets)
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Program::unpacked(&program().packed()), Some(program()));
    }

    #[test]
    fn the_example_above_is_what_is_written() {
        let expr = Expr::Sequence(Vec::from([Expr::Text(0), Expr::Text(1)]));
        let program = of(expr, &["b", "c"], Vec::new());
        let bytes = [2, 1, b'b', 1, b'c', 0, 1, 1, b'a', 1, 6, 2, 0, 0, 0, 1];
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
