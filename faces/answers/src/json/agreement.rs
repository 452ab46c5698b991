//! Agreement of two grammars about a component.

use std::ops::Range;

use serde::Serialize;
use urigram::parts::Span;
use urigram::{Component, Grammar};
use urigram_study::agreement::{Agreement, Definition, Difference, Outcome};

use super::{key, Bytes};
use crate::line::{Line, Mark};

/// An answer about two grammars and a component.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "AgreementJson"))]
pub struct AgreementJson<'a, M = Unmarked> {
    a: &'static str,
    b: &'static str,
    reading_a: &'static str,
    reading_b: &'static str,
    component: &'static str,
    definition_a: DefinitionJson<'a>,
    definition_b: DefinitionJson<'a>,
    result: &'static str,
    witness: Option<Witness<'a, M>>,
    states: usize,
    /// The values in the witness, if the answer is about values.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<ValuesJson>,
    /// A string without a known value, if that leaves the answer undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<String>,
    /// The number of references to a base that were compared without a difference, if no more is
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<usize>,
}

/// The values that two sides give to a component of a string; null where a side has no value.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ValuesJson {
    a: Option<String>,
    b: Option<String>,
}

/// The definition that a side splits a component by.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DefinitionJson<'a> {
    by: &'static str,
    rules: &'a [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> DefinitionJson<'a> {
    fn new(definition: &'a Definition) -> DefinitionJson<'a> {
        let (by, rules, reason): (_, &[&str], _) = match definition {
            Definition::Shape(rules) => ("shape", rules, None),
            Definition::Rules(rules) => ("rules", rules, None),
            Definition::Unknown(rules, why) => ("unknown", rules, Some(&**why)),
            _ => ("missing", &[], None),
        };
        DefinitionJson { by, rules, reason }
    }
}

impl<'a, M> AgreementJson<'a, M> {
    /// Returns the object of an answer, with the marks of its witness, if it has one.
    pub(crate) fn marked(answer: &'a Agreement<'_>, marks: Option<&'a M>) -> AgreementJson<'a, M> {
        AgreementJson {
            a: answer.a.grammar.as_str(),
            b: answer.b.grammar.as_str(),
            reading_a: answer.a.reading.id(),
            reading_b: answer.b.reading.id(),
            component: answer.component.name(),
            definition_a: DefinitionJson::new(&answer.definitions[0]),
            definition_b: DefinitionJson::new(&answer.definitions[1]),
            result: answer.outcome.name(),
            witness: match &answer.outcome {
                Outcome::Differs(Difference { input, a, b, item }) => Some(Witness {
                    input: input.into(),
                    item: *item,
                    a: PlaceJson::of(input, a.as_ref()),
                    b: PlaceJson::of(input, b.as_ref()),
                    marks,
                }),
                _ => None,
            },
            states: answer.states,
            values: None,
            open: answer.open.as_deref().map(|open| String::from_utf8_lossy(open).into_owned()),
            references: answer.references,
        }
    }
}

impl<'a> AgreementJson<'a> {
    /// Returns the object of an answer.
    pub fn new(answer: &'a Agreement<'_>) -> AgreementJson<'a> {
        AgreementJson::marked(answer, None)
    }

    /// Returns the object of an answer about values, with those of its witness.
    pub fn of_values(answer: &'a Agreement<'_>, values: [Option<Vec<u8>>; 2]) -> AgreementJson<'a> {
        let [a, b] = values.map(|value| Some(String::from_utf8_lossy(&value?).into_owned()));
        AgreementJson { values: Some(ValuesJson { a, b }), ..AgreementJson::new(answer) }
    }
}

/// A string on which two grammars differ.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema), schemars(rename = "Witness"))]
struct Witness<'a, M> {
    #[serde(flatten)]
    input: Bytes<'a, key::Input>,
    a: Option<PlaceJson<'a>>,
    b: Option<PlaceJson<'a>>,
    /// The number of the first item that differs, from 0, if the component is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
    /// The string as the page draws it.
    #[serde(flatten)]
    marks: Option<&'a M>,
}

/// The marks of a witness that is not drawn: none.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Unmarked {}

/// A witness in one line, with the components that each side finds in it.
#[derive(Debug, Serialize)]
pub(crate) struct MarksJson {
    pub(crate) marks_a: Vec<Mark>,
    pub(crate) marks_b: Vec<Mark>,
    pub(crate) line: Line,
}

/// The components of one string that two grammars place differently.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DifferencesJson<'a> {
    a: &'static str,
    b: &'static str,
    differences: Vec<DifferenceJson<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct DifferenceJson<'a> {
    component: &'static str,
    a: Option<PlaceJson<'a>>,
    b: Option<PlaceJson<'a>>,
    /// The number of the first item that differs, from 0, if the component is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
}

impl<'a> DifferencesJson<'a> {
    /// Returns the object of an input and the spans that two grammars give to components of it; of
    /// a list, those of the first item that differs, with its number.
    pub fn new(
        [a, b]: [Grammar; 2],
        input: &'a [u8],
        spans: impl IntoIterator<Item = (Component, [Option<Span>; 2], Option<usize>)>,
    ) -> DifferencesJson<'a> {
        let place = |span: Option<Span>| {
            PlaceJson::of(input, span.map(|span| span.start as usize..span.end as usize).as_ref())
        };
        let differences = spans.into_iter().map(|(component, [a, b], item)| DifferenceJson {
            component: component.name(),
            a: place(a),
            b: place(b),
            item,
        });
        let differences = differences.collect();
        DifferencesJson { a: a.as_str(), b: b.as_str(), differences }
    }
}

/// The place and the text of a component.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PlaceJson<'a> {
    start: usize,
    end: usize,
    #[serde(flatten)]
    text: Bytes<'a, key::Text>,
}

impl<'a> PlaceJson<'a> {
    /// Returns the object of a span of an input; `None` for an absent component.
    pub fn of(input: &'a [u8], span: Option<&Range<usize>>) -> Option<PlaceJson<'a>> {
        span.map(|span| PlaceJson {
            start: span.start,
            end: span.end,
            text: (&input[span.clone()]).into(),
        })
    }
}
