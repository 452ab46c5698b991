//! `urigram migrate`: changes for a file of identifiers between two documents.

mod write;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::mem;

use clap::Args;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use urigram::migrate::{Migration, Tally};

use crate::bulk::{self, Block, Source};
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::operand::Operand;
use crate::options::Globals;
use crate::progress::Progress;

/// Count the changes for a file of identifiers when another document reads them
///
/// One identifier a line, ended by LF or CRLF; empty lines are identifiers. Lines that differ are counted by cause: no
/// longer accepted, newly accepted, split differently, resolving differently against --base, normalizing differently;
/// each cause is named by rule and section, with its first lines as examples. The status is 1 if a line differs. Memory
/// does not grow with the file.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The document by which the identifiers were written: ID or ID@READING
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

    /// The number of examples of each cause
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(..=1000))]
    examples: u16,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if globals.rule.is_some() || !globals.grammars.is_empty() {
        return Err(Failure::Usage(
            "migrate reads whole identifiers by --from and --to".to_owned(),
        ));
    }
    let reading = |operand: Operand| operand.reading.unwrap_or(globals.reading());
    let Arguments { from, to, .. } = *arguments;
    let mut migration =
        Migration::new(from.grammar, to.grammar).readings(reading(from), reading(to));
    if let Some(base) = &arguments.base {
        migration = migration
            .base(base)
            .map_err(|error| Failure::Usage(format!("--base {base:?}: {error}")))?;
    }
    let tally = tally(&arguments.file, &migration, usize::from(arguments.examples))?;
    if globals.json() {
        write::json(out, &migration, &tally)?;
    } else {
        write::text(out, &migration, &tally)?;
    }
    Ok(match (tally.differing(), tally.undecided()) {
        (0, 0) => Outcome::Done,
        (0, _) => Outcome::Undecided,
        _ => Outcome::Rejected,
    })
}

/// Reads blocks of lines on all processors, the next ones while the ones before are compared.
fn tally(file: &OsStr, migration: &Migration, examples: usize) -> Result<Tally, Failure> {
    let unreadable =
        |error: io::Error| Failure::Usage(format!("{}: {error}", file.to_string_lossy()));
    let file =
        if file == "-" { input::stdin_file() } else { Some(File::open(file).map_err(unreadable)?) };
    let mut source = match &file {
        Some(file) => Source::file(file),
        None => Source::stream(io::stdin(), false),
    };
    let mut progress = file.as_ref().map_or_else(Progress::none, |file| Progress::of(file, true));
    let compared = |block: &Block| {
        let mut tally = Tally::new(examples);
        (block.first..)
            .zip(bulk::lines(block.bytes()))
            .for_each(|(number, line)| tally.add(migration, number, line));
        if block.too_long.is_some() {
            tally.add_undecided();
        }
        tally
    };
    let most = 2 * rayon::current_num_threads();
    let mut all = Tally::new(examples);
    let (mut now, mut next): (Vec<Block>, Vec<Block>) = (Vec::new(), Vec::new());
    source.fill(&mut now, most);
    while !now.is_empty() {
        let of_blocks =
            || now.par_iter().map(compared).reduce(|| Tally::new(examples), Tally::merged);
        let ((), tally) = rayon::join(|| source.fill(&mut next, most), of_blocks);
        all = all.merged(tally);
        progress.at(source.read());
        mem::swap(&mut now, &mut next);
    }
    source.failure().map_or(Ok(all), |error| Err(unreadable(error)))
}
