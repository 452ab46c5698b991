//! The stack of texts.

use alloc::vec::Vec;

use super::{Machine, Text};

impl Machine<'_> {
    pub(super) fn text(&self, number: u32) -> Option<Text> {
        self.texts.get(number as usize).copied()
    }

    /// Puts a text on the stack.
    pub(super) fn put(&mut self, of: Result<(u32, u32), u32>) {
        self.texts.push(Text { of, below: self.top });
        self.top = self.texts.len() as u32 - 1;
    }

    /// Matches a text of the stack.
    pub(super) fn matches(&mut self, text: Text) -> bool {
        let program = self.program;
        let text = match text.of {
            Ok((start, end)) => self.input.get(start as usize..end as usize),
            Err(text) => program.texts.get(text as usize).map(|text| &**text),
        };
        let text = text.unwrap_or("");
        let rest = self.input.get(self.at as usize..).unwrap_or("");
        self.steps += text.len() as u64 / 8;
        let is_match = rest.starts_with(text);
        if is_match {
            self.at += text.len() as u32;
        }
        is_match
    }

    /// Matches the texts from this one down, and returns the first that does not match.
    pub(super) fn matches_all(&mut self, top: u32) -> Option<Text> {
        let (before, mut next) = (self.at, self.text(top));
        while let Some(text) = next {
            self.steps += 1;
            if !self.matches(text) {
                self.at = before;
                return Some(text);
            }
            next = self.text(text.below);
        }
        None
    }

    pub(super) fn matches_slice(&mut self, start: i32, end: Option<i32>) -> bool {
        let mut all = Vec::new();
        let mut next = self.text(self.top);
        while let Some(text) = next {
            self.steps += 1;
            all.push(text);
            next = self.text(text.below);
        }
        all.reverse();
        let place = |index: i32| match usize::try_from(index) {
            Ok(index) => Some(index).filter(|&index| index <= all.len()),
            Err(_) => all.len().checked_sub(index.unsigned_abs() as usize),
        };
        let (Some(start), Some(end)) = (place(start), end.map_or(Some(all.len()), place)) else {
            return false;
        };
        let before = self.at;
        let is_match = (start..end).all(|at| all.get(at).is_some_and(|&text| self.matches(text)));
        if !is_match {
            self.at = before;
        }
        is_match
    }
}
