//! Rules of one notation in the other, operator by operator.
//!
//! A copy looks the same and may have another language: in a PEG the first alternative that matches
//! wins, and a repetition never gives back.

use crate::abnf::{self, peg_name};
use crate::peg::{self, repeat, CharSet, Expr, NotInAbnf, Which};
use crate::questions::one_or;

impl abnf::Grammar {
    /// Returns the rule and all rules that it uses in pest's notation, with `/` written as `|` and
    /// nothing else changed.
    ///
    /// The copy looks the same but often has another language: in a PEG the first branch that
    /// matches wins, and a repetition never gives back.
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, peg};
    /// let abnf = Grammar::parse("label = a / a *( a / \"-\" ) a\na = %x61-7A\n").unwrap();
    /// let copy = abnf.copied_to_peg("label").unwrap();
    /// assert_eq!(copy, "label = { a | a ~ (a | \"-\")* ~ a }\na = { 'a'..'z' }\n");
    /// let label = peg::Grammar::parse(&copy)?;
    /// assert_eq!(label.trace("label", peg::Which::Raw, "aa", 1_000)?.end, Some(1));
    /// # Ok::<(), peg::Error>(())
    /// ```
    ///
    /// Returns `None` if there is no such rule.
    pub fn copied_to_peg(&self, rule: &str) -> Option<String> {
        let copied = |rule: &abnf::Rule| {
            let text = to_peg(&rule.expr, &peg_name).written().text;
            format!("{} = {{ {text} }}\n", peg_name(&rule.name))
        };
        Some(self.reachable(rule)?.into_iter().map(copied).collect())
    }
}

impl peg::Grammar {
    /// Returns rules in ABNF that derive a string in every way in which this PEG can read it: the
    /// copy leaves lookaheads, `SOI` and `EOI` out and forgets the order of alternatives.
    ///
    /// The rules derive more strings than the PEG reads where lookahead or the order of
    /// alternatives refuses some. Where the copy gives a component one place in a string that the
    /// PEG reads, the PEG gives it that place too.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    ///
    /// let grammar = Grammar::parse("word = { SOI ~ letter+ ~ EOI }\nletter = { 'a'..'z' }")?;
    /// assert_eq!(grammar.as_abnf()?, "word = 1*letter\n\nletter = %x61-7A\n\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotInAbnf`] with the rule that ABNF cannot write.
    pub fn as_abnf(&self) -> Result<String, NotInAbnf> {
        if self.skips() {
            return Err(NotInAbnf::Skips);
        }
        let name = |rule: &str| rule.replace('_', "-");
        let mut text = String::new();
        for rule in self.rules() {
            for line in rule.doc().lines() {
                text.push_str(&format!("; {}\n", line.trim()));
            }
            let (own, expr) = (name(rule.name()), rule.expr(Which::Raw));
            let reason = if own.starts_with(|c: char| c.is_ascii_alphabetic()) {
                unwritable(expr)
            } else {
                Some(format!("the name `{}` begins with no letter", rule.name()))
            };
            if let Some(reason) = reason {
                return Err(NotInAbnf::Rule { rule: rule.name().to_owned(), reason });
            }
            text.push_str(&format!("{own} = {}\n\n", to_abnf(expr, &name)));
        }
        Ok(text)
    }
}

/// Returns the reason why an expression has no notation in ABNF.
fn unwritable(expr: &Expr) -> Option<String> {
    let is_quotable =
        |text: &str| text.bytes().all(|byte| matches!(byte, 0x20..0x7F) && byte != b'"');
    match expr {
        Expr::TextAnyCase(text) if !is_quotable(text) => {
            Some(format!("{text:?} without regard to case"))
        }
        Expr::Stack(stack) => Some(format!("ABNF has no {}", stack.name())),
        // What a lookahead says is left out.
        Expr::And(_) | Expr::Not(_) => None,
        _ => expr.parts().find_map(unwritable),
    }
}

/// Returns the expression by ABNF's meaning, without its lookaheads. `name` gives the ABNF's name
/// of each rule that is used.
pub(crate) fn to_abnf(expr: &Expr, name: &impl Fn(&str) -> String) -> abnf::Expr {
    let empty = abnf::Expr::Literal { text: String::new(), case_sensitive: false };
    let all = |parts: &[Expr]| -> Vec<_> { parts.iter().map(|part| to_abnf(part, name)).collect() };
    match expr {
        Expr::Text(text) if !text.is_empty() => {
            abnf::Expr::Values(text.chars().map(u32::from).collect())
        }
        Expr::TextAnyCase(text) => {
            abnf::Expr::Literal { text: text.clone(), case_sensitive: false }
        }
        Expr::Class(set) => {
            let ranges = set.ranges().map(|(a, b)| abnf::Expr::Range(a.into(), b.into()));
            one_or(ranges.collect(), abnf::Expr::Alternation)
        }
        Expr::Rule(used) => abnf::Expr::Rule(name(used)),
        Expr::Sequence(parts) => {
            let mut parts = all(parts);
            parts.retain(|part| *part != empty);
            if parts.is_empty() {
                return empty;
            }
            one_or(parts, abnf::Expr::Concatenation)
        }
        Expr::Choice(parts) => one_or(all(parts), abnf::Expr::Alternation),
        Expr::Repeat { expr, min, max } => {
            abnf::Expr::Repetition { min: *min, max: *max, expr: Box::new(to_abnf(expr, name)) }
        }
        Expr::Text(_) | Expr::And(_) | Expr::Not(_) => empty,
        Expr::StartOfInput | Expr::EndOfInput | Expr::Stack(_) => empty,
    }
}

/// Returns the copy of an expression of ABNF. `name` gives the PEG's name of each rule that is
/// used.
pub(crate) fn to_peg(expr: &abnf::Expr, name: &impl Fn(&str) -> String) -> Expr {
    match expr {
        abnf::Expr::Alternation(parts) => either(parts.iter().map(|part| to_peg(part, name))),
        abnf::Expr::Concatenation(parts) => sequence(parts.iter().map(|part| to_peg(part, name))),
        abnf::Expr::Repetition { max: Some(0), .. } => Expr::Text(String::new()),
        abnf::Expr::Repetition { min: 1, max: Some(1), expr } => to_peg(expr, name),
        abnf::Expr::Repetition { min, max, expr } => repeat(to_peg(expr, name), *min, *max),
        abnf::Expr::Optional(expr) => repeat(to_peg(expr, name), 0, Some(1)),
        abnf::Expr::Rule(used) => Expr::Rule(name(used)),
        abnf::Expr::Literal { text, case_sensitive } => {
            let any = !case_sensitive && text.bytes().any(|byte| byte.is_ascii_alphabetic());
            if any {
                Expr::TextAnyCase(text.clone())
            } else {
                Expr::Text(text.clone())
            }
        }
        abnf::Expr::Values(values) => {
            let text: Option<String> = values.iter().map(|&value| char::from_u32(value)).collect();
            text.map_or_else(Expr::nothing, Expr::Text)
        }
        abnf::Expr::Range(low, high) if low == high => {
            char::from_u32(*low).map_or_else(Expr::nothing, one)
        }
        abnf::Expr::Range(low, high) => {
            let set = CharSet::from_scalars(vec![(*low, *high)]);
            if set.ranges().next().is_none() {
                return Expr::nothing();
            }
            let classes: Vec<Expr> =
                set.ranges().map(|range| Expr::Class(CharSet::from_ranges([range]))).collect();
            either(classes)
        }
    }
}

pub(crate) fn one(c: char) -> Expr {
    Expr::Text(c.to_string())
}

/// Returns one after the other, as one flat sequence.
pub(crate) fn sequence(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Sequence(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    one_or(flat, Expr::Sequence)
}

/// Returns the first of these that matches, as one flat choice.
pub(crate) fn either(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Choice(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    one_or(flat, Expr::Choice)
}

pub(crate) fn not(expr: Expr) -> Expr {
    Expr::Not(Box::new(expr))
}

pub(crate) fn and(expr: Expr) -> Expr {
    Expr::And(Box::new(expr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_nothing_is_left_out_of_sequences_and_kept_as_an_alternative() {
        for (rule, copy) in [
            ("SOI ~ \"x\" ~ !\"y\" ~ EOI", "%x78"),
            ("\"x\" ~ (!\"y\" | \"z\")", "%x78 ( \"\" / %x7A )"),
            ("&\"x\" ~ !\"y\"", "\"\""),
        ] {
            let grammar = peg::Grammar::parse(&format!("a = {{ {rule} }}")).unwrap();
            assert_eq!(grammar.as_abnf().unwrap(), format!("a = {copy}\n\n"));
        }
    }
}
