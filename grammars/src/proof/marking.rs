//! The places of a component by rules: those of a grammar that states no shape, and those of any
//! rule by its name.

use std::fmt;
use std::ops::Range;

use urigram_automata::abnf::{self, Splitter, Unsplit};
use urigram_automata::marked::{Functional, NotFunctional, Removal};
use urigram_automata::{peg, Dfa, Terminals};

use super::splitting::removal;
use crate::proof::{terminals, Limits, ProofError, Rules, Side};
use crate::{same_name, Component, Span};

/// The rules that a component is, and its places where they give every string one list of them.
#[derive(Clone, Debug)]
pub struct ByRules {
    /// The names of the rules; none where the grammar has no rule for the component.
    pub rules: Vec<&'static str>,
    /// The strings of the side with the component's place, or with all of them where it is a list;
    /// `None` where no string has it. The strings are those that the program is given: before a
    /// removal.
    pub places: Result<Option<Functional>, Unsplit>,
}

impl ByRules {
    /// Returns true if a side's component is one by rules: its grammar states no shape, or the
    /// component is a rule.
    pub fn concern(side: Side<'_>, component: Component) -> bool {
        let is_marked = side.grammar.tables(side.reading).start().is_marked();
        is_marked || matches!(component, Component::Rule(_))
    }

    /// Finds the rules of a component and decides whether they give it one place, or one list.
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
    /// // The rules have two places; prose says that the rule for IPv4 addresses matches first.
    /// let places = found.places.unwrap().unwrap();
    /// assert_eq!(places.split(b"http://1.2.3.4/"), Some(None));
    /// assert_eq!(places.split(b"http://1.2.3/"), Some(Some(7..12)));
    /// // The first digit of `10.0.0.0` is a DIGIT in a name, and none in an address.
    /// assert!(ByRules::of(side, Component::Rule("DIGIT"))?.places.is_err());
    /// # Ok::<(), urigram_grammars::proof::ProofError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule of the side, and for sources that cannot be read.
    pub fn of(side: Side<'_>, component: Component) -> Result<ByRules, ProofError> {
        Marks::of(side, component)
            .map(|marks| ByRules { places: marks.before_removal(), ..marks.found })
    }
}

/// The places of a component, or of any rule of a grammar, in one text after another.
///
/// ```
/// use urigram_grammars::proof::{RulePlaces, Side};
/// use urigram_grammars::{Component, Grammar, Reading};
///
/// let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
/// let side = Side { grammar, reading, rule: Some("URI") };
/// let segments = RulePlaces::of(side, Component::Rule("pchar"))?.unwrap();
/// assert!(segments.is_list());
/// let found = segments.items(b"a:bc").into_iter().map(|item| (item.start, item.end));
/// assert_eq!(found.collect::<Vec<_>>(), [(2, 3), (3, 4)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulePlaces {
    /// The names of the rules.
    pub rules: Vec<&'static str>,
    run: Run,
    is_list: bool,
}

#[derive(Clone, Debug)]
enum Run {
    /// A component that has one place is found in one pass.
    One(Box<Splitter>),
    /// A list, or the place in a derivation that the rows of a document prefer.
    Marked(Box<Functional>),
}

/// A reason why a component has no places by rules.
///
/// ```
/// use urigram_grammars::proof::{NoRulePlaces, RulePlaces, Side};
/// use urigram_grammars::{Component, Grammar, Reading};
///
/// let side = Side { grammar: Grammar::Rfc3986, reading: Reading::Corrected, rule: Some("hots") };
/// let error = RulePlaces::of(side, Component::Host).unwrap_err();
/// assert!(matches!(error, NoRulePlaces::Proof(_)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum NoRulePlaces {
    /// The side has no such rule, or nothing is decided.
    Proof(ProofError),
    /// The rules leave two places or two lists in some string, or nothing is decided.
    #[doc(hidden)]
    Unsplit(Unsplit),
}

impl fmt::Display for NoRulePlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRulePlaces::Proof(error) => error.fmt(f),
            NoRulePlaces::Unsplit(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoRulePlaces {}

impl RulePlaces {
    /// Finds the rules of a component and decides where they are; `None` where no string has it.
    ///
    /// # Errors
    /// [`NoRulePlaces`] for an unknown rule, and for a component that has two places, or is two
    /// lists, in some string.
    pub fn of(side: Side<'_>, component: Component) -> Result<Option<RulePlaces>, NoRulePlaces> {
        let marks = Marks::of(side, component).map_err(NoRulePlaces::Proof)?;
        let places = marks.places().map_err(NoRulePlaces::Unsplit)?;
        let Some(places) = places else { return Ok(None) };
        let is_list = places.marked().is_list();
        let run = match marks.splitter() {
            Some(splitter) if !is_list => Run::One(Box::new(splitter)),
            _ => Run::Marked(Box::new(places)),
        };
        Ok(Some(RulePlaces { rules: marks.found.rules, run, is_list }))
    }

    /// Returns true if some string has the component more than once.
    pub fn is_list(&self) -> bool {
        self.is_list
    }

    /// Returns the places in a text, in order; none in one that the side's rule rejects. Linear in
    /// the text.
    pub fn items(&self, text: &[u8]) -> Vec<Span> {
        let items: Vec<Range<usize>> = match &self.run {
            Run::One(splitter) => splitter.split(text).into_iter().flatten().flatten().collect(),
            Run::Marked(places) => places.items(text).unwrap_or_default(),
        };
        let span = |item: Range<usize>| Span { start: item.start as u32, end: item.end as u32 };
        items.into_iter().map(span).collect()
    }
}

/// The rules of a component, as automata are made of them.
struct Marks {
    found: ByRules,
    start: &'static str,
    name: &'static str,
    /// The ids of the rules that are written.
    ids: Vec<&'static str>,
    abnf: abnf::Grammar,
    /// The PEG that the ABNF is a copy of.
    peg: Option<peg::Grammar>,
    is_first: bool,
    condition: Option<Dfa>,
    values: Terminals,
    /// The ids of the rules that the document's rows prefer, the strongest preference first.
    preferred: Vec<Vec<&'static str>>,
    /// The characters that are removed before the rule applies.
    removal: Option<Removal>,
}

impl Marks {
    fn of(side: Side<'_>, component: Component) -> Result<Marks, ProofError> {
        let document = side.grammar.document();
        let start = side.rule.unwrap_or(document.start.default);
        let start = document.rule(start).map_err(ProofError::UnknownRule)?;
        let tables = side.grammar.tables(side.reading);
        let marking = tables.find(Some(start.name)).and_then(|table| table.marking);
        let name = component.name();
        let own = marking.and_then(|marking| marking.named(name).or_else(|| marking.list(name)));
        // A choice is the folder's, so that it is in each of its tables.
        let is_first = tables.start().marking.is_some_and(|marking| marking.is_first);
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
            rules.clear();
        }
        let removal = removal(side.grammar, start.name);
        let (start, values) = (start.id, terminals(side.grammar));
        let found = ByRules { rules, places: Ok(None) };
        let rows = document.commentary().markings.iter().filter(|row| {
            let is_read = row.reading.is_none_or(|reading| reading == side.reading);
            is_read && row.components.iter().any(|one| same_name(one.name(), name))
        });
        let sets = rows.flat_map(|row| row.prefer);
        let preferred = sets.map(|set| set.iter().filter_map(id).collect()).collect();
        let peg = written.peg().cloned();
        Ok(Marks {
            found,
            start,
            name,
            ids,
            abnf,
            peg,
            is_first,
            condition,
            values,
            preferred,
            removal,
        })
    }

    /// Returns the places in the strings before a removal.
    fn before_removal(&self) -> Result<Option<Functional>, Unsplit> {
        let places = self.places()?;
        let (Some(left), Some(removal)) = (&places, &self.removal) else { return Ok(places) };
        let (left, limits) = (left.marked(), Limits::default());
        // Nothing is decided about lists before a removal.
        if left.is_list() {
            return self.one_place(self.is_first).map(Some);
        }
        let given = left.before(removal, limits)?.functional(limits);
        match given {
            Ok(given) => Ok(Some(given)),
            Err(NotFunctional::Undecided(why)) => Err(why.into()),
            // A removal leaves each string one text, so that the places stay those of one text.
            Err(_) => self.one_place(self.is_first).map(Some),
        }
    }

    fn places(&self) -> Result<Option<Functional>, Unsplit> {
        if self.ids.is_empty() {
            return Ok(None);
        }
        match self.derived() {
            Err(why @ Unsplit::Ambiguous { .. }) => self.parsed().map(Some).ok_or(why),
            found => found,
        }
    }

    /// Returns the places by the PEG's one parse, if the rules are a copy of a PEG. The copy has no
    /// lookahead, so that it derives a string in more ways than the PEG reads it.
    fn parsed(&self) -> Option<Functional> {
        let peg = self.peg.as_ref()?;
        let names = || peg.rules().iter().map(peg::Rule::name);
        let of = |id: &&str| names().find(|name| same_name(name, id));
        let (start, limits) = (of(&self.start)?, Limits::default());
        let forms: Vec<&str> = self.ids.iter().filter_map(of).collect();
        let marked = peg.marked_lists(start, &forms, peg::Which::Optimized, limits).ok()?;
        marked.functional(limits).ok()
    }

    /// Returns the places in the derivations.
    fn derived(&self) -> Result<Option<Functional>, Unsplit> {
        let places = match self.one_place(self.is_first) {
            Err(Unsplit::Repeated { .. }) => {
                let (named, condition) = ((self.name, &self.ids[..]), self.condition.as_ref());
                let (is_first, limits) = (self.is_first, Limits::default());
                self.abnf.lists(self.start, named, is_first, condition, self.values, limits)?
            }
            Err(why @ Unsplit::Ambiguous { .. }) if !self.preferred.is_empty() => {
                self.by_rows().ok_or(why)?
            }
            one => one?,
        };
        Ok(Some(places).filter(|places| places.marked().has_component()))
    }

    /// Returns the places in the derivations that the document's rows prefer, if each string has
    /// one.
    fn by_rows(&self) -> Option<Functional> {
        let sets: Vec<&[&str]> = self.preferred.iter().map(Vec::as_slice).collect();
        let marking = abnf::Marking { from: &self.ids, to: &[], prefer: &sets };
        let limits = Limits::default();
        let marked = self.abnf.marked_by(self.start, marking, self.values, limits).ok()?;
        marked.functional(limits).ok()
    }

    fn one_place(&self, is_first: bool) -> Result<Functional, Unsplit> {
        let (named, condition) = ((self.name, &self.ids[..]), self.condition.as_ref());
        self.abnf.places(self.start, named, is_first, condition, self.values, Limits::default())
    }

    /// Returns the automaton that finds the one place in one pass, unless rows choose it.
    fn splitter(&self) -> Option<Splitter> {
        let named = [(self.name, &self.ids[..])];
        let (condition, values) = (self.condition.as_ref(), self.values);
        // Without a choice there are fewer states, and no rule is refused for having no order.
        let is_first =
            [false, self.is_first].into_iter().find(|&one| self.one_place(one).is_ok())?;
        let limits = Limits::default();
        self.abnf.splitter_of(self.start, &named, is_first, condition, values, limits).ok()
    }
}

impl Rules {
    /// Returns the PEG as ABNF, which derives every string that the PEG reads, and more.
    fn copied(&self) -> Result<abnf::Grammar, String> {
        let text = self.peg().map_or(Ok(String::new()), peg::Grammar::as_abnf);
        let text = text.map_err(|error| error.to_string())?;
        abnf::Grammar::parse(&text).map_err(|error| format!("the copy of the PEG: {error}"))
    }
}
