//! Resolution and its inverse on values. The result has the type of the base.

use alloc::boxed::Box;

use urigram_grammars::{Grammar, StartRule, SyntaxError};

use super::one_pass;
use super::{ResolveError, Resolver, Target};
use crate::value::pairs::iris_of;
use crate::value::{Checked, Owned};
use crate::{Iri, IriBuf, IriRef, IriRefBuf, Uri, UriBuf, UriRef, UriRefBuf};

/// Resolves by the algorithm of the base's document.
fn by_document(base: &Checked<'_>, reference: &Checked<'_>) -> Result<Owned, ResolveError> {
    let resolver = Resolver::new(base.grammar).reading(base.reading);
    match resolver.resolve(base.text, reference.text)? {
        Target::Iri(iri) => Ok(iri.0),
        Target::Reference(target) => Err(no_identifier(target.0)),
        Target::CurrentDocument { fragment } => Err(ResolveError::CurrentDocument { fragment }),
    }
}

/// Returns the error of a target that is not an identifier: with a fragment, by a document whose
/// identifiers cannot have one.
fn no_identifier(target: Owned) -> ResolveError {
    let Owned { text, grammar, reading, .. } = target;
    match StartRule::Absolute.table(grammar, reading).split(&text, reading) {
        Err(error) => ResolveError::NotAccepted { text, error: Box::new(error) },
        // Only a resolver that takes relative bases gives others.
        Ok(_) => ResolveError::BaseNotAbsolute { grammar, section: "" },
    }
}

/// Returns the shortest reference to the target, by the algorithm of the base's document.
fn relativize(base: &Checked<'_>, target: &str) -> Result<Owned, ResolveError> {
    let Checked { grammar, reading, .. } = *base;
    let text = Resolver::new(grammar).reading(reading).relativize(base.text, target)?;
    let refused = |error: SyntaxError| ResolveError::Reference(error.into());
    let parts = StartRule::Reference.table(grammar, reading).split(&text, reading);
    Ok(Owned { parts: parts.map_err(refused)?, text, grammar, reading })
}

impl Uri<'_> {
    /// Resolves a reference against this base, by the algorithm of the base's own grammar.
    ///
    /// For RFC 3986 in one pass with one allocation. [`Resolver`] has the documents' options and
    /// steps.
    ///
    /// ```
    /// use urigram::{Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let target = base.resolve(UriRef::parse("../g?y#s")?)?;
    /// assert_eq!(target, "http://a/b/g?y#s");
    /// assert_eq!(target.query(), Some("y"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Resolver::resolve`]. Under RFC 3986 only [`ResolveError::SplitOtherwise`]
    /// (`.//c` against `a:/b`) and [`ResolveError::TooLong`]; under other documents also
    /// [`ResolveError::CurrentDocument`] where the document gives no identifier, and
    /// [`ResolveError::NotAccepted`] for a target with a fragment where the document's identifiers
    /// cannot have one: there, [`Resolver`] gives a reference.
    #[doc(alias = "join")]
    pub fn resolve<'r>(&self, reference: impl Into<UriRef<'r>>) -> Result<UriBuf, ResolveError> {
        let reference = reference.into();
        let is_rfc3986 = |grammar| grammar == Grammar::Rfc3986;
        if is_rfc3986(self.grammar()) && is_rfc3986(reference.grammar()) {
            return one_pass::resolve(&self.0, &reference.0, Grammar::Rfc3986).map(UriBuf::of);
        }
        // The document's rules admit only US-ASCII, and the target is checked by them.
        by_document(&self.0, &reference.0).map(UriBuf::of)
    }

    /// Returns the shortest reference that resolves to `target` from this base, by the algorithm of
    /// the base's own grammar. Time and memory are linear in the lengths of both.
    ///
    /// ```
    /// use urigram::uri;
    ///
    /// assert_eq!(uri!("http://a/b/c/d").relativize(&uri!("http://a/b/g?y"))?, "../g?y");
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Resolver::relativize`], and [`ResolveError::Reference`] where the grammar
    /// has no rule for the reference.
    #[doc(alias = "make_relative")]
    pub fn relativize<'t>(&self, target: impl Into<Uri<'t>>) -> Result<UriRefBuf, ResolveError> {
        let target = target.into();
        relativize(&self.0, target.as_str()).map(UriRefBuf::of)
    }
}

impl Iri<'_> {
    /// Resolves a reference against this base, by the algorithm of the base's own grammar. A base
    /// by RFC 3986 resolves by RFC 3987, which has the same algorithm.
    ///
    /// For these two in one pass with one allocation.
    ///
    /// ```
    /// use urigram::{iri, iri_ref};
    ///
    /// let target = iri!("http://例え.jp/a/b").resolve(&iri_ref!("../rosé"))?;
    /// assert_eq!(target, "http://例え.jp/rosé");
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Uri::resolve`].
    pub fn resolve<'r>(&self, reference: impl Into<IriRef<'r>>) -> Result<IriBuf, ResolveError> {
        let reference = reference.into();
        let is_generic = |grammar| grammar == Grammar::Rfc3987 || grammar == Grammar::Rfc3986;
        if is_generic(self.grammar()) && is_generic(reference.grammar()) {
            return one_pass::resolve(&self.0, &reference.0, Grammar::Rfc3987).map(IriBuf::of);
        }
        by_document(&self.0, &reference.0).map(IriBuf::of)
    }

    /// Returns the shortest reference that resolves to `target` from this base, by the algorithm of
    /// the base's own grammar. Time and memory are linear in the lengths of both.
    ///
    /// # Errors
    /// The errors of [`Uri::relativize`].
    pub fn relativize<'t>(&self, target: impl Into<Iri<'t>>) -> Result<IriRefBuf, ResolveError> {
        let target = target.into();
        let mut base = self.0;
        base.grammar = iris_of(base.grammar).unwrap_or(base.grammar);
        relativize(&base, target.as_str()).map(IriRefBuf::of)
    }
}

macro_rules! owned {
    ($owned:ident, $borrowed:ident, $reference:ident, $as_borrowed:ident) => {
        impl $owned {
            #[doc = concat!("Resolves a reference against this base: [`", stringify!($borrowed), "::resolve`].")]
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($borrowed), "::resolve`].")]
            pub fn resolve<'r>(
                &self,
                reference: impl Into<$reference<'r>>,
            ) -> Result<$owned, ResolveError> {
                self.$as_borrowed().resolve(reference)
            }
        }
    };
}

owned!(UriBuf, Uri, UriRef, as_uri);
owned!(IriBuf, Iri, IriRef, as_iri);
