//! The rules of RFCs that others use, from which folders import.
//!
//! The files in `registry` are written by `checks/rfcs` from the texts of the RFCs. A rule is there
//! if it runs, or would but for its recursion. The white space that RFC 2616 implies between the
//! words of a rule is written into its rules. RFC 9651 is not in Debian's package of all RFCs: its
//! file was written down by hand.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use urigram_automata::abnf::{Citations, Grammar};

/// Each RFC with its rules.
const FILES: [(&str, &str); 42] = [
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
/// let known = urigram_generate::registry();
/// let (_, mail) = known.iter().find(|(name, _)| *name == "RFC 5322").unwrap();
/// assert!(mail.rule("addr-spec").is_some());
/// ```
pub fn registry() -> &'static [(&'static str, Grammar)] {
    static KNOWN: OnceLock<Vec<(&'static str, Grammar)>> = OnceLock::new();
    KNOWN.get_or_init(|| FILES.iter().map(|(name, text)| (*name, Grammar::read(text))).collect())
}

/// Returns the names of the RFCs of the registry from which a name comes that a text does not
/// define: those that it cites and means, by [`Citations::sources`].
///
/// ```
/// use urigram_automata::abnf::Citations;
/// let text = "See RFC 2821.\n\n1. Normative References\n\n  [SMTP]  Klensin, J., RFC 5321.\n";
/// let citations = Citations::of(text, ["Mailbox"]);
/// let found = urigram_generate::registered_sources(&citations, "Mailbox");
/// assert_eq!(found.into_iter().collect::<Vec<_>>(), ["RFC 5321"]);
/// ```
pub fn registered_sources(citations: &Citations, name: &str) -> BTreeSet<&'static str> {
    let place = |number: u32| {
        let known = registry().iter();
        known.enumerate().find(|(_, (rfc, _))| rfc[4..].parse() == Ok(number)).map(|(at, _)| at)
    };
    let defines = |number| place(number).is_some_and(|at| registry()[at].1.rule(name).is_some());
    let found = citations.sources(name, defines, |number| Some(&replaced()[place(number)?]));
    found.into_iter().filter_map(|number| Some(registry()[place(number)?].0)).collect()
}

/// Returns the RFCs that each RFC of the registry replaces, by the first line of its file.
fn replaced() -> &'static [BTreeSet<u32>] {
    static REPLACED: OnceLock<Vec<BTreeSet<u32>>> = OnceLock::new();
    let first = |text: &str| {
        let old = text.lines().next().and_then(|line| line.strip_prefix("; Obsoletes: "));
        old.unwrap_or_default().split(", ").filter_map(|it| it.parse().ok()).collect()
    };
    REPLACED.get_or_init(|| FILES.iter().map(|(_, text)| first(text)).collect())
}

/// Returns the text of the rules of an RFC by its name, `rfc5322`.
pub(crate) fn text(name: &Path) -> Option<&'static str> {
    let number = name.to_str()?.strip_prefix("rfc")?;
    FILES.iter().find(|(rfc, _)| &rfc[4..] == number).map(|(_, text)| *text)
}

/// Returns true for a path that is no file and names an RFC of the registry.
pub(crate) fn is_registered(path: &Path) -> bool {
    !path.exists() && text(path).is_some()
}

/// An RFC from which names may come that a grammar does not define, or one rule of it:
/// `rfc5322`, `rfc5322#addr-spec`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    rfc: String,
    rule: Option<String>,
}

impl Wanted {
    /// Reads a row.
    ///
    /// # Errors
    /// A message for an RFC that the registry does not have, and for a rule that it does not have.
    pub fn read(row: &str) -> Result<Wanted, String> {
        let (rfc, rule) = row.split_once('#').map_or((row, None), |(rfc, rule)| (rfc, Some(rule)));
        let number = rfc.trim_start_matches(|c: char| !c.is_ascii_digit());
        let rfc = format!("RFC {number}");
        let Some((_, rules)) = registry().iter().find(|(name, _)| *name == rfc) else {
            let all: Vec<&str> = registry().iter().map(|(name, _)| &name[4..]).collect();
            return Err(format!("{row}: the registry has no {rfc}; it has RFC {}", all.join(", ")));
        };
        if let Some(rule) = rule.filter(|rule| rules.rule(rule).is_none()) {
            return Err(format!("{row}: {rfc} has no rule `{rule}` that is whole"));
        }
        Ok(Wanted { rfc, rule: rule.map(str::to_owned) })
    }

    /// Returns true if a name may come from an RFC.
    pub fn has(&self, rfc: &str, name: &str) -> bool {
        let is_same = |rule: &String| urigram_engine::same_name(rule, name);
        self.rfc == rfc && self.rule.as_ref().is_none_or(is_same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_an_rfc_and_perhaps_a_rule() {
        let rule = Wanted::read("rfc5322#addr-spec").unwrap();
        assert!(rule.has("RFC 5322", "Addr-Spec") && !rule.has("RFC 5322", "date"));
        assert!(Wanted::read("RFC 5322").unwrap().has("RFC 5322", "date"));
        assert!(Wanted::read("rfc1")
            .unwrap_err()
            .contains("no RFC 1; it has RFC 822, 2045, 2234, "));
        assert!(Wanted::read("rfc5322#x").unwrap_err().ends_with("no rule `x` that is whole"));
    }

    /// No file is forgotten, and none has an error: each rule of it is one, and each name that it
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
