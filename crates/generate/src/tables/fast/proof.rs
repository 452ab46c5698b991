//! The parts of a guess that are proved.

use super::model::model;
use super::prover::Prover;
use super::{guess, has, AfterScheme, Host, KnownState, Net, Opaque, Sets, Userinfo};
use crate::error::ReadError;
use crate::tables::builder::Overlay;
use std::collections::HashSet;
use urigram_automata::{Dfa, StateId};
use urigram_engine::generated::Automaton;

/// The model of one guess.
struct Model<'p, 'a, 'f> {
    prover: &'p Prover<'a, 'f>,
    rules: Overlay<'p>,
}

impl<'a, 'f> Prover<'a, 'f> {
    /// Whether some name in other letters of the same kind is another scheme.
    pub(super) fn tells_case(&self, names: &[String]) -> Result<bool, ReadError> {
        for name in names {
            let both = self
                .builder
                .overlay(&format!("fast-named = \"{name}\" \":\"\n"))?
                .dfa("fast-named")?;
            if only_state(self.rule, &both, None).is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Proves facts about a scheme (`None` for any), or about identifiers without one.
    pub(super) fn form(
        &self,
        sets: &Sets,
        scheme: Option<&str>,
        is_relative: bool,
    ) -> Result<Option<AfterScheme>, ReadError> {
        let shape = &self.folder.shape;
        let mut form = guess::form(self, sets, scheme, is_relative);
        // With a rule that asks about a whole identifier, the table cannot be left alone with its
        // end.
        if (form.question_by_table || form.hash_by_table)
            && (shape.hier.is_some() || shape.net.is_some())
        {
            return Ok(None);
        }
        let model = self.model(sets, &form)?;
        if !is_relative && !model.within("fast-scheme", shape.scheme)? {
            return Ok(None);
        }
        if form.net == Net::Authority && !self.authority(sets, &mut form)? {
            let AfterScheme {
                scheme,
                is_relative,
                slash,
                bare,
                opaque,
                single_slashes,
                query,
                fragment,
                ..
            } = form;
            let (question_by_table, hash_by_table) = (form.question_by_table, form.hash_by_table);
            form = AfterScheme {
                scheme,
                slash,
                bare,
                opaque,
                single_slashes,
                query,
                fragment,
                ..AfterScheme::without_authority()
            };
            (form.is_relative, form.question_by_table, form.hash_by_table) =
                (is_relative, question_by_table, hash_by_table);
        }
        let model = self.model(sets, &form)?;
        form.slash = model.accepted("fast-uri-slash")? && model.hier("fast-slash", is_relative)?;
        form.bare = model.accepted("fast-uri-bare")? && model.hier("fast-bare", is_relative)?;
        if !(model.accepted("fast-uri-opaque")? && model.hier("fast-opaque", is_relative)?) {
            form.opaque =
                if model.is_whole(is_relative)? { Opaque::Whole } else { Opaque::Unknown };
        }
        if !form.is_known() {
            return Ok(None);
        }
        let model = self.model(sets, &form)?;
        if form.question_by_table {
            form.after_question = model.only_state("fast-at-question")?;
        }
        if form.hash_by_table {
            form.after_hash = model.only_state("fast-at-hash")?;
        }
        if form.net == Net::Authority {
            for (place, (part, others)) in form.states.iter_mut().zip(REGIONS) {
                // Where no fragment may be, its mark is a wrong byte like others.
                let others = others.iter().filter(|&&byte| byte != b'#' || form.fragment);
                let known: Vec<u8> = sets.legal.iter().chain(others).copied().collect();
                *place = model.only_state(part)?.map(|state| self.place(state, &known));
            }
            form.after_slash = model.only_state_after("fast-in-path", b'/')?;
            let [_, query, fragment, ..] = &mut form.states;
            // Nothing has checked a part that is left to the table.
            *query = query.filter(|_| !form.question_by_table);
            *fragment = fragment.filter(|_| !form.hash_by_table);
            let [query, fragment] = [*query, *fragment].map(|place| place.map(|place| place.state));
            form.is_alike = model.only_state("fast-in-any-query")? == query
                && model.only_state("fast-in-any-fragment")? == fragment;
        }
        Ok(Some(form))
    }

    /// Returns the state in every scheme, except at its beginning.
    pub(super) fn in_scheme(&self, sets: &Sets) -> Result<Option<KnownState>, ReadError> {
        let form = guess::form(self, sets, None, false);
        let state = self.model(sets, &form)?.only_state("fast-scheme")?;
        Ok(state.map(|state| self.place(state, &[&sets.scheme, &b":"[..]].concat())))
    }

    fn place(&self, state: StateId, known: &[u8]) -> KnownState {
        let others = (0..=255).filter(|byte| !known.contains(byte));
        let is_closed =
            others.map(|byte| self.rule.next(state, byte)).all(|next| self.rule.is_dead(next));
        KnownState { state, is_closed }
    }

    /// Whether an authority and a path can be proved, with an IP literal or without, and an empty
    /// authority or not.
    fn authority(&self, sets: &Sets, form: &mut AfterScheme) -> Result<bool, ReadError> {
        let shape = &self.folder.shape;
        let mut guesses = vec![(form.literal.clone(), form.userinfo)];
        if form.literal.is_some() {
            guesses.push((None, form.userinfo));
        }
        if form.userinfo == Userinfo::Known {
            guesses.push((None, Userinfo::Unknown));
        }
        for guess in guesses {
            (form.literal, form.userinfo) = guess;
            let model = self.model(sets, form)?;
            let holds = model.accepted("fast-uri-net")?
                && model.hier("fast-net", form.is_relative)?
                && model.within("fast-net", shape.net)?
                && (form.host == Host::None
                    || model.within("fast-authority", shape.server)?
                        && model.within("fast-hostport", shape.hostport)?
                        && model.within("fast-digits", shape.port)?);
            if holds {
                if form.literal.is_none() || !model.within("fast-literal", shape.keys.literal)? {
                    form.pieces = None;
                }
                // Any other authority may be empty without further ado.
                form.empty = !matches!(form.host, Host::Server { .. })
                    || model.accepted("fast-uri-empty")?
                        && model.hier("fast-empty", form.is_relative)?
                        && (has(&shape.hostless, form.scheme.as_deref())
                            || model.within("fast-empty", shape.net)?)
                        && !self.says(shape.hostport, "");
                form.following.path = !form.following.query
                    && form.following.path
                    && form.query
                    && !form.question_by_table
                    && model.accepted("fast-uri-asking")?
                    && model.hier("fast-asking-path", form.is_relative)?
                    && model.without("fast-asking-path", shape.net)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn model(&self, sets: &Sets, form: &AfterScheme) -> Result<Model<'_, 'a, 'f>, ReadError> {
        Ok(Model { prover: self, rules: self.builder.overlay(&model(sets, form))? })
    }
}

/// The rule of the model for each of the scanner's `Region`s, in their order, and the bytes other
/// than legal ones that are known to follow there.
const REGIONS: [(&str, &[u8]); 7] = [
    ("fast-in-path", b"#"),
    ("fast-in-query", b"#"),
    ("fast-in-fragment", b""),
    ("fast-start", b""),
    ("fast-in-net", b"#["),
    ("fast-in-host", b"#"),
    ("fast-in-rootless", b"#"),
];

impl AfterScheme {
    /// Returns facts that say nothing about two slashes.
    fn without_authority() -> AfterScheme {
        use super::Following;
        AfterScheme {
            scheme: None,
            is_relative: false,
            net: Net::Unknown,
            ends_at_question: false,
            empty: false,
            userinfo: Userinfo::None,
            host: Host::None,
            literal: None,
            pieces: None,
            empty_port: false,
            following: Following { nothing: false, query: false, path: false, slashes: false },
            slash: false,
            bare: false,
            opaque: Opaque::Unknown,
            single_slashes: false,
            query: false,
            fragment: false,
            question_by_table: false,
            hash_by_table: false,
            after_question: None,
            after_hash: None,
            states: [None; 7],
            after_slash: None,
            is_alike: false,
        }
    }
}

impl Model<'_, '_, '_> {
    fn is_subset(&self, name: &str, of: &Dfa) -> Result<bool, ReadError> {
        let subset = self.rules.dfa(name)?.is_subset(of, self.prover.folder.limits);
        subset.map_err(|error| ReadError::undecided(&self.prover.folder.path, error))
    }

    fn accepted(&self, name: &str) -> Result<bool, ReadError> {
        self.is_subset(name, self.prover.rule)
    }

    fn within(&self, name: &str, rule: Option<&Automaton>) -> Result<bool, ReadError> {
        match rule {
            Some(it) => self.is_subset(name, &self.prover.asked[it.rule]),
            None => Ok(true),
        }
    }

    /// Whether the rule for the text after a scheme agrees. Relative forms have no such rule.
    fn hier(&self, name: &str, is_relative: bool) -> Result<bool, ReadError> {
        Ok(is_relative || self.within(name, self.prover.folder.shape.hier)?)
    }

    /// Whether a path holds its question marks because the rule of what follows a scheme refuses
    /// it.
    fn is_whole(&self, is_relative: bool) -> Result<bool, ReadError> {
        let hier = self.prover.folder.shape.hier;
        if hier.is_none() || is_relative || !self.accepted("fast-uri-opaque-whole")? {
            return Ok(false);
        }
        self.without("fast-opaque-whole", hier)
    }

    /// Whether a rule, where there is one, refuses everything.
    fn without(&self, name: &str, rule: Option<&Automaton>) -> Result<bool, ReadError> {
        let Some(Automaton { rule, .. }) = rule else { return Ok(false) };
        let (asked, limits) = (&self.prover.asked[rule], self.prover.folder.limits);
        let both = self.rules.dfa(name)?.intersection(asked, limits);
        let both = both.map_err(|error| ReadError::undecided(&self.prover.folder.path, error));
        Ok(both?.is_empty())
    }

    /// Returns the one state where the rule's automaton is after each string of a part; `None`
    /// where there is more than one.
    fn only_state(&self, part: &str) -> Result<Option<u32>, ReadError> {
        Ok(only_state(self.prover.rule, &self.rules.dfa(part)?, None))
    }

    /// Like [`Model::only_state`], of those strings of the part that end with a byte.
    fn only_state_after(&self, part: &str, last: u8) -> Result<Option<u32>, ReadError> {
        Ok(only_state(self.prover.rule, &self.rules.dfa(part)?, Some(last)))
    }
}

/// Returns the state of `rule` after every string of `part`, or after every one that ends with a
/// byte, if it is the same for all.
fn only_state(rule: &Dfa, part: &Dfa, last: Option<u8>) -> Option<StateId> {
    let mut found = None;
    let mut seen = HashSet::from([(0, 0)]);
    let mut pending = vec![(0, 0)];
    let mut is_only = |(in_rule, in_part)| {
        !part.is_accepting(in_part) || *found.get_or_insert(in_rule) == in_rule
    };
    if last.is_none() && !is_only((0, 0)) {
        return None;
    }
    while let Some((in_rule, in_part)) = pending.pop() {
        let classes = part.classes().refine(rule.classes());
        for byte in classes.representatives().iter().copied().chain(last) {
            let next = (rule.next(in_rule, byte), part.next(in_part, byte));
            if part.is_dead(next.1) {
                continue;
            }
            if last.is_none_or(|last| last == byte) && !is_only(next) {
                return None;
            }
            if seen.insert(next) {
                pending.push(next);
            }
        }
    }
    found.filter(|&state| !rule.is_dead(state))
}
