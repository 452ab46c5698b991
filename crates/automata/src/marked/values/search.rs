//! Two marked automata on the same bytes and marks: do they write the same value?

use std::collections::{HashSet, VecDeque};

use super::{step, Run, Value, MOST};
use crate::marked::{Functional, Marked, BEGIN, END};
use crate::product::readability;
use crate::shortest::spelled;
use crate::{ByteClasses, Limits, StateId, Undecided};

/// The answer about strings where both sides give the component the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueAgreement {
    /// A shortest string with two values.
    pub differs: Option<Vec<u8>>,
    /// A string whose value is unknown to one side.
    pub unknown: Option<Vec<u8>>,
    /// Whether both sides accept a string that they give one place, or none. Known only where
    /// `differs` is `None`.
    pub has_common: bool,
    /// The number of nodes that the search reached.
    pub states: usize,
}

/// The bytes that one value has written and the other one not yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Ahead {
    is_b: bool,
    bytes: Vec<u8>,
}

/// The most bytes ahead.
const AHEAD: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Written {
    Same(Ahead),
    Differs,
    /// A side knows no value: the steps run no more.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Read {
    Before,
    Inside(Run, Run),
    After,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    a: StateId,
    b: StateId,
    read: Read,
    written: Written,
}

/// Decides whether both sides give the component the same value in every string where they give it
/// the same place.
///
/// ```
/// use urigram_automata::marked::{agree_on_values, Marked, Pattern, Step, Value};
/// use urigram_automata::Limits;
///
/// let limits = Limits::default();
/// let host = Pattern::capture(0, Pattern::without(b"/"));
/// let pattern = Pattern::sequence([Pattern::text("//"), host]);
/// let side = Marked::new(&pattern, 0, limits)?.functional(limits)?;
/// let decoded = Value::new(&[Step::Decode]).unwrap();
/// let plain = Value::new(&[]).unwrap();
/// let found = agree_on_values((&side, &decoded), (&side, &plain), limits)?;
/// assert_eq!(found.differs.map(|input| input.len()), Some("//%00".len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Undecided`] if a component is a list, if more than `limits.states` nodes are reached, and if
/// one value gets further and further ahead of the other.
pub fn agree_on_values(
    (a, value_a): (&Functional, &Value),
    (b, value_b): (&Functional, &Value),
    limits: Limits,
) -> Result<ValueAgreement, Undecided> {
    let (a, b) = (a.marked(), b.marked());
    if a.is_list() || b.is_list() {
        return Err(Undecided::new("items of a list", 1));
    }
    let mut search = Search {
        sides: [a, b],
        values: [value_a, value_b],
        seen: HashSet::new(),
        nodes: Vec::new(),
        queue: VecDeque::new(),
        limit: limits.states,
    };
    let same = Written::Same(Ahead { is_b: false, bytes: Vec::new() });
    search.reach(Node { a: 0, b: 0, read: Read::Before, written: same }, None)?;
    let bytes = bytes(a, b, value_a.encodes() || value_b.encodes());
    let (mut unknown, mut has_common) = (None, false);
    while let Some(at) = search.queue.pop_front() {
        for end in search.marked(&search.nodes[at].0)? {
            if !search.is_accepting(&end) {
                continue;
            }
            has_common = true;
            let differs = match end.written {
                Written::Unknown => {
                    unknown = unknown.or(Some(at));
                    false
                }
                Written::Differs => true,
                Written::Same(ahead) => !ahead.bytes.is_empty(),
            };
            if differs {
                let (differs, states) = (Some(search.spelled(at)), search.nodes.len());
                let unknown = unknown.map(|at| search.spelled(at));
                return Ok(ValueAgreement { differs, unknown, has_common, states });
            }
        }
        for &byte in &bytes {
            for node in search.marked(&search.nodes[at].0)? {
                if let Some(next) = search.after(node, byte)? {
                    search.reach(next, Some((at, byte)))?;
                }
            }
        }
    }
    let unknown = unknown.map(|at| search.spelled(at));
    Ok(ValueAgreement { differs: None, unknown, has_common, states: search.nodes.len() })
}

/// Returns two bytes of each class and kind, most readable first: a value that takes one byte of a
/// string for another one differs for one of the two. Where a value writes the digits of a byte,
/// each of US-ASCII is a kind of its own; beyond, two of a kind are written alike or both not.
fn bytes(a: &Marked, b: &Marked, encodes: bool) -> Vec<u8> {
    let class = |marked: &Marked, byte: u8| marked.letters().classes().of(marked.letter(byte));
    let kind = |byte: u8| {
        if encodes && byte.is_ascii() {
            u16::from(byte)
        } else {
            step::kind(byte)
        }
    };
    let classes = ByteClasses::by_key(|byte| (class(a, byte), class(b, byte), kind(byte)));
    let mut all = Vec::new();
    for class in 0..classes.len() {
        let mut bytes: Vec<u8> = classes.bytes(class).collect();
        bytes.sort_unstable_by_key(|&byte| readability(byte));
        all.extend(bytes.into_iter().take(2));
    }
    all.sort_unstable_by_key(|&byte| readability(byte));
    all
}

struct Search<'m> {
    sides: [&'m Marked; 2],
    values: [&'m Value; 2],
    seen: HashSet<Node>,
    /// The nodes, each with the node before it and the byte between them.
    nodes: Vec<(Node, Option<(usize, u8)>)>,
    queue: VecDeque<usize>,
    limit: usize,
}

impl Search<'_> {
    fn reach(&mut self, node: Node, from: Option<(usize, u8)>) -> Result<(), Undecided> {
        if self.seen.contains(&node) {
            return Ok(());
        }
        if self.nodes.len() == self.limit {
            return Err(Undecided::new("pairs of states", self.limit));
        }
        self.seen.insert(node.clone());
        self.queue.push_back(self.nodes.len());
        self.nodes.push((node, from));
        Ok(())
    }

    /// Returns the node with the same mark on both sides, if both can have it.
    fn with_mark(&self, node: &Node, mark: u8) -> Option<Node> {
        let next = |side: usize, state| {
            let letters = self.sides[side].letters();
            Some(letters.next(state, mark)).filter(|&next| Some(next) != letters.dead())
        };
        Some(Node { a: next(0, node.a)?, b: next(1, node.b)?, ..node.clone() })
    }

    /// Returns the nodes that marks lead to, with the node itself.
    fn marked(&self, node: &Node) -> Result<Vec<Node>, Undecided> {
        let mut all = vec![node.clone()];
        if node.read == Read::Before {
            if let Some(mut begun) = self.with_mark(node, BEGIN) {
                begun.read = Read::Inside([0; MOST], [0; MOST]);
                all.push(begun);
            }
        }
        if let Some(begun) = all.last().cloned() {
            if let (Read::Inside(mut one, mut other), Some(mut ended)) =
                (begun.read, self.with_mark(&begun, END))
            {
                let (mut out_a, mut out_b) = (Vec::new(), Vec::new());
                let knows = ended.written == Written::Unknown
                    || (self.values[0].end(&mut one, &mut out_a)
                        && self.values[1].end(&mut other, &mut out_b));
                ended.read = Read::After;
                ended.written = written(ended.written, knows, &out_a, &out_b)?;
                if matches!(&ended.written, Written::Same(ahead) if !ahead.bytes.is_empty()) {
                    ended.written = Written::Differs;
                }
                all.push(ended);
            }
        }
        Ok(all)
    }

    /// Returns the node after a byte; `None` if a side does not go on.
    fn after(&self, mut node: Node, byte: u8) -> Result<Option<Node>, Undecided> {
        let next = |side: usize, state| {
            let letters = self.sides[side].letters();
            let next = letters.next(state, self.sides[side].letter(byte));
            Some(next).filter(|&next| Some(next) != letters.dead())
        };
        let (Some(a), Some(b)) = (next(0, node.a), next(1, node.b)) else { return Ok(None) };
        (node.a, node.b) = (a, b);
        if let Read::Inside(one, other) = &mut node.read {
            if node.written != Written::Unknown {
                let (mut out_a, mut out_b) = (Vec::new(), Vec::new());
                let knows = self.values[0].push(one, 0, byte, &mut out_a)
                    && self.values[1].push(other, 0, byte, &mut out_b);
                node.written = written(node.written, knows, &out_a, &out_b)?;
            }
            if node.written == Written::Unknown {
                (*one, *other) = ([0; MOST], [0; MOST]);
            }
        }
        Ok(Some(node))
    }

    fn is_accepting(&self, node: &Node) -> bool {
        let [a, b] = self.sides.map(Marked::letters);
        a.is_accepting(node.a) && b.is_accepting(node.b)
    }

    fn spelled(&self, at: usize) -> Vec<u8> {
        spelled(at, |at| self.nodes[at].1)
    }
}

/// Returns what is written after both sides have written more.
fn written(now: Written, knows: bool, a: &[u8], b: &[u8]) -> Result<Written, Undecided> {
    let Ahead { is_b, bytes } = match now {
        _ if !knows => return Ok(Written::Unknown),
        Written::Same(ahead) => ahead,
        now => return Ok(now),
    };
    let (ahead_a, ahead_b) = if is_b { (&[][..], &*bytes) } else { (&*bytes, &[][..]) };
    let (one, other) = ([ahead_a, a].concat(), [ahead_b, b].concat());
    let common = one.len().min(other.len());
    if one[..common] != other[..common] {
        return Ok(Written::Differs);
    }
    let is_b = other.len() > common;
    let bytes = if is_b { other[common..].to_vec() } else { one[common..].to_vec() };
    if bytes.len() > AHEAD {
        return Err(Undecided::new("bytes of a value ahead of the other", AHEAD));
    }
    Ok(Written::Same(Ahead { is_b, bytes }))
}
