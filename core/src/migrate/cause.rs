//! Why an input differs, named so that equal causes are equal values.

use core::fmt;

use urigram_grammars::{Component, Concept, Found, Grammar, Level, SyntaxError};

/// How an input can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Accepted before and not now.
    Lost,
    /// Accepted now and not before.
    Gained,
    /// Its components stand elsewhere.
    Split,
    /// It resolves to something else.
    Resolution,
    /// It has another normal form.
    Normalization,
}

impl Kind {
    /// All kinds.
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

/// Why an input differs: the kind, the rule and section of a document, and what in the input is behind it. There are
/// finitely many causes, whatever the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    kind: Kind,
    grammar: Grammar,
    rule: &'static str,
    section: &'static str,
    culprit: Culprit,
}

/// What is behind a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Culprit {
    /// A US-ASCII character that cannot stand where it does; `None` for the end of the input, U+FFFD for anything
    /// beyond US-ASCII.
    Character(Option<char>),
    /// The components that are not where they were.
    Components(ComponentSet),
    /// How a resolution differs.
    Effect(Effect),
    /// The level at which normal forms differ.
    Level(Level),
}

/// A set of components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentSet(u16);

impl ComponentSet {
    /// Whether a component is among them.
    pub const fn contains(self, component: Component) -> bool {
        self.0 >> component as u16 & 1 == 1
    }

    /// The components, in the order in which they stand in an identifier.
    pub fn iter(self) -> impl Iterator<Item = Component> {
        Component::ALL.into_iter().filter(move |&component| self.contains(component))
    }
}

impl FromIterator<Component> for ComponentSet {
    fn from_iter<I: IntoIterator<Item = Component>>(components: I) -> ComponentSet {
        ComponentSet(components.into_iter().fold(0, |set, component| set | 1 << component as u16))
    }
}

/// How a resolution differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// Both give a target, and not the same.
    OtherTarget,
    /// It was the current document and is now a target made from the base.
    CurrentDocumentBefore,
    /// It was a target made from the base and is now the current document.
    CurrentDocumentAfter,
    /// There was a target, and is none now.
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
            Effect::NoTargetBefore => "a target where there was none",
        })
    }
}

impl Cause {
    pub(super) fn rejected(kind: Kind, grammar: Grammar, error: &SyntaxError) -> Cause {
        let character = match error.found() {
            Found::Char(c) if c.is_ascii() => Some(c),
            Found::End => None,
            _ => Some(char::REPLACEMENT_CHARACTER),
        };
        let (rule, section) = (error.rule(), error.section());
        Cause { kind, grammar, rule, section, culprit: Culprit::Character(character) }
    }

    pub(super) fn split(grammar: Grammar, first: Component, components: ComponentSet) -> Cause {
        let document = grammar.document();
        // The concept's rule is the one for the whole: `path`, where the components are by `path-abempty` and others.
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

    /// How the input differs.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The document that makes the difference.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Its rule: the one that rejects, or that of a component, or what the document calls a whole reference.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// The section: the rule's, or that of the algorithm.
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// What is behind it.
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
            Culprit::Components(components) => {
                for (index, component) in components.iter().enumerate() {
                    write!(f, "{}{}", if index > 0 { ", " } else { "" }, component.name())?;
                }
                Ok(())
            }
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
        write!(f, "{}", self.grammar)?;
        match self.section {
            "" => f.write_str(")"),
            section => write!(f, ", section {section})"),
        }
    }
}
