//! A run of the steps over an input.

use alloc::vec::Vec;

use super::begins::END;
use super::class::{ASK, YES};
use super::{Direct, Step};
use crate::nested::code::Code;
use crate::nested::tree::{self, Flat};
use crate::nested::Limits;

/// The step behind the last one, which ends the run.
const DONE: u32 = u32::MAX;
const NONE: u32 = u32::MAX;
/// The place of a frame of a call.
const CALL: u32 = u32::MAX;
/// The bytes that may be read again, for each byte of the input.
const TWICE: u64 = 16;

/// A way, or a call.
#[derive(Clone, Copy)]
struct Frame {
    /// The step to go on at.
    step: u32,
    /// The place in the input; `CALL` for a call.
    at: u32,
    /// The number of nodes; for a call, the number of calls around it.
    nodes: u32,
    /// The innermost open node.
    open: u32,
}

pub(super) struct Run<'a> {
    direct: &'a Direct,
    program: &'a Code,
    text: &'a str,
    input: &'a [u8],
    limits: Limits,
    /// The most calls inside each other.
    most_calls: u64,
    /// The calls and the bytes read again that are left.
    left: u64,
    at: usize,
    nodes: Vec<Flat>,
    /// The innermost open node. Its `after` is the open node around it.
    open: u32,
    frames: Vec<Frame>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        direct: &'a Direct,
        program: &'a Code,
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
            at: 0,
            nodes: Vec::with_capacity(text.len() / 8 + 16),
            open: NONE,
            frames: Vec::new(),
        }
    }

    /// Runs from a step to the end of the input, and returns the nodes.
    pub(super) fn run(mut self, start: u32) -> Option<Vec<Flat>> {
        let direct = self.direct;
        let mut calls: u32 = 0;
        self.push(Frame { step: DONE, at: CALL, nodes: 0, open: NONE })?;
        let mut step = start;
        while step != DONE {
            let next = step + 1;
            let found = match direct.steps[step as usize] {
                Step::Skip => {
                    self.at += 1;
                    true
                }
                Step::Byte(byte) => {
                    let found = self.input.get(self.at) == Some(&byte);
                    self.at += usize::from(found);
                    found
                }
                Step::Switch(number) => {
                    let member = self.input.get(self.at).map_or(END, |&byte| usize::from(byte));
                    step = u32::from(direct.switches[number as usize][member]);
                    continue;
                }
                Step::Run(class) => {
                    self.read_run(class);
                    true
                }
                Step::Open(rule) => {
                    let (start, after) = (self.at as u32, self.open);
                    if self.nodes.len() >= self.limits.nodes {
                        return None;
                    }
                    self.open = self.nodes.len() as u32;
                    self.nodes.push(Flat { rule, start, end: start, after });
                    true
                }
                Step::Close => {
                    let after = self.nodes.len() as u32;
                    let node = self.nodes.get_mut(self.open as usize)?;
                    self.open = node.after;
                    (node.end, node.after) = (self.at as u32, after);
                    true
                }
                Step::Jump(to) => {
                    step = to;
                    continue;
                }
                Step::Try(to) | Step::Look(to) => {
                    let nodes = self.nodes.len() as u32;
                    self.push(Frame { step: to, at: self.at as u32, nodes, open: self.open })?;
                    true
                }
                Step::Commit(to) => {
                    self.frames.pop()?;
                    step = to;
                    continue;
                }
                Step::Call(to) => {
                    self.push(Frame { step: next, at: CALL, nodes: calls, open: NONE })?;
                    calls = self.deeper(calls)?;
                    step = to;
                    continue;
                }
                Step::GoOn(to) => {
                    calls = self.deeper(calls)?;
                    step = to;
                    continue;
                }
                Step::Return => {
                    let frame = self.frames.pop()?;
                    (step, calls) = (frame.step, frame.nodes);
                    continue;
                }
                Step::One(class) => self.read_one(class),
                Step::Text(text) => self.read_text(text, false),
                Step::AnyCase(text) => self.read_text(text, true),
                Step::Start => self.at == 0,
                Step::End(leaves_node) => self.read_end(leaves_node)?,
                Step::Found(to) => {
                    let frame = self.frames.pop()?;
                    self.back(frame)?;
                    step = to;
                    continue;
                }
                Step::Forbidden => {
                    let frame = self.frames.pop()?;
                    self.back(frame)?;
                    false
                }
                Step::Fail => false,
            };
            step = if found { next } else { self.fail(&mut calls)? };
        }
        (self.at == self.input.len()).then_some(self.nodes)
    }

    fn push(&mut self, frame: Frame) -> Option<()> {
        if self.frames.len() >= self.limits.frames {
            return None;
        }
        self.frames.push(frame);
        Some(())
    }

    fn deeper(&mut self, calls: u32) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        (u64::from(calls) + 1 < self.most_calls).then_some(calls + 1)
    }

    /// Goes back to a way that is closed.
    fn back(&mut self, frame: Frame) -> Option<()> {
        let again = self.at as u64 - u64::from(frame.at);
        self.left = self.left.checked_sub(1 + again)?;
        self.at = frame.at as usize;
        self.nodes.truncate(frame.nodes as usize);
        self.open = frame.open;
        Some(())
    }

    /// Goes back to the last way that is open, and returns its step.
    #[inline(never)]
    fn fail(&mut self, calls: &mut u32) -> Option<u32> {
        loop {
            let frame = self.frames.pop()?;
            if frame.at != CALL {
                self.back(frame)?;
                return Some(frame.step);
            }
            *calls = frame.nodes;
        }
    }

    fn read_run(&mut self, class: u32) {
        let table = &self.direct.tables[class as usize];
        loop {
            let rest = self.input.get(self.at..).unwrap_or(&[]);
            let length = rest.iter().position(|&byte| table[usize::from(byte)] != YES);
            self.at += length.unwrap_or(rest.len());
            if !self.asks(table, class) {
                return;
            }
        }
    }

    /// Reads a character of a class whose first byte is that of others, too.
    fn asks(&mut self, table: &[u8; 256], class: u32) -> bool {
        let byte = self.input.get(self.at).filter(|&&byte| table[usize::from(byte)] == ASK);
        let c = byte.and_then(|_| self.text.get(self.at..)?.chars().next());
        let c = c.filter(|&c| self.direct.classes[class as usize].contains(c));
        self.at += c.map_or(0, char::len_utf8);
        c.is_some()
    }

    fn read_one(&mut self, class: u32) -> bool {
        let table = &self.direct.tables[class as usize];
        match self.input.get(self.at) {
            Some(&byte) if table[usize::from(byte)] == YES => {
                self.at += match byte {
                    0..0x80 => 1,
                    0x80..0xE0 => 2,
                    0xE0..0xF0 => 3,
                    0xF0.. => 4,
                };
                true
            }
            _ => self.asks(table, class),
        }
    }

    fn read_text(&mut self, text: u32, any_case: bool) -> bool {
        let Some(text) = self.program.texts.get(text as usize) else { return false };
        let end = self.at + text.len();
        let found = self.input.get(self.at..end).is_some_and(|found| {
            if any_case {
                found.eq_ignore_ascii_case(text.as_bytes())
            } else {
                found == text.as_bytes()
            }
        });
        self.at = if found { end } else { self.at };
        found
    }

    fn read_end(&mut self, leaves_node: bool) -> Option<bool> {
        if self.at < self.input.len() {
            return Some(false);
        }
        if leaves_node {
            if self.nodes.len() >= self.limits.nodes {
                return None;
            }
            let (at, after) = (self.at as u32, self.nodes.len() as u32 + 1);
            self.nodes.push(Flat { rule: tree::END, start: at, end: at, after });
        }
        Some(true)
    }
}
