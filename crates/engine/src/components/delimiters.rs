//! The components of literals by RFC 3986's delimiters, noted while the automaton runs.
//!
//! A compiler takes some microseconds for each step over a byte, and `Shape::split` goes over a
//! text four times. Where only delimiters decide ([`Shape::is_plain`]), one pass suffices:
//!
//! ```text
//! http://u@h:80/a:b?q#f
//!     ^^^ ^ ^  ^   ^ ^     the bytes that are looked at, with the phase before each:
//!     scheme; body; slash; authority; authority; authority; path (`:` is passed); query
//! ```

use crate::dfa::automaton::Automaton;
use crate::{Parts, Schemes, Shape};

/// The component where a delimiter is met.
#[derive(Clone, Copy)]
enum Phase {
    /// Before the first of `:`, `/`, `?` and `#`.
    Scheme,
    /// After the scheme.
    Body,
    /// After a slash that begins the body.
    Slash,
    Authority,
    Path,
    Query,
    Fragment,
}

/// The offsets of the delimiters that have been met.
struct Delimiters {
    phase: Phase,
    parts: Parts,
    /// The last `@` and the last `:` of the authority, the latter after the last `]`.
    at_sign: Option<usize>,
    colon: Option<usize>,
}

impl Delimiters {
    const NONE: Delimiters =
        Delimiters { phase: Phase::Scheme, parts: Parts::EMPTY, at_sign: None, colon: None };

    /// Notes a delimiter. Delimiters of earlier components mean nothing in later ones.
    #[inline]
    const fn meet(&mut self, byte: u8, at: usize, input: &[u8]) {
        let body = self.parts.path_start as usize;
        match (byte, self.phase) {
            (_, Phase::Fragment) => {}
            (b'#', _) => {
                self.end_authority(at, input);
                self.end_path(at);
                self.phase = Phase::Fragment;
            }
            (_, Phase::Query) => {}
            (b'?', _) => {
                self.end_authority(at, input);
                self.parts.path_end = at as u32;
                self.phase = Phase::Query;
            }
            (_, Phase::Path) => {}
            (b':', Phase::Scheme) if at > 0 => {
                self.parts.scheme_end = at as u32;
                self.parts.path_start = at as u32 + 1;
                self.phase = Phase::Body;
            }
            (b'/', Phase::Scheme | Phase::Body) if at == body => self.phase = Phase::Slash,
            (b'/', Phase::Slash) if at == body + 1 => {
                self.parts.authority_start = at as u32 + 1;
                self.phase = Phase::Authority;
            }
            (b'/', Phase::Authority) => {
                self.end_authority(at, input);
                self.phase = Phase::Path;
            }
            (b'@', Phase::Authority) => (self.at_sign, self.colon) = (Some(at), None),
            (b']', Phase::Authority) => self.colon = None,
            (b':', Phase::Authority) => self.colon = Some(at),
            (b':' | b'/', _) => self.phase = Phase::Path,
            _ => {}
        }
    }

    /// Splits the authority that ends at an offset, if one is open.
    #[inline]
    const fn end_authority(&mut self, end: usize, input: &[u8]) {
        if !matches!(self.phase, Phase::Authority) {
            return;
        }
        self.parts.path_start = end as u32;
        self.parts.host_start = match self.at_sign {
            Some(at) => at as u32 + 1,
            None => self.parts.authority_start,
        };
        self.parts.host_end = end as u32;
        if let Some(colon) = self.colon {
            let mut at = colon + 1;
            while at < end && input[at].is_ascii_digit() {
                at += 1;
            }
            if at == end {
                self.parts.host_end = colon as u32;
            }
        }
    }

    /// Ends the path, or the query that is open, before the fragment or at the end of the text.
    #[inline]
    const fn end_path(&mut self, at: usize) {
        match self.phase {
            Phase::Query => self.parts.query_end = at as u32,
            Phase::Fragment => {}
            _ => self.parts.path_end = at as u32,
        }
    }

    /// Returns the parts of the whole text.
    #[inline]
    const fn parts(mut self, input: &[u8]) -> Parts {
        self.end_authority(input.len(), input);
        self.end_path(input.len());
        self.parts.len = input.len() as u32;
        self.parts
    }
}

impl Shape {
    /// Returns true if delimiters alone decide, as in [`Shape::PLAIN`].
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        let has_all = matches!(
            (&self.fragment, &self.query, &self.authority, &self.host, &self.userinfo),
            (Schemes::All, Schemes::All, Schemes::All, Schemes::All, Schemes::All)
        );
        let has_none = matches!(
            (&self.hostless, &self.slashes, &self.backslash, &self.drives),
            (Schemes::None, Schemes::None, Schemes::None, Schemes::None)
        );
        let has_no_rule = matches!(
            (self.hier, self.net, self.server, self.hostport, self.port, self.scheme),
            (None, None, None, None, None, None)
        );
        let is_ended = matches!(self.authority_ends.as_bytes(), b"/?");
        has_all && has_none && has_no_rule && is_ended && !self.omits_empty
    }
}

impl Automaton {
    /// Returns the parts of an input by a plain shape, if the automaton accepts it. The loop calls
    /// nothing except at delimiters, as `state_after` calls nothing.
    #[inline]
    pub(crate) const fn split_plainly(&self, input: &[u8]) -> Option<Parts> {
        let (classes, cells) = (self.classes, self.cells);
        let (states, dead) = (self.states as usize, self.dead as usize);
        let (mut state, mut rest) = (self.start as usize, input);
        let (is_wide, mut delimiters) = (self.is_wide(), Delimiters::NONE);
        while let [byte, after @ ..] = rest {
            let cell = classes[*byte as usize] as usize * states + state;
            state = if is_wide {
                cells[2 * cell] as usize | (cells[2 * cell + 1] as usize) << 8
            } else {
                cells[cell] as usize
            };
            if state == dead {
                return None;
            }
            let is_met = match *byte {
                b'?' | b'#' => true,
                b'/' | b':' | b'@' | b']' => (delimiters.phase as u8) < Phase::Path as u8,
                _ => false,
            };
            if is_met {
                delimiters.meet(*byte, input.len() - rest.len(), input);
            }
            rest = after;
        }
        if self.accepts(state) {
            Some(delimiters.parts(input))
        } else {
            None
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    /// Every text of at most seven of the delimiters, a letter and a digit.
    #[test]
    fn delimiters_split_as_the_plain_shape_does() {
        let alphabet = b":/?#@]1a";
        let mut compared = 0;
        for len in 0..=7u32 {
            for number in 0..8usize.pow(len) {
                let mut text = [0; 7];
                for (at, byte) in text.iter_mut().enumerate() {
                    *byte = alphabet[number >> (3 * at) & 7];
                }
                let text = &text[..len as usize];
                let mut delimiters = Delimiters::NONE;
                for (at, &byte) in text.iter().enumerate() {
                    delimiters.meet(byte, at, text);
                }
                let (one, other) = (delimiters.parts(text), Shape::PLAIN.split(text));
                assert_eq!(one, other, "{}", text.escape_ascii());
                compared += 1;
            }
        }
        assert!(Shape::PLAIN.is_plain() && compared > 2_000_000, "{compared}");
    }
}
