//! The language that the scanner accepts, in ABNF. `crates/engine/src/scan` is the other side of
//! it: a comment beside each group of rules names the function there that they describe, and that
//! function names the rules. Change both or none.
//!
//! The scanner may accept less than the model, because the table checks what the scanner leaves. It
//! must not accept more: the proof is about the model.
//!
//! By RFC 3986's `URI` an input is of the rule `fast-uri-net`:
//!
//! ```text
//! http        :  //  a.org           :80         /    x           ?k=v        #top
//! fast-scheme        fast-name-byte  fast-port        fast-first  fast-asked  fast-fragment
//! └ fast-start ┘     └── fast-authority ───┘     └────── fast-rest ───────┘
//!                └──────────────── fast-net ──────────────────────────────┘
//! ```
//!
//! The proof then decides for all strings that `URI` accepts each `fast-uri-net`, that a rule which
//! splitting asks, as `server` of a `[shape]`, accepts each `fast-authority`, and that after each
//! `fast-in-path`, as `http://a.org:80/x`, the table is in one state. A handover names this state.

use super::{AfterScheme, Host, Net, Opaque, Pieces, Sets, Userinfo};

/// Returns the rules of a form: `fast-scheme` and what follows it, part by part.
// Long because it is one grammar, which is read from top to bottom beside the scanner.
pub(super) fn model(sets: &Sets, form: &AfterScheme) -> String {
    let set = |bytes: &[u8], without: &[u8]| {
        let kept = bytes.iter().filter(|byte| !without.contains(byte));
        let values: Vec<String> = kept.map(|byte| format!("%x{byte:02X}")).collect();
        values.join(" / ")
    };
    let legal = |without: &[u8]| match set(&sets.legal, &[without, b"%"].concat()) {
        none if none.is_empty() => "fast-escape".to_owned(),
        some => format!("{some} / fast-escape"),
    };
    let when = |holds: bool, rule: &str| if holds { format!(" / {rule}") } else { String::new() };
    let scheme = match (&form.scheme, sets.is_exact) {
        (None, _) if sets.first.is_empty() => "\"\"".to_owned(),
        (None, _) => format!("( {} ) *( {} )", set(&sets.first, b""), set(&sets.scheme, b"")),
        (Some(name), false) => format!("\"{name}\""),
        (Some(name), true) => format!("%s\"{name}\""),
    };
    let start = if form.is_relative { "\"\"" } else { "fast-scheme \":\"" };
    // A mark that the table looks behind ends what is known here.
    let (path, segment): (&[u8], &[u8]) = if form.marks() { (b"?", b"/?") } else { (b"", b"/") };
    let opaque_start = if form.is_relative { [segment, b":"].concat() } else { segment.to_vec() };
    let net = if form.ends_at_question { legal(b"/?") } else { legal(b"/") };
    let name = match (form.ends_at_question, form.userinfo != Userinfo::None) {
        (true, true) => legal(b"/?@:"),
        (true, false) => legal(b"/?:"),
        (false, true) => legal(b"/@:"),
        (false, false) => legal(b"/:"),
    };
    let host = match form.host {
        Host::Server { .. } => "fast-alphanum / \"-\" / \".\"".to_owned(),
        _ if form.ends_at_question => set(&sets.legal, b"%:@/?"),
        _ => set(&sets.legal, b"%:@/"),
    };
    // Nothing is between the slashes then.
    let host = if host.is_empty() { "\"\"".to_owned() } else { host };
    let literal = form
        .literal
        .as_ref()
        .map_or(String::new(), |rule| format!(" / {} [ fast-port ]", abnf(rule)));
    let names = match &form.host {
        Host::None => "*fast-net-byte".to_owned(),
        Host::Any => format!("( *fast-name-byte [ fast-port ]{literal} )"),
        Host::Server { hostport, leading_letter, .. } => {
            let labels = if *leading_letter {
                "[ fast-last-label \".\" *( fast-label \".\" ) ]"
            } else {
                "*( fast-label \".\" )"
            };
            format!("( {labels} fast-last-label [ fast-port ] / {}{literal} )", abnf(hostport))
        }
    };
    let userinfo = if form.userinfo == Userinfo::Known {
        "[ ( 1*fast-name-byte [ \":\" *fast-name-byte ] / \":\" *fast-name-byte ) \"@\" ] "
    } else {
        ""
    };
    let authority =
        if form.host == Host::None { names.clone() } else { format!("{userinfo}{names}") };
    let path_rule = match (form.single_slashes, form.marks()) {
        (true, _) => "[ 1*fast-segment-byte *( \"/\" 1*fast-segment-byte ) [ \"/\" ] ]",
        (false, _) => "*fast-path-byte",
    };
    let opaque_path = if form.single_slashes {
        "*fast-segment-byte *( \"/\" 1*fast-segment-byte ) [ \"/\" ]"
    } else {
        "*fast-path-byte"
    };
    let any = "\"?\" *fast-byte";
    let asked = if form.query && !form.question_by_table {
        format!("[ {any} ]")
    } else {
        "\"\"".to_owned()
    };
    // Where a question mark is a byte of the path, it may be the first.
    let bare = if !form.marks() && sets.legal.contains(&b'?') {
        format!("[ {any} ]")
    } else {
        asked.clone()
    };
    let fragment =
        if form.fragment && !form.hash_by_table { "[ \"#\" *fast-byte ]" } else { "\"\"" };
    let after_slash = "[ fast-segment-byte fast-opaque-path ]";
    let first =
        if form.following.slashes && !form.single_slashes { "fast-path" } else { after_slash };
    let slash_path = if form.net == Net::Path { "fast-path" } else { after_slash };
    let may_ask = form.following.query && form.ends_at_question;
    let query_at_once = may_ask && form.query && !form.question_by_table;
    let pathless = [when(form.following.nothing, "\"\""), when(query_at_once, any)].concat();
    let opaque = match form.opaque {
        Opaque::Name(nid) => {
            let (least, hyphen) =
                (nid.least as usize, if nid.last_hyphen { " / \"-\"" } else { "" });
            let inner = match least {
                0 | 1 => format!("[ *30( fast-alphanum / \"-\" ) ( fast-alphanum{hyphen} ) ]"),
                _ => format!("{}*30( fast-alphanum / \"-\" ) ( fast-alphanum{hyphen} )", least - 2),
            };
            format!("fast-alphanum {inner} \":\" fast-segment-byte fast-opaque-path")
        }
        _ if form.is_relative => "1*fast-opaque-byte [ \"/\" fast-path ]".to_owned(),
        _ => "fast-opaque-byte fast-opaque-path".to_owned(),
    };
    let (mut before_question, mut before_hash) = (Vec::new(), Vec::new());
    if form.net == Net::Authority {
        let pathless = if may_ask { "[ \"/\" fast-first ]" } else { "\"/\" fast-first" };
        before_question.push(format!("\"//\" fast-authorities {pathless}"));
        before_hash.push("\"//\" fast-authorities ( fast-rest )".to_owned());
    }
    for (known, part) in [
        (form.slash, "fast-slash-path"),
        (form.bare, "\"\""),
        (form.opaque != Opaque::Unknown, "fast-opaque-start"),
    ] {
        if known {
            before_question.push(part.to_owned());
            before_hash.push(format!("{part} fast-asked"));
        }
    }
    // Where all after the scheme is one path, a question mark is one of its bytes.
    let is_whole = !matches!(form.opaque, Opaque::Path);
    let in_queries = |all: &[String]| {
        let kept =
            all.iter().filter(|part| !(is_whole && part.starts_with("fast-opaque-start"))).cloned();
        kept.collect::<Vec<_>>()
    };
    let (mut any_question, mut any_hash) = (in_queries(&before_question), in_queries(&before_hash));
    if form.following.path {
        any_question.push("\"//\" *fast-net-byte".to_owned());
        any_hash.push("fast-asking-path".to_owned());
    }
    format!(
        r##"fast-digit = %x30-39
fast-alpha = %x41-5A / %x61-7A
fast-alphanum = fast-alpha / fast-digit
; Scan::check, Scan::delimiters: bytes and escapes
fast-escape = "%" 2( fast-digit / %x41-46 / %x61-66 )
fast-byte = {byte}
fast-path-byte = {path_byte}
fast-segment-byte = {segment_byte}
fast-opaque-byte = {opaque_byte}
fast-net-byte = {net}
fast-name-byte = {name}
fast-host-byte = {host}
; AuthoritySearch::split: a port
fast-digits = {digits}
fast-port = ":" fast-digits
; Scan::scheme_end, NamedSchemes::get, Scan::after_scheme, Scan::relative
fast-scheme = {scheme}
fast-start = {start}
; AuthorityText::is_name: labels
fast-label = fast-alphanum [ *{more}( fast-alphanum / "-" ) fast-alphanum ]
fast-last-label = fast-alpha [ *{more}( fast-alphanum / "-" ) fast-alphanum ]
; AuthoritySearch::host, AuthorityText::odd, is_server and split
fast-hostport = {names}
fast-authority = {authority}
fast-authorities = fast-authority{empty}
; Pieces::are_between
fast-piece = 1*4( fast-digit / %x41-46 / %x61-66 )
fast-literal = {address}
; split_input: single slashes
fast-path = {path_rule}
fast-opaque-path = {opaque_path}
fast-first = {first}
; finish: a query and a fragment
fast-asked = {asked}
fast-fragment = {fragment}
; AfterScheme::keeps_authority, AuthoritySearch::run
fast-rest = "/" fast-first fast-asked{pathless}
fast-net = "//" fast-authority ( fast-rest )
fast-empty = "//" ( fast-rest )
fast-asking-path = "//" *fast-net-byte "?" *fast-byte
; AfterScheme::begins_path, Nid::begins
fast-slash-path = "/" {slash_path}
fast-slash = fast-slash-path fast-asked
fast-bare = {bare}
fast-opaque-start = {opaque}
fast-opaque = fast-opaque-start fast-asked
fast-opaque-whole = fast-opaque-byte *fast-byte
; split_input: all together
fast-uri-net = fast-start fast-net fast-fragment
fast-uri-empty = fast-start fast-empty fast-fragment
fast-uri-asking = fast-start fast-asking-path fast-fragment
fast-uri-slash = fast-start fast-slash fast-fragment
fast-uri-bare = fast-start fast-bare fast-fragment
fast-uri-opaque = fast-start fast-opaque fast-fragment
fast-uri-opaque-whole = fast-start fast-opaque-whole fast-fragment
; Region: where the table is in one state
fast-in-net = fast-start "//"
fast-in-host = fast-in-net 1*fast-host-byte
fast-in-path = fast-start "//" fast-authorities "/" fast-first
fast-in-rootless = fast-start fast-opaque-byte *fast-path-byte
fast-in-query = fast-start "//" fast-authorities {before_query} "?" 1*fast-byte
fast-in-fragment = fast-start "//" fast-authorities ( fast-rest ) "#" *fast-byte
fast-in-any-query = fast-start ( {any_question} ) "?" 1*fast-byte
fast-in-any-fragment = fast-start ( {any_hash} ) "#" *fast-byte
; finish_oddly: where the table is asked
fast-at-question = fast-start ( {before_question} ) "?"
fast-at-hash = fast-start ( {before_hash} ) "#"
"##,
        // A label is not longer, because the host is within the first 64 bytes, after two slashes.
        more = if matches!(form.host, Host::Server { long_labels: false, .. }) { "60" } else { "" },
        byte = legal(b""),
        path_byte = legal(path),
        segment_byte = legal(segment),
        opaque_byte = legal(&opaque_start),
        digits = if form.empty_port { "*fast-digit" } else { "1*fast-digit" },
        empty = when(form.empty, "\"\""),
        address = form.pieces.map_or("\"\"".to_owned(), address),
        before_query = if may_ask { "[ \"/\" fast-first ]" } else { "\"/\" fast-first" },
        any_question = one_of(&any_question),
        any_hash = one_of(&any_hash),
        before_question = before_question.join(" / "),
        before_hash = before_hash.join(" / "),
    )
}

fn one_of(parts: &[String]) -> String {
    if parts.is_empty() {
        return "\"\"".to_owned();
    }
    parts.join(" / ")
}

/// An address of pieces in brackets.
fn address(Pieces { least, most, most_beside }: Pieces) -> String {
    let list = |least: usize, most: Option<usize>| {
        let most = most.map_or(String::new(), |most| (most - 1).to_string());
        format!("{}*{most}( fast-piece \":\" ) fast-piece", least - 1)
    };
    let at_most = |most: Option<usize>| match most {
        Some(0) => String::new(),
        most => format!("[ {} ]", list(1, most)),
    };
    let beside = match most_beside {
        None => format!("{} \"::\" {}", at_most(None), at_most(None)),
        Some(most) => {
            let before =
                |count: usize| if count == 0 { String::new() } else { list(count, Some(count)) };
            let all = (0..=most)
                .map(|count| format!("{} \"::\" {}", before(count), at_most(Some(most - count))));
            all.collect::<Vec<_>>().join(" / ")
        }
    };
    format!("\"[\" ( {} / {beside} ) \"]\"", list(least, most))
}

/// Returns a rule's name as RFC 5234 can write it.
fn abnf(rule: &str) -> String {
    rule.replace('_', "-")
}
