//! One change at one place, only by the row of the folder and the components of the text.

use std::ops::Range;

use urigram::documents::{Change, Equivalence, Place};
use urigram::normalization::KnownScheme;
use urigram::parts::Parts;
use urigram::{Component, Grammar};

use super::{split, READING};

fn span(parts: &Parts, component: Component) -> Option<Range<usize>> {
    parts.get(component).map(|span| span.start as usize..span.end as usize)
}

fn hex(text: &str, at: usize) -> Option<u8> {
    let digits = text.get(at..at + 3)?.strip_prefix('%')?;
    let both = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    both.then(|| u8::from_str_radix(digits, 16).ok())?
}

fn in_escape(text: &str, at: usize) -> bool {
    (1..3).any(|back| at >= back && hex(text, at - back).is_some())
}

fn with(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

/// Returns every text that one change at one place makes of a text.
// Long because it has an arm for each kind of change.
pub fn changes(row: &Equivalence, text: &str, parts: &Parts) -> Vec<String> {
    let mut found = Vec::new();
    let scheme = span(parts, Component::Scheme).map(|range| &text[range]);
    if row.schemes.is_some_and(|schemes| !schemes.contains(&scheme.unwrap_or(""))) {
        return found;
    }
    let path = span(parts, Component::Path).unwrap();
    match row.change {
        Change::HexDigits => {
            for at in (0..text.len()).filter(|&at| hex(text, at).is_some()) {
                found.push(with(text, at..at + 3, &text[at..at + 3].to_uppercase()));
            }
        }
        Change::LowerCase(of) => {
            for component in of {
                let range = match component {
                    Component::Nid => {
                        path.start..path.start + text[path.clone()].find(':').unwrap()
                    }
                    Component::Host => match span(parts, Component::Host) {
                        Some(host) => host.start..host.start + before_zone(&text[host]),
                        None => continue,
                    },
                    _ => span(parts, *component).unwrap_or(0..0),
                };
                found.extend(lowered(text, range));
            }
        }
        Change::Decode { marks, letters, of, beyond_ascii, keeps_dot_segments } => {
            for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
                let Some(byte) = hex(text, at) else { continue };
                let Some(component) = of
                    .iter()
                    .find(|&&one| span(parts, one).is_some_and(|range| range.contains(&at)))
                else {
                    continue;
                };
                if decides(text, parts, at, *component)
                    || (byte == b'/' && parts.authority().is_none())
                {
                    continue;
                }
                if byte == b'.'
                    && keeps_dot_segments
                    && *component == Component::Path
                    && only_dots(text, &path, at)
                {
                    continue;
                }
                if letters && byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte) {
                    found.push(with(text, at..at + 3, &char::from(byte).to_string()));
                }
                if beyond_ascii && byte >= 0x80 {
                    for count in 2..5 {
                        let octets: Option<Vec<u8>> =
                            (0..count).map(|index| hex(text, at + 3 * index)).collect();
                        let Some(c) = octets.and_then(|octets| String::from_utf8(octets).ok())
                        else {
                            continue;
                        };
                        let unreserved = Grammar::Rfc3987.table(READING, Some("iunreserved"));
                        let is_unreserved = match unreserved {
                            Some(table) => table.accepts(c.as_bytes()),
                            None => split(Grammar::Rfc3987, &format!("x:/{c}")).is_some(),
                        };
                        let turns = [
                            '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}',
                            '\u{202E}',
                        ];
                        if c.chars().count() == 1 && is_unreserved && !c.contains(turns) {
                            found.push(with(text, at..at + 3 * count, &c));
                        }
                    }
                }
            }
        }
        _ if scheme.is_none() => {}
        Change::RemoveDotSegments | Change::MergeDotSegments => {
            let old = &text[path.clone()];
            if !old.split('/').any(|segment| segment == "." || segment == "..") {
                return found;
            }
            let mut new =
                if row.change == Change::RemoveDotSegments { removed(old) } else { merged(old) };
            if parts.authority().is_none() && new.starts_with("//") {
                new.insert_str(0, "/.");
            }
            found.push(with(text, path, &new));
        }
        Change::DefaultPort => {
            let default = KnownScheme::of(scheme.unwrap()).and_then(|known| known.port);
            let host = span(parts, Component::Host).map_or("", |range| &text[range]);
            let is_one = host.starts_with('[') || !host.contains(':');
            if let (Some(port), Some(default), true) =
                (span(parts, Component::Port), default, is_one)
            {
                if text[port.clone()].trim_start_matches('0') == default.to_string() {
                    found.push(with(text, port.start - 1..port.end, ""));
                }
            }
        }
        Change::MailboxDomains => {
            let mut from = path.start;
            for mailbox in text[path].split(',') {
                if let Some(at) = mailbox.find('@') {
                    found.extend(lowered(text, from + at..from + mailbox.len()));
                }
                from += mailbox.len() + 1;
            }
        }
        Change::Same { of, place, texts } => {
            let Some(range) = delimited(text, parts, of) else { return found };
            let part = text[range.clone()].to_owned();
            for other in &texts[1..] {
                match place {
                    Place::Whole if part == *other => {
                        found.push(with(text, range.clone(), texts[0]));
                    }
                    Place::Start if part.starts_with(other) => {
                        found.push(with(text, range.start..range.start + other.len(), texts[0]));
                    }
                    Place::Anywhere => {
                        for (at, _) in part.match_indices(other) {
                            let start = range.start + at;
                            found.push(with(text, start..start + other.len(), texts[0]));
                        }
                    }
                    _ => {}
                }
            }
        }
        Change::Drop(Component::Query) => {
            let body = text.find('#').unwrap_or(text.len());
            found.extend(text[..body].find('?').map(|mark| with(text, mark..body, "")));
        }
        Change::Drop(component) => {
            found.extend(delimited(text, parts, component).map(|range| with(text, range, "")));
        }
        Change::SortDirectives => {
            let body = text.find('#').unwrap_or(text.len());
            let Some(mark) = text[..body].find('?') else { return found };
            let directives: Vec<&str> = text[mark + 1..body].split('&').collect();
            for at in 1..directives.len() {
                let mut other = directives.clone();
                other.swap(at - 1, at);
                found.push(with(text, mark + 1..body, &other.join("&")));
            }
        }
        _ => panic!("{:?} is not of this kind of document", row.change),
    }
    found.retain(|next| next != text);
    found
}

fn before_zone(host: &str) -> usize {
    if host.starts_with('[') {
        host.find("%25").unwrap_or(host.len())
    } else {
        host.len()
    }
}

/// Returns every text with one letter of a range in lower case.
fn lowered(text: &str, range: Range<usize>) -> Vec<String> {
    let is_letter = |at: &usize| text.as_bytes()[*at].is_ascii_uppercase() && !in_escape(text, *at);
    range
        .filter(is_letter)
        .map(|at| with(text, at..at + 1, &text[at..=at].to_lowercase()))
        .collect()
}

/// Whether an escape is at a place where it decides which components there are.
fn decides(text: &str, parts: &Parts, at: usize, component: Component) -> bool {
    let path = span(parts, Component::Path).unwrap();
    match component {
        Component::Host => {
            let host = &text[span(parts, Component::Host).unwrap()];
            !host.starts_with('[') && host.contains([':', '@'])
        }
        Component::Path if parts.authority().is_none() => {
            let before = &text[path.start..at];
            let looks_like_authority =
                text[path.start..].starts_with("//") && !before[2..].contains('/');
            let first = text[path.clone()].split('/').next().unwrap();
            let colon = first.rfind(':').filter(|_| parts.scheme().is_none());
            looks_like_authority || colon.is_some_and(|colon| at < path.start + colon)
        }
        _ => false,
    }
}

fn only_dots(text: &str, path: &Range<usize>, at: usize) -> bool {
    let start = text[path.start..at].rfind('/').map_or(path.start, |slash| path.start + slash + 1);
    let segment = text[start..path.end].split('/').next().unwrap();
    segment.to_lowercase().replace("%2e", ".").chars().all(|c| c == '.')
}

fn delimited(text: &str, parts: &Parts, component: Component) -> Option<Range<usize>> {
    let path = span(parts, Component::Path).unwrap();
    let own = span(parts, component);
    match (component, own) {
        (Component::Fragment, Some(range)) => Some(range.start - 1..range.end),
        (Component::Fragment, None) => Some(text.len()..text.len()),
        (Component::Query, Some(range)) => Some(range.start - 1..range.end),
        (Component::Query, None) => Some(path.end..path.end),
        (Component::Port, Some(range)) => Some(range.start - 1..range.end),
        (Component::Port, None) => parts.host().map(|_| path.start..path.start),
        (Component::Authority, Some(range)) => Some(range.start - 2..range.end),
        (Component::Authority, None) => {
            let path_text = &text[path.clone()];
            (path_text.starts_with('/') && !path_text.starts_with("//"))
                .then_some(path.start..path.start)
        }
        // A path that is empty or a slash is one only after an authority; its beginning can be
        // asked for anywhere.
        (Component::Path, _) => {
            (parts.authority().is_some() || text[path.clone()].len() > 2).then_some(path)
        }
        (_, own) => own,
    }
}

/// Removes dot segments by RFC 3986, 5.2.4, segment by segment.
fn removed(path: &str) -> String {
    let mut input = path.to_owned();
    let mut output = String::new();
    while !input.is_empty() {
        if input.starts_with("../") {
            input.drain(..3);
        } else if input.starts_with("./") || input.starts_with("/./") {
            input.drain(..2);
        } else if input == "/." {
            input = "/".into();
        } else if input.starts_with("/../") || input == "/.." {
            input.replace_range(..3, "");
            input = if input.is_empty() { "/".into() } else { input };
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input
                .char_indices()
                .skip(1)
                .find(|(_, c)| *c == '/')
                .map_or(input.len(), |(at, _)| at);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// Merges by uri-2003, 5.2, steps 3 to 6, on the path after its first slash.
fn merged(path: &str) -> String {
    let Some(rest) = path.strip_prefix('/') else { return path.into() };
    let mut segments: Vec<&str> = rest.split('/').collect();
    let last = segments.len() - 1;
    let mut index = 0;
    segments.retain(|segment| {
        index += 1;
        *segment != "." || index > last
    });
    if let Some(last) = segments.last_mut().filter(|last| **last == ".") {
        *last = "";
    }
    while let Some(at) = (1..segments.len().saturating_sub(1))
        .find(|&at| segments[at] == ".." && segments[at - 1] != "..")
    {
        segments.drain(at - 1..=at);
    }
    if let [.., before, ".."] = segments[..] {
        if before != ".." {
            segments.truncate(segments.len() - 2);
            segments.push("");
        }
    }
    format!("/{}", segments.join("/"))
}
