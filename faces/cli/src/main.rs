//! The command `urigram`: parse, check, compare and prove identifiers by every document that
//! defined their syntax since 1993.
//!
//! ```text
//! arguments ── args, options ──► commands, a type for each subcommand
//!   grammars    grammar: an id, a draft, or the path of a folder or file
//!   strings     input, per_line
//!   files       bulk: blocks of whole records, on all processors (parallel)
//! answers (the library, urigram-answers) ──► output: text (table, diagram, style) or JSON
//! errors ── message, exit ──► standard error, and the exit status
//! ```

mod args;
mod bulk;
mod commands;
mod diagram;
mod exit;
mod grammar;
mod input;
mod message;
mod messages;
mod name;
#[cfg(test)]
mod one_answer;
mod options;
mod output;
mod parallel;
mod per_line;
mod progress;
mod rejected_lines;
mod rejection;
mod rules_file;
mod strict;
mod style;
mod table;
mod unpacked;
mod values;

use std::io::Write;
use std::process::ExitCode;

use clap::FromArgMatches;

fn main() -> ExitCode {
    let matches = args::command()
        .try_get_matches()
        .unwrap_or_else(|error| args::advised(error, &args::command()).exit());
    let cli = args::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.color.color.apply();
    let globals = cli.command.globals();
    let mut out = output::stdout(globals.format);
    let run = args::refuse_text(&matches, globals.format)
        .and_then(|()| {
            let names_path = globals.paths().next().is_some();
            let reads_rules = names_path || cli.command.reads_rules();
            name::set_own_rules(&globals.imports, globals.budget, reads_rules)
        })
        .and_then(|()| commands::run(&cli.command, args::command, &globals, &mut out));
    exit::status(run.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}
