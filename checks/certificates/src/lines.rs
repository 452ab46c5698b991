//! The lines of a certificate, as words.

use crate::grammar::Set;

/// The most bytes of a file of certificates.
const MOST: usize = 64 << 20;

pub(crate) struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The number of lines that were read.
    pub(crate) at: usize,
    /// True in lists of ABNF.
    pub(crate) is_abnf: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Result<Lines<'a>, String> {
        if text.len() > MOST {
            return Err(format!("more than {MOST} bytes"));
        }
        if !text.ends_with('\n') {
            return Err("the file is cut short: its last line has no end".to_owned());
        }
        Ok(Lines { lines: text.lines().collect(), at: 0, is_abnf: false })
    }

    pub(crate) fn remaining(&self) -> usize {
        self.lines.len() - self.at
    }

    /// Returns the first word of the next line.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.lines.get(self.at).map(|line| line.split(' ').next().unwrap_or_default())
    }

    /// Takes a line: its first word and the others.
    pub(crate) fn next(&mut self) -> Result<(&'a str, Vec<&'a str>), String> {
        let line = self.lines.get(self.at).ok_or("the file is cut short")?;
        self.at += 1;
        let mut words = line.split(' ');
        Ok((words.next().unwrap_or_default(), words.collect()))
    }

    /// Takes a line if it begins with a word, and returns the others.
    pub(crate) fn next_if(&mut self, word: &str) -> Result<Option<Vec<&'a str>>, String> {
        match self.peek() {
            Some(found) if found == word => Ok(Some(self.next()?.1)),
            _ => Ok(None),
        }
    }

    /// Takes a line that is one word.
    pub(crate) fn exactly(&mut self, word: &str) -> Result<(), String> {
        match self.next_if(word)? {
            Some(others) if others.is_empty() => Ok(()),
            _ if self.remaining() == 0 => Err(format!("the file is cut short before `{word}`")),
            _ => Err(format!("expected the line `{word}`")),
        }
    }

    /// Takes the rest of a line after its first word.
    pub(crate) fn rest_if(&mut self, word: &str) -> Option<&'a str> {
        let rest = self.lines.get(self.at)?.strip_prefix(word)?.strip_prefix(' ')?;
        self.at += 1;
        Some(rest)
    }

    /// Reads a number below a limit, in decimal digits without leading zeros.
    pub(crate) fn number(&self, text: &str, limit: usize) -> Result<usize, String> {
        let number: Option<u32> = text.parse().ok().filter(|n: &u32| n.to_string() == text);
        let number = number.ok_or_else(|| format!("`{text}` is no number"))? as usize;
        if number < limit {
            return Ok(number);
        }
        Err(format!("{number} is too large: it should be less than {limit}"))
    }

    /// Returns the element of this number.
    pub(crate) fn of(&self, text: &str, all: &[u32]) -> Result<u32, String> {
        Ok(all[self.number(text, all.len())?])
    }

    /// Reads ascending ranges of characters: `2D-2E,41-5A`.
    pub(crate) fn ranges(&self, text: &str) -> Result<Set, String> {
        let mut ranges: Set = Vec::new();
        for range in text.split(',') {
            let (low, high) = range.split_once('-').unwrap_or((range, range));
            let code = |text| u32::from_str_radix(text, 16).ok().filter(|&code| code <= 0x10_FFFF);
            let ends = code(low).zip(code(high)).filter(|(low, high)| low <= high);
            let (low, high) = ends.ok_or_else(|| format!("`{range}` is no range"))?;
            if ranges.last().is_some_and(|last| low <= last.1) {
                return Err(format!("`{text}` does not ascend"));
            }
            ranges.push((low, high));
        }
        Ok(ranges)
    }
}
