//! The answer of a rule about an input: the one place where it is put together.

use alloc::boxed::Box;
use core::fmt;

use crate::refusal::{is_asked, refused, refuses_more, Violation};
use crate::{
    Component, Components, Grammar, Objected, Parts, Reading, Stripped, SyntaxError, Table,
};

/// The answer of a rule about an input: what is removed from it first, whether the rest is
/// accepted, its components, and the reason why it is not.
///
/// Three things decide. A practice removes characters, its rule accepts or rejects what is left,
/// and its program refuses some of what the rule accepts: a constraint says so. For a document only
/// the rule decides, because it has no program.
///
/// Each method asks anew, so that a question costs no more than its answer.
///
/// ```
/// use urigram::errors::Objection;
/// use urigram::{Component, Grammar, Reading};
///
/// let (grammar, reading) = (Grammar::Whatwg, Reading::Corrected);
/// let ask = |input| grammar.verdict(reading, grammar.tables(reading).start(), input);
/// let verdict = ask(b"http://a/\tb");
/// assert!(verdict.is_accepted());
/// assert_eq!(verdict.stripped().removed().count(), 1);
/// let components = verdict.components().unwrap().unwrap();
/// assert_eq!(components.text(Component::Path), Some(&b"/b"[..]));
///
/// let verdict = ask(b"http://1.2.3.999/");
/// assert!(!verdict.is_accepted());
/// assert!(matches!(verdict.check(), Err(Objection::Constraint(broken)) if broken.id() == "host"));
/// ```
#[derive(Clone, Debug)]
pub struct Verdict<'a> {
    stripped: Stripped<'a>,
    by: By,
}

/// The machine that answers.
#[derive(Clone, Debug)]
enum By {
    Table(Grammar, Reading, &'static Table),
    /// A machine with a stack, which answered.
    #[cfg(feature = "trees")]
    Stack(Result<(), crate::nested::Error>),
}

/// The reason why an input is not accepted.
///
/// ```
/// use urigram::errors::Objection;
/// use urigram::{Grammar, Reading};
///
/// let (grammar, reading) = (Grammar::Whatwg, Reading::Corrected);
/// let verdict = grammar.verdict(reading, grammar.tables(reading).start(), b"http://1.2.3.999/");
/// let Err(Objection::Constraint(broken)) = verdict.check() else { panic!() };
/// assert_eq!(broken.section(), "3.5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Objection {
    /// The rule rejects it, or a limit was hit.
    Syntax(SyntaxError),
    /// The rule of a practice rejects it, and the program objects to an earlier character.
    Program(Box<Objected>),
    /// The program of a practice refuses it, although the rule accepts.
    Constraint(Violation),
    /// A rule without a table rejects it, or a limit was hit.
    #[cfg(feature = "trees")]
    Stack(crate::nested::Error),
}

impl Grammar {
    /// Returns the answer of one of this grammar's rules about an input, for documents, practices
    /// and loaded folders: see [`Verdict`].
    #[inline]
    pub fn verdict<'a>(
        self,
        reading: Reading,
        rule: &'static Table,
        input: &'a [u8],
    ) -> Verdict<'a> {
        Verdict { stripped: Stripped::new(rule, input), by: By::Table(self, reading, rule) }
    }
}

impl<'a> Verdict<'a> {
    /// Makes the answer of a rule without a table: a machine with a stack checked the input.
    /// Nothing is removed from it, and it has no components.
    #[cfg(feature = "trees")]
    #[doc(hidden)]
    pub fn of_stack(input: &'a [u8], checked: Result<(), crate::nested::Error>) -> Verdict<'a> {
        Verdict { stripped: Stripped::whole(input), by: By::Stack(checked) }
    }

    /// Returns the input with what the rule reads of it.
    #[inline]
    pub fn stripped(&self) -> &Stripped<'a> {
        &self.stripped
    }

    /// Returns true if the input is accepted. Locates no error.
    #[inline]
    pub fn is_accepted(&self) -> bool {
        match &self.by {
            By::Table(_, _, table) => {
                table.accepts(self.stripped.left()) && self.violation().is_none()
            }
            #[cfg(feature = "trees")]
            By::Stack(checked) => checked.is_ok(),
        }
    }

    /// Returns the reason if the input is not accepted. Its offset is in the input.
    ///
    /// # Errors
    /// The [`Objection`].
    #[inline]
    pub fn check(&self) -> Result<(), Objection> {
        match &self.by {
            By::Table(_, reading, table) => {
                let checked = table.check(self.stripped.left(), *reading);
                checked.map_err(|error| self.rejected(error))?;
                self.violation().map_or(Ok(()), |broken| Err(broken.into()))
            }
            #[cfg(feature = "trees")]
            By::Stack(checked) => checked.clone().map_err(Objection::Stack),
        }
    }

    /// Returns the components of an accepted input, as spans of what the rule reads; `None` of a
    /// rule without a table, which has no components.
    ///
    /// # Errors
    /// The [`Objection`].
    #[inline]
    pub fn components(&self) -> Result<Option<Components<'_>>, Objection> {
        // The method alone is not general enough for every lifetime.
        #[allow(clippy::redundant_closure_for_method_calls)]
        self.with_components(|components| components.copied())
    }

    /// Like [`Verdict::components`], but gives them to a function where they are made: moving them
    /// costs more than finding them.
    ///
    /// # Errors
    /// The [`Objection`].
    #[doc(hidden)]
    #[inline]
    pub fn with_components<'s, T>(
        &'s self,
        found: impl FnOnce(Option<&Components<'s>>) -> T,
    ) -> Result<T, Objection> {
        match &self.by {
            By::Table(_, reading, table) => {
                let answer = |components: &Components<'s>| match self.violation() {
                    Some(broken) => Err(broken.into()),
                    None => Ok(found(Some(components))),
                };
                let answered = table.with_components(self.stripped.left(), *reading, answer);
                answered.map_err(|error| self.rejected(error))?
            }
            #[cfg(feature = "trees")]
            By::Stack(checked) => match checked {
                Ok(()) => Ok(found(None)),
                Err(error) => Err(Objection::Stack(error.clone())),
            },
        }
    }

    /// Returns the parts of what the rule reads of an accepted input; `None` as of
    /// [`Verdict::components`].
    ///
    /// # Errors
    /// The [`Objection`].
    #[doc(hidden)]
    #[inline]
    pub fn parts(&self) -> Result<Option<Parts>, Objection> {
        self.found(Table::split_bytes)
    }

    /// Returns the components of an accepted input with the parts that they are made of; `None` as
    /// of [`Verdict::components`].
    ///
    /// # Errors
    /// The [`Objection`].
    #[doc(hidden)]
    #[inline]
    pub fn components_and_parts(&self) -> Result<Option<(Components<'_>, Parts)>, Objection> {
        self.found(Table::components_and_parts)
    }

    #[inline]
    fn found<'s, T>(
        &'s self,
        find: impl FnOnce(&'static Table, &'s [u8], Reading) -> Result<T, SyntaxError>,
    ) -> Result<Option<T>, Objection> {
        match &self.by {
            By::Table(_, reading, table) => {
                let found = find(table, self.stripped.left(), *reading);
                let found = found.map_err(|error| self.rejected(error))?;
                self.violation().map_or(Ok(Some(found)), |broken| Err(broken.into()))
            }
            #[cfg(feature = "trees")]
            By::Stack(_) => self.check().map(|()| None),
        }
    }

    /// Returns true if an accepted input is a whole identifier, so that the constraints of the
    /// document's prose apply to it: the rule is for whole identifiers, or it finds a scheme and
    /// the same components as the start rule does. `a` is one by no `host`, although a reference
    /// `a` is.
    pub fn is_whole(&self) -> bool {
        let Some((grammar, reading, table)) = self.table() else { return false };
        let start = grammar.tables(reading).start();
        if core::ptr::eq(table, start) {
            return true;
        }
        let components = |table: &'static Table| table.components(self.stripped.left(), reading);
        let (Ok(own), Ok(whole)) = (components(table), components(start)) else { return false };
        let places = |of: &Components<'_>| Component::ALL.map(|one| of.span(one));
        own.span(Component::Scheme).is_some() && places(&own) == places(&whole)
    }

    fn table(&self) -> Option<(Grammar, Reading, &'static Table)> {
        match self.by {
            By::Table(grammar, reading, table) => Some((grammar, reading, table)),
            #[cfg(feature = "trees")]
            By::Stack(_) => None,
        }
    }

    /// Returns the reason of a rule, whose error is in what it reads.
    #[cold]
    fn rejected(&self, error: SyntaxError) -> Objection {
        let stripped = &self.stripped;
        match Objected::of(error.table(), stripped.left(), &error) {
            Some(objected) => {
                let range = stripped.range(objected.range.clone());
                let error = stripped.error(error);
                Objection::Program(Box::new(Objected { error, range, ..objected }))
            }
            None => Objection::Syntax(stripped.error(error)),
        }
    }

    /// Returns the constraint that makes a program refuse what its practice's rule accepts.
    #[inline]
    fn violation(&self) -> Option<Violation> {
        match self.by {
            By::Table(grammar, ..) if refuses_more(grammar.document()) => self.refused(),
            _ => None,
        }
    }

    #[cold]
    fn refused(&self) -> Option<Violation> {
        let (grammar, reading, table) = self.table()?;
        let document = grammar.document();
        let text = core::str::from_utf8(self.stripped.left()).ok()?;
        let whole = if is_asked(table) {
            table
        } else if self.is_whole() {
            grammar.tables(reading).start()
        } else {
            return None;
        };
        let refused = refused(whole, text, &whole.split(text, reading).ok()?)?;
        let constraint = refused.constraint_of(document)?;
        let span = self.stripped.span(refused.part);
        Some(Violation::new(document, constraint, span.start as usize..span.end as usize))
    }
}

impl Objection {
    /// Returns true if a limit was hit, so that nothing is decided.
    #[inline]
    pub fn is_limit(&self) -> bool {
        match self {
            Objection::Syntax(error) => error.is_limit(),
            Objection::Program(_) | Objection::Constraint(_) => false,
            #[cfg(feature = "trees")]
            Objection::Stack(_) => self.offset().is_none(),
        }
    }

    /// Returns the byte where the input cannot be right; `None` after a limit.
    #[inline]
    pub fn offset(&self) -> Option<usize> {
        match self {
            Objection::Syntax(error) => Some(error.offset()).filter(|_| !error.is_limit()),
            Objection::Program(objected) => Some(objected.range.start),
            Objection::Constraint(broken) => Some(broken.range.start),
            #[cfg(feature = "trees")]
            Objection::Stack(crate::nested::Error::Rejected { offset, .. }) => Some(*offset),
            #[cfg(feature = "trees")]
            Objection::Stack(_) => None,
        }
    }
}

impl Objection {
    /// Returns the error of the rule that rejects the input; `None` for a constraint and for a rule
    /// without a table.
    #[inline]
    pub fn syntax(&self) -> Option<&SyntaxError> {
        match self {
            Objection::Syntax(error) => Some(error),
            Objection::Program(objected) => Some(&objected.error),
            _ => None,
        }
    }

    /// Returns the rule that rejects the input, and its section; `None` for a constraint, and where
    /// rules without a table say no more than their text.
    #[inline]
    pub fn rule(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Objection::Syntax(error) => Some((error.rule(), error.section())),
            Objection::Program(objected) => Some((objected.rule, objected.section)),
            _ => None,
        }
    }

    /// Returns the constraint that makes a program refuse the input.
    #[inline]
    pub fn constraint(&self) -> Option<&Violation> {
        match self {
            Objection::Constraint(broken) => Some(broken),
            _ => None,
        }
    }
}

impl From<SyntaxError> for Objection {
    fn from(error: SyntaxError) -> Objection {
        Objection::Syntax(error)
    }
}

impl From<Violation> for Objection {
    fn from(broken: Violation) -> Objection {
        Objection::Constraint(broken)
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Syntax(error) => error.fmt(f),
            Objection::Program(objected) => objected.fmt(f),
            Objection::Constraint(broken) => broken.fmt(f),
            #[cfg(feature = "trees")]
            Objection::Stack(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for Objection {}
