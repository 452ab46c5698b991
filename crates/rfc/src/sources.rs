//! The RFCs from which a grammar takes the names that it does not define.
//!
//! ```text
//! range = number [ "-" number ]    1. the grammar's own rules
//!                                  2. `--import rfc9051#number`, or a row of a folder
//! ; "number" is from RFC 9051.     3. a sentence
//! ; See RFC 9051.                  4. the only RFC that the text cites and that has such a rule
//!                                  5. the core rules of RFC 5234
//! ```

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use urigram_automata::abnf::{core_rules, key, Grammar, Import};

use crate::extract::Citations;
use crate::registry::{registry, FILES};

/// The RFCs that somebody asks for, and those that a text cites.
///
/// ```
/// use urigram_automata::abnf::Grammar;
/// use urigram_rfc::{Sources, Wanted};
/// let text = "; See RFC 5321.\nto = \"to:\" Mailbox number\n";
/// let mut rules = Grammar::read(text);
/// let imports = Sources::of(text, &rules, &[]).import(&mut rules);
/// assert!(imports.iter().any(|it| it.from == "RFC 5321" && it.rule == "Mailbox"));
/// assert!(rules.rule("number").is_none(), "RFC 9051 has one, and is not cited");
///
/// let mut rules = Grammar::read(text);
/// Sources::of(text, &rules, &[Wanted::read("rfc9051#number")?]).import(&mut rules);
/// assert!(rules.rule("number").is_some());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources<'w> {
    wanted: &'w [Wanted],
    citations: Citations,
}

impl<'w> Sources<'w> {
    /// Reads the citations in the text of some rules, their document's included.
    pub fn of(text: &str, rules: &Grammar, wanted: &'w [Wanted]) -> Sources<'w> {
        let undefined = rules.undefined().into_iter().map(|(name, _)| name);
        Sources { wanted, citations: Citations::of(text, undefined) }
    }

    /// Returns the places in the registry of the RFCs that a name may come from.
    fn places(&self, name: &str) -> BTreeSet<usize> {
        let has = |at: &usize| registry()[*at].1.rule(name).is_some();
        let is_wanted = |at: &usize| self.wanted.iter().any(|it| it.has(registry()[*at].0, name));
        let asked: BTreeSet<usize> = (0..FILES.len()).filter(is_wanted).filter(has).collect();
        if !asked.is_empty() {
            return asked;
        }
        let place = |number: u32| FILES.iter().position(|(rfc, _)| rfc[4..].parse() == Ok(number));
        let defines = |number| place(number).is_some_and(|at| has(&at));
        let replaced = |number| Some(&replaced()[place(number)?]);
        self.citations.sources(name, defines, replaced).into_iter().filter_map(place).collect()
    }

    /// Adds the rules that a grammar uses and does not define: those of the RFCs that somebody asks
    /// for, of those that the text cites, and the core rules. A name that two of them define
    /// differently stays undefined.
    pub fn import(&self, rules: &mut Grammar) -> Vec<Import> {
        let mut imports = Vec::new();
        let cites = rules.cited().any(|(_, cited)| cited.rfc.is_some());
        // The registry is read only for rules that may be in it.
        if cites || !self.wanted.is_empty() || !self.citations.is_empty() {
            let libraries: Vec<(&str, &Grammar)> =
                registry().iter().map(|(name, rules)| (*name, rules)).collect();
            let known: RefCell<HashMap<String, BTreeSet<usize>>> = RefCell::default();
            imports = rules.import_cited(&libraries, |of, name| {
                let mut known = known.borrow_mut();
                let places = known.entry(key(name)).or_insert_with(|| self.places(name));
                places.iter().any(|at| registry()[*at].0 == of)
            });
        }
        imports.extend(rules.import(&[("RFC 5234", &core_rules())]));
        imports
    }

    /// Says why a name has no rule, and whether that is an error: none where prose takes the name
    /// from an RFC that the registry does not have, or a sentence takes it from any. `cited` is the
    /// RFC in prose.
    pub fn lacks(&self, name: &str, cited: Option<u32>) -> (bool, String) {
        let is_known = |number: u32| FILES.iter().any(|(rfc, _)| rfc[4..].parse() == Ok(number));
        let prose = cited.filter(|number| !is_known(*number));
        if let Some(number) =
            prose.or_else(|| self.citations.origin(name).filter(|_| cited.is_none()))
        {
            return (false, format!("`{name}` is that of RFC {number}, and is not known here"));
        }
        if let Some(number) = cited {
            return (true, format!("RFC {number}, as it is known here, has no `{name}`"));
        }
        (true, format!("`{name}` is not defined: {}", self.advice(name)))
    }

    /// Returns what to do about a name that nothing defines: RFCs of the registry may.
    pub fn advice(&self, name: &str) -> String {
        let rule =
            |at: &usize| Some((&registry()[*at].0[4..], &*registry()[*at].1.rule(name)?.name));
        let asked = self.places(name);
        let asked: Vec<(&str, &str)> = asked.iter().filter_map(rule).collect();
        if let [(one, rule), (other, _), ..] = asked[..] {
            let numbers: Vec<&str> = asked.iter().map(|(rfc, _)| *rfc).collect();
            return format!(
                "RFC {} define it, and may differ (`urigram compare rfc{one} rfc{other} --rule \
                 {rule}`): import rfc{one}#{rule}, or the other",
                numbers.join(" and ")
            );
        }
        let all: Vec<(&str, &str)> = (0..FILES.len()).filter_map(|at| rule(&at)).collect();
        let Some((newest, rule)) = all.last() else { return "define it".to_owned() };
        let numbers: Vec<&str> = all.iter().rev().take(NAMED).map(|(rfc, _)| *rfc).collect();
        let one = if numbers.len() == 1 { "has" } else { "have" };
        format!(
            "define it, or import it: RFC {} {one} such a rule (rfc{newest}#{rule})",
            numbers.join(", ")
        )
    }
}

/// The most RFCs that an advice names.
const NAMED: usize = 4;

/// Returns the RFCs that each RFC of the registry replaces, by the first line of its file.
fn replaced() -> &'static [BTreeSet<u32>] {
    static REPLACED: OnceLock<Vec<BTreeSet<u32>>> = OnceLock::new();
    let first = |text: &str| {
        let old = text.lines().next().and_then(|line| line.strip_prefix("; Obsoletes: "));
        old.unwrap_or_default().split(", ").filter_map(|it| it.parse().ok()).collect()
    };
    REPLACED.get_or_init(|| FILES.iter().map(|(_, text)| first(text)).collect())
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
        let is_same = |rule: &String| key(rule) == key(name);
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

    /// Returns the RFCs from which the names of rules come.
    fn from(text: &str, wanted: &[&str]) -> Vec<(String, String)> {
        let wanted: Vec<Wanted> = wanted.iter().map(|row| Wanted::read(row).unwrap()).collect();
        let mut rules = Grammar::read(text);
        let undefined: Vec<String> =
            rules.undefined().into_iter().map(|(name, _)| key(name)).collect();
        let imports = Sources::of(text, &rules, &wanted).import(&mut rules);
        let imports = imports.into_iter().map(|it| (key(&it.rule), it.from));
        imports.filter(|(name, _)| undefined.contains(name)).collect()
    }

    #[test]
    fn a_name_is_what_is_asked_for_or_cited() {
        let rule = "range = number [ \"-\" number ]\n";
        let number = |rfc: &str| vec![("number".to_owned(), rfc.to_owned())];
        for (said, wanted, expected) in [
            ("", &[][..], vec![]),
            ("", &["rfc9051#number"], number("RFC 9051")),
            ("; See RFC 8141.\n", &["rfc9051#number"], number("RFC 9051")),
            ("; See RFC 8141.\n", &[], number("RFC 8141")),
            ("; See RFC 8141 and RFC 9051.\n", &[], vec![]),
            (
                "; The rule \"number\" is defined in RFC 9051.\n; See RFC 8141.\n",
                &[],
                number("RFC 9051"),
            ),
            ("; RFC 3261, February 2006; not RFC 8141\n", &[], vec![]),
            ("number = 1*\"x\" ; of RFC 9051\n", &["rfc9051#number"], vec![]),
        ] {
            assert_eq!(from(&format!("{said}{rule}"), wanted), expected, "{said}");
        }
    }

    #[test]
    fn a_core_rule_is_the_last_that_counts() {
        let char = |rfc: &str| vec![("char".to_owned(), rfc.to_owned())];
        for (said, wanted, expected) in [
            ("", &[][..], "RFC 5234"),
            ("; See RFC 822.\n", &[], "RFC 822"),
            ("; ABNF of RFC 5234, after RFC 822\n", &[], "RFC 5234"),
            ("; ABNF of RFC 5234\n", &["rfc822#CHAR"], "RFC 822"),
        ] {
            assert_eq!(from(&format!("{said}c = CHAR\n"), wanted), char(expected), "{said}");
        }
    }

    #[test]
    fn two_that_differ_are_named() {
        let text = "; See RFC 8141 and RFC 9051.\nrange = number\n";
        let rules = Grammar::read(text);
        let advice = Sources::of(text, &rules, &[]).advice("number");
        assert!(advice.starts_with("RFC 8141 and 9051 define it, and may differ"), "{advice}");
        let advice = Sources::of("", &rules, &[]).advice("number");
        assert!(advice.starts_with("define it, or import it: RFC 9051, "), "{advice}");
        let text = "; The rule \"number\" is defined in RFC 7000.\nrange = number\n";
        let lacks = |cited| Sources::of(text, &rules, &[]).lacks("number", cited).0;
        assert!(!lacks(None) && lacks(Some(9051)) && !lacks(Some(7001)));
    }
}
