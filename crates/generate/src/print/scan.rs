//! The facts of the scanner as Rust.

use std::fmt::Write;

use urigram_engine::generated::scan::{AfterScheme, NamedSchemes, ScanSpec, Set};
use urigram_engine::ByteSet;

use super::constant::{expression, with_automata};
use crate::tables::fast::text_of;

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
            return "Set::NAME".to_owned();
        }
        let number = self.sets.iter().position(|known| *known == set.bytes).unwrap_or_else(|| {
            let (number, bytes) = (self.sets.len(), expression(&set.bytes));
            let _ = writeln!(out, "const SET_{number}: Set = Set::new({bytes});");
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
    fn refer(&mut self, after: Option<&AfterScheme>, name: &dyn Fn(&str) -> String) -> String {
        let Some(after) = after else { return "None".to_owned() };
        let written = with_automata(after, name);
        let at = self.written.iter().position(|known| *known == written).unwrap_or_else(|| {
            self.written.push(written);
            self.written.len() - 1
        });
        format!("Some(&{}_{at})", self.name)
    }
}

/// Returns the statics of a specification; `automaton` refers to that of a rule.
pub(super) fn print(
    name: &str,
    spec: &ScanSpec,
    constants: &mut Constants,
    automaton: &dyn Fn(&str) -> String,
) -> String {
    let mut afters = Afters { name, written: Vec::new() };
    let any = afters.refer(spec.any, automaton);
    let relative = afters.refer(spec.relative, automaton);
    let slots = spec.named.map(|named| slots(name, named, &mut afters, automaton));
    let mut out = String::new();
    for (at, written) in afters.written.iter().enumerate() {
        let _ = writeln!(out, "static {name}_{at}: AfterScheme = {written};\n");
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
    let _ = writeln!(out, "static {name}: ScanSpec = ScanSpec {{");
    for (field, value) in [
        ("scheme", expression(&spec.scheme)),
        ("scheme_holds_names", spec.scheme_holds_names.to_string()),
        ("first", expression(&spec.first)),
        ("plain", plain),
        ("escapes", expression(&spec.escapes)),
        ("host", host),
        ("in_scheme", expression(&spec.in_scheme)),
        ("named", named),
        ("any", any),
        ("relative", relative),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("};\n\n");
    out
}

fn slots(
    name: &str,
    named: &NamedSchemes,
    afters: &mut Afters<'_>,
    automaton: &dyn Fn(&str) -> String,
) -> String {
    // In order of the names, which the numbers of the statics follow.
    let mut order: Vec<usize> = (0..16).filter(|&at| named.slots[at].name != 0).collect();
    order.sort_by_key(|&at| text_of(named.slots[at].name));
    let all: Vec<String> = order.iter().map(|&at| text_of(named.slots[at].name)).collect();
    let mut referred = [const { String::new() }; 16];
    for at in order {
        referred[at] = afters.refer(named.slots[at].after, automaton);
    }
    let mut out = String::new();
    let _ = writeln!(out, "/// The schemes {}.", all.join(", "));
    let _ = writeln!(out, "static {name}_NAMED: NamedSchemes = NamedSchemes {{");
    let _ = writeln!(
        out,
        "    is_exact: {},\n    multiplier: {:#x},\n    slots: [",
        named.is_exact, named.multiplier
    );
    for (slot, after) in named.slots.iter().zip(&referred) {
        let after = if after.is_empty() { "None" } else { after };
        let _ = writeln!(out, "        NamedScheme {{ name: {:#x}, after: {after} }},", slot.name);
    }
    out.push_str("    ],\n};\n\n");
    out
}
