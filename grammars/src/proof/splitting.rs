//! A document's way of splitting, as a pattern of the automata package.
//!
//! [`Shape::split`](crate::Shape) looks for delimiters in a string that was accepted. This module
//! makes a regular expression with a capture for each component of the same [`Shape`]. For a
//! document without special schemes, and with `?` and `#` as RFC 3986 has them, the pattern is
//!
//! ```text
//! scheme{ [^:/?#]+ } ":"                                      (or no scheme)
//!   "//" authority{ … } path{ [^?#]* }                        (or path alone)
//!     userinfo{ .* } "@" host{ .* } ":" port{ [0-9]* }        in the authority, as far as there
//!   "?" query{ [^#]* }  "#" fragment{ .* }
//! ```
//!
//! and the whole must be accepted by the rule that is asked. A group of schemes for which the
//! document has ways of its own (`file` of RFC 1738, whose authority may be empty) is one
//! alternative of the pattern, all other schemes are one, and so are strings without a scheme.

mod ways;

use urigram_automata::marked::{Marked, Pattern, Removal};
use urigram_automata::{ByteSet, Dfa};
use urigram_engine::generated::Automaton;
use urigram_engine::Schemes;

use crate::proof::{Limits, ProofError, Rules};
use crate::{Component, Grammar, Reading, Shape};
use ways::{named, Ways};

/// The strings of a rule and the places of all components in them, as one pattern.
#[derive(Clone, Debug)]
pub struct Splitting {
    pattern: Pattern,
    whole: Dfa,
    removal: Option<Removal>,
}

impl Splitting {
    /// Describes a rule of a grammar; without a name, the default start rule.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    pub fn of(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
    ) -> Result<Splitting, ProofError> {
        let shape = grammar.tables(reading).start().shape;
        Splitting::by_shape(grammar, reading, rule, shape)
    }

    /// Describes a rule with another way of splitting in place of the document's own.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and if a limit is hit.
    #[doc(hidden)]
    pub fn by_shape(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        shape: &Shape,
    ) -> Result<Splitting, ProofError> {
        let document = grammar.document();
        let rule = document
            .rule(rule.unwrap_or(document.start.default))
            .map_err(ProofError::UnknownRule)?;
        let rules = Asked { grammar, rules: Rules::of(grammar, reading)? };
        let whole = rules.automaton(rule.id)?;
        let pattern = Pieces::new(&rules, shape)?.pattern()?.accepted_by(&whole);
        let removal = removal(grammar, rule.name);
        Ok(Splitting { pattern, whole, removal })
    }

    /// Returns the automaton of the strings with the marks of a component.
    ///
    /// # Errors
    /// [`ProofError::Undecided`] where a limit is hit.
    pub fn component(&self, component: Component, limits: Limits) -> Result<Marked, ProofError> {
        Marked::new(&self.pattern, component.number(), limits).map_err(ProofError::Undecided)
    }

    /// Returns the automaton of the strings as they are given, before characters are removed, with
    /// the marks of a component. It is that of [`Splitting::component`] where the document removes
    /// none, and for rules other than the default start rule.
    ///
    /// # Errors
    /// [`ProofError::Undecided`] where a limit is hit.
    pub fn before_removal(
        &self,
        component: Component,
        limits: Limits,
    ) -> Result<Marked, ProofError> {
        let marked = self.component(component, limits)?;
        match &self.removal {
            Some(removal) => marked.before(removal, limits).map_err(ProofError::Undecided),
            None => Ok(marked),
        }
    }

    /// Returns the automaton of the strings.
    pub fn strings(&self) -> &Dfa {
        &self.whole
    }
}

/// Returns the characters that a document removes before a rule applies.
pub(super) fn removal(grammar: Grammar, rule: &str) -> Option<Removal> {
    let document = grammar.document();
    let set = |bytes: &crate::ByteSet| bytes.iter().collect::<ByteSet>();
    let removed = document.removed.filter(|_| rule == document.start.default)?;
    Some(Removal::new(set(&removed.anywhere), set(&removed.begin), set(&removed.end)))
}

/// The rules of a document that a shape may ask.
struct Asked {
    grammar: Grammar,
    rules: Rules,
}

impl Asked {
    fn automaton(&self, id: &str) -> Result<Dfa, ProofError> {
        self.rules.automaton(id)
    }

    fn of(&self, automaton: Option<&Automaton>) -> Result<Option<Dfa>, ProofError> {
        let id = |automaton: &Automaton| -> Result<&'static str, ProofError> {
            Ok(self.grammar.document().rule(automaton.rule).map_err(ProofError::UnknownRule)?.id)
        };
        automaton.map(|automaton| self.automaton(id(automaton)?)).transpose()
    }
}

/// The parts of a shape as automata.
struct Pieces<'s> {
    shape: &'s Shape,
    hier: Option<Dfa>,
    net: Option<Dfa>,
    server: Option<Dfa>,
    hostport: Option<Dfa>,
    port: Option<Dfa>,
    scheme: Option<Dfa>,
    drive: Option<Dfa>,
    /// Whether a path holds a namespace identifier and a string of the namespace.
    namespaces: bool,
    /// Whether a `?` ends the string of the namespace although it begins no query.
    resolved: bool,
}

impl<'s> Pieces<'s> {
    fn new(rules: &Asked, shape: &'s Shape) -> Result<Pieces<'s>, ProofError> {
        Ok(Pieces {
            shape,
            hier: rules.of(shape.hier)?,
            net: rules.of(shape.net)?,
            server: rules.of(shape.server)?,
            hostport: rules.of(shape.hostport)?,
            port: rules.of(shape.port)?,
            scheme: rules.of(shape.scheme)?,
            drive: rules.of(shape.drive)?,
            namespaces: shape.name,
            resolved: shape.rq,
        })
    }

    /// Returns the pattern of every string, split, be it accepted by the rule or not.
    fn pattern(&self) -> Result<Pattern, ProofError> {
        let other = Ways::of(self.shape, "");
        let mut groups: Vec<(Ways, Vec<&str>)> = Vec::new();
        for name in self.schemes() {
            let ways = Ways::of(self.shape, name);
            match groups.iter_mut().find(|(known, _)| *known == ways) {
                Some((_, names)) => names.push(name),
                None => groups.push((ways, vec![name])),
            }
        }
        groups.retain(|(ways, _)| *ways != other);
        let special = dfa(&Pattern::either(
            groups.iter().flat_map(|(_, names)| names).map(|name| self.name(name)),
        ))?;
        let mut forms = vec![self.with_scheme(self.scheme().rejected_by(&special), other)?];
        for (ways, names) in groups {
            let names = dfa(&Pattern::either(names.into_iter().map(|name| self.name(name))))?;
            forms.push(self.with_scheme(self.scheme().accepted_by(&names), ways)?);
        }
        let has_scheme =
            dfa(&Pattern::sequence([self.scheme(), Pattern::text(":"), Pattern::any()]))?;
        let relative = Pattern::sequence([self.body(other, false)?, fragment(other)]);
        forms.push(relative.rejected_by(&has_scheme));
        Ok(Pattern::either(forms))
    }

    /// Returns the pattern of a scheme that the shape names.
    fn name(&self, name: &str) -> Pattern {
        let is_exact = |schemes: &Schemes| matches!(schemes, Schemes::Exactly(_));
        if named(self.shape).into_iter().any(is_exact) {
            Pattern::text(name)
        } else {
            any_case(name)
        }
    }

    /// Returns the schemes that the shape names.
    fn schemes(&self) -> Vec<&'static str> {
        let mut all: Vec<&str> = Vec::new();
        for schemes in named(self.shape) {
            if let Schemes::Only(names) | Schemes::Exactly(names) = schemes {
                all.extend(*names);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the pattern of a scheme.
    fn scheme(&self) -> Pattern {
        let bytes = bytes(b":/?#").complement();
        let some = Pattern::sequence([Pattern::OneOf(bytes), Pattern::Many(bytes)]);
        match &self.scheme {
            Some(rule) => some.accepted_by(rule),
            None => some,
        }
    }

    fn with_scheme(&self, scheme: Pattern, ways: Ways) -> Result<Pattern, ProofError> {
        let body = self.body(ways, true)?;
        let body = match &self.hier {
            Some(hier) => {
                let opaque = self.path(ways.outside(b""), true);
                Pattern::either([body.accepted_by(hier), opaque.rejected_by(hier)])
            }
            None => body,
        };
        Ok(Pattern::sequence([
            part(Component::Scheme, scheme),
            Pattern::text(":"),
            body,
            fragment(ways),
        ]))
    }

    /// Returns the pattern of the string between the scheme and the fragment.
    fn body(&self, ways: Ways, has_scheme: bool) -> Result<Pattern, ProofError> {
        let tail = self.tail(ways, has_scheme);
        if !ways.authority {
            return Ok(tail);
        }
        let ends = if ways.query { self.shape.authority_ends.as_bytes() } else { b"/" };
        let ends = &[ends, if ways.backslash { b"\\" } else { b"" }].concat()[..];
        let after = Pattern::sequence([Pattern::OneOf(bytes(ends)), Pattern::any()]).optional();
        // A document may end an authority at a byte that others have inside it, such as the colon.
        let inside = dfa(&Pattern::Many(ways.outside(ends)))?;
        let text = self.authority(ways, ends).accepted_by(&inside);
        let empty = dfa(&Pattern::text(""))?;
        let nothing = part(Component::Authority, text.clone().accepted_by(&empty));
        let authority = if self.shape.omits_empty {
            let text = part(Component::Authority, text.rejected_by(&empty));
            Pattern::either([text, Pattern::text("")])
        } else {
            part(Component::Authority, text)
        };
        let rest = tail.clone().accepted_by(&dfa(&after)?);
        let named = match self.drive.as_ref().filter(|_| ways.drives) {
            Some(drive) => {
                let lettered =
                    dfa(&Pattern::sequence([Pattern::Strings(drive.clone()), after.clone()]))?;
                Pattern::either([
                    Pattern::sequence([authority.rejected_by(drive), rest]),
                    Pattern::sequence([nothing, tail.clone().accepted_by(&lettered)]),
                ])
            }
            None => Pattern::sequence([authority, rest]),
        };
        let slash = bytes(if ways.backslash { b"/\\" } else { b"/" });
        let net = if ways.slashes {
            let further = dfa(&Pattern::sequence([Pattern::OneOf(slash), Pattern::any()]))?;
            Pattern::sequence([Pattern::Many(slash), named.rejected_by(&further)])
        } else {
            Pattern::sequence([Pattern::OneOf(slash), Pattern::OneOf(slash), named])
        };
        let net = match &self.net {
            Some(rule) if ways.hostless => {
                let hostless = dfa(&Pattern::sequence([Pattern::text("//"), after]))?;
                Pattern::either([net.clone().accepted_by(rule), net.accepted_by(&hostless)])
            }
            Some(rule) => net.accepted_by(rule),
            None => net,
        };
        Ok(net.or_else(tail))
    }

    /// Returns the pattern of the path and the query.
    fn tail(&self, ways: Ways, has_scheme: bool) -> Pattern {
        if !ways.query {
            return self.path(ways.outside(b""), has_scheme);
        }
        let query = part(Component::Query, Pattern::Many(ways.outside(b"")));
        let query = Pattern::sequence([Pattern::text("?"), query]);
        Pattern::sequence([self.path(ways.outside(b"?"), has_scheme), query.optional()])
    }

    /// Returns the pattern of a path of these bytes. In a name the namespace ends at the first
    /// colon.
    fn path(&self, allowed: ByteSet, has_scheme: bool) -> Pattern {
        let many = |except: &[u8]| Pattern::Many(allowed.intersection(&bytes(except).complement()));
        let path = if self.namespaces && has_scheme {
            let nid = part(Component::Nid, many(b":"));
            let nss = if self.resolved {
                Pattern::sequence([
                    part(Component::Nss, many(b"?")),
                    resolution(allowed).optional(),
                ])
            } else {
                part(Component::Nss, many(b""))
            };
            Pattern::either([Pattern::sequence([nid, Pattern::text(":"), nss]), many(b":")])
        } else {
            many(b"")
        };
        part(Component::Path, path)
    }

    /// Returns the pattern of an authority, which ends before any of these bytes.
    fn authority(&self, ways: Ways, ends: &[u8]) -> Pattern {
        let text = ways.outside(ends);
        if !ways.host {
            return Pattern::Many(text);
        }
        let split = match &self.hostport {
            None if ways.userinfo => {
                // The last `@` ends the userinfo, so the host has no `@`.
                let host = self.host_and_port(text.intersection(&bytes(b"@").complement()));
                Pattern::sequence([userinfo(text), host.clone()]).or_else(host)
            }
            None => self.host_and_port(text),
            Some(rule) => {
                let host = self.host_and_port(text).accepted_by(rule);
                let first = userinfo(text).shortest_then(host.clone());
                let split = if ways.userinfo { first.or_else(host) } else { host };
                split.or_else(Pattern::Many(text))
            }
        };
        match &self.server {
            Some(rule) => {
                Pattern::either([split.accepted_by(rule), Pattern::Many(text).rejected_by(rule)])
            }
            None => split,
        }
    }

    /// Returns the pattern of a host of these bytes and perhaps a port. Only the last colon can
    /// begin a port, and none within brackets.
    fn host_and_port(&self, text: ByteSet) -> Pattern {
        let host = || part(Component::Host, Pattern::Many(text));
        let last = text.intersection(&bytes(b":]").complement());
        let port = match &self.port {
            Some(rule) => Pattern::Many(last).accepted_by(rule),
            None => Pattern::Many((b'0'..=b'9').collect()),
        };
        Pattern::sequence([host(), Pattern::text(":"), part(Component::Port, port)]).or_else(host())
    }
}

/// Returns the pattern of an r- and a q-component of these bytes, each with its delimiter. The
/// first `?=` that some text follows other than `/` and `?` ends an r-component.
fn resolution(allowed: ByteSet) -> Pattern {
    let many = || Pattern::Many(allowed);
    let first = Pattern::OneOf(allowed.intersection(&bytes(b"/?").complement()));
    let second = part(Component::QComponent, Pattern::sequence([first, many()]));
    let second = Pattern::sequence([Pattern::text("?="), second]);
    let r = || part(Component::RComponent, many());
    let both = r().shortest_then(second).or_else(r());
    let q = part(Component::QComponent, many());
    let q = Pattern::sequence([Pattern::text("?="), q]);
    Pattern::either([q, Pattern::sequence([Pattern::text("?+"), both])])
}

fn fragment(ways: Ways) -> Pattern {
    if ways.fragment {
        Pattern::sequence([Pattern::text("#"), part(Component::Fragment, Pattern::any())])
            .optional()
    } else {
        Pattern::text("")
    }
}

fn userinfo(text: ByteSet) -> Pattern {
    Pattern::sequence([part(Component::Userinfo, Pattern::Many(text)), Pattern::text("@")])
}

fn part(component: Component, pattern: Pattern) -> Pattern {
    Pattern::capture(component.number(), pattern)
}

fn bytes(bytes: &[u8]) -> ByteSet {
    bytes.iter().copied().collect()
}

fn any_case(name: &str) -> Pattern {
    let each =
        name.bytes().map(|byte| bytes(&[byte.to_ascii_lowercase(), byte.to_ascii_uppercase()]));
    Pattern::sequence(each.map(Pattern::OneOf))
}

fn dfa(pattern: &Pattern) -> Result<Dfa, ProofError> {
    pattern.strings(Limits::default()).map_err(ProofError::Undecided)
}
