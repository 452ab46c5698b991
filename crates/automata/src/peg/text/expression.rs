//! Expressions of a grammar's text.

use super::super::names::{called, MAX_DEPTH};
use super::super::{CharSet, Expr, Stack};
use super::{Node, Read, Reader, Wrong, MAX_PIECES};

impl Reader<'_> {
    pub(super) fn expression(&mut self) -> Read<Node> {
        let mut alternatives = Vec::new();
        let mut sequence = vec![self.term()?];
        loop {
            if self.take("~") {
                sequence.push(self.term()?);
            } else if self.take("|") {
                alternatives.push(self.joined(std::mem::take(&mut sequence), Expr::Sequence)?);
                sequence.push(self.term()?);
            } else {
                alternatives.push(self.joined(sequence, Expr::Sequence)?);
                return self.joined(alternatives, Expr::Choice);
            }
        }
    }

    fn joined(&mut self, mut parts: Vec<Node>, of: fn(Vec<Expr>) -> Expr) -> Read<Node> {
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let number = parts[0].number;
        let height = parts.iter().map(|part| part.height).max().unwrap_or(0);
        let expr = of(parts.into_iter().map(|part| part.expr).collect());
        self.node(expr, number, self.places[number], height)
    }

    /// Returns a node above those from a number on; `below` is their height.
    fn node(&mut self, expr: Expr, number: usize, start: usize, below: usize) -> Read<Node> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.places.insert(number, start);
        Ok(Node { expr, number, height: below + 1 })
    }

    fn too_deep(&self) -> Wrong {
        Wrong::TooLarge { rule: self.rule.clone(), what: "levels of nesting", limit: MAX_DEPTH }
    }

    fn piece(&mut self) -> Read<()> {
        self.pieces += 1;
        if self.pieces > MAX_PIECES {
            let what = "operators and operands";
            return Err(Wrong::TooLarge { rule: self.rule.clone(), what, limit: MAX_PIECES });
        }
        Ok(())
    }

    fn term(&mut self) -> Read<Node> {
        self.blanks();
        if self.rest().starts_with('#') {
            return Err(self.extra("a tag"));
        }
        let mut predicates = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            match self.rest().chars().next() {
                Some(mark @ ('&' | '!')) => predicates.push((mark, start)),
                _ => break,
            }
            self.at += 1;
            self.piece()?;
        }
        let mut node = self.operand()?;
        while let Some((min, max)) = self.times()? {
            self.piece()?;
            let start = self.places[node.number];
            let expr = Expr::repeat(node.expr, min, max);
            node = self.node(expr, node.number, start, node.height)?;
        }
        for (mark, start) in predicates.into_iter().rev() {
            let inner = Box::new(node.expr);
            let expr = if mark == '&' { Expr::And(inner) } else { Expr::Not(inner) };
            node = self.node(expr, node.number, start, node.height)?;
        }
        Ok(node)
    }

    fn extra(&self, what: &str) -> Wrong {
        let message =
            format!("{what} needs pest's feature `grammar-extras`, which is not supported");
        Wrong::Syntax { at: self.at, message }
    }

    fn operand(&mut self) -> Read<Node> {
        self.piece()?;
        self.blanks();
        let start = self.at;
        let rest = self.rest();
        let expr = match rest.chars().next() {
            Some('(') => {
                if self.depth == MAX_DEPTH {
                    return Err(self.too_deep());
                }
                self.depth += 1;
                self.at += 1;
                let inner = self.expression()?;
                self.demand(")")?;
                self.depth -= 1;
                self.places[inner.number] = start;
                return Ok(inner);
            }
            Some('"') => Expr::Text(self.string()?),
            Some('^') => {
                self.at += 1;
                if !self.rest().starts_with('"') {
                    // pest reads `^ "a"` as the string `"a`.
                    let message = "expected a string directly after `^`".to_owned();
                    return Err(Wrong::Syntax { at: self.at, message });
                }
                Expr::TextAnyCase(self.string()?)
            }
            Some('\'') => {
                let low = self.character()?;
                self.demand("..")?;
                self.blanks();
                Expr::Class(CharSet::from_ranges([(low, self.character()?)]))
            }
            _ if rest.starts_with("PUSH_LITERAL") => return Err(self.extra("`PUSH_LITERAL`")),
            _ if rest.starts_with("PUSH") => {
                self.at += "PUSH".len();
                self.demand("(")?;
                if self.depth == MAX_DEPTH {
                    return Err(self.too_deep());
                }
                self.depth += 1;
                let inner = self.expression()?;
                self.demand(")")?;
                self.depth -= 1;
                let expr = Expr::Stack(Stack::Push(Box::new(inner.expr)));
                return self.node(expr, inner.number, start, inner.height);
            }
            _ => match self.name() {
                Some("PEEK") if self.take("[") => Expr::Stack(self.slice()?),
                Some(name) => called(name),
                None => return self.expected("expression"),
            },
        };
        self.node(expr, self.places.len(), start, 0)
    }

    /// Reads `a..b]`, where `a` and `b` are optional.
    fn slice(&mut self) -> Read<Stack> {
        let start = self.integer()?;
        self.demand("..")?;
        let end = self.integer()?;
        self.demand("]")?;
        Ok(Stack::PeekSlice { start: start.unwrap_or(0), end })
    }

    /// Returns a number with or without a sign, behind blanks. `-0` is refused.
    fn integer(&mut self) -> Read<Option<i32>> {
        self.blanks();
        let (at, rest) = (self.at, self.rest());
        let sign = usize::from(rest.starts_with('-'));
        let behind = &rest[sign..];
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let text = &rest[..sign + digits];
        if digits == 0 || sign == 1 && behind[..digits].bytes().all(|digit| digit == b'0') {
            return Ok(None);
        }
        self.at += text.len();
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Wrong::Syntax { at, message: "number cannot overflow i32".to_owned() }),
        }
    }

    /// Returns how often an operand is repeated, at least and at most.
    fn times(&mut self) -> Read<Option<(u32, Option<u32>)>> {
        for (mark, times) in [("?", (0, Some(1))), ("*", (0, None)), ("+", (1, None))] {
            if self.take(mark) {
                return Ok(Some(times));
            }
        }
        if !self.take("{") {
            return Ok(None);
        }
        let min = self.number()?;
        let times = match (self.take(","), min) {
            (false, None) => return self.expected("a number or `,`"),
            (false, Some((0, at))) => return Err(zero(at)),
            (false, Some((n, _))) => (n, Some(n)),
            (true, min) => match (min, self.number()?) {
                (_, Some((0, at))) => return Err(zero(at)),
                (None, Some((max, _))) => (0, Some(max)),
                // pest does not check the order; it unrolls to `max` copies and requires the first
                // `min`.
                (Some((min, _)), Some((max, _))) => (min.min(max), Some(max)),
                (Some((min, _)), None) => (min, None),
                (None, None) => return self.expected("a number"),
            },
        };
        self.demand("}")?;
        Ok(Some(times))
    }

    /// Returns a number behind blanks, and where it is.
    fn number(&mut self) -> Read<Option<(u32, usize)>> {
        self.blanks();
        let (at, rest) = (self.at, self.rest());
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Ok(None);
        }
        self.at += digits.len();
        match digits.parse() {
            Ok(number) => Ok(Some((number, at))),
            Err(_) => Err(Wrong::Syntax { at, message: "number cannot overflow u32".to_owned() }),
        }
    }
}

fn zero(at: usize) -> Wrong {
    Wrong::Syntax { at, message: "cannot repeat 0 times".to_owned() }
}
