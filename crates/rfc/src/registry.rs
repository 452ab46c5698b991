//! The rules of RFCs that others use, from which folders import.
//!
//! The files in `registry` are written by `checks/rfcs` from the texts of the RFCs. A rule is there
//! if it runs, or would except for its recursion. The white space that RFC 2616 implies between the
//! words of a rule is written into its rules. RFC 9651 is not in Debian's package of all RFCs: its
//! file was written down by hand.

use std::path::Path;
use std::sync::OnceLock;

use urigram_automata::abnf::Grammar;

/// Each RFC with its rules.
pub(crate) const FILES: [(&str, &str); 42] = [
    ("RFC 822", include_str!("../registry/rfc822.abnf")),
    ("RFC 2045", include_str!("../registry/rfc2045.abnf")),
    ("RFC 2234", include_str!("../registry/rfc2234.abnf")),
    ("RFC 2616", include_str!("../registry/rfc2616.abnf")),
    ("RFC 2821", include_str!("../registry/rfc2821.abnf")),
    ("RFC 2822", include_str!("../registry/rfc2822.abnf")),
    ("RFC 3261", include_str!("../registry/rfc3261.abnf")),
    ("RFC 3339", include_str!("../registry/rfc3339.abnf")),
    ("RFC 3501", include_str!("../registry/rfc3501.abnf")),
    ("RFC 3611", include_str!("../registry/rfc3611.abnf")),
    ("RFC 3629", include_str!("../registry/rfc3629.abnf")),
    ("RFC 3966", include_str!("../registry/rfc3966.abnf")),
    ("RFC 3977", include_str!("../registry/rfc3977.abnf")),
    ("RFC 3986", include_str!("../registry/rfc3986.abnf")),
    ("RFC 3987", include_str!("../registry/rfc3987.abnf")),
    ("RFC 4234", include_str!("../registry/rfc4234.abnf")),
    ("RFC 4288", include_str!("../registry/rfc4288.abnf")),
    ("RFC 4466", include_str!("../registry/rfc4466.abnf")),
    ("RFC 4512", include_str!("../registry/rfc4512.abnf")),
    ("RFC 4566", include_str!("../registry/rfc4566.abnf")),
    ("RFC 5234", include_str!("../registry/rfc5234.abnf")),
    ("RFC 5321", include_str!("../registry/rfc5321.abnf")),
    ("RFC 5322", include_str!("../registry/rfc5322.abnf")),
    ("RFC 5545", include_str!("../registry/rfc5545.abnf")),
    ("RFC 5646", include_str!("../registry/rfc5646.abnf")),
    ("RFC 6265", include_str!("../registry/rfc6265.abnf")),
    ("RFC 6350", include_str!("../registry/rfc6350.abnf")),
    ("RFC 6376", include_str!("../registry/rfc6376.abnf")),
    ("RFC 6531", include_str!("../registry/rfc6531.abnf")),
    ("RFC 6570", include_str!("../registry/rfc6570.abnf")),
    ("RFC 6838", include_str!("../registry/rfc6838.abnf")),
    ("RFC 7230", include_str!("../registry/rfc7230.abnf")),
    ("RFC 7231", include_str!("../registry/rfc7231.abnf")),
    ("RFC 7235", include_str!("../registry/rfc7235.abnf")),
    ("RFC 7405", include_str!("../registry/rfc7405.abnf")),
    ("RFC 8141", include_str!("../registry/rfc8141.abnf")),
    ("RFC 8288", include_str!("../registry/rfc8288.abnf")),
    ("RFC 9051", include_str!("../registry/rfc9051.abnf")),
    ("RFC 9110", include_str!("../registry/rfc9110.abnf")),
    ("RFC 9111", include_str!("../registry/rfc9111.abnf")),
    ("RFC 9112", include_str!("../registry/rfc9112.abnf")),
    ("RFC 9651", include_str!("../registry/rfc9651.abnf")),
];

/// Returns the RFCs that rules can be imported from, each with its rules, in the order of their
/// numbers. They are read once, in some milliseconds.
///
/// ```
/// let known = urigram_rfc::registry();
/// let (_, mail) = known.iter().find(|(name, _)| *name == "RFC 5322").unwrap();
/// assert!(mail.rule("addr-spec").is_some());
/// ```
pub fn registry() -> &'static [(&'static str, Grammar)] {
    static KNOWN: OnceLock<Vec<(&'static str, Grammar)>> = OnceLock::new();
    KNOWN.get_or_init(|| FILES.iter().map(|(name, text)| (*name, Grammar::read(text))).collect())
}

/// Returns the text of the rules of an RFC by its name, `rfc5322`.
pub fn registered_text(name: &Path) -> Option<&'static str> {
    let number = name.to_str()?.strip_prefix("rfc")?;
    FILES.iter().find(|(rfc, _)| &rfc[4..] == number).map(|(_, text)| *text)
}

/// Returns true for a path that is not a file and names an RFC of the registry.
pub fn is_registered(path: &Path) -> bool {
    !path.exists() && registered_text(path).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No file is forgotten or has an error: each of its rules is a rule, and each name that it
    /// takes from another RFC is there.
    #[test]
    fn every_rule_of_the_registry_is_whole() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/registry");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), FILES.len());
        let libraries: Vec<(&str, &Grammar)> =
            registry().iter().map(|(name, rules)| (*name, rules)).collect();
        let mut rules = 0;
        for (name, own) in registry() {
            let faults: Vec<_> =
                own.faults().iter().filter(|fault| !fault.error.kind.is_harmless()).collect();
            assert!(faults.is_empty(), "{name}: {faults:?}");
            let mut whole = own.clone();
            whole.import_cited(&libraries, |_, _| false);
            whole.import(&[("RFC 5234", &urigram_automata::abnf::core_rules())]);
            let missing: Vec<_> =
                whole.undefined().into_iter().map(|(name, _)| name.to_owned()).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
            rules += own.rules().len();
        }
        assert!(rules > 1_800, "{rules}");
    }
}
