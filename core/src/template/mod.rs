//! URI templates (RFC 6570), to level 4.
//!
//! A template is a text with expressions in braces; expansion puts the values of variables in their
//! places. The rules are generated from the document's ABNF, with the verified erratum 6937: an
//! apostrophe may stand outside of expressions.
//!
//! ```
//! use urigram::template::{Template, Value};
//!
//! let template = Template::parse("https://api.example/users/{user}/posts{?since,tag*}")?;
//! let values = [
//!     ("user", Value::Text("jane/doe")),
//!     ("tag", Value::List(&["été", "news"])),
//! ];
//! assert_eq!(
//!     template.expand(&values)?,
//!     "https://api.example/users/jane%2Fdoe/posts?tag=%C3%A9t%C3%A9&tag=news"
//! );
//! assert_eq!(template.variables().collect::<Vec<_>>(), ["user", "since", "tag"]);
//! assert_eq!(template.level(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where the document says two things
//! Of an associative array that explodes, section 3.2.1 encodes names as it does values, and leaves
//! out the `=` before an empty value except in forms (`{?a*}`, `{&a*}`). The algorithm of appendix
//! A encodes some names as literals, and keeps some of these `=`. It is not normative, so that
//! section 3.2.1 holds here. Values are not normalized to NFC (1.6): a caller who wants that does
//! it.

mod error;
mod expand;
#[cfg(test)]
mod tests;

use core::fmt;

use urigram_grammars::template::{EXPRESSION, URI_TEMPLATE, VARSPEC};
use urigram_grammars::{search, Reading, SyntaxError};

pub use error::{ExpandError, Problem};

/// A URI template, borrowed and checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Template<'a>(&'a str);

/// The value of a variable. A list or an array without members is as good as no value (2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'v> {
    /// A string.
    Text(&'v str),
    /// A list of strings.
    List(&'v [&'v str]),
    /// An associative array: names with their values, in order.
    Pairs(&'v [(&'v str, &'v str)]),
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Value<'v> {
        Value::Text(text)
    }
}

impl<'v> From<&'v [&'v str]> for Value<'v> {
    fn from(list: &'v [&'v str]) -> Value<'v> {
        Value::List(list)
    }
}

impl<'v> From<&'v [(&'v str, &'v str)]> for Value<'v> {
    fn from(pairs: &'v [(&'v str, &'v str)]) -> Value<'v> {
        Value::Pairs(pairs)
    }
}

impl<'a> Template<'a> {
    /// Parses a template, in time linear in its length.
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// let error = Template::parse("/users/{user name}").unwrap_err();
    /// assert_eq!((error.offset(), error.section()), (12, "2.3"));
    /// ```
    ///
    /// # Errors
    /// [`SyntaxError`] where RFC 6570's grammar rejects it: `{a b}`, `{`, `%` without two digits.
    pub fn parse(template: &'a str) -> Result<Template<'a>, SyntaxError> {
        URI_TEMPLATE.table.check(template.as_bytes(), Reading::Corrected)?;
        Ok(Template(template))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &'a str {
        self.0
    }

    /// Returns the names of the variables, each as often as it occurs, in order.
    pub fn variables(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.expressions().flat_map(Expression::varspecs).map(|one| one.name)
    }

    /// Returns the lowest level of templates that has all that this one uses (1.2).
    ///
    /// ```
    /// use urigram::template::Template;
    ///
    /// for (template, level) in [("a", 1), ("{a}", 1), ("{#a}", 2), ("{a,b}", 3), ("{a:3}", 4)] {
    ///     assert_eq!(Template::parse(template).unwrap().level(), level);
    /// }
    /// ```
    pub fn level(&self) -> u8 {
        self.expressions().map(Expression::level).max().unwrap_or(1)
    }

    fn expressions(&self) -> impl Iterator<Item = Expression<'a>> + use<'a> {
        let text = self.0;
        let mut from = 0;
        core::iter::from_fn(move || {
            let start = from + search::position(&text.as_bytes()[from..], b'{')?;
            from = start + search::position(&text.as_bytes()[start..], b'}')? + 1;
            Some(Expression::of(text, start, from))
        })
    }
}

impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl fmt::Debug for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Template").field(&self.0).finish()
    }
}

/// An expression of a template that the grammar accepts.
#[derive(Clone, Copy)]
struct Expression<'a> {
    /// Its place in the template, with its braces.
    start: usize,
    end: usize,
    operator: Option<u8>,
    variables: &'a str,
}

/// A variable in an expression, with its modifier.
#[derive(Clone, Copy)]
struct Varspec<'a> {
    name: &'a str,
    modifier: Modifier,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Modifier {
    None,
    /// The first characters, at most so many.
    Prefix(usize),
    Explode,
}

impl<'a> Expression<'a> {
    /// Reads an expression by the automaton of its rule. Each template is made of expressions.
    fn of(template: &'a str, start: usize, end: usize) -> Expression<'a> {
        let text = &template[start..end];
        let places = EXPRESSION.known::<2>(text);
        let operator = places.of(0, text).and_then(|operator| operator.bytes().next());
        Expression { start, end, operator, variables: places.of(1, text).unwrap_or_default() }
    }

    fn varspecs(self) -> impl Iterator<Item = Varspec<'a>> + use<'a> {
        self.variables.split(',').map(Varspec::of)
    }

    fn level(self) -> u8 {
        let is_modified = |one: Varspec<'_>| one.modifier != Modifier::None;
        match self.operator {
            _ if self.varspecs().any(is_modified) => 4,
            Some(b'+' | b'#') | None if self.varspecs().nth(1).is_none() => {
                if self.operator.is_some() {
                    2
                } else {
                    1
                }
            }
            _ => 3,
        }
    }
}

impl<'a> Varspec<'a> {
    fn of(text: &'a str) -> Varspec<'a> {
        let places = VARSPEC.known::<2>(text);
        let modifier = match places.of(1, text) {
            None => Modifier::None,
            Some(modifier) => modifier[1..].parse().map_or(Modifier::Explode, Modifier::Prefix),
        };
        Varspec { name: places.of(0, text).unwrap_or_default(), modifier }
    }
}
