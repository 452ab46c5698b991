//! The parts that may follow an assigned name: r-, q- and f-components (RFC 8141, 2.3), a query and a fragment (urn-2012, 2.3, 2.4).

use urigram_grammars::Span;

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
        self.rq_components().0
    }

    /// Returns the part that `?=` introduces, for the resource (RFC 8141, 2.3.2). `None` under documents that know none.
    pub fn q_component(&self) -> Option<&'a str> {
        self.rq_components().1
    }

    /// Returns the part that `#` introduces, for the client (RFC 8141, 2.3.3; urn-2012, 2.4, where it is a fragment).
    pub fn f_component(&self) -> Option<&'a str> {
        self.parts().fragment().map(|span| span.of(self.as_str()))
    }

    /// Returns the part that `?` introduces in a reference (urn-2012, 2.3). `None` under documents that know no query.
    pub fn query(&self) -> Option<&'a str> {
        if self.has_rq_components() {
            return None;
        }
        self.parts().query().map(|span| span.of(self.as_str()))
    }

    pub(super) fn has_rq_components(&self) -> bool {
        self.grammar().document().rules.iter().any(|rule| rule.name == "rq-components")
    }

    fn rq_components(&self) -> (Option<&'a str>, Option<&'a str>) {
        if !self.has_rq_components() {
            return (None, None);
        }
        let end = self.parts().fragment().map_or(self.as_str().len() as u32, |Span { start, .. }| start - 1);
        let rest = Span { start: self.nss_span().end, end }.of(self.as_str());
        if let Some(query) = rest.strip_prefix("?=") {
            return (None, Some(query));
        }
        let Some(rest) = rest.strip_prefix("?+") else {
            return (None, None);
        };
        // 2.3.1: the sequence "?=" ends the r-component. The printed rules let it stand inside, where no q-component
        // can follow it.
        let begins = |&at: &usize| !matches!(rest.as_bytes().get(at + 2), None | Some(b'/' | b'?'));
        match rest.match_indices("?=").map(|(at, _)| at).find(begins) {
            Some(at) => (Some(&rest[..at]), Some(&rest[at + 2..])),
            None => (Some(rest), None),
        }
    }
}
