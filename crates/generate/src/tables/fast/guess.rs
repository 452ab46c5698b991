//! Guesses, by asking the automaton about samples. A wrong one is found by the proof.

use super::prover::Prover;
use super::{has, AfterScheme, Following, Host, Net, Nid, Opaque, Pieces, Sets, Userinfo};

/// Texts between a scheme's colon and a byte of a path.
const CONTEXTS: [&str; 4] = ["//h.x/x", "/x", "x", "aa:x"];

/// A scheme that no document names.
const OTHER: &str = "x";

/// Returns the accepted beginnings of paths, up to where any byte of a path may follow.
fn paths(prover: &Prover<'_, '_>, start: &str) -> Vec<String> {
    let all = CONTEXTS.iter().map(|context| format!("{start}{context}"));
    all.filter(|path| prover.accepts(&[path.as_bytes(), b"x"].concat())).collect()
}

pub(super) fn sets(prover: &Prover<'_, '_>, names: &[String]) -> Option<Sets> {
    let set = |is: &dyn Fn(u8) -> bool| (0..128).filter(|&byte| is(byte)).collect::<Vec<u8>>();
    let is_scheme = |text: &[u8]| {
        let contexts = CONTEXTS
            .iter()
            .any(|context| prover.accepts(&[text, b":", context.as_bytes()].concat()));
        !text.iter().any(|byte| b":/?#".contains(byte)) && contexts && prover.is_scheme(text)
    };
    let first = set(&|byte| is_scheme(&[byte]));
    let mut scheme = match first.last() {
        Some(&first) => set(&|byte| is_scheme(&[first, byte])),
        None => Vec::new(),
    };
    if !few(&scheme) {
        // What the schemes of practice hold.
        scheme.retain(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
    }
    let starts =
        [OTHER.to_owned()].into_iter().filter(|_| !first.is_empty()).chain(names.iter().cloned());
    let start =
        starts.map(|scheme| format!("{scheme}:")).find(|start| !paths(prover, start).is_empty())?;
    let paths = paths(prover, &start);
    let all = |bytes: &[u8]| {
        paths.iter().all(|path| prover.accepts(&[path.as_bytes(), bytes, b"x"].concat()))
    };
    let mut legal = set(&|byte| {
        byte != b'#' && all(if byte == b'%' { b"%41" } else { std::slice::from_ref(&byte) })
    });
    if !legal.contains(&b'?') && paths.iter().any(|path| prover.is_alive(&format!("{path}?"))) {
        legal.push(b'?');
        legal.sort();
    }
    if first.is_empty() {
        scheme = set(&|byte| byte.is_ascii_alphabetic());
    }
    (!legal.is_empty() && few(&legal) && few(&scheme)).then_some(Sets {
        scheme,
        first,
        legal,
        is_exact: false,
    })
}

/// Everything that a form could be.
pub(super) fn form(
    prover: &Prover<'_, '_>,
    sets: &Sets,
    scheme: Option<&str>,
    is_relative: bool,
) -> AfterScheme {
    let shape = &prover.folder.shape;
    let start = match (scheme, is_relative) {
        (_, true) => String::new(),
        (Some(scheme), false) => format!("{scheme}:"),
        (None, false) => format!("{OTHER}:"),
    };
    let paths = paths(prover, &start);
    let some =
        |end: &str| paths.iter().any(|path| prover.accepts(format!("{path}{end}").as_bytes()));
    let any_legal = |mark: &str| {
        let escaped =
            |byte: u8| if byte == b'%' { "%41".to_owned() } else { char::from(byte).to_string() };
        sets.legal.iter().all(|&byte| some(&format!("{mark}{}", escaped(byte))))
    };
    let alive = |mark: &str| paths.iter().any(|path| prover.is_alive(&format!("{path}{mark}")));
    let (query, fragment) = (has(&shape.query, scheme), has(&shape.fragment, scheme));
    let question_in_path = some("?x") && !query;
    let net = |rest: &str| {
        let hier = is_relative || prover.says(shape.hier, rest);
        prover.accepts(format!("{start}{rest}").as_bytes()) && hier && prover.says(shape.net, rest)
    };
    let host = match (shape.hostport, has(&shape.host, scheme)) {
        (_, false) => Host::None,
        (None, true) => Host::Any,
        (Some(hostport), true) => Host::Server {
            hostport: hostport.rule.to_owned(),
            leading_letter: !prover.says(shape.hostport, "1a.x"),
            long_labels: prover.says(shape.hostport, &"a".repeat(100)),
        },
    };
    let (has_query, has_fragment) = (query && alive("?"), fragment && alive("#"));
    let ends_at_question = query && shape.authority_ends.contains('?');
    AfterScheme {
        scheme: scheme.map(str::to_owned),
        is_relative,
        net: if has(&shape.authority, scheme) { Net::Authority } else { Net::Path },
        ends_at_question,
        empty: true,
        userinfo: if has(&shape.userinfo, scheme) { Userinfo::Known } else { Userinfo::None },
        host,
        literal: shape.keys.literal.map(|it| it.rule.to_owned()),
        pieces: pieces(prover),
        empty_port: net("//h.x:/x")
            && prover.says(shape.hostport, "h.x:")
            && prover.says(shape.port, ""),
        following: Following {
            nothing: net("//h.x"),
            query: !ends_at_question || net("//h.x?x"),
            path: ends_at_question && prover.accepts(format!("{start}//h.x?x").as_bytes()),
            slashes: net("//h.x//x"),
        },
        slash: true,
        bare: true,
        opaque: if !prover.accepts(format!("{start}x").as_bytes()) && !is_relative {
            Opaque::Name(nid(prover, &start))
        } else {
            Opaque::Path
        },
        single_slashes: sets.legal.contains(&b'/') && !some("//x"),
        query: has_query,
        fragment: has_fragment,
        question_by_table: if has_query {
            !any_legal("?")
        } else {
            !question_in_path && alive("?")
        },
        hash_by_table: has_fragment && !any_legal("#"),
        after_question: None,
        after_hash: None,
        states: [None; 7],
        after_slash: None,
        is_alike: false,
    }
}

/// Of how many pieces an address can be, each of one digit.
fn pieces(prover: &Prover<'_, '_>) -> Option<Pieces> {
    /// More than any document with a bound allows.
    const ENOUGH: usize = 20;
    let literal = Some(prover.folder.shape.keys.literal?);
    let accepts = |start: &str, count: usize| {
        prover.says(literal, &format!("[{start}{}]", vec!["1"; count].join(":")))
    };
    let most = |start: &str, least: usize| {
        let most = (least..=ENOUGH).take_while(|&count| accepts(start, count)).last()?;
        Some((most < ENOUGH).then_some(most))
    };
    let least = (1..=ENOUGH).find(|&count| accepts("", count))?;
    Some(Pieces { least, most: most("", least)?, most_beside: most("::", 1)? })
}

fn nid(prover: &Prover<'_, '_>, start: &str) -> Nid {
    Nid {
        least: if prover.accepts(format!("{start}a:x").as_bytes()) { 1 } else { 2 },
        last_hyphen: prover.accepts(format!("{start}a-:x").as_bytes()),
    }
}

/// Whether a set has no more gaps than `scan` compares with.
fn few(set: &[u8]) -> bool {
    let gaps = set.windows(2).map(|two| two[1] - two[0] - 1);
    let count = |is: fn(u8) -> bool| gaps.clone().filter(|&gap| is(gap)).count();
    count(|gap| gap == 1) <= 8 && count(|gap| gap > 1) <= 8
}
