//! Plain lines, which a normal form leaves as they are: one automaton for all that decides about
//! them.
//!
//! A plain line has an authority without userinfo and port, and a path. It has no character that
//! some equivalence of a document could change:
//!
//! ```text
//! http://www.example.org/a/b?c=d#e
//! └─┬┘   └──────┬──────┘└────┬───┘
//! a scheme      a host       from the path on: no `%`, and no slash before a dot
//! in lower      in lower case,
//! case          no `%`, `:` and `@`
//! ```
//!
//! All documents whose schemes have one form split a plain line in these places, if the rules
//! accept it that decide about its parts (`server` in RFC 2396: `http://a_b/` has no host). The
//! automaton runs a rule only over the part that it decides about. So it accepts a line if every
//! table accepts it, every table gives it the same components, and it is plain.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::machine::Member;
use crate::dfa::automaton::Automaton;
use crate::{Schemes, Shape, Table};

/// The most rules that decide together: those of two tables.
const RULES: usize = 12;

/// The most states of the automaton. Those of the published documents have a few hundred.
const STATES: usize = 1 << 12;

/// The part of a line that a rule decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Scheme,
    /// The text after the scheme's colon and before the fragment.
    Body,
    Authority,
}

/// The position in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// In the scheme. The number holds its letters so far, as in the numbers of schemes; [`OTHER`]
    /// if no excluded scheme begins with them.
    Scheme(u64),
    Colon,
    /// After the first slash of two.
    Slash,
    AuthorityStart,
    Authority,
    /// After a slash of the path.
    Segment,
    /// Anywhere after it.
    Rest,
}

const OTHER: u64 = u64::MAX;

/// The row of a rule whose part has ended.
const DONE: u16 = u16::MAX;

type State = (Place, [u16; RULES]);

/// The automaton of plain lines.
pub(super) struct Plain {
    classes: [u8; 256],
    width: usize,
    next: Vec<u16>,
    accepts: Vec<bool>,
}

/// The state that nothing leaves.
const DEAD: usize = 1;

impl Plain {
    /// Makes the automaton of the lines that are plain by all tables, whose schemes are not
    /// `excluded`. `None` if the documents have other components for some schemes, or the automaton
    /// has too many states.
    pub(super) fn new(tables: &[&'static Table], excluded: &[u64]) -> Option<Plain> {
        let mut rules = Vec::new();
        for table in tables {
            add_rules(table, &mut rules)?;
        }
        if rules.len() > RULES {
            return None;
        }
        let builder = Builder { rules, excluded };
        let (classes, representatives) = builder.classes();
        let width = representatives.len();
        let mut starts = [0; RULES];
        for (start, (_, rule)) in starts.iter_mut().zip(&builder.rules) {
            *start = rule.start;
        }
        let start: State = (Place::Scheme(0), starts);
        let mut numbers = BTreeMap::from([(start, 0)]);
        let (mut states, mut next) = (Vec::from([Some(start), None]), Vec::new());
        let mut explored = 0;
        while let Some(&state) = states.get(explored) {
            explored += 1;
            for &byte in &representatives {
                let target = state.and_then(|state| builder.step(state, byte));
                let number = match target {
                    None => DEAD,
                    Some(target) => *numbers.entry(target).or_insert_with(|| {
                        states.push(Some(target));
                        states.len() - 1
                    }),
                };
                next.push(number as u16);
            }
            if states.len() > STATES {
                return None;
            }
        }
        let accepts = states.iter().map(|state| state.is_some_and(|state| builder.ends(state)));
        Some(Plain { classes, width, accepts: accepts.collect(), next })
    }
}

impl Member for Plain {
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    fn next(&self, row: usize, byte: u8) -> usize {
        usize::from(self.next[row * self.width + usize::from(self.class(byte))])
    }

    fn end(&self, row: usize) -> usize {
        usize::from(self.accepts[row])
    }
}

/// Adds the rules that a table uses to accept a plain line and to find its components. `None` if
/// its document has other components for some schemes.
fn add_rules(table: &'static Table, rules: &mut Vec<(Part, &'static Automaton)>) -> Option<()> {
    let Shape { fragment, query, authority, host, drives, name, .. } = table.shape;
    let for_all = [fragment, query, authority, host];
    if table.marking.is_some()
        || !table.derives_identifiers()
        || *name
        || !for_all.iter().all(|schemes| matches!(schemes, Schemes::All))
        || !matches!(drives, Schemes::None)
    {
        return None;
    }
    let Shape { scheme, hier, net, server, hostport, .. } = table.shape;
    rules.push((Part::Whole, &table.automaton));
    let of_parts = [
        (Part::Scheme, scheme),
        (Part::Body, hier),
        (Part::Body, net),
        (Part::Authority, server),
        (Part::Authority, hostport),
    ];
    rules.extend(of_parts.into_iter().filter_map(|(part, rule)| Some((part, (*rule)?))));
    Some(())
}

struct Builder<'e> {
    rules: Vec<(Part, &'static Automaton)>,
    excluded: &'e [u64],
}

impl Builder<'_> {
    /// Returns the class of each byte, and one byte of each class. The steps of a class are the
    /// same from every state.
    fn classes(&self) -> ([u8; 256], Vec<u8>) {
        let key = |byte: u8| {
            let mut key = [0; RULES + 1];
            key[RULES] = self.kind(byte);
            for (key, (_, rule)) in key.iter_mut().zip(&self.rules) {
                *key = rule.classes[usize::from(byte)];
            }
            key
        };
        let (mut classes, mut representatives) = ([0; 256], Vec::new());
        for byte in 0..=255 {
            let known = representatives.iter().position(|&other| key(other) == key(byte));
            classes[usize::from(byte)] = known.unwrap_or_else(|| {
                representatives.push(byte);
                representatives.len() - 1
            }) as u8;
        }
        (classes, representatives)
    }

    /// Returns a byte that places treat as this one.
    fn kind(&self, byte: u8) -> u8 {
        let is_of_name =
            || self.excluded.iter().any(|excluded| excluded.to_le_bytes().contains(&byte));
        match byte {
            b'A'..=b'Z' => b'A',
            b'%' | b':' | b'/' | b'.' | b'?' | b'#' | b'@' | b'[' | b']' | b'\\' => byte,
            b'!'..=b'~' if is_of_name() => byte,
            b'!'..=b'~' => b'-',
            _ => b' ',
        }
    }

    /// Returns the state after a byte; `None` if no line goes on like this.
    fn step(&self, (place, mut rows): State, byte: u8) -> Option<State> {
        let next = self.next(place, self.kind(byte))?;
        for (row, (part, rule)) in rows.iter_mut().zip(&self.rules) {
            let (is_in, is_end) = match part {
                Part::Whole => (true, false),
                Part::Scheme => (matches!(next, Place::Scheme(_)), next == Place::Colon),
                Part::Body => {
                    let has_begun = !matches!(place, Place::Scheme(_));
                    (has_begun && *row != DONE && byte != b'#', *row != DONE && byte == b'#')
                }
                Part::Authority => {
                    (next == Place::Authority, place == Place::Authority && next == Place::Segment)
                }
            };
            if is_end {
                if !rule.accepts(usize::from(*row)) {
                    return None;
                }
                *row = DONE;
            }
            if is_in {
                *row = rule.next(usize::from(*row), byte) as u16;
                if *row == rule.dead {
                    return None;
                }
            }
        }
        Some((next, rows))
    }

    fn next(&self, place: Place, kind: u8) -> Option<Place> {
        if matches!(kind, b' ' | b'%' | b'\\') {
            return None;
        }
        Some(match (place, kind) {
            (Place::Scheme(name), b':') => {
                let is_excluded = name == 0 || self.excluded.contains(&name);
                return (!is_excluded).then_some(Place::Colon);
            }
            (Place::Scheme(_), b'A' | b'/' | b'?' | b'#' | b'@' | b'[' | b']') => return None,
            (Place::Scheme(name), _) => Place::Scheme(self.name(name, kind)),
            (Place::Colon, b'/') => Place::Slash,
            (Place::Slash, b'/') => Place::AuthorityStart,
            (Place::Colon | Place::Slash, _) => return None,
            (Place::AuthorityStart, b'/' | b'.') => return None,
            (Place::AuthorityStart | Place::Authority, b'A' | b':' | b'?' | b'#' | b'@') => {
                return None
            }
            (Place::AuthorityStart | Place::Authority, b'[' | b']') => return None,
            (Place::Segment, b'.') => return None,
            (_, b'/') => Place::Segment,
            (Place::AuthorityStart | Place::Authority, _) => Place::Authority,
            (Place::Segment | Place::Rest, _) => Place::Rest,
        })
    }

    /// Returns the letters of a scheme's name with one more.
    fn name(&self, name: u64, letter: u8) -> u64 {
        let length = (u64::BITS - name.leading_zeros()).div_ceil(8);
        if name == OTHER || length == 8 {
            return OTHER;
        }
        let name = name | u64::from(letter) << (8 * length);
        let mask = u64::MAX >> (8 * (7 - length));
        let is_begun = self.excluded.iter().any(|excluded| excluded & mask == name);
        if is_begun {
            name
        } else {
            OTHER
        }
    }

    /// Returns true if a line may end in a state.
    fn ends(&self, (place, rows): State) -> bool {
        let accept = |(row, (part, rule)): (&u16, &(Part, &'static Automaton))| match part {
            Part::Whole | Part::Body => *row == DONE || rule.accepts(usize::from(*row)),
            Part::Scheme | Part::Authority => true,
        };
        matches!(place, Place::Segment | Place::Rest) && rows.iter().zip(&self.rules).all(accept)
    }
}
