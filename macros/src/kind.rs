//! The differences between the macros: one row for each.

use urigram_grammars::{Form, Grammar, GrammarSet, Reading, StartRule, Table};
use urigram_literals::Subject;

/// One of the macros.
pub(crate) struct Kind {
    /// Its name, without `!`.
    pub(crate) name: &'static str,
    /// The noun for its argument in messages.
    pub(crate) takes: &'static str,
    /// The forms of the documents that it accepts.
    pub(crate) forms: &'static [Form],
    /// The form of its default.
    pub(crate) form: Form,
    /// The rule of a document that it checks; `None` for the rule of the document's subject.
    pub(crate) rule: Option<StartRule>,
    /// The type that it yields.
    pub(crate) value: Value,
}

/// The types of urigram that a macro may yield.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Value {
    Uri,
    UriRef,
    Iri,
    IriRef,
    Urn,
    Urc,
}

impl Value {
    /// Returns the type's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Value::Uri => "Uri",
            Value::UriRef => "UriRef",
            Value::Iri => "Iri",
            Value::IriRef => "IriRef",
            Value::Urn => "Urn",
            Value::Urc => "Urc",
        }
    }

    /// Returns true if its text is bytes, which need not be UTF-8.
    pub(crate) fn is_bytes(self) -> bool {
        self == Value::Urc
    }
}

impl Kind {
    pub(crate) const URI: Kind = Kind {
        name: "uri",
        takes: "a URI",
        forms: StartRule::URI_FORMS,
        form: Form::Generic,
        rule: Some(StartRule::Absolute),
        value: Value::Uri,
    };
    pub(crate) const URI_REF: Kind = Kind {
        name: "uri_ref",
        takes: "a relative reference",
        forms: StartRule::URI_FORMS,
        form: Form::Generic,
        rule: Some(StartRule::Reference),
        value: Value::UriRef,
    };
    pub(crate) const URN: Kind = Kind {
        name: "urn",
        takes: "a name (URN)",
        forms: &[Form::Urn],
        form: Form::Urn,
        rule: Some(StartRule::Absolute),
        value: Value::Urn,
    };
    pub(crate) const IRI: Kind = Kind {
        name: "iri",
        takes: "an IRI",
        forms: StartRule::IRI_FORMS,
        form: Form::Iri,
        rule: Some(StartRule::Absolute),
        value: Value::Iri,
    };
    pub(crate) const IRI_REF: Kind = Kind {
        name: "iri_ref",
        takes: "a relative reference with characters beyond US-ASCII",
        forms: StartRule::IRI_FORMS,
        form: Form::Iri,
        rule: Some(StartRule::Reference),
        value: Value::IriRef,
    };
    pub(crate) const URC: Kind = Kind {
        name: "urc",
        takes: "a citation (URC)",
        forms: &[Form::Urc],
        form: Form::Urc,
        rule: None,
        value: Value::Urc,
    };

    /// The rows, in the order in which another macro is proposed.
    pub(crate) const ALL: [&'static Kind; 6] =
        [&Kind::URN, &Kind::URI, &Kind::URI_REF, &Kind::IRI, &Kind::IRI_REF, &Kind::URC];

    /// Returns the macro as messages call it.
    pub(crate) fn subject(&self) -> Subject<'static> {
        let Kind { name, takes, value, .. } = self;
        Subject { name, takes, value: value.name(), is_bytes: value.is_bytes() }
    }

    /// Returns the default grammar; `None` if the list has no document of the form.
    pub(crate) fn default(&self) -> Option<Grammar> {
        Grammar::newest(self.form)
    }

    /// Returns true if the macro can use this grammar.
    pub(crate) fn reads_by(&self, grammar: Grammar) -> bool {
        self.forms.contains(&grammar.document().form)
    }

    /// Returns the grammars that the macro can use, in order of date.
    pub(crate) fn grammars(&self) -> impl Iterator<Item = Grammar> + '_ {
        Grammar::ALL.iter().copied().filter(|&grammar| self.reads_by(grammar))
    }

    /// Returns the table that the macro checks, chosen like those of the run-time constructors.
    pub(crate) fn table(&self, grammar: Grammar, reading: Reading) -> &'static Table {
        match self.rule {
            Some(rule) => rule.table(grammar, reading),
            None => grammar.tables(reading).start(),
        }
    }

    /// Returns the grammars that make the macro accept a text.
    pub(crate) fn accepting(&self, text: &[u8], reading: Reading) -> GrammarSet {
        self.grammars().filter(|&grammar| self.table(grammar, reading).accepts(text)).collect()
    }
}
