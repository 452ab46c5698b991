//! The splitting of identifiers, `[shape]` in `document.toml`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserializer, SeqAccess, Unexpected, Visitor};
use serde::Deserialize;

/// The splitting of identifiers into components; see `Shape` of urigram-engine.
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
    #[serde(default)]
    pub exact_schemes: bool,
    #[serde(default)]
    pub omits_empty: bool,
    #[serde(default = "Schemes::none")]
    pub slashes: Schemes,
    #[serde(default = "Schemes::none")]
    pub backslash: Schemes,
    #[serde(default = "Schemes::none")]
    pub drives: Schemes,
    pub drive: Option<String>,
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
            &self.drive,
            &self.literal,
        ]
        .into_iter()
        .flatten()
        .chain(self.forms.keys())
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
            exact_schemes: false,
            omits_empty: false,
            slashes: Schemes::none(),
            backslash: Schemes::none(),
            drives: Schemes::none(),
            drive: None,
        }
    }
}

#[derive(Clone)]
pub enum Schemes {
    Word(Word),
    Only(Vec<String>),
}

#[derive(Clone, Copy)]
pub enum Word {
    All,
    None,
}

/// Read by hand: an error of an untagged enum names no possible value.
impl<'de> Deserialize<'de> for Schemes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Schemes, D::Error> {
        deserializer.deserialize_any(SchemesVisitor)
    }
}

struct SchemesVisitor;

impl<'de> Visitor<'de> for SchemesVisitor {
    type Value = Schemes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"all\", \"none\" or a list of schemes, as in [\"http\", \"ftp\"]")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<Schemes, E> {
        match word {
            "all" => Ok(Schemes::Word(Word::All)),
            "none" => Ok(Schemes::Word(Word::None)),
            _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Schemes, A::Error> {
        let mut only = Vec::new();
        while let Some(scheme) = items.next_element()? {
            only.push(scheme);
        }
        Ok(Schemes::Only(only))
    }
}

impl Schemes {
    pub(crate) fn none() -> Schemes {
        Schemes::Word(Word::None)
    }
}

impl Default for Schemes {
    fn default() -> Schemes {
        Schemes::Word(Word::All)
    }
}
