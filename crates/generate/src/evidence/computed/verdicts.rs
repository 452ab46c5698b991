//! The verdicts of both readings on the examples of errata and of the document.

use std::collections::HashMap;
use std::ops::Range;

use urigram_automata::Dfa;
use urigram_core::{Grammar, Reading};
use urigram_study::constraints::violations;

use super::derivations;
use crate::error::ReadError;
use crate::folder::examples::{Example, Says};
use crate::folder::Folder;
use crate::tables::builder::Builder;

/// The automata of the rules in one reading, made when a rule is first asked.
struct Judge<'f> {
    builder: Builder<'f>,
    automata: HashMap<String, Dfa>,
}

impl<'f> Judge<'f> {
    fn accepts(&mut self, id: &str, input: &[u8]) -> Result<bool, ReadError> {
        if !self.automata.contains_key(id) {
            let automaton = self.builder.dfa(id)?;
            self.automata.insert(id.to_owned(), automaton);
        }
        Ok(self.automata[id].accepts(input))
    }
}

/// Both readings of a folder.
pub(super) struct Readings<'f> {
    folder: &'f Folder,
    corrected: Judge<'f>,
    /// `None` where the readings have the same rules.
    printed: Option<Judge<'f>>,
}

impl<'f> Readings<'f> {
    pub(super) fn of(folder: &'f Folder) -> Result<Readings<'f>, ReadError> {
        let judge = |rules| -> Result<Judge<'f>, ReadError> {
            Ok(Judge { builder: Builder::new(folder, rules)?, automata: HashMap::new() })
        };
        let corrected = judge(folder.corrected.as_ref().unwrap_or(&folder.printed))?;
        let printed = folder.corrected.as_ref().map(|_| judge(&folder.printed)).transpose()?;
        Ok(Readings { folder, corrected, printed })
    }

    /// Returns the rules as printed.
    pub(super) fn as_printed(&self) -> &Builder<'f> {
        &self.printed.as_ref().unwrap_or(&self.corrected).builder
    }

    /// Returns the verdicts of the printed and the corrected reading by a rule, or the default
    /// start rule.
    pub(super) fn judge(
        &mut self,
        rule: Option<&str>,
        input: &[u8],
    ) -> Result<[bool; 2], ReadError> {
        let rule = rule.unwrap_or(self.folder.facts.start.default);
        let id = self.folder.known(rule)?.id;
        let corrected = self.corrected.accepts(id, input)?;
        let printed = match &mut self.printed {
            Some(judge) => judge.accepts(id, input)?,
            None => corrected,
        };
        Ok([printed, corrected])
    }

    /// Returns true if a reading of an input by a rule, or the default start rule, uses another
    /// one; with a range, for some of the bytes there. The printed and the corrected rules read.
    pub(super) fn use_rule(
        &self,
        start: Option<&str>,
        rule: &str,
        input: &str,
        range: Option<&Range<usize>>,
    ) -> Result<bool, ReadError> {
        let start = start.unwrap_or(self.folder.facts.start.default);
        let (start, rule) = (&self.folder.known(start)?.id, &self.folder.known(rule)?.id);
        for judge in std::iter::once(&self.corrected).chain(&self.printed) {
            let builder = &judge.builder;
            let (rules, terminals) = (builder.abnf(), builder.terminals());
            let used = derivations::uses(rules, terminals, start, rule, input, range);
            if used.map_err(|refused| self.folder.error(refused))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns a line for each verdict that is another one.
pub(super) fn check(
    folder: &Folder,
    grammar: Grammar,
    examples: &[Example],
    readings: &mut Readings<'_>,
) -> Result<Vec<String>, ReadError> {
    let mut complaints = errata(folder, readings)?;
    for (example, at) in examples.iter().zip(1..) {
        let mut complain = |why: &str| {
            let text = example.text.as_deref().or(example.hex.as_deref()).unwrap_or_default();
            complaints.push(format!("example {at}, {text:?}: {why}"));
        };
        names(folder, example).iter().for_each(|why| complain(why));
        let strings = match strings(folder, example) {
            Ok(strings) => strings,
            Err(why) => {
                complain(&why);
                continue;
            }
        };
        for (index, (rule, input)) in strings.into_iter().enumerate() {
            if rule.is_some_and(|rule| folder.known(rule).is_err()) {
                complain(&format!("there is no rule {:?}", rule.unwrap_or_default()));
                continue;
            }
            let verdicts = readings.judge(rule, &input)?;
            let refused = |other: &Example| {
                other.says == Says::Invalid
                    && other.octets().ok().flatten().as_ref() == Some(&input)
            };
            // Running text may delimit a string that the document shows not to be an identifier.
            let is_shown = example.says == Says::Delimited && examples.iter().any(refused);
            if verdicts == [false, false] && is_shown {
                continue;
            }
            let of = (example, index == 0);
            wrong(of, verdicts).iter().for_each(|why| complain(why));
            if index == 0 && rule.is_none() && verdicts[1] {
                demands(grammar, example, &input).iter().for_each(|why| complain(why));
            }
        }
    }
    Ok(complaints)
}

fn errata(folder: &Folder, readings: &mut Readings<'_>) -> Result<Vec<String>, ReadError> {
    let mut complaints = Vec::new();
    for row in &folder.facts.erratum {
        let mut complain = |why: &str| complaints.push(format!("erratum {}: {why}", row.id));
        let stated = [row.keys.printed_accepts, row.keys.corrected_accepts];
        let Some(example) = row.keys.example else {
            if stated != [None, None] || row.keys.rule.is_some() {
                complain("verdicts without an example");
            }
            continue;
        };
        let rule = row.keys.rule;
        if rule.is_some_and(|rule| folder.known(rule).is_err()) {
            complain(&format!("there is no rule {:?}", rule.unwrap_or_default()));
            continue;
        }
        let verdicts = readings.judge(rule, example.as_bytes())?;
        if stated != verdicts.map(Some) {
            let says = |accepts: bool| if accepts { "accepts" } else { "rejects" };
            let [printed, corrected] = verdicts.map(says);
            complain(&format!(
                "Printed {printed} {example:?} and Corrected {corrected} it, and the row does not \
                 say so"
            ));
        }
        if row.repair.is_none() && verdicts[0] != verdicts[1] {
            complain("the readings differ on its example, and it repairs nothing");
        }
    }
    Ok(complaints)
}

/// Returns what is wrong with the names in an example.
fn names(folder: &Folder, example: &Example) -> Vec<String> {
    let mut wrong = Vec::new();
    let facts = &folder.facts;
    let is_erratum = |id: &String| facts.erratum.iter().any(|row| row.id == *id);
    let is_constraint = |id: &String| facts.constraint.iter().any(|row| row.id == *id);
    if let Some(id) = example.erratum.as_ref().filter(|id| !is_erratum(id)) {
        wrong.push(format!("there is no erratum {id}"));
    }
    let constraint = example.constraint.as_ref();
    if let Some(id) = constraint.filter(|id| !is_constraint(id) && !is_erratum(id)) {
        wrong.push(format!("there is no constraint {id}"));
    }
    if example.printed_accepts.is_some() && example.erratum.is_none() {
        wrong.push("printed_accepts without an erratum".to_owned());
    }
    let goes = |is_given: bool, says: &[Says], key: &str| {
        let fits = !is_given || says.contains(&example.says);
        (!fits).then(|| format!("{key} does not go with this statement"))
    };
    let target = example.target.is_some();
    wrong.extend(goes(example.base.is_some(), &[Says::Resolves], "base"));
    wrong.extend(goes(target, &[Says::Resolves, Says::Normalizes], "target"));
    wrong.extend(goes(example.with.is_some(), &[Says::Equivalent, Says::Different], "with"));
    wrong.extend(goes(!example.found.is_empty(), &[Says::Delimited], "found"));
    wrong.extend(goes(example.source.is_some(), &[Says::Delimited], "source"));
    wrong.extend(goes(example.current_document, &[Says::Resolves], "current_document"));
    wrong.extend(goes(constraint.is_some(), &[Says::Invalid], "constraint"));
    wrong
}

/// A string, and the rule to judge it by if it is not a whole identifier.
type Judged<'e> = (Option<&'e str>, Vec<u8>);

/// Returns the strings of an example, its own first.
fn strings<'e>(folder: &Folder, example: &'e Example) -> Result<Vec<Judged<'e>>, String> {
    let whole = |text: &Option<String>| text.clone().map(|text| (None, text.into_bytes()));
    let rule = example.rule.as_deref();
    let mut strings: Vec<Judged<'e>> =
        example.octets()?.into_iter().map(|octets| (rule, octets)).collect();
    match example.says {
        Says::Valid | Says::Invalid => {}
        Says::Resolves => {
            // Some documents describe relative forms in prose and have no rule for them.
            if folder.facts.start.reference.is_none() {
                strings.clear();
            }
            strings.extend(whole(&example.base).into_iter().chain(whole(&example.target)));
        }
        Says::Equivalent | Says::Different => {
            strings.extend(example.with.iter().map(|with| (rule, with.clone().into_bytes())));
        }
        Says::Normalizes => strings.extend(whole(&example.target)),
        Says::Delimited => {
            strings.extend(example.found.iter().map(|found| (None, found.clone().into_bytes())));
        }
    }
    if strings.is_empty() {
        return Err("nothing to judge".to_owned());
    }
    Ok(strings)
}

/// Returns what is wrong with the verdicts on a string of an example; `is_own` for its own text.
fn wrong((example, is_own): (&Example, bool), [printed, corrected]: [bool; 2]) -> Vec<String> {
    let mut wrong = Vec::new();
    if example.says == Says::Invalid {
        let explained = example.constraint.is_some() || example.erratum.is_some();
        if corrected && !explained {
            wrong.push("invalid, yet accepted, and no constraint or erratum says why".to_owned());
        }
        if !corrected && example.constraint.is_some() {
            wrong.push("rejected: needs no constraint".to_owned());
        }
    } else if !corrected {
        wrong.push("Corrected rejects it".to_owned());
    }
    let stated = if is_own { example.printed_accepts.unwrap_or(corrected) } else { corrected };
    if printed != stated && (is_own || example.erratum.is_none()) {
        let says = if printed { "accepts" } else { "rejects" };
        wrong.push(format!("Printed {says} it, and the example does not say so"));
    }
    wrong
}

/// Returns what is wrong with the constraints that an accepted example breaks.
fn demands(grammar: Grammar, example: &Example, input: &[u8]) -> Vec<String> {
    let broken = violations(grammar, Reading::Corrected, input);
    let own = example.constraint.as_deref();
    let is_own = |id: &str| grammar.document().constraints.iter().any(|row| row.id == id);
    let mut wrong = Vec::new();
    if example.says == Says::Valid {
        wrong.extend(broken.iter().map(|broken| format!("breaks the constraint {}", broken.id())));
    } else if let Some(id) = own.filter(|id| is_own(id)) {
        if broken.iter().all(|broken| broken.id() != id) {
            wrong.push(format!("does not break the constraint {id}"));
        }
    }
    wrong
}
