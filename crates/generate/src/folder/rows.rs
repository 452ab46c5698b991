//! The rows of `document.toml` that name components: errors with their line and what to write
//! instead.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;
use urigram_automata::abnf;
use urigram_engine::UnknownName;

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::Folder;
use crate::leak;

/// The rows of `document.toml` with their places in the text.
#[derive(Deserialize, Default)]
struct Places {
    prefer: Option<Spanned<String>>,
    #[serde(default)]
    components: BTreeMap<String, Vec<Spanned<String>>>,
    #[serde(default, rename = "type")]
    types: Vec<TypePlaces>,
}

#[derive(Deserialize)]
struct TypePlaces {
    rule: Spanned<String>,
    #[serde(default)]
    components: Vec<Spanned<String>>,
}

/// A row that an error is about.
#[derive(Clone, Copy)]
pub(crate) enum Row<'r> {
    Prefer,
    /// A component of `[components]`, and one of its rules.
    Component(&'r str, &'r str),
    /// A `[[type]]` by its rule, and a component of it.
    Type(&'r str, &'r str),
}

impl Row<'_> {
    /// Returns the offset of the row in the text, if it is written there.
    fn offset(self, places: &Places) -> Option<usize> {
        let find = |all: &[Spanned<String>], rule: &str| {
            let found = all.iter().find(|one| one.get_ref() == rule).or(all.first());
            found.map(|one| one.span().start)
        };
        match self {
            Row::Prefer => places.prefer.as_ref().map(|one| one.span().start),
            Row::Component(name, rule) => find(places.components.get(name)?, rule),
            Row::Type(own, rule) => {
                let row = places.types.iter().find(|row| row.rule.get_ref() == own)?;
                find(&row.components, rule).or(Some(row.rule.span().start))
            }
        }
    }

    fn name(self) -> String {
        match self {
            Row::Prefer => "prefer".to_owned(),
            Row::Component(name, _) => format!("[components] {name}"),
            Row::Type(rule, _) => format!("[[type]] {rule}"),
        }
    }

    /// Returns an error about the row: `document.toml: line 7: [components] host: …`.
    pub(crate) fn error(self, folder: &Folder, message: impl std::fmt::Display) -> ReadError {
        let message = format!("{}: {message}", self.name());
        let file = folder.path.join("document.toml");
        let text = folder.facts.source;
        let places: Places = toml::from_str(text).unwrap_or_default();
        match self.offset(&places).and_then(|at| text.get(..at)) {
            Some(before) => {
                let line = before.matches('\n').count() + 1;
                ReadError::new(file, format!("line {line}: {message}"))
            }
            None => folder.error(message),
        }
    }

    fn known<'f>(self, folder: &'f Folder, rule: &str) -> Result<&'f Known, ReadError> {
        folder.known(rule).map_err(|_| {
            let names: Vec<&str> = folder.rules.iter().map(|known| known.name).collect();
            let names = leak::texts(&names);
            let found = UnknownName::resolve("rule", rule, names, |name| name);
            let instead = match found {
                Ok(name) => format!("write \"{name}\""),
                Err(unknown) if unknown.nearest.is_some() => unknown.to_string(),
                Err(unknown) => format!("{unknown}; there are {}", some(names)),
            };
            self.error(folder, format!("\"{rule}\": {instead}"))
        })
    }

    /// Returns an error about a component that no string of the start rules has.
    pub(crate) fn without_a_string(
        self,
        folder: &Folder,
        grammar: &abnf::Grammar,
        starts: &[&str],
        rules: &[Known],
    ) -> ReadError {
        let used = used(folder, grammar, starts);
        let is_used = |rule: &Known| used.iter().any(|id| id.eq_ignore_ascii_case(rule.id));
        let own: Vec<String> = rules.iter().map(|rule| format!("`{}`", rule.name)).collect();
        let (own, starts) = (own.join(", "), starts.join(", "));
        if rules.iter().any(is_used) {
            let why = format!("{starts} uses {own}, but no string that it accepts has it");
            let is_chosen = folder.facts.prefer.is_some();
            let reading = if is_chosen { " in the reading that is preferred" } else { "" };
            return self
                .error(folder, format!("{why}{reading}: leave the row out, or mend the rules"));
        }
        let names: Vec<&str> =
            folder.rules.iter().filter(|rule| is_used(rule)).map(|rule| rule.name).collect();
        let instead = format!("name a rule that {starts} uses: {}", some(&names));
        self.error(folder, format!("no string of {starts} reaches {own}; {instead}"))
    }
}

/// Returns the first names of a list, separated by commas.
fn some(names: &[&str]) -> String {
    let more = if names.len() > 12 { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(12)].join(", "))
}

/// Returns the rules that some rules use, themselves included.
fn used<'g>(folder: &Folder, grammar: &'g abnf::Grammar, starts: &[&str]) -> Vec<&'g str> {
    let ids = starts.iter().filter_map(|start| folder.known(start).ok());
    let used = ids.filter_map(|start| grammar.reachable(start.id)).flatten();
    used.map(|rule| &*rule.name).collect()
}

/// Checks that all rules exist that a folder's rows name as components, and that its choice is one.
///
/// # Errors
/// [`ReadError`] with the line of the row.
pub(crate) fn check(folder: &Folder) -> Result<(), ReadError> {
    for (name, rules) in &folder.facts.components {
        for rule in rules {
            Row::Component(name, rule).known(folder, rule)?;
        }
    }
    for own in &folder.facts.types {
        for rule in own.rules() {
            Row::Type(&own.rule, rule).known(folder, rule)?;
        }
    }
    is_first(folder).map(|_| ())
}

/// Returns true if a folder chooses the first derivation of a string.
///
/// # Errors
/// [`ReadError`] with the line of the row, for a choice that does not exist, and for a folder that
/// is not split by rules in ABNF.
pub(crate) fn is_first(folder: &Folder) -> Result<bool, ReadError> {
    let Some(written) = &folder.facts.prefer else { return Ok(false) };
    let wrong = |why: &str| Err(Row::Prefer.error(folder, why));
    if folder.facts.states_shape() {
        return wrong("a document with a [shape] is split by the shape: leave this row out");
    }
    if folder.printed.abnf.is_missing() {
        return wrong("a PEG has one parse, and no choice: leave this row out, or add the ABNF");
    }
    if written != "first" {
        return wrong(&format!("{written:?} is not a choice: write \"first\""));
    }
    Ok(true)
}
