//! pest's notation, read by recursive descent: linear time, bounded depth, exact places.
//!
//! pest's own reader is a PEG that goes back and forth over nested groups and takes exponential
//! time on some. This one accepts the same grammars, except that it refuses control characters, an
//! alternative bar at the beginning of a group, where pest panics, a blank after `^`, which pest
//! misreads, and tags, which pest passes over without its feature for them.

mod expression;
mod lexical;

use super::{Expr, Kind};
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
    GrammarDoc {
        text: String,
        end: usize,
    },
    RuleDoc {
        text: String,
        start: usize,
    },
    /// `places` has where each expression in `expr` begins, by its number.
    Rule {
        name: String,
        kind: Kind,
        expr: Expr,
        places: Vec<usize>,
        start: usize,
        end: usize,
    },
}

/// An expression that was read.
struct Node {
    expr: Expr,
    /// The number of its place.
    number: usize,
    height: usize,
}

/// Reads a whole grammar.
pub(super) fn items(text: &str) -> Read<Vec<Item>> {
    // Most grammars have no comments of this kind.
    let comments = if text.contains("/*") { comment_ends(text) } else { Vec::new() };
    let mut reader = Reader {
        text,
        at: 0,
        comments,
        rule: String::new(),
        places: Vec::new(),
        pieces: 0,
        depth: 0,
    };
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
    /// The rule that is being read, where each expression in it begins, and how many operators and
    /// operands it has so far.
    rule: String,
    places: Vec<usize>,
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
        let Node { expr, .. } = self.expression()?;
        self.demand("}")?;
        let places = std::mem::take(&mut self.places);
        Ok(Item::Rule { name: name.to_owned(), kind, expr, places, start, end: self.at })
    }
}
