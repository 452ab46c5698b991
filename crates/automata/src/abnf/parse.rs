//! Reading ABNF, by recursive descent.

use super::cited::{self, Cited};
use super::prose::{self, Set};
use super::{key, Error, ErrorKind, Expr, Grammar, Rule};
use crate::expr::one_or;

/// Groups may nest this deep: far more than anyone writes, far less than the stack holds.
const DEPTH: usize = 100;

/// A place in a text, and the expressions that are read there.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// The end of the last token, so that a rule's source ends on its last line.
    end: usize,
    /// The indentation of the first rule: deeper lines continue a rule, others start one.
    pub(super) margin: Option<usize>,
    depth: usize,
    /// The beginning of a line, and the number of that line. Every later position counts from here,
    /// so that a text with many errors is read in linear time.
    pub(super) counted: (usize, usize),
    /// Whether an error ends the reading. If not, a prose value may name a rule, and a line that
    /// defines a rule continues no other one, however it is indented.
    is_strict: bool,
    /// The prose values that name a rule, of the rule at hand.
    pub(super) cited: Vec<Cited>,
    /// The name of the rule at hand, and where its definition begins.
    current: (&'a str, usize),
    /// A prose value that stands for the rule of the same name in another document.
    same_rule: Option<(usize, String)>,
    /// The prose values that describe characters, each with its place.
    pub(super) sets: Vec<(Set, Error)>,
}

pub(super) type Read<T> = Result<T, Error>;

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, is_strict: bool) -> Reader<'a> {
        let (at, end, margin, depth, counted) = (0, 0, None, 0, (0, 1));
        let (cited, current, same_rule) = (Vec::new(), ("", 0), None);
        let sets = Vec::new();
        Reader { text, at, end, margin, depth, counted, is_strict, cited, current, same_rule, sets }
    }

    /// Reads a rule and adds it to the grammar.
    pub(super) fn rule(&mut self, grammar: &mut Grammar, comment: &str) -> Read<()> {
        let (start, line) = (self.at, self.counted.1);
        self.depth = 0;
        self.cited.clear();
        self.current.0 = self.name()?;
        let name = self.current.0.to_owned();
        self.gap();
        if self.peek() == Some('_') {
            return Err(self.error_at(self.at, ErrorKind::Underscore));
        }
        if !self.take("=") {
            return Err(self.expected("\"=\" after the name of the rule"));
        }
        let extends = self.take("/");
        self.gap();
        self.current.1 = self.at;
        self.same_rule = None;
        let expr = self.alternation()?;
        self.gap();
        match self.peek() {
            None | Some(';') => {}
            Some('|') => return Err(self.expected("\"/\" between alternatives")),
            Some(_) => return Err(self.expected("the end of the rule")),
        }
        let is_itself = matches!(&expr, Expr::Rule(of) if key(of) == key(&name));
        let is_alone = !extends && is_itself;
        if let Some((at, said)) = self.same_rule.take().filter(|_| !is_alone) {
            return Err(self.error_at(at, ErrorKind::Prose(said)));
        }
        let source = self.text[start..].lines().next().unwrap_or_default();
        let last = self.text[self.end..].lines().next().unwrap_or_default();
        let source = if self.end <= start + source.len() {
            source
        } else {
            &self.text[start..self.end + last.len()]
        };
        let source = source.trim_end().to_owned();
        if is_alone && self.cited.len() == 1 {
            // `host = <host, see [RFC3986]>` is the rule of that RFC.
            return Ok(());
        }
        match (grammar.index_of(&name), extends) {
            (None, false) => {
                grammar.add(Rule { name, expr, source, comment: comment.to_owned(), line });
            }
            (Some(index), true) => {
                let rule = &mut grammar.rules[index];
                let mut parts =
                    alternatives(std::mem::replace(&mut rule.expr, Expr::Choice(Vec::new())));
                parts.extend(alternatives(expr));
                rule.expr = Expr::Choice(parts);
                for (to, from) in
                    [(&mut rule.source, source.as_str()), (&mut rule.comment, comment)]
                {
                    if !to.is_empty() && !from.is_empty() {
                        to.push('\n');
                    }
                    to.push_str(from);
                }
            }
            (Some(index), false) => {
                let same = !self.is_strict && grammar.rules[index].expr == expr;
                let kind = if same { ErrorKind::Repeated } else { ErrorKind::Duplicate };
                return Err(self.error_at(start, kind(name)));
            }
            (None, true) => {
                let (own, comment) = (name.clone(), comment.to_owned());
                grammar.extensions.push(Rule { name: own, expr, source, comment, line });
                return Err(self.error_at(start, ErrorKind::NotYetDefined(name)));
            }
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
        Ok(one_or(parts, Expr::Choice))
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
        Ok(one_or(parts, Expr::Sequence))
    }

    fn repetition(&mut self) -> Read<Expr> {
        let start = self.at;
        let first = self.number()?;
        let (min, max) = if self.take("*") {
            (first.unwrap_or(0), self.number()?)
        } else if first.is_some() {
            (first.unwrap_or(0), first)
        } else {
            return self.element();
        };
        if let Some(high) = max.filter(|&max| max < min) {
            return Err(self.error_at(start, ErrorKind::Reversed { low: min, high }));
        }
        if max == first && self.peek() == Some('-') {
            return Err(self.expected("an element behind a number (%x31-39 is \"1\" to \"9\")"));
        }
        let cited = self.cited.len();
        let expr = self.element()?;
        if max == Some(0) && self.cited[cited..].iter().all(|cited| cited.rfc.is_none()) {
            // `0<pchar>` is RFC 3986's way to write nothing, and not what other prose is.
            self.cited.truncate(cited);
        }
        Ok(Expr::repeat(expr, min, max))
    }

    fn element(&mut self) -> Read<Expr> {
        match self.peek() {
            Some(c) if c.is_ascii_alphabetic() => Ok(Expr::Rule(self.name()?.to_owned())),
            Some('(') => self.group(")"),
            Some('[') => Ok(Expr::optional(self.group("]")?)),
            Some('"') => self.literal(false),
            Some('%') => self.value(),
            Some('<') => self.prose(),
            Some('\'') => Err(self.expected("a string in double quotes")),
            _ => Err(self.expected("a rule name, a string, a value, \"(\" or \"[\"")),
        }
    }

    fn prose(&mut self) -> Read<Expr> {
        let line = &self.line()[1..];
        let (said, named) = if self.is_strict {
            (line.split('>').next().unwrap_or(line).to_owned(), None)
        } else {
            cited::prose(&self.text[self.at + 1..])
        };
        let is_first = self.at == self.current.1 && !self.is_strict;
        let named = named.or_else(|| {
            let rfc = cited::defining_rfc(&said).filter(|_| is_first)?;
            self.same_rule = Some((self.at, said.clone()));
            Some((self.current.0.to_owned(), Some(rfc)))
        });
        let length = cited::end(&self.text[self.at + 1..]).map_or(0, |end| end + 2);
        let Some((name, rfc)) = named else {
            let error = self.error_at(self.at, ErrorKind::Prose(said.clone()));
            let Some(set) = prose::set(&said).filter(|_| !self.is_strict) else {
                return Err(error);
            };
            self.at += length;
            self.end = self.at;
            // The same words are the same set, so that a rule may be repeated.
            let known = self.sets.iter().position(|(known, _)| *known == set);
            let number = known.unwrap_or(self.sets.len());
            if known.is_none() {
                self.sets.push((set, error));
            }
            return Ok(Expr::Rule(prose::placeholder(number)));
        };
        let (line, column) = self.position(self.at);
        self.at += length;
        self.end = self.at;
        let used_as = name.clone();
        self.cited.push(Cited { prose: said, name: name.clone(), rfc, used_as, line, column });
        Ok(Expr::Rule(name))
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
        Ok(if case_sensitive { Expr::Text(text) } else { Expr::TextAnyCase(text) })
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

    /// Reads a value. One above 4294967295 is legal, and no character either: it is read as that.
    fn digits(&mut self, radix: u32) -> Read<u32> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected("a digit"));
        }
        self.at += length;
        self.end = self.at;
        Ok(u32::from_str_radix(&rest[..length], radix).unwrap_or(u32::MAX))
    }

    /// Reads how often an element occurs.
    fn number(&mut self) -> Read<Option<u32>> {
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Ok(None);
        }
        let value =
            digits.parse().map_err(|_| self.error_at(self.at, ErrorKind::NumberTooLarge))?;
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
    pub(super) fn line(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let line = rest.split('\n').next().unwrap_or(rest);
        if line.len() < rest.len() {
            line.strip_suffix('\r').unwrap_or(line)
        } else {
            line
        }
    }

    pub(super) fn next_line(&mut self) {
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
                let is_deeper = line.len() - content.len() > self.margin.unwrap_or(0);
                if is_deeper && (self.is_strict || defined(content).is_none()) {
                    return true;
                }
                break;
            }
        }
        self.at = before;
        false
    }

    pub(super) fn expected(&self, expected: &'static str) -> Error {
        self.error_at(self.at, ErrorKind::Expected { expected, found: self.peek() })
    }

    pub(super) fn error_at(&self, at: usize, kind: ErrorKind) -> Error {
        let (line, column) = self.position(at);
        Error { line, column, kind }
    }

    /// Returns the line and the column of an offset.
    fn position(&self, at: usize) -> (usize, usize) {
        let (from, line) = if self.counted.0 <= at { self.counted } else { (0, 1) };
        let before = &self.text[from..at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (line + before.matches('\n').count(), before[start..].chars().count() + 1)
    }

    /// Counts the lines up to the one of this offset.
    pub(super) fn count_to(&mut self, at: usize) {
        let (from, line) = self.counted;
        let lines = self.text[from..at].matches('\n').count();
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        self.counted = (start, line + lines);
    }
}

/// Returns the name that a line defines: it begins with a name and then `=`, which occurs nowhere
/// else in ABNF outside of strings, prose and comments. `:=` is an error in a definition.
pub(super) fn defined(content: &str) -> Option<&str> {
    let (name, rest) = leading_name(content)?;
    rest.strip_prefix(':').unwrap_or(rest).starts_with('=').then_some(name)
}

/// Returns the name that a line begins with, and what is behind it and its white space.
pub fn leading_name(content: &str) -> Option<(&str, &str)> {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let length = content.find(|c| !inside(c)).unwrap_or(content.len());
    let (name, rest) = content.split_at(length);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    is_name.then(|| (name, rest.trim_start_matches([' ', '\t'])))
}

/// Returns the alternatives that `=/` adds to or adds, as one flat list.
pub(super) fn alternatives(expr: Expr) -> Vec<Expr> {
    match expr {
        Expr::Choice(parts) => parts,
        expr => vec![expr],
    }
}
