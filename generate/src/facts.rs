//! `document.toml`, field by field; grammars/README.md says what each means.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    pub id: String,
    pub title: String,
    pub authors: Vec<String>,
    pub date: String,
    pub number: String,
    pub status: String,
    #[serde(default)]
    pub obsoletes: Vec<String>,
    #[serde(default)]
    pub updates: Vec<String>,
    #[serde(default)]
    pub obsoleted_by: Vec<String>,
    pub form: String,
    pub encoding: String,
    pub base: Option<String>,
    pub keeps_punctuation: Option<String>,
    pub notation: String,
    pub summary: String,
    pub start: Start,
    #[serde(default)]
    pub shape: Shape,
    #[serde(default)]
    pub components: BTreeMap<String, Vec<String>>,
    /// The document's own rules for the concepts of `concepts.toml`.
    #[serde(default)]
    pub concepts: BTreeMap<String, Vec<String>>,
    pub resolution: Option<Resolution>,
    pub comparison: Option<Comparison>,
    #[serde(default)]
    pub equivalence: Vec<Equivalence>,
    #[serde(default)]
    pub names: BTreeMap<String, Vec<Name>>,
    #[serde(default)]
    pub part: Vec<Part>,
    #[serde(default)]
    pub rule: Vec<Rule>,
    #[serde(default)]
    pub erratum: Vec<Erratum>,
    #[serde(default)]
    pub constraint: Vec<Constraint>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Start {
    pub default: String,
    pub uri: Option<String>,
    pub reference: Option<String>,
    #[serde(default)]
    pub others: Vec<String>,
}

impl Start {
    /// Every start rule once, the default first.
    pub fn all(&self) -> Vec<&str> {
        let mut names: Vec<&str> = vec![&self.default];
        let more = self.uri.iter().chain(&self.reference).chain(&self.others);
        for name in more {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }
}

/// How identifiers come apart; see `Shape` of urigram-grammars.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    #[serde(default)]
    pub fragment: Schemes,
    #[serde(default)]
    pub query: Schemes,
    #[serde(default)]
    pub authority: Schemes,
    #[serde(default)]
    pub host: Schemes,
    pub authority_ends: Option<String>,
    #[serde(default)]
    pub userinfo: Schemes,
    #[serde(default = "Schemes::none")]
    pub hostless: Schemes,
    pub hier: Option<String>,
    pub net: Option<String>,
    pub server: Option<String>,
    pub hostport: Option<String>,
    pub port: Option<String>,
    pub scheme: Option<String>,
    pub literal: Option<String>,
    #[serde(default)]
    pub name: bool,
    #[serde(default)]
    pub rq: bool,
    #[serde(default)]
    pub forms: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub except: Vec<String>,
}

impl Shape {
    /// Returns the rules that splitting asks, each of which needs a table.
    pub fn rules(&self) -> impl Iterator<Item = &String> {
        [
            &self.hier,
            &self.net,
            &self.server,
            &self.hostport,
            &self.port,
            &self.scheme,
            &self.literal,
        ]
        .into_iter()
        .flatten()
        .chain(self.forms.keys())
    }
}

/// A row of `[names]`; see `ComponentName` of urigram-grammars.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Name {
    pub rule: Option<String>,
    #[serde(default)]
    pub schemes: Schemes,
    pub with: Option<String>,
    pub begins: Option<String>,
    #[serde(default)]
    pub empty: bool,
}

/// A row of `[[part]]`; see `Part` of urigram-grammars.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    pub component: String,
    pub rule: Option<String>,
    pub section: String,
    pub default: Option<String>,
    #[serde(default)]
    pub default_schemes: Schemes,
    #[serde(default)]
    pub schemes: Schemes,
    #[serde(default)]
    pub under: Vec<String>,
    #[serde(default)]
    pub has: Vec<String>,
    #[serde(default)]
    pub lacks: Vec<String>,
    pub from: Option<String>,
    #[serde(default)]
    pub begins: String,
    #[serde(default)]
    pub ends: Vec<String>,
    #[serde(default)]
    pub takes: Takes,
    #[serde(default)]
    pub follows: bool,
    #[serde(default)]
    pub repeats: bool,
    pub separator: Option<String>,
}

#[derive(Deserialize, Clone, Copy, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    #[default]
    All,
    One,
    Digits,
}

impl Facts {
    /// Returns the rules for components and for parts inside them.
    pub fn part_rules(&self) -> impl Iterator<Item = &String> {
        let parts = self.part.iter().filter_map(|part| part.rule.as_ref());
        self.components.values().flatten().chain(parts)
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            fragment: Schemes::default(),
            query: Schemes::default(),
            authority: Schemes::default(),
            host: Schemes::default(),
            authority_ends: None,
            userinfo: Schemes::default(),
            hostless: Schemes::none(),
            hier: None,
            net: None,
            server: None,
            hostport: None,
            port: None,
            scheme: None,
            literal: None,
            name: false,
            rq: false,
            forms: BTreeMap::new(),
            except: Vec::new(),
        }
    }
}

#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub enum Schemes {
    Word(Word),
    Only(Vec<String>),
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    All,
    None,
}

impl Schemes {
    fn none() -> Schemes {
        Schemes::Word(Word::None)
    }
}

impl Default for Schemes {
    fn default() -> Schemes {
        Schemes::Word(Word::All)
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub name: String,
    pub section: String,
    pub id: Option<String>,
    pub imported: Option<String>,
    pub note: Option<String>,
}

impl Rule {
    /// The name as RFC 5234 can write it.
    pub fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.name.replace('_', "-"))
    }
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    pub id: String,
    pub section: String,
    #[serde(default)]
    pub rfc_editor: Vec<u32>,
    #[serde(default)]
    pub rules: Vec<String>,
    pub printed: String,
    pub says: String,
    pub repair: Option<String>,
    #[serde(default)]
    pub changes_language: bool,
    pub example: Option<String>,
    pub printed_accepts: Option<bool>,
    pub corrected_accepts: Option<bool>,
    pub rule: Option<String>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    pub id: String,
    pub section: String,
    #[serde(default)]
    pub rules: Vec<String>,
    pub message: String,
    pub example: Option<String>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    pub algorithm: Option<String>,
    pub section: String,
    pub base_section: Option<String>,
    #[serde(default)]
    pub empty_base: bool,
    #[serde(default)]
    pub strict: bool,
    #[serde(default)]
    pub excess_parents: bool,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    pub relative: Option<String>,
    pub closed: bool,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Equivalence {
    pub id: String,
    pub section: String,
    pub change: Change,
    /// Component names.
    #[serde(default)]
    pub of: Vec<String>,
    pub schemes: Option<Vec<String>>,
    #[serde(default)]
    pub texts: Vec<String>,
    pub place: Option<Place>,
    pub marks: Option<String>,
    #[serde(default)]
    pub letters: bool,
    #[serde(default)]
    pub beyond_ascii: bool,
    #[serde(default)]
    pub keeps_dot_segments: bool,
    #[serde(default)]
    pub key_only: bool,
    pub objective: Option<Objective>,
    pub example: [String; 2],
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    HexDigits,
    LowerCase,
    Decode,
    RemoveDotSegments,
    MergeDotSegments,
    DefaultPort,
    MailboxDomains,
    Same,
    Drop,
    SortDirectives,
    CitationValue,
    CitationCharset,
    CitationLabel,
    CitationLines,
    CitationComments,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Whole,
    Start,
    Anywhere,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    Identity,
    Retrieval,
}
