//! `urigram diff`: where two documents read a file of identifiers differently.

mod components;
pub(super) mod json;
mod shortest;
mod write;

use std::ffi::OsString;
use std::io::Write;
use std::str::FromStr;

use clap::Args;
use urigram::errors::UnknownName;
use urigram::Component;
use urigram_study::migrate::{self, Cause, Culprit, Kind, Migration, Presence, Tally};

use crate::bulk::{self, Block, Input, Judged, Quick, Reader, Record};
use crate::exit::{Failure, Outcome};
use crate::grammar::Operand;
use crate::options::{
    BudgetOption, FormatOption, Globals, ImportOption, ReadingOption, RuleOption,
};
use crate::output::{self, Out};
use crate::per_line::Place;
use write::Files;

/// Find where two grammars read a file of identifiers differently, and why
///
/// One identifier a line, ended by LF or CRLF; empty lines are identifiers. Lines that differ are
/// counted by cause: no longer accepted, newly accepted, split differently, resolving differently
/// against --base, normalizing differently. Each cause is named by rule, section and what becomes
/// of each component, with its first lines as examples. With --each, every line that differs is
/// written, and with --component those that both accept and split differently. The status is 1 if a
/// line differs, or if one differs in a way that --fail-on names. Memory does not grow with the
/// files.
#[derive(Debug, Args)]
#[command(mut_arg("rule", |rule| rule.requires("components")))]
pub(crate) struct Arguments {
    /// The document that the identifiers were written by: ID or the path of a folder or of a file
    /// of rules, perhaps with @READING
    #[arg(value_name = "A")]
    from: Operand,

    /// The document that will read them, given like A
    #[arg(value_name = "B")]
    to: Operand,

    /// The files to read; `-`, or no file, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    string: bulk::StringInput,

    /// Also resolve every line against this base
    #[arg(long, value_name = "URI")]
    base: Option<String>,

    /// Write each line that differs, with all its causes, instead of the causes with their lines
    #[arg(long)]
    each: bool,

    /// Write the lines that both grammars accept and split differently in a component, repeatable,
    /// or in any (`all`)
    #[arg(long = "component", value_name = "COMPONENT|RULE|all")]
    #[arg(conflicts_with_all = ["base", "each", "fail_on", "examples"])]
    components: Vec<String>,

    /// Fail only if a line differs in one of these ways: lost, gained, split, resolution,
    /// normalization, or a component that differs and has text on at least one side (`host`)
    #[arg(long, value_name = "KIND|COMPONENT,…", value_delimiter = ',')]
    fail_on: Vec<FailOn>,

    /// The number of examples of each cause [default: 3]
    #[arg(long, value_name = "N", conflicts_with = "each")]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1000))]
    examples: Option<u16>,

    /// Read no file: write the shortest string of each change, over all strings. `none` is a proof.
    /// The changes are of the verdict, of the host, and of its value
    #[arg(long, conflicts_with_all = ["files", "base", "each", "components", "fail_on", "examples"])]
    shortest: bool,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) reading: ReadingOption,

    #[command(flatten)]
    pub(super) rule: RuleOption,

    #[command(flatten)]
    pub(super) imports: ImportOption,

    #[command(flatten)]
    pub(super) budget: BudgetOption,

    #[command(flatten)]
    pub(super) format: FormatOption,
}

impl Arguments {
    /// Returns true if an operand is the path of a file or a folder.
    pub(super) fn names_path(&self) -> bool {
        [&self.from, &self.to].iter().any(|operand| operand.name.path().is_some())
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if !arguments.components.is_empty() {
        return components::run(globals, arguments, out);
    }
    let (from, to) = (arguments.from.side(globals, None)?, arguments.to.side(globals, None)?);
    if arguments.shortest {
        return shortest::run([from, to], out);
    }
    let mut migration = Migration::new(from.grammar, to.grammar).readings(from.reading, to.reading);
    if let Some(base) = &arguments.base {
        migration = migration
            .base(base)
            .map_err(|error| Failure::Usage(format!("--base {base:?}: {error}")))?;
    }
    let most = if arguments.each { 0 } else { usize::from(arguments.examples.unwrap_or(3)) };
    let reader = Reader::new(&arguments.records, &arguments.files, 1, !arguments.each)?;
    let reader = reader.or_string(&arguments.string);
    let (mut tally, format) = (Tally::new(most), out.format());
    let one = |input: &Input, record: &Record<'_, 1>, work: &mut Option<Work>| {
        let Some(Work { tally, lines }) = work else { return };
        let [field] = match &record.fields {
            Ok(fields) => fields,
            Err(problem) if problem.is_limit() => return tally.add_undecided(),
            Err(_) => return tally.add_rejected(),
        };
        let number = Files::number(input.index, record.number);
        let outcome = tally.add(&migration, number, field);
        if let (true, migrate::Outcome::Differs(causes)) = (arguments.each, outcome) {
            let place = Place { file: input.label.as_deref(), line: record.number };
            let line = write::Line { place, input: field, causes: &causes, migration: &migration };
            line.write(format, lines);
        }
    };
    let same = Quick::new(|| migration.plain_lines());
    let work = |input: &Input, block: &mut Block<Option<Work>>| {
        block.work = Some(Work { tally: Tally::new(most), lines: Vec::new() });
        let same = if input.is_lines() { same.of(block) } else { None };
        let Some(same) = same else {
            input.each::<_, 1>(block, |record, work| one(input, &record, work));
            return;
        };
        input.judge(block, same, |judged, work| match (judged, work) {
            (Judged::Accepted { count, .. }, Some(work)) => work.tally.add_same(count),
            (Judged::Other(record), work) => one(input, &record, work),
            _ => {}
        });
    };
    let mut bytes = output::bytes();
    let mut batches = reader.batches(None);
    while let Some((_, blocks)) = batches.next(&mut bytes, work)? {
        for work in blocks.iter_mut().filter_map(|block| block.work.take()) {
            tally = std::mem::take(&mut tally).merged(work.tally);
            bytes.write_all(&work.lines)?;
        }
    }
    let end = batches.end()?;
    bytes.flush()?;
    if end.is_unread {
        return end.outcome(Outcome::Done);
    }
    write::write(out, Files(&reader.names()), &migration, &tally, !arguments.each)?;
    end.outcome(match (fails(arguments, &tally), tally.undecided()) {
        (true, _) => Outcome::Rejected,
        (false, 0) => Outcome::Done,
        (false, _) => Outcome::Undecided,
    })
}

/// The answer to a block.
struct Work {
    tally: Tally,
    lines: Vec<u8>,
}

/// Returns true if a difference was found that fails the command.
fn fails(arguments: &Arguments, tally: &Tally) -> bool {
    let is_named = |cause: &Cause| arguments.fail_on.iter().any(|fail_on| fail_on.names(cause));
    match arguments.fail_on[..] {
        [] => tally.differing() > 0,
        _ => tally.causes().into_iter().any(|(cause, _)| is_named(cause)),
    }
}

/// A difference that fails the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FailOn {
    Kind(Kind),
    /// A component that differs. That it is absent for one document and empty for the other is a
    /// formality.
    Component(Component),
}

impl FailOn {
    fn names(self, cause: &Cause) -> bool {
        match (self, cause.culprit()) {
            (FailOn::Kind(kind), _) => kind == cause.kind(),
            (FailOn::Component(component), Culprit::Components(changes)) => changes
                .get(component)
                .is_some_and(|(before, after)| [before, after].contains(&Presence::Text)),
            _ => false,
        }
    }
}

impl FromStr for FailOn {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<FailOn, UnknownName> {
        let kinds = Kind::ALL.map(|kind| (kind.name(), FailOn::Kind(kind)));
        let components = Component::ALL.map(|one| (one.name(), FailOn::Component(one)));
        let all = kinds.into_iter().chain(components);
        UnknownName::resolve("kind or component", name, all, |(name, _)| name)
            .map(|(_, found)| found)
    }
}
