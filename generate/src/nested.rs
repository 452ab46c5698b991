//! PEGs as programs of the engine's machine for nested rules.

use std::collections::HashMap;

use urigram_automata::peg::{self, Expr, Kind, Stack, Which};
use urigram_engine::nested::{Entry, Op, Set};
pub use urigram_engine::nested::{Error, Limits, Node, Nodes, Open, Program, Tree};

/// Returns the program of a PEG. It has every rule, by its name, with the meaning that pest gives
/// it: `WHITESPACE` and `COMMENT` are skipped, atomic rules leave no nodes inside them.
///
/// Takes time linear in the grammar.
pub fn program(grammar: &peg::Grammar) -> Program {
    let grammar = grammar.explicit();
    let numbers = grammar.rules().iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
    let stateful = stateful(&grammar);
    let mut build = Build {
        ops: Vec::new(),
        texts: Vec::new(),
        sets: Vec::new(),
        rules: Vec::new(),
        numbers,
        stateful,
        tags: HashMap::new(),
        leaves_end: false,
        is_atomic: false,
    };
    for (number, rule) in grammar.rules().iter().enumerate() {
        let expr = rule.tagged();
        build.rules.push(Entry {
            name: rule.shown_name().to_owned(),
            start: build.here(),
            leaves_node: rule.leaves_node(),
            is_kept: !build.stateful[number] && !is_short(expr),
        });
        build.leaves_end = rule.leaves_end();
        build.is_atomic = grammar.has_extras()
            && (matches!(rule.kind(), Kind::Atomic | Kind::CompoundAtomic)
                || ["WHITESPACE", "COMMENT"].contains(&rule.shown_name()));
        build.expr(expr);
        build.add(Op::Return);
    }
    let Build { ops, texts, sets, rules, .. } = build;
    Program::new(ops, texts, sets, rules)
}

/// Returns for each rule whether its result depends on the stack of texts or changes it.
fn stateful(grammar: &peg::Grammar) -> Vec<bool> {
    let numbers: HashMap<&str, usize> =
        grammar.rules().iter().enumerate().map(|(at, rule)| (rule.name(), at)).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); grammar.rules().len()];
    let (mut is_stateful, mut open) = (vec![false; grammar.rules().len()], Vec::new());
    for (number, rule) in grammar.rules().iter().enumerate() {
        let mut inside = vec![rule.expr(Which::Optimized)];
        while let Some(expr) = inside.pop() {
            match expr {
                Expr::Stack(_) => open.push(number),
                Expr::Rule(name) => {
                    if let Some(&called) = numbers.get(&**name) {
                        callers[called].push(number);
                    }
                }
                _ => {}
            }
            inside.extend(expr.parts());
        }
    }
    while let Some(rule) = open.pop() {
        if !std::mem::replace(&mut is_stateful[rule], true) {
            open.extend(&callers[rule]);
        }
    }
    is_stateful
}

/// Returns true if matching takes a bounded time and calls nothing, so that keeping the result
/// costs more than matching again.
fn is_short(expr: &Expr) -> bool {
    match expr {
        Expr::Rule(_) | Expr::Repeat { max: None, .. } => false,
        _ => expr.parts().all(is_short),
    }
}

struct Build<'g> {
    ops: Vec<Op>,
    texts: Vec<String>,
    sets: Vec<Set>,
    rules: Vec<Entry>,
    numbers: HashMap<&'g str, usize>,
    stateful: Vec<bool>,
    /// The number of the text of each tag.
    tags: HashMap<String, u32>,
    /// True if the end of the input leaves a node in the rule that is being built.
    leaves_end: bool,
    /// True if the rule is atomic by its own mark, and the grammar has tags. pest restores no stack
    /// between the rounds of a repetition then. Without tags it restores it in each round.
    is_atomic: bool,
}

impl Build<'_> {
    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    fn add(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn is_stateful(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Stack(_) => true,
            Expr::Rule(name) => self.numbers.get(&**name).is_some_and(|&rule| self.stateful[rule]),
            _ => expr.parts().any(|part| self.is_stateful(part)),
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        self.texts.push(text.to_owned());
        self.texts.len() as u32 - 1
    }

    fn tag(&mut self, tag: &str) -> u32 {
        if let Some(&known) = self.tags.get(tag) {
            return known;
        }
        let number = self.text(tag);
        self.tags.insert(tag.to_owned(), number);
        number
    }

    /// The nesting of one expression bounds the recursion.
    fn expr(&mut self, expr: &Expr) {
        if let Some((inner, tag)) = expr.tag() {
            // To pest this is no sequence, so no stack is restored.
            self.expr(inner);
            let number = self.tag(tag);
            self.add(Op::Tag(number));
            return;
        }
        match expr {
            Expr::Text(text) => {
                let text = self.text(text);
                self.add(Op::Text(text));
            }
            Expr::TextAnyCase(text) => {
                let text = self.text(text);
                self.add(Op::TextAnyCase(text));
            }
            Expr::Class(set) => {
                let set = Set::new(set.ranges());
                let known = self.sets.iter().position(|known| *known == set);
                let number = known.unwrap_or_else(|| {
                    self.sets.push(set);
                    self.sets.len() - 1
                });
                self.add(Op::Set(number as u32));
            }
            Expr::Rule(name) => {
                let rule = self.numbers.get(&**name).copied();
                self.add(rule.map_or(Op::Fail, |rule| Op::Call(rule as u32)));
            }
            Expr::Sequence(parts) => {
                let is_guarded = self.is_stateful(expr);
                if is_guarded {
                    self.add(Op::Guard);
                }
                parts.iter().for_each(|part| self.expr(part));
                if is_guarded {
                    self.add(Op::Unguard);
                }
            }
            Expr::Choice(parts) => self.choice(parts),
            Expr::Repeat { expr, min, max } => self.repeat(expr, *min, *max),
            Expr::And(inner) => {
                let look = self.add(Op::Look(0));
                self.expr(inner);
                let found = self.add(Op::Found(0));
                self.ops[look] = Op::Look(self.here());
                self.add(Op::Fail);
                self.ops[found] = Op::Found(self.here());
            }
            Expr::Not(inner) => {
                let look = self.add(Op::Look(0));
                self.expr(inner);
                self.add(Op::Forbidden);
                self.ops[look] = Op::Look(self.here());
            }
            Expr::StartOfInput => {
                self.add(Op::Start);
            }
            Expr::EndOfInput => {
                self.add(Op::End(self.leaves_end));
            }
            Expr::Stack(stack) => self.stack(stack),
            // The enumeration may grow; what is not known here matches nothing.
            _ => {
                self.add(Op::Fail);
            }
        }
    }

    fn choice(&mut self, parts: &[Expr]) {
        let Some((last, others)) = parts.split_last() else {
            self.add(Op::Fail);
            return;
        };
        let mut ends = Vec::new();
        for part in others {
            let way = self.add(Op::Try(0));
            self.expr(part);
            ends.push(self.add(Op::Commit(0)));
            self.ops[way] = Op::Try(self.here());
        }
        self.expr(last);
        for end in ends {
            self.ops[end] = Op::Commit(self.here());
        }
    }

    fn repeat(&mut self, expr: &Expr, min: u32, max: Option<u32>) {
        if let (Expr::Sequence(parts), 1, Some(1)) = (expr, min, max) {
            // The rounds of a repetition with blanks between them, which are no sequence to pest.
            parts.iter().for_each(|part| self.expr(part));
            return;
        }
        let is_stateful = max.is_none() && self.is_stateful(expr);
        let is_sequence = is_stateful && min > 0;
        if is_sequence {
            self.add(Op::Guard);
        }
        for _ in 0..min {
            self.expr(expr);
        }
        let mut ways = Vec::new();
        match max {
            Some(max) => {
                for _ in min..max {
                    ways.push(self.add(Op::Try(0)));
                    self.expr(expr);
                    let behind = self.here() + 1;
                    self.add(Op::Commit(behind));
                }
            }
            None => {
                ways.push(self.add(Op::Try(0)));
                // pest restores the stack from the second round on.
                let guards = is_stateful && (is_sequence || !self.is_atomic);
                if guards && !is_sequence {
                    self.expr(expr);
                    let behind = self.here() + 1;
                    self.add(Op::Again(behind));
                }
                let round = self.here();
                if guards {
                    self.add(Op::Guard);
                }
                self.expr(expr);
                if guards {
                    self.add(Op::Unguard);
                }
                self.add(Op::Again(round));
            }
        }
        for way in ways {
            self.ops[way] = Op::Try(self.here());
        }
        if is_sequence {
            self.add(Op::Unguard);
        }
    }

    fn stack(&mut self, stack: &Stack) {
        let op = match stack {
            Stack::Push(inner) => {
                self.add(Op::PushBegin);
                self.expr(inner);
                Op::PushEnd
            }
            Stack::Restore(inner) => {
                self.add(Op::Guard);
                self.expr(inner);
                Op::Unguard
            }
            Stack::PushLiteral(text) => Op::PushText(self.text(text)),
            Stack::Peek => Op::Peek,
            Stack::PeekAll => Op::PeekAll,
            Stack::PeekSlice { start, end } => Op::PeekSlice(*start, *end),
            Stack::Pop => Op::Pop,
            Stack::PopAll => Op::PopAll,
            Stack::Drop => Op::Drop,
            _ => Op::Fail,
        };
        self.add(op);
    }
}
