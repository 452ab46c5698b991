//! Composition of components, with the check that the result splits into the same components.
//!
//! Builder and setters end here. The grammar must accept the text, and must split it into the very
//! components that it was made of:
//!
//! ```text
//! scheme a, path //b        a://b       accepted, and split into scheme a, authority b: refused
//! path a:b                  a:b         accepted, and split into scheme a, path b: refused
//! userinfo a@b, host c      //a@b@c     accepted by rfc2396 as a registry's name, without host c:
//!                                       refused
//! ```
//!
//! Each component of the result is where it was put, and each that was not given is absent. Only an
//! authority that the caller gave as a whole may have any parts.

use alloc::boxed::Box;
use alloc::string::String;

use urigram_grammars::{Component, Grammar, Parts, Reading, Span, StartRule, SyntaxError};

use super::{Checked, Owned};
use crate::form_error::{check_taken, check_whole};
use crate::BuildError;

/// Components, each without its delimiters.
#[derive(Clone, Copy)]
pub(crate) struct Pieces<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<Authority<'a>>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

#[derive(Clone, Copy)]
pub(crate) enum Authority<'a> {
    /// A text that the caller gave, with the parts that the grammar finds in it.
    Whole(&'a str),
    /// The text of a value whose grammar gives it no parts.
    Unsplit(&'a str),
    Split {
        userinfo: Option<&'a str>,
        host: &'a str,
        port: Option<&'a str>,
    },
}

/// The place that a component has to have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Absent,
    At(usize, usize),
    /// Any place, or none.
    Free,
}

impl Place {
    /// Returns the offsets, if there are some.
    const fn span(self) -> Option<(usize, usize)> {
        match self {
            Place::At(start, end) => Some((start, end)),
            Place::Absent | Place::Free => None,
        }
    }
}

/// The places of the components, by component.
type Places = [Place; Component::ALL.len()];

impl<'a> Pieces<'a> {
    /// Returns the components of a value.
    pub(crate) fn of(value: &Checked<'a>) -> Pieces<'a> {
        let get = |component| value.slice_of(value.parts.get(component));
        let (userinfo, port) = (get(Component::Userinfo), get(Component::Port));
        let authority = match get(Component::Host) {
            Some(host) => Some(Authority::Split { userinfo, host, port }),
            None => get(Component::Authority).map(Authority::Unsplit),
        };
        Pieces {
            scheme: get(Component::Scheme),
            authority,
            path: get(Component::Path).unwrap_or_default(),
            query: get(Component::Query),
            fragment: get(Component::Fragment),
        }
    }

    /// Replaces a component.
    ///
    /// # Errors
    /// [`BuildError::Authority`] for a userinfo or a port without a host.
    pub(crate) fn set(
        &mut self,
        component: Component,
        new: Option<&'a str>,
    ) -> Result<(), BuildError> {
        match component {
            Component::Scheme => self.scheme = new,
            Component::Authority => self.authority = new.map(Authority::Whole),
            Component::Path => self.path = new.unwrap_or_default(),
            Component::Query => self.query = new,
            Component::Fragment => self.fragment = new,
            Component::Host => {
                let new = new.unwrap_or_default();
                match &mut self.authority {
                    Some(Authority::Split { host, .. }) => *host = new,
                    _ => {
                        let (userinfo, port) = (None, None);
                        self.authority = Some(Authority::Split { userinfo, host: new, port });
                    }
                }
            }
            _ => match &mut self.authority {
                Some(Authority::Split { userinfo, .. }) if component == Component::Userinfo => {
                    *userinfo = new;
                }
                Some(Authority::Split { port, .. }) if component == Component::Port => *port = new,
                _ if new.is_none() => {}
                _ => return Err(BuildError::Authority),
            },
        }
        Ok(())
    }

    /// Puts the components together. `changed` is the component to blame where one was changed.
    ///
    /// # Errors
    /// [`BuildError::Syntax`] where the grammar rejects the text, [`BuildError::SplitOtherwise`]
    /// where it splits the text into other components.
    pub(crate) fn build(
        &self,
        rule: StartRule,
        (grammar, reading): (Grammar, Reading),
        changed: Option<Component>,
    ) -> Result<Owned, BuildError> {
        let (text, places) = self.write();
        let is_rootless =
            self.authority.is_some() && !self.path.is_empty() && !self.path.starts_with('/');
        let built = Built { text: &text, places, grammar, reading, changed, is_rootless };
        let table = rule.table(grammar, reading);
        let parts = table.split(&text, reading).map_err(|error| {
            // The rule for references reads a wrong scheme as a path, up to the colon.
            let is_scheme = changed == Some(Component::Scheme) && self.scheme.is_some();
            let absolute = || StartRule::Absolute.table(grammar, reading);
            let of_scheme = || absolute().check(text.as_bytes(), reading).err();
            built.rejected(is_scheme.then(of_scheme).flatten().unwrap_or(error))
        })?;
        if let Some(moved) = built.difference(parts) {
            return Err(built.moved(moved, &parts));
        }
        if let Err(error) = check_whole(grammar, reading, &text) {
            // The grammar would remove it before it reads.
            let (component, offset) = built.blamed(error.offset());
            return Err(built.split_otherwise(component, component, offset));
        }
        match check_taken(table, reading, &text, &parts) {
            Ok(()) => Ok(Owned { text, parts, grammar, reading }),
            Err(error) => {
                let component = changed.unwrap_or_else(|| built.at(error.offset()));
                Err(BuildError::Refused { component, error })
            }
        }
    }

    fn write(&self) -> (String, Places) {
        let mut out = Writer {
            text: String::with_capacity(self.len()),
            places: [Place::Absent; Component::ALL.len()],
        };
        out.push(Component::Scheme, "", self.scheme, ":");
        if let Some(authority) = &self.authority {
            out.text.push_str("//");
            let start = out.text.len();
            match *authority {
                Authority::Whole(authority) => {
                    for inner in [Component::Userinfo, Component::Host, Component::Port] {
                        out.places[inner.number()] = Place::Free;
                    }
                    out.text.push_str(authority);
                }
                Authority::Unsplit(authority) => out.text.push_str(authority),
                Authority::Split { userinfo, host, port } => {
                    out.push(Component::Userinfo, "", userinfo, "@");
                    out.push(Component::Host, "", Some(host), "");
                    out.push(Component::Port, ":", port, "");
                }
            }
            out.places[Component::Authority.number()] = Place::At(start, out.text.len());
        }
        out.push(Component::Path, "", Some(self.path), "");
        out.push(Component::Query, "?", self.query, "");
        out.push(Component::Fragment, "#", self.fragment, "");
        (out.text, out.places)
    }

    /// Returns the length of the text.
    fn len(&self) -> usize {
        let optional = |part: Option<&str>| part.map_or(0, |part| part.len() + 1);
        let authority = match self.authority {
            None => 0,
            Some(Authority::Whole(text) | Authority::Unsplit(text)) => text.len() + 2,
            Some(Authority::Split { userinfo, host, port }) => {
                2 + optional(userinfo) + host.len() + optional(port)
            }
        };
        let before_path = optional(self.scheme) + authority;
        before_path + self.path.len() + optional(self.query) + optional(self.fragment)
    }
}

struct Writer {
    text: String,
    places: Places,
}

impl Writer {
    fn push(&mut self, component: Component, before: &str, part: Option<&str>, after: &str) {
        if let Some(part) = part {
            self.text.push_str(before);
            let start = self.text.len();
            self.text.push_str(part);
            self.places[component.number()] = Place::At(start, self.text.len());
            self.text.push_str(after);
        }
    }
}

/// The components that can be set, inner ones before the authority that they are in.
const SETTABLE: [Component; 8] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Authority,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The text of some components, and the place in it that each has to have. Where the grammar reads
/// the text otherwise, the error names one component and an offset in it: the component that was
/// changed, or else the one where the error is.
///
/// ```text
/// http://h/a?b     with path `/a?b`        path `/a`, query `b`     path, 2: `?` cuts it
/// http://h x/      with host `h x`         rejected at the space    host, 1
/// http://a@b@h/    with userinfo `a@b`     rejected after `a@b`     userinfo, 1: its `@` ends it
/// //hp#f           of host `h`, path `p#f` host `hp`, no path       path: it needs a slash
/// ```
struct Built<'a> {
    text: &'a str,
    places: Places,
    grammar: Grammar,
    reading: Reading,
    /// The component to blame where one was changed.
    changed: Option<Component>,
    /// Whether the path needs a slash, which it does not have, since an authority is before it.
    is_rootless: bool,
}

impl Built<'_> {
    /// Returns the error of a text that the grammar rejects.
    fn rejected(&self, error: SyntaxError) -> BuildError {
        let (component, offset) = self.blamed(error.offset());
        if self.is_rootless && offset == self.offset_of_path(component) {
            return BuildError::Rootless { grammar: self.grammar };
        }
        let (start, end) = self.place(component);
        if start + offset < end {
            return BuildError::Syntax { component, offset, error: Box::new(error) };
        }
        // The grammar reads beyond the component: a delimiter in it ends it before, or it ends too
        // early.
        match self.first_delimiter(component) {
            Some(offset) => self.split_otherwise(component, component, offset),
            None => BuildError::Syntax { component, offset, error: Box::new(error.at_end()) },
        }
    }

    /// Returns the error of a text that the grammar splits into other components.
    fn moved(&self, moved: Component, parts: &Parts) -> BuildError {
        let (grammar, component) = (self.grammar, self.changed.unwrap_or(moved));
        let set = grammar.tables(self.reading).sets.get(component);
        if set.legal.is_empty() {
            return BuildError::Lacks { grammar, component };
        }
        let offset = match parts.get(component) {
            None => self.first_delimiter(component).unwrap_or(0),
            Some(found) => cut(found, self.place(component)),
        };
        let is_path = moved == Component::Path || component == Component::Path;
        if self.is_rootless && is_path && offset == self.offset_of_path(component) {
            return BuildError::Rootless { grammar };
        }
        self.split_otherwise(component, moved, offset)
    }

    fn split_otherwise(&self, component: Component, moved: Component, offset: usize) -> BuildError {
        BuildError::SplitOtherwise { grammar: self.grammar, component, moved, offset }
    }

    /// Returns the component to blame for an offset of the text, and the offset in it.
    fn blamed(&self, offset: usize) -> (Component, usize) {
        let component = self.changed.unwrap_or_else(|| self.at(offset));
        let (start, end) = self.place(component);
        (component, offset.clamp(start, end) - start)
    }

    /// Returns the place of a component. It is empty for a component that is absent.
    fn place(&self, component: Component) -> (usize, usize) {
        self.places[component.number()].span().unwrap_or((0, 0))
    }

    /// Returns the offset of a path without a slash in a component: its start, or the end of an
    /// authority that was put before it.
    fn offset_of_path(&self, component: Component) -> usize {
        match component {
            Component::Path => 0,
            Component::Authority | Component::Host | Component::Port => {
                let (start, end) = self.place(component);
                end - start
            }
            _ => usize::MAX,
        }
    }

    /// Returns the offset of the first byte of a component that the grammar has as a delimiter.
    fn first_delimiter(&self, component: Component) -> Option<usize> {
        let set = self.grammar.tables(self.reading).sets.get(component);
        // An address in a host has characters of its own.
        if component == Component::Host || set.legal.is_empty() {
            return None;
        }
        let (start, end) = self.place(component);
        let is_delimiter =
            |byte: &u8| byte.is_ascii() && *byte != b'%' && !set.legal.contains(*byte);
        self.text.as_bytes()[start..end].iter().position(is_delimiter)
    }

    /// Returns the first component that is not where it has to be. Of several, a component that is
    /// cut is to blame: of host `h` and path `p#f`, which make `//hp#f`, the path. Of a changed
    /// component its own text is known, and another one says more.
    fn difference(&self, parts: Parts) -> Option<Component> {
        let Built { text, grammar, reading, .. } = *self;
        // Where the rules split the text, they have the components, as its accessors do.
        let read = Checked { text, parts, grammar, reading };
        let differs = |component: &Component| {
            let found = read.span(*component).map(|span| (span.start as usize, span.end as usize));
            match self.places[component.number()] {
                Place::Free => false,
                place => found != place.span(),
            }
        };
        let is_cut = |component: &Component| {
            let Some((start, end)) = self.places[component.number()].span() else { return false };
            read.span(*component)
                .is_none_or(|found| found.start as usize > start || (found.end as usize) < end)
        };
        let mut all = SETTABLE.into_iter().filter(differs);
        let others = || all.clone().filter(|component| Some(*component) != self.changed);
        others().find(is_cut).or_else(|| all.clone().find(is_cut)).or_else(|| all.next())
    }

    /// Returns the component where an offset lies.
    fn at(&self, offset: usize) -> Component {
        // A percent-encoding that ends too early is wrong where the next component begins.
        let before = &self.text.as_bytes()[..offset];
        let is_cut = matches!(before, [.., b'%'] | [.., b'%', _]);
        let offset = if is_cut { offset - 1 } else { offset };
        let span = |component: &Component| self.places[component.number()].span();
        let holds = |component: &Component| {
            span(component).is_some_and(|(start, end)| start <= offset && offset <= end)
        };
        let mut all = SETTABLE.into_iter().filter(holds);
        // Of two that touch, the one whose text is there.
        let is_inside =
            |component: &Component| span(component).is_some_and(|(_, end)| offset < end);
        all.clone().find(is_inside).or_else(|| all.next()).unwrap_or(Component::Path)
    }
}

/// Returns the offset in a component of the delimiter that cuts it.
fn cut(found: Span, (start, end): (usize, usize)) -> usize {
    let (from, to) = (found.start as usize, found.end as usize);
    let delimiter = if from > start { from - 1 } else { to };
    delimiter.clamp(start, end) - start
}
