//! Which grammar an input is read by.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use urigram_grammars::{Date, Form, Grammar, GrammarSet, Reading, SyntaxError};

/// How the grammar of an input is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Select {
    /// By form first (`<…>` is a URC, `urn:` a URN, beyond US-ASCII an IRI), then the newest that accepts; a document
    /// that patches another only where the other does not accept.
    #[default]
    Auto,
    /// This one.
    Exactly(Grammar),
    /// The newest that was published by a day and fits the input's form, whether or not it accepts.
    AsOf(Date),
    /// The newest that accepts.
    Newest,
    /// The oldest that accepts.
    Oldest,
}

/// What was selected and why, and how every grammar that was passed over failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// The grammar that was selected, if any was.
    pub grammar: Option<Grammar>,
    /// How the selected grammar rejects the input; only [`Select::Exactly`] and [`Select::AsOf`] select one that does.
    pub error: Option<SyntaxError>,
    /// Why it was selected, or why none was.
    pub reason: Reason,
    /// The grammars that were tried before it, in the order in which they were tried.
    pub passed_over: Vec<(Grammar, SyntaxError)>,
}

/// Why a grammar was selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It was named.
    Named,
    /// The input's form is the form that its document defines, and it is the newest of those that accept.
    Form(Form),
    /// It is the newest of those that accept.
    Newest,
    /// It is the oldest of those that accept.
    Oldest,
    /// It is the newest that was published by that day and fits the input's form.
    AsOf(Date),
    /// No grammar accepts the input, or none had been published by the day.
    NoneFits,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Named => f.write_str("named"),
            Reason::Form(Form::Urc) => f.write_str("form: <…> is a citation (URC)"),
            Reason::Form(Form::Urn) => f.write_str("form: urn: begins a name (URN)"),
            Reason::Form(Form::Iri) => f.write_str("form: characters beyond US-ASCII (IRI)"),
            Reason::Form(_) | Reason::Newest => f.write_str("the newest that accepts"),
            Reason::Oldest => f.write_str("the oldest that accepts"),
            Reason::AsOf(date) => write!(f, "the newest of this form by {date}"),
            Reason::NoneFits => f.write_str("none fits"),
        }
    }
}

/// The form of an input, by its first and last characters alone.
pub(crate) fn form_of(input: &[u8]) -> Form {
    let is_urn = input.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"urn:"));
    match input {
        [b'<', .., b'>'] => Form::Urc,
        _ if is_urn => Form::Urn,
        _ if !input.is_ascii() => Form::Iri,
        _ => Form::Generic,
    }
}

fn fits(grammar: Grammar, form: Form) -> bool {
    let own = grammar.document().form;
    own == form || (form == Form::Generic && own == Form::Locator)
}

fn error(grammar: Grammar, reading: Reading, input: &[u8]) -> Option<SyntaxError> {
    grammar.tables(reading).start().check(input, reading).err()
}

impl Select {
    /// Selects the grammar of an input, each grammar by its default start rule.
    pub fn select(self, input: &[u8], reading: Reading) -> Selection {
        let newest = Grammar::ALL.iter().rev().copied();
        let form = form_of(input);
        match self {
            Select::Exactly(grammar) => one(grammar, Reason::Named, reading, input),
            Select::AsOf(date) => {
                let mut published = newest.filter(|grammar| grammar.document().date <= date);
                match published.find(|&grammar| fits(grammar, form)) {
                    Some(grammar) => one(grammar, Reason::AsOf(date), reading, input),
                    None => none(Vec::new()),
                }
            }
            Select::Newest => first(newest, |_| Reason::Newest, reading, input),
            Select::Oldest => {
                first(Grammar::ALL.iter().copied(), |_| Reason::Oldest, reading, input)
            }
            Select::Auto => {
                let mut order: Vec<Grammar> = newest.collect();
                order.sort_by_key(|&grammar| {
                    (!fits(grammar, form), rank(grammar), Reverse(grammar))
                });
                let reason =
                    |grammar| if fits(grammar, form) { Reason::Form(form) } else { Reason::Newest };
                first(order, reason, reading, input)
            }
        }
    }
}

/// A patch after what it patches, special forms after general ones.
fn rank(grammar: Grammar) -> u8 {
    let document = grammar.document();
    match document.form {
        Form::Generic | Form::Locator => u8::from(document.base.is_some()),
        Form::Iri => 2,
        _ => 3,
    }
}

fn one(grammar: Grammar, reason: Reason, reading: Reading, input: &[u8]) -> Selection {
    Selection {
        grammar: Some(grammar),
        error: error(grammar, reading, input),
        reason,
        passed_over: Vec::new(),
    }
}

fn none(passed_over: Vec<(Grammar, SyntaxError)>) -> Selection {
    Selection { grammar: None, error: None, reason: Reason::NoneFits, passed_over }
}

fn first(
    order: impl IntoIterator<Item = Grammar>,
    reason: impl Fn(Grammar) -> Reason,
    reading: Reading,
    input: &[u8],
) -> Selection {
    let mut passed_over = Vec::new();
    for grammar in order {
        match error(grammar, reading, input) {
            None => {
                return Selection {
                    grammar: Some(grammar),
                    error: None,
                    reason: reason(grammar),
                    passed_over,
                };
            }
            Some(error) => passed_over.push((grammar, error)),
        }
    }
    none(passed_over)
}

impl Selection {
    /// The rejection to show when nothing was selected: that of the grammar that read furthest, the first of those
    /// that did.
    pub fn closest(&self) -> Option<(Grammar, SyntaxError)> {
        self.passed_over.iter().copied().rev().max_by_key(|(_, error)| error.offset())
    }
}

/// The grammars whose default start rule accepts the whole input.
pub fn accepting(input: &[u8], reading: Reading) -> GrammarSet {
    GrammarSet::accepting(input, reading)
}
