//! A list of hosts, and the texts that every reader takes to one of them.
//!
//! An example: the list has the host `good.example`, the readers are RFC 3986, the URL Standard and
//! Python.
//!
//! ```text
//!   http://good.example@evil.example/    denied: a userinfo
//!   http://evil.example\@good.example/   denied: not a URI by RFC 3986
//!   http://good%2Eexample/               denied: some readers decode it
//!   http://GOOD.example:80/              vetted
//! ```
//!
//! Each step can only deny a text. The text has to be a URI by RFC 3986, which excludes controls,
//! spaces, backslashes and everything beyond US-ASCII. Its host has to have one value ([`host`]),
//! and each reader has to find it at the same place. Then there is nothing left to decode or to
//! map, so all readers have the same value.

mod host;
mod list;
mod vetted;
mod why;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::net::IpAddr;

use urigram_grammars::{refused, refuses_more, Component, Grammar, Parts, Reading, Removed, Table};

use super::guard::{agree, COMPARED};
use super::places::Places;
use crate::normalize::KnownScheme;
use crate::Uri;
use host::{is_private, is_private_name, value, Value};
pub use list::ListError;
pub use vetted::Vetted;
pub use why::{Denied, Why};

/// A list of schemes, hosts and ports, and the readers of a program's URLs.
///
/// Name a reader for each program that will read the text: the parser that checks, the client that
/// connects, a proxy between them. [`AllowList::check`] gives a [`Vetted`] text only if all of them
/// resolve it to the same host of the list. Everything else is denied: a list without schemes or
/// without hosts denies every text.
///
/// * The default port of a listed scheme is listed. Other ports have to be.
/// * A userinfo is denied, even an empty one, and so are an empty host, an empty port, a port with
///   a leading zero, and a name with a dot at the end.
/// * A name has letters, digits, hyphens and underscores in labels of 1 to 63 octets. A
///   percent-encoding is denied, because some readers decode it; so is every character beyond
///   US-ASCII. Names in other scripts have to be in the form `xn--…`.
/// * A name whose last label is a number has to be an IPv4 address in four decimal numbers without
///   leading zeros. So `0x7f.1`, `017700000001`, `127.1` and `2130706433` are denied.
/// * Private addresses and names are denied, even if they are listed, unless [`AllowList::private`]
///   allows them. These are addresses that are not globally reachable by IANA's registries for
///   special purposes, IPv6 addresses that contain such an IPv4 address, names below `localhost`,
///   `local`, `internal` and `home.arpa`, and names of one label.
///
/// # Limits
/// A list reads texts. A name that is allowed may have a private address in the DNS, and another
/// one a second later (DNS rebinding): ask [`AllowList::admits_address`] about the address that the
/// connection goes to. A server may answer with a redirect: check each target before it is
/// followed, as `checks/redirects` does with `reqwest` (docs/allow-lists.md). A client that reads
/// differently from every reader of the list, by its version or by its options, is not covered.
/// Nothing is said of the path.
///
/// ```
/// use urigram::agreement::{AllowList, Why};
/// use urigram::Grammar;
///
/// let readers = [Grammar::Rfc3986, Grammar::Whatwg, Grammar::Python314];
/// let allow = AllowList::new(&readers).scheme("https")?.host("good.example")?.port(8443);
/// let vetted = allow.check("https://good.example:8443/path")?;
/// assert_eq!((vetted.host(), vetted.port()), ("good.example", Some(8443)));
///
/// let denied = allow.check("https://good.example:80@evil.example/").unwrap_err();
/// assert_eq!(*denied.why(), Why::Userinfo);
/// assert_eq!(denied.to_string(), "the userinfo by RFC 3986: a userinfo is not allowed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllowList {
    /// The readers but RFC 3986.
    readers: Vec<Reader>,
    /// Each with its default port.
    schemes: Vec<(Box<str>, Option<u16>)>,
    names: BTreeSet<Box<str>>,
    suffixes: BTreeSet<Box<str>>,
    addresses: BTreeSet<IpAddr>,
    ports: BTreeSet<u16>,
    takes_any_host: bool,
    takes_private: bool,
}

/// A grammar that has to take a text.
#[derive(Clone, Copy, Debug)]
struct Reader {
    grammar: Grammar,
    table: &'static Table,
    /// Whether the grammar's rules find the components while they check a text, and nothing is
    /// removed from a URI by RFC 3986 before.
    is_one_pass: bool,
    /// Whether the program refuses texts of its rules.
    refuses_more: bool,
}

impl Reader {
    fn new(grammar: Grammar) -> Reader {
        let table = grammar.tables(Reading::default()).start();
        let is_known = COMPARED.iter().all(|&component| !table.is_unknown(component));
        let keeps = |removed: &Removed, byte| {
            [removed.begin, removed.end, removed.anywhere].iter().all(|set| !set.contains(byte))
        };
        let keeps_all =
            table.removed().is_none_or(|removed| (b'!'..=b'~').all(|byte| keeps(removed, byte)));
        let is_one_pass = table.is_marked() && is_known && keeps_all;
        Reader { grammar, table, is_one_pass, refuses_more: refuses_more(grammar.document()) }
    }
}

impl AllowList {
    /// Makes a list that denies everything, for these readers. RFC 3986 is always one of them.
    pub fn new(readers: &[Grammar]) -> AllowList {
        let others = readers.iter().filter(|&&reader| reader != Grammar::Rfc3986);
        AllowList {
            readers: others.map(|&grammar| Reader::new(grammar)).collect(),
            schemes: Vec::new(),
            names: BTreeSet::new(),
            suffixes: BTreeSet::new(),
            addresses: BTreeSet::new(),
            ports: BTreeSet::new(),
            takes_any_host: false,
            takes_private: false,
        }
    }

    /// Allows a scheme; its case does not matter.
    ///
    /// # Errors
    /// [`ListError`] for a text that is not a scheme, as `https:`.
    pub fn scheme(mut self, scheme: &str) -> Result<AllowList, ListError> {
        let scheme = scheme.to_ascii_lowercase();
        let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let starts = scheme.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
        if !starts || !scheme.as_bytes().iter().all(is_inner) {
            return Err(ListError::of("scheme", &scheme));
        }
        let port = KnownScheme::of(&scheme).and_then(|known| known.port);
        self.schemes.push((scheme.into(), port));
        Ok(self)
    }

    /// Allows a host: a name, an IPv4 address, or an IPv6 address in brackets. A name does not
    /// allow the names below it; [`AllowList::suffix`] does.
    ///
    /// ```
    /// use urigram::agreement::AllowList;
    ///
    /// assert!(AllowList::new(&[]).host("good.example").is_ok());
    /// assert!(AllowList::new(&[]).host("http://good.example").is_err());
    /// assert!(AllowList::new(&[]).host("*.example").is_err());
    /// ```
    ///
    /// # Errors
    /// [`ListError`] for a text that no vetted host could be equal to.
    pub fn host(mut self, host: &str) -> Result<AllowList, ListError> {
        match value(host) {
            Ok(Value::Name(name, _)) => self.names.insert(name.into()),
            Ok(Value::Address(address)) => self.addresses.insert(address),
            Err(why) => return Err(ListError::because("host", host, why)),
        };
        Ok(self)
    }

    /// Allows every name below this one, and not the name itself: `good.example` allows
    /// `a.good.example` and `b.a.good.example`, and not `notgood.example`.
    ///
    /// # Errors
    /// [`ListError`] for a text that is not a name.
    pub fn suffix(mut self, name: &str) -> Result<AllowList, ListError> {
        match value(name) {
            Ok(Value::Name(name, _)) => self.suffixes.insert(name.into()),
            Ok(Value::Address(_)) => return Err(ListError::of("suffix", name)),
            Err(why) => return Err(ListError::because("suffix", name, why)),
        };
        Ok(self)
    }

    /// Allows a port, with every scheme.
    #[must_use]
    pub fn port(mut self, port: u16) -> AllowList {
        self.ports.insert(port);
        self
    }

    /// Allows every host that is not private: for addresses that users give.
    ///
    /// ```
    /// use urigram::agreement::{AllowList, Why};
    /// use urigram::Grammar;
    ///
    /// let allow = AllowList::new(&[Grammar::Whatwg]).scheme("https")?.any_host();
    /// assert!(allow.check("https://any.example/").is_ok());
    /// for private in ["localhost", "10.0.0.1", "[::ffff:127.0.0.1]", "metadata"] {
    ///     let denied = allow.check(&format!("https://{private}/")).unwrap_err();
    ///     assert_eq!(*denied.why(), Why::Private);
    /// }
    /// # Ok::<(), urigram::agreement::ListError>(())
    /// ```
    #[must_use]
    pub fn any_host(mut self) -> AllowList {
        self.takes_any_host = true;
        self
    }

    /// Allows private addresses and names as far as they are listed.
    #[must_use]
    pub fn private(mut self) -> AllowList {
        self.takes_private = true;
        self
    }

    /// Returns true if a connection to an address keeps to the policy on private addresses. Ask it
    /// of the addresses that the DNS gives for a vetted name, and connect to one of these.
    ///
    /// ```
    /// use urigram::agreement::AllowList;
    ///
    /// let allow = AllowList::new(&[]);
    /// assert!(allow.admits_address("1.1.1.1".parse()?));
    /// assert!(!allow.admits_address("169.254.169.254".parse()?));
    /// assert!(!allow.admits_address("64:ff9b::a00:1".parse()?));
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub fn admits_address(&self, address: IpAddr) -> bool {
        self.takes_private || !is_private(address)
    }

    /// Checks a text: one parse for each reader, and a look at the list. Allocates nothing unless
    /// the host is a name with capitals.
    ///
    /// # Errors
    /// [`Denied`] with a reader, a component and the reason.
    pub fn check<'t>(&self, text: &'t str) -> Result<Vetted<Uri<'t>>, Denied> {
        let first = Grammar::Rfc3986;
        let uri = Uri::parse_by(first, Reading::Corrected, text)
            .map_err(|error| Denied::syntax(first, error))?;
        let deny = |component, why| Denied::new(first, Some(component), why);
        // RFC 3986 states a shape, so that its parts are exact.
        let parts = &uri.0.parts;
        let spans = [parts.scheme(), parts.userinfo(), parts.host(), parts.port()];
        let [scheme, userinfo, host, port] = spans.map(|span| span.map(|span| span.of(text)));
        let is_scheme =
            |(name, _): &&(Box<str>, _)| scheme.is_some_and(|one| name.eq_ignore_ascii_case(one));
        let Some(&(_, default)) = self.schemes.iter().find(is_scheme) else {
            return Err(deny(Component::Scheme, Why::NotListed));
        };
        if userinfo.is_some() {
            return Err(deny(Component::Userinfo, Why::Userinfo));
        }
        let port = self.port_of(port, default).map_err(|why| deny(Component::Port, why))?;
        let found = value(host.unwrap_or_default()).map_err(|why| deny(Component::Host, why))?;
        let address = self.takes(&found).map_err(|why| deny(Component::Host, why))?;
        let mut places = Places::NONE;
        for &Reader { grammar, table, is_one_pass, refuses_more } in &self.readers {
            if !is_one_pass {
                if places.read(text, table).is_err() {
                    return Err(refusal(grammar, table, text));
                }
                agree(&uri.0, grammar, &places).map_err(Denied::conflict)?;
                continue;
            }
            let found = table.spans_by_rules(text.as_bytes(), COMPARED);
            let found = found.ok_or_else(|| refusal(grammar, table, text))?;
            if refuses_more && refused(table, text, &Parts::BY_RULES).is_some() {
                return Err(refusal(grammar, table, text));
            }
            if found != spans {
                places.read(text, table).map_err(|_| refusal(grammar, table, text))?;
                agree(&uri.0, grammar, &places).map_err(Denied::conflict)?;
            }
        }
        let lower = match found {
            Value::Name(Cow::Owned(name), _) => Some(name.into_boxed_str()),
            _ => None,
        };
        Ok(Vetted::new(uri, lower, address, port))
    }

    /// Returns the port that a text names, if it is listed, or the default port of its scheme.
    fn port_of(&self, digits: Option<&str>, default: Option<u16>) -> Result<Option<u16>, Why> {
        let Some(digits) = digits else { return Ok(default) };
        let port: Option<u16> = digits.parse().ok();
        match port {
            Some(_) if digits.len() > 1 && digits.starts_with('0') => Err(Why::Port),
            None => Err(Why::Port),
            Some(port) if default == Some(port) || self.ports.contains(&port) => Ok(Some(port)),
            Some(_) => Err(Why::NotListed),
        }
    }

    /// Checks that a host is listed and keeps to the policy; returns its address if it is one.
    fn takes(&self, host: &Value<'_>) -> Result<Option<IpAddr>, Why> {
        let (is_listed, is_private, address) = match host {
            Value::Address(address) => {
                (self.addresses.contains(address), is_private(*address), Some(*address))
            }
            Value::Name(name, last) => {
                let dots = name.bytes().enumerate().filter(|(_, byte)| *byte == b'.');
                let mut above = dots.map(|(dot, _)| &name[dot + 1..]);
                let is_listed = self.names.contains(&**name)
                    || (!self.suffixes.is_empty() && above.any(|up| self.suffixes.contains(up)));
                (is_listed, is_private_name(name, *last), None)
            }
        };
        if is_private && !self.takes_private {
            return Err(Why::Private);
        }
        if !is_listed && !self.takes_any_host {
            return Err(Why::NotListed);
        }
        Ok(address)
    }
}

/// Returns the reason why a reader does not take a text.
#[cold]
fn refusal(reader: Grammar, table: &'static Table, text: &str) -> Denied {
    let parts = match table.split(text, Reading::default()) {
        Ok(parts) => parts,
        Err(error) => return Denied::syntax(reader, error),
    };
    let constraint = refused(table, text, &parts).map_or("", |refused| refused.constraint);
    let check = reader.document().checks.iter().find(|check| check.id == constraint);
    Denied::new(reader, check.and_then(|check| check.of), Why::Program(constraint))
}
