//! Session ids, which make many URLs of one page.

/// The length of an id of ASP.NET in a path.
const ASP: usize = 24;

/// The end of the name of a page of ASP.NET.
const PAGE: &[u8] = b".aspx";

/// The length of the ids of Java and PHP.
const LONG: usize = 32;

fn is_id(text: &[u8], length: usize) -> bool {
    text.len() == length && text.iter().all(u8::is_ascii_alphanumeric)
}

/// Returns a path without its session ids: `;jsessionid=…` at its end, and before a page of ASP.NET
/// a segment `(S(…))` or with several letters, each with an id in parentheses, and a segment `(…)`.
pub(super) fn without_in_path(path: &[u8]) -> Vec<u8> {
    let path = without_java(path);
    let mut segments: Vec<&[u8]> = path.split(|&byte| byte == b'/').collect();
    for is_session in [is_marked_asp, is_asp] {
        // The page begins in the next segment and may go on behind it: `/(…)/a.aspx/b`.
        let is_page = |rest: &[&[u8]]| {
            let named = |at: usize, segment: &[u8]| {
                let mut ends = segment.windows(PAGE.len());
                let end = ends.rposition(|end| end.eq_ignore_ascii_case(PAGE));
                end.is_some_and(|end| end + at > 0)
            };
            rest.iter().enumerate().any(|(at, segment)| named(at, segment))
        };
        let last = (1..segments.len()).rev().find(|&at| is_session(segments[at]));
        if let Some(at) = last.filter(|&at| is_page(&segments[at + 1..])) {
            segments.remove(at);
        }
    }
    segments.join(&b'/')
}

fn without_java(path: &[u8]) -> &[u8] {
    const NAME: &[u8] = b";jsessionid=";
    let Some(start) = path.len().checked_sub(NAME.len() + LONG) else { return path };
    let (before, last) = path.split_at(start);
    let is_java = last[..NAME.len()].eq_ignore_ascii_case(NAME) && is_id(&last[NAME.len()..], LONG);
    if is_java {
        before
    } else {
        path
    }
}

/// Returns true for `(…)` with an id.
fn is_asp(segment: &[u8]) -> bool {
    in_parentheses(segment).is_some_and(|inner| is_id(inner, ASP))
}

/// Returns true for `(S(…)F(…))` and the like.
fn is_marked_asp(segment: &[u8]) -> bool {
    let is_marked = |one: &[u8]| {
        one[0].is_ascii_alphabetic() && in_parentheses(&one[1..]).is_some_and(|id| is_id(id, ASP))
    };
    in_parentheses(segment).is_some_and(|inner| {
        let all = inner.chunks_exact(ASP + 3);
        !inner.is_empty() && all.remainder().is_empty() && { all }.all(is_marked)
    })
}

fn in_parentheses(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"(")?.strip_suffix(b")")
}

/// Returns a query without its session ids, each with the `&` after it: `jsessionid`, `phpsessid`
/// and `sid` with 32 letters and digits, `aspsessionid` and eight letters with 24 letters, and
/// `cfid` with the `cftoken` after it.
pub(super) fn without_in_query(query: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(query.len());
    let mut parameters = query.split_inclusive(|&byte| byte == b'&').peekable();
    while let Some(parameter) = parameters.next() {
        let (name, value) = parts(parameter);
        let is_token = |next: &&[u8]| {
            let (name, value) = parts(next);
            name == b"cftoken" && !value.is_empty()
        };
        let is_number = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        if name == b"cfid" && is_number && parameters.next_if(is_token).is_some() {
            continue;
        }
        if !is_session(&name, value) {
            kept.extend_from_slice(parameter);
        }
    }
    kept
}

/// Returns the name of a parameter in lower case, and its value.
fn parts(parameter: &[u8]) -> (Vec<u8>, &[u8]) {
    let parameter = parameter.strip_suffix(b"&").unwrap_or(parameter);
    let equals = parameter.iter().position(|&byte| byte == b'=').unwrap_or(parameter.len());
    (parameter[..equals].to_ascii_lowercase(), parameter.get(equals + 1..).unwrap_or_default())
}

fn is_session(name: &[u8], value: &[u8]) -> bool {
    match name {
        b"jsessionid" | b"phpsessid" | b"sid" => is_id(value, LONG),
        _ => name.strip_prefix(b"aspsessionid").is_some_and(|mark| {
            mark.len() == 8
                && mark.iter().all(u8::is_ascii_alphabetic)
                && value.len() == ASP
                && value.iter().all(u8::is_ascii_alphabetic)
        }),
    }
}
