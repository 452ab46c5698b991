//! The number of a folder's statements that are decided, and those that only a reader can judge.

use toml::Value;

use crate::folder::Folder;

/// The kinds of statements that no check reads, or reads in part: a key, or a row and its key.
///
/// A document's text decides those of its head, `urigram prove FOLDER --text`. The words of an
/// erratum are decided where they quote.
const FOR_READERS: &[&str] = &[
    "title",
    "authors",
    "date",
    "number",
    "status",
    "notation",
    "summary",
    "rule.note",
    "erratum.says",
    "constraint.message",
    "caution.message",
    "example.note",
    "report.eid",
    "report.status",
    "report.kind",
    "report.claims",
];

/// The statements of a folder by who can decide them.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) decided: usize,
    /// A kind, and the places of its statements.
    pub(super) for_readers: Vec<(&'static str, Vec<String>)>,
}

/// Counts the statements of a folder. A list has as many as it has items.
pub(super) fn count(folder: &Folder) -> Tally {
    let mut tally = Tally::default();
    for (_, value) in &folder.data {
        for (key, value) in value.as_table().into_iter().flatten() {
            match value {
                Value::Array(rows) if rows.iter().all(Value::is_table) => {
                    for (row, at) in rows.iter().zip(1..) {
                        let fields = row.as_table().into_iter().flatten();
                        let place = format!("{key} {}", name(row, at));
                        fields.for_each(|(own, value)| {
                            tally.add(value, &format!("{key}.{own}"), &place);
                        });
                    }
                }
                _ => tally.add(value, key, key),
            }
        }
    }
    tally
}

/// Returns the name of a row.
fn name(row: &Value, at: usize) -> String {
    let named = ["id", "name", "eid"].iter().find_map(|key| row.get(key));
    match named {
        Some(Value::String(name)) => name.clone(),
        Some(number) => number.to_string(),
        None => at.to_string(),
    }
}

impl Tally {
    fn add(&mut self, value: &Value, kind: &str, place: &str) {
        match value {
            Value::Table(table) => table.values().for_each(|value| self.add(value, kind, place)),
            Value::Array(items) => items.iter().for_each(|item| self.add(item, kind, place)),
            _ => {
                // The number of an RFC is that of its folder.
                let is_rfc =
                    kind == "number" && value.as_str().is_some_and(|it| it.starts_with("RFC "));
                match FOR_READERS.iter().find(|known| **known == kind && !is_rfc) {
                    Some(kind) => self.add_for_readers(kind, place),
                    None => self.decided += 1,
                }
            }
        }
    }

    fn add_for_readers(&mut self, kind: &'static str, place: &str) {
        let known = self.for_readers.iter_mut().find(|(known, _)| *known == kind);
        match known {
            Some((_, places)) => places.push(place.to_owned()),
            None => self.for_readers.push((kind, vec![place.to_owned()])),
        }
    }
}
