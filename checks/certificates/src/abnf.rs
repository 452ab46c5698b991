//! The reader of ABNF: RFC 5234, with RFC 7405's strings. Prose values are refused.

use crate::cursor::Cursor;
use crate::grammar::{Expr, Grammar, Node};
use std::collections::HashSet;

/// Reads grammars. A rule replaces those of its name in the texts before.
pub(crate) fn read(texts: &[String], octets: bool) -> Result<Grammar, String> {
    let mut grammar = Grammar::new(octets);
    for text in texts {
        let mut reader = Reader { cursor: Cursor::new(text)?, margin: 0, grammar: &mut grammar };
        reader.rules()?;
    }
    Ok(grammar)
}

struct Reader<'a, 'g> {
    cursor: Cursor<'a>,
    /// The indentation of the first rule. A deeper line continues a rule.
    margin: usize,
    grammar: &'g mut Grammar,
}

impl Reader<'_, '_> {
    fn rules(&mut self) -> Result<(), String> {
        let (mut own, mut is_first) = (HashSet::new(), true);
        loop {
            let line = self.cursor.at;
            let indent = self.cursor.while_in(|c| c == ' ' || c == '\t').len();
            if self.cursor.rest().is_empty() {
                return Ok(());
            }
            if self.at_end_of_line() {
                self.next_line();
                continue;
            }
            if is_first {
                (self.margin, is_first) = (indent, false);
            }
            let name = self.name()?;
            self.gap();
            self.cursor.demand("=")?;
            let adds = self.cursor.take("/");
            self.gap();
            let mut parts = vec![self.alternation()?];
            self.gap();
            if !self.at_end_of_line() {
                return Err(self.cursor.wrong("expected the end of the rule"));
            }
            let rule = self.grammar.rule(&name);
            if own.insert(rule) == adds {
                self.cursor.at = line;
                let message =
                    if adds { "is extended before it is defined" } else { "is defined twice" };
                return Err(self.cursor.wrong(&format!("{name} {message}")));
            }
            if adds {
                parts.insert(0, self.grammar.body(rule)?);
            }
            self.grammar.rules[rule as usize].1 = Some(self.grammar.choice(parts));
        }
    }

    fn at_end_of_line(&self) -> bool {
        let rest = self.cursor.rest();
        rest.is_empty() || rest.starts_with([';', '\n']) || rest.starts_with("\r\n")
    }

    fn next_line(&mut self) {
        self.cursor.while_in(|c| c != '\n');
        self.cursor.take("\n");
    }

    /// Skips blanks, and the ends of lines where a deeper line follows.
    fn gap(&mut self) {
        loop {
            self.cursor.while_in(|c| c == ' ' || c == '\t');
            let end = self.cursor.at;
            let mut indent = 0;
            while self.at_end_of_line() && !self.cursor.rest().is_empty() {
                self.next_line();
                indent = self.cursor.while_in(|c| c == ' ' || c == '\t').len();
            }
            if self.cursor.rest().is_empty() || indent <= self.margin {
                self.cursor.at = end;
                return;
            }
        }
    }

    /// Takes a rule's name. Its case does not matter.
    fn name(&mut self) -> Result<String, String> {
        if !self.cursor.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return Err(self.cursor.wrong("expected the name of a rule"));
        }
        Ok(self.cursor.while_in(|c| c.is_ascii_alphanumeric() || c == '-').to_ascii_lowercase())
    }

    fn alternation(&mut self) -> Result<Expr, String> {
        let mut parts = vec![self.concatenation()?];
        loop {
            self.gap();
            if !self.cursor.take("/") {
                return Ok(self.grammar.choice(parts));
            }
            self.gap();
            parts.push(self.concatenation()?);
        }
    }

    fn concatenation(&mut self) -> Result<Expr, String> {
        let mut parts = vec![self.repetition()?];
        loop {
            let end = self.cursor.at;
            self.gap();
            let begins = |c: char| c.is_ascii_alphanumeric() || "*([\"%<".contains(c);
            if !self.cursor.peek().is_some_and(begins) {
                return Ok(self.grammar.sequence(parts));
            }
            if end == self.cursor.at {
                return Err(self.cursor.wrong("expected a blank between two elements"));
            }
            parts.push(self.repetition()?);
        }
    }

    fn repetition(&mut self) -> Result<Expr, String> {
        let first = self.cursor.number(10)?;
        let (min, max) = match (self.cursor.take("*"), first) {
            (true, first) => (first.unwrap_or(0), self.cursor.number(10)?),
            (false, Some(first)) => (first, Some(first)),
            (false, None) => return self.element(),
        };
        if max.is_some_and(|max| max < min) {
            return Err(self.cursor.wrong("the bounds are reversed"));
        }
        let inner = self.element()?;
        Ok(self.grammar.node(Node::Repeat(inner, min, max)))
    }

    fn element(&mut self) -> Result<Expr, String> {
        match self.cursor.peek() {
            Some('(') => self.group(")"),
            Some('[') => {
                let inner = self.group("]")?;
                Ok(self.grammar.node(Node::Repeat(inner, 0, Some(1))))
            }
            Some('"') => self.literal(true),
            Some('%') => self.value(),
            _ => {
                let name = self.name()?;
                let rule = self.grammar.rule(&name);
                Ok(self.grammar.node(Node::Rule(rule)))
            }
        }
    }

    fn group(&mut self, close: &str) -> Result<Expr, String> {
        self.cursor.deeper()?;
        self.cursor.at += 1;
        self.gap();
        let inner = self.alternation()?;
        self.gap();
        self.cursor.demand(close)?;
        self.cursor.depth -= 1;
        Ok(inner)
    }

    fn literal(&mut self, any_case: bool) -> Result<Expr, String> {
        self.cursor.demand("\"")?;
        let text = self.cursor.while_in(|c| c != '"' && (' '..='~').contains(&c));
        self.cursor.demand("\"")?;
        Ok(self.grammar.text(text, any_case))
    }

    fn value(&mut self) -> Result<Expr, String> {
        self.cursor.demand("%")?;
        let kind = self.cursor.peek().unwrap_or(' ').to_ascii_lowercase();
        self.cursor.at += usize::from(kind.is_ascii_alphabetic());
        let radix = match kind {
            's' | 'i' => return self.literal(kind == 'i'),
            'x' => 16,
            'd' => 10,
            'b' => 2,
            _ => return Err(self.cursor.wrong("expected x, d, b, s or i after %")),
        };
        let low = self.one(radix)?;
        if self.cursor.take("-") {
            let high = self.one(radix)?;
            if high < low {
                return Err(self.cursor.wrong("the bounds are reversed"));
            }
            return Ok(self.grammar.set(vec![(low, high)]));
        }
        let mut parts = vec![self.grammar.set(vec![(low, low)])];
        while self.cursor.take(".") {
            let value = self.one(radix)?;
            parts.push(self.grammar.set(vec![(value, value)]));
        }
        Ok(self.grammar.sequence(parts))
    }

    /// Takes a value that is a character.
    fn one(&mut self, radix: u32) -> Result<u32, String> {
        let value = self.cursor.number(radix)?;
        let value = value.ok_or_else(|| self.cursor.wrong("expected a digit"))?;
        if self.grammar.all().last().is_none_or(|&(_, last)| value > last) {
            return Err(self.cursor.wrong("the value is no character"));
        }
        Ok(value)
    }
}
