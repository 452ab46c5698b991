//! The report as JSON.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use urigram::documents::{Document, Erratum, Part};
use urigram::errors::Objection;
use urigram::parts::{Components, Span};
use urigram::practices::Stripped;
use urigram::tree::Node;
use urigram::Component;

use super::{citation, directives, DirectiveJson, ElementJson, Report};
use crate::json::{bytes_entry, key, Bytes, ErrorJson, RemarkJson};
use crate::lists::lists;
use crate::rule_ref::RuleRef;

/// Everything that is known about an input by one grammar.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ParsedJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    input: Bytes<'a, key::Input>,
    #[serde(flatten)]
    pub(crate) verdict: VerdictJson<'a>,
    /// The ids of the grammars that accept.
    accepted_by: Vec<&'static str>,
    #[serde(flatten)]
    pub(crate) choice: ChoiceJson<'a>,
}

/// The verdict of a grammar on an input.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct VerdictJson<'a> {
    /// The id of the grammar.
    grammar: &'a str,
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["corrected", "printed"])))]
    reading: &'static str,
    rule: &'a str,
    /// Absent if nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
    /// The places of characters that a practice removes before it reads. The text of a component is
    /// without them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<RemovedJson>,
    /// The components that are there, by their names, with the document's own parts inside them; of
    /// a list, an array of its items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<ComponentsJson<'a>>,
    /// The parts that are absent and have a value all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defaults: Vec<Default>,
    /// The URL that the URL Standard makes of the input, for a practice that follows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<String>,
    /// The steps from the components to the URL; the value is the changed component.
    #[serde(skip_serializing_if = "Option::is_none")]
    href_steps: Option<Vec<StepJson>>,
    /// The elements of a citation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) elements: Vec<ElementJson>,
    /// The parse tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Subtree<'a>>,
    /// The reason why an accepted input has no tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_tree: Option<String>,
    /// The requirements of the document's prose that the input violates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<RemarkJson<'a>>,
    /// The places that the document advises against.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<RemarkJson<'a>>,
    /// The directives of a query, where the document defines them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    directives: Vec<DirectiveJson>,
    /// The reason why the input is rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorJson>,
}

/// The reason why a grammar was asked, and a difference of its readings.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ChoiceJson<'a> {
    /// The reason why this grammar was asked.
    selected_by: &'a str,
    /// The grammars that were asked before, and where they reject.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passed_over: Vec<PassedJson>,
    /// The reading that alone accepts the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_reading: Option<&'static str>,
    /// The errata that are the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    errata: Option<Vec<ErratumOfJson>>,
}

impl<'a> ParsedJson<'a> {
    /// Returns the object of a report, with the tree if `tree`; if `strict`, an input that breaks a
    /// constraint counts as rejected.
    pub(super) fn new(report: &'a Report<'_>, tree: bool, strict: bool) -> ParsedJson<'a> {
        let target = report.choice.target;
        let error = report.choice.error.as_ref();
        let is_decided = !error.is_some_and(Objection::is_limit);
        let is_accepted = report.is_accepted(strict);
        let stripped = report.verdict.stripped();
        let components = report.components();
        let defaults = components.iter().flat_map(Components::defaults).filter_map(Default::of);
        let defaults = defaults.collect();
        #[cfg(feature = "url")]
        let (href, href_steps) = match report.href() {
            Some(href) => {
                let steps = href.steps().iter().map(StepJson::of).collect();
                (Some(href.text().to_owned()), Some(steps))
            }
            None => (None, None),
        };
        #[cfg(not(feature = "url"))]
        let (href, href_steps) = (None, None);
        let tree = report.tree.as_ref().filter(|_| tree);
        let passed = report.choice.passed_over.iter();
        let disagreement = report.disagreement.as_ref();
        let erratum = |(document, erratum): &(&'static Document, &'static Erratum)| ErratumOfJson {
            grammar: document.id,
            id: erratum.id,
        };
        let verdict = VerdictJson {
            grammar: target.grammar.as_str(),
            reading: target.reading.id(),
            rule: target.table.rule(),
            accepted: is_decided.then_some(is_accepted),
            removed: stripped.removed().map(RemovedJson::from).collect(),
            components: components.map(|components| ComponentsJson {
                components,
                stripped: Some(stripped),
                target: Some(target),
            }),
            defaults,
            href,
            href_steps,
            elements: citation::elements(report).collect(),
            tree: tree.map(|tree| Subtree(tree.root(), stripped)),
            no_tree: report.no_tree.as_ref().map(ToString::to_string),
            violations: report.violations.iter().map(RemarkJson::from).collect(),
            warnings: report.warnings.iter().map(RemarkJson::from).collect(),
            directives: directives(report),
            error: error.map(|error| ErrorJson::of_objection(report.input, error)),
        };
        let choice = ChoiceJson {
            selected_by: &report.choice.reason,
            passed_over: passed.map(PassedJson::of).collect(),
            only_reading: disagreement.map(|disagreement| disagreement.accepts.id()),
            errata: disagreement
                .map(|disagreement| disagreement.errata.iter().map(erratum).collect()),
        };
        let accepted_by = report.accepted_by.iter().map(urigram::Grammar::as_str).collect();
        ParsedJson { input: report.input.into(), verdict, accepted_by, choice }
    }
}

/// The components by name, as `parse` and `history` show them. The text of a component is what the
/// grammar reads; its place is in the input.
#[derive(Debug)]
pub struct ComponentsJson<'a> {
    components: Components<'a>,
    stripped: Option<&'a Stripped<'a>>,
    /// The rule, which may have components that are lists.
    target: Option<RuleRef>,
}

impl<'a> ComponentsJson<'a> {
    /// Returns the object for an input that is read as it is.
    pub fn new(components: &Components<'a>) -> ComponentsJson<'a> {
        ComponentsJson { components: *components, stripped: None, target: None }
    }
}

impl Serialize for ComponentsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for found in self.components.iter() {
            let (rule, span) = (found.rule, found.span);
            let value =
                Found { of: self, component: Some(found.component), name: None, rule, span };
            map.serialize_entry(found.component.name(), &value)?;
        }
        for (component, places) in self.target.map_or(&[][..], lists) {
            let rule = if let [one] = places.rules[..] { Some(one) } else { None };
            let items = places.items(self.components.input());
            let items: Vec<Found<'_>> = items
                .into_iter()
                .map(|span| Found { of: self, component: None, name: None, rule, span })
                .collect();
            map.serialize_entry(component.name(), &items)?;
        }
        map.end()
    }
}

/// A component with its parts, or a part with its name.
struct Found<'a> {
    of: &'a ComponentsJson<'a>,
    /// The component that has parts inside; `None` for a part.
    component: Option<Component>,
    /// The name of a part; a component's is its key.
    name: Option<&'static str>,
    rule: Option<&'static str>,
    span: Span,
}

impl Serialize for Found<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(name) = self.name {
            map.serialize_entry("name", name)?;
        }
        bytes_entry(&mut map, "text", self.of.components.slice(self.span))?;
        let place = self.of.stripped.map_or(self.span, |stripped| stripped.span(self.span));
        map.serialize_entry("start", &place.start)?;
        map.serialize_entry("end", &place.end)?;
        if let Some(rule) = self.rule {
            map.serialize_entry("rule", rule)?;
        }
        let parts = self.component.map(|component| Inner(self.of, component));
        if let Some(parts) =
            parts.filter(|inner| inner.0.components.parts(inner.1).next().is_some())
        {
            map.serialize_entry("parts", &parts)?;
        }
        map.end()
    }
}

/// The parts inside a component.
struct Inner<'a>(&'a ComponentsJson<'a>, Component);

impl Serialize for Inner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Inner(of, component) = *self;
        serializer.collect_seq(of.components.parts(component).map(|part| Found {
            of,
            component: None,
            name: Some(part.name),
            rule: part.rule,
            span: part.span,
        }))
    }
}

/// A place whose characters are removed before the grammar reads.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RemovedJson {
    start: u32,
    end: u32,
}

impl From<Span> for RemovedJson {
    fn from(Span { start, end }: Span) -> RemovedJson {
        RemovedJson { start, end }
    }
}

/// A step from the components to the URL.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct StepJson {
    step: &'static str,
    component: &'static str,
    does: &'static str,
    value: String,
}

#[cfg(feature = "url")]
impl StepJson {
    fn of((component, step): &(Component, urigram::resolution::Step)) -> StepJson {
        let component = component.name();
        StepJson { step: step.label, component, does: step.what, value: step.value.clone() }
    }
}

/// A part that is absent and has a value all the same.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Default {
    name: &'static str,
    component: &'static str,
    text: &'static str,
    section: &'static str,
}

impl Default {
    fn of(part: &'static Part) -> Option<Default> {
        let (name, component, section) = (part.name, part.component.name(), part.section);
        Some(Default { name, component, text: part.default?, section })
    }
}

/// A node with its children. Nodes nest as deep as rules do, not as the input does: no rule of a
/// document is recursive.
struct Subtree<'t>(Node<'t>, &'t Stripped<'t>);

impl Serialize for Subtree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.0.rule().name)?;
        let place = self.1.range(self.0.start()..self.0.end());
        map.serialize_entry("start", &place.start)?;
        map.serialize_entry("end", &place.end)?;
        if self.0.children().next().is_some() {
            map.serialize_entry("children", &Children(self.0, self.1))?;
        }
        map.end()
    }
}

struct Children<'t>(Node<'t>, &'t Stripped<'t>);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for child in self.0.children() {
            list.serialize_element(&Subtree(child, self.1))?;
        }
        list.end()
    }
}

/// A grammar that was asked before, and the byte where it rejects.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PassedJson {
    grammar: &'static str,
    offset: usize,
}

impl PassedJson {
    fn of((grammar, error): &(urigram::Grammar, urigram::SyntaxError)) -> PassedJson {
        PassedJson { grammar: grammar.as_str(), offset: error.offset() }
    }
}

/// An erratum with its document.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ErratumOfJson {
    grammar: &'static str,
    id: &'static str,
}

#[cfg(feature = "schemas")]
mod schema {
    use std::borrow::Cow;

    use schemars::{json_schema, JsonSchema, Schema, SchemaGenerator};
    use serde_json::json;

    use super::{ComponentsJson, Subtree};

    impl JsonSchema for ComponentsJson<'_> {
        fn schema_name() -> Cow<'static, str> {
            "Components".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let part = |more: &[(&str, serde_json::Value)]| {
                let text = json!({ "type": "string" });
                let number = json!({ "type": "integer" });
                let mut keys = json!({
                    "text": text, "text_hex": text, "start": number, "end": number, "rule": text,
                });
                for (key, value) in more {
                    keys[key] = value.clone();
                }
                json!({ "type": "object", "properties": keys, "required": ["text", "start", "end"] })
            };
            let inner = part(&[("name", json!({ "type": "string" }))]);
            let component = part(&[("parts", json!({ "type": "array", "items": inner }))]);
            let list = json!({ "type": "array", "items": component });
            let values = json!({ "anyOf": [component, list] });
            json_schema!({ "type": "object", "additionalProperties": values })
        }
    }

    impl JsonSchema for Subtree<'_> {
        fn schema_name() -> Cow<'static, str> {
            "Tree".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let child = generator.subschema_for::<Subtree<'static>>();
            json_schema!({
                "type": "object",
                "description": "A rule that matches, from a byte to another, with those inside it.",
                "properties": {
                    "rule": { "type": "string" },
                    "start": { "type": "integer" },
                    "end": { "type": "integer" },
                    "ambiguous": {
                        "type": "boolean",
                        "description": "True if the derivations of the input do not agree on the \
                                        children, which are left out.",
                    },
                    "children": { "type": "array", "items": child },
                },
                "required": ["rule", "start", "end"],
            })
        }
    }
}
