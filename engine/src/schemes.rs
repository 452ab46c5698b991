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
        match self {
            Schemes::All => true,
            Schemes::None => false,
            Schemes::Only(names) => {
                let mut at = 0;
                while at < names.len() {
                    if is_same_but_for_case(names[at].as_bytes(), scheme) {
                        return true;
                    }
                    at += 1;
                }
                false
            }
            Schemes::Exactly(names) => !has_capital(scheme) && Schemes::Only(names).has(scheme),
        }
    }
}

/// `eq_ignore_ascii_case`, which is constant since Rust 1.89.
const fn is_same_but_for_case(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if !a[at].eq_ignore_ascii_case(&b[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn has_capital(scheme: &[u8]) -> bool {
    let mut at = 0;
    while at < scheme.len() {
        if scheme[at].is_ascii_uppercase() {
            return true;
        }
        at += 1;
    }
    false
}
