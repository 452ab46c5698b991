//! The warnings of values.

use alloc::vec::Vec;

use super::{warnings, Warning};
use crate::{
    Iri, IriBuf, IriRef, IriRefBuf, Urc, UrcBuf, Uri, UriBuf, UriRef, UriRefBuf, Urn, UrnBuf,
};

macro_rules! of_values {
    ($($name:ty, $bytes:ident;)*) => {
        $(
            impl $name {
                /// Returns the places that the value's document allows and advises against:
                /// passwords, rare forms of addresses, unusual ports and others. The result is that
                /// of [`cautions::warnings`](crate::cautions::warnings).
                ///
                /// ```
                /// let uri = urigram::Uri::parse("http://u:p@0x7f.1/")?;
                /// let ids: Vec<_> = uri.warnings().iter().map(|warning| warning.id()).collect();
                /// assert_eq!(ids, ["rare-ipv4", "password"]);
                /// # Ok::<(), urigram::SyntaxError>(())
                /// ```
                pub fn warnings(&self) -> Vec<Warning> {
                    warnings(self.grammar(), self.reading(), self.$bytes().as_ref())
                }
            }
        )*
    };
}

of_values! {
    Uri<'_>, as_str;
    UriBuf, as_str;
    UriRef<'_>, as_str;
    UriRefBuf, as_str;
    Iri<'_>, as_str;
    IriBuf, as_str;
    IriRef<'_>, as_str;
    IriRefBuf, as_str;
    Urn<'_>, as_str;
    UrnBuf, as_str;
    Urc<'_>, as_bytes;
    UrcBuf, as_bytes;
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use urigram_grammars::{Form, Grammar, Reading};

    fn shown(found: &[Warning]) -> Vec<String> {
        found.iter().map(ToString::to_string).collect()
    }

    /// Every document's own examples, as values of its form.
    #[test]
    fn a_value_has_the_warnings_of_its_text() {
        let mut compared = 0;
        for &grammar in Grammar::ALL {
            for caution in grammar.document().commentary().cautions {
                let (text, reading) = (caution.example, Reading::Corrected);
                let wanted = warnings(grammar, reading, text.as_bytes());
                assert!(!wanted.is_empty());
                let found = match grammar.document().form {
                    Form::Urc => Urc::parse_by(grammar, reading, text.as_bytes())
                        .map(|value| [value.warnings(), value.to_owned().warnings()]),
                    Form::Urn => Urn::parse_by(grammar, reading, text)
                        .map(|value| [value.warnings(), value.to_owned().warnings()]),
                    Form::Iri => IriRef::parse_by(grammar, reading, text)
                        .map(|value| [value.warnings(), value.to_owned().warnings()]),
                    _ => UriRef::parse_by(grammar, reading, text)
                        .map(|value| [value.warnings(), value.to_owned().warnings()]),
                };
                for found in found.unwrap() {
                    assert_eq!(shown(&found), shown(&wanted), "{grammar} {text}");
                    compared += 1;
                }
                if let Ok(uri) = Uri::parse_by(grammar, reading, text) {
                    assert_eq!(shown(&uri.warnings()), shown(&wanted), "{grammar} {text}");
                }
            }
        }
        assert!(compared > 60, "{compared}");
    }
}
