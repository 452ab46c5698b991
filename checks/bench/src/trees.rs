//! The task of a parse tree.

use urigram::tree::Tree;
use urigram::{Grammar, Reading};
use urigram_parsers::reference::parse_by_vm;
use urigram_parsers::{rfc3986, Node};

use crate::clock::Contender;
use crate::recognise::pest_accepts;

/// Returns the rules and the lengths of the texts of all nodes, added up.
fn read<R: Copy>(tree: &urigram_parsers::Tree<'_, R>, number: impl Fn(R) -> usize) -> usize {
    let of = |node: Node<'_, R>| number(node.rule()) + node.text().len();
    tree.nodes().map(of).sum()
}

/// Returns contenders that parse by RFC 3986 and read each node. The first one only parses.
pub fn contenders<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::new("pest_derive, pairs", pest_accepts, pest_accepts),
        Contender::new("urigram, derived parser, typed rules", pest_accepts, |text: &str| {
            let tree = rfc3986::parse(rfc3986::Rule::URI, text).ok()?;
            Some(read(&tree, |rule| rule as usize))
        }),
        Contender::new("urigram, machine, rules by name", pest_accepts, |text: &str| {
            let tree = Tree::parse(Grammar::Rfc3986, Reading::Corrected, None, text.as_bytes());
            Some(read(&tree.ok()?, |rule| rule.name.len()))
        }),
        Contender::new("pest_vm, rules by name", pest_accepts, |text: &str| {
            let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
            let tree = parse_by_vm(grammar, reading, None, text.as_bytes());
            Some(read(&tree.ok()?, |rule| rule.name.len()))
        }),
    ]
}
