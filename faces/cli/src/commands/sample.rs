//! `urigram sample`: random members of a rule, and near misses.

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde::Serialize;
use urigram::documents::Form;
use urigram::proof::{Dfa, Random, Sampler, Side};
use urigram::Grammar;
use urigram_answers::escape::escaped;
use urigram_answers::json::{key, Bytes};
use urigram_generate::NestedRule;

use crate::exit::{Failure, Outcome};
use crate::name::Name;
use crate::options::{AnyRule, Globals};
use crate::output::Out;

/// Draw random strings of a grammar or rule
///
/// A length is drawn first, then a string of that length. All possible lengths are equally likely,
/// and so are all strings of one length. In text output, unprintable bytes are escaped, as
/// --escaped reads them.
///
/// Texts of a recursive rule are derived at random until they get long or deep, and kept if the
/// rule accepts them; neither lengths nor texts are equally likely.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A grammar by its id (rfc3986 if none is named), or the path of a folder or of an .abnf or
    /// .pest file, whose first rule is its start rule
    #[arg(value_name = "ID|PATH")]
    subject: Option<Name>,

    /// The number of strings
    #[arg(short, long, value_name = "N", default_value_t = 10)]
    number: u64,

    /// The seed of the random generator. By default a time-based seed, printed to standard error
    #[arg(long)]
    seed: Option<u64>,

    /// The greatest length in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 60)]
    max_len: usize,

    /// Draw near misses: rejected strings, one edit away from an accepted one, printable if
    /// possible
    #[arg(long)]
    near: bool,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

impl Arguments {
    /// Returns the common options. A grammar is named by the operand, too.
    pub(super) fn globals(&self) -> Globals {
        Globals::from(&self.common).naming(self.subject.as_ref())
    }
}

/// The number of near misses drawn before one that does not print is accepted.
const DRAWS: usize = 64;

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if let Some(rule) = globals.nested {
        return recursive(arguments, rule, out);
    }
    let rule = globals.rule.as_deref();
    let grammar = match &globals.grammars[..] {
        [] => newest(),
        [grammar] => *grammar,
        _ => return Err("one grammar at a time".into()),
    };
    let side = Side { grammar, reading: globals.reading(), rule };
    let dfa = side
        .automaton()
        .map_err(|error| Failure::rule(rule.unwrap_or("the start rule"), grammar, error))?;
    // Words of eight bytes: three times the default, at most 240 MB.
    let limits = urigram::proof::Limits { nodes: 30_000_000, ..Default::default() };
    let sampler = Sampler::new(&dfa, arguments.max_len, limits).map_err(|error| {
        Failure::Limit(format!("{error}; a smaller --max-len needs less memory"))
    })?;
    let seed = seed(arguments);
    let mut random = Random::seeded(seed);
    let of = rule.map_or(String::new(), |rule| format!("`{rule}` of "));
    for _ in 0..arguments.number {
        let Some(member) = sampler.sample(&mut random) else {
            let most = arguments.max_len;
            crate::message::to_stderr(format_args!(
                "{of}{grammar} has no string of at most {most} bytes"
            ));
            return Ok(Outcome::Rejected);
        };
        let near = if arguments.near { near(&dfa, &member, &mut random) } else { Some(member) };
        let Some(string) = near else {
            crate::message::to_stderr(format_args!(
                "{of}{grammar} rejects no string: there is no near miss"
            ));
            return Ok(Outcome::Rejected);
        };
        write(out, &string)?;
    }
    Ok(Outcome::Done)
}

/// Draws texts that a recursive rule accepts, or near misses.
fn recursive(
    arguments: &Arguments,
    rule: &NestedRule,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let number = usize::try_from(arguments.number).unwrap_or(usize::MAX);
    let texts = rule
        .samples(number, arguments.max_len, arguments.near, seed(arguments))
        .map_err(|why| Failure::Usage(format!("nothing is drawn from {why}")))?;
    texts.iter().try_for_each(|text| write(out, text.as_bytes()))?;
    if texts.len() < number {
        crate::message::to_stderr(format_args!(
            "{} of {number} texts were found: `{}` is recursive or uses the stack, and texts are \
             drawn until a limit",
            texts.len(),
            rule.name()
        ));
    }
    Ok(Outcome::of(!texts.is_empty() || number == 0))
}

/// Returns the given seed, or a seed that is reported.
fn seed(arguments: &Arguments) -> u64 {
    let seed = arguments.seed.unwrap_or_else(clock);
    if arguments.seed.is_none() {
        crate::message::to_stderr(format_args!("seed {seed}"));
    }
    seed
}

fn write(out: &mut Out<'_>, string: &[u8]) -> Result<(), Failure> {
    let json = || TextJson { text: string.into() };
    out.answer(json, |out| writeln!(out, "{}", escaped(string)))
}

/// Returns the newest grammar of all schemes that builds on no other.
fn newest() -> Grammar {
    let mut newest = Grammar::ALL.iter().rev().copied();
    let generic = |grammar: &Grammar| {
        let document = grammar.document();
        document.form == Form::Generic && document.base.is_none()
    };
    newest.find(generic).unwrap_or(Grammar::ALL[0])
}

fn near(dfa: &Dfa, member: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut last = None;
    for _ in 0..DRAWS {
        last = Some(dfa.near_miss(member, random)?);
        if last.as_ref().is_some_and(|miss| miss.iter().all(|byte| (b' '..=b'~').contains(byte))) {
            break;
        }
    }
    last
}

fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// A string.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TextJson<'a> {
    /// The string.
    #[serde(flatten)]
    pub(crate) text: Bytes<'a, key::Text>,
}
