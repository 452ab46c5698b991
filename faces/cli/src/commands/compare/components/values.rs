//! Agreement on the values of components.

use std::io::Write;

use anstyle::Style;
use urigram::Component;
use urigram_answers::escape::witness;
use urigram_answers::json::AgreementJson;
use urigram_study::agreement::{Agreement, Condition, Outcome, Splits, Values};

use super::{short, unknown};
use crate::exit::Failure;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// The components that have values.
const WITH_VALUES: [Component; 4] =
    [Component::Userinfo, Component::Host, Component::Port, Component::Path];

/// An answer about values, with those of its witness.
pub(super) struct Answer<'a> {
    pub(super) agreement: Agreement<'a>,
    values: [Option<Vec<u8>>; 2],
}

impl<'a> Answer<'a> {
    pub(super) fn new(
        agreement: Agreement<'a>,
        sides: [&Values<'_, 'a>; 2],
        base: Option<&str>,
    ) -> Self {
        let values = match &agreement.outcome {
            Outcome::Differs(found) => sides.map(|side| side.of_reference(base, &found.input)),
            _ => [None, None],
        };
        Answer { agreement, values }
    }

    pub(super) fn json(&self) -> AgreementJson<'_> {
        AgreementJson::of_values(&self.agreement, self.values.clone())
    }

    /// Returns the witness with the values in it.
    pub(super) fn detail(&self) -> Option<String> {
        let Outcome::Differs(difference) = &self.agreement.outcome else { return None };
        let sides = [(self.agreement.a, &self.values[0]), (self.agreement.b, &self.values[1])];
        let [a, b] = sides.map(|(side, value)| match value {
            Some(value) => format!("{} {}", short(side), witness(value)),
            None => format!("{} absent", short(side)),
        });
        Some(format!("{}   {a}, {b}", witness(&difference.input)))
    }
}

/// Decides the components that have values.
pub(super) fn of_pair<'a>(
    [a, b]: [&Splits<'a>; 2],
    components: &[Component],
    condition: Option<&Condition>,
) -> Result<Vec<Answer<'a>>, Failure> {
    let with_values = components.iter().filter(|component| WITH_VALUES.contains(component));
    let one = |&component: &Component| {
        let failed = |error| Failure::Limit(format!("--values: {error}"));
        let (a, b) = (a.values(component).map_err(failed)?, b.values(component).map_err(failed)?);
        Ok(Answer::new(a.agree(&b, condition), [&a, &b], None))
    };
    with_values.map(one).collect()
}

/// Writes a row for each answer.
pub(super) fn text(out: &mut dyn Write, answers: &[Answer<'_>]) -> Result<(), Failure> {
    if answers.is_empty() {
        return Ok(());
    }
    writeln!(out, "{HEAD}Values{HEAD:#}")?;
    let row = |answer: &Answer<'_>| {
        let agreement = &answer.agreement;
        let style = match agreement.outcome {
            Outcome::Agrees => GOOD,
            Outcome::Differs(_) | Outcome::Undecided => BAD,
            _ => DIM,
        };
        let plain = Style::new();
        vec![
            (plain, agreement.component.name().to_owned()),
            (style, agreement.outcome.name().to_owned()),
            (plain, answer.detail().unwrap_or_else(|| unknown(agreement))),
        ]
    };
    columns(out, 2, &answers.iter().map(row).collect::<Vec<_>>())?;
    Ok(())
}
