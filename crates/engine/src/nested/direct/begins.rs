//! The bytes with which an expression can begin.

use alloc::vec::Vec;

use crate::nested::expr::Expr;
use crate::nested::set::{ASK, YES};

/// A set of bytes and the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next([u64; 5]);

/// The number of the end of the input, behind those of bytes.
pub(super) const END: usize = 256;

impl Next {
    pub(super) const NONE: Next = Next([0; 5]);
    pub(super) const ALL: Next = Next([u64::MAX, u64::MAX, u64::MAX, u64::MAX, 1]);

    fn of(members: impl IntoIterator<Item = usize>) -> Next {
        let mut next = Next::NONE;
        members.into_iter().for_each(|member| next.0[member / 64] |= 1 << (member % 64));
        next
    }

    pub(super) fn one(member: usize) -> Next {
        Next::of([member])
    }

    pub(super) fn contains(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        (0..=END).filter(move |&member| self.contains(member))
    }

    pub(super) fn or(self, other: Next) -> Next {
        Next(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(super) fn and(self, other: Next) -> Next {
        Next(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(super) fn without(self, other: Next) -> Next {
        Next(core::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Next::NONE
    }

    /// Returns true if every member is ASCII.
    pub(super) fn is_ascii(&self) -> bool {
        self.0[2..] == [0; 3]
    }
}

/// The answers of an expression to the next byte, or to the end.
///
/// They hold for each run: one that matches and reads begins with a byte of `reads`; one that
/// matches and reads nothing stands before one of `empty`; one that fails stands before none of
/// `sure`. This follows by induction on the run from the equations below, for every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Begins {
    pub(super) reads: Next,
    pub(super) empty: Next,
    pub(super) sure: Next,
}

impl Begins {
    pub(super) const FAILS: Begins =
        Begins { reads: Next::NONE, empty: Next::NONE, sure: Next::NONE };
    const MATCHES: Begins = Begins { reads: Next::NONE, empty: Next::ALL, sure: Next::ALL };

    /// Returns the answers of a sequence.
    pub(super) fn all(parts: impl Iterator<Item = Begins>) -> Begins {
        parts.fold(Begins::MATCHES, |all, part| Begins {
            reads: all.reads.or(all.empty.and(part.reads)),
            empty: all.empty.and(part.empty),
            sure: if part.sure == Next::ALL {
                all.sure
            } else {
                all.sure.without(all.reads).and(part.sure)
            },
        })
    }

    /// Returns the bytes before which the expression may match.
    pub(super) fn can(&self) -> Next {
        self.reads.or(self.empty)
    }
}

/// The texts, the tables of classes, and what is known of rules.
pub(super) struct Facts<'a> {
    pub(super) texts: &'a [alloc::string::String],
    pub(super) tables: &'a [[u8; 256]],
    pub(super) rules: Vec<Begins>,
    /// For each class, the answers of one character.
    classes: Vec<Begins>,
}

impl Facts<'_> {
    pub(super) fn of(&self, part: &Expr) -> Begins {
        match part {
            Expr::Text(text) => self.text(*text, false),
            Expr::TextAnyCase(text) => self.text(*text, true),
            Expr::Set(class) => self.classes[*class as usize],
            Expr::Start => Begins { sure: Next::NONE, ..Begins::MATCHES },
            Expr::End(_) => {
                let end = Next::of([END]);
                Begins { reads: Next::NONE, empty: end, sure: end }
            }
            Expr::Rule(rule) => self.rules.get(*rule as usize).copied().unwrap_or(Begins::FAILS),
            Expr::Sequence(parts) => Begins::all(parts.iter().map(|part| self.of(part))),
            Expr::Choice(parts) => parts.iter().fold(Begins::FAILS, |all, part| {
                let part = self.of(part);
                Begins {
                    reads: all.reads.or(part.reads.without(all.sure)),
                    empty: all.empty.or(part.empty.without(all.sure)),
                    sure: all.sure.or(part.sure),
                }
            }),
            Expr::Repeat(inner, ..) => {
                let inner = self.of(inner);
                let reads = inner.sure.without(inner.empty);
                Begins { reads: inner.reads, empty: Next::ALL.without(reads), sure: Next::ALL }
            }
            Expr::And(inner) => {
                let inner = self.of(inner);
                Begins { reads: Next::NONE, empty: inner.can(), sure: inner.sure }
            }
            Expr::Not(inner) => {
                let inner = self.of(inner);
                Begins {
                    reads: Next::NONE,
                    empty: Next::ALL.without(inner.sure),
                    sure: Next::ALL.without(inner.can()),
                }
            }
            // What uses the stack of texts is not written as steps.
            _ => Begins { reads: Next::ALL, empty: Next::ALL, sure: Next::NONE },
        }
    }

    fn text(&self, number: u32, any_case: bool) -> Begins {
        let text = self.texts.get(number as usize).map_or("", |text| text);
        let Some(&first) = text.as_bytes().first() else { return Begins::MATCHES };
        let reads = if any_case {
            Next::of([first.to_ascii_lowercase().into(), first.to_ascii_uppercase().into()])
        } else {
            Next::of([first.into()])
        };
        let sure = if text.len() == 1 { reads } else { Next::NONE };
        Begins { reads, empty: Next::NONE, sure }
    }
}

/// Solves the equations of rules that are given in an order in which callers come last. `None` if
/// no solution is found in a few rounds.
pub(super) fn solved<'a>(
    rules: &[Option<Expr>],
    order: &[u32],
    texts: &'a [alloc::string::String],
    tables: &'a [[u8; 256]],
) -> Option<Facts<'a>> {
    let one = |table: &[u8; 256]| {
        let with = |wanted: &[u8]| Next::of((0..256).filter(|&byte| wanted.contains(&table[byte])));
        Begins { reads: with(&[YES, ASK]), empty: Next::NONE, sure: with(&[YES]) }
    };
    let classes = tables.iter().map(one).collect();
    let rules_begin = alloc::vec![Begins::FAILS; rules.len()];
    let mut facts = Facts { texts, tables, rules: rules_begin, classes };
    for _ in 0..64 {
        let mut is_changed = false;
        for &rule in order {
            let Some(part) = &rules[rule as usize] else { continue };
            let new = facts.of(part);
            is_changed |= facts.rules[rule as usize] != new;
            facts.rules[rule as usize] = new;
        }
        if !is_changed {
            return Some(facts);
        }
    }
    None
}
