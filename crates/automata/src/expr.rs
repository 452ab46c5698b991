//! Expressions of rules. ABNF and pest's notation have the same type, so that each question about
//! an expression has one answer, and a copy from one notation to the other stays as it is.

use crate::char_set::CharSet;
use std::convert::Infallible;

/// The right-hand side of a rule, in the author's shape; only superfluous parentheses are lost.
///
/// The notation decides what an operator means. In ABNF a choice has no order and a repetition may
/// end anywhere. In a PEG the first alternative that matches is taken, even if the rest of the
/// input then fails, and a repetition never gives back.
///
/// ```
/// use urigram_automata::abnf::{Expr, Grammar};
///
/// let grammar = Grammar::parse("a = *1\"x\" [ b ]\nb = \"y\"\n")?;
/// let expr = &grammar.rule("a").unwrap().expr;
/// assert!(matches!(expr, Expr::Sequence(parts) if parts.len() == 2));
/// assert_eq!(expr.in_abnf().text, "*1\"x\" [ b ]");
/// assert_eq!(expr.in_pest().text, "^\"x\"? ~ b?");
/// # Ok::<(), urigram_automata::abnf::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expr {
    /// Exactly this text: `%s"text"` in ABNF, `"text"` in a PEG.
    Text(String),
    /// This text, ASCII letters in either case: `"text"` in ABNF, `^"text"` in a PEG.
    TextAnyCase(String),
    /// `%x41.42`: these values one after the other. In ABNF only.
    Values(Vec<u32>),
    /// `%x41-5A`: any one value from the first to the last, both included. In ABNF only.
    Range(u32, u32),
    /// One character of the set. In a PEG only.
    Class(CharSet),
    /// Another rule, by its name as spelled where it is used.
    Rule(String),
    /// One after the other; an empty sequence matches nothing, successfully.
    Sequence(Vec<Expr>),
    /// One of them.
    Choice(Vec<Expr>),
    /// A repetition, at least `min` and at most `max` times.
    Repeat {
        /// The repeated expression.
        expr: Box<Expr>,
        /// The fewest times.
        min: u32,
        /// The most times; `None` is without limit.
        max: Option<u32>,
        /// True of ABNF's `[ a ]`, which means `*1a`.
        in_brackets: bool,
    },
    /// Succeeds if the expression would match here, and consumes nothing. In a PEG only.
    And(Box<Expr>),
    /// Succeeds if the expression would not match here, and consumes nothing. In a PEG only.
    Not(Box<Expr>),
    /// Succeeds before the first byte only. In a PEG only.
    StartOfInput,
    /// Succeeds after the last byte only. In a PEG only.
    EndOfInput,
    /// An operation on pest's stack of matched texts. No automaton follows it.
    Stack(Stack),
}

/// An operation on the stack of texts that `PUSH` keeps.
///
/// The text that a rule matches with such an operation depends on texts that were matched before
/// it, so no finite automaton and no stack of open rules can follow it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stack {
    /// Matches the expression and pushes the text that it matched.
    Push(Box<Expr>),
    /// Matches the uppermost text.
    Peek,
    /// Matches all texts, the uppermost first.
    PeekAll,
    /// Matches the texts from one place to another, the lowest first. A negative place counts from
    /// the top.
    PeekSlice {
        /// The place of the first text.
        start: i32,
        /// The place behind the last text; `None` is the top.
        end: Option<i32>,
    },
    /// Removes the uppermost text and matches it.
    Pop,
    /// Removes all texts and matches them, the uppermost first.
    PopAll,
    /// Removes the uppermost text and matches nothing.
    Drop,
    /// Matches the expression and restores the stack if that fails. pest's optimizer writes it.
    Restore(Box<Expr>),
}

impl Stack {
    /// Returns the expression inside, if there is one.
    pub fn inner(&self) -> Option<&Expr> {
        match self {
            Stack::Push(inner) | Stack::Restore(inner) => Some(inner),
            _ => None,
        }
    }

    /// Returns the name of the operation in pest's notation.
    pub fn name(&self) -> &'static str {
        match self {
            Stack::Push(_) | Stack::Restore(_) => "PUSH",
            Stack::Peek | Stack::PeekSlice { .. } => "PEEK",
            Stack::PeekAll => "PEEK_ALL",
            Stack::Pop => "POP",
            Stack::PopAll => "POP_ALL",
            Stack::Drop => "DROP",
        }
    }
}

/// Returns the only part, or what several are.
pub(crate) fn one_or(mut parts: Vec<Expr>, of: fn(Vec<Expr>) -> Expr) -> Expr {
    match parts.len() {
        1 => parts.remove(0),
        _ => of(parts),
    }
}

impl Expr {
    /// Returns an expression that is repeated at least and at most so many times.
    pub fn repeat(expr: Expr, min: u32, max: Option<u32>) -> Expr {
        Expr::Repeat { expr: Box::new(expr), min, max, in_brackets: false }
    }

    /// Returns `[ expr ]` of ABNF.
    pub fn optional(expr: Expr) -> Expr {
        Expr::Repeat { expr: Box::new(expr), min: 0, max: Some(1), in_brackets: true }
    }

    /// Returns one after the other, as one flat sequence; a single one is itself.
    pub fn sequence(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let flat = parts.into_iter().flat_map(|part| match part {
            Expr::Sequence(inner) => inner,
            part => vec![part],
        });
        one_or(flat.collect(), Expr::Sequence)
    }

    /// Returns a choice of these, as one flat choice; a single one is itself.
    pub fn choice(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let flat = parts.into_iter().flat_map(|part| match part {
            Expr::Choice(inner) => inner,
            part => vec![part],
        });
        one_or(flat.collect(), Expr::Choice)
    }

    /// Returns the expression with flat sequences and choices.
    pub fn flattened(&self) -> Expr {
        match self {
            Expr::Sequence(parts) => Expr::sequence(parts.iter().map(Expr::flattened)),
            Expr::Choice(parts) => Expr::choice(parts.iter().map(Expr::flattened)),
            _ => self.with_inner(&mut Expr::flattened),
        }
    }

    /// Returns an expression that never matches. It ends in one that reads a character, because
    /// pest takes what may read none for an empty match.
    pub(crate) fn nothing() -> Expr {
        let any = || Expr::Class(CharSet::all());
        Expr::Sequence(vec![Expr::Not(Box::new(any())), any()])
    }

    /// Returns the expressions directly inside this one, in order.
    pub fn parts(&self) -> &[Expr] {
        match self {
            Expr::Sequence(parts) | Expr::Choice(parts) => parts,
            Expr::Repeat { expr: inner, .. } | Expr::And(inner) | Expr::Not(inner) => {
                std::slice::from_ref(inner)
            }
            Expr::Stack(stack) => stack.inner().map_or(&[], std::slice::from_ref),
            _ => &[],
        }
    }

    /// Returns the number of expressions in this one, itself included: the distance between their
    /// numbers.
    pub fn size(&self) -> usize {
        1 + self.parts().iter().map(Expr::size).sum::<usize>()
    }

    /// Returns all expressions in this one by their numbers: itself first, and each before those
    /// inside it.
    pub fn all(&self) -> Vec<&Expr> {
        let (mut all, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            all.push(expr);
            open.extend(expr.parts().iter().rev());
        }
        all
    }

    /// Returns true for a text that is not empty.
    pub(crate) fn is_text(&self) -> bool {
        match self {
            Expr::Text(text) | Expr::TextAnyCase(text) => !text.is_empty(),
            Expr::Values(values) => !values.is_empty(),
            _ => false,
        }
    }

    /// Returns true if something in the expression looks at the input around a match, or at the
    /// stack.
    pub fn looks_around(&self) -> bool {
        use Expr::{And, EndOfInput, Not, Stack, StartOfInput};
        let looks =
            |expr: &&Expr| matches!(expr, And(_) | Not(_) | StartOfInput | EndOfInput | Stack(_));
        self.all().iter().any(looks)
    }

    /// Calls `visit` with the name of every rule that this expression uses, in order and with
    /// repetitions.
    pub fn visit_rules<'e>(&'e self, visit: &mut impl FnMut(&'e str)) {
        match self {
            Expr::Rule(name) => visit(name),
            _ => self.parts().iter().for_each(|part| part.visit_rules(visit)),
        }
    }

    /// Returns the expression with other names of rules where `new` has one.
    pub fn renamed(&self, new: &impl Fn(&str) -> Option<String>) -> Expr {
        self.replaced(&|name| new(name).map(Expr::Rule))
    }

    /// Returns the expression with other expressions for the names of rules where `new` has one.
    pub fn replaced(&self, new: &impl Fn(&str) -> Option<Expr>) -> Expr {
        match self {
            Expr::Rule(name) => new(name).unwrap_or_else(|| self.clone()),
            _ => self.with_inner(&mut |part| part.replaced(new)),
        }
    }

    /// Returns the expression with other expressions in place of those that it is made of.
    ///
    /// # Errors
    /// The first error of `new`.
    pub(crate) fn try_inner<R>(
        &self,
        new: &mut impl FnMut(&Expr) -> Result<Expr, R>,
    ) -> Result<Expr, R> {
        let mut boxed = |inner: &Expr| Ok(Box::new(new(inner)?));
        Ok(match self {
            Expr::Repeat { expr, min, max, in_brackets } => {
                Expr::Repeat { expr: boxed(expr)?, min: *min, max: *max, in_brackets: *in_brackets }
            }
            Expr::And(inner) => Expr::And(boxed(inner)?),
            Expr::Not(inner) => Expr::Not(boxed(inner)?),
            Expr::Stack(Stack::Push(inner)) => Expr::Stack(Stack::Push(boxed(inner)?)),
            Expr::Stack(Stack::Restore(inner)) => Expr::Stack(Stack::Restore(boxed(inner)?)),
            Expr::Sequence(parts) => {
                Expr::Sequence(parts.iter().map(new).collect::<Result<_, _>>()?)
            }
            Expr::Choice(parts) => Expr::Choice(parts.iter().map(new).collect::<Result<_, _>>()?),
            _ => self.clone(),
        })
    }

    /// Returns the expression with other expressions in place of those directly inside it.
    pub fn with_inner(&self, new: &mut impl FnMut(&Expr) -> Expr) -> Expr {
        let Ok(expr) = self.try_inner::<Infallible>(&mut |part| Ok(new(part)));
        expr
    }
}
