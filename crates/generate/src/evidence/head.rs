//! The head of a document's text, against the facts that are printed there.

use urigram_engine::Date;

use crate::evidence::text::letters;
use crate::folder::facts::Facts;

/// The months, as heads print them.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the facts that a head decides, each with the reason why it is not so, if it is not.
///
/// `head` has the letters of the head and `text` those of the whole document, in lower case. A
/// relation that the head does not print has its number in the text. A draft prints no status.
pub(super) fn decide(facts: &Facts, head: &str, text: &str) -> Vec<(&'static str, Option<String>)> {
    let mut found = Vec::new();
    let mut add = |row, why: Option<String>| found.push((row, why));
    let has = |words: &str| head.contains(&letters(words).to_lowercase());
    let lacks = |words: &str| (!has(words)).then(|| format!("the head has no {words:?}"));
    if !facts.title.is_empty() {
        add("title", lacks(&facts.title));
    }
    for author in &facts.authors {
        add("authors", lacks(author));
    }
    if let Some(date) = facts.date {
        let is_there = dates(date).iter().any(|form| head.contains(form));
        add("date", (!is_there).then(|| format!("the head has no {date}")));
    }
    match facts.number.strip_prefix("RFC ") {
        Some(digits) => {
            add("number", lacks(&format!("Request for Comments: {digits}")));
            if let Some(category) = category(&facts.status) {
                let std = has("STD: ") != (facts.status == "Internet Standard");
                let std = std.then(|| "the head has a number STD, or lacks one".to_owned());
                add("status", lacks(&format!("Category: {category}")).or(std));
            }
        }
        None if facts.number.is_empty() => {}
        // A head that names no draft decides no name.
        None if facts.number.starts_with("draft-") && !head.contains("draft-") => {}
        None => add("number", lacks(&facts.number)),
    }
    for (field, names) in [("updates", &facts.updates), ("obsoletes", &facts.obsoletes)] {
        let printed = numbers(head, &format!("{field}:"));
        let stated: Vec<String> =
            names.iter().map(|name| name.chars().filter(char::is_ascii_digit).collect()).collect();
        let wrong = match &printed {
            Some(printed) => stated
                .iter()
                .filter(|number| !printed.contains(number))
                .chain(printed.iter().filter(|number| !stated.contains(number)))
                .next(),
            None => stated.iter().find(|number| !text.contains(&format!("rfc{number}"))),
        };
        if printed.is_some() || !stated.is_empty() {
            add(field, wrong.map(|number| format!("RFC {number} is in one of text and folder")));
        }
    }
    found
}

/// Returns the ways in which a head prints a day. Of the first of a month it may print the month
/// alone.
fn dates(date: Date) -> Vec<String> {
    let Date { year, month, day } = date;
    let Some(name) = MONTHS.get(usize::from(month).wrapping_sub(1)) else { return Vec::new() };
    let mut forms = vec![
        format!("{day}{name}{year}"),
        format!("{name}{day},{year}"),
        format!("{day}{}{:02}", &name[..3], year % 100),
        date.to_string(),
    ];
    if day == 1 {
        forms.push(format!("{name}{year}"));
    }
    forms
}

/// Returns the category that the head of an RFC prints for a status.
fn category(status: &str) -> Option<&str> {
    match status {
        "Proposed Standard" | "Draft Standard" | "Internet Standard" => Some("Standards Track"),
        "Informational" | "Experimental" | "Historic" | "Best Current Practice" => Some(status),
        _ => None,
    }
}

/// Returns the numbers that a field of the head lists: `updates:1808,1738`.
fn numbers(head: &str, field: &str) -> Option<Vec<String>> {
    let (_, mut rest) = head.split_once(field)?;
    let mut all = Vec::new();
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end == 0 {
            return Some(all).filter(|all| !all.is_empty());
        }
        all.push(rest[..end].to_owned());
        rest = rest[end..].strip_prefix(',').unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::{dates, numbers};
    use urigram_engine::Date;

    #[test]
    fn fields_and_days_are_found_as_heads_print_them() {
        let head = "updates:1808,1738r.fieldingobsoletes:2732(ifapproved)";
        assert_eq!(numbers(head, "updates:").unwrap(), ["1808", "1738"]);
        assert_eq!(numbers(head, "obsoletes:").unwrap(), ["2732"]);
        assert_eq!(numbers(head, "std:"), None);
        let of = |day| dates(Date::new(1993, 7, day).unwrap());
        assert!(
            of(14).contains(&"14july1993".to_owned()) && of(14).contains(&"14jul93".to_owned())
        );
        assert!(of(1).contains(&"july1993".to_owned()) && !of(2).contains(&"july1993".to_owned()));
        assert!(dates(Date::UNDATED).is_empty());
    }
}
