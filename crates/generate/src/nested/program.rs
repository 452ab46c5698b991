//! PEGs as programs of the engine's machine for nested rules.

use std::collections::HashMap;

use urigram_automata::peg::{self, Expr as Peg, Stack, Which};
use urigram_engine::nested::{Entry, Expr, Program, Set};

/// Returns the program of a PEG. It has every rule, by its name, with the meaning that pest gives
/// it: `WHITESPACE` and `COMMENT` are skipped, atomic rules leave no nodes inside them.
///
/// Takes time linear in the grammar.
pub fn program(grammar: &peg::Grammar) -> Program {
    let grammar = grammar.explicit();
    let numbers = grammar.rules().iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
    let stateful = grammar.stateful(Which::Optimized);
    let (texts, sets) = (Vec::new(), Vec::new());
    let mut build = Build { texts, sets, numbers, stateful, leaves_end: false };
    let mut rules = Vec::new();
    for (number, rule) in grammar.rules().iter().enumerate() {
        let expr = rule.expr(Which::Optimized);
        build.leaves_end = rule.leaves_end();
        rules.push(Entry {
            name: rule.shown_name().to_owned(),
            expr: build.expr(expr),
            leaves_node: rule.leaves_node(),
            is_kept: !build.stateful[number] && !is_short(expr),
        });
    }
    Program::new(build.texts, build.sets, rules)
}

/// Returns true if matching takes a bounded time and calls nothing, so that keeping the result
/// costs more than matching again.
fn is_short(expr: &Peg) -> bool {
    match expr {
        Peg::Rule(_) | Peg::Repeat { max: None, .. } => false,
        _ => expr.parts().iter().all(is_short),
    }
}

struct Build<'g> {
    texts: Vec<String>,
    sets: Vec<Set>,
    numbers: HashMap<&'g str, usize>,
    stateful: Vec<bool>,
    /// True if the end of the input leaves a node in the rule that is being built.
    leaves_end: bool,
}

impl Build<'_> {
    fn is_stateful(&self, expr: &Peg) -> bool {
        match expr {
            Peg::Stack(_) => true,
            Peg::Rule(name) => self.numbers.get(&**name).is_some_and(|&rule| self.stateful[rule]),
            _ => expr.parts().iter().any(|part| self.is_stateful(part)),
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        self.texts.push(text.to_owned());
        self.texts.len() as u32 - 1
    }

    /// The nesting of one expression bounds the recursion.
    fn expr(&mut self, expr: &Peg) -> Expr {
        match expr {
            Peg::Text(text) => Expr::Text(self.text(text)),
            Peg::TextAnyCase(text) => Expr::TextAnyCase(self.text(text)),
            Peg::Class(set) => {
                let set = Set::new(set.ranges());
                let known = self.sets.iter().position(|known| *known == set);
                let number = known.unwrap_or_else(|| {
                    self.sets.push(set);
                    self.sets.len() - 1
                });
                Expr::Set(number as u32)
            }
            Peg::Rule(name) => {
                let rule = self.numbers.get(&**name);
                rule.map_or(Expr::Choice(Vec::new()), |&rule| Expr::Rule(rule as u32))
            }
            Peg::Sequence(parts) => {
                let parts = Expr::Sequence(self.all(parts));
                if self.is_stateful(expr) {
                    Expr::Restore(Box::new(parts))
                } else {
                    parts
                }
            }
            Peg::Choice(parts) => Expr::Choice(self.all(parts)),
            Peg::Repeat { expr: inner, min, max: None, .. } if self.is_stateful(inner) => {
                // pest restores the stack from the second round on.
                let one = self.expr(inner);
                let further = repeat(Expr::Restore(Box::new(one.clone())), 0, None);
                let any = repeat(Expr::Sequence(vec![one.clone(), further]), 0, Some(1));
                Expr::Sequence(vec![repeat(one, *min, Some(*min)), any])
            }
            Peg::Repeat { expr: inner, min, max, .. } => repeat(self.expr(inner), *min, *max),
            Peg::And(inner) => Expr::And(Box::new(self.expr(inner))),
            Peg::Not(inner) => Expr::Not(Box::new(self.expr(inner))),
            Peg::StartOfInput => Expr::Start,
            Peg::EndOfInput => Expr::End(self.leaves_end),
            Peg::Stack(Stack::Push(inner)) => Expr::Push(Box::new(self.expr(inner))),
            Peg::Stack(Stack::Restore(inner)) => Expr::Restore(Box::new(self.expr(inner))),
            Peg::Stack(Stack::Peek) => Expr::Peek,
            Peg::Stack(Stack::PeekAll) => Expr::PeekAll,
            Peg::Stack(Stack::PeekSlice { start, end }) => Expr::PeekSlice(*start, *end),
            Peg::Stack(Stack::Pop) => Expr::Pop,
            Peg::Stack(Stack::PopAll) => Expr::PopAll,
            Peg::Stack(Stack::Drop) => Expr::Drop,
            // The enumeration may grow; what is not known here matches nothing.
            _ => Expr::Choice(Vec::new()),
        }
    }

    fn all(&mut self, parts: &[Peg]) -> Vec<Expr> {
        parts.iter().map(|part| self.expr(part)).collect()
    }
}

fn repeat(expr: Expr, min: u32, max: Option<u32>) -> Expr {
    Expr::Repeat(Box::new(expr), min, max)
}
