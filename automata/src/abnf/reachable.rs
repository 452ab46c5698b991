//! Rules that a rule uses.

use super::{Grammar, Rule};

impl Grammar {
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
        let root = self.index_of(rule)?;
        let mut is_found = vec![false; self.rules().len()];
        is_found[root] = true;
        let (mut order, mut open) = (Vec::new(), vec![root]);
        while let Some(next) = open.pop() {
            let rule = &self.rules()[next];
            order.push(rule);
            let mut used = Vec::new();
            rule.expr.visit_rules(&mut |name| used.extend(self.index_of(name)));
            used.retain(|&index| !std::mem::replace(&mut is_found[index], true));
            open.extend(used.into_iter().rev());
        }
        Some(order)
    }
}
