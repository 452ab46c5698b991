//! `urigram compare`: the relation of two rules' languages, or agreement on components.

pub(super) mod components;
mod grid;
mod matrix;
mod recursive;

use std::io::{self, Write};

use anstyle::Style;
use clap::{ArgGroup, Args};
use urigram::proof::{compare, Comparison, Relation, Side};
use urigram_answers::escape::witness;
use urigram_answers::json::{relation_name, ComparedRule, ComparisonJson};

use crate::exit::{Failure, Outcome};
use crate::grammar::Operand;
use crate::options::{AnyRule, Globals};
use crate::output::Out;
use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::table::columns;

/// Compare two grammars or rules exactly: equal, subset, superset, overlapping or disjoint
///
/// The shortest string is shown for each difference and for the common part. A grammar may name its
/// own reading: `compare rfc1738@printed rfc1738`. The status is 0 if both are equal, else 1.
///
/// If one of two rules of files or folders is recursive, they are `equal` if that is proved with
/// calls as letters, and `different` if one of them rejects a text that the other accepts; this
/// text need not be the shortest. Otherwise they are `undecided`, with status 3.
///
/// With --component, the command decides whether both find the same components in every string that
/// both accept. An absent component equals an absent one and differs from an empty one.
/// `not-applicable` means that one of the grammars never has the component, `vacuous` that no
/// string is accepted by both. The status is 1 if a component differs, 3 if none does and one is
/// undecided, and 0 otherwise.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("asked").args(["components", "trust"])))]
pub(crate) struct Arguments {
    /// Two grammars, each an ID or the path of a folder or of an .abnf or .pest file, perhaps with
    /// @READING. The first rule of a file is its start rule. With --matrix any number of them, and
    /// none for all grammars
    #[arg(value_name = "ID|PATH")]
    operands: Vec<Operand>,

    /// Compare the component that both find instead of the languages; repeatable, or `all`
    #[arg(long = "component", value_name = "COMPONENT|RULE|all")]
    components: Vec<String>,

    /// Compare only the components of strings that begin with a text, as `https://good.example*`,
    /// or that a rule accepts: a rule of the first grammar that has it, or the first rule of a
    /// piece of ABNF, such as `x = "http://" *VCHAR`. The ABNF may use the first grammar's rules
    /// and the core rules of RFC 5234
    #[arg(long, value_name = "TEXT*|RULE|ABNF", requires = "asked")]
    under: Option<String>,

    /// Also compare the values of host, port, userinfo and path, as a second answer: what a program
    /// makes of them by lower case, percent-decoding and numbers. `undecided` where it maps a host
    /// beyond US-ASCII or reads one as an address
    #[arg(long, requires = "components", conflicts_with = "base")]
    values: bool,

    /// Find the shortest string where the value of the host is this one by one grammar, and neither
    /// this one nor below it by the other, in both directions; `agrees` says that there isn't one.
    /// Where automata do not decide, 100,000 mutants of strings that both accept are tried, and the
    /// string need not be the shortest; `undecided` says that none of them differs
    #[arg(long, value_name = "HOST", conflicts_with = "matrix")]
    trust: Option<String>,

    /// Read strings as references to this base, and compare the values of their targets' hosts
    /// (--component host), or ask --trust of them. A program without an algorithm of its own finds
    /// the host of a reference, or else that of the base. Only mutants are tried, so the answer is
    /// never `agrees`
    #[arg(long, value_name = "URI", requires = "asked", conflicts_with = "matrix")]
    base: Option<String>,

    /// Ignore strings that break a constraint of the documents, as `check --strict` does
    #[arg(long, requires = "components")]
    strict: bool,

    /// Compare every pair of grammars by their start rules (or by --rule, if they have it), and
    /// show their order by inclusion; with --component in both readings, unless one is named
    #[arg(long)]
    matrix: bool,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

impl Arguments {
    /// Returns true if an operand is the path of a file or a folder.
    pub(super) fn names_path(&self) -> bool {
        self.operands.iter().any(|operand| operand.name.path().is_some())
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let mut operands = arguments.operands.clone();
    operands.extend(globals.grammars.iter().map(|&grammar| Operand::from(grammar)));
    let is_agreement = !arguments.components.is_empty();
    if arguments.matrix && is_agreement {
        return components::matrix::run(globals, arguments, &operands, out);
    }
    if arguments.matrix {
        return matrix::run(globals, &operands, out);
    }
    let [a, b] = &operands[..] else {
        return Err(Failure::Usage(format!(
            "compare takes two grammars, or --matrix; {} given",
            operands.len()
        )));
    };
    let (rule_a, rule_b) =
        match globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule))) {
            Some((a, b)) => (Some(a), Some(b)),
            None => (None, None),
        };
    if arguments.trust.is_none()
        && !is_agreement
        && let Some(outcome) = recursive::compare(globals, [a, b], [rule_a, rule_b], out)?
    {
        return Ok(outcome);
    }
    let (a, b) = (a.side(globals, rule_a)?, b.side(globals, rule_b)?);
    if arguments.trust.is_some() || arguments.base.is_some() {
        return components::hosts(arguments, [a, b], out);
    }
    if is_agreement {
        return components::run(arguments, [a, b], out);
    }
    let comparison = compare(a, b)
        .map_err(|error| Failure::rule(rule_a.unwrap_or("the start rule"), a.grammar, error))?;
    let json = || ComparisonJson::new(a, b, &comparison);
    out.answer(json, |out| text(out, a, b, &comparison))?;
    Ok(Outcome::of(comparison.relation == Relation::Equal))
}

fn text(out: &mut dyn Write, a: Side<'_>, b: Side<'_>, comparison: &Comparison) -> io::Result<()> {
    let style = if comparison.relation == Relation::Equal { GOOD } else { BAD };
    let ids = (a.grammar.as_str(), b.grammar.as_str());
    let (one, other) = if ids.0 == ids.1 { ("first", "second") } else { ids };
    let parts = [
        (format!("only {one}"), &comparison.only_a),
        (format!("only {other}"), &comparison.only_b),
        ("both".to_owned(), &comparison.both),
    ];
    let (relation, a, b) = (relation_name(comparison.relation), named(a), named(b));
    writeln!(out, "{HEAD}{a}{HEAD:#} and {HEAD}{b}{HEAD:#}: {style}{relation}{style:#}")?;
    let rows = parts.map(|(name, string)| {
        let string = string
            .as_ref()
            .map_or((DIM, "nothing".to_owned()), |string| (Style::new(), witness(string)));
        vec![(Style::new(), name), string]
    });
    columns(out, 2, &rows)
}

fn named<'a>(rule: impl Into<ComparedRule<'a>>) -> String {
    let rule = rule.into();
    let reading = rule.reading.filter(|&reading| reading != urigram::Reading::default());
    let reading = reading.map(|reading| format!("@{reading}")).unwrap_or_default();
    format!("{}{reading} `{}`", rule.name, rule.rule)
}
