//! The rules of a document, and copies of them from which a visitor's own can start.

use serde::Serialize;
use urigram::proof::abnf;
use urigram::proof::peg::{self, Which};
use urigram::proof::Transcriptions;
use urigram::{Grammar, Reading};

use super::{Params, Question};
use crate::memo::Memo;
use crate::refusal::Refusal;

/// The rules of a document.
pub(super) struct Rules(Grammar);

/// The names of a document's rules, in its order.
#[derive(Serialize)]
struct Names {
    grammar: &'static str,
    rules: Vec<&'static str>,
}

impl Question for Rules {
    const NAME: &'static str = "rules";

    fn read(params: &Params) -> Result<Rules, Refusal> {
        params.grammar("grammar").map(Rules)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let rules = self.0.document().rules().iter().map(|rule| rule.name);
        Ok(Names { grammar: self.0.as_str(), rules: rules.collect() })
    }
}

/// A rule with all that it uses, from which a visitor's own rules can start.
pub(super) enum CopyOf {
    /// A visitor's rules and the name of one.
    Own(Box<abnf::Grammar>, String),
    /// A document's rules and the id of one.
    Document(&'static Transcriptions, &'static str),
}

/// A rule with all that it uses.
#[derive(Serialize)]
struct Copied<'q> {
    rule: &'q str,
    /// A document's rules as ABNF, and as the project's PEG.
    #[serde(skip_serializing_if = "Option::is_none")]
    abnf: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peg: Option<String>,
    /// A literal copy of the ABNF as a PEG.
    copy: Option<String>,
}

impl Question for CopyOf {
    const NAME: &'static str = "copy";

    fn read(params: &Params) -> Result<CopyOf, Refusal> {
        if let Some(text) = params.text("abnf")? {
            let rules = own_abnf(text).map_err(Refusal::Usage)?;
            let first = || rules.rules().first().map_or("", |rule| &rule.name);
            let name = params.text("rule")?.unwrap_or_else(first).to_owned();
            return Ok(CopyOf::Own(Box::new(rules), name));
        }
        let (rules, id) = rules_of(params)?;
        Ok(CopyOf::Document(rules, id))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        match self {
            CopyOf::Own(rules, rule) => match rules.copied_to_peg(rule) {
                Some(copy) => Ok(Copied { rule, abnf: None, peg: None, copy: Some(copy) }),
                None => Err(Refusal::Usage(format!("there is no rule {rule:?}"))),
            },
            CopyOf::Document(rules, id) => {
                let used = rules.abnf().reachable(id).unwrap_or_default().into_iter();
                let abnf = used.map(|rule| format!("{}\n", rule.source.trim_end())).collect();
                let used = rules.peg().reachable(&peg_id(id)).unwrap_or_default().into_iter();
                let (abnf, peg) = (Some(abnf), Some(used.map(peg_source).collect()));
                Ok(Copied { rule: id, abnf, peg, copy: rules.abnf().copied_to_peg(id) })
            }
        }
    }
}

/// Returns the rules of a document, and the id of one, by default of the start rule.
pub(super) fn rules_of(
    params: &Params,
) -> Result<(&'static Transcriptions, &'static str), Refusal> {
    let (grammar, reading) = (params.grammar("grammar")?, params.reading("reading")?);
    let rule = params.rule("rule", grammar)?;
    let rule = rule.or_else(|| grammar.document().rule(grammar.document().start.default).ok());
    Ok((transcriptions(grammar, reading)?, rule.map_or("", |rule| rule.id)))
}

/// Returns a document's rules, read once: a class steps through the same documents again and again,
/// and pest needs milliseconds to read a grammar.
pub(super) fn transcriptions(
    grammar: Grammar,
    reading: Reading,
) -> Result<&'static Transcriptions, Refusal> {
    static READ: Memo<(Grammar, Reading), Transcriptions> = Memo::new();
    Ok(READ.get((grammar, reading), || Transcriptions::of(grammar, reading))?)
}

pub(super) fn peg_id(id: &str) -> String {
    id.replace('-', "_")
}

pub(super) fn own_abnf(text: &str) -> Result<abnf::Grammar, String> {
    // People forget the line end after the last rule.
    abnf::Grammar::parse(&format!("{}\n", text.trim_end())).map_err(|error| error.to_string())
}

/// Returns a rule in pest's notation, without comments.
fn peg_source(rule: &peg::Rule) -> String {
    let silent = if rule.is_silent() { "_" } else { "" };
    format!("{} = {silent}{{ {} }}\n", rule.name(), rule.expr(Which::Raw).written().text)
}
