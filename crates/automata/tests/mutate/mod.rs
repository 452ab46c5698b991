//! Small mistakes in a grammar's text, made systematically, that a proof must detect.

mod term;

use std::fmt;
use std::ops::Range;

use pest::iterators::Pair;
use pest_meta::parser::{self, Rule as Meta};
use term::{term, whole, without_one, ExtendLast, Term};
use urigram_automata::peg::{CharSet, Expr, Grammar, Which};

/// A kind of edit of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Mutation {
    /// `a | b` to `b | a`; not if both always take exactly one character, because then order means
    /// nothing.
    SwapAlternatives,
    /// `a | b` to `a` and to `b`.
    DropAlternative,
    /// `a ~ b` to `a` and to `b`, except lookahead.
    DropElement,
    /// `!a ~ b` and `&a ~ b` to `b`.
    DropLookahead,
    /// `a?` to `a`.
    DemandOption,
    /// `a*` to `a+`.
    DemandRepetition,
    /// `a+` to `a*`.
    AllowNone,
    /// `a{2,4}` to `a{3,4}`, `a{2,3}` and so on, one bound by one.
    ShiftBound,
    /// A class or a literal without one of its characters at an end: `'a'..'z'` to `'b'..'z'`,
    /// `"ab"` to `"a"`.
    RemoveCharacter,
    /// A class with one more character at an end, a one-character literal next to its successor.
    AddCharacter,
    /// `^"a"` to `"a"`, and `"a"` to `^"a"`.
    TurnCase,
}

/// One edit of a grammar's text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mutant {
    /// The rule that is edited.
    pub(crate) rule: String,
    /// The kind of edit.
    pub(crate) mutation: Mutation,
    /// The bytes of the text that are replaced.
    pub(crate) span: Range<usize>,
    /// The text that replaces them.
    pub(crate) by: String,
}

impl Mutant {
    /// Returns the text of the grammar after the edit.
    ///
    /// # Panics
    /// If `source` is not the text that the mutant was made from.
    pub(crate) fn source(&self, source: &str) -> String {
        format!("{}{}{}", &source[..self.span.start], self.by, &source[self.span.end..])
    }
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mutation::SwapAlternatives => "swap alternatives",
            Mutation::DropAlternative => "drop an alternative",
            Mutation::DropElement => "drop an element",
            Mutation::DropLookahead => "drop a lookahead",
            Mutation::DemandOption => "demand an option",
            Mutation::DemandRepetition => "demand a repetition",
            Mutation::AllowNone => "allow none",
            Mutation::ShiftBound => "shift a bound",
            Mutation::RemoveCharacter => "remove a character",
            Mutation::AddCharacter => "add a character",
            Mutation::TurnCase => "turn case sensitivity",
        })
    }
}

/// Returns every mutant of the grammar's text, rule by rule and from left to right: about three for
/// each operator and operand.
///
/// pest may reject a mutant (a repetition of an expression that can be empty), and a mutant may
/// have the same language.
pub(crate) fn mutants(grammar: &Grammar) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for rule in rules(grammar.source()) {
        let mut mutator = Mutator {
            grammar,
            rule: String::new(),
            beside: CharSet::from_ranges([]),
            mutants: &mut mutants,
        };
        for part in rule.into_inner() {
            match part.as_rule() {
                Meta::identifier => mutator.rule = part.as_str().to_owned(),
                Meta::expression => mutator.expression(part),
                _ => {}
            }
        }
    }
    mutants
}

/// Returns the rules of a text that was read before, as pest reads them.
pub(crate) fn rules(source: &str) -> impl Iterator<Item = Pair<'_, Meta>> {
    let pairs = parser::parse(Meta::grammar_rules, source).expect("it was read before");
    pairs.filter(|pair| pair.as_rule() == Meta::grammar_rule)
}

struct Mutator<'a> {
    grammar: &'a Grammar,
    rule: String,
    /// The characters of the one-character alternatives of the current choice. Adding one of them
    /// would change nothing.
    beside: CharSet,
    mutants: &'a mut Vec<Mutant>,
}

impl Mutator<'_> {
    fn push(&mut self, mutation: Mutation, span: Range<usize>, by: impl Into<String>) {
        self.mutants.push(Mutant { rule: self.rule.clone(), mutation, span, by: by.into() });
    }

    /// A choice of sequences of terms.
    fn expression(&mut self, pair: Pair<'_, Meta>) {
        let mut alternatives: Vec<Vec<Term<'_>>> = vec![Vec::new()];
        for part in pair.into_inner() {
            match part.as_rule() {
                Meta::choice_operator
                    if alternatives.iter().any(|sequence| !sequence.is_empty()) =>
                {
                    alternatives.push(Vec::new());
                }
                Meta::term => alternatives.extend_last(term(part)),
                _ => {}
            }
        }
        let spans: Vec<Range<usize>> =
            alternatives.iter().map(|sequence| whole(sequence)).collect();
        let text = |span: &Range<usize>| &self.grammar.source()[span.clone()];
        let single = |sequence: &Vec<Term<'_>>| match &sequence[..] {
            [term] => self.class_of(term),
            _ => None,
        };
        let single: Vec<Option<CharSet>> = alternatives.iter().map(single).collect();
        let mut edits = Vec::new();
        for (left, pair) in spans.windows(2).enumerate() {
            let both = pair[0].start..pair[1].end;
            if single[left].is_none() || single[left + 1].is_none() {
                let between = text(&(pair[0].end..pair[1].start));
                edits.push((
                    Mutation::SwapAlternatives,
                    both,
                    format!("{}{between}{}", text(&pair[1]), text(&pair[0])),
                ));
            }
        }
        edits.extend(
            without_one(&spans).map(|span| (Mutation::DropAlternative, span, String::new())),
        );
        for sequence in &alternatives {
            let spans: Vec<Range<usize>> = sequence.iter().map(|term| term.span.clone()).collect();
            for (term, span) in sequence.iter().zip(without_one(&spans)) {
                let mutation = if term.predicates > 0 {
                    Mutation::DropLookahead
                } else {
                    Mutation::DropElement
                };
                edits.push((mutation, span, String::new()));
            }
        }
        edits.into_iter().for_each(|(mutation, span, by)| self.push(mutation, span, by));
        let beside =
            single.iter().flatten().fold(CharSet::from_ranges([]), |all, class| all.union(class));
        for sequence in alternatives {
            for term in sequence {
                self.beside = beside.clone();
                self.term(term);
            }
        }
    }

    fn term(&mut self, term: Term<'_>) {
        for part in term.parts {
            let span = part.as_span().start()..part.as_span().end();
            match part.as_rule() {
                Meta::expression => self.expression(part),
                Meta::optional_operator => self.push(Mutation::DemandOption, span, ""),
                Meta::repeat_operator => self.push(Mutation::DemandRepetition, span, "+"),
                Meta::repeat_once_operator => self.push(Mutation::AllowNone, span, "*"),
                Meta::repeat_exact | Meta::repeat_min | Meta::repeat_max | Meta::repeat_min_max => {
                    self.bounds(part);
                }
                Meta::string => self.string(part.as_str(), span),
                Meta::insensitive_string => {
                    self.push(Mutation::TurnCase, span.start..span.start + 1, "");
                    self.shorter(part.as_str(), &span);
                }
                Meta::range => self.range(part),
                _ => {}
            }
        }
    }

    fn bounds(&mut self, pair: Pair<'_, Meta>) {
        let bounds = pair.into_inner().filter(|part| part.as_rule() == Meta::number);
        let bounds: Vec<_> = bounds
            .map(|part| (part.as_span().start()..part.as_span().end(), part.as_str()))
            .collect();
        for (span, number) in bounds {
            let Ok(number) = number.parse::<u32>() else { continue };
            for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
                self.push(Mutation::ShiftBound, span.clone(), other.to_string());
            }
        }
    }

    fn string(&mut self, quoted: &str, span: Range<usize>) {
        if quoted.bytes().any(|byte| byte.is_ascii_alphabetic()) && !quoted.contains('\\') {
            self.push(Mutation::TurnCase, span.start..span.start, "^");
        }
        let mut inner = quoted[1..quoted.len() - 1].chars();
        match (inner.next(), inner.next()) {
            (Some(only), None) => {
                let next = std::iter::successors(shifted(only, 1), |&c| shifted(c, 1))
                    .find(|&c| !self.beside.contains(c));
                if let Some(next) = next {
                    self.push(
                        Mutation::AddCharacter,
                        span,
                        format!("({quoted} | \"{}\")", escaped(next)),
                    );
                }
            }
            _ => self.shorter(quoted, &span),
        }
    }

    /// Makes a literal of several characters without its last one.
    fn shorter(&mut self, quoted: &str, span: &Range<usize>) {
        let inner = &quoted[..quoted.len() - 1];
        let mut characters = inner.char_indices().rev();
        let (last, before) = (characters.next(), characters.next());
        // An escape is one character of several letters. A literal with one is left alone.
        if let (Some((last, _)), Some((_, before)), false) = (last, before, inner.contains('\\')) {
            if before != '"' {
                self.push(Mutation::RemoveCharacter, span.start + last..span.end - 1, "");
            }
        }
    }

    fn range(&mut self, pair: Pair<'_, Meta>) {
        let ends = pair.into_inner().filter(|part| part.as_rule() == Meta::character);
        let ends: Vec<_> = ends
            .map(|end| (end.as_span().start()..end.as_span().end(), character(end.as_str())))
            .collect();
        let [(low_span, Some(low)), (high_span, Some(high))] = &ends[..] else { return };
        let quoted = |c: char| format!("'{}'", escaped(c));
        let edits = [
            (
                Mutation::AddCharacter,
                low_span,
                shifted(*low, -1).filter(|&new| !self.beside.contains(new)),
            ),
            (
                Mutation::AddCharacter,
                high_span,
                shifted(*high, 1).filter(|&new| !self.beside.contains(new)),
            ),
            (Mutation::RemoveCharacter, low_span, shifted(*low, 1).filter(|new| new <= high)),
            (Mutation::RemoveCharacter, high_span, shifted(*high, -1).filter(|new| new >= low)),
        ];
        for (mutation, span, new) in edits {
            if let Some(new) = new {
                self.push(mutation, span.clone(), quoted(new));
            }
        }
    }

    /// Returns the characters if the term always takes exactly one of them, so that its order among
    /// such terms does not matter; `None` for any other term.
    fn class_of(&self, term: &Term<'_>) -> Option<CharSet> {
        let [part] = &term.parts[..] else { return None };
        match part.as_rule() {
            Meta::identifier if term.predicates == 0 => self.class_named(part.as_str(), 0),
            Meta::range | Meta::string | Meta::insensitive_string if term.predicates == 0 => {
                self.class_alone(part.as_str())
            }
            _ => None,
        }
    }

    fn class_named(&self, name: &str, depth: usize) -> Option<CharSet> {
        match self.grammar.rule(name) {
            Some(rule) if depth < 100 => self.class(rule.expr(Which::Raw), depth),
            Some(_) => None,
            None => self.class_alone(name),
        }
    }

    /// Returns the same of a literal or the name of a set. As a grammar of its own, its notation is
    /// left to the reader.
    fn class_alone(&self, text: &str) -> Option<CharSet> {
        let alone = Grammar::parse(&format!("alone = {{ {text} }}")).ok()?;
        self.class(alone.rule("alone")?.expr(Which::Raw), 0)
    }

    fn class(&self, expr: &Expr, depth: usize) -> Option<CharSet> {
        let single =
            |text: &str| text.chars().next().filter(|first| first.len_utf8() == text.len());
        match expr {
            Expr::Class(set) => Some(set.clone()),
            Expr::Text(text) => single(text).map(|c| CharSet::from_ranges([(c, c)])),
            Expr::TextAnyCase(text) => single(text).map(|c| {
                CharSet::from_ranges(
                    [c.to_ascii_lowercase(), c.to_ascii_uppercase()].map(|c| (c, c)),
                )
            }),
            Expr::Rule(name) => self.class_named(name, depth + 1),
            Expr::Choice(parts) => parts.iter().try_fold(CharSet::from_ranges([]), |all, part| {
                Some(all.union(&self.class(part, depth)?))
            }),
            _ => None,
        }
    }
}

/// Returns the character at a distance, among those that a grammar can write.
fn shifted(c: char, by: i32) -> Option<char> {
    u32::from(c).checked_add_signed(by).and_then(char::from_u32)
}

/// Returns a character in pest's notation between quotes.
fn escaped(c: char) -> String {
    match c {
        '\\' | '"' | '\'' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        c => format!("\\u{{{:02X}}}", u32::from(c)),
    }
}

/// Returns the character of a quoted literal.
fn character(quoted: &str) -> Option<char> {
    let inner = quoted.strip_prefix('\'')?.strip_suffix('\'')?;
    let Some(escape) = inner.strip_prefix('\\') else { return inner.chars().next() };
    let hex = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    match escape.chars().next()? {
        'u' => hex(escape.strip_prefix("u{")?.strip_suffix('}')?),
        'x' => hex(&escape[1..]),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        '0' => Some('\0'),
        other => Some(other),
    }
}
