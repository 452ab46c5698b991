//! The part of a document's facts that says what its identifiers mean: resolution and equivalence.

use crate::{Algorithm, BaseRules, ByteSet, Component, KeyChange};

/// A document's resolution of references.
///
/// ```
/// use urigram::Grammar;
///
/// let resolution = Grammar::Rfc3986.document().resolution().unwrap();
/// assert_eq!((resolution.section, resolution.base_section), ("5.2", "5.1"));
/// assert!(resolution.strict);
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Resolution {
    /// The algorithm; `None` where the document does not have one.
    pub algorithm: Option<Algorithm>,
    /// The section that holds the algorithm, or that mentions references where there isn't one.
    pub section: &'static str,
    /// The section that says what a base must be.
    #[cfg_attr(feature = "facts", serde(default))]
    pub base_section: &'static str,
    /// Whether an empty base means an unknown base, so that the reference is taken for absolute.
    #[cfg_attr(feature = "facts", serde(default))]
    pub empty_base: bool,
    /// Whether the document prints two answers for a reference with the base's own scheme.
    #[cfg_attr(feature = "facts", serde(default))]
    pub strict: bool,
    /// Whether the document leaves the meaning of `..` above the root open.
    #[cfg_attr(feature = "facts", serde(default))]
    pub excess_parents: bool,
    /// The rules for the base; `None` where the document does not say how a base is established.
    pub base: Option<BaseRules>,
}

/// A document's rules for when two identifiers are equivalent.
///
/// ```
/// use urigram::Grammar;
///
/// let comparison = Grammar::Rfc3986.document().comparison().unwrap();
/// assert!(comparison.equivalences.iter().any(|row| row.section == "6.2.2.3"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Serialize), serde(rename = "Comparison::new"))]
pub struct Comparison {
    /// The section that forbids comparing relative references, if one does.
    pub relative: Option<&'static str>,
    /// The equivalences, in the order in which they apply.
    pub equivalences: &'static [Equivalence],
    /// The equivalences of the normal form in one place, for speed.
    #[doc(hidden)]
    pub summary: Summary,
}

impl Comparison {
    /// Makes the facts of a generated module.
    #[doc(hidden)]
    pub const fn new(
        relative: Option<&'static str>,
        equivalences: &'static [Equivalence],
        closed: bool,
    ) -> Comparison {
        Comparison { relative, equivalences, summary: Summary::of(equivalences, closed) }
    }
}

/// One way in which two identifiers can differ and still be equivalent.
///
/// ```
/// use urigram::normalization::Level;
/// use urigram::Grammar;
///
/// let rows = Grammar::Rfc3986.document().comparison().unwrap().equivalences;
/// let row = rows.iter().find(|row| row.level() == Level::PathSegments).unwrap();
/// assert_eq!(row.section, "6.2.2.3");
/// ```
#[derive(Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename(serialize = "Equivalence::new"), deny_unknown_fields))]
pub struct Equivalence {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section that says so.
    pub section: &'static str,
    /// The change that turns equivalent identifiers into the same text.
    pub change: Change,
    /// The only schemes that it concerns, in lower case; `None` where it concerns all.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "schemes"))]
    pub schemes: Option<&'static [&'static str]>,
    /// Whether the change is made in keys only: it drops or adds a component, or the document
    /// prefers neither form.
    #[cfg_attr(feature = "facts", serde(default))]
    pub key_only: bool,
    /// The only purpose of a comparison that it concerns; `None` where it concerns all.
    pub objective: Option<Objective>,
    /// Two identifiers that this equivalence alone unites. Needs the feature `documents`.
    #[cfg(feature = "commentary")]
    #[cfg_attr(docsrs, doc(cfg(feature = "documents")))]
    pub example: [&'static str; 2],
}

impl Equivalence {
    /// Makes the facts of a generated module.
    #[doc(hidden)]
    pub const fn new(
        id: &'static str,
        section: &'static str,
        change: Change,
        schemes: Option<&'static [&'static str]>,
        key_only: bool,
        objective: Option<Objective>,
        example: (&'static str, &'static str),
    ) -> Equivalence {
        #[cfg(not(feature = "commentary"))]
        let _ = example;
        Equivalence {
            id,
            section,
            change,
            schemes,
            key_only,
            objective,
            #[cfg(feature = "commentary")]
            example: [example.0, example.1],
        }
    }

    /// Returns the level of comparison that the equivalence belongs to.
    pub const fn level(&self) -> Level {
        match self.change {
            Change::HexDigits | Change::LowerCase(_) => Level::Case,
            Change::Decode { .. } | Change::CitationValue => Level::PercentEncoding,
            Change::RemoveDotSegments | Change::MergeDotSegments => Level::PathSegments,
            Change::Address => Level::Address,
            _ => Level::Scheme,
        }
    }
}

/// The purpose of a comparison.
///
/// ```
/// use urigram::normalization::Objective;
/// use urigram::{Grammar, Normalizer};
///
/// let normalizer = Normalizer::new(Grammar::Rfc3986).objective(Objective::Retrieval);
/// assert!(normalizer.equivalent("http://a/#b", "http://a/#c")?.is_equivalent());
/// # Ok::<(), urigram::errors::NormalizeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Objective {
    /// To distinguish resources: urn-2012 ignores the query (5, step 5a).
    #[default]
    Identity,
    /// To select, avoid or cache a retrieval: RFC 3986 ignores the fragment (6.1), urn-2012 keeps
    /// the query (5, step 5b).
    Retrieval,
}

impl Objective {
    /// Both purposes.
    pub const ALL: [Objective; 2] = [Objective::Identity, Objective::Retrieval];
}

/// A level of comparison (RFC 3986, section 6.2, and one above it). Each level includes the ones
/// before it.
///
/// ```
/// use urigram::normalization::Level;
/// use urigram::{Grammar, Normalizer};
///
/// let normalizer = Normalizer::new(Grammar::Rfc3986).up_to(Level::Case);
/// assert_eq!(normalizer.normalize("HTTP://A:80/./%7e")?, "http://a:80/./%7E");
/// # Ok::<(), urigram::errors::NormalizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// The text as it is.
    SimpleString,
    /// Parts that ignore case: scheme, host, the digits of a percent-encoding.
    Case,
    /// Octets that need no percent-encoding.
    PercentEncoding,
    /// Dot segments.
    PathSegments,
    /// Everything that schemes say: default ports, empty paths, parts without meaning.
    Scheme,
    /// Addresses of IPv6 in the one form of RFC 5952, which RFC 3986 does not ask for.
    Address,
}

impl Level {
    /// Every level, the lowest first.
    pub const ALL: [Level; 6] = [
        Level::SimpleString,
        Level::Case,
        Level::PercentEncoding,
        Level::PathSegments,
        Level::Scheme,
        Level::Address,
    ];

    /// Returns the name, `"percent-encoding"`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::SimpleString => "simple-string",
            Level::Case => "case",
            Level::PercentEncoding => "percent-encoding",
            Level::PathSegments => "path-segments",
            Level::Scheme => "scheme",
            Level::Address => "address",
        }
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// A change that leaves an identifier equivalent to itself.
///
/// ```
/// use urigram::documents::Change;
/// use urigram::Grammar;
///
/// let comparison = Grammar::Rfc3986.document().comparison().unwrap();
/// let changes = comparison.equivalences.iter().map(|row| row.change);
/// assert!(changes.into_iter().any(|change| change == Change::RemoveDotSegments));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Change {
    /// The hexadecimal digits of percent-encodings become upper case.
    HexDigits,
    /// The letters of these components become lower case.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "of"))]
    LowerCase(&'static [Component]),
    /// Percent-encoded characters become themselves.
    Decode {
        /// The characters other than letters and digits.
        marks: &'static str,
        /// Whether letters and digits are decoded.
        #[cfg_attr(feature = "facts", serde(default))]
        letters: bool,
        /// The components where octets are decoded.
        #[cfg_attr(feature = "facts", serde(deserialize_with = "super::list"))]
        of: &'static [Component],
        /// Whether characters beyond US-ASCII are decoded if an IRI allows them everywhere.
        #[cfg_attr(feature = "facts", serde(default))]
        beyond_ascii: bool,
        /// Whether encoded octets are kept in a segment that consists of dots only, where dots are
        /// reserved.
        #[cfg_attr(feature = "facts", serde(default))]
        keeps_dot_segments: bool,
    },
    /// Dot segments are removed by RFC 3986, 5.2.4.
    RemoveDotSegments,
    /// The path after its first slash is merged with that slash (uri-2003, 6.2.2.3), so that
    /// leading `..` stay.
    MergeDotSegments,
    /// A port that is the scheme's default goes, with its colon.
    DefaultPort,
    /// The domains of the mailboxes in a path become lower case.
    MailboxDomains,
    /// One of these texts becomes the first of them.
    Same {
        /// The component. Its text includes the delimiter before it, if one belongs to it: `//h`,
        /// `:80`, `?q`, `#f`.
        #[cfg_attr(feature = "facts", serde(deserialize_with = "one"))]
        of: Component,
        /// The place in the component.
        place: Place,
        /// The texts. The first one replaces the others.
        #[cfg_attr(feature = "facts", serde(deserialize_with = "super::list"))]
        texts: &'static [&'static str],
    },
    /// The component is removed, with its delimiter. For URNs the query is everything that `?`
    /// introduces. Only keys have this change.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "dropped"))]
    Drop(Component),
    /// The directives of a query are sorted (urn-2012, 2.3). Only keys have this change.
    SortDirectives,
    /// A change that one scheme's document defines. Only keys have it.
    Scheme(KeyChange),
    /// The special encodings in the values of a citation become the octets that they represent
    /// (urc-1993).
    CitationValue,
    /// The values of a citation become characters of any character set (urc-1993).
    CitationCharset,
    /// The labels of a citation become lower case (urc-1993).
    CitationLabel,
    /// The line breaks between the elements of a citation go (urc-1993).
    CitationLines,
    /// The comments of a citation's structors go (urc-1993).
    CitationComments,
    /// An address of IPv6 is written as RFC 5952 says. No folder has this change.
    #[cfg_attr(feature = "facts", serde(skip_deserializing))]
    Address,
}

#[cfg(feature = "facts")]
super::keys! {
    of: &'static [Component] = "super::list";
}

#[cfg(feature = "facts")]
fn dropped<'de: 'static, D: serde::Deserializer<'de>>(from: D) -> Result<Component, D::Error> {
    of(from).and_then(only)
}

#[cfg(feature = "facts")]
fn one<'de: 'static, D: serde::Deserializer<'de>>(from: D) -> Result<Component, D::Error> {
    super::list(from).and_then(only)
}

#[cfg(feature = "facts")]
fn only<E: serde::de::Error>(of: &[Component]) -> Result<Component, E> {
    match of {
        [only] => Ok(*only),
        _ => Err(E::custom("`of` is one component")),
    }
}

#[cfg(feature = "facts")]
fn schemes<'de: 'static, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<&'static [&'static str]>, D::Error> {
    super::list(from).map(Some)
}

/// A place in a component.
///
/// ```
/// use urigram::documents::{Change, Place};
/// use urigram::Grammar;
///
/// let rows = Grammar::Rfc3986.document().comparison().unwrap().equivalences;
/// let is_whole = |change| matches!(change, Change::Same { place: Place::Whole, .. });
/// assert!(rows.iter().any(|row| is_whole(row.change)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Place {
    /// The whole component.
    Whole,
    /// Its beginning.
    Start,
    /// Any place in it.
    Anywhere,
}

/// The equivalences of a document's normal form in one place.
#[doc(hidden)]
#[derive(Debug)]
pub struct Summary {
    /// Whether the grammar accepts every result of the changes with the same components, for an
    /// identifier with a scheme and without percent-encoding in its authority.
    pub is_closed: bool,
    pub hex: bool,
    pub scheme_case: bool,
    pub host_case: bool,
    pub nid_case: bool,
    /// The octets that are decoded.
    pub decoded: Option<ByteSet>,
    pub beyond_ascii: bool,
    pub remove_dots: bool,
    pub merge_dots: bool,
    pub default_port: bool,
    /// The equivalence that drops an empty port.
    pub empty_port: Option<&'static Equivalence>,
    /// The equivalence that makes an empty path a slash.
    pub empty_path: Option<&'static Equivalence>,
    pub mailboxes: bool,
    /// The equivalence that replaces a whole authority.
    pub same_authority: Option<&'static Equivalence>,
    /// The schemes whose mailboxes or authorities have a normal form of their own, each as
    /// [`scheme_number`] has it. Zero is not a scheme.
    pub special: [u64; 4],
}

/// Writes what [`Comparison::new`] makes a summary of beside the equivalences.
#[cfg(feature = "facts")]
impl serde::Serialize for Summary {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(self.is_closed)
    }
}

impl Summary {
    const fn of(equivalences: &'static [Equivalence], is_closed: bool) -> Summary {
        let mut summary = Summary {
            is_closed,
            hex: false,
            scheme_case: false,
            host_case: false,
            nid_case: false,
            decoded: None,
            beyond_ascii: false,
            remove_dots: false,
            merge_dots: false,
            default_port: false,
            empty_port: None,
            empty_path: None,
            mailboxes: false,
            same_authority: None,
            special: [0; 4],
        };
        let mut at = 0;
        while at < equivalences.len() {
            let one = &equivalences[at];
            if !one.key_only && one.objective.is_none() {
                summary.add(one);
            }
            at += 1;
        }
        summary
    }

    const fn add(&mut self, one: &'static Equivalence) {
        match one.change {
            Change::HexDigits => self.hex = true,
            Change::LowerCase(of) => {
                self.scheme_case |= has(of, Component::Scheme);
                self.host_case |= has(of, Component::Host);
                self.nid_case |= has(of, Component::Nid);
            }
            Change::Decode { marks, letters, beyond_ascii, .. } => {
                self.decoded = Some(plain(marks.as_bytes(), letters));
                self.beyond_ascii = beyond_ascii;
            }
            Change::RemoveDotSegments => self.remove_dots = true,
            Change::MergeDotSegments => self.merge_dots = true,
            Change::DefaultPort => self.default_port = true,
            Change::MailboxDomains => {
                self.mailboxes = true;
                self.add_special(one);
            }
            Change::Same { of: Component::Port, .. } => self.empty_port = Some(one),
            Change::Same { of: Component::Path, .. } => self.empty_path = Some(one),
            Change::Same { of: Component::Authority, .. } => {
                self.same_authority = Some(one);
                self.add_special(one);
            }
            // Only keys have the others.
            _ => self.is_closed = false,
        }
    }

    /// Adds the schemes of an equivalence. Where they are too many, too long or unlimited, normal
    /// forms are made one change after the other.
    const fn add_special(&mut self, one: &'static Equivalence) {
        let Some(schemes) = one.schemes else {
            self.is_closed = false;
            return;
        };
        let (mut slot, mut at) = (0, 0);
        while at < schemes.len() {
            while slot < self.special.len() && self.special[slot] != 0 {
                slot += 1;
            }
            match scheme_number(schemes[at]) {
                Some(number) if slot < self.special.len() => self.special[slot] = number,
                _ => self.is_closed = false,
            }
            at += 1;
        }
    }
}

/// Returns the letters of a scheme's name as one little-endian number, or `None` for a name of more
/// than eight letters.
#[doc(hidden)]
pub const fn scheme_number(name: &str) -> Option<u64> {
    let name = name.as_bytes();
    let mut letters = [0; 8];
    if name.len() > letters.len() {
        return None;
    }
    let mut at = 0;
    while at < name.len() {
        letters[at] = name[at];
        at += 1;
    }
    Some(u64::from_le_bytes(letters))
}

const fn has(components: &[Component], component: Component) -> bool {
    let mut at = 0;
    while at < components.len() {
        if components[at].is(component) {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns these bytes, with letters and digits or without.
const fn plain(marks: &[u8], letters: bool) -> ByteSet {
    let mut words = [0u64; 4];
    let mut byte = 0;
    while byte < 0x80 {
        if letters && (byte as u8).is_ascii_alphanumeric() {
            words[byte / 64] |= 1 << (byte % 64);
        }
        byte += 1;
    }
    let mut at = 0;
    while at < marks.len() {
        words[marks[at] as usize / 64] |= 1 << (marks[at] % 64);
        at += 1;
    }
    ByteSet::from_words(words)
}
