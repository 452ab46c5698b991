//! A document.

use std::collections::BTreeMap;

use super::reports::{reports, Report};
use crate::refusal::Refusal;
use serde::Serialize;
use urigram::documents::{Document, Encoding, Form, Rule};
use urigram::{Component, Grammar, Reading};

/// The facts about a document, one entry of the list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FactsJson {
    grammar: &'static str,
    date: String,
    number: &'static str,
    status: &'static str,
    title: &'static str,
    authors: &'static [&'static str],
    obsoletes: &'static [&'static str],
    updates: &'static [&'static str],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    obsoleted_by: &'static [&'static str],
    form: &'static str,
    encoding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<&'static str>,
    start: &'static str,
    summary: &'static str,
}

impl FactsJson {
    /// Returns the facts about a grammar's document.
    pub fn new(grammar: Grammar) -> FactsJson {
        let document = grammar.document();
        FactsJson {
            grammar: document.id,
            date: document.date.to_string(),
            number: document.number,
            status: document.status,
            title: document.title,
            authors: document.commentary().authors,
            obsoletes: document.commentary().obsoletes,
            updates: document.commentary().updates,
            obsoleted_by: document.commentary().obsoleted_by,
            form: form_name(document.form),
            encoding: encoding_name(document.encoding),
            base: document.base,
            start: document.start.default,
            summary: document.commentary().summary,
        }
    }
}

/// Returns the name of a form.
pub fn form_name(form: Form) -> &'static str {
    match form {
        Form::Generic => "generic",
        Form::Locator => "locator",
        Form::Urn => "urn",
        Form::Urc => "urc",
        Form::Iri => "iri",
        _ => "other",
    }
}

/// Returns the name of an encoding.
pub fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Octets => "octets",
    }
}

/// A document with its rules, errata, constraints and cautions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DocumentJson {
    #[serde(flatten)]
    facts: FactsJson,
    reading: &'static str,
    notation: &'static str,
    components: BTreeMap<&'static str, &'static [&'static str]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartJson>,
    rules: Vec<RuleJson>,
    errata: Vec<ErratumJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reports: Vec<&'static Report>,
    constraints: Vec<ConstraintJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cautions: Vec<CautionJson>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct CautionJson {
    id: &'static str,
    section: &'static str,
    message: &'static str,
    example: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RuleJson {
    rule: &'static str,
    id: &'static str,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    abnf: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pest: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ErratumJson {
    id: &'static str,
    section: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    rfc_editor: &'static [u32],
    rules: &'static [&'static str],
    printed: &'static str,
    says: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConstraintJson {
    id: &'static str,
    section: &'static str,
    rules: &'static [&'static str],
    message: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'static str>,
}

/// A part inside a component.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PartJson {
    /// The document's name.
    pub name: &'static str,
    component: &'static str,
    /// The rules for the part.
    pub rules: Vec<&'static str>,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
}

/// Returns the parts inside a component, or inside any; each name once, with all rules for it.
pub fn parts_of(document: &Document, inside: Option<Component>) -> Vec<PartJson> {
    let mut parts: Vec<PartJson> = Vec::new();
    for part in document
        .parts
        .iter()
        .filter(|part| inside.is_none_or(|component| part.component == component))
    {
        let (name, component, section) = (part.name, part.component.name(), part.section);
        match parts.iter_mut().find(|known| known.name == name && known.component == component) {
            Some(known) => known.rules.extend(part.rule.filter(|rule| !known.rules.contains(rule))),
            None => {
                let rules = part.rule.into_iter().collect();
                parts.push(PartJson { name, component, rules, section, default: part.default });
            }
        }
    }
    parts
}

impl DocumentJson {
    /// Returns a document with these rules. If they are not all of its rules, only errata and
    /// constraints that concern them are included.
    ///
    /// # Errors
    /// [`Refusal`] if a folder's reports cannot be read.
    pub fn new(
        grammar: Grammar,
        reading: Reading,
        rules: &[&'static Rule],
    ) -> Result<DocumentJson, Refusal> {
        let document = grammar.document();
        let all = rules.len() == document.rules().len();
        let concern = |names: &[&str]| {
            all || names.iter().any(|name| rules.iter().any(|rule| rule.name == *name))
        };
        let components = document.components.iter().map(|(name, rules)| (name.name(), *rules));
        Ok(DocumentJson {
            facts: FactsJson::new(grammar),
            reading: reading.id(),
            notation: document.commentary().notation,
            components: components.collect(),
            parts: parts_of(document, None),
            rules: rules.iter().map(|rule| RuleJson::new(grammar, reading, rule)).collect(),
            errata: document
                .commentary()
                .errata
                .iter()
                .filter(|erratum| concern(erratum.rules))
                .map(ErratumJson::new)
                .collect(),
            // A report names no rule of the document where it is about its words.
            reports: reports(grammar)?.iter().filter(|_| all).collect(),
            constraints: document
                .constraints
                .iter()
                .filter(|constraint| concern(constraint.rules))
                .map(ConstraintJson::new)
                .collect(),
            // Advice is on identifiers, not on rules.
            cautions: document
                .commentary()
                .cautions
                .iter()
                .filter(|_| all)
                .map(CautionJson::new)
                .collect(),
        })
    }
}

impl RuleJson {
    fn new(grammar: Grammar, reading: Reading, rule: &'static Rule) -> RuleJson {
        RuleJson {
            rule: rule.name,
            id: rule.id,
            section: rule.section,
            imported: rule.imported,
            note: rule.note,
            abnf: grammar.abnf_of(reading, rule.id),
            pest: grammar.pest_of(reading, rule.id),
        }
    }
}

impl ErratumJson {
    fn new(erratum: &'static urigram::documents::Erratum) -> ErratumJson {
        ErratumJson {
            id: erratum.id,
            section: erratum.section,
            rfc_editor: erratum.rfc_editor,
            rules: erratum.rules,
            printed: erratum.printed,
            says: erratum.says,
            repair: erratum.repair,
            example: erratum.example.as_ref().map(|example| example.text),
        }
    }
}

impl CautionJson {
    fn new(caution: &'static urigram::documents::Caution) -> CautionJson {
        let urigram::documents::Caution { id, section, message, example, .. } = *caution;
        CautionJson { id, section, message, example }
    }
}

impl ConstraintJson {
    fn new(constraint: &'static urigram::documents::Constraint) -> ConstraintJson {
        ConstraintJson {
            id: constraint.id,
            section: constraint.section,
            rules: constraint.rules,
            message: constraint.message,
            example: constraint.example,
        }
    }
}
