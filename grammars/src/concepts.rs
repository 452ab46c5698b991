//! Concepts that several documents share under different names.

use crate::{same_name, Grammar, UnknownName};

#[rustfmt::skip]
#[path = "generated/concepts.rs"]
mod generated;

/// A thing that several documents define, each under a name of its own: `net_loc`, `site` and
/// `authority`.
///
/// ```
/// use urigram_grammars::{Concept, Grammar};
///
/// let query = Concept::named("query")?;
/// assert_eq!(query.rules_in(Grammar::Rfc1738), ["search"]);
/// assert_eq!(query.rules_in(Grammar::Rfc8141), ["q-component"]);
/// let site = Concept::of(Grammar::Url1997, "site").next().unwrap();
/// assert_eq!(site.name, "authority");
/// # Ok::<(), urigram_grammars::UnknownName>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Concept {
    /// Its name, RFC 3986's where that document has one.
    pub name: &'static str,
    /// Its meaning.
    pub means: &'static str,
}

impl Concept {
    /// Returns every concept, larger parts before smaller ones.
    pub fn all() -> &'static [Concept] {
        generated::CONCEPTS
    }

    /// Returns the concept of this name. Case does not matter, and `-` and `_` are the same.
    ///
    /// # Errors
    /// [`UnknownName`] with the nearest concept: `"autority"`, `"site"` (which is a rule, see
    /// [`Concept::of`]).
    pub fn named(name: &str) -> Result<&'static Concept, UnknownName> {
        UnknownName::resolve("concept", name, Concept::all(), |concept| concept.name)
    }

    /// Returns the concepts that a document's rule defines, those with the rule as their main one
    /// first. The name is the document's, or the rule's id.
    pub fn of(grammar: Grammar, rule: &str) -> impl Iterator<Item = &'static Concept> + use<'_> {
        let at = move |concept: &Concept| {
            let id = |name: &str| grammar.document().rule(name).map_or("", |known| known.id);
            let mut rules = concept.rules_in(grammar).iter();
            rules.position(|known| same_name(known, rule) || same_name(id(known), rule))
        };
        let first = Concept::all().iter().filter(move |concept| at(concept) == Some(0));
        first.chain(
            Concept::all().iter().filter(move |concept| at(concept).is_some_and(|at| at > 0)),
        )
    }

    /// Returns a document's rules for the concept, the main one first. The result is empty if the
    /// document does not have the concept.
    pub fn rules_in(&self, grammar: Grammar) -> &'static [&'static str] {
        let known =
            grammar.document().commentary().concepts.iter().find(|(name, _)| *name == self.name);
        known.map_or(&[], |(_, rules)| rules)
    }

    /// Returns the published documents that have the concept, in order of date, each with its
    /// rules.
    pub fn rules(&self) -> impl Iterator<Item = (Grammar, &'static [&'static str])> + use<'_> {
        let all = Grammar::ALL.iter().map(|&grammar| (grammar, self.rules_in(grammar)));
        all.filter(|(_, rules)| !rules.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concepts_name_rules_that_exist() {
        for concept in Concept::all() {
            assert!(concept.rules().count() > 0, "no document knows {}", concept.name);
            for (grammar, rules) in concept.rules() {
                for rule in rules {
                    assert!(
                        grammar.document().rule(rule).is_ok(),
                        "{}: {grammar} has no rule {rule}",
                        concept.name
                    );
                    let is_found =
                        Concept::of(grammar, rule).any(|found| found.name == concept.name);
                    assert!(is_found, "{} {rule}", concept.name);
                }
            }
        }
    }

    #[test]
    fn names_of_one_thing_meet() {
        let first = |grammar, rule| Concept::of(grammar, rule).next().map(|concept| concept.name);
        for (grammar, rule) in [
            (Grammar::Rfc1808, "net_loc"),
            (Grammar::Url1997, "site"),
            (Grammar::Rfc2396, "authority"),
            (Grammar::Rfc2732, "authority"),
            (Grammar::Rfc3987, "iauthority"),
        ] {
            assert_eq!(first(grammar, rule), Some("authority"), "{grammar}");
        }
        assert_eq!(first(Grammar::Rfc1630, "url-escape"), Some("pct-encoded"));
        assert_eq!(first(Grammar::Rfc8141, "authority"), None);
        assert_eq!(Concept::named("autority").unwrap_err().nearest, Some("authority"));
    }
}
