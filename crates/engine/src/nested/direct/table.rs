//! Steps as a table: for each place and the next byte, what is done up to the byte after it.
//!
//! A place is a step after a byte, or a step that a run comes back to. From there on, the next byte
//! decides all steps up to the one that reads it, except for those that come back from a call. Of
//! the rules in [`super`], the input `[7]` needs these rows:
//!
//! ```text
//!                     `[`                      a digit                `]`
//!  0 value            open list, read, to 4    open number, read, 3   fail
//!  3 in a number      close number, return     stay                   close number, return
//!  4 after `[`        call: open list, read,   call: open number,     read, to 8
//!                     to 4; return to 7        read, 3; return to 7
//!  7 after a value    fail                     fail                   read, to 8
//!  8 after `]`        close list, return       close list, return     close list, return
//!
//! `[`  0: open list, read
//! `7`  4: call, open number, read
//! `]`  3: close number, return to 7, and there read
//! end  8: close list, return
//! ```
//!
//! A byte takes one look, and one more after a return. A cell that only reads is the offset of the
//! next row itself. A row whose bytes lead back to it has a [`Skip`], which looks at a word of the
//! input at once. If a step fails behind a way that is opened before the same byte, that is decided
//! here as well, and the way is left out.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::act::{joined, Act};
use super::begins::END;
use super::skip::Skip;
use super::{Step, Switch, FAIL};
use crate::nested::set::{NO, YES};

/// The most places, and the most entries of the table.
const PLACES: usize = 1 << 13;
const CELLS: usize = 1 << 19;
/// The most steps that one byte decides.
const LONG: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// The class of each byte. The end of the input is the class behind the last one.
    pub(super) classes: [u8; 256],
    pub(super) end: u32,
    /// Rows of places: the offset of the next row, or the number of entries and that of a skip, or
    /// the number of both and that of the first act before the byte.
    pub(super) cells: Vec<u32>,
    /// For places with bytes that lead to themselves, the set of these bytes.
    pub(super) skips: Vec<Skip>,
    /// Lists of acts, each up to one that says where to go on.
    pub(super) acts: Vec<Act>,
    /// The rules of nodes of one byte, the outermost first.
    pub(super) leaves: Vec<u32>,
    /// For each rule its first row.
    pub(super) starts: Vec<u32>,
}

/// The steps of rules.
pub(super) struct Steps<'a> {
    pub(super) steps: &'a [Step],
    pub(super) switches: &'a [Switch],
    pub(super) tables: &'a [[u8; 256]],
}

impl Table {
    /// Makes the table of rules that begin at some steps; `None` if it would be too large.
    pub(super) fn new(steps: &Steps<'_>, starts: &[u32]) -> Option<Table> {
        let (classes, members) = steps.classes();
        let width = members.len();
        let (rows, open) = (BTreeMap::new(), Vec::new());
        let mut builder = Builder { steps, rows, open, width, leaves: Vec::new() };
        let starts = starts.iter().map(|&start| builder.row(start)).collect();
        let (mut cells, mut acts, mut skips) = (Vec::new(), Vec::new(), Vec::new());
        // The numbers of skips and acts are behind those of all rows, because more rows may come.
        let mut made: Vec<(usize, u32)> = Vec::new();
        let mut skipped: Vec<(usize, u32)> = Vec::new();
        let mut known: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        let mut place = 0;
        while let Some(&step) = builder.open.get(place) {
            if place >= PLACES || cells.len() > CELLS {
                return None;
            }
            let row = cells.len() as u32;
            let mut all = Vec::new();
            for &member in &members {
                all.push(builder.cell(step, member)?);
            }
            // Where every character beyond ASCII may be read and leads back here, so may each of
            // its bytes: the input is UTF-8.
            let stays = |byte: usize| {
                let class = usize::from(classes[byte]);
                matches!(all[class][..], [Act::One(_), Act::Go(next)] if next == row)
            };
            let is_text = (0x80..0xC0).all(stays);
            for done in all {
                match done[..] {
                    [Act::Read(next)] => {
                        cells.push(next);
                        continue;
                    }
                    [Act::One(_), Act::Go(next)] if is_text && next == row => {
                        cells.push(row);
                        continue;
                    }
                    _ => {}
                }
                let done = joined(&done);
                let (key, length) = (done.iter().map(Act::key).collect(), done.len() as u32);
                let number = *known.entry(key).or_insert_with(|| {
                    acts.extend(done);
                    acts.len() as u32 - length
                });
                made.push((cells.len(), number));
                cells.push(u32::MAX);
            }
            let here = &cells[row as usize..];
            let stays = |byte: u8| here[usize::from(classes[usize::from(byte)])] == row;
            if let Some(skip) = Skip::new(stays) {
                let cells = here.iter().enumerate().filter(|(_, cell)| **cell == row);
                skipped.extend(cells.map(|(class, _)| (row as usize + class, skips.len() as u32)));
                skips.push(skip);
            }
            place += 1;
        }
        let mut behind = cells.len() as u32;
        skipped.into_iter().for_each(|(cell, number)| cells[cell] = behind + number);
        behind += skips.len() as u32;
        made.into_iter().for_each(|(cell, number)| cells[cell] = behind + number);
        let leaves = builder.leaves;
        Some(Table { classes, end: width as u32 - 1, cells, skips, acts, leaves, starts })
    }
}

impl Steps<'_> {
    /// Returns the classes of bytes that no step distinguishes, and a member of each class, the end
    /// of the input last.
    fn classes(&self) -> ([u8; 256], Vec<usize>) {
        let mut texts: Vec<u8> = Vec::new();
        for step in self.steps {
            if let Step::Byte(byte) = *step {
                texts.push(byte);
            }
        }
        let (mut classes, mut members) = ([0; 256], Vec::new());
        let mut known: BTreeMap<Vec<u16>, u8> = BTreeMap::new();
        for byte in 0..=255_u8 {
            let at = usize::from(byte);
            let is_text = if texts.contains(&byte) { u16::from(byte) + 1 } else { 0 };
            let mut answers = vec![u16::from(byte < 0x80), is_text];
            answers.extend(self.tables.iter().map(|table| u16::from(table[at])));
            answers.extend(self.switches.iter().map(|switch| switch[at]));
            classes[at] = *known.entry(answers).or_insert_with(|| {
                members.push(at);
                members.len() as u8 - 1
            });
        }
        members.push(END);
        (classes, members)
    }
}

struct Builder<'a> {
    steps: &'a Steps<'a>,
    /// The number of each place.
    rows: BTreeMap<u32, u32>,
    open: Vec<u32>,
    width: usize,
    leaves: Vec<u32>,
}

impl Builder<'_> {
    /// Returns the offset of the row of a step.
    fn row(&mut self, step: u32) -> u32 {
        let open = &mut self.open;
        let number = *self.rows.entry(step).or_insert_with(|| {
            open.push(step);
            open.len() as u32 - 1
        });
        number * self.width as u32
    }

    /// Returns what is done at a step before a byte, up to what says where to go on. Ways and calls
    /// that are closed before it are left out.
    // Long because it has an arm for each step. All change the same step and acts.
    fn cell(&mut self, mut step: u32, member: usize) -> Option<Vec<Act>> {
        // Ways and calls with their steps, as their rows are those that are used.
        let mut acts: Vec<Act> = Vec::new();
        let done = |builder: &mut Self, acts: Vec<Act>| -> Vec<Act> {
            let placed = |act| match act {
                Act::Try(step) => Act::Try(builder.row(step)),
                Act::Call(step) => Act::Call(builder.row(step)),
                Act::Go(step) => Act::Go(builder.row(step)),
                Act::Read(step) => Act::Read(builder.row(step)),
                act => act,
            };
            acts.into_iter().map(placed).collect()
        };
        let is_frame = |act: &Act| matches!(act, Act::Try(_) | Act::Call(_));
        for _ in 0..LONG {
            let next = step + 1;
            let mut fails = false;
            // An act after which another byte may be next, and the step behind it.
            let mut last = None;
            // The step behind the byte, if it is read.
            let mut read = None;
            match self.steps.steps[step as usize] {
                Step::Skip => read = Some(next),
                Step::Byte(byte) if member == usize::from(byte) => read = Some(next),
                Step::Byte(_) | Step::Fail => fails = true,
                Step::One(class) => match self.entry(class, member) {
                    NO => fails = true,
                    YES if member < 0x80 => read = Some(next),
                    _ => last = Some((Act::One(class), next)),
                },
                Step::Run(class) => match self.entry(class, member) {
                    NO => step = next,
                    YES => read = Some(step),
                    _ => last = Some((Act::Run(class), next)),
                },
                Step::Text(text) => last = Some((Act::Text(text), next)),
                Step::AnyCase(text) => last = Some((Act::AnyCase(text), next)),
                Step::Start => last = Some((Act::Start, next)),
                Step::End(leaves_node) if member == END => {
                    acts.push(Act::End(leaves_node));
                    step = next;
                }
                Step::End(_) => fails = true,
                Step::Switch(number) => {
                    step = self.steps.switches[number as usize][member].into();
                }
                Step::Jump(to) => step = to,
                Step::Try(to) | Step::Look(to) => {
                    acts.push(Act::Try(to));
                    step = next;
                }
                Step::Commit(to) => {
                    match acts.iter().rposition(is_frame) {
                        Some(way) => _ = acts.remove(way),
                        None => acts.push(Act::Commit),
                    }
                    step = to;
                }
                Step::Found(to) => match acts.iter().rposition(is_frame) {
                    Some(way) => {
                        acts.truncate(way);
                        step = to;
                    }
                    None => last = Some((Act::Found, to)),
                },
                Step::Forbidden => match acts.iter().rposition(is_frame) {
                    Some(way) => {
                        acts.truncate(way);
                        fails = true;
                    }
                    None => last = Some((Act::Forbidden, FAIL)),
                },
                Step::Open(rule) => {
                    acts.push(Act::Open(rule));
                    step = next;
                }
                Step::Close => {
                    acts.push(Act::Close);
                    step = next;
                }
                Step::Call(to) => {
                    acts.push(Act::Call(next));
                    step = to;
                }
                Step::GoOn(to) => {
                    acts.push(Act::GoOn);
                    step = to;
                }
                Step::Return => match acts.iter().rposition(is_frame) {
                    Some(call) => {
                        let Act::Call(back) = acts[call] else { return None };
                        let mut at = 0;
                        acts.retain(|act| {
                            at += 1;
                            at <= call || at > call + 1 && *act != Act::GoOn
                        });
                        step = back;
                    }
                    None => {
                        acts.push(Act::Return);
                        return Some(done(self, acts));
                    }
                },
            }
            if let Some(next) = read {
                self.read(&mut acts, next);
                return Some(done(self, acts));
            }
            if let Some((act, next)) = last {
                acts.push(act);
                acts.push(Act::Go(next));
                return Some(done(self, acts));
            }
            if fails {
                // What was opened since the last way had read nothing.
                match acts.iter().rposition(|act| matches!(act, Act::Try(_))) {
                    Some(way) => {
                        let Act::Try(to) = acts[way] else { return None };
                        acts.truncate(way);
                        step = to;
                    }
                    None => {
                        acts.push(Act::Fail);
                        return Some(done(self, acts));
                    }
                }
            }
        }
        None
    }

    /// Adds that a byte is read, with the nodes that it is all of: those that are opened before it
    /// and closed behind it, as of `pchar`, `unreserved` and `ALPHA` around one letter.
    fn read(&mut self, acts: &mut Vec<Act>, next: u32) {
        let opened = acts.iter().rev().take_while(|act| matches!(act, Act::Open(_))).count();
        let (mut count, mut behind) = (0, next);
        for _ in 0..LONG {
            match self.steps.steps[behind as usize] {
                Step::Jump(to) => behind = to,
                Step::Close if count < opened => (count, behind) = (count + 1, behind + 1),
                _ => break,
            }
        }
        if count == 0 {
            acts.push(Act::Read(next));
            return;
        }
        let rules: Vec<u32> = acts
            .drain(acts.len() - count..)
            .filter_map(|act| if let Act::Open(rule) = act { Some(rule) } else { None })
            .collect();
        let known = self.leaves.windows(count).position(|known| *known == rules);
        let first = known.unwrap_or_else(|| {
            self.leaves.extend(rules);
            self.leaves.len() - count
        });
        acts.push(Act::Leaves(count as u16, first as u32));
        acts.push(Act::Go(behind));
    }

    fn entry(&self, class: u32, member: usize) -> u8 {
        self.steps.tables[class as usize].get(member).copied().unwrap_or(NO)
    }
}
