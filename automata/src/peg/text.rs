//! pest's notation, read by recursive descent: linear time, bounded depth, exact places.
//!
//! pest's own reader is a PEG that goes back and forth over nested groups and takes exponential time on some. This one
//! accepts the same grammars, except that it refuses the stack (`PUSH`, `PEEK[…]`) by name, control characters, an
//! alternative bar at the beginning of a group, at which pest panics, and a blank after `^`, which pest misreads.

use super::expr::MAX_DEPTH;
use pest_meta::ast::{Expr as Raw, RuleType};

/// The most operators and operands of a rule: pest's optimizer recurses on them.
const MAX_PIECES: usize = 4_000;

/// A reason for which a text is no grammar.
pub(super) enum Wrong {
    /// Anything else is expected at this byte.
    Syntax {
        at: usize,
        message: String,
    },
    TooLarge {
        rule: String,
        what: &'static str,
        limit: usize,
    },
    Unsupported {
        rule: String,
        construct: String,
    },
}

type Read<T> = Result<T, Wrong>;

/// A line of documentation or a rule, with its bytes in the text.
pub(super) enum Item {
    GrammarDoc { text: String, end: usize },
    RuleDoc { text: String, start: usize },
    Rule { name: String, ty: RuleType, node: Node, start: usize, end: usize },
}

/// An expression, with the bytes of the text that it takes.
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) start: usize,
    pub(super) end: usize,
    height: usize,
}

pub(super) enum Shape {
    Text(String),
    TextAnyCase(String),
    Range(String, String),
    Name(String),
    Positive(Box<Node>),
    Negative(Box<Node>),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// At least and at most so many times, as pest writes it.
    Repeat(Box<Node>, Times),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Times {
    Optional,
    Any,
    Once,
    Exactly(u32),
    AtLeast(u32),
    AtMost(u32),
    Between(u32, u32),
}

impl Times {
    pub(super) fn may_be_none(self) -> bool {
        matches!(
            self,
            Times::Optional
                | Times::Any
                | Times::AtMost(_)
                | Times::AtLeast(0)
                | Times::Between(0, _)
        )
    }

    pub(super) fn is_unbounded(self) -> bool {
        matches!(self, Times::Any | Times::Once | Times::AtLeast(_))
    }
}

impl Node {
    pub(super) fn parts(&self) -> &[Node] {
        match &self.shape {
            Shape::Positive(inner) | Shape::Negative(inner) | Shape::Repeat(inner, _) => {
                std::slice::from_ref(inner)
            }
            Shape::Sequence(parts) | Shape::Choice(parts) => parts,
            _ => &[],
        }
    }

    /// The expression as pest has it.
    pub(super) fn raw(&self) -> Raw {
        let boxed = |node: &Node| Box::new(node.raw());
        let chain = |parts: &[Node], join: fn(Box<Raw>, Box<Raw>) -> Raw| {
            let parts = parts.iter().map(Node::raw);
            parts
                .reduce(|left, right| join(Box::new(left), Box::new(right)))
                .unwrap_or(Raw::Str(String::new()))
        };
        match &self.shape {
            Shape::Text(text) => Raw::Str(text.clone()),
            Shape::TextAnyCase(text) => Raw::Insens(text.clone()),
            Shape::Range(low, high) => Raw::Range(low.clone(), high.clone()),
            Shape::Name(name) => Raw::Ident(name.clone()),
            Shape::Positive(inner) => Raw::PosPred(boxed(inner)),
            Shape::Negative(inner) => Raw::NegPred(boxed(inner)),
            Shape::Sequence(parts) => chain(parts, Raw::Seq),
            Shape::Choice(parts) => chain(parts, Raw::Choice),
            Shape::Repeat(inner, times) => match *times {
                Times::Optional => Raw::Opt(boxed(inner)),
                Times::Any => Raw::Rep(boxed(inner)),
                Times::Once => Raw::RepOnce(boxed(inner)),
                Times::Exactly(n) => Raw::RepExact(boxed(inner), n),
                Times::AtLeast(n) => Raw::RepMin(boxed(inner), n),
                Times::AtMost(n) => Raw::RepMax(boxed(inner), n),
                Times::Between(min, max) => Raw::RepMinMax(boxed(inner), min, max),
            },
        }
    }
}

/// Reads a whole grammar.
pub(super) fn items(text: &str) -> Read<Vec<Item>> {
    // Most grammars have no comments of this kind.
    let comments = if text.contains("/*") { comment_ends(text) } else { Vec::new() };
    let mut reader = Reader { text, at: 0, comments, rule: String::new(), pieces: 0, depth: 0 };
    reader.no_controls()?;
    let mut items = Vec::new();
    reader.blanks();
    while reader.rest().starts_with("//!") {
        let text = reader.doc();
        items.push(Item::GrammarDoc { text, end: reader.at });
        reader.blanks();
    }
    while !reader.rest().is_empty() {
        let start = reader.at;
        if reader.rest().starts_with("///") {
            let text = reader.doc();
            items.push(Item::RuleDoc { text, start });
        } else {
            let item = reader.rule(start)?;
            items.push(item);
        }
        reader.blanks();
    }
    Ok(items)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    comments: Vec<u32>,
    /// The rule that is being read, and how many operators and operands it has so far.
    rule: String,
    pieces: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn no_controls(&self) -> Read<()> {
        let wrong = |&(at, c): &(usize, char)| match c {
            '\t' | '\n' => false,
            '\r' => !self.text[at + 1..].starts_with('\n') && at + 1 < self.text.len(),
            c => c.is_control(),
        };
        let Some((at, c)) = self.text.char_indices().find(wrong) else { return Ok(()) };
        let code = u32::from(c);
        let message = format!(
            "the control character U+{code:04X} is not allowed: delete it, or write \\u{{{code:02X}}} if it is meant"
        );
        Err(Wrong::Syntax { at, message })
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            if rest.starts_with([' ', '\t', '\n']) {
                self.at += 1;
            } else if rest.starts_with("\r\n") {
                self.at += 2;
            } else if rest.starts_with("//") && !rest.starts_with("///") && !rest.starts_with("//!")
            {
                self.at += line(rest).len();
            } else if let Some(&end) =
                self.comments.get(self.at + 2).filter(|_| rest.starts_with("/*"))
            {
                if end == NONE {
                    return;
                }
                self.at = end as usize;
            } else {
                return;
            }
        }
    }

    /// The text of a `//!` or `///` line, without the marks and one blank.
    fn doc(&mut self) -> String {
        let line = line(self.rest());
        self.at += line.len();
        let said = &line[3..];
        said.strip_prefix([' ', '\t']).unwrap_or(said).to_owned()
    }

    fn expected<T>(&mut self, what: &str) -> Read<T> {
        self.blanks();
        Err(Wrong::Syntax { at: self.at, message: format!("expected {what}") })
    }

    /// Takes a token behind blanks.
    fn take(&mut self, token: &str) -> bool {
        let before = self.at;
        self.blanks();
        if self.rest().starts_with(token) {
            self.at += token.len();
            return true;
        }
        self.at = before;
        false
    }

    fn demand(&mut self, token: &str) -> Read<()> {
        if self.take(token) {
            Ok(())
        } else {
            self.expected(&format!("`{token}`"))
        }
    }

    fn name(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if rest.starts_with("PUSH")
            || !rest.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        {
            return None;
        }
        let length =
            rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += length;
        Some(&rest[..length])
    }

    fn rule(&mut self, start: usize) -> Read<Item> {
        let Some(name) = self.name() else { return self.expected("the name of a rule") };
        (self.rule, self.pieces) = (name.to_owned(), 0);
        self.demand("=")?;
        let types = [
            ("_", RuleType::Silent),
            ("@", RuleType::Atomic),
            ("$", RuleType::CompoundAtomic),
            ("!", RuleType::NonAtomic),
        ];
        let ty = types
            .into_iter()
            .find(|(mark, _)| self.take(mark))
            .map_or(RuleType::Normal, |(_, ty)| ty);
        self.demand("{")?;
        self.take("|");
        let node = self.expression()?;
        self.demand("}")?;
        Ok(Item::Rule { name: name.to_owned(), ty, node, start, end: self.at })
    }

    fn expression(&mut self) -> Read<Node> {
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
        let (start, end) =
            (parts.first().map_or(0, |part| part.start), parts.last().map_or(0, |part| part.end));
        let height = parts.iter().map(|part| part.height).max().unwrap_or(0);
        self.node(shape(parts), start, end, height)
    }

    /// A node above others; `below` is their height.
    fn node(&mut self, shape: Shape, start: usize, end: usize, below: usize) -> Read<Node> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(Node { shape, start, end, height: below + 1 })
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
            self.at += 1;
            let named = self.rest().starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
            let rest = self.rest();
            self.at +=
                rest.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            if !named {
                return self.expected("the name of a tag");
            }
            self.demand("=")?;
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
            node = self.node(Shape::Repeat(Box::new(node), times), start, self.at, below)?;
        }
        for (mark, start) in predicates.into_iter().rev() {
            let (end, below) = (node.end, node.height);
            let inner = Box::new(node);
            let shape = if mark == '&' { Shape::Positive(inner) } else { Shape::Negative(inner) };
            node = self.node(shape, start, end, below)?;
        }
        Ok(node)
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
                return Ok(Node { start, end: self.at, ..inner });
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
            _ if rest.starts_with("PUSH") => return Err(self.unsupported("PUSH")),
            _ => match self.name() {
                Some("PEEK") => {
                    if self.take("[") {
                        return Err(self.unsupported("PEEK"));
                    }
                    Shape::Name("PEEK".to_owned())
                }
                Some(name) => Shape::Name(name.to_owned()),
                None => return self.expected("expression"),
            },
        };
        self.node(shape, start, self.at, 0)
    }

    fn unsupported(&self, construct: &str) -> Wrong {
        Wrong::Unsupported { rule: self.rule.clone(), construct: construct.to_owned() }
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

    /// A number behind blanks, and where it is.
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

    fn string(&mut self) -> Read<String> {
        if !self.rest().starts_with('"') {
            return self.expected("a string");
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.rest().chars().next() {
                None => return self.expected("`\"`"),
                Some('"') => break,
                Some('\\') => text.push(self.escape()?),
                Some(c) => {
                    text.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        self.at += 1;
        Ok(text)
    }

    fn character(&mut self) -> Read<String> {
        let wrong = |at: usize| Wrong::Syntax {
            at,
            message: "expected a character in single quotes".to_owned(),
        };
        let start = self.at;
        let inner = self.rest().strip_prefix('\'').and_then(|rest| rest.chars().next());
        let Some(c) = inner else { return Err(wrong(start)) };
        self.at += 1;
        let c = match c {
            '\'' => return Err(wrong(self.at)),
            '\\' => self.escape()?,
            c => {
                self.at += c.len_utf8();
                c
            }
        };
        if !self.rest().starts_with('\'') {
            return Err(wrong(start));
        }
        self.at += 1;
        Ok(c.to_string())
    }

    fn escape(&mut self) -> Read<char> {
        let start = self.at;
        let wrong = |message: &str| Err(Wrong::Syntax { at: start, message: message.to_owned() });
        let rest = &self.rest()[1..];
        let simple = [
            ('"', '"'),
            ('\\', '\\'),
            ('r', '\r'),
            ('n', '\n'),
            ('t', '\t'),
            ('0', '\0'),
            ('\'', '\''),
        ];
        let Some(kind) = rest.chars().next() else { return wrong("expected an escape") };
        if let Some((_, c)) = simple.into_iter().find(|(mark, _)| *mark == kind) {
            self.at += 2;
            return Ok(c);
        }
        let digits = |text: &'a str| {
            &text[..text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len())]
        };
        let (code, length) = match kind {
            'x' => (digits(&rest[1..]).get(..2), 4),
            'u' => {
                let code = rest[1..].strip_prefix('{').map(digits);
                let code = code.filter(|code| {
                    rest[2 + code.len()..].starts_with('}') && (2..=6).contains(&code.len())
                });
                (code, 4 + code.map_or(0, str::len))
            }
            _ => (None, 0),
        };
        let Some(code) = code else {
            return wrong(
                "expected an escape: \\\", \\\\, \\', \\r, \\n, \\t, \\0, \\xHH or \\u{HHHH}",
            );
        };
        match u32::from_str_radix(code, 16).ok().and_then(char::from_u32) {
            Some(c) => {
                self.at += length;
                Ok(c)
            }
            None => wrong("this escape is no character"),
        }
    }
}

fn zero(at: usize) -> Wrong {
    Wrong::Syntax { at, message: "cannot repeat 0 times".to_owned() }
}

/// The text up to the end of the line.
fn line(text: &str) -> &str {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    if line.len() < text.len() {
        line.strip_suffix('\r').unwrap_or(line)
    } else {
        line
    }
}

/// For each byte, where a comment ends whose inside goes on there; `NONE` where none ends. Comments
/// nest, but as pest reads them a `/*` inside of a comment counts only where it is closed.
fn comment_ends(text: &str) -> Vec<u32> {
    let bytes = text.as_bytes();
    let mut ends = vec![NONE; bytes.len() + 1];
    for at in (0..bytes.len()).rev() {
        let inner = if bytes[at..].starts_with(b"/*") { ends[at + 2] } else { NONE };
        ends[at] = if inner != NONE {
            ends[inner as usize]
        } else if bytes[at..].starts_with(b"*/") {
            at as u32 + 2
        } else {
            ends[at + 1]
        };
    }
    ends
}

const NONE: u32 = u32::MAX;
