//! The file with all that was made of the frames, and the form of its values.
//!
//! It is a [`File`], field by field. A number is written in base 128, low digits first, and each
//! digit but the last has 128 added. A text, bytes and a list begin with their length, an option
//! with the number of its values. A variant of an enum is its number. Runs of equal numbers begin
//! with their count; each is a number and the count of its copies.

use std::sync::LazyLock;

use urigram_automata::Relation;

use super::line::Row;
use super::table::{Runs, Table};
use super::{Broken, Change, Collected, Data, Draft, Frame, Issue, Kind, Line};

/// The file, read when it is first needed. Texts and bytes stay where they are in it.
pub(crate) static FILE: LazyLock<File> =
    LazyLock::new(|| File::read(&mut &include_bytes!("../generated/frames.bin")[..]));

/// Everything that was made of the frames.
pub(crate) struct File {
    pub(crate) lines: &'static [Line],
    pub(crate) frames: &'static [Data],
    pub(crate) revisions: &'static [Row],
    pub(crate) changes: &'static [Change],
    /// The automata of whole references.
    pub(crate) tables: &'static [Table],
}

/// A value of the file.
pub(crate) trait Stored {
    /// Takes a value from the front of what is left of the file.
    fn read(from: &mut &'static [u8]) -> Self;

    /// Writes the value.
    #[cfg_attr(not(feature = "make"), allow(dead_code))]
    fn write(&self, to: &mut Vec<u8>);
}

impl Stored for usize {
    fn read(from: &mut &'static [u8]) -> usize {
        let end = from.iter().position(|digit| *digit < 128).map_or(0, |last| last + 1);
        let (digits, rest) = from.split_at(end);
        *from = rest;
        digits.iter().rev().fold(0, |number, digit| number << 7 | usize::from(digit & 127))
    }

    fn write(&self, to: &mut Vec<u8>) {
        let mut rest = *self;
        while rest > 127 {
            to.push(rest as u8 | 128);
            rest >>= 7;
        }
        to.push(rest as u8);
    }
}

impl Stored for u32 {
    fn read(from: &mut &'static [u8]) -> u32 {
        usize::read(from) as u32
    }

    fn write(&self, to: &mut Vec<u8>) {
        (*self as usize).write(to);
    }
}

impl Stored for &'static [u8] {
    fn read(from: &mut &'static [u8]) -> &'static [u8] {
        let length = usize::read(from);
        let (bytes, rest) = from.split_at(length.min(from.len()));
        *from = rest;
        bytes
    }

    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        to.extend(*self);
    }
}

impl Stored for &'static str {
    fn read(from: &mut &'static [u8]) -> &'static str {
        std::str::from_utf8(Stored::read(from)).unwrap_or_default()
    }

    fn write(&self, to: &mut Vec<u8>) {
        self.as_bytes().write(to);
    }
}

impl<T: Stored> Stored for &'static [T] {
    fn read(from: &mut &'static [u8]) -> &'static [T] {
        (0..usize::read(from)).map(|_| T::read(from)).collect::<Vec<T>>().leak()
    }

    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        self.iter().for_each(|one| one.write(to));
    }
}

impl<T: Stored> Stored for Option<T> {
    fn read(from: &mut &'static [u8]) -> Option<T> {
        (usize::read(from) == 1).then(|| T::read(from))
    }

    fn write(&self, to: &mut Vec<u8>) {
        usize::from(self.is_some()).write(to);
        self.iter().for_each(|one| one.write(to));
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn read(from: &mut &'static [u8]) -> (A, B) {
        (A::read(from), B::read(from))
    }

    fn write(&self, to: &mut Vec<u8>) {
        self.0.write(to);
        self.1.write(to);
    }
}

impl Stored for Runs {
    fn read(from: &mut &'static [u8]) -> Runs {
        let mut all: Vec<u16> = Vec::new();
        for _ in 0..usize::read(from) {
            let (number, count) = <(u32, usize)>::read(from);
            all.extend(std::iter::repeat_n(number as u16, count));
        }
        Runs(all.leak())
    }

    fn write(&self, to: &mut Vec<u8>) {
        self.0.chunk_by(PartialEq::eq).count().write(to);
        let runs = self.0.chunk_by(PartialEq::eq);
        runs.for_each(|run| (u32::from(run[0]), run.len()).write(to));
    }
}

/// Stores structs by their fields and enums by the numbers of their variants.
macro_rules! stored {
    ($($name:ident { $($field:tt),* })*) => {$(
        impl Stored for $name {
            fn read(from: &mut &'static [u8]) -> $name {
                $name { $($field: Stored::read(from)),* }
            }

            fn write(&self, to: &mut Vec<u8>) {
                $(self.$field.write(to);)*
            }
        }
    )*};
    ($($name:ident: $first:ident $(| $variant:ident)*)*) => {$(
        impl Stored for $name {
            fn read(from: &mut &'static [u8]) -> $name {
                let all = [$name::$first $(, $name::$variant)*];
                all.get(usize::read(from)).copied().unwrap_or($name::$first)
            }

            fn write(&self, to: &mut Vec<u8>) {
                (*self as usize).write(to);
            }
        }
    )*};
}

stored! {
    File { lines, frames, revisions, changes, tables }
    Line { id, ends_in }
    Data {
        folder, line, parent, number, commit, date, message, drafts, gone, issues, broken,
        collected, renamed, abnf, pest, facts, start, table
    }
    Draft { name, short }
    Issue { id, title, quote, by }
    Broken { rule, why }
    Collected { rule, printed }
    Row { line, number, commit, date, frame }
    Frame { 0 }
    Change { frame, rule, was, kind, relation, only_before, only_after }
    Table { classes, accepting, next }
}

stored! {
    Kind: New | Gone | Broken | Text | Through
    Relation: Equal | Subset | Superset | Overlapping | Disjoint
}
