//! The components of a URL, before the parser of the URL Standard changes them.

use alloc::string::String;

use urigram_grammars::resolution::url_path::{Kind, UrlPath};
use urigram_grammars::{Algorithm, Component, Grammar, Reading};

use crate::value::Checked;

/// A URL in its components, as the parser splits it before it changes them.
pub(crate) struct ReadUrl<'a> {
    kind: Kind,
    pub(crate) scheme: &'a str,
    /// A URL with the scheme file has one, if only an empty one.
    pub(crate) authority: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> ReadUrl<'a> {
    /// Splits a text; `None` where the grammar rejects it, and for a grammar with another
    /// algorithm.
    pub(crate) fn new(grammar: Grammar, reading: Reading, text: &'a str) -> Option<ReadUrl<'a>> {
        let algorithm = grammar.document().resolution.as_ref()?.algorithm?;
        if algorithm != Algorithm::WHATWG {
            return None;
        }
        let table = grammar.tables(reading).start();
        let parts = table.split(text, reading).ok()?;
        let read = Checked { text, parts, grammar, reading };
        let kind = Kind::of(table.shape, read.component(Component::Scheme)?);
        Some(ReadUrl::of(&read, kind))
    }

    /// Takes the components that a grammar gives a text.
    pub(crate) fn of(read: &Checked<'a>, kind: Kind) -> ReadUrl<'a> {
        let of = |component| read.component(component);
        ReadUrl {
            kind,
            scheme: of(Component::Scheme).unwrap_or_default(),
            authority: of(Component::Authority)
                .or(of(Component::Host))
                .or((kind == Kind::File).then_some("")),
            userinfo: of(Component::Userinfo),
            host: of(Component::Host),
            port: of(Component::Port),
            path: of(Component::Path).unwrap_or_default(),
            query: of(Component::Query),
            fragment: of(Component::Fragment),
        }
    }

    pub(crate) fn is_special(&self) -> bool {
        self.kind != Kind::Other
    }

    /// Returns true if the path is empty or begins with a slash.
    #[cfg(feature = "url")]
    pub(crate) fn is_rooted(&self) -> bool {
        let is_slash = |c| c == '/' || (c == '\\' && self.is_special());
        self.path.chars().next().is_none_or(is_slash)
    }

    pub(crate) fn is_file(&self) -> bool {
        self.kind == Kind::File
    }

    /// Returns the path without dot segments; `None` where it is opaque.
    pub(crate) fn segments(&self) -> Option<String> {
        let is_opaque =
            self.kind == Kind::Other && self.authority.is_none() && !self.path.starts_with('/');
        (!is_opaque).then(|| UrlPath::of(self.kind, self.path).write(true))
    }
}
