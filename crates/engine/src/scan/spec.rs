//! The facts about a rule that the scanner uses.
//!
//! `crates/generate/src/tables/fast` finds these facts and proves them; its `model.rs` writes the
//! language that they describe as ABNF.

use super::Set;
use crate::dfa::automaton::Automaton;
use crate::ByteSet;

/// A part of a rule's language that delimiters alone split. The generator proves one for each rule
/// that has one.
pub struct ScanSpec {
    /// Bytes that may follow the first byte of a scheme.
    pub scheme: ByteSet,
    /// Whether [`ScanSpec::scheme`] includes [`Set::NAME`].
    pub scheme_holds_names: bool,
    /// Bytes that a scheme may begin with.
    pub first: ByteSet,
    /// Bytes that may occur in a path and, except where the table is asked, in a query and a
    /// fragment; also the delimiters `:/?@`. Without `%`.
    pub plain: Set,
    /// A mask with all bits set if escapes are legal, else with none.
    pub escapes: u64,
    /// Bytes of a host: [`Set::NAME`] where a scheme has [`Host::Server`], else plain bytes except
    /// `:` and `@`.
    pub host: Set,
    /// The state everywhere in a scheme except at its beginning; `None` if there is more than one.
    pub in_scheme: Option<KnownState>,
    /// Schemes with facts of their own.
    pub named: Option<&'static NamedSchemes>,
    /// The facts about every other scheme.
    pub any: Option<&'static AfterScheme>,
    /// The facts about an identifier without a scheme.
    pub relative: Option<&'static AfterScheme>,
}

/// Some schemes by name: letters, at most eight of them.
pub struct NamedSchemes {
    /// Whether the document distinguishes upper and lower case.
    pub is_exact: bool,
    /// The number whose product with each name has another slot in its highest four bits.
    pub multiplier: u64,
    /// A slot for each product.
    pub slots: [NamedScheme; 16],
}

/// A scheme in a table of schemes.
pub struct NamedScheme {
    /// The name in lower case, the first letter lowest; 0 in an empty slot.
    pub name: u64,
    /// `None` if nothing is known about a scheme that is not like others.
    pub after: Option<&'static AfterScheme>,
}

/// The result of looking up a scheme.
pub(super) enum SchemeLookup {
    /// A scheme with facts of its own.
    Named(&'static AfterScheme),
    /// A scheme that is left to the table.
    Unknown,
    /// A scheme like all others, or no scheme at all.
    Other,
}

impl NamedSchemes {
    /// The shift that leaves four bits.
    const SHIFT: u32 = 60;

    /// Looks up the scheme that ends at `end`, by one multiplication of its letters.
    #[inline(always)]
    pub(super) fn get(&self, input: &[u8], end: usize) -> SchemeLookup {
        if end > 8 || end == 0 {
            return SchemeLookup::Other;
        }
        let mask = u64::MAX >> (64 - 8 * end);
        let word = match input.first_chunk() {
            Some(eight) => u64::from_le_bytes(*eight),
            None => input.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
        let word = word & mask;
        // With the bit that makes a letter lower case. Only the upper-case letter becomes the same
        // byte by it.
        let lower = word | 0x2020_2020_2020_2020 & mask;
        let slot =
            &self.slots[(lower.wrapping_mul(self.multiplier) >> NamedSchemes::SHIFT) as usize];
        match slot.after {
            _ if slot.name != lower => SchemeLookup::Other,
            Some(after) if !self.is_exact || word == lower => SchemeLookup::Named(after),
            _ => SchemeLookup::Unknown,
        }
    }
}

/// The facts about what follows a scheme, or about identifiers without one.
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct AfterScheme {
    /// The meaning of `//`.
    pub net: Net,
    /// A mask with all bits set if `?` ends an authority, else with none.
    pub authority_ends: u64,
    /// Whether an authority may be empty; it has no host then, except where hosts are
    /// [`Host::Any`].
    pub empty: bool,
    /// The meaning of `@`.
    pub userinfo: Userinfo,
    /// The hosts of an authority.
    pub host: Host,
    /// The rule for a host from `[` to `]`.
    pub literal: Option<&'static Automaton>,
    /// The IPv6 addresses that this rule accepts.
    pub pieces: Option<Pieces>,
    /// Whether a port may be empty after its `:`.
    pub empty_port: bool,
    /// Limits on what may follow an authority; `None` if a path, a query, a fragment and the end
    /// all may.
    pub after_authority: Option<Following>,
    /// Whether a path may begin with a slash, without an authority.
    pub slash: bool,
    /// Whether a path may be empty, without an authority.
    pub bare: bool,
    /// The other paths, without an authority.
    pub opaque: Opaque,
    /// Whether no segment except the last may be empty.
    pub single_slashes: bool,
    /// Whether `?` begins a query.
    pub query: bool,
    /// Whether `#` may begin a fragment.
    pub fragment: bool,
    /// The rule for what follows the first `?`.
    pub after_question: AfterDelimiter,
    /// The rule for what follows the first `#`.
    pub after_hash: AfterDelimiter,
    /// Whether both are [`AfterDelimiter::Legal`].
    pub is_plain: bool,
    /// Whether queries and fragments are in the same states where there is no authority.
    pub is_alike: bool,
    /// The states of the table in each `Region`; `None` where there is more than one state.
    pub states: [Option<KnownState>; 7],
    /// The state after each slash of the path that follows an authority; `None` where there is more
    /// than one. Parameters (`/a;b`) have a state of their own, which the next slash ends.
    pub after_slash: Option<u16>,
}

/// The meaning of two slashes where an authority could begin.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub enum Net {
    /// Nothing is known.
    Unknown,
    /// The path begins with them.
    Path,
    /// An authority follows.
    Authority,
}

/// The rule for what follows the first `?` or the first `#`.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub enum AfterDelimiter {
    /// Any number of legal bytes.
    Legal,
    /// The bytes that the table accepts from this state on.
    Table(u16),
    /// Nothing is known.
    Unknown,
}

/// The number of pieces in an IPv6 address. A piece has one to four hexadecimal digits, and colons
/// separate pieces.
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Pieces {
    /// The least number without a double colon.
    pub least: u32,
    /// The greatest number without one.
    pub most: u32,
    /// The greatest number with one.
    pub most_beside: u32,
}

/// The meaning of `@` in an authority.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub enum Userinfo {
    /// A byte of the host like others.
    None,
    /// Nothing is known.
    Unknown,
    /// The end of a userinfo.
    Known,
}

/// The parts that may follow an authority immediately.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Following {
    /// The end, or a fragment.
    pub nothing: bool,
    /// A query.
    pub query: bool,
    /// A query, which makes a path of the slashes and of all bytes after them.
    pub path: bool,
    /// Two slashes.
    pub slashes: bool,
}

/// The paths that begin with another byte than a slash, where there is no authority.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub enum Opaque {
    /// Nothing is known. No document of today is like that.
    #[allow(dead_code)]
    Unknown,
    /// A path, and a query after `?`.
    Path,
    /// A path that may hold `?`.
    Whole,
    /// A namespace identifier, a colon, and at least one byte that is not a delimiter.
    Name(Nid),
}

/// Namespace identifiers: letters, digits and hyphens, at most 32, that begin with no hyphen.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Nid {
    /// The shortest length.
    pub least: u8,
    /// Whether the last byte may be a hyphen.
    pub last_hyphen: bool,
}

impl Nid {
    /// The longest length.
    pub const LONGEST: usize = 32;
}

/// The hosts after an authority's userinfo.
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub enum Host {
    /// An authority has no host.
    None,
    /// Any legal bytes, or none, and a port.
    Any,
    /// Labels of letters, digits and inner hyphens, and a port. The last label begins with a
    /// letter. Or else any text that the rule accepts.
    Server {
        /// The rule.
        hostport: &'static Automaton,
        /// Whether the first label must also begin with a letter.
        leading_letter: bool,
    },
}

impl Host {
    #[inline]
    pub(super) fn is_server(&self) -> bool {
        matches!(self, Host::Server { .. })
    }
}

/// A part of an input where the table can be in one state only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// The path after an authority.
    Path,
    /// The query after such a path, except its beginning.
    Query,
    /// The fragment after such a path.
    Fragment,
    /// The place after a scheme's colon, or the beginning of an identifier without a scheme.
    Start,
    /// The place after the two slashes of an authority.
    Net,
    /// A host after those slashes, behind its first byte.
    Host,
    /// A path that begins with no slash, behind its first byte.
    Rootless,
}

/// A state of the table that the generator found to be the only one in a region.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct KnownState {
    /// The number of the state.
    pub state: u16,
    /// Whether every byte that is not legal leads to the dead state from here, except `#` where a
    /// fragment may follow. In a scheme, its bytes and the colon are legal; before an
    /// authority, `[` is.
    pub is_closed: bool,
}

impl KnownState {
    /// Returns the handover at a byte that is not legal. In a closed state the byte is wrong and
    /// nothing remains to be done.
    #[inline(always)]
    fn at_illegal_byte(self, offset: usize) -> Handover {
        let remaining = if self.is_closed { Remaining::Nothing } else { Remaining::Everything };
        Handover::at(offset, self.state, remaining)
    }
}

/// An input that the scanner leaves to the table. All bytes before the offset are right.
///
/// Eight bytes, so that it is returned in a register.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handover {
    pub(crate) offset: u32,
    /// The state of the table at the offset.
    pub(crate) state: u16,
    pub(crate) remaining: Remaining,
}

/// The work that remains for the table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remaining {
    /// To check the rest, and to split.
    Everything,
    /// To check the rest. The components are known.
    Verdict,
    /// None: the byte at the offset is wrong.
    Nothing,
}

impl Handover {
    /// The whole input, about which nothing is known.
    pub(crate) const NOTHING: Handover =
        Handover { offset: 0, state: 0, remaining: Remaining::Everything };

    /// Returns a handover at an offset in an input whose positions fit into 32 bits.
    #[inline(always)]
    pub(super) fn at(offset: usize, state: u16, remaining: Remaining) -> Handover {
        Handover { offset: offset as u32, state, remaining }
    }
}

impl AfterScheme {
    /// Returns the handover at an offset in a region, with the bytes before the offset right.
    #[cold]
    pub(super) fn hand_over(&self, region: Region, offset: usize) -> Handover {
        let state = self.states[region as usize];
        state.map_or(Handover::NOTHING, |known| {
            Handover::at(offset, known.state, Remaining::Everything)
        })
    }

    /// Returns the handover after the last slash of a path that follows an authority, or of the
    /// part of the path before an error.
    #[cold]
    pub(super) fn hand_over_after_slash(&self, input: &[u8], path: usize, end: usize) -> Handover {
        let slash = input[path..end].iter().rposition(|&byte| byte == b'/');
        match (slash, self.after_slash) {
            (Some(slash), Some(state)) => {
                Handover::at(path + slash + 1, state, Remaining::Everything)
            }
            _ => Handover::NOTHING,
        }
    }

    /// Like [`AfterScheme::hand_over`] at a byte that is neither legal nor the first `#`; `None` if
    /// the state is unknown.
    #[inline(always)]
    pub(super) fn reject(&self, region: Region, offset: usize) -> Option<Handover> {
        self.states[region as usize].map(|known| known.at_illegal_byte(offset))
    }
}

impl ScanSpec {
    /// Returns the handover of an input without the scheme that it needs. The bytes before `end`
    /// are bytes of a scheme.
    #[cold]
    pub(super) fn without_scheme(&self, input: &[u8], end: usize) -> Handover {
        let (Some(known), Some(first)) = (self.in_scheme, input.first()) else {
            return Handover::NOTHING;
        };
        if end == 0 || !self.first.contains(*first) {
            return Handover::NOTHING;
        }
        match input.get(end) {
            Some(byte) if *byte != b':' && !self.scheme.contains(*byte) => {
                known.at_illegal_byte(end)
            }
            _ => Handover::at(end, known.state, Remaining::Everything),
        }
    }
}
