//! The rows of `document.toml` that a generated package is made of.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A row of `[[type]]`: a rule whose strings become a type.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Type {
    pub rule: String,
    /// The name of the borrowed type; the rule's name in camel case if left out.
    pub name: Option<String>,
    /// The rules that are components; those that the rule's definition names if left out.
    pub components: Option<Vec<String>>,
    /// Rules that are lists, with the rule of their items.
    #[serde(default)]
    pub lists: BTreeMap<String, String>,
    /// The name of the macro for literals; without it, there is one only for a start rule.
    pub literal: Option<String>,
    /// The type of Rust that the text of a node is read as, of a package whose start rule calls
    /// itself.
    #[serde(rename = "as")]
    pub read_as: Option<String>,
}

impl Type {
    /// Returns the rules of the row: its own, and those of its components.
    pub fn rules(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.rule).chain(self.components.iter().flatten())
    }
}

/// A row of `[[operator]]`: operators of one level. Later rows of the same rule bind tighter.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct OperatorLevel {
    /// The rule whose matches are expressions: operands with the operators between them.
    pub rule: String,
    /// Rules of operators between operands, of which the first one binds tighter.
    #[serde(default)]
    pub left: Vec<String>,
    /// Rules of operators between operands, of which the last one binds tighter.
    #[serde(default)]
    pub right: Vec<String>,
    /// Rules of operators before their operand.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// Rules of operators behind their operand.
    #[serde(default)]
    pub postfix: Vec<String>,
}

/// The table `[package]`: fields of the generated package's manifest.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Package {
    pub name: Option<String>,
    pub version: Option<String>,
    pub license: Option<String>,
    pub repository: Option<String>,
    /// True for a package of trees, with a type for each rule, though the start rule does not call
    /// itself.
    #[serde(default)]
    pub trees: bool,
    /// Further dependencies, as lines of the manifest.
    #[serde(default)]
    pub dependencies: BTreeMap<String, toml::Value>,
}

/// The key `check` of a constraint: one of four kinds.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The rule whose text is checked.
    pub of: String,
    /// The kind `unique`: no two items of the list have the same text of this rule.
    pub unique: Option<String>,
    /// The kind `utf8`: percent-encoded octets spell UTF-8.
    #[serde(default)]
    pub utf8: bool,
    /// The kind `longest`: the most bytes.
    pub longest: Option<usize>,
    /// The kind `function`: a Rust path to a function that takes a `&str` and returns a `bool`.
    pub function: Option<String>,
}
