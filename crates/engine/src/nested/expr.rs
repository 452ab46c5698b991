//! The rules of a nested grammar as expressions.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::set::Set;

/// The number that a node named `EOI` has in place of a rule's.
pub(super) const END: u32 = u32::MAX - 1;

/// An expression of a rule of a [`Program`](super::Program), with pest's meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A text, by its number.
    Text(u32),
    /// A text without regard to the case of ASCII letters.
    TextAnyCase(u32),
    /// One character of a set, by its number.
    Set(u32),
    /// The start of the input.
    Start,
    /// The end of the input. True if that leaves a node named `EOI`.
    End(bool),
    /// Another rule, by its number.
    Rule(u32),
    /// One after the other.
    Sequence(Vec<Expr>),
    /// The first alternative that matches. Without any it fails.
    Choice(Vec<Expr>),
    /// An expression, at least and at most so many times, which never gives back.
    Repeat(Box<Expr>, u32, Option<u32>),
    /// Succeeds if the expression would match here, and reads nothing.
    And(Box<Expr>),
    /// Succeeds if the expression would not match here, and reads nothing.
    Not(Box<Expr>),
    /// Matches the expression, and restores the stack of texts if that fails.
    Restore(Box<Expr>),
    /// Matches the expression, and pushes the text that it matched on the stack.
    Push(Box<Expr>),
    /// Matches the uppermost text of the stack.
    Peek,
    /// Matches the texts of the stack between two places, the lowest first.
    PeekSlice(i32, Option<i32>),
    /// Matches all texts of the stack, the uppermost first.
    PeekAll,
    /// Removes the uppermost text of the stack and matches it.
    Pop,
    /// Removes all texts of the stack and matches them, the uppermost first.
    PopAll,
    /// Removes the uppermost text of the stack.
    Drop,
}

impl Expr {
    pub(super) const EMPTY: Expr = Expr::Sequence(Vec::new());
    pub(super) const FAIL: Expr = Expr::Choice(Vec::new());

    /// Returns the expressions that this one is made of, in order.
    pub(super) fn parts(&self) -> &[Expr] {
        match self {
            Expr::Sequence(parts) | Expr::Choice(parts) => parts,
            Expr::Repeat(inner, ..)
            | Expr::And(inner)
            | Expr::Not(inner)
            | Expr::Restore(inner)
            | Expr::Push(inner) => core::slice::from_ref(inner),
            _ => &[],
        }
    }

    /// Calls a function for each rule that is called.
    pub(super) fn rules(&self, each: &mut impl FnMut(u32)) {
        if let Expr::Rule(rule) = self {
            each(*rule);
        }
        self.parts().iter().for_each(|part| part.rules(each));
    }
}

/// A rule of a [`Program`](super::Program).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The definition.
    pub expr: Expr,
    /// True if a match leaves a node in the tree.
    pub leaves_node: bool,
    /// True if the result depends on the place in the input only, so that it may be kept.
    pub is_kept: bool,
}

/// Rules, with the texts and sets of characters that they match by numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) texts: Vec<String>,
    pub(super) sets: Vec<Set>,
    pub(super) rules: Vec<Entry>,
}
