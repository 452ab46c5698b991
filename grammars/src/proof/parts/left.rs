//! The places that a document's rules and its rows of `[[marking]]` leave a component.

use urigram_automata::abnf::{self, Marking};
use urigram_automata::marked::{Choice, Marked, Pattern};
use urigram_automata::Dfa;

use super::PartsProver;
use crate::proof::ProofError;
use crate::Component;

impl PartsProver<'_> {
    /// Returns the markings that rules and rows leave.
    pub(super) fn left(&self, component: Component) -> Result<Marked, ProofError> {
        let limits = self.pair.limits();
        let mut prose = self.about(component).filter(|row| !row.prose.is_empty());
        let mut left = match prose.next() {
            Some(row) => self.prose(row.prose)?,
            None => self.derived(component, true)?,
        };
        for row in self.about(component) {
            let choice = match row.choice {
                "shortest" => Choice::Shortest,
                "longest" => Choice::Longest,
                _ => continue,
            };
            left = left.chosen(choice, limits).map_err(ProofError::Undecided)?;
        }
        self.moved(component, left)
    }

    /// Returns the places that rules which write prose down give in the accepted strings: by the
    /// first alternative of the first rule that fits; none where no alternative does.
    fn prose(&self, rules: &str) -> Result<Marked, ProofError> {
        let limits = self.pair.limits();
        let parse = |text: &str| {
            let own = abnf::Grammar::parse(text);
            own.map_err(|error| ProofError::Abnf(error.to_string()))
        };
        let own = parse(rules)?;
        let is_part = |name: &&str| *name == "part" || name.starts_with("part-");
        let names = own.rules().iter().map(|rule| &*rule.name).filter(is_part);
        let parts = Names { from: names.map(str::to_owned).collect(), ..Names::default() };
        let alternatives = match own.rules().first().map(|rule| &rule.expr) {
            Some(abnf::Expr::Choice(all)) => &all[..],
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let mut places = self.nowhere()?;
        for alternative in alternatives.iter().rev() {
            let whole = "the-alternative";
            let own = parse(&format!("{whole} = {alternative}\n{rules}"))?;
            let mut all = abnf::Grammar::overlay(self.pair.abnf(), &own);
            all.import(&[("RFC 5234", &abnf::core_rules())]);
            let marked = self.marked(&all, whole, &parts)?;
            let marked = marked.restricted(self.whole()?, limits);
            let marked = marked.map_err(ProofError::Undecided)?;
            places = marked.or_else(&places, limits).map_err(ProofError::Undecided)?;
        }
        Ok(places)
    }

    /// Returns the accepted strings without any place.
    fn nowhere(&self) -> Result<Marked, ProofError> {
        let pattern = Pattern::Strings(self.whole()?.clone());
        Marked::new(&pattern, 0, self.pair.limits()).map_err(ProofError::Undecided)
    }

    /// Returns the markings by the rules; with `is_preferring`, those of preferred derivations. A
    /// component that no rule is has no place.
    pub(super) fn derived(
        &self,
        component: Component,
        is_preferring: bool,
    ) -> Result<Marked, ProofError> {
        let Some(names) = self.names(component)? else { return self.nowhere() };
        let prefer = if is_preferring { names.prefer } else { Vec::new() };
        self.by_rules(Names { prefer, ..names })
    }

    /// Returns the markings by the document's own rules, made once.
    pub(super) fn by_rules(&self, names: Names) -> Result<Marked, ProofError> {
        if let Some((_, known)) = self.known.borrow().iter().find(|(known, _)| *known == names) {
            return Ok(known.clone());
        }
        let made = self.marked(self.pair.abnf(), self.start, &names)?;
        self.known.borrow_mut().push((names, made.clone()));
        Ok(made)
    }

    /// Returns the automaton of the accepted strings, made once.
    fn whole(&self) -> Result<&Dfa, ProofError> {
        if let Some(whole) = self.whole.get() {
            return Ok(whole);
        }
        let whole = self.pair.abnf_automaton(self.pair.grammar().document().start.default)?;
        Ok(self.whole.get_or_init(|| whole))
    }

    fn marked(
        &self,
        rules: &abnf::Grammar,
        start: &str,
        names: &Names,
    ) -> Result<Marked, ProofError> {
        fn texts(list: &[String]) -> Vec<&str> {
            list.iter().map(String::as_str).collect()
        }
        let (from, to) = (texts(&names.from), texts(&names.to));
        let sets: Vec<Vec<&str>> = names.prefer.iter().map(|set| texts(set)).collect();
        let prefer: Vec<&[&str]> = sets.iter().map(Vec::as_slice).collect();
        let marking = Marking { from: &from, to: &to, prefer: &prefer };
        rules
            .marked_by(start, marking, self.pair.terminals(), self.pair.limits())
            .map_err(|error| ProofError::Abnf(error.to_string()))
    }

    /// Applies the rows that move marks.
    pub(super) fn moved(
        &self,
        component: Component,
        mut marked: Marked,
    ) -> Result<Marked, ProofError> {
        let limits = self.pair.limits();
        for row in self.about(component) {
            if let Some(byte) = row.cut {
                marked = marked.cut_at(byte, limits).map_err(ProofError::Undecided)?;
            }
            if !row.empty.is_empty() {
                let empty = marked.empty_before(row.empty.as_bytes(), limits);
                marked = empty.map_err(ProofError::Undecided)?;
            }
        }
        Ok(marked)
    }

    /// Returns the ids of the rules that are the component; `None` if no rule is.
    pub(super) fn names(&self, component: Component) -> Result<Option<Names>, ProofError> {
        let document = self.pair.grammar().document();
        let ids = |names: &[&str]| -> Result<Vec<String>, ProofError> {
            let id = |name: &&str| {
                Ok(document.rule(name).map_err(ProofError::UnknownRule)?.id.to_owned())
            };
            names.iter().map(id).collect()
        };
        let rules = match self.table().marking {
            Some(marking) => marking.named(component.name()).map_or(&[][..], |one| one.rules),
            None => document.component_rules(component),
        };
        let own = [component.name()];
        let rules = if matches!(component, Component::Rule(_)) && rules.is_empty() {
            &own[..]
        } else {
            rules
        };
        let mut names = Names { from: ids(rules)?, ..Names::default() };
        for row in self.about(component) {
            if !row.rules.is_empty() {
                (names.from, names.to) = (ids(row.rules)?, ids(row.to)?);
            }
            for set in row.prefer {
                names.prefer.push(ids(set)?);
            }
        }
        Ok((!names.from.is_empty()).then_some(names))
    }
}

/// The ids of the rules of a [`Marking`].
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) from: Vec<String>,
    pub(super) to: Vec<String>,
    pub(super) prefer: Vec<Vec<String>>,
}
