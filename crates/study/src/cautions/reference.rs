//! Advice on references.

use super::host::{beginning_of_name, reads_like_a_name};
use super::{Place, Subject};

impl Subject<'_> {
    /// Returns the host that a relative path begins with, and the identifier that it abbreviates.
    ///
    /// The documents give one heuristic: a host whose name begins with `www` comes after
    /// `http://`. Other names could as well be those of files (`index.html`).
    pub(super) fn abbreviated(&self) -> Option<Place> {
        if self.parts.scheme().is_some() || self.parts.authority().is_some() {
            return None;
        }
        let name = beginning_of_name(self.text);
        let is_whole =
            matches!(self.text[name.len()..].chars().next(), None | Some('/' | '?' | '#'));
        let begins = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
        // What follows `www.` has a dot of its own: `www.html` is rather a file.
        let is_host = begins && reads_like_a_name(&name[4..]);
        let reads_as = || format!("http://{}", self.text);
        (is_whole && is_host).then(|| Place { range: 0..name.len(), reads_as: Some(reads_as()) })
    }
}
