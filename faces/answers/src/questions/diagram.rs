//! A rule as a railroad diagram, drawn from its ABNF.

use railroad::{
    Choice, Empty, LabeledBox, Link, Node, NonTerminal, Optional, Repeat, Sequence, SimpleEnd,
};
use railroad::{SimpleStart, Stack, Terminal};
use serde::Serialize;
use urigram::documents::Rule;
use urigram::proof::abnf::{self, Expr};
use urigram::{Grammar, Reading};

use super::{Params, Question};
use crate::refusal::Refusal;

/// The most items in one row; longer sequences are drawn in several rows.
const ROW: usize = 7;

/// The diagram of a document's rule, by default of its start rule.
pub(super) struct Diagram {
    grammar: Grammar,
    reading: Reading,
    rule: &'static Rule,
}

/// A rule as SVG without a style of its own, and as text.
#[derive(Serialize)]
struct Drawn {
    grammar: &'static str,
    reading: &'static str,
    rule: &'static str,
    svg: String,
    text: Option<&'static str>,
}

impl Question for Diagram {
    const NAME: &'static str = "diagram";

    fn read(params: &Params) -> Result<Diagram, Refusal> {
        let grammar = params.grammar("grammar")?;
        let reading = params.reading("reading")?;
        let name = params.text("rule")?.unwrap_or(grammar.document().start.default);
        let rule = grammar.document().rule(name).map_err(|error| Refusal::unknown(name, error))?;
        Ok(Diagram { grammar, reading, rule })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let Diagram { grammar, reading, rule: &Rule { id, name, .. } } = *self;
        let rules = abnf::Grammar::parse(grammar.abnf(reading))
            .map_err(|error| Refusal::Limit(error.to_string()))?;
        let Some(rule) = rules.rule(id) else {
            return Err(Refusal::Usage(format!("{name:?} has no rule in the {reading} reading")));
        };
        let parts: Vec<Box<dyn Node>> =
            vec![Box::new(SimpleStart), self.node(&rule.expr), Box::new(SimpleEnd)];
        Ok(Drawn {
            grammar: grammar.as_str(),
            reading: reading.id(),
            rule: name,
            svg: railroad::Diagram::new(Sequence::new(parts)).to_string(),
            text: grammar.abnf_of(reading, name),
        })
    }
}

impl Diagram {
    fn node(&self, expr: &Expr) -> Box<dyn Node> {
        match expr {
            Expr::Choice(parts) => Box::new(Choice::new(self.nodes(parts))),
            Expr::Sequence(parts) if parts.len() > ROW => {
                let rows = parts
                    .chunks(ROW)
                    .map(|row| -> Box<dyn Node> { Box::new(Sequence::new(self.nodes(row))) });
                Box::new(Stack::new(rows.collect()))
            }
            Expr::Sequence(parts) => Box::new(Sequence::new(self.nodes(parts))),
            Expr::Repeat { min, max, expr, .. } => self.repetition(*min, *max, expr),
            Expr::Rule(name) => self.rule(name),
            other => Box::new(Terminal::new(other.to_string())),
        }
    }

    fn nodes(&self, parts: &[Expr]) -> Vec<Box<dyn Node>> {
        parts.iter().map(|part| self.node(part)).collect()
    }

    fn repetition(&self, min: u32, max: Option<u32>, expr: &Expr) -> Box<dyn Node> {
        let inner = self.node(expr);
        let again = |inner| Repeat::new(inner, Empty);
        match (min, max) {
            (0, None) => Box::new(Optional::new(again(inner))),
            (1, None) => Box::new(again(inner)),
            (0, Some(1)) => Box::new(Optional::new(inner)),
            (1, Some(1)) => inner,
            (min, max) => {
                let times = match max {
                    Some(max) if max == min => format!("{min} times"),
                    Some(max) => format!("{min} to {max} times"),
                    None => format!("{min} times or more"),
                };
                Box::new(LabeledBox::new(again(inner), railroad::Comment::new(times)))
            }
        }
    }

    /// Draws a link to the rule, under the document's name for it.
    fn rule(&self, name: &str) -> Box<dyn Node> {
        let known = self.grammar.document().rule(name);
        let name = known.map_or(name, |rule| rule.name);
        let printed = if self.reading == Reading::Printed { "&reading=printed" } else { "" };
        let link = format!(
            "#/documents?grammar={}&rule={}{printed}",
            self.grammar.as_str(),
            encoded(name)
        );
        Box::new(Link::new(NonTerminal::new(name.to_owned()), link))
    }
}

/// Returns a name percent-encoded for a link.
fn encoded(name: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_of_every_document_is_drawn_in_time() {
        for &grammar in Grammar::ALL {
            let rules = abnf::Grammar::parse(grammar.abnf(Reading::Corrected)).unwrap();
            let rule = &grammar.document().rules()[0];
            let drawing = Diagram { grammar, reading: Reading::Corrected, rule };
            for rule in rules.rules() {
                let svg = railroad::Diagram::new(drawing.node(&rule.expr)).to_string();
                assert!(
                    svg.starts_with("<svg") && svg.len() < 400_000,
                    "{grammar} {}: {} bytes",
                    rule.name,
                    svg.len()
                );
            }
        }
    }
}
