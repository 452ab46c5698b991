//! Rules that are lists: the proof that their strings split at a delimiter.

use urigram_automata::{abnf, ByteSet, Dfa};
use urigram_engine::generated::{List, ListForm};

use crate::folder::Folder;

/// Finds the delimiter and the form of a rule that is a list of items: the rule's automaton is that
/// of the form, and no item holds the delimiter. So each string of the rule splits at the delimiter
/// into items, in one way.
///
/// # Errors
/// A message for a rule that is no such list, or without an automaton.
pub(crate) fn prove(
    folder: &Folder,
    grammar: &abnf::Grammar,
    list: &str,
    item: &str,
) -> Result<List, String> {
    let (terminals, limits) = (folder.facts.terminals(), folder.limits);
    let dfa = |rule: &str| grammar.dfa(rule, terminals, limits).map_err(|error| error.to_string());
    let (whole, one) = (dfa(list)?, dfa(item)?);
    let inside = used(&one);
    let only_between = used(&whole);
    let delimiters = (0x20..0x7F).filter(|byte| !inside.contains(*byte));
    for delimiter in delimiters.filter(|byte| only_between.contains(*byte)) {
        for (form, rule) in [
            (ListForm::Separated, format!("{item} *( %x{delimiter:02X} {item} )")),
            (ListForm::SeparatedOrNone, format!("[ {item} *( %x{delimiter:02X} {item} ) ]")),
            (ListForm::After, format!("*( %x{delimiter:02X} {item} )")),
            (ListForm::Before, format!("*( {item} %x{delimiter:02X} )")),
        ] {
            if form == ListForm::SeparatedOrNone && one.is_accepting(0) {
                continue;
            }
            // No rule of the grammar has this name: it would have been refused.
            let model = abnf::Grammar::parse(&format!("list-that-is-proved = {rule}\n"))
                .map_err(|error| error.to_string())?;
            let model = abnf::Grammar::overlay(grammar, &model)
                .dfa("list-that-is-proved", terminals, limits)
                .map_err(|error| error.to_string())?;
            if model == whole {
                return Ok(List { delimiter, form });
            }
        }
    }
    Err(format!(
        "`{list}` is not a list of `{item}` with a character between items that no item has: leave \
         the row out, or name another rule"
    ))
}

/// Returns the bytes that some accepted string holds.
fn used(dfa: &Dfa) -> ByteSet {
    (0..dfa.len() as u32).flat_map(|state| dfa.expected(state).iter().collect::<Vec<_>>()).collect()
}
