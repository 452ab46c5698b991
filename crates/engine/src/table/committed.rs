//! Committed tables: a rule's automaton, with what its document says of the rule.

use core::fmt;

use crate::dfa::automaton::{Automaton, Prefix, RejectState};
use crate::scan::{self, Handover, Remaining, ScanSpec};
use crate::{Component, Document, Marking, Parts, Removed, Shape, Span};

/// A rule in one reading as a committed table: its minimal automaton, and how its inputs are split
/// and their errors reported.
pub struct Table {
    #[doc(hidden)]
    pub document: &'static Document,
    #[doc(hidden)]
    pub shape: &'static Shape,
    #[doc(hidden)]
    pub automaton: Automaton,
    /// For each state, the rule that an error in the state is attributed to, as an index into the
    /// document's rules.
    #[doc(hidden)]
    pub labels: &'static [u8],
    /// For each state, the number of the part of an identifier that it is in.
    #[doc(hidden)]
    pub positions: &'static [u8],
    /// The facts about the rule that the scanner uses.
    #[doc(hidden)]
    pub scan: Option<&'static ScanSpec>,
    /// The components by the grammar's own rules, where it states no shape. Such a table has no
    /// scanner.
    #[doc(hidden)]
    pub marking: Option<&'static Marking>,
}

impl fmt::Debug for Table {
    /// Shows the document and the rule, without the cells.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("document", &self.document.id)
            .field("rule", &self.rule())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Returns the document that the rule belongs to.
    pub fn document(&self) -> &'static Document {
        self.document
    }

    /// Returns the characters that are removed before this rule applies. Only the default start
    /// rule of a practice has some: other rules describe parts of what is left.
    pub fn removed(&self) -> Option<&'static Removed> {
        let removed = self.document.removed.as_ref()?;
        (self.rule() == self.document.start.default).then_some(removed)
    }

    /// Returns the rule's name as printed.
    pub fn rule(&self) -> &'static str {
        self.automaton.rule
    }

    /// Returns the number of states, including the dead state. Where rules share an automaton, the
    /// states of all of them count.
    #[inline]
    #[doc(hidden)]
    pub fn states(&self) -> usize {
        self.labels.len()
    }

    /// Returns the size of the table in bytes.
    #[inline]
    #[doc(hidden)]
    pub fn size(&self) -> usize {
        let by_state = self.labels.len() + self.positions.len();
        self.automaton.cells.len() + by_state + self.automaton.classes.len()
    }

    /// Whether the rule accepts the whole input. Takes one step a byte and allocates nothing.
    #[inline]
    pub fn accepts(&self, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        self.hand_over(scan::split, input, &mut parts, |from, _| self.run_on(input, from)).is_ok()
    }

    /// Returns the lengths of the longest accepted prefix and of the longest prefix that could be
    /// continued to an accepted input. Takes one step a byte and stops at the first byte that
    /// cannot be right.
    ///
    /// ```
    /// use urigram::{Grammar, Reading};
    ///
    /// let table = Grammar::Rfc3986.tables(Reading::Corrected).uri().unwrap();
    /// let prefix = table.prefix(b"http://a/b%2 and so on");
    /// assert_eq!((prefix.accepted, prefix.viable), (Some(10), 12));
    /// ```
    #[inline]
    pub fn prefix(&self, input: &[u8]) -> Prefix {
        self.automaton.prefix(input)
    }

    /// Returns true if the scanner finds the components of the input by itself, whether or not the
    /// table must check the rest.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn is_scanned_by(&self, engine: scan::Engine, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        self.hand_over(engine.splitter(), input, &mut parts, |handover, _| {
            (handover.remaining == Remaining::Verdict).then_some(()).ok_or(())
        })
        .is_ok()
    }

    /// [`Table::accepts`] by a given engine.
    #[cfg(any(test, feature = "engines"))]
    #[doc(hidden)]
    pub fn accepts_by(&self, engine: scan::Engine, input: &[u8]) -> bool {
        let mut parts = Parts::EMPTY;
        self.hand_over(engine.splitter(), input, &mut parts, |from, _| self.run_on(input, from))
            .is_ok()
    }

    /// Returns the parts of an input if the rule accepts it. Runs while compiling, byte by byte; at
    /// run time [`Table::split`] is faster.
    #[doc(hidden)]
    #[inline]
    pub const fn split_in_constant(&self, input: &[u8]) -> Option<Parts> {
        if self.marking.is_none() && self.shape.is_plain() && input.len() <= Span::LONGEST {
            return self.automaton.split_plainly(input);
        }
        if self.accepts_in_constant(input) {
            Some(self.parts(input))
        } else {
            None
        }
    }

    /// Returns true if the rule accepts the whole input. Runs while compiling, byte by byte.
    #[doc(hidden)]
    pub const fn accepts_in_constant(&self, input: &[u8]) -> bool {
        input.len() <= Span::LONGEST && self.automaton.steps_accept(input)
    }

    /// Returns the parts of an accepted input.
    const fn parts(&self, input: &[u8]) -> Parts {
        match self.marking {
            Some(marking) => marking.parts(input),
            None => self.shape.split(input),
        }
    }

    /// Gives an input to the scanner, and to `rest` if the scanner leaves it to the table. An input
    /// of a table without a scanner is left to it whole.
    #[inline(always)]
    pub(crate) fn hand_over<E>(
        &self,
        scan: impl FnOnce(&ScanSpec, &[u8], &mut Parts) -> Result<(), Handover>,
        input: &[u8],
        parts: &mut Parts,
        rest: impl FnOnce(Handover, &mut Parts) -> Result<(), E>,
    ) -> Result<(), E> {
        let scanned = match self.scan {
            Some(spec) => scan(spec, input, parts),
            None => Err(Handover::NOTHING),
        };
        match scanned {
            Ok(()) => Ok(()),
            Err(handover) => rest(handover, parts),
        }
    }

    /// Splits an input that the scanner has handed over, if anything remains to be done.
    #[inline(always)]
    pub(crate) fn split_on(
        &'static self,
        input: &[u8],
        handover: Handover,
        parts: &mut Parts,
    ) -> Result<(), RejectState> {
        match Table::reject_state(handover) {
            Some(reject) => Err(reject),
            None => self.split_by_rows(input, handover, parts),
        }
    }

    #[inline(never)]
    fn split_by_rows(
        &'static self,
        input: &[u8],
        handover: Handover,
        parts: &mut Parts,
    ) -> Result<(), RejectState> {
        if input.len() > Span::LONGEST {
            return Err(RejectState::TOO_LONG);
        }
        self.run_on(input, handover)?;
        if handover.remaining == Remaining::Everything {
            *parts = self.parts(input);
        }
        Ok(())
    }

    /// Returns the state before the byte that the scanner found to be wrong, if it found one.
    #[inline(always)]
    fn reject_state(handover: Handover) -> Option<RejectState> {
        let reject = RejectState { offset: handover.offset, state: handover.state };
        (handover.remaining == Remaining::Nothing).then_some(reject)
    }

    /// Runs from the offset of a handover to the end.
    #[inline(always)]
    pub(crate) fn run_on(&self, input: &[u8], handover: Handover) -> Result<(), RejectState> {
        if let Some(reject) = Table::reject_state(handover) {
            return Err(reject);
        }
        let from = RejectState { offset: handover.offset, state: handover.state };
        self.automaton.run_from(input, from)
    }

    /// Returns the number of the rule that an error in a state is attributed to.
    pub(crate) fn label(&self, state: u16) -> usize {
        usize::from(self.labels[usize::from(state)])
    }
}

/// The answers where the grammar states no shape.
impl Table {
    /// Returns true if a component may be in the table's strings and the table does not say where:
    /// the grammar's own rules give some string two places for it, or make it a list.
    #[doc(hidden)]
    #[inline]
    pub fn is_unknown(&self, component: Component) -> bool {
        let is_list = |marking: &Marking| marking.list(component.name()).is_some();
        self.marking.is_some_and(|marking| marking.unknown.contains(&component) || is_list(marking))
    }

    /// Returns the components that occur more than once in some string.
    #[doc(hidden)]
    #[inline]
    pub fn lists(&self) -> impl Iterator<Item = Component> {
        let lists = self.marking.into_iter().flat_map(|marking| marking.lists);
        lists.map(|one| one.component)
    }

    /// Returns the components that the grammar's own rules are, those included that are
    /// lists, or that some string gives two places; `None` where the grammar states a shape.
    #[doc(hidden)]
    #[inline]
    pub fn own_components(&self) -> Option<impl Iterator<Item = Component>> {
        let marking = self.marking?;
        let unknown = marking.unknown.iter().copied();
        Some(marking.names().chain(self.lists()).chain(unknown))
    }

    /// Returns a line for each component that some string gives two places, with the place that the
    /// grammar's choice takes if it states one, and a line for each component that is left out.
    #[doc(hidden)]
    #[inline]
    pub fn ambiguities(&self) -> &'static [&'static str] {
        self.marking.map_or(&[], |marking| marking.notes)
    }

    /// Returns true if the table does not say of some component where it is.
    #[doc(hidden)]
    #[inline]
    pub fn has_unknown(&self) -> bool {
        self.marking.is_some_and(|marking| !marking.unknown.is_empty() || !marking.lists.is_empty())
    }

    /// Returns true if the grammar defines the place of a component, or at least that it exists. A
    /// shape defines the places of all components.
    #[doc(hidden)]
    #[inline]
    pub fn knows(&self, component: Component) -> bool {
        let named = |marking: &Marking| marking.named(component.name()).is_some();
        self.marking.is_none_or(|marking| named(marking) || self.is_unknown(component))
    }

    /// Returns true if the components are those of the grammar's own rules.
    #[doc(hidden)]
    pub const fn is_marked(&self) -> bool {
        self.marking.is_some()
    }

    /// Returns the place of a component of a text that the table has accepted, by the grammar's own
    /// rules. For values whose parts are [`Parts::BY_RULES`]. One step a byte.
    #[doc(hidden)]
    pub const fn span_by_rules(&self, input: &[u8], component: Component) -> Option<Span> {
        let Some(marking) = self.marking else { return None };
        match marking.places(input) {
            Some(places) => marking.get(&places, component),
            None => None,
        }
    }

    /// Returns the places of components of a text by the grammar's own rules, or `None` if they
    /// reject the text. One step a byte for all of them.
    #[doc(hidden)]
    pub fn spans_by_rules<const N: usize>(
        &self,
        input: &[u8],
        components: [Component; N],
    ) -> Option<[Option<Span>; N]> {
        let marking = self.marking?;
        let places = marking.places(input)?;
        Some(components.map(|component| marking.get(&places, component)))
    }
}
