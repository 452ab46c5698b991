//! The evidence that lines which may be a rule are one.
//!
//! ```text
//!    port = *DIGIT          sure: it has an operator, and its lines do not end as a program's do
//!    scheme = port          known: each name in it is defined
//!    x = y                  neither: a rule only if another rule uses `x`
//! ```

use super::{has_operator, Block, CITES_ITSELF};
use std::collections::HashSet;
use urigram_automata::abnf::{core_rules, key, Expr, Grammar};

/// The findings about the names that a text defines, each name by its [`key`].
pub(super) struct Evidence {
    core: Grammar,
    defined: HashSet<String>,
    /// The names with a sure definition. `scheme = $2` in prose is not a second one.
    sound: HashSet<String>,
    /// The names with a definition whose names are known. `type = token` in prose is not a second
    /// one either.
    plain: HashSet<String>,
    /// The text's own number as RFCs cite it, with a space and without.
    cited_as: [String; 2],
}

impl Evidence {
    /// Looks at all blocks of a text.
    pub(super) fn of(text: &str, blocks: &[Block], exprs: &[Result<Expr, String>]) -> Evidence {
        let number =
            text.lines().take(40).find_map(|line| line.strip_prefix("Request for Comments:"));
        let number = number.and_then(|rest| rest.split_whitespace().next()).unwrap_or("none");
        let mut evidence = Evidence {
            core: core_rules(),
            defined: blocks.iter().map(|block| key(&block.name)).collect(),
            sound: HashSet::new(),
            plain: HashSet::new(),
            cited_as: [format!("RFC {number}"), format!("RFC{number}")],
        };
        for (block, expr) in blocks.iter().zip(exprs) {
            let Ok(expr) = expr else { continue };
            // `a = b` with `a =/ "c"` behind it is not a line of a program.
            if block.is_code() || block.source.contains("=/") {
                continue;
            }
            if has_operator(expr) {
                evidence.sound.insert(key(&block.name));
            }
            if evidence.are_known(expr) {
                evidence.plain.insert(key(&block.name));
            }
        }
        evidence
    }

    /// Returns true if each name of an expression is defined by the text or RFC 5234's core rules.
    pub(super) fn are_known(&self, expr: &Expr) -> bool {
        let mut are_known = true;
        expr.visit_rules(&mut |name| {
            are_known &= self.defined.contains(&key(name)) || self.core.rule(name).is_some();
        });
        are_known
    }

    /// Returns the reason why a block is not a rule; `None` if it is one. `used` are the names that
    /// rules use.
    pub(super) fn why_not(
        &self,
        block: &Block,
        expr: &Result<Expr, String>,
        used: &HashSet<String>,
    ) -> Option<String> {
        let name = key(&block.name);
        let is_sound = self.sound.contains(&name);
        let is_needed = used.contains(&name) && !is_sound && !self.plain.contains(&name);
        match expr {
            // `value = <see RFC 8187, Section 3.2>` in RFC 8187 is the rule of that section.
            Ok(Expr::Rule(cited)) if key(cited) == name && self.is_cited_by(block) => {
                Some(CITES_ITSELF.to_owned())
            }
            Err(why) if is_sound && is_own_section(why) => Some(CITES_ITSELF.to_owned()),
            Ok(expr) if is_sure(block, expr) => None,
            Ok(_) if block.is_code() && is_sound => {
                Some("it looks like a part of a program, and a rule has this name".to_owned())
            }
            Ok(expr) => {
                let is_plain = !block.is_code() && self.are_known(expr);
                (!is_plain && !is_needed).then(|| "it has no operator of ABNF".to_owned())
            }
            Err(_) if is_needed => None,
            Err(why) => Some(why.clone()),
        }
    }

    /// Returns the names that rules use. A block that is a rule because its name is used makes more
    /// names used.
    pub(super) fn used(&self, blocks: &[Block], exprs: &[Result<Expr, String>]) -> HashSet<String> {
        let (mut used, mut is_counted) = (HashSet::new(), vec![false; blocks.len()]);
        loop {
            let before = used.len();
            for (number, (block, read)) in blocks.iter().zip(exprs).enumerate() {
                let Ok(expr) = read else { continue };
                if is_counted[number] || self.why_not(block, read, &used).is_some() {
                    continue;
                }
                is_counted[number] = true;
                expr.visit_rules(&mut |name| {
                    if key(name) != key(&block.name) {
                        used.insert(key(name));
                    }
                });
            }
            if used.len() == before {
                return used;
            }
        }
    }

    fn is_cited_by(&self, block: &Block) -> bool {
        self.cited_as.iter().any(|number| block.source.contains(number))
    }
}

/// Returns true if a block is a rule by itself.
pub(super) fn is_sure(block: &Block, expr: &Expr) -> bool {
    !block.is_code() && has_operator(expr)
}

/// Returns true if prose names a section of the text itself: `<as defined in Section 3.2>`.
fn is_own_section(why: &str) -> bool {
    let is_own = !why.contains("RFC") && !why.contains('[');
    is_own && why.starts_with('<') && why.to_ascii_lowercase().contains("in section ")
}
