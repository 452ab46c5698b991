//! A document's facts as Rust.

use std::fmt::Write;

use urigram_engine::{
    ByteSet, Caution, Commentary, ComponentName, ConstraintTest, Document, Erratum, Finds,
    MarkingRow, Part, Removed, Rule, Schemes,
};

use super::literal::{filled, joined, list, optional, schemes, text};
use super::meaning;

/// Writes the static of a document.
pub(super) fn print(out: &mut String, document: &Document) {
    let start = out.len();
    let _ = writeln!(out, "static DOCUMENT: Document = Document {{");
    let Document { date, form, encoding, start: rules, .. } = document;
    let plain = [
        ("id", text(document.id)),
        ("constant", text(document.constant)),
        ("title", text(document.title)),
        ("date", format!("{date:?}")),
        ("number", text(document.number)),
        ("status", text(document.status)),
        ("form", format!("Form::{form:?}")),
        ("encoding", format!("Encoding::{encoding:?}")),
        ("base", optional(document.base)),
        ("keeps_punctuation", optional(document.keeps_punctuation)),
        ("latin_1", optional(document.latin_1)),
    ];
    out.push_str(&filled(4, plain.map(|(field, value)| format!("{field}: {value},"))));
    match &document.removed {
        Some(Removed { section, begin, end, anywhere }) => {
            let _ = writeln!(out, "    removed: Some(Removed {{");
            let _ = writeln!(out, "        section: {},", text(section));
            let _ = writeln!(out, "        begin: {},", byte_set(begin));
            let _ = writeln!(out, "        end: {},", byte_set(end));
            let _ = writeln!(out, "        anywhere: {},\n    }}),", byte_set(anywhere));
        }
        None => out.push_str("    removed: None,\n"),
    }
    let start_rules = [
        ("default", text(rules.default)),
        ("uri", optional(rules.uri)),
        ("reference", optional(rules.reference)),
        ("others", list(rules.others)),
    ];
    let start_rules = start_rules.map(|(field, value)| format!("{field}: {value},"));
    let _ = write!(out, "    start: Start {{\n{}    }},\n", filled(8, start_rules));
    out.push_str("    components: &[\n");
    for (component, rules) in document.components {
        let _ = writeln!(out, "        (Component::{component:?}, {}),", list(rules));
    }
    out.push_str("    ],\n    names: &[\n");
    document.names.iter().for_each(|row| name(out, row));
    out.push_str("    ],\n    parts: &[\n");
    document.parts.iter().for_each(|row| part(out, row));
    out.push_str("    ],\n");
    meaning::fields(out, document);
    let names = text(document.rule_names.lines());
    let _ = writeln!(out, "    rule_names: RuleNames::new({names}),");
    out.push_str("    repairs: &[\n");
    document.repairs.iter().for_each(|row| erratum(out, row));
    out.push_str("    ],\n");
    constraints(out, document);
    out.push_str("    classes: &[\n");
    for class in document.classes {
        let (name, bytes) = (text(class.name), byte_set(&class.bytes));
        let _ = writeln!(out, "        Class {{ name: {name}, bytes: {bytes} }},");
    }
    out.push_str("    ],\n");
    commentary(out, document);
    let facts = out.split_off(start).replace(": &[\n    ],", ": &[],");
    out.push_str(&joined(&facts));
    out.push_str("};\n\n");
}

fn commentary(out: &mut String, document: &Document) {
    out.push_str("    held_commentary: commentary!(Commentary {\n");
    let Commentary { notation, summary, rules, errata, cautions, markings, .. } =
        document.commentary();
    let Commentary { authors, obsoletes, updates, obsoleted_by, .. } = document.commentary();
    for (field, value) in [
        ("authors", list(authors)),
        ("obsoletes", list(obsoletes)),
        ("updates", list(updates)),
        ("obsoleted_by", list(obsoleted_by)),
        ("notation", text(notation)),
        ("summary", text(summary)),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("    rules: &[\n");
    out.push_str(&filled(8, rules.iter().map(rule)));
    out.push_str("    ],\n");
    meaning::concepts(out, document);
    out.push_str("    errata: &[\n");
    errata.iter().for_each(|row| erratum(out, row));
    out.push_str("    ],\n    cautions: &[\n");
    cautions.iter().for_each(|row| caution(out, row));
    out.push_str("    ],\n    markings: &[\n");
    markings.iter().for_each(|row| marking(out, row));
    out.push_str("    ],\n    }),\n");
}

fn rule(rule: &Rule) -> String {
    let (name, section) = (text(rule.name), text(rule.section));
    if rule.name == rule.id && rule.imported.is_none() && rule.note.is_none() {
        return format!("rule({name}, {section}),");
    }
    match (rule.name == rule.id, rule.imported, rule.note) {
        (true, Some(from), None) => return format!("imported({name}, {section}, {}),", text(from)),
        (true, None, Some(note)) => return format!("noted({name}, {section}, {}),", text(note)),
        _ => {}
    }
    let (id, imported, note) = (text(rule.id), optional(rule.imported), optional(rule.note));
    format!(
        "Rule {{ name: {name}, id: {id}, section: {section}, imported: {imported}, note: {note} }},"
    )
}

/// Returns the expression of a set.
pub(super) fn byte_set(bytes: &ByteSet) -> String {
    let mut words = [0u64; 4];
    bytes.iter().for_each(|byte| words[usize::from(byte / 64)] |= 1 << (byte % 64));
    let [a, b, c, d] = words;
    format!("ByteSet::from_words([{a:#x}, {b:#x}, {c:#x}, {d:#x}])")
}

fn name(out: &mut String, row: &ComponentName) {
    let is_alike = matches!(row.schemes, Schemes::All) && !row.empty;
    if let (true, None, None, None) = (is_alike, row.rule, row.with, row.begins) {
        let _ = writeln!(out, "        named(Component::{:?}),", row.component);
        return;
    }
    let with = row.with.map_or("None".to_owned(), |other| format!("Some(Component::{other:?})"));
    let _ = writeln!(
        out,
        "        ComponentName {{ component: Component::{:?}, rule: {}, schemes: {}, with: {with}, \
         begins: {}, empty: {} }},",
        row.component,
        optional(row.rule),
        schemes(&row.schemes),
        optional(row.begins),
        row.empty,
    );
}

/// Writes a part with the fields in which it differs from [`Part::WHOLE`].
fn part(out: &mut String, part: &Part) {
    let (row, whole) = (fields(part), fields(&Part::WHOLE));
    let said = row.iter().zip(&whole).filter(|(row, whole)| row != whole);
    let said: String = said.map(|((field, value), _)| format!("{field}: {value}, ")).collect();
    let _ = writeln!(out, "        Part {{ {said}..Part::WHOLE }},");
}

fn fields(part: &Part) -> [(&'static str, String); 17] {
    [
        ("name", text(part.name)),
        ("component", format!("Component::{:?}", part.component)),
        ("rule", optional(part.rule)),
        ("section", text(part.section)),
        ("default", optional(part.default)),
        ("default_schemes", schemes(&part.default_schemes)),
        ("schemes", schemes(&part.schemes)),
        ("under", list(part.under)),
        ("has", list(part.has)),
        ("lacks", list(part.lacks)),
        ("from", optional(part.from)),
        ("begins", text(part.begins)),
        ("ends", list(part.ends)),
        ("takes", format!("Takes::{:?}", part.takes)),
        ("follows", part.follows.to_string()),
        ("repeats", part.repeats.to_string()),
        ("separator", optional(part.separator)),
    ]
}

fn erratum(out: &mut String, erratum: &Erratum) {
    let example = erratum.example.as_ref().map_or("None".to_owned(), |example| {
        format!(
            "Some(ErratumExample {{ text: {}, rule: {}, printed: {}, corrected: {} }})",
            text(example.text),
            text(example.rule),
            example.printed,
            example.corrected
        )
    });
    let _ = writeln!(
        out,
        "        Erratum {{ id: {}, section: {}, rfc_editor: &{:?}, rules: {}, printed: {}, says: {}, repair: {}, \
         example: {example} }},",
        text(erratum.id),
        text(erratum.section),
        erratum.rfc_editor,
        list(erratum.rules),
        text(erratum.printed),
        text(erratum.says),
        optional(erratum.repair),
    );
}

fn constraints(out: &mut String, document: &Document) {
    out.push_str("    constraints: &[\n");
    for constraint in document.constraints {
        let _ = writeln!(
            out,
            "        Constraint {{ id: {}, section: {}, rules: {}, message: {}, example: {} }},",
            text(constraint.id),
            text(constraint.section),
            list(constraint.rules),
            text(constraint.message),
            optional(constraint.example),
        );
    }
    out.push_str("    ],\n    checks: &[\n");
    for check in document.checks {
        // The types of a package make the other checks.
        if matches!(check.test, ConstraintTest::Placed(_)) {
            continue;
        }
        let of = check.of.map_or("None".to_owned(), |of| format!("Some(Component::{of:?})"));
        let test = match check.test {
            ConstraintTest::Program(name, _) => {
                let name = text(name);
                format!("Program({name}, programs::named({name}))")
            }
            test => format!("{test:?}"),
        };
        let _ = writeln!(
            out,
            "        ConstraintCheck {{ id: {}, of: {of}, test: ConstraintTest::{test} }},",
            text(check.id),
        );
    }
    out.push_str("    ],\n");
}

/// Writes a row with the fields in which it differs from [`MarkingRow::EMPTY`].
fn marking(out: &mut String, row: &MarkingRow) {
    let components = row.components.iter().map(|component| format!("Component::{component:?}"));
    let components: Vec<String> = components.collect();
    let prefer: Vec<String> = row.prefer.iter().map(|set| list(set)).collect();
    let fields = [
        ("components", Some(format!("&[{}]", components.join(", ")))),
        ("reading", row.reading.map(|reading| format!("Some(Reading::{reading:?})"))),
        ("rules", (!row.rules.is_empty()).then(|| list(row.rules))),
        ("to", (!row.to.is_empty()).then(|| list(row.to))),
        ("prefer", (!prefer.is_empty()).then(|| format!("&[{}]", prefer.join(", ")))),
        ("prose", (!row.prose.is_empty()).then(|| text(row.prose))),
        ("choice", (!row.choice.is_empty()).then(|| text(row.choice))),
        ("cut", row.cut.map(|byte| format!("Some({byte:#x})"))),
        ("empty", (!row.empty.is_empty()).then(|| text(row.empty))),
        ("beyond", (!row.beyond.is_empty()).then(|| text(row.beyond))),
        ("section", Some(text(row.section))),
        ("says", Some(text(row.says))),
    ];
    out.push_str("        MarkingRow { ");
    for (field, value) in fields {
        value.into_iter().for_each(|value| {
            let _ = write!(out, "{field}: {value}, ");
        });
    }
    out.push_str("..MarkingRow::EMPTY },\n");
}

fn caution(out: &mut String, caution: &Caution) {
    let Caution { id, section, message, example, finds, .. } = caution;
    let texts = list(&[*id, *section, *message, *example]);
    let finds = match finds {
        Finds::Octets(octets) => format!("Octets(&{octets:?})"),
        Finds::FieldName(names) => format!("FieldName({})", list(names)),
        other => format!("{other:?}"),
    };
    let texts = texts.trim_start_matches('&');
    let _ = writeln!(out, "        Caution::new({texts}, Finds::{finds}),");
}
