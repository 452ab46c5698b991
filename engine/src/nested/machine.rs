//! The machine: operations, places to go back to, results that are kept.

mod cells;
mod texts;
mod tried;

use alloc::vec::Vec;

use super::code::{Code, Op, END};
use super::memo::{Memo, NO_MATCH};
use super::{Error, Limits, Open};
use cells::{Cell, SPLICE};

const NONE: u32 = u32::MAX;

/// A place to go back to, or a rule that is open.
#[derive(Clone, Copy)]
enum Frame {
    /// Another way. A way of a lookahead restores the stack of texts.
    Way {
        op: u32,
        at: u32,
        list: u32,
        texts: u32,
        is_look: bool,
    },
    /// An open rule: where to go on, its start, and the nodes that come before it.
    Rule {
        op: u32,
        rule: u32,
        at: u32,
        list: u32,
    },
    Guard {
        texts: u32,
    },
    Push {
        at: u32,
    },
}

/// A text on the stack of texts, above those below it: a part of the input, or a text of the
/// program, by its number.
#[derive(Clone, Copy)]
struct Text {
    of: Result<(u32, u32), u32>,
    below: u32,
}

pub(super) struct Machine<'a> {
    program: &'a Code,
    input: &'a str,
    limits: Limits,
    frames: Vec<Frame>,
    cells: Vec<Cell>,
    texts: Vec<Text>,
    memo: Memo,
    at: u32,
    /// The last cell of the open rule.
    list: u32,
    /// The uppermost text.
    top: u32,
    /// The number of open rules.
    depth: u32,
    /// The furthest place at which something failed.
    furthest: u32,
    /// Stop at the first failure there, with the open rules.
    stop_at: Option<u32>,
    /// The place whose failures are noted.
    seeks: Option<u32>,
    /// The operations that failed there.
    failed: Vec<u32>,
    /// The number of open negative lookaheads.
    denied: u32,
    steps: u64,
}

enum Stop {
    Failed,
    Limit(Error),
    Reached,
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Code, input: &'a str, limits: Limits) -> Machine<'a> {
        Machine {
            program,
            input,
            limits,
            frames: Vec::new(),
            cells: Vec::new(),
            texts: Vec::new(),
            memo: Memo::new(),
            at: 0,
            list: NONE,
            top: NONE,
            depth: 0,
            furthest: 0,
            stop_at: None,
            seeks: None,
            failed: Vec::new(),
            denied: 0,
            steps: 0,
        }
    }

    /// Runs a rule from the start of the input, and returns the end of its match.
    pub(super) fn run(&mut self, rule: u32) -> Result<u32, Error> {
        match self.go(rule) {
            Ok(()) => Ok(self.at),
            Err(Stop::Limit(error)) => Err(error),
            Err(Stop::Failed | Stop::Reached) => Err(self.rejected(rule)),
        }
    }

    /// Returns the error of an input that is not matched, or not to its end.
    pub(super) fn rejected(&self, rule: u32) -> Error {
        let offset = self.furthest.max(self.at);
        // The open rules there, and what was tried, are found by further runs, so that a first one
        // need not keep them.
        let again = || Machine::new(self.program, self.input, self.limits);
        let open = again().open_at(rule, offset);
        let tried = again().tried_at(rule, offset, 4 * self.steps + 10_000);
        Error::Rejected { offset: offset as usize, open, tried }
    }

    /// Returns the rules that are open at the first failure at an offset.
    pub(super) fn open_at(mut self, rule: u32, offset: u32) -> Vec<Open> {
        self.stop_at = Some(offset);
        match self.go(rule) {
            Err(Stop::Reached) => self.open(),
            _ => Vec::new(),
        }
    }

    fn open(&self) -> Vec<Open> {
        let rules = self.frames.iter().filter_map(|frame| match frame {
            Frame::Rule { rule, at, .. } => {
                let entry = self.program.rules.get(*rule as usize)?;
                Some(Open { rule: entry.name.clone(), start: *at as usize })
            }
            _ => None,
        });
        let mut open: Vec<Open> = rules.collect();
        // Where nothing was skipped, the rule that skips is no place.
        let skips = |open: &&Open| open.rule == "WHITESPACE" || open.rule == "COMMENT";
        while open.last().filter(skips).is_some_and(|open| open.start == self.at as usize) {
            open.pop();
        }
        open
    }

    fn go(&mut self, rule: u32) -> Result<(), Stop> {
        // The operation behind the last one ends the run.
        let mut op = self.call(rule, NONE)?;
        while op != NONE {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Err(Stop::Limit(Error::Limit { what: "steps" }));
            }
            op = match self.step(op)? {
                Some(next) => next,
                None => {
                    self.note(op);
                    self.fail()?
                }
            };
        }
        Ok(())
    }

    /// Does one operation and returns the next one; `None` if it fails.
    fn step(&mut self, number: u32) -> Result<Option<u32>, Stop> {
        let next = Some(number + 1);
        let Some(&op) = self.program.ops.get(number as usize) else { return Ok(None) };
        let rest = self.input.get(self.at as usize..).unwrap_or("");
        Ok(match op {
            Op::Text(text) => {
                let text = self.program.texts.get(text as usize);
                text.filter(|text| rest.starts_with(text.as_str())).and_then(|text| {
                    self.at += text.len() as u32;
                    next
                })
            }
            Op::TextAnyCase(text) => {
                let same = |text: &&alloc::string::String| {
                    rest.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
                };
                self.program.texts.get(text as usize).filter(same).and_then(|text| {
                    self.at += text.len() as u32;
                    next
                })
            }
            Op::Set(set) => {
                let set = self.program.sets.get(set as usize);
                rest.chars().next().filter(|&c| set.is_some_and(|set| set.contains(c))).and_then(
                    |c| {
                        self.at += c.len_utf8() as u32;
                        next
                    },
                )
            }
            Op::Start => next.filter(|_| self.at == 0),
            Op::End(leaves_node) => {
                if rest.is_empty() && leaves_node {
                    self.cell(END, self.at, NONE)?;
                }
                next.filter(|_| rest.is_empty())
            }
            Op::Try(op) => self.push(self.way(op, false)).map(|()| next)?,
            Op::Look(op) => {
                self.denied += u32::from(self.is_negative(op));
                self.push(self.way(op, true)).map(|()| next)?
            }
            Op::Commit(op) => self.frames.pop().map(|_| op),
            Op::Again(to) => match self.frames.pop() {
                Some(Frame::Way { op, .. }) => {
                    self.push(self.way(op, false))?;
                    Some(to)
                }
                _ => None,
            },
            Op::Found(op) => self.frames.pop().map(|frame| {
                self.restore(frame);
                op
            }),
            Op::Forbidden => {
                let frame = self.frames.pop();
                frame.into_iter().for_each(|frame| self.restore(frame));
                self.denied = self.denied.saturating_sub(1);
                None
            }
            Op::Call(rule) => match self.known(rule)? {
                Some(is_match) => next.filter(|_| is_match),
                None => Some(self.call(rule, number + 1)?),
            },
            Op::Return => Some(self.leave()?),
            Op::Fail => None,
            Op::Guard => self.push(Frame::Guard { texts: self.top }).map(|()| next)?,
            Op::Unguard => self.frames.pop().and(next),
            Op::PushText(text) => {
                self.put(Err(text));
                next
            }
            Op::PushBegin => self.push(Frame::Push { at: self.at }).map(|()| next)?,
            Op::PushEnd => match self.frames.pop() {
                Some(Frame::Push { at }) => {
                    self.put(Ok((at, self.at)));
                    next
                }
                _ => None,
            },
            Op::Peek => {
                let text = self.text(self.top);
                next.filter(|_| text.is_some_and(|text| self.matches(text)))
            }
            Op::Pop => {
                let text = self.text(self.top);
                self.top = text.map_or(self.top, |text| text.below);
                next.filter(|_| text.is_some_and(|text| self.matches(text)))
            }
            Op::Drop => {
                let text = self.text(self.top);
                self.top = text.map_or(self.top, |text| text.below);
                next.filter(|_| text.is_some())
            }
            Op::PeekAll => next.filter(|_| self.matches_all(self.top).is_none()),
            Op::PopAll => {
                // Texts down to the first one that does not match are gone.
                let wrong = self.matches_all(self.top);
                self.top = wrong.map_or(NONE, |wrong| wrong.below);
                next.filter(|_| wrong.is_none())
            }
            Op::Tag(tag) => self.add_tag(tag).map(|_| next)?,
            Op::PeekSlice(start, end) => next.filter(|_| self.matches_slice(start, end)),
        })
    }

    fn way(&self, op: u32, is_look: bool) -> Frame {
        Frame::Way { op, at: self.at, list: self.list, texts: self.top, is_look }
    }

    fn push(&mut self, frame: Frame) -> Result<(), Stop> {
        if self.frames.len() >= self.limits.frames {
            return Err(Stop::Limit(Error::Limit { what: "open rules and alternatives" }));
        }
        self.frames.push(frame);
        Ok(())
    }

    fn restore(&mut self, frame: Frame) {
        if let Frame::Way { at, list, texts, .. } = frame {
            (self.at, self.list, self.top) = (at, list, texts);
        }
    }

    /// Goes back to the last way that is open, and returns its operation.
    fn fail(&mut self) -> Result<u32, Stop> {
        if self.stop_at == Some(self.at) {
            return Err(Stop::Reached);
        }
        self.furthest = self.furthest.max(self.at);
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Way { op, at, list, texts, is_look } => {
                    self.at = at;
                    // In a lookahead nothing gets a tag.
                    let tag = if is_look { NONE } else { self.first_tag(list).0 };
                    self.list = list;
                    self.add_tag(tag)?;
                    // pest restores texts at sequences and lookaheads, and nowhere else.
                    if is_look {
                        self.top = texts;
                        self.denied = self.denied.saturating_sub(self.is_negative(op).into());
                    }
                    return Ok(op);
                }
                Frame::Rule { rule, at, list, .. } => {
                    self.depth -= 1;
                    let tag = if self.leaves_node(rule) { NONE } else { self.first_tag(NONE).0 };
                    self.list = list;
                    self.add_tag(tag)?;
                    self.keep(rule, at, NO_MATCH, tag);
                }
                Frame::Guard { texts } => self.top = texts,
                Frame::Push { .. } => {}
            }
        }
        Err(Stop::Failed)
    }

    /// Opens a rule and returns its first operation.
    fn call(&mut self, rule: u32, op: u32) -> Result<u32, Stop> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Stop::Limit(Error::Limit { what: "rules inside each other" }));
        }
        let (at, list) = (self.at, self.list);
        self.push(Frame::Rule { op, rule, at, list })?;
        self.list = NONE;
        // A rule that is not there has no operation either, so it fails.
        Ok(self.program.rules.get(rule as usize).map_or(NONE - 1, |entry| entry.start))
    }

    /// Closes the innermost rule, which matched, and returns the operation behind its call.
    fn leave(&mut self) -> Result<u32, Stop> {
        let Some(Frame::Rule { op, rule, at, list }) = self.frames.pop() else {
            return Ok(NONE - 1);
        };
        self.depth -= 1;
        let inside = self.list;
        let cell = if self.leaves_node(rule) {
            self.list = list;
            self.cell(rule, at, inside)?
        } else {
            let (tag, has_nodes) = self.first_tag(NONE);
            self.list = list;
            if has_nodes {
                self.cell(SPLICE, tag, inside)?
            } else {
                self.add_tag(tag)?
            }
        };
        self.keep(rule, at, self.at, cell);
        Ok(op)
    }

    /// Adds a node that ends here, and returns its cell.
    fn cell(&mut self, rule: u32, start: u32, inside: u32) -> Result<u32, Stop> {
        if self.cells.len() >= self.limits.nodes {
            return Err(Stop::Limit(Error::Limit { what: "nodes" }));
        }
        self.cells.push(Cell { before: self.list, rule, start, end: self.at, inside });
        self.list = self.cells.len() as u32 - 1;
        Ok(self.list)
    }

    /// Keeps the result of a rule: the cell of a match, or the tag that a failure leaves.
    fn keep(&mut self, rule: u32, at: u32, end: u32, cell: u32) {
        let is_sought = self.seeks.is_some() && self.denied > 0;
        if !is_sought && self.program.rules.get(rule as usize).is_some_and(|entry| entry.is_kept) {
            self.memo.insert(rule, at, end, cell);
        }
    }

    fn leaves_node(&self, rule: u32) -> bool {
        self.program.rules.get(rule as usize).is_some_and(|entry| entry.leaves_node)
    }

    /// Returns whether the rule matches here, if that is known, and does what its match does.
    fn known(&mut self, rule: u32) -> Result<Option<bool>, Stop> {
        let is_kept = self.program.rules.get(rule as usize).is_some_and(|entry| entry.is_kept);
        let Some((end, cell)) = self.memo.get(rule, self.at).filter(|_| is_kept) else {
            return Ok(None);
        };
        if end == NO_MATCH {
            // In place of a cell, it has the tag that it gives the node before it.
            self.add_tag(cell)?;
            return Ok(Some(false));
        }
        self.at = end;
        if let Some(&known) = self.cells.get(cell as usize) {
            self.cells.push(Cell { before: self.list, ..known });
            self.list = self.cells.len() as u32 - 1;
        }
        Ok(Some(true))
    }
}
