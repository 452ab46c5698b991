//! `urigram abnf`: the rules in the text of an RFC or a draft.

pub(super) mod json;
mod report;

use std::ffi::OsString;
use std::path::Path;

use clap::{Args, ValueEnum};
use urigram_rfc::{extract, implies_white_space, Extraction, ListRule};

use crate::exit::{Failure, Outcome};
use crate::options::{FormatOption, ImportOption};
use crate::output::Out;
use crate::unpacked;
use json::{AbnfJson, FoundRuleJson, LeftOutJson};

/// Write the ABNF in the text of an RFC or a draft; with --check, an author's report
///
/// FILE is the text of a document, its v3 XML, or a file that ends in .abnf, which is taken as it
/// is. Page breaks, headers, prose and programs are left out, with a note on standard error for
/// lines that look like a rule. Each rule has its section, page and line as a comment. `|` becomes
/// `/`, and RFC 9110's `#rule` is expanded.
///
/// With --check, names that the text does not define are those of the RFCs that it cites, and of
/// those that --import names. Only findings are written: lines that are not ABNF, names without a
/// definition, rules that derive nothing or that no other rule uses, left recursion, components
/// that a string gives two places, strings whose case does not matter, and strings that are lost to
/// a reader that takes the first matching alternative, as a PEG or a regular expression does. The
/// status is 1 if there is an error. Every line between `~~~ abnf` and `~~~`, or in <sourcecode
/// type="abnf">, is ABNF.
#[derive(Debug, Args)]
#[command(mut_arg("imports", |import| import.requires("check")))]
pub(crate) struct Arguments {
    /// Texts, XML or .abnf files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<OsString>,

    /// Report what an author should know before publishing a document
    #[arg(long)]
    check: bool,

    /// Let warnings also make the status 1
    #[arg(long, requires = "check")]
    strict: bool,

    /// The side whose lists `#rule` describes (RFC 9110, section 5.6.1)
    #[arg(long, value_name = "SIDE", value_enum, default_value_t = Lists::Recipient)]
    list: Lists,

    #[command(flatten)]
    pub(super) imports: ImportOption,

    #[command(flatten)]
    pub(super) format: FormatOption,
}

/// The side whose lists `#rule` is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lists {
    Sender,
    Recipient,
}

pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Outcome, Failure> {
    let lists = match arguments.list {
        Lists::Sender => ListRule::Sender,
        Lists::Recipient => ListRule::Recipient,
    };
    let mut outcome = Outcome::Done;
    for file in &arguments.files {
        let file_name = file.to_string_lossy();
        let text = unpacked::text(file)?;
        let is_abnf = Path::new(file).extension().is_some_and(|ending| ending == "abnf");
        let found = if is_abnf { None } else { Some(extract(&text, lists)) };
        if !is_abnf && implies_white_space(&text) {
            crate::message::to_stderr(format_args!(
                "note: {file_name}: the text implies white space between the words of a rule; the rules \
                 here have it as *LWS, except inside of words and URIs"
            ));
        }
        for mark in found.iter().flat_map(|found| &found.marks) {
            crate::message::to_stderr(format_args!("note: {file_name}: {}", mark.error));
        }
        if arguments.check {
            let rules = found.as_ref().map_or_else(|| text.clone(), Extraction::in_place);
            let report = report::of(&rules, &text);
            report::write(&file_name, &report, out)?;
            outcome = outcome.and(report::outcome(&report, arguments.strict));
            continue;
        }
        let found = found.unwrap_or_else(|| extract(&text, lists));
        outcome = outcome.and(Outcome::of(!found.rules.is_empty()));
        write(&file_name, &found, out)?;
    }
    Ok(outcome)
}

fn write(file: &str, found: &Extraction, out: &mut Out<'_>) -> Result<(), Failure> {
    let json = || {
        let rules = found.rules.iter().map(|it| FoundRuleJson {
            rule: &it.name,
            line: it.line,
            page: it.page,
            section: &it.section,
            source: &it.source,
            changes: &it.changes,
        });
        let left_out = found.left_out.iter();
        let left_out =
            left_out.map(|it| LeftOutJson { rule: &it.name, line: it.line, why: &it.why });
        AbnfJson { file, rules: rules.collect(), left_out: left_out.collect() }
    };
    out.answer(json, |out| {
        out.write_all(found.to_abnf().as_bytes())?;
        out.flush()?;
        for it in &found.left_out {
            crate::message::to_stderr(format_args!(
                "note: {file}: line {}: `{}` is left out: {}",
                it.line, it.name, it.why
            ));
        }
        let plural = if found.rules.len() == 1 { "" } else { "s" };
        crate::message::to_stderr(format_args!("{} rule{plural} in {file}", found.rules.len()));
        Ok::<(), Failure>(())
    })
}
