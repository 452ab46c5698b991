//! Traces of a PEG's match, step by step, with failed branches.

use super::{Error, Expr, Grammar, Which};
use crate::single::Singles;
use crate::Undecided;

/// The deepest nesting of expressions that is followed; each costs a level of the stack.
const MAX_DEPTH: usize = 1_000;

/// An event in the match of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Happening {
    /// The expression is tried.
    Try,
    /// The expression matched up to the step's offset.
    Match,
    /// The expression failed, having started at the step's offset.
    Fail,
}

/// One step of a match. Steps nest: a match or a failure of the same expression follows every
/// [`Happening::Try`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The event.
    pub happening: Happening,
    /// The index in [`Grammar::rules`] of the rule that contains the expression.
    pub rule: usize,
    /// The number of the expression in the rule, as in [`Written::spans`](super::Written::spans).
    pub expr: usize,
    /// The byte offset in the input.
    pub at: usize,
}

/// The steps of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The end of the rule's match, if it matched. A PEG accepts an input only if this is the
    /// input's end.
    pub end: Option<usize>,
    /// The furthest offset where an expression failed.
    pub furthest: Option<usize>,
    /// The limit that ended the match early. Nothing is decided then.
    pub cut: Option<Undecided>,
}

impl Grammar {
    /// Matches the rule from the start of the input and records every step, at most `steps` of
    /// them.
    ///
    /// A rule for one character is one step: its own expressions are left out. Where `WHITESPACE`
    /// or `COMMENT` is skipped, the numbers are those of [`Grammar::explicit`].
    ///
    /// ```
    /// use urigram_automata::peg::{Grammar, Which};
    /// let label = Grammar::parse(r#"label = { a | a ~ a } a = { 'a'..'z' }"#)?;
    /// let trace = label.trace("label", Which::Raw, "aa", 1_000)?;
    /// assert_eq!(trace.end, Some(1)); // the first branch matched, so the second is never tried
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] if there is no such rule. A limit is not an error: [`Trace::cut`] reports it.
    ///
    /// # Cost
    /// Linear in `steps`.
    pub fn trace(
        &self,
        rule: &str,
        which: Which,
        input: &str,
        steps: usize,
    ) -> Result<Trace, Error> {
        let root = self.index(rule)?;
        let meaning = self.meaning();
        let mut tracer = Tracer {
            grammar: &meaning,
            which,
            input,
            limit: steps,
            singles: Singles::new(meaning.questions(which)),
            work: 0,
            trace: Trace { steps: Vec::new(), end: None, furthest: None, cut: None },
        };
        let matched = tracer.expr(meaning.rules[root].expr(which), root, 0, 0, 0);
        match matched {
            Ok(end) => tracer.trace.end = end,
            Err(undecided) => tracer.trace.cut = Some(undecided),
        }
        Ok(tracer.trace)
    }
}

struct Tracer<'a> {
    grammar: &'a Grammar,
    which: Which,
    input: &'a str,
    limit: usize,
    singles: Singles<'a>,
    work: usize,
    trace: Trace,
}

impl Tracer<'_> {
    /// Returns the end of a match of the expression that starts at `at`. `number` is its number in
    /// its rule.
    fn expr(
        &mut self,
        expr: &Expr,
        rule: usize,
        number: usize,
        at: usize,
        depth: usize,
    ) -> Result<Option<usize>, Undecided> {
        if depth > MAX_DEPTH {
            return Err(Undecided::new("expressions inside each other", MAX_DEPTH));
        }
        self.step(Step { happening: Happening::Try, rule, expr: number, at })?;
        let end = self.inside(expr, rule, number, at, depth)?;
        match end {
            Some(end) => {
                self.step(Step { happening: Happening::Match, rule, expr: number, at: end })?;
            }
            None => {
                if self.trace.furthest.is_none_or(|furthest| furthest < at) {
                    self.trace.furthest = Some(at);
                }
                self.step(Step { happening: Happening::Fail, rule, expr: number, at })?;
            }
        }
        Ok(end)
    }

    fn step(&mut self, step: Step) -> Result<(), Undecided> {
        self.spend()?;
        self.trace.steps.push(step);
        Ok(())
    }

    fn spend(&mut self) -> Result<(), Undecided> {
        self.work += 1;
        if self.work > self.limit {
            return Err(Undecided::new("steps", self.limit));
        }
        Ok(())
    }

    fn inside(
        &mut self,
        expr: &Expr,
        rule: usize,
        number: usize,
        at: usize,
        depth: usize,
    ) -> Result<Option<usize>, Undecided> {
        let rest = &self.input[at..];
        let after = |matched: bool, length: usize| matched.then_some(at + length);
        Ok(match expr {
            Expr::Text(text) => after(rest.starts_with(text.as_str()), text.len()),
            Expr::TextAnyCase(text) => after(
                rest.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text)),
                text.len(),
            ),
            Expr::Class(set) => {
                rest.chars().next().and_then(|c| after(set.contains(c), c.len_utf8()))
            }
            Expr::Rule(name) => {
                // Every name is known, because the grammar is validated.
                let Ok(called) = self.grammar.index(name) else { return Ok(None) };
                let body = self.grammar.rules[called].expr(self.which);
                if self.singles.contains(called) {
                    let c = rest.chars().next();
                    let found = c.is_some_and(|c| self.singles.takes(body, u32::from(c)));
                    after(found, c.map_or(0, char::len_utf8))
                } else {
                    self.expr(body, called, 0, at, depth + 1)?
                }
            }
            Expr::Sequence(parts) => {
                let (mut end, mut next) = (at, number + 1);
                for part in parts {
                    match self.expr(part, rule, next, end, depth + 1)? {
                        Some(after) => end = after,
                        None => return Ok(None),
                    }
                    next += part.size();
                }
                Some(end)
            }
            Expr::Choice(parts) => {
                let mut next = number + 1;
                for part in parts {
                    if let Some(end) = self.expr(part, rule, next, at, depth + 1)? {
                        return Ok(Some(end));
                    }
                    next += part.size();
                }
                None
            }
            Expr::Repeat { expr, min, max, .. } => {
                let (mut end, mut times) = (at, 0u32);
                while max.is_none_or(|max| times < max) {
                    match self.expr(expr, rule, number + 1, end, depth + 1)? {
                        Some(after) => end = after,
                        None => break,
                    }
                    times = times.saturating_add(1);
                }
                after(times >= *min, end - at)
            }
            Expr::And(inner) => {
                after(self.expr(inner, rule, number + 1, at, depth + 1)?.is_some(), 0)
            }
            Expr::Not(inner) => {
                after(self.expr(inner, rule, number + 1, at, depth + 1)?.is_none(), 0)
            }
            Expr::StartOfInput => after(at == 0, 0),
            Expr::EndOfInput => after(rest.is_empty(), 0),
            // ABNF's, so that no PEG has them.
            Expr::Values(_) | Expr::Range(..) => None,
            Expr::Stack(_) => {
                return Err(Undecided::new("operations on the stack", 0));
            }
        })
    }
}
