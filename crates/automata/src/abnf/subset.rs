//! From the nondeterministic automaton of a rule to the minimal one, by sets of nodes.

use super::labels::{deeper, Place, Places};
use super::nfa::{Called, Nfa, NotBuiltIn};
use super::node::{Node, NodeId, ScopeId};
use super::{Grammar, Refused, Terminals};
use crate::explore::explore;
use crate::hashing::NumberMap;
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, Undecided};
use std::collections::HashSet;
use std::rc::Rc;

impl Grammar {
    /// Returns the minimal automaton of a rule, by the unordered meaning of ABNF: everything that
    /// can be derived is accepted.
    ///
    /// A rule that is recursive only at its very end, directly or through others, is a repetition.
    /// Time and space grow with the automaton before minimization, which can be exponential in the
    /// grammar; `limits` bounds it.
    ///
    /// # Errors
    /// [`Refused`] if the rule, or one that it uses, is undefined, is recursive other than at its
    /// end, has a value above [`Terminals::greatest`], or needs more than `limits`.
    pub fn dfa(&self, rule: &str, terminals: Terminals, limits: Limits) -> Result<Dfa, Refused> {
        let nfa = Nfa::new(self, rule, terminals, &[], &[], limits)?;
        Ok(build(&mut Subsets::new(nfa, false, limits), limits)?)
    }

    /// Returns the minimal automaton of each rule, in order. Each automaton is that of
    /// [`Grammar::dfa`], but is made from those of the rules that it uses. A rule that uses one
    /// with too many nodes has too many itself and is refused at once.
    ///
    /// ```
    /// use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    ///
    /// let grammar = Grammar::parse("port = 1*digit\ndigit = %x30-39\nhost = name\n")?;
    /// let dfas = grammar.dfas(Terminals::CodePoints, Limits::default());
    /// assert!(dfas[0].as_ref().is_ok_and(|port| port.accepts(b"80")));
    /// let why = dfas[2].as_ref().unwrap_err().to_string();
    /// assert_eq!(why, "the rule \"host\" uses \"name\", which is not defined");
    /// # Ok::<(), urigram_automata::abnf::Error>(())
    /// ```
    pub fn dfas(&self, terminals: Terminals, limits: Limits) -> Vec<Result<Dfa, Refused>> {
        let questions = self.questions();
        let mut dfas: Vec<Option<Result<Dfa, Refused>>> = vec![None; self.rules.len()];
        for index in self.callees_first() {
            let (mut known, mut too_large) = (NotBuiltIn::new(), None);
            let (mut open, mut seen) = (vec![index], HashSet::from([index]));
            while let Some(caller) = open.pop() {
                for callee in questions.called(&self.rules[caller].expr) {
                    match &dfas[callee] {
                        Some(Ok(dfa)) => {
                            known.insert(callee, Called::Language(dfa));
                        }
                        Some(Err(Refused::Undecided(limit))) if limit.what == "nodes" => {
                            too_large = Some(*limit);
                        }
                        _ if seen.insert(callee) => open.push(callee),
                        _ => {}
                    }
                }
            }
            let name = &self.rules[index].name;
            let build = || {
                let nfa = Nfa::with_calls(self, name, terminals, &[], &[], &known, limits)?;
                Ok(build(&mut Subsets::new(nfa, false, limits), limits)?)
            };
            dfas[index] = Some(too_large.map_or_else(build, |limit| Err(limit.into())));
        }
        // The order has every rule.
        dfas.into_iter().flatten().collect()
    }

    /// Returns the minimal automaton of an expression that uses rules of this grammar.
    ///
    /// # Errors
    /// [`Refused`] if the expression uses a rule that [`Grammar::dfa`] refuses, or needs more than
    /// `limits`.
    pub fn dfa_of(
        &self,
        expr: super::Expr,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Dfa, Refused> {
        let mut grammar = self.clone();
        // No rule that somebody wrote has this name.
        let name = "\u{0}";
        grammar.define(name, expr);
        grammar.dfa(name, terminals, limits)
    }

    /// Returns an automaton like [`Grammar::dfa`], with a label for each state: the index in
    /// `tracked` of the rule that an error there belongs to.
    ///
    /// The last byte may have been read in several ways, and the next may be too. For each of the
    /// two there may be a deepest tracked rule that contains all ways. The label is the deeper of
    /// both, or the last byte's on a tie. States with different labels are kept apart, so the
    /// automaton can be larger than [`Grammar::dfa`]'s. From a state that can still accept, bytes
    /// lead only to such states and to the one dead state.
    ///
    /// # Errors
    /// [`Refused`] if a tracked rule does not exist, if [`Grammar::dfa`] refuses the rule, or if
    /// the labelled automaton needs more than `limits`.
    pub fn labelled_dfa(
        &self,
        rule: &str,
        terminals: Terminals,
        tracked: &[&str],
        limits: Limits,
    ) -> Result<(Dfa, Vec<Option<usize>>), Refused> {
        let nfa = Nfa::new(self, rule, terminals, tracked, &[], limits)?;
        let mut subsets = Subsets::new(nfa, true, limits);
        let explored = explore(&mut subsets, limits)?;
        let labels: Vec<u32> = explored.states.iter().map(|&state| subsets.label(state)).collect();
        let (dfa, labels) =
            Dfa::from_labelled_table(explored.classes, explored.next, explored.accepting, &labels);
        Ok((dfa, labels.into_iter().map(|label| (label as usize).checked_sub(1)).collect()))
    }
}

/// The nodes that remain to be matched, and the place of the last byte if places count.
type Subset = (Rc<[NodeId]>, Option<Place>);

/// The subset construction. A state is the set of nodes that read the next byte. It contains node 0
/// if the input may end.
pub(super) struct Subsets {
    nfa: Nfa,
    /// True for each node from which the end can be reached. Other nodes are in no set, because no
    /// reading goes through them.
    alive: Vec<bool>,
    places: Option<Places>,
    ids: NumberMap<Subset, u32>,
    subsets: Vec<Subset>,
    /// The state of each set of nodes as bytes lead to it, before its forks are followed. Most
    /// bytes lead to a set that is known, and it is a fraction of its closure.
    kernels: NumberMap<Subset, u32>,
    /// The closure of each node over forks, computed when it is first needed.
    closures: Vec<Option<Rc<[NodeId]>>>,
    /// The round where each node was last seen, so that no set has to be cleared.
    seen: Vec<u32>,
    round: u32,
    /// The number of node numbers in all sets.
    held: usize,
    limit: usize,
}

impl Subsets {
    pub(super) fn new(mut nfa: Nfa, labelled: bool, limits: Limits) -> Subsets {
        let alive = nfa.alive();
        let places = labelled.then(|| Places::new(std::mem::take(&mut nfa.scopes)));
        Subsets {
            alive,
            places,
            ids: NumberMap::default(),
            subsets: Vec::new(),
            kernels: NumberMap::default(),
            closures: vec![None; nfa.nodes.len()],
            seen: vec![0; nfa.nodes.len()],
            round: 0,
            held: 0,
            limit: limits.nodes,
            nfa,
        }
    }

    /// Returns the label of a state: 0, or the number of a tracked rule plus 1.
    fn label(&mut self, state: u32) -> u32 {
        let (nodes, core) = self.subsets[state as usize].clone();
        let scopes: Vec<ScopeId> = nodes.iter().filter_map(|&node| self.scope(node)).collect();
        let pending = self.places.as_mut().and_then(|places| places.deepest(scopes));
        deeper(core, pending).map_or(0, |place| place.rule + 1)
    }

    fn scope(&self, node: NodeId) -> Option<ScopeId> {
        match &self.nfa.nodes[node as usize] {
            Node::Bytes { scope, .. } => Some(*scope),
            _ => None,
        }
    }

    fn new_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
    }

    fn hold(&mut self, amount: usize) -> Result<(), Undecided> {
        self.held += amount;
        if self.held > self.limit {
            return Err(Undecided::new("nodes", self.limit));
        }
        Ok(())
    }

    fn closure(&mut self, node: NodeId) -> Result<Rc<[NodeId]>, Undecided> {
        if let Some(known) = &self.closures[node as usize] {
            return Ok(Rc::clone(known));
        }
        self.new_round();
        let (mut open, mut reached) = (vec![node], Vec::new());
        while let Some(node) = open.pop() {
            let index = node as usize;
            if !self.alive[index] || self.seen[index] == self.round {
                continue;
            }
            self.seen[index] = self.round;
            match &self.nfa.nodes[index] {
                Node::Fork(targets) => open.extend(targets),
                Node::Bytes { .. } | Node::Accept => reached.push(node),
            }
        }
        self.hold(reached.len())?;
        let reached: Rc<[NodeId]> = reached.into();
        self.closures[node as usize] = Some(Rc::clone(&reached));
        Ok(reached)
    }

    /// Returns the state of a set of nodes in order, each with its closure.
    fn state(&mut self, nodes: Vec<NodeId>, core: Option<Place>) -> Result<u32, Undecided> {
        let kernel: Subset = (nodes.into(), core);
        if let Some(&id) = self.kernels.get(&kernel) {
            return Ok(id);
        }
        self.hold(kernel.0.len() + 1)?;
        let id = self.closed(&kernel.0, core)?;
        self.kernels.insert(kernel, id);
        Ok(id)
    }

    fn closed(&mut self, nodes: &[NodeId], core: Option<Place>) -> Result<u32, Undecided> {
        let closures =
            nodes.iter().map(|&node| self.closure(node)).collect::<Result<Vec<_>, _>>()?;
        self.new_round();
        let mut union: Vec<NodeId> = Vec::new();
        for &node in closures.iter().flat_map(|closure| closure.iter()) {
            if self.seen[node as usize] != self.round {
                self.seen[node as usize] = self.round;
                union.push(node);
            }
        }
        self.nfa.copies.prune(&mut union);
        union.sort_unstable();
        let subset: Subset = (union.into(), core);
        if let Some(&id) = self.ids.get(&subset) {
            return Ok(id);
        }
        self.hold(subset.0.len() + 1)?;
        let id = self.subsets.len() as u32;
        self.subsets.push(subset.clone());
        self.ids.insert(subset, id);
        Ok(id)
    }
}

impl Deterministic for Subsets {
    type State = u32;

    fn classes(&self) -> ByteClasses {
        self.nfa.classes()
    }

    fn start(&mut self) -> Result<u32, Undecided> {
        self.state(vec![self.nfa.start], None)
    }

    fn next(&mut self, state: &u32, byte: u8) -> Result<u32, Undecided> {
        let nodes = Rc::clone(&self.subsets[*state as usize].0);
        let (mut targets, mut scopes) = (Vec::new(), Vec::new());
        self.new_round();
        for &node in nodes.iter() {
            if let Some(next) = self.nfa.nodes[node as usize].after(byte) {
                if self.places.is_some() {
                    scopes.extend(self.scope(node));
                }
                if self.seen[next as usize] != self.round {
                    self.seen[next as usize] = self.round;
                    targets.push(next);
                }
            }
        }
        targets.sort_unstable();
        let core = self.places.as_mut().and_then(|places| places.deepest(scopes));
        self.state(targets, core)
    }

    fn is_accepting(&mut self, state: &u32) -> bool {
        self.subsets[*state as usize].0.first() == Some(&0)
    }
}
