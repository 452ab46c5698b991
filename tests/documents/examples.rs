//! Tests of every example of every document: by table, by both automata and by pest, in both
//! readings.

use crate::corpus;

use std::collections::HashMap;

use crate::corpus::{Example, Says};
use urigram_conform::parse_by_pest;
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Grammar, Reading};

/// The engines of one grammar and reading; they must agree on every input.
struct Engines {
    grammar: Grammar,
    reading: Reading,
    transcriptions: Transcriptions,
    automata: HashMap<String, Automaton>,
}

type Automaton = Box<dyn Fn(&[u8]) -> bool>;

impl Engines {
    fn new(grammar: Grammar, reading: Reading) -> Engines {
        let transcriptions =
            Transcriptions::of(grammar, reading).expect("committed rules can be read");
        Engines { grammar, reading, transcriptions, automata: HashMap::new() }
    }

    /// Returns the verdict on an input, or the disagreement of the engines.
    fn accepts(&mut self, rule: Option<&str>, input: &[u8]) -> Result<bool, String> {
        let document = self.grammar.document();
        let rule = document
            .rule(rule.unwrap_or(document.start.default))
            .map_err(|error| error.to_string())?
            .id;
        if !self.automata.contains_key(rule) {
            let dfa =
                self.transcriptions.abnf_automaton(rule).map_err(|error| error.to_string())?;
            self.automata.insert(rule.to_owned(), Box::new(move |input| dfa.accepts(input)));
        }
        let mut verdicts = vec![("ABNF", self.automata[rule](input))];
        let tree = parse_by_pest(self.grammar, self.reading, Some(rule), input);
        verdicts.push(("pest", tree.is_ok()));
        if let Some(table) = self.grammar.table(self.reading, Some(rule)) {
            verdicts.push(("table", table.accepts(input)));
        }
        if verdicts.iter().all(|(_, verdict)| *verdict == verdicts[0].1) {
            Ok(verdicts[0].1)
        } else {
            Err(format!("the engines disagree on {rule}: {verdicts:?}"))
        }
    }
}

/// Returns the strings of an example that a rule must accept, each with the rule; the example's own
/// first.
fn strings(grammar: Grammar, example: &Example) -> Vec<(Option<&str>, Vec<u8>)> {
    let start = &grammar.document().start;
    let whole = |text: &Option<String>| {
        text.iter().map(|text| (None, text.clone().into_bytes())).collect::<Vec<_>>()
    };
    let own = example.octets().map(|octets| (example.rule.as_deref(), octets));
    let mut strings: Vec<_> = own.into_iter().collect();
    match example.says {
        Says::Valid | Says::Invalid => {}
        Says::Resolves => {
            // Some documents describe relative forms in prose and have no rule for them.
            if start.reference.is_none() {
                strings.clear();
            }
            strings.extend(whole(&example.base));
            strings.extend(whole(&example.target));
        }
        Says::Equivalent | Says::Different => {
            strings.extend(
                example
                    .with
                    .iter()
                    .map(|with| (example.rule.as_deref(), with.clone().into_bytes())),
            );
        }
        Says::Normalizes => strings.extend(whole(&example.target)),
        Says::Delimited => {
            strings.extend(example.found.iter().map(|found| (None, found.clone().into_bytes())));
        }
    }
    strings
}

#[test]
fn every_example_is_run() {
    let mut complaints = Vec::new();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let document = grammar.document();
        let mut corrected = Engines::new(grammar, Reading::Corrected);
        let mut printed = Engines::new(grammar, Reading::Printed);
        let examples = corpus::examples(grammar);
        let refused: Vec<_> = examples
            .iter()
            .filter(|example| example.says == Says::Invalid)
            .map(Example::octets)
            .collect();
        for example in &examples {
            let strings = strings(grammar, example);
            let mut complain = |input: &[u8], why: &str| {
                complaints.push(format!(
                    "{grammar} ({}) {:?}: {why}",
                    example.section,
                    String::from_utf8_lossy(input)
                ));
            };
            if strings.is_empty() {
                complain(b"", "nothing to run");
            }
            let errata: Vec<&str> =
                document.commentary().errata.iter().map(|erratum| erratum.id).collect();
            let constraints: Vec<&str> =
                document.constraints.iter().map(|constraint| constraint.id).collect();
            for (id, known) in [(&example.erratum, errata), (&example.constraint, constraints)] {
                if id.as_deref().is_some_and(|id| !known.contains(&id)) {
                    complain(b"", &format!("names {id:?}, which is not there"));
                }
            }
            if example.printed_accepts.is_some() && example.erratum.is_none() {
                complain(b"", "printed_accepts without an erratum");
            }
            for (index, (rule, input)) in strings.into_iter().enumerate() {
                let verdicts = corrected
                    .accepts(rule, &input)
                    .and_then(|c| Ok((c, printed.accepts(rule, &input)?)));
                match verdicts {
                    Err(why) => complain(&input, &why),
                    // Running text may delimit a string that the document shows not to be an
                    // identifier.
                    Ok((false, false))
                        if example.says == Says::Delimited
                            && refused.contains(&Some(input.clone())) => {}
                    Ok((c, p)) => judge(example, index == 0, c, p)
                        .into_iter()
                        .for_each(|why| complain(&input, &why)),
                }
            }
        }
    }
    corpus::expect_none(complaints);
}

/// Returns the mistakes in the verdicts of the two readings on a string of an example.
fn judge(example: &Example, own: bool, corrected: bool, printed: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if example.says == Says::Invalid {
        match (corrected, example.constraint.is_some() || example.erratum.is_some()) {
            (true, false) => wrong
                .push("invalid, yet accepted, and no constraint or erratum says why".to_owned()),
            (false, _) if example.constraint.is_some() => {
                wrong.push("rejected: needs no constraint".to_owned());
            }
            _ => {}
        }
    } else if !corrected {
        wrong.push("Corrected rejects it".to_owned());
    }
    let expected = if own { example.printed_accepts.unwrap_or(corrected) } else { corrected };
    if printed != expected && (own || example.erratum.is_none()) {
        wrong.push(format!(
            "Printed {} it, and the example does not say so",
            if printed { "accepts" } else { "rejects" }
        ));
    }
    wrong
}

#[test]
fn errata_tell_the_readings_apart() {
    let mut complaints = Vec::new();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let mut corrected = Engines::new(grammar, Reading::Corrected);
        let mut printed = Engines::new(grammar, Reading::Printed);
        for erratum in grammar.document().commentary().errata {
            let Some(example) = &erratum.example else { continue };
            let input = example.text.as_bytes();
            let expected = (Ok(example.printed), Ok(example.corrected));
            let found = (
                printed.accepts(Some(example.rule), input),
                corrected.accepts(Some(example.rule), input),
            );
            if found != expected {
                complaints.push(format!(
                    "{grammar} {}: {:?} is {found:?}, not {expected:?}",
                    erratum.id, example.text
                ));
            }
            if erratum.repair.is_none() && example.printed != example.corrected {
                complaints.push(format!(
                    "{grammar} {}: the readings differ without a repair",
                    erratum.id
                ));
            }
        }
    }
    corpus::expect_none(complaints);
}

#[test]
fn constraints_refuse_what_the_rules_accept() {
    let mut complaints = Vec::new();
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        let document = grammar.document();
        let mut corrected = Engines::new(grammar, Reading::Corrected);
        for constraint in document.constraints {
            let Some(example) = constraint.example else { continue };
            let mut rules = document.start_rules().chain(constraint.rules.iter().copied());
            if !rules.any(|rule| corrected.accepts(Some(rule), example.as_bytes()) == Ok(true)) {
                complaints
                    .push(format!("{grammar} {}: no rule accepts {example:?}", constraint.id));
            }
        }
    }
    corpus::expect_none(complaints);
}

trait StartRules {
    fn start_rules(&self) -> Box<dyn Iterator<Item = &'static str>>;
}

impl StartRules for urigram_grammars::Document {
    fn start_rules(&self) -> Box<dyn Iterator<Item = &'static str>> {
        let start = &self.start;
        let named = [Some(start.default), start.uri, start.reference];
        Box::new(named.into_iter().flatten().chain(start.others.iter().copied()))
    }
}
