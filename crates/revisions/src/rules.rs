//! The rules of a revision, put together from the patches of its chain.

use urigram_automata::abnf::{self, core_rules, Grammar};

/// A text of rules that replaces some of the rules before it.
#[derive(Clone, Copy)]
pub(crate) struct Patch<'a> {
    /// The new rules, with an empty line between two of them.
    pub(crate) text: &'a str,
    /// The names of the rules that are dropped.
    pub(crate) gone: &'a [&'a str],
}

/// A rule with its comment, and the form of its name that is equal for names of one rule.
pub(crate) type Block<'a> = (String, &'a str);

/// Returns the rules of a chain of patches, in the order in which they appeared.
pub(crate) fn merge<'a>(chain: impl IntoIterator<Item = Patch<'a>>) -> Vec<Block<'a>> {
    let mut all: Vec<Block<'a>> = Vec::new();
    for patch in chain {
        all.retain(|(name, _)| !patch.gone.iter().any(|gone| key(gone) == *name));
        for (name, block) in blocks(patch.text) {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some(known) => known.1 = block,
                None => all.push((name, block)),
            }
        }
    }
    all
}

/// Returns the text of rules.
pub(crate) fn text(blocks: &[Block<'_>]) -> String {
    blocks.iter().map(|(_, block)| format!("{block}\n")).collect::<Vec<_>>().join("\n")
}

/// Returns the rules of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let named = text.split("\n\n").map(|block| (key(name(block)), block.trim_matches('\n')));
    named.filter(|(name, _)| !name.is_empty()).collect()
}

/// Returns the name of the rule of a block, as written.
fn name(block: &str) -> &str {
    let is_rule = |line: &&str| !line.trim().is_empty() && !line.starts_with([';', '/']);
    let line = block.lines().find(is_rule).unwrap_or_default();
    line.split('=').next().unwrap_or_default().trim()
}

/// Returns the rules of a PEG that a grammar has, and those without a counterpart (their names
/// begin with an underscore) that these use.
pub(crate) fn of_grammar<'a>(all: Vec<Block<'a>>, grammar: &Grammar) -> Vec<Block<'a>> {
    // The names of a PEG are exact: ALPHA is not a rule alpha.
    let names: Vec<String> =
        grammar.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
    let mut used: Vec<String> = Vec::new();
    let mut open: Vec<Block<'a>> =
        all.iter().filter(|(_, block)| names.iter().any(|n| n == name(block))).cloned().collect();
    while let Some((name, block)) = open.pop() {
        used.push(name);
        for word in block.lines().filter(|line| !line.starts_with('/')).flat_map(words) {
            let helper = |(name, _): &&Block<'a>| name.starts_with('-') && *name == key(word);
            let new = all.iter().find(helper).filter(|(name, _)| !used.contains(name));
            open.extend(new.cloned());
        }
    }
    all.into_iter().filter(|(name, _)| used.contains(name)).collect()
}

/// Returns the words of a line that can be names.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the form of a name that is equal for names of one rule, in ABNF and in PEG.
pub(crate) fn key(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Returns the rules that have a language, with RFC 5234's core rules where they are used.
///
/// # Errors
/// The text is not ABNF.
pub(crate) fn sound(text: &str) -> Result<Grammar, abnf::Error> {
    let mut all = Grammar::parse(text)?;
    all.import(&[("RFC 5234", &core_rules())]);
    loop {
        let lacks = |rule: &&abnf::Rule| !all.used_by(&rule.name).undefined().is_empty();
        let lacking: Vec<&str> = all.rules().iter().filter(lacks).map(|rule| &*rule.name).collect();
        if lacking.is_empty() {
            return Ok(all);
        }
        let kept = all.rules().iter().filter(|rule| !lacking.contains(&&*rule.name));
        let text: Vec<String> = kept.map(source).collect();
        all = Grammar::parse(&text.join("\n"))?;
    }
}

/// Returns a rule in ABNF with its comment.
pub(crate) fn source(rule: &abnf::Rule) -> String {
    let comment: String = rule.comment.lines().map(|line| format!(";{line}\n")).collect();
    format!("{comment}{}\n", rule.source.trim_end())
}

/// Returns a rule on one line.
pub(crate) fn definition(rule: &abnf::Rule) -> String {
    rule.source.split_whitespace().collect::<Vec<_>>().join(" ")
}
