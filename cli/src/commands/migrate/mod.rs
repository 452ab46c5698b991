//! `urigram migrate`: what changes for a file of identifiers between two documents.

mod chunks;
mod write;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

use clap::Args;
use rayon::iter::{ParallelBridge, ParallelIterator};
use urigram::migrate::{Migration, Tally};

use crate::args::Globals;
use crate::commands::check::progress::Progress;
use crate::commands::compare::Operand;
use crate::exit::{Failure, Outcome};
use chunks::{Chunk, Chunks};

/// Count what changes for a file of identifiers when they are read by another document
///
/// One identifier a line, ended by LF or CRLF; empty lines are identifiers. Lines that differ are counted by cause: no
/// longer accepted, newly accepted, split differently, resolving differently against --base, normalizing differently;
/// each cause is named by rule and section, with its first lines as examples. The status is 1 if a line differs. Memory
/// does not grow with the file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The document that the identifiers were written for: ID or ID@READING
    #[arg(long, value_name = "ID")]
    from: Operand,

    /// The document by which they will be read: ID or ID@READING
    #[arg(long, value_name = "ID")]
    to: Operand,

    /// The file to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: OsString,

    /// Resolve every line against this base, too
    #[arg(long, value_name = "URI")]
    base: Option<String>,

    /// How many examples of each cause to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(..=1000))]
    examples: u16,
}

const BUFFER: usize = 256 * 1024;

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if globals.rule.is_some() || !globals.grammars.is_empty() {
        return Err(Failure::Usage("migrate reads whole identifiers by --from and --to".to_owned()));
    }
    let reading = |operand: Operand| operand.reading.unwrap_or(globals.reading());
    let Arguments { from, to, .. } = *arguments;
    let mut migration = Migration::new(from.grammar, to.grammar).readings(reading(from), reading(to));
    if let Some(base) = &arguments.base {
        migration = migration.base(base).map_err(|error| Failure::Usage(format!("--base {base:?}: {error}")))?;
    }
    let tally = tally(&arguments.file, &migration, usize::from(arguments.examples))?;
    match globals.json() {
        true => write::json(out, &migration, &tally)?,
        false => write::text(out, &migration, &tally)?,
    }
    Ok(match (tally.differing(), tally.undecided()) {
        (0, 0) => Outcome::Done,
        (0, _) => Outcome::Undecided,
        _ => Outcome::Rejected,
    })
}

/// Reads and judges in chunks; one thread reads while others judge, and as many chunks are held as there are threads.
fn tally(file: &OsStr, migration: &Migration, examples: usize) -> Result<Tally, Failure> {
    let unreadable = |error: io::Error| Failure::Usage(format!("{}: {error}", file.to_string_lossy()));
    let (reader, progress): (Box<dyn Read + Send>, Progress) = match file == "-" {
        true => (Box::new(io::stdin()), Progress::none()),
        false => {
            let file = File::open(file).map_err(unreadable)?;
            let progress = Progress::of(&file, true);
            (Box::new(file), progress)
        }
    };
    let judged = |chunk: Chunk| {
        let mut tally = Tally::new(examples);
        for (number, line) in chunk.lines() {
            match line {
                Some(line) => tally.add(migration, number, line),
                None => tally.add_undecided(),
            }
        }
        tally
    };
    let chunks = Chunks::new(BufReader::with_capacity(BUFFER, reader), progress);
    let tallies = chunks.par_bridge().map(|chunk| chunk.map(judged));
    tallies.try_reduce(|| Tally::new(examples), |one, other| Ok(one.merged(other))).map_err(unreadable)
}
