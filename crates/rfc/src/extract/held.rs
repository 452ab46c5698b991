//! The lines of a text that its author means as ABNF, with their errors.
//!
//! ```text
//!   ~~~ abnf
//!   flag = ( "on" / "off"     every line of the fence is ABNF
//!   ~~~
//!
//!   a = "x" / b               a rule
//!   b = ( "y"                 beside a rule, what begins as one does is one
//!
//!   start = element x { y }   the lines beside it are not rules either: nothing
//! ```

use super::{has_operator, lines::Line, Block, APART, BAR, COLON, HYPHEN};
use std::collections::{HashMap, HashSet};
use urigram_automata::abnf::{key, Expr};

/// The number of rules with RFC 5234's operator for each rule with another one. With fewer, the
/// other one is the notation of the text.
const MANY: usize = 8;

/// The findings about lines that begin as a rule does.
pub(super) struct Held {
    /// The blocks by the numbers of their lines.
    blocks: HashMap<usize, Beside>,
    /// The changes that are mistakes, because other rules of the text do without them.
    mistakes: Vec<&'static str>,
}

/// The blocks beside one, itself included, and those of its section.
#[derive(Clone, Copy, Default)]
struct Beside {
    rules: usize,
    /// The blocks that are not rules.
    others: usize,
    /// Whether most of the section is in another language.
    is_foreign: bool,
    /// Whether the block is written as a rule, perhaps with errors.
    is_written: bool,
}

impl Held {
    /// Looks at all blocks of a text. `cites_abnf` tells that it cites RFC 5234 or an older one.
    pub(super) fn of(
        lines: &[Line<'_>],
        blocks: &[Block],
        exprs: &[Result<Expr, String>],
        cites_abnf: bool,
    ) -> Held {
        let formulas: HashSet<String> =
            blocks.iter().filter(|block| is_call(block)).map(|block| key(&block.name)).collect();
        let is_none = |at: usize| {
            let above = at.checked_sub(1).and_then(|at| blocks.get(at));
            exprs[at].is_err()
                || formulas.contains(&key(&blocks[at].name))
                || is_inside_prose(lines, above, &blocks[at])
                || blocks[at].is_code()
                || is_call(&blocks[at])
                || is_value(&blocks[at])
        };
        let is_rule = |at: usize| exprs[at].as_ref().is_ok_and(has_operator) && !is_none(at);
        let rules = (0..blocks.len()).filter(|&at| is_rule(at)).count();
        let changed = |what: &&'static str| {
            blocks.iter().filter(|block| block.changes.contains(what)).count()
        };
        let is_mistake = |what: &&'static str| changed(what) <= (rules / MANY).max(1);
        let mistakes =
            [BAR, COLON, HYPHEN].into_iter().filter(|what| cites_abnf && is_mistake(what));
        let mut sections: HashMap<&str, (usize, usize)> = HashMap::new();
        for (at, block) in blocks.iter().enumerate() {
            let (rules, others) = sections.entry(&*block.section).or_default();
            *rules += usize::from(is_rule(at));
            *others += usize::from(is_none(at));
        }
        let mut known = HashMap::new();
        let mut from = 0;
        while from < blocks.len() {
            let is_next = |at: &usize| {
                let (before, block) = (&blocks[*at - 1], &blocks[*at]);
                let between = lines.get(before.end..block.at).unwrap_or_default().iter();
                let mut between = between.map(Line::content);
                between.all(|line| line.is_empty() || line.starts_with(';'))
                    && before.section == block.section
            };
            let end = (from + 1..blocks.len()).take_while(is_next).last().unwrap_or(from) + 1;
            let count = |is: &dyn Fn(usize) -> bool| (from..end).filter(|&at| is(at)).count();
            let (rules, others) = (count(&is_rule), count(&is_none));
            for block in &blocks[from..end] {
                let is_foreign = sections
                    .get(&*block.section)
                    .is_some_and(|(rules, others)| *others > 2 * rules + 2);
                let is_written = cites_abnf && !is_foreign && is_written(lines, block);
                known.insert(block.line, Beside { rules, others, is_foreign, is_written });
            }
            from = end;
        }
        Held { blocks: known, mistakes: mistakes.collect() }
    }

    fn beside(&self, block: &Block) -> Beside {
        self.blocks.get(&block.line).copied().unwrap_or_default()
    }

    /// Returns true if a block is a rule, or one with an error: `reads` tells that it reads as
    /// ABNF, and `is_sure` that it has an operator, or that its names are known.
    pub(super) fn is_rule(&self, block: &Block, reads: bool, is_sure: bool) -> bool {
        let Beside { rules, others, is_foreign, is_written } = self.beside(block);
        let is_other = is_foreign && block.changes.contains(&BAR);
        if reads && is_sure {
            return others <= rules && !is_other || is_sure && others == 0;
        }
        let is_beside = rules > 0 && others <= rules;
        (is_beside || is_written && !reads) && !is_other && !block.is_code() && !is_call(block)
    }

    /// Returns true if `:=` in a text is a mistake.
    pub(super) fn has_assigned(&self) -> bool {
        self.mistakes.contains(&COLON)
    }

    /// Returns the lines of a block as an author's error has them: without changes that are
    /// mistakes.
    pub(super) fn source(&self, block: &Block) -> String {
        let is_mistake = block.changes.iter().any(|change| self.mistakes.contains(change));
        (if is_mistake { &block.raw } else { &block.source }).clone()
    }
}

/// Returns true for `A1 = H( user ":" realm )`: a function is called.
fn is_call(block: &Block) -> bool {
    let is_name = |before: &str| {
        let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '-').next();
        word.is_some_and(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    block.changes.contains(&APART)
        && block.raw.match_indices('(').any(|(at, _)| is_name(&block.raw[..at]))
}

/// Returns true for `name=value` at the beginning of a line inside of a paragraph.
fn is_inside_prose(lines: &[Line<'_>], above: Option<&Block>, block: &Block) -> bool {
    let is_prose = |line: &Line<'_>| !line.content().is_empty() && !line.content().starts_with(';');
    block.raw.get(block.name.len()..).is_some_and(|rest| rest.starts_with('='))
        && above.is_none_or(|above| above.end < block.at)
        && block.at.checked_sub(1).and_then(|at| lines.get(at)).is_some_and(is_prose)
}

/// Returns true for `Time-Limited=20141224T1500Z`, a value in an example.
fn is_value(block: &Block) -> bool {
    let value = block.raw.get(block.name.len()..).and_then(|rest| rest.strip_prefix('='));
    value.is_some_and(|value| {
        value.starts_with(|c: char| c.is_ascii_digit()) && !value.contains(char::is_whitespace)
    })
}

/// Returns true if a block between blank lines is written as a rule: white space around `=`, and
/// something that is ABNF behind it.
fn is_written(lines: &[Line<'_>], block: &Block) -> bool {
    let is_blank = |at: Option<usize>| {
        at.and_then(|at| lines.get(at)).is_none_or(|line| line.content().is_empty())
    };
    let rest = block.raw.get(block.name.len()..).unwrap_or_default();
    let sign = rest.trim_start();
    let behind = sign.trim_start_matches(':').trim_start_matches('=').trim_start_matches('/');
    is_blank(block.at.checked_sub(1))
        && is_blank(Some(block.end))
        && sign.len() < rest.len()
        && behind.starts_with(char::is_whitespace)
        && ["\"", "'", "%x", "%d", " / ", "*", "["].iter().any(|it| behind.contains(it))
        && !["{", "}", "->", "==", "&&", "+ ", "$", "..."].iter().any(|it| behind.contains(it))
}

/// Returns the lines that a text marks as ABNF, without the margin of their fence.
pub(super) fn stated(lines: &[Line<'_>]) -> Vec<(usize, String)> {
    let (mut margin, mut all) = (None, Vec::new());
    for line in lines {
        if !line.is_stated {
            margin = None;
        } else if !line.content().is_empty() {
            let margin = *margin.get_or_insert_with(|| line.indent());
            let depth = line.indent().saturating_sub(margin);
            all.push((line.number, format!("{}{}", " ".repeat(depth), line.content())));
        }
    }
    all
}
