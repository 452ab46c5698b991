//! One string by all documents and programs.

use serde::Serialize;
use urigram::{Grammar, Reading};

use super::string::{self, OneString};
use super::{Params, Question};
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The question `string`, and the verdict of each practice by the rules and the conditions of its
/// program.
pub(super) struct Overview(OneString);

/// A string with the verdicts of documents and programs.
#[derive(Serialize)]
struct Overseen<'q> {
    #[serde(flatten)]
    string: string::Told<'q>,
    programs: Vec<Program>,
}

/// A practice with its verdict.
#[derive(Serialize)]
struct Program {
    grammar: &'static str,
    name: &'static str,
    date: String,
    accepted: bool,
}

impl Question for Overview {
    const NAME: &'static str = "overview";

    fn read(params: &Params) -> Result<Overview, Refusal> {
        OneString::read(params).map(Overview)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let one = |&grammar: &Grammar| {
            let document = grammar.document();
            let rule = RuleRef::start(grammar, Reading::Corrected);
            Program {
                grammar: document.id,
                name: document.number,
                date: document.date.to_string(),
                accepted: rule.verdict(&self.0.input).is_accepted(),
            }
        };
        let programs = Grammar::PRACTICES.iter().map(one).collect();
        Ok(Overseen { string: self.0.told(), programs })
    }
}

#[cfg(test)]
mod tests {
    use super::super::court::Court;
    use super::super::question::json_of;
    use super::*;

    /// The verdicts are those of the question that also says what a program finds.
    #[test]
    fn programs_say_what_the_court_says() {
        for input in ["", "http://a/", "http://a.1/", "http:%5C%5Ca%5Cb", "%FF", "-%20a", "a%0Ab"] {
            let query = format!("input={input}");
            let overview = json_of::<Overview>(&query).unwrap();
            let programs = overview["programs"].as_array().unwrap();
            assert_eq!(programs.len(), Grammar::PRACTICES.len());
            let court = json_of::<Court>(&query).unwrap();
            for one in programs {
                let readers = court["readers"].as_array().unwrap();
                let same = readers.iter().find(|reader| reader["grammar"] == one["grammar"]);
                assert_eq!(one["accepted"], same.unwrap()["accepted"], "{input}: {one}");
            }
        }
    }
}
