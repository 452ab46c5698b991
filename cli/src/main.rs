//! The command `urigram`: parse, check, compare and prove identifiers by every document that
//! defined their syntax since 1993.

mod args;
mod bulk;
mod commands;
mod diagram;
mod exit;
mod input;
mod message;
#[cfg(test)]
mod one_answer;
mod operand;
mod options;
mod output;
mod parallel;
mod progress;
mod rule_ref;
mod rules_file;
mod select;
mod style;
mod table;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    cli.globals.color.apply();
    let mut out = output::stdout(cli.globals.format);
    let run = commands::run(&cli.command, &cli.globals, &mut *out);
    exit::status(run.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}
