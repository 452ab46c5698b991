//! The components of an accepted input. No other code decides which components an input has.
//!
//! [`Shape::split`](crate::Shape) finds the spans that all documents share. This module adds the
//! components of names (`nid`, `nss`, …) and the document's own name for each component. The module
//! [`inner`](super::inner) adds the parts inside components.
//!
//! ```text
//! ftp://u:p@h/a/b;type=a        rfc1738
//! └┬┘   └┬┘ │└────┬────┘
//! scheme │ host  path           components, by the document's shape
//!     userinfo    ┆
//!       ├─┐       ├─────────┐
//!     user password      typecode   parts inside them, by its rows of parts
//! ```

use core::fmt;

use crate::table::marking::{AllPlaces, MarkedComponent, Marking};
use crate::{
    same_name, Component, ComponentName, Document, Parts, Reading, Schemes, Shape, Span,
    SyntaxError, Table,
};

/// The components of an input that a rule accepts, and the document's own parts inside them.
///
/// The texts of the components and the delimiters between them are the input again if the rule
/// derives whole identifiers. A rule for a single component (`host`, `authority`) gives that
/// component; any other rule, and a citation, which is a list of elements, gives none.
#[derive(Clone, Copy)]
pub struct Components<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) table: &'static Table,
    parts: Parts,
    holds: Holds,
    /// Whether the scheme's own form accepts the input, if the scheme has one.
    in_own_form: bool,
}

/// The set of components that the parts of an input give. Spans are computed on request, because a
/// table of them would be copied with every value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// The components that all documents share.
    Shared,
    /// The components of names, with a namespace identifier and the like in place of a path. `rq`
    /// if there are r- and q-components.
    Name { rq: bool },
    /// The components that the grammar's own rules mark.
    ByRules,
    /// A component that is the whole input, and the parts of an authority inside it.
    One(Component),
    /// No component.
    Nothing,
}

/// A component of an input.
///
/// ```
/// use urigram::{Component, Grammar, Reading, Uri};
///
/// let uri = Uri::parse_by(Grammar::Url1993, Reading::Corrected, "http://a/b?c")?;
/// let query = uri.components().iter().last().unwrap();
/// assert_eq!((query.component, query.rule), (Component::Query, Some("search")));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitComponent {
    /// The component.
    pub component: Component,
    /// The document's own rule for it (`search`, `net_loc`); `None` where the document has no rule
    /// for exactly this. The rule may leave out a delimiter that the component has: the slash
    /// before `hpath` in rfc1738.
    pub rule: Option<&'static str>,
    /// Its place in the input, in bytes.
    pub span: Span,
}

impl Holds {
    /// Returns the components of whole identifiers.
    #[inline]
    const fn of(shape: &Shape) -> Holds {
        if shape.name {
            Holds::Name { rq: shape.rq }
        } else {
            Holds::Shared
        }
    }
}

impl Table {
    /// Checks the input and returns its components. Takes time linear in the input and no heap.
    ///
    /// ```
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let table = Grammar::Rfc1738.tables(Reading::Corrected).start();
    /// let found = table.components(b"ftp://u:p@h/a/b;type=a", Reading::Corrected)?;
    /// assert_eq!(found.text(Component::Userinfo), Some(&b"u:p"[..]));
    /// let part = found.parts(Component::Path).next().unwrap();
    /// assert_eq!((part.name, found.slice(part.span)), ("typecode", &b"a"[..]));
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    /// [`SyntaxError`] as [`Table::check`].
    #[inline]
    pub fn components<'a>(
        &'static self,
        input: &'a [u8],
        reading: Reading,
    ) -> Result<Components<'a>, SyntaxError> {
        self.with_components(input, reading, |components| *components)
    }

    /// Like [`Table::components`], but gives them to a function where they are made. Returning them
    /// copies parts that were written a moment ago, which stalls on store forwarding.
    ///
    /// # Errors
    /// [`SyntaxError`] as [`Table::check`].
    #[doc(hidden)]
    #[inline]
    pub fn with_components<'a, T>(
        &'static self,
        input: &'a [u8],
        reading: Reading,
        found: impl FnOnce(&Components<'a>) -> T,
    ) -> Result<T, SyntaxError> {
        let (parts, holds) = (Parts::EMPTY, Holds::Nothing);
        let mut components = Components { input, table: self, parts, holds, in_own_form: false };
        if let Err(reject) = self.split_into(input, &mut components.parts) {
            return Err(SyntaxError::new(self, reading, input, reject));
        }
        if self.derives_identifiers() && self.marking.is_none() {
            components.holds = Holds::of(self.shape);
            components.in_own_form = is_in_own_form(self.shape, input, &components.parts);
        } else {
            components = Components::of_rule(self, input);
        }
        Ok(found(&components))
    }

    /// Checks the input and returns its components with what [`Table::split`] returns.
    ///
    /// # Errors
    /// [`SyntaxError`] as [`Table::check`].
    #[doc(hidden)]
    #[inline]
    pub fn components_and_parts<'a>(
        &'static self,
        input: &'a [u8],
        reading: Reading,
    ) -> Result<(Components<'a>, Parts), SyntaxError> {
        let parts = self.split_bytes(input, reading)?;
        Ok((self.components_by(input, &parts), parts))
    }

    /// Returns the components of an input that this rule accepts.
    #[inline]
    fn components_by<'a>(&'static self, input: &'a [u8], parts: &Parts) -> Components<'a> {
        if self.derives_identifiers() && self.marking.is_none() {
            self.components_of(input, parts)
        } else {
            Components::of_rule(self, input)
        }
    }

    /// Returns the components of an input that this table has split into `parts` before.
    #[doc(hidden)]
    #[inline]
    pub fn components_of<'a>(&'static self, input: &'a [u8], parts: &Parts) -> Components<'a> {
        if self.marking.is_some() {
            return Components::of_rule(self, input);
        }
        let in_own_form = is_in_own_form(self.shape, input, parts);
        let holds = Holds::of(self.shape);
        Components { input, table: self, parts: *parts, holds, in_own_form }
    }

    /// Whether the rule is a start rule that derives whole identifiers.
    pub(crate) fn derives_identifiers(&self) -> bool {
        let start = &self.document.start;
        let is_start = start.default == self.rule()
            || start.uri == Some(self.rule())
            || start.reference == Some(self.rule())
            || start.others.contains(&self.rule());
        is_start && !self.shape.except.iter().any(|rule| same_name(rule, self.rule()))
    }

    /// Whether names of this rule have r- and q-components.
    #[doc(hidden)]
    #[inline]
    pub const fn has_rq_components(&self) -> bool {
        self.shape.rq
    }
}

impl<'a> Components<'a> {
    /// Returns what a rule for a single component says, or the rules of a grammar without a shape.
    fn of_rule(table: &'static Table, input: &'a [u8]) -> Components<'a> {
        if table.marking.is_some() {
            let (parts, holds) = (Parts::BY_RULES, Holds::ByRules);
            return Components { input, table, parts, holds, in_own_form: true };
        }
        let component = component_of(table.document, table.rule());
        let parts = if component == Some(Component::Authority) {
            table.shape.split_bare_authority(input)
        } else {
            Parts::EMPTY
        };
        let holds = component.map_or(Holds::Nothing, Holds::One);
        Components { input, table, parts, holds, in_own_form: false }
    }

    /// Returns the input.
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the span of a component, if it is present.
    #[inline]
    pub fn span(&self, component: Component) -> Option<Span> {
        use Component::{Host, Nid, Nss, Path, Port, QComponent, RComponent, Userinfo};
        match (self.holds, component) {
            (Holds::Name { rq }, Path | Nid | Nss | RComponent | QComponent) => {
                NameSpans::of(self.input, &self.parts, rq).get(component)
            }
            (Holds::Shared | Holds::Name { .. }, _) => self.parts.get(component),
            (Holds::ByRules, _) => self.table.span_by_rules(self.input, component),
            (Holds::One(one), _) if one == component => {
                Some(Span { start: 0, end: self.input.len() as u32 })
            }
            (Holds::One(_), Userinfo | Host | Port) => self.parts.get(component),
            (Holds::One(_) | Holds::Nothing, _) => None,
        }
    }

    /// Whether both have the same spans for all components.
    #[doc(hidden)]
    pub fn has_spans_of(&self, other: &Components<'_>) -> bool {
        // The same parts that hold the same components of the same input have the same spans.
        let is_same_input = core::ptr::eq(self.input, other.input);
        let known = self.holds != Holds::ByRules && self.holds == other.holds;
        (is_same_input && known && self.parts == other.parts)
            || self.differing(other).next().is_none()
    }

    /// Returns the text of a component, if it is present.
    pub fn text(&self, component: Component) -> Option<&'a [u8]> {
        self.span(component).map(|span| self.slice(span))
    }

    /// Returns the bytes of a span of the input.
    ///
    /// # Panics
    /// When the span is not within the input.
    pub fn slice(&self, span: Span) -> &'a [u8] {
        &self.input[span.start as usize..span.end as usize]
    }

    /// Returns a component with the document's own rule for it, if it is present.
    pub fn get(&self, component: Component) -> Option<SplitComponent> {
        let span = self.span(component)?;
        Some(SplitComponent { component, rule: self.rule(component, span), span })
    }

    /// Returns the components that are present, in the order of the input, outer ones before inner
    /// ones.
    pub fn iter(&self) -> impl Iterator<Item = SplitComponent> + use<'a> {
        let components = *self;
        let marked = self.marked();
        let own = marked.is_none().then(|| Component::ALL.into_iter());
        let own = own.into_iter().flatten();
        let own = own.filter_map(move |component| components.get(component));
        marked.into_iter().flat_map(Marked::in_order).chain(own)
    }

    /// Returns the scheme; empty where there isn't one.
    pub(crate) fn scheme(&self) -> &'a [u8] {
        self.text(Component::Scheme).unwrap_or_default()
    }

    /// Whether a row for these schemes applies.
    pub(crate) fn is_of(&self, schemes: &Schemes) -> bool {
        matches!(schemes, Schemes::All) || (self.in_own_form && schemes.has(self.scheme()))
    }

    pub(crate) fn rule(&self, component: Component, span: Span) -> Option<&'static str> {
        if let Some(marking) = self.table.marking {
            let rules = marking.named(component.name())?.rules;
            return if rules.len() == 1 { rules.first().copied() } else { None };
        }
        let document = self.table.document;
        let text = self.slice(span);
        let mut rows = document.names.iter().filter(|row| row.component == component).peekable();
        if rows.peek().is_some() {
            return rows.find(|row| self.fits(row, text))?.rule;
        }
        document.component_rules(component).first().copied()
    }

    fn fits(&self, row: &ComponentName, text: &[u8]) -> bool {
        self.is_of(&row.schemes)
            && row.with.is_none_or(|other| self.span(other).is_some())
            && row.begins.is_none_or(|begins| text.starts_with(begins.as_bytes()))
            && (!row.empty || text.is_empty())
    }
}

impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_map();
        for SplitComponent { component, span, .. } in self.iter() {
            shown
                .entry(&component.name(), &format_args!("\"{}\"", self.slice(span).escape_ascii()));
        }
        shown.finish()
    }
}

impl PartialEq for Components<'_> {
    /// Whether the inputs and all spans are equal.
    fn eq(&self, other: &Self) -> bool {
        self.input == other.input && self.has_spans_of(other)
    }
}

impl Eq for Components<'_> {}

/// Whether the scheme's own form accepts an input, if the scheme has one.
#[inline]
fn is_in_own_form(shape: &Shape, input: &[u8], parts: &Parts) -> bool {
    if shape.forms.is_empty() {
        return true;
    }
    let scheme = parts.scheme().map_or(&b""[..], |span| &input[..span.end as usize]);
    let own_form = shape.forms.iter().find(|(schemes, _)| schemes.has(scheme));
    own_form.is_none_or(|(_, automaton)| {
        let end = parts.fragment().map_or(input.len(), |span| span.start as usize - 1);
        automaton.runs_to_the_end(&input[..end])
    })
}

/// Returns the component that a rule matches: a component whose first rule it is, or else one that
/// lists it.
fn component_of(document: &Document, rule: &str) -> Option<Component> {
    let first = document
        .components
        .iter()
        .find(|(_, rules)| rules.first().is_some_and(|first| *first == rule));
    let named = || document.components.iter().find(|(_, rules)| rules.contains(&rule));
    first.or_else(named).map(|(component, _)| *component)
}

/// The components that names have in place of a path.
struct NameSpans {
    nid: Span,
    nss: Span,
    r_component: Option<Span>,
    q_component: Option<Span>,
}

impl NameSpans {
    const fn of(input: &[u8], parts: &Parts, rq: bool) -> NameSpans {
        let Span { start, end } = parts.path();
        let nid = Span { start, end: parts.nid_end_of(input) };
        let after = if nid.end < end { nid.end + 1 } else { end };
        let nss = Span { start: after, end: parts.nss_end(input, nid.end, rq) };
        let (r_component, q_component) = rq_components(input, nss.end, end);
        NameSpans { nid, nss, r_component, q_component }
    }
}

impl NameSpans {
    fn get(self, component: Component) -> Option<Span> {
        match component {
            Component::Nid => Some(self.nid),
            Component::Nss => Some(self.nss),
            Component::RComponent => self.r_component,
            Component::QComponent => self.q_component,
            _ => None,
        }
    }
}

/// Returns true if a text occurs at an offset, before `end`.
const fn is_at(input: &[u8], at: u32, end: u32, text: [u8; 2]) -> bool {
    let at = at as usize;
    at + 2 <= end as usize && input[at] == text[0] && input[at + 1] == text[1]
}

/// Splits the text after the namespace specific string, from `start` to `end`, into an r- and a
/// q-component.
const fn rq_components(input: &[u8], start: u32, end: u32) -> (Option<Span>, Option<Span>) {
    if is_at(input, start, end, *b"?=") {
        return (None, Some(Span { start: start + 2, end }));
    }
    if !is_at(input, start, end, *b"?+") {
        return (None, None);
    }
    let mut at = start + 2;
    while at < end {
        // 2.3.1: the sequence "?=" ends the r-component. The printed rules let it occur inside,
        // where no q-component can follow it.
        let follows = if at + 2 < end { input[at as usize + 2] } else { b'/' };
        if is_at(input, at, end, *b"?=") && !matches!(follows, b'/' | b'?') {
            let q_component = Span { start: at + 2, end };
            return (Some(Span { start: start + 2, end: at }), Some(q_component));
        }
        at += 1;
    }
    (Some(Span { start: start + 2, end }), None)
}

impl Parts {
    /// Returns the r- and the q-component of the name that these are the parts of.
    #[doc(hidden)]
    pub const fn rq_components(&self, input: &[u8], rq: bool) -> (Option<Span>, Option<Span>) {
        let name = NameSpans::of(input, self, rq);
        (name.r_component, name.q_component)
    }
}

/// The components that rules mark, with their places in a text.
struct Marked {
    marking: &'static Marking,
    places: AllPlaces,
}

impl Marked {
    /// Returns the components in the order of the text, outer ones before inner ones.
    #[inline]
    fn in_order(self) -> impl Iterator<Item = SplitComponent> {
        let count = self.marking.components.len().min(Marking::MOST);
        let mut order: [usize; Marking::MOST] = core::array::from_fn(|number| number);
        let key = |number: usize| {
            self.places.get(number).map(|span| (span.start, core::cmp::Reverse(span.end), number))
        };
        // Each is moved down to its place. There are few, and the slice's own sort is a twentieth
        // of what a debug build compiles of this crate.
        for end in 1..count {
            let mut at = end;
            while at > 0 && key(order[at]) < key(order[at - 1]) {
                order.swap(at, at - 1);
                at -= 1;
            }
        }
        order.into_iter().take(count).filter_map(move |number| {
            let MarkedComponent { component, rules } = self.marking.components[number];
            let rule = if let [one] = rules { Some(*one) } else { None };
            Some(SplitComponent { component, rule, span: self.places.get(number)? })
        })
    }
}

/// The answers where the grammar states no shape.
impl Components<'_> {
    /// Returns true if the grammar's own rules say the components: then each is found in a pass of
    /// its own, and all by [`Components::iter`] in one.
    #[doc(hidden)]
    #[inline]
    pub fn are_by_rules(&self) -> bool {
        self.holds == Holds::ByRules
    }

    /// Returns the components that are not in the same place in both. Takes time linear in the
    /// input for each component of a grammar that states no shape.
    #[doc(hidden)]
    #[inline]
    pub fn differing<'c>(
        &'c self,
        other: &'c Components<'_>,
    ) -> impl Iterator<Item = Component> + 'c {
        let named = |of: &Components<'_>| of.table.marking.into_iter().flat_map(Marking::names);
        let rules = named(self)
            .chain(named(other).filter(|one| {
                self.table.marking.is_none_or(|own| own.named(one.name()).is_none())
            }));
        let rules = rules.filter(|one| matches!(one, Component::Rule(_)));
        let all = Component::ALL.into_iter().chain(rules);
        all.filter(|&one| self.span(one) != other.span(one))
    }

    /// Returns the components that the grammar's own rules mark, if it states no shape. One pass
    /// over the input.
    #[inline]
    fn marked(&self) -> Option<Marked> {
        let marking = self.table.marking.filter(|_| self.holds == Holds::ByRules)?;
        Some(Marked { marking, places: marking.places(self.input)? })
    }
}
