//! The positions that an ABNF grammar can be in after each character of an input.

use super::{Expr, Grammar, Refused, Terminals};
use crate::single::{is_taken, Singles};
use crate::Undecided;
use std::collections::{HashMap, HashSet};

/// An expression in a rule that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The index of the rule in [`Grammar::rules`].
    pub rule: usize,
    /// The number of the expression in the rule, as in [`Written::spans`](super::Written::spans).
    pub expr: usize,
}

/// The positions that a grammar can be in after a prefix of an input, over every way to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Live {
    /// The length of the prefix, in bytes.
    pub at: usize,
    /// The expressions that can take the next character, each with the rules around it, outermost
    /// first. A rule for one character is an expression and is not entered.
    pub places: Vec<Vec<Place>>,
    /// True if the input may end here.
    pub end: bool,
}

impl Grammar {
    /// Returns the positions before each character and after the last one, up to the first
    /// character that no expression can take.
    ///
    /// If this is the whole input and the last has `end`, the rule accepts the input.
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, Terminals};
    /// let label = Grammar::parse("label = a / a *( a / \"-\" ) a\na = %x61-7A\n").unwrap();
    /// let live = label.live("label", Terminals::CodePoints, b"a-", 1_000).unwrap();
    /// assert_eq!(live.iter().map(|live| live.places.len()).collect::<Vec<_>>(), [2, 3, 3]);
    /// assert!(live[1].end && !live[2].end);
    /// ```
    ///
    /// # Errors
    /// [`Refused`] for an unknown or undefined rule, and if more than `limit` positions are
    /// visited, as with recursion that is not at the end of a rule.
    ///
    /// # Cost
    /// Linear in `limit`.
    pub fn live(
        &self,
        rule: &str,
        terminals: Terminals,
        input: &[u8],
        limit: usize,
    ) -> Result<Vec<Live>, Refused> {
        let (mut reader, mut state) = Reader::begin(self, rule, limit)?;
        let (mut all, mut at) = (Vec::new(), 0);
        loop {
            let places = reader.places(&state);
            all.push(Live { at, places, end: state.end });
            let Some((value, length)) = next_value(terminals, &input[at..]) else { return Ok(all) };
            let Some(next) = reader.step(&state, value)? else { return Ok(all) };
            state = next;
            at += length;
        }
    }

    /// Returns true if the rule accepts the input. For one input this takes less than the
    /// automaton of the rule.
    ///
    /// # Errors
    /// The errors of [`Grammar::live`].
    ///
    /// # Cost
    /// Linear in `limit`.
    pub fn accepts(
        &self,
        rule: &str,
        terminals: Terminals,
        input: &[u8],
        limit: usize,
    ) -> Result<bool, Refused> {
        let (mut reader, mut state) = Reader::begin(self, rule, limit)?;
        let mut at = 0;
        while let Some((value, length)) = next_value(terminals, &input[at..]) {
            let Some(next) = reader.step(&state, value)? else { return Ok(false) };
            state = next;
            at += length;
        }
        Ok(at == input.len() && state.end)
    }
}

const NONE: u32 = u32::MAX;
/// The rest that contains nothing.
const END: u32 = u32::MAX;

/// An open rule: its caller, and the rest after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Frame {
    rule: usize,
    call: usize,
    parent: u32,
    then: u32,
}

/// The rest of a rule: an expression, then more. `times` counts the rounds of a repetition, or the
/// bytes of a text or the values that were read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Rest {
    frame: u32,
    expr: usize,
    times: u32,
    then: u32,
}

#[derive(Default)]
struct State {
    waiting: Vec<u32>,
    end: bool,
}

struct Reader<'g> {
    grammar: &'g Grammar,
    /// The expressions of each rule by number, each with its size.
    exprs: HashMap<usize, Vec<(&'g Expr, usize)>>,
    singles: Singles<'g>,
    frames: Vec<Frame>,
    rests: Vec<Rest>,
    frame_ids: HashMap<Frame, u32>,
    rest_ids: HashMap<Rest, u32>,
    limit: usize,
    left: usize,
}

impl<'g> Reader<'g> {
    fn new(grammar: &'g Grammar, limit: usize) -> Reader<'g> {
        Reader {
            grammar,
            exprs: HashMap::new(),
            singles: Singles::new(grammar.questions()),
            frames: Vec::new(),
            rests: Vec::new(),
            frame_ids: HashMap::new(),
            rest_ids: HashMap::new(),
            limit,
            left: limit,
        }
    }

    /// Returns a reader of a rule, and its first state.
    fn begin(
        grammar: &'g Grammar,
        rule: &str,
        limit: usize,
    ) -> Result<(Reader<'g>, State), Refused> {
        let root = grammar.index_of(rule).ok_or_else(|| grammar.no_rule(rule))?;
        let mut reader = Reader::new(grammar, limit);
        let frame = reader.frame(Frame { rule: root, call: 0, parent: NONE, then: END });
        let start = reader.cons(Rest { frame, expr: 0, times: 0, then: END });
        let state = reader.reach([start])?;
        Ok((reader, state))
    }

    /// Returns the state after the next character; `None` if nothing takes it.
    fn step(&mut self, state: &State, value: u32) -> Result<Option<State>, Refused> {
        let rests: Vec<u32> =
            state.waiting.iter().filter_map(|&rest| self.after(rest, value)).collect();
        if rests.is_empty() {
            return Ok(None);
        }
        self.reach(rests).map(Some)
    }

    fn spend(&mut self) -> Result<(), Undecided> {
        self.left = self.left.checked_sub(1).ok_or(Undecided::new("places", self.limit))?;
        Ok(())
    }

    fn frame(&mut self, frame: Frame) -> u32 {
        let frames = &mut self.frames;
        *self.frame_ids.entry(frame).or_insert_with(|| {
            frames.push(frame);
            (frames.len() - 1) as u32
        })
    }

    fn cons(&mut self, rest: Rest) -> u32 {
        let rests = &mut self.rests;
        *self.rest_ids.entry(rest).or_insert_with(|| {
            rests.push(rest);
            (rests.len() - 1) as u32
        })
    }

    fn expr(&mut self, rule: usize, number: usize) -> (&'g Expr, usize) {
        let grammar = self.grammar;
        self.exprs.entry(rule).or_insert_with(|| numbered(&grammar.rules()[rule].expr))[number]
    }

    /// Returns everything that can take the next character from some rests on.
    fn reach(&mut self, rests: impl IntoIterator<Item = u32>) -> Result<State, Refused> {
        let mut state = State::default();
        let mut seen: HashSet<u32> = HashSet::new();
        // Reversed, so that the branches are in the order in which they are written.
        let mut open: Vec<u32> = rests.into_iter().collect();
        open.reverse();
        while let Some(id) = open.pop() {
            if id == END {
                state.end = true;
                continue;
            }
            if !seen.insert(id) {
                continue;
            }
            self.spend()?;
            let rest = self.rests[id as usize];
            let rule = self.frames[rest.frame as usize].rule;
            let (expr, _) = self.expr(rule, rest.expr);
            let inside = |expr: usize, then: u32| Rest { frame: rest.frame, expr, times: 0, then };
            match expr {
                Expr::Choice(parts) => {
                    for number in self.numbers(rule, rest.expr, parts.len()).into_iter().rev() {
                        open.push(self.cons(inside(number, rest.then)));
                    }
                }
                Expr::Sequence(parts) => {
                    let mut then = rest.then;
                    for number in self.numbers(rule, rest.expr, parts.len()).into_iter().rev() {
                        self.spend()?;
                        then = self.cons(inside(number, then));
                    }
                    open.push(then);
                }
                Expr::Repeat { min, max, .. } => {
                    if rest.times >= *min {
                        open.push(rest.then);
                    }
                    if max.is_none_or(|max| rest.times < max) {
                        // Above the minimum, only a repetition with a bound needs counting.
                        let times =
                            if max.is_none() { (rest.times + 1).min(*min) } else { rest.times + 1 };
                        let again = self.cons(Rest { times, ..rest });
                        open.push(self.cons(inside(rest.expr + 1, again)));
                    }
                }
                Expr::Rule(name) => {
                    let called = self.called(name, rule)?;
                    if self.singles.contains(called) {
                        state.waiting.push(id);
                    } else {
                        let frame = self.enter(called, rest)?;
                        open.push(self.cons(Rest { frame, expr: 0, times: 0, then: rest.then }));
                    }
                }
                Expr::Text(text) | Expr::TextAnyCase(text) if text.is_empty() => {
                    open.push(rest.then);
                }
                Expr::Text(_)
                | Expr::TextAnyCase(_)
                | Expr::Values(_)
                | Expr::Range(..)
                | Expr::Class(_) => {
                    state.waiting.push(id);
                }
                _ => {
                    let rule = self.grammar.rules()[rule].name.clone();
                    return Err(self.grammar.unusable(&expr.to_string(), rule));
                }
            }
        }
        Ok(state)
    }

    /// Returns the frame of a call. A call at the very end of an open call of the same rule reuses
    /// its frame, so that right recursion piles nothing up.
    fn enter(&mut self, called: usize, rest: Rest) -> Result<u32, Undecided> {
        let mut around = rest.frame;
        while around != NONE {
            self.spend()?;
            let frame = self.frames[around as usize];
            if frame.rule == called && frame.then == rest.then {
                return Ok(around);
            }
            around = frame.parent;
        }
        Ok(self.frame(Frame { rule: called, call: rest.expr, parent: rest.frame, then: rest.then }))
    }

    /// Returns the rest after the next character, if it is taken.
    fn after(&mut self, id: u32, value: u32) -> Option<u32> {
        let rest = self.rests[id as usize];
        let rule = self.frames[rest.frame as usize].rule;
        let read = rest.times as usize;
        let expr = self.expr(rule, rest.expr).0;
        let (matches, read, length) = match expr {
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                let next = text[read..].chars().next();
                let behind = read + next.map_or(0, char::len_utf8);
                (next.is_some_and(|c| is_taken(expr, c, value)), behind, text.len())
            }
            Expr::Values(values) => (values[read] == value, read + 1, values.len()),
            single => (self.singles.takes(single, value), 1, 1),
        };
        matches.then(|| {
            if read == length {
                rest.then
            } else {
                self.cons(Rest { times: read as u32, ..rest })
            }
        })
    }

    fn places(&self, state: &State) -> Vec<Vec<Place>> {
        let mut all = Vec::new();
        let mut seen = HashSet::new();
        for &id in &state.waiting {
            let rest = self.rests[id as usize];
            let mut frame = self.frames[rest.frame as usize];
            let mut places = vec![Place { rule: frame.rule, expr: rest.expr }];
            while frame.parent != NONE {
                let call = frame.call;
                frame = self.frames[frame.parent as usize];
                places.push(Place { rule: frame.rule, expr: call });
            }
            places.reverse();
            if seen.insert(places.clone()) {
                all.push(places);
            }
        }
        all
    }

    /// Returns the numbers of the parts of an expression.
    fn numbers(&mut self, rule: usize, expr: usize, count: usize) -> Vec<usize> {
        let mut next = expr + 1;
        let one = |_| {
            let number = next;
            next += self.expr(rule, number).1;
            number
        };
        (0..count).map(one).collect()
    }

    fn called(&self, name: &str, by: usize) -> Result<usize, Refused> {
        let used_by = || self.grammar.rules()[by].name.clone();
        self.grammar.index_of(name).ok_or_else(|| self.grammar.unusable(name, used_by()))
    }
}

/// Returns the expressions by number, each with its size.
fn numbered(expr: &Expr) -> Vec<(&Expr, usize)> {
    expr.all().into_iter().map(|expr| (expr, expr.size())).collect()
}

/// Returns the next value and its length in bytes; `None` at the end and at invalid UTF-8.
fn next_value(terminals: Terminals, rest: &[u8]) -> Option<(u32, usize)> {
    match terminals {
        Terminals::Octets => Some((u32::from(*rest.first()?), 1)),
        Terminals::CodePoints => {
            let chunk = rest[..rest.len().min(4)].utf8_chunks().next()?;
            let c = chunk.valid().chars().next()?;
            Some((u32::from(c), c.len_utf8()))
        }
    }
}
