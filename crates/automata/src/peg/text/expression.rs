//! Expressions of a grammar's text.

use super::super::expr::MAX_DEPTH;
use super::{Node, Read, Reader, Shape, Times, Wrong, MAX_PIECES};

impl Reader<'_> {
    pub(super) fn expression(&mut self) -> Read<Node> {
        let mut alternatives = Vec::new();
        let mut sequence = vec![self.term()?];
        loop {
            if self.take("~") {
                sequence.push(self.term()?);
            } else if self.take("|") {
                alternatives.push(self.joined(std::mem::take(&mut sequence), Shape::Sequence)?);
                sequence.push(self.term()?);
            } else {
                alternatives.push(self.joined(sequence, Shape::Sequence)?);
                return self.joined(alternatives, Shape::Choice);
            }
        }
    }

    fn joined(&mut self, mut parts: Vec<Node>, shape: fn(Vec<Node>) -> Shape) -> Read<Node> {
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        let start = parts.first().map_or(0, |part| part.start);
        let height = parts.iter().map(|part| part.height).max().unwrap_or(0);
        self.node(shape(parts), start, height)
    }

    /// Returns a node above others; `below` is their height.
    fn node(&mut self, shape: Shape, start: usize, below: usize) -> Read<Node> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(Node { shape, start, height: below + 1 })
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
        while let Some(times) = self.times()? {
            self.piece()?;
            let (start, below) = (node.start, node.height);
            node = self.node(Shape::Repeat(Box::new(node), times), start, below)?;
        }
        for (mark, start) in predicates.into_iter().rev() {
            let below = node.height;
            let inner = Box::new(node);
            let shape = if mark == '&' { Shape::Positive(inner) } else { Shape::Negative(inner) };
            node = self.node(shape, start, below)?;
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
        let shape = match rest.chars().next() {
            Some('(') => {
                if self.depth == MAX_DEPTH {
                    return Err(self.too_deep());
                }
                self.depth += 1;
                self.at += 1;
                let inner = self.expression()?;
                self.demand(")")?;
                self.depth -= 1;
                return Ok(Node { start, ..inner });
            }
            Some('"') => Shape::Text(self.string()?),
            Some('^') => {
                self.at += 1;
                if !self.rest().starts_with('"') {
                    // pest reads `^ "a"` as the string `"a`.
                    let message = "expected a string directly after `^`".to_owned();
                    return Err(Wrong::Syntax { at: self.at, message });
                }
                Shape::TextAnyCase(self.string()?)
            }
            Some('\'') => {
                let low = self.character()?;
                self.demand("..")?;
                self.blanks();
                Shape::Range(low, self.character()?)
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
                let below = inner.height;
                return self.node(Shape::Push(Box::new(inner)), start, below);
            }
            _ => match self.name() {
                Some("PEEK") if self.take("[") => self.slice()?,
                Some(name) => Shape::Name(name.to_owned()),
                None => return self.expected("expression"),
            },
        };
        self.node(shape, start, 0)
    }

    /// Reads `a..b]`, where `a` and `b` are optional.
    fn slice(&mut self) -> Read<Shape> {
        let start = self.integer()?;
        self.demand("..")?;
        let end = self.integer()?;
        self.demand("]")?;
        Ok(Shape::PeekSlice(start.unwrap_or(0), end))
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

    fn times(&mut self) -> Read<Option<Times>> {
        for (mark, times) in [("?", Times::Optional), ("*", Times::Any), ("+", Times::Once)] {
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
            (false, Some((n, _))) => Times::Exactly(n),
            (true, min) => match (min, self.number()?) {
                (_, Some((0, at))) => return Err(zero(at)),
                (None, Some((max, _))) => Times::AtMost(max),
                (Some((min, _)), Some((max, _))) => Times::Between(min, max),
                (Some((min, _)), None) => Times::AtLeast(min),
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
