//! A PEG that is proved equal to somebody's ABNF.

use std::path::Path;

use urigram::proof::synthesis::{synthesize, Cause, Found, Repair, LIMITS};
use urigram::proof::{abnf, Limits, Terminals};

use super::json::{PegJson, PegRuleJson, RepairJson};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output::Out;
use crate::rules_file::{Rules, RulesFile};
use crate::style::{BAD, NAME};
use urigram_answers::escape::witness;

/// Writes the PEG of a file of ABNF.
pub(super) fn run(globals: &Globals, file: &Path, out: &mut Out<'_>) -> Result<Outcome, Failure> {
    let file = RulesFile::read(file)?;
    let path = file.path.display().to_string();
    let Rules::Abnf(all) = &file.rules else {
        return Err(Failure::Usage(format!(
            "{path}: --peg takes a file of ABNF rules that ends in .abnf"
        )));
    };
    let rules = match &globals.rule {
        Some(rule) => all.used_by(&file.rule(Some(rule))?),
        None => all.clone(),
    };
    let limits = globals.budget.map_or(LIMITS, Limits::of_steps);
    let found = synthesize(&rules, Terminals::CodePoints, limits);
    let object = || {
        let rules = found.rules().iter().map(json).collect();
        PegJson { grammar: path, source: found.source(), rules }
    };
    out.answer(object, |out| {
        write!(out, "{}", found.source())?;
        out.flush()?;
        report(&rules, found.rules());
        Ok::<(), Failure>(())
    })?;
    let undecided = |found: &Found| matches!(found.proof, Err(Cause::Undecided(_)));
    let different = |found: &Found| found.proof.is_err() && !undecided(found);
    let limit =
        if found.rules().iter().any(undecided) { Outcome::Undecided } else { Outcome::Done };
    Ok(Outcome::of(!found.rules().iter().any(different)).and(limit))
}

/// Reports on standard error how many rules are proved, and which are not.
fn report(rules: &abnf::Grammar, found: &[Found]) {
    for rule in found {
        let Err(cause) = &rule.proof else { continue };
        let line = rules.rule(&rule.rule).map_or(0, |rule| rule.line);
        let why = match cause {
            Cause::Words { only_peg, only_abnf } => {
                let sides = [("PEG", only_peg), ("ABNF", only_abnf)];
                let sides = sides
                    .map(|(side, only)| Some(format!("only {side}: {}", witness(only.as_ref()?))));
                let sides: Vec<String> = sides.into_iter().flatten().collect();
                format!("no repair was found; {}", sides.join("; "))
            }
            Cause::Refused { expr, refusal } => {
                format!("no repair was found; `{expr}`: {}", refusal.message())
            }
            Cause::Undecided(why) => why.clone(),
            _ => "no repair was found".to_owned(),
        };
        crate::message::to_stderr(format_args!(
            "{NAME}{}{NAME:#} (line {line}) {BAD}not proved{BAD:#}: {why}",
            rule.rule
        ));
    }
    let proved = found.iter().filter(|rule| rule.proof.is_ok());
    let of_automata = proved.clone().filter(|rule| rule.from_automaton).count();
    let repaired = proved.clone().filter(|rule| !rule.repairs.is_empty()).count();
    let made = match of_automata {
        0 => String::new(),
        count => format!(", {count} made from automata: no second notation checks these"),
    };
    crate::message::to_stderr(format_args!(
        "{} of {} rules proved, {repaired} by a repair{made}",
        proved.count(),
        found.len()
    ));
}

fn json(found: &Found) -> PegRuleJson<'_> {
    let (only_pest, only_abnf) = words(found.proof.as_ref().err());
    PegRuleJson {
        rule: &found.rule,
        name: &found.name,
        proved: found.proof.is_ok(),
        only_pest: only_pest.into(),
        only_abnf: only_abnf.into(),
        states: found.proof.as_ref().ok().copied(),
        undecided: match &found.proof {
            Err(Cause::Undecided(why)) => Some(why),
            _ => None,
        },
        automaton: found.from_automaton,
        repairs: found.repairs.iter().map(json_repair).collect(),
    }
}

fn json_repair(repair: &Repair) -> RepairJson<'_> {
    let (only_pest, only_abnf) = words(Some(&repair.cause));
    RepairJson {
        edits: repair.kinds.iter().map(ToString::to_string).collect(),
        only_pest: only_pest.into(),
        only_abnf: only_abnf.into(),
        refused: match &repair.cause {
            Cause::Refused { refusal, .. } => Some(refusal.message()),
            _ => None,
        },
    }
}

fn words(cause: Option<&Cause>) -> (Option<&[u8]>, Option<&[u8]>) {
    match cause {
        Some(Cause::Words { only_peg, only_abnf }) => (only_peg.as_deref(), only_abnf.as_deref()),
        _ => (None, None),
    }
}
