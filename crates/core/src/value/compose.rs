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

use urigram_grammars::{Component, Grammar, Reading, Span, StartRule};

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
    #[inline]
    const fn span(self) -> Option<(usize, usize)> {
        match self {
            Place::At(start, end) => Some((start, end)),
            Place::Absent | Place::Free => None,
        }
    }
}

/// The places of the components, by component.
type Given = [Place; Component::ALL.len()];

impl<'a> Pieces<'a> {
    /// Returns the components of a value.
    #[inline]
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
    #[inline]
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
    #[inline]
    pub(crate) fn build(
        &self,
        rule: StartRule,
        (grammar, reading): (Grammar, Reading),
        changed: Option<Component>,
    ) -> Result<Owned, BuildError> {
        let (text, given) = self.write();
        let of_changed = |component: Component| given[component.number()].span().unwrap_or((0, 0));
        let is_rootless =
            self.authority.is_some() && !self.path.is_empty() && !self.path.starts_with('/');
        // The offset of a path without slash in a component: its start, or the end of an authority
        // that was put before it.
        let of_path = |component: Component| match component {
            Component::Path => 0,
            Component::Authority | Component::Host | Component::Port => {
                let (start, end) = of_changed(component);
                end - start
            }
            _ => usize::MAX,
        };
        // The first byte of a component that the grammar has as a delimiter.
        let first_delimiter = |component: Component| {
            let set = grammar.tables(reading).sets.get(component);
            let is_delimiter =
                |byte: &u8| byte.is_ascii() && *byte != b'%' && !set.legal.contains(*byte);
            let (start, end) = of_changed(component);
            // An address in a host has characters of its own.
            let is_asked = component != Component::Host && !set.legal.is_empty();
            text.as_bytes()[start..end].iter().position(is_delimiter).filter(|_| is_asked)
        };
        // Where the rules split the text, they have the components, as its accessors do.
        let read = |parts| Checked { text: &text, parts, grammar, reading };
        match rule.table(grammar, reading).split(&text, reading) {
            Ok(parts) => match difference(&read(parts), &given, changed) {
                None => match check_whole(grammar, reading, &text) {
                    // The grammar would remove it before it reads.
                    Err(error) => {
                        let component =
                            changed.unwrap_or_else(|| at(&text, &given, error.offset()));
                        let (start, end) = of_changed(component);
                        let offset = error.offset().clamp(start, end) - start;
                        let moved = component;
                        Err(BuildError::SplitOtherwise { grammar, component, moved, offset })
                    }
                    Ok(()) => {
                        let table = rule.table(grammar, reading);
                        match check_taken(table, reading, &text, &parts) {
                            Ok(()) => Ok(Owned { text, parts, grammar, reading }),
                            Err(error) => {
                                let component =
                                    changed.unwrap_or_else(|| at(&text, &given, error.offset()));
                                Err(BuildError::Refused { component, error })
                            }
                        }
                    }
                },
                Some(moved) => {
                    let component = changed.unwrap_or(moved);
                    if lacks(grammar, reading, component) {
                        return Err(BuildError::Lacks { grammar, component });
                    }
                    let offset = match parts.get(component) {
                        None => first_delimiter(component).unwrap_or(0),
                        Some(found) => cut(found, of_changed(component)),
                    };
                    let is_path = moved == Component::Path || component == Component::Path;
                    if is_rootless && is_path && offset == of_path(component) {
                        return Err(BuildError::Rootless { grammar });
                    }
                    Err(BuildError::SplitOtherwise { grammar, component, moved, offset })
                }
            },
            Err(error) => {
                // The rule for references reads a wrong scheme as a path, up to the colon.
                let error = match (changed, self.scheme) {
                    (Some(Component::Scheme), Some(_)) => {
                        let absolute = StartRule::Absolute.table(grammar, reading);
                        absolute.check(text.as_bytes(), reading).err().unwrap_or(error)
                    }
                    _ => error,
                };
                let component = changed.unwrap_or_else(|| at(&text, &given, error.offset()));
                let (start, end) = of_changed(component);
                let offset = error.offset().clamp(start, end) - start;
                if is_rootless && offset == of_path(component) {
                    return Err(BuildError::Rootless { grammar });
                }
                if start + offset < end {
                    return Err(BuildError::Syntax { component, offset, error: Box::new(error) });
                }
                // The grammar reads beyond the component: a delimiter in it ends it before, or it
                // ends too early.
                match first_delimiter(component) {
                    Some(offset) => {
                        let moved = component;
                        Err(BuildError::SplitOtherwise { grammar, component, moved, offset })
                    }
                    None => {
                        let error = Box::new(error.at_end());
                        Err(BuildError::Syntax { component, offset, error })
                    }
                }
            }
        }
    }

    #[inline]
    fn write(&self) -> (String, Given) {
        let mut out = Writer {
            text: String::with_capacity(self.len()),
            given: [Place::Absent; Component::ALL.len()],
        };
        out.push(Component::Scheme, "", self.scheme, ":");
        if let Some(authority) = &self.authority {
            out.text.push_str("//");
            let start = out.text.len();
            match *authority {
                Authority::Whole(authority) => {
                    for inner in [Component::Userinfo, Component::Host, Component::Port] {
                        out.given[inner.number()] = Place::Free;
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
            out.given[Component::Authority.number()] = Place::At(start, out.text.len());
        }
        out.push(Component::Path, "", Some(self.path), "");
        out.push(Component::Query, "?", self.query, "");
        out.push(Component::Fragment, "#", self.fragment, "");
        (out.text, out.given)
    }

    /// Returns the length of the text.
    #[inline]
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
    given: Given,
}

impl Writer {
    #[inline]
    fn push(&mut self, component: Component, before: &str, part: Option<&str>, after: &str) {
        if let Some(part) = part {
            self.text.push_str(before);
            let start = self.text.len();
            self.text.push_str(part);
            self.given[component.number()] = Place::At(start, self.text.len());
            self.text.push_str(after);
        }
    }
}

/// The components that can be given, inner ones before the authority that they are in.
const GIVEN: [Component; 8] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Authority,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// Returns the first component that is not where it has to be. Of several, a component that is cut
/// is to blame: of host `h` and path `p#f`, which make `//hp#f`, the path. Of a changed component
/// its own text is known, and another one says more.
#[inline]
fn difference(read: &Checked<'_>, given: &Given, changed: Option<Component>) -> Option<Component> {
    let differs = |component: &Component| {
        let found = read.span(*component).map(|span| (span.start as usize, span.end as usize));
        match given[component.number()] {
            Place::Free => false,
            place => found != place.span(),
        }
    };
    let is_cut = |component: &Component| {
        let Some((start, end)) = given[component.number()].span() else { return false };
        read.span(*component)
            .is_none_or(|found| found.start as usize > start || (found.end as usize) < end)
    };
    let mut all = GIVEN.into_iter().filter(differs);
    let others = || all.clone().filter(|component| Some(*component) != changed);
    others().find(is_cut).or_else(|| all.clone().find(is_cut)).or_else(|| all.next())
}

/// Returns true if the grammar has no such component in any identifier.
#[inline]
fn lacks(grammar: Grammar, reading: Reading, component: Component) -> bool {
    grammar.tables(reading).sets.get(component).legal.is_empty()
}

/// Returns the offset in a component of the delimiter that cuts it.
#[inline]
fn cut(found: Span, (start, end): (usize, usize)) -> usize {
    let (from, to) = (found.start as usize, found.end as usize);
    let delimiter = if from > start { from - 1 } else { to };
    delimiter.clamp(start, end) - start
}

/// Returns the component where an offset lies.
#[inline]
fn at(text: &str, given: &Given, offset: usize) -> Component {
    // A percent-encoding that ends too early is wrong where the next component begins.
    let before = &text.as_bytes()[..offset];
    let is_cut = matches!(before, [.., b'%'] | [.., b'%', _]);
    let offset = if is_cut { offset - 1 } else { offset };
    let span = |component: &Component| given[component.number()].span();
    let holds = |component: &Component| {
        span(component).is_some_and(|(start, end)| start <= offset && offset <= end)
    };
    let mut all = GIVEN.into_iter().filter(holds);
    // Of two that touch, the one whose text is there.
    let is_inside = |component: &Component| span(component).is_some_and(|(_, end)| offset < end);
    all.clone().find(is_inside).or_else(|| all.next()).unwrap_or(Component::Path)
}
