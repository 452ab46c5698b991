//! `urigram surt`: the sort-friendly form of URLs that web archives index by.

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;
use urigram_answers::json::{key, Bytes};
use urigram_extract::surt::{surt, Options};

use crate::bulk::{self, Reader};
use crate::exit::{Failure, Outcome};
use crate::options::FormatOption;
use crate::output::{self, Out};
use crate::{input, per_line};

/// Write the sort-friendly form of URLs that web archives index by
///
/// `http://www.archive.org/goo/?b&a` becomes `org,archive)/goo?a&b`: the labels of the host are
/// reversed; `www.`, default ports, userinfo, fragments, session ids and a final slash are dropped;
/// parameters are sorted, and letters are in lower case. These are the rules of the Internet
/// Archive's keys, not of any document. Every input has a form, whether or not it is a URL.
#[derive(Debug, Args)]
#[command(mut_arg("append", |append| append.requires("lines")))]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// The URLs; `-` reads one from standard input. With --lines, files
    #[arg(value_name = "URL|FILE", required_unless_present_any = ["lines", "string"])]
    operands: Vec<OsString>,

    /// A URL, even one that looks like an option
    #[arg(short = 's', long, value_name = "URL", conflicts_with_all = ["operands", "lines"])]
    string: Option<OsString>,

    /// Read a URL from each line of the files; `-`, or no file, is standard input
    #[arg(long)]
    lines: bool,

    /// Write the scheme before the host: `http://(org,archive)/`
    #[arg(long)]
    with_scheme: bool,

    /// Write a comma after the last label: `org,archive,)/`
    #[arg(long)]
    trailing_comma: bool,

    /// Keep `www.`, `www2.` and the like
    #[arg(long)]
    keep_www: bool,

    #[command(flatten)]
    append: bulk::Added,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) format: FormatOption,
}

pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Outcome, Failure> {
    let options = Options {
        with_scheme: arguments.with_scheme,
        trailing_comma: arguments.trailing_comma,
        keep_www: arguments.keep_www,
    };
    if arguments.lines {
        let reader = Reader::new(&arguments.records, &arguments.operands, 1, false)?;
        if arguments.append.is_given() {
            let append = arguments.append.columns(&[("surt", ())])?;
            let reader = reader.adding(&append.names);
            return per_line::append(&reader, &append, |url, ()| Ok(Some(surt(url, options))));
        }
        return per_line::run::<1>(out.format(), &reader, |place, [url], answers| {
            let surt = surt(url, options);
            let json = || SurtJson { input: url.into(), surt: (&surt).into() };
            answers.answer(place, Outcome::Done, json, |answers| answers.value(place, &surt))
        });
    }
    for operand in arguments.string.iter().chain(&arguments.operands) {
        input::note_file(operand, "urigram surt --lines");
        let url = match &arguments.string {
            Some(string) => string.as_encoded_bytes().to_vec(),
            None => input::read(operand, false)?,
        };
        let surt = surt(&url, options);
        let json = || SurtJson { input: (&url).into(), surt: (&surt).into() };
        out.answer(json, |out| output::value(out, "", &surt))?;
    }
    Ok(Outcome::Done)
}

/// A URL and its key in the Internet Archive's index.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SurtJson<'a> {
    /// The URL.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The key.
    #[serde(flatten)]
    pub(crate) surt: Bytes<'a, key::Surt>,
}
