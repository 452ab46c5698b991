//! Reading ABNF, by recursive descent.

use super::{Error, ErrorKind, Expr, Grammar, Rule};

/// Groups may nest this deep: far more than anyone writes, far less than the stack holds.
const DEPTH: usize = 100;

pub(crate) fn grammar(text: &str) -> Result<Grammar, Error> {
    Reader { text, at: 0, end: 0, margin: None, depth: 0 }.grammar()
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The end of the last token, so that a rule's source ends on its last line.
    end: usize,
    /// The indentation of the first rule: deeper lines continue a rule, others start one.
    margin: Option<usize>,
    depth: usize,
}

type Read<T> = Result<T, Error>;

impl<'a> Reader<'a> {
    fn grammar(mut self) -> Read<Grammar> {
        self.no_controls()?;
        let mut grammar = Grammar::default();
        let mut comment: Vec<&str> = Vec::new();
        let (mut counted, mut line_number) = (0, 1);
        while self.at < self.text.len() {
            let line = self.line();
            let content = line.trim_start_matches([' ', '\t']);
            let indent = line.len() - content.len();
            if let Some(said) = content.strip_prefix(';') {
                // A comment indented like a continuation belongs to the rule before it.
                if self.margin.is_some_and(|margin| indent > margin) {
                    comment.clear();
                } else {
                    comment.push(said.strip_prefix(' ').unwrap_or(said).trim_end());
                }
                self.next_line();
            } else if content.is_empty() {
                comment.clear();
                self.next_line();
            } else {
                self.margin.get_or_insert(indent);
                self.at += indent;
                line_number += self.text[counted..self.at].matches('\n').count();
                counted = self.at;
                self.rule(&mut grammar, &comment.join("\n"), line_number)?;
                comment.clear();
                self.next_line();
            }
        }
        Ok(grammar)
    }

    /// Refuses control characters everywhere, also in comments, because they are invisible to a
    /// reader.
    fn no_controls(&self) -> Read<()> {
        let wrong = |&(at, c): &(usize, char)| match c {
            '\t' | '\n' => false,
            '\r' => !self.text[at + 1..].starts_with('\n') && at + 1 < self.text.len(),
            c => c.is_control(),
        };
        match self.text.char_indices().find(wrong) {
            Some((at, c)) => Err(self.error_at(at, ErrorKind::Control(c))),
            None => Ok(()),
        }
    }

    fn rule(&mut self, grammar: &mut Grammar, comment: &str, line: usize) -> Read<()> {
        let start = self.at;
        let name = self.name()?.to_owned();
        self.gap();
        if self.peek() == Some('_') {
            return Err(self.error_at(self.at, ErrorKind::Underscore));
        }
        if !self.take("=") {
            return Err(self.expected("\"=\" after the name of the rule"));
        }
        let extends = self.take("/");
        self.gap();
        let expr = self.alternation()?;
        self.gap();
        if !matches!(self.peek(), None | Some(';')) {
            return Err(self.expected("the end of the rule"));
        }
        let source = self.text[start..].lines().next().unwrap_or_default();
        let last = self.text[self.end..].lines().next().unwrap_or_default();
        let source = if self.end <= start + source.len() {
            source
        } else {
            &self.text[start..self.end + last.len()]
        };
        let source = source.trim_end().to_owned();
        match (grammar.index_of(&name), extends) {
            (None, false) => {
                grammar.add(Rule { name, expr, source, comment: comment.to_owned(), line });
            }
            (Some(index), true) => {
                let rule = &mut grammar.rules[index];
                let mut parts =
                    alternatives(std::mem::replace(&mut rule.expr, Expr::Alternation(Vec::new())));
                parts.extend(alternatives(expr));
                rule.expr = Expr::Alternation(parts);
                for (to, from) in
                    [(&mut rule.source, source.as_str()), (&mut rule.comment, comment)]
                {
                    if !to.is_empty() && !from.is_empty() {
                        to.push('\n');
                    }
                    to.push_str(from);
                }
            }
            (Some(_), false) => return Err(self.error_at(start, ErrorKind::Duplicate(name))),
            (None, true) => return Err(self.error_at(start, ErrorKind::NotYetDefined(name))),
        }
        Ok(())
    }

    fn alternation(&mut self) -> Read<Expr> {
        let mut parts = vec![self.concatenation()?];
        loop {
            self.gap();
            if !self.take("/") {
                break;
            }
            self.gap();
            parts.push(self.concatenation()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Alternation(parts) })
    }

    fn concatenation(&mut self) -> Read<Expr> {
        let mut parts = vec![self.repetition()?];
        loop {
            let before = self.at;
            if self.peek() == Some('_') {
                return Err(self.error_at(self.at, ErrorKind::Underscore));
            }
            self.gap();
            if !self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || "*([\"%<".contains(c)) {
                break;
            }
            if before == self.at {
                return Err(self.expected("whitespace between two elements"));
            }
            parts.push(self.repetition()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Concatenation(parts) })
    }

    fn repetition(&mut self) -> Read<Expr> {
        let start = self.at;
        let first = self.number(10)?;
        let (min, max) = if self.take("*") {
            (first.unwrap_or(0), self.number(10)?)
        } else if first.is_some() {
            (first.unwrap_or(0), first)
        } else {
            return self.element();
        };
        if let Some(high) = max.filter(|&max| max < min) {
            return Err(self.error_at(start, ErrorKind::Reversed { low: min, high }));
        }
        Ok(Expr::Repetition { min, max, expr: Box::new(self.element()?) })
    }

    fn element(&mut self) -> Read<Expr> {
        match self.peek() {
            Some(c) if c.is_ascii_alphabetic() => Ok(Expr::Rule(self.name()?.to_owned())),
            Some('(') => self.group(")"),
            Some('[') => Ok(Expr::Optional(Box::new(self.group("]")?))),
            Some('"') => self.literal(false),
            Some('%') => self.value(),
            Some('<') => {
                let said = &self.line()[1..];
                let said = said.split('>').next().unwrap_or(said).to_owned();
                Err(self.error_at(self.at, ErrorKind::Prose(said)))
            }
            _ => Err(self.expected("a rule name, a string, a value, \"(\" or \"[\"")),
        }
    }

    fn group(&mut self, close: &'static str) -> Read<Expr> {
        if self.depth == DEPTH {
            return Err(self.error_at(self.at, ErrorKind::TooDeep(DEPTH)));
        }
        self.depth += 1;
        self.at += 1;
        self.gap();
        let expr = self.alternation()?;
        self.gap();
        if !self.take(close) {
            return Err(self.expected(if close == ")" {
                "\"/\", an element or \")\""
            } else {
                "\"/\", an element or \"]\""
            }));
        }
        self.depth -= 1;
        Ok(expr)
    }

    fn literal(&mut self, case_sensitive: bool) -> Read<Expr> {
        self.at += 1;
        let rest = &self.text[self.at..];
        let text = rest
            .split(|c: char| c == '"' || !(' '..='~').contains(&c))
            .next()
            .unwrap_or(rest)
            .to_owned();
        self.at += text.len();
        if !self.take("\"") {
            return Err(self.expected("printable ASCII and then '\"'"));
        }
        Ok(Expr::Literal { text, case_sensitive })
    }

    fn value(&mut self) -> Read<Expr> {
        self.at += 1;
        let radix = match self.peek().map(|c| c.to_ascii_lowercase()) {
            Some(kind @ ('s' | 'i')) if self.text[self.at + 1..].starts_with('"') => {
                self.at += 1;
                return self.literal(kind == 's');
            }
            Some('x') => 16,
            Some('d') => 10,
            Some('b') => 2,
            _ => return Err(self.expected("x, d, b, s\" or i\" after \"%\"")),
        };
        self.at += 1;
        let start = self.at;
        let mut values = vec![self.digits(radix)?];
        if self.take("-") {
            let (low, high) = (values[0], self.digits(radix)?);
            return if low <= high {
                Ok(Expr::Range(low, high))
            } else {
                Err(self.error_at(start, ErrorKind::Reversed { low, high }))
            };
        }
        while self.take(".") {
            values.push(self.digits(radix)?);
        }
        Ok(Expr::Values(values))
    }

    fn name(&mut self) -> Read<&'a str> {
        let rest = &self.text[self.at..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.expected("the name of a rule"));
        }
        let length =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(rest.len());
        self.at += length;
        self.end = self.at;
        Ok(&rest[..length])
    }

    fn digits(&mut self, radix: u32) -> Read<u32> {
        self.number(radix)?.ok_or_else(|| self.expected("a digit"))
    }

    fn number(&mut self, radix: u32) -> Read<Option<u32>> {
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Ok(None);
        }
        let value = u32::from_str_radix(digits, radix)
            .map_err(|_| self.error_at(self.at, ErrorKind::NumberTooLarge))?;
        self.at += digits.len();
        self.end = self.at;
        Ok(Some(value))
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
            self.end = self.at;
        }
        found
    }

    /// Returns the next character of this line.
    fn peek(&self) -> Option<char> {
        let rest = &self.text[self.at..];
        rest.chars().next().filter(|&c| c != '\n' && !rest.starts_with("\r\n"))
    }

    /// Returns the rest of this line, without its end.
    fn line(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = rest.split('\n').next().unwrap_or(rest);
        if line.len() < rest.len() {
            line.strip_suffix('\r').unwrap_or(line)
        } else {
            line
        }
    }

    fn next_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').map_or(rest.len(), |newline| newline + 1);
    }

    /// Skips blanks and comments, and goes on to the next line if that continues the rule.
    fn gap(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
            if !matches!(self.peek(), None | Some(';')) || !self.continues() {
                return;
            }
        }
    }

    /// Goes to the next line that is neither blank nor comment if it is indented deeper than the
    /// rules.
    fn continues(&mut self) -> bool {
        let before = self.at;
        while self.at < self.text.len() {
            self.next_line();
            let line = self.line();
            let content = line.trim_start_matches([' ', '\t']);
            if !content.is_empty() && !content.starts_with(';') {
                if line.len() - content.len() > self.margin.unwrap_or(0) {
                    return true;
                }
                break;
            }
        }
        self.at = before;
        false
    }

    fn expected(&self, expected: &'static str) -> Error {
        self.error_at(self.at, ErrorKind::Expected { expected, found: self.peek() })
    }

    fn error_at(&self, at: usize, kind: ErrorKind) -> Error {
        let (line, column) = self.position(at);
        Error { line, column, kind }
    }

    fn position(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        (line, before[before.rfind('\n').map_or(0, |newline| newline + 1)..].chars().count() + 1)
    }
}

/// Returns the alternatives that `=/` adds to or adds, as one flat list.
fn alternatives(expr: Expr) -> Vec<Expr> {
    match expr {
        Expr::Alternation(parts) => parts,
        expr => vec![expr],
    }
}
