//! `compare --replay`: the shortest strings, asked of the programs that are installed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use urigram::agreement::{Agreement, Outcome};
use urigram::Component;
use urigram_answers::escape::witness;
use urigram_answers::json::{ReplayJson, SaidJson};

use super::driver::{self, Answer};
use crate::exit::Failure;
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, HEAD, NAME};
use crate::table::columns;

/// The drivers of a folder, by the ids of the practices that describe their programs.
pub(super) struct Programs {
    folder: PathBuf,
    drivers: Vec<(String, String)>,
}

impl Programs {
    /// Reads the list of drivers in a folder that `.ci/programs` made.
    pub(super) fn of(folder: &Path) -> Result<Programs, Failure> {
        let list = folder.join("drivers.tsv");
        let text = std::fs::read_to_string(&list).map_err(|error| {
            Failure::Usage(format!(
                "--replay: {}: {error}; `.ci/programs --list` in the sources of urigram installs \
                 the programs, and makes this folder",
                list.display()
            ))
        })?;
        let row = |line: &str| {
            let (grammar, command) = line.split_once('\t')?;
            Some((grammar.to_owned(), command.to_owned()))
        };
        let rows: Option<Vec<_>> = text.lines().map(row).collect();
        let drivers = rows.filter(|rows| !rows.is_empty()).ok_or_else(|| {
            Failure::Usage(format!(
                "--replay: {} is not a list of drivers: each line is an id, a tab and a command",
                list.display()
            ))
        })?;
        Ok(Programs { folder: folder.to_owned(), drivers })
    }

    /// Asks every program about the string of each difference, and writes what each says of the
    /// component.
    pub(super) fn write(
        &self,
        globals: &Globals,
        answers: &[Agreement<'_>],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut asked: Vec<(String, Vec<Component>)> = Vec::new();
        for answer in answers {
            let Outcome::Differs(difference) = &answer.outcome else { continue };
            let Ok(input) = std::str::from_utf8(&difference.input) else {
                writeln!(out, "{} is no text: no program is asked", witness(&difference.input))?;
                continue;
            };
            match asked.iter_mut().find(|(known, _)| known == input) {
                Some((_, components)) if components.contains(&answer.component) => {}
                Some((_, components)) => components.push(answer.component),
                None => asked.push((input.to_owned(), vec![answer.component])),
            }
        }
        let inputs: Vec<String> = asked.iter().map(|(input, _)| input.clone()).collect();
        let mut said: Vec<Vec<SaidJson>> = vec![Vec::new(); inputs.len()];
        for driver in self.drivers.iter().filter(|_| !inputs.is_empty()) {
            let told = self.ask(driver, &inputs);
            said.iter_mut().zip(told).for_each(|(all, one)| all.push(one));
        }
        for ((input, components), said) in asked.iter().zip(said) {
            if globals.json() {
                output::json_line(out, &ReplayJson { replay: input, said })?;
                continue;
            }
            writeln!(out, "{HEAD}Replay of{HEAD:#} {}", witness(input.as_bytes()))?;
            let rows: Vec<_> = said.iter().map(|said| row(said, components)).collect();
            columns(out, 2, &rows)?;
        }
        Ok(())
    }

    /// Returns the answer of a program to each input, in order.
    fn ask(&self, (grammar, command): &(String, String), inputs: &[String]) -> Vec<SaidJson> {
        let mut told: Vec<SaidJson> = Vec::new();
        let one = |result, components, reason| SaidJson {
            grammar: grammar.clone(),
            version: None,
            result,
            components,
            reason,
        };
        let done = driver::ask(&self.folder, command, inputs, driver::PATIENCE, |_, answer| {
            told.push(match answer {
                Answer::Said(Some(components)) => one("accepted", Some(components), None),
                Answer::Said(None) => one("refused", None, None),
                Answer::Broken(why) => one("broken", None, Some(why)),
            });
        });
        let (version, why) = match done {
            Ok(version) => (Some(version), String::new()),
            Err(why) => (None, why),
        };
        told.resize_with(inputs.len(), || one("broken", None, Some(why.clone())));
        told.iter_mut().for_each(|said| said.version.clone_from(&version));
        told
    }
}

fn row(said: &SaidJson, components: &[Component]) -> Vec<(Style, String)> {
    let none = BTreeMap::new();
    let found = said.components.as_ref().unwrap_or(&none);
    let value = |component: &Component| match found.get(component.name()) {
        Some(value) => format!("{component} {}", witness(value.as_bytes())),
        None => format!("{component} absent"),
    };
    let answer = match (said.result, found.get("front")) {
        // Of URL of JavaScript the beginning is asked.
        ("accepted", Some(front)) => (Style::new(), format!("URL {}", witness(front.as_bytes()))),
        ("accepted", None) => {
            (Style::new(), components.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        (other, _) => {
            let why = said.reason.as_ref().map_or(String::new(), |why| format!(": {why}"));
            (BAD, format!("{other}{why}"))
        }
    };
    let version = said.version.clone().unwrap_or_default();
    vec![(NAME, said.grammar.clone()), (Style::new(), version), answer]
}
