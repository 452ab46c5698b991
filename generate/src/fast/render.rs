//! The statics, with the names of the tables that they refer to.

use super::{names, AfterScheme, Following, Host, KnownState, Opaque, Pieces, Proved, Sets};
use std::fmt::Write;

/// The sets that a module has constants for. Its rules share them, and a compiler evaluates a
/// constant once: that is slow enough to be seen in a user's build.
#[derive(Default)]
pub(crate) struct Constants {
    sets: Vec<Vec<u8>>,
}

impl Constants {
    /// The name of the constant of a set; written if it is new.
    fn set(&mut self, bytes: Vec<u8>, out: &mut String) -> String {
        let number = self.sets.iter().position(|set| *set == bytes).unwrap_or_else(|| {
            let (number, set) = (self.sets.len(), set(&bytes));
            let _ = writeln!(
                out,
                "const SET_{number}: crate::scan::Set = crate::scan::Set::new({set});"
            );
            self.sets.push(bytes);
            number
        });
        format!("SET_{number}")
    }
}

/// `table` gives the name of a rule's table.
pub(crate) fn render(
    name: &str,
    proved: &Proved,
    constants: &mut Constants,
    table: impl Fn(&str) -> String,
) -> String {
    let mut afters: Vec<String> = Vec::new();
    let mut refer = |form: &AfterScheme| {
        let written = form_fields(form, &table);
        let at = afters.iter().position(|known| *known == written).unwrap_or_else(|| {
            afters.push(written);
            afters.len() - 1
        });
        format!("Some(&{name}_{at})")
    };
    let any = proved.any.as_ref().map_or("None".to_owned(), &mut refer);
    let relative = proved.relative.as_ref().map_or("None".to_owned(), &mut refer);
    let named: Vec<String> = proved
        .named
        .iter()
        .map(|(_, form)| form.as_ref().map_or("None".to_owned(), &mut refer))
        .collect();
    let mut out = String::new();
    for (at, fields) in afters.iter().enumerate() {
        let _ = writeln!(out, "static {name}_{at}: crate::scan::AfterScheme = crate::scan::AfterScheme {{\n{fields}}};\n");
    }
    let slots = render_slots(name, proved, &named, &mut out);
    let Sets { scheme, first, legal, .. } = &proved.sets;
    let without = |others: &[u8]| {
        legal.iter().copied().filter(|byte| !others.contains(byte)).collect::<Vec<u8>>()
    };
    let host = without(b"%:@");
    // A set must not be empty. Bytes of names that are not legal are refused with all other bytes.
    let host = if proved.has_servers() || host.is_empty() {
        "crate::scan::Set::NAME".to_owned()
    } else {
        constants.set(host, &mut out)
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let fields = [
        ("scheme", set(scheme)),
        (
            "scheme_holds_names",
            (0..128).filter(|&byte| is_name(byte)).all(|byte| scheme.contains(&byte)).to_string(),
        ),
        ("first", set(first)),
        ("plain", constants.set(without(b"%"), &mut out)),
        ("escapes", if legal.contains(&b'%') { "u64::MAX" } else { "0" }.to_owned()),
        ("host", host),
        ("in_scheme", known_state(proved.in_scheme)),
        ("named", slots),
        ("any", any),
        ("relative", relative),
    ];
    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let _ = writeln!(
        out,
        "/// Proved: schemes of `{}`, components of `{}`.",
        shown(scheme),
        shown(legal)
    );
    let _ = writeln!(out, "static {name}: crate::scan::ScanSpec = crate::scan::ScanSpec {{");
    for (field, value) in fields {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("};\n\n");
    out
}

fn set(bytes: &[u8]) -> String {
    let mut words = [0u64; 4];
    bytes.iter().for_each(|byte| words[usize::from(byte / 64)] |= 1 << (byte % 64));
    let [a, b, c, d] = words;
    format!("ByteSet::from_words([{a:#x}, {b:#x}, {c:#x}, {d:#x}])")
}

fn known_state(state: Option<KnownState>) -> String {
    match state {
        Some(KnownState { state, is_closed }) => {
            format!("crate::scan::KnownState::new({state}, {is_closed})")
        }
        None => "None".to_owned(),
    }
}

fn pieces(pieces: Option<Pieces>) -> String {
    let Some(Pieces { least, most, most_beside }) = pieces else { return "None".to_owned() };
    let bound = |most: Option<usize>| most.map_or("u32::MAX".to_owned(), |most| most.to_string());
    let (most, most_beside) = (bound(most), bound(most_beside));
    format!(
        "Some(crate::scan::Pieces {{ least: {least}, most: {most}, most_beside: {most_beside} }})"
    )
}

fn render_slots(name: &str, proved: &Proved, states: &[String], out: &mut String) -> String {
    let all: Vec<&str> = proved.named.iter().map(|(name, _)| name.as_str()).collect();
    if all.is_empty() {
        return "None".to_owned();
    }
    let Some((multiplier, slots)) = names::slots(&all) else {
        unreachable!("sixteen slots hold {all:?}")
    };
    let _ = writeln!(out, "/// The schemes {}.", all.join(", "));
    let _ = writeln!(
        out,
        "static {name}_NAMED: crate::scan::NamedSchemes = crate::scan::NamedSchemes {{"
    );
    let _ = writeln!(
        out,
        "    is_exact: {},\n    multiplier: {multiplier:#x},\n    slots: [",
        proved.sets.is_exact
    );
    for slot in slots {
        let (word, after) =
            slot.map_or((0, "None"), |index| (names::word(all[index]), states[index].as_str()));
        let _ = writeln!(
            out,
            "        crate::scan::NamedScheme {{ name: {word:#x}, after: {after} }},"
        );
    }
    out.push_str("    ],\n};\n\n");
    format!("Some(&{name}_NAMED)")
}

fn form_fields(form: &AfterScheme, table: impl Fn(&str) -> String) -> String {
    let rule = |rule: &Option<String>| {
        rule.as_ref().map_or("None".to_owned(), |rule| format!("Some(&{})", table(rule)))
    };
    let host = match &form.host {
        Host::None => "None".to_owned(),
        Host::Any => "Any".to_owned(),
        Host::Server { hostport, leading_letter, .. } => {
            format!("Server {{ hostport: &{}, leading_letter: {leading_letter} }}", table(hostport))
        }
    };
    let following = match form.following {
        Following { nothing: true, query: true, slashes: true, .. } => "None".to_owned(),
        Following { nothing, query, path, slashes } => {
            let fields =
                format!("nothing: {nothing}, query: {query}, path: {path}, slashes: {slashes}");
            format!("Some(crate::scan::Following {{ {fields} }})")
        }
    };
    let opaque = match form.opaque {
        Opaque::Unknown => "Unknown".to_owned(),
        Opaque::Path => "Path".to_owned(),
        Opaque::Whole => "Whole".to_owned(),
        Opaque::Name(nid) => {
            format!(
                "Name(crate::scan::Nid {{ least: {}, last_hyphen: {} }})",
                nid.least, nid.last_hyphen
            )
        }
    };
    let after = |by_table: bool, state: Option<u32>| match (by_table, state) {
        (false, _) => "crate::scan::AfterDelimiter::Legal".to_owned(),
        (true, Some(state)) => format!("crate::scan::AfterDelimiter::Table({state})"),
        (true, None) => "crate::scan::AfterDelimiter::Unknown".to_owned(),
    };
    let mut out = String::new();
    for (field, value) in [
        ("net", format!("crate::scan::Net::{:?}", form.net)),
        ("authority_ends", if form.ends_at_question { "u64::MAX" } else { "0" }.to_owned()),
        ("empty", form.empty.to_string()),
        ("userinfo", format!("crate::scan::Userinfo::{:?}", form.userinfo)),
        ("host", format!("crate::scan::Host::{host}")),
        ("literal", rule(&form.literal)),
        ("pieces", pieces(form.pieces)),
        ("empty_port", form.empty_port.to_string()),
        ("after_authority", following),
        ("slash", form.slash.to_string()),
        ("bare", form.bare.to_string()),
        ("opaque", format!("crate::scan::Opaque::{opaque}")),
        ("single_slashes", form.single_slashes.to_string()),
        ("query", form.query.to_string()),
        ("fragment", form.fragment.to_string()),
        ("after_question", after(form.question_by_table, form.after_question)),
        ("after_hash", after(form.hash_by_table, form.after_hash)),
        ("is_plain", (!form.question_by_table && !form.hash_by_table).to_string()),
        ("is_alike", form.is_alike.to_string()),
        ("states", format!("[{}]", form.states.map(known_state).join(", "))),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out
}
