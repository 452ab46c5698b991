//! Documents and RFCs from which folders take what they do not define.

use urigram_engine::Definition;

use crate::registry::Wanted;

/// The documents that a folder can build on, and the RFCs from which names come that it does not
/// define. A list of documents alone is one, too.
///
/// ```
/// use urigram_generate::{Libraries, NestedRule, Wanted};
/// let path = std::env::temp_dir().join(format!("mail-{}.abnf", std::process::id()));
/// std::fs::write(&path, "to = addr-spec\n")?;
/// let imports = [Wanted::read("rfc5322#addr-spec")?];
/// let known = Libraries { documents: &[], imports: &imports };
/// let rule = NestedRule::open(&path, None, false, known)?;
/// std::fs::remove_file(&path)?;
/// let notes = rule.unwrap().notes().join("\n");
/// assert!(notes.contains("from RFC 5322: addr-spec, "), "{notes}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Libraries<'a> {
    /// The documents that a base may be.
    pub documents: &'a [&'static Definition],
    /// The RFCs of the [registry](crate::registry), or single rules of them, beside those that the
    /// row `import` of a folder names.
    pub imports: &'a [Wanted],
}

impl<'a, T: AsRef<[&'static Definition]> + ?Sized> From<&'a T> for Libraries<'a> {
    fn from(documents: &'a T) -> Libraries<'a> {
        Libraries { documents: documents.as_ref(), imports: &[] }
    }
}
