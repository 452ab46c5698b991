//! What the fast splitter may know of a rule: guessed from the rule's automaton, then proved by automata.
//!
//! The splitter's language is written down here as ABNF (`model`), over the grammar's own rules. A piece of it is kept
//! only when every string of it is one that the rule accepts and when every table that splitting by the document's
//! shape would ask agrees. So a wrong guess costs speed and never a verdict.

use crate::facts::{Schemes, Shape, Word};
use crate::folder::{Folder, ReadError};
use crate::tables::Builder;
use std::collections::HashSet;
use std::fmt::Write;
use urigram_automata::{Dfa, Limits, StateId};

/// What was proved, as a static.
pub(crate) struct Fast {
    scheme: Vec<u8>,
    first: Vec<u8>,
    legal: Vec<u8>,
    fragment: bool,
    relative: bool,
    empty: bool,
    bare: bool,
    /// Whether a query may follow an authority at once.
    pathless_query: bool,
    opaque: &'static str,
    /// Whether names are a server's, by the shape's `hostport`.
    server: Option<String>,
    literal: Option<String>,
    /// The states of paths, queries and fragments after an authority.
    states: [Option<u32>; 3],
}

struct Prover<'a, 'f> {
    folder: &'a Folder,
    builder: &'a Builder<'f>,
    rule: &'a Dfa,
    model: String,
}

/// What can be proved of a rule with this automaton; `None` where that is not even the plainest form.
pub(crate) fn prove(folder: &Folder, builder: &Builder<'_>, rule: &Dfa) -> Result<Option<Fast>, ReadError> {
    let shape = &folder.facts.shape;
    if !by_delimiters(shape) {
        return Ok(None);
    }
    let scheme = match &shape.scheme {
        Some(name) => Some(builder.dfa_with("", &name.replace('_', "-"))?),
        None => None,
    };
    let Some(mut fast) = guess(shape, rule, scheme.as_ref()) else { return Ok(None) };
    // The first of these that holds.
    let literal = fast.literal.clone();
    let mut prover = None;
    for (literal, pathless_query) in [(literal.clone(), true), (literal, false), (None, true), (None, false)] {
        (fast.literal, fast.pathless_query) = (literal, pathless_query);
        let next = Prover::new(folder, builder, rule, &fast);
        if next.core(shape)? {
            prover = Some(next);
            break;
        }
    }
    let Some(prover) = prover else { return Ok(None) };
    let hier = |name: &str| match &shape.hier {
        Some(hier) => prover.within(name, hier),
        None => Ok(true),
    };
    fast.relative = prover.accepted("fast-relative")?;
    fast.empty = prover.accepted("fast-rest")?;
    fast.bare = prover.accepted("fast-bare")? && hier("fast-query")?;
    if prover.accepted("fast-uri-path")? && hier("fast-opaque-path")? {
        fast.opaque = "Path";
    } else if prover.accepted("fast-uri-whole")? && shape.hier.is_some() {
        let hier = prover.dfa(shape.hier.as_deref().unwrap_or_default())?;
        let both = prover.dfa("fast-opaque-whole")?.intersection(&hier, Limits::default());
        if both.map_err(|error| folder.error(error))?.is_empty() {
            fast.opaque = "Whole";
        }
    }
    fast.states = prover.states()?;
    Ok(Some(fast))
}

/// Whether the shape asks for nothing but delimiters and the rules that `core` checks.
fn by_delimiters(shape: &Shape) -> bool {
    let all = |schemes: &Schemes| matches!(schemes, Schemes::Word(Word::All));
    [&shape.fragment, &shape.query, &shape.authority, &shape.host, &shape.userinfo].into_iter().all(all)
        && matches!(shape.hostless, Schemes::Word(Word::None))
        && shape.authority_ends.is_none()
        && shape.port.is_none()
        && (shape.server.is_none() || shape.hostport.is_some())
}

/// `scheme` is the rule that decides what a scheme is, where a colon alone does not.
fn guess(shape: &Shape, rule: &Dfa, scheme: Option<&Dfa>) -> Option<Fast> {
    let accepts = |parts: [&[u8]; 3]| rule.accepts(&parts.concat());
    let fragment = accepts([b"a:/x#y", b"", b""]);
    let set = |is: &dyn Fn(u8) -> bool| (0..128).filter(|&byte| is(byte)).collect::<Vec<u8>>();
    let legal = set(&|byte| {
        let after = |prefix: &[u8]| accepts([prefix, &[byte], if byte == b'%' { b"41" } else { b"" }]);
        byte != b'#' && after(b"a:/x?") && (byte == b'?' || after(b"a:/x")) && (!fragment || after(b"a:/x#"))
    });
    let is_scheme = |text: &[u8]| match scheme {
        Some(scheme) => scheme.accepts(text),
        None => !text.iter().any(|byte| b":/?#".contains(byte)) && accepts([text, b":/x", b""]),
    };
    let first = set(&|byte| is_scheme(&[byte]));
    let scheme = set(&|byte| is_scheme(&[b'a', byte]));
    if legal.is_empty() || first.is_empty() || scheme.is_empty() {
        return None;
    }
    Some(Fast {
        scheme,
        first,
        legal,
        fragment,
        relative: false,
        empty: false,
        bare: false,
        pathless_query: true,
        opaque: "Unknown",
        server: shape.hostport.clone(),
        literal: shape.literal.clone(),
        states: [None; 3],
    })
}

impl<'a, 'f> Prover<'a, 'f> {
    fn new(folder: &'a Folder, builder: &'a Builder<'f>, rule: &'a Dfa, fast: &Fast) -> Prover<'a, 'f> {
        Prover { folder, builder, rule, model: model(fast) }
    }

    fn dfa(&self, name: &str) -> Result<Dfa, ReadError> {
        self.builder.dfa_with(&self.model, &name.replace('_', "-"))
    }

    fn is_subset(&self, name: &str, of: &Dfa) -> Result<bool, ReadError> {
        self.dfa(name)?.is_subset(of, Limits::default()).map_err(|error| self.folder.error(error))
    }

    fn within(&self, name: &str, rule: &str) -> Result<bool, ReadError> {
        self.is_subset(name, &self.dfa(rule)?)
    }

    fn accepted(&self, name: &str) -> Result<bool, ReadError> {
        self.is_subset(name, self.rule)
    }

    /// The one state in which the rule's automaton is after each string of a part, for the three parts; `None` where
    /// there is more than one.
    fn states(&self) -> Result<[Option<u32>; 3], ReadError> {
        let mut states = [None; 3];
        for (state, part) in states.iter_mut().zip(["fast-in-path", "fast-in-query", "fast-in-fragment"]) {
            *state = only_state(self.rule, &self.dfa(part)?);
        }
        Ok(states)
    }

    /// A scheme, then an authority or a slash: without these there is nothing to be fast at.
    fn core(&self, shape: &Shape) -> Result<bool, ReadError> {
        let mut holds = self.accepted("fast-uri")?;
        for (model, rule) in [
            ("fast-scheme", &shape.scheme),
            ("fast-hier", &shape.hier),
            ("fast-net-query", &shape.net),
            ("fast-authority", &shape.server),
            ("fast-hostport", &shape.hostport),
        ] {
            if let (true, Some(rule)) = (holds, rule) {
                holds = self.within(model, rule)?;
            }
        }
        // An empty authority is taken for one without a host.
        Ok(holds && !shape.hostport.as_ref().is_some_and(|rule| self.dfa(rule).map_or(true, |dfa| dfa.accepts(b""))))
    }
}

/// The state of `rule` after every string of `part`, if it is the same for all.
fn only_state(rule: &Dfa, part: &Dfa) -> Option<StateId> {
    let mut found = None;
    let mut seen = HashSet::from([(0, 0)]);
    let mut due = vec![(0, 0)];
    while let Some((in_rule, in_part)) = due.pop() {
        if part.is_accepting(in_part) && *found.get_or_insert(in_rule) != in_rule {
            return None;
        }
        for byte in 0..=255 {
            let next = (rule.next(in_rule, byte), part.next(in_part, byte));
            if !part.is_dead(next.1) && seen.insert(next) {
                due.push(next);
            }
        }
    }
    found
}

/// What `scan` accepts, in ABNF. `grammars/src/scan/components.rs` and `authority.rs` are the other side of it.
fn model(fast: &Fast) -> String {
    let set = |bytes: &[u8], without: &[u8]| {
        let kept = bytes.iter().filter(|byte| !without.contains(byte));
        let values: Vec<String> = kept.map(|byte| format!("%x{byte:02X}")).collect();
        values.join(" / ")
    };
    let legal = |without: &[u8]| format!("{} / fast-escape", set(&fast.legal, &[without, b"%"].concat()));
    let fragment = if fast.fragment { "[ \"#\" *fast-byte ]" } else { "\"\"" };
    let name = match &fast.server {
        None => "*fast-name-byte [ \":\" *fast-digit ]".to_owned(),
        Some(hostport) => format!("fast-labels [ \":\" *fast-digit ] / {}", hostport.replace('_', "-")),
    };
    let literal = match &fast.literal {
        None => String::new(),
        Some(rule) => format!(" / {} [ \":\" *fast-digit ]", rule.replace('_', "-")),
    };
    let net_query = match fast.pathless_query {
        true => "fast-net fast-query",
        false => "\"//\" fast-authority [ \"/\" *fast-path-byte fast-query ]",
    };
    let empty = if fast.server.is_some() { " / \"\"" } else { "" };
    format!(
        r##"fast-digit = %x30-39
fast-alpha = %x41-5A / %x61-7A
fast-alphanum = fast-alpha / fast-digit
fast-escape = "%" 2( fast-digit / %x41-46 / %x61-66 )
fast-byte = {byte}
fast-path-byte = {path}
fast-segment-byte = {segment}
fast-name-byte = {name_byte}
fast-no-colon = {no_colon}
fast-scheme = ( {first} ) *( {scheme} )
; No label is longer, for the host stands in the first 64 bytes, after two slashes.
fast-label = fast-alphanum [ *60( fast-alphanum / "-" ) fast-alphanum ]
fast-last-label = fast-alpha [ *60( fast-alphanum / "-" ) fast-alphanum ]
fast-labels = *( fast-label "." ) fast-last-label
fast-hostport = {name}{literal}
fast-authority = [ *fast-name-byte [ ":" *fast-name-byte ] "@" ] ( fast-hostport ){empty}
fast-query = [ "?" *fast-byte ]
fast-rest = fast-query {fragment}
fast-net = "//" fast-authority [ "/" *fast-path-byte ]
fast-net-query = {net_query}
fast-slash = "/" [ fast-segment-byte *fast-path-byte ]
fast-hier = fast-net-query / fast-slash fast-query
fast-uri = fast-scheme ":" fast-hier {fragment}
fast-in-path = fast-scheme ":" "//" fast-authority "/" *fast-path-byte
fast-in-query = fast-scheme ":" fast-net-asked *fast-byte
fast-in-fragment = fast-scheme ":" fast-net-query "#" *fast-byte
fast-net-asked = "//" fast-authority {asked} "?"
fast-bare = fast-scheme ":" fast-rest
fast-opaque-path = fast-segment-byte *fast-path-byte fast-query
fast-opaque-whole = fast-segment-byte *fast-byte
fast-uri-path = fast-scheme ":" fast-opaque-path {fragment}
fast-uri-whole = fast-scheme ":" fast-opaque-whole {fragment}
fast-relative = fast-hier {fragment} / 1*fast-no-colon [ "/" *fast-path-byte ] fast-rest
"##,
        asked = if fast.pathless_query { "[ \"/\" *fast-path-byte ]" } else { "\"/\" *fast-path-byte" },
        byte = legal(b""),
        path = legal(b"?"),
        segment = legal(b"/?"),
        name_byte = legal(b"/?@:"),
        no_colon = legal(b"/?:"),
        first = set(&fast.first, b""),
        scheme = set(&fast.scheme, b""),
    )
}

/// The static, with the names of the tables that it refers to.
pub(crate) fn render(name: &str, fast: &Fast, table: impl Fn(&str) -> String) -> String {
    let set = |bytes: &[u8]| {
        let mut words = [0u64; 4];
        bytes.iter().for_each(|byte| words[usize::from(byte / 64)] |= 1 << (byte % 64));
        let [a, b, c, d] = words;
        format!("ByteSet::from_words([{a:#x}, {b:#x}, {c:#x}, {d:#x}])")
    };
    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let (scheme, first, legal) = (set(&fast.scheme), set(&fast.first), set(&fast.legal));
    let host = fast.server.as_ref().map_or("Any".to_owned(), |rule| format!("Server(&{})", table(rule)));
    let literal_rule = fast.literal.as_ref().map_or("None".to_owned(), |rule| format!("Some(&{})", table(rule)));
    let mut out = String::new();
    let _ = writeln!(out, "/// Proved: schemes of `{}`, components of `{}`.", shown(&fast.scheme), shown(&fast.legal));
    let _ = writeln!(out, "static {name}: crate::scan::Fast = crate::scan::Fast {{");
    for (field, value) in [
        ("scheme", format!("crate::scan::Set::new({scheme})")),
        ("first", first),
        ("legal", format!("crate::scan::Set::new({legal})")),
        ("classes", format!("crate::scan::Fast::classes(&{legal})")),
        ("fragment", fast.fragment.to_string()),
        ("relative", fast.relative.to_string()),
        ("empty", fast.empty.to_string()),
        ("bare", fast.bare.to_string()),
        ("pathless_query", fast.pathless_query.to_string()),
        ("opaque", format!("crate::scan::Opaque::{}", fast.opaque)),
        ("host", format!("crate::scan::Host::{host}")),
        ("literal", literal_rule),
        ("states", format!("{:?}", fast.states)),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("};\n\n");
    out
}
