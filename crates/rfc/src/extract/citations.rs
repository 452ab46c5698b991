//! The RFCs that a text cites, and which of them it means by a name that it does not define.
//!
//! ```text
//!   9.1  Normative References        RFC 5322 and RFC 9110 both define `comment`: the name is
//!        [RFC9110]  …                that of RFC 9110, whose rules the text says one must know
//!   9.2  Informative References
//!        [RFC5322]  …
//! ```

use super::lines::is_xml;
use super::origins::{defaults, origins};
use std::collections::{BTreeSet, HashMap};
use urigram_automata::abnf::key;

/// The RFCs that define ABNF, and with it the core rules.
pub(super) const NOTATION: [u32; 3] = [2234, 4234, 5234];

/// The core rules of RFC 5234.
const CORE: [&str; 16] = [
    "alpha", "bit", "char", "cr", "crlf", "ctl", "digit", "dquote", "hexdig", "htab", "lf", "lwsp",
    "octet", "sp", "vchar", "wsp",
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A number for each year from 1993 on: no RFC with this number or a greater one is older.
const YEARS: [u32; 31] = [
    1387, 1563, 1754, 1888, 2063, 2257, 2480, 2741, 3031, 3227, 3455, 3678, 3970, 4334, 4795, 5134,
    5408, 5746, 6824, 6824, 6824, 7159, 7436, 7737, 8049, 8307, 8557, 8701, 8972, 9171, 9353,
];

/// The RFCs that a text cites, with what it says of them.
#[derive(Clone, Debug, Default)]
pub struct Citations {
    all: BTreeSet<u32>,
    normative: BTreeSet<u32>,
    obsoletes: BTreeSet<u32>,
    origins: HashMap<String, u32>,
    defaults: BTreeSet<u32>,
}

impl Citations {
    /// Reads the text of a document, as text or as v3 XML. `undefined` are the names that it uses
    /// and does not define.
    ///
    /// ```
    /// use urigram_rfc::Citations;
    /// let text = "Obsoletes: 2616\n\nSee RFC 2616 and RFC 822.\n\n9.1. Normative References\n\n\
    ///             [HTTP]  Fielding, R., RFC 9110.\n\n9.2. Informative References\n\n\
    ///             [MAIL]  Resnick, P., RFC 5322.\n";
    /// let citations = Citations::of(text, ["comment"]);
    /// let has = |all: &[u32]| citations.sources("comment", |rfc| all.contains(&rfc), |_| None);
    /// assert_eq!(has(&[822, 2616, 5322, 9110]), [9110].into());
    /// assert_eq!(has(&[822, 2616, 5322]), [822, 5322].into());
    /// assert_eq!(has(&[2616]), [2616].into());
    /// ```
    ///
    /// # Cost
    /// Linear in the text.
    pub fn of<'n>(text: &str, undefined: impl IntoIterator<Item = &'n str>) -> Citations {
        let mut citations = Citations {
            all: numbers(text, is_xml(text)).collect(),
            normative: normative(text),
            obsoletes: obsoletes(text),
            origins: origins(text, undefined),
            defaults: defaults(text),
        };
        if let Some(next) = year(text).and_then(|year| YEARS.get(year.checked_sub(1992)?)) {
            let is_old = |number: &u32| number < next;
            citations.all.retain(is_old);
            citations.normative.retain(is_old);
            citations.origins.retain(|_, number| is_old(number));
            citations.defaults.retain(is_old);
        }
        citations
    }

    /// Returns the RFCs that the text replaces, by its first page.
    pub fn obsoletes(&self) -> &BTreeSet<u32> {
        &self.obsoletes
    }

    /// Returns true if the text names no RFC but those that define ABNF.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.iter().all(|number| NOTATION.contains(number))
    }

    /// Returns the RFC that defines a name according to a sentence.
    pub(crate) fn origin(&self, name: &str) -> Option<u32> {
        self.origins.get(&key(name)).copied()
    }

    /// Returns the RFCs that a name may come from, of those for which `defines` is true: the one
    /// that defines this name according to a sentence; else those that define all other names
    /// according to a sentence; else the normative references; else those that the text cites and
    /// does not replace; else all that it cites. `replaced` are the RFCs that another one replaces:
    /// of two, the newer one is used.
    ///
    /// An RFC that is younger than the text never counts. A core rule comes from none of them where
    /// the text cites ABNF, unless a sentence says so.
    pub fn sources<'r>(
        &self,
        name: &str,
        defines: impl Fn(u32) -> bool,
        replaced: impl Fn(u32) -> Option<&'r BTreeSet<u32>>,
    ) -> BTreeSet<u32> {
        let origin: BTreeSet<u32> = self.origin(name).into_iter().collect();
        let newer = self.all.difference(&self.obsoletes).copied().collect();
        // A sentence about one name counts for more than one about all.
        let said = if origin.is_empty() { &self.defaults } else { &origin };
        let tiers = [said, &self.normative, &newer, &self.all];
        let is_core = CORE.contains(&&*key(name));
        let is_core = is_core && NOTATION.iter().any(|number| self.all.contains(number));
        let found = tiers.into_iter().take(if is_core { 1 } else { 4 }).map(|tier| {
            tier.iter().copied().filter(|&number| defines(number)).collect::<BTreeSet<u32>>()
        });
        let mut found = found.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
        let old: BTreeSet<u32> =
            found.iter().filter_map(|&number| replaced(number)).flatten().copied().collect();
        found.retain(|number| !old.contains(number));
        found
    }
}

/// Returns the year of a text, by its first lines or its element `date`.
fn year(text: &str) -> Option<usize> {
    let years = |line: &str| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        let years = words.filter(|word| word.len() == 4).filter_map(|word| word.parse().ok());
        years.filter(|year| (1968..2100).contains(year)).max()
    };
    if is_xml(text) {
        return years(text.split_once("<date")?.1.split('>').next()?.split_once("year")?.1);
    }
    let is_dated = |line: &&str| {
        line.starts_with("date = ") || line.split([' ', ',']).any(|word| MONTHS.contains(&word))
    };
    text.lines().take(40).filter(is_dated).filter_map(years).max()
}

/// Returns the numbers of the RFCs that a text names.
pub(super) fn numbers(text: &str, is_xml: bool) -> impl Iterator<Item = u32> + '_ {
    text.split("RFC").skip(1).filter_map(move |rest| {
        // `reference.RFC.5234.xml` is the file of a reference.
        let digits = rest.trim_start_matches(|c| matches!(c, ' ' | '-') || is_xml && c == '.');
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    })
}

/// Returns the RFCs among the normative references of a text.
fn normative(text: &str) -> BTreeSet<u32> {
    let is_xml = is_xml(text);
    let (mut is_inside, mut found) = (false, BTreeSet::new());
    for line in text.lines() {
        if let Some(title) = title(line, is_xml) {
            is_inside = title.starts_with("normative");
        } else if is_xml && line.contains("</references>")
            || !is_xml
                && !line.starts_with(' ')
                && ["Appendix", "Author", "APPENDIX"].iter().any(|it| line.contains(it))
        {
            is_inside = false;
        } else if is_inside {
            found.extend(numbers(line, is_xml));
        }
    }
    found
}

/// Returns the title of a section of references, in lower case.
fn title(line: &str, is_xml: bool) -> Option<String> {
    let line = line.trim();
    // `<references title="Normative References">`, or `<name>Normative References</name>`.
    let line = if is_xml {
        let begin = ["title=\"", "<name>"].iter().find_map(|it| Some(line.split_once(it)?.1))?;
        begin.split(['"', '<']).next()?
    } else {
        // `9.1.  Normative References`, and not its line in the table of contents.
        line.trim_start_matches(|c: char| !c.is_ascii_alphabetic())
    };
    let title = line.to_ascii_lowercase();
    title.ends_with(" references").then_some(title)
}

/// Returns the RFCs that a text replaces, by its first page.
fn obsoletes(text: &str) -> BTreeSet<u32> {
    let head = if is_xml(text) {
        let rfc = text.split_once("<rfc").and_then(|(_, rest)| rest.split_once('>'));
        rfc.and_then(|(head, _)| head.split_once("obsoletes=\"")?.1.split('"').next())
    } else {
        text.lines().take(40).find_map(|line| line.trim().strip_prefix("Obsoletes:"))
    };
    let words = head.unwrap_or_default().split([' ', ',']).map(|it| it.trim_start_matches("RFC"));
    words.filter(|it| !it.is_empty()).map_while(|it| it.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::Citations;

    #[test]
    fn xml_has_normative_references_and_what_it_replaces() {
        let old = "<references title=\"Normative References\">\n";
        let new = "<references>\n<name>Normative References</name>\n";
        for begin in [old, new] {
            let text = format!(
                "<?xml version=\"1.0\"?>\n<rfc ipr=\"x\"\n obsoletes=\"2616, 7230\">\n{begin}\
                 <?rfc include=\"reference.RFC.9110.xml\"?>\n</references>\n<references>\n\
                 <name>Informative References</name>\n<reference anchor=\"RFC5322\"/>\n"
            );
            let citations = Citations::of(&text, []);
            assert_eq!(citations.obsoletes(), &[2616, 7230].into());
            assert_eq!(citations.sources("x", |_| true, |_| None), [9110].into());
            assert_eq!(citations.sources("x", |rfc| rfc < 9000, |_| None), [5322].into());
        }
    }

    #[test]
    fn an_rfc_younger_than_the_text_never_counts() {
        let text = "RFC 4412     Priority     February 2006\n\nSee RFC 3261 and RFC 8141.\n";
        let citations = Citations::of(text, ["alphanum"]);
        assert_eq!(citations.sources("alphanum", |rfc| rfc != 4412, |_| None), [3261].into());
        let xml = "<?xml version=\"1.0\"?>\n<rfc><front><date month=\"May\" year=\"2016\"/>\n";
        for (head, counts) in [
            ("Internet-Draft\nExpires: March 4, 2017    September 2016\n", true),
            ("Internet-Draft                   7 March 2016\n", false),
            ("date = \"2016-05-01\"\n", false),
            ("date = \"2018-05-01\"\n", true),
            (xml, false),
            ("; a file of rules\n", true),
        ] {
            let citations = Citations::of(&format!("{head}\nSee RFC 8141.\n"), []);
            assert_eq!(!citations.is_empty(), counts, "{head}");
        }
    }

    #[test]
    fn core_rules_come_with_the_notation() {
        for (text, expected) in [
            ("See RFC 822.\n", vec![822]),
            ("See RFC 822 and RFC 5234.\n", vec![]),
            ("See RFC 5234.\n\nThe rule \"CHAR\" is defined in RFC 822.\n", vec![822]),
        ] {
            let found = Citations::of(text, ["CHAR"]).sources("CHAR", |it| it == 822, |_| None);
            assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn of_two_the_newer_one_counts_and_a_sentence_counts_for_more() {
        let text = "The rule <atom> is defined in RFC 822.\n\nSee RFC 2822 and RFC 5322.\n";
        let citations = Citations::of(text, ["atom"]);
        let old = [2822].into();
        let replaced = |rfc| (rfc == 5322).then_some(&old);
        assert_eq!(citations.sources("atom", |_| true, replaced), [822].into());
        assert_eq!(citations.sources("atom", |rfc| rfc != 822, replaced), [5322].into());
        assert_eq!(citations.sources("word", |rfc| rfc != 822, replaced), [5322].into());
    }
}
