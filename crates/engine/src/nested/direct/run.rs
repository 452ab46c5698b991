//! A run of the table over an input.

use alloc::vec::Vec;

use super::act::Act;
use super::table::Table;
use super::Direct;
use crate::nested::expr::{self, Rules};
use crate::nested::set::{ASK, YES};
use crate::nested::tree::Flat;
use crate::nested::Limits;

/// The row behind the last one, which ends the run.
const DONE: u32 = u32::MAX;
const NONE: u32 = u32::MAX;
/// The place of a frame of a call.
const CALL: u32 = u32::MAX;
/// The bytes that may be read again, for each byte of the input.
const TWICE: u64 = 16;

/// A way, or a call.
#[derive(Clone, Copy)]
struct Frame {
    /// The row to go on at.
    row: u32,
    /// The place in the input; `CALL` for a call.
    at: u32,
    /// The number of nodes; for a call, the number of calls around it.
    nodes: u32,
    /// The innermost open node.
    open: u32,
}

/// The state of a run.
pub(super) struct Run<'a> {
    direct: &'a Direct,
    program: &'a Rules,
    text: &'a str,
    input: &'a [u8],
    limits: Limits,
    /// The most calls inside each other.
    most_calls: u64,
    /// The calls and the bytes read again that are left.
    left: u64,
    nodes: Vec<Flat>,
    frames: Vec<Frame>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        direct: &'a Direct,
        program: &'a Rules,
        text: &'a str,
        limits: Limits,
    ) -> Run<'a> {
        Run {
            direct,
            program,
            text,
            input: text.as_bytes(),
            limits,
            most_calls: u64::from(limits.depth) / direct.inside,
            left: (TWICE * (text.len() as u64 + 64)).min(limits.steps),
            // A grammar with a rule for each character leaves several nodes for each byte.
            nodes: Vec::with_capacity(
                (text.len() / 8 + 16 + (2 * text.len()).min(240)).min(limits.nodes),
            ),
            frames: Vec::new(),
        }
    }

    /// Runs from a row to the end of the input, and returns the nodes. An open node has the one
    /// around it as its `after`.
    // Long because it has an arm for each act. All change the same four variables, which a function
    // for an act would take and return.
    pub(super) fn run(mut self, start: u32) -> Option<Vec<Flat>> {
        let table = &self.direct.table;
        let acts = &table.acts[..];
        let before_acts = (table.cells.len() + table.skips.len()) as u32;
        let (mut open, mut calls, mut row, mut at) = (NONE, 0, start, 0);
        self.push(Frame { row: DONE, at: CALL, nodes: 0, open })?;
        while row != DONE {
            let cell;
            (cell, at) = plain(table, self.input, row, at);
            let mut next = cell.checked_sub(before_acts)? as usize;
            row = loop {
                let act = *acts.get(next)?;
                next += 1;
                let found = match act {
                    Act::Open(rule) => {
                        open = self.opened(rule, at, open)?;
                        continue;
                    }
                    Act::Close => {
                        open = self.closed(at, open)?;
                        continue;
                    }
                    Act::OpenRead(rule, row) => {
                        open = self.opened(rule.into(), at, open)?;
                        at += 1;
                        break row;
                    }
                    Act::Leaves(count, first) => {
                        let rules = table.leaves.get(first as usize..)?.get(..count.into())?;
                        let start = at as u32;
                        let after = self.nodes.len() as u32 + u32::from(count);
                        at += 1;
                        for &rule in rules {
                            self.node(Flat { rule, start, end: start + 1, after })?;
                        }
                        // `Builder::read` puts a place behind them.
                        let Act::Go(row) = *acts.get(next)? else { return None };
                        break row;
                    }
                    Act::CloseRead(row) => {
                        open = self.closed(at, open)?;
                        at += 1;
                        break row;
                    }
                    Act::CloseReturn => {
                        open = self.closed(at, open)?;
                        let frame = self.frames.pop()?;
                        calls = frame.nodes;
                        break frame.row;
                    }
                    Act::CallOpen(rule, row) => {
                        self.push(Frame { row, at: CALL, nodes: calls, open: NONE })?;
                        calls = self.deeper(calls)?;
                        open = self.opened(rule.into(), at, open)?;
                        continue;
                    }
                    Act::Read(row) => {
                        at += 1;
                        break row;
                    }
                    Act::Go(row) => break row,
                    Act::Return => {
                        let frame = self.frames.pop()?;
                        calls = frame.nodes;
                        break frame.row;
                    }
                    Act::Call(row) => {
                        self.push(Frame { row, at: CALL, nodes: calls, open: NONE })?;
                        calls = self.deeper(calls)?;
                        continue;
                    }
                    Act::GoOn => {
                        calls = self.deeper(calls)?;
                        continue;
                    }
                    Act::Try(row) => {
                        let nodes = self.nodes.len() as u32;
                        self.push(Frame { row, at: at as u32, nodes, open })?;
                        continue;
                    }
                    Act::Commit => {
                        self.frames.pop()?;
                        continue;
                    }
                    Act::Found | Act::Forbidden => {
                        let frame = self.frames.pop()?;
                        self.back(frame, at)?;
                        (at, open) = (frame.at as usize, frame.open);
                        (act == Act::Found).then_some(at)
                    }
                    Act::End(leaves_node) => {
                        let is_end = at == self.input.len();
                        if is_end && leaves_node {
                            let (start, after) = (at as u32, self.nodes.len() as u32 + 1);
                            self.node(Flat { rule: expr::END, start, end: start, after })?;
                        }
                        is_end.then_some(at)
                    }
                    Act::Run(class) => Some(self.read_run(class, at)),
                    Act::One(class) => self.read_one(class, at),
                    Act::Text(text) => self.read_text(text, false, at),
                    Act::AnyCase(text) => self.read_text(text, true, at),
                    Act::Start => (at == 0).then_some(at),
                    Act::Fail => None,
                };
                match found {
                    Some(behind) => at = behind,
                    None => {
                        let frame;
                        (frame, calls) = self.fail(calls, at)?;
                        (at, open) = (frame.at as usize, frame.open);
                        break frame.row;
                    }
                }
            };
        }
        (at == self.input.len()).then_some(self.nodes)
    }

    #[inline(always)]
    fn push(&mut self, frame: Frame) -> Option<()> {
        // The limit is asked for where the stack grows, as it grows in few steps.
        if self.frames.len() == self.frames.capacity() {
            grow(&mut self.frames, self.limits.frames)?;
        }
        self.frames.push(frame);
        Some(())
    }

    #[inline(always)]
    fn node(&mut self, node: Flat) -> Option<()> {
        if self.nodes.len() == self.nodes.capacity() {
            grow(&mut self.nodes, self.limits.nodes)?;
        }
        self.nodes.push(node);
        Some(())
    }

    /// Opens a node inside another, and returns its number.
    #[inline(always)]
    fn opened(&mut self, rule: u32, at: usize, open: u32) -> Option<u32> {
        let (start, number) = (at as u32, self.nodes.len() as u32);
        self.node(Flat { rule, start, end: start, after: open })?;
        Some(number)
    }

    /// Closes the innermost node, and returns the number of the one around it.
    #[inline(always)]
    fn closed(&mut self, at: usize, open: u32) -> Option<u32> {
        let after = self.nodes.len() as u32;
        let node = self.nodes.get_mut(open as usize)?;
        node.end = at as u32;
        Some(core::mem::replace(&mut node.after, after))
    }

    fn deeper(&mut self, calls: u32) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        (u64::from(calls) + 1 < self.most_calls).then_some(calls + 1)
    }

    /// Counts what is read again, and removes the nodes behind a way that is closed.
    fn back(&mut self, frame: Frame, at: usize) -> Option<()> {
        let again = at as u64 - u64::from(frame.at);
        self.left = self.left.checked_sub(1 + again)?;
        self.nodes.truncate(frame.nodes as usize);
        Some(())
    }

    /// Goes back to the last way that is open, and returns it with the number of calls around it.
    #[inline(never)]
    fn fail(&mut self, mut calls: u32, at: usize) -> Option<(Frame, u32)> {
        loop {
            let frame = self.frames.pop()?;
            if frame.at != CALL {
                self.back(frame, at)?;
                return Some((frame, calls));
            }
            calls = frame.nodes;
        }
    }

    fn read_run(&self, class: u32, mut at: usize) -> usize {
        let table = &self.direct.tables[class as usize];
        loop {
            let rest = self.input.get(at..).unwrap_or(&[]);
            let length = rest.iter().position(|&byte| table[usize::from(byte)] != YES);
            at += length.unwrap_or(rest.len());
            match self.asked(table, class, at) {
                Some(behind) => at = behind,
                None => return at,
            }
        }
    }

    /// Returns the place behind a character of a class that shares its first byte with others.
    fn asked(&self, table: &[u8; 256], class: u32, at: usize) -> Option<usize> {
        let byte = self.input.get(at).filter(|&&byte| table[usize::from(byte)] == ASK);
        let c = byte.and_then(|_| self.text.get(at..)?.chars().next());
        let c = c.filter(|&c| self.direct.sets[class as usize].contains(c))?;
        Some(at + c.len_utf8())
    }

    fn read_one(&self, class: u32, at: usize) -> Option<usize> {
        let table = &self.direct.tables[class as usize];
        match self.input.get(at) {
            Some(&byte) if table[usize::from(byte)] == YES => Some(
                at + match byte {
                    0..0x80 => 1,
                    0x80..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    0xF0.. => 4,
                },
            ),
            _ => self.asked(table, class, at),
        }
    }

    fn read_text(&self, text: u32, any_case: bool, at: usize) -> Option<usize> {
        let text = self.program.texts.get(text as usize)?;
        let end = at + text.len();
        let found = self.input.get(at..end)?;
        let is_same = if any_case {
            found.eq_ignore_ascii_case(text.as_bytes())
        } else {
            found == text.as_bytes()
        };
        is_same.then_some(end)
    }
}

/// Reads bytes before which nothing is done, and returns the entry of the byte behind them, with
/// its place.
#[inline(always)]
fn plain(table: &Table, input: &[u8], mut row: u32, from: usize) -> (u32, usize) {
    let (cells, classes) = (&table.cells[..], &table.classes);
    let mut at = from;
    while let Some(&byte) = input.get(at) {
        let cell = row as usize + usize::from(classes[usize::from(byte)]);
        let Some(&cell) = cells.get(cell) else { return (NONE, at) };
        if (cell as usize) < cells.len() {
            row = cell;
            at += 1;
        } else {
            match table.skips.get(cell as usize - cells.len()) {
                Some(skip) => at = skip.run(input, at),
                None => return (cell, at),
            }
        }
    }
    (cells.get((row + table.end) as usize).copied().unwrap_or(NONE), at)
}

/// Makes room for more items; `None` if there are as many as may be.
#[cold]
fn grow<T>(items: &mut Vec<T>, most: usize) -> Option<()> {
    let more = most.checked_sub(items.len()).filter(|&more| more > 0)?;
    items.reserve_exact(more.min(items.len().max(64)));
    Some(())
}
