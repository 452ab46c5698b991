//! The bytes before which what follows an expression can go on.
//!
//! ```text
//! list = { "[" ~ (item ~ ("," ~ item)*)? ~ "]" }
//! item = { "-"? ~ digits ~ ("." ~ digits)? | list }
//! ```
//!
//! An item is called before `,` and `]` only. So where it stands before a dot, the digits behind
//! the dot must follow: if they do not, the item could end before the dot, but then nothing can
//! follow it. No way is opened to go back there.

use alloc::vec;
use alloc::vec::Vec;

use super::begins::{Begins, Facts, Next, END};
use crate::nested::expr::Expr;

/// The most rounds where the equations of rules are solved. Each is as long as the rules.
const ROUNDS: usize = 64;

impl Facts<'_> {
    /// Returns the bytes before which a part and what follows it can go on, if what follows it can
    /// do so before the bytes of `after`.
    pub(super) fn before(&self, part: &Expr, after: Next) -> Next {
        let Begins { reads, empty, .. } = self.of(part);
        reads.or(empty.and(after))
    }

    /// Returns for each rule the bytes that can follow where it is asked for itself, which is the
    /// end of the input, and where it is called and only some can. All bytes, which makes no
    /// difference, if no solution is found in a few rounds.
    pub(super) fn after_rules(&self, parts: &[Option<Expr>], callers_last: &[u32]) -> Vec<Next> {
        let mut all = vec![Next::one(END); parts.len()];
        for _ in 0..ROUNDS {
            let before = all.clone();
            for &rule in callers_last.iter().rev() {
                let Some(part) = &parts[rule as usize] else { continue };
                for after in [Next::ALL, all[rule as usize]] {
                    self.calls(part, after, &mut all);
                }
            }
            if all == before {
                return all;
            }
        }
        vec![Next::ALL; parts.len()]
    }

    /// Adds what follows each call of an expression.
    fn calls(&self, part: &Expr, after: Next, all: &mut [Next]) {
        match part {
            Expr::Rule(rule) if after != Next::ALL => {
                if let Some(known) = all.get_mut(*rule as usize) {
                    *known = known.or(after);
                }
            }
            Expr::Sequence(parts) => {
                let mut after = after;
                for part in parts.iter().rev() {
                    self.calls(part, after, all);
                    after = self.before(part, after);
                }
            }
            Expr::Choice(parts) => parts.iter().for_each(|part| self.calls(part, after, all)),
            Expr::Repeat(inner, ..) => self.calls(inner, after.or(self.of(inner).can()), all),
            Expr::And(inner) | Expr::Not(inner) => self.calls(inner, Next::ALL, all),
            _ => {}
        }
    }
}
