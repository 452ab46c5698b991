//! Certificates: proofs that another program can check.

use std::io::Write;
use std::path::{Path, PathBuf};

use urigram::documents::same_name;
use urigram::proof::certificate::{self, Certificate};
use urigram::proof::{abnf, peg, ProofError, Terminals, Transcriptions};
use urigram::{Grammar, Reading};

use super::pair::same_rule;
use crate::exit::{Failure, Outcome};
use crate::name::{limits, Name};
use crate::options::Globals;
use crate::output::Out;
use crate::rules_file::{Rules, RulesFile};
use crate::{grammar, parallel};

/// A file of certificates: its name, its text, and the number of theorems in it.
struct File {
    name: String,
    text: String,
    theorems: usize,
    /// The rules, imported ones included, of a grammar that the checker finds in no folder.
    sources: Vec<(String, String)>,
}

/// A grammar to certify.
enum Task {
    Document(Grammar, Reading),
    /// A folder whose start rule is recursive: its id, and its files of ABNF and of PEG.
    Nested(String, [PathBuf; 2]),
}

/// Writes the certificates of grammars into a folder; `-` is standard output, for one.
pub(super) fn run(
    globals: &Globals,
    ids: &[Name],
    folder: &Path,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    let (mut grammars, mut tasks) = (globals.grammars.clone(), Vec::new());
    for name in ids {
        match name {
            Name::Path(path) if path.is_dir() => match super::files::of_folder(path, rule) {
                Some((id, sources)) => tasks.push(Task::Nested(id, sources)),
                None => grammars.push(name.unproved(rule)?),
            },
            name => grammars.push(name.unproved(rule)?),
        }
    }
    if grammars.is_empty() && tasks.is_empty() {
        grammars = grammar::grammars(globals, rule)?;
    }
    for grammar in grammars {
        if let Some(rule) = rule {
            let known = grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, grammar, error))?;
        }
        let readings = readings(grammar, globals.reading)?.into_iter();
        tasks.extend(readings.map(|reading| Task::Document(grammar, reading)));
    }
    let folder = Some(folder).filter(|folder| *folder != Path::new("-"));
    if folder.is_none() && tasks.len() != 1 {
        return Err(Failure::Usage(format!(
            "{} files of certificates: name a folder with --certify, or one grammar and --reading",
            tasks.len()
        )));
    }
    let mut written = 0;
    let work = |task: &Task| match task {
        &Task::Document(grammar, reading) => certificates(grammar, reading, rule),
        Task::Nested(id, [abnf, pest]) => certificates_of_files(id, abnf, pest, rule),
    };
    parallel::in_order(&tasks, work, |file| {
        let File { name, text, theorems, sources } = file?;
        written += theorems;
        let Some(folder) = folder else {
            out.write_all(text.as_bytes())?;
            return Ok::<(), Failure>(());
        };
        let path = folder.join(name);
        let failed = |error: std::io::Error| Failure::of_file(&path, error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        std::fs::write(&path, text).map_err(failed)?;
        writeln!(out, "{}", path.display())?;
        for (name, text) in sources {
            let path = folder.join(name);
            std::fs::write(&path, text).map_err(|error| Failure::of_file(&path, error))?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(())
    })?;
    out.flush()?;
    let plural = if written == 1 { "" } else { "s" };
    crate::message::to_stderr(format_args!("{written} theorem{plural} certified"));
    Ok(Outcome::Done)
}

/// Returns the readings to certify: one of two that have the same rules.
///
/// # Errors
/// [`Failure::Usage`] for a grammar in one notation.
fn readings(grammar: Grammar, named: Option<Reading>) -> Result<Vec<Reading>, Failure> {
    let [printed, corrected] = [Reading::Printed, Reading::Corrected];
    let sources = |reading| (grammar.abnf(reading), grammar.pest(reading));
    if sources(printed).0.is_empty() || sources(printed).1.is_empty() {
        return Err(Failure::Usage(format!(
            "{grammar} is written in one notation: there is nothing to certify"
        )));
    }
    Ok(match named {
        _ if sources(printed) == sources(corrected) => vec![printed],
        Some(reading) => vec![reading],
        None => vec![printed, corrected],
    })
}

fn certificates(grammar: Grammar, reading: Reading, rule: Option<&str>) -> Result<File, Failure> {
    let failed = |rule: &str, error: ProofError| {
        let message = format!("{grammar} {}: {rule}: {error}", reading.id());
        if error.is_limit() {
            Failure::Limit(message)
        } else {
            Failure::Usage(message)
        }
    };
    let rules = Transcriptions::of(grammar, reading).map_err(|error| failed("rules", error))?;
    let rules = rules.with_limits(limits());
    let is_published =
        Grammar::ALL.iter().copied().chain(Grammar::unselected()).any(|known| known == grammar);
    let (mut text, mut theorems) = (rules.certificate_heading(), 0);
    for known in rules.certifiable().filter(|it| rule.is_none_or(|rule| same_name(rule, it))) {
        match rules.certify(known) {
            Ok(certificate) => {
                text.push_str(&certificate.to_string());
                theorems += 1;
            }
            // A rule of one's own that has no automaton costs no other rule its certificate.
            Err(error) => match rules.prove(known) {
                Err(why) if rule.is_none() && !is_published => crate::message::to_stderr(
                    format_args!("note: {grammar}: `{known}` is left out: {why}"),
                ),
                _ => return Err(failed(known, error)),
            },
        }
    }
    let name = format!("{}.{}", grammar.as_str(), reading.id());
    let (abnf, pest) = (plain(&abnf::Grammar::read(grammar.abnf(reading))), grammar.pest(reading));
    Ok(file(&name, (text, theorems), (!is_published).then(|| [abnf, pest.to_owned()])))
}

/// Returns a file of certificates, with its rules beside it.
fn file(name: &str, (text, theorems): (String, usize), rules: Option<[String; 2]>) -> File {
    let sources = rules.map(|[abnf, pest]| {
        [(format!("{name}.abnf"), abnf), (format!("{name}.pest"), pest)].to_vec()
    });
    File { name: format!("{name}.cert"), text, theorems, sources: sources.unwrap_or_default() }
}

/// Certifies the rules of a folder whose start rule is recursive. A rule that has no certificate is
/// left out with a note, unless it is the one that is named.
fn certificates_of_files(
    id: &str,
    abnf: &Path,
    pest: &Path,
    rule: Option<&str>,
) -> Result<File, Failure> {
    let (abnf, pest) = (RulesFile::read(abnf)?, RulesFile::read(pest)?);
    let wanted = rule.map(|rule| abnf.rule(Some(rule))).transpose()?;
    let (Rules::Abnf(rules), Rules::Pest(copy)) = (&abnf.rules, &pest.rules) else {
        return Err(Failure::Usage(format!("{id}: one notation is missing")));
    };
    let (mut text, mut theorems) = (certificate::heading(id, "printed", copy), 0);
    let named = |known: &str| wanted.as_ref().is_none_or(|wanted| wanted == known);
    for known in rules.rules().iter().map(|rule| &rule.name).filter(|known| named(known)) {
        // A checker takes rules for one if their names differ in `_` and in case only.
        let names = || copy.rules().iter().map(peg::Rule::name);
        let name = names().find(|name| same_name(name, known));
        let Some(name) = name.or_else(|| names().find(|name| same_rule(name, known))) else {
            continue;
        };
        let certified = if same_name(name, known) {
            let pair = ((rules, &**known), (copy, name));
            Certificate::new(pair.0, pair.1, Terminals::CodePoints, limits())
                .map_err(|why| why.to_string())
        } else {
            Err(format!("the PEG has it as `{name}`"))
        };
        match certified {
            Ok(certificate) => {
                text.push_str(&certificate.to_string());
                theorems += 1;
            }
            Err(why) if wanted.is_some() => {
                return Err(Failure::Usage(format!("{id}: {known}: {why}")));
            }
            Err(why) => {
                crate::message::to_stderr(format_args!("note: {id}: `{known}` is left out: {why}"));
            }
        }
    }
    if theorems == 0 {
        return Err(Failure::Usage(format!("{id}: no rule has a certificate")));
    }
    let sources = [plain(rules), copy.source().to_owned()];
    Ok(file(&format!("{id}.printed"), (text, theorems), Some(sources)))
}

/// Returns rules in ABNF as the proofs take them: a checker knows the notation of RFC 5234, and no
/// prose that names a rule.
fn plain(rules: &abnf::Grammar) -> String {
    rules.rules().iter().map(|rule| format!("{} = {}\n", rule.name, rule.expr)).collect()
}
