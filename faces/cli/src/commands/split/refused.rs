//! Reasons why a line has no columns.

use urigram::errors::Objection;
use urigram::parts::Components;
use urigram_answers::Matcher;

use crate::exit::Outcome;
use crate::grammar::LineGrammar;
use crate::messages;

/// The rule that reads a line, with the line's components unless the rule is recursive.
pub(super) type Split<'a> = Result<(Matcher, Option<Components<'a>>), Refused>;

/// A reason why a line has no components.
#[derive(Clone)]
pub(super) enum Refused {
    /// No grammar was published by the day that was asked for.
    None,
    /// The grammar does not accept it, or with `--strict` a constraint of the document forbids it.
    Objection(Objection),
    /// An item of a list holds the separator that the user named, so that the column would not say
    /// where items end.
    Unseparated(&'static str),
    /// Another reason.
    Said(String),
}

impl Refused {
    pub(super) fn message(&self, input: &[u8]) -> String {
        match self {
            Refused::None => LineGrammar::NONE.to_owned(),
            Refused::Objection(objection) => messages::of_input(input, objection),
            Refused::Unseparated(name) => {
                format!("the items of `{name}` hold the separator; write JSON or name another one")
            }
            Refused::Said(message) => message.clone(),
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Refused::Objection(objection) if objection.is_limit() => Outcome::Undecided,
            _ => Outcome::Rejected,
        }
    }
}
