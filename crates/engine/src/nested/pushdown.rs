//! Deterministic automata with a stack: one move for each byte, and exact errors.
//!
//! The stack, of any depth, decides what can follow. So each frame holds the bytes that can follow
//! when its call ends, including those of the frames beneath if the frame may then end. In JSON,
//! with `[{"a":1` read and `]` next, the top frame says what can follow a value in an object: `,`
//! and `}`. So `]` is an error at once, although an array is also open.
//!
//! The rule `s = "(" [ s ] ")"` has two symbols: A waits behind the call in the start rule, and B
//! behind the call in a called one.
//!
//! ```text
//! read   state                  frames, each with the bytes that can follow above it
//!        at the beginning       ⊥ the end
//! (      behind `(`             ⊥ the end
//! ((     called: behind `(`     ⊥ the end   A `)`
//! (()    called: at the end     ⊥ the end   A `)`
//! (())   start rule: at the end ⊥ the end
//! ```
//!
//! A frame is taken off when the next byte is one that can follow above it, and not before: after
//! `(()` the called rule may end, so `)` takes A off and is read behind the call. Any other byte is
//! an error there, and `)` is all that is expected.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::net::Net;
use super::numbers::{read, Lists, Numbers};
use super::readings::{Nodes, Part, Readings};
use super::tree::{Flat, Names, Tree};
use super::words::words;
use super::{Error, Limits, Open};
use crate::errors::syntax_error::start_of_character;
use crate::{ByteSet, Expected, Found, Span};

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
    /// For each state and class, the next state, or the number of states and the index of a list of
    /// `pushes`, or a larger number if the byte cannot follow. 256 more numbers come at the end.
    pub moves: Numbers<2>,
    /// The moves that put symbols on the stack: the symbols, the lowest first, and the next state.
    pub pushes: Lists<2>,
    /// For each state, 1 if its lowest call may end, else 0.
    pub ends: Cow<'static, [u8]>,
    /// For each state, the symbols that may be beneath it, in order, each with the state after the
    /// symbol is taken from the stack.
    pub popped: Lists<2>,
    /// For each symbol 256 bits, the bytes that can follow in the symbol's own calls when the call
    /// above it ends, as [`ByteSet::to_words`] gives them, and then 1 if the lowest call of the
    /// symbol may then also end, else 0. The first symbol is the bottom of the stack.
    pub symbols: Numbers<4>,
    /// Every rule with its calls, to say which rules are open at an error, and to follow all
    /// readings.
    pub net: Net,
    /// The number of bytes that decide which calls are open, the next one included; `None` if no
    /// number of them always does.
    pub looks: Option<u32>,
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

/// A row of the table of moves. It has a number for each byte that can be a class, so that the loop
/// over a text compares no class with the end of the row.
type Row = [u8; 512];

/// Returns the number of a class in a row.
#[inline]
fn number(row: &Row, class: u8) -> u16 {
    let at = 2 * usize::from(class);
    u16::from_le_bytes([row[at], row[at + 1]])
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
        let (moves, all_ends) = (table.moves.bytes(), &*table.ends);
        let (width, states) = (table.width as usize, all_ends.len() as u32);
        let mut at = 0;
        while let Some(&byte) = input.get(at) {
            let ends = all_ends.get(self.state as usize) == Some(&1);
            if ends && self.follow().bytes.contains(byte) {
                self.pop();
                continue;
            }
            let row = moves.get((self.state as usize).wrapping_mul(2 * width)..);
            let row: &Row = row.and_then(<[u8]>::first_chunk).ok_or(Stop::At(at))?;
            let next = u32::from(number(row, table.classes[usize::from(byte)]));
            at += 1;
            if next == self.state {
                at += self.stays(row, &input[at..], ends);
            } else if next < states {
                self.state = next;
            } else {
                let push = table.pushes.list((next - states) as usize);
                let (symbols, state) = push.split_last_chunk::<2>().ok_or(Stop::At(at - 1))?;
                for symbol in symbols.chunks_exact(2) {
                    self.push(read::<2>(symbol, 0))?;
                }
                self.state = read::<2>(state, 0);
            }
        }
        Ok(())
    }

    /// Returns the number of bytes that lead from the state to itself, by its row of the table. In
    /// a state that may end, those that can follow come first, as in `go`.
    fn stays(&self, row: &Row, input: &[u8], ends: bool) -> usize {
        let (classes, state) = (&self.table.classes, self.state as u16);
        let stays = |byte: &u8| number(row, classes[usize::from(*byte)]) == state;
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
            self.known.resize(symbol as usize + 1, Vec::new());
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
        let (bytes, ends) = self.table.symbol(symbol);
        let mut new = Follow { bytes, end: false };
        if ends {
            let Follow { bytes, end } = self.follows[beneath as usize];
            new = Follow { bytes: new.bytes.union(&bytes), end };
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
        self.state = self.table.popped.second(self.state as usize, frame.symbol);
    }

    fn ends(&self) -> bool {
        self.table.may_end(self.state)
    }

    /// Returns the bytes that can follow, and whether the input may end.
    fn expected(&self) -> Expected {
        let table = self.table;
        let known = table.ends.len() + table.pushes.len();
        let moves = |byte: &u8| (table.next(self.state, *byte) as usize) < known;
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
    /// The numbers of a symbol.
    pub(super) const NUMBERS: usize = 9;

    /// Returns rules that run by all readings of a text at once, because no automaton with a stack
    /// was found for them.
    pub const fn of_all_readings(net: Net) -> Pushdown {
        Pushdown {
            classes: [0; 256],
            width: 0,
            moves: Numbers::EMPTY,
            pushes: Lists::EMPTY,
            ends: Cow::Borrowed(&[]),
            popped: Lists::EMPTY,
            symbols: Numbers::EMPTY,
            net,
            looks: None,
        }
    }

    /// Returns true if all readings of a text are followed at once, and not an automaton.
    pub const fn has_all_readings(&self) -> bool {
        self.width == 0
    }

    /// Returns the entry of a state for a byte.
    #[inline]
    fn next(&self, state: u32, byte: u8) -> u32 {
        let class = self.classes[byte as usize] as usize;
        self.moves.get((state as usize).saturating_mul(self.width as usize) + class)
    }

    /// Returns true if the lowest call of a state may end.
    #[inline]
    fn may_end(&self, state: u32) -> bool {
        self.ends.get(state as usize) == Some(&1)
    }

    /// Returns the bytes that can follow in the own calls of a symbol, and whether the lowest of
    /// them may then end.
    fn symbol(&self, symbol: u32) -> (ByteSet, bool) {
        let number = |at| match (symbol as usize).checked_mul(Self::NUMBERS) {
            Some(first) if (symbol as usize) < self.symbols() => self.symbols.get(first + at),
            _ => 0,
        };
        let word = |at| u64::from(number(at)) | u64::from(number(at + 1)) << 32;
        (ByteSet::from_words([word(0), word(2), word(4), word(6)]), number(8) == 1)
    }

    /// Returns true if the rule derives the whole input. `None` where a limit leaves nothing
    /// decided: that of frames, by the calls that are open, or that of steps, where
    /// [all readings](Pushdown::has_all_readings) are followed.
    ///
    /// # Cost
    /// Linear in the input. Each open call takes 8 bytes. Following all readings takes at most
    /// [`Limits::steps`], which some rules need for inputs of a few thousand bytes.
    pub fn accepts(&self, input: &[u8], limits: Limits) -> Option<bool> {
        if self.has_all_readings() {
            let mut readings = Readings::new(&self.net, &|_| Part::None, limits);
            return Some(readings.read(input)? == input.len() && readings.ends());
        }
        let mut run = Run::new(self, limits.frames.min(limits.depth as usize));
        match run.go(input) {
            Ok(()) => Some(run.ends() && run.follow().end),
            Err(Stop::At(_)) => Some(false),
            Err(Stop::TooDeep) => None,
        }
    }

    /// Checks that the rule derives the whole input.
    ///
    /// # Errors
    /// [`Error::Rejected`] with the length of the longest prefix that some derived string begins
    /// with (at the beginning of a character), the bytes and words that can follow it, and the
    /// rules that are open there; [`Error::Limit`] if more calls are open than the limit of frames
    /// allows, or if following all readings takes too many steps.
    ///
    /// # Cost
    /// The cost is that of [`Pushdown::accepts`]. At an error, the open rules are found by a second
    /// run, at most [`Limits::steps`] long.
    pub fn check(&self, input: &[u8], limits: Limits) -> Result<(), Error> {
        if self.has_all_readings() {
            let read = |text: &[u8]| {
                let mut readings = Readings::new(&self.net, &|_| Part::None, limits);
                let offset = readings.read(text).ok_or(Error::Limit { what: "steps" })?;
                Ok((offset, readings))
            };
            let (offset, mut readings) = read(input)?;
            if offset == input.len() && readings.ends() {
                return Ok(());
            }
            let start = start_of_character(input, offset);
            if start < offset {
                readings = read(&input[..start])?.1;
            }
            return Err(self.rejected(input, start, readings.expected(), Some(&readings)));
        }
        let depth = limits.frames.min(limits.depth as usize);
        let too_deep = Error::Limit { what: "calls inside each other" };
        let mut run = Run::new(self, depth);
        let offset = match run.go(input) {
            Ok(()) if run.ends() && run.follow().end => return Ok(()),
            Ok(()) => input.len(),
            Err(Stop::At(offset)) => offset,
            Err(Stop::TooDeep) => return Err(too_deep),
        };
        let start = start_of_character(input, offset);
        if start < offset {
            run = Run::new(self, depth);
            let _ = run.go(&input[..start]);
        }
        let mut readings = Readings::new(&self.net, &|_| Part::None, limits);
        let is_read = self.net.starts.len() > 0 && readings.read(&input[..start]) == Some(start);
        Err(self.rejected(input, start, run.expected(), is_read.then_some(&readings)))
    }

    /// Returns the error at an offset, with the words and the open rules of the readings up to it.
    fn rejected(
        &self,
        input: &[u8],
        offset: usize,
        bytes: Expected,
        readings: Option<&Readings<'_>>,
    ) -> Error {
        let name = |rule: u32| self.net.names.get(rule as usize).map_or("", |name| name);
        let readings = readings.filter(|_| !self.net.names.is_empty());
        let progress = readings.map(|readings| (readings.open(), readings.tried(offset as u32)));
        let (open, seen) = progress.unwrap_or_default();
        let expected = words(&seen, Some(&bytes), &name);
        let open = open
            .into_iter()
            .map(|(rule, start)| Open { rule: name(rule).into(), start: start as usize })
            .collect();
        let found = Found::at(input, offset);
        Error::Rejected { offset, found, expected, bytes: Some(bytes), open }
    }

    /// Returns the tree of an input that the rule derives: a node for each rule. A node whose inner
    /// nodes differ between derivations has no inner nodes and is
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
        let mut readings = Readings::new(&self.net, part, limits);
        let tree = readings.read(input).and_then(|_| readings.tree(input.len() as u32));
        tree.ok_or(Error::Limit { what: "steps" })
    }

    /// Returns the number of symbols of the stack.
    pub fn symbols(&self) -> usize {
        self.symbols.len() / Self::NUMBERS
    }

    /// Returns the name of the rule.
    pub fn rule(&self) -> &str {
        self.net.names.first().map_or("", |name| name)
    }
}
