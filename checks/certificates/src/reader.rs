//! A position in a text of rules, and what the readers of both notations share.

use crate::grammar::{Expr, Grammar, Node};
use std::collections::HashSet;

/// The deepest permitted nesting of parentheses and operators.
const DEPTH: usize = 100;

/// An expression or something else that was read, or the reason to refuse.
pub(crate) type Read<T = Expr> = Result<T, String>;

/// A connection of two terms.
#[derive(PartialEq, Eq)]
pub(crate) enum Link {
    Then,
    Or,
    Nothing,
}

pub(crate) struct Reader<'a, 'g> {
    text: &'a str,
    pub(crate) at: usize,
    /// The number of parentheses and operators that are open.
    depth: usize,
    /// The indentation of the first rule of ABNF.
    pub(crate) margin: Option<usize>,
    /// The rules that the text defines.
    own: HashSet<u32>,
    pub(crate) grammar: &'g mut Grammar,
}

impl<'a, 'g> Reader<'a, 'g> {
    /// Refuses control characters except tabs and the ends of lines: people cannot see them.
    pub(crate) fn new(text: &'a str, grammar: &'g mut Grammar) -> Read<Reader<'a, 'g>> {
        let mut reader =
            Reader { text, at: 0, depth: 0, margin: None, own: HashSet::new(), grammar };
        let plain = text.replace("\r\n", "\n\n");
        let mut hidden =
            plain.char_indices().filter(|(_, c)| c.is_control() && !"\t\n".contains(*c));
        if let Some((at, c)) = hidden.next() {
            reader.at = at;
            return Err(reader.wrong(&format!("control character {:X}", u32::from(c))));
        }
        Ok(reader)
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a token, if it is next.
    pub(crate) fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    pub(crate) fn demand(&mut self, token: &str) -> Read<()> {
        if self.take(token) {
            return Ok(());
        }
        Err(self.wrong(&format!("expected `{token}`")))
    }

    /// Takes the characters that belong.
    pub(crate) fn while_in(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Takes a name: a letter, or another character that may be first, and what may follow.
    pub(crate) fn name(&mut self, first: &str, others: &str) -> Read<&'a str> {
        if !self.peek().is_some_and(|c| c.is_ascii_alphabetic() || first.contains(c)) {
            return Err(self.wrong("expected the name of a rule"));
        }
        Ok(self.while_in(|c| c.is_ascii_alphanumeric() || others.contains(c)))
    }

    /// Takes a number, if there is one.
    pub(crate) fn number(&mut self, radix: u32) -> Read<Option<u32>> {
        let digits = self.while_in(|c| c.is_digit(radix));
        if digits.is_empty() {
            return Ok(None);
        }
        let number = u32::from_str_radix(digits, radix);
        number.map(Some).map_err(|_| self.wrong("the number is too large"))
    }

    /// Returns a repetition, if its bounds are in order.
    pub(crate) fn repeat(&mut self, inner: Expr, min: u32, max: Option<u32>) -> Read {
        if max.is_some_and(|max| max < min) {
            return Err(self.wrong("the bounds are reversed"));
        }
        Ok(self.grammar.nodes.of(Node::Repeat(inner, min, max)))
    }

    /// Reads inside of parentheses or behind an operator.
    pub(crate) fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.wrong("nested too deeply"));
        }
        let expr = read(self)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// Reads alternatives of sequences of terms.
    pub(crate) fn terms(
        &mut self,
        term: fn(&mut Self) -> Read,
        link: fn(&mut Self) -> Read<Link>,
    ) -> Read {
        let (mut choice, mut sequence) = (Vec::new(), Vec::new());
        loop {
            sequence.push(term(self)?);
            let link = link(self)?;
            if link != Link::Then {
                choice.push(self.grammar.join(Node::Sequence, std::mem::take(&mut sequence)));
            }
            if link == Link::Nothing {
                return Ok(self.grammar.join(Node::Choice, choice));
            }
        }
    }

    /// Defines a rule, or adds alternatives to it. It replaces one of its name in the texts before.
    pub(crate) fn define(&mut self, (at, name): (usize, &str), body: Expr, adds: bool) -> Read<()> {
        let rule = self.grammar.rule(name);
        if self.own.insert(rule) == adds {
            let why = if adds { "is extended before it is defined" } else { "is defined twice" };
            self.at = at;
            return Err(self.wrong(&format!("{name} {why}")));
        }
        let parts = if adds { vec![self.grammar.body(rule)?, body] } else { vec![body] };
        let body = self.grammar.join(Node::Choice, parts);
        self.grammar.define(rule, body);
        Ok(())
    }

    pub(crate) fn wrong(&self, message: &str) -> String {
        let line = self.text[..self.at].matches('\n').count() + 1;
        format!("line {line} of the grammar: {message}")
    }
}
