//! Rules of one notation in the other, operator by operator.
//!
//! A copy looks the same and may have another language: in a PEG the first alternative that matches
//! wins, and a repetition never gives back.

use crate::abnf::{self, peg_name};
use crate::expr::one_or;
use crate::peg::{self, CharSet, Expr, NotInAbnf, Which};

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
            let text = to_peg(&rule.expr, &peg_name).in_pest().text;
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
        _ => expr.parts().iter().find_map(unwritable),
    }
}

/// Returns the expression by ABNF's meaning, without its lookaheads. `name` gives the ABNF's name
/// of each rule that is used.
pub(crate) fn to_abnf(expr: &Expr, name: &impl Fn(&str) -> String) -> Expr {
    let empty = Expr::TextAnyCase(String::new());
    let all = |parts: &[Expr]| -> Vec<_> { parts.iter().map(|part| to_abnf(part, name)).collect() };
    match expr {
        Expr::Text(text) if !text.is_empty() => Expr::Values(text.chars().map(u32::from).collect()),
        Expr::Class(set) => {
            let ranges = set.ranges().map(|(a, b)| Expr::Range(a.into(), b.into()));
            one_or(ranges.collect(), Expr::Choice)
        }
        Expr::Rule(used) => Expr::Rule(name(used)),
        Expr::Sequence(parts) => {
            let mut parts = all(parts);
            parts.retain(|part| *part != empty);
            if parts.is_empty() {
                return empty;
            }
            one_or(parts, Expr::Sequence)
        }
        Expr::Choice(parts) => one_or(all(parts), Expr::Choice),
        Expr::Repeat { .. } => expr.with_inner(&mut |part| to_abnf(part, name)),
        Expr::TextAnyCase(_) | Expr::Values(_) | Expr::Range(..) => expr.clone(),
        Expr::Text(_) | Expr::And(_) | Expr::Not(_) => empty,
        Expr::StartOfInput | Expr::EndOfInput | Expr::Stack(_) => empty,
    }
}

/// Returns the copy of an expression of ABNF. `name` gives the PEG's name of each rule that is
/// used.
pub(crate) fn to_peg(expr: &Expr, name: &impl Fn(&str) -> String) -> Expr {
    match expr {
        Expr::Choice(parts) => Expr::choice(parts.iter().map(|part| to_peg(part, name))),
        Expr::Sequence(parts) => Expr::sequence(parts.iter().map(|part| to_peg(part, name))),
        Expr::Repeat { max: Some(0), .. } => Expr::Text(String::new()),
        Expr::Repeat { min: 1, max: Some(1), expr, .. } => to_peg(expr, name),
        Expr::Repeat { min, max, expr, .. } => Expr::repeat(to_peg(expr, name), *min, *max),
        Expr::Rule(used) => Expr::Rule(name(used)),
        Expr::TextAnyCase(text) if !text.bytes().any(|byte| byte.is_ascii_alphabetic()) => {
            Expr::Text(text.clone())
        }
        Expr::Values(values) => {
            let text: Option<String> = values.iter().map(|&value| char::from_u32(value)).collect();
            text.map_or_else(Expr::nothing, Expr::Text)
        }
        Expr::Range(low, high) if low == high => {
            char::from_u32(*low).map_or_else(Expr::nothing, one)
        }
        Expr::Range(low, high) => {
            let set = CharSet::from_scalars(vec![(*low, *high)]);
            if set.ranges().next().is_none() {
                return Expr::nothing();
            }
            let classes: Vec<Expr> =
                set.ranges().map(|range| Expr::Class(CharSet::from_ranges([range]))).collect();
            Expr::choice(classes)
        }
        _ => expr.with_inner(&mut |part| to_peg(part, name)),
    }
}

pub(crate) fn one(c: char) -> Expr {
    Expr::Text(c.to_string())
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
