//! The theorems about components: rules, PEG and shape give each one place, the same.

use urigram::proof::{PartsProof, PartsProver, ProofError, Transcriptions};
use urigram::Component;

use super::json::ProvedComponentJson;
use super::{Counts, Task};
use crate::exit::Failure;
use crate::output::Out;
use crate::style::{BAD, DIM, GOOD, NAME};

/// The two answers about a component.
pub(super) struct Parts {
    component: Component,
    /// The answer about the PEG; `None` if no rule is the component.
    peg: Result<Option<PartsProof>, ProofError>,
    /// The answer about the shape; `None` for a grammar without one.
    shape: Result<Option<PartsProof>, ProofError>,
}

/// Decides the theorems of a grammar's default start rule.
///
/// # Errors
/// [`ProofError::UnknownRule`] if the grammar has no start rule.
pub(super) fn prove(transcriptions: &Transcriptions) -> Result<Vec<Parts>, ProofError> {
    let theorem = PartsProver::of(transcriptions)?;
    let answers = |component| Parts {
        component,
        peg: theorem.peg(component),
        shape: theorem.shape(component),
    };
    Ok(theorem.components().into_iter().map(answers).collect())
}

/// Writes a line for each component, and counts it.
pub(super) fn write(
    out: &mut Out<'_>,
    task: &Task,
    all: &[Parts],
    counts: &mut Counts,
) -> Result<(), Failure> {
    for parts in all {
        let sides = [&parts.peg, &parts.shape];
        let holds = |side: &&Result<Option<PartsProof>, ProofError>| match side {
            Ok(answer) => answer.as_ref().is_none_or(PartsProof::holds),
            Err(_) => false,
        };
        let is_proved = sides.iter().all(holds);
        if is_proved {
            counts.proved += 1;
        } else if sides.iter().any(|side| side.is_err()) {
            counts.undecided += 1;
        } else {
            counts.different += 1;
        }
        let said = |side: &Result<Option<PartsProof>, ProofError>| match side {
            Ok(answer) => answer.as_ref().map(PartsProof::to_string),
            Err(error) => Some(format!("not decided: {error}")),
        };
        let [peg, shape] = sides.map(said);
        let component = parts.component.name();
        let grammar = task.grammar.as_str();
        let rule = task.grammar.document().start.default;
        let json = || {
            task.readings.iter().map(|reading| ProvedComponentJson {
                grammar,
                reading: reading.id(),
                rule,
                component,
                proved: is_proved,
                peg: peg.clone(),
                shape: shape.clone(),
            })
        };
        out.answers(json, |out| {
            let readings = match task.readings[..] {
                [one] => one.id(),
                _ => "both",
            };
            let name = format!("component {component}");
            write!(out, "{grammar:10} {DIM}{readings:9}{DIM:#} {NAME}{name:24}{NAME:#} ")?;
            if is_proved {
                write!(out, "{GOOD}proved{GOOD:#}")?;
            } else {
                write!(out, "{BAD}different{BAD:#}")?;
            }
            for (side, said) in [("PEG", &peg), ("shape", &shape)] {
                if let Some(said) = said.as_ref().filter(|said| *said != "proved") {
                    write!(out, "; {side}: {said}")?;
                }
            }
            writeln!(out)
        })?;
    }
    Ok(())
}
