//! The command `urigram`: parse, check, compare and prove identifiers by every document that
//! defined their syntax since 1993.

mod absent;
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
mod style;
mod table;
mod texts;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    cli.globals.color.apply();
    let mut out = output::stdout(cli.globals.format);
    let line = args::Cli::command();
    let run = commands::run(&cli.command, &cli.globals, line, &mut *out);
    exit::status(run.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}
