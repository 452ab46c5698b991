//! The rules, texts and characters that were tried at the place of an error.
//!
//! The input up to the place is matched once more, as if more followed: each expression that fails
//! at its end is noted, and the end of the input fails, too. With
//!
//! ```text
//! list = { "(" ~ (!"x" ~ item ~ ("," ~ item)*)? ~ ")" }
//! item = { '0'..'9' }
//! ```
//!
//! and `(1;`, the furthest failure is at byte 2, where `","` and `")"` are tried. With `(;` it is
//! at byte 1: `item` and `")"` are tried. The text `"x"` is tried as well, but may not be there:
//! what fails in a negative lookahead is left out. A word that was read in part is tried: with
//! `tru`, it is `"true"`.
//!
//! A *token* is a rule that skips no white space inside, or has no nodes in it. It is reported by
//! its name, unless it consists of words.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::super::set::NO;
use super::super::words::{shown, words, Label, Role, Seen, Tried};
use super::{Expr, Frame, Limits, Machine, Open, Rules, Stop};
use crate::{ByteSet, Expected};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// White space or a comment.
    Skip,
    Token,
    /// A token that is one of some words.
    Words,
    Other,
}

/// A search for what is tried at the end of the input.
pub(super) struct Seek<'a> {
    kinds: Vec<Kind>,
    exact: Option<&'a Expected>,
    seen: Seen,
    /// The least role of what can follow, and the rules that were open at the first of it.
    first: Option<(Role, Vec<Open>)>,
}

/// Returns the words of an error at the end of an input, and the rules that are open there,
/// outermost first. After a limit the words are the bytes of `exact`, if it is there, and no rule
/// is open.
pub(in super::super) fn expected_at_end(
    program: &Rules,
    rule: u32,
    input: &str,
    exact: Option<&Expected>,
    limits: Limits,
) -> (Vec<String>, Vec<Open>) {
    let mut machine = Machine::new(program, input, limits);
    let seek = Seek { kinds: kinds(program), exact, seen: Seen::default(), first: None };
    machine.seek = Some(Box::new(seek));
    match machine.go(rule) {
        Ok(()) if machine.at as usize == input.len() => machine.note(&Expr::End(false)),
        // Some words would look like all of them.
        Err(Stop::Limit(_)) => return (words(&Seen::default(), exact, &|_| ""), Vec::new()),
        _ => {}
    }
    let Some(seek) = machine.seek else { return Default::default() };
    let name = |rule: u32| program.rules.get(rule as usize).map_or("", |rule| &*rule.name);
    (words(&seek.seen, exact, &name), seek.first.map_or_else(Vec::new, |first| first.1))
}

impl<'a> Machine<'a> {
    /// Notes an expression that failed, if it was tried at the end of the input.
    pub(super) fn note(&mut self, expr: &Expr) {
        let Some(mut seek) = self.seek.take() else { return };
        if let Some((tried, bytes)) = self.tried(expr, &seek.kinds).filter(|_| self.denied == 0) {
            let follows = seek.exact.is_none_or(|exact| match tried.label {
                Label::End => exact.end(),
                _ => !exact.bytes().intersection(&bytes).is_empty(),
            });
            let role = seek.seen.add(tried, bytes);
            if follows && seek.first.as_ref().is_none_or(|first| role < first.0) {
                seek.first = Some((role, self.open()));
            }
        }
        self.seek = Some(seek);
    }

    /// Returns what an expression that failed is to a reader; `None` if more follows its place.
    fn tried(&self, expr: &Expr, kinds: &[Kind]) -> Option<(Tried, ByteSet)> {
        let rest = self.input.get(self.at as usize..)?;
        let Rules { texts, sets, .. } = self.program;
        let (own, bytes) = match *expr {
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                let text = texts.get(text as usize)?;
                let start = text.get(..rest.len())?;
                let any_case = matches!(expr, Expr::TextAnyCase(_));
                let is_start = start == rest || any_case && start.eq_ignore_ascii_case(rest);
                let next = *text.as_bytes().get(rest.len()).filter(|_| is_start)?;
                let both = [next.to_ascii_lowercase(), next.to_ascii_uppercase()];
                let bytes = if any_case { &both[..] } else { &[next] };
                (Label::Text(shown(text)), bytes.iter().copied().collect())
            }
            _ if !rest.is_empty() => return None,
            Expr::Set(set) => {
                let table = sets.get(set as usize)?.table();
                (Label::Bytes, (0..=255).filter(|&byte: &u8| table[byte as usize] != NO).collect())
            }
            Expr::End(_) => (Label::End, ByteSet::EMPTY),
            Expr::Peek | Expr::Pop => (Label::Text("the pushed text".into()), ByteSet::EMPTY),
            Expr::PeekAll | Expr::PopAll | Expr::PeekSlice(..) => {
                (Label::Text("the pushed texts".into()), ByteSet::EMPTY)
            }
            _ => return None,
        };
        let is_begun = !rest.is_empty();
        let mut role = if is_begun { Role::Inside } else { Role::New };
        let (mut token, mut node, mut within) = (None, None, Vec::new());
        // The first frame is that of the start rule.
        for frame in self.frames.iter().skip(1).rev() {
            let Frame::Rule { rule, at, .. } = *frame else { continue };
            let kind = *kinds.get(rule as usize)?;
            match kind {
                Kind::Skip => {
                    role = Role::Skipped;
                    break;
                }
                Kind::Other | Kind::Words if at == self.at => within.push(rule),
                Kind::Token if at == self.at && !is_begun => {
                    token = Some(rule);
                    node = token.filter(|_| self.program.rules[rule as usize].leaves_node).or(node);
                }
                Kind::Token if at == self.at => {}
                Kind::Other => break,
                Kind::Token | Kind::Words => role = Role::Inside,
            }
        }
        within.reverse();
        let token = if role == Role::Inside { node } else { token };
        let label = token.map_or(own, Label::Rule);
        Some((Tried { role, label, within }, bytes))
    }

    /// Returns true if the result of a rule at a place is found again although it is known: it may
    /// be another thing to a reader in another token.
    pub(super) fn finds_again(&self, rule: u32, at: u32) -> bool {
        let is_at_end = at as usize == self.input.len();
        self.seek.as_ref().is_some_and(|seek| {
            let kind = seek.kinds.get(rule as usize);
            self.denied > 0 || is_at_end && kind.is_none_or(|kind| *kind != Kind::Other)
        })
    }
}

/// Returns the kind of each rule.
fn kinds(program: &Rules) -> Vec<Kind> {
    let rules = &program.rules;
    let is_skip: Vec<bool> =
        rules.iter().map(|rule| rule.name == "WHITESPACE" || rule.name == "COMMENT").collect();
    let mut callers = vec![Vec::new(); rules.len()];
    for (number, rule) in rules.iter().enumerate().filter(|(number, _)| !is_skip[*number]) {
        rule.expr.rules(&mut |called| {
            if let Some(callers) = callers.get_mut(called as usize) {
                callers.push(number);
            }
        });
    }
    let calls = |of: &dyn Fn(usize) -> bool| {
        let mut reaches = vec![false; rules.len()];
        let mut open: Vec<usize> = (0..rules.len()).filter(|&number| of(number)).collect();
        while let Some(number) = open.pop() {
            for &caller in &callers[number] {
                if !core::mem::replace(&mut reaches[caller], true) {
                    open.push(caller);
                }
            }
        }
        reaches
    };
    let has_nodes = calls(&|number| rules[number].leaves_node && !is_skip[number]);
    let skips = calls(&|number| is_skip[number]);
    let is_spaced = is_skip.contains(&true);
    let kind = |number: usize| {
        if is_skip[number] {
            Kind::Skip
        } else if !has_nodes[number] || is_spaced && !skips[number] {
            Kind::Token
        } else {
            Kind::Other
        }
    };
    let mut kinds: Vec<Kind> = (0..rules.len()).map(kind).collect();
    // Words of words: each round finds those that call the ones that are known.
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (number, rule) in rules.iter().enumerate() {
            if kinds[number] == Kind::Token && has_words(&rule.expr, &kinds) {
                kinds[number] = Kind::Words;
                is_changed = true;
            }
        }
    }
    kinds
}

/// Returns true if an expression is one of some words, lookaheads apart. The nesting of expressions
/// bounds the recursion.
fn has_words(expr: &Expr, kinds: &[Kind]) -> bool {
    match expr {
        Expr::Text(_) | Expr::TextAnyCase(_) => true,
        Expr::Rule(rule) => kinds.get(*rule as usize) == Some(&Kind::Words),
        Expr::Choice(parts) => !parts.is_empty() && parts.iter().all(|it| has_words(it, kinds)),
        Expr::Sequence(parts) => {
            let mut parts = parts.iter().filter(|it| !matches!(it, Expr::And(_) | Expr::Not(_)));
            parts.next().is_some_and(|it| has_words(it, kinds)) && parts.next().is_none()
        }
        _ => false,
    }
}
