//! The exploration of all states, and the tables that it leaves.
//!
//! The rule `s = "(" [ s ] ")"` has two bodies, the start rule and the same rule when it is called.
//! A state is the graph of what is open above the last symbol:
//!
//! ```text
//!    graph                                    moves
//! 0  start rule: at the beginning             `(` to 1
//! 1  start rule: behind `(`                   `)` to 2; `(` to 3 and pushes A
//! 2  start rule: at the end                   ends
//! 3  called: behind `(`                       `)` to 4; `(` to 3 and pushes B
//! 4  called: at the end                       ends; above A it becomes 5, above B it becomes 6
//! 5  called: at the end, waits in A           `)` to 2
//! 6  called: at the end, waits in B           `)` to 4
//!
//! A  start rule: behind the call     B  called: behind the call
//!
//! text         (       (       )            )
//! state    0       1       3       4 → 5        2
//! stack    ⊥       ⊥       ⊥ A     ⊥ A → ⊥      ⊥      accepted: 2 ends, above the bottom
//! ```
//!
//! A symbol is taken only where the next byte can follow in it (`follow`), so the automaton dies at
//! the first wrong byte. Which symbols can be beneath a state depends on pushes, and which states
//! follow a symbol depends on what is beneath: so pairs of a state and a symbol are explored, and
//! each new push or pop is tried with all that was found before (`below`, `above`).

use super::graph::{Graph, Item};
use super::net::Net;
use super::{Bodies, NotShown};
use crate::{ByteClasses, ByteSet, Limits, Undecided};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most calls in one state.
const NODES: usize = 24;
/// The most items in one state.
const ITEMS: usize = 400;

/// The number of the symbol at the bottom of the stack.
pub const BOTTOM: u32 = 0;

/// A move after a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The symbols to put on the stack, the lowest first.
    pub pushed: Vec<u32>,
    /// The next state.
    pub state: u32,
}

/// A symbol of the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// The bytes that can follow when the call above the symbol ends, in the symbol's own calls.
    pub follow: ByteSet,
    /// True if the lowest call of the symbol may then also end.
    pub ends: bool,
}

/// A deterministic automaton with a stack. It begins in state 0 with [`BOTTOM`] on the stack.
#[derive(Clone, Debug)]
pub struct Pushdown {
    looks: Option<usize>,
    classes: ByteClasses,
    /// Row for each state, column for each class.
    moves: Vec<Option<Move>>,
    /// True for each state where the lowest call may end.
    ends: Vec<bool>,
    /// The state after the symbol beneath a state was taken from the stack.
    popped: BTreeMap<(u32, u32), u32>,
    symbols: Vec<Symbol>,
}

impl Pushdown {
    /// Makes the automaton of the first body.
    ///
    /// # Errors
    /// [`NotShown`] for rules that are not shown deterministic, and where there are more than
    /// `limits.states` states, symbols, pairs of these, or different pushes, or more than
    /// `limits.nodes` readings are moved.
    ///
    /// # Cost
    /// A few microseconds for each state and class of bytes.
    pub fn new(bodies: &Bodies, limits: Limits) -> Result<Pushdown, NotShown> {
        Pushdown::explored(Net::new(bodies), limits).map_err(|stop| match stop {
            Stop::Limit(limit) => NotShown::Limit(limit),
            Stop::Calls { body, after, is_certain } => {
                NotShown::Calls { rule: bodies.name(body).to_owned(), after, is_certain }
            }
        })
    }

    fn explored(net: Net, limits: Limits) -> Result<Pushdown, Stop> {
        let mut explorer = Explorer {
            net,
            limit: limits.states,
            most: limits.nodes,
            left: limits.nodes,
            graphs: Vec::new(),
            ids: HashMap::new(),
            came: Vec::new(),
            symbols: Vec::new(),
            symbol_ids: HashMap::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            popped: BTreeMap::new(),
            below: Vec::new(),
            above: Vec::new(),
            seen: BTreeSet::new(),
            pushes: BTreeSet::new(),
            work: Vec::new(),
        };
        explorer.run()?;
        let looks = explorer.looks();
        let Explorer { net, moves, ends, popped, symbols, .. } = explorer;
        let symbols = symbols.iter().map(|symbol| follow(&net, symbol)).collect();
        Ok(Pushdown { looks, classes: net.classes, moves, ends, popped, symbols })
    }

    /// Returns the number of bytes that decide which calls are open, the next one included: 1
    /// where the next one always does. `None` if no number of them always does, so that a state, or
    /// a symbol, has several readings for as long as a text goes on.
    pub fn looks(&self) -> Option<usize> {
        self.looks
    }

    /// Returns the classes of bytes that no state distinguishes.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the number of states, at least 1.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the move from a state by a byte of a class; `None` if no call of the state reads it.
    ///
    /// # Panics
    /// If there is no such state or class.
    pub fn next(&self, state: u32, class: usize) -> Option<&Move> {
        self.moves[state as usize * self.classes.len() + class].as_ref()
    }

    /// Returns true if the lowest call of a state may end there. Then the symbol beneath is to be
    /// taken from the stack if the next byte can follow it.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn ends(&self, state: u32) -> bool {
        self.ends[state as usize]
    }

    /// Returns for each state and each symbol that can be beneath it the state after the symbol was
    /// taken from the stack.
    pub fn popped(&self) -> impl Iterator<Item = ((u32, u32), u32)> + '_ {
        self.popped.iter().map(|(&pair, &state)| (pair, state))
    }

    /// Returns the symbols of the stack by their numbers; the first is [`BOTTOM`].
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }
}

/// Returns a byte of a class, best one that can be read.
fn readable(classes: &ByteClasses, class: usize) -> Option<u8> {
    classes
        .bytes(class)
        .min_by_key(|byte| (!byte.is_ascii_alphanumeric(), !byte.is_ascii_graphic()))
}

/// Returns what can follow when the call above a symbol ends.
fn follow(net: &Net, symbol: &Graph) -> Symbol {
    if symbol.items.is_empty() {
        return Symbol::default();
    }
    let closed = symbol.closed(net);
    let is_next = |&byte: &u8| closed.goes_on(net, net.classes.of(byte));
    Symbol { follow: (0..=255).filter(is_next).collect(), ends: closed.ends }
}

struct Explorer {
    net: Net,
    limit: usize,
    /// The items that may be moved by bytes, and those that are left.
    most: usize,
    left: usize,
    graphs: Vec<Graph>,
    ids: HashMap<Graph, u32>,
    /// The state from which each state was found, and the class of the byte; `None` for what was
    /// taken from the stack.
    came: Vec<(u32, Option<usize>)>,
    symbols: Vec<Graph>,
    symbol_ids: HashMap<Graph, u32>,
    moves: Vec<Option<Move>>,
    ends: Vec<bool>,
    popped: BTreeMap<(u32, u32), u32>,
    /// For each symbol, those that were pushed on.
    below: Vec<BTreeSet<u32>>,
    /// For each symbol, the states after it was taken from the stack.
    above: Vec<BTreeSet<u32>>,
    /// Pairs of a state and the symbol beneath it.
    seen: BTreeSet<(u32, u32)>,
    /// Symbols that are pushed, each time with the next state.
    pushes: BTreeSet<(Vec<u32>, u32)>,
    work: Vec<(u32, u32)>,
}

/// A reason to stop the exploration.
enum Stop {
    /// A graph that is too large: the body that waits most in it, and what was read.
    Calls {
        body: usize,
        after: Vec<u8>,
        is_certain: bool,
    },
    Limit(Undecided),
}

impl Explorer {
    fn run(&mut self) -> Result<(), Stop> {
        let bottom = Graph { waiting: vec![Vec::new()], items: Vec::new() };
        self.symbol(bottom)?;
        let start = self.state(Graph::at(self.net.start(0)), 0, None)?;
        self.pair(start, BOTTOM)?;
        while let Some((state, symbol)) = self.work.pop() {
            let width = self.net.classes.len();
            for class in 0..width {
                let Some(found) = self.moves[state as usize * width + class].clone() else {
                    continue;
                };
                let mut beneath = symbol;
                for &pushed in &found.pushed {
                    self.put(pushed, beneath)?;
                    beneath = pushed;
                }
                if !found.pushed.is_empty() {
                    self.pushes.insert((found.pushed, found.state));
                    self.within(self.pushes.len(), "different pushes")?;
                }
                self.pair(found.state, beneath)?;
            }
            if self.ends[state as usize] && symbol != BOTTOM {
                let graph = self.graphs[state as usize].on(&self.symbols[symbol as usize]);
                let found = self.state(graph, state, None)?;
                self.popped.insert((state, symbol), found);
                if self.above[symbol as usize].insert(found) {
                    for beneath in self.below[symbol as usize].clone() {
                        self.pair(found, beneath)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes that a symbol can be on top of another.
    fn put(&mut self, symbol: u32, beneath: u32) -> Result<(), Stop> {
        if self.below[symbol as usize].insert(beneath) {
            for state in self.above[symbol as usize].clone() {
                self.pair(state, beneath)?;
            }
        }
        Ok(())
    }

    fn pair(&mut self, state: u32, symbol: u32) -> Result<(), Stop> {
        if self.seen.insert((state, symbol)) {
            self.within(self.seen.len(), "pairs of states and symbols")?;
            self.work.push((state, symbol));
        }
        Ok(())
    }

    fn within(&self, count: usize, what: &'static str) -> Result<(), Stop> {
        if count > self.limit {
            return Err(Stop::Limit(Undecided::new(what, self.limit)));
        }
        Ok(())
    }

    fn symbol(&mut self, graph: Graph) -> Result<u32, Stop> {
        if let Some(&known) = self.symbol_ids.get(&graph) {
            return Ok(known);
        }
        let id = self.symbols.len() as u32;
        self.symbols.push(graph.clone());
        self.symbol_ids.insert(graph, id);
        self.below.push(BTreeSet::new());
        self.above.push(BTreeSet::new());
        self.within(self.symbols.len(), "symbols")?;
        Ok(id)
    }

    /// Returns the number of a state. The moves of a new one are found at once.
    fn state(&mut self, graph: Graph, from: u32, class: Option<usize>) -> Result<u32, Stop> {
        let mut open = vec![(graph.clone(), from, class)];
        // Moves to graphs whose numbers follow.
        let mut unfinished: Vec<(usize, Graph)> = Vec::new();
        while let Some((graph, from, class)) = open.pop() {
            if self.ids.contains_key(&graph) {
                continue;
            }
            if graph.waiting.len() > NODES || graph.items.len() > ITEMS {
                return Err(self.too_many(&graph, from, class));
            }
            let id = self.graphs.len() as u32;
            let closed = graph.closed(&self.net);
            self.graphs.push(graph.clone());
            self.ids.insert(graph, id);
            self.came.push((from, class));
            self.ends.push(closed.ends);
            self.within(self.graphs.len(), "states")?;
            let amount = closed.items.len() * self.net.classes.len();
            let spent = Undecided::new("moves of readings", self.most);
            self.left = self.left.checked_sub(amount).ok_or(Stop::Limit(spent))?;
            for class in 0..self.net.classes.len() {
                let found = closed.after(&self.net, class);
                let mut pushed = Vec::new();
                if let Some((lower, next)) = found {
                    for symbol in lower {
                        pushed.push(self.symbol(symbol)?);
                    }
                    unfinished.push((self.moves.len(), next.clone()));
                    open.push((next, id, Some(class)));
                    self.moves.push(Some(Move { pushed, state: u32::MAX }));
                } else {
                    self.moves.push(None);
                }
            }
        }
        for (at, graph) in unfinished {
            if let (Some(found), Some(&id)) = (&mut self.moves[at], self.ids.get(&graph)) {
                found.state = id;
            }
        }
        Ok(self.ids[&graph])
    }

    /// Returns the number of bytes that decide which calls are open: one more than there can be
    /// states with several readings in a row.
    fn looks(&self) -> Option<usize> {
        if self.symbols.iter().any(Graph::is_open) {
            return None;
        }
        let (count, width) = (self.graphs.len(), self.net.classes.len());
        // From each state, those with several readings, and the bytes to them: none for the stack.
        let is_open: Vec<bool> = self.graphs.iter().map(Graph::is_open).collect();
        let mut next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
        let rows = self.moves.chunks(width).zip(&mut next);
        rows.for_each(|(row, next)| {
            next.extend(row.iter().flatten().map(|found| (found.state as usize, 1)));
        });
        self.popped.iter().for_each(|(from, &to)| next[from.0 as usize].push((to as usize, 0)));
        next.iter_mut().for_each(|next| next.retain(|&(to, _)| is_open[to]));
        // The longest way from each state, once those of the states behind it are known.
        let mut longest: Vec<Option<usize>> = vec![None; count];
        let mut is_entered = vec![false; count];
        let mut work: Vec<(usize, bool)> = (0..count).map(|state| (state, false)).collect();
        while let Some((state, is_left)) = work.pop() {
            if is_left {
                let way = |&(to, bytes): &(usize, usize)| Some(longest[to]? + bytes);
                let ways: Option<Vec<usize>> = next[state].iter().map(way).collect();
                // A state that is not left yet is on the way here: a cycle.
                longest[state] = Some(ways?.into_iter().max().unwrap_or(0));
            } else if !std::mem::replace(&mut is_entered[state], true) {
                work.push((state, true));
                work.extend(next[state].iter().map(|&(to, _)| (to, false)));
            }
        }
        longest.into_iter().flatten().max().map(|bytes| bytes + 1)
    }

    /// Returns the error for a graph that is too large: the body that waits most, and the bytes
    /// that led there.
    fn too_many(&self, graph: &Graph, from: u32, class: Option<usize>) -> Stop {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        let all: Vec<&Item> = graph.waiting.iter().flatten().chain(&graph.items).collect();
        for item in all {
            *counts.entry(self.net.body(item.1)).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|&(body, count)| (count, usize::MAX - body));
        let (mut after, mut is_certain) = (Vec::new(), true);
        let mut step = (from, class);
        loop {
            match step.1 {
                Some(class) => after.extend(readable(&self.net.classes, class)),
                None => is_certain &= self.came.is_empty(),
            }
            if step.0 == 0 {
                break;
            }
            step = self.came[step.0 as usize];
        }
        after.reverse();
        Stop::Calls { body: most.map_or(0, |(body, _)| body), after, is_certain }
    }
}
