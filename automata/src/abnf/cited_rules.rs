//! Rules of other documents that a grammar cites, with all that these need from their own document.
//!
//! A rule means what its own document says, whatever the grammar that cites it calls `token`:
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
use std::collections::{HashMap, HashSet, VecDeque};

/// The limits of an automaton by which two definitions of one name are compared.
const SMALL: Limits = Limits { states: 2_000, nodes: 100_000 };

/// A document, and a rule of it.
type Place = (usize, String);

impl Grammar {
    /// Adds the rules that prose cites from a library `RFC NUMBER`, and those that are used,
    /// defined nowhere, and defined by exactly one of the libraries that `is_imported` names for
    /// them, with those that they use.
    ///
    /// A rule that these use is that of their own library, or the one that the library itself
    /// cites. Where the grammar has another rule of this name, the library's gets a name of its
    /// own, such as `rfc9110-token`. Names that no library defines stay undefined: core rules are
    /// for [`Grammar::import`].
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
        let mut seen = HashSet::new();
        let mut open: VecDeque<Place> = VecDeque::new();
        for (_, cited) in &self.cited {
            let library = cited.rfc.and_then(numbered);
            let has = |at: &usize| libraries[*at].1.rule(&cited.name).is_some();
            if let Some(at) = library.filter(has).filter(|_| !self.has(&cited.used_as)) {
                let place = (at, key(&cited.name));
                if !asked.values().any(|name| key(name) == key(&cited.used_as)) {
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
        let extended = self.extensions.iter().filter(|rule| self.lacks_its_beginning(&rule.name));
        let extended = extended.map(|rule| rule.name.clone());
        for name in undefined.chain(extended).collect::<Vec<_>>() {
            if cited.contains(&key(&name)) {
                continue;
            }
            if let Some(at) = only_definition(libraries, &name, &is_imported) {
                let place = (at, key(&name));
                if !asked.values().any(|known| key(known) == key(&name)) {
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
                let of = library.cited.iter().find(|(_, one)| key(&one.name) == key(name));
                let at = match (library.rule(name), of.and_then(|(_, one)| one.rfc)) {
                    (Some(_), _) => Some(place.0),
                    (None, rfc) => rfc.and_then(numbered),
                };
                let at = at.filter(|at| libraries[*at].1.rule(name).is_some());
                if let Some(at) = at {
                    names.insert(key(name), (at, key(name)));
                    open.push_back((at, key(name)));
                }
            });
            needed.push((place, names));
        }
        self.place(libraries, &asked, &needed)
    }

    /// Returns the lines of the `=/` that extend rules of other documents: these are added with
    /// what they are extended by.
    pub fn extending_lines(&self) -> Vec<usize> {
        let is_taken = |line: usize| {
            let extends = |fault: &&Fault| matches!(fault.error.kind, ErrorKind::Extended(_));
            self.faults.iter().filter(extends).any(|fault| fault.error.line == line)
        };
        let taken = self.extensions.iter().filter(|rule| is_taken(rule.line));
        taken.flat_map(|rule| rule.line..rule.line + rule.source.lines().count()).collect()
    }

    /// Returns the rules that use a rule of another document by prose.
    pub fn citing_rules(&self) -> Vec<&Rule> {
        let cites = |rule: &Rule| {
            let mut cited = self.cited.iter().filter(|(_, one)| one.rfc.is_some());
            cited.any(|(name, one)| key(name) == key(&rule.name) && key(name) != key(&one.name))
        };
        self.rules.iter().filter(|rule| cites(rule)).collect()
    }

    /// Returns true if a name has a definition here, even one with an error.
    pub(super) fn has(&self, name: &str) -> bool {
        self.index_of(name).is_some() || self.broken.contains_key(&key(name))
    }

    /// Returns true if all that is wrong with a name is that `=/` extends what is not there.
    fn lacks_its_beginning(&self, name: &str) -> bool {
        use ErrorKind::NotYetDefined;
        let of = |fault: &&Fault| fault.rule.as_ref().is_some_and(|rule| key(rule) == key(name));
        let mut faults = self.faults.iter().filter(of);
        self.rule(name).is_none()
            && faults.all(|fault| matches!(fault.error.kind, NotYetDefined(_)))
    }

    /// Adds the alternatives of `=/` to a rule that another document defines.
    fn extend(&mut self, rule: &mut Rule, from: &str) {
        let own = key(&rule.name);
        let of = |one: &&Rule| key(&one.name) == own;
        let more: Vec<Expr> = self.extensions.iter().filter(of).map(|it| it.expr.clone()).collect();
        if more.is_empty() || !self.lacks_its_beginning(&rule.name) {
            return;
        }
        let parts = std::iter::once(rule.expr.clone()).chain(more);
        rule.expr = Expr::Alternation(parts.flat_map(alternatives).collect());
        rule.source = format!("{} = {}", rule.name, rule.expr);
        self.broken.remove(&own);
        for fault in &mut self.faults {
            if fault.rule.as_ref().is_some_and(|name| key(name) == own) {
                let said = format!("\"=/\" extends the rule \"{}\" of {from}", rule.name);
                fault.error.kind = ErrorKind::Extended(said);
                fault.rule = None;
            }
        }
    }

    /// Gives each rule a name and adds it.
    fn place(
        &mut self,
        libraries: &[(&str, &Grammar)],
        asked: &HashMap<Place, String>,
        needed: &[(Place, HashMap<String, Place>)],
    ) -> Vec<Import> {
        let mut names: HashMap<&Place, String> = HashMap::new();
        let mut taken: HashSet<String> = asked.values().map(|name| key(name)).collect();
        let rule_of = |place: &Place| libraries[place.0].1.rule(&place.1);
        // What is asked for has the name that it is asked by, whatever else is needed.
        let (first, then): (Vec<_>, Vec<_>) =
            needed.iter().partition(|(place, _)| asked.contains_key(place));
        for (place, _) in first.into_iter().chain(then) {
            let Some(rule) = rule_of(place) else { continue };
            let is_free = !taken.contains(&place.1) && !self.has(&place.1);
            let library = libraries[place.0].0.to_ascii_lowercase().replace(' ', "");
            let name = match asked.get(place) {
                // As its own document spells it.
                Some(name) if key(name) == place.1 => rule.name.clone(),
                Some(name) => name.clone(),
                None if is_free => rule.name.clone(),
                None => format!("{library}-{}", rule.name),
            };
            taken.insert(key(&name));
            names.insert(place, name);
        }
        let mut imports = Vec::new();
        let mut added = Vec::new();
        for (place, used) in needed {
            let (Some(rule), Some(name)) = (rule_of(place), names.get(place)) else { continue };
            let expr = rule
                .expr
                .renamed(&|name| used.get(&key(name)).and_then(|place| names.get(place)).cloned());
            let source = format!("{name} = {expr}");
            let from = libraries[place.0].0.to_owned();
            added.push((Rule { name: name.clone(), expr, source, ..rule.clone() }, from.clone()));
            imports.push(Import { rule: name.clone(), from, own: Vec::new() });
        }
        for (mut rule, from) in added {
            self.extend(&mut rule, &from);
            self.add(rule);
        }
        imports
    }
}

/// Returns the library that defines a name, if it is the only one, or if all that do define the
/// same strings. A definition with an error is one.
fn only_definition(
    libraries: &[(&str, &Grammar)],
    name: &str,
    is_imported: &impl Fn(&str, &str) -> bool,
) -> Option<usize> {
    let is_asked = |of: &str| is_imported(of, name);
    let all = || {
        let all = libraries.iter().enumerate();
        all.filter(|(_, (of, library))| is_asked(of) && library.has(name))
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
