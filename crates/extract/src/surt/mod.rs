//! The sort-friendly form of URLs that web archives index by (SURT).
//!
//! The rules are those of the Internet Archive's keys, in this order. `tests.rs` has the cases that
//! the published implementations test.
//!
//! 1. What begins with `filedesc` stays as it is. White space at both ends is dropped, and tabs and
//!    line ends everywhere. If nothing is left, the form is `-`.
//! 2. A part before a colon is a scheme unless a port follows, or unless it has a dot and no `//`
//!    follows. Without a scheme, it is `http`. After a scheme that begins with `http`, any number
//!    of slashes and a host follow, and an empty host is passed over; a second `http://` or
//!    `https://` takes the place of the first. After any other, exactly two and a host follow, or
//!    the form is the scheme, a colon, the path and the query: of `mailto:Foo@Bar.org`,
//!    `mailto:foo@bar.org`.
//! 3. The fragment and the userinfo are dropped.
//! 4. The host is decoded and in lower case, without dots in excess. Beyond US-ASCII it is
//!    converted by IDNA. A number is an IPv4 address, and so are up to four, where a leading zero
//!    makes an octal one. `www.`, `www2.` and the like are dropped before two labels or more, and
//!    so are port 0 and the default port of `http` and `https`.
//! 5. Escapes are decoded as long as there are any. Space, control characters, `%`, `#` and bytes
//!    beyond US-ASCII are escaped again.
//! 6. The path has neither dot segments nor empty ones, no session ids, no slash at its end, and is
//!    in lower case. A segment `..` with nothing before it stays.
//! 7. The query has no session ids, is in lower case and sorted by its parameters. An empty one is
//!    dropped.
//! 8. The labels of the host come in reverse, separated by commas, then `)`, the path and the
//!    query.

mod escapes;
mod host;
mod session;
#[cfg(test)]
mod tests;

use escapes::{decoded, encoded};

/// The variants of the form.
///
/// ```
/// use urigram::surt::{surt, Options};
///
/// let options = Options { keep_www: true, ..Options::default() };
/// assert_eq!(surt(b"http://www.archive.org/", options), b"org,archive,www)/");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Writes the scheme before the host: `http://(org,archive)/`.
    pub with_scheme: bool,
    /// Writes a comma after the last label: `org,archive,)/`.
    pub trailing_comma: bool,
    /// Keeps `www.` and the like.
    pub keep_www: bool,
}

/// Returns the sort-friendly form of a URL. Every input has one. Takes time linear in the input,
/// except that the parameters of a query are sorted. The form of a text is a text.
///
/// ```
/// use urigram::surt::{surt, Options};
///
/// let url = b"http://www.archive.org/goo/?b&a";
/// assert_eq!(surt(url, Options::default()), b"org,archive)/goo?a&b");
/// let with_scheme = Options { with_scheme: true, ..Options::default() };
/// assert_eq!(surt(b"archive.org", with_scheme), b"http://(org,archive)/");
/// ```
pub fn surt(url: &[u8], options: Options) -> Vec<u8> {
    if url.starts_with(b"filedesc") {
        return url.to_vec();
    }
    let url: Vec<u8> =
        url.trim_ascii().iter().copied().filter(|byte| !b"\t\r\n".contains(byte)).collect();
    if url.is_empty() {
        return b"-".to_vec();
    }
    let (mut scheme, mut rest) = match scheme(&url) {
        Some((scheme, rest)) => {
            let scheme = scheme.to_ascii_lowercase();
            if scheme.starts_with(b"http") {
                (scheme, without_slashes(rest))
            } else {
                let host = rest.strip_prefix(b"//");
                match host.filter(|host| host.first().is_some_and(|byte| !b"/?#".contains(byte))) {
                    Some(host) => (scheme, host),
                    None => return without_host(&scheme, host.unwrap_or(rest)),
                }
            }
        }
        None => (b"http".to_vec(), without_slashes(&url)),
    };
    while let Some((inner, after)) = web_scheme(rest).filter(|_| scheme.starts_with(b"http")) {
        scheme = inner.to_ascii_lowercase();
        rest = without_slashes(after);
    }
    let mut rest = split(rest, b"#").0;
    let (name, port, after) = loop {
        let end = rest.iter().position(|byte| b"/?".contains(byte)).unwrap_or(rest.len());
        let (authority, after) = rest.split_at(end);
        let named = authority.rsplit(|&byte| byte == b'@').next().unwrap_or_default();
        let (name, port) = host::and_port(named);
        if !name.is_empty() || !scheme.starts_with(b"http") || !after.starts_with(b"/") {
            break (name, port, after);
        }
        rest = without_slashes(after);
    };
    let (path, query) = split(after, b"?");
    let name = host::canonical(name, options.keep_www);
    if name.is_empty() {
        return without_host(&scheme, after);
    }

    let mut surt = Vec::with_capacity(url.len() + 16);
    if options.with_scheme {
        surt.extend_from_slice(&scheme);
        surt.extend_from_slice(b"://(");
    }
    host::reversed(&name, &mut surt);
    if options.trailing_comma {
        surt.push(b',');
    }
    if !port.is_empty() && host::default_port(&scheme) != Some(port) {
        surt.push(b':');
        surt.extend_from_slice(port);
    }
    surt.push(b')');
    surt.extend_from_slice(&canonical_path(path));
    let query = query.map(canonical_query).unwrap_or_default();
    if !query.is_empty() {
        surt.push(b'?');
        surt.extend_from_slice(&query);
    }
    surt
}

/// Returns the bytes before a delimiter and those after it, if it occurs.
fn split<'a>(bytes: &'a [u8], delimiter: &[u8; 1]) -> (&'a [u8], Option<&'a [u8]>) {
    match memchr::memchr(delimiter[0], bytes) {
        Some(at) => (&bytes[..at], Some(&bytes[at + 1..])),
        None => (bytes, None),
    }
}

/// Returns the scheme and what follows its colon. A name before a port is a host, and so is a name
/// with a dot, except before `//`.
fn scheme(url: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, rest) = split(url, b":");
    let rest = rest?;
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let is_scheme =
        name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_of_scheme);
    let is_host = is_port(rest) || (name.contains(&b'.') && !rest.starts_with(b"//"));
    (is_scheme && !is_host).then_some((name, rest))
}

/// Returns true if a text begins with a port: up to five digits, and the end or a path after them.
fn is_port(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..=5).contains(&digits) && text.get(digits).is_none_or(|byte| b"/?#".contains(byte))
}

/// Returns `http` or `https` and what follows its colon, as after another scheme in
/// `http://https://a`.
fn web_scheme(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_web =
        |name: &[u8]| [&b"http"[..], b"https"].iter().any(|web| name.eq_ignore_ascii_case(web));
    scheme(rest).filter(|(name, rest)| is_web(name) && rest.starts_with(b"//"))
}

/// Returns the form of a URL without a host. Its path is free text: no segment of it is dropped.
fn without_host(scheme: &[u8], rest: &[u8]) -> Vec<u8> {
    let (path, query) = split(split(rest, b"#").0, b"?");
    let mut surt = [scheme, b":"].concat();
    let start = surt.len();
    encoded(&session::without_in_path(&decoded(path)), &mut surt);
    surt.make_ascii_lowercase();
    if surt.len() > start + 1 && surt.ends_with(b"/") {
        surt.pop();
    }
    let query = query.map(canonical_query).unwrap_or_default();
    if !query.is_empty() {
        if surt.len() == start {
            surt.push(b'/');
        }
        surt.push(b'?');
        surt.extend_from_slice(&query);
    }
    surt
}

fn without_slashes(rest: &[u8]) -> &[u8] {
    let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
    &rest[slashes..]
}

fn canonical_path(path: &[u8]) -> Vec<u8> {
    let decoded = session::without_in_path(&decoded(path));
    let mut segments: Vec<&[u8]> = Vec::new();
    for segment in decoded.split(|&byte| byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if segments.pop().is_some() => {}
            segment => segments.push(segment),
        }
    }
    let mut path = Vec::with_capacity(decoded.len() + 1);
    for segment in segments.into_iter().filter(|segment| !segment.is_empty()) {
        path.push(b'/');
        encoded(segment, &mut path);
    }
    if path.is_empty() {
        path.push(b'/');
    }
    path.make_ascii_lowercase();
    path
}

fn canonical_query(query: &[u8]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(query.len());
    encoded(&session::without_in_query(&decoded(query)), &mut whole);
    whole.make_ascii_lowercase();
    if whole.is_empty() {
        return whole;
    }
    let mut parameters: Vec<(&[u8], Option<&[u8]>)> =
        whole.split(|&byte| byte == b'&').map(|parameter| split(parameter, b"=")).collect();
    parameters.sort();
    let mut query = Vec::with_capacity(whole.len());
    for (index, (name, value)) in parameters.into_iter().enumerate() {
        if index > 0 {
            query.push(b'&');
        }
        query.extend_from_slice(name);
        if let Some(value) = value {
            query.push(b'=');
            query.extend_from_slice(value);
        }
    }
    query
}
