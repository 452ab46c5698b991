//! The meaning of PEGs transcribed, without automata: the slow reference for the automata.

use super::{Error, Expr, Grammar, Which};
use crate::Undecided;

/// The deepest nesting of calls. A recursive rule costs one level for each call.
const MAX_DEPTH: usize = 1_000;

struct Matcher<'a> {
    grammar: &'a Grammar,
    which: Which,
    input: &'a str,
    left: u64,
    steps: u64,
}

impl Grammar {
    /// Returns true if the rule matches the input from the start and consumes all of it, by trying.
    ///
    /// For [`Terminals::Octets`](super::Terminals::Octets), give the octets decoded as ISO 8859-1.
    ///
    /// # Errors
    /// [`Error`] if there is no such rule; [`Error::Undecided`] for more than `steps` expressions
    /// tried, or too many rules inside each other.
    ///
    /// # Cost
    /// Exponential at worst.
    pub fn matches_naively(
        &self,
        rule: &str,
        which: Which,
        input: &str,
        steps: u64,
    ) -> Result<bool, Error> {
        let rule = self.index(rule)?;
        let meaning = self.meaning();
        let mut matcher = Matcher { grammar: &meaning, which, input, left: steps, steps };
        Ok(matcher.end(meaning.rules[rule].expr(which), 0, 0)? == Some(input.len()))
    }
}

impl Matcher<'_> {
    /// Returns the end of a match of the expression that starts at `at`.
    fn end(&mut self, expr: &Expr, at: usize, depth: usize) -> Result<Option<usize>, Error> {
        if self.left == 0 {
            return Err(Undecided {
                what: "steps",
                limit: usize::try_from(self.steps).unwrap_or(usize::MAX),
            }
            .into());
        }
        self.left -= 1;
        if depth > MAX_DEPTH {
            return Err(Undecided { what: "rules inside each other", limit: MAX_DEPTH }.into());
        }
        let rest = &self.input[at..];
        let after = |matched: bool, len: usize| if matched { Some(at + len) } else { None };
        Ok(match expr {
            Expr::Text(text) => after(rest.starts_with(text.as_str()), text.len()),
            Expr::TextAnyCase(text) => after(
                rest.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text)),
                text.len(),
            ),
            Expr::Class(set) => {
                let next = rest.chars().next();
                next.and_then(|c| after(set.contains(c), c.len_utf8()))
            }
            Expr::Rule(name) => {
                let rule = self.grammar.index(name)?;
                self.end(self.grammar.rules[rule].expr(self.which), at, depth + 1)?
            }
            Expr::Sequence(parts) => {
                let mut end = at;
                for part in parts {
                    match self.end(part, end, depth + 1)? {
                        Some(next) => end = next,
                        None => return Ok(None),
                    }
                }
                Some(end)
            }
            Expr::Choice(parts) => {
                for part in parts {
                    if let Some(end) = self.end(part, at, depth + 1)? {
                        return Ok(Some(end));
                    }
                }
                None
            }
            Expr::Repeat { expr, min, max } => {
                let (mut end, mut times) = (at, 0);
                while max.is_none_or(|max| times < max) {
                    match self.end(expr, end, depth + 1)? {
                        Some(next) => end = next,
                        None => break,
                    }
                    times = times.saturating_add(1);
                }
                after(times >= *min, end - at)
            }
            Expr::And(expr) => after(self.end(expr, at, depth + 1)?.is_some(), 0),
            Expr::Not(expr) => after(self.end(expr, at, depth + 1)?.is_none(), 0),
            Expr::StartOfInput => after(at == 0, 0),
            Expr::EndOfInput => after(rest.is_empty(), 0),
            Expr::Stack(stack) => {
                let construct = stack.name().to_owned();
                return Err(Error::Unsupported { rule: String::new(), construct });
            }
        })
    }
}
