//! The task that an algorithm is given, and its result.

use alloc::string::String;

use crate::{Parts, Reading, Removed, Shape};

/// The treatment of `..` that are left when a reference climbs above the root (RFC 2396, 5.2 step 6
/// g).
///
/// ```
/// use urigram::resolution::ExcessParents;
/// use urigram::{Grammar, Resolver};
///
/// let resolver = Resolver::new(Grammar::Rfc2396).excess_parents(ExcessParents::Removed);
/// assert_eq!(resolver.resolve("http://a/b", "../../c")?.to_string(), "http://a/c");
/// # Ok::<(), urigram::ResolveError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExcessParents {
    /// They stay in the target's path.
    #[default]
    Kept,
    /// They are discarded.
    Removed,
    /// The reference is refused.
    Refused,
}

/// The rules for bases. Most algorithms only need base and reference to follow them; the URL
/// Standard's also splits by them and removes characters.
pub trait Rules {
    /// Splits a text; `None` where the rules reject it.
    fn split(&self, text: &str) -> Option<Parts>;

    /// Returns the way that a text splits.
    fn shape(&self) -> &'static Shape;

    /// Returns the characters that are removed before the rules apply.
    fn removed(&self) -> Option<&'static Removed>;
}

/// One task for an algorithm.
#[derive(Clone, Copy)]
pub struct Attempt<'a> {
    /// The base, which the document's grammar accepts; empty where it is unknown.
    pub base: &'a str,
    /// The reference, which the document's grammar accepts.
    pub reference: &'a str,
    /// The rules for bases.
    pub rules: &'a dyn Rules,
    /// The reading that base and reference were checked by.
    pub reading: Reading,
    /// Whether a reference with the base's own scheme is absolute.
    pub strict: bool,
    /// The treatment of `..` above the root.
    pub excess_parents: ExcessParents,
}

/// The result of an algorithm.
pub enum Outcome {
    /// The target.
    Target(Composed),
    /// The document that holds the reference, with the reference's fragment.
    CurrentDocument(Option<String>),
    /// Neither the base nor the reference has a scheme.
    NotAbsolute,
    /// The base is unsuitable for this reference: why.
    Unsuitable(&'static str),
    /// The reference climbs above the root, where that is refused.
    AboveRoot,
}

/// A target put together from its components.
pub struct Composed {
    /// The text.
    pub text: String,
    /// Whether the text splits into the components that it was put together from.
    pub intact: bool,
}

impl Composed {
    /// A text that splits into its components.
    pub fn intact(text: String) -> Composed {
        Composed { text, intact: true }
    }
}
