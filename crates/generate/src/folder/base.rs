//! The document that another one builds on: a folder, or a definition that the program has.

use std::ops::Deref;

use urigram_engine::{Definition, Document, Form, Reading, Rule};

use crate::folder::meaning::Meaning;
use crate::folder::rules::{Rules, Source};
use crate::folder::sections::Sections;
use crate::leak;

/// A rule of a document, its own or its base's.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) rule: Rule,
    /// Whether the rule is that of a document which this one builds on.
    pub(crate) is_inherited: bool,
}

impl Deref for Known {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        &self.rule
    }
}

impl Known {
    /// Returns a rule that no `[[rule]]` lists. Its section is its line.
    pub(crate) fn unlisted(name: &str, id: &str, line: Option<usize>) -> Known {
        let section = line.map_or_else(String::new, |line| format!("line {line}"));
        let (name, id, section) = (leak::text(name), leak::text(id), leak::text(&section));
        Known { rule: Rule::new(name, id, section, None, None), is_inherited: false }
    }
}

/// A document that another one builds on.
#[derive(Clone)]
pub(crate) struct Base {
    pub(crate) number: String,
    pub(crate) form: Form,
    /// The document's rules and those of its own base.
    pub(crate) rules: Vec<Known>,
    pub(crate) concepts: Vec<(String, Vec<String>)>,
    pub(crate) document: &'static Document,
    pub(crate) printed: Rules,
    pub(crate) corrected: Option<Rules>,
    /// The numbers and sections of the document and of those that it builds on, as far as the
    /// folders are at hand.
    pub(crate) sections: Vec<(String, Option<Sections>)>,
}

impl Base {
    /// Makes a base of a definition that has its sources.
    ///
    /// # Errors
    /// A message for a definition without sources.
    pub(crate) fn published(definition: &'static Definition) -> Result<Base, String> {
        let document = definition.document;
        let Some(sources) = definition.sources else {
            return Err(format!("the rules of {} are not part of this program", document.id));
        };
        let rules = |reading: Reading| Rules {
            abnf: source(document, "abnf", sources.abnf[reading as usize]),
            pest: source(document, "pest", sources.pest[reading as usize]),
        };
        let is_corrected = !std::ptr::eq(definition.corrected, definition.printed);
        // A section of another document is cited with its number.
        let known =
            |rule: &Rule| Known { rule: *rule, is_inherited: rule.imported == Some(rule.section) };
        let concept = |(name, rules): &(&str, &[&str])| {
            ((*name).to_owned(), rules.iter().map(|&rule| rule.to_owned()).collect())
        };
        Ok(Base {
            number: document.number.to_owned(),
            form: document.form,
            rules: document.rules().iter().map(known).collect(),
            concepts: document.commentary().concepts.iter().map(concept).collect(),
            document,
            printed: rules(Reading::Printed),
            corrected: is_corrected.then(|| rules(Reading::Corrected)),
            sections: vec![(document.number.to_owned(), None)],
        })
    }

    /// Returns what identifiers mean by the base, as a patch takes it over.
    pub(crate) fn meaning(&self) -> Meaning {
        let Document { resolution, comparison, .. } = self.document;
        Meaning::inherited(&self.number, resolution.as_ref(), comparison.as_ref())
    }
}

fn source(document: &Document, notation: &str, text: &str) -> Source {
    let file = format!("the {notation} of {}", document.id).into();
    Source { file, text: text.to_owned() }
}
