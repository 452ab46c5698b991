//! Lists as text.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use urigram_grammars::Grammar;

use super::{AllowList, Why};

/// An entry of a list that allows nothing.
///
/// ```
/// use urigram::agreement::AllowList;
///
/// let error = AllowList::read("scheme https\nport many\n", &[]).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: \"many\" is not a valid port");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The line, from 1; `None` for an entry that is not from a text.
    line: Option<usize>,
    kind: &'static str,
    entry: String,
    /// The reason, if there is more to say.
    why: Option<Box<str>>,
}

impl ListError {
    pub(super) fn of(kind: &'static str, entry: &str) -> ListError {
        ListError { line: None, kind, entry: entry.to_owned(), why: None }
    }

    pub(super) fn because(kind: &'static str, entry: &str, why: Why) -> ListError {
        ListError { why: Some(why.to_string().into()), ..ListError::of(kind, entry) }
    }

    /// Returns the number of the line in the text of the list, from 1.
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        let ListError { kind, entry, .. } = self;
        match &self.why {
            _ if kind.is_empty() => write!(
                f,
                "{entry:?} is not an entry: write `scheme NAME`, `host HOST`, `suffix NAME`, `port \
                 NUMBER`, `any-host` or `private`"
            ),
            Some(why) => write!(f, "{entry:?} is not a valid {kind}: {why}"),
            None => write!(f, "{entry:?} is not a valid {kind}"),
        }
    }
}

impl core::error::Error for ListError {}

impl AllowList {
    /// Reads a list, one entry per line: `scheme https`, `host good.example`, `suffix
    /// good.example`, `port 8443`, `any-host`, `private`. Empty lines count for nothing, nor do
    /// lines that begin with `#`.
    ///
    /// ```
    /// use urigram::agreement::AllowList;
    /// use urigram::Grammar;
    ///
    /// let list = "# Where the mirror may go.\nscheme https\nhost good.example\n";
    /// let allow = AllowList::read(list, &[Grammar::Whatwg])?;
    /// assert!(allow.check("https://good.example/").is_ok());
    ///
    /// let error = AllowList::read("scheme https\nhost 0x7f.1\n", &[]).unwrap_err();
    /// assert_eq!(error.line(), Some(2));
    /// # Ok::<(), urigram::agreement::ListError>(())
    /// ```
    ///
    /// # Errors
    /// [`ListError`] with the line of the first entry that allows nothing.
    pub fn read(text: &str, readers: &[Grammar]) -> Result<AllowList, ListError> {
        let mut list = AllowList::new(readers);
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, entry) = line.split_once([' ', '\t']).unwrap_or((line, ""));
            let entry = entry.trim_start();
            let added = match (word, entry) {
                ("scheme", _) => list.scheme(entry),
                ("host", _) => list.host(entry),
                ("suffix", _) => list.suffix(entry),
                ("port", _) => match entry.parse() {
                    Ok(port) => Ok(list.port(port)),
                    Err(_) => Err(ListError::of("port", entry)),
                },
                ("any-host", "") => Ok(list.any_host()),
                ("private", "") => Ok(list.private()),
                _ => Err(ListError::of("", line)),
            };
            list = added.map_err(|error| ListError { line: Some(at + 1), ..error })?;
        }
        Ok(list)
    }
}
