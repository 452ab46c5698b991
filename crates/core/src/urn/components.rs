//! The parts that may follow an assigned name: r-, q- and f-components (RFC 8141, 2.3), a query and
//! a fragment (urn-2012, 2.3, 2.4).

use urigram_grammars::{Component, Span, Table};

use crate::Urn;

impl<'a> Urn<'a> {
    /// Returns the name as it was assigned, without the components that only a reference to it may
    /// carry (RFC 8141, 2; urn-2012, 2.3 and 2.4).
    ///
    /// ```
    /// use urigram::Urn;
    ///
    /// let urn = Urn::parse("urn:example:weather?+CCResolve:cc=uk?=op=map&lat=39.56#sea")?;
    /// assert_eq!(urn.assigned_name(), "urn:example:weather");
    /// assert_eq!(urn.r_component(), Some("CCResolve:cc=uk"));
    /// assert_eq!(urn.q_component(), Some("op=map&lat=39.56"));
    /// assert_eq!(urn.f_component(), Some("sea"));
    /// let later = urn.with_r_component(None)?.as_urn().with_q_component("op=list")?;
    /// assert_eq!(later, "urn:example:weather?=op=list#sea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn assigned_name(&self) -> &'a str {
        self.0.slice(Span { start: 0, end: self.nss_span().end })
    }

    /// Returns true if this is an assigned name and nothing more.
    #[inline]
    pub const fn is_assigned_name(&self) -> bool {
        self.nss_span().end as usize == self.as_str().len()
    }

    /// Returns the part that `?+` introduces, for resolution services (RFC 8141, 2.3.1). `None`
    /// under documents without r-components.
    #[inline]
    pub const fn r_component(&self) -> Option<&'a str> {
        self.0.slice_of(self.rq_components().0)
    }

    /// Returns the part that `?=` introduces, for the resource (RFC 8141, 2.3.2). `None` under
    /// documents without q-components.
    #[inline]
    pub const fn q_component(&self) -> Option<&'a str> {
        self.0.slice_of(self.rq_components().1)
    }

    /// Returns the part that `#` introduces, for the client (RFC 8141, 2.3.3; urn-2012, 2.4, where
    /// it is a fragment).
    #[inline]
    pub const fn f_component(&self) -> Option<&'a str> {
        self.0.component(Component::Fragment)
    }

    /// Returns the part that `?` introduces in a reference (urn-2012, 2.3). `None` under documents
    /// that know no query.
    #[inline]
    pub const fn query(&self) -> Option<&'a str> {
        self.0.component(Component::Query)
    }

    #[inline]
    const fn rq_components(&self) -> (Option<Span>, Option<Span>) {
        if self.table().is_marked() {
            let text = self.as_str().as_bytes();
            let one = self.table().span_by_rules(text, Component::RComponent);
            return (one, self.table().span_by_rules(text, Component::QComponent));
        }
        self.parts().rq_components(self.as_str().as_bytes(), self.table().has_rq_components())
    }

    #[inline]
    pub(super) const fn table(&self) -> &'static Table {
        self.grammar().tables(self.reading()).start()
    }
}
