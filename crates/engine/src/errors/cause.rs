//! Causes of errors other than the rules. A program links the sentences of those that it can meet.

use core::fmt;

use crate::errors::syntax_error::Cause;
use crate::{Document, Form, SyntaxError, SyntaxErrorKind};

/// The character that the grammar removes before the rules read. A value may not contain it.
static REMOVED: Cause = Cause {
    kind: None,
    section: |document| document.removed.as_ref().map(|removed| removed.section),
    write: |error, f| {
        let (id, found) = (error.document().id, error.found());
        write!(f, "{id} removes {found} before it reads: parse the text without it")
    },
};

/// The program of a practice, which refuses a host that the rules accept.
static PROGRAM: Cause = Cause {
    kind: Some(SyntaxErrorKind::Host),
    section: |document| document.constraints.first().map(|row| row.section),
    write: |error, f| {
        let Document { id, constraints, .. } = error.document();
        write!(f, "{id} refuses the host: {}", constraints.first().map_or("", |row| row.message))
    },
};

const fn form(write: fn(&SyntaxError, &mut fmt::Formatter<'_>) -> fmt::Result) -> Cause {
    Cause { kind: Some(SyntaxErrorKind::Form), section: |_| None, write }
}

static NO_NAMES: Cause =
    form(|error, f| write!(f, "{} defines no names (URNs)", error.document().id));
static NO_CITATIONS: Cause =
    form(|error, f| write!(f, "{} defines no citations (URCs)", error.document().id));
static NO_IRIS: Cause = form(|error, f| write!(f, "{} defines no IRIs", error.document().id));
static NO_URIS: Cause = form(|error, f| {
    let is_iri = error.document().form == Form::Iri;
    let advice = if is_iri { ": parse the text as an `Iri`" } else { "" };
    write!(f, "{} defines no URIs{advice}", error.document().id)
});

impl Cause {
    pub const REMOVED: &'static Cause = &REMOVED;
    pub const PROGRAM: &'static Cause = &PROGRAM;

    /// Returns the cause where a grammar does not define identifiers of a form.
    #[inline]
    pub fn of_form(wanted: Form) -> &'static Cause {
        match wanted {
            Form::Urn => &NO_NAMES,
            Form::Urc => &NO_CITATIONS,
            Form::Iri => &NO_IRIS,
            _ => &NO_URIS,
        }
    }
}
