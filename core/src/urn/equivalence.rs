//! Lexical equivalence, each document's own procedure step by step: RFC 2141, 5; urn-2012, 5; RFC 8141, 3.1.

use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::Grammar;

use super::query::directives;
use super::Urn;

/// What names are compared for; only urn-2012 asks (section 5, step 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// To tell named resources apart: step 5a drops the query.
    #[default]
    Resources,
    /// To cache results of resolution: step 5b keeps the query and sorts its directives.
    Results,
}

/// A name after a step of the procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The step as the document numbers it: `"5b"`. RFC 8141 gives its last demand no number: `"3.1"`.
    pub label: &'static str,
    /// What the step does.
    pub does: &'static str,
    /// The name afterwards.
    pub text: String,
}

/// A step of a procedure.
type Transform = fn(&str) -> String;

type Procedure = &'static [(&'static str, &'static str, Transform)];

const RFC_2141: Procedure = &[
    ("1", "lower case for the scheme", scheme),
    ("2", "lower case for the namespace identifier", nid),
    ("3", "upper case for escapes", escapes),
];

const URN_2012: Procedure = &[
    ("1", "lower case for the scheme", scheme),
    ("2", "lower case for the namespace identifier", nid),
    ("3", "upper case for percent-encoding", escapes),
    ("4", "no fragment", without_fragment),
];

const STEP_5A: Procedure = &[("5a", "no query", without_query)];
const STEP_5B: Procedure = &[("5b", "query directives in the order of their keywords", with_sorted_query)];

const RFC_8141: Procedure = &[
    ("1", "lower case for the scheme", scheme),
    ("2", "lower case for the namespace identifier", nid),
    ("3", "upper case for percent-encoding in the namespace specific string", escapes),
    ("3.1", "no r-, q- and f-component", without_components),
];

impl Urn<'_> {
    /// The name after each step of its own document's procedure; the last is what is compared, octet by octet.
    ///
    /// ```
    /// use urigram::urn::{Objective, Urn};
    /// use urigram::{Grammar, Reading};
    ///
    /// let urn = Urn::parse_by(Grammar::Urn2012, Reading::Corrected, "URN:FOO:a%2c?x=y#z").unwrap();
    /// let texts: Vec<_> = urn.equivalence_steps(Objective::Results).into_iter().map(|step| step.text).collect();
    /// assert_eq!(texts[0], "urn:FOO:a%2c?x=y#z");
    /// assert_eq!(texts[4], "urn:foo:a%2C?x=y");
    /// ```
    pub fn equivalence_steps(&self, objective: Objective) -> Vec<Step> {
        let (common, last): (Procedure, Procedure) = if self.grammar() == Grammar::Rfc2141 {
            (RFC_2141, &[])
        } else if self.grammar() == Grammar::Urn2012 && objective == Objective::Resources {
            (URN_2012, STEP_5A)
        } else if self.grammar() == Grammar::Urn2012 {
            (URN_2012, STEP_5B)
        } else {
            (RFC_8141, &[])
        };
        let mut steps: Vec<Step> = Vec::new();
        for &(label, does, transform) in common.iter().chain(last) {
            let text = transform(steps.last().map_or(self.as_str(), |step| &step.text));
            steps.push(Step { label, does, text });
        }
        steps
    }

    /// The form in which equivalent names are equal octet by octet. Time linear in the text, but for the sorting of
    /// directives by [`Objective::Results`].
    pub fn lexical_form(&self, objective: Objective) -> String {
        self.equivalence_steps(objective).pop().map_or_else(String::new, |step| step.text)
    }

    /// Whether two names are lexically equivalent, each by its own document. Namespaces may add equivalences of their
    /// own, which only software that knows the namespace can see; nothing here ever makes two names different that the
    /// procedure makes equal.
    ///
    /// ```
    /// use urigram::urn::{Objective, Urn};
    ///
    /// let urn = |text| Urn::parse(text).unwrap();
    /// assert!(urn("URN:foo:a%2c").is_equivalent_to(&urn("urn:FOO:a%2C?=q"), Objective::Resources));
    /// assert!(!urn("urn:foo:a").is_equivalent_to(&urn("urn:foo:A"), Objective::Resources));
    /// ```
    pub fn is_equivalent_to(&self, other: &Urn<'_>, objective: Objective) -> bool {
        self.lexical_form(objective) == other.lexical_form(objective)
    }
}

/// Where the namespace identifier of an accepted name ends.
fn nid_end(text: &str) -> usize {
    text.match_indices(':').nth(1).map_or(text.len(), |(at, _)| at)
}

fn lower(text: &str, end: usize) -> String {
    let mut text = String::from(text);
    text[..end].make_ascii_lowercase();
    text
}

fn scheme(text: &str) -> String {
    lower(text, text.find(':').unwrap_or(text.len()))
}

// The scheme is in lower case already.
fn nid(text: &str) -> String {
    lower(text, nid_end(text))
}

fn escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let end = rest.len().min(at + 3);
        out.push_str(&rest[..at]);
        out.push_str(&rest[at..end].to_ascii_uppercase());
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn before(text: &str, mark: char) -> String {
    text.split(mark).next().unwrap_or(text).into()
}

fn without_fragment(text: &str) -> String {
    before(text, '#')
}

fn without_query(text: &str) -> String {
    before(text, '?')
}

fn without_components(text: &str) -> String {
    without_query(&without_fragment(text))
}

fn with_sorted_query(text: &str) -> String {
    let Some((name, query)) = text.split_once('?') else {
        return text.into();
    };
    // The document leaves the order open: here by keyword, then by value.
    let mut sorted: Vec<_> = directives(query).collect();
    sorted.sort();
    let mut out = String::from(name);
    for (index, directive) in sorted.iter().enumerate() {
        out.push(if index == 0 { '?' } else { '&' });
        out.push_str(directive.keyword);
        out.push('=');
        out.push_str(directive.value);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::Reading;

    #[test]
    fn directives_are_an_unordered_sequence() {
        let urn = |text| Urn::parse_by(Grammar::Urn2012, Reading::Corrected, text).unwrap();
        let (a, b) = (urn("urn:foo:a?s=I2L&c=ToC"), urn("urn:foo:a?c=ToC&s=I2L"));
        assert!(a.is_equivalent_to(&b, Objective::Results));
        assert!(!a.is_equivalent_to(&urn("urn:foo:a?c=ToC"), Objective::Results));
        assert_eq!(a.service().unwrap().purpose, "URI to URL");
        assert_eq!(urn("urn:foo:a?s=I2L&s=I2R").service(), None);
        assert_eq!(urn("urn:foo:a?s=I2U").service(), None);
    }

    #[test]
    fn rfc2141_compares_everything_after_the_namespace() {
        let urn = |text| Urn::parse_by(Grammar::Rfc2141, Reading::Corrected, text).unwrap();
        assert!(!urn("urn:foo:a#b").is_equivalent_to(&urn("urn:foo:a"), Objective::Resources));
        assert!(urn("URN:FOO:a?%2f").is_equivalent_to(&urn("urn:foo:a?%2F"), Objective::Resources));
        assert_eq!(urn("urn:foo:a?b#c").nss(), "a?b#c");
    }

    #[test]
    fn an_r_component_ends_where_a_q_component_begins() {
        let urn = |text| Urn::parse_by(Grammar::Rfc8141, Reading::Corrected, text).unwrap();
        let parts = |text| (urn(text).r_component(), urn(text).q_component(), urn(text).f_component());
        assert_eq!(parts("urn:example:a?+r?x?=q?=z/?#f?=g"), (Some("r?x"), Some("q?=z/?"), Some("f?=g")));
        assert_eq!(parts("urn:example:a?=q?+r"), (None, Some("q?+r"), None));
        assert_eq!(parts("urn:example:a#"), (None, None, Some("")));
        let printed = Urn::parse_by(Grammar::Rfc8141, Reading::Printed, "urn:example:a?+r?=").unwrap();
        assert_eq!((printed.r_component(), printed.q_component()), (Some("r?="), None));
    }
}
