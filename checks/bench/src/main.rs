//! One run compares urigram with its peers, interleaved; README.md says how.

mod clock;
mod components;
mod corpus;
mod document;
mod guard;
mod iris;
mod linear;
mod lines;
mod normalize;
mod recognise;
mod report;
mod resolve;
mod summary;
mod tasks;
mod templates;
mod trees;
mod values;

use clap::Parser;
use corpus::Corpus;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares urigram with its peers in one run, on one corpus, each peer on what it handles
/// correctly.
#[derive(Parser)]
struct Arguments {
    /// The turns of each contender of a task.
    #[arg(long, value_name = "N", default_value_t = 61)]
    rounds: usize,
    /// Run only the tasks whose titles contain this text.
    #[arg(long, value_name = "TEXT")]
    task: Option<String>,
    /// Write the summary between the marks `<!-- bench -->` and `<!-- /bench -->` of this file, and
    /// all tables to RESULTS.md next to this package's manifest.
    #[arg(long, value_name = "README", conflicts_with = "task")]
    write: Option<PathBuf>,
    /// Time each path on inputs from 1 KiB to 16 MiB, instead of all tasks. Then time every public
    /// function on hostile inputs of 16 and 256 KiB.
    #[arg(long)]
    linear: bool,
    /// Print the corpus, one input a line after the name of its part, instead of all tasks.
    #[arg(long, conflicts_with = "linear")]
    corpus: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<()> {
    if arguments.linear {
        println!("{}", linear::table(&linear::measure()));
        print!("{}", linear::every_function());
        return Ok(());
    }
    let corpus = Corpus::new();
    if arguments.corpus {
        return corpus.print(&mut io::stdout().lock());
    }
    let report = tasks::run(&corpus, arguments.rounds, arguments.task.as_deref().unwrap_or(""));
    let (full, summary) = (report.to_string(), summary::table(&report));
    println!("{full}\n{summary}");
    if let Some(readme) = &arguments.write {
        document::fill(readme, "bench", &summary)?;
        let head =
            "# Results\n\nWritten by `cargo run --release --manifest-path checks/bench/Cargo.toml -- --write \
            README.md`.\n\
            [README.md](README.md) describes the method.\n\n";
        let results = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");
        std::fs::write(results, format!("{head}{full}"))?;
    }
    Ok(())
}
