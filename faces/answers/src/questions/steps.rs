//! A PEG's match, step by step, next to every way in which the BNF can be read.

use std::collections::HashMap;

use serde::Serialize;
use urigram::proof::abnf::{self, peg_name};
use urigram::proof::peg::{self, Happening, Which};
use urigram::proof::{Comparison, Limits, Terminals};
use urigram::{Grammar, Reading};

use super::question::Tried;
use super::rules::{peg_id, rules_of};
use super::won_early::won_early;
use super::{Params, Question};
use crate::escape::escaped;
use crate::json::{key, OptionalBytes};
use crate::line::Line;
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The longest input that is stepped through, in bytes.
const LONGEST_INPUT: usize = 2_000;
/// The most steps of a PEG.
const STEPS: usize = 20_000;
/// The most places of the BNF that are explored.
const PLACES: usize = 200_000;
/// The most places of the BNF in an answer.
const TOLD: usize = 60_000;
/// The limits for deciding whether a copy is the same language.
const LIMITS: Limits = Limits { states: 2_000, nodes: 200_000 };

/// An input, and rules in both notations that read it.
pub(super) struct Steps {
    input: Vec<u8>,
    rule: String,
    terminals: Terminals,
    abnf: &'static abnf::Grammar,
    peg: Result<peg::Grammar, peg::Error>,
    peg_text: String,
    /// Whether both notations are proved to be one language.
    proved: bool,
    document: (Grammar, Reading),
}

/// The rules that take part, every step of the PEG, and the positions of the BNF that are still
/// possible before each character.
#[derive(Serialize)]
struct AnswerJson<'q> {
    rule: &'q str,
    /// Whether both notations are proved to be one language.
    proved: bool,
    escaped: String,
    peg: Tried<Traced, Refusal>,
    bnf: Tried<BnfPlaces, Refusal>,
    difference: Option<Difference>,
    /// The id of the erratum about a letter that a document's rule rejects for its case.
    erratum: Option<&'static str>,
    line: Line,
}

/// The steps of a PEG.
#[derive(Serialize)]
struct Traced {
    rules: Vec<ShownRule>,
    /// The happening (0 try, 1 match, 2 fail), the number of the rule in `rules`, the number of the
    /// expression, and the column.
    steps: Vec<[usize; 4]>,
    /// The column where the rule's match ended, if it matched, and the number of characters.
    end: Option<usize>,
    matched: Option<usize>,
    characters: usize,
    accepted: bool,
    /// The steps where a branch matched although a later one could match up to a column.
    won_early: Vec<[usize; 2]>,
    furthest: Option<usize>,
    /// The reason why the steps end early.
    cut: Option<String>,
}

/// The positions of a BNF.
#[derive(Serialize)]
struct BnfPlaces {
    rules: Vec<ShownRule>,
    live: Vec<LiveJson>,
    accepted: bool,
}

/// The positions before a character, each a path of rules and expressions.
#[derive(Serialize)]
struct LiveJson {
    /// The column.
    at: usize,
    places: Vec<Vec<[usize; 2]>>,
    /// The number of positions. If there are very many, some are left out.
    of: usize,
    /// Whether the input may end here.
    end: bool,
}

/// A rule with the places of its expressions in its text.
#[derive(Serialize)]
struct ShownRule {
    name: String,
    text: String,
    spans: Vec<[usize; 2]>,
    /// The kinds of a PEG's expressions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kinds: Vec<&'static str>,
}

/// The answer to whether a PEG and a BNF are one language.
#[derive(Serialize)]
#[serde(untagged)]
enum Difference {
    Proved {
        equal: bool,
        proved: bool,
    },
    Compared {
        equal: bool,
        #[serde(flatten)]
        only_peg: OptionalBytes<'static, key::OnlyPeg>,
        #[serde(flatten)]
        only_bnf: OptionalBytes<'static, key::OnlyBnf>,
    },
    Undecided {
        undecided: Refusal,
    },
}

impl Question for Steps {
    const NAME: &'static str = "steps";

    /// Reads the input and the rules that `by` names: the project's own PEG, or a literal copy of
    /// the document's BNF.
    fn read(params: &Params) -> Result<Steps, Refusal> {
        let input = params.input("input")?;
        if input.len() > LONGEST_INPUT {
            return Err(Refusal::Limit(format!(
                "the input is longer than {LONGEST_INPUT} bytes, the most to step through"
            )));
        }
        let (rules, id) = rules_of(params)?;
        let (grammar, reading) = (rules.grammar(), rules.reading());
        let proved = params.text("by")? != Some("copy");
        let (peg, peg_text) = if proved {
            (Ok(rules.peg().clone()), grammar.pest(reading).to_owned())
        } else {
            let text = rules.abnf().copied_to_peg(id).unwrap_or_default();
            (peg::Grammar::parse(&text), text)
        };
        let (rule, terminals, document) = (id.to_owned(), rules.terminals(), (grammar, reading));
        let abnf = rules.abnf();
        Ok(Steps { input, rule, terminals, abnf, peg, peg_text, proved, document })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let line = Line::new(&self.input);
        let bnf = self.bnf_places(&line);
        let bnf_accepts = bnf.as_ref().is_ok_and(|bnf| bnf.accepted);
        let peg = match self.peg_steps(&line, bnf_accepts) {
            Ok(steps) => Tried::Done(steps),
            Err(error) => {
                let source = self.peg.is_err().then(|| self.peg_text.clone());
                Tried::Failed { error, source }
            }
        };
        Ok(AnswerJson {
            rule: &self.rule,
            proved: self.proved,
            escaped: escaped(&self.input),
            peg,
            bnf: bnf.into(),
            difference: self.difference(),
            erratum: self.case_erratum(),
            line,
        })
    }
}

impl Steps {
    fn peg_rule(&self, peg: &peg::Grammar) -> String {
        let copied = peg_name(&self.rule);
        if peg.rule(&copied).is_some() {
            copied
        } else {
            peg_id(&self.rule)
        }
    }

    /// Returns the PEG's steps. Where only the BNF accepts, branches that won too early are marked.
    fn peg_steps(&self, line: &Line, bnf_accepts: bool) -> Result<Traced, Refusal> {
        let input = &self.input;
        let peg = self.peg.as_ref().map_err(Clone::clone)?;
        let octets = self.terminals == Terminals::Octets;
        let text = match std::str::from_utf8(input) {
            _ if octets => input.iter().copied().map(char::from).collect(),
            Ok(text) => text.to_owned(),
            Err(_) => return Err("the input is not UTF-8; these rules match characters".into()),
        };
        let trace = peg.trace(&self.peg_rule(peg), Which::Raw, &text, STEPS)?;
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
        let shown = |&rule: &usize| {
            let rule = &peg.rules()[rule];
            let peg::Written { text, spans, .. } = rule.expr(Which::Raw).in_pest();
            let kinds = kinds(rule.expr(Which::Raw));
            ShownRule { name: rule.name().to_owned(), text, spans: pairs(&spans), kinds }
        };
        Ok(Traced {
            rules: rules.order.iter().map(shown).collect(),
            steps,
            end: trace.end.map(column),
            matched: trace.end.map(|end| text[..end].chars().count()),
            characters: text.chars().count(),
            accepted,
            won_early: early,
            furthest: trace.furthest.map(column),
            cut: trace.cut.map(|cut| cut.to_string()),
        })
    }

    fn bnf_places(&self, line: &Line) -> Result<BnfPlaces, Refusal> {
        let input = &self.input;
        let abnf = self.abnf;
        let live = match abnf.live(&self.rule, self.terminals, input, PLACES) {
            Ok(live) => live,
            // A recursive rule first is open any number of times before a character.
            Err(error) => {
                let used = abnf.reachable(&self.rule).unwrap_or_default();
                let is_used = |rule: &&abnf::Rule| used.iter().any(|one| one.name == rule.name);
                return Err(match abnf.left_recursive().into_iter().find(is_used) {
                    Some(rule) => format!(
                        "`{}` recurs before it reads a character, by left recursion, and \
                         is open without end: write a repetition to step through it",
                        rule.name
                    )
                    .into(),
                    // Automata name the other recursion that would visit positions without end.
                    None => {
                        let refused = abnf.dfa(&self.rule, self.terminals, LIMITS).err();
                        let recursion = refused
                            .filter(|error| matches!(error, abnf::Refused::Recursion { .. }));
                        recursion.unwrap_or(error).into()
                    }
                });
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
            let (at, of) = (line.column(state.at), state.places.len());
            positions.push(LiveJson { at, places, of, end: state.end });
        }
        let accepted = live.last().is_some_and(|last| last.at == input.len() && last.end);
        let shown = |&rule: &usize| {
            let rule = &abnf.rules()[rule];
            let abnf::Written { text, spans, .. } = rule.expr.in_abnf();
            let (name, spans) = (rule.name.clone(), pairs(&spans));
            ShownRule { name, text, spans, kinds: Vec::new() }
        };
        let rules = rules.order.iter().map(shown).collect();
        Ok(BnfPlaces { rules, live: positions, accepted })
    }

    /// Decides whether the PEG and the BNF are one language, with a shortest string for each
    /// difference; `None` if one of the two cannot be read.
    fn difference(&self) -> Option<Difference> {
        let (peg, abnf) = (self.peg.as_ref().ok()?, self.abnf);
        if self.proved {
            return Some(Difference::Proved { equal: true, proved: true });
        }
        let decided = || {
            let peg = peg.dfa(&self.peg_rule(peg), Which::Optimized, self.terminals, LIMITS)?;
            let abnf = abnf.dfa(&self.rule, self.terminals, LIMITS)?;
            Ok::<_, Refusal>(peg.compare(&abnf, LIMITS)?)
        };
        Some(match decided() {
            Ok(Comparison { only_a, only_b, .. }) => Difference::Compared {
                equal: only_a.is_none() && only_b.is_none(),
                only_peg: only_a.into(),
                only_bnf: only_b.into(),
            },
            Err(undecided) => Difference::Undecided { undecided },
        })
    }

    /// Returns the id of the erratum about a letter that a document's rule rejects for its case.
    fn case_erratum(&self) -> Option<&'static str> {
        let (grammar, reading) = self.document;
        // The steps are shown also where the table of a rule would be too large.
        let target = RuleRef::new(grammar, reading, Some(&self.rule)).ok()?;
        let error = target.table.check(&self.input, reading).err();
        error.and_then(|error| error.case_erratum()).map(|erratum| erratum.id)
    }
}

/// Returns the kind of each expression of a rule, in the order of their numbers.
fn kinds(expr: &peg::Expr) -> Vec<&'static str> {
    let kind = |expr: &peg::Expr| match expr {
        peg::Expr::Sequence(_) => "sequence",
        peg::Expr::Choice(_) => "choice",
        peg::Expr::Repeat { .. } => "repeat",
        peg::Expr::And(_) => "and",
        peg::Expr::Not(_) => "not",
        peg::Expr::Rule(_) => "rule",
        _ => "character",
    };
    expr.all().into_iter().map(kind).collect()
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
