//! A search through all derivations of a text, one after another.

use std::ops::Range;

use urigram_automata::abnf::{Expr, Grammar};

/// The places of each component in one derivation, in the order of the components.
pub(super) type Lists = Vec<Vec<Range<usize>>>;

pub(super) struct Naive<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) components: &'g [&'static str],
}

/// A derivation of a part of a text.
#[derive(Clone, PartialEq, Eq)]
struct Derived {
    end: usize,
    lists: Lists,
}

impl Naive<'_> {
    /// Returns the places in all derivations of a text by the first rule, each way once.
    pub(super) fn derivations(&self, text: &[u8]) -> Vec<Lists> {
        let all = self.rule(&self.grammar.rules()[0].name, text, 0);
        let mut found: Vec<Lists> = Vec::new();
        for one in all.into_iter().filter(|one| one.end == text.len()) {
            if !found.contains(&one.lists) {
                found.push(one.lists);
            }
        }
        found
    }

    fn nothing(&self, at: usize) -> Derived {
        Derived { end: at, lists: vec![Vec::new(); self.components.len()] }
    }

    fn rule(&self, name: &str, text: &[u8], at: usize) -> Vec<Derived> {
        let mut all = self.expr(&self.grammar.rule(name).unwrap().expr, text, at);
        if let Some(number) = self.components.iter().position(|one| one.eq_ignore_ascii_case(name))
        {
            // The outermost occurrence counts, so that those inside are forgotten.
            all.iter_mut()
                .for_each(|one| one.lists[number] = std::iter::once(at..one.end).collect());
        }
        all
    }

    fn expr(&self, expr: &Expr, text: &[u8], at: usize) -> Vec<Derived> {
        match expr {
            Expr::Choice(parts) => {
                parts.iter().flat_map(|part| self.expr(part, text, at)).collect()
            }
            Expr::Sequence(parts) => {
                let heads = vec![self.nothing(at)];
                parts.iter().fold(heads, |heads, part| self.after(heads, part, text))
            }
            Expr::Repeat { min, max, expr, .. } => {
                let mut rounds = vec![self.nothing(at)];
                let mut all = Vec::new();
                for round in 0.. {
                    if round >= *min {
                        all.extend(rounds.iter().cloned());
                    }
                    if max.is_some_and(|max| round >= max) || rounds.is_empty() {
                        break;
                    }
                    let next = self.after(rounds.clone(), expr, text);
                    // Each round of these grammars reads something.
                    let is_longer = |one: &Derived| rounds.iter().any(|head| one.end > head.end);
                    rounds = next.into_iter().filter(is_longer).collect();
                }
                all
            }
            Expr::Rule(name) => self.rule(name, text, at),
            Expr::TextAnyCase(own) => {
                let end = at + own.len();
                let head = text.get(at..end);
                let is_there = head.is_some_and(|head| head.eq_ignore_ascii_case(own.as_bytes()));
                is_there.then(|| Derived { end, ..self.nothing(at) }).into_iter().collect()
            }
            Expr::Range(low, high) => {
                let byte = text.get(at).map(|&byte| u32::from(byte));
                let is_there = byte.is_some_and(|byte| (*low..=*high).contains(&byte));
                is_there.then(|| Derived { end: at + 1, ..self.nothing(at) }).into_iter().collect()
            }
            other => panic!("no grammar of this test has {other}"),
        }
    }

    fn after(&self, heads: Vec<Derived>, then: &Expr, text: &[u8]) -> Vec<Derived> {
        let mut all: Vec<Derived> = Vec::new();
        for head in heads {
            for tail in self.expr(then, text, head.end) {
                let lists = head.lists.iter().zip(tail.lists);
                let lists = lists.map(|(head, tail)| [&head[..], &tail].concat()).collect();
                let one = Derived { end: tail.end, lists };
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }
}
