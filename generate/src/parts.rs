//! The components of a document, its names for them, and the parts inside them, as Rust.

use crate::facts::{Name, Part};
use crate::folder::{Folder, ReadError};
use crate::literal::{list, optional, schemes, text};
use crate::module::Known;
use std::fmt::Write;

/// The names of `Component` in urigram-grammars, with its variants.
pub(crate) const COMPONENTS: [(&str, &str); 12] = [
    ("scheme", "Scheme"),
    ("authority", "Authority"),
    ("userinfo", "Userinfo"),
    ("host", "Host"),
    ("port", "Port"),
    ("path", "Path"),
    ("query", "Query"),
    ("fragment", "Fragment"),
    ("nid", "Nid"),
    ("nss", "Nss"),
    ("r-component", "RComponent"),
    ("q-component", "QComponent"),
];

/// Writes the fields `components`, `names` and `parts` of a document.
///
/// # Errors
/// [`ReadError`] for a component or a rule that does not exist, and for a row that could never end.
pub(crate) fn render(out: &mut String, folder: &Folder, rules: &[Known]) -> Result<(), ReadError> {
    let facts = &folder.facts;
    let named = |rule: &Option<String>| match rule {
        Some(name) if !rules.iter().any(|known| known.name == *name || known.id == *name) => {
            Err(folder.error(format!("no [[rule]] {name}")))
        }
        _ => Ok(()),
    };
    out.push_str("    components: &[\n");
    for (name, rules) in &facts.components {
        let _ = writeln!(out, "        ({}, {}),", component(folder, name)?, list(rules));
    }
    out.push_str("    ],\n    names: &[\n");
    for (name, row) in
        facts.names.iter().flat_map(|(name, rows)| rows.iter().map(move |row| (name, row)))
    {
        named(&row.rule)?;
        render_name(out, folder, name, row)?;
    }
    out.push_str("    ],\n    parts: &[\n");
    for part in &facts.part {
        named(&part.rule)?;
        render_part(out, folder, part)?;
    }
    out.push_str("    ],\n");
    Ok(())
}

fn component(folder: &Folder, name: &str) -> Result<String, ReadError> {
    let known = COMPONENTS.iter().find(|(known, _)| *known == name);
    let (_, variant) =
        known.ok_or_else(|| folder.error(format!("no component is called {name}")))?;
    Ok(format!("Component::{variant}"))
}

fn render_name(out: &mut String, folder: &Folder, name: &str, row: &Name) -> Result<(), ReadError> {
    let with = match &row.with {
        Some(other) => format!("Some({})", component(folder, other)?),
        None => "None".to_owned(),
    };
    let _ = writeln!(
        out,
        "        ComponentName {{ component: {}, rule: {}, schemes: {}, with: {with}, begins: {}, empty: {} }},",
        component(folder, name)?,
        optional(row.rule.as_deref()),
        schemes(&row.schemes),
        optional(row.begins.as_deref()),
        row.empty,
    );
    Ok(())
}

fn render_part(out: &mut String, folder: &Folder, part: &Part) -> Result<(), ReadError> {
    // A row that repeats is asked for each occurrence, so whatever it asks must not search the whole component, and each
    // occurrence must take at least a delimiter.
    let delimited = part.separator.as_ref().unwrap_or(&part.begins);
    if part.repeats && (delimited.is_empty() || !part.has.is_empty() || !part.lacks.is_empty()) {
        return Err(folder.error(format!(
            "part {} repeats: it needs a delimiter, and neither has nor lacks",
            part.name
        )));
    }
    let _ = writeln!(out, "        Part {{");
    for (field, value) in [
        ("name", text(&part.name)),
        ("component", component(folder, &part.component)?),
        ("rule", optional(part.rule.as_deref())),
        ("section", text(&part.section)),
        ("default", optional(part.default.as_deref())),
        ("default_schemes", schemes(&part.default_schemes)),
        ("schemes", schemes(&part.schemes)),
        ("under", list(&part.under)),
        ("has", list(&part.has)),
        ("lacks", list(&part.lacks)),
        ("from", optional(part.from.as_deref())),
        ("begins", text(&part.begins)),
        ("ends", list(&part.ends)),
        ("takes", format!("Takes::{:?}", part.takes)),
        ("follows", part.follows.to_string()),
        ("repeats", part.repeats.to_string()),
        ("separator", optional(part.separator.as_deref())),
    ] {
        let _ = writeln!(out, "            {field}: {value},");
    }
    let _ = writeln!(out, "        }},");
    Ok(())
}
