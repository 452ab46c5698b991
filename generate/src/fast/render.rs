//! The statics, with the names of the tables that they refer to.

use super::{names, Fast, Following, Form, Host, Opaque, Pieces, Place, Sets};
use std::fmt::Write;

/// The sets that a module has constants for. Its rules share them, and a compiler evaluates a constant once: that is
/// slow enough to be seen in a user's build.
#[derive(Default)]
pub(crate) struct Constants {
    sets: Vec<Vec<u8>>,
    classes: Vec<usize>,
}

impl Constants {
    /// The name of the constant of a set; written if it is new.
    fn set(&mut self, bytes: Vec<u8>, out: &mut String) -> String {
        let number = self.sets.iter().position(|set| *set == bytes).unwrap_or_else(|| {
            let (number, set) = (self.sets.len(), set(&bytes));
            let _ = writeln!(out, "const SET_{number}: crate::scan::Set = crate::scan::Set::new({set});");
            self.sets.push(bytes);
            number
        });
        format!("SET_{number}")
    }

    /// The name of the constant of the classes that come of what is legal.
    fn classes(&mut self, legal: &[u8], out: &mut String) -> String {
        let set = self.set(legal.to_owned(), out);
        let number = self.sets.iter().position(|set| set == legal).unwrap_or_default();
        if !self.classes.contains(&number) {
            let classes = format!("crate::scan::Fast::classes(&{set}.bytes)");
            let _ = writeln!(out, "const CLASSES_{number}: [u8; 256] = {classes};");
            self.classes.push(number);
        }
        format!("CLASSES_{number}")
    }
}

/// `table` gives the name of a rule's table.
pub(crate) fn render(name: &str, fast: &Fast, constants: &mut Constants, table: impl Fn(&str) -> String) -> String {
    let mut forms: Vec<String> = Vec::new();
    let mut refer = |form: &Form| {
        let written = form_fields(form, &table);
        let at = forms.iter().position(|known| *known == written).unwrap_or_else(|| {
            forms.push(written);
            forms.len() - 1
        });
        format!("Some(&{name}_{at})")
    };
    let any = fast.any.as_ref().map_or("None".to_owned(), &mut refer);
    let relative = fast.relative.as_ref().map_or("None".to_owned(), &mut refer);
    let named: Vec<String> =
        fast.named.iter().map(|(_, form)| form.as_ref().map_or("None".to_owned(), &mut refer)).collect();
    let mut out = String::new();
    for (at, fields) in forms.iter().enumerate() {
        let _ = writeln!(out, "static {name}_{at}: crate::scan::Form = crate::scan::Form {{\n{fields}}};\n");
    }
    let slots = render_slots(name, fast, &named, &mut out);
    let Sets { scheme, first, legal, .. } = &fast.sets;
    let without = |others: &[u8]| legal.iter().copied().filter(|byte| !others.contains(byte)).collect();
    let host = match fast.has_servers() {
        true => "crate::scan::Set::NAME".to_owned(),
        false => constants.set(without(b"%:@"), &mut out),
    };
    let fields = [
        ("scheme", constants.set(scheme.clone(), &mut out)),
        ("first", set(first)),
        ("legal", constants.set(legal.clone(), &mut out)),
        ("plain", constants.set(without(b"%"), &mut out)),
        ("escapes", if legal.contains(&b'%') { "u64::MAX" } else { "0" }.to_owned()),
        ("host", host),
        ("classes", constants.classes(legal, &mut out)),
        ("in_scheme", place(fast.in_scheme)),
        ("named", slots),
        ("any", any),
        ("relative", relative),
        ("is_short", fast.is_short().to_string()),
    ];
    let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let _ = writeln!(out, "/// Proved: schemes of `{}`, components of `{}`.", shown(scheme), shown(legal));
    let _ = writeln!(out, "static {name}: crate::scan::Fast = crate::scan::Fast {{");
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

fn place(place: Option<Place>) -> String {
    match place {
        Some(Place { state, is_closed }) => format!("crate::scan::Place::new({state}, {is_closed})"),
        None => "None".to_owned(),
    }
}

fn pieces(pieces: Option<Pieces>) -> String {
    let Some(Pieces { least, most, most_beside }) = pieces else { return "None".to_owned() };
    let bound = |most: Option<usize>| most.map_or("u32::MAX".to_owned(), |most| most.to_string());
    let (most, most_beside) = (bound(most), bound(most_beside));
    format!("Some(crate::scan::Pieces {{ least: {least}, most: {most}, most_beside: {most_beside} }})")
}

fn render_slots(name: &str, fast: &Fast, places: &[String], out: &mut String) -> String {
    let all: Vec<&str> = fast.named.iter().map(|(name, _)| name.as_str()).collect();
    if all.is_empty() {
        return "None".to_owned();
    }
    let Some((multiplier, slots)) = names::slots(&all) else { unreachable!("sixteen slots hold {all:?}") };
    let _ = writeln!(out, "/// The schemes {}.", all.join(", "));
    let _ = writeln!(out, "static {name}_NAMED: crate::scan::Named = crate::scan::Named {{");
    let _ = writeln!(out, "    is_exact: {},\n    multiplier: {multiplier:#x},\n    slots: [", fast.sets.is_exact);
    for slot in slots {
        let (word, place) = slot.map_or((0, "None"), |index| (names::word(all[index]), places[index].as_str()));
        let _ = writeln!(out, "        ({word:#x}, {place}),");
    }
    out.push_str("    ],\n};\n\n");
    format!("Some(&{name}_NAMED)")
}

fn form_fields(form: &Form, table: impl Fn(&str) -> String) -> String {
    let rule =
        |rule: &Option<String>| rule.as_ref().map_or("None".to_owned(), |rule| format!("Some(&{})", table(rule)));
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
            let fields = format!("nothing: {nothing}, query: {query}, path: {path}, slashes: {slashes}");
            format!("Some(crate::scan::Following {{ {fields} }})")
        }
    };
    let opaque = match form.opaque {
        Opaque::Unknown => "Unknown".to_owned(),
        Opaque::Path => "Path".to_owned(),
        Opaque::Whole => "Whole".to_owned(),
        Opaque::Name(nid) => {
            format!("Name(crate::scan::Nid {{ least: {}, last_hyphen: {} }})", nid.least, nid.last_hyphen)
        }
    };
    let after = |by_table: bool, state: Option<u32>| match (by_table, state) {
        (false, _) => "crate::scan::After::Legal".to_owned(),
        (true, Some(state)) => format!("crate::scan::After::Table({state})"),
        (true, None) => "crate::scan::After::Unknown".to_owned(),
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
        ("places", format!("[{}]", form.places.map(place).join(", "))),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out
}
