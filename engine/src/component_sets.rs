//! The characters that each component may hold, asked of the automaton when tables are generated.
//!
//! No set of characters is written down anywhere: it could differ from the rules. An identifier
//! with `x` in the component is extended by each byte in turn:
//!
//! ```text
//! http://h/x x       the automaton of rfc3986 rejects a space: not in the set of the path
//! http://h/x?x       it accepts a question mark, which ends the path: not in the set either
//! http://h/x:x       it accepts a colon, and the path is `/x:x`: in the set
//! ```

use crate::{ByteSet, Component, Parts, Table};

/// The ASCII characters that a component may hold, in one reading of a document.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ComponentSet {
    /// The characters that the component may hold in its middle as themselves, delimiters among
    /// them. Empty for a component that the grammar does not have.
    pub legal: ByteSet,
    /// The legal characters that are data and nothing else: the document's unreserved ones.
    pub unreserved: ByteSet,
    /// Whether the component may hold percent-encodings.
    pub has_encoding: bool,
    /// Whether the component accepts any sequence of legal characters and percent-encodings,
    /// whatever the other components are, and can be added and removed. Known of a query and a
    /// fragment alone.
    pub is_free: bool,
}

/// The sets of all components.
#[derive(Clone, Copy, Debug)]
pub struct ComponentSets([ComponentSet; Component::ALL.len()]);

/// The set of a component of which nothing is known.
const UNKNOWN: ComponentSet = ComponentSet {
    legal: ByteSet::EMPTY,
    unreserved: ByteSet::EMPTY,
    has_encoding: false,
    is_free: false,
};

/// An identifier around a component.
type Around = (Component, &'static [u8], &'static [u8]);

/// Identifiers around an `x` in some component. The first that the grammar accepts with three bytes
/// in place of the `x` is asked about the component.
const AROUND: [Around; 22] = [
    (Component::Scheme, b"", b"://h/"),
    (Component::Scheme, b"", b":x"),
    (Component::Authority, b"http://", b"/"),
    (Component::Authority, b"foo://", b"/"),
    (Component::Userinfo, b"foo://", b"@h/"),
    (Component::Userinfo, b"ftp://", b"@h/"),
    (Component::Userinfo, b"telnet://", b"@h"),
    (Component::Host, b"http://", b"/"),
    (Component::Host, b"foo://", b"/"),
    (Component::Port, b"http://h:", b"/"),
    (Component::Port, b"telnet://h:", b""),
    (Component::Path, b"http://h/", b""),
    (Component::Path, b"foo:/", b""),
    (Component::Path, b"urn:nid:", b""),
    (Component::Query, b"http://h/p?", b""),
    (Component::Query, b"wais://h/p?", b""),
    (Component::Query, b"urn:nid:x?=", b""),
    (Component::Query, b"urn:nid:x?", b""),
    (Component::Fragment, b"http://h/p#", b""),
    (Component::Fragment, b"urn:nid:x#", b""),
    (Component::Nid, b"urn:", b":x"),
    (Component::Nss, b"urn:nid:", b""),
];

/// The longest identifier that is asked about.
const LONGEST: usize = 32;

impl ComponentSets {
    /// Asks the automaton of a default start rule. Takes some ten thousand steps of the automaton,
    /// so the generator writes the answer down.
    #[doc(hidden)]
    pub fn of(table: &Table) -> ComponentSets {
        let mut sets = [UNKNOWN; Component::ALL.len()];
        let unreserved = unreserved(table);
        let mut at = 0;
        while at < AROUND.len() {
            let (component, ..) = AROUND[at];
            let set = &mut sets[component.number()];
            if set.legal.is_empty() {
                set.legal = legal(table, &AROUND[at]);
                set.unreserved = set.legal.intersection(&unreserved);
            }
            set.has_encoding |= holds(table, &AROUND[at], b"x%C3%A9x");
            at += 1;
        }
        let fragment = &mut sets[Component::Fragment.number()];
        if let Some(states) = free_states(table, b'#', &fragment.legal, None) {
            fragment.is_free = true;
            let query = &mut sets[Component::Query.number()];
            query.is_free = free_states(table, b'?', &query.legal, Some((b'#', &states))).is_some();
        }
        ComponentSets(sets)
    }

    /// Returns the numbers that [`ComponentSets::from_raw`] reads: for each component the legal
    /// characters, the unreserved ones, and the two flags.
    #[doc(hidden)]
    pub fn to_raw(&self) -> [[u64; 5]; Component::ALL.len()] {
        self.0.map(|set| {
            let ([a, b, ..], [c, d, ..]) = (set.legal.to_words(), set.unreserved.to_words());
            [a, b, c, d, u64::from(set.has_encoding) | u64::from(set.is_free) << 1]
        })
    }

    /// Returns the sets that [`ComponentSets::to_raw`] wrote down.
    #[doc(hidden)]
    pub const fn from_raw(raw: [[u64; 5]; Component::ALL.len()]) -> ComponentSets {
        let mut sets = [UNKNOWN; Component::ALL.len()];
        let mut at = 0;
        while at < sets.len() {
            let [a, b, c, d, flags] = raw[at];
            sets[at] = ComponentSet {
                legal: ByteSet::from_words([a, b, 0, 0]),
                unreserved: ByteSet::from_words([c, d, 0, 0]),
                has_encoding: flags & 1 == 1,
                is_free: flags & 2 == 2,
            };
            at += 1;
        }
        ComponentSets(sets)
    }

    /// Returns the set of a component. Nothing is known of a rule, so that its set is empty.
    pub const fn get(&self, component: Component) -> &ComponentSet {
        match component {
            Component::Rule(_) => &UNKNOWN,
            _ => &self.0[component.number()],
        }
    }
}

/// Returns the ASCII characters that the component may hold between two characters.
const fn legal(table: &Table, around: &Around) -> ByteSet {
    let x = match around.0 {
        Component::Port => b'1',
        _ => b'x',
    };
    if !holds(table, around, &[x, x, x]) {
        return ByteSet::EMPTY;
    }
    let mut words = [0; 4];
    let mut byte = 0u8;
    while byte < 128 {
        // Letters and digits are no delimiters in any document: acceptance decides.
        let is_legal = if byte.is_ascii_alphanumeric() {
            table.automaton.steps_accept(text(around, &[x, byte, x]).used())
        } else {
            holds(table, around, &[x, byte, x])
        };
        if is_legal {
            words[(byte >> 6) as usize] |= 1 << (byte & 63);
        }
        byte += 1;
    }
    ByteSet::from_words(words)
}

/// A short identifier.
struct Text {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Text {
    const fn used(&self) -> &[u8] {
        self.bytes.split_at(self.len).0
    }

    const fn push(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
    }
}

const fn text(around: &Around, part: &[u8]) -> Text {
    let mut text = Text { bytes: [0; LONGEST], len: 0 };
    text.push(around.1);
    text.push(part);
    text.push(around.2);
    text
}

/// Returns true if the grammar accepts a text in the middle of the identifier and gives it to the
/// component.
const fn holds(table: &Table, around: &Around, part: &[u8]) -> bool {
    let text = text(around, part);
    let Some(parts) = table.split_in_constant(text.used()) else { return false };
    let (start, end) = (around.1.len(), around.1.len() + part.len());
    match around.0 {
        // Names are accepted as a whole: no split separates these two.
        Component::Nid => is_without_colon(part),
        Component::Nss => is_in_path(&parts, start, end),
        component => match parts.get(component) {
            Some(span) => span.start as usize <= start && span.end as usize >= end,
            None => false,
        },
    }
}

const fn is_without_colon(part: &[u8]) -> bool {
    let mut at = 0;
    while at < part.len() {
        if part[at] == b':' || part[at] == b'%' {
            return false;
        }
        at += 1;
    }
    true
}

const fn is_in_path(parts: &Parts, start: usize, end: usize) -> bool {
    let path = parts.path();
    path.start as usize <= start && path.end as usize >= end
}

/// Returns the document's unreserved characters; the marks that all documents share where it has no
/// such rule.
const fn unreserved(table: &Table) -> ByteSet {
    let classes = table.document.classes;
    let mut at = 0;
    while at < classes.len() {
        if let b"unreserved" = classes[at].name.as_bytes() {
            return classes[at].bytes;
        }
        at += 1;
    }
    let mut words = [0; 4];
    let mut byte = 0u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.') {
            words[(byte >> 6) as usize] |= 1 << (byte & 63);
        }
        byte += 1;
    }
    ByteSet::from_words(words)
}

/// Some states of an automaton, a bit for each. A row has four bytes at least, and rows begin below
/// 65,536.
struct States([u64; 256]);

impl States {
    const NONE: States = States([0; 256]);

    /// Returns the states of a table that some input reaches. Other states belong to rules that
    /// share the table's automaton.
    fn reached(table: &Table) -> States {
        let mut reached = States::NONE;
        reached.add(usize::from(table.automaton.start));
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for state in 0..table.labels.len() {
                for byte in 0..=u8::MAX {
                    let is_new =
                        reached.has(state) && reached.add(table.automaton.next(state, byte));
                    has_grown |= is_new;
                }
            }
        }
        reached
    }

    fn has(&self, state: usize) -> bool {
        self.0[state / 64] >> (state % 64) & 1 == 1
    }

    /// Adds a state, and returns true if it is new.
    fn add(&mut self, state: usize) -> bool {
        let is_new = !self.has(state);
        self.0[state / 64] |= 1 << (state % 64);
        is_new
    }
}

/// Returns the states in which a component can be that a delimiter begins, if the component is
/// free: wherever the delimiter occurs outside of `later`, each of these accepts, is left to
/// `later` by the delimiter of the next component, and leads to another of them by every legal
/// character and by every percent-encoding. Then the component is `*( legal / pct-encoded )` in
/// every identifier. And outside, the delimiter can follow exactly where the identifier or the next
/// component can: then the component can be added and removed.
///
/// ```text
/// /path?q%41#f      all states after `?` and before `#`, the two inside the encoding aside
/// ```
fn free_states(
    table: &Table,
    delimiter: u8,
    legal: &ByteSet,
    next: Option<(u8, &States)>,
) -> Option<States> {
    if legal.is_empty() || table.is_marked() || !table.shape.splits_everywhere(delimiter) {
        return None;
    }
    let after = |state: usize, text: &[u8]| table.automaton.state_after(state, text);
    let is_later = |state: usize| next.is_some_and(|(_, later)| later.has(state));
    let mut inside = States::NONE;
    let reached = States::reached(table);
    let all = (0..table.labels.len()).filter(|&state| reached.has(state));
    for state in all.clone().filter(|&state| !is_later(state)) {
        if let Some(first) = after(state, &[delimiter]) {
            inside.add(first);
        }
    }
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for state in all.clone() {
            if !inside.has(state) {
                continue;
            }
            for byte in legal.iter() {
                has_grown |= inside.add(after(state, &[byte])?);
            }
            for digit in (0..128u8).filter(u8::is_ascii_hexdigit) {
                has_grown |= inside.add(after(state, &[b'%', digit, b'0'])?);
                has_grown |= inside.add(after(state, &[b'%', b'0', digit])?);
            }
        }
    }
    let ends = |state: usize| {
        let goes_on = next.is_none_or(|(delimiter, later)| {
            after(state, &[delimiter]).is_some_and(|found| later.has(found))
        });
        goes_on && table.automaton.accepts(state)
    };
    // Outside, the component can begin wherever the identifier, or the next component, can.
    let begins = |state: usize| {
        let is_end = table.automaton.accepts(state)
            || next.is_some_and(|(delimiter, _)| after(state, &[delimiter]).is_some());
        is_end == after(state, &[delimiter]).is_some()
    };
    let mut states = all;
    let is_free = states.all(|state| match (inside.has(state), is_later(state)) {
        (true, _) => ends(state),
        (false, is_later) => is_later || begins(state),
    });
    is_free.then_some(inside)
}
