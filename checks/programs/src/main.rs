//! Holds practices against the programs that they describe.
//!
//! `urigram-programs [--count N] [ID…]` reads `programs.toml` beside it. Each program has a
//! driver: a line in, a JSON object out. The driver gets N strings (100,000 if left out), and
//! each answer is compared with that of the practice: the verdict, and the value of every
//! component. Programs whose strings can hold lone surrogates are asked about some. A path of a
//! folder in place of an ID takes its rules from there. `--replay STRING` asks about one string,
//! and prints what each program and its practice say. `--long` asks about strings of 1 MiB, and
//! prints which of them a program refuses, survives or reads otherwise.
//!
//! This is not a proof: a program may have more states than its practice.

mod driver;
mod expected;
mod inputs;
mod rows;
mod surrogates;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use driver::Answer;
use expected::Practice;
use rows::{Program, Programs};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let (mut count, mut asked, mut replay) = (100_000, Vec::new(), None);
    let mut is_long = false;
    while let Some(argument) = arguments.next() {
        if argument == "--count" {
            let number = arguments.next().and_then(|number| number.parse().ok());
            count = number.ok_or("--count takes a number")?;
        } else if argument == "--replay" {
            replay = Some(arguments.next().ok_or("--replay takes a string")?);
        } else if argument == "--long" {
            is_long = true;
        } else {
            asked.push(argument);
        }
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let programs = Programs::read(&folder.join("programs.toml"))?;
    let mut is_right = true;
    let mut examples = None;
    let named = |program: &&Program| {
        let name = |asked: &String| Path::new(asked).file_name().map(ToOwned::to_owned);
        asked.is_empty()
            || asked.iter().any(|asked| name(asked).is_some_and(|name| name == *program.grammar))
    };
    for program in programs.program.iter().filter(named) {
        let path =
            asked.iter().find(|asked| asked.contains('/') && asked.ends_with(&program.grammar));
        let practice = Practice::of(program, path.map(Path::new))?;
        // A driver that cannot be run is reported, and the next one is asked.
        let done = if let Some(input) = &replay {
            said(&folder, program, &practice, input).map(|()| true)
        } else if is_long {
            long(&folder, program, &practice).map(|()| true)
        } else {
            let examples = examples.get_or_insert_with(inputs::examples);
            let inputs = inputs::of(&practice, examples, count)?;
            let lone = surrogates::compare(&folder, program, &practice);
            let is_same = compare(&folder, program, &practice, &inputs);
            lone.and_then(|lone| Ok(is_same? && lone.unwrap_or(true)))
        };
        is_right &= done.unwrap_or_else(|why| {
            println!("{}: {why}", program.grammar);
            false
        });
    }
    Ok(is_right)
}

/// Asks a program about long strings, and prints what it makes of each.
fn long(folder: &Path, program: &Program, practice: &Practice) -> Result<(), String> {
    let (names, inputs): (Vec<_>, Vec<_>) = inputs::long().into_iter().unzip();
    let mut differences = Vec::new();
    driver::ask(folder, &program.driver, &inputs, driver::PATIENCE, |input, answer| {
        let name = names[differences.len()];
        differences.push(match answer {
            Answer::Broken(why) => format!("{name} breaks the driver: {why}"),
            Answer::Said(said) if practice.is_same(&practice.answer(input), &said) => String::new(),
            Answer::Said(None) => format!("{name} is refused, against the practice"),
            Answer::Said(_) => format!("{name} is read otherwise"),
        });
    })?;
    let differ: Vec<&String> = differences.iter().filter(|line| !line.is_empty()).collect();
    println!("{}: {} long strings, {} differ", program.grammar, differences.len(), differ.len());
    differ.iter().for_each(|line| println!("  {line}"));
    Ok(())
}

/// Asks a program about all inputs and prints how it differs from its practice. Returns true if it
/// does not, except where its rows say so.
fn compare(
    folder: &Path,
    program: &Program,
    practice: &Practice,
    inputs: &[String],
) -> Result<bool, String> {
    let (mut accepted, mut known, mut wrong) =
        (0, vec![0_usize; practice.differences.len()], Vec::new());
    let mut broken = Vec::new();
    let version = driver::ask(
        folder,
        &program.driver,
        inputs,
        driver::PATIENCE,
        |input, answer| match answer {
            Answer::Said(said) => {
                let ours = practice.answer(input);
                accepted += usize::from(said.is_some() && ours.is_some());
                let decided =
                    said.as_ref().and_then(|said| practice.decided_otherwise(input, said));
                if let (Some(component), false) = (decided, practice.is_listed(input)) {
                    broken.push(format!("{input:?}: values.tsv has another {component}"));
                }
                if !practice.is_same(&ours, &said) {
                    match practice.difference(input, &ours, &said) {
                        Some(number) => known[number] += 1,
                        None => wrong.push((input.clone(), ours, said)),
                    }
                }
            }
            Answer::Broken(why) => broken.push(format!("the driver broke at {input:?}: {why}")),
        },
    )?;
    let all: usize = known.iter().sum();
    println!(
        "{}: {version}, {} strings, {accepted} accepted by both, {} differ, {all} by known rules",
        program.grammar,
        inputs.len(),
        wrong.len(),
    );
    wrong.sort_by_key(|(input, ..)| input.len());
    for (input, ours, said) in wrong.iter().take(12) {
        println!("  {input:?}\n    practice {}\n    program  {}", shown(ours), shown(said));
    }
    broken.iter().take(12).for_each(|line| println!("  {line}"));
    let mut is_right = wrong.is_empty() && broken.is_empty();
    if !version.starts_with(&program.version) {
        println!("  another version: the practice describes {}", program.version);
        is_right &= program.may_be_newer;
    }
    for (row, count) in practice.differences.iter().zip(known) {
        if count == 0 || count * 1_000 > inputs.len() {
            println!("  {count} strings differ by {:?}: none, or too many", row.rule);
            is_right = false;
        }
    }
    if accepted * 20 < inputs.len() {
        println!("  one-sided inputs: both accept {accepted} of {}", inputs.len());
        is_right = false;
    }
    Ok(is_right)
}

/// Prints what a program says of one string, and what its practice says where that differs.
fn said(
    folder: &Path,
    program: &Program,
    practice: &Practice,
    input: &String,
) -> Result<(), String> {
    let ours = practice.answer(input);
    let one = std::slice::from_ref(input);
    driver::ask(folder, &program.driver, one, driver::PATIENCE, |_, answer| match answer {
        Answer::Said(said) => {
            println!("{}\t{}", program.grammar, shown(&said));
            if !practice.is_same(&ours, &said) {
                println!("  the practice: {}", shown(&ours));
            }
        }
        Answer::Broken(why) => println!("{}\tbroke: {why}", program.grammar),
    })?;
    Ok(())
}

fn shown(answer: &Option<driver::Components>) -> String {
    answer.as_ref().map_or("refuses".to_owned(), |components| format!("{components:?}"))
}
