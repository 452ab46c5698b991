//! Trees by the names that pest's users know, so that code for pest's pairs reads them.

mod json;

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::pair_span::{PairPosition, PairSpan, RuleName};
use super::pairs_error::{PairsError, PairsReason};
use super::tree::{Node, Nodes, Tree};
use super::{Error, Limits, Program};

/// Declares an enumeration of rules, as pest derives it of a grammar.
///
/// ```
/// use urigram_engine::nested::RuleName;
/// urigram_engine::nested_rules! { pub enum Rule { value, array, EOI } }
/// assert_eq!(Rule::of("array"), Some(Rule::array));
/// assert_eq!(Rule::of("object"), None);
/// assert_eq!(Rule::value.name(), "value");
///
/// // A keyword is written as pest's parsers have it.
/// urigram_engine::nested_rules! { pub enum Keyword { r#use, r#type } }
/// assert_eq!(Keyword::of("type"), Some(Keyword::r#type));
/// assert_eq!(Keyword::r#use.name(), "use");
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
                $(if name == $crate::nested::plain_name(stringify!($rule)) {
                    return Some($name::$rule);
                })*
                None
            }

            fn name(self) -> &'static str {
                match self {
                    $($name::$rule => $crate::nested::plain_name(stringify!($rule)),)*
                }
            }
        }
    };
}

/// Returns a name of Rust without the mark of one that is a keyword elsewhere.
#[doc(hidden)]
#[must_use]
pub fn plain_name(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// A parser by the rules of one grammar.
pub trait RuleParser<R: RuleName> {
    /// Matches a rule with the beginning of an input. A rule that has to match all of it ends with
    /// `EOI`.
    ///
    /// # Errors
    /// [`PairsError`] with the furthest failure, or with a limit.
    fn parse(rule: R, input: &str) -> Result<Pairs<'_, R>, PairsError<R>>;
}

/// A tree, and the rules of its nodes as variants of an enumeration.
#[derive(Debug)]
struct Shared<'i, R> {
    tree: Tree<'i, 'i>,
    /// The variant of each rule that has a node, by number.
    rules: Vec<Option<R>>,
    end: Option<R>,
}

impl<R: RuleName> Shared<'_, R> {
    fn rule(&self, node: Node<'_>) -> Option<R> {
        match node.rule_number() {
            Some(number) => self.rules.get(number).copied().flatten(),
            None => self.end,
        }
    }
}

/// A node with its rule as a variant of an enumeration. Copies share the tree.
#[derive(Clone, Debug)]
pub struct Pair<'i, R> {
    shared: Rc<Shared<'i, R>>,
    index: u32,
    rule: R,
}

/// Nodes beside each other, as [`Pair`]s, in order.
#[derive(Clone, Debug)]
pub struct Pairs<'i, R> {
    shared: Rc<Shared<'i, R>>,
    next: u32,
    end: u32,
    /// The numbers of the pairs, once one was taken from the end.
    starts: Option<Vec<u32>>,
}

/// Nodes with those inside them, as [`Pair`]s, each before those inside it.
#[derive(Clone, Debug)]
pub struct FlatPairs<'i, R> {
    shared: Rc<Shared<'i, R>>,
    next: u32,
    end: u32,
}

impl<'i> Tree<'i, 'i> {
    /// Returns the outermost nodes as pairs, which own the tree.
    ///
    /// # Errors
    /// The tree, if a node's rule is not a variant of `R`.
    ///
    /// # Cost
    /// A look at each node, and a comparison of names for each variant and each rule that has a
    /// node.
    pub fn pairs<R: RuleName>(self) -> Result<Pairs<'i, R>, Self> {
        let (mut rules, mut end): (Vec<Option<R>>, _) = (Vec::new(), None);
        let is_known = self.all().all(|node| {
            let place = match node.rule_number() {
                Some(number) => {
                    rules.resize(rules.len().max(number + 1), None);
                    &mut rules[number]
                }
                None => &mut end,
            };
            *place = place.or_else(|| R::of(node.rule()));
            place.is_some()
        });
        if !is_known {
            return Err(self);
        }
        let end_of_all = self.len() as u32;
        Ok(Pairs {
            shared: Rc::new(Shared { tree: self, rules, end }),
            next: 0,
            end: end_of_all,
            starts: None,
        })
    }
}

impl Program {
    /// Matches a rule with the beginning of an input, as pest's parsers do.
    ///
    /// # Errors
    /// [`PairsError`] with the furthest failure, or with a limit.
    pub fn pairs<'i, R: RuleName>(
        &'i self,
        rule: R,
        input: &'i str,
    ) -> Result<Pairs<'i, R>, PairsError<R>> {
        let tree = self.parse_prefix(rule.name(), input, Limits::for_length(input.len()));
        let pairs = tree.and_then(|tree| tree.pairs().map_err(|_| Error::UnknownRule));
        pairs.map_err(|error| {
            let at = match &error {
                Error::Rejected { offset, .. } => *offset,
                Error::Limit { .. } | Error::UnknownRule => 0,
            };
            let variant = PairsReason::ParsingError { rule, error: Box::new(error) };
            PairsError::new_from_pos(variant, PairPosition { input, at })
        })
    }
}

impl<'i, R: RuleName> Pairs<'i, R> {
    /// Returns a list of one pair.
    pub fn single(pair: Pair<'i, R>) -> Pairs<'i, R> {
        let (next, end) = pair.node().place();
        Pairs { shared: pair.shared, next, end, starts: None }
    }

    /// Returns the input.
    pub fn get_input(&self) -> &'i str {
        self.shared.tree.input
    }

    /// Returns the texts of the pairs as one, without what is between them.
    pub fn concat(&self) -> String {
        self.clone().map(|pair| pair.as_str()).collect()
    }

    /// Returns the next pair, and leaves it there.
    pub fn peek(&self) -> Option<Pair<'i, R>> {
        self.clone().next()
    }

    /// Returns the number of pairs, those inside them not counted. Takes time linear in it.
    pub fn len(&self) -> usize {
        Nodes::between(&self.shared.tree, self.next, self.end).count()
    }

    /// Returns true if there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.next >= self.end
    }

    /// Returns all pairs in the order of the text, each before those inside it.
    pub fn flatten(self) -> FlatPairs<'i, R> {
        FlatPairs { shared: self.shared, next: self.next, end: self.end }
    }

    /// Returns the text from the first pair to the last one.
    pub fn as_str(&self) -> &'i str {
        let spans = self.clone().map(|pair| (pair.as_span().start(), pair.as_span().end()));
        let whole = spans.reduce(|first, last| (first.0, last.1));
        whole.and_then(|(start, end)| self.shared.tree.input.get(start..end)).unwrap_or("")
    }
}

impl<'i, R: RuleName> Iterator for Pairs<'i, R> {
    type Item = Pair<'i, R>;

    fn next(&mut self) -> Option<Pair<'i, R>> {
        let mut nodes = Nodes::between(&self.shared.tree, self.next, self.end);
        let node = nodes.next()?;
        let (index, after) = node.place();
        // Every rule of the tree is a variant.
        let rule = self.shared.rule(node)?;
        self.next = after;
        Some(Pair { shared: Rc::clone(&self.shared), index, rule })
    }
}

/// The first call looks at each pair once, because a node knows only the one behind it.
impl<R: RuleName> DoubleEndedIterator for Pairs<'_, R> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.starts.is_none() {
            let nodes = Nodes::between(&self.shared.tree, self.next, self.end);
            self.starts = Some(nodes.map(|node| node.place().0).collect());
        }
        let index = self.starts.as_mut()?.pop().filter(|&index| index >= self.next)?;
        self.end = index;
        let rule = self.shared.rule(Node::at(&self.shared.tree, index))?;
        Some(Pair { shared: Rc::clone(&self.shared), index, rule })
    }
}

impl<'i, R: RuleName> Iterator for FlatPairs<'i, R> {
    type Item = Pair<'i, R>;

    fn next(&mut self) -> Option<Pair<'i, R>> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next += 1;
        let rule = self.shared.rule(Node::at(&self.shared.tree, index))?;
        Some(Pair { shared: Rc::clone(&self.shared), index, rule })
    }
}

impl<'i, R: RuleName> Pair<'i, R> {
    fn node(&self) -> Node<'_> {
        Node::at(&self.shared.tree, self.index)
    }

    /// Returns the rule.
    pub fn as_rule(&self) -> R {
        self.rule
    }

    /// Returns the text.
    pub fn as_str(&self) -> &'i str {
        let node = self.node();
        self.shared.tree.input.get(node.start()..node.end()).unwrap_or("")
    }

    /// Returns the input.
    pub fn get_input(&self) -> &'i str {
        self.shared.tree.input
    }

    /// Returns the place in the input.
    pub fn as_span(&self) -> PairSpan<'i> {
        let (input, node) = (self.shared.tree.input, self.node());
        PairSpan { input, start: node.start(), end: node.end() }
    }

    /// Returns the place in the input.
    #[deprecated(note = "as in pest: `as_span` has the place")]
    pub fn into_span(self) -> PairSpan<'i> {
        self.as_span()
    }

    /// Returns the pairs directly inside, in order.
    pub fn into_inner(self) -> Pairs<'i, R> {
        let (index, after) = self.node().place();
        Pairs { shared: self.shared, next: index + 1, end: after, starts: None }
    }

    /// Returns the line and the column of the start, each from 1, the column in characters. Takes
    /// time linear in the offset.
    pub fn line_col(&self) -> (usize, usize) {
        self.node().line_col()
    }
}

/// Pairs are equal if they are one node of one tree.
impl<R> PartialEq for Pair<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shared, &other.shared) && self.index == other.index
    }
}

impl<R> Eq for Pair<'_, R> {}

impl<R> Hash for Pair<'_, R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.shared), self.index).hash(state);
    }
}

/// Lists of pairs are equal if they are the same part of one tree.
impl<R> PartialEq for Pairs<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shared, &other.shared) && (self.next, self.end) == (other.next, other.end)
    }
}

impl<R> Eq for Pairs<'_, R> {}

impl<R> Hash for Pairs<'_, R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Rc::as_ptr(&self.shared), self.next, self.end).hash(state);
    }
}

/// The beginning or the end of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PairToken<'i, R> {
    /// A pair begins.
    Start {
        /// Its rule.
        rule: R,
        /// The place of its first byte.
        pos: PairPosition<'i>,
    },
    /// A pair ends.
    End {
        /// Its rule.
        rule: R,
        /// The place behind its last byte.
        pos: PairPosition<'i>,
    },
}

/// The beginnings and ends of pairs, in the order of the text.
#[derive(Clone, Debug)]
pub struct PairTokens<'i, R> {
    shared: Rc<Shared<'i, R>>,
    next: u32,
    end: u32,
    /// The pairs that have begun and not ended.
    open: Vec<u32>,
}

impl<'i, R: RuleName> Iterator for PairTokens<'i, R> {
    type Item = PairToken<'i, R>;

    fn next(&mut self) -> Option<PairToken<'i, R>> {
        let (tree, next) = (&self.shared.tree, self.next);
        let ends = |&mut index: &mut u32| Node::at(tree, index).place().1 <= next;
        if let Some(index) = self.open.pop_if(ends) {
            let node = Node::at(tree, index);
            let pos = PairPosition { input: tree.input, at: node.end() };
            return Some(PairToken::End { rule: self.shared.rule(node)?, pos });
        }
        if next >= self.end {
            return None;
        }
        self.next += 1;
        self.open.push(next);
        let node = Node::at(tree, next);
        let pos = PairPosition { input: tree.input, at: node.start() };
        Some(PairToken::Start { rule: self.shared.rule(node)?, pos })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = 2 * self.end.saturating_sub(self.next) as usize + self.open.len();
        (left, Some(left))
    }
}

impl<R: RuleName> ExactSizeIterator for PairTokens<'_, R> {}

impl<'i, R: RuleName> Pairs<'i, R> {
    /// Returns where the pairs and those inside them begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        PairTokens { shared: self.shared, next: self.next, end: self.end, open: Vec::new() }
    }
}

impl<'i, R: RuleName> FlatPairs<'i, R> {
    /// Returns where the pairs begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        PairTokens { shared: self.shared, next: self.next, end: self.end, open: Vec::new() }
    }
}

impl<'i, R: RuleName> Pair<'i, R> {
    /// Returns where the pair and those inside it begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        Pairs::single(self).tokens()
    }
}

/// The text; with `#`, the rules and places of the pair and those inside it.
impl<R: RuleName> fmt::Display for Pair<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(self.as_str());
        }
        let (tree, (index, after)) = (&self.shared.tree, self.node().place());
        let mut open: Vec<u32> = Vec::new();
        for next in index..after {
            let node = Node::at(tree, next);
            let is_first = open.last().is_none_or(|&above| above + 1 == next);
            let Some(rule) = self.shared.rule(node) else { continue };
            let before = if is_first { "" } else { ", " };
            write!(f, "{before}{rule:?}({}, {}", node.start(), node.end())?;
            if node.place().1 > next + 1 {
                f.write_str(", [")?;
                open.push(next);
                continue;
            }
            f.write_str(")")?;
            let ends = |&mut above: &mut u32| Node::at(tree, above).place().1 == next + 1;
            while open.pop_if(ends).is_some() {
                f.write_str("])")?;
            }
        }
        Ok(())
    }
}

/// A list of the pairs, each as it is written alone.
impl<R: RuleName> fmt::Display for Pairs<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, pair) in self.clone().enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            fmt::Display::fmt(&pair, f)?;
        }
        f.write_str("]")
    }
}
