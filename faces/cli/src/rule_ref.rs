//! Grammars and rules that the options name.

use urigram::documents::same_name;
use urigram::errors::UnknownName;
use urigram::Grammar;
use urigram_answers::{Matcher, RuleRef};

use crate::exit::Failure;
use crate::options::Globals;

/// Returns the grammars that `--grammar` names, or all of them; with a rule, those that have it.
///
/// # Errors
/// An unknown rule, with the nearest name in any of the grammars.
pub(crate) fn grammars(globals: &Globals, rule: Option<&str>) -> Result<Vec<Grammar>, Failure> {
    if !globals.grammars.is_empty() {
        let mut named = globals.grammars.clone();
        named.sort_unstable();
        named.dedup();
        return Ok(named);
    }
    let Some(rule) = rule else { return Ok(Grammar::ALL.to_vec()) };
    let has = |grammar: &Grammar| {
        grammar.document().rules().iter().any(|known| same_name(known.name, rule))
    };
    let having: Vec<Grammar> = Grammar::ALL.iter().copied().filter(has).collect();
    if having.is_empty() {
        let all = Grammar::ALL
            .iter()
            .flat_map(|grammar| grammar.document().rules())
            .map(|known| known.name);
        let error = UnknownName::resolve("rule", rule, all, |name| name).err();
        return Err(error.map_or_else(
            || Failure::Usage(format!("{rule:?}: no such rule")),
            |e| Failure::unknown(rule, e),
        ));
    }
    Ok(having)
}

/// Returns the rules that `--grammar`, `--reading` and `--rule` name.
///
/// # Errors
/// An unknown rule, and one whose automaton is too large.
pub(crate) fn rules(globals: &Globals) -> Result<Vec<RuleRef>, Failure> {
    let rule = globals.rule.as_deref();
    let grammars = grammars(globals, rule)?;
    let rule = |grammar| Ok(RuleRef::new(grammar, globals.reading(), rule)?);
    grammars.into_iter().map(rule).collect()
}

/// Returns the rules that the options name, of which a recursive one is alone.
///
/// # Errors
/// The errors of [`rules`].
pub(crate) fn matchers(globals: &Globals) -> Result<Vec<Matcher>, Failure> {
    match globals.recursive {
        Some(rule) => Ok(vec![Matcher::Recursive(rule)]),
        None => Ok(rules(globals)?.into_iter().map(Matcher::Table).collect()),
    }
}
