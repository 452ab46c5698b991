//! The components of a line as JSON.

use serde::Serialize;
use urigram::parts::Components;
use urigram_answers::json::{key, Bytes, ErrorJson, TextOf, Texts};

use super::columns::Get;
use super::refused::{Refused, Split};
use super::sheet::{first_part, Sheet};
use crate::exit::Outcome;

/// The object of a line.
pub(super) struct Json<'a> {
    pub(super) input: &'a [u8],
    pub(super) split: &'a Split<'a>,
    pub(super) sheet: &'a Sheet<'a>,
    /// The lists that are there unless columns are named.
    pub(super) lists: &'a [Get],
    /// The id of the grammar of a recursive rule.
    pub(super) recursive: Option<&'a str>,
}

impl<'a> Json<'a> {
    /// Returns the object, and the outcome of the line.
    pub(super) fn object(&self) -> (SplitJson<'a>, Outcome) {
        let found = match self.split {
            Ok((rule, components)) => {
                self.texts(components.as_ref()).map(|texts| (rule.id(), texts))
            }
            Err(refused) => Err(refused.clone()),
        };
        let input = self.input.into();
        let refused = match found {
            Ok((grammar, texts)) => {
                let (grammar, components) = (Some(grammar), Some(texts));
                return (SplitJson { input, grammar, components, error: None }, Outcome::Done);
            }
            Err(refused) => refused,
        };
        let (grammar, error) = match &refused {
            Refused::Objection(objection) => (
                objection.syntax().map(|error| error.document().id),
                ErrorJson::of_objection(self.input, objection),
            ),
            other => (None, ErrorJson::of(other.message(self.input))),
        };
        let grammar = self.recursive.or(grammar);
        let outcome = refused.outcome();
        (SplitJson { input, grammar, components: None, error: Some(error) }, outcome)
    }

    /// Returns the components and parts that were asked for, or all that are there.
    fn texts(&self, components: Option<&'a Components<'a>>) -> Result<Texts<'a>, Refused> {
        let (mut texts, columns) = match (&self.sheet.get[..], components) {
            ([], Some(components)) => (Texts::from(components), self.lists),
            (get, _) => (Texts::default(), get),
        };
        let input = components.map_or(self.input, Components::input);
        for column in columns {
            let text = match column {
                Get::Component(component) => {
                    components.and_then(|all| all.text(*component)).map(TextOf::One)
                }
                Get::Part(name) => {
                    components.and_then(|all| first_part(all, name)).map(TextOf::One)
                }
                Get::Rule(_, at) => {
                    let places = &self.sheet.places[*at];
                    let items = places.items(input)?.into_iter();
                    let items = items.map(|item| &input[item.start as usize..item.end as usize]);
                    if places.is_list() {
                        Some(TextOf::List(items.collect()))
                    } else {
                        items.map(TextOf::One).next()
                    }
                }
                _ => None,
            };
            texts.0.extend(text.map(|text| (column.name(), text)));
        }
        Ok(texts)
    }
}

/// The components of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SplitJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The id of the grammar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grammar: Option<&'a str>,
    /// The components, or the parts and rules that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<Texts<'a>>,
    /// The reason why there aren't any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorJson>,
}
