//! Checked identifiers: a text, the spans of its components, and the grammar that accepted it.
//!
//! | | with a scheme | or a relative reference |
//! | --- | --- | --- |
//! | US-ASCII | `Uri`, `UriBuf` | `UriRef`, `UriRefBuf` |
//! | any characters | `Iri`, `IriBuf` | `IriRef`, `IriRefBuf` |
//!
//! [`change`] replaces components, by the methods in [`change_methods`], and [`compose`] puts them
//! together. [`segments`] splits paths and queries further, and [`positions`] keeps the spans apart
//! from the text.
//!
//! All eight, and names with them (`Urn`, `UrnBuf`), are one type, [`Identifier`], of a text and a
//! [kind](kind::Kind). The borrowed ones are made in [`borrowed`], the owned ones in [`owned`], and
//! the conversions between them in [`convert`].

mod borrowed;
#[cfg(feature = "alloc")]
mod change;
#[cfg(feature = "alloc")]
mod change_methods;
#[cfg(feature = "alloc")]
pub(crate) mod compose;
pub(crate) mod convert;
#[cfg(feature = "alloc")]
mod data;
#[cfg(feature = "url")]
pub(crate) mod form;
pub(crate) mod kind;
pub(crate) mod masked;
mod narrow;
#[cfg(feature = "alloc")]
mod owned;
pub(crate) mod pairs;
mod positions;
mod segments;
mod wide;

use core::marker::PhantomData;

use urigram_grammars::{
    Component, Components, Form, Grammar, Parts, Reading, Span, StartRule, Table, Tables,
};

use crate::FormError;

pub use borrowed::{Iri, IriRef, Uri, UriRef, Urn};
#[cfg(feature = "alloc")]
pub use owned::{IriBuf, IriRefBuf, UriBuf, UriRefBuf, UrnBuf};
pub use positions::Positions;
#[cfg(feature = "alloc")]
pub use segments::QueryPairs;
pub use segments::{PathSegments, RawQueryPairs};

/// A text with the spans that its grammar gives it.
#[derive(Clone, Copy)]
pub(crate) struct Spanned<T> {
    pub(crate) text: T,
    pub(crate) parts: Parts,
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
}

/// A borrowed text with the spans that its grammar gives it.
pub(crate) type Checked<'a> = Spanned<&'a str>;

/// An owned text with the spans that its grammar gives it.
#[cfg(feature = "alloc")]
pub(crate) type Owned = Spanned<alloc::string::String>;

/// A checked identifier, with the type of its text (`&str` or `String`) and its [kind](kind::Kind).
///
/// Use its ten names: [`Uri`], [`UriRef`], [`Iri`], [`IriRef`] and [`Urn`] borrow their text, and
/// [`UriBuf`](crate::UriBuf), [`UriRefBuf`](crate::UriRefBuf), [`IriBuf`](crate::IriBuf),
/// [`IriRefBuf`](crate::IriRefBuf) and [`UrnBuf`](crate::UrnBuf) own it. A function that takes
/// identifiers of any kind is generic:
///
/// ```
/// use urigram::kinds::{Identifier, Kind};
/// use urigram::{iri_ref, uri};
///
/// fn depth<K: Kind>(identifier: Identifier<&str, K>) -> usize {
///     identifier.path_segments().count()
/// }
///
/// assert_eq!(depth(uri!("http://a/b/c")) + depth(iri_ref!("../é")), 4);
/// ```
pub struct Identifier<T, K>(pub(crate) Spanned<T>, PhantomData<K>);

impl<T: Clone, K> Clone for Identifier<T, K> {
    #[inline]
    fn clone(&self) -> Self {
        Identifier(self.0.clone(), PhantomData)
    }
}

impl<T: Copy, K> Copy for Identifier<T, K> {}

impl<T, K> Identifier<T, K> {
    /// Takes a checked text as a value of this kind.
    #[inline]
    pub(crate) const fn of(spanned: Spanned<T>) -> Self {
        Identifier(spanned, PhantomData)
    }

    /// Returns the grammar that accepted the text.
    #[inline]
    pub const fn grammar(&self) -> Grammar {
        self.0.grammar
    }

    /// Returns the reading of the grammar.
    #[inline]
    pub const fn reading(&self) -> Reading {
        self.0.reading
    }

    /// Returns the spans of the components, in bytes.
    #[inline]
    pub const fn parts(&self) -> &Parts {
        &self.0.parts
    }
}

impl<'a> Checked<'a> {
    /// Returns the text of a span of this text.
    #[inline]
    pub(crate) const fn slice(&self, span: Span) -> &'a str {
        slice(self.text, span)
    }

    /// Returns the text of a span, if there is one.
    #[inline]
    pub(crate) const fn slice_of(&self, span: Option<Span>) -> Option<&'a str> {
        match span {
            Some(span) => Some(self.slice(span)),
            None => None,
        }
    }

    /// Returns the components and the parts inside them, as the grammar's table has them.
    #[inline]
    fn components(&self) -> Components<'a> {
        let tables = self.grammar.tables(self.reading);
        let is_by_rules = self.parts.are_by_rules();
        let table = if is_by_rules { accepting_table(self.text, tables) } else { tables.start() };
        table.components_of(self.text.as_bytes(), &self.parts)
    }

    /// Returns the text of a component. Where a grammar states no shape, its rules have it.
    ///
    /// Nothing here takes the address of the value: one that was just made stays in registers, and
    /// no load waits for the stores of its parts.
    #[inline(always)]
    pub(crate) const fn component(&self, component: Component) -> Option<&'a str> {
        if self.parts.are_by_rules() {
            return text_by_rules(self.text, self.grammar.tables(self.reading), component);
        }
        self.slice_of(self.parts.get(component))
    }

    /// Returns the span of a component, as [`Checked::component`] its text.
    #[inline]
    pub(crate) const fn span(&self, component: Component) -> Option<Span> {
        if self.parts.are_by_rules() {
            let table = accepting_table(self.text, self.grammar.tables(self.reading));
            return table.span_by_rules(self.text.as_bytes(), component);
        }
        self.parts.get(component)
    }

    /// Returns the span of a component that is not empty; of a query or a fragment, any.
    #[inline]
    pub(crate) fn filled(&self, component: Component) -> Option<Span> {
        let is_optional = matches!(component, Component::Query | Component::Fragment);
        self.span(component).filter(|span| is_optional || span.start < span.end)
    }

    /// Returns the first component that differs in another value. Every conversion calls this.
    /// The parts of an authority decide if the grammar has no rule for the whole.
    #[inline]
    pub(crate) fn moved(&self, is_same: impl Fn(Component) -> bool) -> Option<Component> {
        use Component::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
        let is_in_parts = self.span(Authority).is_none() && self.span(Host).is_some();
        let of_rfc3986 = [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment];
        let mut asked = of_rfc3986.into_iter().filter(|one| !is_in_parts || *one != Authority);
        asked.find(|component| !is_same(*component))
    }

    /// Returns the value as one of another grammar, if that has the same components in the text.
    #[inline]
    pub(crate) fn reread(
        self,
        rule: StartRule,
        grammar: Grammar,
    ) -> Result<Checked<'a>, FormError> {
        let parts = rule.table(grammar, self.reading).split(self.text, self.reading)?;
        let read = Checked { parts, grammar, ..self };
        match self.moved(|component| self.filled(component) == read.filled(component)) {
            None => Ok(read),
            Some(component) => Err(FormError::Differs {
                grammar,
                component,
                ours: self.filled(component),
                theirs: read.filled(component),
            }),
        }
    }
}

#[cold]
#[inline]
const fn text_by_rules<'a>(
    text: &'a str,
    tables: &'static Tables,
    component: Component,
) -> Option<&'a str> {
    match accepting_table(text, tables).span_by_rules(text.as_bytes(), component) {
        Some(span) => Some(slice(text, span)),
        None => None,
    }
}

/// Returns the table of the first start rule that accepts the text. All of a document's start rules
/// share a shape, so the first that accepts is enough.
#[inline]
const fn accepting_table(text: &str, tables: &'static Tables) -> &'static Table {
    let others = [tables.uri, tables.reference];
    let mut at = 0;
    while at < others.len() {
        if let Some(table) = others[at] {
            let starts = tables.start().accepts_in_constant(text.as_bytes());
            if !starts && table.accepts_in_constant(text.as_bytes()) {
                return table;
            }
        }
        at += 1;
    }
    tables.start()
}

#[inline]
const fn slice(text: &str, span: Span) -> &str {
    text.split_at(span.end as usize).0.split_at(span.start as usize).1
}

/// Returns true if a form is one of some.
#[inline]
pub(crate) const fn has_form(form: Form, forms: &[Form]) -> bool {
    let mut at = 0;
    while at < forms.len() {
        if forms[at] as u8 == form as u8 {
            return true;
        }
        at += 1;
    }
    false
}

/// Returns the port as a number; `None` if a byte is not a digit, without a digit, or above 65535.
#[inline]
const fn port_number(text: &str) -> Option<u16> {
    let bytes = text.as_bytes();
    let (mut value, mut at) = (0u32, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            return None;
        }
        value = value * 10 + (bytes[at] - b'0') as u32;
        if value > u16::MAX as u32 {
            return None;
        }
        at += 1;
    }
    if at == 0 {
        None
    } else {
        Some(value as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::port_number;

    #[test]
    fn ports_are_read_as_the_standard_library_reads_numbers() {
        for text in [
            "",
            "0",
            "80",
            "080",
            "65535",
            "65536",
            "4294967376",
            "99999999999999999999",
            "8a",
            "+8",
        ] {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            assert_eq!(port_number(text), text.parse().ok().filter(|_| digits), "{text}");
        }
    }
}
