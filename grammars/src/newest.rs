//! The newest document of a form.

use crate::{Document, Form, Grammar};

impl Grammar {
    /// Returns the newest document of a form that depends on no other of that form: RFC 6874, which
    /// patches RFC 3986, is passed over. `None` when [`Grammar::ALL`] has no document of that form.
    ///
    /// ```
    /// use urigram_grammars::{Form, Grammar};
    ///
    /// const GENERIC: Option<Grammar> = Grammar::newest(Form::Generic);
    /// assert_eq!(GENERIC, Some(Grammar::Rfc3986));
    /// ```
    #[inline]
    pub const fn newest(form: Form) -> Option<Grammar> {
        let mut at = Grammar::ALL.len();
        while at > 0 {
            at -= 1;
            let document = Grammar::ALL[at].document();
            if document.form as u8 == form as u8 && !patches(document, form) {
                return Some(Grammar::ALL[at]);
            }
        }
        None
    }
}

/// Returns true if the document builds on another of this form.
#[inline]
const fn patches(document: &Document, form: Form) -> bool {
    let Some(base) = document.base else {
        return false;
    };
    let mut at = 0;
    while at < Grammar::ALL.len() {
        let candidate = Grammar::ALL[at].document();
        if candidate.form as u8 == form as u8
            && same_bytes(candidate.id.as_bytes(), base.as_bytes())
        {
            return true;
        }
        at += 1;
    }
    false
}

#[inline]
const fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
