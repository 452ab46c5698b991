//! The tree of an input: the rules that matched, and where.

use std::ops::Range;

use serde::Serialize;

use super::{Params, Question};
use crate::line::Line;
use crate::parse;
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The most rules in an answer.
const MOST: usize = 4_000;

/// An input and the rule that is asked for its tree, by default a grammar's start rule.
pub(super) struct TreeOf(Vec<u8>, RuleRef);

/// Every rule that matched, each before the rules inside it.
#[derive(Serialize)]
struct AnswerJson {
    grammar: &'static str,
    rule: &'static str,
    nodes: Vec<Row>,
    line: Line,
}

/// A node as the page draws it: the name, the first column, the column after it, the depth.
pub(super) type Row = (String, usize, usize, usize);

impl Question for TreeOf {
    const NAME: &'static str = "tree";

    fn read(params: &Params) -> Result<TreeOf, Refusal> {
        let (input, grammar) = (params.input("input")?, params.grammar("grammar")?);
        let target = RuleRef::new(grammar, params.reading("reading")?, params.text("rule")?)?;
        Ok(TreeOf(input, target))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let TreeOf(input, target) = self;
        let line = Line::new(input);
        if !line.is_whole() {
            return Err(Refusal::Limit("the input is too long to draw a tree over it".to_owned()));
        }
        let verdict = target.verdict(input);
        verdict.check().map_err(|objection| Refusal::Limit(objection.to_string()))?;
        let tree = parse::tree(*target, &verdict);
        let tree = tree.map_err(|error| Refusal::Limit(error.to_string()))?;
        let span = |span| verdict.stripped().range(span);
        let nodes = preorder(vec![tree.root()], |node| node.children().collect())?.into_iter();
        let nodes =
            nodes.map(|(node, depth)| row(&line, node.rule().name, span(node.span()), depth));
        let nodes = nodes.collect();
        Ok(AnswerJson { grammar: target.grammar.as_str(), rule: target.table.rule(), nodes, line })
    }
}

/// Returns nodes in the order of the text, each before those inside it, with its depth.
pub(super) fn preorder<N>(
    mut roots: Vec<N>,
    children: impl Fn(&N) -> Vec<N>,
) -> Result<Vec<(N, usize)>, Refusal> {
    let mut nodes = Vec::new();
    roots.reverse();
    let mut open: Vec<(N, usize)> = roots.into_iter().map(|root| (root, 0)).collect();
    while let Some((node, depth)) = open.pop() {
        if nodes.len() == MOST {
            return Err(Refusal::Limit(format!("the tree has more than {MOST} rules")));
        }
        let below = open.len();
        open.extend(children(&node).into_iter().map(|child| (child, depth + 1)));
        open[below..].reverse();
        nodes.push((node, depth));
    }
    Ok(nodes)
}

/// Returns the row of a node.
pub(super) fn row(line: &Line, name: &str, span: Range<usize>, depth: usize) -> Row {
    (name.to_owned(), line.column(span.start), line.column(span.end), depth)
}

#[cfg(test)]
mod tests {
    use super::super::{ask, Params};

    #[test]
    fn rules_stand_before_the_rules_inside_them() {
        let tree = |query: &str| ask("tree", &Params::read(query.as_bytes()).unwrap());
        let found = tree("grammar=rfc3986&input=http://%C3%A9").unwrap_err();
        assert!(!found.to_string().is_empty());
        let found = tree("grammar=rfc3986&input=a://b").unwrap();
        let nodes: Vec<(String, u64, u64, u64)> =
            serde_json::from_value(found["nodes"].clone()).unwrap();
        assert_eq!(nodes[0], ("URI-reference".to_owned(), 0, 5, 0));
        let host = nodes.iter().position(|node| node.0 == "host").unwrap();
        assert_eq!(&nodes[host - 1], &("authority".to_owned(), 4, 5, nodes[host].3 - 1));
        // A rule begins where the rules before it end, or inside the rule before it.
        for pair in nodes.windows(2) {
            assert!(pair[1].3 <= pair[0].3 + 1 && pair[1].1 >= pair[0].1, "{pair:?}");
        }
        let long = format!("grammar=rfc3986&input=http://a/{}", "b".repeat(2_000));
        assert!(tree(&long).unwrap_err().to_string().contains("too long"));
    }
}
