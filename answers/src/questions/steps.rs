//! A PEG's match, step by step, next to every way in which the BNF can be read.

use std::collections::HashMap;

use serde_json::{json, Value};
use urigram::proof::abnf::{self, peg_name};
use urigram::proof::peg::{self, Happening, Which};
use urigram::proof::{Limits, Terminals, Transcriptions};
use urigram::{Grammar, Reading};

use super::line::Line;
use super::won_early::won_early;
use super::Params;
use crate::escape::escaped;
use crate::json::{extend, KeyedBytes};
use crate::memo::Memo;
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The longest input that is stepped through, in bytes.
const LONGEST_INPUT: usize = 2_000;
/// The longest rules that a visitor may write, in bytes.
const LONGEST_RULES: usize = 20_000;
/// The most steps of a PEG.
const STEPS: usize = 20_000;
/// The most places of the BNF that are explored.
const PLACES: usize = 200_000;
/// The most places of the BNF in an answer.
const TOLD: usize = 60_000;
/// The limits for deciding whether a visitor's two rules are one language.
const LIMITS: Limits = Limits { states: 2_000, nodes: 200_000 };

/// Rules in both notations that are stepped through.
struct Subject {
    rule: String,
    terminals: Terminals,
    abnf: Result<abnf::Grammar, String>,
    peg: Result<peg::Grammar, String>,
    peg_text: String,
    /// Whether both notations are proved to be one language.
    proved: bool,
}

/// Answers `steps`: the rules that take part, every step of the PEG, and the positions of the BNF
/// that are still possible before each character.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let input = params.input("input")?;
    if input.len() > LONGEST_INPUT {
        return Err(Refusal::Limit(format!(
            "the input is longer than {LONGEST_INPUT} bytes, the most to step through"
        )));
    }
    let subject = Subject::new(params)?;
    let line = Line::new(&input);
    let bnf = subject.bnf_places(&input, &line);
    let mut value = json!({
        "rule": subject.rule,
        "proved": subject.proved,
        "escaped": escaped(&input),
        "peg": subject.peg_steps(&input, &line, bnf["accepted"] == true),
        "bnf": bnf,
        "difference": subject.difference()?,
        "erratum": case_erratum(params, &input)?,
    });
    value["line"] = serde_json::to_value(line)?;
    Ok(value)
}

/// Returns the id of the erratum because of which a document's rule rejects a letter for its case.
fn case_erratum(params: &Params, input: &[u8]) -> Result<Option<&'static str>, Refusal> {
    if params.text("by")? == Some("own") {
        return Ok(None);
    }
    let (grammar, reading) = (params.grammar("grammar")?, params.reading("reading")?);
    // The steps are shown also where the table of a rule would be too large.
    let Ok(target) = RuleRef::new(grammar, reading, params.text("rule")?) else { return Ok(None) };
    let error = target.table.check(input, reading).err();
    Ok(error.and_then(|error| error.case_erratum()).map(|erratum| erratum.id))
}

/// Answers `rules`: the names of a document's rules, in its order.
pub(super) fn names(params: &Params) -> Result<Value, Refusal> {
    let grammar = params.grammar("grammar")?;
    let names: Vec<&str> = grammar.document().rules().iter().map(|rule| rule.name).collect();
    Ok(json!({ "grammar": grammar.as_str(), "rules": names }))
}

/// Answers `copy`: a rule with all that it uses, as ABNF, as a literal copy of that, and as the
/// project's PEG. A visitor's own rules can start from each.
pub(super) fn copy(params: &Params) -> Result<Value, Refusal> {
    if let Some(text) = params.text("abnf")? {
        let rules = own_abnf(text).map_err(Refusal::Usage)?;
        let name = match params.text("rule")? {
            Some(name) => name,
            None => rules.rules().first().map_or("", |rule| &rule.name),
        };
        let copied = rules
            .copied_to_peg(name)
            .ok_or_else(|| Refusal::Usage(format!("there is no rule {name:?}")))?;
        return Ok(json!({ "rule": name, "copy": copied }));
    }
    let grammar = params.grammar("grammar")?;
    let (rules, id) = rules_of(grammar, params.reading("reading")?, params.text("rule")?)?;
    let used = rules.abnf().reachable(&id).unwrap_or_default().into_iter();
    let abnf: String = used.map(|rule| format!("{}\n", rule.source.trim_end())).collect();
    let used = rules.peg().reachable(&peg_id(&id)).unwrap_or_default().into_iter();
    let peg: String = used.map(peg_source).collect();
    let copy = rules.abnf().copied_to_peg(&id);
    Ok(json!({ "rule": id, "abnf": abnf, "copy": copy, "peg": peg }))
}

fn rules_of(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
) -> Result<(&'static Transcriptions, String), Refusal> {
    let name = rule.unwrap_or(grammar.document().start.default);
    let known = grammar.document().rule(name);
    let known = known.map_err(|error| Refusal::unknown_in(name, grammar, error))?;
    Ok((transcriptions(grammar, reading)?, known.id.to_owned()))
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

fn peg_id(id: &str) -> String {
    id.replace('-', "_")
}

fn own_abnf(text: &str) -> Result<abnf::Grammar, String> {
    // People forget the line end after the last rule.
    abnf::Grammar::parse(&format!("{}\n", text.trim_end())).map_err(|error| error.to_string())
}

/// Returns a rule in pest's notation, without comments.
fn peg_source(rule: &peg::Rule) -> String {
    let silent = if rule.is_silent() { "_" } else { "" };
    format!("{} = {silent}{{ {} }}\n", rule.name(), rule.expr(Which::Raw).written().text)
}

impl Subject {
    /// Reads the rules that `by` names: the project's own PEG, a literal copy of the document's
    /// BNF, or the visitor's `peg` and `abnf`.
    fn new(params: &Params) -> Result<Subject, Refusal> {
        if params.text("by")? == Some("own") {
            return Subject::own(params);
        }
        let grammar = params.grammar("grammar")?;
        let (rules, id) = rules_of(grammar, params.reading("reading")?, params.text("rule")?)?;
        let copied = params.text("by")? == Some("copy");
        let (peg, peg_text) = if copied {
            let text = rules.abnf().copied_to_peg(&id).unwrap_or_default();
            (peg::Grammar::parse(&text).map_err(|error| error.to_string()), text)
        } else {
            (Ok(rules.peg().clone()), grammar.pest(rules.reading()).to_owned())
        };
        Ok(Subject {
            terminals: rules.terminals(),
            peg,
            abnf: Ok(rules.abnf().clone()),
            rule: id,
            peg_text,
            proved: !copied,
        })
    }

    fn own(params: &Params) -> Result<Subject, Refusal> {
        let (abnf, peg_text) =
            (params.text("abnf")?.unwrap_or(""), params.text("peg")?.unwrap_or(""));
        if abnf.len().max(peg_text.len()) > LONGEST_RULES {
            return Err(Refusal::Limit(format!("the rules are longer than {LONGEST_RULES} bytes")));
        }
        let peg = peg::Grammar::parse(peg_text).map_err(|error| error.to_string());
        // Skipped blanks and comments are steps, too.
        let peg = peg.map(|peg| if peg.skips() { peg.explicit() } else { peg });
        let first =
            || peg.as_ref().ok().and_then(|peg| Some(peg.rules().first()?.name().to_owned()));
        let rule = params.text("rule")?.map(str::to_owned).or_else(first).unwrap_or_default();
        let abnf = own_abnf(abnf);
        Ok(Subject {
            rule,
            terminals: Terminals::CodePoints,
            abnf,
            peg,
            peg_text: peg_text.to_owned(),
            proved: false,
        })
    }

    fn peg_rule(&self, peg: &peg::Grammar) -> String {
        let copied = peg_name(&self.rule);
        if peg.rule(&copied).is_some() {
            copied
        } else {
            peg_id(&self.rule)
        }
    }

    /// Returns the PEG's steps. Where only the BNF accepts, branches that won too early are marked.
    fn peg_steps(&self, input: &[u8], line: &Line, bnf_accepts: bool) -> Value {
        let peg = match &self.peg {
            Ok(peg) => peg,
            Err(error) => return json!({ "error": error, "source": self.peg_text }),
        };
        let octets = self.terminals == Terminals::Octets;
        let text = match std::str::from_utf8(input) {
            _ if octets => input.iter().copied().map(char::from).collect(),
            Ok(text) => text.to_owned(),
            Err(_) => {
                return json!({ "error": "the input is not UTF-8; these rules match characters" })
            }
        };
        let trace = match peg.trace(&self.peg_rule(peg), Which::Raw, &text, STEPS) {
            Ok(trace) => trace,
            Err(error) => return json!({ "error": error.to_string() }),
        };
        // Octets are stepped through as characters of ISO 8859-1, one each.
        let byte = |at: usize| if octets { text[..at].chars().count() } else { at };
        let column = |at: usize| line.column(byte(at));
        let accepted = trace.cut.is_none() && trace.end == Some(text.len());
        let early = if bnf_accepts && !accepted {
            won_early(peg, &trace, self.terminals, input, byte)
        } else {
            Vec::new()
        };
        let early: Vec<[usize; 2]> =
            early.iter().map(|early| [early.step, line.column(early.could)]).collect();
        let mut rules = Numbered::default();
        let steps: Vec<[usize; 4]> = trace
            .steps
            .iter()
            .map(|step| {
                let happening = match step.happening {
                    Happening::Try => 0,
                    Happening::Match => 1,
                    Happening::Fail => 2,
                };
                [happening, rules.number(step.rule), step.expr, column(step.at)]
            })
            .collect();
        let shown: Vec<Value> = rules
            .order
            .iter()
            .map(|&rule| {
                let rule = &peg.rules()[rule];
                let written = rule.expr(Which::Raw).written();
                let spans = pairs(&written.spans);
                let kinds = kinds(rule.expr(Which::Raw));
                json!({ "name": rule.name(), "text": written.text, "spans": spans, "kinds": kinds })
            })
            .collect();
        json!({
            "rules": shown,
            "steps": steps,
            "end": trace.end.map(column),
            "matched": trace.end.map(|end| text[..end].chars().count()),
            "characters": text.chars().count(),
            "accepted": accepted,
            "won_early": early,
            "furthest": trace.furthest.map(column),
            "cut": trace.cut.map(|cut| cut.to_string()),
        })
    }

    fn bnf_places(&self, input: &[u8], line: &Line) -> Value {
        let abnf = match &self.abnf {
            Ok(abnf) => abnf,
            Err(error) => return json!({ "error": error }),
        };
        let live = match abnf.live(&self.rule, self.terminals, input, PLACES) {
            Ok(live) => live,
            // A rule that calls itself first is open any number of times before a character.
            Err(error) => {
                let used = abnf.reachable(&self.rule).unwrap_or_default();
                let is_used = |rule: &&abnf::Rule| used.iter().any(|one| one.name == rule.name);
                let error = match abnf.left_recursive().into_iter().find(is_used) {
                    Some(rule) => format!(
                        "`{}` calls itself before it reads a character, by left recursion, and \
                         is open without end: write a repetition to step through it",
                        rule.name
                    ),
                    // Automata name the other recursion that would visit positions without end.
                    None => {
                        let refused = abnf.dfa(&self.rule, self.terminals, LIMITS).err();
                        let recursion = refused
                            .filter(|error| matches!(error, abnf::Refused::Recursion { .. }));
                        recursion.unwrap_or(error).to_string()
                    }
                };
                return json!({ "error": error });
            }
        };
        let (mut rules, mut left) = (Numbered::default(), TOLD);
        let mut positions = Vec::new();
        for state in &live {
            let mut places: Vec<Vec<[usize; 2]>> = Vec::new();
            for place in &state.places {
                left = left.saturating_sub(place.len());
                if left > 0 {
                    places.push(
                        place.iter().map(|place| [rules.number(place.rule), place.expr]).collect(),
                    );
                }
            }
            positions.push(json!({
                "at": line.column(state.at),
                "places": places,
                "of": state.places.len(),
                "end": state.end,
            }));
        }
        let accepted = live.last().is_some_and(|last| last.at == input.len() && last.end);
        let shown: Vec<Value> = rules
            .order
            .iter()
            .map(|&rule| {
                let rule = &abnf.rules()[rule];
                let written = rule.expr.written();
                let spans = pairs(&written.spans);
                json!({ "name": rule.name, "text": written.text, "spans": spans })
            })
            .collect();
        json!({ "rules": shown, "live": positions, "accepted": accepted })
    }

    /// Decides whether the PEG and the BNF are one language, with a shortest string for each
    /// difference.
    fn difference(&self) -> Result<Value, Refusal> {
        let (Ok(peg), Ok(abnf)) = (&self.peg, &self.abnf) else { return Ok(Value::Null) };
        if self.proved {
            return Ok(json!({ "equal": true, "proved": true }));
        }
        let decided = || {
            let peg = peg
                .dfa(&self.peg_rule(peg), Which::Optimized, self.terminals, LIMITS)
                .map_err(|e| e.to_string())?;
            let abnf = abnf.dfa(&self.rule, self.terminals, LIMITS).map_err(|e| e.to_string())?;
            peg.compare(&abnf, LIMITS).map_err(|e| e.to_string())
        };
        Ok(match decided() {
            Ok(compared) => {
                let equal = compared.only_a.is_none() && compared.only_b.is_none();
                let mut value = json!({ "equal": equal });
                extend(&mut value, &KeyedBytes("only_peg", compared.only_a.as_deref()))?;
                extend(&mut value, &KeyedBytes("only_bnf", compared.only_b.as_deref()))?;
                value
            }
            Err(message) => json!({ "undecided": message }),
        })
    }
}

/// Returns the kind of each expression of a rule, in the order of their numbers.
fn kinds(expr: &peg::Expr) -> Vec<&'static str> {
    let mut all = vec![match expr {
        peg::Expr::Sequence(_) => "sequence",
        peg::Expr::Choice(_) => "choice",
        peg::Expr::Repeat { .. } => "repeat",
        peg::Expr::And(_) => "and",
        peg::Expr::Not(_) => "not",
        peg::Expr::Rule(_) => "rule",
        _ => "character",
    }];
    all.extend(expr.parts().flat_map(kinds));
    all
}

/// Returns the spans of expressions as pairs of offsets.
fn pairs(spans: &[std::ops::Range<usize>]) -> Vec<[usize; 2]> {
    spans.iter().map(|span| [span.start, span.end]).collect()
}

/// Rules, numbered by their first appearance.
#[derive(Default)]
struct Numbered {
    order: Vec<usize>,
    numbers: HashMap<usize, usize>,
}

impl Numbered {
    fn number(&mut self, rule: usize) -> usize {
        let order = &mut self.order;
        *self.numbers.entry(rule).or_insert_with(|| {
            order.push(rule);
            order.len() - 1
        })
    }
}
