//! Lines put together by their keys, for `--group`.

use std::collections::HashMap;
use std::io::Write;

use urigram::documents::{Equivalence, Form};
use urigram::normalization::Compared;
use urigram::{Grammar, Select, Urc};
use urigram_answers::escape::escaped;
use urigram_answers::json::{EquivalenceJson, GroupJson, MemberJson, Placed};

use super::{compare, unsaid, Arguments};
use crate::bulk::{Input, Reader};
use crate::exit::{Failure, Outcome};
use crate::line_grammar::LineGrammar;
use crate::options::Globals;
use crate::output;
use crate::per_line::{Answers, Place};
use crate::rejection::Rejection;

/// A line of a group.
struct Member {
    file: Option<String>,
    line: u64,
    input: Vec<u8>,
}

/// A line with its grammar and its key.
type Keyed = (Grammar, String, Member);

/// The lines of a block with a key, and the reasons why the others have none.
#[derive(Default)]
struct Work {
    keyed: Vec<Keyed>,
    answers: Answers,
}

pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let grammars = LineGrammar::new(globals, Select::Auto, "equivalent --group")?;
    let reader = Reader::new(&arguments.records, &arguments.operands, 1, true)?;
    let mut groups: Vec<(Grammar, String, Vec<Member>)> = Vec::new();
    let mut places: HashMap<(Grammar, String), usize> = HashMap::new();
    let mut outcome = Outcome::Done;
    let end = reader.blocks(
        &mut std::io::sink(),
        |input: &Input, block| {
            block.work = Work::default();
            input.each::<Work, 1>(block, |record, work| {
                let place = Place { file: input.label.as_deref(), line: record.number };
                let key = match &record.fields {
                    Ok([field]) => key(arguments, globals, &grammars, field),
                    Err(problem) => Err(Rejection::Said(problem.message.clone())),
                };
                match (key, &record.fields) {
                    (Ok((grammar, key)), Ok([field])) => {
                        let file = input.label.clone();
                        let member = Member { file, line: record.number, input: field.to_vec() };
                        work.keyed.push((grammar, key, member));
                    }
                    (Err(rejection), _) => {
                        work.answers.error(place, &rejection.message());
                        work.answers.add(rejection.outcome());
                    }
                    (Ok(_), Err(_)) => {}
                }
            });
        },
        |_, block, _| {
            let Work { keyed, answers } = std::mem::take(&mut block.work);
            for (grammar, key, member) in keyed {
                let place = *places.entry((grammar, key)).or_insert_with_key(|(grammar, key)| {
                    groups.push((*grammar, key.clone(), Vec::new()));
                    groups.len() - 1
                });
                groups[place].2.push(member);
            }
            outcome = outcome.and(answers.report());
            Ok(true)
        },
    )?;
    for (grammar, key, members) in &groups {
        if globals.json() {
            let lines = members.iter().map(|member| {
                let by = reasons(arguments, globals, *grammar, members, member);
                let answer =
                    MemberJson { input: (&member.input).into(), by: EquivalenceJson::of(&by) };
                Placed { file: member.file.as_deref(), line: member.line, answer }
            });
            let lines = lines.collect();
            output::json_line(out, &GroupJson { key, grammar: grammar.as_str(), lines })?;
            continue;
        }
        for member @ Member { file, line, input } in members {
            let file = file.as_ref().map_or(String::new(), |file| format!("{file}:"));
            write!(out, "{}\t{file}{line}\t{}", escaped(key.as_bytes()), escaped(input))?;
            let mut columns = Vec::new();
            super::by_columns(
                &mut columns,
                &reasons(arguments, globals, *grammar, members, member),
            );
            out.write_all(&columns)?;
            writeln!(out)?;
        }
    }
    end.outcome(outcome)
}

/// Returns the equivalences that make a line equivalent to the first one of its group.
fn reasons(
    arguments: &Arguments,
    globals: &Globals,
    grammar: Grammar,
    members: &[Member],
    member: &Member,
) -> Vec<&'static Equivalence> {
    match members.first() {
        Some(first) if first.input != member.input => {
            match compare(arguments, globals, grammar, &first.input, &member.input) {
                Ok(Compared::Equivalent { by }) => by,
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Returns the key of a line by the first grammar that accepts it.
fn key(
    arguments: &Arguments,
    globals: &Globals,
    grammars: &LineGrammar,
    line: &[u8],
) -> Result<(Grammar, String), Rejection> {
    let given = grammars.given(line);
    let found = grammars.with_components(&given, |grammar, _| grammar);
    let grammar = found.map_err(|error| match error {
        Some(error) => Rejection::from(error),
        None => Rejection::Said(LineGrammar::NONE.to_owned()),
    })?;
    let key = match std::str::from_utf8(line) {
        Ok(text) => arguments.normalizer(grammar, globals).key(text)?.map(String::from),
        Err(_) if grammar.document().form == Form::Urc => {
            let urc = Urc::parse_by(grammar, globals.reading(), line);
            urc.map_err(|error| error.to_string())?.key()
        }
        Err(_) => None,
    };
    match key {
        Some(key) => Ok((grammar, key)),
        None => Err(unsaid(arguments, globals, grammar)),
    }
}
