//! The rows `[[marking]]` of a folder as its definition has them.

use urigram_automata::abnf;
use urigram_engine::{Component, MarkingRow, Reading};

use crate::folder::components::component_of;
use crate::folder::facts::Facts;
use crate::folder::facts::{Beyond, ChoiceName, Marking};
use crate::leak;

/// Returns the rows of a folder.
///
/// # Errors
/// A message that begins with the row's line.
pub(crate) fn rows(
    facts: &Facts,
    is_rule: impl Fn(&str) -> bool,
) -> Result<Vec<MarkingRow>, String> {
    let row = |row: &Marking| {
        self::row(facts, row, &is_rule).map_err(|why| match facts.line_at(row.components.span()) {
            Some(line) => format!("document.toml, line {line}: [[marking]]: {why}"),
            None => format!("[[marking]]: {why}"),
        })
    };
    let mut rows = Vec::new();
    for marking in &facts.marking {
        let made = row(marking)?;
        match &marking.beyond {
            Beyond::One(beyond) => rows.push(MarkingRow { beyond: leak::text(beyond), ..made }),
            Beyond::Each { printed, corrected } => {
                let each = [(Reading::Printed, printed), (Reading::Corrected, corrected)];
                rows.extend(each.map(|(reading, beyond)| {
                    let (reading, beyond) = (Some(reading), leak::text(beyond));
                    MarkingRow { reading, beyond, ..made }
                }));
            }
        }
    }
    Ok(rows)
}

fn row(facts: &Facts, row: &Marking, is_rule: impl Fn(&str) -> bool) -> Result<MarkingRow, String> {
    let components = row.components.as_ref();
    // A row may also be about a rule that is not a component of its own.
    let component = |name: &String| match component_of(facts, name) {
        Err(_) if is_rule(name) => Ok(Component::Rule(leak::text(name))),
        known => known,
    };
    let components: Vec<Component> = components.iter().map(component).collect::<Result<_, _>>()?;
    if components.is_empty() {
        return Err("it is about no component: write components = [\"path\"]".to_owned());
    }
    if !facts.states_shape() {
        return Err("the folder has no [shape], so its own rules give the places".to_owned());
    }
    if row.section.is_empty() || row.says.is_empty() {
        return Err("it has to quote the document: write section and says".to_owned());
    }
    let all = row.rules.iter().chain(&row.to).chain(row.prefer.iter().flatten());
    if let Some(unknown) = all.into_iter().find(|name| !is_rule(name)) {
        return Err(format!("there is no rule {unknown}"));
    }
    if row.rules.is_empty() && !row.to.is_empty() {
        return Err("`to` needs `rules`, where the component begins".to_owned());
    }
    if !row.prose.is_empty() {
        let prose = abnf::Grammar::parse(&row.prose).map_err(|error| format!("prose: {error}"))?;
        let is_part = |name: &str| name == "part" || name.starts_with("part-");
        if !prose.rules().iter().any(|rule| is_part(&rule.name)) {
            return Err("prose: no rule `part`, which is the component".to_owned());
        }
    } else if !matches!(&row.beyond, Beyond::One(none) if none.is_empty()) {
        return Err("`beyond` needs `prose`, whose places no derivation gives".to_owned());
    }
    if row.cut.is_some_and(|c| !c.is_ascii()) {
        return Err("`cut` is a character of US-ASCII".to_owned());
    }
    let prefer = row.prefer.iter().map(|set| leak::texts(set));
    Ok(MarkingRow {
        components: leak::list(components),
        reading: row.reading,
        rules: leak::texts(&row.rules),
        to: leak::texts(&row.to),
        prefer: leak::list(prefer),
        prose: leak::text(&row.prose),
        choice: match row.choice {
            Some(ChoiceName::Shortest) => "shortest",
            Some(ChoiceName::Longest) => "longest",
            None => "",
        },
        cut: row.cut.map(|c| c as u8),
        empty: leak::text(&row.empty),
        beyond: "",
        section: leak::text(&row.section),
        says: leak::text(&row.says),
    })
}
