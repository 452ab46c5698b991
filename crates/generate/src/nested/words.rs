//! Texts of a PEG's rule, drawn at random as if its choices had no order.
//!
//! Where the order or a predicate refuses such a text, it is a near miss: the matcher says which it
//! is. A rule is cut short where a text gets long or deep: each choice then takes the alternative
//! of the least height. With
//!
//! ```text
//! list = { "(" ~ (item ~ ("," ~ item)*)? ~ ")" }
//! item = { list | 'a'..'z' }
//! ```
//!
//! `'a'..'z'` has the height 0, so `item` has 1, and `list` has 0 as its middle may be absent: an
//! item that is to be short is a letter.

use std::collections::HashMap;

use urigram_automata::peg::{self, CharSet, Expr, Stack, Which};

/// The height of a rule that derives no text, and of one that is not drawn.
const NEVER: u32 = 400;
/// A text of this length in bytes is brought to its end.
const LONG: usize = 120;
/// A text with this many open rules is brought to its end.
const DEEP: u32 = 12;

/// The most expressions of one text. A rule can derive nothing short: `r1 = { r0 ~ r0 }` and so on.
const STEPS: u32 = 20_000;

/// Draws texts of rules.
pub struct Words<'g> {
    grammar: &'g peg::Grammar,
    numbers: HashMap<&'g str, usize>,
    heights: Vec<u32>,
    random: u64,
    texts: Vec<String>,
    steps: u32,
}

impl<'g> Words<'g> {
    /// Makes ready for the rules of a PEG as [`peg::Grammar::explicit`] returns it. Equal seeds
    /// give equal texts.
    pub fn new(grammar: &'g peg::Grammar, seed: u64) -> Words<'g> {
        let rules = grammar.rules();
        let numbers: HashMap<&str, usize> =
            rules.iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
        let heights = vec![NEVER; rules.len()];
        let random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let texts = Vec::new();
        let mut words = Words { grammar, numbers, heights, random, texts, steps: 0 };
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (at, rule) in rules.iter().enumerate() {
                let height = words.height(rule.expr(Which::Raw)).saturating_add(1).min(NEVER);
                is_changed |= height < words.heights[at];
                words.heights[at] = height.min(words.heights[at]);
            }
        }
        words
    }

    /// Draws a text of a rule, by its name in the PEG; `None` for one without, or with too
    /// deep or long ones only.
    pub fn word(&mut self, rule: &str) -> Option<String> {
        let number = *self.numbers.get(rule)?;
        let mut out = String::new();
        self.texts.clear();
        self.steps = STEPS;
        self.rule(number, 0, &mut out)?;
        Some(out)
    }

    /// Returns a text with one character more, one less, or another one. What is new is of the
    /// text, or printable US-ASCII.
    pub fn changed(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let printable = char::from(b' ' + self.below(95) as u8);
        let other = self.below(chars.len());
        let new = chars.get(other).copied().filter(|_| self.below(2) == 0).unwrap_or(printable);
        let at = self.below(chars.len());
        match self.below(3) {
            0 if !chars.is_empty() => drop(chars.remove(at)),
            1 if !chars.is_empty() => chars[at] = new,
            _ => chars.insert(at, new),
        }
        chars.into_iter().collect()
    }

    /// Returns a number below another one, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % bound.max(1) as u64) as usize
    }

    fn height(&self, expr: &Expr) -> u32 {
        let most = |parts: &[Expr]| parts.iter().map(|part| self.height(part)).max();
        match expr {
            Expr::Rule(name) => self.numbers.get(&**name).map_or(NEVER, |&at| self.heights[at]),
            Expr::Sequence(parts) => most(parts).unwrap_or(0),
            Expr::Choice(parts) => {
                parts.iter().map(|part| self.height(part)).min().unwrap_or(NEVER)
            }
            Expr::Repeat { min: 0, .. } | Expr::And(_) | Expr::Not(_) => 0,
            Expr::Class(set) if set.ranges().next().is_none() => NEVER,
            _ => expr.parts().iter().map(|part| self.height(part)).max().unwrap_or(0),
        }
    }

    /// The height of a rule bounds the recursion beyond [`DEEP`].
    fn rule(&mut self, number: usize, depth: u32, out: &mut String) -> Option<()> {
        if self.heights[number] >= NEVER / 2 {
            return None;
        }
        let grammar = self.grammar;
        self.expr(grammar.rules()[number].expr(Which::Raw), depth + 1, out)
    }

    fn expr(&mut self, expr: &'g Expr, depth: u32, out: &mut String) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let is_short = depth > DEEP || out.len() > LONG;
        match expr {
            Expr::Text(text) => out.push_str(text),
            Expr::TextAnyCase(text) if self.below(2) == 0 => out.push_str(text),
            Expr::TextAnyCase(text) => out.push_str(&text.to_ascii_uppercase()),
            Expr::Class(set) => out.push(self.char(set)?),
            Expr::Rule(name) => self.rule(*self.numbers.get(&**name)?, depth, out)?,
            Expr::Sequence(parts) => {
                for part in parts {
                    self.expr(part, depth, out)?;
                }
            }
            Expr::Choice(parts) => {
                let lowest = parts.iter().map(|part| self.height(part)).min()?;
                let bound = if is_short { lowest } else { NEVER / 2 };
                let open: Vec<&Expr> =
                    parts.iter().filter(|part| self.height(part) <= bound).collect();
                let at = self.below(open.len());
                self.expr(*open.get(at)?, depth, out)?;
            }
            Expr::Repeat { expr, min, max, .. } => {
                let more =
                    if is_short || self.height(expr) >= NEVER / 2 { 0 } else { self.below(4) };
                let most = max.unwrap_or(u32::MAX);
                for _ in 0..min.saturating_add(more as u32).min(most) {
                    self.expr(expr, depth, out)?;
                }
            }
            Expr::Stack(stack) => self.stack(stack, depth, out)?,
            _ => {}
        }
        Some(())
    }

    fn stack(&mut self, stack: &'g Stack, depth: u32, out: &mut String) -> Option<()> {
        match stack {
            Stack::Push(inner) => {
                let start = out.len();
                self.expr(inner, depth, out)?;
                self.texts.push(out[start..].to_owned());
            }
            Stack::Restore(inner) => self.expr(inner, depth, out)?,
            Stack::Peek => out.push_str(self.texts.last()?),
            Stack::Pop => out.push_str(&self.texts.pop()?),
            Stack::Drop => drop(self.texts.pop()?),
            Stack::PeekAll => self.texts.iter().rev().for_each(|text| out.push_str(text)),
            Stack::PopAll => {
                while let Some(text) = self.texts.pop() {
                    out.push_str(&text);
                }
            }
            // Which texts these are depends on how many there are.
            _ => return None,
        }
        Some(())
    }

    /// Draws a character: one of US-ASCII more often than others.
    fn char(&mut self, set: &CharSet) -> Option<char> {
        let mut ranges: Vec<(char, char)> = set.ranges().collect();
        if self.below(8) != 0 && ranges.first()?.0.is_ascii() {
            ranges.retain(|range| range.0.is_ascii());
            ranges.iter_mut().for_each(|range| range.1 = range.1.min('~').max(range.0));
        }
        let at = self.below(ranges.len());
        let (low, high) = *ranges.get(at)?;
        let span = u32::from(high) - u32::from(low) + 1;
        // A number between two characters can be a surrogate, which is not a character.
        char::from_u32(u32::from(low) + self.below(span as usize) as u32).or(Some(low))
    }
}
