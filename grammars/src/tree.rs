//! Parse trees under the documents' own rule names, built by pest.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use pest::error::{Error, ErrorVariant};
use pest::Token;
use pest_vm::Vm;

use crate::{Encoding, Grammar, Reading, Rule, UnknownName};

/// The derivation of an input from a rule: one node for each rule that matched.
#[derive(Clone, Debug)]
pub struct Tree {
    grammar: Grammar,
    nodes: Vec<RawNode>,
}

#[derive(Clone, Copy, Debug)]
struct RawNode {
    rule: u16,
    start: u32,
    end: u32,
    /// The number of nodes in the subtree, including this one.
    size: u32,
}

/// The reason why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The grammar has no such rule.
    UnknownRule(UnknownName),
    /// The input is longer than [`Tree::LONGEST`], so nothing is decided.
    TooLong,
    /// The rules nest deeper than the parser's stack allows, so nothing is decided.
    TooDeep,
    /// The rule does not match the whole input.
    NoMatch,
    /// The definition has no PEG, which trees are built by.
    NoPeg,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::UnknownRule(error) => error.fmt(f),
            TreeError::TooLong => {
                write!(f, "the input is longer than {} bytes, the limit for trees", Tree::LONGEST)
            }
            TreeError::TooDeep => f.write_str("the rules nest too deep for a tree"),
            TreeError::NoMatch => f.write_str("the rule does not match the whole input"),
            TreeError::NoPeg => f.write_str("the grammar has no PEG, which trees are built by"),
        }
    }
}

impl std::error::Error for TreeError {}

impl Tree {
    /// The longest input, in bytes, that a tree is built for: a tree takes some hundred bytes a
    /// character.
    pub const LONGEST: usize = 256 * 1024;

    /// Parses the whole input by a rule of a grammar (its default start rule if none is named).
    ///
    /// # Errors
    /// [`TreeError`] for an unknown rule, an input over [`Tree::LONGEST`], and an input that the
    /// rule does not match.
    ///
    /// The parser works on a stack of its own where the caller's is small, so that any thread can
    /// call this. The rule's automaton rejects an input before the parser reads it, because a
    /// parser of a PEG can take quadratic time to fail.
    pub fn parse(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &[u8],
    ) -> Result<Tree, TreeError> {
        match grammar.tables(reading).find(rule) {
            Some(table) if input.len() <= Tree::LONGEST && !table.accepts(input) => {
                Err(TreeError::NoMatch)
            }
            _ => Tree::parse_by_pest_alone(grammar, reading, rule, input),
        }
    }

    /// Like [`Tree::parse`], without the automaton: a second opinion for tests.
    ///
    /// # Errors
    /// The errors of [`Tree::parse`].
    #[doc(hidden)]
    pub fn parse_by_pest_alone(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &[u8],
    ) -> Result<Tree, TreeError> {
        on_enough_stack(|| Tree::parse_here(grammar, reading, rule, input))
    }

    fn parse_here(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &[u8],
    ) -> Result<Tree, TreeError> {
        let document = grammar.document();
        let rule = document
            .rule(rule.unwrap_or(document.start.default))
            .map_err(TreeError::UnknownRule)?;
        if grammar.pest(reading).is_empty() {
            return Err(TreeError::NoPeg);
        }
        if input.len() > Tree::LONGEST {
            return Err(TreeError::TooLong);
        }
        let text = match document.encoding {
            Encoding::Utf8 => {
                Cow::Borrowed(std::str::from_utf8(input).map_err(|_| TreeError::NoMatch)?)
            }
            Encoding::Octets => input.iter().copied().map(char::from).collect(),
        };
        let parser = parser(grammar, reading)?;
        let nameless = TreeError::UnknownRule(UnknownName::without_suggestion("rule"));
        let start_rule = parser.start_rule(rule).ok_or(nameless)?;
        let pairs = parser.vm.parse(start_rule, &text).map_err(|error| failure(&error))?;
        let offsets = Offsets::new(&text, document.encoding);
        let mut nodes: Vec<RawNode> = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        for token in pairs.tokens() {
            match token {
                Token::Start { rule, pos } => {
                    let known = parser.names.get(rule).copied();
                    open.push(known.map(|_| nodes.len()));
                    let start = offsets.octet(pos.pos());
                    nodes.extend(known.map(|rule| RawNode { rule, start, end: start, size: 1 }));
                }
                Token::End { pos, .. } => {
                    // A rule that the document does not list has no node: what it holds belongs to
                    // the rule around it.
                    let Some(Some(node)) = open.pop() else { continue };
                    nodes[node].end = offsets.octet(pos.pos());
                    nodes[node].size = (nodes.len() - node) as u32;
                }
            }
        }
        match nodes.first() {
            Some(root) if root.end as usize == input.len() => Ok(Tree { grammar, nodes }),
            _ => Err(TreeError::NoMatch),
        }
    }

    /// Returns the node of the rule that the input was matched against.
    pub fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }

    /// Returns every node, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|index| Node { tree: self, index })
    }

    /// Returns the first node of a rule, in order of the input; `-` and `_` are the same.
    pub fn find(&self, rule: &str) -> Option<Node<'_>> {
        self.nodes().find(|node| crate::same_name(node.rule().name, rule))
    }
}

/// A rule that matched some part of the input.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    tree: &'t Tree,
    index: usize,
}

impl<'t> Node<'t> {
    fn raw(self) -> &'t RawNode {
        &self.tree.nodes[self.index]
    }

    /// Returns the document's rule.
    pub fn rule(self) -> &'static Rule {
        &self.tree.grammar.document().rules[usize::from(self.raw().rule)]
    }

    /// Returns the byte offset at which it begins.
    pub fn start(self) -> usize {
        self.raw().start as usize
    }

    /// Returns the byte offset after its end.
    pub fn end(self) -> usize {
        self.raw().end as usize
    }

    /// Returns the rules that matched inside it, in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let end = self.index + self.raw().size as usize;
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let node = Node { tree: self.tree, index: next };
            next += node.raw().size as usize;
            Some(node)
        })
    }
}

/// The stack, in bytes, that a parse is sure to have. pest refuses to go on at 64 KiB, and the
/// deepest grammar, built without optimization, needs less than 256 KiB. A thread of the standard
/// library has 2 MiB.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 512 * 1024;

/// Calls a function on a stack of at least [`STACK`] bytes: the caller's, or a new one.
#[cfg(not(target_family = "wasm"))]
fn on_enough_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(STACK, 2 * STACK, work)
}

/// Calls a function. WebAssembly has no second stack, and its only one is large.
#[cfg(target_family = "wasm")]
fn on_enough_stack<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Returns the reason why pest gave up. A limit is not a mismatch.
fn failure<R>(error: &Error<R>) -> TreeError {
    match error.variant {
        ErrorVariant::ParsingError { .. } => TreeError::NoMatch,
        ErrorVariant::CustomError { .. } => TreeError::TooDeep,
    }
}

/// The parser of a grammar, built when it is first used.
struct Parser {
    vm: Vm,
    /// pest's rule names, with their index in the document.
    names: HashMap<String, u16>,
}

fn parser(grammar: Grammar, reading: Reading) -> Result<&'static Parser, TreeError> {
    static PARSERS: Mutex<Option<HashMap<(Grammar, Reading), &'static Parser>>> = Mutex::new(None);
    let mut parsers = PARSERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = parsers.get_or_insert_default().get(&(grammar, reading)) {
        return Ok(known);
    }
    let built = on_a_large_stack(|| Parser::new(grammar, reading)).ok_or(TreeError::TooDeep)?;
    // Leaked: a node refers to it without a lifetime, and there are two for each grammar.
    Ok(parsers
        .get_or_insert_default()
        .entry((grammar, reading))
        .or_insert_with(|| Box::leak(Box::new(built))))
}

/// Calls a function on a stack that is large enough for pest's optimizer, which recurses on the
/// length of a chain of alternatives. `None` if the function gives up.
#[cfg(not(target_family = "wasm"))]
fn on_a_large_stack<R: Send>(work: impl FnOnce() -> Option<R> + Send) -> Option<R> {
    const LARGE: usize = 256 << 20;
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(LARGE).spawn_scoped(scope, work);
        worker.ok()?.join().ok()?
    })
}

/// Calls a function. WebAssembly has the documents' own rules only.
#[cfg(target_family = "wasm")]
fn on_a_large_stack<R>(work: impl FnOnce() -> Option<R>) -> Option<R> {
    work()
}

impl Parser {
    fn new(grammar: Grammar, reading: Reading) -> Option<Parser> {
        let (_, rules) = pest_meta::parse_and_optimize(grammar.pest(reading)).ok()?;
        let known = grammar.document().rules.iter().enumerate();
        let known: HashMap<String, u16> =
            known.map(|(index, rule)| (folded(rule.id), index as u16)).collect();
        // A narrowed form, `scheme__before_colon`, is shown as the rule that it narrows. RFC 5234
        // ignores the case of names and pest does not: rfc8141's `Digit` is also what its base
        // calls `DIGIT`.
        let shown =
            |name: &str| known.get(&folded(name.split("__").next().unwrap_or(name))).copied();
        let names =
            rules.iter().filter_map(|rule| Some((rule.name.clone(), shown(&rule.name)?))).collect();
        Some(Parser { vm: Vm::new(rules), names })
    }

    /// pest's name for a rule of the document.
    fn start_rule(&self, rule: &Rule) -> Option<&str> {
        let name = rule.id.replace('-', "_");
        if let Some((exact, _)) = self.names.get_key_value(&name) {
            return Some(exact);
        }
        self.names.keys().map(String::as_str).find(|known| known.eq_ignore_ascii_case(&name))
    }
}

/// Returns a rule's name as ABNF compares it.
fn folded(name: &str) -> String {
    name.replace('-', "_").to_ascii_lowercase()
}

/// A map from offsets in the text that pest parses to offsets in the input.
struct Offsets(Option<Vec<u32>>);

impl Offsets {
    fn new(text: &str, encoding: Encoding) -> Offsets {
        if encoding == Encoding::Utf8 || text.is_ascii() {
            return Offsets(None);
        }
        let mut octet = 0;
        let mut octets = vec![0; text.len() + 1];
        for (at, c) in text.char_indices() {
            octets[at] = octet;
            octet += 1;
            octets[at + c.len_utf8()] = octet;
        }
        Offsets(Some(octets))
    }

    fn octet(&self, offset: usize) -> u32 {
        self.0.as_ref().map_or(offset as u32, |octets| octets[offset])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_a_stack_of<R: Send>(bytes: usize, work: impl FnOnce() -> R + Send) -> R {
        std::thread::scope(|scope| {
            let worker = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
            worker.expect("a thread starts").join().expect("the work ends")
        })
    }

    // On 64 KiB pest refused to read the committed grammars, which was a panic.
    #[test]
    fn a_small_stack_is_enough_for_every_grammar() {
        let inputs = [
            "http://user@[2001:db8::7]:80/a/b;c?d#e",
            "urn:a:b",
            "<URN:a:b;Title=c;>",
            "mailto:a@b.c",
            "%",
        ];
        for &grammar in Grammar::ALL {
            for reading in Reading::ALL {
                on_a_stack_of(64 * 1024, || {
                    for input in inputs {
                        let tree =
                            Tree::parse_by_pest_alone(grammar, reading, None, input.as_bytes());
                        let accepted = grammar.tables(reading).start().accepts(input.as_bytes());
                        assert_eq!(
                            tree.err(),
                            (!accepted).then_some(TreeError::NoMatch),
                            "{grammar} {input}"
                        );
                    }
                });
            }
        }
    }

    // pest's own limit was taken for a mismatch.
    #[test]
    fn rules_that_nest_too_deep_are_a_limit() {
        let (_, rules) =
            pest_meta::parse_and_optimize("a = { \"(\" ~ a? ~ \")\" }").expect("a grammar");
        let vm = Vm::new(rules);
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        let parse = |text: &str| vm.parse("a", text).map(|_| ()).map_err(|error| failure(&error));
        on_enough_stack(|| {
            assert_eq!(parse(&nested(9)), Ok(()));
            assert_eq!(parse("(()"), Err(TreeError::NoMatch));
            assert_eq!(parse(&nested(1_000_000)), Err(TreeError::TooDeep));
        });
    }
}
