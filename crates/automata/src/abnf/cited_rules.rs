//! Rules of other documents that a grammar cites, with all that these need from their own document.
//!
//! A rule means what its own document says, even if the grammar that cites it has another `token`:
//!
//! ```text
//!   x = <quoted-string, see RFC 9110> / token     the grammar
//!   token = 1*"x"
//!
//!   quoted-string = DQUOTE *( qdtext / … ) DQUOTE  RFC 9110, and qdtext, quoted-pair, obs-text
//!   parameter = token "=" …                        if it were cited: rfc9110-token
//! ```
//!
//! So the rules that a cited one needs are found first, each in its document; then each gets a
//! name, its own one or, where that means something else here, one with the document before it.

use super::imports::{core_rules, Import};
use super::parse::alternatives;
use super::{key, ErrorKind, Expr, Fault, Grammar, Rule, Terminals};
use crate::Limits;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

/// The limits of the automata that compare two definitions of one name.
const SMALL: Limits = Limits { states: 2_000, nodes: 100_000 };

/// A document, and a rule of it.
type Place = (usize, String);

impl Grammar {
    /// Adds the rules that prose cites from a library `RFC NUMBER`, and those that are used,
    /// defined nowhere, and defined by exactly one of the libraries that `is_imported` names for
    /// them, with those that they use.
    ///
    /// A rule that these use is that of their own library, or the one that the library itself
    /// cites. A name that neither defines is not looked up in the grammar: `rfc2806-domain` stays
    /// undefined even if the grammar has a rule `domain`. Where the grammar has another rule of
    /// this name, the library's gets a name of its own, such as `rfc9110-token`. Names that no
    /// library defines stay undefined: core rules are for [`Grammar::import`].
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, Limits, Terminals};
    /// let http = Grammar::parse("pair = token \"=\" token\ntoken = 1*%x61-7A\n")?;
    /// let mut grammar = Grammar::read("x = token <pair, see [RFC9110]>\ntoken = \"#\"\n");
    /// let imports = grammar.import_cited(&[("RFC 9110", &http)], |_, _| false);
    /// let rules: Vec<_> = imports.iter().map(|import| &*import.rule).collect();
    /// assert_eq!(rules, ["pair", "rfc9110-token"]);
    /// let x = grammar.dfa("x", Terminals::CodePoints, Limits::default())?;
    /// assert!(x.accepts(b"#a=b") && !x.accepts(b"a=b") && !x.accepts(b"##=#"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn import_cited(
        &mut self,
        libraries: &[(&str, &Grammar)],
        is_imported: impl Fn(&str, &str) -> bool,
    ) -> Vec<Import> {
        let numbered = |number: u32| {
            let name = format!("RFC {number}");
            libraries.iter().position(|(known, _)| *known == name)
        };
        // What is asked for, and the name that it has here.
        let mut asked: HashMap<Place, String> = HashMap::new();
        let (mut asked_names, mut seen) = (HashSet::new(), HashSet::new());
        let core = core_rules();
        let mut open: VecDeque<Place> = VecDeque::new();
        for (_, cited) in &self.cited {
            let library = cited.rfc.and_then(numbered);
            let has = |at: &usize| libraries[*at].1.rule(&cited.name).is_some();
            // `<DIGIT defined in [RFC3261]>`: that document uses the core rule of this name.
            let is_core = |at: &usize| {
                let rules = libraries[*at].1.undefined();
                let mut used = rules.iter().map(|(name, _)| *name);
                used.any(|it| key(it) == key(&cited.name)) && core.rule(&cited.name).is_some()
            };
            let core = || library.filter(is_core).and_then(|_| numbered(5234)).filter(has);
            let library = library.filter(has).or_else(core);
            if let Some(at) = library.filter(|_| !self.has(&cited.used_as)) {
                let place = (at, key(&cited.name));
                if asked_names.insert(key(&cited.used_as)) {
                    asked.insert(place.clone(), cited.used_as.clone());
                    open.push_back(place);
                }
            }
        }
        let cited: HashSet<String> = self
            .cited
            .iter()
            .filter(|(_, one)| one.rfc.is_some())
            .map(|(_, one)| key(&one.name))
            .collect();
        let undefined = self.undefined().into_iter().map(|(name, _)| name.to_owned());
        let mut extended = self.extended();
        let names: Vec<String> = extended.keys().cloned().collect();
        for name in undefined.chain(names).collect::<Vec<_>>() {
            if cited.contains(&key(&name)) {
                continue;
            }
            // `VCHAR =/ UTF8-non-ascii` extends a core rule.
            let has = |at: &usize| libraries[*at].1.rule(&name).is_some();
            let extends_core = || core.rule(&name).filter(|_| extended.contains_key(&key(&name)));
            let core = || extends_core().and_then(|_| numbered(5234)).filter(has);
            if let Some(at) = only_definition(libraries, &name, &is_imported).or_else(core) {
                let place = (at, key(&name));
                if asked_names.insert(key(&name)) {
                    asked.insert(place.clone(), name);
                    open.push_back(place);
                }
            }
        }
        // Each rule that is needed, and for each name in it the rule that the name is.
        let mut needed: Vec<(Place, HashMap<String, Place>)> = Vec::new();
        while let Some(place) = open.pop_front() {
            if !seen.insert(place.clone()) {
                continue;
            }
            let library = libraries[place.0].1;
            let Some(rule) = library.rule(&place.1) else { continue };
            let mut names = HashMap::new();
            rule.expr.visit_rules(&mut |name| {
                if self.has_same(library, name) {
                    return;
                }
                let of = library.cited.iter().find(|(_, one)| key(&one.name) == key(name));
                let at = match (library.rule(name), of.and_then(|(_, one)| one.rfc)) {
                    (Some(_), _) => Some(place.0),
                    (None, rfc) => rfc.and_then(numbered),
                };
                // A core rule is that of RFC 5234, even if the grammar defines `CHAR`.
                let differs = |core: &Rule| self.rule(name).is_some_and(|it| it.expr != core.expr);
                let differs = |it: &Rule| differs(it) || asked_names.contains(&key(name));
                let core = || numbered(5234).filter(|_| core.rule(name).is_some_and(differs));
                let at = at.or_else(core).filter(|at| libraries[*at].1.rule(name).is_some());
                if let Some(at) = at {
                    names.insert(key(name), (at, key(name)));
                    open.push_back((at, key(name)));
                }
            });
            needed.push((place, names));
        }
        self.place(libraries, &asked, &needed, &mut extended)
    }

    /// Returns the lines of the `=/` that extend rules of other documents: these are added with
    /// what they are extended by.
    pub fn extending_lines(&self) -> HashSet<usize> {
        let extends = |fault: &&Fault| matches!(fault.error.kind, ErrorKind::Extended(_));
        let faults = self.faults.iter().filter(extends);
        let taken: HashSet<usize> = faults.map(|fault| fault.error.line).collect();
        let taken = self.extensions.iter().filter(|rule| taken.contains(&rule.line));
        taken.flat_map(|rule| rule.line..rule.line + rule.source.lines().count()).collect()
    }

    /// Returns the rules that use a rule of another document by prose.
    pub fn citing_rules(&self) -> Vec<&Rule> {
        let cited = self.cited.iter().filter(|(_, one)| one.rfc.is_some());
        let cited = cited.filter(|(name, one)| key(name) != key(&one.name));
        let citing: HashSet<String> = cited.map(|(name, _)| key(name)).collect();
        self.rules.iter().filter(|rule| citing.contains(&key(&rule.name))).collect()
    }

    /// Returns true if a name has a definition here, even one with an error.
    pub(super) fn has(&self, name: &str) -> bool {
        self.index_of(name).is_some() || self.broken.contains_key(&key(name))
    }

    /// Returns true if a name has a definition here, even one with an error, and not only
    /// alternatives that `=/` adds to the rule of another document.
    fn defines(&self, name: &str) -> bool {
        let is_extension = |error: &super::Error| matches!(error.kind, ErrorKind::NotYetDefined(_));
        self.index_of(name).is_some() || self.error_of(name).is_some_and(|it| !is_extension(it))
    }

    /// Returns true if the rule of this name is a library's, word for word, and needs no more than
    /// core rules that no document defines differently.
    fn has_same(&self, library: &Grammar, name: &str) -> bool {
        let (Some(own), Some(other)) = (self.rule(name), library.rule(name)) else { return false };
        let mut is_same = own.expr == other.expr;
        let is_core = |name: &str| ["alpha", "digit", "hexdig"].contains(&&*key(name));
        own.expr.visit_rules(&mut |name| is_same &= is_core(name) && !self.has(name));
        is_same
    }

    /// Returns the alternatives that `=/` adds to each name whose only fault is that it is not
    /// defined above.
    fn extended(&self) -> BTreeMap<String, Vec<Expr>> {
        let is_other = |fault: &&Fault| !matches!(fault.error.kind, ErrorKind::NotYetDefined(_));
        let others = self.faults.iter().filter(is_other).filter_map(|fault| fault.rule.as_ref());
        let others: HashSet<String> = others.map(|name| key(name)).collect();
        let mut extended: BTreeMap<String, Vec<Expr>> = BTreeMap::new();
        for rule in &self.extensions {
            let name = key(&rule.name);
            if self.rule(&name).is_none() && !others.contains(&name) {
                extended.entry(name).or_default().push(rule.expr.clone());
            }
        }
        extended
    }

    /// Returns a name like this one that nothing here has.
    pub(super) fn free_name(&self, name: String, is_taken: impl Fn(&str) -> bool) -> String {
        let mut free = name;
        while self.has(&free) || is_taken(&key(&free)) {
            free.push_str("-x");
        }
        free
    }

    /// Gives each rule a name and adds it.
    fn place(
        &mut self,
        libraries: &[(&str, &Grammar)],
        asked: &HashMap<Place, String>,
        needed: &[(Place, HashMap<String, Place>)],
        extended: &mut BTreeMap<String, Vec<Expr>>,
    ) -> Vec<Import> {
        let mut names: HashMap<&Place, String> = HashMap::new();
        let mut taken: HashSet<String> = asked.values().map(|name| key(name)).collect();
        // A name that nothing defines for this grammar is not that of a rule which another needs.
        taken.extend(self.undefined().into_iter().map(|(name, _)| key(name)));
        let rule_of = |place: &Place| libraries[place.0].1.rule(&place.1);
        let library_of = |at: usize| libraries[at].0.to_ascii_lowercase().replace(' ', "");
        let core = core_rules();
        // The requested rule keeps its name even if others clash with it.
        let (first, then): (Vec<_>, Vec<_>) =
            needed.iter().partition(|(place, _)| asked.contains_key(place));
        for (place, _) in first.into_iter().chain(then) {
            let Some(rule) = rule_of(place) else { continue };
            let is_free = !taken.contains(&place.1) && !self.has(&place.1);
            let library = library_of(place.0);
            let name = match asked.get(place) {
                // As its own document spells it.
                Some(name) if key(name) == place.1 => rule.name.clone(),
                Some(name) => name.clone(),
                None if is_free => rule.name.clone(),
                None => {
                    let name = format!("{library}-{}", rule.name);
                    self.free_name(name, |name| taken.contains(name))
                }
            };
            taken.insert(key(&name));
            names.insert(place, name);
        }
        let mut imports = Vec::new();
        let mut added = Vec::new();
        for (place, used) in needed {
            let (Some(rule), Some(name)) = (rule_of(place), names.get(place)) else { continue };
            let library = library_of(place.0);
            let expr = rule.expr.renamed(&|name| {
                let found = used.get(&key(name)).and_then(|place| names.get(place)).cloned();
                // A name that its own document does not define is not taken from this grammar.
                let is_known =
                    core.rule(name).is_some() || self.has_same(libraries[place.0].1, name);
                found.or_else(|| (!is_known).then(|| format!("{library}-{name}")))
            });
            let source = format!("{name} = {expr}");
            let from = libraries[place.0].0.to_owned();
            added.push((Rule { name: name.clone(), expr, source, ..rule.clone() }, from.clone()));
            imports.push(Import { rule: name.clone(), from, overridden: Vec::new() });
        }
        let mut messages: HashMap<String, String> = HashMap::new();
        for (mut rule, from) in added {
            let own = key(&rule.name);
            if let Some(more) = extended.remove(&own) {
                let parts = std::iter::once(rule.expr.clone()).chain(more);
                rule.expr = Expr::Choice(parts.flat_map(alternatives).collect());
                rule.source = format!("{} = {}", rule.name, rule.expr);
                self.broken.remove(&own);
                let said = format!("\"=/\" extends the rule \"{}\" of {from}", rule.name);
                messages.insert(own, said);
            }
            self.add(rule);
        }
        for fault in &mut self.faults {
            if let Some(said) = fault.rule.as_ref().and_then(|name| messages.get(&key(name))) {
                fault.error.kind = ErrorKind::Extended(said.clone());
                fault.rule = None;
            }
        }
        imports
    }
}

/// Returns the library that defines a name, if it is the only one, or if all that do define the
/// same strings. A definition with an error counts; what `=/` adds to a rule of another document
/// does not.
fn only_definition(
    libraries: &[(&str, &Grammar)],
    name: &str,
    is_imported: &impl Fn(&str, &str) -> bool,
) -> Option<usize> {
    let is_asked = |of: &str| is_imported(of, name);
    let all = || {
        let all = libraries.iter().enumerate();
        all.filter(|(_, (of, library))| is_asked(of) && library.defines(name))
    };
    let (first, (_, library)) = all().next()?;
    library.rule(name)?;
    let strings = |library: &Grammar| {
        let mut used = library.used_by(name);
        used.import(&[("RFC 5234", &core_rules())]);
        used.dfa(name, Terminals::CodePoints, SMALL).ok()
    };
    let mut others = all().skip(1).map(|(_, (_, other))| other).peekable();
    if others.peek().is_none() {
        return Some(first);
    }
    let strings_of = |other: &Grammar| other.rule(name).and_then(|_| strings(other));
    let own = strings(library)?;
    let is_same = |other: &&Grammar| {
        let other = strings_of(other)?;
        let compared = own.compare(&other, SMALL).ok()?;
        Some(compared.only_a.is_none() && compared.only_b.is_none())
    };
    others.all(|other| is_same(other).unwrap_or(false)).then_some(first)
}
