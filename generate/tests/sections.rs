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
    let page = include_str!("../../grammars/README.md");
    assert!(page.contains(&table), "grammars/README.md should have\n{table}");
}
