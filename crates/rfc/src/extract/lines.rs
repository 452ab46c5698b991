//! The lines of a document without page breaks, headers and footers, with their places.
//!
//! ```text
//! 3.6.  Variable Repetition:  *Rule                       section 3.6 from here on
//!                                                         a break: it fills the page, and does not
//!                                                         end a rule that goes on below
//! Crocker & Overell     Standards Track     [Page 7]      empty; page 8 begins
//! RFC 5234               ABNF              January 2008   empty: a header, behind a footer
//! ```
//!
//! A fence of Markdown named `abnf` holds ABNF for certain, and other fences are left out. So is an
//! element of XML with another type; one without a type may hold rules.

use super::markup;
use std::collections::HashMap;
use urigram_automata::abnf::leading_name;

/// A line of a document.
pub(super) struct Line<'a> {
    text: std::borrow::Cow<'a, str>,
    pub(super) number: usize,
    pub(super) page: usize,
    pub(super) section: String,
    /// Whether the line is empty because a page ends, so that it parts nothing.
    pub(super) is_break: bool,
    /// Whether the text says of the line that it is ABNF: `~~~ abnf`, `<sourcecode type="abnf">`.
    pub(super) is_stated: bool,
}

impl Line<'_> {
    pub(super) fn content(&self) -> &str {
        self.text.trim_start_matches([' ', '\t'])
    }

    pub(super) fn indent(&self) -> usize {
        let blanks = self.text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
        blanks.map(|byte| if byte == b'\t' { 8 } else { 1 }).sum()
    }
}

/// The contents of a fence in Markdown, or of an element of source code in XML.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fenced {
    Abnf,
    /// Something else, by its name.
    Example,
    /// Nothing is said.
    Unnamed,
}

impl Fenced {
    fn of(name: &str) -> Fenced {
        match &*name.to_ascii_lowercase() {
            "abnf" => Fenced::Abnf,
            // RFC 9110 has lists `#rule`, and its own name for the notation.
            name if name.is_empty() || name.starts_with("abnf") => Fenced::Unnamed,
            _ => Fenced::Example,
        }
    }
}

/// Returns the mark of a line that begins or ends a fence of Markdown, and the name behind it.
fn fence(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let end = line.find(|c| !matches!(c, '~' | '`')).unwrap_or(line.len());
    let (mark, name) = line.split_at(end);
    let name = name.trim_start_matches([' ', '{', '.']);
    let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
    (mark.len() >= 3 && (mark.starts_with("~~~") || mark.starts_with("```")))
        .then_some((mark, name))
}

/// Returns the lines of a text or, for v3 XML, those of its source code.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    if is_xml(text) {
        return xml(text);
    }
    let plain: Vec<&str> = text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
    let has_pages = plain.iter().any(|line| is_footer(line));
    let (mut lines, mut page, mut section) = (Vec::new(), usize::from(has_pages), String::new());
    let mut was_footer = false;
    // Lines of waves are not fences unless one has a name.
    let has_fences = plain.iter().any(|line| fence(line).is_some_and(|(_, name)| !name.is_empty()));
    let mut open: Option<(&str, Fenced)> = None;
    for (index, line) in plain.iter().enumerate() {
        let mut line = line.trim_matches('\x0C');
        let mut is_stated = false;
        if let Some((mark, name)) = fence(line).filter(|_| has_fences) {
            open = match open {
                None => Some((mark, Fenced::of(name))),
                Some((begin, _)) if mark.starts_with(begin) => None,
                open => open,
            };
            line = "";
        } else if let Some((_, fenced)) = open {
            is_stated = fenced == Fenced::Abnf;
            line = if is_stated { line } else { "" };
        }
        let is_blank = line.trim().is_empty();
        let is_header = was_footer && is_header(line);
        if is_footer(line) {
            page += 1;
            was_footer = true;
            // The blank lines above a footer fill the page.
            for blank in
                lines.iter_mut().rev().take_while(|line: &&mut Line<'_>| line.content().is_empty())
            {
                blank.is_break = true;
            }
        } else if !is_blank && !is_header {
            if let Some(number) = heading(line) {
                number.clone_into(&mut section);
            }
            was_footer = false;
        }
        let text = if is_footer(line) || is_header { "" } else { line };
        lines.push(Line {
            text: text.into(),
            number: index + 1,
            page,
            section: section.clone(),
            is_break: was_footer,
            is_stated,
        });
    }
    lines
}

/// Returns true for a document in XML.
pub(super) fn is_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    ["<?xml", "<!DOCTYPE rfc", "<rfc"].iter().any(|begin| text.starts_with(begin))
        || text.contains("<rfc ") && text.contains("<middle")
}

/// Returns true for `Author   Standards Track   [Page 7]`.
fn is_footer(line: &str) -> bool {
    let line = line.trim_end();
    let number = line.strip_suffix(']').and_then(|line| line.rsplit_once("[Page "));
    number.is_some_and(|(_, number)| {
        !number.is_empty() && number.trim().bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns true for the first line of a page: `RFC 5322   Internet Message Format   October 2008`.
fn is_header(line: &str) -> bool {
    let line = line.trim_end();
    let year = line.len().checked_sub(4).and_then(|at| line.get(at..));
    !line.starts_with(' ') && year.is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the number of a section that begins in this line.
fn heading(line: &str) -> Option<&str> {
    let (number, title) = line.split_once(' ')?;
    if ["appendix", "annex"].iter().any(|word| number.eq_ignore_ascii_case(word)) {
        let letter = title.trim_start().split([' ', '.', ':']).next()?;
        let is_one = letter.len() == 1 && letter.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return is_one.then_some(letter);
    }
    let number = number.trim_end_matches('.');
    let mut parts = number.split('.');
    let first = parts.next()?;
    let is_first = first.bytes().all(|byte| byte.is_ascii_digit())
        || first.len() == 1 && first.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_rest =
        parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    // `A = "x"` is not a heading.
    let is_title = title.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric());
    (!first.is_empty() && is_first && is_rest && is_title).then_some(number)
}

/// Returns the lines of all `<sourcecode>` and `<artwork>` elements, with character data decoded.
fn xml(text: &str) -> Vec<Line<'static>> {
    let (mut lines, mut number, mut inside, mut is_data) = (Vec::new(), 0, None, false);
    let (mut tag, mut begun) = (None, None::<String>);
    for line in text.lines() {
        number += 1;
        let mut content = line;
        let opens = ["<sourcecode", "<artwork"].iter().find_map(|tag| content.find(tag));
        if let Some(at) = opens.filter(|_| inside.is_none() && begun.is_none()) {
            (content, begun) = (&content[at..], Some(String::new()));
        }
        if let Some(begin) = &mut begun {
            // The tag may go on in the next line.
            let (before, rest) = content.split_once('>').unwrap_or((content, ""));
            begin.push_str(before);
            if before.len() == content.len() {
                continue;
            }
            let name = begin.split_once("type=\"").and_then(|(_, rest)| rest.split('"').next());
            inside = Some(Fenced::of(name.unwrap_or_default()));
            (content, begun) = (rest, None);
        }
        let Some(fenced) = inside else { continue };
        if let Some((_, rest)) = content.split_once("<![CDATA[") {
            (content, is_data) = (rest, true);
        }
        let closes = ["]]>", "</sourcecode", "</artwork"];
        let end = closes.iter().filter_map(|tag| content.find(tag)).min();
        let shown = &content[..end.unwrap_or(content.len())];
        let decoded = if is_data {
            shown.to_owned()
        } else {
            let parts = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
            let shown = markup::without_tags(shown, &mut tag);
            parts.iter().fold(shown, |text, (from, to)| text.replace(from, to))
        };
        if fenced != Fenced::Example {
            let is_stated = fenced == Fenced::Abnf;
            lines.push(Line { is_stated, ..line_of(decoded, number) });
        }
        is_data &= !content.contains("]]>");
        if closes[1..].iter().any(|tag| content.contains(tag)) {
            inside = None;
            // The end of a figure parts rules.
            lines.push(line_of(String::new(), number));
        }
    }
    lines
}

fn line_of(text: String, number: usize) -> Line<'static> {
    Line {
        text: text.into(),
        number,
        page: 0,
        section: String::new(),
        is_break: false,
        is_stated: false,
    }
}

/// Returns the name that a line defines, as ABNF or nearly so, and what is behind the sign. RFC
/// 2045 and its family write `:=` for `=`.
pub(super) fn defined(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = leading_name(content)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix('=')?;
    // `a == b` and `a => b` are programs.
    (!rest.starts_with(['=', '>', '~'])).then_some((name, rest))
}

/// Returns a line up to its comment.
pub(super) fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Returns true if a paragraph begins here that is not ABNF: five words or more in its first line,
/// and a full stop at its end.
pub(super) fn is_sentence(lines: &[Line<'_>]) -> bool {
    let is_word = |word: &str| {
        let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '\'');
        word.trim_matches(['.', ',', ';', ':', '(', ')']).chars().all(inside)
    };
    let first = lines.first().map_or("", Line::content);
    let last = lines.iter().map(Line::content).take_while(|line| !line.is_empty()).last();
    let is_ended = last.is_some_and(|line| line.trim_end().ends_with('.'));
    is_ended && first.split_whitespace().count() >= 5 && first.split_whitespace().all(is_word)
}

/// Returns the RFCs of a document's references by their names: `[URI]  Berners-Lee, … RFC 3986`.
pub(super) fn labels(lines: &[Line<'_>]) -> HashMap<String, u32> {
    let mut labels = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((name, rest)) =
            line.content().strip_prefix('[').and_then(|rest| rest.split_once(']'))
        else {
            continue;
        };
        if name.is_empty() || name.contains(char::is_whitespace) || !rest.starts_with([' ', '\t']) {
            continue;
        }
        let more = lines[at + 1..].iter().map(Line::content).take_while(|line| !line.is_empty());
        let entry = std::iter::once(rest).chain(more).take(9).collect::<Vec<_>>().join(" ");
        let number = entry.split("RFC ").nth(1).map(|rest| {
            rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
        });
        if let Some(Some(number)) = number {
            labels.entry(name.to_owned()).or_insert(number);
        }
    }
    labels
}

/// Replaces the names of references in prose values: `<host, see [URI]>` cites `[RFC3986]`.
pub(super) fn with_numbers(source: &str, labels: &HashMap<String, u32>) -> String {
    let (mut new, mut from, mut is_prose) = (String::new(), 0, false);
    for (at, c) in source.char_indices().filter(|(_, c)| matches!(c, '<' | '>' | '[')) {
        match c {
            '<' => is_prose = true,
            '>' => is_prose = false,
            _ => {}
        }
        if c != '[' || !is_prose {
            continue;
        }
        let rest = &source[at + 1..];
        // No name of a reference is longer.
        let end = rest.bytes().take(80).position(|byte| byte == b']');
        let label = end.map(|end| &rest[..end]).filter(|name| !name.starts_with("RFC"));
        if let Some((name, number)) = label.and_then(|name| Some((name, labels.get(name)?))) {
            new.push_str(&source[from..at]);
            new.push_str(&format!("[RFC{number}]"));
            from = at + name.len() + 2;
        }
    }
    new + &source[from..]
}

/// Writes `"a".."z"` as `%x61-7A`, except in prose values, where other readers look at it.
pub(super) fn ranges(source: &str) -> String {
    let (mut new, mut from) = (String::new(), 0);
    let quoted = |text: &str| -> Option<u32> {
        let mut chars = text.chars();
        let (open, c, close) = (chars.next()?, chars.next()?, chars.next()?);
        (open == '"' && close == '"' && c.is_ascii_graphic()).then_some(u32::from(c))
    };
    let mut is_prose = false;
    for (at, c) in source.char_indices() {
        match c {
            '<' => is_prose = true,
            '>' | '\n' => is_prose = false,
            '.' if !is_prose && source[at..].starts_with("..") => {}
            _ => continue,
        }
        if c != '.' {
            continue;
        }
        let start = at.checked_sub(3).filter(|start| *start >= from);
        let low = start.and_then(|start| quoted(source.get(start..at)?));
        let rest = source[at + 2..].trim_start_matches(' ');
        if let (Some(start), Some(low), Some(high)) = (start, low, quoted(rest)) {
            new.push_str(&source[from..start]);
            new.push_str(&format!("%x{low:02X}-{high:02X}"));
            from = source.len() - rest.len() + 3;
        }
    }
    new + &source[from..]
}

/// Writes `1*15 (DIGIT)` as `1*15(DIGIT)`: a count alone is nothing in ABNF.
pub(super) fn joined_counts(code: &str) -> String {
    let (mut new, mut rest) = (String::new(), code);
    let is_count = |c: char| c.is_ascii_digit() || c == '*';
    while let Some(at) = rest.find(is_count) {
        let (before, count) = rest.split_at(at);
        let end = count.find(|c| !is_count(c)).unwrap_or(count.len());
        let behind = &count[end..];
        let last = new.chars().chain(before.chars()).next_back();
        let begins = last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '/'));
        let element = behind.trim_start_matches(' ');
        let follows = element.starts_with(|c: char| c.is_ascii_alphabetic() || c == '(');
        new.push_str(before);
        new.push_str(&count[..end]);
        rest = if begins && follows { element } else { behind };
    }
    new + rest
}

/// Returns the definition that a comment is in place of: `text = ; As defined in [iCAL].`
pub(super) fn said_in_comment(source: &str) -> Option<String> {
    let (name, rest) = source.split_once('=')?;
    let mut said = Vec::new();
    for line in rest.trim_start_matches('/').lines() {
        said.push(line.trim().strip_prefix(';').or_else(|| line.trim().is_empty().then_some(""))?);
    }
    let said = said.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let said = said.trim_end_matches('.');
    (!said.is_empty() && !said.contains(['<', '>'])).then(|| format!("{name}= <{said}>"))
}

/// Returns the octets that RFC 822 gives in comments behind words, first in octal and then in
/// decimal: `<any ASCII control character>  ; (  0- 37,  0.- 31.)`.
pub(super) fn octets_in_comment(source: &str) -> Option<String> {
    let (name, rest) = source.split_once('=')?;
    let (words, rest) = rest.trim_start().strip_prefix('<')?.split_once('>')?;
    let comments = rest
        .lines()
        .map(|line| line.trim().strip_prefix(';').or(line.trim().is_empty().then_some("")));
    let said = comments.collect::<Option<Vec<_>>>()?.join(" ");
    let mut values = Vec::new();
    for part in said.split('(').skip(1) {
        let (octal, decimal) = part.split_once(')')?.0.split_once(',')?;
        let range = |text: &str, radix: u32| -> Option<(u32, u32)> {
            let number = |text: &str| {
                let digits = text.trim();
                let digits = if radix == 10 { digits.strip_suffix('.')? } else { digits };
                u32::from_str_radix(digits, radix).ok()
            };
            let (low, high) = text.split_once('-').unwrap_or((text, text));
            Some((number(low)?, number(high)?))
        };
        let (low, high) = range(decimal, 10)?;
        (range(octal, 8)? == (low, high) && low <= high && !words.is_empty()).then_some(())?;
        values.push(format!("%d{low}-{high}"));
    }
    (!values.is_empty()).then(|| format!("{name}= {}", values.join(" / ")))
}

/// Writes `a"-"b` as `a "-" b`, and `a(b)c` as `a (b) c`: ABNF wants white space there.
pub(super) fn apart(source: &str) -> String {
    let (mut new, mut closes, mut word) = (String::new(), None, String::new());
    let mut is_comment = false;
    for c in source.chars() {
        let before = new.chars().next_back().unwrap_or(' ');
        match closes {
            Some(close) => {
                if c == close || c == '\n' {
                    closes = None;
                }
                word.clear();
                new.push(c);
                continue;
            }
            None if is_comment => is_comment = c != '\n',
            None if c == ';' => is_comment = true,
            None => {
                let is_opening = matches!(c, '"' | '<' | '(' | '[' | '%' | '*');
                let is_begin = is_opening || c.is_ascii_alphanumeric();
                let is_behind = matches!(before, '"' | '>' | ')' | ']');
                // `2(` and `1*(` count, `%s"` is a kind of string, and `a(` is two elements.
                let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '%');
                let is_kind = matches!(&*word.to_ascii_lowercase(), "%s" | "%i");
                if is_begin && is_behind || is_opening && is_name && !is_kind {
                    new.push(' ');
                }
                closes = if c == '"' { Some('"') } else { (c == '<').then_some('>') };
            }
        }
        let is_word = c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '%' | '.');
        if is_word {
            word.push(c);
        } else {
            word.clear();
        }
        new.push(c);
    }
    new
}

/// Writes `'x'` as `%s"x"`.
pub(super) fn double_quotes(code: &str) -> String {
    let mut new = String::new();
    for (number, part) in code.split('\'').enumerate() {
        let mark = match number {
            0 => "",
            odd if odd % 2 == 1 => "%s\"",
            _ => "\"",
        };
        new.push_str(mark);
        new.push_str(part);
    }
    new
}

/// Changes the parts of a rule that are neither strings nor prose values nor comments.
pub(super) fn outside_strings(source: &str, mut change: impl FnMut(&str) -> String) -> String {
    let mut new = String::new();
    for (index, line) in source.split('\n').enumerate() {
        new.push_str(if index == 0 { "" } else { "\n" });
        let code = without_comment(line);
        let (mut from, mut closes) = (0, None);
        for (at, c) in code.char_indices() {
            match (closes, c) {
                (None, '"' | '<') => {
                    new.push_str(&change(&code[from..at]));
                    (from, closes) = (at, Some(if c == '"' { '"' } else { '>' }));
                }
                (Some(close), c) if c == close => {
                    new.push_str(&code[from..=at]);
                    (from, closes) = (at + 1, None);
                }
                _ => {}
            }
        }
        let rest = &code[from..];
        new.push_str(&if closes.is_none() { change(rest) } else { rest.to_owned() });
        new.push_str(&line[code.len()..]);
    }
    new
}
