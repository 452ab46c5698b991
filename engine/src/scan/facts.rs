//! What the fast splitter knows of a rule.

use super::Set;
use crate::{ByteSet, Table};

/// A part of a rule's language that comes apart by delimiters alone. Proved by the generator for each rule that has one.
pub struct Fast {
    /// What may follow the first byte of a scheme.
    pub scheme: Set,
    /// What a scheme may begin with.
    pub first: ByteSet,
    /// What may stand in a path and, where the table is not asked, in a query and a fragment; of the delimiters `:/?@` and
    /// the `%` of escapes too.
    pub legal: Set,
    /// All of that but `%`.
    pub plain: Set,
    /// All bits where escapes are legal, else none.
    pub escapes: u64,
    /// What a host is that needs no more than a look at its labels: [`Set::NAME`] where a form has [`Host::Server`], else
    /// what is plain but for `:` and `@`.
    pub host: Set,
    /// The bits of [`classes`](super::sets::classes) for each byte.
    pub classes: [u8; 256],
    /// Wherever in a scheme, but for its beginning; `None` where there is more than one state.
    pub in_scheme: Option<Place>,
    /// Schemes with a form of their own.
    pub named: Option<&'static Named>,
    /// What follows any other scheme.
    pub any: Option<&'static Form>,
    /// An identifier without a scheme.
    pub relative: Option<&'static Form>,
    /// Whether inputs are mostly short: where nothing has an authority, as with URNs, and where they may be relative.
    pub is_short: bool,
}

/// Some schemes by name: letters, at most eight of them.
pub struct Named {
    /// Whether the document tells upper from lower case.
    pub is_exact: bool,
    /// What brings every name to a slot of its own, by the highest bits of the product.
    pub multiplier: u64,
    /// The names in lower case, the first letter lowest, and what follows; `None` where nothing is known of a scheme that is
    /// not like others. No name is 0.
    pub slots: [(u64, Option<&'static Form>); 16],
}

/// What is known of a scheme.
pub enum Scheme {
    /// A form of its own.
    Named(&'static Form),
    /// One that only the table knows.
    Unknown,
    /// Whatever holds for all others, if it is a scheme at all.
    Other,
}

impl Named {
    /// As many slots as four bits can tell apart.
    const SHIFT: u32 = 60;

    /// Looks up the scheme that ends at `end`.
    #[inline(always)]
    pub fn get(&self, input: &[u8], end: usize) -> Scheme {
        if end > 8 || end == 0 {
            return Scheme::Other;
        }
        let mask = u64::MAX >> (64 - 8 * end);
        let word = mask
            & match input.first_chunk() {
                Some(eight) => u64::from_le_bytes(*eight),
                None => input.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
            };
        // With the bit that tells lower from upper case set; a letter comes from nothing but its other case.
        let lower = word | 0x2020_2020_2020_2020 & mask;
        match self.slots[(lower.wrapping_mul(self.multiplier) >> Named::SHIFT) as usize] {
            (name, Some(form)) if name == lower && (!self.is_exact || word == lower) => Scheme::Named(form),
            (name, _) if name == lower => Scheme::Unknown,
            _ => Scheme::Other,
        }
    }
}

/// What may follow a scheme, or stand without one.
pub struct Form {
    /// What `//` begins.
    pub net: Net,
    /// The bits of `?` among what ends an authority: all or none.
    pub authority_ends: u64,
    /// Whether an authority may be empty; it has no host then, unless names are [`Host::Any`].
    pub empty: bool,
    pub userinfo: Userinfo,
    pub host: Host,
    /// The rule of what stands in an authority in place of a name, from `[` to `]`.
    pub literal: Option<&'static Table>,
    /// What among that is known to be an address.
    pub pieces: Option<Pieces>,
    /// Whether there may be nothing after the `:` of a port.
    pub empty_port: bool,
    /// Where anything may follow an authority that is a path, a query or a fragment, `None`.
    pub after_authority: Option<Following>,
    /// Whether a path may begin with a slash, where there is no authority.
    pub slash: bool,
    /// Whether a path may be empty, where there is no authority.
    pub bare: bool,
    /// What else a path may be, where there is no authority.
    pub opaque: Opaque,
    /// Whether no segment but the last may be empty.
    pub single_slashes: bool,
    /// Whether `?` begins a query.
    pub query: bool,
    /// Whether `#` may begin a fragment.
    pub fragment: bool,
    /// What follows the first `?`.
    pub after_question: After,
    /// What follows the first `#`.
    pub after_hash: After,
    /// Whether both are [`After::Legal`].
    pub is_plain: bool,
    /// Whether the states of queries and fragments are those, too, where no authority is.
    pub is_alike: bool,
    /// The states of the table at each [`Part`]; `None` where there is more than one state.
    pub places: [Option<Place>; 7],
}

/// What two slashes begin, where an identifier could have an authority.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Net {
    /// Nothing that is known.
    Unknown,
    /// A path.
    Path,
    Authority,
}

/// What follows a mark that is the first of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// Legal bytes, any number of them.
    Legal,
    /// What the table says from this state on.
    Table(u16),
    /// Nothing that is known.
    Unknown,
}

/// How many pieces an IPv6 address has: up to four hexadecimal digits each, between colons.
pub struct Pieces {
    /// Where no double colon stands for some.
    pub least: u32,
    pub most: u32,
    /// Where one does.
    pub most_beside: u32,
}

/// What `@` is in an authority.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Userinfo {
    /// A byte of the host like others.
    None,
    /// Something that is not known.
    Unknown,
    /// The end of a userinfo.
    Known,
}

/// What may follow an authority at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Following {
    /// The end or a fragment.
    pub nothing: bool,
    /// A query.
    pub query: bool,
    /// A query, but then all before it is a path.
    pub path: bool,
    /// Two slashes.
    pub slashes: bool,
}

/// What is known of an input that the fast splitter leaves to the table: all before the offset can be right. Small, so that
/// it is returned in a register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub offset: u32,
    /// The state of the table there; that of the beginning where nothing is known.
    pub state: u16,
    pub due: Due,
}

/// What is left to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// To judge the rest, and to split.
    All,
    /// To judge the rest.
    Verdict,
    /// Nothing: what stands at the offset cannot be right.
    Nothing,
}

impl Known {
    pub const NOTHING: Known = Known { offset: 0, state: 0, due: Due::All };

    /// At an offset in an input whose positions fit.
    #[inline(always)]
    pub(super) fn at(offset: usize, state: u16, due: Due) -> Known {
        Known { offset: offset as u32, state, due }
    }
}

/// A state that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub state: u16,
    /// Whether nothing goes on there but what is legal, and `#` where a fragment may be; in a scheme, but its bytes and the
    /// colon; before an authority, also `[`.
    pub is_closed: bool,
}

impl Place {
    pub const fn new(state: u16, is_closed: bool) -> Option<Place> {
        Some(Place { state, is_closed })
    }

    /// What is known where a byte is wrong, unless it is right in a language that is larger than what is known.
    #[inline(always)]
    fn wrong(self, offset: usize) -> Known {
        Known::at(offset, self.state, if self.is_closed { Due::Nothing } else { Due::All })
    }
}

/// Where a state can be known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Wherever in the path after an authority.
    Path,
    /// Wherever in the query after that, but for its beginning.
    Query,
    /// Wherever in the fragment after that.
    Fragment,
    /// After the colon of a scheme, or at the beginning of what has none.
    Start,
    /// After the two slashes before an authority.
    Net,
    /// Behind that, after one or more bytes of [`Fast::host`].
    Host,
    /// Wherever in a path that begins with no slash, but for its beginning.
    Rootless,
}

impl Form {
    /// What is known of an input whose bytes before the offset are right up to this part.
    #[cold]
    pub(super) fn from(&self, part: Part, offset: usize) -> Known {
        self.places[part as usize].map_or(Known::NOTHING, |place| Known::at(offset, place.state, Due::All))
    }

    /// The same where an escape at the offset, or a byte that is not legal, is wrong as far as is known.
    #[inline(always)]
    pub(super) fn stuck(&self, part: Part, offset: usize, is_escape: bool) -> Known {
        match self.wrong(part, offset) {
            Some(known) if !is_escape => known,
            _ => self.from(part, offset),
        }
    }

    /// The same where the byte at the offset is not legal, nor the first `#`.
    #[inline(always)]
    pub(super) fn wrong(&self, part: Part, offset: usize) -> Option<Known> {
        self.places[part as usize].map(|place| place.wrong(offset))
    }
}

impl Fast {
    /// What is known of an input that needs a scheme and has none; up to `end` it holds bytes of one.
    #[cold]
    pub(super) fn without_scheme(&self, input: &[u8], end: usize) -> Known {
        match (self.in_scheme, input) {
            (Some(place), [first, ..]) if end > 0 && self.first.contains(*first) => match input.get(end) {
                Some(byte) if *byte != b':' && !self.scheme.bytes.contains(*byte) => place.wrong(end),
                _ => Known::at(end, place.state, Due::All),
            },
            _ => Known::NOTHING,
        }
    }
}

/// What may stand after a scheme, or for one, other than slashes, queries and fragments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Opaque {
    /// Nothing that is known. No document of today is like that.
    #[allow(dead_code)]
    Unknown,
    /// A path, and a query after `?`.
    Path,
    /// A path that may hold `?`.
    Whole,
    /// A namespace identifier, a colon, and at least one byte that is no delimiter.
    Name(Nid),
}

/// Namespace identifiers: letters, digits and hyphens, the first of which is no hyphen; at most 32.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nid {
    /// The shortest length.
    pub least: u8,
    /// Whether the last may be a hyphen.
    pub last_hyphen: bool,
}

impl Nid {
    pub const LONGEST: usize = 32;
}

/// What an authority holds after its userinfo.
pub enum Host {
    /// No host is told apart.
    None,
    /// Any legal bytes, and a port; it may be empty.
    Any,
    /// Labels of letters, digits and inner hyphens, the last of which begins with a letter, and a port; or else what the
    /// rule accepts.
    Server {
        hostport: &'static Table,
        /// Whether the first label begins with a letter too.
        leading_letter: bool,
    },
}

impl Host {
    pub(super) fn is_server(&self) -> bool {
        matches!(self, Host::Server { .. })
    }
}
