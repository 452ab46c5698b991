//! Expressions with a type for each operator, of generated packages.

use super::operators::{operate, Affix, Operation, OperatorError};
use super::tree::{Node, Nodes};
use super::{Error, Limits};

/// Reads the nodes of a rule whose matches are expressions, as the generator has checked.
///
/// # Errors
/// [`Error::Limit`] if too many operators wait for operands.
#[doc(hidden)]
pub fn read_expression<'t, T>(
    nodes: Nodes<'t>,
    operator: fn(usize) -> Option<(Affix, u32)>,
    mut step: impl FnMut(Operation<Node<'t>, T>) -> Option<T>,
) -> Result<T, Error> {
    let operator = |node: &Node<'t>| operator(node.rule_number()?);
    let most = Limits::for_length(0).frames;
    let read = operate(nodes, operator, most, |found| step(found).ok_or(OperatorError::NoOperand));
    read.map_err(|error| match error {
        OperatorError::Limit => Error::Limit { what: "operators without operands" },
        _ => unreachable!("each match of the rule is an expression"),
    })
}

/// Declares the expressions of a rule whose matches have operators inside. Generated packages call
/// this.
///
/// For `sum = { term ~ (plus ~ term)* }` with `plus` to the left, the type `Sum` gets a method
/// `fold`, which takes a function of `SumOperation::Term(_)` and `SumOperation::Plus(_, _, _)`, and
/// a method `operations`, which returns the expression as a tree of the same variants.
#[doc(hidden)]
#[macro_export]
macro_rules! nested_operators {
    (
        $node:ident = $operation:ident, $operations:ident, $operand:ident {
            $(primary $primary:ident;)*
            $(prefix $prefix:ident($prefix_rule:pat), $prefix_level:literal;)*
            $(postfix $postfix:ident($postfix_rule:pat), $postfix_level:literal;)*
            $(infix $infix:ident($infix_rule:pat), $infix_level:literal, $affix:ident;)*
        }
    ) => {
        #[doc = concat!("An operand of [`", stringify!($node), "`], or an operator with what its")]
        #[doc = "operands have become."]
        #[derive(Clone, Copy, Debug)]
        pub enum $operation<'t, T> {
            $(#[doc = concat!("An operand [`", stringify!($primary), "`].")]
            $primary($primary<'t>),)*
            $(#[doc = concat!("The prefix [`", stringify!($prefix), "`] of an operand.")]
            $prefix($prefix<'t>, T),)*
            $(#[doc = concat!("An operand with the postfix [`", stringify!($postfix), "`].")]
            $postfix(T, $postfix<'t>),)*
            $(#[doc = concat!("Two operands with [`", stringify!($infix), "`] between them.")]
            $infix(T, $infix<'t>, T),)*
        }

        impl<'t, T> $operation<'t, T> {
            /// Changes the operands.
            #[allow(unused_mut, unused_variables)]
            pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> $operation<'t, U> {
                match self {
                    $($operation::$primary(node) => $operation::$primary(node),)*
                    $($operation::$prefix(node, right) => {
                        $operation::$prefix(node, change(right))
                    })*
                    $($operation::$postfix(left, node) => {
                        $operation::$postfix(change(left), node)
                    })*
                    $($operation::$infix(left, node, right) => {
                        let left = change(left);
                        $operation::$infix(left, node, change(right))
                    })*
                }
            }
        }

        impl<'t> $node<'t> {
            /// Reads the expression by the precedence of its operators. Calls a function for each
            /// operand and each operator, for operands first.
            ///
            /// # Errors
            /// [`Error`]($crate::nested::Error) if too many operators wait for operands.
            pub fn fold<T>(
                &self,
                mut step: impl FnMut($operation<'t, T>) -> T,
            ) -> Result<T, $crate::nested::Error> {
                use $crate::nested::{Affix, Operation};
                let operator = |rule: usize| match rule {
                    $($prefix_rule => Some((Affix::Prefix, $prefix_level)),)*
                    $($postfix_rule => Some((Affix::Postfix, $postfix_level)),)*
                    $($infix_rule => Some((Affix::$affix, $infix_level)),)*
                    _ => None,
                };
                $crate::nested::read_expression(self.nodes(), operator, |found| {
                    let typed: Option<$operation<'t, T>> = match found {
                        Operation::Primary(node) => {
                            None$(.or_else(|| $primary::of(node).map($operation::$primary)))*
                        }
                        Operation::Prefix(node, _right) => match node.rule_number() {
                            $(Some($prefix_rule) => {
                                $prefix::of(node).map(|node| $operation::$prefix(node, _right))
                            })*
                            _ => None,
                        },
                        Operation::Postfix(_left, node) => match node.rule_number() {
                            $(Some($postfix_rule) => {
                                $postfix::of(node).map(|node| $operation::$postfix(_left, node))
                            })*
                            _ => None,
                        },
                        Operation::Infix(_left, node, _right) => match node.rule_number() {
                            $(Some($infix_rule) => $infix::of(node)
                                .map(|node| $operation::$infix(_left, node, _right)),)*
                            _ => None,
                        },
                    };
                    typed.map(&mut step)
                })
            }

            /// Returns the expression as a tree, flat, by the precedence of its operators.
            ///
            /// # Errors
            /// [`Error`]($crate::nested::Error) if too many operators wait for operands.
            pub fn operations(&self) -> Result<$operations<'t>, $crate::nested::Error> {
                let mut all = $crate::__alloc::vec::Vec::new();
                self.fold(|operation| {
                    all.push(operation);
                    all.len() - 1
                })?;
                Ok($operations(all))
            }
        }

        #[doc = concat!("The expression of [`", stringify!($node), "`] as a tree.")]
        #[derive(Clone, Debug)]
        pub struct $operations<'t>($crate::__alloc::vec::Vec<$operation<'t, usize>>);

        impl<'t> $operations<'t> {
            /// Returns the whole expression.
            pub fn root(&self) -> $operand<'_, 't> {
                $operand { all: &self.0, at: self.0.len() - 1 }
            }
        }

        #[doc = concat!("A part of the expression of [`", stringify!($node), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $operand<'o, 't> {
            all: &'o [$operation<'t, usize>],
            at: usize,
        }

        impl<'o, 't> $operand<'o, 't> {
            /// Returns the operand, or the operator with its operands.
            pub fn operation(&self) -> $operation<'t, $operand<'o, 't>> {
                let all = self.all;
                all[self.at].map(|at| $operand { all, at })
            }
        }
    };
}
