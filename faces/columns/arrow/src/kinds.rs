//! The kinds of parameters and of results.

use arrow_schema::{DataType, Field};

use crate::kernels::{browser_fields, change_fields, error_fields, pairs_type, split_fields};

/// The kind of value that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// The id of a grammar, `rfc3986`, perhaps with a reading: `rfc2396@printed`.
    Grammar,
    /// The name of a rule; the empty text is the start rule.
    Rule,
    /// A list of ids of grammars, at least one.
    Grammars,
    /// A way to select: `auto`, `newest`, `oldest` or a day.
    Select,
    /// A base: a text for all rows, or a column.
    Base,
    /// A flag, false by default.
    Flag,
    /// A list of hosts, one entry per line, as `AllowList::read` takes it.
    Allow,
    /// A list of names of pairs in a query, at least one; `utm_*` is every name that begins so.
    Names,
    /// The name of a pair in a query.
    Name,
}

impl Takes {
    /// Returns the name: `"grammar"`, `"rule"`, `"grammars"`, `"select"`, `"base"`, `"flag"`,
    /// `"allow"`, `"names"`, `"name"`.
    pub const fn name(self) -> &'static str {
        match self {
            Takes::Grammar => "grammar",
            Takes::Rule => "rule",
            Takes::Grammars => "grammars",
            Takes::Select => "select",
            Takes::Base => "base",
            Takes::Flag => "flag",
            Takes::Allow => "allow",
            Takes::Names => "names",
            Takes::Name => "name",
        }
    }

    /// Returns the kind of value: `"a text"`, `"a list of texts"`, `"true or false"`.
    pub const fn value(self) -> &'static str {
        match self {
            Takes::Grammars | Takes::Names => "a list of texts",
            Takes::Flag => "true or false",
            _ => "a text",
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
    /// A list of structs of `name` and `value`, each of the type of the column.
    Pairs,
    /// A struct of `href`, `scheme`, `host`, `host_type`, `port`, `path`, `query` (pairs),
    /// `fragment` and `agrees`.
    Browser,
}

impl Returns {
    /// Returns the name: `"boolean"`, `"value"`, `"word"`, `"words"`, `"components"`, `"error"`,
    /// `"changes"`, `"pairs"`, `"browser"`.
    pub const fn name(self) -> &'static str {
        match self {
            Returns::Boolean => "boolean",
            Returns::Value => "value",
            Returns::Word => "word",
            Returns::Words => "words",
            Returns::Components => "components",
            Returns::Error => "error",
            Returns::Changes => "changes",
            Returns::Pairs => "pairs",
            Returns::Browser => "browser",
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
            Returns::Pairs => pairs_type(values),
            Returns::Browser => DataType::Struct(browser_fields(values)),
            Returns::Error => DataType::Struct(error_fields()),
            Returns::Changes => {
                let change = Field::new_list_field(DataType::Struct(change_fields()), true);
                DataType::List(change.into())
            }
        }
    }
}
