//! Inputs that have no answer by a grammar.

use urigram::errors::{explain, Objection};
use urigram::{Grammar, ResolveError, SyntaxError};
use urigram_answers::escape::escaped;
use urigram_answers::json::{Rejected, RejectionJson};
use urigram_answers::Refusal;

use crate::exit::{Failure, Outcome};
use crate::messages;
use crate::output::Out;

/// The reason why there is no answer.
#[derive(Clone, Debug)]
pub(crate) enum Rejection {
    /// The grammar does not accept an input: the one of this name, if there are several.
    Objection(Option<&'static str>, Box<Objection>),
    /// Another reason, perhaps a limit.
    Refused(Refusal),
}

impl From<Objection> for Rejection {
    fn from(objection: Objection) -> Rejection {
        Rejection::Objection(None, Box::new(objection))
    }
}

impl From<SyntaxError> for Rejection {
    fn from(error: SyntaxError) -> Rejection {
        Rejection::from(Objection::from(error))
    }
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Rejection {
        Rejection::Refused(refusal)
    }
}

impl From<&ResolveError> for Rejection {
    fn from(error: &ResolveError) -> Rejection {
        match error {
            ResolveError::Base(error) => Rejection::from(**error).of("base"),
            ResolveError::Reference(error) => Rejection::from(**error).of("reference"),
            error => Rejection::Refused(error.to_string().into()),
        }
    }
}

impl Rejection {
    /// Names the input that the reason is about, where there are several.
    pub(crate) fn of(self, name: &'static str) -> Rejection {
        match self {
            Rejection::Objection(_, objection) => Rejection::Objection(Some(name), objection),
            said => said,
        }
    }

    /// Returns the outcome of an input that is rejected so.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Rejection::Refused(Refusal::Limit(_)) => Outcome::Undecided,
            Rejection::Objection(_, objection) if objection.is_limit() => Outcome::Undecided,
            _ => Outcome::Rejected,
        }
    }

    /// Returns the reason in one line.
    pub(crate) fn message(&self) -> String {
        match self {
            Rejection::Objection(None, objection) => messages::of_objection(objection),
            Rejection::Objection(Some(name), objection) => {
                format!("{name}: {}", messages::of_objection(objection))
            }
            Rejection::Refused(refusal) => escaped(refusal.message().as_bytes()),
        }
    }

    /// Returns the error object; it names the input that it is about, if there are several.
    pub(crate) fn json(&self) -> RejectionJson {
        match self {
            Rejection::Objection(of, objection) => RejectionJson::of(*of, objection),
            Rejection::Refused(refusal) => RejectionJson::said(refusal.message()),
        }
    }

    /// Returns the object of inputs that have no answer by a grammar.
    pub(crate) fn rejected<'a>(
        &self,
        grammar: Grammar,
        inputs: &'a [(&'static str, &'a [u8])],
    ) -> Rejected<'a> {
        Rejected { inputs: inputs.into(), grammar: grammar.as_str(), error: self.json() }
    }

    /// Returns the reason with a diagnosis of the input that it is about.
    fn diagnosis(&self, inputs: &[(&'static str, &[u8])]) -> String {
        if let Rejection::Objection(name, objection) = self
            && let Objection::Syntax(error) = &**objection
        {
            let of = |(known, _): &&(&str, &[u8])| name.is_none_or(|name| *known == name);
            let input = inputs.iter().find(of).map_or(&b""[..], |(_, input)| input);
            return explain(error, input).to_string();
        }
        self.message()
    }
}

/// Reports that inputs have no answer by a grammar: on standard error with a diagnosis, or in JSON.
pub(crate) fn reject(
    out: &mut Out<'_>,
    grammar: Grammar,
    inputs: &[(&'static str, &[u8])],
    rejection: &Rejection,
) -> Result<Outcome, Failure> {
    let json = || rejection.rejected(grammar, inputs);
    out.answer(json, |_| {
        crate::message::to_stderr(format_args!("{}", rejection.diagnosis(inputs)));
        Ok::<(), Failure>(())
    })?;
    Ok(rejection.outcome())
}
