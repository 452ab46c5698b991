//! The report as JSON.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use urigram::constraints::Violation;
use urigram::Node;

use super::{citation, Component, Report};
use crate::json::{bytes_entry, ErrorJson};

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
        map.serialize_entry("grammar", target.grammar.id())?;
        map.serialize_entry("reading", target.reading.id())?;
        map.serialize_entry("rule", target.table.rule())?;
        if !error.is_some_and(|error| error.is_limit()) {
            let forbidden = self.strict && !report.violations.is_empty();
            map.serialize_entry("accepted", &(error.is_none() && !forbidden))?;
        }
        if error.is_none() {
            map.serialize_entry("components", &Components(report.input, &report.components))?;
        }
        if citation::elements(report).next().is_some() {
            map.serialize_entry("elements", &Elements(report))?;
        }
        if let Some(tree) = report.tree.as_ref().filter(|_| self.tree) {
            map.serialize_entry("tree", &Subtree(tree.root()))?;
        }
        if let Some(reason) = &report.no_tree {
            map.serialize_entry("no_tree", &reason.to_string())?;
        }
        if !report.violations.is_empty() {
            let violations: Vec<_> = report.violations.iter().map(Broken::of).collect();
            map.serialize_entry("violations", &violations)?;
        }
        if let Some(error) = error {
            map.serialize_entry("error", &ErrorJson::new(error))?;
        }
        map.serialize_entry("accepted_by", &report.accepted_by.iter().map(|g| g.id()).collect::<Vec<_>>())?;
        map.serialize_entry("selected_by", &report.choice.reason)?;
        if !report.choice.passed_over.is_empty() {
            let passed = report.choice.passed_over.iter();
            let passed: Vec<_> =
                passed.map(|(grammar, error)| Passed { grammar: grammar.id(), offset: error.offset() }).collect();
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

struct Components<'a>(&'a [u8], &'a [Component]);

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut done: Vec<&str> = Vec::new();
        for component in self.1 {
            if !done.contains(&component.name) {
                done.push(component.name);
                let same: Vec<_> = self.1.iter().filter(|other| other.name == component.name).collect();
                map.serialize_entry(component.name, &Occurrences(self.0, &same))?;
            }
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

/// The occurrences of one part, the first with the others inside.
struct Occurrences<'a>(&'a [u8], &'a [&'a Component]);

impl Serialize for Occurrences<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Occurrences(input, [component, more @ ..]) = self else { return serializer.serialize_none() };
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "text", &input[component.start..component.end])?;
        map.serialize_entry("start", &component.start)?;
        map.serialize_entry("end", &component.end)?;
        if let Some(rule) = component.rule {
            map.serialize_entry("rule", rule)?;
        }
        if !more.is_empty() {
            let more: Vec<_> = more.chunks(1).map(|one| Occurrences(input, one)).collect();
            map.serialize_entry("more", &more)?;
        }
        map.end()
    }
}

/// A node with its children. Nodes nest as deep as rules do, not as the input does: no rule of a
/// document calls itself.
struct Subtree<'t>(Node<'t>);

impl Serialize for Subtree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.0.rule().name)?;
        map.serialize_entry("start", &self.0.start())?;
        map.serialize_entry("end", &self.0.end())?;
        if self.0.children().next().is_some() {
            map.serialize_entry("children", &Children(self.0))?;
        }
        map.end()
    }
}

struct Children<'t>(Node<'t>);

impl Serialize for Children<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for child in self.0.children() {
            list.serialize_element(&Subtree(child))?;
        }
        list.end()
    }
}

#[derive(serde::Serialize)]
struct Broken {
    id: &'static str,
    grammar: &'static str,
    section: &'static str,
    message: &'static str,
    start: usize,
    end: usize,
}

impl Broken {
    fn of(violation: &Violation) -> Broken {
        Broken {
            id: violation.id(),
            grammar: violation.document.id,
            section: violation.section(),
            message: violation.message(),
            start: violation.range.start,
            end: violation.range.end,
        }
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
