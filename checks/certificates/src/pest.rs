//! The reader of `.pest` files. It refuses what is not read: the stack, `SOI`, implicit blanks and
//! comments, tags, block comments and Unicode's properties.

use crate::cursor::Cursor;
use crate::grammar::{Expr, Grammar, Node, Set};
use std::collections::HashSet;

/// Names that no rule may have: pest has a meaning of its own for them.
const RESERVED: [&str; 12] = [
    "_",
    "ANY",
    "DROP",
    "EOI",
    "PEEK",
    "PEEK_ALL",
    "POP",
    "POP_ALL",
    "PUSH",
    "SOI",
    "WHITESPACE",
    "COMMENT",
];

/// Reads grammars. A rule replaces those of its name in the texts before.
pub(crate) fn read(texts: &[String], octets: bool) -> Result<Grammar, String> {
    let mut grammar = Grammar::new(octets);
    for text in texts {
        Reader { cursor: Cursor::new(text)?, grammar: &mut grammar }.rules()?;
    }
    // pest refuses a grammar with such a name, whichever rule uses it.
    (0..grammar.rules.len() as u32).try_for_each(|rule| grammar.body(rule).map(drop))?;
    Ok(grammar)
}

/// Returns the set that pest has under a name.
fn built_in(name: &str, all: Set) -> Option<Set> {
    let text = match name {
        "ANY" => return Some(all),
        "ASCII" => "\0\x7F",
        "ASCII_DIGIT" => "09",
        "ASCII_NONZERO_DIGIT" => "19",
        "ASCII_BIN_DIGIT" => "01",
        "ASCII_OCT_DIGIT" => "07",
        "ASCII_HEX_DIGIT" => "09AFaf",
        "ASCII_ALPHA_LOWER" => "az",
        "ASCII_ALPHA_UPPER" => "AZ",
        "ASCII_ALPHA" => "AZaz",
        "ASCII_ALPHANUMERIC" => "09AZaz",
        _ => return None,
    };
    Some(text.as_bytes().chunks(2).map(|ends| (ends[0].into(), ends[1].into())).collect())
}

struct Reader<'a, 'g> {
    cursor: Cursor<'a>,
    grammar: &'g mut Grammar,
}

impl<'a> Reader<'a, '_> {
    fn rules(&mut self) -> Result<(), String> {
        let mut own = HashSet::new();
        loop {
            self.blanks();
            if self.cursor.take("///") || self.cursor.take("//!") {
                self.cursor.while_in(|c| c != '\n');
                continue;
            }
            if self.cursor.rest().is_empty() {
                return Ok(());
            }
            let name = self.name()?;
            if RESERVED.contains(&name) || built_in(name, Set::new()).is_some() {
                return Err(self.cursor.wrong(&format!("a rule cannot be called {name}")));
            }
            self.demand("=")?;
            self.blanks();
            // Kinds of nodes in trees: without implicit blanks, they do not change what matches.
            let _kind = ["_", "@", "$", "!"].iter().any(|kind| self.cursor.take(kind));
            self.demand("{")?;
            self.take("|");
            let body = self.expression()?;
            self.demand("}")?;
            let rule = self.grammar.rule(name);
            if !own.insert(rule) {
                return Err(self.cursor.wrong(&format!("{name} is defined twice")));
            }
            self.grammar.rules[rule as usize].1 = Some(body);
        }
    }

    /// Skips blanks and comments that document nothing.
    fn blanks(&mut self) {
        loop {
            self.cursor.while_in(|c| " \t\r\n".contains(c));
            let rest = self.cursor.rest();
            if !rest.starts_with("//") || rest.starts_with("///") || rest.starts_with("//!") {
                return;
            }
            self.cursor.while_in(|c| c != '\n');
        }
    }

    fn take(&mut self, token: &str) -> bool {
        self.blanks();
        self.cursor.take(token)
    }

    fn demand(&mut self, token: &str) -> Result<(), String> {
        self.blanks();
        self.cursor.demand(token)
    }

    fn name(&mut self) -> Result<&'a str, String> {
        if !self.cursor.peek().is_some_and(|c| c == '_' || c.is_ascii_alphabetic()) {
            return Err(self.cursor.wrong("expected a name"));
        }
        Ok(self.cursor.while_in(|c| c == '_' || c.is_ascii_alphanumeric()))
    }

    fn expression(&mut self) -> Result<Expr, String> {
        let (mut choice, mut sequence) = (Vec::new(), vec![self.term()?]);
        loop {
            if self.take("~") {
                sequence.push(self.term()?);
                continue;
            }
            choice.push(self.grammar.sequence(std::mem::take(&mut sequence)));
            if !self.take("|") {
                return Ok(self.grammar.choice(choice));
            }
            sequence.push(self.term()?);
        }
    }

    /// Reads prefixes, an operand and its repetitions, which bind tighter than prefixes.
    fn term(&mut self) -> Result<Expr, String> {
        self.blanks();
        if let Some(mark @ ('&' | '!')) = self.cursor.peek() {
            self.cursor.at += 1;
            self.cursor.deeper()?;
            let inner = self.term()?;
            self.cursor.depth -= 1;
            let node = if mark == '&' { Node::And(inner) } else { Node::Not(inner) };
            return Ok(self.grammar.node(node));
        }
        let mut expr = self.operand()?;
        let before = self.cursor.depth;
        while let Some((min, max)) = self.times()? {
            self.cursor.deeper()?;
            expr = self.grammar.node(Node::Repeat(expr, min, max));
        }
        self.cursor.depth = before;
        Ok(expr)
    }

    fn times(&mut self) -> Result<Option<(u32, Option<u32>)>, String> {
        for (mark, times) in [("?", (0, Some(1))), ("*", (0, None)), ("+", (1, None))] {
            if self.take(mark) {
                return Ok(Some(times));
            }
        }
        if !self.take("{") {
            return Ok(None);
        }
        self.blanks();
        let min = self.cursor.number(10)?;
        let max = if self.take(",") {
            self.blanks();
            self.cursor.number(10)?
        } else {
            min
        };
        self.demand("}")?;
        let is_bare = min.is_none() && max.is_none();
        if is_bare || max == Some(0) || max.is_some_and(|max| min > Some(max)) {
            return Err(self.cursor.wrong("these numbers bound no repetition"));
        }
        Ok(Some((min.unwrap_or(0), max)))
    }

    fn operand(&mut self) -> Result<Expr, String> {
        match self.cursor.peek() {
            Some('(') => {
                self.cursor.deeper()?;
                self.cursor.at += 1;
                let inner = self.expression()?;
                self.demand(")")?;
                self.cursor.depth -= 1;
                Ok(inner)
            }
            Some('"') => {
                let text = self.string()?;
                Ok(self.grammar.text(&text, false))
            }
            Some('^') => {
                self.cursor.at += 1;
                let text = self.string()?;
                Ok(self.grammar.text(&text, true))
            }
            Some('\'') => {
                let low = self.quoted()?;
                self.demand("..")?;
                self.blanks();
                let high = self.quoted()?;
                Ok(self.grammar.set(vec![(low.into(), high.into())]))
            }
            _ => self.named(),
        }
    }

    fn named(&mut self) -> Result<Expr, String> {
        let name = self.name()?;
        if name == "EOI" {
            return Ok(self.grammar.node(Node::End));
        }
        if name.starts_with("PUSH") || name.starts_with("PEEK") {
            return Err(self.cursor.wrong("the stack is not read"));
        }
        if let Some(set) = built_in(name, self.grammar.all()) {
            return Ok(self.grammar.set(set));
        }
        let rule = self.grammar.rule(name);
        Ok(self.grammar.node(Node::Rule(rule)))
    }

    fn string(&mut self) -> Result<String, String> {
        self.cursor.demand("\"")?;
        let mut text = String::new();
        while !self.cursor.take("\"") {
            text.push(self.character()?);
        }
        Ok(text)
    }

    fn quoted(&mut self) -> Result<char, String> {
        self.cursor.demand("'")?;
        if self.cursor.peek() == Some('\'') {
            return Err(self.cursor.wrong("expected a character"));
        }
        let c = self.character()?;
        self.cursor.demand("'")?;
        Ok(c)
    }

    /// Takes a character or an escape.
    fn character(&mut self) -> Result<char, String> {
        let c = self.cursor.peek().ok_or_else(|| self.cursor.wrong("the text ends in a string"))?;
        self.cursor.at += c.len_utf8();
        if c != '\\' {
            return Ok(c);
        }
        let kind = self.cursor.peek().unwrap_or(' ');
        self.cursor.at += kind.len_utf8().min(self.cursor.rest().len());
        let code = match kind {
            '"' | '\\' | '\'' => return Ok(kind),
            'r' => return Ok('\r'),
            'n' => return Ok('\n'),
            't' => return Ok('\t'),
            '0' => return Ok('\0'),
            'x' => self.cursor.rest().get(..2).filter(|code| code.len() == 2),
            'u' => {
                self.cursor.demand("{")?;
                let rest = self.cursor.rest();
                rest.split('}').next().filter(|code| (2..=6).contains(&code.len()))
            }
            _ => None,
        };
        let is_hex = |code: &&str| code.chars().all(|c| c.is_ascii_hexdigit());
        let code = code.filter(is_hex).ok_or_else(|| self.cursor.wrong("expected an escape"))?;
        self.cursor.at += code.len();
        if kind == 'u' {
            self.cursor.demand("}")?;
        }
        let value = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        value.ok_or_else(|| self.cursor.wrong("the escape is no character"))
    }
}
