//! The places of a component by rules: those of a grammar that states no shape, and those of any
//! rule by its name.

use urigram_automata::abnf::{self, Unsplit};
use urigram_automata::marked::Functional;
use urigram_automata::peg;

use crate::proof::{terminals, Limits, ProofError, Rules, Side};
use crate::{same_name, Component};
use urigram_engine::Prefer;

/// The rules that a component is, and its places where they have one in every string.
#[derive(Clone, Debug)]
pub struct ByRules {
    /// The names of the rules; none where the grammar has no rule for the component.
    pub rules: Vec<&'static str>,
    /// The strings of the side with the component's place; `None` where no string has it.
    pub places: Result<Option<Functional>, Unsplit>,
}

impl ByRules {
    /// Returns true if a side's component is one by rules: its grammar states no shape, or the
    /// component is a rule.
    pub fn concern(side: Side<'_>, component: Component) -> bool {
        let is_marked = side.grammar.tables(side.reading).start().is_marked();
        is_marked || matches!(component, Component::Rule(_))
    }

    /// Finds the rules of a component and decides whether they give it one place.
    ///
    /// The rules are those that the grammar names for the component, or else the rule of its name.
    ///
    /// ```
    /// use urigram_grammars::proof::{ByRules, Side};
    /// use urigram_grammars::{Component, Grammar, Reading};
    ///
    /// let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
    /// let side = Side { grammar, reading, rule: Some("URI") };
    /// let found = ByRules::of(side, Component::Rule("reg-name"))?;
    /// assert_eq!(found.rules, ["reg-name"]);
    /// // The rule for IPv4 addresses matches first, says prose; the rules have both.
    /// assert!(found.places.is_err());
    /// # Ok::<(), urigram_grammars::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule of the side, and for sources that cannot be read.
    pub fn of(side: Side<'_>, component: Component) -> Result<ByRules, ProofError> {
        let document = side.grammar.document();
        let start = side.rule.unwrap_or(document.start.default);
        let start = document.rule(start).map_err(ProofError::UnknownRule)?;
        let tables = side.grammar.tables(side.reading);
        let marking = tables.find(Some(start.name)).and_then(|table| table.marking);
        let own = marking.and_then(|marking| marking.named(component.name()));
        // A choice is the folder's, so that it is in each of its tables.
        let prefer = tables.start().marking.and_then(|marking| marking.prefer);
        let prefer = prefer.map(|prefer| match prefer {
            Prefer::First => abnf::Prefer::First,
            Prefer::Longest(rule) => {
                abnf::Prefer::Longest(document.rule(rule).map_or(rule, |rule| rule.id))
            }
        });
        let named = || document.component_rules(component).to_vec();
        let known = || document.rules().iter().find(|rule| same_name(rule.name, component.name()));
        let mut rules = own.map_or_else(named, |own| own.rules.to_vec());
        if rules.is_empty() {
            rules.extend(known().map(|rule| rule.name));
        }
        let written = Rules::of(side.grammar, side.reading)?;
        let (abnf, condition) = match written.abnf() {
            Some(abnf) => (abnf.clone(), None),
            None => {
                let copy = written.copied().map_err(ProofError::Peg)?;
                (copy, Some(written.automaton(start.id)?))
            }
        };
        let id = |name: &&str| document.rule(name).ok().map(|rule| rule.id);
        let is_written = |id: &&str| abnf.rule(id).is_some();
        let ids: Vec<&str> = rules.iter().filter_map(id).filter(is_written).collect();
        if ids.is_empty() {
            return Ok(ByRules { rules: Vec::new(), places: Ok(None) });
        }
        let (named, values) = ((component.name(), &ids[..]), terminals(side.grammar));
        let (condition, limits) = (condition.as_ref(), Limits::default());
        let places = abnf.places(start.id, named, prefer, condition, values, limits);
        let places = places.map(|places| Some(places).filter(|one| one.marked().has_component()));
        Ok(ByRules { rules, places })
    }
}

impl Rules {
    /// Returns the PEG as ABNF, which derives every string that the PEG reads, and more.
    fn copied(&self) -> Result<abnf::Grammar, String> {
        let text = self.peg().map_or(Ok(String::new()), peg::Grammar::as_abnf)?;
        abnf::Grammar::parse(&text).map_err(|error| format!("the copy of the PEG: {error}"))
    }
}
