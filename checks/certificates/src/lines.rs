//! The lines of a certificate, as words.

use crate::grammar::Set;
use crate::{ensure, Checked, Refused};

/// The most bytes of a file of certificates.
const MOST: usize = 64 << 20;

pub(crate) struct Lines<'a> {
    text: &'a str,
    lines: Vec<&'a str>,
    /// The number of lines that were read.
    at: usize,
    /// The theorem that was begun.
    pub(crate) theorem: Option<&'a str>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Lines<'a> {
        Lines { text, lines: text.lines().collect(), at: 0, theorem: None }
    }

    /// Refuses a text that is too long, or that is cut short in a line.
    pub(crate) fn are_whole(&self) -> Checked {
        ensure(self.text.len() <= MOST, "the file has too many bytes")?;
        ensure(self.text.ends_with('\n'), "the file is cut short: its last line has no end")
    }

    /// Returns a message with the place that was read last.
    pub(crate) fn refused(&self, message: String) -> Refused {
        Refused { line: self.at, theorem: self.theorem.map(str::to_owned), message }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.lines.len() - self.at
    }

    /// Returns the first word of the next line.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).map(|line| line.split(' ').next().unwrap_or_default())
    }

    /// Takes a line: its first word and the others.
    pub(crate) fn next(&mut self) -> Checked<(&'a str, Vec<&'a str>)> {
        let line = self.lines.get(self.at).ok_or("the file is cut short")?;
        self.at += 1;
        let mut words = line.split(' ');
        Ok((words.next().unwrap_or_default(), words.collect()))
    }

    /// Takes a line with this first word and a number of others, if its first word is this.
    pub(crate) fn take<const N: usize>(&mut self, word: &str) -> Checked<Option<[&'a str; N]>> {
        if self.peek() != Some(word) {
            return Ok(None);
        }
        let others = <[&str; N]>::try_from(self.next()?.1);
        others.map(Some).map_err(|_| format!("{N} words should follow `{word}`"))
    }

    /// Takes a line that must be next.
    pub(crate) fn demand<const N: usize>(&mut self, word: &str) -> Checked<[&'a str; N]> {
        let end = if self.remaining() == 0 { "the file is cut short: " } else { "" };
        self.take(word)?.ok_or_else(|| format!("{end}expected the line `{word}`"))
    }

    /// Takes the rest of a line after its first word.
    pub(crate) fn rest_if(&mut self, word: &str) -> Option<&'a str> {
        let rest = self.lines.get(self.at)?.strip_prefix(word)?.strip_prefix(' ')?;
        self.at += 1;
        Some(rest)
    }

    /// Reads a number below a limit, in decimal digits without leading zeros.
    pub(crate) fn number(&self, text: &str, limit: usize) -> Checked<usize> {
        let is_plain = text == "0" || text.starts_with(|c| ('1'..='9').contains(&c));
        match text.parse::<u32>() {
            Ok(number) if is_plain && (number as usize) < limit => Ok(number as usize),
            _ => Err(format!("`{text}` is not a number below {limit}")),
        }
    }

    /// Returns the element of this number.
    pub(crate) fn of(&self, text: &str, all: &[u32]) -> Checked<u32> {
        Ok(all[self.number(text, all.len())?])
    }

    /// Returns the elements of these numbers.
    pub(crate) fn all(&self, words: &[&str], all: &[u32]) -> Checked<Vec<u32>> {
        words.iter().map(|word| self.of(word, all)).collect()
    }

    /// Reads ascending ranges of characters: `2D-2E,41-5A`.
    pub(crate) fn ranges(&self, text: &str) -> Checked<Set> {
        let mut ranges: Set = Vec::new();
        for range in text.split(',') {
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            let code = |text| u32::from_str_radix(text, 16).ok().filter(|&code| code <= 0x20_FFFF);
            let ends = code(low).zip(code(high)).filter(|(low, high)| low <= high);
            let (low, high) = ends.ok_or_else(|| format!("`{range}` is not a range"))?;
            ensure(ranges.last().is_none_or(|last| last.1 < low), "the ranges do not ascend")?;
            ranges.push((low, high));
        }
        Ok(ranges)
    }
}
