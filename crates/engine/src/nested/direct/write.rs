//! Expressions written as steps, with a switch where the next byte decides.
//!
//! A part is written knowing two sets of bytes: those that can be next where it begins (`given`),
//! and those before which what follows it can match (`after`). They decide whether a way is needed.
//! With
//!
//! ```text
//! name = { ('a'..'z' ~ ".")* ~ 'a'..'z' }
//! ```
//!
//! a letter may begin a round, or be what follows the repetition. So a round is tried behind a way:
//!
//! ```text
//! 2: open name                            input `a.b`
//! 3: by the next byte: a letter to 4,     `a`: way to 8 at 0; skip `a`; `.`; close the way
//!    else to 8                            `b`: way to 8 at 2; skip `b`; no `.`: back to 2
//! 4: open a way to 8                      8: read `b`; close name
//! 5: skip the letter
//! 6: read `.`
//! 7: close the way, go on at 3
//! 8: read a letter
//! 9: close name, return
//! ```
//!
//! Step 5 only skips, because the switch has seen the letter. In `("," ~ value)* ~ "]"` no way is
//! opened: what follows begins with `]`, so if a round fails after its comma, the sequence fails
//! with or without it. For the same reason two alternatives that begin with different bytes are one
//! switch, and two that share a byte are tried in order: `"a" ~ "b" | "a" ~ "c"` opens a way.

use alloc::vec;
use alloc::vec::Vec;

use super::begins::{Begins, Facts, Next, END};
use super::order::How;
use super::{Step, Switch, FAIL, RETURN};
use crate::nested::expr::{Entry, Expr};
use crate::nested::set::YES;

/// The most steps, and the most switches.
const STEPS: usize = 1 << 15;
const SWITCHES: usize = 1 << 12;

/// The rules to write.
pub(super) struct Rules<'a> {
    pub(super) entries: &'a [Entry],
    pub(super) parts: &'a [Option<Expr>],
    pub(super) called: &'a [How],
    pub(super) facts: &'a Facts<'a>,
    /// For each rule, what follows it, except for calls behind a way.
    pub(super) after: &'a [Next],
}

pub(super) struct Writer<'a> {
    rules: Rules<'a>,
    pub(super) steps: Vec<Step>,
    pub(super) switches: Vec<Switch>,
    /// Steps that call a rule, or go on with one, and whether more can follow than is known.
    calls: Vec<(usize, u32, bool)>,
    /// The rules that are being written, one inside the other, and the most at once.
    inside: Vec<u32>,
    pub(super) deepest: usize,
}

/// A place to go on at: the next step, or the end of the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Next,
    Return,
}

impl<'a> Writer<'a> {
    pub(super) fn new(rules: Rules<'a>) -> Writer<'a> {
        let steps = vec![Step::Fail, Step::Return];
        Writer {
            rules,
            steps,
            switches: Vec::new(),
            calls: Vec::new(),
            inside: Vec::new(),
            deepest: 1,
        }
    }

    /// Writes all rules, and returns the first step of each.
    pub(super) fn all(&mut self) -> Option<Vec<u32>> {
        let mut starts = Vec::new();
        for number in 0..self.rules.entries.len() as u32 {
            starts.push(self.here());
            match self.rules.parts[number as usize] {
                Some(_) => {
                    let after = self.rules.after[number as usize];
                    self.rule(number, Next::ALL, after, Then::Return)?;
                }
                None => _ = self.add(Step::Fail),
            }
        }
        let mut before_any = vec![FAIL; starts.len()];
        while let Some((at, rule, is_before_any)) = self.calls.pop() {
            let number = rule as usize;
            if is_before_any && before_any[number] == FAIL {
                before_any[number] = self.here();
                self.rule(rule, Next::ALL, Next::ALL, Then::Return)?;
            }
            let start = if is_before_any { before_any[number] } else { starts[number] };
            self.steps[at] = match self.steps[at] {
                Step::Call(_) => Step::Call(start),
                _ => Step::GoOn(start),
            };
        }
        Some(starts)
    }

    fn here(&self) -> u32 {
        self.steps.len() as u32
    }

    fn add(&mut self, step: Step) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    fn of(&self, part: &Expr) -> Begins {
        self.rules.facts.of(part)
    }

    /// Writes a rule itself.
    fn rule(&mut self, number: u32, given: Next, after: Next, then: Then) -> Option<()> {
        let parts = self.rules.parts;
        let part = parts.get(number as usize)?.as_ref()?;
        self.inside.push(number);
        self.deepest = self.deepest.max(self.inside.len());
        if self.rules.entries[number as usize].leaves_node {
            self.add(Step::Open(number));
            self.part(part, given, after, Then::Next)?;
            self.add(Step::Close);
            self.end(then);
        } else {
            self.part(part, given, after, then)?;
        }
        self.inside.pop();
        Some(())
    }

    /// Returns true if a rule is built in here.
    fn is_built_in(&self, rule: u32) -> bool {
        let called = self.rules.called;
        match called[rule as usize] {
            How::BuiltIn => true,
            How::Once => !self.inside.iter().any(|&open| called[open as usize] == How::Once),
            How::Called => false,
        }
    }

    fn end(&mut self, then: Then) {
        if then == Then::Return {
            self.add(Step::Return);
        }
    }

    /// Writes an expression.
    ///
    /// Only bytes of `given` are next where it begins. Where it ends before a byte that is not in
    /// `after`, what follows fails, and goes back to the last way that was open when the expression
    /// began. So it may fail there itself, unless it has opened a way that is still there: behind
    /// a way, all bytes are in `after`.
    fn part(&mut self, part: &Expr, given: Next, after: Next, then: Then) -> Option<()> {
        if self.steps.len() > STEPS || self.switches.len() > SWITCHES {
            return None;
        }
        match part {
            Expr::Text(text) => _ = self.add(Step::Text(*text)),
            Expr::TextAnyCase(text) => _ = self.add(Step::AnyCase(*text)),
            Expr::Set(class) => self.one(*class, given),
            Expr::Start => _ = self.add(Step::Start),
            Expr::End(leaves_node) => _ = self.add(Step::End(*leaves_node)),
            Expr::Rule(rule) if self.is_built_in(*rule) => {
                return self.rule(*rule, given, after, then);
            }
            Expr::Rule(rule) => {
                let place = self.here() as usize;
                let known = self.rules.after[*rule as usize];
                self.calls.push((place, *rule, !after.without(known).is_empty()));
                if then == Then::Return {
                    self.add(Step::GoOn(0));
                    return Some(());
                }
                self.add(Step::Call(0));
            }
            Expr::Sequence(parts) => return self.sequence(parts, given, after, then),
            Expr::Choice(parts) => return self.choice(parts, given, after, then),
            Expr::Repeat(inner, ..) => self.star(inner, after)?,
            Expr::And(inner) => {
                let look = self.add(Step::Look(0));
                self.part(inner, given, Next::ALL, Then::Next)?;
                let found = self.add(Step::Found(0));
                self.steps[look] = Step::Look(FAIL);
                self.steps[found] = Step::Found(self.here());
            }
            Expr::Not(inner) => {
                let look = self.add(Step::Look(0));
                self.part(inner, given, Next::ALL, Then::Next)?;
                self.add(Step::Forbidden);
                self.steps[look] = Step::Look(self.here());
            }
            _ => return None,
        }
        self.end(then);
        Some(())
    }

    fn one(&mut self, class: u32, given: Next) {
        let table = &self.rules.facts.tables[class as usize];
        let members: Vec<usize> = (0..256).filter(|&byte| table[byte] == YES).collect();
        let is_one = members.len() == 1 && table.iter().filter(|&&entry| entry != 0).count() == 1;
        let is_known = given.is_ascii() && given.members().all(|member| table[member] == YES);
        self.add(if is_known {
            Step::Skip
        } else if is_one {
            Step::Byte(members[0] as u8)
        } else {
            Step::One(class)
        });
    }

    fn sequence(&mut self, parts: &[Expr], mut given: Next, after: Next, then: Then) -> Option<()> {
        let Some((last, others)) = parts.split_last() else {
            self.end(then);
            return Some(());
        };
        let mut afters = vec![after; parts.len()];
        for number in (0..others.len()).rev() {
            afters[number] = self.rules.facts.before(&parts[number + 1], afters[number + 1]);
        }
        for (part, after) in others.iter().zip(afters) {
            self.part(part, given, after, Then::Next)?;
            let begins = self.of(part);
            given = match part {
                Expr::Repeat(inner, ..) => {
                    let inner = self.of(inner);
                    Next::ALL.without(inner.sure.without(inner.empty))
                }
                _ if begins.reads.and(given).is_empty() => given.and(begins.empty),
                _ => Next::ALL,
            };
        }
        self.part(last, given, after, then)
    }

    /// Returns for each alternative the bytes before which it is tried, and for each byte the
    /// alternatives that are tried there, in order.
    ///
    /// One that can match nothing is left out before a hopeless byte, as the sequence fails there
    /// whether it matches or not, unless a later one can match: then that one must not be tried if
    /// it does. In `"(" ~ (!"(x" ~ "" | "(") ~ ")"` and `(()` the first alternative matches, and
    /// the second one, which would read a parenthesis, is never asked.
    fn tried(&self, parts: &[Expr], given: Next, hopeless: Next) -> (Vec<Next>, Vec<Vec<usize>>) {
        let begins: Vec<Begins> = parts.iter().map(|part| self.of(part)).collect();
        let mut later = Next::NONE;
        let mut left_out = vec![Next::NONE; parts.len()];
        for (begins, left_out) in begins.iter().zip(&mut left_out).rev() {
            *left_out = hopeless.without(later.without(begins.sure));
            later = later.or(begins.can());
        }
        let mut left = given;
        let mut wanted = Vec::new();
        let mut tried = vec![Vec::new(); END + 1];
        for (number, begins) in begins.iter().enumerate() {
            let here = left.and(begins.reads.or(begins.empty.without(left_out[number])));
            here.members().for_each(|member| tried[member].push(number));
            wanted.push(here);
            left = left.without(begins.sure);
        }
        (wanted, tried)
    }

    /// Writes a choice. Where the next byte leaves one alternative, no way is opened.
    fn choice(&mut self, parts: &[Expr], given: Next, after: Next, then: Then) -> Option<()> {
        let (wanted, tried) = self.tried(parts, given, Next::ALL.without(after));
        let is_framed: Vec<bool> = (0..parts.len())
            .map(|number| {
                tried.iter().any(|tried| {
                    tried.split_last().is_some_and(|(_, others)| others.contains(&number))
                })
            })
            .collect();
        let mut lists: Vec<&Vec<usize>> = Vec::new();
        for member in given.members() {
            if !lists.contains(&&tried[member]) {
                lists.push(&tried[member]);
            }
        }
        let switch = (lists.len() > 1).then(|| self.switch());
        // Bodies, each behind a way that leads nowhere if others open ways to it.
        let (mut direct, mut bodies) = (vec![FAIL; parts.len()], vec![FAIL; parts.len()]);
        let mut jumps = Vec::new();
        let only = (lists.len() == 1 && lists[0].len() == 1).then(|| lists[0][0]);
        // Without a switch, the chain of ways comes first.
        let first = (switch.is_none() && only.is_none()).then(|| self.add(Step::Jump(FAIL)));
        let mut last_emitted = 0;
        for number in (0..parts.len()).filter(|&number| !wanted[number].is_empty()) {
            last_emitted = number;
        }
        for (number, part) in parts.iter().enumerate() {
            if wanted[number].is_empty() {
                continue;
            }
            direct[number] = self.here();
            if is_framed[number] {
                self.add(Step::Try(FAIL));
                bodies[number] = self.here();
                self.part(part, wanted[number], Next::ALL, Then::Next)?;
                jumps.push(self.add(Step::Commit(RETURN)));
            } else {
                bodies[number] = self.here();
                self.part(part, wanted[number], after, then)?;
                let is_last = number == last_emitted && lists.iter().all(|list| list.len() < 2);
                if then == Then::Next && !is_last {
                    jumps.push(self.add(Step::Jump(RETURN)));
                }
            }
        }
        let mut heads: Vec<(Vec<usize>, u32)> = Vec::new();
        for list in &lists {
            let head = match list[..] {
                [] => FAIL,
                [only] => direct[only],
                [ref others @ .., last] => {
                    let head = self.here();
                    for &number in others {
                        let next = self.here() + 2;
                        self.add(Step::Try(next));
                        self.add(Step::Jump(bodies[number]));
                    }
                    self.add(Step::Jump(direct[last]));
                    head
                }
            };
            heads.push(((*list).clone(), head));
        }
        if then == Then::Next {
            let here = self.here();
            for jump in jumps {
                self.steps[jump] = match self.steps[jump] {
                    Step::Commit(_) => Step::Commit(here),
                    _ => Step::Jump(here),
                };
            }
        }
        match (switch, first) {
            (Some(switch), _) => {
                let targets: Vec<(usize, u32)> = given
                    .members()
                    .filter_map(|member| {
                        let head = heads.iter().find(|(list, _)| *list == tried[member])?;
                        Some((member, head.1))
                    })
                    .collect();
                self.fill(switch, &targets);
            }
            (None, Some(first)) => {
                self.steps[first] = Step::Jump(heads.first().map_or(FAIL, |head| head.1));
            }
            _ => {}
        }
        Some(())
    }

    /// Adds a step that goes on by the next byte.
    fn switch(&mut self) -> usize {
        let number = self.switches.len();
        self.switches.push([FAIL as u16; END + 1]);
        self.add(Step::Switch(number as u32));
        number
    }

    fn fill(&mut self, switch: usize, targets: &[(usize, u32)]) {
        for &(member, target) in targets {
            self.switches[switch][member] = target as u16;
        }
    }

    /// Writes a repetition. A round opens no way if it cannot fail, or if the sequence fails
    /// without it.
    fn star(&mut self, inner: &Expr, after: Next) -> Option<()> {
        if let Expr::Set(class) = inner {
            self.add(Step::Run(*class));
            return Some(());
        }
        let alternatives = match inner {
            Expr::Choice(parts) => &parts[..],
            other => core::slice::from_ref(other),
        };
        let begins = self.of(inner);
        // Behind a round there is another one, or what follows.
        let (hopeless, after) = (Next::ALL.without(after), after.or(begins.can()));
        let (_, tried) = self.tried(alternatives, Next::ALL, Next::NONE);
        let head = self.here();
        let switch = self.switch();
        let mut targets: Vec<(usize, u32)> = Vec::new();
        let mut risky = Next::NONE;
        let mut sure = vec![Next::NONE; alternatives.len()];
        for member in begins.can().members() {
            match tried[member][..] {
                [only] if self.of(&alternatives[only]).sure.contains(member) => {
                    sure[only] = sure[only].or(Next::one(member));
                }
                _ => risky = risky.or(Next::one(member)),
            }
        }
        for (number, members) in sure.iter().enumerate().filter(|(_, next)| !next.is_empty()) {
            let entry = self.here();
            let part = &alternatives[number];
            match part {
                Expr::Set(class) if self.of(part).reads == *members => {
                    self.add(Step::Run(*class));
                }
                _ => self.part(part, *members, after, Then::Next)?,
            }
            self.add(Step::Jump(head));
            targets.extend(members.members().map(|member| (member, entry)));
        }
        let needed = risky.and(hopeless);
        if !needed.is_empty() {
            let entry = self.here();
            self.part(inner, needed, after, Then::Next)?;
            self.add(Step::Jump(head));
            targets.extend(needed.members().map(|member| (member, entry)));
        }
        risky = risky.without(hopeless);
        let way = (!risky.is_empty()).then(|| self.add(Step::Try(0)));
        if let Some(way) = way {
            self.part(inner, risky, Next::ALL, Then::Next)?;
            self.add(Step::Commit(head));
            targets.extend(risky.members().map(|member| (member, way as u32)));
            self.steps[way] = Step::Try(self.here());
        }
        let exit = self.here();
        let others = (0..=END).filter(|&member| !begins.can().contains(member));
        targets.extend(others.map(|member| (member, exit)));
        self.fill(switch, &targets);
        Some(())
    }
}
