//! Trees by pest's virtual machine, which reads rules at run time: a second opinion for tests.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pest_vm::Vm;
use urigram_grammars::tree::pieces::{readable, start, Names, Offsets};
use urigram_grammars::tree::{Tree, TreeError};
use urigram_grammars::{Grammar, Reading, Rule, UnknownName};

use crate::pairs::tokens;
use crate::stack::{failure, on_enough_stack};

/// The parser of a grammar, built when it is first used.
struct Parser {
    vm: Vm,
    /// pest's rule names, with the rules that they are shown as.
    names: HashMap<String, &'static Rule>,
}

/// Parses the whole input by a rule.
///
/// # Errors
/// [`TreeError`] for a grammar without a PEG, an input over [`Tree::LONGEST`], and an input that
/// the rule does not match.
pub(crate) fn parse<'i>(
    grammar: Grammar,
    reading: Reading,
    rule: &Rule,
    input: &'i [u8],
) -> Result<Tree<'i, &'static Rule>, TreeError> {
    if grammar.pest(reading).is_empty() {
        return Err(TreeError::NoPeg);
    }
    let encoding = grammar.document().encoding;
    let text = readable(input, encoding)?;
    let parser = parser(grammar, reading)?;
    let nameless = || TreeError::UnknownRule(UnknownName::without_suggestion("rule"));
    let start = start(rule, parser.names.keys().map(String::as_str)).ok_or_else(nameless)?;
    on_enough_stack(|| {
        let pairs = parser.vm.parse(start, &text).map_err(|error| failure(&error))?;
        let shown = tokens(&pairs, |rule: &str| parser.names.get(rule).copied());
        Tree::new(input, shown, &Offsets::new(&text, encoding))
    })
}

fn parser(grammar: Grammar, reading: Reading) -> Result<&'static Parser, TreeError> {
    static PARSERS: Mutex<Option<HashMap<(Grammar, Reading), &'static Parser>>> = Mutex::new(None);
    let mut parsers = PARSERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = parsers.get_or_insert_default().get(&(grammar, reading)) {
        return Ok(known);
    }
    let built = on_a_large_stack(|| Parser::new(grammar, reading)).ok_or(TreeError::Limit)?;
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
        let known = Names::new(grammar.document());
        let names = rules
            .iter()
            .filter_map(|rule| Some((rule.name.clone(), known.shown(&rule.name)?)))
            .collect();
        Some(Parser { vm: Vm::new(rules), names })
    }
}
