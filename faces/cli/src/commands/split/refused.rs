//! Reasons why a line has no columns.

use urigram::errors::Objection;
use urigram::parts::Components;
use urigram::Grammar;

use crate::exit::Outcome;
use crate::line_grammar::LineGrammar;
use crate::messages;

pub(super) type Split<'a> = Result<(Grammar, Components<'a>), Refused>;

/// A reason why a line has no components.
pub(super) enum Refused {
    /// No grammar was published by the day that was asked for.
    None,
    /// The grammar does not accept it, or with `--strict` a constraint of the document forbids it.
    Objection(Objection),
    /// An item of a list holds the separator that the user named, so that the column would not say
    /// where items end.
    Unseparated(&'static str),
}

impl Refused {
    pub(super) fn message(&self) -> String {
        match self {
            Refused::None => LineGrammar::NONE.to_owned(),
            Refused::Objection(objection) => messages::of_objection(objection),
            Refused::Unseparated(name) => {
                format!("the items of `{name}` hold the separator; write JSON or name another one")
            }
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Refused::Objection(objection) if objection.is_limit() => Outcome::Undecided,
            _ => Outcome::Rejected,
        }
    }
}
