//! Exercises: a sentence of a document, and a rule for it that the student writes.

use serde::{Deserialize, Serialize};
use urigram::proof::abnf;
use urigram::proof::{Dfa, Transcriptions};

use super::target::Target;
use super::written::{self, Fault, Notation, Written, LIMITS};
use crate::escape::escaped;
use crate::json::{key, ErrorJson, OptionalBytes};
use crate::parse::Choice;
use crate::refusal::Refusal;

/// An exercise, as its file has it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The heading.
    pub title: String,
    /// The rule whose strings are asked for, as a claim names it: `rfc2396/hostname`.
    #[serde(skip_serializing)]
    pub target: String,
    /// The section of the sentence.
    pub section: String,
    /// A sentence of the document.
    pub sentence: String,
    /// The task in the words of this project.
    pub task: String,
    /// The notation to write in.
    pub notation: Notation,
    /// The name of the rule that the student writes.
    pub rule: String,
    /// The document's rules that the student may use.
    #[serde(default, skip_serializing)]
    pub given: Vec<String>,
    /// Strings of the rule.
    pub accepts: Vec<String>,
    /// Strings that the answer must reject.
    pub rejects: Vec<String>,
    /// The text to begin with.
    pub start: String,
    /// A text that is right.
    #[serde(skip_serializing)]
    pub solution: String,
    /// Texts that are wrong, each with the strings that show it.
    #[serde(skip_serializing)]
    pub wrong: Vec<Wrong>,
}

/// Everything that a student sees before writing.
#[derive(Clone, Debug, Serialize)]
pub struct Asked<'e> {
    id: &'e str,
    #[serde(flatten)]
    exercise: Exercise,
    grammar: &'static str,
    number: &'static str,
    date: String,
    /// The text of the document's rules that the student may use.
    given: String,
}

/// The verdict on what a student wrote.
#[derive(Debug, Serialize)]
pub struct Judged<'e>(Verdict<'e>);

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Verdict<'e> {
    /// The text is not a rule.
    Fault {
        proved: bool,
        error: Fault,
    },
    Compared(Box<Compared<'e>>),
}

/// A student's rule, compared with the document's.
#[derive(Debug, Serialize)]
struct Compared<'e> {
    /// True if the rule is the document's.
    proved: bool,
    #[serde(flatten)]
    extra: OptionalBytes<'static, key::Extra>,
    #[serde(flatten)]
    missing: OptionalBytes<'static, key::Missing>,
    /// The number of states of the student's rule.
    states: usize,
    examples: Vec<ExampleJson<'e>>,
    /// The hints of the wrong texts that the shortest strings show to be wrong.
    hints: Vec<&'e str>,
    /// The offset where the student's rule stops in the missing string.
    stops: Option<usize>,
    /// The document's reason against the extra string.
    refused: Option<ErrorJson>,
}

/// An example, and what the student's rule says about it.
#[derive(Debug, Serialize)]
struct ExampleJson<'e> {
    text: &'e str,
    wanted: bool,
    accepted: bool,
}

/// A wrong text, and the hint for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// The text.
    pub rules: String,
    /// The shortest string that the document accepts and the text does not.
    pub missing: Option<String>,
    /// The shortest string that the text accepts and the document does not.
    pub extra: Option<String>,
    /// The hint for a reader who gets one of these strings.
    pub hint: String,
}

impl Exercise {
    /// Reads an exercise.
    ///
    /// # Errors
    /// A message for a file with other fields, and for a target that no document has.
    pub fn read(text: &str) -> Result<Exercise, Refusal> {
        let exercise: Exercise = toml::from_str(text)?;
        Target::read(&exercise.target)?;
        Ok(exercise)
    }

    /// Returns everything that a student sees before writing.
    ///
    /// # Errors
    /// A message if the document's rules cannot be read.
    pub fn asked<'e>(&self, id: &'e str) -> Result<Asked<'e>, Refusal> {
        let target = Target::read(&self.target)?;
        let document = target.grammar.document();
        let (grammar, date) = (target.grammar.as_str(), document.date.to_string());
        let given = self.given_text(&target)?;
        Ok(Asked { id, exercise: self.clone(), grammar, number: document.number, date, given })
    }

    /// Returns the text of the document's rules that are given, with those that they use.
    fn given_text(&self, target: &Target) -> Result<String, Refusal> {
        if self.given.is_empty() {
            return Ok(String::new());
        }
        let source = match self.notation {
            Notation::Abnf => target.grammar.abnf(target.reading),
            Notation::Peg => return Err("rules are given in ABNF only".into()),
        };
        let rules = abnf::Grammar::parse(source)?;
        let mut text = String::new();
        let mut known = Vec::new();
        for name in &self.given {
            let used = rules.reachable(name).ok_or_else(|| format!("there is no rule {name:?}"))?;
            for rule in used {
                if !known.contains(&&rule.name) {
                    known.push(&rule.name);
                    text += rule.source.trim_end();
                    text.push('\n');
                }
            }
        }
        Ok(text)
    }

    /// Compares what a student wrote with the document: proved, or the shortest string that is
    /// wrong, each way.
    ///
    /// Reading such rules can take exponential time, so it must be possible to end the process that
    /// calls this.
    ///
    /// # Errors
    /// A message where nothing is decided because a limit was hit.
    pub fn judge(&self, written: &str) -> Result<Judged<'_>, Refusal> {
        written::is_short(written)?;
        let target = Target::read(&self.target)?;
        let theirs = match self.automaton(&target, written) {
            Ok(theirs) => theirs,
            Err(error) => return Ok(Judged(Verdict::Fault { proved: false, error })),
        };
        let meant = target.side().automaton()?;
        let compared = theirs.compare(&meant, LIMITS)?;
        let (extra, missing) = (compared.only_a.as_deref(), compared.only_b.as_deref());
        let table = target.table()?;
        let refused = extra.and_then(|text| {
            let error = Choice::named(table, text).error?;
            Some(ErrorJson::of_objection(text, &error))
        });
        Ok(Judged(Verdict::Compared(Box::new(Compared {
            states: theirs.len(),
            examples: self.examples(&theirs),
            hints: self.hints(missing, extra),
            stops: missing.and_then(|text| theirs.reject_offset(text)),
            refused,
            proved: extra.is_none() && missing.is_none(),
            extra: compared.only_a.into(),
            missing: compared.only_b.into(),
        }))))
    }

    /// Returns the automaton of the student's rule.
    fn automaton(&self, target: &Target, written: &str) -> Result<Dfa, Fault> {
        let terminals = Transcriptions::of(target.grammar, target.reading)
            .map_err(|error| Fault::of_all(&error))?
            .terminals();
        let given = self.given_text(target).map_err(|error| Fault::of_all(&error))?;
        let written = Written { notation: self.notation, text: written, given: &given, terminals };
        Ok(written.automaton(Some(&self.rule))?.1)
    }

    /// Returns the exercise's examples, with what the student's rule says about each.
    fn examples(&self, theirs: &Dfa) -> Vec<ExampleJson<'_>> {
        let wanted = self.accepts.iter().map(|text| (text, true));
        let all = wanted.chain(self.rejects.iter().map(|text| (text, false)));
        let accepted = |text: &str| theirs.accepts(text.as_bytes());
        all.map(|(text, wanted)| ExampleJson { text, wanted, accepted: accepted(text) }).collect()
    }

    /// Returns the hints of the wrong texts that these strings show to be wrong.
    fn hints(&self, missing: Option<&[u8]>, extra: Option<&[u8]>) -> Vec<&str> {
        let is_same = |known: &Option<String>, found: Option<&[u8]>| match (known, found) {
            (Some(known), Some(found)) => *known == escaped(found),
            _ => false,
        };
        let fits =
            |wrong: &&Wrong| is_same(&wrong.missing, missing) || is_same(&wrong.extra, extra);
        self.wrong.iter().filter(fits).map(|wrong| &*wrong.hint).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{to_value, Value};

    use super::super::EXERCISES;
    use super::*;

    fn judged(exercise: &Exercise, written: &str) -> Value {
        to_value(exercise.judge(written).unwrap()).unwrap()
    }

    #[test]
    fn every_exercise_is_solved_by_its_solution_and_by_no_wrong_text() {
        let mut different = Vec::new();
        for (id, text) in EXERCISES {
            let exercise = Exercise::read(text).unwrap_or_else(|error| panic!("{id}: {error}"));
            let solved = judged(&exercise, &exercise.solution);
            assert_eq!(solved["proved"], true, "{id}: {solved}");
            let asked = to_value(exercise.asked(id).unwrap()).unwrap();
            assert!(!asked["sentence"].as_str().unwrap().is_empty(), "{id}");
            for example in solved["examples"].as_array().unwrap() {
                assert_eq!(example["wanted"], example["accepted"], "{id}: {example}");
            }
            assert!(!exercise.wrong.is_empty() && !exercise.accepts.is_empty(), "{id}");
            for wrong in &exercise.wrong {
                let judged = judged(&exercise, &wrong.rules);
                assert_eq!(judged["proved"], false, "{id}: {}", wrong.rules);
                let of = |key: &str| judged[key].as_str().map(str::to_owned);
                let found = (of("missing"), of("extra"));
                if found != (wrong.missing.clone(), wrong.extra.clone()) {
                    different.push(format!("{id}: {}: {found:?}", wrong.rules));
                    continue;
                }
                let hints = judged["hints"].as_array().unwrap();
                assert!(
                    hints.iter().any(|hint| hint.as_str() == Some(&*wrong.hint)),
                    "{id}: {judged}"
                );
            }
            assert_eq!(judged(&exercise, &exercise.start)["proved"], false, "{id}");
        }
        assert!(different.is_empty(), "{}", different.join("\n"));
    }

    #[test]
    fn errors_have_their_line_and_nothing_panics() {
        let read = |id| {
            let (_, text) = EXERCISES.iter().find(|(known, _)| *known == id).unwrap();
            Exercise::read(text).unwrap()
        };
        for (id, text, line, says) in [
            ("scheme", "scheme = ALPHA\n  *( ALPHA", 2, "expected"),
            ("scheme", "schema = ALPHA", 1, "no rule `scheme` yet"),
            ("scheme", "scheme = scheme ALPHA", 1, "scheme"),
            ("scheme", "scheme = ALPHA\n  / digits", 2, "there is no rule `digits`"),
            ("scheme", "", 1, "no rule"),
            ("hostname", "hostname = {\n  \"a\" ~ }", 2, ""),
            ("hostname", "hostname = { hostname ~ \"a\" }", 1, "hostname"),
        ] {
            let judged = judged(&read(id), text);
            assert_eq!(judged["error"]["line"], line, "{judged}");
            let message = judged["error"]["message"].as_str().unwrap();
            assert!(message.contains(says), "{judged}");
        }
        assert!(read("scheme").judge(&" ".repeat(20_001)).is_err());
    }
}
