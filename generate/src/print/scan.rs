//! The facts of the scanner as Rust.

use std::fmt::Write;

use urigram_engine::generated::scan::{
    AfterDelimiter, AfterScheme, Following, Host, KnownState, NamedSchemes, Net, Opaque, Pieces,
    ScanSpec, Set, Userinfo,
};
use urigram_engine::generated::Automaton;
use urigram_engine::ByteSet;

use super::document::byte_set;
use super::literal::filled;
use crate::fast::text_of;

/// The sets that a module has constants for. Its rules share them, and a compiler evaluates a
/// constant once: that is slow enough to be seen in a user's build.
#[derive(Default)]
pub(super) struct Constants {
    sets: Vec<ByteSet>,
}

impl Constants {
    /// Returns the name of the constant of a set, which is written if it is new.
    fn set(&mut self, set: &Set, out: &mut String) -> String {
        if set.bytes == Set::NAME.bytes {
            return "scan::Set::NAME".to_owned();
        }
        let number = self.sets.iter().position(|known| *known == set.bytes).unwrap_or_else(|| {
            let (number, bytes) = (self.sets.len(), byte_set(&set.bytes));
            let _ = writeln!(out, "const SET_{number}: scan::Set = scan::Set::new({bytes});");
            self.sets.push(set.bytes);
            number
        });
        format!("SET_{number}")
    }
}

/// The statics for what follows schemes, as they were written; equal ones are written once.
struct Afters<'a> {
    name: &'a str,
    written: Vec<String>,
}

impl Afters<'_> {
    /// Returns the expression that refers to facts.
    fn refer(
        &mut self,
        after: Option<&AfterScheme>,
        name: impl Fn(&Automaton) -> String,
    ) -> String {
        let Some(after) = after else { return "None".to_owned() };
        let written = fields(after, name);
        let at = self.written.iter().position(|known| *known == written).unwrap_or_else(|| {
            self.written.push(written);
            self.written.len() - 1
        });
        format!("Some(&{}_{at})", self.name)
    }
}

/// Returns the statics of a specification; `table` gives the static of a table.
pub(super) fn print(
    name: &str,
    spec: &ScanSpec,
    constants: &mut Constants,
    table: impl Fn(&Automaton) -> String,
) -> String {
    let mut afters = Afters { name, written: Vec::new() };
    let any = afters.refer(spec.any, &table);
    let relative = afters.refer(spec.relative, &table);
    let slots = spec.named.map(|named| slots(name, named, &mut afters, &table));
    let mut out = String::new();
    for (at, fields) in afters.written.iter().enumerate() {
        let _ = writeln!(
            out,
            "static {name}_{at}: scan::AfterScheme = scan::AfterScheme {{\n{fields}}};\n"
        );
    }
    out.push_str(slots.as_deref().unwrap_or_default());
    let host = constants.set(&spec.host, &mut out);
    let plain = constants.set(&spec.plain, &mut out);
    let named = slots.map_or("None".to_owned(), |_| format!("Some(&{name}_NAMED)"));
    let mut legal = spec.plain.bytes;
    if spec.escapes != 0 {
        legal.insert(b'%');
    }
    let shown = |set: &ByteSet| set.iter().collect::<Vec<u8>>().escape_ascii().to_string();
    let _ = writeln!(
        out,
        "/// Proved: schemes of `{}`, components of `{}`.",
        shown(&spec.scheme),
        shown(&legal)
    );
    let _ = writeln!(out, "static {name}: scan::ScanSpec = scan::ScanSpec {{");
    for (field, value) in [
        ("scheme", byte_set(&spec.scheme)),
        ("scheme_holds_names", spec.scheme_holds_names.to_string()),
        ("first", byte_set(&spec.first)),
        ("plain", plain),
        ("escapes", mask(spec.escapes)),
        ("host", host),
        ("in_scheme", known_state(spec.in_scheme)),
        ("named", named),
        ("any", any),
        ("relative", relative),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("};\n\n");
    out
}

fn mask(mask: u64) -> String {
    if mask == 0 { "0" } else { "u64::MAX" }.to_owned()
}

fn known_state(state: Option<KnownState>) -> String {
    match state {
        Some(KnownState { state, is_closed }) => {
            format!("scan::KnownState::new({state}, {is_closed})")
        }
        None => "None".to_owned(),
    }
}

fn pieces(pieces: Option<&Pieces>) -> String {
    let Some(Pieces { least, most, most_beside }) = pieces else { return "None".to_owned() };
    let bound = |most: &u32| match *most {
        u32::MAX => "u32::MAX".to_owned(),
        most => most.to_string(),
    };
    let (most, most_beside) = (bound(most), bound(most_beside));
    format!("Some(scan::Pieces {{ least: {least}, most: {most}, most_beside: {most_beside} }})")
}

fn slots(
    name: &str,
    named: &NamedSchemes,
    afters: &mut Afters<'_>,
    table: impl Fn(&Automaton) -> String,
) -> String {
    // In order of the names, which the numbers of the statics follow.
    let mut order: Vec<usize> = (0..16).filter(|&at| named.slots[at].name != 0).collect();
    order.sort_by_key(|&at| text_of(named.slots[at].name));
    let all: Vec<String> = order.iter().map(|&at| text_of(named.slots[at].name)).collect();
    let mut referred = [const { String::new() }; 16];
    for at in order {
        referred[at] = afters.refer(named.slots[at].after, &table);
    }
    let mut out = String::new();
    let _ = writeln!(out, "/// The schemes {}.", all.join(", "));
    let _ = writeln!(out, "static {name}_NAMED: scan::NamedSchemes = scan::NamedSchemes {{");
    let _ = writeln!(
        out,
        "    is_exact: {},\n    multiplier: {:#x},\n    slots: [",
        named.is_exact, named.multiplier
    );
    for (slot, after) in named.slots.iter().zip(&referred) {
        let after = if after.is_empty() { "None" } else { after };
        let _ = writeln!(
            out,
            "        scan::NamedScheme {{ name: {:#x}, after: {after} }},",
            slot.name
        );
    }
    out.push_str("    ],\n};\n\n");
    out
}

fn fields(after: &AfterScheme, table: impl Fn(&Automaton) -> String) -> String {
    let net = match after.net {
        Net::Unknown => "Unknown",
        Net::Path => "Path",
        Net::Authority => "Authority",
    };
    let userinfo = match after.userinfo {
        Userinfo::None => "None",
        Userinfo::Unknown => "Unknown",
        Userinfo::Known => "Known",
    };
    let host = match &after.host {
        Host::None => "None".to_owned(),
        Host::Any => "Any".to_owned(),
        Host::Server { hostport, leading_letter } => {
            format!("Server {{ hostport: {}, leading_letter: {leading_letter} }}", table(hostport))
        }
    };
    let following = match after.after_authority {
        None => "None".to_owned(),
        Some(Following { nothing, query, path, slashes }) => {
            let fields =
                format!("nothing: {nothing}, query: {query}, path: {path}, slashes: {slashes}");
            format!("Some(scan::Following {{ {fields} }})")
        }
    };
    let opaque = match after.opaque {
        Opaque::Unknown => "Unknown".to_owned(),
        Opaque::Path => "Path".to_owned(),
        Opaque::Whole => "Whole".to_owned(),
        Opaque::Name(nid) => {
            format!("Name(scan::Nid {{ least: {}, last_hyphen: {} }})", nid.least, nid.last_hyphen)
        }
    };
    let delimiter = |after: AfterDelimiter| match after {
        AfterDelimiter::Legal => "scan::AfterDelimiter::Legal".to_owned(),
        AfterDelimiter::Table(state) => format!("scan::AfterDelimiter::Table({state})"),
        AfterDelimiter::Unknown => "scan::AfterDelimiter::Unknown".to_owned(),
    };
    let literal =
        after.literal.map_or("None".to_owned(), |literal| format!("Some({})", table(literal)));
    let fields = [
        ("net", format!("scan::Net::{net}")),
        ("authority_ends", mask(after.authority_ends)),
        ("empty", after.empty.to_string()),
        ("userinfo", format!("scan::Userinfo::{userinfo}")),
        ("host", format!("scan::Host::{host}")),
        ("literal", literal),
        ("pieces", pieces(after.pieces.as_ref())),
        ("empty_port", after.empty_port.to_string()),
        ("after_authority", following),
        ("slash", after.slash.to_string()),
        ("bare", after.bare.to_string()),
        ("opaque", format!("scan::Opaque::{opaque}")),
        ("single_slashes", after.single_slashes.to_string()),
        ("query", after.query.to_string()),
        ("fragment", after.fragment.to_string()),
        ("after_question", delimiter(after.after_question)),
        ("after_hash", delimiter(after.after_hash)),
        ("is_plain", after.is_plain.to_string()),
        ("is_alike", after.is_alike.to_string()),
        ("states", format!("[{}]", after.states.map(known_state).join(", "))),
        ("after_slash", format!("{:?}", after.after_slash)),
    ];
    filled(4, fields.map(|(field, value)| format!("{field}: {value},")))
}
