//! A parse tree as text.

use std::collections::HashMap;
use std::io::{self, Write};

use urigram::documents::same_name;
use urigram::proof::{abnf, AbnfExpr};
use urigram::tree::{Node, Tree};
use urigram_answers::escape::clipped;
use urigram_answers::RuleRef;

use crate::style::{DIM, NAME};

/// Children of one node before the rest is only counted.
const SIBLINGS: usize = 12;

/// Writes a tree. Unless the full tree is requested, rules for single characters are left out, a
/// chain of rules that match the same text shares a line, and only the first of many siblings are
/// shown.
pub(super) fn write(
    out: &mut dyn Write,
    input: &[u8],
    target: RuleRef,
    tree: &Tree<'_>,
    full: bool,
    width: usize,
) -> io::Result<()> {
    let units = if full { Units::default() } else { Units::of(target) };
    let page = Page { input, units, full, width };
    page.node(out, tree.root(), "", "")
}

struct Page<'a> {
    input: &'a [u8],
    units: Units,
    full: bool,
    width: usize,
}

impl Page<'_> {
    fn children<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        node.children().filter(|child| self.full || !self.units.has(child.rule().name)).collect()
    }

    /// Writes a node and its children, with `lead` before the node's own line and `below` before
    /// its children's.
    fn node(
        &self,
        out: &mut dyn Write,
        mut node: Node<'_>,
        lead: &str,
        below: &str,
    ) -> io::Result<()> {
        write!(out, "{DIM}{lead}{DIM:#}{NAME}{}{NAME:#}", node.rule().name)?;
        let mut column = lead.chars().count() + node.rule().name.len();
        let mut children = self.children(node);
        while let (&[only], false) = (&children[..], self.full) {
            if (only.start(), only.end()) != (node.start(), node.end()) {
                break;
            }
            node = only;
            children = self.children(node);
            write!(out, "{DIM} › {DIM:#}{NAME}{}{NAME:#}", node.rule().name)?;
            column += node.rule().name.len() + 3;
        }
        let text = &self.input[node.start()..node.end()];
        if text.is_empty() {
            writeln!(out, "  {DIM}(empty){DIM:#}")?;
        } else {
            writeln!(out, "  {}", clipped(text, self.width.saturating_sub(column + 2).max(16)))?;
        }
        let shown =
            if self.full || children.len() <= SIBLINGS + 1 { children.len() } else { SIBLINGS };
        for (index, child) in children[..shown].iter().enumerate() {
            let last = index + 1 == children.len();
            let (branch, trunk) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.node(out, *child, &format!("{below}{branch}"), &format!("{below}{trunk}"))?;
        }
        if shown < children.len() {
            writeln!(
                out,
                "{DIM}{below}└─ … {} more (--full shows all){DIM:#}",
                children.len() - shown
            )?;
        }
        Ok(())
    }
}

/// The rules for a single character, or for its percent-encoding.
#[derive(Default)]
struct Units(Vec<String>);

impl Units {
    fn of(target: RuleRef) -> Units {
        let Ok(rules) = abnf::Grammar::parse(target.grammar.abnf(target.reading)) else {
            return Units::default();
        };
        let mut known = HashMap::new();
        let rules = rules.rules().iter();
        let named: Vec<(String, &AbnfExpr)> =
            rules.map(|rule| (key(&rule.name), &rule.expr)).collect();
        let rules: HashMap<&str, &AbnfExpr> =
            named.iter().map(|(name, expr)| (name.as_str(), *expr)).collect();
        named.iter().for_each(|(name, _)| {
            rule_is_unit(name, &rules, &mut known);
        });
        let document = target.grammar.document();
        // A component that has one character is not hidden (rfc1738's gtype).
        let parts = document.parts.iter().filter_map(|part| part.rule);
        let parts: Vec<&str> = document
            .components
            .iter()
            .flat_map(|(_, rules)| *rules)
            .copied()
            .chain(parts)
            .collect();
        let hidden = |name: &String| !parts.iter().any(|part| same_name(part, name));
        Units(
            known
                .into_iter()
                .filter_map(|(name, unit)| unit.then_some(name))
                .filter(hidden)
                .collect(),
        )
    }

    fn has(&self, rule: &str) -> bool {
        self.0.iter().any(|unit| same_name(unit, rule))
    }
}

fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

fn rule_is_unit(
    name: &str,
    rules: &HashMap<&str, &AbnfExpr>,
    known: &mut HashMap<String, bool>,
) -> bool {
    let name = key(name);
    if let Some(&unit) = known.get(&name) {
        return unit;
    }
    // A rule that comes back to itself is not a unit.
    known.insert(name.clone(), false);
    let unit = rules.get(name.as_str()).is_some_and(|expr| is_unit(expr, rules, known));
    known.insert(name, unit);
    unit
}

fn is_unit(
    expr: &AbnfExpr,
    rules: &HashMap<&str, &AbnfExpr>,
    known: &mut HashMap<String, bool>,
) -> bool {
    match expr {
        AbnfExpr::Choice(parts) => parts.iter().all(|part| is_unit(part, rules, known)),
        AbnfExpr::Text(text) | AbnfExpr::TextAnyCase(text) => text.len() == 1,
        AbnfExpr::Values(values) => values.len() == 1,
        AbnfExpr::Range(..) => true,
        AbnfExpr::Rule(name) => rule_is_unit(name, rules, known),
        AbnfExpr::Sequence(parts) => match &parts[..] {
            [AbnfExpr::TextAnyCase(text), digits @ ..] if text == "%" => match digits {
                [AbnfExpr::Repeat { min: 2, max: Some(2), expr, .. }] => {
                    is_unit(expr, rules, known)
                }
                [one, other] => is_unit(one, rules, known) && is_unit(other, rules, known),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}
