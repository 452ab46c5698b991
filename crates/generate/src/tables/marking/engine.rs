//! Automata with registers as tables of the engine.

use urigram_automata::abnf::{Noted, Splitter};
use urigram_automata::StateId;
use urigram_engine::generated::Splitter as Run;

use crate::leak;
use crate::tables::builder;

/// Returns an automaton with registers as the engine has it; `None` where it has more states or
/// classes than a table holds.
pub(crate) fn engine(splitter: &Splitter) -> Option<Run> {
    let dfa = splitter.dfa();
    let dead = dfa.dead();
    let states = || 0..dfa.len() as StateId;
    let (plain, noting): (Vec<StateId>, Vec<StateId>) = states()
        .filter(|&state| Some(state) != dead)
        .partition(|&state| splitter.notes(state).is_empty());
    let all = |states: &[StateId]| states.iter().copied().map(Some).collect::<Vec<_>>();
    let order: Vec<Option<StateId>> =
        all(&plain).into_iter().chain([dead]).chain(all(&noting)).collect();
    let mut ends: Vec<&[Noted]> = states().filter_map(|state| splitter.ends(state)).collect();
    ends.sort_unstable();
    ends.dedup();
    let end = |state| {
        let own = splitter.ends(state);
        own.and_then(|own| ends.binary_search(&own).ok()).map_or(0, |at| at as u16 + 1)
    };
    // The smallest unit that two bytes can count the rows in.
    let (unit, rows) =
        (0..=8).find_map(|unit| Some((unit, builder::rows_in_order(dfa, &order, unit, end)?)))?;
    let special = (plain.len() * usize::from(rows.width)) as u32;
    let place = |noted: &Noted| match *noted {
        Noted::Nowhere => Run::NOWHERE,
        Noted::Register(register) => register,
        Noted::End => Run::END,
    };
    let bytes = |bytes: Vec<u8>| -> &'static [u8] { leak::list(bytes) };
    let notes = noting.iter().map(|&state| bytes(splitter.notes(state).to_vec()));
    let ends = ends.iter().map(|noted| bytes(noted.iter().map(place).collect()));
    Some(Run { rows, unit, special, notes: leak::list(notes), ends: leak::list(ends) })
}
