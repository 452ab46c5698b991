//! The rows `[[marking]]` of a folder as its definition has them.

use urigram_automata::abnf;
use urigram_engine::{MarkingRow, Reading};

use crate::folder::components::component_of;
use crate::folder::facts::{Beyond, Facts};

/// Returns the rows of a folder.
///
/// # Errors
/// A message that begins with the row's line.
pub(crate) fn rows(
    facts: &Facts,
    is_rule: impl Fn(&str) -> bool,
) -> Result<Vec<MarkingRow>, String> {
    let mut rows = Vec::new();
    for marking in &facts.marking {
        let is_given = !matches!(marking.keys.get_ref().beyond, Beyond::One(""));
        check(facts, marking, is_given, &is_rule).map_err(|why| {
            let line = facts.line_at(marking.keys.span()).unwrap_or_default();
            format!("document.toml, line {line}: [[marking]]: {why}")
        })?;
        match marking.keys.get_ref().beyond {
            Beyond::One(beyond) => rows.push(MarkingRow { beyond, ..**marking }),
            Beyond::Each { printed, corrected } => {
                let each = [(Reading::Printed, printed), (Reading::Corrected, corrected)];
                rows.extend(each.map(|(reading, beyond)| MarkingRow {
                    reading: Some(reading),
                    beyond,
                    ..**marking
                }));
            }
        }
    }
    Ok(rows)
}

fn check(
    facts: &Facts,
    row: &MarkingRow,
    is_given: bool,
    is_rule: impl Fn(&str) -> bool,
) -> Result<(), String> {
    // A row may also be about a rule that is not a component of its own.
    for component in row.components.iter().filter(|component| !is_rule(component.name())) {
        component_of(facts, component.name())?;
    }
    if row.components.is_empty() {
        return Err("it is about no component: write components = [\"path\"]".to_owned());
    }
    if !facts.states_shape() {
        return Err("the folder has no [shape], so its own rules give the places".to_owned());
    }
    if row.section.is_empty() || row.says.is_empty() {
        return Err("it has to quote the document: write section and says".to_owned());
    }
    let all = row.rules.iter().chain(row.to).chain(row.prefer.iter().copied().flatten());
    if let Some(unknown) = all.into_iter().find(|name| !is_rule(name)) {
        return Err(format!("there is no rule {unknown}"));
    }
    if row.rules.is_empty() && !row.to.is_empty() {
        return Err("`to` needs `rules`, where the component begins".to_owned());
    }
    if !row.prose.is_empty() {
        let prose = abnf::Grammar::parse(row.prose).map_err(|error| format!("prose: {error}"))?;
        let is_part = |name: &str| name == "part" || name.starts_with("part-");
        if !prose.rules().iter().any(|rule| is_part(&rule.name)) {
            return Err("prose: no rule `part`, which is the component".to_owned());
        }
    } else if is_given {
        return Err("`beyond` needs `prose`, whose places no derivation gives".to_owned());
    }
    Ok(())
}
