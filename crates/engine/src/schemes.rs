//! Sets of schemes.

/// Some schemes.
///
/// ```
/// use urigram::documents::Schemes;
///
/// let schemes = Schemes::Only(&["http", "https"]);
/// assert!(schemes.has(b"HTTP") && !schemes.has(b"ftp") && Schemes::All.has(b"ftp"));
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "facts", derive(Default, serde::Serialize))]
pub enum Schemes {
    /// Every scheme, and relative forms.
    #[cfg_attr(feature = "facts", default)]
    All,
    /// None.
    None,
    /// These, in lower case.
    Only(&'static [&'static str]),
    /// These, and no others that differ in case: the document does not say that case is ignored.
    Exactly(&'static [&'static str]),
}

/// Reads a word or a list by hand: an error of an untagged enum names no possible value.
#[cfg(feature = "facts")]
impl<'de> serde::Deserialize<'de> for Schemes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Schemes, D::Error> {
        from.deserialize_any(Visitor)
    }
}

#[cfg(feature = "facts")]
struct Visitor;

#[cfg(feature = "facts")]
impl<'de> serde::de::Visitor<'de> for Visitor {
    type Value = Schemes;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("\"all\", \"none\" or a list of schemes, as in [\"http\", \"ftp\"]")
    }

    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Schemes, E> {
        match word {
            "all" => Ok(Schemes::All),
            "none" => Ok(Schemes::None),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Schemes, A::Error> {
        let mut names = alloc::vec::Vec::new();
        while let Some(name) = items.next_element::<alloc::string::String>()? {
            names.push(&*name.leak());
        }
        Ok(Schemes::Only(names.leak()))
    }
}

impl Schemes {
    /// Returns the schemes that are named: none where there are all, or none.
    #[cfg(feature = "facts")]
    #[doc(hidden)]
    pub fn names(&self) -> &'static [&'static str] {
        match self {
            Schemes::All | Schemes::None => &[],
            Schemes::Only(names) | Schemes::Exactly(names) => names,
        }
    }

    /// Returns true if a scheme is one of these.
    pub const fn has(&self, scheme: &[u8]) -> bool {
        self.has_before(scheme, scheme.len())
    }

    /// Returns true if the scheme that ends at an offset of a text is one of these. Literals run
    /// this while compiling, where a slice is eight calls.
    pub(crate) const fn has_before(&self, text: &[u8], end: usize) -> bool {
        let (names, is_exact) = match self {
            Schemes::All => return true,
            Schemes::None => return false,
            Schemes::Only(names) => (names, false),
            Schemes::Exactly(names) => (names, true),
        };
        let [first, ..] = text else { return false };
        let (mut rest, first) = (*names, *first | 0x20);
        while let [name, after @ ..] = rest {
            // A pattern is not a call: most names are another at their first letter.
            if let bytes @ [letter, ..] = name.as_bytes() {
                if *letter == first && is_same(bytes, text, end, is_exact) {
                    return true;
                }
            }
            rest = after;
        }
        false
    }
}

/// Returns true if a name, which has no capital, is the text before an offset. Unless that has to
/// be exact, the case of letters is ignored.
const fn is_same(name: &[u8], text: &[u8], end: usize, is_exact: bool) -> bool {
    if name.len() != end || text.len() < end {
        return false;
    }
    let (mut name, mut text) = (name, text);
    while let ([a, names @ ..], [b, texts @ ..]) = (name, text) {
        let is_letter = *a | 0x20 >= b'a' && *a | 0x20 <= b'z';
        if *a != *b && (is_exact || !is_letter || *a ^ *b != 0x20) {
            return false;
        }
        (name, text) = (names, texts);
    }
    true
}
