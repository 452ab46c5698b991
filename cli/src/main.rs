//! The command `urigram`: parse, check, compare and prove identifiers by every document since 1993.

mod args;
mod bytes;
mod commands;
mod exit;
mod figure;
mod input;
mod meaning;
#[cfg(test)]
mod one_answer;
mod output;
mod parallel;
mod report;
mod rules_file;
mod serve;
mod target;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    cli.globals.color.apply();
    let mut out = output::stdout(cli.globals.format);
    let run = commands::run(&cli, &mut *out);
    exit::status(run.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    }))
}
