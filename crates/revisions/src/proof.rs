//! The proof of a frame: each rule of its PEG has the language of its ABNF.

use std::collections::HashMap;
use std::rc::Rc;

use urigram_automata::abnf::{self, Grammar};
use urigram_automata::peg::{self, Which};
use urigram_automata::{Dfa, Limits, Terminals::CodePoints};

use crate::frame::Frame;
use crate::rules::{self, blocks, key, Block};

/// The limits of each automaton.
pub(crate) const LIMITS: Limits = Limits { states: 50_000, nodes: 5_000_000 };

/// Proves frames. A rule that is as before, with all that it uses, takes no second automaton.
#[derive(Default)]
pub struct Prover {
    abnf: HashMap<String, Rc<Dfa>>,
    peg: HashMap<String, Rc<Dfa>>,
}

impl Prover {
    /// Decides every rule of a frame that has a language. Returns the number of rules that are
    /// proved, and the names of the others.
    ///
    /// # Errors
    /// The text of the project's own data is wrong.
    pub fn prove(&mut self, frame: Frame) -> Result<(usize, Vec<String>), String> {
        let message = |error: abnf::Error| format!("{}: {error}", frame.folder());
        let (grammar, source) =
            (frame.grammar().map_err(message)?, frame.pest_text().map_err(message)?);
        let lacking = self.lacking(&grammar, &source);
        Ok((grammar.rules().len() - lacking.len(), lacking))
    }

    /// Returns the automaton of a rule of a frame.
    ///
    /// # Errors
    /// The frame has no such rule, or a limit was hit.
    pub fn dfa(&mut self, frame: Frame, rule: &str) -> Result<Rc<Dfa>, String> {
        let grammar = frame.grammar().map_err(|error| format!("{}: {error}", frame.folder()))?;
        self.of_abnf(&grammar, rule).map_err(|error| format!("{}: {error}", frame.folder()))
    }

    /// Returns the automaton of a rule in ABNF.
    pub(crate) fn of_abnf(&mut self, grammar: &Grammar, rule: &str) -> Result<Rc<Dfa>, String> {
        let used = grammar.used_by(rule);
        let text: Vec<&str> = used.rules().iter().map(|rule| rule.source.trim()).collect();
        let text = format!("{}\n{}", key(rule), text.join("\n"));
        if let Some(known) = self.abnf.get(&text) {
            return Ok(Rc::clone(known));
        }
        let dfa = grammar.dfa(rule, CodePoints, LIMITS).map_err(|e| format!("{rule}: {e}"))?;
        Ok(Rc::clone(self.abnf.entry(text).or_insert_with(|| Rc::new(dfa))))
    }

    fn of_peg(&mut self, all: &[Block<'_>], peg: &peg::Grammar, rule: &str) -> Option<Rc<Dfa>> {
        let text = closure(all, &key(rule));
        if let Some(known) = self.peg.get(&text) {
            return Some(Rc::clone(known));
        }
        let dfa = Rc::new(peg.dfa(rule, Which::Optimized, CodePoints, LIMITS).ok()?);
        self.peg.insert(text, Rc::clone(&dfa));
        Some(dfa)
    }

    /// Returns the names of the rules that a PEG does not have, or has with another language.
    pub(crate) fn lacking(&mut self, grammar: &Grammar, source: &str) -> Vec<String> {
        let all = blocks(source);
        let peg = peg::Grammar::parse(source);
        let proved = |rule: &abnf::Rule| {
            let name = abnf::peg_name(&rule.name);
            let Ok(peg) = &peg else { return false };
            let Some(dfa) = peg.rule(&name).and_then(|_| self.of_peg(&all, peg, &name)) else {
                return false;
            };
            self.of_abnf(grammar, &rule.name).is_ok_and(|wanted| *wanted == *dfa)
        };
        let mut proved = proved;
        let lacking = grammar.rules().iter().filter(|rule| !proved(rule));
        lacking.map(|rule| rule.name.clone()).collect()
    }
}

/// Returns a rule of a PEG and all that it uses, as text without comments.
fn closure(all: &[Block<'_>], rule: &str) -> String {
    let mut order = vec![rule.to_owned()];
    let mut text = String::new();
    let mut at = 0;
    while at < order.len() {
        let block = all.iter().find(|(name, _)| *name == order[at]).map_or("", |(_, block)| block);
        for line in block.lines().filter(|line| !line.starts_with('/')) {
            text.push_str(line);
            text.push('\n');
            for word in rules::words(line) {
                let word = key(word);
                if !order.contains(&word) && all.iter().any(|(name, _)| *name == word) {
                    order.push(word);
                }
            }
        }
        at += 1;
    }
    text
}
