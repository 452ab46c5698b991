//! Steps as a table: for each place and the next byte, what is done up to the byte after it.
//!
//! A place is a step before which a byte was read, or to which a run comes back. From there on, the
//! next byte decides all steps up to the one that reads it, but for those that come back from a
//! call. So a byte inside a number is one look at the table:
//!
//! ```text
//! place                   `"`                        a digit          blank
//! value                   open string, to its text   open number      fail
//! digits of a number      close number, return       stay             close number, return
//! ```

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::begins::END;
use super::class::{NO, YES};
use super::skip::Skip;
use super::{Step, Switch, FAIL};

/// The most places, and the most entries of the table.
const PLACES: usize = 1 << 13;
const CELLS: usize = 1 << 19;
/// The most steps that one byte decides.
const LONG: usize = 1_000;

/// Something that is done before a byte is read. Ways and calls name places as offsets of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Open(u32),
    Close,
    Tag(u32),
    /// Opens a way.
    Try(u32),
    /// Closes the last way.
    Commit,
    /// Closes the last way and goes back to its place.
    Found,
    Forbidden,
    /// Calls a rule, and goes on at the place when it returns.
    Call(u32),
    /// Begins another rule in place of this one.
    GoOn,
    Return,
    Fail,
    Start,
    End(bool),
    Text(u32),
    AnyCase(u32),
    One(u32),
    Run(u32),
    /// Goes on at a place.
    Go(u32),
    /// Reads one byte and goes on at a place.
    Read(u32),
    /// Two acts that are often together.
    OpenRead(u16, u32),
    CloseRead(u32),
    CloseReturn,
    CallOpen(u16, u32),
}

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
        let mut builder = Builder { steps, rows, open, width };
        let starts = starts.iter().map(|&start| builder.row(start)).collect();
        let (mut cells, mut acts, mut skips) = (Vec::new(), Vec::new(), Vec::new());
        // The numbers of skips and acts are behind those of all rows, of which more may come.
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
        Some(Table { classes, end: width as u32 - 1, cells, skips, acts, starts })
    }
}

impl Act {
    /// Returns a number that only this act has.
    fn key(&self) -> u64 {
        let pair = |rule: u16, row: u32| u64::from(rule) << 32 | u64::from(row);
        let (kind, of): (u64, u64) = match *self {
            Act::Open(rule) => (0, rule.into()),
            Act::Close => (1, 0),
            Act::Try(row) => (2, row.into()),
            Act::Commit => (3, 0),
            Act::Found => (4, 0),
            Act::Forbidden => (5, 0),
            Act::Call(row) => (6, row.into()),
            Act::GoOn => (7, 0),
            Act::Return => (8, 0),
            Act::Fail => (9, 0),
            Act::Start => (10, 0),
            Act::End(leaves_node) => (11, leaves_node.into()),
            Act::Text(text) => (12, text.into()),
            Act::AnyCase(text) => (13, text.into()),
            Act::One(class) => (14, class.into()),
            Act::Run(class) => (15, class.into()),
            Act::Go(row) => (17, row.into()),
            Act::Read(row) => (18, row.into()),
            Act::OpenRead(rule, row) => (19, pair(rule, row)),
            Act::CloseRead(row) => (20, row.into()),
            Act::CloseReturn => (21, 0),
            Act::CallOpen(rule, row) => (22, pair(rule, row)),
            Act::Tag(tag) => (23, tag.into()),
        };
        of << 8 | kind
    }
}

/// Returns acts with those that are often together as one.
fn joined(acts: &[Act]) -> Vec<Act> {
    let (mut all, mut rest) = (Vec::new(), acts);
    while let [first, behind @ ..] = rest {
        let rule = |rule: u32| u16::try_from(rule).ok();
        let two = match (first, behind.first()) {
            (Act::Open(number), Some(Act::Read(row))) => {
                rule(*number).map(|number| Act::OpenRead(number, *row))
            }
            (Act::Call(row), Some(Act::Open(number))) => {
                rule(*number).map(|number| Act::CallOpen(number, *row))
            }
            (Act::Close, Some(Act::Read(row))) => Some(Act::CloseRead(*row)),
            (Act::Close, Some(Act::Return)) => Some(Act::CloseReturn),
            _ => None,
        };
        all.push(two.unwrap_or(*first));
        rest = if two.is_some() { &behind[1..] } else { behind };
    }
    all
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
                Step::Tag(tag) => {
                    acts.push(Act::Tag(tag));
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
                acts.push(Act::Read(next));
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

    fn entry(&self, class: u32, member: usize) -> u8 {
        self.steps.tables[class as usize].get(member).copied().unwrap_or(NO)
    }
}
