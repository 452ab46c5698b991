//! The steps of an algorithm, reported as they are taken.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// One step that was taken.
///
/// ```
/// use urigram::{Grammar, Resolver};
///
/// let (_, steps) = Resolver::new(Grammar::Rfc1808).resolve_with_steps("http://a/b", "c");
/// let last = steps.last().unwrap();
/// assert_eq!((last.label, &*last.value), ("7", "http://a/c"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The step's label in the document: `"6 d)"`.
    pub label: &'static str,
    /// A description of the step, in our words.
    pub what: &'static str,
    /// The result of the step: the buffer, the component, the target.
    pub value: String,
}

impl Step {
    /// Makes a step.
    #[doc(hidden)]
    #[inline]
    pub const fn new(label: &'static str, what: &'static str, value: String) -> Step {
        Step { label, what, value }
    }
}

impl fmt::Display for Step {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}: {}", self.label, self.what, self.value)
    }
}

/// A receiver of steps. `()` takes none, and then nothing is formatted.
pub trait Trace {
    /// Takes one step; its value is formatted only where it is wanted.
    fn step(&mut self, label: &'static str, what: &'static str, value: fmt::Arguments<'_>);
}

impl Trace for () {
    #[inline(always)]
    fn step(&mut self, _: &'static str, _: &'static str, _: fmt::Arguments<'_>) {}
}

impl Trace for Vec<Step> {
    #[inline]
    fn step(&mut self, label: &'static str, what: &'static str, value: fmt::Arguments<'_>) {
        self.push(Step::new(label, what, value.to_string()));
    }
}
