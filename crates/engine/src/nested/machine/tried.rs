//! The texts and characters that were tried at the furthest failure.
//!
//! The input is matched once more, and each expression that fails at the place is noted. With
//!
//! ```text
//! list = { "(" ~ (!"x" ~ item ~ ("," ~ item)*)? ~ ")" }
//! item = { '0'..'9' }
//! ```
//!
//! and `(1;`, the furthest failure is at byte 2, where `","` and `")"` were tried. With `(;` it is
//! at byte 1: the set and `")"` were tried. The text `"x"` was, too, and may not be there: what
//! fails in a negative lookahead is left out.
//!
//! A result that is kept is not found again. So a failure in a negative lookahead is not kept in
//! this run: another call of the rule at the place might be without it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Expr, Machine, Rules, Stop};

/// The most ranges of a set that are written.
const RANGES: usize = 6;

impl<'a> Machine<'a> {
    /// Returns what fails at an offset when a rule is run, in the order in which it is tried; none
    /// if that takes more than a number of steps.
    pub(super) fn tried_at(mut self, rule: u32, offset: u32, steps: u64) -> Vec<String> {
        self.limits.steps = self.limits.steps.min(steps);
        self.seeks = Some(offset);
        let ended = match self.go(rule) {
            Err(Stop::Limit(_)) => return Vec::new(),
            Err(_) => false,
            Ok(()) => self.at == offset,
        };
        let mut names: Vec<String> = Vec::new();
        let failed = self.failed.iter().filter_map(|expr| self.name(expr));
        for name in failed.chain(ended.then(|| "EOI".into())) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Notes an expression that failed, if its place is looked for.
    pub(super) fn note(&mut self, expr: &'a Expr) {
        let is_known = |failed: &&Expr| core::ptr::eq(*failed, expr);
        if self.seeks == Some(self.at) && self.denied == 0 && !self.failed.iter().any(is_known) {
            self.failed.push(expr);
        }
    }

    /// Returns an expression as pest writes it; `None` for one that matches no text.
    fn name(&self, expr: &Expr) -> Option<String> {
        let Rules { texts, sets, .. } = self.program;
        Some(match *expr {
            Expr::Text(text) => format!("{:?}", texts.get(text as usize)?),
            Expr::TextAnyCase(text) => format!("^{:?}", texts.get(text as usize)?),
            Expr::Set(set) => {
                let ranges = sets.get(set as usize)?.ranges();
                let one = |&(low, high): &(char, char)| {
                    if low == high {
                        format!("{low:?}")
                    } else {
                        format!("{low:?}..{high:?}")
                    }
                };
                let mut shown: Vec<String> = ranges.iter().take(RANGES).map(one).collect();
                if ranges.len() > RANGES {
                    shown.push("…".into());
                }
                shown.join(" | ")
            }
            Expr::End(_) => "EOI".into(),
            Expr::Peek => "PEEK".into(),
            Expr::PeekAll => "PEEK_ALL".into(),
            Expr::PeekSlice(..) => "PEEK[..]".into(),
            Expr::Pop => "POP".into(),
            Expr::PopAll => "POP_ALL".into(),
            _ => return None,
        })
    }
}
