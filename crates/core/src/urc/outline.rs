//! Groups: pairs of BEGIN and END (rule 9).

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::{Element, Keyword, Kind, Urc};

/// The elements of a citation with their groups. Nesting may be as deep as memory allows, because
/// nothing recurses.
///
/// ```
/// use urigram::Urc;
///
/// let outline = Urc::parse(b"<Title=x;BEGIN*;Version=0;END*;>")?.outline().unwrap();
/// let begin = outline.children(None).nth(1).unwrap();
/// assert_eq!((outline.group_of(2), outline.end(begin)), (Some(begin), Some(3)));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    elements: Vec<Element<'a>>,
    /// For each element, the BEGIN of the group that contains it.
    parents: Vec<Option<usize>>,
    /// For each structor, its partner.
    partners: Vec<Option<usize>>,
}

impl<'a> Urc<'a> {
    /// Checks that every BEGIN has its END and every END its BEGIN. Time is linear in the text;
    /// memory is that of the open groups.
    ///
    /// # Errors
    /// [`StructorError`] for `<END*;>` and `<BEGIN*;>`.
    pub fn check_structors(&self) -> Result<(), StructorError> {
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut after = None;
        for element in self.elements() {
            match keyword(&element) {
                Some(Keyword::Begin) => open.push(element.range),
                Some(Keyword::End) => {
                    if open.pop().is_none() {
                        return Err(StructorError::Unopened { end: element.range, after });
                    }
                    after = Some(element.range);
                }
                None => {}
            }
        }
        match open.pop() {
            None => Ok(()),
            Some(begin) => Err(StructorError::Unclosed {
                begin,
                expected: self.as_bytes().len().saturating_sub(1),
            }),
        }
    }

    /// Pairs BEGIN and END. Time and memory are linear in the text.
    ///
    /// ```
    /// use urigram::Urc;
    ///
    /// let text = b"<Title=x;BEGIN * Older;Version=0;END * Older;>";
    /// let outline = Urc::parse(text).unwrap().outline().unwrap();
    /// let begin = outline.children(None).nth(1).unwrap();
    /// assert_eq!(outline.label(begin), Some(&b"Older"[..]));
    /// assert_eq!(outline.children(Some(begin)).count(), 1);
    /// ```
    ///
    /// # Errors
    /// [`StructorError`] for a group that is closed and not open, or left open: `<END*;>`,
    /// `<BEGIN*;>`.
    pub fn outline(&self) -> Result<Outline<'a>, StructorError> {
        self.check_structors()?;
        let mut outline =
            Outline { elements: Vec::new(), parents: Vec::new(), partners: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        for element in self.elements() {
            let index = outline.elements.len();
            let keyword = keyword(&element);
            let partner = if keyword == Some(Keyword::End) { open.pop() } else { None };
            if let Some(begin) = partner {
                outline.partners[begin] = Some(index);
            }
            outline.elements.push(element);
            outline.parents.push(open.last().copied());
            outline.partners.push(partner);
            if keyword == Some(Keyword::Begin) {
                open.push(index);
            }
        }
        Ok(outline)
    }
}

fn keyword(element: &Element<'_>) -> Option<Keyword> {
    match &element.kind {
        Kind::Structor(structor) => Some(structor.keyword),
        _ => None,
    }
}

impl<'a> Outline<'a> {
    /// Returns the elements, in order.
    pub fn elements(&self) -> &[Element<'a>] {
        &self.elements
    }

    /// Returns the indices of the elements directly in a group, named by the index of its BEGIN, or
    /// in no group, and the BEGINs of groups within.
    pub fn children(&self, group: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let start = group.map_or(0, |begin| begin + 1);
        let end = group.and_then(|begin| self.end(begin)).unwrap_or(self.elements.len());
        let mut next = if group.is_some() && self.begin_of(group).is_none() { end } else { start };
        core::iter::from_fn(move || {
            let index = next;
            if index >= end {
                return None;
            }
            // Skips a whole group in one step, so that walking all levels takes linear time.
            next = self.end(index).unwrap_or(index) + 1;
            Some(index)
        })
    }

    /// Returns the index of the END that closes a BEGIN.
    pub fn end(&self, begin: usize) -> Option<usize> {
        self.begin_of(Some(begin)).and_then(|begin| self.partners[begin])
    }

    /// Returns the index of the BEGIN of the group that contains an element.
    pub fn group_of(&self, index: usize) -> Option<usize> {
        self.parents.get(index).copied().flatten()
    }

    /// Returns the label of a group: the comment of its BEGIN.
    pub fn label(&self, begin: usize) -> Option<&'a [u8]> {
        match &self.elements.get(begin)?.kind {
            Kind::Structor(structor) if structor.keyword == Keyword::Begin => {
                Some(structor.label())
            }
            _ => None,
        }
    }

    /// Returns the groups whose two comments are present and differ, as the ranges of BEGIN and
    /// END. The note calls them comments, so this is not an error, but it suggests that two groups
    /// cross.
    pub fn crossed(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
        self.elements.iter().enumerate().filter_map(|(begin, element)| {
            let end = &self.elements[self.end(begin)?];
            match (&element.kind, &end.kind) {
                (Kind::Structor(a), Kind::Structor(b)) => {
                    let differ =
                        !a.label().is_empty() && !b.label().is_empty() && a.label() != b.label();
                    differ.then(|| (element.range.clone(), end.range.clone()))
                }
                _ => None,
            }
        })
    }

    fn begin_of(&self, group: Option<usize>) -> Option<usize> {
        group.filter(|&index| self.label(index).is_some())
    }
}

/// A BEGIN or an END without a partner, with its range and the offset where the partner is missing.
///
/// ```
/// use urigram::{urc::StructorError, Urc};
///
/// let error = Urc::parse(b"<END*;>")?.outline().unwrap_err();
/// assert_eq!(error, StructorError::Unopened { end: 1..5, after: None });
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StructorError {
    /// A BEGIN without an END; the innermost, if there are several.
    Unclosed {
        /// The range of the BEGIN.
        begin: Range<usize>,
        /// The last possible offset of the missing END: before the final `>`.
        expected: usize,
    },
    /// An END without a BEGIN.
    Unopened {
        /// The range of the END.
        end: Range<usize>,
        /// The range of the END before it, which closed the last open group.
        after: Option<Range<usize>>,
    },
}

impl StructorError {
    /// Returns the range of the structor.
    pub fn range(&self) -> Range<usize> {
        match self {
            StructorError::Unclosed { begin, .. } => begin.clone(),
            StructorError::Unopened { end, .. } => end.clone(),
        }
    }
}

impl fmt::Display for StructorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StructorError::Unclosed { begin, expected } => {
                write!(f, "BEGIN at byte {} has no END before byte {expected}", begin.start)?;
            }
            StructorError::Unopened { end, after: None } => {
                write!(f, "END at byte {} has no BEGIN before it", end.start)?;
            }
            StructorError::Unopened { end, after: Some(after) } => {
                write!(
                    f,
                    "END at byte {}: the last group was closed at byte {}",
                    end.start, after.start
                )?;
            }
        }
        f.write_str(" (urc-1993, BNF, rule 9)")
    }
}

impl core::error::Error for StructorError {}
