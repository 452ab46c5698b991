//! The table of sections in grammars/README.md, held against the folders.

use urigram_generate::section_uses;
use urigram_grammars::Grammar;

/// The kinds of rows in the columns of the table, each with the rows that count.
const KINDS: &[(&str, &[&str])] = &[
    ("rules", &["rule"]),
    ("algorithm", &["resolution", "equivalence", "comparison"]),
    ("errata", &["erratum"]),
    ("constraints", &["constraint"]),
    ("cautions", &["caution"]),
    ("parts", &["part", "marking", "removed", "keeps_punctuation", "latin_1_section"]),
];

#[test]
fn the_table_says_what_sections_became() {
    let mut table = String::from("| document | sections |");
    KINDS.iter().for_each(|(kind, _)| table.push_str(&format!(" {kind} |")));
    table.push_str(" examples alone | nothing |\n|");
    table.push_str(&" --- |".repeat(KINDS.len() + 4));
    for grammar in Grammar::ALL {
        let sections = section_uses(grammar.definition()).unwrap();
        assert!(!sections.is_empty(), "{grammar}");
        let count = |fits: &dyn Fn(&[String]) -> bool| {
            sections.iter().filter(|section| fits(&section.became)).count()
        };
        table.push_str(&format!("\n| {grammar} | {} |", sections.len()));
        let is = |row: &String, kinds: &[&str]| {
            kinds.iter().any(|kind| row.split(' ').next() == Some(kind))
        };
        for (_, kinds) in KINDS {
            let sections = count(&|rows| rows.iter().any(|row| is(row, kinds)));
            table.push_str(&format!(" {sections} |"));
        }
        let examples = |row: &String| row.ends_with("example") || row.ends_with("examples");
        let alone = count(&|rows| !rows.is_empty() && rows.iter().all(examples));
        let nothing = count(&|rows| rows.is_empty());
        table.push_str(&format!(" {alone} | {nothing} |"));
        let reasons = sections.iter().filter(|section| !section.nothing.is_empty()).count();
        assert_eq!(nothing, reasons, "{grammar}");
    }
    let page = include_str!("../../../grammars/README.md");
    assert!(page.contains(&table), "grammars/README.md should have\n{table}");
}

/// Numbers leave nothing out: before 3.4 there is 3.3, and around it 3. Headings without numbers
/// are as many as the table says.
#[test]
fn no_number_of_a_section_is_missing() {
    for &grammar in Grammar::ALL.iter().chain(Grammar::SCHEMES) {
        let sections = section_uses(grammar.definition()).unwrap();
        let plain = |text: &str| text.trim_start_matches("Appendix ").to_owned();
        let listed: Vec<String> = sections.iter().map(|one| plain(&one.section)).collect();
        let mut numbered = 0;
        for number in &listed {
            let (around, last) = number.rsplit_once('.').unwrap_or(("", number));
            let is_appendix = last.len() == 1 && last.chars().all(|c| c.is_ascii_uppercase());
            let before = match last.parse::<u32>() {
                Ok(1) => None,
                Ok(last) => Some((last - 1).to_string()),
                Err(_) if around.is_empty() && is_appendix && last != "A" => {
                    Some(char::from(last.as_bytes()[0] - 1).to_string())
                }
                Err(_) => continue,
            };
            numbered += 1;
            let sibling = before.map(|before| match around {
                "" => before,
                around => format!("{around}.{before}"),
            });
            let around = Some(around.to_owned()).filter(|around| !around.is_empty());
            for wanted in sibling.into_iter().chain(around) {
                assert!(listed.contains(&wanted), "{grammar}: {number} without {wanted}");
            }
        }
        let has_numbers = !["url-1993", "urc-1993", "rfc1630"].contains(&grammar.as_str());
        assert_eq!(numbered > 5, has_numbers, "{grammar}: {numbered}");
    }
}
