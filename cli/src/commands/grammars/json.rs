//! A document as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use urigram::{Component, Document, Encoding, Form, Grammar, Reading, Rule};

/// One entry of the list.
#[derive(Serialize)]
pub(crate) struct Facts {
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

impl Facts {
    pub(crate) fn new(grammar: Grammar) -> Facts {
        let document = grammar.document();
        Facts {
            grammar: document.id,
            date: document.date.to_string(),
            number: document.number,
            status: document.status,
            title: document.title,
            authors: document.authors,
            obsoletes: document.obsoletes,
            updates: document.updates,
            obsoleted_by: document.obsoleted_by,
            form: form(document.form),
            encoding: encoding(document.encoding),
            base: document.base,
            start: document.start.default,
            summary: document.summary,
        }
    }
}

pub(super) fn form(form: Form) -> &'static str {
    match form {
        Form::Generic => "generic",
        Form::Locator => "locator",
        Form::Urn => "urn",
        Form::Urc => "urc",
        Form::Iri => "iri",
        _ => "other",
    }
}

pub(super) fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "utf-8",
        Encoding::Octets => "octets",
    }
}

/// One document with everything in it.
#[derive(Serialize)]
pub(crate) struct Whole {
    #[serde(flatten)]
    facts: Facts,
    reading: &'static str,
    notation: &'static str,
    components: BTreeMap<&'static str, &'static [&'static str]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PartOf>,
    rules: Vec<RuleOf>,
    errata: Vec<ErratumOf>,
    constraints: Vec<ConstraintOf>,
}

#[derive(Serialize)]
struct RuleOf {
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

#[derive(Serialize)]
struct ErratumOf {
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

#[derive(Serialize)]
struct ConstraintOf {
    id: &'static str,
    section: &'static str,
    rules: &'static [&'static str],
    message: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<&'static str>,
}

/// A part inside a component.
#[derive(Serialize)]
pub(super) struct PartOf {
    pub(super) name: &'static str,
    component: &'static str,
    pub(super) rules: Vec<&'static str>,
    section: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
}

/// Returns the parts inside a component, or inside any; each name once, with all rules for it.
pub(super) fn parts_of(document: &Document, inside: Option<Component>) -> Vec<PartOf> {
    let mut parts: Vec<PartOf> = Vec::new();
    for part in document.parts.iter().filter(|part| inside.is_none_or(|component| part.component == component)) {
        let (name, component, section) = (part.name, part.component.name(), part.section);
        match parts.iter_mut().find(|known| known.name == name && known.component == component) {
            Some(known) => known.rules.extend(part.rule.filter(|rule| !known.rules.contains(rule))),
            None => {
                let rules = part.rule.into_iter().collect();
                parts.push(PartOf { name, component, rules, section, default: part.default });
            }
        }
    }
    parts
}

impl Whole {
    /// With some of the rules, only the errata and constraints that concern them.
    pub(crate) fn new(grammar: Grammar, reading: Reading, rules: &[&'static Rule]) -> Whole {
        let document = grammar.document();
        let all = rules.len() == document.rules.len();
        let concern = |names: &[&str]| all || names.iter().any(|name| rules.iter().any(|rule| rule.name == *name));
        let components = document.components.iter().map(|(name, rules)| (name.name(), *rules));
        Whole {
            facts: Facts::new(grammar),
            reading: reading.id(),
            notation: document.notation,
            components: components.collect(),
            parts: parts_of(document, None),
            rules: rules.iter().map(|rule| RuleOf::new(grammar, reading, rule)).collect(),
            errata: document.errata.iter().filter(|erratum| concern(erratum.rules)).map(ErratumOf::new).collect(),
            constraints: document
                .constraints
                .iter()
                .filter(|constraint| concern(constraint.rules))
                .map(ConstraintOf::new)
                .collect(),
        }
    }
}

impl RuleOf {
    fn new(grammar: Grammar, reading: Reading, rule: &'static Rule) -> RuleOf {
        RuleOf {
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

impl ErratumOf {
    fn new(erratum: &'static urigram::Erratum) -> ErratumOf {
        ErratumOf {
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

impl ConstraintOf {
    fn new(constraint: &'static urigram::Constraint) -> ConstraintOf {
        ConstraintOf {
            id: constraint.id,
            section: constraint.section,
            rules: constraint.rules,
            message: constraint.message,
            example: constraint.example,
        }
    }
}
