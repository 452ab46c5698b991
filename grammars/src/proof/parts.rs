//! Components by the rules, and the theorems that the PEG and the shape agree with them.
//!
//! Three sources say where a component is in an accepted string: the derivations by the ABNF, the
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
//! A component is the set of rules that `[components]` lists, unless a row of `[[marking]]` says
//! otherwise ([`MarkingRow`]). [`PartsProver::shape`] holds if the shape's marked strings are
//! exactly those that the rows leave; because a shape gives one marking, the rows then also leave
//! one. Where a document's prose gives a component another place than its rules, a row quotes the
//! prose and writes it down as rules of its own. The shape is then compared with those, and the row
//! has the shortest place that no derivation by the document's rules gives.

mod left;

use std::cell::{OnceCell, RefCell};
use std::fmt;

use urigram_automata::marked::{Ambiguity, Marked, Placed};
use urigram_automata::Dfa;

use left::Names;

use super::{peg, ProofError, Splitting, Transcriptions};
use crate::{same_name, Component, MarkingRow, Shape, Table};

/// An answer about a component.
#[derive(Debug)]
#[non_exhaustive]
pub enum PartsProof {
    /// Both sides give every accepted string the same marking.
    Proved,
    /// Both sides give the marking by the prose that a row quotes. The rules alone do not give it
    /// in every string; the row has the shortest one.
    Departs,
    /// The PEG's parse gives a place that a derivation gives, but not always the one that the rows
    /// leave: a shortest string.
    Another(Placed),
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
        use PartsProof::{Another, Departs, Proved};
        matches!(self, Proved | Departs | Another(_))
    }
}

impl fmt::Display for PartsProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsProof::Proved => f.write_str("proved"),
            PartsProof::Departs => f.write_str("proved by the prose that a row quotes"),
            PartsProof::Another(placed) => {
                write!(f, "another derivation than the rows prefer, {}", shown(placed))
            }
            PartsProof::Differs { side, placed } => {
                write!(f, "only the {side} give {}", shown(placed))
            }
            PartsProof::Ambiguous { side, ambiguity } => write!(f, "by the {side}, {ambiguity}"),
            PartsProof::Stale(Some(placed)) => {
                write!(f, "the row has to show the shortest string, {}", shown(placed))
            }
            PartsProof::Stale(None) => f.write_str("the shape does not depart: remove the row"),
        }
    }
}

/// Decides what the components of a grammar's strings are, by its rules and its rows.
pub struct PartsProver<'t> {
    pair: &'t Transcriptions,
    rows: Vec<MarkingRow>,
    start: &'static str,
    whole: OnceCell<Dfa>,
    /// The markings by the rules, which both theorems about a component ask for.
    known: RefCell<Vec<(Names, Marked)>>,
}

impl<'t> PartsProver<'t> {
    /// Makes the theorem of a grammar's default start rule, with the grammar's own rows.
    ///
    /// # Errors
    /// [`ProofError::UnknownRule`] if the start rule does not exist.
    pub fn of(pair: &'t Transcriptions) -> Result<PartsProver<'t>, ProofError> {
        PartsProver::with_rows(pair, PartsProver::rows(pair))
    }

    /// Returns the rows about the grammar and the reading.
    pub fn rows(pair: &Transcriptions) -> Vec<MarkingRow> {
        let rows = pair.grammar().document().commentary().markings.iter();
        let is_read = |row: &&MarkingRow| row.reading.is_none_or(|one| one == pair.reading());
        rows.filter(is_read).copied().collect()
    }

    /// Makes the theorem with other rows.
    ///
    /// # Errors
    /// The errors of [`PartsProver::of`].
    pub fn with_rows(
        pair: &'t Transcriptions,
        rows: Vec<MarkingRow>,
    ) -> Result<PartsProver<'t>, ProofError> {
        let document = pair.grammar().document();
        let start = document.rule(document.start.default).map_err(ProofError::UnknownRule)?;
        Ok(PartsProver {
            pair,
            rows,
            start: start.id,
            whole: OnceCell::new(),
            known: RefCell::default(),
        })
    }

    /// Returns the components that the grammar splits a string of its start rule into, and the
    /// rules that rows are about.
    pub fn components(&self) -> Vec<Component> {
        let mut all = self.split_components();
        for &one in self.rows.iter().flat_map(|row| row.components) {
            if matches!(one, Component::Rule(_)) && !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    fn split_components(&self) -> Vec<Component> {
        let grammar = self.pair.grammar();
        if let Some(marking) = self.table().marking {
            return marking.components.iter().map(|one| one.component).collect();
        }
        let shape = self.table().shape;
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
    pub fn peg(&self, component: Component) -> Result<Option<PartsProof>, ProofError> {
        let Some(Names { from, to, prefer }) = self.names(component)? else { return Ok(None) };
        let limits = self.pair.limits();
        let peg = self.pair.peg();
        let start = super::spelled(peg, self.start);
        let mut another = None;
        for rules in [from, to].into_iter().filter(|rules| !rules.is_empty()) {
            let forms: Vec<&str> = peg.rules().iter().map(peg::Rule::name).collect();
            let forms: Vec<&str> =
                forms.into_iter().filter(|own| rules.iter().any(|id| is_form(own, id))).collect();
            let has_preference = !prefer.is_empty();
            for is_preferring in [true, false] {
                let prefer = if is_preferring { prefer.clone() } else { Vec::new() };
                let derived =
                    self.by_rules(Names { from: rules.clone(), to: Vec::new(), prefer })?;
                let stray = peg.stray(&start, &forms, &derived, limits);
                let stray = stray.map_err(|error| match error {
                    peg::Error::Undecided(limit) => ProofError::Undecided(limit),
                    error => ProofError::Peg(error.to_string()),
                })?;
                match stray {
                    None => break,
                    Some(placed) if is_preferring && has_preference => another = Some(placed),
                    Some(placed) => {
                        return Ok(Some(PartsProof::Differs { side: "PEG", placed }));
                    }
                }
            }
        }
        Ok(Some(another.map_or(PartsProof::Proved, PartsProof::Another)))
    }

    /// Returns the table of the start rule.
    fn table(&self) -> &'static Table {
        self.pair.grammar().tables(self.pair.reading()).start()
    }

    /// Decides whether the grammar's own shape gives the component the place that the rules give
    /// it. `None` for a grammar that states no shape, and for a rule: they are split by the rules.
    /// A rule that may have two places in some string by the rows is ambiguous.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn shape(&self, component: Component) -> Result<Option<PartsProof>, ProofError> {
        let table = self.table();
        if table.marking.is_some() {
            return Ok(None);
        }
        if let Component::Rule(_) = component {
            let ambiguity = self.left(component)?.ambiguity(self.pair.limits());
            let ambiguity = ambiguity.map_err(ProofError::Undecided)?;
            return Ok(
                ambiguity.map(|ambiguity| PartsProof::Ambiguous { side: "rules", ambiguity })
            );
        }
        self.of_shape(component, table.shape).map(Some)
    }

    /// Decides it for another shape.
    ///
    /// # Errors
    /// The errors of [`PartsProver::shape`].
    #[doc(hidden)]
    pub fn of_shape(&self, component: Component, shape: &Shape) -> Result<PartsProof, ProofError> {
        let (grammar, reading) = (self.pair.grammar(), self.pair.reading());
        let splitting = Splitting::by_shape(grammar, reading, None, shape)?;
        let limits = self.pair.limits();
        self.judge(component, &splitting.component(component, limits)?)
    }

    /// Compares the marked strings of a shape with those of the rules.
    fn judge(&self, component: Component, shape: &Marked) -> Result<PartsProof, ProofError> {
        let limits = self.pair.limits();
        let left = self.left(component)?;
        let found = shape.contrast(&left, limits).map_err(ProofError::Undecided)?;
        let differs = |side, placed| Ok(PartsProof::Differs { side, placed });
        if found.only_a.is_some() || found.only_b.is_some() {
            let ambiguity = left.ambiguity(limits).map_err(ProofError::Undecided)?;
            return match (ambiguity, found.only_a, found.only_b) {
                (Some(ambiguity), ..) => Ok(PartsProof::Ambiguous { side: "rules", ambiguity }),
                (None, Some(placed), _) => differs("shape", placed),
                (None, None, Some(placed)) => differs("rules", placed),
                (None, None, None) => Ok(PartsProof::Proved),
            };
        }
        let mut prose = self.about(component).filter(|row| !row.prose.is_empty()).peekable();
        if prose.peek().is_none() {
            return Ok(PartsProof::Proved);
        }
        let derived = self.moved(component, self.derived(component, false)?)?;
        let found = shape.contrast(&derived, limits).map_err(ProofError::Undecided)?;
        let shortest = found.only_a.as_ref().map_or_else(String::new, shown);
        if prose.all(|row| row.beyond == shortest) {
            let is_beyond = found.only_a.is_some();
            return Ok(if is_beyond { PartsProof::Departs } else { PartsProof::Proved });
        }
        Ok(PartsProof::Stale(found.only_a))
    }

    /// Returns true if rules and rows leave the component the places that those of another theorem
    /// leave.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    #[doc(hidden)]
    pub fn gives_the_places_of(
        &self,
        other: &PartsProver<'_>,
        component: Component,
    ) -> Result<bool, ProofError> {
        let (one, other) = (self.left(component)?, other.left(component)?);
        let found = one.contrast(&other, self.pair.limits()).map_err(ProofError::Undecided)?;
        Ok(found.only_a.is_none() && found.only_b.is_none())
    }

    /// Returns the rows about a component.
    fn about(&self, component: Component) -> impl Iterator<Item = &MarkingRow> {
        self.rows.iter().filter(move |row| row.components.contains(&component))
    }
}

/// Returns a marked string as rows have it: escaped, with `⟨` and `⟩` around the component.
fn shown(placed: &Placed) -> String {
    let text = |from: usize, to: usize| placed.input[from..to].escape_ascii().to_string();
    let len = placed.input.len();
    match &placed.span {
        Some(span) => {
            let (before, after) = (text(0, span.start), text(span.end, len));
            format!("{before}⟨{}⟩{after}", text(span.start, span.end))
        }
        None => text(0, len),
    }
}

/// Returns true if a rule of a PEG is the rule of an id, or a narrowed form of it.
fn is_form(own: &str, id: &str) -> bool {
    let form = own.get(..id.len()).filter(|form| same_name(form, id));
    form.is_some_and(|form| own.len() == form.len() || own[form.len()..].starts_with("__"))
}
