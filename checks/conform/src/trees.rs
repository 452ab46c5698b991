//! Components as the trees have them, by what `[components]` of the documents say.

use std::ops::Range;

use crate::Subject;
use urigram_core::tree::{Node, Tree};
use urigram_grammars::{Component, Form, Grammar, Parts, Reading, Span, Table};

/// The components by a tree. A node is a component only if the component's delimiter precedes it.
struct TreeComponents<'t> {
    grammar: Grammar,
    input: &'t str,
    tree: &'t Tree<'t>,
}

impl<'t> TreeComponents<'t> {
    /// Returns the outermost node of the first of the component's rules that occurs in the right
    /// place.
    fn node(&self, component: Component, right: impl Fn(Node<'_>) -> bool) -> Option<Node<'t>> {
        let rules = self.grammar.document().component_rules(component);
        rules.iter().find_map(|name| {
            let id = self.grammar.document().rule(name).expect("components name rules").id;
            self.tree.nodes().find(|node| node.rule().id == id && right(*node))
        })
    }

    fn follows(&self, node: Node<'_>, delimiter: &str) -> bool {
        self.input[..node.start()].ends_with(delimiter)
    }

    /// Returns the offset after the slashes that begin an authority: the first `//`. In the URL
    /// Standard any number of slashes of both kinds follows a special scheme, and two follow
    /// `file`.
    fn slashes(&self) -> Option<usize> {
        let rest = self.input.split_once(':').map_or("", |(_, rest)| rest);
        let body = self.input.len() - rest.len();
        let slashes = rest.find(|byte| !['/', '\\'].contains(&byte)).unwrap_or(rest.len());
        if self.find("special-scheme").is_some() {
            Some(body + slashes)
        } else if self.find("file-scheme").is_some() {
            (slashes >= 2).then_some(body + 2)
        } else {
            self.input.find("//").map(|at| at + 2)
        }
    }

    /// Returns the outermost node of a rule, if the document has the rule and the tree such a node.
    fn find(&self, rule: &str) -> Option<Node<'t>> {
        let id = self.grammar.document().rule(rule).ok()?.id;
        self.tree.nodes().find(|node| node.rule().id == id)
    }

    /// From the first to the last of the rules of `userinfo`: some documents have a user and a
    /// password.
    fn userinfo(&self) -> Option<Range<usize>> {
        let slashes = self.slashes()?;
        let first = self.node(Component::Userinfo, |node| node.start() == slashes)?;
        let rest = self.grammar.document().component_rules(Component::Userinfo).iter();
        let ends = rest.filter_map(|name| {
            let id = self.grammar.document().rule(name).ok()?.id;
            let node = self
                .tree
                .nodes()
                .find(|node| node.rule().id == id && node.start() >= first.end())?;
            (self.follows(node, ":") && self.input[node.end()..].starts_with('@'))
                .then_some(node.end())
        });
        Some(first.start()..ends.max().unwrap_or(first.end()).max(first.end()))
    }

    /// Returns the authority, the userinfo before it included where the document's rule begins
    /// after it.
    fn authority(&self) -> Option<Range<usize>> {
        let slashes = self.slashes()?;
        let start = self.userinfo().map_or(slashes, |userinfo| userinfo.end + 1);
        let node =
            self.node(Component::Authority, |node| [slashes, start].contains(&node.start()))?;
        Some(slashes..node.end())
    }

    fn within_authority(&self, component: Component) -> Option<Range<usize>> {
        let authority = self.authority()?;
        let node = self.node(component, |node| {
            authority.start <= node.start() && node.end() <= authority.end
        })?;
        Some(node.start()..node.end())
    }

    fn after(&self, component: Component, delimiter: &str) -> Option<Range<usize>> {
        self.node(component, |node| self.follows(node, delimiter))
            .map(|node| node.start()..node.end())
    }

    fn get(&self, component: Component) -> Option<Range<usize>> {
        match component {
            Component::Scheme => self
                .node(component, |node| {
                    node.start() == 0 && self.input[node.end()..].starts_with(':')
                })
                .map(|node| node.start()..node.end()),
            Component::Authority => self.authority(),
            Component::Userinfo => self.userinfo(),
            Component::Host => self.within_authority(component),
            Component::Port => self
                .within_authority(component)
                .filter(|port| self.input[..port.start].ends_with(':')),
            Component::Query => self.after(component, "?"),
            Component::Fragment => self.after(component, "#"),
            // A rule for the path may hold the query as well: the path ends where that begins.
            Component::Path => {
                // In the URL Standard a path begins with its drive, if it has one.
                let drive = self.find("drive-path").map_or(usize::MAX, Node::start);
                let node = self.node(component, |node| node.start() <= drive)?;
                let query = self.get(Component::Query).map_or(node.end(), |query| query.start - 1);
                Some(node.start()..node.end().min(query))
            }
            _ => None,
        }
    }
}

const COMPARED: [Component; 8] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment]
};

/// Returns the differences between the tree and the parts that splitting found.
pub fn differences(
    grammar: Grammar,
    reading: Reading,
    table: &Table,
    input: &str,
    tree: &Tree,
    parts: &Parts,
) -> Vec<String> {
    let components = TreeComponents { grammar, input, tree };
    let finer_tree = finer_tree(grammar, table, reading, input);
    let finer = finer_tree.as_ref().map(|tree| TreeComponents { grammar, input, tree });
    let mut differences = Vec::new();
    for component in COMPARED {
        // Some documents keep what others call a path in pieces and have no rule for the whole.
        if component == Component::Path && grammar.document().component_rules(component).is_empty()
        {
            continue;
        }
        let split = parts.get(component).map(|Span { start, end }| start as usize..end as usize);
        let tree = components.get(component).or_else(|| finer.as_ref()?.get(component));
        let same = match (component, &tree, &split) {
            // Rules for one scheme spell it out, so that their trees have no node for it.
            (Component::Scheme, None, Some(scheme)) => tree_spells_out(grammar, input, scheme),
            // A document's own path may begin after the slash, or after a selector's type.
            (Component::Path, None, Some(path)) => {
                path.is_empty() || has_rules_for_schemes(grammar)
            }
            (Component::Path, Some(own), Some(path)) if has_rules_for_schemes(grammar) => {
                finer.is_some() || (path.start <= own.start && own.end <= path.end)
            }
            // `file:///etc` of rfc1738 has an authority that is empty, and so no rule; `file://C:/`
            // of the URL Standard has an empty host.
            (Component::Authority | Component::Host, None, Some(part)) => part.is_empty(),
            _ => tree == split,
        };
        if !same {
            let rule = table.rule();
            differences.push(format!(
                "{grammar} {rule} {input:?} {}: tree {tree:?}, split {split:?}",
                component.name()
            ));
        }
    }
    differences
}

/// Whether the document has rules for single schemes, whose trees go by parts of their own.
fn has_rules_for_schemes(grammar: Grammar) -> bool {
    grammar.document().form == Form::Locator || grammar.document().rule("httpaddress").is_ok()
}

/// Returns the tree by the rules for single schemes, if the table's rule is a generic one apart
/// from them (rfc1630, genericurl of rfc1738).
fn finer_tree<'i>(
    grammar: Grammar,
    table: &Table,
    reading: Reading,
    input: &'i str,
) -> Option<Tree<'i>> {
    let specific = grammar
        .table(reading, Some("url"))
        .filter(|specific| specific.rule() != table.rule())?
        .rule();
    let address = input.split('#').next().unwrap_or(input);
    Tree::parse(grammar, reading, Some(specific), address.as_bytes()).ok()
}

/// Whether a rule contains the scheme as a literal, alone or with the text after it.
fn tree_spells_out(grammar: Grammar, input: &str, scheme: &Range<usize>) -> bool {
    let name = input[scheme.clone()].to_ascii_lowercase();
    let pest = grammar.pest(Reading::Corrected).to_ascii_lowercase();
    [format!("\"{name}:"), format!("\"{name}\"")].iter().any(|literal| pest.contains(literal))
}

/// Whether the document's rules are what splitting goes by. Documents with rules for single schemes
/// keep in pieces what others call a path or a query, so that their trees are compared on what they
/// print (`tests/components/documents.rs`), and a URC is a list of elements. A rule for a part, a
/// host, is not an identifier. Where the rules mark the components, nothing is split by delimiters
/// (`tests/own_grammars/component_ways`).
pub fn is_compared(subject: &Subject) -> bool {
    let tables = subject.grammar.tables(subject.reading);
    let whole = [Some(tables.start()), tables.uri, tables.reference];
    let document = subject.grammar.document();
    document.form != Form::Urc
        && document.rule("httpaddress").is_err()
        && document.rule("httpurl").is_err()
        && !subject.table.is_marked()
        && whole.iter().flatten().any(|table| std::ptr::eq(*table, subject.table))
}
