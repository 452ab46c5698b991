//! Parts inside components, held against the trees; and components put together again.

use urigram_core::tree::Tree;
use urigram_grammars::{same_name, Component, Components, Grammar, Reading, Span};

/// Returns the differences between the parts inside components, with the names of components, and
/// the trees.
///
/// The trees are those of all start rules that accept the input: a document with rules for single
/// schemes shows the parts of a scheme in the tree of its rule. Checked are:
///
/// * each part with a rule is a node of that rule in one of the trees, to the byte;
/// * each outermost node of a rule that only parts have is such a part; the tree by that rule
///   itself says nothing here, for to it all is the part (`news:a@c` is an `article` of 1993);
/// * the rule that names a component begins in the component, after one delimiter at most, in one
///   of the trees.
pub fn part_differences(
    grammar: Grammar,
    reading: Reading,
    input: &str,
    components: &Components<'_>,
) -> Vec<String> {
    let document = grammar.document();
    let end =
        components.span(Component::Fragment).map_or(input.len(), |span| span.start as usize - 1);
    let rules = grammar.tables(reading).all.iter().map(|table| table.rule());
    let trees: Vec<(&str, Tree)> = rules
        .flat_map(|rule| {
            [input, &input[..end]].map(|text| {
                Some((rule, Tree::parse(grammar, reading, Some(rule), text.as_bytes()).ok()?))
            })
        })
        .flatten()
        .collect();
    let nodes_of = |trees: &mut dyn Iterator<Item = &(&str, Tree)>,
                    rule: &str|
     -> Vec<(u32, u32)> {
        let all = trees.flat_map(|(_, tree)| tree.nodes());
        let named =
            all.filter(|node| same_name(node.rule().name, rule) || same_name(node.rule().id, rule));
        named.map(|node| (node.start() as u32, node.end() as u32)).collect()
    };
    let nodes = |rule: &str| nodes_of(&mut trees.iter(), rule);
    let shown = |span: Span| components.slice(span).escape_ascii().to_string();
    let mut differences = Vec::new();
    let mut complain =
        |what: String| differences.push(format!("{grammar} {reading} {input:?}: {what}"));
    let mut found: Vec<(&str, u32, u32)> = Vec::new();
    for component in components.iter() {
        let Span { start, end } = component.span;
        let begins =
            |(at, to): &(u32, u32)| start <= *at && *at <= start + 1 && (*at < end || *to == *at);
        if let Some(rule) = component.rule.filter(|_| start < end) {
            let all = nodes(rule);
            if !all.is_empty() && !all.iter().any(begins) {
                let (name, text) = (component.component.name(), shown(component.span));
                complain(format!(
                    "{name} {text:?} is said to be by {rule}, and no tree has that there"
                ));
            }
        }
        for part in components.parts(component.component) {
            let Span { start, end } = part.span;
            let Some(rule) = part.rule else { continue };
            found.push((rule, start, end));
            if !nodes(rule).contains(&(start, end)) && start < end {
                complain(format!(
                    "the part {} {:?} is not a {rule} of a tree",
                    part.name,
                    shown(part.span)
                ));
            }
        }
    }
    let named = document.components.iter().flat_map(|(_, rules)| rules.iter().copied());
    let names: Vec<&str> = named.chain(document.names.iter().filter_map(|row| row.rule)).collect();
    for rule in
        document.parts.iter().filter_map(|part| part.rule).filter(|rule| !names.contains(rule))
    {
        let all = nodes_of(&mut trees.iter().filter(|(start, _)| !same_name(start, rule)), rule);
        for &(start, end) in all.iter().filter(|(start, end)| start < end) {
            let outer = all
                .iter()
                .any(|&(from, to)| from <= start && end <= to && (from, to) != (start, end));
            if !outer && !found.contains(&(rule, start, end)) {
                complain(format!("the trees have a {rule} at {start}..{end} that is not a part"));
            }
        }
    }
    differences.dedup();
    differences
}

/// Returns the input again, put together from the texts of its components and the delimiters
/// between them; `None` without components, as for a citation.
pub fn joined(components: &Components<'_>) -> Option<Vec<u8>> {
    components.iter().next()?;
    let mut text = Vec::new();
    let mut add = |before: &str, component: Component, after: &str| {
        if let Some(own) = components.text(component) {
            text.extend([before.as_bytes(), own, after.as_bytes()].concat());
        }
    };
    add("", Component::Scheme, ":");
    if components.span(Component::Host).is_some() {
        add("//", Component::Userinfo, "@");
        let slashes = if components.span(Component::Userinfo).is_some() { "" } else { "//" };
        add(slashes, Component::Host, "");
        add(":", Component::Port, "");
    } else {
        add("//", Component::Authority, "");
    }
    add("", Component::Path, "");
    add("", Component::Nid, ":");
    add("", Component::Nss, "");
    add("?+", Component::RComponent, "");
    add("?=", Component::QComponent, "");
    add("?", Component::Query, "");
    add("#", Component::Fragment, "");
    Some(text)
}
