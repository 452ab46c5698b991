//! The differences for identifiers that are read by another document.
//!
//! A [`Migration`] compares one input at a time. A [`Tally`] counts differences by cause and keeps
//! a few examples of each, in memory that does not grow with the input. Tallies of parts of an
//! input add up to the tally of the whole, in any order.

mod cause;
mod interpretation;
mod tally;

use std::borrow::Cow;

use urigram_core::internal::Difference;
use urigram_core::{Normalizer, ResolveError, Resolver};
#[cfg(feature = "lines")]
use urigram_grammars::{refuses_more, LineTable};
use urigram_grammars::{
    Component, Components, Equivalence, Grammar, Level, Parts, Reading, Table, Verdict,
};

pub use cause::{Cause, ComponentChanges, Culprit, Effect, Kind, Presence};
pub use interpretation::Interpretation;
pub use tally::{Count, Example, Tally};

/// A migration from one document to another.
///
/// ```
/// use urigram::{migrate::{Kind, Migration, Outcome}, Grammar};
///
/// let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986);
/// let Outcome::Differs(causes) = migration.judge(b"http://a/./b") else { panic!() };
/// assert_eq!(causes[0].kind(), Kind::Normalization);
/// let cause = "normalizes differently: path-segments (rfc3986 section 6.2.2.3)";
/// assert_eq!(causes[0].to_string(), cause);
/// assert!(matches!(migration.judge(b"http://a/b"), Outcome::Same));
/// ```
#[derive(Clone, Debug)]
pub struct Migration {
    from: Side,
    to: Side,
    base: Option<String>,
}

#[derive(Clone, Copy, Debug)]
struct Side {
    grammar: Grammar,
    reading: Reading,
}

/// The result of migrating one input.
///
/// ```
/// use urigram::migrate::{Migration, Outcome};
/// use urigram::Grammar;
///
/// let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986);
/// assert_eq!(migration.judge(b"http://a/b"), Outcome::Same);
/// assert_eq!(migration.judge(b"a b"), Outcome::Rejected);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Both accept it and make the same of it.
    Same,
    /// Neither accepts it.
    Rejected,
    /// It differs, for these reasons; at least one.
    Differs(Vec<Cause>),
    /// Nothing is decided: it is longer than positions can hold, or the rules of a grammar without
    /// a shape do not give each of their components one place.
    Undecided,
}

impl Migration {
    /// Makes a migration from one grammar to another, both in the corrected reading.
    pub const fn new(from: Grammar, to: Grammar) -> Migration {
        Migration { from: Side::new(from), to: Side::new(to), base: None }
    }

    /// Sets the readings.
    #[doc(hidden)]
    pub const fn readings(mut self, from: Reading, to: Reading) -> Migration {
        (self.from.reading, self.to.reading) = (from, to);
        self
    }

    /// Also resolves every input against a base.
    ///
    /// # Errors
    /// [`ResolveError`] where one of the documents has no algorithm (`rfc1738`) or cannot take the
    /// base (`g`).
    pub fn base(mut self, base: &str) -> Result<Migration, ResolveError> {
        for side in [self.from, self.to] {
            // A base is a reference to itself unless something is wrong with it.
            side.resolver().resolve(base, base)?;
        }
        self.base = Some(base.into());
        Ok(self)
    }

    /// Returns the grammar and reading before.
    pub const fn from(&self) -> (Grammar, Reading) {
        (self.from.grammar, self.from.reading)
    }

    /// Returns the grammar and reading after.
    pub const fn to(&self) -> (Grammar, Reading) {
        (self.to.grammar, self.to.reading)
    }

    /// Reads one input by both documents. Time is linear in its length.
    pub fn judge(&self, input: &[u8]) -> Outcome {
        let [from, to] = self.verdicts(input);
        let mut causes = Vec::new();
        match (from.components_and_parts(), to.components_and_parts()) {
            (Err(objection), _) | (_, Err(objection)) if objection.is_limit() => {
                return Outcome::Undecided;
            }
            (Err(_), Err(_)) => return Outcome::Rejected,
            (Ok(_), Err(objection)) => {
                causes.push(Cause::rejected(Kind::Lost, self.to.grammar, input, &objection));
            }
            (Err(objection), Ok(_)) => {
                causes.push(Cause::rejected(Kind::Gained, self.from.grammar, input, &objection));
            }
            (Ok(before), Ok(after)) => {
                let text = std::str::from_utf8(input).ok();
                if let Some(((before, after), text)) = before.zip(after).zip(text) {
                    causes.extend(self.split([(&from, &before.0), (&to, &after.0)]));
                    causes.extend(self.resolution(text));
                    let [left, other] = [&from, &to].map(|one| one.stripped().left());
                    let left = std::str::from_utf8(left).ok().filter(|_| left == other);
                    let normal = |left| self.normalization(left, before.1, after.1);
                    causes.extend(left.and_then(normal));
                }
            }
        }
        let unknown = [self.from, self.to].map(|side| side.table().has_unknown());
        if causes.is_empty() && unknown.contains(&true) {
            Outcome::Undecided
        } else if causes.is_empty() {
            Outcome::Same
        } else {
            Outcome::Differs(causes)
        }
    }

    /// Prepares a table of the lines that certainly mean the same to both documents: both accept
    /// them, and they have a host and nothing that an equivalence of either could change. For such
    /// lines [`Migration::judge`] returns [`Outcome::Same`]. Returns `None` with a base, if a
    /// document has other components for some schemes, and if a practice checks more than its
    /// table.
    #[cfg(feature = "lines")]
    #[doc(hidden)]
    pub fn plain_lines(&self) -> Option<LineTable> {
        let sides = [self.from, self.to];
        let asks_more =
            |side: &Side| side.table().removed().is_some() || refuses_more(side.grammar.document());
        if self.base.is_some() || sides.iter().any(asks_more) {
            return None;
        }
        let excluded = sides.iter().flat_map(|side| side.normalizer().special_schemes());
        let excluded: Vec<u64> = excluded.collect();
        LineTable::plain(&sides.map(|side| side.grammar.tables(side.reading).start()), &excluded)
    }

    /// Returns the verdicts of both documents on an input.
    pub fn verdicts<'a>(&self, input: &'a [u8]) -> [Verdict<'a>; 2] {
        [self.from, self.to].map(|side| side.verdict(input))
    }

    /// Returns the components that both do not find in the same place. Where a practice removes
    /// characters, the places are those in the input, and the texts without them are also compared.
    fn split(&self, sides: [(&Verdict<'_>, &Components<'_>); 2]) -> Option<Cause> {
        let [before, after] = sides.map(|(_, components)| components);
        let is_whole = sides.iter().all(|(verdict, _)| verdict.stripped().is_whole());
        if is_whole && before.has_spans_of(after) {
            return None;
        }
        let mut components = ComponentChanges::default();
        let tables = [self.from, self.to].map(Side::table);
        let is_stated = |one: &Component| tables.iter().all(|table| table.knows(*one));
        let place = |component: Component| {
            sides.map(|(verdict, components)| {
                let span = verdict.stripped().span(components.span(component)?);
                Some((span, components.text(component)))
            })
        };
        let differing: Vec<Component> = if is_whole {
            before.differing(after).collect()
        } else {
            let rules = before.iter().chain(after.iter()).map(|found| found.component);
            let rules = rules.filter(|one| matches!(one, Component::Rule(_)));
            let differs = |one: &Component| {
                let [before, after] = place(*one);
                before != after
            };
            Component::ALL.into_iter().chain(rules).filter(differs).collect()
        };
        for component in differing.into_iter().filter(is_stated) {
            if components.contains(component) {
                continue;
            }
            let [before, after] = [before, after].map(|side| Presence::of(side.span(component)));
            components.insert(component, before, after);
        }
        let all = || components.iter().map(|(component, ..)| component);
        // Named after the rule for the first component that is there now, or else was there before.
        let now = all().find(|component| after.span(*component).is_some());
        let (grammar, component) = match (now, all().next()) {
            (Some(component), _) => (self.to.grammar, component),
            (None, Some(component)) => (self.from.grammar, component),
            (None, None) => return None,
        };
        Some(Cause::split(grammar, component, components))
    }

    fn resolution(&self, text: &str) -> Option<Cause> {
        let base = self.base.as_deref()?;
        let [before, after] = [self.from, self.to].map(|side| side.resolver().resolve(base, text));
        let effect = match (before, after) {
            (Ok(before), Ok(after)) => match (before.text(), after.text()) {
                (None, Some(_)) => Effect::CurrentDocumentBefore,
                (Some(_), None) => Effect::CurrentDocumentAfter,
                (Some(before), Some(after)) if before != after => Effect::OtherTarget,
                _ => return None,
            },
            (Ok(_), Err(_)) => Effect::NoTargetAfter,
            (Err(_), Ok(_)) => Effect::NoTargetBefore,
            (Err(_), Err(_)) => return None,
        };
        let section = self.to.resolver().section().unwrap_or("");
        Some(Cause::resolution(self.to.grammar, section, effect))
    }

    /// Returns the first level where the normal forms differ.
    fn normalization(&self, text: &str, before: Parts, after: Parts) -> Option<Cause> {
        let normalizers = [self.from, self.to].map(Side::normalizer);
        match Normalizer::first_difference(normalizers, text, &[before, after]) {
            Difference::None => None,
            Difference::At(level, 0) => Some(self.from.normalization(text, level)),
            Difference::At(level, _) => Some(self.to.normalization(text, level)),
            Difference::Unknown => self.by_normal_forms(text, before, after),
        }
    }

    /// Finds the same as [`Migration::normalization`] by making the normal forms up to each level.
    fn by_normal_forms(&self, text: &str, before: Parts, after: Parts) -> Option<Cause> {
        let form =
            |side: Side, level, parts| side.normalizer().up_to(level).normal_form(text, parts);
        let whole = [form(self.from, Level::Scheme, before), form(self.to, Level::Scheme, after)];
        if whole[0] == whole[1] {
            return None;
        }
        // A side that changes nothing at all changes nothing at any level.
        let [is_before, is_after] = whole.map(|form| matches!(form, Cow::Owned(_)));
        let mut common = Cow::Borrowed(text);
        for level in Level::ALL {
            let has_before = is_before && self.from.has_rows(level);
            let has_after = is_after && self.to.has_rows(level);
            if !(has_before || has_after) {
                continue;
            }
            // A side without rows of this level has the normal form of the level before.
            let before = if has_before { form(self.from, level, before) } else { common.clone() };
            let after = if has_after { form(self.to, level, after) } else { common.clone() };
            if before == after {
                common = after;
                continue;
            }
            let changing = if after != common { self.to } else { self.from };
            return Some(changing.normalization(text, level));
        }
        None
    }

    /// Returns the interpretations of an input before and after, limited to what a cause concerns.
    pub fn illustrate(&self, input: &[u8], cause: &Cause) -> [Interpretation; 2] {
        let text = std::str::from_utf8(input).unwrap_or("");
        [self.from, self.to].map(|side| match cause.culprit() {
            Culprit::Character(_) | Culprit::Constraint(_) => {
                let checked = side.verdict(input).check();
                checked.map_or_else(Interpretation::Rejected, |()| Interpretation::Accepted)
            }
            Culprit::Components(among) => Interpretation::Components(side.texts(text, among)),
            Culprit::Effect(_) => {
                let resolved = side.resolver().resolve(self.base.as_deref().unwrap_or(""), text);
                resolved.map_or_else(
                    |error| Interpretation::NoTarget(error.into()),
                    |target| Interpretation::Target(target.to_string()),
                )
            }
            Culprit::Level(_) => {
                Interpretation::Normalized(side.normalized(text, Level::Scheme).into_owned())
            }
        })
    }
}

impl Side {
    const fn new(grammar: Grammar) -> Side {
        Side { grammar, reading: Reading::Corrected }
    }

    fn resolver(self) -> Resolver {
        Resolver::new(self.grammar).reading(self.reading)
    }

    fn normalizer(self) -> Normalizer {
        Normalizer::new(self.grammar).reading(self.reading)
    }

    fn table(self) -> &'static Table {
        self.grammar.tables(self.reading).start()
    }

    fn verdict(self, input: &[u8]) -> Verdict<'_> {
        self.grammar.verdict(self.reading, self.table(), input)
    }

    /// Returns the rows of the normal form that belong to a level.
    fn rows(self, level: Level) -> impl Iterator<Item = &'static Equivalence> {
        let rows = self.normalizer().equivalences();
        rows.filter(move |row| !row.key_only && row.level() == level)
    }

    fn has_rows(self, level: Level) -> bool {
        self.rows(level).next().is_some()
    }

    /// Returns the cause of a difference that this side makes on a level.
    fn normalization(self, text: &str, level: Level) -> Cause {
        Cause::normalization(self.grammar, self.section_of(text, level), level)
    }

    /// Returns the section of the last row of a level that changes a text.
    fn section_of(self, text: &str, level: Level) -> &'static str {
        let mut rows = self.rows(level).map(|row| row.section);
        let Some(first) = rows.next() else { return "" };
        // Where all rows of the level are in one section, the steps need not be made.
        if rows.all(|section| section == first) {
            return first;
        }
        let steps = self.normalizer().up_to(level).steps(text).unwrap_or_default();
        let steps = steps.into_iter().rev().map(|(row, _)| row);
        { steps }.find(|row| row.level() == level).map_or("", |row| row.section)
    }

    /// Returns the normal form; the text itself where there isn't one.
    fn normalized<'a>(self, text: &'a str, up_to: Level) -> Cow<'a, str> {
        self.normalizer().up_to(up_to).normalize(text).unwrap_or(Cow::Borrowed(text))
    }

    /// Returns the texts of those of some components that the input has.
    fn texts(self, text: &str, among: ComponentChanges) -> Vec<(Component, String)> {
        let verdict = self.verdict(text.as_bytes());
        let Ok(Some(components)) = verdict.components() else { return Vec::new() };
        let found = components.iter().filter(|found| among.contains(found.component));
        let text =
            |component| Some(String::from_utf8_lossy(components.text(component)?).into_owned());
        found.filter_map(|found| Some((found.component, text(found.component)?))).collect()
    }
}

#[cfg(test)]
mod tests;
