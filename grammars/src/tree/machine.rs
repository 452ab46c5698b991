//! Trees by the engine's machine, which runs the documents' PEGs as programs.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::nested::{Error, Event, Limits, Program};
use crate::{Grammar, Reading, Rule, UnknownName};

use super::names::{start, Names};
use super::octets::Offsets;
use super::value::{readable, Token, Tree, TreeError};

/// The parser of a grammar, read when it is first used.
struct Parser {
    program: Program,
    /// The rules that the program's are shown as.
    shown: Vec<Option<&'static Rule>>,
}

/// Parses the whole input by a rule.
///
/// # Errors
/// [`TreeError`] for a grammar without a PEG, an input over [`Tree::LONGEST`], one that takes more
/// than the machine's limits, and one that the rule does not match.
pub fn parse<'i>(
    grammar: Grammar,
    reading: Reading,
    rule: &Rule,
    input: &'i [u8],
) -> Result<Tree<'i, &'static Rule>, TreeError> {
    let encoding = grammar.document().encoding;
    let text = readable(input, encoding)?;
    let Parser { program, shown } = parser(grammar, reading).ok_or(TreeError::NoPeg)?;
    let nameless = || TreeError::UnknownRule(UnknownName::without_suggestion("rule"));
    let names = program.rules().iter().map(|entry| entry.name.as_str());
    let start = start(rule, names).ok_or_else(nameless)?;
    let tree = program.parse(start, &text, Limits::for_length(text.len()));
    let tree = tree.map_err(|error| match error {
        Error::Limit { .. } => TreeError::Limit,
        _ => TreeError::NoMatch,
    })?;
    let tokens = tree.events().map(|event| match event {
        Event::Enter(node) => {
            let rule = node.rule_number().and_then(|number| *shown.get(number)?);
            Token::Start(rule, node.start())
        }
        Event::Leave(node) => Token::End(node.end()),
    });
    Tree::new(input, tokens, &Offsets::new(&text, encoding))
}

fn parser(grammar: Grammar, reading: Reading) -> Option<&'static Parser> {
    static PARSERS: Mutex<Option<HashMap<(Grammar, Reading), &'static Parser>>> = Mutex::new(None);
    let mut parsers = PARSERS.lock().unwrap_or_else(PoisonError::into_inner);
    let parsers = parsers.get_or_insert_default();
    if let Some(known) = parsers.get(&(grammar, reading)) {
        return Some(known);
    }
    let program = Program::unpacked(grammar.program(reading)?)?;
    let names = Names::new(grammar.document());
    let shown = program.rules().iter().map(|entry| names.shown(&entry.name)).collect();
    // Leaked: a node refers to it without a lifetime, and there are two for each grammar.
    let parser: &Parser = Box::leak(Box::new(Parser { program, shown }));
    parsers.insert((grammar, reading), parser);
    Some(parser)
}
