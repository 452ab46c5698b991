//! A reader of doc comments in Rust sources.
//!
//! It recognizes strings, characters, lifetimes, comments and attributes, so that `///` in a string
//! is not a doc comment. It does not parse items: an item's doc comment is a run of `///` lines and
//! `#[doc = "…"]`, with only attributes and comments between them.

use std::iter::Peekable;
use std::str::CharIndices;

/// The documentation of one item or module.
pub struct DocComment {
    /// The line of the first text, counted from 1.
    pub line: usize,
    /// The first line of text without the marks: headings, fences and table rows are skipped.
    pub text: String,
    /// The item's code up to its body; empty for `//!`.
    header: String,
}

impl DocComment {
    /// Returns true if the item has the type `bool` or returns it.
    pub fn is_about_bool(&self) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.header.split(|c| !is_word(c)).any(|word| word == "bool")
    }
}

/// A piece of source code, at the level of detail that doc comments need.
#[derive(Debug, PartialEq)]
enum Token {
    /// A line of `///`, or the text of `#[doc = "…"]`.
    Outer(String),
    /// A line of `//!`.
    Inner(String),
    /// An attribute or a comment that documents nothing.
    Skipped,
    /// A string or a character.
    Literal,
    /// Any other character that is not white space.
    Code(char),
}

/// Returns the doc comments of a source, in order.
pub fn doc_comments(source: &str) -> Vec<DocComment> {
    let tokens = tokens(source);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_inner = matches!(tokens[at].1, Token::Inner(_));
        let mut first: Option<(usize, &str)> = None;
        let begun = at;
        while let Some((line, token)) = tokens.get(at) {
            match token {
                Token::Outer(text) if !is_inner => first = first.or(subject(*line, text)),
                Token::Inner(text) if is_inner => first = first.or(subject(*line, text)),
                Token::Skipped if at > begun => {}
                _ => break,
            }
            at += 1;
        }
        if let Some((line, text)) = first {
            let header = if is_inner { String::new() } else { header(&tokens[at..]) };
            found.push(DocComment { line, text: text.to_owned(), header });
        }
        if at == begun {
            at += 1;
        }
    }
    found
}

/// Returns a line of documentation if it is running text.
fn subject(line: usize, text: &str) -> Option<(usize, &str)> {
    let text = text.trim();
    let is_mark = ["#", "|", "```"].iter().any(|mark| text.starts_with(mark));
    (!text.is_empty() && !is_mark).then_some((line, text))
}

/// Returns the code of an item up to its body, value or end.
fn header(tokens: &[(usize, Token)]) -> String {
    let mut header = String::new();
    let mut depth = 0;
    let mut before = ' ';
    for (_, token) in tokens {
        let Token::Code(c) = token else { continue };
        match c {
            '(' | '[' | '<' => depth += 1,
            '>' if before == '-' || before == '=' => {}
            ')' | ']' | '>' => depth -= 1,
            _ => {}
        }
        if depth < 0 || matches!(c, '{' | '}' | ';') || depth == 0 && matches!(c, ',' | '=') {
            break;
        }
        header.push(*c);
        before = *c;
    }
    header
}

/// Splits a source into tokens with their lines. White space separates words of code by `' '`.
fn tokens(source: &str) -> Vec<(usize, Token)> {
    let mut reader = Reader { chars: source.char_indices().peekable(), source, line: 1 };
    let mut tokens: Vec<(usize, Token)> = Vec::new();
    let mut before = ' ';
    while let Some((at, c)) = reader.next() {
        let line = reader.line;
        let rest = &source[at..];
        let token = match c {
            '/' if rest.starts_with("//") => reader.line_comment(rest),
            '/' if rest.starts_with("/*") => reader.block_comment(),
            '"' => reader.string(),
            '\'' => reader.quote(),
            '#' if rest.starts_with("#[") || rest.starts_with("#![") => reader.attribute(at),
            'r' if !before.is_alphanumeric() || matches!(before, 'b' | 'c') => reader.raw_string(),
            c if c.is_whitespace() && !before.is_alphanumeric() => continue,
            c if c.is_whitespace() => Token::Code(' '),
            c => Token::Code(c),
        };
        before = if let Token::Code(c) = token { c } else { ' ' };
        if token != Token::Code(' ') || tokens.last().is_some_and(|(_, last)| is_code(last)) {
            tokens.push((line, token));
        }
    }
    tokens
}

fn is_code(token: &Token) -> bool {
    matches!(token, Token::Code(_))
}

/// A position in a source.
struct Reader<'a> {
    chars: Peekable<CharIndices<'a>>,
    source: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<(usize, char)> {
        let next = self.chars.next();
        if matches!(next, Some((_, '\n'))) {
            self.line += 1;
        }
        next
    }

    fn rest(&mut self) -> &'a str {
        self.chars.peek().map_or("", |&(at, _)| &self.source[at..])
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }

    /// Reads a comment that ends with the line. The line end is not consumed.
    fn line_comment(&mut self, rest: &str) -> Token {
        let comment = rest.lines().next().unwrap_or_default();
        self.skip(comment.chars().count() - 1);
        match (comment.strip_prefix("///"), comment.strip_prefix("//!")) {
            (Some(text), _) if !text.starts_with('/') => Token::Outer(text.to_owned()),
            (_, Some(text)) => Token::Inner(text.to_owned()),
            _ => Token::Skipped,
        }
    }

    /// Reads a comment between `/*` and `*/`, which may hold others.
    fn block_comment(&mut self) -> Token {
        self.next();
        let mut depth = 1;
        while depth > 0 {
            let rest = self.rest();
            if rest.is_empty() {
                break;
            }
            if rest.starts_with("/*") || rest.starts_with("*/") {
                depth += if rest.starts_with("/*") { 1 } else { -1 };
                self.next();
            }
            self.next();
        }
        Token::Skipped
    }

    /// Reads a string after its opening quote.
    fn string(&mut self) -> Token {
        while let Some((_, c)) = self.next() {
            match c {
                '\\' => self.skip(1),
                '"' => break,
                _ => {}
            }
        }
        Token::Literal
    }

    /// Reads a raw string after its `r`, if it is one and no identifier.
    fn raw_string(&mut self) -> Token {
        let rest = self.rest();
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if !rest[hashes..].starts_with('"') {
            return Token::Code('r');
        }
        let end = format!("\"{}", "#".repeat(hashes));
        self.skip(hashes + 1);
        let inside = self.rest();
        let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
        self.skip(inside[..length].chars().count());
        Token::Literal
    }

    /// Reads a character, or the quote of a lifetime.
    fn quote(&mut self) -> Token {
        let mut after = self.rest().chars();
        match (after.next(), after.next()) {
            (Some('\\'), _) => {
                self.skip(2);
                while !matches!(self.next(), Some((_, '\'')) | None) {}
                Token::Literal
            }
            (Some(_), Some('\'')) => {
                self.skip(2);
                Token::Literal
            }
            _ => Token::Code('\''),
        }
    }

    /// Reads an attribute after its `#`. `#[doc = "…"]` and `#[doc = concat!("…", …)]` are
    /// documentation, by their first string; the text of `include_str!` is not in the source.
    fn attribute(&mut self, begun: usize) -> Token {
        let (mut depth, mut text) = (0, None);
        while let Some((at, c)) = self.next() {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                '"' => {
                    self.string();
                    let end = self.source.len() - self.rest().len();
                    text.get_or_insert(&self.source[at + 1..end - 1]);
                }
                _ => {}
            }
            if depth == 0 && c == ']' {
                break;
            }
        }
        let end = self.source.len() - self.rest().len();
        let attribute = self.source[begun..end].replace(' ', "");
        let is_text = attribute.starts_with("#[doc=") && !attribute.contains("include_str!");
        text.filter(|_| is_text).map_or(Token::Skipped, |text| Token::Outer(text.to_owned()))
    }
}

#[test]
fn doc_comments_are_found_with_their_lines() {
    let source = r##"//! A module.
//!
//! More.
use a::b; // not documentation

/// # Heading
/// An item.
#[derive(Debug, Clone)] // a comment between
/// More of the item.
pub fn f<'a>(x: &'a str) -> char { '"' }

#[cfg(test)]
#[doc = concat!("As [`", stringify!(x), "`].")]
fn g() { "/// no documentation"; r#"/// "none" either"#; '\''; br"\"; b'"'; }
/* /// neither /* nor */ this */
//// nor this
#[doc = include_str!("a.md")]
#[doc(hidden)]
struct r#S {
    /// A field.
    a: [u8; 2], /// Another field.
    b: u8,
}
"##;
    let found: Vec<_> = doc_comments(source).into_iter().map(|c| (c.line, c.text)).collect();
    let expected = [
        (1, "A module."),
        (7, "An item."),
        (13, "As [`"),
        (20, "A field."),
        (21, "Another field."),
    ];
    assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
}
