//! The reason why an input differs, named so that equal causes are equal values.

use std::fmt;

use urigram_grammars::{Component, Concept, Found, Grammar, Level, Objection, SectionRef, Span};

/// The kind of a difference.
///
/// ```
/// use urigram::migrate::Kind;
///
/// assert_eq!(Kind::Split.name(), "split");
/// assert_eq!(Kind::Split.to_string(), "split differently");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Accepted before and not now.
    Lost,
    /// Accepted now and not before.
    Gained,
    /// Its components have other spans.
    Split,
    /// It resolves to something else.
    Resolution,
    /// It has another normal form.
    Normalization,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] =
        [Kind::Lost, Kind::Gained, Kind::Split, Kind::Resolution, Kind::Normalization];

    /// `"lost"`, `"gained"`, `"split"`, `"resolution"`, `"normalization"`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Lost => "lost",
            Kind::Gained => "gained",
            Kind::Split => "split",
            Kind::Resolution => "resolution",
            Kind::Normalization => "normalization",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Lost => "no longer accepted",
            Kind::Gained => "newly accepted",
            Kind::Split => "split differently",
            Kind::Resolution => "resolves differently",
            Kind::Normalization => "normalizes differently",
        })
    }
}

/// The reason why an input differs: the kind, the rule and section of a document, and the culprit
/// in the input. The number of causes is finite, for any inputs.
///
/// ```
/// use urigram::migrate::{Kind, Migration, Outcome};
/// use urigram::Grammar;
///
/// let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
/// let Outcome::Differs(causes) = migration.judge(b"http://a/~b") else { panic!() };
/// let cause = causes[0];
/// assert_eq!((cause.kind(), cause.grammar()), (Kind::Gained, Grammar::Rfc1738));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    kind: Kind,
    grammar: Grammar,
    rule: &'static str,
    section: &'static str,
    culprit: Culprit,
}

/// The property of the input that causes a difference.
///
/// ```
/// use urigram::migrate::{Culprit, Migration, Outcome};
/// use urigram::Grammar;
///
/// let migration = Migration::new(Grammar::Rfc1738, Grammar::Rfc3986);
/// let Outcome::Differs(causes) = migration.judge(b"http://a/~b") else { panic!() };
/// assert_eq!(causes[0].culprit(), Culprit::Character(Some('~')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Culprit {
    /// A US-ASCII character that is not allowed at its position. `None` for the end of the input,
    /// U+FFFD for any character beyond US-ASCII.
    Character(Option<char>),
    /// The requirement that the program of a practice makes of a part, in words.
    Constraint(&'static str),
    /// The components that are not where they were.
    Components(ComponentChanges),
    /// The difference between two resolutions.
    Effect(Effect),
    /// The level where normal forms differ.
    Level(Level),
}

/// The presence of a component in an identifier.
///
/// ```
/// use urigram::migrate::Presence;
///
/// assert_eq!([Presence::Absent, Presence::Empty].map(Presence::name), ["absent", "empty"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Presence {
    /// There is no such component.
    Absent,
    /// The component is there, without any text.
    Empty,
    /// The component has text.
    Text,
}

impl Presence {
    /// Returns the presence of a component with this span.
    pub(super) fn of(span: Option<Span>) -> Presence {
        match span {
            None => Presence::Absent,
            Some(span) if span.start == span.end => Presence::Empty,
            Some(_) => Presence::Text,
        }
    }

    /// Returns `"absent"`, `"empty"` or `"text"`.
    pub const fn name(self) -> &'static str {
        match self {
            Presence::Absent => "absent",
            Presence::Empty => "empty",
            Presence::Text => "text",
        }
    }
}

impl fmt::Display for Presence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The components that differ, each with its presence before and after.
///
/// A host that is absent for one document and empty for the other is a formality. A host that is
/// absent for one and text for the other changes who is contacted. They are different causes.
///
/// Of components that are rules of a grammar's own, the first eight are here.
///
/// ```
/// use urigram::migrate::{Culprit, Migration, Outcome, Presence};
/// use urigram::{Component, Grammar};
///
/// let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986);
/// let Outcome::Differs(causes) = migration.judge(b"file:///a") else { panic!() };
/// let Culprit::Components(changes) = causes[0].culprit() else { panic!() };
/// assert_eq!(changes.get(Component::Host), Some((Presence::Absent, Presence::Empty)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentChanges {
    /// The presence before and after of each component of [`Component::ALL`] that differs, by
    /// number.
    known: [Option<(Presence, Presence)>; Component::ALL.len()],
    rules: [Option<(&'static str, Presence, Presence)>; 8],
}

impl ComponentChanges {
    /// Adds a component that differs.
    pub(super) fn insert(&mut self, component: Component, before: Presence, after: Presence) {
        if let Component::Rule(rule) = component {
            if let Some(free) = self.rules.iter_mut().find(|known| known.is_none()) {
                *free = Some((rule, before, after));
            }
        } else {
            self.known[component.number()] = Some((before, after));
        }
    }

    /// Returns the presence of a component before and after, if it differs.
    pub fn get(self, component: Component) -> Option<(Presence, Presence)> {
        let Component::Rule(rule) = component else { return self.known[component.number()] };
        let found = self.rules.into_iter().flatten().find(|(known, ..)| *known == rule);
        found.map(|(_, before, after)| (before, after))
    }

    /// Returns true if a component differs.
    pub fn contains(self, component: Component) -> bool {
        self.get(component).is_some()
    }

    /// Returns the components that differ, in the order in which they appear in an identifier, with
    /// their presence before and after.
    pub fn iter(self) -> impl Iterator<Item = (Component, Presence, Presence)> {
        let rules = self.rules.into_iter().flatten();
        let known = Component::ALL.into_iter().filter_map(move |component| {
            let (before, after) = self.get(component)?;
            Some((component, before, after))
        });
        known.chain(rules.map(|(rule, before, after)| (Component::Rule(rule), before, after)))
    }
}

impl fmt::Debug for ComponentChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl fmt::Display for ComponentChanges {
    /// Writes `path: other text; query: absent, then empty`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (component, before, after)) in self.iter().enumerate() {
            write!(f, "{}{}: ", if index > 0 { "; " } else { "" }, component.name())?;
            match (before, after) {
                (Presence::Text, Presence::Text) => f.write_str("other text")?,
                // Both are empty, in other places.
                (before, after) if before == after => write!(f, "{before} elsewhere")?,
                (before, after) => write!(f, "{before}, then {after}")?,
            }
        }
        Ok(())
    }
}

/// The difference between two resolutions.
///
/// ```
/// use urigram::migrate::{Culprit, Effect, Kind, Migration, Outcome};
/// use urigram::Grammar;
///
/// let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986).base("http://a/b?c")?;
/// let Outcome::Differs(causes) = migration.judge(b"?y") else { panic!() };
/// let cause = causes.iter().find(|cause| cause.kind() == Kind::Resolution).unwrap();
/// assert_eq!(cause.culprit(), Culprit::Effect(Effect::OtherTarget));
/// # Ok::<(), urigram::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Both give a target, and not the same.
    OtherTarget,
    /// It was the current document and is now a target made from the base.
    CurrentDocumentBefore,
    /// It was a target made from the base and is now the current document.
    CurrentDocumentAfter,
    /// There was a target, and there isn't one now.
    NoTargetAfter,
    /// There was no target, and is one now.
    NoTargetBefore,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Effect::OtherTarget => "another target",
            Effect::CurrentDocumentBefore => "a target in place of the current document",
            Effect::CurrentDocumentAfter => "the current document in place of a target",
            Effect::NoTargetAfter => "no target any more",
            Effect::NoTargetBefore => "a target where there wasn't one",
        })
    }
}

impl Cause {
    pub(super) fn rejected(
        kind: Kind,
        grammar: Grammar,
        input: &[u8],
        objection: &Objection,
    ) -> Cause {
        if let Some(broken) = objection.constraint() {
            let (rule, section) = (broken.id(), broken.section());
            let culprit = Culprit::Constraint(broken.message());
            return Cause { kind, grammar, rule, section, culprit };
        }
        let at = objection.offset().unwrap_or(input.len());
        let character = input.get(at).map(|&byte| match char::from(byte) {
            c if c.is_ascii() => c,
            _ => char::REPLACEMENT_CHARACTER,
        });
        let (rule, section) = objection.rule().unwrap_or(("", ""));
        Cause { kind, grammar, rule, section, culprit: Culprit::Character(character) }
    }

    pub(super) fn split(grammar: Grammar, first: Component, components: ComponentChanges) -> Cause {
        let document = grammar.document();
        // The concept's rule covers the whole component: `path`, where the components are by
        // `path-abempty` and others.
        let concept =
            Concept::named(first.name()).map_or(&[][..], |concept| concept.rules_in(grammar));
        let rules = concept.iter().chain(document.component_rules(first));
        let rule = rules.copied().next().unwrap_or(document.start.default);
        let (rule, section) =
            document.rule(rule).map_or((rule, ""), |rule| (rule.name, rule.section));
        Cause {
            kind: Kind::Split,
            grammar,
            rule,
            section,
            culprit: Culprit::Components(components),
        }
    }

    pub(super) fn resolution(grammar: Grammar, section: &'static str, effect: Effect) -> Cause {
        let rule = grammar.document().start.reference.unwrap_or(grammar.document().start.default);
        Cause { kind: Kind::Resolution, grammar, rule, section, culprit: Culprit::Effect(effect) }
    }

    pub(super) fn normalization(grammar: Grammar, section: &'static str, level: Level) -> Cause {
        let rule = grammar.document().start.default;
        Cause { kind: Kind::Normalization, grammar, rule, section, culprit: Culprit::Level(level) }
    }

    /// Returns the kind of the difference.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the document that causes the difference.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the rule of the document that rejects, the rule of a component, or the rule for
    /// whole references.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// Returns the section of the rule or of the algorithm.
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the property of the input that causes the difference.
    pub const fn culprit(&self) -> Culprit {
        self.culprit
    }
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Culprit::Character(None) => f.write_str("the end of the input"),
            Culprit::Character(Some(char::REPLACEMENT_CHARACTER)) => f.write_str("beyond US-ASCII"),
            Culprit::Character(Some(c)) => Found::Char(*c).fmt(f),
            Culprit::Constraint(message) => f.write_str(message),
            Culprit::Components(components) => components.fmt(f),
            Culprit::Effect(effect) => effect.fmt(f),
            Culprit::Level(level) => level.fmt(f),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (", self.kind, self.culprit)?;
        if matches!(self.kind, Kind::Lost | Kind::Gained | Kind::Split) {
            write!(f, "`{}`, ", self.rule)?;
        }
        write!(f, "{})", SectionRef::of(self.grammar.as_str(), self.section))
    }
}
