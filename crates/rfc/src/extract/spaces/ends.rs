//! The characters with which the strings of rules begin and end.

use std::collections::HashMap;
use urigram_automata::abnf::{key, Expr};

/// A character of a word, a separator, and white space or a control character.
pub(super) const WORD: u8 = 1;
pub(super) const SEPARATOR: u8 = 2;
pub(super) const BLANK: u8 = 4;

/// The kinds of first and last characters of what an expression derives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) first: u8,
    pub(super) last: u8,
    pub(super) is_nullable: bool,
    /// Whether all strings are single characters.
    pub(super) is_single: bool,
}

/// The most rounds where the ends of rules are found: more is a chain of rules that each begin with
/// the next one.
const ROUNDS: usize = 64;

/// The ends of all rules of a text.
pub(super) struct AllEnds {
    ends: HashMap<String, Ends>,
    separators: &'static str,
}

impl AllEnds {
    /// Finds the ends of rules. A rule may have several definitions.
    pub(super) fn of_rules(
        rules: &HashMap<String, Vec<&Expr>>,
        separators: &'static str,
    ) -> AllEnds {
        let mut all = AllEnds { ends: HashMap::new(), separators };
        all.find(rules);
        all
    }

    /// Returns the ends of an expression.
    pub(super) fn of(&self, expr: &Expr) -> Ends {
        self.of_expr(expr, &|_| false)
    }

    fn find(&mut self, rules: &HashMap<String, Vec<&Expr>>) {
        let is_own = |name: &str| rules.contains_key(&key(name));
        for _ in 0..ROUNDS {
            let mut is_changed = false;
            for (name, exprs) in rules {
                let mut new = Ends { is_single: true, ..Ends::default() };
                for expr in exprs {
                    let one = self.of_expr(expr, &is_own);
                    new = either(new, one);
                }
                if self.ends.get(name) != Some(&new) {
                    self.ends.insert(name.clone(), new);
                    is_changed = true;
                }
            }
            if !is_changed {
                return;
            }
        }
    }

    fn kind(&self, value: u32) -> u8 {
        match u8::try_from(value) {
            Ok(0..=b' ' | 0x7F) => BLANK,
            Ok(byte) if self.separators.contains(char::from(byte)) && byte < 0x80 => SEPARATOR,
            _ => WORD,
        }
    }

    fn of_expr(&self, expr: &Expr, is_own: &impl Fn(&str) -> bool) -> Ends {
        match expr {
            Expr::Rule(name) => match self.ends.get(&key(name)) {
                Some(ends) => *ends,
                None if is_own(name) => Ends { is_single: true, ..Ends::default() },
                // A rule of another document.
                None => match &*key(name) {
                    "lws" | "ows" => {
                        Ends { first: BLANK, last: BLANK, is_nullable: true, is_single: false }
                    }
                    "quoted-string" | "comment" => {
                        Ends { first: SEPARATOR, last: SEPARATOR, ..Ends::default() }
                    }
                    _ => Ends { first: WORD, last: WORD, ..Ends::default() },
                },
            },
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                let kind = |c: Option<char>| c.map_or(0, |c| self.kind(u32::from(c)));
                let (first, last) = (kind(text.chars().next()), kind(text.chars().next_back()));
                Ends { first, last, is_nullable: text.is_empty(), is_single: text.len() == 1 }
            }
            Expr::Values(values) => {
                let kind = |value: Option<&u32>| value.map_or(0, |value| self.kind(*value));
                let (first, last) = (kind(values.first()), kind(values.last()));
                Ends { first, last, is_nullable: false, is_single: values.len() == 1 }
            }
            Expr::Range(low, high) => {
                let mut all = self.kind(*low) | self.kind(*high);
                (*low..=*high).take(256).for_each(|value| all |= self.kind(value));
                Ends { first: all, last: all, is_nullable: false, is_single: true }
            }
            Expr::Choice(parts) => {
                let none = Ends { is_single: true, ..Ends::default() };
                parts.iter().map(|part| self.of_expr(part, is_own)).fold(none, either)
            }
            Expr::Sequence(parts) => {
                let all: Vec<Ends> = parts.iter().map(|part| self.of_expr(part, is_own)).collect();
                let first = open(all.iter()).fold(0, |kinds, ends| kinds | ends.first);
                let last = open(all.iter().rev()).fold(0, |kinds, ends| kinds | ends.last);
                let is_nullable = all.iter().all(|ends| ends.is_nullable);
                Ends { first, last, is_nullable, is_single: false }
            }
            Expr::Repeat { min, max, expr, .. } => {
                let ends = self.of_expr(expr, is_own);
                let is_single = ends.is_single && (*min, *max) == (1, Some(1));
                Ends { is_nullable: ends.is_nullable || *min == 0, is_single, ..ends }
            }
            _ => Ends::default(),
        }
    }
}

/// Returns the ends up to the first ones that are always there, with these.
pub(super) fn open<'e>(ends: impl Iterator<Item = &'e Ends>) -> impl Iterator<Item = &'e Ends> {
    ends.scan(true, |is_open, ends| {
        std::mem::replace(is_open, *is_open && ends.is_nullable).then_some(ends)
    })
}

fn either(a: Ends, b: Ends) -> Ends {
    Ends {
        first: a.first | b.first,
        last: a.last | b.last,
        is_nullable: a.is_nullable || b.is_nullable,
        is_single: a.is_single && b.is_single,
    }
}
