//! Trees in one pass, where the next byte decides between alternatives.
//!
//! The expressions of a program are written as steps. Where the next byte leaves one alternative,
//! the step before it is a switch, and no way is opened to go back to. Rules that are not recursive
//! are built in where they are called. With
//!
//! ```text
//! value  = _{ list | number }
//! list   = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }
//! number = @{ '0'..'9'+ }
//! ```
//!
//! the steps are
//!
//! ```text
//! value: by the next byte: `[` to 1, a digit to 2, else fail
//!     1: open list, skip `[`, by the next byte: `[` or a digit to 3, else to 4
//!     3: call value
//!     5: by the next byte: `,` to 6, else to 4
//!     6: skip `,`, call value, go on at 5
//!     4: read `]`, close list, return
//!     2: open number, skip a digit, read a run of digits, close number, return
//! ```
//!
//! A way is not opened where nothing that can follow begins with the byte either (`after`). Then
//! the steps become a `table`: the next byte decides all that is done before it is read. What stays
//! at one place is read by words (`skip`).
//!
//! A node is written when it is opened, and gets its end when it is closed. Going back to a way
//! removes the nodes behind it.
//!
//! What matches is exact: an alternative is left out only before bytes with which it cannot match
//! (`begins`), and everything else is tried in the order of the expression. What is read twice is
//! counted. If that is more than a few times the input, or the steps end without a match, nothing
//! is said, and the machine that keeps results decides.

mod act;
mod after;
mod begins;
mod order;
mod part;
mod run;
mod skip;
mod table;
mod write;

use alloc::vec;
use alloc::vec::Vec;

use super::expr::{Expr, Rules};
use super::set::{Set, Sets};
use super::tree::Flat;
use super::Limits;
use begins::{Facts, Next, END};
use order::Order;
use run::Run;
use table::{Steps, Table};
use write::Writer;

/// The first step: it fails.
const FAIL: u32 = 0;
/// The second step: it returns.
const RETURN: u32 = 1;
/// For each byte, and the end of the input, the step to go on at.
type Switch = [u16; END + 1];

/// One step. A step that fails goes back to the last way that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Reads one byte that is known.
    Skip,
    Byte(u8),
    Text(u32),
    AnyCase(u32),
    /// Reads a character of a class.
    One(u32),
    /// Reads characters of a class, as many as there are.
    Run(u32),
    Start,
    End(bool),
    /// Goes on by the next byte.
    Switch(u32),
    Jump(u32),
    /// Opens a way.
    Try(u32),
    /// Closes the last way.
    Commit(u32),
    /// Opens a way for a lookahead.
    Look(u32),
    /// Ends a lookahead that matched.
    Found(u32),
    /// Ends a lookahead that must not match.
    Forbidden,
    /// Opens a node of a rule.
    Open(u32),
    /// Closes the innermost node.
    Close,
    Call(u32),
    /// Calls a rule in place of this one.
    GoOn(u32),
    Return,
    Fail,
}

/// The rules of a program as steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Direct {
    table: Table,
    sets: Vec<Set>,
    tables: Vec<[u8; 256]>,
    /// The most rules inside each other that are built into one.
    inside: u64,
}

impl Direct {
    /// Returns the steps of a program; `None` if there would be too many.
    pub(super) fn new(program: &Rules) -> Option<Direct> {
        let mut sets = Sets(program.sets.clone());
        let count = program.rules.len();
        let mut parts: Vec<Option<Expr>> = part::read(program, &mut sets);
        let order = Order::new(&parts);
        // A rule that calls one without an expression has no expression either.
        let mut is_changed = true;
        while core::mem::take(&mut is_changed) {
            for &rule in &order.callers_last {
                let mut lacks = false;
                if let Some(part) = &parts[rule as usize] {
                    part.rules(&mut |rule| lacks |= parts[rule as usize].is_none());
                }
                if lacks {
                    parts[rule as usize] = None;
                    is_changed = true;
                }
            }
        }
        for &rule in &order.callers_last {
            let Some(part) = parts[rule as usize].take() else { continue };
            let set_of = |rule: u32| match parts.get(rule as usize)? {
                Some(Expr::Set(set)) if !program.rules[rule as usize].leaves_node => Some(*set),
                _ => None,
            };
            let part = part::simplified(part, &mut sets, &set_of);
            parts[rule as usize] = Some(part);
        }
        let tables: Vec<[u8; 256]> = sets.0.iter().map(Set::table).collect();
        let facts = begins::solved(&parts, &order.callers_last, &program.texts, &tables)?;
        if parts.iter().flatten().any(|part| may_stand_still(part, &facts)) {
            return None;
        }
        let called = order.called(&parts);
        // Rules that are called behind ways and before some bytes are written twice; if that is too
        // long, once.
        let all = [facts.after_rules(&parts, &order.callers_last), vec![Next::ALL; count]];
        let (table, inside) = all.iter().find_map(|after| {
            let (parts, called, facts) = (&parts[..], &called[..], &facts);
            let rules = write::Rules { entries: &program.rules, parts, called, facts, after };
            let mut writer = Writer::new(rules);
            let mut starts = writer.all()?;
            let without = (0..count).filter(|&rule| parts[rule].is_none());
            without.for_each(|rule| starts[rule] = FAIL);
            let Writer { steps, switches, deepest, .. } = writer;
            let steps = Steps { steps: &steps, switches: &switches, tables: &tables };
            Some((Table::new(&steps, &starts)?, deepest as u64))
        })?;
        Some(Direct { table, sets: sets.0, tables, inside })
    }

    /// Returns the nodes of a rule that matches a whole input; `None` if it does not, or if that is
    /// not found out.
    pub(super) fn nodes(
        &self,
        program: &Rules,
        rule: usize,
        input: &str,
        limits: Limits,
    ) -> Option<Vec<Flat>> {
        let start = *self.table.starts.get(rule)?;
        Run::new(self, program, input, limits).run(start)
    }
}

/// Returns true if a repetition may match nothing, so that it would not end.
fn may_stand_still(part: &Expr, facts: &Facts<'_>) -> bool {
    matches!(part, Expr::Repeat(inner, ..) if !facts.of(inner).empty.is_empty())
        || part.parts().iter().any(|part| may_stand_still(part, facts))
}
