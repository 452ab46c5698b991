//! `certificates GRAMMARS FILE…`: checks files of certificates against grammars as written.

use std::path::Path;
use std::process::ExitCode;

use urigram_certificates::{check, missing, subject, Sources, Theorem};

const HELP: &str = "\
certificates GRAMMARS FILE…
certificates --abnf FILE --pest FILE [--octets] FILE…

Checks urigram's certificates. GRAMMARS is a folder with a folder for each grammar:
ID/READING.abnf and ID/READING.pest; where ID/document.toml has `base = \"OTHER\"`, the rules are
laid over OTHER's, and `encoding = \"octets\"` makes the characters bytes.
The status is 1 if a file is refused or a rule has no theorem, and 2 if a file cannot be read.
";

fn main() -> ExitCode {
    run().unwrap_or_else(|message| {
        eprintln!("{message}");
        ExitCode::from(2)
    })
}

fn run() -> Result<ExitCode, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mut given, mut files, mut rest) = (Sources::default(), Vec::new(), arguments.iter());
    while let Some(argument) = rest.next() {
        let mut text = || read(Path::new(rest.next().ok_or(HELP)?));
        match argument.as_str() {
            "--octets" => given.octets = true,
            "--abnf" => given.abnf.push(text()?),
            "--pest" => given.pest.push(text()?),
            option if option.starts_with('-') => return Err(HELP.to_owned()),
            file => files.push(Path::new(file)),
        }
    }
    let is_own = !given.abnf.is_empty() || !given.pest.is_empty() || given.octets;
    let folder = if is_own || files.is_empty() { None } else { Some(files.remove(0)) };
    if files.is_empty() {
        return Err(HELP.to_owned());
    }
    let (mut proved, mut states, mut refused) = (0, 0, 0);
    for file in files {
        let outcome = one(file, folder, &given).and_then(|(theorems, missing)| {
            proved += theorems.len();
            states += theorems.iter().map(|theorem| theorem.states).sum::<usize>();
            if missing.is_empty() {
                return Ok(theorems.len());
            }
            Err(format!("{} theorems, and none about {}", theorems.len(), missing.join(", ")))
        });
        refused += usize::from(outcome.is_err());
        let outcome =
            outcome.map_or_else(|why| format!("refused: {why}"), |n| format!("{n} theorems"));
        println!("{}: {outcome}", file.display());
    }
    println!("{proved} theorems, {states} states, {refused} files refused or incomplete");
    Ok(ExitCode::from(u8::from(refused > 0)))
}

/// Checks a file. Returns the theorems, and the rules without one.
fn one(
    file: &Path,
    folder: Option<&Path>,
    given: &Sources,
) -> Result<(Vec<Theorem>, Vec<String>), String> {
    let text = read(file)?;
    let (id, reading) = subject(&text).map_err(|error| error.to_string())?;
    let sources = folder.map_or(Ok(given.clone()), |folder| find(folder, &id, &reading))?;
    let theorems = check(&text, &sources).map_err(|error| error.to_string())?;
    let missing = missing(&sources, &theorems)?;
    Ok((theorems, missing))
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Reads the grammars of a reading, after those of the document that it patches.
fn find(folder: &Path, id: &str, reading: &str) -> Result<Sources, String> {
    let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !plain(id) || !["printed", "corrected"].contains(&reading) {
        return Err(format!("{id} {reading} is not a grammar and reading"));
    }
    let facts = read(&folder.join(id).join("document.toml"))?;
    let fact = |key: &str| {
        let lines = facts.lines().take_while(|line| !line.starts_with('['));
        let mut values = lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        values.next().map(|value| value.trim_matches('"').to_owned())
    };
    let mut sources =
        Sources { octets: fact("encoding").as_deref() == Some("octets"), ..Sources::default() };
    let base = fact("base");
    for (id, is_own) in base.iter().map(|base| (base.as_str(), false)).chain([(id, true)]) {
        for (ending, texts) in [("abnf", &mut sources.abnf), ("pest", &mut sources.pest)] {
            let file = |reading| folder.join(id).join(format!("{reading}.{ending}"));
            let there = is_own || file(reading).exists();
            texts.push(read(&file(if there { reading } else { "printed" }))?);
        }
    }
    Ok(sources)
}
