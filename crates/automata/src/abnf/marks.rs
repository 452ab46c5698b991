//! The places of a rule in the strings of another, by the derivations of an ABNF alone.

use super::nfa::{Called, Mark, Nfa, NotBuiltIn};
use super::node::{Node, NodeId};
use super::{Grammar, Refused, Terminals};
use crate::marked::{Alphabet, Marked, BEGIN, END};
use crate::seen::Seen;
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, Undecided};
use std::collections::HashSet;

/// A component in the derivations of a string, and the derivations that are considered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marking<'r> {
    /// The rules at whose first outermost occurrence the component begins. It also ends there if
    /// `to` has no rules.
    pub from: &'r [&'r str],
    /// The rules at whose next occurrence the component ends. If none follows, it ends with the
    /// rule of `from`.
    pub to: &'r [&'r str],
    /// The preferred rules, at most 8 sets, the strongest preference first. Of the derivations of a
    /// string, those that enter a rule of the first set are considered, if there are any; of what
    /// is left, those that enter one of the second; and so on.
    pub prefer: &'r [&'r [&'r str]],
}

impl Grammar {
    /// Returns every string of a rule with a component's place in each derivation of the string.
    /// The component is itself a rule; its place is its first occurrence in the derivation. A
    /// derivation without the component gives no place.
    ///
    /// Nothing is assumed about how a reader chooses among derivations, so [`Marked::ambiguity`]
    /// asks the rules alone: either every string gives the component one place, or there is a
    /// shortest string that gives it two.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("authority = server / reg-name\n\
    ///     server = [ host [ \":\" *DIGIT ] ]\n\
    ///     host = 1*ALPHA\nreg-name = 1*( ALPHA / \":\" )\nALPHA = %x61-7A\nDIGIT = %x30-39")?;
    /// let host = grammar.marked("authority", "host", Terminals::CodePoints, Limits::default())?;
    /// let ambiguity = host.ambiguity(Limits::default())?.unwrap();
    /// assert_eq!((&ambiguity.input[..], ambiguity.spans), (&b"a"[..], [None, Some(0..1)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] if the rule or the component has no rule, if a rule in use is undefined or
    /// recursive other than at its end, or if the automaton needs more than `limits`.
    pub fn marked(
        &self,
        rule: &str,
        component: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        self.marked_rules(rule, &[component], terminals, limits)
    }

    /// Like [`Grammar::marked`], for a component that is several rules. Its place is the first
    /// outermost occurrence of any of them.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("url = \"//\" ( name / number ) [ \":\" number ]\n\
    ///     name = 1*%x61-7A\nnumber = 1*%x30-39\n")?;
    /// let place = |rules: &[&str]| -> Result<_, Box<dyn std::error::Error>> {
    ///     let limits = Limits::default();
    ///     let found = grammar.marked_rules("url", rules, Terminals::CodePoints, limits)?;
    ///     Ok(found.functional(limits)?.split(b"//a:1"))
    /// };
    /// // The port is a number, too, but it comes second.
    /// assert_eq!(place(&["name", "number"])?, Some(Some(2..3)));
    /// assert_eq!(place(&["number"])?, Some(Some(4..5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`].
    pub fn marked_rules(
        &self,
        rule: &str,
        rules: &[&str],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        let marking = Marking { from: rules, ..Marking::default() };
        self.marked_by(rule, marking, terminals, limits)
    }

    /// Returns every string of a rule with a component's place in each derivation that the marking
    /// leaves.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Marking, Terminals}, Limits};
    ///
    /// // No rule holds the name and the password; a name alone is a server's, too.
    /// let grammar = Grammar::parse("site = [ user [ \":\" password ] \"@\" ] *a\n\
    ///     user = *a\npassword = *a\na = %x61-7A\n")?;
    /// let marking = Marking { from: &["user"], to: &["password"], prefer: &[] };
    /// let both = grammar.marked_by("site", marking, Terminals::CodePoints, Limits::default())?;
    /// assert_eq!(both.markings(b"a:b@c"), [Some(0..3)]);
    /// assert_eq!(both.markings(b"a@c"), [Some(0..1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`].
    pub fn marked_by(
        &self,
        rule: &str,
        marking: Marking<'_>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        self.derivations(rule, marking, false, &NotBuiltIn::new(), terminals, limits)
    }

    /// Returns [`Grammar::marked`], made of the automata of the rules in which the component does
    /// not occur. [`Grammar::dfas`] gives those of all rules.
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`].
    pub fn marked_in(
        &self,
        rule: &str,
        component: &str,
        dfas: &[Result<Dfa, Refused>],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        let callers = self.questions().callers();
        let mut has_component = HashSet::new();
        let mut open = Vec::from_iter(self.index_of(component));
        while let Some(rule) = open.pop() {
            open.extend(callers[rule].iter().filter(|&&caller| has_component.insert(caller)));
        }
        if let Some(component) = self.index_of(component) {
            // Inside of the component, no other counts.
            has_component.remove(&component);
        }
        let dfas = dfas.iter().enumerate().filter(|(rule, _)| !has_component.contains(rule));
        let known =
            dfas.filter_map(|(rule, dfa)| Some((rule, Called::Language(dfa.as_ref().ok()?))));
        let marking = Marking { from: &[component], ..Marking::default() };
        self.derivations(rule, marking, false, &known.collect(), terminals, limits)
    }

    /// Returns every string of a rule with the places of all outermost occurrences of some rules in
    /// each derivation of the string.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("path = *( \"/\" segment )\nsegment = *%x61-7A\n")?;
    /// let (values, limits) = (Terminals::CodePoints, Limits::default());
    /// let all = grammar.marked_lists("path", &["segment"], values, limits)?.functional(limits)?;
    /// assert_eq!(all.items(b"/a//b"), Some(vec![1..2, 3..3, 4..5]));
    /// assert_eq!((all.items(b""), all.items(b"a")), (Some(vec![]), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`].
    pub fn marked_lists(
        &self,
        rule: &str,
        rules: &[&str],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        let marking = Marking { from: rules, ..Marking::default() };
        self.derivations(rule, marking, true, &NotBuiltIn::new(), terminals, limits)
    }

    fn derivations(
        &self,
        rule: &str,
        marking: Marking<'_>,
        is_list: bool,
        known: &NotBuiltIn<'_>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Marked, Refused> {
        let Marking { from, to, prefer } = marking;
        if prefer.len() > 8 {
            return Err(Undecided::new("preferred rules", 8).into());
        }
        let components: Vec<&[&str]> =
            [from, to].into_iter().chain(prefer.iter().copied()).collect();
        let nfa = Nfa::with_calls(self, rule, terminals, &[], &components, known, limits)?;
        let alphabet = Alphabet::new(nfa.classes())?;
        let alive = nfa.alive();
        let mut best: Option<Marked> = None;
        // The first preferred rule counts most, so it is the highest bit.
        for rank in (0..1u32 << prefer.len()).rev() {
            let entered = (0..prefer.len())
                .filter(|at| rank & 1 << (prefer.len() - 1 - at) != 0)
                .fold(0, |bits, at| bits | 1 << at);
            let (nfa, alive, alphabet) = (&nfa, &alive[..], &alphabet);
            let has_end_rules = !to.is_empty();
            let mut derivations = Derivations {
                nfa,
                alive,
                alphabet,
                has_end_rules,
                is_list,
                entered,
                prefers: prefer.len(),
                seen: Seen::default(),
            };
            let letters = build(&mut derivations, limits)?;
            let marked = Marked::from_letters(alphabet.clone(), letters);
            best = Some(match best {
                Some(best) => best.or_else(&marked, limits)?,
                None => marked,
            });
        }
        // There is always the rank of no preferred rule.
        best.ok_or(Refused::NoSuchRule { name: rule.to_owned() })
    }
}

/// The part of a derivation that was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Phase {
    Before,
    Inside,
    /// The component goes on to the end of a rule of [`Marking::to`], which must follow.
    Open,
    /// The component has its place; further occurrences are not marked.
    After,
    /// The phase `After`, except that no rule of [`Marking::to`] may follow.
    Closed,
}

/// A node, the phase, and a bit for each preferred rule that was entered.
type Place = (NodeId, Phase, u32);

/// The subset construction over letters. A state is the set of places that read the next letter or
/// end the string.
struct Derivations<'a> {
    nfa: &'a Nfa,
    alive: &'a [bool],
    alphabet: &'a Alphabet,
    has_end_rules: bool,
    /// Whether the component may begin again after its end.
    is_list: bool,
    /// The preferred rules that an accepted derivation enters: these and no others.
    entered: u32,
    /// The number of preferred rules.
    prefers: usize,
    seen: Seen,
}

impl Derivations<'_> {
    /// Returns the ways through a mark: the letter that is written, if any, and what is known
    /// after it. Returns `None` for a node without a mark.
    fn ways(&self, (node, phase, entered): Place) -> Option<Vec<(Option<u8>, Phase, u32)>> {
        let (mark, number) = self.nfa.mark(node)?;
        Some(match (mark, number, phase) {
            (Mark::Begin, 0, Phase::Before) => vec![(Some(BEGIN), Phase::Inside, entered)],
            (Mark::End, 0, Phase::Inside) if self.is_list => {
                vec![(Some(END), Phase::Before, entered)]
            }
            (Mark::End, 0, Phase::Inside) if self.has_end_rules => {
                vec![(Some(END), Phase::Closed, entered), (None, Phase::Open, entered)]
            }
            (Mark::End, 0, Phase::Inside) | (Mark::End, 1, Phase::Open) => {
                vec![(Some(END), Phase::After, entered)]
            }
            (Mark::Begin, 1, Phase::Closed) => Vec::new(),
            (Mark::Begin, 2.., _) => vec![(None, phase, entered | 1 << (number - 2))],
            _ => vec![(None, phase, entered)],
        })
    }

    /// Follows forks.
    fn closed(&mut self, mut open: Vec<Place>) -> Vec<Place> {
        let mut seen = std::mem::take(&mut self.seen);
        let mut reached = Vec::new();
        seen.clear();
        while let Some(place) = open.pop() {
            let (node, phase, entered) = place;
            // A node has so many places: five phases, each with a bit for each preferred rule.
            let phases = node as usize * 5 + phase as usize;
            let number = (phases << self.prefers) | entered as usize;
            if !self.alive[node as usize] || !seen.insert(number) {
                continue;
            }
            let Node::Fork(targets) = &self.nfa.nodes[node as usize] else {
                reached.push(place);
                continue;
            };
            let ways = self.ways(place).unwrap_or_else(|| vec![(None, phase, entered)]);
            if ways.iter().any(|(letter, ..)| letter.is_some()) {
                reached.push(place);
            }
            for (_, phase, entered) in ways.into_iter().filter(|(letter, ..)| letter.is_none()) {
                open.extend(targets.iter().map(|&target| (target, phase, entered)));
            }
        }
        self.seen = seen;
        reached.sort_unstable();
        reached
    }

    fn after(&self, place: Place, letter: u8) -> Vec<Place> {
        let (node, phase, entered) = place;
        match &self.nfa.nodes[node as usize] {
            Node::Fork(targets) => {
                let ways = self.ways(place).unwrap_or_default();
                let written = ways.into_iter().filter(|&(written, ..)| written == Some(letter));
                let all = written.flat_map(|(_, phase, entered)| {
                    targets.iter().map(move |&target| (target, phase, entered))
                });
                all.collect()
            }
            other => {
                let read = self.alphabet.byte(letter).and_then(|byte| other.after(byte));
                read.map(|next| (next, phase, entered)).into_iter().collect()
            }
        }
    }
}

impl Deterministic for Derivations<'_> {
    type State = Vec<Place>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Vec<Place>, Undecided> {
        Ok(self.closed(vec![(self.nfa.start, Phase::Before, 0)]))
    }

    fn next(&mut self, places: &Vec<Place>, letter: u8) -> Result<Vec<Place>, Undecided> {
        let after = places.iter().flat_map(|&place| self.after(place, letter)).collect();
        Ok(self.closed(after))
    }

    fn is_accepting(&mut self, places: &Vec<Place>) -> bool {
        places.iter().any(|&(node, phase, entered)| {
            matches!(self.nfa.nodes[node as usize], Node::Accept)
                && !matches!(phase, Phase::Inside | Phase::Open)
                && entered == self.entered
        })
    }
}
