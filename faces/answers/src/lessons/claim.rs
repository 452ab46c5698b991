//! Sentences about the documents that the library can decide.

use std::fmt::Display;

use serde::{Serialize, Serializer};
use urigram::proof::abnf::peg_name;
use urigram::proof::peg::{self, Which};
use urigram::proof::{Dfa, Limits, Transcriptions};
use urigram::{Component, Normalizer, Select};
use urigram_study::agreement::{agree, Outcome};

use super::target::{words, Target};
use crate::escape::witness;
use crate::json::relation_name;
use crate::parse::{Choice, Report};
use crate::refusal::Refusal;

/// A sentence about the documents.
///
/// ```
/// use urigram_answers::lessons::Claim;
/// let claim = Claim::read(1, "rejected url-1993 'http://a/b?x=y' at 12")?;
/// assert_eq!(claim.check(), Ok(()));
/// let claim = Claim::read(1, "accepted url-1993 'http://a/b?x=y'")?;
/// assert_eq!(claim.check().unwrap_err().to_string(), "url-1993 rejects http://a/b?x=y at 12");
/// # Ok::<(), urigram_answers::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Claim {
    /// The line in the lesson's file.
    pub line: usize,
    words: Vec<Vec<u8>>,
    /// The sentence as it was written.
    pub text: String,
}

/// A claim is the sentence in JSON.
impl Serialize for Claim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

type Check = fn(&Words<'_>) -> Result<(), Refusal>;

/// The forms of claims: the first word, the words that follow, and the check.
const FORMS: [(&str, &str, Check); 14] = [
    ("accepted", "TARGET INPUT", accepted),
    ("rejected", "TARGET INPUT at OFFSET", rejected),
    ("part", "TARGET INPUT COMPONENT TEXT", part),
    ("absent", "TARGET INPUT COMPONENT", absent),
    ("selected", "ID INPUT", selected),
    ("dated", "ID DATE", dated),
    ("prints", "TARGET TEXT", prints),
    ("has", "TARGET CHARACTER", has),
    ("lacks", "TARGET CHARACTER", lacks),
    ("relation", "TARGET TARGET RELATION", relation),
    ("only", "TARGET TARGET SHORTEST", only),
    ("copy", "TARGET loses SHORTEST", copy),
    ("agree", "TARGET TARGET COMPONENT SHORTEST", agreement),
    ("equivalent", "TARGET INPUT INPUT ANSWER", equivalent),
];

impl Claim {
    /// Reads a claim from a line of a file.
    ///
    /// # Errors
    /// A message that lists the forms of claims, or names what the documents do not have.
    pub fn read(line: usize, text: &str) -> Result<Claim, Refusal> {
        let words = words(text)?;
        let first = words.first().map_or("", |word| std::str::from_utf8(word).unwrap_or(""));
        let Some((name, rest, _)) = form(first) else {
            let known: Vec<&str> = FORMS.iter().map(|(name, ..)| *name).collect();
            return Err(
                format!("`{first}` is not a claim: write one of {}", known.join(", ")).into()
            );
        };
        let count = rest.split(' ').count();
        if words.len() != count + 1 {
            return Err(format!("write `{name} {rest}`").into());
        }
        let claim = Claim { line, words, text: text.to_owned() };
        for (number, word) in rest.split(' ').enumerate() {
            let words = Words(&claim.words);
            match word {
                "TARGET" | "ID" => drop(words.target(number + 1)?),
                "COMPONENT" => drop(words.component(number + 1)?),
                _ if word.starts_with(char::is_uppercase) => {}
                word if words.text(number + 1)? != word => {
                    return Err(format!("write `{name} {rest}`").into());
                }
                _ => {}
            }
        }
        Ok(claim)
    }

    /// Decides the claim.
    ///
    /// # Errors
    /// A sentence that is true instead, or the reason why nothing is decided.
    pub fn check(&self) -> Result<(), Refusal> {
        let words = Words(&self.words);
        match form(words.text(0)?) {
            Some((_, _, check)) => check(&words),
            None => Err(format!("`{}` is not a claim", self.text).into()),
        }
    }
}

fn form(name: &str) -> Option<(&'static str, &'static str, Check)> {
    FORMS.iter().copied().find(|(known, ..)| *known == name)
}

/// The words of a claim.
struct Words<'a>(&'a [Vec<u8>]);

impl Words<'_> {
    fn bytes(&self, at: usize) -> &[u8] {
        self.0.get(at).map_or(b"", Vec::as_slice)
    }

    fn text(&self, at: usize) -> Result<&str, Refusal> {
        std::str::from_utf8(self.bytes(at)).map_err(|_| format!("word {at} is not UTF-8").into())
    }

    fn target(&self, at: usize) -> Result<Target, Refusal> {
        Target::read(self.text(at)?)
    }

    fn component(&self, at: usize) -> Result<Component, Refusal> {
        let name = self.text(at)?;
        let found = Component::ALL.into_iter().find(|component| component.name() == name);
        found.ok_or_else(|| format!("{name:?} is not a component").into())
    }

    /// Returns the last word as a string of an answer; `absent` says that there isn't one.
    fn shortest(&self) -> String {
        match self.bytes(3) {
            b"absent" => shown(None),
            text => shown(Some(text)),
        }
    }

    /// Returns true where the word is `yes`, false where it is `no`.
    fn answer(&self, at: usize) -> Result<bool, Refusal> {
        match self.text(at)? {
            "yes" => Ok(true),
            "no" => Ok(false),
            other => Err(format!("`{other}` is neither yes nor no").into()),
        }
    }
}

/// Returns an error with both sides if they are not equal.
fn same<T: PartialEq + Display>(what: &str, is: T, claimed: T) -> Result<(), Refusal> {
    if is == claimed {
        Ok(())
    } else {
        Err(format!("{what} is {is}, not {claimed}").into())
    }
}

/// Returns the offset where a rule rejects an input.
fn offset(words: &Words<'_>) -> Result<Option<usize>, Refusal> {
    let choice = Choice::named(words.target(1)?.table()?, words.bytes(2));
    match choice.error {
        Some(error) if error.is_limit() => Err(Refusal::Limit(error.to_string())),
        error => Ok(error.and_then(|error| error.offset())),
    }
}

fn accepted(words: &Words<'_>) -> Result<(), Refusal> {
    match offset(words)? {
        None => Ok(()),
        Some(at) => {
            Err(format!("{} rejects {} at {at}", words.text(1)?, witness(words.bytes(2))).into())
        }
    }
}

fn rejected(words: &Words<'_>) -> Result<(), Refusal> {
    let found = offset(words)?;
    let claimed = words.text(4)?;
    match found {
        None => Err(format!("{} accepts {}", words.text(1)?, witness(words.bytes(2))).into()),
        Some(at) => same("the offset of the error", at.to_string(), claimed.to_owned()),
    }
}

/// Returns the text of a component of an accepted input.
fn component_of(words: &Words<'_>) -> Result<Option<Vec<u8>>, Refusal> {
    accepted(words)?;
    let (input, name) = (words.bytes(2), words.component(3)?.name());
    let choice = Choice::named(words.target(1)?.table()?, input);
    let report = Report::without_tree(input, choice, urigram::selection::GrammarSet::EMPTY);
    let listed = report.listed();
    let found = listed.iter().find(|one| !one.is_part && one.name == name);
    Ok(found
        .and_then(|one| report.verdict.stripped().left().get(one.left.clone()))
        .map(<[u8]>::to_vec))
}

fn shown(text: Option<&[u8]>) -> String {
    text.map_or_else(|| "absent".to_owned(), witness)
}

fn part(words: &Words<'_>) -> Result<(), Refusal> {
    let found = component_of(words)?;
    let what = format!("the {} by {}", words.text(3)?, words.text(1)?);
    same(&what, shown(found.as_deref()), shown(Some(words.bytes(4))))
}

fn absent(words: &Words<'_>) -> Result<(), Refusal> {
    let found = component_of(words)?;
    let what = format!("the {} by {}", words.text(3)?, words.text(1)?);
    same(&what, shown(found.as_deref()), shown(None))
}

fn selected(words: &Words<'_>) -> Result<(), Refusal> {
    let target = words.target(1)?;
    let found = Select::Auto.select(words.bytes(2), target.reading).grammar;
    let id = found.map_or("none", |grammar| grammar.as_str());
    same("the selected document", id, target.grammar.as_str())
}

fn dated(words: &Words<'_>) -> Result<(), Refusal> {
    let target = words.target(1)?;
    same("the date", target.grammar.document().date.to_string(), words.text(2)?.to_owned())
}

fn prints(words: &Words<'_>) -> Result<(), Refusal> {
    let (target, text) = (words.target(1)?, words.text(2)?);
    let rule = target.table()?.table.rule();
    let source = target.grammar.abnf_of(target.reading, rule).unwrap_or_default();
    if source.contains(text) {
        Ok(())
    } else {
        Err(format!("the rule is `{}`", source.trim()).into())
    }
}

/// Returns true if some string of a rule has a character.
fn occurs(words: &Words<'_>) -> Result<bool, Refusal> {
    let (target, text) = (words.target(1)?, words.text(2)?);
    let &[byte] = text.as_bytes() else {
        return Err(format!("`{text}` is not one character of US-ASCII").into());
    };
    let automaton = target.side().automaton()?;
    // Every state of a minimal automaton is reached by some string.
    let states = 0..automaton.len();
    let mut next = states.map(|state| automaton.next(state as _, byte));
    Ok(next.any(|state| !automaton.is_dead(state)))
}

fn has(words: &Words<'_>) -> Result<(), Refusal> {
    let occurs = occurs(words)?;
    let why = || format!("no string of {} has it", words.0[1].escape_ascii());
    Ok(occurs.then_some(()).ok_or_else(why)?)
}

fn lacks(words: &Words<'_>) -> Result<(), Refusal> {
    let is_lacking = !occurs(words)?;
    let why = || format!("a string of {} has it", words.0[1].escape_ascii());
    Ok(is_lacking.then_some(()).ok_or_else(why)?)
}

/// Returns the comparison of a claim's two rules.
fn compared(words: &Words<'_>) -> Result<urigram::proof::Comparison, Refusal> {
    let of = |at| -> Result<Dfa, Refusal> { Ok(words.target(at)?.side().automaton()?) };
    Ok(of(1)?.compare(&of(2)?, Limits::default())?)
}

fn relation(words: &Words<'_>) -> Result<(), Refusal> {
    let found = relation_name(compared(words)?.relation);
    same("the relation", found, words.text(3)?)
}

fn only(words: &Words<'_>) -> Result<(), Refusal> {
    let found = compared(words)?.only_a;
    same("the shortest string", shown(found.as_deref()), words.shortest())
}

fn copy(words: &Words<'_>) -> Result<(), Refusal> {
    let target = words.target(1)?;
    let rules = Transcriptions::of(target.grammar, target.reading)?;
    let document = target.grammar.document();
    let rule = target.rule.as_deref().unwrap_or(document.start.default);
    let id = document.rule(rule)?.id;
    let copied = rules.abnf().copied_to_peg(id).unwrap_or_default();
    let copied = peg::Grammar::parse(&copied).and_then(|copied| {
        copied.dfa(&peg_name(id), Which::Optimized, rules.terminals(), Limits::default())
    });
    let meant = target.side().automaton()?;
    let found = copied?.compare(&meant, Limits::default())?.only_b;
    same("the shortest string", shown(found.as_deref()), words.shortest())
}

fn agreement(words: &Words<'_>) -> Result<(), Refusal> {
    let (a, b) = (words.target(1)?, words.target(2)?);
    let found = match agree(a.side(), b.side(), words.component(3)?, None)?.outcome {
        Outcome::Differs(difference) => witness(&difference.input),
        other => other.name().to_owned(),
    };
    let claimed = match words.text(4)? {
        name @ ("agrees" | "vacuous" | "not-applicable" | "undecided") => name.to_owned(),
        _ => witness(words.bytes(4)),
    };
    same("the answer", found, claimed)
}

fn equivalent(words: &Words<'_>) -> Result<(), Refusal> {
    let normalizer = Normalizer::new(words.target(1)?.grammar);
    let found = normalizer.equivalent(words.text(2)?, words.text(3)?)?.is_equivalent();
    same("the answer", found, words.answer(4)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_false_claim_of_each_form_is_reported_with_the_truth() {
        let mut seen = Vec::new();
        for (text, truth) in [
            ("accepted rfc2141/NID '-'", "rfc2141/NID rejects - at 0"),
            ("rejected rfc3986 'a b' at 2", "the offset of the error is 1, not 2"),
            ("rejected rfc3986 'a' at 1", "rfc3986 accepts a"),
            ("part rfc3986 'a://b' host 'c'", "the host by rfc3986 is b, not c"),
            ("part rfc3986 'a:b' host 'b'", "the host by rfc3986 is absent, not b"),
            ("absent rfc3986 'a://' host", "the host by rfc3986 is "),
            ("selected rfc2396 'a:b'", "the selected document is rfc3986, not rfc2396"),
            ("dated rfc3986 1998-08-01", "the date is 2005-01-01, not 1998-08-01"),
            ("prints rfc3986/port 'ALPHA'", "the rule is `port "),
            ("has rfc3986/port 'a'", "no string of rfc3986/port has it"),
            ("lacks rfc3986/port '7'", "a string of rfc3986/port has it"),
            ("relation rfc3986/port rfc3986/host equal", "the relation is subset, not equal"),
            ("only rfc3986/host rfc3986/port '['", "the shortest string is "),
            ("only rfc3986/port rfc3986/host ''", "the shortest string is absent"),
            ("copy rfc2396/hostname loses 'a.b'", "the shortest string is aa, not a.b"),
            ("agree rfc3986 rfc3987 port ':1'", "the answer is agrees, not "),
            ("agree rfc2396 rfc3986 host agrees", "the answer is //, not agrees"),
            ("equivalent rfc3986 a:b A:b no", "the answer is true, not false"),
        ] {
            let claim = Claim::read(1, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let reason = claim.check().expect_err(text).to_string();
            assert!(reason.contains(truth), "{text}: {reason}");
            seen.push(text.split(' ').next().unwrap_or_default());
        }
        let manual = include_str!("../../../../docs/lessons.md");
        for (name, ..) in FORMS {
            assert!(seen.contains(&name), "no false claim of the form {name}");
            assert!(manual.contains(&format!("`{name} ")), "the manual does not have {name}");
        }
    }

    #[test]
    fn what_is_no_claim_is_refused() {
        for (text, says) in [
            ("", "is not a claim: write one of accepted, rejected"),
            ("accepted rfc3986", "write `accepted TARGET INPUT`"),
            ("accepted rfc9999 'a'", "\"rfc9999\""),
            ("accepted rfc3986/hots 'a'", "did you mean `host`"),
            ("accepted rfc3986@wrong 'a'", "\"wrong\""),
            ("rejected rfc3986 'a' on 2", "write `rejected TARGET INPUT at OFFSET`"),
            ("absent rfc3986 'a' hots", "\"hots\" is not a component"),
            ("accepted rfc3986 'a", "has no closing '"),
            ("accepted rfc3986 '\\q'", "escape"),
        ] {
            let reason = Claim::read(1, text).expect_err(text).to_string();
            assert!(reason.contains(says), "{text}: {reason}");
        }
    }
}
