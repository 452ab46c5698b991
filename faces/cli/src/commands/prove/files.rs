//! `urigram prove FILE.abnf FILE.pest`: anybody's two transcriptions, rule by rule.

use std::path::{Path, PathBuf};

use urigram::proof::peg;
use urigram::Reading;

use super::counts::{said_proved, said_proved_by_calls, Counts};
use super::json::ProvedRuleJson;
use super::pair::{prove, same_rule, Proof};
use crate::exit::{Failure, Outcome};
use crate::name;
use crate::options::Globals;
use crate::output::Out;
use crate::rules_file::{Rules, RulesFile};
use crate::style::{BAD, DIM, NAME};
use urigram_answers::escape::witness;
use urigram_generate::NestedRule;

/// Returns the id, the ABNF and the PEG of a folder whose start rule or named rule is recursive;
/// `None` of any other.
pub(super) fn of_folder(path: &Path, rule: Option<&str>) -> Option<(String, [PathBuf; 2])> {
    let opened = name::nested(path, rule, Reading::Corrected).ok().flatten();
    let opened = opened.filter(NestedRule::is_recursive)?;
    let source = |ending: &str| {
        let files = std::fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut files = files.filter(|file| file.extension().is_some_and(|found| found == ending));
        let printed = path.join(format!("printed.{ending}"));
        if printed.exists() {
            Some(printed)
        } else {
            files.next()
        }
    };
    Some((opened.id().to_owned(), [source("abnf")?, source("pest")?]))
}

/// Proves every rule of the ABNF that the PEG has too, or the one of `--rule`, and says how
/// recursive ones run; lists the other rules.
///
/// # Errors
/// [`Failure::Usage`] for files that cannot be read, and names that differ only in case.
pub(crate) fn run(
    globals: &Globals,
    abnf: &Path,
    pest: &Path,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if globals.reading.is_some() {
        return Err("files of rules have one reading: leave out --reading".into());
    }
    let (abnf, pest) = (RulesFile::read(abnf)?, RulesFile::read(pest)?);
    let wanted = globals.rule.as_deref().map(|rule| abnf.rule(Some(rule))).transpose()?;
    let (Rules::Abnf(rules), Rules::Pest(others)) = (&abnf.rules, &pest.rules) else {
        return Err("prove takes an .abnf file and a .pest file".into());
    };
    alike(others, &pest.path)?;
    let file = abnf.path.display().to_string();
    let (mut counts, mut missing) = (Counts::default(), Vec::new());
    let chosen = rules
        .rules()
        .iter()
        .filter(|rule| wanted.as_ref().is_none_or(|wanted| *wanted == rule.name));
    for rule in chosen {
        let name =
            others.rules().iter().map(peg::Rule::name).find(|name| same_rule(name, &rule.name));
        let Some(name) = name else {
            // A rule of another document need not be in the PEG, as in a folder.
            if !abnf.is_imported(&rule.name) {
                missing.push(rule.name.clone());
            }
            continue;
        };
        let result = prove(rules, others, &rule.name, name);
        // Both automata of a rule that is not recursive were compared as they are.
        let is_regular = matches!(&result, Ok(Proof { states: Some(_), calls: None, .. }));
        let both = || NestedRule::of_both(rules, others, &rule.name).ok().flatten();
        let nested = if is_regular { None } else { both() };
        let runs = nested.map(|rule| rule.way());
        let json = || {
            let line = ProvedRuleJson::new(&file, None, &rule.name);
            let line = match &result {
                Ok(Proof { states, empty, only: [only_pest, only_abnf], calls }) => {
                    ProvedRuleJson {
                        proved: only_pest.is_none() && only_abnf.is_none(),
                        empty: *empty,
                        only_pest: only_pest.as_deref().into(),
                        only_abnf: only_abnf.as_deref().into(),
                        states: *states,
                        calls: *calls,
                        ..line
                    }
                }
                Err(why) => ProvedRuleJson { undecided: Some(why.to_string()), ..line },
            };
            ProvedRuleJson { runs: runs.clone(), ..line }
        };
        let text = match &result {
            Ok(Proof { states, empty, only: [None, None], calls }) => {
                counts.add_proved(*empty);
                let states = states.unwrap_or_default();
                match calls {
                    Some(calls) => said_proved_by_calls(states, *calls),
                    None => said_proved(states, *empty),
                }
            }
            Ok(Proof { only: [only_pest, only_abnf], .. }) => {
                counts.different += 1;
                let sides = [("PEG", only_pest), ("ABNF", only_abnf)];
                let sides = sides
                    .map(|(side, only)| Some(format!("only {side}: {}", witness(only.as_ref()?))));
                let sides: Vec<String> = sides.into_iter().flatten().collect();
                format!("{BAD}different{BAD:#}: {}", sides.join("; "))
            }
            Err(why) => {
                counts.undecided += 1;
                format!("{BAD}not decided{BAD:#}: {why}")
            }
        };
        out.answer(json, |out| {
            writeln!(out, "{NAME}{:24}{NAME:#} {text}", rule.name)?;
            runs.iter().try_for_each(|runs| writeln!(out, "{:24} {DIM}runs by {runs}{DIM:#}", ""))
        })?;
    }
    if !missing.is_empty() {
        crate::message::to_stderr(format_args!(
            "note: {} has no rule for {}",
            pest.path.display(),
            missing.join(", ")
        ));
    }
    counts.missing = missing.len();
    if wanted.is_some() && counts.proved + counts.different + counts.undecided == 0 {
        return Err(Failure::of_file(&pest.path, "no such rule"));
    }
    Ok(counts.outcome(out))
}

/// Refuses rules whose names are equal in ABNF, where case does not matter.
fn alike(pest: &peg::Grammar, path: &Path) -> Result<(), Failure> {
    let mut seen: std::collections::HashMap<String, &str> = std::collections::HashMap::new();
    for name in pest.rules().iter().map(peg::Rule::name) {
        if let Some(other) = seen.insert(name.to_ascii_lowercase(), name) {
            let why = "differ only in case, and ABNF ignores case: rename one";
            return Err(Failure::of_file(path, format!("the rules `{other}` and `{name}` {why}")));
        }
    }
    Ok(())
}
