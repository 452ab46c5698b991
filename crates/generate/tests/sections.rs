//! The sections of documents, held against the rows that cite them.

use urigram_generate::section_uses;
use urigram_grammars::Grammar;

#[test]
fn a_section_has_a_row_or_a_reason() {
    for grammar in Grammar::ALL {
        let sections = section_uses(grammar.definition()).unwrap();
        assert!(!sections.is_empty(), "{grammar}");
        for section in sections {
            let has_reason = !section.nothing.is_empty();
            assert_eq!(section.became.is_empty(), has_reason, "{grammar}, {}", section.section);
        }
    }
}

/// Numbers leave nothing out: before 3.4 there is 3.3, and around it 3. Three documents have only
/// headings.
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
