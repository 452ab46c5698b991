//! `urigram extract`: identifiers in running text.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};

use clap::Args;
use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram::extract::{Extracted, Extractor, PLAIN_SCHEMES};
use urigram::Grammar;
use urigram_page::escape::escaped;
use urigram_page::json::bytes_entry;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::DIM;

/// Find identifiers in running text, by the documents' recommendations on delimiters
///
/// Prints one identifier a line, without its wrapper: angle brackets (white space inside is removed), double quotes
/// (line breaks inside are removed), or white space around it (punctuation after it is left out). A prefix `URL:` is
/// left out. The grammar is rfc3986 unless one is named, and it accepts every identifier found. urc-1993 finds whole
/// citations. Reads a stream in constant memory; an identifier above 64 KiB is skipped. The status is 1 if nothing is
/// found.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The text to read, in any character set that keeps ASCII; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: OsString,

    /// Write before each identifier its range in bytes, from START up to END, its wrapper, and whether it is cut or
    /// joined
    #[arg(short, long)]
    ranges: bool,

    /// Recognise this scheme between white space without `//` (mailto, news, mid, cid, tel and urn are); repeatable
    #[arg(long, value_name = "SCHEME")]
    scheme: Vec<String>,

    /// Leave out hyphens at line ends, as a typesetter inserts them
    #[arg(long)]
    drop_hyphens: bool,

    /// Leave out identifiers that are cut: the word goes on with a character that the grammar does not allow
    #[arg(long)]
    whole: bool,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let grammar = match globals.grammars[..] {
        [] => Grammar::Rfc3986,
        [one] => one,
        _ => return Err(Failure::Usage("extract takes one grammar".to_owned())),
    };
    if globals.rule.is_some() {
        return Err(Failure::Usage(
            "extract takes no --rule: it finds whole identifiers".to_owned(),
        ));
    }
    let schemes: Vec<&str> =
        PLAIN_SCHEMES.iter().copied().chain(arguments.scheme.iter().map(String::as_str)).collect();
    let extractor = Extractor::by(grammar, globals.reading()).plain_schemes(&schemes);
    let unreadable =
        |error: io::Error| Failure::Usage(format!("{}: {error}", arguments.file.to_string_lossy()));
    let reader: Box<dyn Read> = if arguments.file == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(&arguments.file).map_err(unreadable)?)
    };
    let mut any = false;
    for found in extractor.in_reader(reader) {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                out.flush()?;
                return Err(unreadable(error));
            }
        };
        if arguments.whole && found.cut {
            continue;
        }
        any = true;
        write(globals, arguments, &found, out)?;
    }
    Ok(Outcome::of(any))
}

fn write(
    globals: &Globals,
    arguments: &Arguments,
    found: &Extracted<'_>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if globals.json() {
        return output::json_line(out, &Json(found));
    }
    if arguments.ranges {
        let (start, end, wrapper) = (found.range.start, found.range.end, found.wrapper.id());
        let cut = if found.cut { ",cut" } else { "" };
        let joined = if found.joined { ",joined" } else { "" };
        write!(out, "{DIM}{start}-{end} {wrapper}{cut}{joined}{DIM:#} ")?;
    }
    let without = found.without_hyphens().filter(|_| arguments.drop_hyphens);
    writeln!(out, "{}", escaped(without.as_deref().unwrap_or(&found.text)))?;
    Ok(())
}

struct Json<'a>(&'a Extracted<'a>);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "text", &self.0.text)?;
        map.serialize_entry("start", &self.0.range.start)?;
        map.serialize_entry("end", &self.0.range.end)?;
        map.serialize_entry("wrapper", self.0.wrapper.id())?;
        map.serialize_entry("prefixed", &self.0.prefixed)?;
        map.serialize_entry("cut", &self.0.cut)?;
        map.serialize_entry("joined", &self.0.joined)?;
        if let Some(without) = self.0.without_hyphens() {
            map.serialize_entry("hyphens", &self.0.hyphens)?;
            bytes_entry(&mut map, "without_hyphens", &without)?;
        }
        map.end()
    }
}
