//! Trees by the parsers that pest derives.

use std::collections::HashMap;
use std::sync::OnceLock;

use pest::error::Error;
use pest::iterators::Pairs;
use pest::RuleType;
use urigram_grammars::tree::pieces::{readable, start, Names, Offsets};
use urigram_grammars::tree::{Tree, TreeError};
use urigram_grammars::{Grammar, Reading, Rule};

use crate::pairs::tokens;
use crate::stack::{failure, on_enough_stack};

/// The `Rule` of one derived parser.
pub(crate) trait DerivedRule: RuleType + 'static {
    const GRAMMAR: Grammar;
    const READING: Reading;

    /// Returns all variants.
    fn all() -> &'static [Self];

    /// Returns the place of the variant among all.
    fn index(self) -> usize;

    /// Parses a prefix of a text.
    fn pairs(self, text: &str) -> Result<Pairs<'_, Self>, Error<Self>>;

    /// Returns the table of the rules that nodes are shown as, made when it is first asked for.
    fn shown() -> &'static OnceLock<Shown<Self>>;
}

/// The rules that nodes are shown as, by the index of pest's variant.
pub(crate) struct Shown<R> {
    rules: Vec<Option<(R, &'static Rule)>>,
    /// The variant to start by, for each rule of the document.
    starts: HashMap<&'static str, R>,
}

impl<R: DerivedRule> Shown<R> {
    fn new() -> Shown<R> {
        let document = R::GRAMMAR.document();
        let names = Names::new(document);
        // The variants are the names in the file.
        let variants: Vec<(R, String)> =
            R::all().iter().map(|&rule| (rule, format!("{rule:?}"))).collect();
        let variant = |rule: &Rule| {
            let name = start(rule, variants.iter().map(|(_, name)| name.as_str()))?;
            Some(variants.iter().find(|(_, known)| known == name)?.0)
        };
        let starts: HashMap<&'static str, R> =
            document.rules().iter().filter_map(|rule| Some((rule.id, variant(rule)?))).collect();
        let last = variants.iter().map(|(rule, _)| rule.index()).max();
        let mut rules = vec![None; last.map_or(0, |last| last + 1)];
        for (rule, name) in &variants {
            let facts = names.shown(name);
            rules[rule.index()] = facts.and_then(|facts| Some((*starts.get(facts.id)?, facts)));
        }
        Shown { rules, starts }
    }

    fn of() -> &'static Shown<R> {
        R::shown().get_or_init(Shown::new)
    }
}

/// Parses the whole input by a rule of a document.
///
/// # Errors
/// [`TreeError`] for an input over [`Tree::LONGEST`], and for one that the rule does not match.
pub(crate) fn parse<R: DerivedRule>(rule: R, input: &[u8]) -> Result<Tree<'_, R>, TreeError> {
    let shown = Shown::<R>::of();
    // The rule's automaton rejects an input before the parser reads it, because a parser of a PEG
    // can take quadratic time to fail.
    if let Some((_, facts)) = shown.rules[rule.index()] {
        let table = R::GRAMMAR.tables(R::READING).find(Some(facts.id));
        if input.len() <= Tree::<R>::LONGEST && table.is_some_and(|table| !table.accepts(input)) {
            return Err(TreeError::NoMatch);
        }
    }
    build(rule, input, |rule: R| shown.rules[rule.index()].map(|(typed, _)| typed))
}

fn build<R: DerivedRule, S: Copy>(
    rule: R,
    input: &[u8],
    shown: impl Fn(R) -> Option<S>,
) -> Result<Tree<'_, S>, TreeError> {
    let encoding = R::GRAMMAR.document().encoding;
    let text = readable(input, encoding)?;
    on_enough_stack(|| {
        let pairs = rule.pairs(&text).map_err(|error| failure(&error))?;
        Tree::new(input, tokens(&pairs, shown), &Offsets::new(&text, encoding))
    })
}

/// Parses by a rule that its facts name, into a tree of facts.
#[cfg(feature = "reference")]
pub(crate) fn parse_by_facts<'i, R: DerivedRule>(
    rule: &Rule,
    input: &'i [u8],
) -> Result<Tree<'i, &'static Rule>, TreeError> {
    let shown = Shown::<R>::of();
    let missing =
        || TreeError::UnknownRule(urigram_grammars::UnknownName::without_suggestion("rule"));
    let start = *shown.starts.get(rule.id).ok_or_else(missing)?;
    build(start, input, |rule: R| shown.rules[rule.index()].map(|(_, facts)| facts))
}

/// Implements [`DerivedRule`] for the `Rule` of the module where it is called, and writes that
/// module's `parse`.
macro_rules! derived {
    ($grammar:ident, $reading:ident) => {
        impl crate::derived::DerivedRule for Rule {
            const GRAMMAR: urigram_grammars::Grammar = urigram_grammars::Grammar::$grammar;
            const READING: urigram_grammars::Reading = urigram_grammars::Reading::$reading;

            fn all() -> &'static [Rule] {
                Rule::all_rules()
            }

            fn index(self) -> usize {
                self as usize
            }

            fn pairs(
                self,
                text: &str,
            ) -> Result<pest::iterators::Pairs<'_, Rule>, pest::error::Error<Rule>> {
                <Parser as pest::Parser<Rule>>::parse(self, text)
            }

            fn shown() -> &'static std::sync::OnceLock<crate::derived::Shown<Rule>> {
                static SHOWN: std::sync::OnceLock<crate::derived::Shown<Rule>> =
                    std::sync::OnceLock::new();
                &SHOWN
            }
        }

        /// Parses the whole input by a rule.
        ///
        /// A form that narrows a rule (`scheme__before_colon`) is shown as that rule. A variant
        /// that is not a rule of the document has no node: what it holds belongs to the rule around
        /// it.
        ///
        /// # Errors
        /// [`TreeError`](crate::TreeError) for an input over
        /// [`Tree::LONGEST`](crate::Tree::LONGEST) bytes, and for one that the rule does not match.
        pub fn parse<I: AsRef<[u8]> + ?Sized>(
            rule: Rule,
            input: &I,
        ) -> Result<crate::Tree<'_, Rule>, crate::TreeError> {
            crate::derived::parse(rule, input.as_ref())
        }
    };
}
pub(crate) use derived;
