//! Operands of sequences and choices with their positions in the text.

use pest::iterators::Pair;
use pest_meta::parser::Rule as Meta;
use std::ops::Range;

/// One operand of a sequence or choice: its position and its beginning.
pub(super) struct Term<'i> {
    pub(super) span: Range<usize>,
    /// The `&` and `!` before it.
    pub(super) predicates: usize,
    pub(super) parts: Vec<Pair<'i, Meta>>,
}

/// A list of lists to whose last list items are added.
pub(super) trait ExtendLast<T> {
    /// Adds an item to the last list, if there is one.
    fn extend_last(&mut self, item: T);
}

impl<T> ExtendLast<T> for Vec<Vec<T>> {
    fn extend_last(&mut self, item: T) {
        if let Some(last) = self.last_mut() {
            last.push(item);
        }
    }
}

/// Returns a term without the parentheses of its parts.
pub(super) fn term(pair: Pair<'_, Meta>) -> Term<'_> {
    let span = pair.as_span().start()..trimmed(pair.as_span().start(), pair.as_str());
    let predicate = |rule| {
        matches!(rule, Meta::positive_predicate_operator | Meta::negative_predicate_operator)
    };
    let (predicates, parts): (Vec<_>, Vec<_>) =
        pair.into_inner().partition(|part| predicate(part.as_rule()));
    let parts = parts
        .into_iter()
        .filter(|part| !matches!(part.as_rule(), Meta::opening_paren | Meta::closing_paren));
    Term { span, predicates: predicates.len(), parts: parts.collect() }
}

/// Returns the end of a text without the blanks that pest includes.
fn trimmed(start: usize, text: &str) -> usize {
    start + text.trim_end().len()
}

/// Returns the span of a whole sequence.
pub(super) fn whole(sequence: &[Term<'_>]) -> Range<usize> {
    let end = sequence.last().map_or(0, |term| term.span.end);
    sequence.first().map_or(0, |term| term.span.start)..end
}

/// Returns for each of several operands the span to cut so that it is removed with one operator;
/// nothing if it is the only one.
pub(super) fn without_one(spans: &[Range<usize>]) -> impl Iterator<Item = Range<usize>> + '_ {
    let several = if spans.len() > 1 { spans.len() } else { 0 };
    (0..several).map(|at| match spans.get(at + 1) {
        Some(next) => spans[at].start..next.start,
        None => spans[at - 1].end..spans[at].end,
    })
}
