//! The part of a generated module that says what a document's identifiers mean: concepts, resolution, equivalence.

use crate::facts::{Change, Comparison, Equivalence, Facts, Resolution};
use crate::folder::{Folder, ReadError};
use crate::literal::{list, optional, text};
use crate::module::known_rules;
use crate::parts::COMPONENTS;
use std::fmt::Write;

/// The resolution algorithms that urigram-core has, by name.
pub const ALGORITHMS: [&str; 7] =
    ["url-1993", "rfc1630", "rfc1808", "url-1997", "rfc2396", "uri-2003", "rfc3986"];

/// Writes the equivalences, which the document's facts name.
pub(crate) fn render_equivalences(out: &mut String, folder: &Folder) -> Result<(), ReadError> {
    let Some(Meaning { comparison: Some((_, rows)), .. }) = Meaning::of(folder)? else {
        return Ok(());
    };
    out.push_str("const EQUIVALENCES: &[Equivalence] = &[\n");
    for row in &rows {
        check_row(folder, row)?;
        let _ = writeln!(
            out,
            "    Equivalence::new({}, {}, {}, {}, ({}, {}), {}),",
            text(&row.id),
            text(&row.section),
            change(folder, row)?,
            row.schemes
                .as_deref()
                .map_or("None".to_owned(), |schemes| format!("Some({})", list(schemes))),
            row.key_only,
            row.objective
                .map_or("None".to_owned(), |objective| format!("Some(Objective::{objective:?})")),
            list(&row.example).trim_start_matches('&'),
        );
    }
    out.push_str("];\n\n");
    let repeated = rows
        .iter()
        .enumerate()
        .find(|(at, row)| rows[..*at].iter().any(|other| other.id == row.id));
    match repeated {
        Some((_, row)) => Err(folder.error(format!("two equivalences are called {}", row.id))),
        None => Ok(()),
    }
}

/// Writes the fields of the document.
pub(crate) fn render_fields(out: &mut String, folder: &Folder) -> Result<(), ReadError> {
    out.push_str("    concepts: &[\n");
    for (name, rules) in concepts(folder) {
        check_concept(folder, &name, &rules)?;
        let _ = writeln!(out, "        ({}, {}),", text(&name), list(&rules));
    }
    out.push_str("    ],\n");
    let meaning = Meaning::of(folder)?.unwrap_or_default();
    let resolution = meaning.resolution.map_or("None".to_owned(), |resolution| {
        let Resolution { algorithm, section, base_section, empty_base, strict, excess_parents } =
            resolution;
        let base_section = base_section.as_ref().unwrap_or(&section);
        let algorithm = optional(algorithm.as_deref());
        let options = format!("[{empty_base}, {strict}, {excess_parents}]");
        format!(
            "Some(Resolution::new({algorithm}, {}, {}, {options}))",
            text(&section),
            text(base_section)
        )
    });
    let _ = writeln!(out, "    resolution: {resolution},");
    let comparison = meaning.comparison.map_or("None".to_owned(), |(comparison, _)| {
        let Comparison { relative, closed } = comparison;
        format!("Some(Comparison::new({}, {closed}, EQUIVALENCES))", optional(relative.as_deref()))
    });
    let _ = writeln!(out, "    comparison: {comparison},");
    Ok(())
}

/// A document's own meaning, or that of the document that it patches.
#[derive(Default)]
struct Meaning {
    resolution: Option<Resolution>,
    comparison: Option<(Comparison, Vec<Equivalence>)>,
}

impl Meaning {
    fn of(folder: &Folder) -> Result<Option<Meaning>, ReadError> {
        let facts = &folder.facts;
        let own_comparison = match (&facts.comparison, &facts.equivalence[..]) {
            (Some(comparison), rows) => Some((comparison.clone(), rows.to_vec())),
            (None, []) => None,
            (None, _) => return Err(folder.error("[[equivalence]] without [comparison]")),
        };
        if let Some(resolution) = &facts.resolution {
            check_resolution(folder, resolution)?;
        }
        let inherited = match patched(folder) {
            Some(base) => Meaning::of(base)?.map(|meaning| meaning.cited(&base.facts)),
            None => None,
        };
        let inherited = inherited.unwrap_or_default();
        Ok(Some(Meaning {
            resolution: facts.resolution.clone().or(inherited.resolution),
            comparison: own_comparison.or(inherited.comparison),
        }))
    }

    /// Makes sections name the document that they are sections of.
    fn cited(mut self, base: &Facts) -> Meaning {
        let cite = |section: &mut String| {
            if !section.starts_with("RFC ") {
                *section = format!("{}, {section}", base.number);
            }
        };
        if let Some(resolution) = &mut self.resolution {
            resolution.base_section.get_or_insert_with(|| resolution.section.clone());
            cite(&mut resolution.section);
            resolution.base_section.iter_mut().for_each(cite);
        }
        if let Some((comparison, rows)) = &mut self.comparison {
            comparison.relative.iter_mut().for_each(cite);
            rows.iter_mut().for_each(|row| cite(&mut row.section));
        }
        self
    }
}

/// The document that a document patches: a base of the same form.
fn patched(folder: &Folder) -> Option<&Folder> {
    folder.base.as_deref().filter(|base| base.facts.form == folder.facts.form)
}

fn concepts(folder: &Folder) -> Vec<(String, Vec<String>)> {
    let own = folder.facts.concepts.clone();
    let inherited = patched(folder).map(concepts).unwrap_or_default();
    let rest = inherited.into_iter().filter(|(name, _)| !folder.facts.concepts.contains_key(name));
    own.into_iter().chain(rest).collect()
}

fn check_concept(folder: &Folder, name: &str, rules: &[String]) -> Result<(), ReadError> {
    let known = known_rules(folder)?;
    match rules
        .iter()
        .find(|rule| known.iter().all(|known| known.name != **rule && known.id != **rule))
    {
        Some(rule) => Err(folder.error(format!("[concepts] {name}: there is no rule {rule}"))),
        None => Ok(()),
    }
}

fn check_resolution(folder: &Folder, resolution: &Resolution) -> Result<(), ReadError> {
    let has_options = resolution.empty_base || resolution.strict || resolution.excess_parents;
    match &resolution.algorithm {
        Some(name) if !ALGORITHMS.contains(&name.as_str()) => {
            let known = ALGORITHMS.join(", ");
            Err(folder.error(format!(
                "[resolution]: there is no algorithm {name:?}; the algorithms are {known}"
            )))
        }
        None if has_options => Err(folder.error("[resolution]: options without an algorithm")),
        _ if resolution.section.trim().is_empty() => {
            Err(folder.error("[resolution]: the section is missing"))
        }
        _ => Ok(()),
    }
}

fn check_row(folder: &Folder, row: &Equivalence) -> Result<(), ReadError> {
    let error = |message: &str| Err(folder.error(format!("equivalence {}: {message}", row.id)));
    let takes = |change: &[Change]| change.contains(&row.change);
    if row.section.trim().is_empty() || row.id.trim().is_empty() {
        return error("id or section is missing");
    }
    if row.example[0] == row.example[1] {
        return error("both identifiers of the example are the same");
    }
    if takes(&[Change::LowerCase, Change::Decode, Change::Same, Change::Drop]) == row.of.is_empty()
    {
        return error("`of` goes with lower-case, decode, same and drop, and with no other change");
    }
    if takes(&[Change::Same, Change::Drop]) && row.of.len() != 1 {
        return error("`of` is one component");
    }
    if takes(&[Change::Same]) != (row.texts.len() > 1)
        || takes(&[Change::Same]) != row.place.is_some()
    {
        return error("`texts` (two at least) and `place` go with same, and with no other change");
    }
    if takes(&[Change::Decode]) != row.marks.is_some() {
        return error("`marks` goes with decode, and with no other change");
    }
    if !takes(&[Change::Decode]) && (row.letters || row.beyond_ascii || row.keeps_dot_segments) {
        return error("`letters`, `beyond_ascii` and `keeps_dot_segments` go with decode");
    }
    Ok(())
}

/// The change as Rust.
fn change(folder: &Folder, row: &Equivalence) -> Result<String, ReadError> {
    if let Some(name) =
        row.of.iter().find(|name| !COMPONENTS.iter().any(|(known, _)| known == name))
    {
        let known = COMPONENTS.map(|(known, _)| known).join(", ");
        return Err(folder.error(format!(
            "equivalence {}: there is no component {name}; they are {known}",
            row.id
        )));
    }
    let variant = |name: &String| {
        COMPONENTS.iter().find(|(known, _)| known == name).map(|(_, variant)| variant)
    };
    let components: Vec<String> =
        row.of.iter().filter_map(variant).map(|variant| format!("Component::{variant}")).collect();
    let first = components.first().map_or("", String::as_str);
    let all = components.join(", ");
    let kind = row.change;
    Ok(match kind {
        Change::LowerCase => format!("Change::LowerCase(&[{all}])"),
        Change::Decode => format!(
            "Change::Decode {{ marks: {}, letters: {}, of: &[{all}], beyond_ascii: {}, keeps_dot_segments: {} }}",
            text(row.marks.as_deref().unwrap_or_default()),
            row.letters,
            row.beyond_ascii,
            row.keeps_dot_segments
        ),
        Change::Same => {
            let place = row.place.map_or(String::new(), |place| format!("{place:?}"));
            format!("Change::Same {{ of: {first}, place: Place::{place}, texts: {} }}", list(&row.texts))
        }
        Change::Drop => format!("Change::Drop({first})"),
        _ => format!("Change::{kind:?}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Objective, Place};
    use std::path::Path;

    fn folder(id: &str) -> Folder {
        Folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(id)).unwrap()
    }

    /// The error message for a folder whose facts were changed.
    fn refused(id: &str, change: impl FnOnce(&mut Facts)) -> String {
        let mut folder = folder(id);
        change(&mut folder.facts);
        let mut out = String::new();
        let rendered =
            render_equivalences(&mut out, &folder).and_then(|()| render_fields(&mut out, &folder));
        rendered.map_or_else(|error| error.to_string(), |()| "accepted".to_owned())
    }

    fn of_row(change: impl FnOnce(&mut Equivalence)) -> String {
        refused("rfc3986", |facts| change(&mut facts.equivalence[0]))
    }

    #[test]
    fn an_unknown_algorithm_is_refused_with_the_known_ones() {
        let error = refused("rfc3986", |facts| {
            facts.resolution.as_mut().unwrap().algorithm = Some("rfc9999".to_owned());
        });
        assert!(error.contains("\"rfc9999\""), "{error}");
        assert!(ALGORITHMS.iter().all(|name| error.contains(name)), "{error}");
    }

    #[test]
    fn half_filled_facts_are_refused() {
        assert_eq!(refused("rfc3986", |_| ()), "accepted");
        let resolution = |change: fn(&mut Resolution)| {
            refused("rfc3986", |facts| change(facts.resolution.as_mut().unwrap()))
        };
        assert!(resolution(|resolution| resolution.section.clear()).contains("section"));
        assert!(resolution(|resolution| resolution.algorithm = None)
            .contains("options without an algorithm"));
        assert!(
            refused("rfc3986", |facts| facts.comparison = None).contains("without [comparison]")
        );
        assert!(refused("rfc3986", |facts| {
            facts.concepts.insert("authority".to_owned(), vec!["net_loc".to_owned()]);
        })
        .contains("there is no rule net_loc"));
        assert!(of_row(|row| row.section.clear()).contains("section"));
        assert!(of_row(|row| row.example[1] = row.example[0].clone()).contains("the same"));
        assert!(of_row(|row| row.of = vec!["host".to_owned()]).contains("`of`"));
        assert!(of_row(|row| row.change = Change::LowerCase).contains("`of`"));
        assert!(of_row(|row| row.change = Change::Same).contains("`of`"));
        assert!(of_row(|row| row.place = Some(Place::Whole)).contains("`texts`"));
        assert!(of_row(|row| row.change = Change::Decode).contains("`of`"));
        assert!(of_row(|row| row.beyond_ascii = true).contains("decode"));
        assert!(of_row(|row| row.marks = Some(String::new())).contains("`marks`"));
        let unknown = |row: &mut Equivalence| {
            (row.change, row.of) = (Change::LowerCase, vec!["site".to_owned()]);
        };
        assert!(of_row(unknown).contains("there is no component site"));
        let repeated =
            refused("rfc3986", |facts| facts.equivalence[1].id = facts.equivalence[0].id.clone());
        assert!(repeated.contains("two equivalences are called"), "{repeated}");
        assert_eq!(of_row(|row| row.objective = Some(Objective::Retrieval)), "accepted");
    }

    #[test]
    fn a_patch_has_the_meaning_of_its_base() {
        let rows = |id| Meaning::of(&folder(id)).unwrap().unwrap().comparison.unwrap().1;
        let (base, patch) = (rows("rfc2396"), rows("rfc2732"));
        assert_eq!(base.len(), patch.len());
        assert!(patch
            .iter()
            .zip(&base)
            .all(|(own, theirs)| own.section == format!("RFC 2396, {}", theirs.section)));
        let resolution = Meaning::of(&folder("rfc6874")).unwrap().unwrap().resolution.unwrap();
        assert_eq!(
            (&*resolution.section, resolution.base_section.as_deref()),
            ("RFC 3986, 5.2", Some("RFC 3986, 5.1"))
        );
        // RFC 8141 builds on RFC 3986 and is of another form.
        assert!(rows("rfc8141").iter().all(|row| row.section == "3.1"));
    }

    #[test]
    fn a_document_that_says_nothing_has_nothing() {
        let mut silent = folder("rfc2141");
        (silent.facts.comparison, silent.facts.resolution) = (None, None);
        silent.facts.equivalence.clear();
        let mut out = String::new();
        render_equivalences(&mut out, &silent).unwrap();
        render_fields(&mut out, &silent).unwrap();
        assert!(out.contains("resolution: None") && out.contains("comparison: None"), "{out}");
    }
}
