//! The result of comparing two identifiers or two citations.

use alloc::vec::Vec;

use urigram_grammars::Equivalence;

/// The result of a comparison.
///
/// ```
/// use urigram::normalization::Compared;
/// use urigram::{Grammar, Normalizer};
///
/// let normalizer = Normalizer::new(Grammar::Rfc3986);
/// let found = normalizer.equivalent("HTTP://a/", "http://a/")?;
/// let Compared::Equivalent { by } = found else { panic!() };
/// assert_eq!(by[0].section, "6.2.2.1");
/// # Ok::<(), urigram::errors::NormalizeError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Compared {
    /// The keys are equal.
    Equivalent {
        /// The equivalences that unite the two; none of them can be left out. Equal texts need
        /// none.
        by: Vec<&'static Equivalence>,
    },
    /// The keys differ. Different identifiers can still identify the same resource.
    Different,
    /// The document does not define equivalence, forbids comparing these two, or leaves open
    /// whether they are equivalent (RFC 5870, 3.4.4, on parameters that it does not define).
    Unsaid {
        /// The section that forbids the comparison.
        forbidden: Option<&'static str>,
    },
}

impl Compared {
    /// Returns true if the keys are equal.
    pub const fn is_equivalent(&self) -> bool {
        matches!(self, Compared::Equivalent { .. })
    }
}
