//! Deterministic automata with a stack: one move for each byte, and exact errors.
//!
//! The stack, of any depth, decides what can follow. So each frame holds the bytes that can
//! follow when its call ends, those of the frames beneath included where the frame may end then,
//! too. In JSON, with `[{"a":1` read and `]` next, the top frame says what can follow a value in an
//! object: `,` and `}`. So `]` is an error at once, although an array is open, too.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::ahead::Ahead;
use super::net::{Lists, Net, NONE};
use super::readings::{Nodes, Part, Readings};
use super::tree::{Flat, Names, Tree};
use super::{Error, Limits, Open};
use crate::error::start_of_character;
use crate::{ByteSet, Expected, Span};

/// A move that puts symbols on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// The symbols, the lowest first.
    pub symbols: Cow<'static, [u32]>,
    /// The next state.
    pub state: u32,
}

/// A symbol of the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// The bytes that can follow in the symbol's own calls, when the call above it ends.
    pub follow: ByteSet,
    /// True if the lowest call of the symbol may then end, too.
    pub ends: bool,
}

/// The automaton of a nested rule.
///
/// It is made by `urigram-generate`, which decides that every text has one way through it. An
/// automaton that is made otherwise cannot do harm: what refers to nothing fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushdown {
    /// The class of each byte.
    pub classes: [u8; 256],
    /// The number of classes.
    pub width: u32,
    /// For each state and class the next state, or the number of states and the index of a
    /// [`Push`], or [`NONE`].
    pub moves: Cow<'static, [u32]>,
    /// The moves that put symbols on the stack.
    pub pushes: Cow<'static, [Push]>,
    /// For each state whether its lowest call may end.
    pub ends: Cow<'static, [bool]>,
    /// For each state the symbols that may be beneath it, in order, each with the state after the
    /// symbol is taken from the stack.
    pub popped: Lists,
    /// The symbols. The first one is the bottom of the stack.
    pub symbols: Cow<'static, [Symbol]>,
    /// Every rule with its calls, to say which rules are open at an error.
    pub net: Net,
    /// The number of bytes, or letters, that decide which calls are open, the next one included;
    /// `None` if no number of them always does.
    pub looks: Option<u32>,
    /// The pass that writes letters, where bytes do not decide: then `classes`, `moves` and
    /// `symbols` are about letters in place of bytes.
    pub ahead: Option<Ahead>,
}

/// The bytes that can follow when the call above a frame ends.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Follow {
    bytes: ByteSet,
    end: bool,
}

#[derive(Clone, Copy)]
struct Frame {
    symbol: u32,
    /// The number of what can follow.
    follow: u32,
}

/// A state with its stack.
struct Run<'a> {
    table: &'a Pushdown,
    state: u32,
    frames: Vec<Frame>,
    /// The bytes that can follow, by number; equal ones have one number.
    follows: Vec<Follow>,
    /// For each symbol, the numbers of what can follow beneath it and above it.
    known: Vec<Vec<(u32, u32)>>,
    limit: usize,
}

/// A reason to stop before the end of the input.
enum Stop {
    /// No accepted input goes on with the byte at this offset.
    At(usize),
    TooDeep,
}

impl<'a> Run<'a> {
    fn new(table: &'a Pushdown, limit: usize) -> Run<'a> {
        let bottom = Follow { bytes: ByteSet::EMPTY, end: true };
        Run {
            table,
            state: 0,
            frames: Vec::from([Frame { symbol: 0, follow: 0 }]),
            follows: Vec::from([bottom]),
            known: Vec::new(),
            limit,
        }
    }

    /// Reads an input to its end or to the byte that nothing goes on with.
    ///
    /// Most bytes of a text or a number lead from a state to itself. There the row of the state
    /// does not change, so that the processor looks bytes up before the ones in front are decided,
    /// which is some four times as fast: see `stays`.
    fn go(&mut self, input: &[u8]) -> Result<(), Stop> {
        let table = self.table;
        let states = table.ends.len() as u32;
        let mut at = 0;
        while let Some(&byte) = input.get(at) {
            let ends = table.ends.get(self.state as usize) == Some(&true);
            if ends && self.follow().bytes.contains(byte) {
                self.pop();
                continue;
            }
            let class = u32::from(table.classes[usize::from(byte)]);
            let cell = self.state as usize * table.width as usize + class as usize;
            let next = table.moves.get(cell).copied().unwrap_or(NONE);
            at += 1;
            if next == self.state {
                at += self.stays(&input[at..], ends);
            } else if next < states {
                self.state = next;
            } else {
                let push = table.pushes.get((next - states) as usize).ok_or(Stop::At(at - 1))?;
                for &symbol in &*push.symbols {
                    self.push(symbol)?;
                }
                self.state = push.state;
            }
        }
        Ok(())
    }

    /// Returns the number of bytes that lead from the state to itself. In a state that may end,
    /// those that can follow come first, as in `go`.
    fn stays(&self, input: &[u8], ends: bool) -> usize {
        let table = self.table;
        let row = self.state as usize * table.width as usize;
        let row = table.moves.get(row..).unwrap_or(&[]);
        let stays = |byte: &u8| {
            row.get(usize::from(table.classes[usize::from(*byte)])) == Some(&self.state)
        };
        let left = if ends {
            let follow = &self.follow().bytes;
            input.iter().position(|byte| !stays(byte) || follow.contains(*byte))
        } else {
            input.iter().position(|byte| !stays(byte))
        };
        left.unwrap_or(input.len())
    }

    fn push(&mut self, symbol: u32) -> Result<(), Stop> {
        if self.frames.len() > self.limit {
            return Err(Stop::TooDeep);
        }
        let beneath = self.frames.last().map_or(0, |frame| frame.follow);
        if self.known.len() <= symbol as usize {
            self.known.resize(self.table.symbols.len().max(symbol as usize + 1), Vec::new());
        }
        let known = self.known[symbol as usize].iter().find(|known| known.0 == beneath);
        let follow = match known {
            Some(&(_, follow)) => follow,
            None => self.new_follow(symbol, beneath),
        };
        self.frames.push(Frame { symbol, follow });
        Ok(())
    }

    /// Numbers what can follow above a frame that is new.
    fn new_follow(&mut self, symbol: u32, beneath: u32) -> u32 {
        let Symbol { follow, ends } =
            self.table.symbols.get(symbol as usize).copied().unwrap_or_default();
        let mut new = Follow { bytes: follow, end: false };
        if ends {
            let Follow { bytes, end } = self.follows[beneath as usize];
            new = Follow { bytes: follow.union(&bytes), end };
        }
        let number = self.follows.iter().position(|known| *known == new).unwrap_or_else(|| {
            self.follows.push(new);
            self.follows.len() - 1
        }) as u32;
        self.known[symbol as usize].push((beneath, number));
        number
    }

    fn follow(&self) -> &Follow {
        &self.follows[self.frames.last().map_or(0, |frame| frame.follow as usize)]
    }

    fn pop(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let popped: &[(u32, u32)] =
            self.table.popped.get(self.state as usize).map_or(&[], |popped| popped);
        let found = popped.binary_search_by_key(&frame.symbol, |&(symbol, _)| symbol);
        self.state = found.map_or(NONE - 1, |at| popped[at].1);
    }

    fn ends(&self) -> bool {
        self.table.ends.get(self.state as usize) == Some(&true)
    }

    /// Returns the bytes that can follow, and whether the input may end.
    fn expected(&self) -> Expected {
        let (table, width) = (self.table, self.table.width as usize);
        let row = table.moves.get(self.state as usize * width..).unwrap_or(&[]);
        let moves = |byte: &u8| {
            let class = usize::from(table.classes[usize::from(*byte)]);
            row.get(class).is_some_and(|&next| next != NONE)
        };
        let mut bytes: ByteSet = (0..=255).filter(moves).collect();
        let mut end = false;
        if self.ends() {
            bytes = bytes.union(&self.follow().bytes);
            end = self.follow().end;
        }
        Expected::of_bytes(bytes, end)
    }
}

impl Pushdown {
    /// Returns true if the rule derives the whole input. `None` if more calls are open than the
    /// limit of frames allows, so that nothing is decided.
    ///
    /// # Cost
    /// Linear in the input. Each open call takes 8 bytes, and each byte another one if the
    /// automaton looks ahead.
    pub fn accepts(&self, input: &[u8], limits: Limits) -> Option<bool> {
        let mut run = Run::new(self, limits.frames.min(limits.depth as usize));
        match run.go(&self.letters(input)) {
            Ok(()) => Some(run.ends() && run.follow().end),
            Err(Stop::At(_)) => Some(false),
            Err(Stop::TooDeep) => None,
        }
    }

    /// Checks that the rule derives the whole input.
    ///
    /// # Errors
    /// [`Error::Unexpected`] with the length of the longest prefix that some derived string begins
    /// with (at the beginning of a character), the bytes that can follow it, and the rules that are
    /// open there; [`Error::Limit`] if more calls are open than the limit of frames allows, or if
    /// the automaton looks ahead and the place of an error takes too many steps to find.
    ///
    /// # Cost
    /// Linear in the input. At an error, the open rules are found by a second run, at most
    /// [`Limits::steps`] long, and so is its place if the automaton looks ahead.
    pub fn check(&self, input: &[u8], limits: Limits) -> Result<(), Error> {
        let depth = limits.frames.min(limits.depth as usize);
        let too_deep = Error::Limit { what: "calls inside each other" };
        let mut run = Run::new(self, depth);
        let offset = match run.go(&self.letters(input)) {
            Ok(()) if run.ends() && run.follow().end => return Ok(()),
            Ok(()) => input.len(),
            Err(Stop::At(offset)) => offset,
            Err(Stop::TooDeep) => return Err(too_deep),
        };
        let (offset, expected) = match &self.ahead {
            // What follows the place of the error has changed the letters before it.
            Some(ahead) => expected(&ahead.net, input, limits)?,
            None => {
                let start = start_of_character(input, offset);
                if start < offset {
                    run = Run::new(self, depth);
                    let _ = run.go(&input[..start]);
                }
                (start, run.expected())
            }
        };
        let mut readings = Readings::new(&self.net, &|_| Part::None, limits.steps);
        let is_read =
            !self.net.starts.is_empty() && readings.read(&input[..offset]) == Some(offset);
        let open = if is_read { readings.open() } else { Vec::new() };
        let name = |rule: u32| self.net.names.get(rule as usize).map_or("", |name| name);
        let open = open
            .into_iter()
            .map(|(rule, start)| Open { rule: name(rule).into(), start: start as usize });
        Err(Error::Unexpected { offset, expected, open: open.collect() })
    }

    /// Returns what the automaton reads: the bytes, or a letter for each.
    fn letters<'t>(&self, input: &'t [u8]) -> Cow<'t, [u8]> {
        match &self.ahead {
            Some(ahead) => ahead.letters(input).into(),
            None => input.into(),
        }
    }

    /// Returns the tree of an input that the rule derives: a node for each rule. A node whose inner
    /// nodes are not the same in all derivations has none, and is
    /// [ambiguous](super::Node::is_ambiguous).
    ///
    /// # Errors
    /// The errors of [`Pushdown::check`], and [`Error::Limit`] if the tree takes too many steps.
    ///
    /// # Cost
    /// Linear in the input for rules without ambiguity; at most [`Limits::steps`].
    ///
    /// [`Node::is_ambiguous`]: super::Node::is_ambiguous
    pub fn parse<'p, 'i>(&'p self, input: &'i str, limits: Limits) -> Result<Tree<'p, 'i>, Error> {
        self.check(input.as_bytes(), limits)?;
        let (nodes, ambiguous) =
            self.tree(&|_| Part::Node, input.as_bytes(), limits)?.unwrap_or_default();
        Ok(Tree { names: Names::Net(&self.net), input, nodes, ambiguous })
    }

    /// Returns the spans of a rule in an input, the outermost where they nest; `None` if the
    /// derivations of the input give the rule different spans.
    ///
    /// # Errors
    /// The errors of [`Pushdown::parse`], and [`Error::UnknownRule`].
    ///
    /// # Cost
    /// The cost is that of [`Pushdown::parse`].
    pub fn places(
        &self,
        rule: &str,
        input: &[u8],
        limits: Limits,
    ) -> Result<Option<Vec<Span>>, Error> {
        self.check(input, limits)?;
        if !self.net.names.iter().any(|name| name == rule) {
            return Err(Error::UnknownRule);
        }
        let part = |number: u32| {
            let is_wanted = self.net.names.get(number as usize).is_some_and(|name| name == rule);
            if is_wanted {
                Part::Leaf
            } else {
                Part::None
            }
        };
        let span = |node: &Flat| Span { start: node.start, end: node.end };
        let tree = self.tree(&part, input, limits)?;
        Ok(tree.map(|(nodes, _)| nodes.iter().map(span).collect()))
    }

    fn tree(
        &self,
        part: &dyn Fn(u32) -> Part,
        input: &[u8],
        limits: Limits,
    ) -> Result<Option<Nodes>, Error> {
        if input.len() >= (u32::MAX - 8) as usize {
            return Err(Error::Limit { what: "bytes" });
        }
        let mut readings = Readings::new(&self.net, part, limits.steps);
        let tree = readings.read(input).and_then(|_| readings.tree(input.len() as u32));
        tree.ok_or(Error::Limit { what: "steps" })
    }

    /// Returns the name of the rule.
    pub fn rule(&self) -> &str {
        self.net.names.first().map_or("", |name| name)
    }
}

/// Returns the longest prefix that some derived string begins with, at the beginning of a
/// character, and what can follow it, by every reading.
fn expected(net: &Net, input: &[u8], limits: Limits) -> Result<(usize, Expected), Error> {
    let read = |text: &[u8]| {
        let mut readings = Readings::new(net, &|_| Part::None, limits.steps);
        let offset = readings.read(text).ok_or(Error::Limit { what: "steps" })?;
        Ok((offset, readings.expected()))
    };
    let (offset, found) = read(input)?;
    let start = start_of_character(input, offset);
    if start < offset {
        return read(&input[..start]);
    }
    Ok((offset, found))
}
