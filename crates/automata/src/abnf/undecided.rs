//! Rules that need a name without a usable definition, and why.

use super::{key, Cited, Error, Grammar, Refused};
use std::collections::HashMap;

impl Grammar {
    /// Returns the prose values that name a rule, in order, each with the rule that has it.
    pub fn cited(&self) -> impl Iterator<Item = (&str, &Cited)> {
        self.cited.iter().map(|(rule, cited)| (rule.as_str(), cited))
    }

    /// Returns the error in the definition of a name.
    pub fn error_of(&self, name: &str) -> Option<&Error> {
        self.broken.get(&key(name)).and_then(|&at| Some(&self.faults.get(at)?.error))
    }

    /// Returns the rules that have no automaton because they need a name that is not defined, or
    /// whose definition has an error, in order. The reason is one of the first name that lacks.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// let grammar = Grammar::read("a = b\nb = c d\nc = \"c\"\n");
    /// let undecided = grammar.undecided();
    /// assert!(undecided.iter().map(|(rule, _)| &*rule.name).eq(["a", "b"]));
    /// assert_eq!(undecided[0].1.to_string(), "the rule \"b\" uses \"d\", which is not defined");
    /// ```
    ///
    /// # Cost
    /// Linear in the grammar.
    pub fn undecided(&self) -> Vec<(&super::Rule, Refused)> {
        let callers = self.questions().callers();
        let mut reasons: HashMap<usize, Refused> = HashMap::new();
        let mut open = Vec::new();
        for (index, rule) in self.rules.iter().enumerate() {
            rule.expr.visit_rules(&mut |name| {
                if self.index_of(name).is_none() {
                    reasons.entry(index).or_insert_with(|| {
                        open.push(index);
                        self.unusable(name, rule.name.clone())
                    });
                }
            });
        }
        while let Some(next) = open.pop() {
            let reason = reasons[&next].clone();
            for &caller in &callers[next] {
                reasons.entry(caller).or_insert_with(|| {
                    open.push(caller);
                    reason.clone()
                });
            }
        }
        let reason = |(index, rule)| Some((rule, reasons.remove(&index)?));
        self.rules.iter().enumerate().filter_map(reason).collect()
    }

    /// Returns the grammar without the rules of [`Grammar::undecided`].
    pub fn decided(&self) -> Grammar {
        let lost: Vec<String> = self.undecided().iter().map(|(rule, _)| key(&rule.name)).collect();
        if lost.is_empty() {
            return self.clone();
        }
        let lost = std::collections::HashSet::<String>::from_iter(lost);
        self.only(|index| !lost.contains(&key(&self.rules[index].name)))
    }

    /// Returns the grammar of some of the rules, by their indices.
    pub(crate) fn only(&self, is_kept: impl Fn(usize) -> bool) -> Grammar {
        let mut grammar = Grammar::default();
        let kept = self.rules.iter().enumerate().filter(|(index, _)| is_kept(*index));
        kept.for_each(|(_, rule)| grammar.add(rule.clone()));
        grammar
    }

    /// Returns the grammar with another expression for each rule.
    pub(crate) fn map(&self, of: impl Fn(&super::Rule) -> super::Expr) -> Grammar {
        let mut grammar = Grammar::default();
        let rules = self.rules.iter().map(|rule| super::Rule { expr: of(rule), ..rule.clone() });
        rules.for_each(|rule| grammar.add(rule));
        grammar
    }

    /// Returns the error for the use of a name without a rule.
    pub(super) fn unusable(&self, name: &str, used_by: String) -> Refused {
        let name = name.to_owned();
        match self.error_of(&name) {
            Some(error) => Refused::Broken { name, used_by, error: error.clone() },
            None => Refused::Undefined { name, used_by },
        }
    }

    /// Returns the error for a question about a name without a rule.
    pub(super) fn no_rule(&self, name: &str) -> Refused {
        match self.error_of(name) {
            Some(_) => self.unusable(name, name.to_owned()),
            None => Refused::NoSuchRule { name: name.to_owned() },
        }
    }
}
