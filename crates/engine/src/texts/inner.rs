//! The parts inside a component, by the rows of the document.
//!
//! A row gives the delimiter before its part and the delimiters that end it. Rows are tried in
//! order, each from the end of the previous part. Then the rows that repeat are tried again, in
//! order, until one of them finds nothing. Each row fails at most once before that, so the time is
//! linear in the component.

use crate::{Component, Components, Part, Span, Takes};

/// A part inside a component.
///
/// ```
/// use urigram::{Component, Grammar, Reading, Uri};
///
/// let uri = Uri::parse_by(Grammar::Rfc1738, Reading::Corrected, "ftp://h/a;type=i")?;
/// let part = uri.components().parts(Component::Path).next().unwrap();
/// assert_eq!((part.name, part.span.of(uri.as_str())), ("typecode", "i"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitPart {
    /// The document's name for the part: `"gophertype"`.
    pub name: &'static str,
    /// The document's rule for the part; `None` where it has one for characters in general only.
    pub rule: Option<&'static str>,
    /// The section that names the part.
    pub section: &'static str,
    /// Its place in the input, in bytes.
    pub span: Span,
}

/// The parts inside a component, in the order of the input.
///
/// ```
/// use urigram::{Component, Grammar, Reading};
///
/// let table = Grammar::Rfc1738.tables(Reading::Corrected).start();
/// let found = table.components(b"ftp://u:p@h/", Reading::Corrected)?;
/// let names: Vec<_> = found.parts(Component::Userinfo).map(|part| part.name).collect();
/// assert_eq!(names, ["user", "password"]);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InnerParts<'a> {
    components: Components<'a>,
    component: Component,
    text: &'a [u8],
    /// The offset of the component in the input.
    start: u32,
    /// The document's rule for the component.
    rule: Option<&'static str>,
    rows: &'static [Part],
    row: usize,
    /// The end of the part before, in the component.
    at: usize,
    /// Whether the row before was found.
    found: bool,
    /// Whether the rows that repeat are tried again.
    again: bool,
    /// Whether a row that repeats was found since the first row.
    progress: bool,
}

impl<'a> Components<'a> {
    /// Returns the document's own parts inside a component, in the order of the input.
    #[inline]
    pub fn parts(&self, component: Component) -> InnerParts<'a> {
        InnerParts::new(*self, component)
    }
}

impl<'a> InnerParts<'a> {
    #[inline]
    pub(crate) fn new(components: Components<'a>, component: Component) -> InnerParts<'a> {
        let span = components.span(component);
        let rows = if span.is_some() { components.table.document.parts } else { &[] };
        let span = span.unwrap_or(Span { start: 0, end: 0 });
        InnerParts {
            components,
            component,
            text: components.slice(span),
            start: span.start,
            rule: components.rule(component, span),
            rows,
            row: 0,
            at: 0,
            found: true,
            again: false,
            progress: false,
        }
    }

    #[inline]
    fn applies(&self, row: &Part) -> bool {
        let holds = |text: &&str| find(self.text, 0, text).is_some();
        row.component == self.component
            && self.components.is_of(&row.schemes)
            && (row.under.is_empty() || self.rule.is_some_and(|rule| row.under.contains(&rule)))
            && row.has.iter().all(holds)
            && !row.lacks.iter().any(holds)
    }

    /// Finds a row's part at or after the current place.
    #[inline]
    fn place(&self, row: &Part) -> Option<(usize, usize)> {
        let (mut at, mut begins) = (self.at, row.begins);
        if self.again {
            begins = row.separator.unwrap_or(begins);
        } else if let Some(from) = row.from {
            at = find(self.text, at, from)? + from.len();
        } else if row.follows && !self.found {
            return None;
        }
        let start = find(self.text, at, begins)? + begins.len();
        let rest = &self.text[start..];
        let len = match row.takes {
            Takes::All => first_of(rest, row.ends),
            Takes::Digits => {
                rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
            }
            Takes::One => match rest.first()? {
                b'%' => rest.len().min(3),
                _ => 1,
            },
        };
        Some((start, start + len))
    }
}

impl Iterator for InnerParts<'_> {
    type Item = SplitPart;

    #[inline]
    fn next(&mut self) -> Option<SplitPart> {
        loop {
            let Some(row) = self.rows.get(self.row) else {
                if !self.progress {
                    return None;
                }
                (self.row, self.again, self.progress) = (0, true, false);
                continue;
            };
            self.row += 1;
            if (self.again && !row.repeats) || !self.applies(row) {
                continue;
            }
            let Some((start, end)) = self.place(row) else {
                if self.again {
                    self.rows = &[];
                    return None;
                }
                self.found = false;
                continue;
            };
            (self.at, self.found) = (end, true);
            self.progress |= row.repeats;
            let span = Span { start: self.start + start as u32, end: self.start + end as u32 };
            return Some(SplitPart { name: row.name, rule: row.rule, section: row.section, span });
        }
    }
}

impl<'a> Components<'a> {
    /// Returns the absent parts that the document gives a value: a missing Gopher type is `1` (RFC
    /// 1738, 3.4.1).
    ///
    /// ```
    /// use urigram::{Grammar, Reading};
    ///
    /// let table = Grammar::Rfc1738.tables(Reading::Corrected).start();
    /// let found = table.components(b"gopher://h", Reading::Corrected)?;
    /// let defaults: Vec<_> = found.defaults().map(|part| (part.name, part.default)).collect();
    /// assert_eq!(defaults, [("gophertype", Some("1"))]);
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    #[inline]
    pub fn defaults(&self) -> impl Iterator<Item = &'static Part> + use<'a> {
        let components = *self;
        components.table.document.parts.iter().filter(move |row| {
            let is_absent = || components.parts(row.component).all(|part| part.name != row.name);
            let has_default = row.default.is_some() && components.is_of(&row.default_schemes);
            has_default && components.is_of(&row.schemes) && is_absent()
        })
    }
}

/// Returns the offset of the first occurrence of a text at or after `from`, without regard to the
/// case of letters.
#[inline]
fn find(text: &[u8], from: usize, wanted: &str) -> Option<usize> {
    (from..=text.len()).find(|&at| is_at(text, at, wanted))
}

/// Returns the offset of the first of some texts, or the text's length.
#[inline]
fn first_of(text: &[u8], wanted: &[&str]) -> usize {
    (0..text.len()).find(|&at| wanted.iter().any(|one| is_at(text, at, one))).unwrap_or(text.len())
}

#[inline]
fn is_at(text: &[u8], at: usize, wanted: &str) -> bool {
    text.get(at..at + wanted.len())
        .is_some_and(|there| there.eq_ignore_ascii_case(wanted.as_bytes()))
}
