//! The table of functions, which every engine reads.

use arrow_schema::{DataType, Field};
use urigram::errors::UnknownName;
use urigram::Component;

use crate::arguments::PlanError;
use crate::column::value_type;
use crate::kernels::{change_fields, error_fields, field_name, split_fields};

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
    /// The value where none is given; without one, it must be given, unless it is a
    /// [`Takes::Key`].
    pub default: Option<&'static str>,
}

/// The kind of value that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// The id of a grammar, `rfc3986`, perhaps with a reading: `rfc2396@printed`.
    Grammar,
    /// A list of ids of grammars, at least one.
    Grammars,
    /// A way to select: `auto`, `newest`, `oldest` or a day.
    Select,
    /// A base: a text for all rows, or a column.
    Base,
    /// A flag, false by default.
    Flag,
    /// The name of a part of a URL in Spark: `HOST`, `PATH`, `QUERY`, `REF`, `PROTOCOL`, `FILE`,
    /// `AUTHORITY`, `USERINFO`. Another name gives nulls, as it does there.
    Part,
    /// A list of hosts, an entry a line, as `AllowList::read` takes it.
    Allow,
    /// The key of a value in a query, a regular expression. It may be left out.
    Key,
}

impl Takes {
    /// Returns the name: `"grammar"`, `"grammars"`, `"select"`, `"base"`, `"flag"`, `"part"`,
    /// `"allow"`, `"key"`.
    pub const fn name(self) -> &'static str {
        match self {
            Takes::Grammar => "grammar",
            Takes::Grammars => "grammars",
            Takes::Select => "select",
            Takes::Base => "base",
            Takes::Flag => "flag",
            Takes::Part => "part",
            Takes::Allow => "allow",
            Takes::Key => "key",
        }
    }
}

/// The result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Returns {
    /// A Boolean.
    Boolean,
    /// A text or bytes, of the type of the column.
    Value,
    /// A word, in Utf8: the id of a grammar.
    Word,
    /// A list of words.
    Words,
    /// A struct of components, each of the type of the column.
    Components,
    /// A struct of `offset` in bytes, `rule`, `section` and `message`.
    Error,
    /// A list of structs of `kind` and `message`.
    Changes,
}

impl Returns {
    /// Returns the name: `"boolean"`, `"value"`, `"word"`, `"words"`, `"components"`, `"error"`,
    /// `"changes"`.
    pub const fn name(self) -> &'static str {
        match self {
            Returns::Boolean => "boolean",
            Returns::Value => "value",
            Returns::Word => "word",
            Returns::Words => "words",
            Returns::Components => "components",
            Returns::Error => "error",
            Returns::Changes => "changes",
        }
    }

    /// Returns the type of the result for a column whose values have this type.
    pub(crate) fn data_type(self, values: &DataType) -> DataType {
        match self {
            Returns::Boolean => DataType::Boolean,
            Returns::Value => values.clone(),
            Returns::Word => DataType::Utf8,
            Returns::Words => DataType::new_list(DataType::Utf8, true),
            Returns::Components => DataType::Struct(split_fields(values)),
            Returns::Error => DataType::Struct(error_fields()),
            Returns::Changes => {
                let change = Field::new_list_field(DataType::Struct(change_fields()), true);
                DataType::List(change.into())
            }
        }
    }
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
    /// A part of a URL as Spark finds it. If `tries`, an invalid one gives a null and no error.
    ParseUrl {
        tries: bool,
    },
}

const fn needed(name: &'static str, takes: Takes) -> Parameter {
    Parameter { name, takes, default: None }
}

/// The newest generic grammar is the default, as in the library.
const GRAMMAR: Parameter =
    Parameter { name: "grammar", takes: Takes::Grammar, default: Some("rfc3986") };

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
    const BY: &[Parameter] = &[GRAMMAR];
    row(field_name(component), BY, Returns::Value, Answer::Component(component), summary)
}

/// The parameters of the guard.
const VETTED: &[Parameter] = &[needed("allow", Takes::Allow), needed("readers", Takes::Grammars)];

/// The parameters of Spark's functions.
const PART: &[Parameter] =
    &[needed("part", Takes::Part), Parameter { name: "key", takes: Takes::Key, default: None }];

/// Every function.
pub static FUNCTIONS: &[Function] = &[
    row(
        "accepts",
        &[GRAMMAR],
        Returns::Boolean,
        Answer::Accepts,
        "Whether the grammar accepts the whole text.",
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
        &[GRAMMAR],
        Returns::Components,
        Answer::Split,
        "All components; null where the text is rejected.",
    ),
    component(Component::Scheme, "The scheme, without its colon."),
    component(Component::Authority, "The authority: userinfo, host and port."),
    component(Component::Userinfo, "The userinfo."),
    component(Component::Host, "The host, with the brackets of an IPv6 address."),
    component(Component::Port, "The port, as text: no digit is lost and none is too many."),
    component(Component::Path, "The path; empty where there is none."),
    component(Component::Nid, "The namespace identifier of a URN."),
    component(Component::Nss, "The namespace-specific string of a URN."),
    component(Component::RComponent, "The r-component of a URN."),
    component(Component::QComponent, "The q-component of a URN."),
    component(Component::Query, "The query, without its question mark."),
    component(Component::Fragment, "The fragment, without its number sign."),
    row(
        "error",
        &[GRAMMAR],
        Returns::Error,
        Answer::Error,
        "The error by which the grammar rejects the text; null where it accepts.",
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
        "The sort-friendly form by which web archives index URLs.",
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
        "parse_url",
        PART,
        Returns::Value,
        Answer::ParseUrl { tries: false },
        "A part of a URL as Spark's parse_url finds it; an invalid URL is an error.",
    ),
    row(
        "try_parse_url",
        PART,
        Returns::Value,
        Answer::ParseUrl { tries: true },
        "A part of a URL as Spark's try_parse_url finds it; null where the URL is invalid.",
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

    /// Returns true if Spark defines the function. Engines that follow Spark know it by the same
    /// name, without `uri_`.
    pub fn is_sparks(&self) -> bool {
        matches!(self.answer, Answer::ParseUrl { .. })
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
