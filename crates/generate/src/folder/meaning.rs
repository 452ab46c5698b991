//! The meaning of a document's identifiers: resolution and equivalence, as data of the engine.

use urigram_engine::{
    BaseHeader, BaseRules, Change, Comparison, Component, Equivalence, KeyChange, Place,
    RequestRule, Resolution,
};

use crate::folder::components::component;
use crate::folder::facts::{self, Facts};
use crate::leak;

/// A document's own meaning, or that of the document that it patches.
#[derive(Default)]
pub(crate) struct Meaning {
    pub(crate) resolution: Option<Resolution>,
    pub(crate) comparison: Option<Rows>,
}

/// The rows that make a [`Comparison`].
pub(crate) struct Rows {
    relative: Option<&'static str>,
    is_closed: bool,
    equivalences: Vec<Equivalence>,
}

impl Meaning {
    /// Reads the meaning from the facts; what they leave out is that of the document patched.
    ///
    /// # Errors
    /// A message for an algorithm that does not exist and for a row that contradicts itself.
    pub(crate) fn of(facts: &Facts, patched: Option<Meaning>) -> Result<Meaning, String> {
        let comparison = match (&facts.comparison, &facts.equivalence[..]) {
            (Some(comparison), rows) => Some(Rows::of(comparison, rows)?),
            (None, []) => None,
            (None, _) => return Err("[[equivalence]] without [comparison]".to_owned()),
        };
        let resolution = facts.resolution.as_ref().map(resolution).transpose()?;
        let patched = patched.unwrap_or_default();
        Ok(Meaning {
            resolution: resolution.or(patched.resolution),
            comparison: comparison.or(patched.comparison),
        })
    }

    /// Returns the meaning that a patch takes over from a document: sections name the document.
    pub(crate) fn inherited(
        number: &str,
        resolution: Option<&Resolution>,
        comparison: Option<&Comparison>,
    ) -> Meaning {
        let cite = |section: &str| cited(number, section);
        let resolution = resolution.map(|resolution| {
            let Resolution { empty_base, strict, excess_parents, .. } = *resolution;
            let (section, base) = (cite(resolution.section), cite(resolution.base_section));
            let (section, base) = (leak::text(&section), leak::text(&base));
            let rules = resolution.base.as_ref().map(|rules| cited_rules(rules, cite));
            let algorithm = resolution.algorithm;
            Resolution::new(algorithm, section, base, empty_base, strict, excess_parents, rules)
        });
        let comparison = comparison.map(|comparison| {
            let row = |row: &Equivalence| {
                let section = leak::text(&cite(row.section));
                let Equivalence { id, change, schemes, key_only, objective, .. } = *row;
                let example = row.example.into();
                Equivalence::new(id, section, change, schemes, key_only, objective, example)
            };
            Rows {
                relative: comparison.relative.map(|section| leak::text(&cite(section))),
                is_closed: comparison.summary.is_closed,
                equivalences: comparison.equivalences.iter().map(row).collect(),
            }
        });
        Meaning { resolution, comparison }
    }
}

impl Rows {
    fn of(comparison: &facts::Comparison, rows: &[facts::Equivalence]) -> Result<Rows, String> {
        if rows.is_empty() {
            return Err("[comparison] without [[equivalence]]: every identifier would be \
                        equivalent to itself alone; leave it out where the document does not say"
                .to_owned());
        }
        for (at, row) in rows.iter().enumerate() {
            check_row(row)?;
            if rows[..at].iter().any(|other| other.id == row.id) {
                return Err(format!("two equivalences are called {}", row.id));
            }
        }
        Ok(Rows {
            relative: leak::optional(comparison.relative.as_deref()),
            is_closed: comparison.closed,
            equivalences: rows.iter().map(equivalence).collect::<Result<_, _>>()?,
        })
    }

    /// Returns true if there is an equivalence of this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.equivalences.iter().any(|row| row.id == id)
    }

    /// Returns the rows as the engine has them.
    pub(crate) fn comparison(self) -> Comparison {
        Comparison::new(self.relative, leak::list(self.equivalences), self.is_closed)
    }
}

/// Returns a section as another document cites it: with the number of its own document.
pub(crate) fn cited(number: &str, section: &str) -> String {
    if section.starts_with("RFC ") {
        return section.to_owned();
    }
    format!("{number}, {section}")
}

/// Checks a document's own resolution. A base is what the same section says where no other does.
fn resolution(own: &Resolution) -> Result<Resolution, String> {
    if own.algorithm.is_none() && (own.empty_base || own.strict || own.excess_parents) {
        return Err("[resolution]: options without an algorithm".to_owned());
    }
    if own.section.trim().is_empty() {
        return Err("[resolution]: the section is missing".to_owned());
    }
    let mut resolution = *own;
    if own.base_section.is_empty() {
        resolution.base_section = own.section;
    }
    Ok(resolution)
}

/// Returns a document's rules for the base with sections that another document cites.
fn cited_rules(rules: &BaseRules, cite: impl Fn(&str) -> String) -> BaseRules {
    let cite = |section: &str| leak::text(&cite(section));
    let header = |header: &BaseHeader| {
        BaseHeader::new(header.name, cite(header.section), header.wrapped, header.relative)
    };
    BaseRules::new(
        cite(rules.embedded),
        leak::list(rules.headers.iter().map(header)),
        cite(rules.encapsulating),
        cite(rules.retrieval),
        cite(rules.default),
        rules.references.map(cite),
        rules.request.map(|request| RequestRule::new(cite(request.section), request.is_base)),
    )
}

fn check_row(row: &facts::Equivalence) -> Result<(), String> {
    use facts::Change;
    let error = |message: &str| Err(format!("equivalence {}: {message}", row.id));
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
    let of_keys = [
        &[Change::Drop, Change::SortDirectives, Change::GeoSystem, Change::GeoNumbers][..],
        &[Change::GeoParameters, Change::GeoPoles, Change::GeoDateLine],
        &[Change::MailtoNames, Change::MailtoTo],
    ];
    if of_keys.iter().any(|changes| takes(changes)) && !row.key_only {
        return error("the change is one of keys: add `key_only = true`");
    }
    if takes(&[Change::Same]) != (row.texts.len() > 1)
        || takes(&[Change::Same]) != row.place.is_some()
    {
        return error("`texts` (two at least) and `place` go with same, and with no other change");
    }
    if takes(&[Change::Decode]) != row.marks.is_some() {
        return error("`marks` goes with decode, and with no other change");
    }
    if !row.marks.as_deref().unwrap_or_default().is_ascii() {
        return error("`marks` are characters of US-ASCII");
    }
    if !takes(&[Change::Decode]) && (row.letters || row.beyond_ascii || row.keeps_dot_segments) {
        return error("`letters`, `beyond_ascii` and `keeps_dot_segments` go with decode");
    }
    Ok(())
}

fn equivalence(row: &facts::Equivalence) -> Result<Equivalence, String> {
    let [a, b] = &row.example;
    Ok(Equivalence::new(
        leak::text(&row.id),
        leak::text(&row.section),
        change(row)?,
        row.schemes.as_deref().map(leak::texts),
        row.key_only,
        row.objective,
        (leak::text(a), leak::text(b)),
    ))
}

fn change(row: &facts::Equivalence) -> Result<Change, String> {
    let components: Vec<Component> = row
        .of
        .iter()
        .map(|name| component(name).map_err(|why| format!("equivalence {}: {why}", row.id)))
        .collect::<Result<_, _>>()?;
    // Changes of one component have one; others do not ask.
    let first = components.first().copied().unwrap_or(Component::Path);
    Ok(match row.change {
        facts::Change::HexDigits => Change::HexDigits,
        facts::Change::LowerCase => Change::LowerCase(leak::list(components)),
        facts::Change::Decode => Change::Decode {
            marks: leak::text(row.marks.as_deref().unwrap_or_default()),
            letters: row.letters,
            of: leak::list(components),
            beyond_ascii: row.beyond_ascii,
            keeps_dot_segments: row.keeps_dot_segments,
        },
        facts::Change::RemoveDotSegments => Change::RemoveDotSegments,
        facts::Change::MergeDotSegments => Change::MergeDotSegments,
        facts::Change::DefaultPort => Change::DefaultPort,
        facts::Change::MailboxDomains => Change::MailboxDomains,
        facts::Change::Same => Change::Same {
            of: first,
            place: row.place.unwrap_or(Place::Whole),
            texts: leak::texts(&row.texts),
        },
        facts::Change::Drop => Change::Drop(first),
        facts::Change::SortDirectives => Change::SortDirectives,
        facts::Change::GeoSystem => Change::Own(KeyChange::GEO_SYSTEM),
        facts::Change::GeoNumbers => Change::Own(KeyChange::GEO_NUMBERS),
        facts::Change::GeoParameters => Change::Own(KeyChange::GEO_PARAMETERS),
        facts::Change::GeoPoles => Change::Own(KeyChange::GEO_POLES),
        facts::Change::GeoDateLine => Change::Own(KeyChange::GEO_DATE_LINE),
        facts::Change::MailtoNames => Change::Own(KeyChange::MAILTO_NAMES),
        facts::Change::MailtoTo => Change::Own(KeyChange::MAILTO_TO),
        facts::Change::CitationValue => Change::CitationValue,
        facts::Change::CitationCharset => Change::CitationCharset,
        facts::Change::CitationLabel => Change::CitationLabel,
        facts::Change::CitationLines => Change::CitationLines,
        facts::Change::CitationComments => Change::CitationComments,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::facts::{Change as Row, Equivalence as FactsRow};
    use crate::folder::Folder;
    use std::path::Path;
    use urigram_engine::{Algorithm, Objective};

    fn folder(id: &str) -> Folder {
        Folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars").join(id))
            .unwrap()
    }

    fn meaning(folder: &Folder) -> Result<Meaning, String> {
        Meaning::of(&folder.facts, folder.patched().map(crate::folder::base::Base::meaning))
    }

    /// Returns the error message for a folder whose facts were changed.
    fn refused(id: &str, change: impl FnOnce(&mut Facts)) -> String {
        let mut folder = folder(id);
        change(&mut folder.facts);
        meaning(&folder).map_or_else(|error| error, |_| "accepted".to_owned())
    }

    fn of_row(change: impl FnOnce(&mut FactsRow)) -> String {
        refused("rfc3986", |facts| change(&mut facts.equivalence[0]))
    }

    #[test]
    fn an_unknown_algorithm_is_refused_with_the_known_ones() {
        let text = "id = \"a\"\n[resolution]\nsection = \"1\"\nalgorithm = \"rfc9999\"\n";
        let error = Facts::read(text).err().unwrap().to_string();
        assert!(error.contains("line 4") && error.contains("no algorithm \"rfc9999\""), "{error}");
        assert!(Algorithm::ALL.iter().all(|one| error.contains(one.name())), "{error}");
    }

    #[test]
    fn half_filled_facts_are_refused() {
        assert_eq!(refused("rfc3986", |_| ()), "accepted");
        let resolution = |change: fn(&mut Resolution)| {
            refused("rfc3986", |facts| change(facts.resolution.as_mut().unwrap()))
        };
        assert!(resolution(|resolution| resolution.section = "").contains("section"));
        assert!(resolution(|resolution| resolution.algorithm = None)
            .contains("options without an algorithm"));
        assert!(
            refused("rfc3986", |facts| facts.comparison = None).contains("without [comparison]")
        );
        assert!(refused("rfc3986", |facts| facts.equivalence.clear())
            .contains("without [[equivalence]]"));
        assert!(of_row(|row| row.section.clear()).contains("section"));
        assert!(of_row(|row| row.example[1] = row.example[0].clone()).contains("the same"));
        assert!(of_row(|row| row.of = vec!["host".to_owned()]).contains("`of`"));
        assert!(of_row(|row| row.change = Row::LowerCase).contains("`of`"));
        assert!(of_row(|row| row.change = Row::Same).contains("`of`"));
        assert!(of_row(|row| row.place = Some(Place::Whole)).contains("`texts`"));
        assert!(of_row(|row| row.change = Row::Decode).contains("`of`"));
        assert!(of_row(|row| row.beyond_ascii = true).contains("decode"));
        let of_keys = |change, of: Option<&str>, key_only| {
            of_row(|row| {
                (row.change, row.key_only) = (change, key_only);
                row.of = of.map(str::to_owned).into_iter().collect();
            })
        };
        for (change, of) in [(Row::Drop, Some("port")), (Row::SortDirectives, None)] {
            assert!(of_keys(change, of, false).contains("add `key_only = true`"));
            assert_eq!(of_keys(change, of, true), "accepted");
        }
        assert!(of_row(|row| row.marks = Some(String::new())).contains("`marks`"));
        let unknown = |row: &mut FactsRow| {
            (row.change, row.of) = (Row::LowerCase, vec!["site".to_owned()]);
        };
        assert!(of_row(unknown).contains("there is no component site"));
        let repeated =
            refused("rfc3986", |facts| facts.equivalence[1].id = facts.equivalence[0].id.clone());
        assert!(repeated.contains("two equivalences are called"), "{repeated}");
        assert_eq!(of_row(|row| row.objective = Some(Objective::Retrieval)), "accepted");
    }

    #[test]
    fn a_patch_has_the_meaning_of_its_base() {
        let rows = |id| meaning(&folder(id)).unwrap().comparison.unwrap().equivalences;
        let (base, patch) = (rows("rfc2396"), rows("rfc2732"));
        assert_eq!(base.len(), patch.len());
        assert!(patch
            .iter()
            .zip(&base)
            .all(|(own, theirs)| own.section == format!("RFC 2396, {}", theirs.section)));
        let resolution = meaning(&folder("rfc6874")).unwrap().resolution.unwrap();
        assert_eq!(
            (resolution.section, resolution.base_section),
            ("RFC 3986, 5.2", "RFC 3986, 5.1")
        );
        // RFC 8141 builds on RFC 3986 and is of another form.
        assert!(rows("rfc8141").iter().all(|row| row.section == "3.1"));
    }

    #[test]
    fn a_document_that_says_nothing_has_nothing() {
        let mut silent = folder("rfc2141");
        (silent.facts.comparison, silent.facts.resolution) = (None, None);
        silent.facts.equivalence.clear();
        let meaning = meaning(&silent).unwrap();
        assert!(meaning.resolution.is_none() && meaning.comparison.is_none());
    }
}
