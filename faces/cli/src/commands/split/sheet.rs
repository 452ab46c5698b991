//! The columns of one line after another.

use urigram::errors::Objection;
use urigram::parts::Components;
use urigram::{Component, Verdict};
use urigram_answers::Matcher;

use super::broken;
use super::columns::{Get, Places};
use super::refused::Refused;
use crate::bulk::Record;
use crate::exit::Outcome;
use crate::grammar::LineGrammar;
use crate::per_line::Place;
use crate::values::Row;

/// The columns of many lines.
pub(super) struct Sheet<'a> {
    pub(super) grammars: &'a LineGrammar,
    pub(super) strict: bool,
    pub(super) get: Vec<Get>,
    pub(super) names: Vec<String>,
    /// The places of rules and lists.
    pub(super) places: Vec<Places>,
    /// The text between two items of a list, if it is named.
    pub(super) separator: Option<&'a [u8]>,
}

impl Sheet<'_> {
    /// Writes the columns of a line, and returns its outcome.
    #[inline]
    pub(super) fn fill(
        &self,
        row: &mut Row<'_>,
        place: Place<'_>,
        record: &Record<'_, 1>,
    ) -> Outcome {
        self.each(place, record, |name, value| row.value(name, value))
    }

    /// Calls `each` with the name and the value of each column of a line, and returns the line's
    /// outcome.
    #[inline]
    pub(super) fn each(
        &self,
        place: Place<'_>,
        record: &Record<'_, 1>,
        mut each: impl FnMut(&str, Option<&[u8]>),
    ) -> Outcome {
        let input = match &record.fields {
            Ok([input]) => &**input,
            Err(problem) => {
                self.values(place, b"", Err(&|| problem.to_string()), &mut each);
                let is_limit = problem.is_limit();
                return if is_limit { Outcome::Undecided } else { Outcome::Rejected };
            }
        };
        let refused = match self.grammars.named() {
            Some(rule @ Matcher::Table(table)) => {
                self.split(place, input, rule, &table.verdict(input), &mut each)
            }
            _ => match self.grammars.verdict(input) {
                None => Some(Refused::None),
                Some((rule, verdict)) => self.split(place, input, rule, &verdict, &mut each),
            },
        };
        let Some(refused) = refused else { return Outcome::Done };
        self.values(place, input, Err(&|| refused.message(input)), &mut each);
        refused.outcome()
    }

    /// Calls `each` with the columns of a line that a rule accepts, or returns the reason why there
    /// aren't any. Part of its callers, so that the verdict of a table is known to be one: as a
    /// call, with the host of each line, a file takes half as long again.
    #[inline(always)]
    fn split(
        &self,
        place: Place<'_>,
        input: &[u8],
        rule: Matcher,
        verdict: &Verdict<'_>,
        each: &mut impl FnMut(&str, Option<&[u8]>),
    ) -> Option<Refused> {
        let split = verdict.with_components(|components| {
            if let Some(broken) = self.strict.then(|| broken(&rule, input)).flatten() {
                return Some(Refused::Objection(Objection::Constraint(broken)));
            }
            match self.rules(components.map_or(input, Components::input)) {
                Ok(rules) => {
                    let found = Found { grammar: rule.id(), components, rules: &rules };
                    self.values(place, input, Ok(found), each);
                    None
                }
                Err(refused) => Some(refused),
            }
        });
        split.unwrap_or_else(|objection| Some(Refused::Objection(objection)))
    }

    /// Returns the text of each rule or list in what a rule reads of a line; `None` where it is
    /// absent.
    ///
    /// # Errors
    /// [`Refused`] for a list with an item that holds the separator, and several items without one.
    fn rules(&self, read: &[u8]) -> Result<Vec<Option<Vec<u8>>>, Refused> {
        let text = |(at, places): (usize, &Places)| {
            let name = self.get.iter().find_map(|get| match get {
                Get::Rule(name, own) if *own == at => Some(*name),
                _ => None,
            });
            // A list without a separator is not a column.
            let Some(name) = name else { return Ok(None) };
            let items = places.items(read)?.into_iter();
            let items = items.map(|item| &read[item.start as usize..item.end as usize]);
            let items: Vec<&[u8]> = items.collect();
            if items.is_empty() {
                return Ok(None);
            }
            let separator = match (self.separator, items.len()) {
                (None, number @ 2..) => {
                    let message = format!("{name} occurs {number} times: --list-separator");
                    return Err(Refused::Said(message));
                }
                (separator, _) => separator.unwrap_or_default(),
            };
            let text = items.join(separator);
            let is_joined = self.separator.is_some() && places.is_list();
            if is_joined && !is_separated(&text, separator, &items) {
                return Err(Refused::Unseparated(name));
            }
            Ok(Some(text))
        };
        self.places.iter().enumerate().map(text).collect()
    }

    #[inline]
    fn values(
        &self,
        place: Place<'_>,
        input: &[u8],
        split: Result<Found<'_, '_>, &dyn Fn() -> String>,
        each: &mut impl FnMut(&str, Option<&[u8]>),
    ) {
        let found = split.as_ref().ok();
        let components = found.and_then(|found| found.components);
        // One pass for all columns, where rules say the components.
        let marked = components.filter(|components| components.are_by_rules());
        let marked: Option<Vec<_>> = marked.map(|components| components.iter().collect());
        for (name, column) in self.names.iter().zip(&self.get) {
            let mut put = |value: Option<&[u8]>| each(name, value);
            match column {
                Get::Component(component) => {
                    put(components.and_then(|all| match &marked {
                        Some(marked) => {
                            let found =
                                marked.iter().find(|found| found.component == *component)?;
                            Some(all.slice(found.span))
                        }
                        None => all.text(*component),
                    }));
                }
                Get::Part(part) => put(components.and_then(|all| first_part(all, part))),
                Get::Rule(_, at) => put(found.and_then(|found| found.rules[*at].as_deref())),
                Get::Input => put(Some(input)),
                Get::Line => put(Some(place.line.to_string().as_bytes())),
                Get::File => put(Some(place.file.unwrap_or("-").as_bytes())),
                Get::Grammar => put(found.map(|found| found.grammar.as_bytes())),
                Get::Error => match split {
                    Ok(_) => put(Some(b"")),
                    Err(message) => put(Some(message().as_bytes())),
                },
            }
        }
    }
}

/// A line as its grammar splits it.
struct Found<'f, 'a> {
    grammar: &'static str,
    components: Option<&'f Components<'a>>,
    /// The texts of rules and lists.
    rules: &'f [Option<Vec<u8>>],
}

/// Returns true if splitting a text at a separator gives these items.
fn is_separated(mut text: &[u8], separator: &[u8], items: &[&[u8]]) -> bool {
    let mut items = items.iter();
    loop {
        let at = text.windows(separator.len().max(1)).position(|window| window == separator);
        let (head, tail) = match at {
            Some(at) => (&text[..at], Some(&text[at + separator.len()..])),
            None => (text, None),
        };
        match (items.next(), tail) {
            (Some(item), _) if *item != head => return false,
            (Some(_), Some(tail)) => text = tail,
            (Some(_), None) => return items.next().is_none(),
            (None, _) => return false,
        }
    }
}

/// Returns the first part of that name.
pub(super) fn first_part<'a>(components: &Components<'a>, name: &str) -> Option<&'a [u8]> {
    let found = Component::ALL
        .into_iter()
        .filter(|component| components.span(*component).is_some())
        .flat_map(|component| components.parts(component))
        .find(|part| part.name == name)?;
    Some(components.slice(found.span))
}

#[cfg(test)]
mod tests {
    use super::is_separated;

    /// A column of a list must say where its items end.
    #[test]
    fn items_that_hold_the_separator_are_found() {
        let joined = |separator: &str, items: &[&str]| {
            let bytes: Vec<&[u8]> = items.iter().map(|item| item.as_bytes()).collect();
            is_separated(items.join(separator).as_bytes(), separator.as_bytes(), &bytes)
        };
        assert!(joined(",", &["a"]) && joined(",", &["a", "", "b"]) && joined("::", &["", ""]));
        assert!(!joined(",", &["a,b"]) && !joined(",", &["a", ","]) && !joined(",", &[",", "a"]));
        // No item holds the separator here, and the text could be read in two ways.
        assert!(!joined("aa", &["a", "b"]) && joined("aa", &["b", "a"]));
        assert!(!joined("", &["a", "b"]));
    }
}
