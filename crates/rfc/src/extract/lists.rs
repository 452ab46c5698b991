//! Lists as `#rule` of RFC 9110 (5.6.1), RFC 2616 (2.1) and RFC 822 (2.7), in RFC 5234's notation.

use super::lines::{outside_strings, without_comment};
use super::ListRule;
use std::collections::BTreeSet;

const SENDER: &str = "\"#\" of the text is expanded for senders (RFC 9110, 5.6.1.1)";
const RECIPIENT: &str = "\"#\" of the text is expanded for recipients (RFC 9110, 5.6.1.2)";
const LINEAR: &str = "\"#\" of the text is a list with linear white space (RFC 2616, 2.1)";
const NONE: &str = "\"#\" of the text is a list without white space of its own (RFC 822, 2.7)";

/// The white space around the commas of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blank {
    /// RFC 9110's.
    Optional,
    /// RFC 2616's, which may also be before the list.
    Linear,
    /// None: RFC 822 has it between all symbols of a structured field, and texts that use its
    /// notation for something else say that theirs imply nothing.
    Nothing,
}

impl Blank {
    /// Returns the white space of the lists of a text, by the RFCs that it cites. A text that
    /// implies white space everywhere gets it in lists with the rest.
    pub(super) fn of(cited: &BTreeSet<u32>, implies: bool, defines_ows: bool) -> Blank {
        let is_new = [7230, 7231, 7232, 7233, 7234, 7235, 9110, 9111, 9112];
        if implies || defines_ows || is_new.iter().any(|rfc| cited.contains(rfc)) {
            return Blank::Optional;
        }
        match (cited.contains(&2616) || cited.contains(&2068), cited.contains(&822)) {
            (true, false) => Blank::Linear,
            (false, true) => Blank::Nothing,
            _ => Blank::Optional,
        }
    }
}

/// Expands every list whose element is a name, a string or a group on the same rule. A list of
/// anything else is left, and an error of the rule.
pub(super) fn expand(source: &str, lists: ListRule, blank: Blank) -> (String, &'static str) {
    let what = match blank {
        Blank::Optional if lists == ListRule::Sender => SENDER,
        Blank::Optional => RECIPIENT,
        Blank::Linear => LINEAR,
        Blank::Nothing => NONE,
    };
    // A mark that ABNF does not have, for the lists outside of strings.
    let mut text = outside_strings(source, |part| part.replace('#', "\u{1}"));
    while let Some(at) = text.rfind('\u{1}') {
        let begin = text[..at].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let behind = &text[at + 1..];
        let element = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        let most = &behind[..behind.len() - element.len()];
        let Some(length) = element_length(element) else {
            return (source.to_owned(), what);
        };
        let least: u32 = text[begin..at].parse().unwrap_or(0);
        // The element takes this place once the white space is written.
        let list = list(lists, least, most.parse().ok(), "\u{2}");
        let list = match blank {
            Blank::Optional => list,
            Blank::Linear => format!("( *LWS {} )", list.replace("OWS", "*LWS")),
            Blank::Nothing => list.replace("OWS ", "").replace(" OWS", ""),
        };
        let list = list.replace('\u{2}', &element[..length]);
        let end = at + 1 + most.len() + length;
        text = format!("{}{list}{}", &text[..begin], &text[end..]);
    }
    (text, what)
}

fn list(lists: ListRule, least: u32, most: Option<u32>, element: &str) -> String {
    let more = match (least.saturating_sub(1), most.map(|most| most.saturating_sub(1))) {
        (0, None) => "*".to_owned(),
        (least, None) => format!("{least}*"),
        (least, Some(most)) => format!("{least}*{most}"),
    };
    match (lists, least, most) {
        (ListRule::Collected, 0, None) => {
            format!("[ ( \",\" / {element} ) *( OWS \",\" [ OWS {element} ] ) ]")
        }
        (ListRule::Collected, 1, None) => {
            format!("( *( \",\" OWS ) {element} *( OWS \",\" [ OWS {element} ] ) )")
        }
        (ListRule::Recipient, 0, None) => {
            format!("( [ {element} ] *( OWS \",\" OWS [ {element} ] ) )")
        }
        // Empty elements are not included in the number of elements.
        (ListRule::Recipient | ListRule::Collected, ..) => {
            let between = "OWS \",\" OWS *( \",\" OWS )";
            let list =
                format!("*( \",\" OWS ) {element} {more}( {between} {element} ) *( OWS \",\" )");
            if least == 0 {
                format!("( [ {list} ] )")
            } else {
                format!("( {list} )")
            }
        }
        (ListRule::Sender, 0, _) => format!("[ {element} {more}( OWS \",\" OWS {element} ) ]"),
        (ListRule::Sender, ..) => format!("( {element} {more}( OWS \",\" OWS {element} ) )"),
    }
}

/// Returns the length of the element that a text begins with: a name, a string, or a group.
fn element_length(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    if first.is_ascii_alphabetic() {
        let inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        return Some(text.find(|c| !inside(c)).unwrap_or(text.len()));
    }
    let close = match first {
        '"' => return Some(text[1..].find('"')? + 2),
        '<' => return Some(text.find('>')? + 1),
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    let (mut depth, mut is_quoted, mut start) = (0, false, 0);
    for line in text.split_inclusive('\n') {
        for (at, c) in without_comment(line).char_indices() {
            match c {
                '"' => is_quoted = !is_quoted,
                '(' | '[' if !is_quoted => depth += 1,
                ')' | ']' if !is_quoted => {
                    depth -= 1;
                    if depth == 0 {
                        return (c == close).then_some(start + at + 1);
                    }
                }
                _ => {}
            }
        }
        start += line.len();
    }
    None
}
