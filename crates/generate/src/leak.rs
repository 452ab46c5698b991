//! Data that lives as long as the process. A definition is made once for each folder and refers to
//! itself in many places, so it is never freed.

/// Returns a value that is never freed.
pub(crate) fn value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Returns a list that is never freed.
pub(crate) fn list<T>(values: impl IntoIterator<Item = T>) -> &'static [T] {
    values.into_iter().collect::<Vec<T>>().leak()
}

/// Returns a text that is never freed.
pub(crate) fn text(text: &str) -> &'static str {
    if text.is_empty() {
        return "";
    }
    text.to_owned().leak()
}

/// Returns a text that is never freed, if there is one.
pub(crate) fn optional(value: Option<&str>) -> Option<&'static str> {
    value.map(text)
}

/// Returns texts that are never freed.
pub(crate) fn texts<S: AsRef<str>>(texts: &[S]) -> &'static [&'static str] {
    list(texts.iter().map(|one| text(one.as_ref())))
}
