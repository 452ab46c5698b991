//! The changes that the URL Standard makes to the components of an input.
//!
//! The `url` crate reads hosts: IDNA, and numbers as addresses. Paths are read by the states of
//! resolution. The Standard's sets of characters to percent-encode are those of 1.3.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use ::url::Host;
use percent_encoding::{percent_decode_str, utf8_percent_encode, AsciiSet, CONTROLS};
use urigram_grammars::{Component, Grammar, Reading, Stripped, SyntaxError};

use crate::foreign_error::ForeignError;
use crate::resolve::{ReadUrl, Step};
use crate::value::masked::Masked;
use crate::UriBuf;

const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
const PATH: &AsciiSet = &QUERY.add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');
const USERINFO: &AsciiSet = &PATH
    .add(b'/')
    .add(b':')
    .add(b';')
    .add(b'=')
    .add(b'@')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'|');

/// The special schemes that have a default port (4.2).
const DEFAULT_PORTS: [(&str, &str); 5] =
    [("ftp", "21"), ("http", "80"), ("https", "443"), ("ws", "80"), ("wss", "443")];

/// The URL that a parser of the URL Standard makes of an input, and the steps that lead from the
/// components to it.
///
/// ```
/// use urigram::practices::Href;
/// use urigram::{Grammar, Reading};
///
/// let input = "HTTP:\\\\0x7F.1:80/a b/../c d";
/// let href = Href::of(Grammar::Whatwg, Reading::Corrected, input).unwrap()?;
/// assert_eq!(href.text(), "http://127.0.0.1/c%20d");
/// let steps: Vec<_> = href.steps().iter().map(|(_, step)| (step.label, &*step.value)).collect();
/// let path = [("4.4", "/c d"), ("1.3", "/c%20d")];
/// assert_eq!(steps[..3], [("4.4", "http"), ("3.5", "127.0.0.1"), ("4.2", "")]);
/// assert_eq!(steps[3..], path);
/// # Ok::<(), urigram::errors::ForeignError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Href {
    text: String,
    host: Option<String>,
    steps: Vec<(Component, Step)>,
}

impl fmt::Debug for Href {
    /// Shows the URL, without a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Href").field("text", &Masked::of_text(&self.text)).finish_non_exhaustive()
    }
}

impl Href {
    /// Returns the URL of an input; `None` for a grammar whose document does not resolve as the URL
    /// Standard does, and for an input that the grammar rejects.
    ///
    /// # Errors
    /// [`ForeignError::Refused`] where the parser refuses the host: the rules leave IDNA and
    /// numbers to it.
    pub fn of(
        grammar: Grammar,
        reading: Reading,
        input: &str,
    ) -> Option<Result<Href, ForeignError>> {
        let stripped = Stripped::new(grammar.tables(reading).start(), input.as_bytes());
        let left = core::str::from_utf8(stripped.left()).ok()?;
        let url = ReadUrl::new(grammar, reading, left)?;
        Some(Href::from_components(&url))
    }

    pub(crate) fn from_components(url: &ReadUrl<'_>) -> Result<Href, ForeignError> {
        let mut steps = Steps(Vec::new());
        let scheme = url.scheme.to_ascii_lowercase();
        steps.add(Component::Scheme, "4.4", "in lower case", url.scheme, &scheme);
        let authority = match url.authority {
            Some(_) => Some(authority(url, &scheme, &mut steps)?),
            None => None,
        };
        let (authority, host) = authority.unzip();
        let path = match url.segments() {
            Some(path) => {
                steps.add(Component::Path, "4.4", "read as segments", url.path, &path);
                let encoded = encoded(&path, PATH);
                steps.add(Component::Path, "1.3", ENCODED, &path, &encoded);
                encoded
            }
            None => {
                let is_last = url.query.is_none() && url.fragment.is_none();
                let path = opaque(url.path, is_last);
                steps.add(Component::Path, "1.3", ENCODED, url.path, &path);
                path
            }
        };
        let set = if url.is_special() { SPECIAL_QUERY } else { QUERY };
        let query = steps.encode(Component::Query, url.query, set);
        let fragment = steps.encode(Component::Fragment, url.fragment, FRAGMENT);
        let mut text = scheme + ":";
        if let Some(authority) = &authority {
            text.push_str("//");
            text.push_str(authority);
        } else if path.starts_with("//") {
            // 4.5: the path does not become an authority.
            text.push_str("/.");
        }
        text.push_str(&path);
        for (delimiter, part) in [('?', query), ('#', fragment)] {
            if let Some(part) = part {
                text.push(delimiter);
                text.push_str(&part);
            }
        }
        Ok(Href { text, host, steps: steps.0 })
    }

    /// Returns a component as the last step that changes it has it.
    pub(crate) fn changed(&self, component: Component) -> Option<&str> {
        let last = self.steps.iter().rev().find(|(one, _)| *one == component)?;
        Some(&last.1.value)
    }

    /// Returns the URL as the parser serializes it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the host as the parser serializes it; `None` of a URL without an authority.
    ///
    /// ```
    /// use urigram::practices::Href;
    /// use urigram::{Grammar, Reading};
    ///
    /// let href = Href::of(Grammar::Whatwg, Reading::Corrected, "http://0x7f.1/").unwrap()?;
    /// assert_eq!(href.host(), Some("127.0.0.1"));
    /// # Ok::<(), urigram::errors::ForeignError>(())
    /// ```
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// Returns the URL as a URI, without a copy: a lenient reading of an input as a value.
    ///
    /// ```
    /// use urigram::practices::Href;
    /// use urigram::{Grammar, Reading};
    ///
    /// let href = Href::of(Grammar::Whatwg, Reading::Corrected, "http:\\\\a\\b c").unwrap()?;
    /// assert_eq!(href.into_uri()?, "http://a/b%20c");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SyntaxError`] for a URL with a character that RFC 3986 does not allow, such as `|`.
    pub fn into_uri(self) -> Result<UriBuf, SyntaxError> {
        UriBuf::parse(self.text)
    }

    /// Returns the steps that change something, each with its component. The value of a step is the
    /// changed component.
    ///
    /// ```
    /// use urigram::practices::Href;
    /// use urigram::{Component, Grammar, Reading};
    ///
    /// let href = Href::of(Grammar::Whatwg, Reading::Corrected, "http://0x7f.1/").unwrap()?;
    /// let [(component, step)] = href.steps() else { panic!("{:?}", href.steps()) };
    /// assert_eq!((*component, &*step.value), (Component::Host, "127.0.0.1"));
    /// # Ok::<(), urigram::errors::ForeignError>(())
    /// ```
    pub fn steps(&self) -> &[(Component, Step)] {
        &self.steps
    }
}

const ENCODED: &str = "percent-encoded";

/// Parses a host (3.5). A domain in US-ASCII is lowercased without a look at what its labels decode
/// to. The rule is newer than the `url` crate.
fn parsed(host: &str, is_special: bool) -> Result<Host, ForeignError> {
    let refused = |error: ::url::ParseError| ForeignError::Refused(error.to_string());
    if !is_special {
        return Host::parse_opaque(host).map_err(refused);
    }
    let decoded = percent_decode_str(host).decode_utf8_lossy();
    if host.starts_with('[') || !decoded.is_ascii() {
        return Host::parse(host).map_err(refused);
    }
    let domain = decoded.to_ascii_lowercase();
    let last = domain.strip_suffix('.').unwrap_or(&domain).rsplit('.').next().unwrap_or_default();
    let is_number = match last.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    };
    // All labels of an address are numbers, so that the crate asks IDNA for none of them.
    if is_number {
        return Host::parse(&domain).map_err(refused);
    }
    Ok(Host::Domain(domain))
}

/// Returns the authority that the parser serializes, and its host.
fn authority(
    url: &ReadUrl<'_>,
    scheme: &str,
    steps: &mut Steps,
) -> Result<(String, String), ForeignError> {
    let (mut authority, mut serialized) = (String::new(), String::new());
    if let Some(userinfo) = url.userinfo {
        let (name, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
        let (name, password) = (encoded(name, USERINFO), encoded(password, USERINFO));
        let between = if password.is_empty() { "" } else { ":" };
        let changed = format!("{name}{between}{password}");
        steps.add(Component::Userinfo, "1.3", ENCODED, userinfo, &changed);
        if !changed.is_empty() {
            authority = changed + "@";
        }
    }
    let host = url.host.unwrap_or_default();
    if !host.is_empty() {
        let parsed = parsed(host, url.is_special())?;
        let (section, what) = match &parsed {
            Host::Ipv4(_) => ("3.5", "read as a number of IPv4"),
            Host::Ipv6(_) => ("3.6", "the address of IPv6 compressed"),
            Host::Domain(_) if url.is_special() => ("3.3", "by IDNA"),
            Host::Domain(_) => ("3.5", ENCODED),
        };
        let mut changed = parsed.to_string();
        steps.add(Component::Host, section, what, host, &changed);
        if url.is_file() && changed == "localhost" {
            steps.add(Component::Host, "4.4", "no host of a file", &changed, "");
            changed.clear();
        }
        authority.push_str(&changed);
        serialized = changed;
    }
    if let Some(port) = url.port {
        let number = match port.trim_start_matches('0') {
            "" if !port.is_empty() => "0",
            number => number,
        };
        steps.add(Component::Port, "4.4", "without zeros before it", port, number);
        if DEFAULT_PORTS.contains(&(scheme, number)) {
            steps.add(Component::Port, "4.2", "the default of the scheme", number, "");
        } else if !number.is_empty() {
            authority.push(':');
            authority.push_str(number);
        }
    }
    Ok((authority, serialized))
}

/// Percent-encodes an opaque path. A space at its end is encoded if something follows the path.
fn opaque(path: &str, is_last: bool) -> String {
    match path.strip_suffix(' ').filter(|_| !is_last) {
        Some(start) => encoded(start, CONTROLS) + "%20",
        None => encoded(path, CONTROLS),
    }
}

fn encoded(text: &str, set: &'static AsciiSet) -> String {
    Cow::from(utf8_percent_encode(text, set)).into_owned()
}

/// The steps that change something.
struct Steps(Vec<(Component, Step)>);

impl Steps {
    fn add(
        &mut self,
        component: Component,
        label: &'static str,
        what: &'static str,
        before: &str,
        after: &str,
    ) {
        if before != after {
            self.0.push((component, Step::new(label, what, after.into())));
        }
    }

    /// Percent-encodes a component.
    fn encode(
        &mut self,
        component: Component,
        text: Option<&str>,
        set: &'static AsciiSet,
    ) -> Option<String> {
        let text = text?;
        let encoded = encoded(text, set);
        self.add(component, "1.3", ENCODED, text, &encoded);
        Some(encoded)
    }
}
