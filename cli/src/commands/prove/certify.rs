//! Certificates: proofs that another program can check.

use std::io::Write;
use std::path::Path;

use urigram::documents::same_name;
use urigram::proof::{abnf, ProofError, Transcriptions};
use urigram::{Grammar, Reading};

use crate::exit::{Failure, Outcome};
use crate::name::Name;
use crate::options::Globals;
use crate::{parallel, rule_ref};

/// A file of certificates: its name, its text, and the number of theorems in it.
struct File {
    name: String,
    text: String,
    theorems: usize,
    /// The rules, imported ones included, of a grammar that the checker finds in no folder.
    sources: Vec<(String, String)>,
}

/// Writes the certificates of grammars into a folder; `-` is standard output, for one.
pub(super) fn run(
    globals: &Globals,
    ids: &[Name],
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    let mut grammars = globals.grammars.clone();
    for name in ids {
        grammars.push(name.unproved(rule)?);
    }
    if grammars.is_empty() {
        grammars = rule_ref::grammars(globals, rule)?;
    }
    let mut tasks = Vec::new();
    for grammar in grammars {
        if let Some(rule) = rule {
            let known = grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, grammar, error))?;
        }
        tasks.extend(readings(grammar, globals.reading)?.into_iter().map(|it| (grammar, it)));
    }
    let folder = Some(folder).filter(|folder| *folder != Path::new("-"));
    if folder.is_none() && tasks.len() != 1 {
        return Err(Failure::Usage(format!(
            "{} files of certificates: name a folder with --certify, or one grammar and --reading",
            tasks.len()
        )));
    }
    let mut written = 0;
    let work = |&(grammar, reading): &(Grammar, Reading)| certificates(grammar, reading, rule);
    parallel::in_order(&tasks, work, |file| {
        let File { name, text, theorems, sources } = file?;
        written += theorems;
        let Some(folder) = folder else {
            out.write_all(text.as_bytes())?;
            return Ok::<(), Failure>(());
        };
        let path = folder.join(name);
        let failed = |error: std::io::Error| Failure::Usage(format!("{}: {error}", path.display()));
        std::fs::create_dir_all(folder).map_err(failed)?;
        std::fs::write(&path, text).map_err(failed)?;
        writeln!(out, "{}", path.display())?;
        for (name, text) in sources {
            let path = folder.join(name);
            let failed = |error| Failure::Usage(format!("{}: {error}", path.display()));
            std::fs::write(&path, text).map_err(failed)?;
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
    let file = |ending: &str| format!("{}.{}.{ending}", grammar.as_str(), reading.id());
    let pest = grammar.pest(reading).to_owned();
    let sources = [("abnf", plain(grammar.abnf(reading))), ("pest", pest)];
    let sources = sources.into_iter().filter(|_| !is_published);
    let sources = sources.map(|(ending, text)| (file(ending), text)).collect();
    Ok(File { name: file("cert"), text, theorems, sources })
}

/// Returns rules in ABNF as the proofs take them: a checker knows the notation of RFC 5234, and no
/// prose that names a rule.
fn plain(text: &str) -> String {
    let rules = abnf::Grammar::read(text);
    rules.rules().iter().map(|rule| format!("{} = {}\n", rule.name, rule.expr)).collect()
}
