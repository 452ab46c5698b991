//! The white space that older notations imply.
//!
//! RFC 2616, 2.1: linear white space "can be included between any two adjacent words (token or
//! quoted-string), and between adjacent words and separators", and two tokens need a delimiter
//! between them. RFC 822, 3.1.4, says the same of its lexical symbols, and allows comments there.
//! So a rule means more than it prints:
//!
//! ```text
//!   Age   = "Age" ":" age-value        "Age" *LWS ":" *LWS age-value
//!   media = type "/" subtype [ p ]     type *LWS "/" *LWS subtype [ *LWS p ]
//!   cred  = "Basic" user-pass          "Basic" 1*LWS user-pass: two words
//!   ver   = 1*DIGIT "." 1*DIGIT        one word: nothing can be included
//! ```
//!
//! Nothing is inserted inside of words: in the section that defines `token` or `atom`, between
//! single characters, or in rules that "MUST NOT include additional LWS" according to the text, and
//! in rules that only they use. URIs have no white space in any document, so rules of sections
//! about them also stay as they are.

mod ends;

use super::{key, lines::Line, Block};
use ends::{open, AllEnds, Ends, BLANK, SEPARATOR};
use std::collections::{HashMap, HashSet};
use urigram_automata::abnf::{core_rules, Expr, Grammar};

/// Separators of RFC 2616, 2.2, and of RFC 822, 3.3.
const SEPARATORS: &str = "()<>@,;:\\\"/[]?={}";
const SPECIALS: &str = "()<>@,;:\\\".[]";

const CHANGED: &str = "white space that the text implies between words is inserted";

/// An expression, and the names in it that are prose, each with this.
type Definition = (Expr, Vec<(String, String)>);

/// Inserts the white space into rules, by the notation of their text.
pub(super) fn insert(blocks: &mut [Block], text: &[Line<'_>]) {
    let read = |block: &Block| -> Option<Definition> {
        let grammar = Grammar::read(&format!("{}\n", block.source.replacen("=/", "=", 1)));
        let is_sound = grammar.faults().iter().all(|fault| fault.error.kind.is_harmless());
        let [rule] = grammar.rules() else { return None };
        let cited = grammar.cited().map(|(_, one)| (key(&one.name), format!("<{}>", one.prose)));
        is_sound.then(|| (rule.expr.clone(), cited.collect()))
    };
    let exprs: Vec<_> = blocks.iter().map(read).collect();
    let defines = |name: &str| blocks.iter().any(|block| key(&block.name) == name);
    let is_mail = !defines("lws") && defines("linear-white-space") && defines("comment");
    let filler = if is_mail {
        let names = ["linear-white-space", "comment"];
        Expr::Choice(names.map(|name| Expr::Rule(name.to_owned())).to_vec())
    } else {
        Expr::Rule("LWS".to_owned())
    };
    let separators = if is_mail { SPECIALS } else { SEPARATORS };
    let has_ows = defines("ows");
    let mut rules: HashMap<String, Vec<&Expr>> = HashMap::new();
    for (block, read) in blocks.iter().zip(&exprs) {
        if let Some((expr, _)) = read {
            rules.entry(key(&block.name)).or_default().push(expr);
        }
    }
    let core = core_rules();
    for rule in core.rules() {
        rules.entry(key(&rule.name)).or_insert_with(|| vec![&rule.expr]);
    }
    let inserter = Inserter { ends: AllEnds::of_rules(&rules, separators), filler };
    let lexical = lexical(blocks, &exprs, text);
    let sections: HashSet<String> = blocks
        .iter()
        .filter(|block| {
            ["token", "atom", "lws", "linear-white-space"].contains(&&*key(&block.name))
        })
        .map(|block| block.section.clone())
        .collect();
    let of_uris = sections_of_uris(text);
    for (block, read) in blocks.iter_mut().zip(&exprs) {
        let Some((expr, cited)) = read else { continue };
        let is_lexical = lexical.contains(&key(&block.name))
            || sections.contains(&block.section)
            || of_uris.contains(&block.section);
        let new = if is_lexical { expr.clone() } else { inserter.with_spaces(expr) };
        // A list of RFC 9110 has optional white space, where older ones have linear white space.
        let optional = Expr::repeat(inserter.filler.clone(), 0, None);
        let optional = |name: &str| (name == "OWS").then(|| optional.clone());
        let new = if has_ows { new } else { new.replaced(&optional) };
        if new == *expr {
            continue;
        }
        let prose: HashMap<&str, &str> =
            cited.iter().map(|(name, prose)| (&**name, &**prose)).collect();
        let new = new.renamed(&|name| prose.get(&*key(name)).map(|&prose| prose.to_owned()));
        let sign = if block.source.contains("=/") { "=/" } else { "=" };
        let source = format!("{} {sign} {new}", block.name);
        block.change(source, CHANGED);
    }
}

/// Returns the sections about URIs, by their titles.
fn sections_of_uris(text: &[Line<'_>]) -> HashSet<String> {
    let mut sections: HashSet<String> = HashSet::new();
    let mut before = "";
    for line in text {
        let is_title = line.section != before && line.indent() == 0;
        before = &line.section;
        let title = line.content();
        let names = ["Uniform Resource", "URI", "URL"];
        if is_title && names.iter().any(|name| title.contains(name)) {
            sections.insert(line.section.clone());
        }
    }
    // `3.2.1 General Syntax` is a part of `3.2 Uniform Resource Identifiers`.
    let all: HashSet<&str> = text.iter().map(|line| &*line.section).collect();
    let inside = |section: &&str| {
        section.match_indices('.').any(|(at, _)| sections.contains(&section[..at]))
    };
    let parts: Vec<String> = all.into_iter().filter(inside).map(str::to_owned).collect();
    sections.extend(parts);
    sections
}

/// Returns the rules that must not have additional white space, with those that only they use.
fn lexical(blocks: &[Block], exprs: &[Option<Definition>], text: &[Line<'_>]) -> HashSet<String> {
    let names: HashSet<String> = blocks.iter().map(|block| key(&block.name)).collect();
    let mut lexical = HashSet::new();
    for paragraph in text.split(|line| line.content().is_empty()) {
        let words: Vec<&str> =
            paragraph.iter().flat_map(|line| line.content().split_whitespace()).collect();
        for (at, said) in words.windows(5).enumerate() {
            if said == ["MUST", "NOT", "include", "additional", "LWS"] {
                let end = words[..at].iter().rposition(|word| word.ends_with('.'));
                let mut sentence = words[end.map_or(0, |end| end + 1)..at].iter();
                lexical.extend(sentence.find(|word| names.contains(&key(word))).map(|it| key(it)));
            }
        }
    }
    let mut users: HashMap<String, HashSet<String>> = HashMap::new();
    for (block, read) in blocks.iter().zip(exprs) {
        if let Some((expr, _)) = read {
            expr.visit_rules(&mut |name| {
                users.entry(key(name)).or_default().insert(key(&block.name));
            });
        }
    }
    if lexical.is_empty() {
        return lexical;
    }
    loop {
        let more: Vec<String> = users
            .iter()
            .filter(|(name, users)| !lexical.contains(*name) && users.is_subset(&lexical))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return lexical;
        }
        lexical.extend(more);
    }
}

struct Inserter {
    ends: AllEnds,
    filler: Expr,
}

impl Inserter {
    /// Returns the white space that belongs between two things: `*LWS`, `1*LWS`, or nothing.
    fn between(&self, last: u8, first: u8, are_words: bool) -> Option<Expr> {
        let is_seam = last & !BLANK != 0 && first & !BLANK != 0;
        let has_separator = (last | first) & SEPARATOR != 0;
        let min = match (is_seam, has_separator) {
            (true, true) => 0,
            (true, false) if are_words => 1,
            _ => return None,
        };
        Some(Expr::repeat(self.filler.clone(), min, None))
    }

    /// Returns true if what an expression derives are words of their own: names of rules that are
    /// more than a character, and strings with two letters.
    fn is_word(&self, expr: &Expr, ends: Ends) -> bool {
        match expr {
            Expr::Rule(_) => !ends.is_single,
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                text.len() > 1 && text.chars().all(|c| c.is_ascii_alphanumeric())
            }
            Expr::Repeat { in_brackets: true, expr, .. } => self.is_word(expr, ends),
            Expr::Choice(parts) => parts.iter().all(|part| self.is_word(part, ends)),
            _ => false,
        }
    }

    fn with_spaces(&self, expr: &Expr) -> Expr {
        match expr {
            Expr::Repeat { min, max, expr, in_brackets: false } => {
                let ends = self.ends.of(expr);
                let inner = self.with_spaces(expr);
                let are_words = self.is_word(expr, ends);
                let space = self.between(ends.last, ends.first, are_words);
                match space.filter(|_| !ends.is_single && *max != Some(1)) {
                    Some(space) => repeated(*min, *max, inner, space),
                    None => Expr::repeat(inner, *min, *max),
                }
            }
            Expr::Sequence(parts) => self.sequence(parts),
            _ => expr.with_inner(&mut |part| self.with_spaces(part)),
        }
    }

    /// Inserts white space at the seams of a sequence. What may be absent takes its white space
    /// with it: before it where something is always in front, else behind it.
    fn sequence(&self, parts: &[Expr]) -> Expr {
        let all: Vec<Ends> = parts.iter().map(|part| self.ends.of(part)).collect();
        let words: Vec<bool> =
            parts.iter().zip(&all).map(|(part, ends)| self.is_word(part, *ends)).collect();
        let pivot = all.iter().position(|ends| !ends.is_nullable).unwrap_or(0);
        let mut new = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let inner = self.with_spaces(part);
            let (last, first, neighbor) = if index > pivot {
                let last = open(all[..index].iter().rev()).fold(0, |kinds, ends| kinds | ends.last);
                (last, all[index].first, index - 1)
            } else if index < pivot {
                let first = open(all[index + 1..].iter()).fold(0, |kinds, ends| kinds | ends.first);
                (all[index].last, first, index + 1)
            } else {
                new.push(inner);
                continue;
            };
            let are_words = words[index] && words[neighbor];
            match self.between(last, first, are_words) {
                Some(space) => new.extend(joined(inner, space, index > pivot)),
                None => new.push(inner),
            }
        }
        Expr::Sequence(new)
    }
}

/// Returns a repetition with white space between its elements.
fn repeated(min: u32, max: Option<u32>, inner: Expr, space: Expr) -> Expr {
    let again = Expr::sequence([space, inner.clone()]);
    let max = max.map(|max| max.saturating_sub(1));
    let list = Expr::sequence([inner, Expr::repeat(again, min.saturating_sub(1), max)]);
    if min == 0 {
        Expr::optional(list)
    } else {
        list
    }
}

/// Returns an expression with white space before or behind it, inside of what makes it optional.
fn joined(inner: Expr, space: Expr, is_before: bool) -> Vec<Expr> {
    let with = |expr: Expr| {
        let space = space.clone();
        Expr::sequence(if is_before { [space, expr] } else { [expr, space] })
    };
    match inner {
        Expr::Repeat { in_brackets: true, expr, .. } => vec![Expr::optional(with(*expr))],
        Expr::Repeat { min: 0, max, expr, .. } => {
            vec![Expr::optional(with(Expr::repeat(*expr, 1, max)))]
        }
        inner => match with(inner) {
            Expr::Sequence(parts) => parts,
            inner => vec![inner],
        },
    }
}
