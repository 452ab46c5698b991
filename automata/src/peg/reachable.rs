//! Rules that a rule uses.

use super::{Expr, Grammar, Rule, Which};

impl Grammar {
    /// Returns a rule and every rule that it uses, from the grammar as written. The rule comes
    /// first, each other one after the first rule that uses it. Returns `None` if there is no such
    /// rule. Rules that pest builds in are omitted.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    /// let grammar = Grammar::parse("a = { &c ~ b }\nd = { a }\nb = { ASCII }\nc = { b }")?;
    /// let rules = grammar.reachable("a").unwrap();
    /// assert!(rules.iter().map(|rule| rule.name()).eq(["a", "c", "b"]));
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// Takes time linear in the size of the grammar.
    pub fn reachable(&self, rule: &str) -> Option<Vec<&Rule>> {
        let root = self.index(rule).ok()?;
        let mut is_found = vec![false; self.rules().len()];
        is_found[root] = true;
        let (mut order, mut open) = (Vec::new(), vec![root]);
        while let Some(next) = open.pop() {
            let rule = &self.rules()[next];
            order.push(rule);
            let (mut used, mut exprs) = (Vec::new(), vec![rule.expr(Which::Raw)]);
            while let Some(expr) = exprs.pop() {
                if let Expr::Rule(name) = expr {
                    used.extend(self.index(name));
                }
                let mut parts: Vec<&Expr> = expr.parts().collect();
                parts.reverse();
                exprs.extend(parts);
            }
            used.retain(|&index| !std::mem::replace(&mut is_found[index], true));
            open.extend(used.into_iter().rev());
        }
        Some(order)
    }
}
