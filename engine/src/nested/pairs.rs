//! Trees by the names that pest's users know, so that code for pest's pairs reads them.

use core::fmt;

use super::tree::{Node, Nodes, Tree};

/// An enumeration of rules. [`nested_rules`](crate::nested_rules) declares one.
pub trait RuleName: Copy {
    /// Returns the rule of a name.
    fn of(name: &str) -> Option<Self>;
}

/// Declares an enumeration of rules, as pest derives it of a grammar.
///
/// ```
/// use urigram_engine::nested::RuleName;
/// urigram_engine::nested_rules! { pub enum Rule { value, array, EOI } }
/// assert_eq!(Rule::of("array"), Some(Rule::array));
/// assert_eq!(Rule::of("object"), None);
/// ```
#[macro_export]
macro_rules! nested_rules {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident { $($rule:ident),* $(,)? }) => {
        $(#[$attribute])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility enum $name {
            $(#[doc = concat!("The rule `", stringify!($rule), "`.")] $rule),*
        }

        impl $crate::nested::RuleName for $name {
            fn of(name: &str) -> Option<$name> {
                $(if name == stringify!($rule) {
                    return Some($name::$rule);
                })*
                None
            }
        }
    };
}

/// A node with its rule as a variant of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'t, R> {
    node: Node<'t>,
    rule: R,
}

/// Nodes beside each other, as [`Pair`]s, in order.
#[derive(Clone, Debug)]
pub struct Pairs<'t, R> {
    nodes: Nodes<'t>,
    rules: core::marker::PhantomData<R>,
}

/// The place of a [`Pair`] in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSpan<'t> {
    start: usize,
    text: &'t str,
}

impl Tree<'_, '_> {
    /// Returns the outermost nodes as pairs, or the name of a rule that the enumeration lacks.
    ///
    /// # Errors
    /// The name of a node's rule that is no variant of `R`.
    ///
    /// # Cost
    /// A comparison of names for each node and variant.
    pub fn pairs<R: RuleName>(&self) -> Result<Pairs<'_, R>, &str> {
        match self.all().find(|node| R::of(node.rule()).is_none()) {
            Some(node) => Err(node.rule()),
            None => Ok(Pairs { nodes: self.roots(), rules: core::marker::PhantomData }),
        }
    }
}

impl<'t, R: RuleName> Iterator for Pairs<'t, R> {
    type Item = Pair<'t, R>;

    fn next(&mut self) -> Option<Pair<'t, R>> {
        let node = self.nodes.next()?;
        // Every rule of the tree is a variant.
        Some(Pair { node, rule: R::of(node.rule())? })
    }
}

impl<'t, R: RuleName> Pair<'t, R> {
    /// Returns the rule.
    pub fn as_rule(&self) -> R {
        self.rule
    }

    /// Returns the text.
    pub fn as_str(&self) -> &'t str {
        self.node.text()
    }

    /// Returns the place in the input.
    pub fn as_span(&self) -> PairSpan<'t> {
        PairSpan { start: self.node.start(), text: self.node.text() }
    }

    /// Returns the pairs directly inside, in order.
    pub fn into_inner(self) -> Pairs<'t, R> {
        Pairs { nodes: self.node.children(), rules: core::marker::PhantomData }
    }

    /// Returns the line and the column of the start, each from 1, the column in characters. Takes
    /// time linear in the offset.
    pub fn line_col(&self) -> (usize, usize) {
        self.node.line_col()
    }
}

impl<'t> PairSpan<'t> {
    /// Returns the byte offset of the first byte.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte offset behind the last byte.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the text.
    pub fn as_str(&self) -> &'t str {
        self.text
    }
}

impl fmt::Display for PairSpan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
