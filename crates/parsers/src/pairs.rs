//! Pairs that pest found, as a tree reads them.

use pest::iterators::Pairs;
use pest::{RuleType, Token as PestToken};

use urigram_grammars::tree::pieces::Token;

/// Returns begins and ends in the order of the text. `shown` returns the rule that a node is shown
/// as.
pub(crate) fn tokens<P: RuleType, R>(
    pairs: &Pairs<'_, P>,
    shown: impl Fn(P) -> Option<R>,
) -> impl Iterator<Item = Token<R>> {
    pairs.clone().tokens().map(move |token| match token {
        PestToken::Start { rule, pos } => Token::Start(shown(rule), pos.pos()),
        PestToken::End { pos, .. } => Token::End(pos.pos()),
    })
}
