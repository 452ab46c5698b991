//! Rules that call themselves, as deterministic automata with a stack.
//!
//! A set of rules is a [`Bodies`]: for each rule that is called, a regular language over bytes and
//! calls. [`Pushdown`] is made of it if the calls that may be open at once keep to a few shapes,
//! whatever was read. It accepts exactly the strings that the rules derive, ambiguous rules
//! included, and dies at the first byte with which no accepted string goes on.
//!
//! # States
//!
//! A reading of a text is a chain of open calls, each with the place in its caller's body to which
//! it returns, and a place in the innermost body. All readings together are a graph: a node for
//! each call, edges to the calls that wait for it, and items, which are places in bodies. Readings
//! that wait for the same calls at the same places share a node, because the same texts follow. A
//! state is such a graph. With the rules
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
//! need not mean that there is no such automaton.) With `p = "a" p "a" / "b" p "b" / ""`, each byte
//! may begin the second half, graphs grow without end, and the rule is refused.

mod graph;
mod net;
mod pushdown;

pub use net::{Net, Place};
pub use pushdown::{Move, Pushdown, Symbol, BOTTOM};

use crate::Dfa;

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

/// Rules that call each other, each as the language of its body over UTF-8 and calls.
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

    /// Returns the name of the rule of a body. The first one is the start rule; if it calls itself,
    /// it has a second body, which the calls name.
    ///
    /// # Panics
    /// If there is no such body.
    pub fn name(&self, body: usize) -> &str {
        &self.names[body]
    }

    /// Returns the number of states of all bodies if these are the bodies of another grammar, by
    /// the names of what they call: then the start rules of both derive the same strings. The start
    /// rules may have different names.
    ///
    /// # Errors
    /// [`Unproved`] for the first body that is missing or another language.
    pub fn proved(&self, other: &Bodies) -> Result<usize, Unproved> {
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
        Ok(self.dfas.iter().map(Dfa::len).sum())
    }

    pub(crate) fn dfa(&self, body: usize) -> &Dfa {
        &self.dfas[body]
    }
}

/// A reason why nothing is proved about rules that call themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    body: String,
    why: String,
}

impl Unproved {
    pub(crate) fn new(body: &str, why: impl std::fmt::Display) -> Unproved {
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
        /// The rule in which most of these calls wait.
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
                write!(
                    f,
                    "not shown deterministic: the number of `{rule}` that are open is not decided \
                     by what was read. {begins} `{}` it may be many",
                    after.escape_ascii()
                )
            }
            NotShown::Limit(limit) => write!(f, "not shown deterministic: {limit}"),
        }
    }
}

impl std::error::Error for NotShown {}
