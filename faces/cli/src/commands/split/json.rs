//! The components of a line as JSON.

use urigram::parts::Components;
use urigram::proof::RulePlaces;
use urigram_answers::json::{ErrorJson, SplitJson, TextOf, Texts};

use super::columns::Get;
use super::refused::{Refused, Split};
use super::sheet::first_part;

/// The object of a line.
pub(super) struct Json<'a> {
    pub(super) input: &'a [u8],
    pub(super) split: &'a Split<'a>,
    pub(super) get: &'a [Get],
    /// The places of rules and lists.
    pub(super) places: &'a [RulePlaces],
    /// The lists that are there unless columns are named.
    pub(super) lists: &'a [Get],
}

impl<'a> Json<'a> {
    pub(super) fn object(&self) -> SplitJson<'a> {
        let (grammar, components, error) = match self.split {
            Ok((grammar, components)) => {
                (Some(grammar.as_str()), Some(self.texts(components)), None)
            }
            Err(Refused::Objection(objection)) => {
                let grammar = objection.syntax().map(|error| error.document().id);
                (grammar, None, Some(ErrorJson::of_objection(self.input, objection)))
            }
            Err(refused) => (None, None, Some(ErrorJson::of(refused.message()))),
        };
        SplitJson { input: self.input.into(), grammar, components, error }
    }

    /// Returns the components and parts that were asked for, or all that are there.
    fn texts(&self, components: &'a Components<'a>) -> Texts<'a> {
        let (mut texts, columns) = match self.get {
            [] => (Texts::from(components), self.lists),
            get => (Texts::default(), get),
        };
        for column in columns {
            let text = match column {
                Get::Component(component) => components.text(*component).map(TextOf::One),
                Get::Part(name) => first_part(components, name).map(TextOf::One),
                Get::Rule(_, at) => {
                    let places = &self.places[*at];
                    let items = places.items(components.input());
                    let items = items.into_iter().map(|item| components.slice(item));
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
        texts
    }
}
