//! The table of functions, which every engine reads.

use arrow_schema::DataType;
use urigram::errors::UnknownName;
use urigram::Component;

use crate::arguments::PlanError;
use crate::column::value_type;
use crate::kernels::field_name;
use crate::kinds::{Returns, Takes};

/// A function over a column.
#[derive(Debug)]
pub struct Function {
    /// The name. Engines with one name space for functions put `uri_` before it.
    pub name: &'static str,
    /// A sentence for users.
    pub summary: &'static str,
    /// The parameters after the column, in order.
    pub parameters: &'static [Parameter],
    /// The result.
    pub returns: Returns,
    pub(crate) answer: Answer,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The kind of value.
    pub takes: Takes,
    /// The value where none is given; without one, it must be given.
    pub default: Option<&'static str>,
}

/// The question that a function asks of each row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    Accepts,
    Accepting,
    Component(Component),
    Split,
    Error,
    Normalize,
    Key,
    Resolve,
    Select,
    Changes,
    Surt,
    Agrees,
    Vetted,
    Denied,
    Browser,
    HostType,
    QueryPairs,
    QueryValue,
    WithoutParams,
    UrlDecode,
    ToUnicode,
    ToAscii,
}

const fn needed(name: &'static str, takes: Takes) -> Parameter {
    Parameter { name, takes, default: None }
}

/// The newest generic grammar is the default, as in the library.
const GRAMMAR: Parameter =
    Parameter { name: "grammar", takes: Takes::Grammar, default: Some("rfc3986") };

/// A rule of the grammar; the empty text is its start rule.
const RULE: Parameter = Parameter { name: "rule", takes: Takes::Rule, default: Some("") };

const fn flag(name: &'static str) -> Parameter {
    Parameter { name, takes: Takes::Flag, default: Some("false") }
}

const fn row(
    name: &'static str,
    parameters: &'static [Parameter],
    returns: Returns,
    answer: Answer,
    summary: &'static str,
) -> Function {
    Function { name, summary, parameters, returns, answer }
}

const fn component(component: Component, summary: &'static str) -> Function {
    const BY: &[Parameter] = &[GRAMMAR, RULE];
    row(field_name(component), BY, Returns::Value, Answer::Component(component), summary)
}

/// The parameters of the guard.
const VETTED: &[Parameter] = &[needed("allow", Takes::Allow), needed("readers", Takes::Grammars)];

/// Every function.
pub static FUNCTIONS: &[Function] = &[
    row(
        "accepts",
        &[GRAMMAR, RULE],
        Returns::Boolean,
        Answer::Accepts,
        "Whether the grammar's start rule, or the rule that is named, accepts the whole text.",
    ),
    row(
        "accepting",
        &[],
        Returns::Words,
        Answer::Accepting,
        "The ids of the grammars that accept the text, in order of date.",
    ),
    row(
        "split",
        &[GRAMMAR, RULE],
        Returns::Components,
        Answer::Split,
        "All components by the grammar's start rule, or the rule that is named; null where the \
         text is rejected.",
    ),
    component(Component::Scheme, "The scheme, without its colon."),
    component(Component::Authority, "The authority: userinfo, host and port."),
    component(Component::Userinfo, "The userinfo."),
    component(Component::Host, "The host, with the brackets of an IPv6 address."),
    component(Component::Port, "The port, as text: no digit is lost and none is too many."),
    component(Component::Path, "The path; empty where there isn't one."),
    component(Component::Nid, "The namespace identifier of a URN."),
    component(Component::Nss, "The namespace-specific string of a URN."),
    component(Component::RComponent, "The r-component of a URN."),
    component(Component::QComponent, "The q-component of a URN."),
    component(Component::Query, "The query, without its question mark."),
    component(Component::Fragment, "The fragment, without its number sign."),
    row(
        "error",
        &[GRAMMAR, RULE],
        Returns::Error,
        Answer::Error,
        "The error when the grammar's start rule, or the rule that is named, rejects the text; \
         null where it accepts.",
    ),
    row(
        "normalize",
        &[GRAMMAR, flag("addresses")],
        Returns::Value,
        Answer::Normalize,
        "The normal form by all that the grammar's document says; by RFC 5952, too, if asked.",
    ),
    row(
        "key",
        &[GRAMMAR, flag("addresses")],
        Returns::Value,
        Answer::Key,
        "A text that is equal exactly for texts that the document calls equivalent.",
    ),
    row(
        "resolve",
        &[needed("base", Takes::Base), GRAMMAR],
        Returns::Value,
        Answer::Resolve,
        "The target of a reference by the document's own algorithm.",
    ),
    row(
        "select",
        &[Parameter { name: "how", takes: Takes::Select, default: Some("auto") }],
        Returns::Word,
        Answer::Select,
        "The id of the grammar that reads the text; null where none does.",
    ),
    row(
        "changes",
        &[needed("from", Takes::Grammar), needed("to", Takes::Grammar)],
        Returns::Changes,
        Answer::Changes,
        "The changes between two grammars: lost, gained, split, normalization.",
    ),
    row(
        "surt",
        &[flag("with_scheme"), flag("trailing_comma"), flag("keep_www")],
        Returns::Value,
        Answer::Surt,
        "The sort-friendly form that web archives index URLs by.",
    ),
    row(
        "agrees",
        &[needed("grammars", Takes::Grammars)],
        Returns::Boolean,
        Answer::Agrees,
        "Whether the accepting grammars find one scheme, userinfo, host and port.",
    ),
    row(
        "vetted",
        VETTED,
        Returns::Boolean,
        Answer::Vetted,
        "Whether every reader takes the text to a host of the list; bytes are not vetted.",
    ),
    row(
        "denied",
        VETTED,
        Returns::Word,
        Answer::Denied,
        "The reason for which a text is not vetted; null where it is.",
    ),
    row(
        "browser",
        &[],
        Returns::Browser,
        Answer::Browser,
        "The URL that a browser makes of the text, its parts, and whether RFC 3986 reads its host.",
    ),
    row(
        "host_type",
        &[GRAMMAR],
        Returns::Word,
        Answer::HostType,
        "The kind of the host: name, ipv4, ipv6, future or irregular.",
    ),
    row(
        "query_pairs",
        &[GRAMMAR],
        Returns::Pairs,
        Answer::QueryPairs,
        "The pairs of the query, decoded and in order.",
    ),
    row(
        "query_value",
        &[needed("name", Takes::Name), GRAMMAR],
        Returns::Value,
        Answer::QueryValue,
        "The first value of a name in the query, decoded.",
    ),
    row(
        "without_params",
        &[needed("names", Takes::Names), GRAMMAR],
        Returns::Value,
        Answer::WithoutParams,
        "The text without the pairs of these names in its query; a name may end with a star.",
    ),
    row(
        "url_decode",
        &[flag("form")],
        Returns::Value,
        Answer::UrlDecode,
        "The text with its percent-encodings decoded; of a form, with spaces for plus signs.",
    ),
    row(
        "to_unicode",
        &[],
        Returns::Value,
        Answer::ToUnicode,
        "The IRI to be shown for a URI, with the host by ToUnicode.",
    ),
    row(
        "to_ascii",
        &[],
        Returns::Value,
        Answer::ToAscii,
        "The URI to connect to for an IRI, with the host by ToASCII.",
    ),
];

impl Function {
    /// Returns the function of a name.
    ///
    /// # Errors
    /// [`PlanError`] with the nearest name where none has this one.
    pub fn named(name: &str) -> Result<&'static Function, PlanError> {
        UnknownName::resolve("function", name, FUNCTIONS.iter(), |function| function.name)
            .map_err(|error| PlanError::new(name, error.to_string()))
    }

    /// Returns the type of the result for a column of a type.
    ///
    /// # Errors
    /// [`PlanError`] where the column holds neither text nor bytes.
    pub fn data_type(&self, column: &DataType) -> Result<DataType, PlanError> {
        let values = value_type(column).ok_or_else(|| PlanError::of_column(self.name, column))?;
        Ok(self.returns.data_type(values))
    }
}
