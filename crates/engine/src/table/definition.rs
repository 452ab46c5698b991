use core::fmt;
use core::panic::RefUnwindSafe;

use crate::{Document, Reading, Tables};

/// A grammar as data: a document's facts, and the tables of both readings.
///
/// `urigram-generate` writes definitions, as statics of a module that is committed.
///
/// ```
/// use urigram::documents::Definition;
/// use urigram::{Grammar, Reading};
///
/// /// The document of RFC 3986, read as printed in both readings.
/// static PRINTED: Definition = Definition {
///     document: Grammar::Rfc3986.document(),
///     corrected: Grammar::Rfc3986.tables(Reading::Printed),
///     printed: Grammar::Rfc3986.tables(Reading::Printed),
///     sources: None,
///     programs: None,
/// };
/// assert_ne!(Grammar::new(&PRINTED), Grammar::Rfc3986);
/// ```
#[derive(Debug)]
pub struct Definition {
    /// The document's facts.
    pub document: &'static Document,
    /// The tables of [`Reading::Corrected`].
    pub corrected: &'static Tables,
    /// The tables of [`Reading::Printed`]; the same as the corrected ones where no erratum changes
    /// the language.
    pub printed: &'static Tables,
    /// The rules as text, where the build has them.
    pub sources: Option<&'static Sources>,
    /// The PEGs of both readings, where the build has them.
    pub programs: Option<&'static dyn Programs>,
}

/// The PEGs of a definition as programs that build trees (`nested::Program::packed`).
///
/// An array has those of [`Reading::Corrected`] and [`Reading::Printed`]. A loaded definition may
/// make its own when they are first used.
pub trait Programs: fmt::Debug + Sync + RefUnwindSafe {
    /// Returns the program of a reading. It is empty for a definition without a PEG.
    fn packed(&self, reading: Reading) -> &[u8];
}

impl<T: AsRef<[u8]> + fmt::Debug + Sync + RefUnwindSafe> Programs for [T; 2] {
    fn packed(&self, reading: Reading) -> &[u8] {
        match reading {
            Reading::Corrected => self[0].as_ref(),
            Reading::Printed => self[1].as_ref(),
        }
    }
}

impl Definition {
    /// Returns the tables of a reading.
    pub const fn tables(&self, reading: Reading) -> &'static Tables {
        match reading {
            Reading::Corrected => self.corrected,
            Reading::Printed => self.printed,
        }
    }
}

/// The merged rules of a document as text: its own, and those of the document that it builds on.
#[derive(Debug)]
pub struct Sources {
    /// The rules in RFC 5234 notation, corrected and printed.
    pub abnf: [&'static str; 2],
    /// The rules as a PEG, corrected and printed.
    pub pest: [&'static str; 2],
    /// The document's `examples.toml`.
    pub examples: &'static str,
    /// The document's `errata.toml`: reports of the RFC Editor's errata system. `""` without any.
    pub reports: &'static str,
    /// Its `document.toml`.
    pub facts: &'static str,
    /// Its `sections.tsv`.
    pub sections: &'static str,
    /// Its `quotations.tsv`.
    pub quotations: &'static str,
}
