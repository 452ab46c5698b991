//! pest's notation, read by recursive descent: linear time, bounded depth, exact places.
//!
//! pest's own reader is a PEG that goes back and forth over nested groups and takes exponential
//! time on some. This one accepts the same grammars, except that it refuses control
//! characters, an alternative bar at the beginning of a group, at which pest panics, a blank
//! after `^`, which pest misreads, and tags, which pest passes over without its feature for them.

mod expression;
mod lexical;

use lexical::comment_ends;
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
    Push(Box<Node>),
    PeekSlice(i32, Option<i32>),
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
    /// Returns the expression as pest has it.
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
            Shape::Push(inner) => Raw::Push(boxed(inner)),
            Shape::PeekSlice(start, end) => Raw::PeekSlice(*start, *end),
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
}
