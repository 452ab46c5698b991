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

use crate::table::sets::{ComponentSets, UNKNOWN};
use crate::table::theorems;
use crate::{ByteSet, Component, Parts, Table};

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
    /// Asks the automata of a default start rule, of the rule for identifiers and of the rule for
    /// references, where the document has these. Takes some ten thousand steps, so the generator
    /// writes the answer down.
    #[doc(hidden)]
    pub fn of(table: &Table, uri: Option<&Table>, reference: Option<&Table>) -> ComponentSets {
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
        let rules = [table, uri.unwrap_or(table), reference.unwrap_or(table)];
        let [fragment, query, path] =
            [Component::Fragment, Component::Query, Component::Path].map(Component::number);
        let legal = (sets[query].legal, sets[fragment].legal);
        let free = rules.map(|rule| theorems::free_ends(rule, &legal.0, &legal.1));
        sets[fragment].is_free = free.iter().all(|free| free.fragment);
        sets[query].is_free = free.iter().all(|free| free.query);
        let data = sets[path].unreserved;
        sets[path].is_free = sets[path].has_encoding
            && rules.iter().all(|rule| theorems::has_open_paths(rule, &data));
        // The parts of a text without a shape depend on the rule that accepts it.
        let has_absolute_references = !rules.iter().any(|rule| rule.is_marked())
            && theorems::excess(rules[2], rules[1], true).is_none();
        ComponentSets { sets, has_absolute_references }
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
        // Letters and digits are not delimiters in any document: acceptance decides.
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
