//! The meaning of the rules of a frame: the facts of a document, as far as the frame has their
//! rules.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use super::frames::{Made, Stage};

/// The keys of `[shape]` that name a rule.
const SHAPE_RULES: [&str; 7] = ["literal", "hier", "net", "server", "hostport", "port", "scheme"];

fn stage(made: &Made, index: usize) -> Result<&Stage, String> {
    let frame = &made.frames[index];
    let mut current = None;
    let of_line = made.frames[..=index].iter().filter(|other| other.line == frame.line);
    for other in of_line {
        let last = other.folder.rsplit('/').next().unwrap_or_default();
        let stages = &made.lines[frame.line].stage;
        current = stages.iter().find(|stage| last.starts_with(&stage.from)).or(current);
    }
    current.ok_or_else(|| format!("lines.toml: no stage holds {}", frame.folder))
}

/// Returns the rule of a whole reference.
pub(super) fn start(made: &Made, index: usize) -> Result<String, String> {
    let stage = stage(made, index)?;
    let default = match stage.document.as_str() {
        "rfc1808" => "URL",
        "url-1997" => "URL-reference",
        _ => "URI-reference",
    };
    let renamed = stage.rules.get(default).map_or(default, String::as_str);
    Ok(stage.start.as_deref().unwrap_or(renamed).to_owned())
}

/// Returns a `document.toml` for each frame, empty where the rule of a whole reference is broken.
pub(super) fn facts(root: &Path, made: &Made) -> Result<Vec<String>, String> {
    let mut documents: BTreeMap<&str, Table> = BTreeMap::new();
    let mut all = Vec::new();
    for index in 0..made.frames.len() {
        let stage = stage(made, index)?;
        if !documents.contains_key(&*stage.document) {
            let grammars = root.join("../../grammars");
            let within = ["", "practices"].map(|folder| grammars.join(folder));
            let files = within.map(|folder| folder.join(&stage.document).join("document.toml"));
            let path = files.iter().find(|file| file.is_file()).unwrap_or(&files[0]);
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let table = text.parse().map_err(|e| format!("{}: {e}", path.display()))?;
            documents.insert(&stage.document, table);
        }
        let start = start(made, index)?;
        let has = made.frames[index].grammar.rule(&start).is_some();
        let facts = if has {
            of_frame(made, index, stage, &documents[&*stage.document])?
        } else {
            String::new()
        };
        all.push(facts);
    }
    Ok(all)
}

fn of_frame(made: &Made, index: usize, stage: &Stage, document: &Table) -> Result<String, String> {
    let frame = &made.frames[index];
    // A rule of the document, by its name in the frame; `None` where the frame lacks it.
    let here = |name: &str| {
        let renamed = stage.rules.get(name).map_or(name, String::as_str);
        frame.grammar.rule(renamed).map(|rule| rule.name.clone())
    };
    let listed = |value: &Value| -> Vec<Value> {
        let names = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        names.filter_map(here).map(Value::String).collect()
    };
    let nothing = Table::new();
    let facts = if stage.by_rules { &nothing } else { document };
    let table = |key: &str| facts.get(key).and_then(Value::as_table).cloned().unwrap_or_default();
    let mut out = Table::new();
    let name = frame.facts.drafts.first().cloned().unwrap_or_else(|| frame.folder.clone());
    out.insert("id".into(), Value::String(id(frame)));
    out.insert("title".into(), document["title"].clone());
    out.insert("number".into(), Value::String(name));
    out.insert("date".into(), Value::String(frame.facts.date.clone()));
    out.insert("status".into(), Value::String("revision".into()));
    let mut begin = Table::new();
    let default = start(made, index)?;
    let named = |key: &str| table("start").get(key).and_then(Value::as_str).and_then(here);
    let uri = stage.uri.clone().or_else(|| named("uri"));
    begin.insert("default".into(), Value::String(default.clone()));
    begin.insert("reference".into(), Value::String(default));
    if let Some(uri) = uri {
        begin.insert("uri".into(), Value::String(uri));
    }
    out.insert("start".into(), begin.into());
    let mut components: Table = table("components");
    components.extend(stage.components.clone());
    let components: Table =
        components.iter().map(|(name, rules)| (name.clone(), listed(rules).into())).collect();
    let some = |table: Table| -> Table {
        table
            .into_iter()
            .filter(|(_, v)| v.as_array().is_none_or(|rules| !rules.is_empty()))
            .collect()
    };
    out.insert("components".into(), some(components).into());
    out.insert(
        "concepts".into(),
        some(
            table("concepts")
                .iter()
                .map(|(name, rules)| (name.clone(), listed(rules).into()))
                .collect(),
        )
        .into(),
    );
    let mut shape = table("shape");
    shape.extend(stage.shape.clone());
    let kept = shape.into_iter().filter_map(|(name, value)| {
        let value = if SHAPE_RULES.contains(&&*name) {
            Value::String(here(value.as_str()?)?)
        } else {
            value
        };
        Some((name, value))
    });
    let kept: Table = kept.collect();
    if !stage.by_rules {
        out.insert("shape".into(), kept.into());
    }
    let mut names = table("names");
    if let Some(paths) = &stage.paths {
        names.insert("path".into(), paths.clone());
    }
    for rows in names.iter_mut().filter_map(|(_, rows)| rows.as_array_mut()) {
        rows.retain_mut(|row| rename(row, &here));
    }
    names.retain(|component, _| out["components"].get(component).is_some());
    out.insert("names".into(), names.into());
    let mut parts = facts.get("part").and_then(Value::as_array).cloned().unwrap_or_default();
    parts.retain_mut(|part| {
        // The words of the document are not the frame's.
        if let Some(part) = part.as_table_mut() {
            part.remove("says");
        }
        if let Some(under) = part.get_mut("under") {
            *under = listed(under).into();
        }
        rename(part, &here)
    });
    out.insert("part".into(), parts.into());
    toml::to_string(&out).map_err(|error| format!("{}: {error}", frame.folder))
}

/// Replaces the rule of a row by its name in the frame; false if the frame lacks it.
fn rename(row: &mut Value, here: &impl Fn(&str) -> Option<String>) -> bool {
    let Some(rule) = row.get_mut("rule") else { return true };
    let Some(name) = rule.as_str().and_then(here) else { return false };
    *rule = Value::String(name);
    true
}

/// Returns the id of the grammar that a frame makes.
fn id(frame: &super::frames::FrameData) -> String {
    match &frame.facts.commit {
        Some(commit) => format!("{}@{commit}", frame.facts.line),
        None => frame.folder.rsplit('/').next().unwrap_or_default().to_owned(),
    }
}
