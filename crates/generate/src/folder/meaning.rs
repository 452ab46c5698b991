//! The meaning of a document's identifiers: resolution and equivalence, as data of the engine.

use urigram_engine::{
    BaseHeader, BaseRules, Change, Comparison, Equivalence, RequestRule, Resolution,
};

use crate::folder::components::component;
use crate::folder::facts::{self, Facts, Row, Words};
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
        let cite = |section: &str| leak::text(&cited(number, section));
        let resolution = resolution.map(|resolution| Resolution {
            section: cite(resolution.section),
            base_section: cite(resolution.base_section),
            base: resolution.base.as_ref().map(|rules| cited_rules(rules, cite)),
            ..*resolution
        });
        let comparison = comparison.map(|comparison| {
            let row = |row: &Equivalence| {
                let mut row = *row;
                row.section = cite(row.section);
                row
            };
            Rows {
                relative: comparison.relative.map(cite),
                is_closed: comparison.summary.is_closed,
                equivalences: comparison.equivalences.iter().map(row).collect(),
            }
        });
        Meaning { resolution, comparison }
    }
}

impl Rows {
    fn of(
        comparison: &facts::Comparison,
        rows: &[Row<Equivalence, Words>],
    ) -> Result<Rows, String> {
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
            equivalences: rows.iter().map(|row| **row).collect(),
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
fn cited_rules(rules: &BaseRules, cite: impl Fn(&str) -> &'static str) -> BaseRules {
    let header = |header: &BaseHeader| BaseHeader { section: cite(header.section), ..*header };
    let request = |rule: RequestRule| RequestRule { section: cite(rule.section), ..rule };
    BaseRules {
        embedded: cite(rules.embedded),
        headers: leak::list(rules.headers.iter().map(header)),
        encapsulating: cite(rules.encapsulating),
        retrieval: cite(rules.retrieval),
        default: cite(rules.default),
        references: rules.references.map(&cite),
        request: rules.request.map(request),
    }
}

fn check_row(row: &Equivalence) -> Result<(), String> {
    let error = |message: &str| Err(format!("equivalence {}: {message}", row.id));
    if row.section.trim().is_empty() || row.id.trim().is_empty() {
        return error("id or section is missing");
    }
    if row.example[0] == row.example[1] {
        return error("both identifiers of the example are the same");
    }
    let of = match &row.change {
        Change::LowerCase([]) | Change::Decode { of: [], .. } => {
            return error("`of` names no component");
        }
        Change::Same { texts: [] | [_], .. } => return error("`texts` are two at least"),
        Change::Decode { marks, .. } if !marks.is_ascii() => {
            return error("`marks` are characters of US-ASCII");
        }
        Change::Drop(_) | Change::SortDirectives | Change::Scheme(_) if !row.key_only => {
            return error("the change is one of keys: add `key_only = true`");
        }
        Change::LowerCase(of) | Change::Decode { of, .. } => *of,
        Change::Same { of, .. } | Change::Drop(of) => std::slice::from_ref(of),
        _ => &[],
    };
    of.iter().try_for_each(|of| component(of.name()).map(|_| ())).or_else(|why| error(&why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::Folder;
    use std::path::Path;
    use urigram_engine::Algorithm;

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
        let repeated = refused("rfc3986", |facts| {
            facts.equivalence[1] = facts.equivalence[0].clone();
        });
        assert!(repeated.contains("two equivalences are called"), "{repeated}");
    }

    /// Returns the error message for an equivalence with these keys.
    fn of_row(keys: &str) -> String {
        let row = "[comparison]\n[[equivalence]]\nid = \"b\"\nexample = [\"a:a\", \"a:b\"]\n";
        let facts = Facts::read(&format!("id = \"a\"\n{row}{keys}"));
        let facts = facts.map_err(|error| error.to_string());
        facts.and_then(|facts| Meaning::of(&facts, None)).err().unwrap_or_default()
    }

    #[test]
    fn half_filled_equivalences_are_refused() {
        for (keys, why) in [
            ("change = \"hex-digits\"\nobjective = \"retrieval\"", ""),
            ("change = \"decode\"\nof = [\"path\"]\nmarks = \"~\"\nletters = true", ""),
            ("change = \"drop\"\nof = [\"port\"]\nkey_only = true", ""),
            ("change = \"geo-poles\"\nkey_only = true", ""),
            ("change = \"hex-digits\"\nof = [\"host\"]", "unknown field `of`"),
            ("change = \"hex-digits\"\nplace = \"whole\"", "unknown field `place`"),
            ("change = \"lower-case\"", "missing field `of`"),
            ("change = \"lower-case\"\nof = []", "`of` names no component"),
            ("change = \"lower-case\"\nof = [\"site\"]", "there is no component site"),
            ("change = \"lower-case\"\nof = [\"host\"]\nmarks = \"\"", "unknown field `marks`"),
            ("change = \"same\"\nof = [\"host\"]\ntexts = [\"a\", \"b\"]", "missing field `place`"),
            ("change = \"drop\"\nof = [\"port\", \"path\"]", "`of` is one component"),
            ("change = \"drop\"\nof = [\"port\"]", "add `key_only = true`"),
            ("change = \"sort-directives\"", "add `key_only = true`"),
            ("change = \"geo-poles\"", "add `key_only = true`"),
            ("change = \"address\"", "unknown variant `address`"),
        ] {
            let found = of_row(&format!("{keys}\nsection = \"1\"\n"));
            assert!(found.contains(why) && found.is_empty() == why.is_empty(), "{keys}: {found}");
        }
        assert!(of_row("change = \"hex-digits\"\nsection = \" \"").contains("section"));
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
