//! The head of a document's text, against the facts that are printed there.

use urigram_engine::Date;

use crate::evidence::text::{letters, Text};
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
/// The head is the first bytes of the text's letters. A relation that the head does not print is in
/// a sentence of the document. A draft prints no status.
pub(super) fn decide(
    facts: &Facts,
    document: &Text,
    length: usize,
) -> Vec<(&'static str, Option<String>)> {
    let text = document.lowered();
    let head = text.get(..length).unwrap_or(text);
    let source = document.source_until(length).replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n");
    let lowered = source.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut add = |row, why: Option<String>| found.push((row, why));
    let has = |words: &str| head.contains(&letters(words).to_ascii_lowercase());
    let lacks = |words: &str| (!has(words)).then(|| format!("the head has no {words:?}"));
    let days = facts.date.map(dates).unwrap_or_default();
    if !facts.title.is_empty() {
        let title = letters(&facts.title).to_ascii_lowercase();
        let forms = ["", &facts.number].map(|number| format!("{title}{}", letters(number)));
        let is_whole = if document.lines().is_some() {
            paragraphs(&lowered).iter().any(|paragraph| forms.contains(paragraph))
        } else {
            let before = forms.iter().filter_map(|form| head.strip_suffix(form.as_str()));
            let is_day = |before: &str| days.iter().any(|day| before.ends_with(day));
            before.into_iter().any(|before| days.is_empty() || is_day(before))
        };
        add("title", (!is_whole).then(|| format!("the head has no title {:?}", facts.title)));
    }
    for author in &facts.authors {
        add("authors", lacks(author));
    }
    for name in names(&source) {
        if !facts.authors.iter().any(|author| author.ends_with(&name)) {
            add("authors", Some(format!("the head has {name:?}")));
        }
    }
    if let Some(date) = facts.date {
        let is_there = days.iter().any(|form| head.contains(form));
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
        let printed = numbers(&lowered, &format!("{field}:")).or_else(|| said(text, field));
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

/// Returns the letters of each paragraph.
fn paragraphs(source: &str) -> Vec<String> {
    let lines: Vec<String> = source.lines().map(letters).collect();
    lines.split(String::is_empty).map(<[_]>::concat).collect()
}

/// Returns the names that a head prints with an initial: `M. Duerst`.
fn names(head: &str) -> Vec<String> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let is_initial = |word: &str| matches!(word.as_bytes(), [b'A'..=b'Z', b'.']);
    let names = words.windows(2).filter(|pair| {
        is_initial(pair[0]) && !is_initial(pair[1]) && pair[1].starts_with(char::is_uppercase)
    });
    names.map(|pair| pair.join(" ").trim_end_matches(',').to_owned()).collect()
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

/// Returns the numbers that a field of the head lists: `Updates: 1808, 1738`. Other columns are
/// beside it, and a comma continues it on the next line.
fn numbers(head: &str, field: &str) -> Option<Vec<String>> {
    let (_, rest) = head.split_once(field)?;
    let mut all = Vec::new();
    'lines: for line in rest.lines() {
        let column = line.trim().split("   ").next().unwrap_or_default();
        for item in column.split(',').map(str::trim) {
            let digits = item.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            all.extend(Some(digits.to_owned()).filter(|digits| !digits.is_empty()));
            if digits.len() < item.len() {
                break 'lines;
            }
        }
        if !column.ends_with(',') {
            break;
        }
    }
    Some(all).filter(|all| !all.is_empty())
}

/// Returns the RFCs of the sentence in which a document says that it updates others: `This document
/// updates [RFC1738] and [RFC1808]`.
fn said(text: &str, field: &str) -> Option<Vec<String>> {
    let (_, rest) = text.split_once(&format!("thisdocument{field}"))?;
    let sentence = rest.split('.').next()?;
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    let all = sentence.split("rfc").skip(1).map(digits).filter(|digits| !digits.is_empty());
    Some(all.collect()).filter(|all: &Vec<String>| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{dates, names, numbers, paragraphs, said};
    use urigram_engine::Date;

    #[test]
    fn names_paragraphs_and_sentences_are_found() {
        let head = "Group      T. Berners-Lee, Ed.\nA Title\n \nU.C. Irvine   J. W. Smith\n";
        assert_eq!(names(head), ["T. Berners-Lee", "W. Smith"]);
        assert_eq!(paragraphs(head), ["GroupT.Berners-Lee,Ed.ATitle", "U.C.IrvineJ.W.Smith"]);
        let text = "thisdocumentupdates[rfc1738]andrfc1808,butnotrfcs.seerfc7.";
        assert_eq!(said(text, "updates").unwrap(), ["1738", "1808"]);
        assert_eq!(said(text, "obsoletes"), None);
        assert_eq!(said("thisdocumentupdatesitself.rfc7", "updates"), None);
    }

    #[test]
    fn fields_and_days_are_found_as_heads_print_them() {
        let head = "updates: 1808,      fastly\n    1738  r. fielding\nobsoletes: 2732 (if, 1,\n2)";
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
