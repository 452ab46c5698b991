//! Operators with precedence over [`Pairs`](super::Pairs), by the names of pest's Pratt parser.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::BitOr;

use super::operators::{operate, Affix, Operation, OperatorError};
use super::pair_span::RuleName;
use super::pairs::Pair;

/// The most operators that wait for operands, unless [`PrattParser::with_depth`] says otherwise.
const DEPTH: usize = 10_000_000;

/// The way that equal operators bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assoc {
    /// The first one binds tighter.
    Left,
    /// The last one binds tighter.
    Right,
}

/// Operators of one level: one, or several joined by `|`.
#[derive(Clone, Debug)]
pub struct Op<R> {
    rules: Vec<(R, Affix)>,
}

impl<R> Op<R> {
    /// Makes a rule an operator before its operand.
    pub fn prefix(rule: R) -> Op<R> {
        Op { rules: Vec::from([(rule, Affix::Prefix)]) }
    }

    /// Makes a rule an operator behind its operand.
    pub fn postfix(rule: R) -> Op<R> {
        Op { rules: Vec::from([(rule, Affix::Postfix)]) }
    }

    /// Makes a rule an operator between its operands.
    pub fn infix(rule: R, assoc: Assoc) -> Op<R> {
        let affix = match assoc {
            Assoc::Left => Affix::Left,
            Assoc::Right => Affix::Right,
        };
        Op { rules: Vec::from([(rule, affix)]) }
    }
}

impl<R> BitOr for Op<R> {
    type Output = Op<R>;

    fn bitor(mut self, other: Op<R>) -> Op<R> {
        self.rules.extend(other.rules);
        self
    }
}

/// Operators with their levels, and the way to read pairs by them.
///
/// The calls are those of pest. Pairs that are not operators are operands; the first level binds
/// loosest.
///
/// ```
/// use urigram_engine::nested::pest::pratt_parser::{Assoc, Op, PrattParser};
/// use urigram_engine::nested::{Limits, Pairs};
/// # use urigram_engine::nested::{Entry, Expr, Program, Set};
/// urigram_engine::nested_rules! { enum Rule { digit, plus, times } }
///
/// fn value(pratt: &PrattParser<Rule>, pairs: Pairs<'_, Rule>) -> u32 {
///     pratt
///         .map_primary(|digit| digit.as_str().parse().unwrap())
///         .map_infix(|left, operator, right| match operator.as_rule() {
///             Rule::plus => left + right,
///             _ => left * right,
///         })
///         .parse(pairs)
/// }
///
/// let pratt = PrattParser::new()
///     .op(Op::infix(Rule::plus, Assoc::Left))
///     .op(Op::infix(Rule::times, Assoc::Left));
/// # let rule = |name: &str, expr, leaves_node| Entry {
/// #     name: name.into(), expr, leaves_node, is_kept: false,
/// # };
/// # let any = Expr::Choice((1..4).map(Expr::Rule).collect());
/// # let rules = vec![
/// #     rule("all", Expr::Repeat(Box::new(any), 0, None), false),
/// #     rule("digit", Expr::Set(0), true), rule("plus", Expr::Text(0), true),
/// #     rule("times", Expr::Text(1), true),
/// # ];
/// # let texts = vec!["+".to_owned(), "*".to_owned()];
/// # let program = Program::new(texts, vec![Set::new([('0', '9')])], rules);
/// let tree = program.parse("all", "1+2*3+4", Limits::for_length(7)).unwrap();
/// assert_eq!(value(&pratt, tree.pairs().unwrap()), 11);
/// ```
#[derive(Clone, Debug)]
pub struct PrattParser<R> {
    /// Operators in the order of their rules.
    rules: Vec<(R, Affix, u32)>,
    level: u32,
    depth: usize,
}

impl<R> Default for PrattParser<R> {
    fn default() -> PrattParser<R> {
        PrattParser::new()
    }
}

impl<R> PrattParser<R> {
    /// Returns a parser without operators.
    pub const fn new() -> PrattParser<R> {
        PrattParser { rules: Vec::new(), level: 0, depth: DEPTH }
    }

    /// Limits the operators that wait for operands.
    #[must_use]
    pub fn with_depth(self, depth: usize) -> PrattParser<R> {
        PrattParser { depth, ..self }
    }
}

impl<R: Ord + Copy> PrattParser<R> {
    /// Adds a level that binds tighter than those before it. A rule that is there already gets the
    /// new level.
    #[must_use]
    pub fn op(mut self, level: Op<R>) -> PrattParser<R> {
        self.level += 1;
        for (rule, affix) in level.rules {
            let operator = (rule, affix, self.level);
            match self.rules.binary_search_by_key(&rule, |known| known.0) {
                Ok(at) => self.rules[at] = operator,
                Err(at) => self.rules.insert(at, operator),
            }
        }
        self
    }

    /// Names the function of operands.
    pub fn map_primary<'i, T, F>(&self, primary: F) -> PrattParserMap<'_, 'i, R, T, F>
    where
        F: FnMut(Pair<'i, R>) -> T,
    {
        PrattParserMap {
            pratt: self,
            primary,
            prefix: None,
            postfix: None,
            infix: None,
            pairs: PhantomData,
        }
    }
}

/// Functions of a [`PrattParser`].
#[derive(Debug)]
pub struct PrattParserMap<
    'p,
    'i,
    R,
    T,
    F,
    Prefix = fn(Pair<'i, R>, T) -> T,
    Postfix = fn(T, Pair<'i, R>) -> T,
    Infix = fn(T, Pair<'i, R>, T) -> T,
> {
    pratt: &'p PrattParser<R>,
    primary: F,
    prefix: Option<Prefix>,
    postfix: Option<Postfix>,
    infix: Option<Infix>,
    pairs: PhantomData<fn(Pair<'i, R>) -> T>,
}

impl<'p, 'i, R, T, F, Prefix, Postfix, Infix>
    PrattParserMap<'p, 'i, R, T, F, Prefix, Postfix, Infix>
{
    /// Names the function of operators before their operand.
    pub fn map_prefix<X>(self, prefix: X) -> PrattParserMap<'p, 'i, R, T, F, X, Postfix, Infix>
    where
        X: FnMut(Pair<'i, R>, T) -> T,
    {
        let PrattParserMap { pratt, primary, postfix, infix, pairs, .. } = self;
        PrattParserMap { pratt, primary, prefix: Some(prefix), postfix, infix, pairs }
    }

    /// Names the function of operators behind their operand.
    pub fn map_postfix<X>(self, postfix: X) -> PrattParserMap<'p, 'i, R, T, F, Prefix, X, Infix>
    where
        X: FnMut(T, Pair<'i, R>) -> T,
    {
        let PrattParserMap { pratt, primary, prefix, infix, pairs, .. } = self;
        PrattParserMap { pratt, primary, prefix, postfix: Some(postfix), infix, pairs }
    }

    /// Names the function of operators between their operands.
    pub fn map_infix<X>(self, infix: X) -> PrattParserMap<'p, 'i, R, T, F, Prefix, Postfix, X>
    where
        X: FnMut(T, Pair<'i, R>, T) -> T,
    {
        let PrattParserMap { pratt, primary, prefix, postfix, pairs, .. } = self;
        PrattParserMap { pratt, primary, prefix, postfix, infix: Some(infix), pairs }
    }
}

impl<'i, R, T, F, Prefix, Postfix, Infix> PrattParserMap<'_, 'i, R, T, F, Prefix, Postfix, Infix>
where
    R: RuleName,
    F: FnMut(Pair<'i, R>) -> T,
    Prefix: FnMut(Pair<'i, R>, T) -> T,
    Postfix: FnMut(T, Pair<'i, R>) -> T,
    Infix: FnMut(T, Pair<'i, R>, T) -> T,
{
    /// Reads pairs as one expression.
    ///
    /// # Panics
    /// If the pairs are not an expression, with the message of [`PrattParserMap::try_parse`]'s
    /// error.
    pub fn parse(&mut self, pairs: impl IntoIterator<Item = Pair<'i, R>>) -> T {
        self.try_parse(pairs).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads pairs as one expression.
    ///
    /// # Errors
    /// [`OperatorError`] for pairs that are not an expression, for an operator without a function,
    /// and for more open operators than [`PrattParser::with_depth`] allows.
    pub fn try_parse(
        &mut self,
        pairs: impl IntoIterator<Item = Pair<'i, R>>,
    ) -> Result<T, OperatorError<Pair<'i, R>>> {
        let PrattParserMap { pratt, primary, prefix, postfix, infix, .. } = self;
        let operator = |pair: &Pair<'i, R>| {
            let at = pratt.rules.binary_search_by_key(&pair.as_rule(), |known| known.0);
            at.ok().map(|at| (pratt.rules[at].1, pratt.rules[at].2))
        };
        operate(pairs, operator, pratt.depth, |step| {
            Ok(match step {
                Operation::Primary(pair) => primary(pair),
                Operation::Prefix(pair, operand) => match prefix {
                    Some(prefix) => prefix(pair, operand),
                    None => return Err(OperatorError::Unmapped(pair)),
                },
                Operation::Postfix(operand, pair) => match postfix {
                    Some(postfix) => postfix(operand, pair),
                    None => return Err(OperatorError::Unmapped(pair)),
                },
                Operation::Infix(left, pair, right) => match infix {
                    Some(infix) => infix(left, pair, right),
                    None => return Err(OperatorError::Unmapped(pair)),
                },
            })
        })
    }
}
