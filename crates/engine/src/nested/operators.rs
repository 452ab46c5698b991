//! Operators with precedence: nodes in the order of the text become an expression.
//!
//! A node that is not an operator is an operand. Each operator has a level, and those of higher
//! levels bind tighter. With `+` at level 1, `*` at level 2, `^` at level 3 and to the right, and a
//! prefix `-` at level 4, the nodes of `1+2*-3^4` are read so:
//!
//! ```text
//! node  open operators     operand
//! 1                        1
//! +     1+
//! 2     1+                 2
//! *     1+ 2*              since * binds tighter than +, the 2 is its operand
//! -     1+ 2* -
//! 3     1+ 2* -            3
//! ^     1+ 2* (-3)^        since - binds tighter than ^, it is closed first
//! 4     1+ 2* (-3)^        4
//! end                      1+(2*((-3)^4)), closed from the right
//! ```
//!
//! Open operators are on a list, so no chain of operators exhausts the stack of the process.

use alloc::vec::Vec;
use core::fmt;

/// The place of an operator beside its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affix {
    /// Before its operand.
    Prefix,
    /// Behind its operand.
    Postfix,
    /// Between its operands; of equal operators the first one binds tighter.
    Left,
    /// Between its operands; of equal operators the last one binds tighter.
    Right,
}

/// One step of an expression: an operand, or an operator with what its operands have become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation<N, T> {
    /// An operand.
    Primary(N),
    /// An operator before its operand.
    Prefix(N, T),
    /// An operator behind its operand.
    Postfix(T, N),
    /// An operator between its operands.
    Infix(T, N, T),
}

/// A reason why nodes are not an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperatorError<N> {
    /// An operator where an operand has to be, or the reverse.
    Misplaced(N),
    /// The nodes end where an operand has to be.
    NoOperand,
    /// A limit was hit: too many operators wait for their operands.
    Limit,
}

impl<N: fmt::Display> fmt::Display for OperatorError<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperatorError::Misplaced(node) => write!(f, "{node:#} cannot be here"),
            OperatorError::NoOperand => f.write_str("an operand is missing at the end"),
            OperatorError::Limit => f.write_str("not decided: too many operators are open"),
        }
    }
}

impl<N: fmt::Debug + fmt::Display> core::error::Error for OperatorError<N> {}

/// An operator whose right operand is not complete.
struct Open<N, T> {
    node: N,
    /// Operators of a power up to this one end the operand. Each level has two powers.
    power: u64,
    /// The operand on the left; `None` for a prefix.
    left: Option<T>,
}

/// Reads nodes as one expression. `operator` gives the place and the level of a node that is an
/// operator. `step` is called for each operand and each operator, for
/// operands first.
///
/// ```
/// use urigram_engine::nested::{operate, Affix, Operation};
///
/// let level = |c: &char| match c {
///     '+' => Some((Affix::Left, 1)),
///     '*' => Some((Affix::Left, 2)),
///     _ => None,
/// };
/// let shown = operate("1+2*3".chars(), level, 10, |step| {
///     Ok(match step {
///         Operation::Infix(left, c, right) => format!("({left}{c}{right})"),
///         Operation::Primary(c) => c.to_string(),
///         Operation::Prefix(..) | Operation::Postfix(..) => unreachable!("no such operators"),
///     })
/// });
/// assert_eq!(shown.unwrap(), "(1+(2*3))");
/// ```
///
/// # Errors
/// [`OperatorError`] for nodes that are not an expression, if more than `most` operators wait for
/// operands, and those of `step`.
pub fn operate<N, T>(
    nodes: impl IntoIterator<Item = N>,
    operator: impl Fn(&N) -> Option<(Affix, u32)>,
    most: usize,
    mut step: impl FnMut(Operation<N, T>) -> Result<T, OperatorError<N>>,
) -> Result<T, OperatorError<N>> {
    let mut open: Vec<Open<N, T>> = Vec::new();
    let mut operand: Option<T> = None;
    for node in nodes {
        let Some(mut value) = operand.take() else {
            match operator(&node) {
                None => operand = Some(step(Operation::Primary(node))?),
                Some((Affix::Prefix, level)) => {
                    push(&mut open, Open { node, power: 2 * u64::from(level), left: None }, most)?;
                }
                Some(_) => return Err(OperatorError::Misplaced(node)),
            }
            continue;
        };
        let Some((affix, level)) = operator(&node).filter(|(affix, _)| *affix != Affix::Prefix)
        else {
            return Err(OperatorError::Misplaced(node));
        };
        let power = 2 * u64::from(level) + 1;
        while let Some(last) = open.pop_if(|last| last.power >= power) {
            value = close(last, value, &mut step)?;
        }
        if affix == Affix::Postfix {
            operand = Some(step(Operation::Postfix(value, node))?);
        } else {
            let power = power - u64::from(affix == Affix::Right);
            push(&mut open, Open { node, power, left: Some(value) }, most)?;
        }
    }
    let mut value = operand.ok_or(OperatorError::NoOperand)?;
    while let Some(last) = open.pop() {
        value = close(last, value, &mut step)?;
    }
    Ok(value)
}

fn push<N, T>(
    open: &mut Vec<Open<N, T>>,
    operator: Open<N, T>,
    most: usize,
) -> Result<(), OperatorError<N>> {
    if open.len() >= most {
        return Err(OperatorError::Limit);
    }
    open.push(operator);
    Ok(())
}

/// Gives an open operator its right operand.
fn close<N, T>(
    open: Open<N, T>,
    right: T,
    step: &mut impl FnMut(Operation<N, T>) -> Result<T, OperatorError<N>>,
) -> Result<T, OperatorError<N>> {
    step(match open.left {
        Some(left) => Operation::Infix(left, open.node, right),
        None => Operation::Prefix(open.node, right),
    })
}

#[cfg(test)]
mod tests {
    use super::{operate, Affix, Operation};
    use alloc::format;

    /// The lowest and the highest levels there are.
    #[test]
    fn levels_are_any_numbers() {
        let level = |c: &char| match c {
            '-' => Some((Affix::Prefix, 0)),
            '^' => Some((Affix::Right, u32::MAX)),
            '+' => Some((Affix::Left, u32::MAX - 1)),
            '!' => Some((Affix::Postfix, 0)),
            _ => None,
        };
        let shown = operate("-a^b^c+d!".chars(), level, 10, |step| {
            Ok(match step {
                Operation::Primary(c) => format!("{c}"),
                Operation::Prefix(c, right) => format!("({c}{right})"),
                Operation::Postfix(left, c) => format!("({left}{c})"),
                Operation::Infix(left, c, right) => format!("({left}{c}{right})"),
            })
        });
        assert_eq!(shown.unwrap(), "(-(((a^(b^c))+d)!))");
    }
}
