//! The command `urigram`: parse, check, compare and prove identifiers by every document that
//! defined their syntax since 1993.

mod args;
mod bulk;
mod commands;
mod diagram;
mod exit;
mod input;
mod line_grammar;
mod message;
mod messages;
mod name;
#[cfg(test)]
mod one_answer;
mod operand;
mod operands;
mod options;
mod output;
mod parallel;
mod per_line;
mod progress;
mod rejection;
mod rule_ref;
mod rules_file;
mod select;
mod strict;
mod style;
mod table;
mod texts;
mod unused;
mod values;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

fn main() -> ExitCode {
    let matches = unused::hidden(args::Cli::command()).get_matches();
    let cli = args::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.globals.color.apply();
    let mut out = output::stdout(cli.globals.format);
    let run = unused::refuse(matches.subcommand_name().unwrap_or_default(), &cli.globals).and_then(
        |()| {
            let line = unused::listed(args::Cli::command());
            commands::run(&cli.command, &cli.globals, line, &mut *out)
        },
    );
    exit::status(run.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}
