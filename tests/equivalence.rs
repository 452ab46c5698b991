//! Keys against the closure of each document's equivalences. The closure is computed here once more, one change at one
//! place at a time, from nothing but the rows of the folder and the components of a text.

mod support;

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use support::samples;
use urigram::{
    Change, Compared, Component, Equivalence, Form, Grammar, KnownScheme, Normalizer, Objective,
    Parts, Place, Reading,
};
use urigram_automata::Random;
use urigram_grammars::proof::Side;

const READING: Reading = Reading::Corrected;

fn split(grammar: Grammar, text: &str) -> Option<Parts> {
    grammar.tables(READING).start().split(text, READING).ok()
}

fn rows(grammar: Grammar, objective: Objective) -> Vec<&'static Equivalence> {
    let comparison =
        grammar.document().comparison.as_ref().expect("every published document says something");
    comparison
        .equivalences
        .iter()
        .filter(|row| row.objective.is_none_or(|of| of == objective))
        .collect()
}

#[test]
fn each_example_is_united_by_its_row_alone() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL {
        for row in grammar.document().comparison.as_ref().unwrap().equivalences {
            let normalizer = Normalizer::new(grammar).objective(row.objective.unwrap_or_default());
            let [a, b] = row.example;
            match normalizer
                .equivalent(a, b)
                .unwrap_or_else(|error| panic!("{grammar} {}: {error}", row.id))
            {
                Compared::Equivalent { by } => {
                    let ids: Vec<&str> = by.iter().map(|row| row.id).collect();
                    if ids != [row.id] {
                        complaints.push(format!("{grammar} {}: {a} and {b} by {ids:?}", row.id));
                    }
                }
                other => complaints.push(format!("{grammar} {}: {a} and {b}: {other:?}", row.id)),
            }
            let without = normalizer.without(row.id);
            if !matches!(without.equivalent(a, b), Ok(Compared::Different)) {
                complaints.push(format!("{grammar}: {a} and {b} are the same without {}", row.id));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
fn keys_are_equal_exactly_on_the_closure() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        let texts = texts(grammar);
        let has_purposes =
            rows(grammar, Objective::Identity).len() != rows(grammar, Objective::Retrieval).len();
        let has_purposes = has_purposes || grammar.document().form == Form::Urn;
        for objective in Objective::ALL.into_iter().take(if has_purposes { 2 } else { 1 }) {
            let (nodes, edges) = closure(grammar, objective, &texts, &mut complaints);
            assert!(nodes > 200 && edges > 200, "{grammar}: {nodes} texts, {edges} changes");
        }
    }
    complaints.sort();
    complaints.dedup();
    assert!(
        complaints.is_empty(),
        "{} complaints: {:#?}",
        complaints.len(),
        &complaints[..complaints.len().min(60)]
    );
}

/// Compares the closure over some texts with their keys. Returns the numbers of texts and of changes.
fn closure(
    grammar: Grammar,
    objective: Objective,
    texts: &[String],
    complaints: &mut Vec<String>,
) -> (usize, usize) {
    let mut complain = |row: &str, text: &str, what: String| {
        let few = complaints
            .iter()
            .filter(|known| known.starts_with(&format!("{grammar} {row}:")))
            .count()
            < 6;
        complaints.extend(few.then(|| format!("{grammar} {row}: {text} {what}")));
    };
    let rows = rows(grammar, objective);
    let normalizer = Normalizer::new(grammar).objective(objective);
    let forbidden = grammar.document().comparison.as_ref().unwrap().relative.is_some();
    let mut ids: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<String> = Vec::new();
    let mut sets: Vec<usize> = Vec::new();
    let mut queue: VecDeque<usize> = VecDeque::new();
    let mut edges = 0;
    let mut enter = |text: String,
                     all: &mut Vec<String>,
                     sets: &mut Vec<usize>,
                     queue: &mut VecDeque<usize>| {
        *ids.entry(text).or_insert_with_key(|text| {
            all.push(text.clone());
            sets.push(sets.len());
            queue.push_back(sets.len() - 1);
            sets.len() - 1
        })
    };
    for text in texts {
        enter(text.clone(), &mut all, &mut sets, &mut queue);
    }
    while let Some(at) = queue.pop_front() {
        let text = all[at].clone();
        let parts = split(grammar, &text).unwrap_or_else(|| panic!("{grammar} rejects {text}"));
        for row in &rows {
            for next in changes(row, &text, &parts) {
                let after = split(grammar, &next);
                let Some(after) = after else {
                    complain(row.id, &text, format!("becomes {next}, which is rejected"));
                    continue;
                };
                let may_differ =
                    row.key_only && matches!(row.change, Change::Same { .. } | Change::Drop(_));
                let kept = Component::ALL.iter().filter(|&&component| component != Component::Port);
                for &component in kept {
                    let same = parts.get(component).is_some() == after.get(component).is_some();
                    if !same && !may_differ {
                        complain(
                            row.id,
                            &text,
                            format!("becomes {next}, with or without {component:?}"),
                        );
                    }
                }
                let to = enter(next, &mut all, &mut sets, &mut queue);
                edges += 1;
                let (a, b) = (root(&mut sets, at), root(&mut sets, to));
                sets[a] = b;
            }
        }
    }
    let mut by_key: HashMap<String, usize> = HashMap::new();
    let mut by_set: HashMap<usize, String> = HashMap::new();
    for (at, text) in all.iter().enumerate() {
        let is_relative = split(grammar, text).unwrap().scheme().is_none();
        let Some(key) = normalizer.key(text).unwrap() else {
            if !(forbidden && is_relative) {
                complain("key", text, "has no key".to_owned());
            }
            continue;
        };
        if forbidden && is_relative {
            complain("key", text, "has a key".to_owned());
        }
        let set = root(&mut sets, at);
        let first = *by_key.entry(key.to_string()).or_insert(at);
        if root(&mut sets, first) != set {
            complain(
                "closure",
                text,
                format!("and {} have the key {key}, and no changes unite them", all[first]),
            );
        }
        let known = by_set.entry(set).or_insert_with(|| key.to_string());
        if *known != key {
            complain(
                "key",
                text,
                format!("has the key {key}, and changes unite it with the key {known}"),
            );
        }
    }
    (all.len(), edges)
}

fn root(sets: &mut [usize], mut at: usize) -> usize {
    while sets[at] != at {
        sets[at] = sets[sets[at]];
        at = sets[at];
    }
    at
}

/// Short texts, samples, near misses and the rows' own examples, as far as the grammar accepts them.
fn texts(grammar: Grammar) -> Vec<String> {
    let heads = [
        "",
        "a:",
        "A:",
        "//",
        "//H",
        "x://",
        "HTTP://",
        "http://h",
        "http://H",
        "ftp://h/",
        "ftp://u%2d@h",
        "gopher://h",
        "gopher://h/",
        "gopher:",
        "telnet://h",
        "telnet://u@",
        "file:",
        "file:/",
        "file://",
        "file://localhost",
        "mailto:A@B",
        "news:",
        "urn:n:",
        "URN:N:a",
        "urn:ab:a?",
        "http://%41",
        "http://h/a/",
        "http://h/?",
        "nntp://h",
        "wais://h/d",
        "prospero://h/",
        "rlogin:",
    ];
    let pieces = [
        "/",
        ".",
        "..",
        "%41",
        "%2e",
        "%2E",
        "%3a",
        "%3A",
        "%2F",
        "%20",
        "%c3%a9",
        "%EE%80%80",
        "a",
        "B",
        "1",
        "?",
        "#",
        "+",
        ":80",
        ":",
        ":070",
        ":21",
        "@",
        "localhost",
        "LOCALHOST",
        "s=b&c=d",
        "&a=b",
        "?=",
        ",C@D",
        "é",
        ";",
        "%7e",
    ];
    let doubled =
        ["/", ".", "..", "%41", "%2e", "%3a", "%20", "B", "1", "?", "#", "+", ":80", ":", "@"];
    let mut found: Vec<String> = Vec::new();
    for head in heads {
        found.push(head.to_owned());
        for one in pieces {
            found.push([head, one].concat());
            found.extend(
                doubled
                    .iter()
                    .filter(|_| doubled.contains(&one))
                    .map(|two| [head, one, two].concat()),
            );
        }
        for three in [
            "//./%2e",
            "/%2E/a",
            "/a/..",
            "/.//b",
            "/../a/./b",
            "%31.2.3.%34/%41",
            "%41:%41",
            "//%41:%42",
            "a%2Eb",
        ] {
            found.push([head, three].concat());
        }
    }
    for row in grammar.document().comparison.as_ref().unwrap().equivalences {
        found.extend(row.example.map(str::to_owned));
    }
    let few = |text: &String| text.matches('%').count() <= 6 && text.len() <= 60;
    let samples: Vec<String> = samples(grammar, 5, 30).into_iter().filter(few).collect();
    let dfa = Side { grammar, reading: READING, rule: None }.automaton().unwrap();
    let mut random = Random::seeded(3);
    for sample in &samples {
        // What is one byte away from a near miss is mostly accepted again, by another reading of its parts.
        let near = dfa.near_miss(sample.as_bytes(), &mut random);
        found.extend(
            near.and_then(|bytes| String::from_utf8(bytes).ok())
                .iter()
                .flat_map(|near| ["a", "/", ":", ""].map(|piece| near.clone() + piece)),
        );
    }
    found.extend(samples);
    let table = grammar.tables(READING).start();
    found.retain(|text| table.accepts(text.as_bytes()) && capitals(text) <= 12);
    found
}

fn capitals(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_uppercase).count() + text.matches('%').count()
}

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

/// Every text that one change at one place makes of a text.
fn changes(row: &Equivalence, text: &str, parts: &Parts) -> Vec<String> {
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

/// Every text with one letter of a range in lower case.
fn lowered(text: &str, range: Range<usize>) -> Vec<String> {
    let is_letter = |at: &usize| text.as_bytes()[*at].is_ascii_uppercase() && !in_escape(text, *at);
    range
        .filter(is_letter)
        .map(|at| with(text, at..at + 1, &text[at..=at].to_lowercase()))
        .collect()
}

/// Whether an escape stands where it decides which components there are.
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
        // A path that is empty or a slash is one only after an authority; its beginning can be asked for anywhere.
        (Component::Path, _) => {
            (parts.authority().is_some() || text[path.clone()].len() > 2).then_some(path)
        }
        (_, own) => own,
    }
}

/// RFC 3986, 5.2.4, segment by segment.
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

/// uri-2003, 5.2, merge 3 to 6, on the path after its first slash.
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
