//! Texts that are lists of items.

use crate::components::search;

/// A form of lists. The generator proves that a rule has one of these forms, and that no item holds
/// the delimiter. A text of the rule therefore splits into items in one way.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// `item *( delimiter item )`
    Separated,
    /// `[ item *( delimiter item ) ]`, where no item is empty.
    SeparatedOrNone,
    /// `*( delimiter item )`
    After,
    /// `*( item delimiter )`
    Before,
}

/// A rule whose texts are lists.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The byte between items.
    pub delimiter: u8,
    /// The form of the list.
    pub form: ListForm,
}

impl List {
    /// Returns the offset of the first item.
    #[inline]
    pub(crate) const fn first(&self, text: &[u8]) -> Option<usize> {
        match self.form {
            ListForm::Separated => Some(0),
            _ if text.is_empty() => None,
            ListForm::After => Some(1),
            ListForm::SeparatedOrNone | ListForm::Before => Some(0),
        }
    }

    /// Returns the end of the item that begins at an offset.
    #[inline]
    pub(crate) const fn end(&self, text: &[u8], start: usize) -> usize {
        match search::position(text.split_at(start).1, self.delimiter) {
            Some(length) => start + length,
            None => text.len(),
        }
    }

    /// Returns the offset of the item after one that ends at an offset.
    #[inline]
    pub(crate) const fn next(&self, text: &[u8], end: usize) -> Option<usize> {
        let is_last = match self.form {
            ListForm::Before => end + 1 >= text.len(),
            _ => end >= text.len(),
        };
        if is_last {
            None
        } else {
            Some(end + 1)
        }
    }

    /// Returns the items of a text of the rule.
    #[doc(hidden)]
    #[inline]
    pub const fn items<'t>(&self, text: &'t str) -> Items<'t> {
        Items { list: *self, text, next: self.first(text.as_bytes()) }
    }
}

/// The items of a list, in order.
#[derive(Clone, Debug)]
pub struct Items<'t> {
    list: List,
    text: &'t str,
    next: Option<usize>,
}

impl<'t> Items<'t> {
    /// An iterator without items: those of a list that is absent.
    #[doc(hidden)]
    pub const NONE: Items<'static> = Items {
        list: List { delimiter: 0, form: ListForm::SeparatedOrNone },
        text: "",
        next: None,
    };

    /// Returns the items of a list, if it is present.
    #[doc(hidden)]
    #[inline]
    pub const fn of(list: &List, text: Option<&'t str>) -> Items<'t> {
        match text {
            Some(text) => list.items(text),
            None => Items::NONE,
        }
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = &'t str;

    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        let start = self.next?;
        let bytes = self.text.as_bytes();
        let end = self.list.end(bytes, start);
        self.next = self.list.next(bytes, end);
        Some(&self.text[start..end])
    }
}

impl core::iter::FusedIterator for Items<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(form: ListForm, text: &str) -> Vec<&str> {
        List { delimiter: b',', form }.items(text).collect()
    }

    #[test]
    fn each_form_has_its_empty_list() {
        assert_eq!(items(ListForm::Separated, ""), [""]);
        for form in [ListForm::SeparatedOrNone, ListForm::After, ListForm::Before] {
            assert_eq!(items(form, ""), [""; 0], "{form:?}");
        }
        assert_eq!(items(ListForm::Separated, "a,,b"), ["a", "", "b"]);
        assert_eq!(items(ListForm::SeparatedOrNone, "a,b"), ["a", "b"]);
        assert_eq!(items(ListForm::After, ",a,,b,"), ["a", "", "b", ""]);
        assert_eq!(items(ListForm::Before, "a,,b,"), ["a", "", "b"]);
    }
}
