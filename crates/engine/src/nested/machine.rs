//! The machine: expressions, places to go back to, results that are kept.
//!
//! What remains to be done is a stack of frames, so no input exhausts the stack of the process.
//! With the rules
//!
//! ```text
//! sum  = { term ~ "+" ~ sum | term }
//! term = { "(" ~ sum ~ ")" | '0'..'9' }
//! ```
//!
//! the input `7` takes these steps. Frames are drawn with the last one at the right.
//!
//! ```text
//! at  frames                                      next
//! 0   sum                                         a choice: its other alternative is a way
//! 0   sum, way [term]                             a sequence: its other parts are a rest
//! 0   sum, way [term], rest ["+", sum]            call term
//! 0   …, term, way ['0'..'9'], rest [sum, ")"]    "(" fails: back to the last way
//! 0   …, rest ["+", sum], term                    '0'..'9' reads `7`
//! 1   sum, way [term], rest ["+", sum]            term is left. Cell 0: term 0..1. Kept: term @0
//! 1   sum, way [term], rest [sum]                 "+" fails: back to the last way, at 0
//! 0   sum                                         term @0 is known. Cell 1: term 0..1, as cell 0
//! 1                                               sum is left. Cell 2: sum 0..1, inside it cell 1
//! ```
//!
//! A frame of a way holds the last cell before it. Going back there is enough to forget what an
//! alternative added: the cells stay, and nothing leads to them. A kept result gets a new cell, as
//! it may follow other nodes this time. The cells inside it are shared.

pub(super) mod tried;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::expr::{Expr, Rules, END};
use super::memo::{Memo, NO_MATCH};
use super::tree::Flat;
use super::{Error, Limits, Open};
use crate::Found;
use tried::Seek;

const NONE: u32 = u32::MAX;

/// The definition of a rule that is not there.
static FAIL: Expr = Expr::FAIL;

/// The rule of a cell that stands for the cells inside it, one of them a node.
const SPLICE: u32 = u32::MAX - 2;

/// A node behind those before it. Cells are never changed, so that results can share them.
#[derive(Clone, Copy)]
struct Cell {
    before: u32,
    rule: u32,
    start: u32,
    end: u32,
    inside: u32,
}

/// A step that remains after an expression: where to go on if it matched, or back to if it failed.
#[derive(Clone, Copy)]
enum Frame<'a> {
    /// The parts of a sequence that follow.
    Rest(&'a [Expr]),
    /// The other alternatives of a choice.
    Way {
        others: &'a [Expr],
        at: u32,
        list: u32,
    },
    /// The rounds of a repetition before this one.
    Rounds {
        of: &'a Expr,
        count: u32,
        at: u32,
        list: u32,
    },
    /// A lookahead, which restores the stack of texts.
    Look {
        is_negative: bool,
        at: u32,
        list: u32,
        texts: u32,
    },
    /// An open rule: its start, and the nodes that come before it.
    Rule {
        rule: u32,
        at: u32,
        list: u32,
    },
    /// A part that restores the stack of texts if it fails.
    Guard {
        texts: u32,
    },
    Push {
        at: u32,
    },
}

/// The state of a run between two expressions.
enum Next<'a> {
    Match(&'a Expr),
    Matched,
    Failed,
}

impl Next<'_> {
    fn of(is_match: bool) -> Self {
        if is_match {
            Next::Matched
        } else {
            Next::Failed
        }
    }
}

/// A text on the stack of texts, a part of the input, above those below it.
#[derive(Clone, Copy)]
struct Text {
    start: u32,
    end: u32,
    below: u32,
}

pub(super) struct Machine<'a> {
    program: &'a Rules,
    input: &'a str,
    limits: Limits,
    frames: Vec<Frame<'a>>,
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
    /// The furthest place where something failed.
    furthest: u32,
    /// The search for what fails at the end of the input, if this run is one.
    seek: Option<Box<Seek<'a>>>,
    /// The number of open negative lookaheads.
    denied: u32,
    steps: u64,
}

enum Stop {
    Failed,
    Limit(Error),
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Rules, input: &'a str, limits: Limits) -> Machine<'a> {
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
            seek: None,
            denied: 0,
            steps: 0,
        }
    }

    /// Runs a rule from the start of the input, and returns the end of its match.
    pub(super) fn run(&mut self, rule: u32) -> Result<u32, Error> {
        match self.go(rule) {
            Ok(()) => Ok(self.at),
            Err(Stop::Limit(error)) => Err(error),
            Err(Stop::Failed) => Err(self.rejected(rule)),
        }
    }

    /// Returns the error of an input that is not matched, or not to its end.
    pub(super) fn rejected(&self, rule: u32) -> Error {
        let offset = self.furthest.max(self.at);
        // What was tried there is found by further runs, so that a first one need not note it.
        let steps = self.limits.steps.min(4 * self.steps + 10_000);
        let input = self.input.get(..offset as usize).unwrap_or(self.input);
        let limits = self.limits.with_steps(steps);
        let (expected, open) = tried::expected_at_end(self.program, rule, input, None, limits);
        let (offset, bytes) = (offset as usize, None);
        let found = Found::at(self.input.as_bytes(), offset);
        Error::Rejected { offset, found, expected, bytes, open }
    }

    /// Returns the open rules that leave a node and began before this place, outermost first.
    fn open(&self) -> Vec<Open> {
        let rules = self.frames.iter().filter_map(|frame| match frame {
            Frame::Rule { rule, at, .. } if (*at as usize) < self.input.len() => {
                let entry = self.program.rules.get(*rule as usize)?;
                let (rule, start) = (entry.name.clone(), *at as usize);
                entry.leaves_node.then_some(Open { rule, start })
            }
            _ => None,
        });
        rules.collect()
    }

    fn go(&mut self, rule: u32) -> Result<(), Stop> {
        let mut next = self.call(rule)?;
        loop {
            next = match next {
                Next::Match(expr) => {
                    self.steps += 1;
                    if self.steps > self.limits.steps {
                        return Err(Stop::Limit(Error::Limit { what: "steps" }));
                    }
                    let next = self.step(expr)?;
                    if let Next::Failed = next {
                        self.note(expr);
                    }
                    next
                }
                Next::Matched => match self.frames.pop() {
                    Some(frame) => self.matched(frame)?,
                    None => return Ok(()),
                },
                Next::Failed => self.fail()?,
            };
        }
    }

    /// Begins with an expression.
    fn step(&mut self, expr: &'a Expr) -> Result<Next<'a>, Stop> {
        let rest = self.input.get(self.at as usize..).unwrap_or("");
        let is_match = match expr {
            Expr::Text(text) => {
                let text = self.program.texts.get(*text as usize);
                text.is_some_and(|text| rest.starts_with(text.as_str()) && self.read(text.len()))
            }
            Expr::TextAnyCase(text) => {
                let same = |text: &alloc::string::String| {
                    rest.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text))
                };
                let text = self.program.texts.get(*text as usize);
                text.is_some_and(|text| same(text) && self.read(text.len()))
            }
            Expr::Set(set) => {
                let set = self.program.sets.get(*set as usize);
                let c = rest.chars().next().filter(|&c| set.is_some_and(|set| set.contains(c)));
                c.is_some_and(|c| self.read(c.len_utf8()))
            }
            Expr::Start => self.at == 0,
            Expr::End(leaves_node) => {
                let is_end = rest.is_empty() && self.seek.is_none();
                if is_end && *leaves_node {
                    self.cell(END, self.at, NONE)?;
                }
                is_end
            }
            Expr::Rule(rule) => match self.known(*rule) {
                Some(is_match) => is_match,
                None => return self.call(*rule),
            },
            Expr::Sequence(parts) => return self.sequence(parts),
            Expr::Choice(parts) => return self.choice(parts),
            Expr::Repeat(..) => return self.rounds(expr, 0),
            Expr::And(inner) | Expr::Not(inner) => {
                let is_negative = matches!(expr, Expr::Not(_));
                self.denied += u32::from(is_negative);
                let (at, list, texts) = (self.at, self.list, self.top);
                return self.push(Frame::Look { is_negative, at, list, texts }, inner);
            }
            Expr::Restore(inner) => return self.push(Frame::Guard { texts: self.top }, inner),
            Expr::Push(inner) => return self.push(Frame::Push { at: self.at }, inner),
            Expr::Peek => self.text(self.top).is_some_and(|text| self.matches(text)),
            Expr::Pop => {
                let text = self.text(self.top);
                self.top = text.map_or(self.top, |text| text.below);
                text.is_some_and(|text| self.matches(text))
            }
            Expr::Drop => {
                let text = self.text(self.top);
                self.top = text.map_or(self.top, |text| text.below);
                text.is_some()
            }
            Expr::PeekAll => self.matches_all(self.top).is_none(),
            Expr::PopAll => {
                // Texts down to the first one that does not match are gone.
                let wrong = self.matches_all(self.top);
                self.top = wrong.map_or(NONE, |wrong| wrong.below);
                wrong.is_none()
            }
            Expr::PeekSlice(start, end) => self.matches_slice(*start, *end),
        };
        Ok(Next::of(is_match))
    }

    /// Goes on behind an expression that matched.
    fn matched(&mut self, frame: Frame<'a>) -> Result<Next<'a>, Stop> {
        match frame {
            Frame::Rest(parts) => return self.sequence(parts),
            Frame::Rounds { of, count, .. } => return self.rounds(of, count + 1),
            Frame::Look { is_negative, at, list, texts } => {
                (self.at, self.list, self.top) = (at, list, texts);
                self.denied -= u32::from(is_negative);
                return Ok(Next::of(!is_negative));
            }
            Frame::Rule { rule, at, list } => self.leave(rule, at, list)?,
            Frame::Push { at } => {
                self.texts.push(Text { start: at, end: self.at, below: self.top });
                self.top = self.texts.len() as u32 - 1;
            }
            Frame::Way { .. } | Frame::Guard { .. } => {}
        }
        Ok(Next::Matched)
    }

    fn sequence(&mut self, parts: &'a [Expr]) -> Result<Next<'a>, Stop> {
        match parts {
            [] => Ok(Next::Matched),
            [last] => Ok(Next::Match(last)),
            [first, rest @ ..] => self.push(Frame::Rest(rest), first),
        }
    }

    fn choice(&mut self, parts: &'a [Expr]) -> Result<Next<'a>, Stop> {
        match parts {
            [] => Ok(Next::Failed),
            [last] => Ok(Next::Match(last)),
            [first, others @ ..] => {
                self.push(Frame::Way { others, at: self.at, list: self.list }, first)
            }
        }
    }

    /// Begins another round of a repetition.
    fn rounds(&mut self, of: &'a Expr, count: u32) -> Result<Next<'a>, Stop> {
        match of {
            Expr::Repeat(inner, _, max) if max.is_none_or(|max| count < max) => {
                self.push(Frame::Rounds { of, count, at: self.at, list: self.list }, inner)
            }
            _ => Ok(Next::Matched),
        }
    }

    /// Reads some bytes.
    fn read(&mut self, length: usize) -> bool {
        self.at += length as u32;
        true
    }

    /// Goes on with an expression, and notes what is to be done behind it.
    fn push(&mut self, frame: Frame<'a>, expr: &'a Expr) -> Result<Next<'a>, Stop> {
        if self.frames.len() >= self.limits.frames {
            return Err(Stop::Limit(Error::Limit { what: "open rules and alternatives" }));
        }
        self.frames.push(frame);
        Ok(Next::Match(expr))
    }

    /// Goes back to the last way that is open.
    fn fail(&mut self) -> Result<Next<'a>, Stop> {
        self.furthest = self.furthest.max(self.at);
        while let Some(frame) = self.frames.pop() {
            match frame {
                Frame::Way { others, at, list } => {
                    (self.at, self.list) = (at, list);
                    return self.choice(others);
                }
                Frame::Rounds { of: Expr::Repeat(_, min, _), count, at, list } if count >= *min => {
                    (self.at, self.list) = (at, list);
                    return Ok(Next::Matched);
                }
                // pest restores texts at sequences and lookaheads, and nowhere else.
                Frame::Look { is_negative, at, list, texts } => {
                    (self.at, self.list, self.top) = (at, list, texts);
                    self.denied -= u32::from(is_negative);
                    return Ok(Next::of(is_negative));
                }
                Frame::Rule { rule, at, list } => {
                    self.depth -= 1;
                    self.list = list;
                    self.keep(rule, at, NO_MATCH, NONE);
                }
                Frame::Guard { texts } => self.top = texts,
                Frame::Rest(_) | Frame::Rounds { .. } | Frame::Push { .. } => {}
            }
        }
        Err(Stop::Failed)
    }

    /// Opens a rule.
    fn call(&mut self, rule: u32) -> Result<Next<'a>, Stop> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Stop::Limit(Error::Limit { what: "rules inside each other" }));
        }
        let (at, list) = (self.at, core::mem::replace(&mut self.list, NONE));
        let expr = self.program.rules.get(rule as usize).map_or(&FAIL, |entry| &entry.expr);
        self.push(Frame::Rule { rule, at, list }, expr)
    }

    /// Closes the innermost rule, which matched.
    fn leave(&mut self, rule: u32, at: u32, list: u32) -> Result<(), Stop> {
        self.depth -= 1;
        let inside = core::mem::replace(&mut self.list, list);
        let leaves_node =
            self.program.rules.get(rule as usize).is_some_and(|entry| entry.leaves_node);
        let cell = if leaves_node {
            self.cell(rule, at, inside)?
        } else if inside != NONE {
            self.cell(SPLICE, at, inside)?
        } else {
            NONE
        };
        self.keep(rule, at, self.at, cell);
        Ok(())
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

    /// Keeps the result of a rule, with the cell of a match.
    fn keep(&mut self, rule: u32, at: u32, end: u32, cell: u32) {
        let is_kept = self.program.rules.get(rule as usize).is_some_and(|entry| entry.is_kept);
        if is_kept && !self.finds_again(rule, at) {
            self.memo.insert(rule, at, end, cell);
        }
    }

    /// Returns whether the rule matches here, if that is known, and does what its match does.
    fn known(&mut self, rule: u32) -> Option<bool> {
        let is_kept = self.program.rules.get(rule as usize).is_some_and(|entry| entry.is_kept);
        let (end, cell) = self.memo.get(rule, self.at).filter(|_| is_kept)?;
        if end == NO_MATCH {
            return Some(false);
        }
        self.at = end;
        if let Some(&known) = self.cells.get(cell as usize) {
            self.cells.push(Cell { before: self.list, ..known });
            self.list = self.cells.len() as u32 - 1;
        }
        Some(true)
    }
}

/// The stack of texts.
impl Machine<'_> {
    fn text(&self, number: u32) -> Option<Text> {
        self.texts.get(number as usize).copied()
    }

    /// Matches a text of the stack.
    fn matches(&mut self, text: Text) -> bool {
        let text = self.input.get(text.start as usize..text.end as usize).unwrap_or("");
        let rest = self.input.get(self.at as usize..).unwrap_or("");
        self.steps += text.len() as u64 / 8;
        let is_match = rest.starts_with(text);
        if is_match {
            self.at += text.len() as u32;
        }
        is_match
    }

    /// Matches the texts from this one down, and returns the first that does not match.
    fn matches_all(&mut self, top: u32) -> Option<Text> {
        let (before, mut next) = (self.at, self.text(top));
        while let Some(text) = next {
            self.steps += 1;
            if !self.matches(text) {
                self.at = before;
                return Some(text);
            }
            next = self.text(text.below);
        }
        None
    }

    fn matches_slice(&mut self, start: i32, end: Option<i32>) -> bool {
        let mut all = Vec::new();
        let mut next = self.text(self.top);
        while let Some(text) = next {
            self.steps += 1;
            all.push(text);
            next = self.text(text.below);
        }
        all.reverse();
        let place = |index: i32| match usize::try_from(index) {
            Ok(index) => Some(index).filter(|&index| index <= all.len()),
            Err(_) => all.len().checked_sub(index.unsigned_abs() as usize),
        };
        let (Some(start), Some(end)) = (place(start), end.map_or(Some(all.len()), place)) else {
            return false;
        };
        let before = self.at;
        let is_match = (start..end).all(|at| all.get(at).is_some_and(|&text| self.matches(text)));
        if !is_match {
            self.at = before;
        }
        is_match
    }
}

impl Machine<'_> {
    /// Returns the nodes of the run, in the order of the text.
    pub(super) fn tree(&self) -> Result<Vec<Flat>, Error> {
        enum Task {
            Visit(u32),
            /// A node whose inner ones follow, from this number on.
            Node(u32, u32),
        }
        let mut nodes: Vec<Flat> = Vec::new();
        let mut tasks = Vec::from([Task::Visit(self.list)]);
        // From the last node to the first one, each behind those inside it; then turned around.
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(list) => {
                    let Some(&cell) = self.cells.get(list as usize) else { continue };
                    tasks.push(Task::Visit(cell.before));
                    if cell.rule != SPLICE {
                        tasks.push(Task::Node(list, nodes.len() as u32));
                    }
                    tasks.push(Task::Visit(cell.inside));
                }
                Task::Node(cell, from) => {
                    if nodes.len() >= self.limits.nodes {
                        return Err(Error::Limit { what: "nodes" });
                    }
                    let Cell { rule, start, end, .. } = self.cells[cell as usize];
                    let size = nodes.len() as u32 + 1 - from;
                    nodes.push(Flat { rule, start, end, after: size });
                }
            }
        }
        nodes.reverse();
        for (index, node) in nodes.iter_mut().enumerate() {
            node.after += index as u32;
        }
        Ok(nodes)
    }
}
