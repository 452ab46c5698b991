//! Properties of rules that no automaton is needed for.

use super::{Grammar, Rule};
use crate::questions::{Circles, Question, Rules};

impl Grammar {
    /// Returns the rules, to be asked about.
    pub(crate) fn questions(&self) -> Rules<'_> {
        Rules::new(self.rules.iter().map(|rule| &rule.expr), |name| self.index_of(name))
    }

    /// Returns all rules with those that a rule uses before it, except where rules use each other.
    pub(crate) fn callees_first(&self) -> Vec<usize> {
        self.questions().callees_first(0..self.rules.len())
    }

    /// Returns the rules that derive no string, because they recurse without end, as in `b = DIGIT
    /// b`. A name without a rule counts as one that derives something.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// let grammar = Grammar::read("a = \"x\" b\nb = \"y\" b\nc = \"z\" [ c ]\n");
    /// assert!(grammar.barren().iter().map(|rule| &*rule.name).eq(["a", "b"]));
    /// ```
    ///
    /// # Cost
    /// Linear in the grammar.
    pub fn barren(&self) -> Vec<&Rule> {
        let derives = self.questions().answers(Question::Derives);
        self.rules().iter().zip(derives).filter(|(_, derives)| !derives).map(|it| it.0).collect()
    }

    /// Returns the left-recursive rules: they reach themselves before reading a character.
    ///
    /// # Cost
    /// The time of [`Grammar::barren`].
    pub fn left_recursive(&self) -> Vec<&Rule> {
        let questions = self.questions();
        let empty = questions.answers(Question::Empty);
        let first = |rule: &Rule| {
            let mut called = Vec::new();
            questions.first(&rule.expr, &empty, &mut |_, rule| called.push(rule));
            called
        };
        let calls: Vec<Vec<usize>> = self.rules().iter().map(first).collect();
        let circles = Circles::of(&calls);
        self.rules().iter().zip(circles.is_recursive).filter(|it| it.1).map(|it| it.0).collect()
    }

    /// Returns the rules that no other rule uses, the first rule excepted.
    pub fn unused(&self) -> Vec<&Rule> {
        let callers = self.questions().callers();
        let is_used = |rule: usize| callers[rule].iter().any(|&caller| caller != rule);
        let rules = self.rules().iter().enumerate().skip(1);
        rules.filter(|(rule, _)| !is_used(*rule)).map(|(_, rule)| rule).collect()
    }

    /// Returns a rule and all that it uses, itself first and each other one behind the first that
    /// uses it; `None` if there is no such rule. Names without a rule are passed over.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// let grammar = Grammar::parse("a = b\nd = a\nb = b / c\nc = \"c\"\n")?;
    /// let rules = grammar.reachable("a").unwrap();
    /// assert!(rules.iter().map(|rule| &*rule.name).eq(["a", "b", "c"]));
    /// # Ok::<(), urigram_automata::abnf::Error>(())
    /// ```
    ///
    /// Takes time linear in the size of the grammar.
    pub fn reachable(&self, rule: &str) -> Option<Vec<&Rule>> {
        let used = self.questions().reachable(self.index_of(rule)?);
        Some(used.into_iter().map(|rule| &self.rules[rule]).collect())
    }
}
