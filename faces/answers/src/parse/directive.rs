//! The directives of a reference to a name (urn-2012, 2.3), with what the document registers of
//! them.

use serde::Serialize;
use urigram::documents::Form;
use urigram::urn::{Directive, KEYWORDS, SERVICES};
use urigram::Urn;

use super::Report;

/// A directive of a query; absent parts are left out of its JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DirectiveJson {
    /// The text before the equals sign.
    pub keyword: String,
    /// The text after it.
    pub value: String,
    /// Whether a resolver heeds it: a registered keyword counts only if it occurs once.
    pub heeded: bool,
    /// The registration of the keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registered: Option<KeywordJson>,
    /// The registration of the resolution service that the value names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceJson>,
}

/// The registration of a keyword.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct KeywordJson {
    /// The purpose.
    pub purpose: &'static str,
    /// The scope: `global` or `specific`.
    pub scope: &'static str,
    /// The section that defines the keyword.
    pub section: &'static str,
}

/// The registration of a service.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ServiceJson {
    /// The purpose.
    pub purpose: &'static str,
    /// The status of the registration.
    pub status: &'static str,
    /// The document and section that define the service.
    pub reference: &'static str,
}

/// Returns the directives of an accepted name; none for any other input.
pub fn directives(report: &Report<'_>) -> Vec<DirectiveJson> {
    let target = report.choice.target;
    let is_name = target.grammar.document().form == Form::Urn && target.is_start();
    let text = std::str::from_utf8(report.input).ok().filter(|_| report.choice.error.is_none());
    let urn = text
        .filter(|_| is_name)
        .and_then(|text| Urn::parse_by(target.grammar, target.reading, text).ok());
    let Some(urn) = urn else { return Vec::new() };
    let mut heeded = urn.heeded_directives(&[]).peekable();
    // The heeded ones are the others in the same order, and none of a keyword is heeded if one is
    // not.
    urn.directives()
        .map(|directive| row(directive, heeded.next_if_eq(&directive).is_some()))
        .collect()
}

fn row(directive: Directive<'_>, heeded: bool) -> DirectiveJson {
    let Directive { keyword, value } = directive;
    let registered = KEYWORDS.iter().find(|known| known.keyword == keyword);
    let service = SERVICES.iter().find(|service| keyword == "s" && service.name == value);
    DirectiveJson {
        keyword: keyword.to_owned(),
        value: value.to_owned(),
        heeded,
        registered: registered.map(|known| KeywordJson {
            purpose: known.purpose,
            scope: known.scope,
            section: known.section,
        }),
        service: service.map(|service| ServiceJson {
            purpose: service.purpose,
            status: service.status,
            reference: service.reference,
        }),
    }
}
