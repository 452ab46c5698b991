//! A document's facts as the engine has them.

use urigram_engine::{
    ByteSet, Class, Commentary, ConstraintCheck, ConstraintTest, Date, Document, Erratum,
    ErratumExample, Form, Removed, RuleNames,
};

use crate::folder::base::{Base, Known};
use crate::folder::components::{self, component_of};
use crate::folder::facts::{self, ErratumKeys, Facts, Row};
use crate::folder::meaning::Meaning;
use crate::folder::{cautions, markings};
use crate::leak;

/// Makes the facts of a base. A patch has a removal of its own, or no removal if it has no classes.
///
/// # Errors
/// A sentence for the first fact that is wrong, as of [`make`].
pub(crate) fn as_base(
    facts: &Facts,
    rules: &[Known],
    patched: Option<&Base>,
) -> Result<Document, String> {
    let mut facts = facts.clone();
    facts.removed = None;
    make(&facts, rules, patched, Vec::new())
}

/// Makes the facts of a document: `patched` is the document of its form that it builds on,
/// `classes` are the rules for single characters, largest first.
///
/// # Errors
/// A message for facts that contradict each other, and for names that do not exist.
pub(crate) fn make(
    facts: &Facts,
    rules: &[Known],
    patched: Option<&Base>,
    classes: Vec<(String, [u64; 4])>,
) -> Result<Document, String> {
    let is_rule = |name: &str| rules.iter().any(|rule| rule.name == name || rule.id == name);
    let concepts = concepts(facts, patched);
    for (name, rules) in &concepts {
        if let Some(unknown) = rules.iter().find(|rule| !is_rule(rule)) {
            return Err(format!("[concepts] {name}: there is no rule {unknown}"));
        }
    }
    let meaning = Meaning::of(facts, patched.map(Base::meaning))?;
    let is_equivalence = |id: &str| meaning.comparison.as_ref().is_some_and(|rows| rows.has(id));
    cautions::check(facts, is_equivalence)?;
    let or_id = |text: &str| leak::text(if text.is_empty() { &facts.id } else { text });
    let class = |(name, words): &(String, [u64; 4])| Class {
        name: leak::text(name),
        bytes: ByteSet::from_words(*words),
    };
    let removed = facts.removed.as_ref().map(|row| removed(row, &classes)).transpose()?;
    let errata = || facts.erratum.iter().map(|row| erratum(row, facts.start.default));
    Ok(Document {
        id: leak::text(&facts.id),
        constant: leak::text(&constant(&facts.id)),
        title: or_id(&facts.title),
        date: facts.date.unwrap_or(Date::UNDATED),
        number: or_id(&facts.number),
        status: leak::text(if facts.status.is_empty() { "unpublished" } else { &facts.status }),
        form: facts.form.unwrap_or(Form::Generic),
        encoding: facts.encoding,
        base: leak::optional(facts.base.as_deref()),
        keeps_punctuation: leak::optional(facts.keeps_punctuation.as_deref()),
        latin_1: leak::optional(facts.latin_1_section.as_deref()),
        removed,
        start: facts.start,
        components: leak::list(components::components(facts)?),
        names: leak::list(components::names(facts, is_rule)?),
        parts: leak::list(components::parts(facts, is_rule)?),
        resolution: meaning.resolution,
        comparison: meaning.comparison.map(super::meaning::Rows::comparison),
        rule_names: RuleNames::new(leak::text(&rule_names(rules))),
        repairs: leak::list(errata().filter(Erratum::changes_the_language)),
        constraints: leak::list(facts.constraint.iter().map(|row| **row)),
        checks: leak::list(checks(facts, is_rule)?),
        classes: leak::list(classes.iter().map(class)),
        held_commentary: leak::value(Commentary {
            authors: leak::texts(&facts.authors),
            obsoletes: leak::texts(&facts.obsoletes),
            updates: leak::texts(&facts.updates),
            obsoleted_by: leak::texts(&facts.obsoleted_by),
            rules: leak::list(rules.iter().map(|known| known.rule)),
            notation: facts.notation,
            summary: facts.summary,
            concepts: leak::list(
                concepts.iter().map(|(name, rules)| (leak::text(name), leak::texts(rules))),
            ),
            errata: leak::list(errata()),
            cautions: leak::list(facts.caution.iter().map(|row| **row)),
            markings: leak::list(markings::rows(facts, is_rule)?),
        }),
    })
}

/// Returns the text of [`RuleNames`].
fn rule_names(rules: &[Known]) -> String {
    rules.iter().map(|rule| format!("{}\t{}\n", rule.name, rule.section)).collect()
}

/// Returns the characters of the rules that `[removed]` names.
fn removed(row: &facts::Removed, classes: &[(String, [u64; 4])]) -> Result<Removed, String> {
    let bytes = |name: &String| match classes.iter().find(|(known, _)| known == name) {
        Some((_, [low, high, 0, 0])) => Ok(ByteSet::from_words([*low, *high, 0, 0])),
        _ => Err(format!("[removed]: {name} is not a rule for single characters of US-ASCII")),
    };
    let set = |name: &Option<String>| name.as_ref().map_or(Ok(ByteSet::from_iter([])), bytes);
    let (anywhere, ends, begin) = (set(&row.anywhere)?, set(&row.ends)?, set(&row.begin)?);
    let with = |set: &ByteSet, others: &ByteSet| set.iter().chain(others.iter()).collect();
    let end: ByteSet = with(&ends, &anywhere);
    let begin = with(&begin, &end);
    Ok(Removed { section: leak::text(&row.section), begin, end, anywhere })
}

/// Returns the concepts of a document: its own, and those that it takes over from the document that
/// it patches.
pub(crate) fn concepts(facts: &Facts, patched: Option<&Base>) -> Vec<(String, Vec<String>)> {
    let inherited = patched.map(|base| base.concepts.clone()).unwrap_or_default();
    let rest = inherited.into_iter().filter(|(name, _)| !facts.concepts.contains_key(name));
    facts.concepts.clone().into_iter().chain(rest).collect()
}

/// Returns a line for each thing that the facts leave out and that a program would otherwise guess.
pub(crate) fn left_out(facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |line: &str| lines.push(line.to_owned());
    if facts.date.is_none() {
        say("no date: it follows all dated documents");
    }
    if facts.components.is_empty() && !facts.states_shape() && facts.types.is_empty() {
        say("no [components]: they are the rules that the start rule names");
    }
    for component in components::unnamed(facts) {
        say(&format!(
            "no [names] for {component}: its rules are several, and none is named for it"
        ));
    }
    if facts.base.is_none() {
        if facts.resolution.is_none() {
            say("no [resolution]: the document does not say how references resolve");
        }
        if facts.comparison.is_none() {
            say("no [comparison]: the document does not say when two identifiers are equivalent");
        }
        if facts.concepts.is_empty() {
            say("no [concepts]: `history` finds its rules by their names alone");
        }
    }
    lines
}

/// Returns the name of a document's constant: `Url1993` for `url-1993`, `Go119` for `go-1.19`.
pub(crate) fn constant(id: &str) -> String {
    id.split(['-', '.']).map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

fn erratum(row: &Row<Erratum, ErratumKeys>, start: &'static str) -> Erratum {
    let ErratumKeys { example, printed_accepts, corrected_accepts, rule, .. } = row.keys;
    let example = match (example, printed_accepts, corrected_accepts) {
        (Some(text), Some(printed), Some(corrected)) => {
            Some(ErratumExample { text, rule: rule.unwrap_or(start), printed, corrected })
        }
        _ => None,
    };
    Erratum { example, ..**row }
}

/// Returns the checks of the constraints that have one in the data.
pub(crate) fn checks(
    facts: &Facts,
    is_rule: impl Fn(&str) -> bool,
) -> Result<Vec<ConstraintCheck>, String> {
    let mut checks = Vec::new();
    for row in &facts.constraint {
        let own = &row.keys;
        let wrong = |why: String| format!("constraint {}: {why}", row.id);
        if facts.status == "practice" && own.program.is_none() {
            let message = "a practice takes program: what a rule can test, its rules can say";
            return Err(wrong(message.to_owned()));
        }
        let (rule, test): (_, fn(&'static str) -> _) = match (own.demands, own.forbids, own.program)
        {
            (Some(rule), None, None) => (rule, ConstraintTest::Demands),
            (None, Some(rule), None) => (rule, ConstraintTest::Forbids),
            (None, None, Some(name)) => {
                (name, |name| ConstraintTest::Program(name, urigram_engine::programs::named(name)))
            }
            (None, None, None) if own.of.is_none() => continue,
            _ => {
                let message = "it takes one of demands, forbids and program";
                return Err(wrong(message.to_owned()));
            }
        };
        if own.program.is_none() && !is_rule(rule) {
            return Err(wrong(format!("there is no rule {rule}")));
        }
        checks.push(ConstraintCheck {
            id: row.id,
            of: own.of.map(|of| component_of(facts, of.name())).transpose().map_err(wrong)?,
            test: test(rule),
        });
    }
    Ok(checks)
}
