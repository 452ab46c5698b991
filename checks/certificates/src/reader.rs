//! A position in a text of rules, and what the readers of both notations share.

use crate::grammar::{Expr, Grammar, Node, Notation};
use std::collections::HashSet;

/// The deepest permitted nesting of parentheses and operators.
const DEPTH: usize = 100;

/// An expression or something else that was read, or the reason to refuse.
pub(crate) type Read<T = Expr> = Result<T, String>;

pub(crate) struct Reader<'a, 'g> {
    text: &'a str,
    pub(crate) at: usize,
    /// The number of parentheses and operators that are open.
    depth: usize,
    /// The indentation of the first rule of ABNF.
    pub(crate) margin: usize,
    /// The rules that the text defines.
    defined: HashSet<u32>,
    pub(crate) grammar: &'g mut Grammar,
}

/// Reads texts of rules. A rule replaces those of its name in the texts before.
pub(crate) fn read(
    texts: &[String],
    mut grammar: Grammar,
    rules: fn(&mut Reader) -> Read<()>,
) -> Read<Grammar> {
    for text in texts {
        let (defined, grammar) = (HashSet::new(), &mut grammar);
        let mut reader = Reader { text, at: 0, depth: 0, margin: 0, defined, grammar };
        // People cannot see control characters, except tabs and the ends of lines.
        let plain = text.replace("\r\n", "\n\n");
        let hidden = plain.find(|c: char| c.is_control() && !"\t\n".contains(c));
        reader.at = hidden.unwrap_or(0);
        reader.ensure(hidden.is_none(), "a control character")?;
        rules(&mut reader)?;
    }
    Ok(grammar)
}

impl<'a> Reader<'a, '_> {
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
        let found = self.take(token);
        self.ensure(found, &format!("expected `{token}`"))
    }

    /// Takes the characters that belong.
    pub(crate) fn while_in(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Takes blanks, ends of lines, and comments that document nothing.
    pub(crate) fn skip(&mut self) -> &'a str {
        let from = self.rest();
        loop {
            self.while_in(|c| " \t\r\n".contains(c));
            let rest = self.rest();
            let is_comment = match self.grammar.notation {
                Notation::Abnf => rest.starts_with(';'),
                Notation::Pest => rest.starts_with("//") && !rest[2..].starts_with(['/', '!']),
            };
            if !is_comment {
                return &from[..from.len() - rest.len()];
            }
            self.while_in(|c| c != '\n');
        }
    }

    /// Takes a name.
    pub(crate) fn name(&mut self) -> Read<&'a str> {
        let other = if self.grammar.notation == Notation::Abnf { '-' } else { '_' };
        let begins = |c: char| c.is_ascii_alphabetic() || c == '_' && other == '_';
        self.ensure(self.peek().is_some_and(begins), "expected the name of a rule")?;
        Ok(self.while_in(|c| c.is_ascii_alphanumeric() || c == other))
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
        self.ensure(max.is_none_or(|max| min <= max), "the bounds are reversed")?;
        Ok(self.grammar.nodes.of(Node::Repeat(inner, min, max)))
    }

    /// Reads inside of parentheses or behind an operator.
    pub(crate) fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.depth += 1;
        self.ensure(self.depth <= DEPTH, "nested too deeply")?;
        let expr = read(self)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// Reads alternatives of sequences of terms. `then` and `or` take what connects two of them.
    pub(crate) fn terms(
        &mut self,
        term: fn(&mut Self) -> Read,
        then: fn(&mut Self) -> Read<bool>,
        or: fn(&mut Self) -> bool,
    ) -> Read {
        let (mut choice, mut sequence) = (Vec::new(), Vec::new());
        loop {
            sequence.push(term(self)?);
            if then(self)? {
                continue;
            }
            choice.push(self.grammar.join(Node::Sequence, std::mem::take(&mut sequence)));
            if !or(self) {
                return Ok(self.grammar.join(Node::Choice, choice));
            }
        }
    }

    /// Defines a rule, or adds alternatives to it.
    pub(crate) fn define(&mut self, (at, name): (usize, &str), body: Expr, adds: bool) -> Read<()> {
        let rule = self.grammar.rule(name);
        if self.defined.insert(rule) == adds {
            self.at = at;
            return Err(self.wrong("a rule is defined twice, or extended before it is defined"));
        }
        let parts = if adds { vec![self.grammar.body(rule)?, body] } else { vec![body] };
        let body = self.grammar.join(Node::Choice, parts);
        self.grammar.define(rule, body);
        Ok(())
    }

    /// Refuses the text, unless a condition holds.
    pub(crate) fn ensure(&self, holds: bool, message: &str) -> Read<()> {
        if holds {
            return Ok(());
        }
        Err(self.wrong(message))
    }

    pub(crate) fn wrong(&self, message: &str) -> String {
        let line = self.text[..self.at].matches('\n').count() + 1;
        format!("line {line} of the grammar: {message}")
    }
}
