//! The parts that may follow an assigned name: r-, q- and f-components (RFC 8141, 2.3), a query and a fragment (urn-2012, 2.3, 2.4).

use urigram_grammars::{Component, Components, Table};

use super::Urn;

impl<'a> Urn<'a> {
    /// The name as it was assigned, without what only a reference to it may carry (RFC 8141, 2; urn-2012, 2.3 and 2.4).
    ///
    /// ```
    /// use urigram::Urn;
    ///
    /// let urn = Urn::parse("urn:example:weather?+CCResolve:cc=uk?=op=map&lat=39.56#sea")?;
    /// assert_eq!(urn.assigned_name(), "urn:example:weather");
    /// assert_eq!(urn.r_component(), Some("CCResolve:cc=uk"));
    /// assert_eq!(urn.q_component(), Some("op=map&lat=39.56"));
    /// assert_eq!(urn.f_component(), Some("sea"));
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    pub fn assigned_name(&self) -> &'a str {
        &self.as_str()[..self.nss_span().end as usize]
    }

    /// Whether it is an assigned name and nothing more.
    pub fn is_assigned_name(&self) -> bool {
        self.nss_span().end as usize == self.as_str().len()
    }

    /// Returns the part that `?+` introduces, for resolution services (RFC 8141, 2.3.1). `None` under documents that know none.
    pub fn r_component(&self) -> Option<&'a str> {
        self.text_of(Component::RComponent)
    }

    /// Returns the part that `?=` introduces, for the resource (RFC 8141, 2.3.2). `None` under documents that know none.
    pub fn q_component(&self) -> Option<&'a str> {
        self.text_of(Component::QComponent)
    }

    /// Returns the part that `#` introduces, for the client (RFC 8141, 2.3.3; urn-2012, 2.4, where it is a fragment).
    pub fn f_component(&self) -> Option<&'a str> {
        self.text_of(Component::Fragment)
    }

    /// Returns the part that `?` introduces in a reference (urn-2012, 2.3). `None` under documents that know no query.
    pub fn query(&self) -> Option<&'a str> {
        self.text_of(Component::Query)
    }

    /// Returns the components, and the document's own parts inside them: the directives of urn-2012's query.
    pub fn components(&self) -> Components<'a> {
        self.table().components_of(self.as_str().as_bytes(), self.parts())
    }

    fn text_of(&self, component: Component) -> Option<&'a str> {
        self.components().span(component).map(|span| span.of(self.as_str()))
    }

    pub(super) fn table(&self) -> &'static Table {
        self.grammar().tables(self.reading()).start()
    }
}
