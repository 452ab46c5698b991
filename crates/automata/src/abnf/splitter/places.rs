//! The places of one component: one in each string, or a list.

use super::super::nfa::Nfa;
use super::super::{Grammar, Terminals};
use super::{repeated, Named, Unsplit};
use crate::marked::{Functional, Marked, NotFunctional};
use crate::{Dfa, Limits};

impl Grammar {
    /// Returns the strings of a rule with the place of a component, where the rules give it at most
    /// one: the outermost occurrence of any of its rules in every derivation, or in the first one
    /// with `is_first`.
    ///
    /// Only strings that the condition accepts are considered, if there is one.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("a = ( x / y ) \"!\"\nx = \"<\" y \">\"\ny = *%x61-7A\n")?;
    /// let one = ("one", &["x", "y"][..]);
    /// let (values, limits) = (Terminals::CodePoints, Limits::default());
    /// let places = grammar.places("a", one, false, None, values, limits)?;
    /// assert_eq!(places.split(b"<ho>!"), Some(Some(0..4)));
    /// assert_eq!(places.split(b"ho!"), Some(Some(0..2)));
    ///
    /// // A host, or a name: two derivations, and the first can be chosen.
    /// let grammar = Grammar::parse("a = host / name\nhost = *%x61-7A\nname = *%x61-7A\n")?;
    /// let name = ("name", &["name"][..]);
    /// assert!(grammar.places("a", name, false, None, values, limits).is_err());
    /// let places = grammar.places("a", name, true, None, values, limits)?;
    /// assert_eq!(places.split(b"ho"), Some(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unsplit::Repeated`] and [`Unsplit::Ambiguous`] with a shortest string that gives the
    /// component two places, and [`Unsplit::Refused`] for a rule without an automaton within the
    /// limits.
    pub fn places(
        &self,
        rule: &str,
        (name, rules): Named<'_>,
        is_first: bool,
        condition: Option<&Dfa>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Functional, Unsplit> {
        let component = Occurrences { rule, name, rules, is_first, is_list: false, condition };
        self.occurrences(component, terminals, limits)
    }

    /// Returns the strings of a rule with the places of all outermost occurrences of a component's
    /// rules, where the rules leave one such list for each string.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("tags = tag *( \",\" tag )\ntag = *%x61-7A\n")?;
    /// let tags = ("tag", &["tag"][..]);
    /// let (values, limits) = (Terminals::CodePoints, Limits::default());
    /// assert!(grammar.places("tags", tags, false, None, values, limits).is_err());
    /// let all = grammar.lists("tags", tags, false, None, values, limits)?;
    /// assert_eq!(all.items(b"ho,,p"), Some(vec![0..2, 3..3, 4..5]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unsplit::Ambiguous`] with a shortest string that has two lists, and [`Unsplit::Refused`]
    /// for a rule without an automaton within the limits.
    pub fn lists(
        &self,
        rule: &str,
        (name, rules): Named<'_>,
        is_first: bool,
        condition: Option<&Dfa>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Functional, Unsplit> {
        let component = Occurrences { rule, name, rules, is_first, is_list: true, condition };
        self.occurrences(component, terminals, limits)
    }

    fn occurrences(
        &self,
        of: Occurrences<'_>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Functional, Unsplit> {
        let Occurrences { rule, rules, condition, is_list, .. } = of;
        if of.is_first {
            let all = self.occurrences(Occurrences { is_first: false, ..of }, terminals, limits);
            if let Err(Unsplit::Ambiguous { .. } | Unsplit::Repeated { .. }) = all {
                let component = (rules, is_list);
                let chosen = self.chosen(rule, component, condition, terminals, limits)?;
                return of.functional(chosen.marked, chosen.repeated, limits);
            }
            return all;
        }
        if is_list {
            return of.functional(self.marked_lists(rule, rules, terminals, limits)?, None, limits);
        }
        let nfa = Nfa::new(self, rule, terminals, &[], &[rules], limits)?;
        let repeated = repeated::shortest(&nfa, &nfa.alive(), condition);
        of.functional(self.marked_rules(rule, rules, terminals, limits)?, repeated, limits)
    }
}

/// A component in the strings of a rule.
#[derive(Clone, Copy)]
struct Occurrences<'o> {
    rule: &'o str,
    name: &'o str,
    rules: &'o [&'o str],
    /// Whether the first derivation counts alone.
    is_first: bool,
    /// Whether all occurrences count, or the component may have one alone.
    is_list: bool,
    condition: Option<&'o Dfa>,
}

impl Occurrences<'_> {
    /// Checks that each string has one marking, and that none of them repeats the component unless
    /// it is a list.
    fn functional(
        self,
        mut marked: Marked,
        repeated: Option<Vec<u8>>,
        limits: Limits,
    ) -> Result<Functional, Unsplit> {
        let component = self.name.to_owned();
        if let Some(input) = repeated.filter(|_| !self.is_list) {
            return Err(Unsplit::Repeated { component, input });
        }
        if let Some(condition) = self.condition {
            marked = marked.restricted(condition, limits)?;
        }
        marked.functional(limits).map_err(|why| match why {
            NotFunctional::Ambiguous(ambiguity) => Unsplit::Ambiguous { component, ambiguity },
            NotFunctional::Undecided(undecided) => undecided.into(),
        })
    }
}
