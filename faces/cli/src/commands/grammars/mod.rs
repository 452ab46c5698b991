//! `urigram grammars`: the documents and their content.

pub(super) mod json;
mod rules;
mod sections;
mod text;
mod ways;

use std::io::Write;

use clap::{Args, ValueEnum};
use urigram::documents::Rule;
use urigram::Grammar;
use urigram_answers::json::{DocumentJson, FactsJson};

use crate::exit::{Failure, Outcome};
use crate::name::Name;
use crate::options::{AnyRule, Globals, ABOUT_TEXT};
use crate::output::{self, Out};

/// List documents, practices and drafts, or show one: facts, rules, errata, constraints
///
/// A practice is what a program accepts, such as `whatwg`. Practices and drafts are used only if
/// they are named.
///
/// For a file or folder whose start rule is recursive, the rules are listed, with how that rule
/// runs; --rule asks the same of another one.
///
/// With --rule, only that rule is shown; without an ID, in every document that has it.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Grammars by their ids, or by the paths of folders or of files of rules; without any, the
    /// list
    #[arg(value_name = "ID|PATH")]
    ids: Vec<Name>,

    /// Write only the rules of one document, to read or to edit (`prove --pest` and `--abnf` read
    /// them back)
    #[arg(long, value_enum, value_name = "NOTATION", group = ABOUT_TEXT, conflicts_with = "rule")]
    source: Option<Notation>,

    /// Show each section of the documents with what it became: rules, errata, constraints and other
    /// rows, examples, or nothing, with the reason
    #[arg(long, conflicts_with_all = ["source", "rule", "reading"])]
    sections: bool,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

impl Arguments {
    /// Returns true if an operand is the path of a file or a folder.
    pub(super) fn names_path(&self) -> bool {
        self.ids.iter().any(|id| id.path().is_some())
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    Abnf,
    Pest,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let rule = globals.rule.as_deref();
    if let ([Name::Path(path)], None, false) =
        (&arguments.ids[..], arguments.source, arguments.sections)
        && let Some(outcome) = ways::list(globals, path, out)?
    {
        return Ok(outcome);
    }
    let mut named =
        arguments.ids.iter().map(|name| name.grammar(rule)).collect::<Result<Vec<_>, _>>()?;
    named.extend(&globals.grammars);
    if let Some(notation) = arguments.source {
        let [grammar] = named[..] else {
            return Err("--source takes one grammar".into());
        };
        let source = match notation {
            Notation::Abnf => grammar.abnf(globals.reading()),
            Notation::Pest => grammar.pest(globals.reading()),
        };
        if source.is_empty() {
            let notation = format!("{notation:?}").to_lowercase();
            return Err(Failure::Usage(format!(
                "{grammar} has no rules in this notation: {notation}"
            )));
        }
        write!(out, "{source}")?;
        return Ok(Outcome::Done);
    }
    if arguments.sections {
        if named.is_empty() {
            return Err("--sections needs a grammar".into());
        }
        for grammar in named {
            sections::write(out, grammar)?;
        }
        return Ok(Outcome::Done);
    }
    let shown = match (&globals.rule, named.is_empty()) {
        (None, true) if globals.reading.is_some() => {
            return Err("--reading needs an ID or --rule".into());
        }
        (None, true) => {
            list(out)?;
            return Ok(Outcome::Done);
        }
        (Some(rule), true) => crate::grammar::grammars(globals, Some(rule))?,
        (_, false) => named,
    };
    for (index, &grammar) in shown.iter().enumerate() {
        let rules: Vec<&'static Rule> = match &globals.rule {
            None => grammar.document().rules().iter().collect(),
            Some(name) => {
                let rule = grammar.document().rule(name);
                vec![rule.map_err(|error| Failure::unknown_in(name, grammar, error))?]
            }
        };
        let json = DocumentJson::new(grammar, globals.reading(), &rules)?;
        out.answer(
            || json,
            |out| {
                if index > 0 {
                    writeln!(out)?;
                }
                if globals.rule.is_none() {
                    return text::write(out, grammar, globals.reading(), &rules);
                }
                text::title(out, grammar)?;
                Ok(rules::write(out, grammar, globals.reading(), &rules, output::width())?)
            },
        )?;
    }
    Ok(Outcome::Done)
}

fn list(out: &mut Out<'_>) -> Result<(), Failure> {
    let all = || Grammar::ALL.iter().chain(Grammar::SCHEMES).copied().chain(Grammar::unselected());
    out.answers(|| all().map(FactsJson::new), text::list)
}
