//! The meaning that a folder states: constraints, cautions, equivalences, resolution, parts.

use urigram_core::documents::Form;
use urigram_core::iri::{iri_to_uri, uri_to_iri};
use urigram_core::normalization::{Compared, Objective};
use urigram_core::resolution::{ExcessParents, Target};
use urigram_core::{Grammar, Normalizer, Reading, Resolver, Urc};
use urigram_extract::extract::Extractor;
use urigram_study::cautions::warnings;
use urigram_study::constraints::{is_checked, violations};

use super::changed::Changed;
use crate::folder::examples::{Example, Says};
use crate::folder::Folder;

const READING: Reading = Reading::Corrected;

/// Returns a line for each example that shows something else than its row says.
pub(super) fn check(folder: &Folder, grammar: Grammar, examples: &[Example]) -> Vec<String> {
    let mut complaints = rows(folder, grammar);
    complaints.extend(equivalences(grammar));
    complaints.extend(parts(folder, grammar));
    complaints.extend(options(grammar, examples));
    for (example, at) in examples.iter().zip(1..) {
        if let Err(why) = example_holds(grammar, example) {
            let text = example.text.as_deref().unwrap_or_default();
            complaints.push(format!("example {at}, {text:?}: {why}"));
        }
    }
    complaints
}

/// Checks that each constraint and caution is shown by its example.
fn rows(folder: &Folder, grammar: Grammar) -> Vec<String> {
    let document = grammar.document();
    let accepts = |text: &str| grammar.tables(READING).start().accepts(text.as_bytes());
    let mut complaints = Vec::new();
    for row in document.constraints {
        let is_document = folder.quotations.is_some();
        if is_document && !is_checked(document, row) {
            complaints.push(format!("constraint {}: nothing checks it", row.id));
        }
        let Some(example) = row.example else {
            if is_document {
                complaints.push(format!("constraint {}: it has no example", row.id));
            }
            continue;
        };
        let broken = violations(grammar, READING, example.as_bytes());
        if !accepts(example) {
            let why = "is rejected by the rules, so that it shows nothing";
            complaints.push(format!("constraint {}: {example:?} {why}", row.id));
        } else if is_checked(document, row) && broken.iter().all(|broken| broken.id() != row.id) {
            complaints.push(format!("constraint {}: {example:?} does not break it", row.id));
        }
    }
    for row in document.commentary().cautions {
        if warnings(grammar, READING, row.example.as_bytes()).iter().all(|it| it.id() != row.id) {
            complaints
                .push(format!("caution {}: {:?} is not an example of it", row.id, row.example));
        }
    }
    for row in &folder.facts.constraint {
        let Some(accepted) = row.keys.accepted else {
            if folder.quotations.is_some() {
                complaints.push(format!("constraint {}: no string is accepted by it", row.id));
            }
            continue;
        };
        let is_accepted = |text: &str| {
            let broken = violations(grammar, READING, text.as_bytes());
            accepts(text) && broken.iter().all(|broken| broken.id() != row.id)
        };
        if !is_accepted(accepted) {
            complaints.push(format!("constraint {}: {accepted:?} is not accepted", row.id));
        }
        let Some(example) = row.example.filter(|_| folder.quotations.is_some()) else { continue };
        let between = Changed::between(example, accepted).between_them();
        if let Some(nearer) = between.iter().flatten().find(|text| is_accepted(text)) {
            let why = format!("{nearer:?} is nearer to {example:?} and accepted, too");
            complaints.push(format!("constraint {}: {why}", row.id));
        } else if between.is_none() {
            let why = "differ in more than what is forbidden";
            complaints.push(format!("constraint {}: {example:?} and {accepted:?} {why}", row.id));
        }
    }
    for row in &folder.facts.constraint {
        for name in row.rules.iter().filter(|name| folder.known(name).is_err()) {
            complaints.push(format!("constraint {}: there is no rule {name:?}", row.id));
        }
    }
    complaints
}

/// Checks that each equivalence unites its example, and no other does.
fn equivalences(grammar: Grammar) -> Vec<String> {
    let document = grammar.document();
    let rows = document.comparison.iter().flat_map(|comparison| comparison.equivalences);
    let mut complaints = Vec::new();
    for row in rows {
        let normalizer = Normalizer::new(grammar).objective(row.objective.unwrap_or_default());
        let [a, b] = row.example;
        let mut complain = |why: String| complaints.push(format!("equivalence {}: {why}", row.id));
        match compared(grammar, normalizer, a, b) {
            Ok(Compared::Equivalent { by }) => {
                if by.iter().any(|other| other.id != row.id) {
                    let ids: Vec<&str> = by.iter().map(|row| row.id).collect();
                    complain(format!("{a:?} and {b:?} are united by {}", ids.join(", ")));
                }
            }
            Ok(_) => complain(format!("{a:?} and {b:?} are not equivalent")),
            Err(error) => complain(error),
        }
        let without = normalizer.without(row.id);
        if compared(grammar, without, a, b).is_ok_and(|it| it.is_equivalent()) {
            complain(format!("{a:?} and {b:?} are equivalent without it"));
        }
    }
    complaints
}

/// Compares texts, or citations, which have elements.
fn compared(grammar: Grammar, by: Normalizer, a: &str, b: &str) -> Result<Compared, String> {
    if grammar.document().form == Form::Urc {
        let parse = |text| Urc::parse_by(grammar, READING, str::as_bytes(text));
        let [a, b] = [parse(a), parse(b)].map(|urc| urc.map_err(|error| error.to_string()));
        return Ok(urigram_urc::compare(a?, b?, by));
    }
    by.equivalent(a, b).map_err(|error| error.to_string())
}

/// Checks the texts that `[[part]]` rows show.
fn parts(folder: &Folder, grammar: Grammar) -> Vec<String> {
    let mut complaints = Vec::new();
    for (row, at) in folder.facts.part.iter().zip(0..) {
        let Some([input, text]) = row.keys.example else {
            if folder.quotations.is_some() {
                complaints.push(format!("part {}: it has no example", row.name));
            }
            continue;
        };
        let table = grammar.tables(READING).start();
        let Ok(found) = table.components(input.as_bytes(), READING) else {
            complaints.push(format!("part {}: the rules reject {input:?}", row.name));
            continue;
        };
        let component = grammar.document().parts.get(at).map(|part| part.component);
        let mut parts = component.into_iter().flat_map(|component| found.parts(component));
        if !parts.any(|part| part.name == row.name && found.slice(part.span) == text.as_bytes()) {
            complaints.push(format!("part {}: {text:?} is not this part of {input:?}", row.name));
        }
    }
    complaints
}

/// Checks that the document prints answers of every option of resolution.
fn options(grammar: Grammar, examples: &[Example]) -> Vec<String> {
    let Some(resolution) = &grammar.document().resolution else { return Vec::new() };
    let shown = || {
        let resolves = examples.iter().filter(|example| example.says == Says::Resolves);
        resolves.filter_map(|example| example.option.as_deref())
    };
    if shown().next().is_none() {
        return Vec::new();
    }
    let wrong = |name: &str, is_stated: bool, is_shown: bool| {
        let why = if is_stated { "no example shows it" } else { "an example shows it" };
        (is_stated != is_shown).then(|| format!("[resolution] {name} = {is_stated}: {why}"))
    };
    let strict = shown().any(|option| option.starts_with("backward"));
    let excess = shown().any(|option| option.ends_with("removed"));
    wrong("strict", resolution.strict, strict)
        .into_iter()
        .chain(wrong("excess_parents", resolution.excess_parents, excess))
        .collect()
}

/// Checks what an example says about meaning.
fn example_holds(grammar: Grammar, example: &Example) -> Result<(), String> {
    match example.says {
        Says::Resolves => resolves(grammar, example),
        Says::Equivalent | Says::Different => compares(grammar, example),
        Says::Normalizes => normalizes(grammar, example),
        Says::Delimited => {
            let source = example.source.as_deref().ok_or("has no source")?;
            let found: Vec<String> = Extractor::new(grammar)
                .in_bytes(source.as_bytes())
                .filter_map(|found| found.as_str().map(str::to_owned))
                .collect();
            expect(&found, &example.found)
        }
        _ => Ok(()),
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(found: &T, stated: &T) -> Result<(), String> {
    if found == stated {
        return Ok(());
    }
    Err(format!("gives {found:?}, and not {stated:?}"))
}

fn resolves(grammar: Grammar, example: &Example) -> Result<(), String> {
    let base = example.base.as_deref().ok_or("has no base")?;
    let reference = example.text.as_deref().ok_or("has no text")?;
    let option = example.option.as_deref().unwrap_or_default();
    let excess =
        if option.ends_with("removed") { ExcessParents::Removed } else { ExcessParents::Kept };
    let resolver = Resolver::new(grammar);
    let resolver = resolver.strict(!option.starts_with("backward")).excess_parents(excess);
    let target = resolver.resolve(base, reference).map_err(|error| error.to_string())?;
    expect(&&*target.to_reference(), &example.target.as_deref().unwrap_or_default())?;
    let is_current = matches!(target, Target::CurrentDocument { .. });
    if is_current == example.current_document {
        return Ok(());
    }
    Err(format!("current_document is {is_current}"))
}

/// Returns a whole identifier that holds an example of a part of one; `None` around an unusual
/// part.
fn whole(rule: Option<&str>, text: &str) -> Option<String> {
    Some(match rule {
        None => text.to_owned(),
        Some("scheme") => format!("{text}://h/p"),
        Some("path") => format!("s:{text}"),
        Some("pct-encoded" | "escaped" | "segment") => format!("http://h/x{text}"),
        Some("NID") => format!("urn:{text}:x"),
        Some(_) => return None,
    })
}

/// Returns true for an example of what a document leaves to IDNA.
fn needs_idna(example: &Example) -> bool {
    let option = example.option.as_deref().unwrap_or_default();
    option.contains("ToASCII")
        || option.contains("ToUnicode")
        || example.note.as_deref().unwrap_or_default().contains("IDNA")
}

fn compares(grammar: Grammar, example: &Example) -> Result<(), String> {
    let rule = example.rule.as_deref();
    let whole = |text: &Option<String>| whole(rule, text.as_deref()?);
    let with = example.with.as_ref().ok_or("has no with")?;
    let pair = (whole(&example.text), whole(&Some(with.clone())));
    let (Some(a), Some(b)) = pair else { return Ok(()) };
    // An identifier in an escaped form is compared as what it is once unescaped.
    if needs_idna(example) || with.starts_with("http%3A") {
        return Ok(());
    }
    let is_retrieval = example.option.as_deref() == Some("5b");
    let objective = if is_retrieval { Objective::Retrieval } else { Objective::Identity };
    let normalizer = Normalizer::new(grammar).objective(objective);
    let is_equivalent = compared(grammar, normalizer, &a, &b)?.is_equivalent();
    if is_equivalent == (example.says == Says::Equivalent) {
        return Ok(());
    }
    Err(format!("{a:?} and {b:?}: equivalent is {is_equivalent}"))
}

fn normalizes(grammar: Grammar, example: &Example) -> Result<(), String> {
    let (Some(text), Some(target)) = (&example.text, &example.target) else {
        return Err("has no text or no target".to_owned());
    };
    if needs_idna(example) {
        return Ok(());
    }
    let rule = example.rule.as_deref();
    match example.option.as_deref() {
        Some("to URI") => {
            let mapped = iri_to_uri(text).map_err(|error| error.to_string())?;
            expect(&&*mapped, &&**target)
        }
        Some("to IRI") => expect(&&*uri_to_iri(text), &&**target),
        Some(other) => Err(format!("{other:?} is not an option of normal forms")),
        None => {
            let (Some(from), Some(to)) = (whole(rule, text), whole(rule, target)) else {
                return Ok(());
            };
            let normal = Normalizer::new(grammar).normalize(&from);
            expect(&&*normal.map_err(|error| error.to_string())?, &&*to)
        }
    }
}
