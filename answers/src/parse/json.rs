//! The report as JSON.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use urigram::documents::Part;
use urigram::parts::{Components, Span};
use urigram::practices::Given;
use urigram::tree::Node;
use urigram::Component;

use super::{citation, directives, Report};
use crate::json::{bytes_entry, ErrorJson, RemarkJson};
use crate::lists::lists;
use crate::rule_ref::RuleRef;

pub(super) struct Json<'a> {
    pub(super) report: &'a Report<'a>,
    pub(super) tree: bool,
    pub(super) strict: bool,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.report;
        let target = report.choice.target;
        let error = &report.choice.error;
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "input", report.input)?;
        map.serialize_entry("grammar", target.grammar.as_str())?;
        map.serialize_entry("reading", target.reading.id())?;
        map.serialize_entry("rule", target.table.rule())?;
        if !error.is_some_and(|error| error.is_limit()) {
            let forbidden = report.is_forbidden(self.strict);
            map.serialize_entry("accepted", &(error.is_none() && !forbidden))?;
        }
        let removed: Vec<_> = report.given.removed().map(RemovedJson::from).collect();
        if !removed.is_empty() {
            map.serialize_entry("removed", &removed)?;
        }
        if let Some(components) = &report.components() {
            let given = Some(&report.given);
            map.serialize_entry(
                "components",
                &ComponentsJson { components, given, target: Some(target) },
            )?;
            let defaults: Vec<Default> = components.defaults().filter_map(Default::of).collect();
            if !defaults.is_empty() {
                map.serialize_entry("defaults", &defaults)?;
            }
        }
        #[cfg(feature = "url")]
        if let Some(href) = report.href() {
            map.serialize_entry("href", href.text())?;
            let steps: Vec<_> = href.steps().iter().map(StepJson::of).collect();
            map.serialize_entry("href_steps", &steps)?;
        }
        if citation::elements(report).next().is_some() {
            map.serialize_entry("elements", &Elements(report))?;
        }
        if let Some(tree) = report.tree.as_ref().filter(|_| self.tree) {
            map.serialize_entry("tree", &Subtree(tree.root(), &report.given))?;
        }
        if let Some(reason) = &report.no_tree {
            map.serialize_entry("no_tree", &reason.to_string())?;
        }
        if !report.violations.is_empty() {
            let violations: Vec<_> = report.violations.iter().map(RemarkJson::from).collect();
            map.serialize_entry("violations", &violations)?;
        }
        if !report.warnings.is_empty() {
            let warnings: Vec<_> = report.warnings.iter().map(RemarkJson::from).collect();
            map.serialize_entry("warnings", &warnings)?;
        }
        let directives = directives(report);
        if !directives.is_empty() {
            map.serialize_entry("directives", &directives)?;
        }
        if let Some(error) = error {
            map.serialize_entry("error", &ErrorJson::new(error))?;
        }
        map.serialize_entry(
            "accepted_by",
            &report.accepted_by.iter().map(urigram::Grammar::as_str).collect::<Vec<_>>(),
        )?;
        map.serialize_entry("selected_by", &report.choice.reason)?;
        if !report.choice.passed_over.is_empty() {
            let passed = report.choice.passed_over.iter();
            let passed: Vec<_> = passed
                .map(|(grammar, error)| Passed {
                    grammar: grammar.as_str(),
                    offset: error.offset(),
                })
                .collect();
            map.serialize_entry("passed_over", &passed)?;
        }
        if let Some(disagreement) = &report.disagreement {
            map.serialize_entry("only_reading", disagreement.accepts.id())?;
            let errata = disagreement
                .errata
                .iter()
                .map(|(document, erratum)| ErratumOf { grammar: document.id, id: erratum.id });
            map.serialize_entry("errata", &errata.collect::<Vec<_>>())?;
        }
        map.end()
    }
}

/// The components by name, as `parse` and `history` show them. The text of a component is what the
/// grammar reads; its place is in the input.
#[derive(Debug)]
pub struct ComponentsJson<'a> {
    components: &'a Components<'a>,
    given: Option<&'a Given<'a>>,
    /// The rule, which may have components that are lists.
    target: Option<RuleRef>,
}

impl<'a> ComponentsJson<'a> {
    /// Returns the object for an input of which nothing is removed.
    pub fn new(components: &'a Components<'a>) -> ComponentsJson<'a> {
        ComponentsJson { components, given: None, target: None }
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

struct Elements<'a>(&'a Report<'a>);

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(citation::elements(self.0))
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
        let place = self.of.given.map_or(self.span, |given| given.span(self.span));
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

/// A place of which the characters are removed before the grammar reads.
#[derive(serde::Serialize)]
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
#[cfg(feature = "url")]
#[derive(serde::Serialize)]
struct StepJson<'a> {
    step: &'a str,
    component: &'static str,
    does: &'a str,
    value: &'a str,
}

#[cfg(feature = "url")]
impl<'a> StepJson<'a> {
    fn of((component, step): &'a (Component, urigram::resolution::Step)) -> StepJson<'a> {
        let component = component.name();
        StepJson { step: step.label, component, does: step.what, value: &step.value }
    }
}

/// A part that is absent and has a value all the same.
#[derive(serde::Serialize)]
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
/// document calls itself.
struct Subtree<'t>(Node<'t>, &'t Given<'t>);

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

struct Children<'t>(Node<'t>, &'t Given<'t>);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for child in self.0.children() {
            list.serialize_element(&Subtree(child, self.1))?;
        }
        list.end()
    }
}

#[derive(serde::Serialize)]
struct Passed {
    grammar: &'static str,
    offset: usize,
}

#[derive(serde::Serialize)]
struct ErratumOf {
    grammar: &'static str,
    id: &'static str,
}
