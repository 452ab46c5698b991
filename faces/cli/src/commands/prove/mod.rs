//! `urigram prove`: a proof for each rule that its PEG and its ABNF are one language.

mod certify;
mod counts;
mod facts;
mod files;
pub(super) mod json;
mod pair;
mod parts;
mod quotations;
mod reports;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use counts::{said_proved, Counts};
use urigram::documents::{same_name, Rule};
use urigram::proof::{peg, Proof, ProofError, Transcriptions};
use urigram::{Grammar, Reading};
use urigram_answers::escape::witness;

use crate::exit::{Failure, Outcome};
use crate::name::{limits, Name};
use crate::options::{AnyRule, Globals};
use crate::output::Out;
use crate::style::{BAD, DIM, NAME};
use crate::{grammar, parallel, unpacked};
use json::ProvedRuleJson;
use urigram_answers::Refusal;

/// Prove that each document's PEG is equal to its ABNF, rule by rule, or show a shortest
/// counterexample
///
/// The language of a rule is decided as pest runs it: ordered choice, possessive repetition, pest's
/// optimizer included. Without --reading, both readings are proved. Rules whose language the
/// optimizer changes are listed on standard error.
///
/// Without --rule, two more facts are decided for each component in every accepted string: that the
/// PEG's one parse gives it a place that the ABNF gives it, and that the document's delimiters (its
/// shape) give exactly the place that the rules and the rows of `[[marking]]` leave.
///
/// The reports of the RFC Editor's errata system on a document (`errata.toml`) are also decided:
/// each rule as printed against the report's, and what a reader that takes the first match makes of
/// both.
///
/// For a folder, every other statement that can be computed is decided as well:
/// verdicts of examples, what breaks a constraint, what an equivalence unites, targets of
/// references, sections, relations to other documents. The generator decides the same.
///
/// With --text, the folder's quotations are looked up in its document, at the places that the
/// folder states. The head decides title, authors, date, number, status and relations, and the text
/// the headings. Each rule that `urigram abnf` finds in the text is compared with the folder's as
/// printed, and an erratum has to state a difference. Nothing else is proved. Ends of lines, page
/// breaks and encodings are ignored.
///
/// A certificate (--certify) holds an automaton and three lists, each closed under every
/// transition: sets of ABNF items, formulas over the PEG as written, and formulas over the PEG
/// after pest's optimizer. The program `certificates` verifies them against the rules as written;
/// it searches nothing and shares no code with this command.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Grammars by their ids or by the paths of folders; without any, all. Or a file of ABNF and
    /// one of PEG
    #[arg(value_name = "ID|PATH")]
    ids: Vec<Name>,

    /// Take the PEG of one grammar from a file instead, such as one edited after `grammars ID
    /// --source pest`; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pest: Option<OsString>,

    /// Take the ABNF of one grammar from a file instead
    #[arg(long, value_name = "FILE")]
    abnf: Option<OsString>,

    /// Write certificates of the proofs, for an independent checker, into a folder: a file
    /// ID.READING.cert for each grammar and reading. For a folder of your own, its rules are
    /// written too, including imported ones. `-` writes one to standard output
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["pest", "abnf", "format"])]
    certify: Option<PathBuf>,

    /// Decide quotations, heads and printed rules of grammars instead, with the text of a document:
    /// that its words are where the folder says. For quotations of other documents, also give their
    /// texts
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pest", "abnf", "certify"])]
    text: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

impl Arguments {
    /// Returns true if an operand is the path of a file or a folder.
    pub(super) fn names_path(&self) -> bool {
        self.ids.iter().any(|id| id.path().is_some())
    }

    /// Returns true if certificates are written.
    pub(super) fn is_certifying(&self) -> bool {
        self.certify.is_some()
    }
}

/// Sources to read in place of a document's.
struct Edited {
    pest: Option<String>,
    abnf: Option<String>,
}

impl Edited {
    fn read(arguments: &Arguments, grammars: usize) -> Result<Edited, Failure> {
        let read = |file: &Option<OsString>| file.as_deref().map(unpacked::text).transpose();
        let edited = Edited { pest: read(&arguments.pest)?, abnf: read(&arguments.abnf)? };
        if edited.any() && grammars != 1 {
            return Err("--pest and --abnf need exactly one grammar".into());
        }
        Ok(edited)
    }

    fn any(&self) -> bool {
        self.pest.is_some() || self.abnf.is_some()
    }

    fn transcriptions(
        &self,
        grammar: Grammar,
        reading: Reading,
    ) -> Result<Transcriptions, ProofError> {
        let abnf = self.abnf.as_deref().unwrap_or_else(|| grammar.abnf(reading));
        let pest = self.pest.as_deref().unwrap_or_else(|| grammar.pest(reading));
        let rules = Transcriptions::from_sources(grammar, reading, abnf, pest)?;
        Ok(rules.with_limits(limits()))
    }
}

/// A grammar, and the readings that share the same sources.
struct Task {
    grammar: Grammar,
    readings: Vec<Reading>,
}

/// The result of a task.
struct Found {
    rules: Vec<(&'static str, Result<Proof, ProofError>)>,
    /// The rules that only the ABNF has.
    missing: Vec<&'static str>,
    lint: Result<Vec<(String, Vec<u8>, bool)>, peg::Error>,
    /// The components, unless one rule is named.
    parts: Vec<parts::Parts>,
    /// The reports of the errata system, with the printed reading.
    reports: Result<Vec<reports::Report>, Refusal>,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if let Some(folder) = &arguments.certify {
        return certify::run(globals, &arguments.ids, folder, out);
    }
    let (mut named, mut files, mut folders) = (Vec::new(), Vec::new(), Vec::new());
    for subject in &arguments.ids {
        match subject {
            Name::Path(path) if path.exists() && !path.is_dir() => files.push(path.clone()),
            Name::Path(path) => {
                if let Some((_, sources)) = files::of_folder(path, globals.rule.as_deref()) {
                    files.extend(sources);
                    continue;
                }
                let grammar = subject.unproved(globals.rule.as_deref())?;
                named.push(grammar);
                folders.push((path.as_path(), grammar));
            }
            name => named.push(name.unproved(globals.rule.as_deref())?),
        }
    }
    named.extend(&globals.grammars);
    if !arguments.text.is_empty() {
        if let Some(file) = files.first() {
            return Err(Failure::of_file(file, "a file of rules quotes nothing"));
        }
        return quotations::run(globals, &named, &arguments.text, out);
    }
    if !files.is_empty() {
        files.sort_by_key(|path| path.extension().map(OsString::from));
        let kinds: Vec<_> = files.iter().filter_map(|path| path.extension()?.to_str()).collect();
        if kinds != ["abnf", "pest"]
            || !named.is_empty()
            || arguments.abnf.is_some()
            || arguments.pest.is_some()
        {
            return Err("prove takes one .abnf file and one .pest file, and nothing else".into());
        }
        return files::run(globals, &files[0], &files[1], out);
    }
    let rule = globals.rule.as_deref();
    let one_hand = |grammar: &&Grammar| {
        let reading = globals.reading();
        grammar.abnf(reading).is_empty() || grammar.pest(reading).is_empty()
    };
    if let Some(grammar) = named.iter().find(one_hand) {
        return Err(Failure::Usage(format!(
            "{grammar} is written in one notation: `urigram generate --peg` writes the PEG for an ABNF"
        )));
    }
    let grammars = if named.is_empty() { grammar::grammars(globals, rule)? } else { named };
    if let Some(rule) = rule {
        for grammar in &grammars {
            let known = grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, grammar, error))?;
        }
    }
    let edited = Edited::read(arguments, grammars.len())?;
    // An edited source is one text, so only one reading is proved: the named one, or the default.
    let reading = if edited.any() { Some(globals.reading()) } else { globals.reading };
    let tasks: Vec<Task> =
        grammars.into_iter().flat_map(|grammar| tasks(grammar, reading)).collect();
    let mut counts = Counts::default();
    let mut tasks_done = tasks.iter();
    let work = |task: &Task| prove(task, &edited, rule);
    parallel::in_order(&tasks, work, |result| {
        let Some(task) = tasks_done.next() else { return Ok(()) };
        write(out, task, &result, &mut counts)?;
        out.flush()?;
        Ok::<(), Failure>(())
    })?;
    if rule.is_none() {
        for folder in folders {
            facts::write(out, folder, &mut counts)?;
        }
    }
    Ok(counts.outcome(out))
}

/// Returns the tasks for a grammar: readings with the same sources are proved once.
fn tasks(grammar: Grammar, reading: Option<Reading>) -> Vec<Task> {
    let [corrected, printed] = [Reading::Corrected, Reading::Printed];
    let same = grammar.abnf(corrected) == grammar.abnf(printed)
        && grammar.pest(corrected) == grammar.pest(printed);
    let groups = match reading {
        Some(reading) => vec![vec![reading]],
        None if same => vec![vec![corrected, printed]],
        None => vec![vec![corrected], vec![printed]],
    };
    groups.into_iter().map(|readings| Task { grammar, readings }).collect()
}

fn prove(task: &Task, edited: &Edited, rule: Option<&str>) -> Result<Found, ProofError> {
    let transcriptions = edited.transcriptions(task.grammar, task.readings[0])?;
    let wanted = |name: &str| rule.is_none_or(|rule| same_name(rule, name));
    let rules =
        task.grammar.document().rules().iter().filter(|rule| wanted(rule.name) || wanted(rule.id));
    let (rules, missing): (Vec<&Rule>, Vec<&Rule>) =
        rules.partition(|rule| transcriptions.has_peg(rule.id));
    let rules = rules.iter().map(|rule| (rule.name, transcriptions.prove(rule.id))).collect();
    // A rule that an ABNF takes from another document need not be in the PEG.
    let missing = missing.iter().filter(|rule| rule.imported.is_none());
    let missing = missing.map(|rule| rule.name).collect();
    let lint = transcriptions
        .peg()
        .optimizer_differences(transcriptions.terminals(), transcriptions.limits());
    let lint = lint.map(|differences| {
        let differences = differences.into_iter().filter(|difference| wanted(&difference.rule));
        differences
            .map(|difference| {
                let runs = difference.optimized.accepts(&difference.witness);
                (difference.rule, difference.witness, runs)
            })
            .collect()
    });
    let parts = if rule.is_none() { parts::prove(&transcriptions)? } else { Vec::new() };
    let reports = if task.readings.contains(&Reading::Printed) && !edited.any() {
        reports::prove(task.grammar, rule)
    } else {
        Ok(Vec::new())
    };
    Ok(Found { rules, missing, lint, parts, reports })
}

fn write(
    out: &mut Out<'_>,
    task: &Task,
    result: &Result<Found, ProofError>,
    counts: &mut Counts,
) -> Result<(), Failure> {
    let grammar = task.grammar;
    let Found { rules, missing, lint, parts, reports } = match result {
        Ok(result) => result,
        Err(error) => return Err(Failure::Usage(format!("{grammar}: {error}"))),
    };
    for ambiguity in grammar.tables(task.readings[0]).start().ambiguities() {
        crate::message::to_stderr(format_args!("note: {grammar}: {ambiguity}"));
    }
    let changed = |rule: &str| {
        let all = lint.as_deref().unwrap_or_default();
        all.iter()
            .find(|(name, ..)| same_name(name, rule))
            .map(|(_, witness, _)| witness.as_slice())
    };
    for (rule, proof) in rules {
        match proof {
            Ok(proof) if proof.proved() => counts.add_proved(proof.empty),
            Ok(_) => counts.different += 1,
            Err(_) => counts.undecided += 1,
        }
        let line = |reading: &Reading| {
            let line = ProvedRuleJson::new(grammar.as_str(), Some(reading.id()), rule);
            match proof {
                Ok(proof) => {
                    ProvedRuleJson { optimizer: changed(rule).map(Into::into), ..line.with(proof) }
                }
                Err(error) => ProvedRuleJson { undecided: Some(error.to_string()), ..line },
            }
        };
        out.answers(|| task.readings.iter().map(line), |out| text(out, task, rule, proof))?;
    }
    parts::write(out, task, parts, counts)?;
    let reports = reports.as_ref().map_err(|why| Failure::Usage(format!("{grammar}: {why}")))?;
    reports::write(out, grammar, reports, counts)?;
    if !missing.is_empty() {
        counts.missing += missing.len();
        crate::message::to_stderr(format_args!(
            "note: the PEG of {grammar} has no rule for {}",
            missing.join(", ")
        ));
    }
    if out.is_json() {
        return Ok(());
    }
    match lint {
        Ok(differences) => {
            for (rule, string, runs) in differences {
                let (by, not) = if *runs { ("runs", "is written") } else { ("is written", "runs") };
                crate::message::to_stderr(format_args!(
                    "note: pest's optimizer changes `{rule}` of {grammar}: {} matches as it {by}, not as it {not}",
                    witness(string)
                ));
            }
        }
        Err(error) => crate::message::to_stderr(format_args!(
            "note: the optimizer's changes to {grammar} are not known: {error}"
        )),
    }
    Ok(())
}

fn text(
    out: &mut dyn Write,
    task: &Task,
    rule: &str,
    proof: &Result<Proof, ProofError>,
) -> io::Result<()> {
    let readings = match task.readings[..] {
        [one] => one.id(),
        _ => "both",
    };
    write!(out, "{:10} {DIM}{readings:9}{DIM:#} {NAME}{rule:24}{NAME:#} ", task.grammar.as_str())?;
    match proof {
        Ok(proof) if proof.proved() => {
            writeln!(out, "{}", said_proved(proof.states, proof.empty))
        }
        Ok(proof) => {
            let sides = [("PEG", &proof.only_pest), ("ABNF", &proof.only_abnf)];
            let sides = sides.map(|(side, only)| {
                only.as_ref().map(|only| format!("only {side}: {}", witness(only)))
            });
            let sides: Vec<String> = sides.into_iter().flatten().collect();
            writeln!(out, "{BAD}different{BAD:#}: {}", sides.join("; "))
        }
        Err(error) => writeln!(out, "{BAD}not decided{BAD:#}: {error}"),
    }
}
