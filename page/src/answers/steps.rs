//! How a PEG matches, step by step, beside all ways in which the BNF can be read.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{json, Value};
use urigram::proof::abnf::{self, peg_name};
use urigram::proof::peg::{self, Happening, Which};
use urigram::proof::{Limits, Terminals, Transcriptions};
use urigram::{Grammar, Reading};

use super::line::Line;
use super::{Params, Refusal};
use crate::bytes::Keyed;

/// The longest input that is stepped through, in bytes; the longest rules that a visitor may write; the most steps.
const LONGEST_INPUT: usize = 2_000;
const LONGEST_RULES: usize = 20_000;
const STEPS: usize = 20_000;
/// Places of the BNF reading that are looked at, and told.
const PLACES: usize = 200_000;
const TOLD: usize = 60_000;
/// What may be built to decide whether a visitor's two rules are one language.
const LIMITS: Limits = limits(2_000, 200_000);

const fn limits(states: usize, nodes: usize) -> Limits {
    Limits { states, nodes }
}

/// What is stepped through.
struct Subject {
    rule: String,
    terminals: Terminals,
    abnf: Result<abnf::Grammar, String>,
    peg: Result<peg::Grammar, String>,
    peg_text: String,
    /// Whether both are proved to be one language.
    proved: bool,
}

/// `steps`: the rules that take part, every step of the PEG, and the live places of the BNF before each character.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let input = params.input("input")?;
    if input.len() > LONGEST_INPUT {
        return Err(Refusal::Limit(format!("stepping takes at most {LONGEST_INPUT} bytes of input")));
    }
    let subject = Subject::new(params)?;
    let line = Line::new(&input);
    let mut value = json!({
        "rule": subject.rule,
        "proved": subject.proved,
        "escaped": crate::bytes::escaped(&input),
        "peg": subject.peg_steps(&input, &line),
        "bnf": subject.bnf_places(&input, &line),
        "difference": subject.difference()?,
    });
    value["line"] = serde_json::to_value(line)?;
    Ok(value)
}

/// `copy`: a rule with all that it uses, as ABNF, as that copied literally, and as the project's PEG: a start for one's own.
pub(crate) fn copy(params: &Params) -> Result<Value, Refusal> {
    if let Some(text) = params.text("abnf")? {
        let rules = own_abnf(text).map_err(Refusal::Usage)?;
        let name = match params.text("rule")? {
            Some(name) => name,
            None => rules.rules().first().map_or("", |rule| &rule.name),
        };
        let copied = rules.copied_to_peg(name).ok_or_else(|| Refusal::Usage(format!("there is no rule {name:?}")))?;
        return Ok(json!({ "rule": name, "copy": copied }));
    }
    let grammar = params.grammar("grammar")?;
    let (rules, id) = rules_of(grammar, params.reading("reading")?, params.text("rule")?)?;
    let abnf: String = used(rules.abnf(), &id).iter().map(|rule| format!("{}\n", rule.source.trim_end())).collect();
    Ok(
        json!({ "rule": id, "abnf": abnf, "copy": rules.abnf().copied_to_peg(&id), "peg": peg_used(rules.peg(), &peg_id(&id)) }),
    )
}

fn rules_of(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
) -> Result<(&'static Transcriptions, String), Refusal> {
    let name = rule.unwrap_or(grammar.document().start.default);
    let known = grammar.document().rule(name);
    let known = known.map_err(|error| Refusal::Usage(format!("{name:?} in {grammar}: {error}")))?;
    Ok((transcriptions(grammar, reading)?, known.id.to_owned()))
}

/// Read once: a class steps through the same documents again and again, and pest takes its time to read a grammar.
fn transcriptions(grammar: Grammar, reading: Reading) -> Result<&'static Transcriptions, Refusal> {
    static READ: Mutex<Option<HashMap<(Grammar, Reading), &'static Transcriptions>>> = Mutex::new(None);
    let read = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = read().get_or_insert_default().get(&(grammar, reading)) {
        return Ok(known);
    }
    let fresh = Transcriptions::of(grammar, reading)?;
    Ok(read().get_or_insert_default().entry((grammar, reading)).or_insert_with(|| Box::leak(Box::new(fresh))))
}

fn peg_id(id: &str) -> String {
    id.replace('-', "_")
}

fn own_abnf(text: &str) -> Result<abnf::Grammar, String> {
    // A line end after the last rule is what people forget.
    abnf::Grammar::parse(&format!("{}\n", text.trim_end())).map_err(|error| error.to_string())
}

/// The rules that a rule uses, itself included, in their order.
fn used<'g>(rules: &'g abnf::Grammar, root: &str) -> Vec<&'g abnf::Rule> {
    let same = |rule: &abnf::Rule, name: &str| urigram::same_name(&rule.name, name);
    let mut found: Vec<bool> = rules.rules().iter().map(|rule| same(rule, root)).collect();
    let mut waiting: Vec<usize> = (0..found.len()).filter(|&index| found[index]).collect();
    while let Some(next) = waiting.pop() {
        rules.rules()[next].expr.visit_rules(&mut |name| {
            let index = rules.rules().iter().position(|rule| same(rule, name));
            waiting.extend(index.filter(|&index| !std::mem::replace(&mut found[index], true)));
        });
    }
    rules.rules().iter().zip(found).filter(|(_, found)| *found).map(|(rule, _)| rule).collect()
}

/// The same for a PEG, as text.
fn peg_used(rules: &peg::Grammar, root: &str) -> String {
    let mut found: Vec<bool> = rules.rules().iter().map(|rule| rule.name() == root).collect();
    let mut waiting: Vec<usize> = (0..found.len()).filter(|&index| found[index]).collect();
    while let Some(next) = waiting.pop() {
        let mut open = vec![rules.rules()[next].expr(Which::Raw)];
        while let Some(expr) = open.pop() {
            if let peg::Expr::Rule(name) = expr {
                let index = rules.rules().iter().position(|rule| rule.name() == name);
                waiting.extend(index.filter(|&index| !std::mem::replace(&mut found[index], true)));
            }
            open.extend(expr.parts());
        }
    }
    let one = |rule: &peg::Rule| {
        let silent = if rule.is_silent() { "_" } else { "" };
        format!("{} = {silent}{{ {} }}\n", rule.name(), rule.expr(Which::Raw).written().text)
    };
    rules.rules().iter().zip(found).filter(|(_, found)| *found).map(|(rule, _)| one(rule)).collect()
}

impl Subject {
    /// By `by`: the project's own PEG, a literal copy of the document's BNF, or the visitor's `peg` and `abnf`.
    fn new(params: &Params) -> Result<Subject, Refusal> {
        if params.text("by")? == Some("own") {
            return Subject::own(params);
        }
        let grammar = params.grammar("grammar")?;
        let (rules, id) = rules_of(grammar, params.reading("reading")?, params.text("rule")?)?;
        let copied = params.text("by")? == Some("copy");
        let peg_text = match copied {
            true => rules.abnf().copied_to_peg(&id).unwrap_or_default(),
            false => grammar.pest(params.reading("reading")?).to_owned(),
        };
        Ok(Subject {
            terminals: rules.terminals(),
            peg: match copied {
                true => peg::Grammar::parse(&peg_text).map_err(|error| error.to_string()),
                false => Ok(rules.peg().clone()),
            },
            abnf: Ok(rules.abnf().clone()),
            rule: id,
            peg_text,
            proved: !copied,
        })
    }

    fn own(params: &Params) -> Result<Subject, Refusal> {
        let (abnf, peg_text) = (params.text("abnf")?.unwrap_or(""), params.text("peg")?.unwrap_or(""));
        if abnf.len().max(peg_text.len()) > LONGEST_RULES {
            return Err(Refusal::Limit(format!("rules of one's own take at most {LONGEST_RULES} bytes")));
        }
        let peg = peg::Grammar::parse(peg_text).map_err(|error| error.to_string());
        let first = || peg.as_ref().ok().and_then(|peg| Some(peg.rules().first()?.name().to_owned()));
        let rule = params.text("rule")?.map(str::to_owned).or_else(first).unwrap_or_default();
        let abnf = own_abnf(abnf);
        Ok(Subject { rule, terminals: Terminals::CodePoints, abnf, peg, peg_text: peg_text.to_owned(), proved: false })
    }

    fn peg_rule(&self, peg: &peg::Grammar) -> String {
        let copied = peg_name(&self.rule);
        if peg.rule(&copied).is_some() {
            copied
        } else {
            peg_id(&self.rule)
        }
    }

    fn peg_steps(&self, input: &[u8], line: &Line) -> Value {
        let peg = match &self.peg {
            Ok(peg) => peg,
            Err(error) => return json!({ "error": error, "source": self.peg_text }),
        };
        let octets = self.terminals == Terminals::Octets;
        let text = match std::str::from_utf8(input) {
            _ if octets => input.iter().copied().map(char::from).collect(),
            Ok(text) => text.to_owned(),
            Err(_) => return json!({ "error": "the input is not UTF-8, and these rules are about characters" }),
        };
        let trace = match peg.trace(&self.peg_rule(peg), Which::Raw, &text, STEPS) {
            Ok(trace) => trace,
            Err(error) => return json!({ "error": error.to_string() }),
        };
        // Octets are stepped through as characters of ISO 8859-1, one each.
        let column = |at: usize| line.column(if octets { text[..at].chars().count() } else { at });
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
        let told: Vec<Value> = rules
            .order
            .iter()
            .map(|&rule| {
                let rule = &peg.rules()[rule];
                let written = rule.expr(Which::Raw).written();
                let spans: Vec<[usize; 2]> = written.spans.iter().map(|span| [span.start, span.end]).collect();
                json!({ "name": rule.name(), "text": written.text, "spans": spans, "kinds": kinds(rule.expr(Which::Raw)) })
            })
            .collect();
        json!({
            "rules": told,
            "steps": steps,
            "end": trace.end.map(column),
            "accepted": trace.cut.is_none() && trace.end == Some(text.len()),
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
            Err(error) => return json!({ "error": error.to_string() }),
        };
        let (mut rules, mut left) = (Numbered::default(), TOLD);
        let mut told = Vec::new();
        for state in &live {
            let mut places: Vec<Vec<[usize; 2]>> = Vec::new();
            for place in &state.places {
                left = left.saturating_sub(place.len());
                if left > 0 {
                    places.push(place.iter().map(|place| [rules.number(place.rule), place.expr]).collect());
                }
            }
            told.push(
                json!({ "at": line.column(state.at), "places": places, "of": state.places.len(), "end": state.end }),
            );
        }
        let accepted = live.last().is_some_and(|last| last.at == input.len() && last.end);
        let shown: Vec<Value> = rules
            .order
            .iter()
            .map(|&rule| {
                let rule = &abnf.rules()[rule];
                let written = rule.expr.written();
                let spans: Vec<[usize; 2]> = written.spans.iter().map(|span| [span.start, span.end]).collect();
                json!({ "name": rule.name, "text": written.text, "spans": spans })
            })
            .collect();
        json!({ "rules": shown, "live": told, "accepted": accepted })
    }

    /// Whether the PEG and the BNF are one language, with a shortest string for each difference.
    fn difference(&self) -> Result<Value, Refusal> {
        let (Ok(peg), Ok(abnf)) = (&self.peg, &self.abnf) else { return Ok(Value::Null) };
        if self.proved {
            return Ok(json!({ "equal": true, "proved": true }));
        }
        let decided = || {
            let peg =
                peg.dfa(&self.peg_rule(peg), Which::Optimized, self.terminals, LIMITS).map_err(|e| e.to_string())?;
            let abnf = abnf.dfa(&self.rule, self.terminals, LIMITS).map_err(|e| e.to_string())?;
            peg.compare(&abnf, LIMITS).map_err(|e| e.to_string())
        };
        Ok(match decided() {
            Ok(compared) => {
                let equal = compared.only_a.is_none() && compared.only_b.is_none();
                let mut value = json!({ "equal": equal });
                super::string::extend(&mut value, &Keyed("only_peg", compared.only_a.as_deref()))?;
                super::string::extend(&mut value, &Keyed("only_bnf", compared.only_b.as_deref()))?;
                value
            }
            Err(message) => json!({ "undecided": message }),
        })
    }
}

/// What each expression of a rule is, by number.
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

/// Rules that were met, by their order of appearance.
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
