//! The size of the library's surface, from the pages that rustdoc writes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::pages::pages;

/// Returns the kind and the name of the item that a page shows.
fn item(page: &Path) -> Option<(String, String)> {
    let file = page.file_name()?.to_str()?;
    match file.split('.').collect::<Vec<_>>()[..] {
        [kind, name, "html"] => Some((kind.to_owned(), name.to_owned())),
        _ => None,
    }
}

/// Names that users type without a module, modules not counted.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn the_root_shows_at_most_forty_names() {
    let (root, pages) = pages();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for page in pages.iter().filter(|page| page.parent() == Some(&root)) {
        names.extend(item(page).map(|(_, name)| name));
    }
    // A macro has another page, which leads to its own: `macro.uri!.html`.
    names.retain(|name| !name.ends_with('!'));
    assert!(names.contains("Uri") && names.contains("uri"), "{names:?}");
    assert!(names.len() <= 40, "{}: {names:?}", names.len());
}

/// Returns the declaration of an item on its page with its first words, as text; `None` for a page
/// that leads elsewhere.
fn declaration(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<pre class=\"rust item-decl\">")?;
    let end = rest.find("</p>").or_else(|| rest.find("</pre>"))?;
    let declaration = rest.get(..end)?;
    let pieces =
        declaration.split('<').map(|one| one.split_once('>').map_or(one, |(_, text)| text));
    Some(pieces.collect())
}

/// Two items may have one name, but not one declaration.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_item_has_one_path() {
    let (_, pages) = pages();
    let mut paths: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
    for page in pages {
        let Some((kind, name)) = item(&page) else { continue };
        let Some(text) = declaration(&std::fs::read_to_string(&page).unwrap()) else { continue };
        paths.entry((kind, name, text)).or_default().push(page);
    }
    assert!(paths.len() > 150, "{} items", paths.len());
    let twice: Vec<_> = paths.into_values().filter(|pages| pages.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// Returns the kind and the name of each type and trait with the part of its page that is its own.
fn types() -> Vec<(String, String)> {
    let (_, pages) = pages();
    let mut own = Vec::new();
    for page in pages {
        let Some((kind, name)) = item(&page) else { continue };
        let text = std::fs::read_to_string(&page).unwrap();
        // A page without a declaration leads elsewhere, and that of an alias shows a type again.
        if !["struct", "enum", "trait"].contains(&&*kind) || declaration(&text).is_none() {
            continue;
        }
        let ends = ["trait", "synthetic", "blanket"];
        let ends = ends.map(|kind| text.find(&format!("id=\"{kind}-implementations\"")));
        let end = ends.into_iter().flatten().min().unwrap_or(text.len());
        own.push((format!("{kind} {name}"), text[..end].to_owned()));
    }
    assert!(own.len() > 100, "{} types", own.len());
    own
}

/// The methods and functions of all types and traits.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn there_are_at_most_600_methods() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, own) in types() {
        let count = own.matches("<section id=\"method.").count()
            + own.matches("<section id=\"tymethod.").count();
        *counts.entry(name).or_default() += count;
    }
    let methods: usize = counts.values().sum();
    // Two types with known numbers.
    assert_eq!((counts["enum Reading"], counts["struct Date"]), (1, 2));
    assert!(methods <= 600, "{methods}: {counts:#?}");
}

/// The example of a type is on its page: with the type or with one of its methods.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_type_has_an_example() {
    let mut without = types();
    without.retain(|(_, own)| !own.contains("class=\"rust rust-example"));
    let without: Vec<String> = without.into_iter().map(|(name, _)| name).collect();
    assert!(without.is_empty(), "{without:#?}");
}

/// Automata are a package of their own, which may change.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn no_type_shows_an_automaton() {
    let shown =
        types().into_iter().filter(|(_, own)| own.contains("Dfa") || own.contains("abnf::"));
    let shown: Vec<String> = shown.map(|(name, _)| name).collect();
    assert!(shown.is_empty(), "{shown:#?}");
}
