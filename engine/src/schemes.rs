//! Sets of schemes.

/// Some schemes.
#[derive(Clone, Copy, Debug)]
pub enum Schemes {
    /// Every scheme, and relative forms.
    All,
    /// None.
    None,
    /// These, in lower case.
    Only(&'static [&'static str]),
    /// These, and no others that differ in case: the document does not say that case is ignored.
    Exactly(&'static [&'static str]),
}

impl Schemes {
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
            // A pattern is no call: most names are another at their first letter.
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
