//! pest's notation, read by recursive descent: linear time, bounded depth, exact places.
//!
//! pest's own reader is a PEG that goes back and forth over nested groups and takes exponential
//! time on some. This one accepts the same grammars, except that it refuses control characters, an
//! alternative bar at the beginning of a group, where pest panics, a blank after `^`, which pest
//! misreads, and tags, which pest passes over without its feature for them.

mod expression;
mod lexical;

use super::{repeat, CharSet, Expr, Kind, Stack};
use lexical::comment_ends;

/// The most operators and operands of a rule: a choice of 65,535 words has as many.
const MAX_PIECES: usize = 131_071;

/// The most rules of a grammar.
const MAX_RULES: usize = 65_535;

/// A reason why a text is not a grammar.
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
    Rule { name: String, kind: Kind, node: Node, start: usize, end: usize },
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
    /// Returns the expression, in which built-in rules are names still. Sequences and choices are
    /// flat.
    pub(super) fn expr(&self) -> Expr {
        let boxed = |node: &Node| Box::new(node.expr());
        match &self.shape {
            Shape::Text(text) => Expr::Text(text.clone()),
            Shape::TextAnyCase(text) => Expr::TextAnyCase(text.clone()),
            Shape::Range(low, high) => {
                Expr::Class(CharSet::from_ranges(low.chars().next().zip(high.chars().next())))
            }
            Shape::Name(name) => Expr::Rule(name.clone()),
            Shape::Positive(inner) => Expr::And(boxed(inner)),
            Shape::Negative(inner) => Expr::Not(boxed(inner)),
            Shape::Push(inner) => Expr::Stack(Stack::Push(boxed(inner))),
            Shape::PeekSlice(start, end) => {
                Expr::Stack(Stack::PeekSlice { start: *start, end: *end })
            }
            Shape::Sequence(parts) => {
                let inner = parts.iter().map(Node::expr).flat_map(|part| match part {
                    Expr::Sequence(inner) => inner,
                    other => vec![other],
                });
                Expr::Sequence(inner.collect())
            }
            Shape::Choice(parts) => {
                let inner = parts.iter().map(Node::expr).flat_map(|part| match part {
                    Expr::Choice(inner) => inner,
                    other => vec![other],
                });
                Expr::Choice(inner.collect())
            }
            Shape::Repeat(inner, times) => {
                let (min, max) = match *times {
                    Times::Optional => (0, Some(1)),
                    Times::Any => (0, None),
                    Times::Once => (1, None),
                    Times::Exactly(n) => (n, Some(n)),
                    Times::AtLeast(n) => (n, None),
                    Times::AtMost(n) => (0, Some(n)),
                    // pest does not check the order; it unrolls to `max` copies and requires the
                    // first `min`.
                    Times::Between(min, max) => (min.min(max), Some(max)),
                };
                repeat(inner.expr(), min, max)
            }
        }
    }
}

/// Reads a whole grammar.
pub(super) fn items(text: &str) -> Read<Vec<Item>> {
    // Most grammars have no comments of this kind.
    let comments = if text.contains("/*") { comment_ends(text) } else { Vec::new() };
    let mut reader = Reader { text, at: 0, comments, rule: String::new(), pieces: 0, depth: 0 };
    reader.no_controls()?;
    let (mut items, mut rules) = (Vec::new(), 0);
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
            if rules == MAX_RULES {
                return Err(Wrong::Syntax {
                    at: start,
                    message: format!("there are more than {MAX_RULES} rules, the limit"),
                });
            }
            rules += 1;
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
        let kinds = [
            ("_", Kind::Silent),
            ("@", Kind::Atomic),
            ("$", Kind::CompoundAtomic),
            ("!", Kind::NonAtomic),
        ];
        let kind = kinds
            .into_iter()
            .find(|(mark, _)| self.take(mark))
            .map_or(Kind::Normal, |(_, kind)| kind);
        self.demand("{")?;
        self.take("|");
        let node = self.expression()?;
        self.demand("}")?;
        Ok(Item::Rule { name: name.to_owned(), kind, node, start, end: self.at })
    }
}
