//! Recursive rules, as deterministic automata with a stack.
//!
//! A set of rules is a [`Bodies`]: for each rule that is called, a regular language over bytes and
//! calls. [`Pushdown`] is made of it if the calls that may be open at once keep to a few shapes for
//! any input. It accepts exactly the strings that the rules derive, ambiguous rules included, and
//! dies at the first byte with which no accepted string goes on.
//!
//! # States
//!
//! A reading of a text is a chain of open calls, each with the place in its caller's body where it
//! returns, and a place in the innermost body. All readings together are a graph: a node for each
//! call, edges to the calls that wait for it, and items, which are places in bodies. Readings that
//! wait for the same calls at the same places share a node, because the same texts follow. A state
//! is such a graph. With the rules
//!
//! ```text
//! list = "(" ws [ item *( "," item ) ] ")" ws
//! item = ws list / 1*DIGIT
//! ws   = *SP
//! ```
//!
//! and `( (`, the blank may belong to the outer `ws` or to the inner one. So the state after it has
//! an item in `list` and one in `item`, whose call waits in `list`:
//!
//! ```text
//! 0 (list): before an item, or more blanks
//! 1 (item): before the list, or more blanks     1 waits for 0: after the item
//! ```
//!
//! The second `(` is read in node 1 only. Now every reading goes through node 1, so what is below
//! it goes on the stack as one symbol, and the next state begins at that node. When the body ends
//! and the next byte can follow in one of the frames below, the symbol comes back from the stack.
//!
//! # Decision
//!
//! [`Pushdown::new`] explores every state that can be reached, with every symbol that can be on the
//! stack beneath it. (Which symbols may be there is taken from what was ever pushed there, so that
//! some pairs may be impossible: the answer "deterministic" is right, and the answer "not shown"
//! need not mean that there is no such automaton.) Where graphs grow without end, the rules are
//! refused, and the engine follows every reading of a text by their [`Net`].
//!
//! With `p = "a" p "a" / "b" p "b" / ""`, each byte may begin the second half, so that graphs grow
//! without end.

mod graph;
mod net;
mod pushdown;

pub use net::{Net, Place};
pub use pushdown::{Move, Pushdown, Symbol, BOTTOM};

use crate::{ByteClasses, Dfa, StateId};

/// The byte that begins a call in a body. UTF-8 has no such byte.
const CALL: u8 = 0xFF;

/// The most bodies.
pub const BODIES: usize = 1 << 16;

/// Returns the bytes that stand for the call of a body in the language of another.
pub(crate) fn call(number: usize) -> [u8; 3] {
    [CALL, (number >> 8) as u8, number as u8]
}

/// Returns the name of the n-th bracket of a rule, the same for both notations.
pub(crate) fn bracket(rule: &str, number: usize) -> String {
    let plain = rule.trim_end_matches('_').replace('_', "-").to_ascii_lowercase();
    format!("{plain}#{number}")
}

/// Mutually recursive rules, each as the language of its body over UTF-8 and calls.
#[derive(Clone, Debug, Default)]
pub struct Bodies {
    /// The names of the rules; that of the start rule first.
    names: Vec<String>,
    dfas: Vec<Dfa>,
}

impl Bodies {
    pub(crate) fn new(bodies: Vec<(String, Dfa)>) -> Bodies {
        let (names, dfas) = bodies.into_iter().unzip();
        Bodies { names, dfas }
    }

    /// Returns the number of bodies.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.dfas.len()
    }

    /// Returns the number of states of all bodies.
    pub(crate) fn states(&self) -> usize {
        self.dfas.iter().map(Dfa::len).sum()
    }

    /// Returns the name of the rule of a body. The first one is the start rule. If it is recursive,
    /// it has a second body, which the calls name.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn name(&self, body: usize) -> &str {
        &self.names[body]
    }

    /// Returns the number of states of all bodies if these are the bodies of another grammar: then
    /// the start rules of both derive the same strings. What is called is matched by name, or else
    /// in the order in which it is met. The start rules may have different names.
    ///
    /// # Errors
    /// [`Unproved`] for the first body that is missing or another language.
    pub fn proved(&self, other: &Bodies) -> Result<usize, Unproved> {
        let by_name = self.same(other);
        if by_name.is_err() && self.len() == other.len() {
            if let (Some(mine), Some(theirs)) = (self.in_order(), other.in_order()) {
                if mine.dfas == theirs.dfas {
                    return Ok(mine.states());
                }
            }
        }
        by_name
    }

    /// Compares bodies by their names.
    pub(crate) fn same(&self, other: &Bodies) -> Result<usize, Unproved> {
        let (mine, theirs) = (&self.names[1..], &other.names[1..]);
        let missing = |mine: &[String], theirs: &[String]| {
            mine.iter().find(|name| !theirs.contains(name)).cloned()
        };
        if let Some(name) = missing(mine, theirs).or_else(|| missing(theirs, mine)) {
            return Err(Unproved::new(&name, "only one of the two notations has this bracket"));
        }
        let pairs = self.dfas.iter().zip(&other.dfas);
        for (name, (mine, theirs)) in self.names.iter().zip(pairs) {
            if mine != theirs {
                return Err(Unproved::new(name, "the two notations differ in it"));
            }
        }
        Ok(self.states())
    }

    /// Returns the bodies in the order in which the start rule and what it calls meets them, with
    /// this order as their numbers: two grammars that differ in names only become equal. `None` if
    /// a body is met by no way, or there are more than 255.
    ///
    /// For example, `list = "(" list#1` with `list#1 = *( "(" list#1 / "[" item#1 ) ")"` meets
    /// itself first: `list` is 0, `list#1` is 1 and `item#1` is 2, regardless of the order of the
    /// names.
    fn in_order(&self) -> Option<Bodies> {
        let mut order: Vec<usize> = vec![0];
        let mut at = 0;
        while let Some(&body) = order.get(at) {
            for called in self.met(body)? {
                if !order.contains(&called) {
                    order.push(called);
                }
            }
            at += 1;
        }
        // The start rule is called as a body of its own.
        if order.len() != self.len() || self.len() > 255 {
            return None;
        }
        let dfas = order.iter().map(|&body| self.renumbered(body, &order));
        let names = order.iter().map(|&body| self.names[body].clone());
        Some(Bodies { names: names.collect(), dfas: dfas.collect::<Option<_>>()? })
    }

    /// Returns the states where the number of a call is read: behind its first two bytes. `None` if
    /// a text also reaches such a state, as it may if the same can follow: then the byte read there
    /// need not be a number.
    fn last_bytes(&self, body: usize) -> Option<Vec<bool>> {
        let dfa = &self.dfas[body];
        let (mut is_middle, mut is_last) = (vec![false; dfa.len()], vec![false; dfa.len()]);
        let states = 0..dfa.len() as StateId;
        for begun in states.clone().map(|state| dfa.next(state, CALL)) {
            is_middle[begun as usize] |= !dfa.is_dead(begun);
        }
        for middle in states.clone().filter(|&state| is_middle[state as usize]) {
            is_last[dfa.next(middle, 0) as usize] = true;
        }
        let is_call = |state: StateId, byte: u8| {
            let next = dfa.next(state, byte);
            let (is_middle, is_behind) = (is_middle[next as usize], is_middle[state as usize]);
            dfa.is_dead(next)
                || is_middle == (byte == CALL)
                    && is_last[next as usize] == is_behind
                    && (!is_behind || byte == 0)
        };
        let mut moves = states.flat_map(|state| (0..=255).map(move |byte| (state, byte)));
        let is_sound = !is_middle[0] && !is_last[0];
        (is_sound && moves.all(|(state, byte)| is_call(state, byte))).then_some(is_last)
    }

    /// Returns the bodies that a body calls, in the order of the shortest words before the calls.
    fn met(&self, body: usize) -> Option<Vec<usize>> {
        let (dfa, is_last) = (&self.dfas[body], self.last_bytes(body)?);
        let (mut called, mut seen) = (Vec::new(), vec![false; dfa.len()]);
        let mut open = std::collections::VecDeque::from([0]);
        seen[0] = true;
        while let Some(state) = open.pop_front() {
            for byte in 0..=255 {
                let next = dfa.next(state, byte);
                if dfa.is_dead(next) {
                    continue;
                }
                if is_last[state as usize] {
                    called.push(usize::from(byte));
                }
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push_back(next);
                }
            }
        }
        called.iter().all(|&called| called < self.len()).then_some(called)
    }

    /// Returns a body where each call has its place in the order as its number.
    fn renumbered(&self, body: usize, order: &[usize]) -> Option<Dfa> {
        let (dfa, is_last) = (&self.dfas[body], self.last_bytes(body)?);
        let dead = dfa.dead().unwrap_or_default();
        let next = (0..dfa.len() as StateId).flat_map(|state| {
            let is_last = is_last[state as usize];
            (0..=255_u8).map(move |byte| match order.get(usize::from(byte)) {
                Some(&old) if is_last => dfa.next(state, old as u8),
                None if is_last => dead,
                _ => dfa.next(state, byte),
            })
        });
        let accepting = (0..dfa.len() as StateId).map(|state| dfa.is_accepting(state)).collect();
        Some(Dfa::from_table(ByteClasses::by_key(|byte| byte), next.collect(), accepting))
    }

    pub(crate) fn dfa(&self, body: usize) -> &Dfa {
        &self.dfas[body]
    }
}

/// A reason why nothing is proved about recursive rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    body: String,
    why: String,
}

impl Unproved {
    /// Makes the reason for a body or a rule.
    pub fn new(body: &str, why: impl std::fmt::Display) -> Unproved {
        Unproved { body: body.to_owned(), why: why.to_string() }
    }

    /// Returns the body that does not fulfil a condition, or the rule.
    pub fn body(&self) -> &str {
        &self.body
    }
}

impl std::fmt::Display for Unproved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`: {}", self.body, self.why)
    }
}

impl std::error::Error for Unproved {}

/// An error for rules that no automaton with a stack was found for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotShown {
    /// The readings of some texts have more open calls in different places than a state holds.
    Calls {
        /// The rule where most of these calls wait.
        rule: String,
        /// A text after which there are too many, by the rules alone where `is_certain`.
        after: Vec<u8>,
        /// False if the text is one of a superset of the beginnings of accepted texts.
        is_certain: bool,
    },
    /// The automaton has too many states or symbols.
    Limit(crate::Undecided),
}

impl std::fmt::Display for NotShown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotShown::Calls { rule, after, is_certain } => {
                let begins = if *is_certain { "After" } else { "Perhaps after" };
                let after = after.escape_ascii();
                write!(
                    f,
                    "not shown deterministic: the number of `{rule}` that are open is not decided \
                     by what was read. {begins} `{after}` it may be many"
                )
            }
            NotShown::Limit(limit) => write!(f, "not shown deterministic: {limit}"),
        }
    }
}

impl std::error::Error for NotShown {}
