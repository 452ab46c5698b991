//! Components by the rules, and the theorems that the PEG and the shape agree with them.
//!
//! Three hands say where a component is in an accepted string: the derivations by the ABNF, the
//! PEG's one parse, and [`Shape::split`](crate::Shape), which looks for delimiters. Each of the
//! three is a language of marked strings, so the question whether two of them agree on *every*
//! string is a comparison of two automata. For the host of rfc2396 and `//a`:
//!
//! ```text
//! derivations    net_path > authority > server   > host          //⟨a⟩
//!                net_path > authority > reg_name                 //a       two markings
//! row            prefer server (3.2.2)                           //⟨a⟩     one is left
//! shape          server accepts "a", so the host is all of it    //⟨a⟩     the same: proved
//! ```
//!
//! A component is the set of rules that `[components]` lists, unless a row of `markings.tsv` says
//! otherwise ([`Row`]). [`Theorem::shape`] holds if the shape's marked strings are those that the
//! rows leave; because a shape gives one marking, the rows then leave one, too. Where a document
//! wants another reading, a row quotes it and has the shortest string on which the shape departs
//! from the rules, so a change that moves this string is refused.

mod rows;

use std::fmt;

use urigram_automata::abnf::Marking;
use urigram_automata::marked::{Ambiguity, Marked, Pattern, Placed};
use urigram_automata::Dfa;

pub use rows::{Row, RowKind};

use super::{abnf, peg, ProofError, Splitting, Transcriptions};
use crate::{same_name, Component, Shape};

/// An answer about a component.
#[derive(Debug)]
#[non_exhaustive]
pub enum PartsProof {
    /// Both sides give every accepted string the same marking.
    Proved,
    /// The shape departs from the rules: a row quotes why, and has the shortest string.
    Departs,
    /// The two sides differ: a shortest string with a marking that only the named side gives.
    Differs {
        /// The side: `rules`, `PEG` or `shape`.
        side: &'static str,
        /// The string and the marking.
        placed: Placed,
    },
    /// The rules leave a string two markings, and no row prefers one.
    Ambiguous {
        /// The side: `rules` or `PEG`.
        side: &'static str,
        /// A shortest such string.
        ambiguity: Ambiguity,
    },
    /// A row of a departure does not have the shortest string, which is this one; `None` if the
    /// shape does not depart.
    Stale(Option<Placed>),
}

impl PartsProof {
    /// Returns true if nothing is left to mend.
    pub fn holds(&self) -> bool {
        matches!(self, PartsProof::Proved | PartsProof::Departs)
    }
}

impl fmt::Display for PartsProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsProof::Proved => f.write_str("proved"),
            PartsProof::Departs => f.write_str("departs from the rules as a row says"),
            PartsProof::Differs { side, placed } => {
                write!(f, "only the {side} give {}", rows::shown(placed))
            }
            PartsProof::Ambiguous { side, ambiguity } => write!(f, "by the {side}, {ambiguity}"),
            PartsProof::Stale(Some(placed)) => {
                write!(f, "the row has to show the shortest string, {}", rows::shown(placed))
            }
            PartsProof::Stale(None) => f.write_str("the shape does not depart: remove the row"),
        }
    }
}

/// The rules of a grammar, and the rows that say what its components are.
pub struct Theorem<'t> {
    hands: &'t Transcriptions,
    rows: Vec<Row>,
    start: &'static str,
}

impl<'t> Theorem<'t> {
    /// Makes the theorem of a grammar's default start rule, with the grammar's own rows.
    ///
    /// # Errors
    /// [`ProofError::UnknownRule`] if the start rule is none.
    pub fn of(hands: &'t Transcriptions) -> Result<Theorem<'t>, ProofError> {
        Theorem::with_rows(hands, Row::of(hands.grammar(), hands.reading()))
    }

    /// Makes the theorem with other rows.
    ///
    /// # Errors
    /// The errors of [`Theorem::of`].
    pub fn with_rows(hands: &'t Transcriptions, rows: Vec<Row>) -> Result<Theorem<'t>, ProofError> {
        let document = hands.grammar().document();
        let start = document.rule(document.start.default).map_err(ProofError::UnknownRule)?;
        Ok(Theorem { hands, rows, start: start.id })
    }

    /// Returns the components that the grammar splits a string of its start rule into.
    pub fn components(&self) -> Vec<Component> {
        let (grammar, reading) = (self.hands.grammar(), self.hands.reading());
        let shape = grammar.tables(reading).start().shape;
        if shape.except.iter().any(|rule| same_name(rule, grammar.document().start.default)) {
            return Vec::new();
        }
        let is_split = |component: &Component| match component {
            Component::Path => !shape.name,
            Component::Nid | Component::Nss => shape.name,
            Component::RComponent | Component::QComponent => shape.rq,
            _ => true,
        };
        Component::ALL.into_iter().filter(is_split).collect()
    }

    /// Decides whether the PEG's one parse gives the component the place that a derivation by the
    /// ABNF gives it, in every string; of several derivations, one that a row prefers. `None` if no
    /// rule is the component.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn hands(&self, component: Component) -> Result<Option<PartsProof>, ProofError> {
        let Some(Names { from, to, prefer }) = self.names(component)? else { return Ok(None) };
        let limits = self.hands.limits();
        let peg = self.hands.peg();
        let start = super::spelled(peg, self.start);
        for rules in [from, to].into_iter().filter(|rules| !rules.is_empty()) {
            let forms: Vec<&str> = peg.rules().iter().map(peg::Rule::name).collect();
            let forms: Vec<&str> =
                forms.into_iter().filter(|own| rules.iter().any(|id| is_form(own, id))).collect();
            let parse = peg.marked(&start, &forms, peg::Which::Optimized, limits);
            let parse = parse.map_err(|error| match error {
                peg::Error::Undecided(limit) => ProofError::Undecided(limit),
                error => ProofError::Peg(error.to_string()),
            })?;
            let names = Names { from: rules, to: Vec::new(), prefer: prefer.clone() };
            let derived = self.marked(self.hands.abnf(), self.start, &names, true)?;
            if let Some(placed) =
                parse.contrast(&derived, limits).map_err(ProofError::Undecided)?.only_a
            {
                return Ok(Some(PartsProof::Differs { side: "PEG", placed }));
            }
        }
        Ok(Some(PartsProof::Proved))
    }

    /// Decides whether the grammar's own shape gives the component the place that the rules give
    /// it.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn shape(&self, component: Component) -> Result<PartsProof, ProofError> {
        let (grammar, reading) = (self.hands.grammar(), self.hands.reading());
        self.of_shape(component, grammar.tables(reading).start().shape)
    }

    /// Decides it for another shape.
    ///
    /// # Errors
    /// The errors of [`Theorem::shape`].
    #[doc(hidden)]
    pub fn of_shape(&self, component: Component, shape: &Shape) -> Result<PartsProof, ProofError> {
        let (grammar, reading) = (self.hands.grammar(), self.hands.reading());
        let splitting = Splitting::by_shape(grammar, reading, None, shape)?;
        let limits = self.hands.limits();
        self.judge(component, &splitting.component(component, limits)?)
    }

    /// Compares the marked strings of a shape with those of the rules.
    fn judge(&self, component: Component, shape: &Marked) -> Result<PartsProof, ProofError> {
        let limits = self.hands.limits();
        let row = self.row(component, |kind| matches!(kind, RowKind::Beyond(_)));
        if let Some(Row { kind: RowKind::Beyond(shortest), .. }) = row {
            return Ok(match self.beyond(component, shape)? {
                Some(placed) if rows::shown(&placed) == *shortest => PartsProof::Departs,
                found => PartsProof::Stale(found),
            });
        }
        let derived = self.derived(component, true)?;
        let found = shape.contrast(&derived, limits).map_err(ProofError::Undecided)?;
        if found.only_a.is_none() && found.only_b.is_none() {
            return Ok(PartsProof::Proved);
        }
        if let Some(ambiguity) = derived.ambiguity(limits).map_err(ProofError::Undecided)? {
            return Ok(PartsProof::Ambiguous { side: "rules", ambiguity });
        }
        let differs = |side, placed| PartsProof::Differs { side, placed };
        Ok(match (found.only_a, found.only_b) {
            (Some(placed), _) => differs("shape", placed),
            (None, Some(placed)) => differs("rules", placed),
            (None, None) => PartsProof::Proved,
        })
    }

    /// Returns a shortest marked string of a shape that no derivation gives, preferred or
    /// not.
    fn beyond(&self, component: Component, shape: &Marked) -> Result<Option<Placed>, ProofError> {
        let found = shape
            .contrast(&self.derived(component, false)?, self.hands.limits())
            .map_err(ProofError::Undecided)?;
        Ok(found.only_a)
    }

    /// Returns the markings by the rules and rows; with `is_preferring`, those that are left. A
    /// component that no rule is has no place.
    fn derived(&self, component: Component, is_preferring: bool) -> Result<Marked, ProofError> {
        let Some(names) = self.names(component)? else {
            let pattern = Pattern::Strings(self.whole()?);
            return Marked::new(&pattern, 0, self.hands.limits()).map_err(ProofError::Undecided);
        };
        let marked = self.marked(self.hands.abnf(), self.start, &names, is_preferring)?;
        self.cut(component, marked)
    }

    fn whole(&self) -> Result<Dfa, ProofError> {
        self.hands.abnf_automaton(self.hands.grammar().document().start.default)
    }

    fn marked(
        &self,
        rules: &abnf::Grammar,
        start: &str,
        names: &Names,
        is_preferring: bool,
    ) -> Result<Marked, ProofError> {
        let lists = [&names.from, &names.to, &names.prefer];
        let [from, to, prefer] =
            lists.map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
        let prefer = if is_preferring { &prefer[..] } else { &[] };
        let marking = Marking { from: &from, to: &to, prefer };
        rules
            .marked_by(start, marking, self.hands.terminals(), self.hands.limits())
            .map_err(|error| ProofError::Abnf(error.to_string()))
    }

    /// Applies the rows that move marks.
    fn cut(&self, component: Component, mut marked: Marked) -> Result<Marked, ProofError> {
        let limits = self.hands.limits();
        for row in self.rows.iter().filter(|row| row.component == component) {
            marked = match &row.kind {
                RowKind::Cut(byte) => {
                    marked.cut_at(*byte, limits).map_err(ProofError::Undecided)?
                }
                RowKind::Empty(bytes) => {
                    marked.empty_before(bytes.as_bytes(), limits).map_err(ProofError::Undecided)?
                }
                _ => marked,
            };
        }
        Ok(marked)
    }

    fn row(&self, component: Component, is_kind: impl Fn(&RowKind) -> bool) -> Option<&Row> {
        self.rows.iter().find(|row| row.component == component && is_kind(&row.kind))
    }

    /// Returns the ids of the rules that are the component; `None` if no rule is.
    fn names(&self, component: Component) -> Result<Option<Names>, ProofError> {
        let document = self.hands.grammar().document();
        let ids = |names: &[&str]| -> Result<Vec<String>, ProofError> {
            let id = |name: &&str| {
                Ok(document.rule(name).map_err(ProofError::UnknownRule)?.id.to_owned())
            };
            names.iter().map(id).collect()
        };
        let mut names =
            Names { from: ids(document.component_rules(component))?, ..Names::default() };
        for row in self.rows.iter().filter(|row| row.component == component) {
            match &row.kind {
                RowKind::Rules { from, to } => {
                    (names.from, names.to) = (ids(from)?, ids(to)?);
                }
                RowKind::Prefer(rules) => names.prefer = ids(rules)?,
                _ => {}
            }
        }
        Ok((!names.from.is_empty()).then_some(names))
    }
}

/// The ids of the rules of a [`Marking`].
#[derive(Default)]
struct Names {
    from: Vec<String>,
    to: Vec<String>,
    prefer: Vec<String>,
}

/// Returns true if a rule of a PEG is the rule of an id, or a narrowed form of it.
fn is_form(own: &str, id: &str) -> bool {
    let form = own.get(..id.len()).filter(|form| same_name(form, id));
    form.is_some_and(|form| own.len() == form.len() || own[form.len()..].starts_with("__"))
}
