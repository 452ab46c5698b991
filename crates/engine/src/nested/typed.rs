//! Trees with a type for each rule, and the macros that generated packages call.
//!
//! A type holds a node; its methods look for the nodes inside when they are asked. For the rules
//! of an array of JSON, the types are
//!
//! ```text
//! array = { "[" ~ (value ~ ("," ~ value)*)? ~ "]" }    Array: value(), an iterator of Value
//! value = { array | number }                           Value::Array(_) or Value::Number(_)
//! number = @{ '0'..'9'+ }                              Number: text()
//! ```

use core::marker::PhantomData;

use super::program::Program;
use super::pushdown::Pushdown;
use super::tree::{Node, Nodes, Tree};
use super::{Error, Limits};

/// The nodes of a rule's match, and its text.
#[derive(Clone, Copy, Debug)]
pub struct Inside<'t> {
    nodes: Nodes<'t>,
    text: &'t str,
    start: usize,
}

impl<'t> Inside<'t> {
    /// Returns what is inside a node.
    pub fn node(node: Node<'t>) -> Inside<'t> {
        Inside { nodes: node.children(), text: node.text(), start: node.start() }
    }

    /// Returns what is inside a match whose rule leaves no node: the outermost nodes.
    pub fn tree(tree: &'t Tree<'_, '_>) -> Inside<'t> {
        Inside { nodes: tree.roots(), text: tree.input(), start: 0 }
    }

    /// Returns the nodes, in order.
    pub fn nodes(&self) -> Nodes<'t> {
        self.nodes
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the byte offset of the first byte in the input.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte offset behind the last byte in the input.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Returns the first node that is one of a type.
    pub fn first<T>(&self, of: fn(Node<'t>) -> Option<T>) -> Option<T> {
        let mut nodes = self.nodes;
        nodes.find_map(of)
    }

    /// Returns the nodes that are of a type, in order.
    pub fn each<T>(&self, of: fn(Node<'t>) -> Option<T>) -> Each<'t, T> {
        Each { nodes: self.nodes, of, of_type: PhantomData }
    }
}

/// The nodes of one type inside a match, in order.
#[derive(Clone, Debug)]
pub struct Each<'t, T> {
    nodes: Nodes<'t>,
    of: fn(Node<'t>) -> Option<T>,
    of_type: PhantomData<T>,
}

impl<T> Iterator for Each<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.nodes.find_map(self.of)
    }
}

/// Checks a text of a generated package, by its automaton with a stack where it has one.
///
/// # Errors
/// The errors of [`Pushdown::check`], with the words and the open rules of the program, or those of
/// [`Program::parse`].
#[doc(hidden)]
pub fn check_text<const N: usize>(
    program: &Program,
    rule: &str,
    pushdown: [&Pushdown; N],
    text: &str,
    limits: Limits,
) -> Result<(), Error> {
    let [pushdown, ..] = &pushdown[..] else {
        return program.parse(rule, text, limits).map(drop);
    };
    let mut rejected = None;
    if pushdown.has_all_readings() {
        // They take longer than the program, and so are asked for the error only.
        match program.parse(rule, text, limits) {
            Err(error @ Error::Rejected { .. }) => rejected = Some(error),
            decided => return decided.map(drop),
        }
    }
    let mut checked = pushdown.check(text.as_bytes(), limits);
    if let (Err(Error::Limit { .. }), Some(rejected)) = (&checked, rejected) {
        return Err(rejected);
    }
    if let Err(Error::Rejected { offset, expected, bytes, open, .. }) = &mut checked {
        let prefix = text.get(..*offset).unwrap_or(text);
        (*expected, *open) = program.words_at(rule, prefix, bytes.as_ref(), limits);
    }
    checked
}

/// Declares a type for each rule that leaves a node. Generated packages call this.
///
/// The types are made of trees of the package's own grammar only. So a part that each match of a
/// rule has is there, and rules have the numbers of the package's program.
#[doc(hidden)]
#[macro_export]
macro_rules! nested_node {
    ($(#[$doc:meta])* enum $name:ident($rule:pat) {
        $($variant:ident)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name<'t> {
            $(#[doc = concat!("A node [`", stringify!($variant), "`].")] $variant($variant<'t>),)*
        }

        impl<'t> $name<'t> {
            #[allow(dead_code)]
            pub(crate) fn of(node: $crate::nested::Node<'t>) -> Option<Self> {
                matches!(node.rule_number(), Some($rule))
                    .then(|| Self::inside(&$crate::nested::Inside::node(node)))?
            }

            #[allow(dead_code)]
            pub(crate) fn inside(inside: &$crate::nested::Inside<'t>) -> Option<Self> {
                $(if let Some(found) = inside.first($variant::of) {
                    return Some($name::$variant(found));
                })*
                None
            }

            /// Returns the text.
            pub fn text(&self) -> &'t str {
                match self {
                    $($name::$variant(node) => node.text(),)*
                }
            }
        }
    };
    ($(#[$doc:meta])* struct $name:ident($rule:pat) {
        $($(#[$part_doc:meta])* $part:ident: $many:ident $type:ident;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'t>($crate::nested::Inside<'t>);

        impl<'t> $name<'t> {
            #[allow(dead_code)]
            pub(crate) fn of(node: $crate::nested::Node<'t>) -> Option<Self> {
                matches!(node.rule_number(), Some($rule))
                    .then(|| $name($crate::nested::Inside::node(node)))
            }

            #[allow(dead_code)]
            pub(crate) fn inside(inside: &$crate::nested::Inside<'t>) -> Option<Self> {
                Some($name(*inside))
            }

            /// Returns the text.
            pub fn text(&self) -> &'t str {
                self.0.text()
            }

            /// Returns the byte offset of the first byte in the input.
            pub fn start(&self) -> usize {
                self.0.start()
            }

            /// Returns the byte offset behind the last byte in the input.
            pub fn end(&self) -> usize {
                self.0.end()
            }

            /// Returns the nodes inside, of every rule, in order.
            pub fn nodes(&self) -> $crate::nested::Nodes<'t> {
                self.0.nodes()
            }

            $($crate::nested_part! { $(#[$part_doc])* $part: $many $type })*
        }
    };
}

/// Declares the method of one part of a type.
#[doc(hidden)]
#[macro_export]
macro_rules! nested_part {
    ($(#[$doc:meta])* $part:ident: one $type:ident) => {
        $(#[$doc])*
        pub fn $part(&self) -> $type<'t> {
            match self.0.first($type::of) {
                Some(part) => part,
                None => unreachable!("each match of the rule has this part"),
            }
        }
    };
    ($(#[$doc:meta])* $part:ident: optional $type:ident) => {
        $(#[$doc])*
        pub fn $part(&self) -> Option<$type<'t>> {
            self.0.first($type::of)
        }
    };
    ($(#[$doc:meta])* $part:ident: many $type:ident) => {
        $(#[$doc])*
        pub fn $part(&self) -> $crate::nested::Each<'t, $type<'t>> {
            self.0.each($type::of)
        }
    };
    ($(#[$doc:meta])* $part:ident: value $type:ident) => {
        $(#[$doc])*
        pub fn $part(&self) -> Result<$type, <$type as ::core::str::FromStr>::Err> {
            self.0.text().parse()
        }
    };
}

/// Declares the texts of a recursive rule, and the trees of such texts. Generated packages call
/// this. The matcher is an automaton with a stack, where one is shown.
#[doc(hidden)]
#[macro_export]
macro_rules! nested_text {
    (
        $(#[$doc:meta])*
        $name:ident = $rule:literal, $what:literal, $root:ident, $is_node:literal, $program:path
        $(, $pushdown:path)?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<'a>(&'a str);

        impl<'a> $name<'a> {
            /// Checks a text.
            ///
            /// # Errors
            /// [`Error`]($crate::nested::Error) with the place where the text is wrong, or with the
            /// limit that it hits.
            pub fn parse(text: &'a str) -> Result<Self, $crate::nested::Error> {
                let limits = $crate::nested::Limits::for_length(text.len());
                $crate::nested::check_text(&$program(), $rule, [$(&$pushdown)?], text, limits)?;
                Ok($name(text))
            }

            $(
            /// Checks a literal while compiling.
            ///
            /// # Panics
            /// If the text is wrong, or too large for a constant.
            pub const fn literal(text: &'a str) -> Self {
                match $pushdown.accepts_in_constant(text) {
                    Some(true) => $name(text),
                    Some(false) => panic!(concat!("not ", $what, ": `parse` names the byte")),
                    None => panic!("too large to be checked while compiling: use `parse`"),
                }
            }
            )?

            /// Returns the text.
            pub fn as_str(&self) -> &'a str {
                self.0
            }

            /// Returns the tree.
            ///
            /// # Errors
            /// [`Error`]($crate::nested::Error) for a text with more nodes than the limit.
            pub fn tree(&self) -> Result<Parsed<'a>, $crate::nested::Error> {
                let limits = $crate::nested::Limits::for_length(self.0.len());
                Ok(Parsed($program().parse($rule, self.0, limits)?))
            }
        }

        impl ::core::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.0)
            }
        }

        impl ::core::convert::AsRef<str> for $name<'_> {
            fn as_ref(&self) -> &str {
                self.0
            }
        }

        impl<'a> ::core::convert::TryFrom<&'a str> for $name<'a> {
            type Error = $crate::nested::Error;

            fn try_from(text: &'a str) -> Result<Self, $crate::nested::Error> {
                $name::parse(text)
            }
        }

        #[doc = concat!("The tree of ", $what, ".")]
        #[derive(Clone, Debug)]
        pub struct Parsed<'a>($crate::nested::Tree<'static, 'a>);

        impl<'a> Parsed<'a> {
            /// Returns the nodes, flat, in the order of the text.
            pub fn tree(&self) -> &$crate::nested::Tree<'static, 'a> {
                &self.0
            }

            /// Returns the root with its type.
            pub fn root(&self) -> nodes::$root<'_> {
                let root = if $is_node {
                    self.0.roots().next().and_then(nodes::$root::of)
                } else {
                    nodes::$root::inside(&$crate::nested::Inside::tree(&self.0))
                };
                match root {
                    Some(root) => root,
                    None => unreachable!("each match of the rule leaves this node"),
                }
            }
        }
    };
}
