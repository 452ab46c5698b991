//! Texts as grammars, to the letter or passing over everything that is not ABNF.
//!
//! Reading that goes on after an error must never give a rule another language than its author's.
//! So an error costs the whole rule where it occurs, and a line that could be a part of the rule
//! above it costs that rule:
//!
//! ```text
//! a = "x"          ; read
//! b = "x" / <any>  ; an error: a rule that needs b is undecided
//! c = "x"          ; its second alternative has lost its indentation:
//! / "y"            ; an error, and c is undecided, too
//!
//! Some words.      ; an error that costs nothing: a blank line parts it from c
//! ```

use super::parse::{defined, Read, Reader};
use super::prose;
use super::{core_rules, key, Error, ErrorKind, Expr, Grammar};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// The longest text, in bytes.
const LONGEST: usize = 16 << 20;
/// The most rules.
const MOST: usize = 65_535;

/// An error that did not end the reading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The error, with its place.
    pub error: Error,
    /// The rule that it costs: its name has no usable definition.
    pub rule: Option<String>,
}

/// Reads a text that has no error.
pub(super) fn strict(text: &str) -> Read<Grammar> {
    let mut reader = Reader::new(text, true);
    no_controls(&reader)?;
    let mut grammar = Grammar::default();
    let mut comment: Vec<&str> = Vec::new();
    while let Some(next) = next(&mut reader, &mut comment) {
        if next == Next::Rule {
            reader.rule(&mut grammar, &comment.join("\n"))?;
            comment.clear();
        }
        reader.next_line();
    }
    Ok(grammar)
}

impl Grammar {
    /// Reads the rules of a text that can be read, and lists as [`Grammar::faults`] what
    /// [`Grammar::parse`] refuses. A name whose definition has an error has no rule, and rules that
    /// need it are [`Refused::Broken`](super::Refused::Broken); all others have the automata that
    /// they would have alone.
    ///
    /// A prose value that is the name of a rule, alone or with the RFC that defines it, is that
    /// rule: [`Grammar::cited`] lists these. A byte-order mark is passed over, a form feed is a
    /// space, and a carriage return ends a line. A text of more than 16 MiB, or with more than
    /// 65,535 rules, has no rules.
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, Limits, Terminals};
    /// let grammar = Grammar::read("a = b\nb = <words>\nc = %x30-39\n");
    /// assert_eq!(grammar.faults()[0].error.line, 2);
    /// let dfa = |rule| grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    /// assert!(dfa("c").is_ok());
    /// assert!(dfa("a").unwrap_err().to_string().starts_with(
    ///     "the rule \"a\" uses \"b\", whose definition cannot be read: line 2, column 5"));
    /// ```
    ///
    /// # Cost
    /// Linear in the text.
    pub fn read(text: &str) -> Grammar {
        let mut grammar = Grammar::default();
        if text.len() > LONGEST {
            let error = Error { line: 1, column: 1, kind: ErrorKind::TooLong(LONGEST) };
            grammar.faults.push(Fault { error, rule: None });
            return grammar;
        }
        let text = plain(text, true, &mut grammar.faults);
        lenient(&text, &mut grammar);
        grammar.settle();
        grammar
    }

    /// Returns the errors that [`Grammar::read`] passed over, in the order of the text.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Drops the rules that an error costs, and the prose that names no rule.
    fn settle(&mut self) {
        let nameless: Vec<_> = self
            .cited
            .iter()
            .filter(|(_, cited)| cited.rfc.is_none() && self.index_of(&cited.name).is_none())
            .filter(|(_, cited)| !self.broken.contains_key(&key(&cited.name)))
            .cloned()
            .collect();
        for (rule, cited) in nameless {
            let kind = ErrorKind::Prose(cited.prose);
            let error = Error { line: cited.line, column: cited.column, kind };
            self.broken.entry(key(&rule)).or_insert(self.faults.len());
            self.faults.push(Fault { error, rule: Some(rule) });
        }
        self.settle_citations();
        self.settle_sets();
        let rules = std::mem::take(&mut self.rules);
        self.index.clear();
        for rule in rules {
            if !self.broken.contains_key(&key(&rule.name)) {
                self.add(rule);
            }
        }
        let broken = &self.broken;
        self.cited.retain(|(rule, _)| !broken.contains_key(&key(rule)));
        let mut order: Vec<usize> = (0..self.faults.len()).collect();
        let place = |&at: &usize| (self.faults[at].error.line, self.faults[at].error.column);
        order.sort_by_key(place);
        let mut new = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, &from)| new[from] = to);
        self.broken.values_mut().for_each(|at| *at = new[*at]);
        self.faults = order.into_iter().map(|at| self.faults[at].clone()).collect();
    }
}

impl Grammar {
    /// Gives a rule of another document a name of its own where the text has a rule of this name.
    fn settle_citations(&mut self) {
        let mut cited = std::mem::take(&mut self.cited);
        // The RFC whose rule a name alone means here.
        let mut meant: HashMap<String, u32> = HashMap::new();
        for (rule, one) in &cited {
            if let Some(number) = one.rfc.filter(|_| key(rule) == key(&one.name)) {
                meant.entry(key(&one.name)).or_insert(number);
            }
        }
        for (rule, one) in &mut cited {
            let Some(number) = one.rfc else { continue };
            let is_meant = *meant.entry(key(&one.name)).or_insert(number) == number;
            if key(rule) == key(&one.name) || is_meant && !self.has(&one.name) {
                continue;
            }
            one.used_as = self.free_name(format!("rfc{number}-{}", one.name), |_| false);
            if let Some(at) = self.index_of(rule) {
                let new = |name: &str| (key(name) == key(&one.name)).then(|| one.used_as.clone());
                self.rules[at].expr = self.rules[at].expr.renamed(&new);
            }
        }
        self.cited = cited;
    }

    /// Replaces prose that describes characters by the characters. A rule is lost if its prose has
    /// a name that is not a rule for characters.
    fn settle_sets(&mut self) {
        if self.sets.is_empty() {
            return;
        }
        let core = core_rules();
        let known: Vec<Option<Expr>> =
            self.sets.iter().map(|(set, _)| self.expr_of_set(set, &core)).collect();
        let mut rules = std::mem::take(&mut self.rules);
        let mut used = HashSet::new();
        for rule in &mut rules {
            let sets = prose::sets(&rule.expr);
            match prose::resolved(&rule.expr, &|number| known.get(number).cloned().flatten()) {
                _ if sets.is_empty() => {}
                Some(expr) => {
                    rule.source = format!("{} = {expr}", rule.name);
                    rule.expr = expr;
                    used.extend(sets);
                }
                None => {
                    let lost = sets.into_iter().find(|number| known[*number].is_none());
                    let error = lost.map(|number| self.sets[number].1.clone());
                    let name = rule.name.clone();
                    self.broken.entry(key(&name)).or_insert(self.faults.len());
                    self.faults.extend(error.map(|error| Fault { error, rule: Some(name) }));
                }
            }
        }
        self.rules = rules;
        self.extensions.retain(|rule| prose::sets(&rule.expr).is_empty());
        for (number, (_, error)) in std::mem::take(&mut self.sets).into_iter().enumerate() {
            let Some(expr) = known[number].as_ref().filter(|_| used.contains(&number)) else {
                continue;
            };
            if let ErrorKind::Prose(prose) = error.kind {
                let kind = ErrorKind::Described(format!("<{prose}> is read as {expr}"));
                self.faults.push(Fault { error: Error { kind, ..error }, rule: None });
            }
        }
    }
}

/// The kind of a line that begins neither in a rule nor at the end of the text.
#[derive(PartialEq, Eq)]
enum Next {
    Rule,
    Comment,
    Blank,
}

/// Goes to the first character of the line and says what begins there. Comments above a rule are
/// collected.
fn next<'a>(reader: &mut Reader<'a>, comment: &mut Vec<&'a str>) -> Option<Next> {
    if reader.at >= reader.text.len() {
        return None;
    }
    let line = reader.line();
    let content = line.trim_start_matches([' ', '\t']);
    let indent = line.len() - content.len();
    if let Some(said) = content.strip_prefix(';') {
        // A comment indented like a continuation belongs to the rule before it.
        if reader.margin.is_some_and(|margin| indent > margin) {
            comment.clear();
        } else {
            comment.push(said.strip_prefix(' ').unwrap_or(said).trim_end());
        }
        return Some(Next::Comment);
    }
    if content.is_empty() {
        comment.clear();
        return Some(Next::Blank);
    }
    reader.count_to(reader.at);
    reader.at += indent;
    reader.margin.get_or_insert(indent);
    Some(Next::Rule)
}

fn lenient(text: &str, grammar: &mut Grammar) {
    let mut reader = Reader::new(text, false);
    let mut comment: Vec<&str> = Vec::new();
    // The rule that a line which defines none could belong to.
    let mut above: Option<String> = None;
    // Prose above the first rule is often less indented.
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let is_rule = |line: &&str| defined(line.trim_start_matches([' ', '\t'])).is_some();
    reader.margin = text.lines().find(is_rule).as_ref().map(indent);
    while let Some(next) = next(&mut reader, &mut comment) {
        match next {
            Next::Comment => {}
            Next::Blank => above = None,
            Next::Rule => {
                let start = reader.at;
                if grammar.rules.len() == MOST {
                    *grammar = Grammar::default();
                    fault(grammar, reader.error_at(start, ErrorKind::TooManyRules(MOST)), None);
                    return;
                }
                let name = defined(reader.line()).map(str::to_owned);
                let read = reader.rule(grammar, &comment.join("\n"));
                comment.clear();
                let cited = std::mem::take(&mut reader.cited);
                if let Some(name) = &name {
                    grammar.cited.extend(cited.into_iter().map(|cited| (name.clone(), cited)));
                }
                if let Err(error) = read {
                    let is_harmless = error.kind.is_harmless();
                    let lost = name.clone().or(above.take()).filter(|_| !is_harmless);
                    fault(grammar, error, lost);
                    if !is_harmless {
                        reader.at = start;
                        skip(&mut reader, name.is_some());
                        above = name;
                        continue;
                    }
                }
                above = name;
            }
        }
        reader.next_line();
    }
    grammar.sets = std::mem::take(&mut reader.sets);
}

/// Records a fault. One that a rule has costs it for good: later lines cannot mend it.
fn fault(grammar: &mut Grammar, error: Error, rule: Option<String>) {
    if let Some(rule) = &rule {
        let key = key(rule);
        if matches!(error.kind, ErrorKind::NotYetDefined(_)) && grammar.broken.contains_key(&key) {
            return;
        }
        grammar.broken.entry(key).or_insert(grammar.faults.len());
    }
    grammar.faults.push(Fault { error, rule });
}

/// Goes on behind the rule or the words that begin at the reader's place: to a definition, to a
/// blank line behind words, or to a line that is indented no deeper than rules.
fn skip(reader: &mut Reader<'_>, is_rule: bool) {
    reader.next_line();
    while reader.at < reader.text.len() {
        let line = reader.line();
        let content = line.trim_start_matches([' ', '\t']);
        let is_margin = line.len() - content.len() <= reader.margin.unwrap_or(0);
        let ends = if content.is_empty() {
            !is_rule
        } else {
            is_rule && is_margin && !content.starts_with(';')
        };
        if ends || defined(content).is_some() {
            return;
        }
        reader.next_line();
    }
}

/// Refuses control characters everywhere, also in comments, because they are invisible to a reader.
fn no_controls(reader: &Reader<'_>) -> Read<()> {
    let text = reader.text;
    let wrong = |&(at, c): &(usize, char)| match c {
        '\t' | '\n' => false,
        '\r' => !text[at + 1..].starts_with('\n') && at + 1 < text.len(),
        c => c.is_control(),
    };
    match text.char_indices().find(wrong) {
        Some((at, c)) => Err(reader.error_at(at, ErrorKind::Control(c))),
        None => Ok(()),
    }
}

/// Returns a text without byte-order mark and lone carriage returns, and without form feeds unless
/// these part pages, and says where the first of each kind is. Other control characters are left:
/// outside of comments they are errors.
pub fn plain<'a>(text: &'a str, with_feeds: bool, faults: &mut Vec<Fault>) -> Cow<'a, str> {
    let mut say = |line, column, kind| {
        faults.push(Fault { error: Error { line, column, kind }, rule: None });
    };
    let whole = text;
    let text = whole.strip_prefix('\u{FEFF}').unwrap_or(whole);
    if text.len() < whole.len() {
        say(1, 1, ErrorKind::ByteOrderMark);
    }
    let is_lone = |at: usize| !text[at + 1..].starts_with('\n') && at + 1 < text.len();
    let is_feed = |byte| with_feeds && byte == b'\x0C';
    let odd = |(at, byte): (usize, u8)| is_feed(byte) || byte == b'\r' && is_lone(at);
    if !text.bytes().enumerate().any(odd) {
        return Cow::Borrowed(text);
    }
    let (mut new, mut feed, mut lone) = (String::with_capacity(text.len()), false, false);
    let (mut line, mut column) = (1, 0);
    for (at, c) in text.char_indices() {
        column += 1;
        match c {
            '\x0C' if with_feeds => {
                if !std::mem::replace(&mut feed, true) {
                    say(line, column, ErrorKind::FormFeed);
                }
                new.push(' ');
            }
            '\r' if is_lone(at) => {
                if !std::mem::replace(&mut lone, true) {
                    say(line, column, ErrorKind::CarriageReturn);
                }
                new.push('\n');
            }
            c => new.push(c),
        }
        if new.ends_with('\n') {
            (line, column) = (line + 1, 0);
        }
    }
    Cow::Owned(new)
}
