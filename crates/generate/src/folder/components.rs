//! Components, their names and the parts inside them, as data of the engine.

use urigram_engine::{Component, ComponentName, Part};

use crate::folder::facts::Facts;
use crate::leak;

/// Returns the component of a name.
///
/// # Errors
/// A message with the names that there are.
pub(crate) fn component(name: &str) -> Result<Component, String> {
    known(name).ok_or_else(|| {
        let known = Component::ALL.map(Component::name).join(", ");
        format!("there is no component {name}; they are {known}")
    })
}

/// Returns the component that a folder's name means: one of the engine's, or the folder's own where
/// rules are its components.
///
/// # Errors
/// A message with the names that there are, for a folder that states a shape.
pub(crate) fn component_of(facts: &Facts, name: &str) -> Result<Component, String> {
    if facts.states_shape() {
        return component(name);
    }
    Ok(Component::of_name(leak::text(name)))
}

fn known(name: &str) -> Option<Component> {
    Component::ALL.into_iter().find(|component| component.name() == name)
}

/// Returns the rows of `[components]`.
pub(crate) fn components(
    facts: &Facts,
) -> Result<Vec<(Component, &'static [&'static str])>, String> {
    let row = |(name, rules): (&String, &Vec<String>)| {
        Ok((component_of(facts, name)?, leak::texts(rules)))
    };
    facts.components.iter().map(row).collect()
}

/// Returns the rows of `[names]`. A component with several rules and without a row gets one without
/// a rule: the document does not say which of the rules it is.
///
/// # Errors
/// A message for a component or a rule that does not exist.
pub(crate) fn names(
    facts: &Facts,
    is_rule: impl Fn(&str) -> bool,
) -> Result<Vec<ComponentName>, String> {
    let mut rows = Vec::new();
    for (name, own) in &facts.names {
        for row in own {
            if let Some(unknown) = row.rule.filter(|rule| !is_rule(rule)) {
                return Err(format!("[names] {name}: there is no rule {unknown}"));
            }
            row.with.map(|with| component_of(facts, with.name())).transpose()?;
            rows.push(ComponentName { component: component_of(facts, name)?, ..*row });
        }
    }
    for name in unnamed(facts) {
        rows.push(ComponentName { component: component_of(facts, name)?, ..Default::default() });
    }
    Ok(rows)
}

/// Returns the components that have several rules, and no row that says which of them one is.
pub(crate) fn unnamed(facts: &Facts) -> impl Iterator<Item = &str> {
    let several = facts.components.iter().filter(|(_, rules)| rules.len() > 1);
    several.map(|(name, _)| name.as_str()).filter(|name| !facts.names.contains_key(*name))
}

/// Returns the rows of `[[part]]`.
///
/// # Errors
/// A message for a component or a rule that does not exist, and for a row that could never end.
pub(crate) fn parts(facts: &Facts, is_rule: impl Fn(&str) -> bool) -> Result<Vec<Part>, String> {
    facts.part.iter().map(|row| part(facts, row, &is_rule).map(|()| **row)).collect()
}

fn part(facts: &Facts, row: &Part, is_rule: impl Fn(&str) -> bool) -> Result<(), String> {
    if let Some(unknown) = row.rule.filter(|rule| !is_rule(rule)) {
        return Err(format!("part {}: there is no rule {unknown}", row.name));
    }
    // A row that repeats is asked for each occurrence, so it must not search the whole component,
    // and each occurrence must take at least a delimiter.
    let delimited = row.separator.unwrap_or(row.begins);
    if row.repeats && (delimited.is_empty() || !row.has.is_empty() || !row.lacks.is_empty()) {
        return Err(format!(
            "part {} repeats: it needs a delimiter, and neither has nor lacks",
            row.name
        ));
    }
    component_of(facts, row.component.name()).map(|_| ())
}
