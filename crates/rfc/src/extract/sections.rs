//! Names that sections of a text define differently.
//!
//! ```text
//!   5.   date  = 4DIGIT "-" 2DIGIT     log = date ":" text
//!   A.   date  = 2DIGIT "." 2DIGIT     old = date
//! ```
//!
//! Each section is a grammar of its own: `log` means the date of section 5, and `old` that of
//! appendix A. A use means the definition in its own section; else the one in the collected
//! grammar, the last section that has four of five names; else the one in the nearest section of
//! the same chapter. If any use of a name means none of them, or two, nothing is chosen, and the
//! name stays defined twice.
//!
//! What the collected grammar defines keeps its name. Other definitions get their section behind
//! it, `date-of-5` and `date-of-A`, so that a text that cites `date` gets neither.

use super::{key, lines, Block, Definitions};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use urigram_automata::abnf::Expr;

/// The most different definitions of one name; there are examples, and programs.
const MOST: usize = 32;

/// The most rounds of the search for false repetitions.
const ROUNDS: usize = 8;

const CHANGED: &str = "a name that sections define differently has its section behind it";

/// The different definitions of a name, each with the sections that have it.
type Classes = Vec<(Expr, Vec<String>)>;

/// Gives names to definitions, and returns the numbers of those that repeat another one.
pub(super) fn name(
    kept: &mut [(Block, Result<Expr, String>)],
    known: &Definitions,
) -> HashSet<usize> {
    let mut repeated = HashSet::new();
    let mut classes: HashMap<String, Classes> = HashMap::new();
    let mut repetitions: Vec<(usize, String)> = Vec::new();
    for (number, (block, expr)) in kept.iter().enumerate() {
        let Ok(expr) = expr else { continue };
        if block.source.contains("=/") {
            continue;
        }
        let of = classes.entry(key(&block.name)).or_default();
        let is_same = |(index, (first, _)): (usize, &(Expr, Vec<String>))| {
            let is_it = first == expr || index == 0 && known.are_repeated_by(block, expr);
            is_it.then_some(index)
        };
        let same = of.iter().enumerate().take(MOST).find_map(is_same);
        if let Some((_, sections)) = same.and_then(|index| of.get_mut(index)) {
            repetitions.push((number, sections[0].clone()));
            sections.push(block.section.clone());
            repeated.insert(number);
        } else {
            of.push((expr.clone(), vec![block.section.clone()]));
        }
    }
    if classes.values().all(|of| of.len() < 2) {
        return repeated;
    }
    let collected = collected(kept);
    let (memo, lost) = (RefCell::default(), HashSet::new());
    let mut meanings = Meanings { classes, collected, memo, lost };
    // Equal words are not a repetition where a name in them means two things.
    for _ in 0..ROUNDS {
        let differs = |(number, first): &(usize, String)| {
            let (block, expr) = &kept[*number];
            let mut differs = false;
            if let Ok(expr) = expr {
                expr.visit_rules(&mut |name| {
                    let name = key(name);
                    let here = meanings.of(&block.section, &name);
                    differs |= here != meanings.of(first, &name);
                });
            }
            differs && block.section != *first
        };
        let (others, same): (Vec<_>, Vec<_>) = repetitions.into_iter().partition(differs);
        repetitions = same;
        if others.is_empty() {
            break;
        }
        for (number, first) in others {
            let (block, expr) = &kept[number];
            repeated.remove(&number);
            let of = meanings.classes.entry(key(&block.name)).or_default();
            for (_, sections) in of.iter_mut().filter(|(_, all)| all.first() == Some(&first)) {
                sections.retain(|section| *section != block.section);
            }
            if let Ok(expr) = expr {
                of.push((expr.clone(), vec![block.section.clone()]));
            }
        }
        meanings.memo.borrow_mut().clear();
    }
    let mut lost: HashSet<String> = HashSet::new();
    for (block, expr) in kept.iter() {
        let mut ask = |name: &str| {
            let name = key(name);
            if meanings.has_many(&name) && meanings.of(&block.section, &name).is_none() {
                lost.insert(name);
            }
        };
        expr.iter().for_each(|expr| expr.visit_rules(&mut ask));
        if block.source.contains("=/") {
            ask(&block.name);
        }
    }
    meanings.lost = lost;
    for (block, _) in kept.iter_mut() {
        let section = &block.section;
        let own = meanings.name_of(section, &block.name);
        let new = lines::outside_strings(&block.source[block.name.len()..], |code| {
            renamed(code, |name| meanings.name(section, name))
        });
        let name = own.unwrap_or_else(|| block.source[..block.name.len()].to_owned());
        block.change(format!("{name}{new}"), CHANGED);
        block.name = name;
    }
    repeated
}

/// The definitions of all names.
struct Meanings {
    classes: HashMap<String, Classes>,
    collected: Option<String>,
    /// The numbers of the definitions that sections mean by names, as far as it was asked.
    memo: RefCell<HashMap<(String, String), Option<usize>>>,
    /// The names with a use that means nothing, or two things.
    lost: HashSet<String>,
}

impl Meanings {
    fn has_many(&self, name: &str) -> bool {
        self.classes.get(name).is_some_and(|of| of.len() > 1)
    }

    /// Returns the number of the definition that a section means by a name.
    fn of(&self, section: &str, name: &str) -> Option<usize> {
        let classes = self.classes.get(name)?;
        if classes.len() == 1 {
            return Some(0);
        }
        *self
            .memo
            .borrow_mut()
            .entry((section.to_owned(), name.to_owned()))
            .or_insert_with(|| meaning(classes, section, self.collected.as_deref()))
    }

    /// Returns the new name of a definition. Where a section has two, both have this name, and
    /// nobody means them.
    fn name_of(&self, section: &str, name: &str) -> Option<String> {
        let own = key(name);
        let is_meant = !self.has_many(&own) || self.of(section, &own).is_some();
        if is_meant || self.lost.contains(&own) || self.collected.as_deref() == Some(section) {
            return self.name(section, name);
        }
        Some(format!("{name}-of-{}", section.replace('.', "-")))
    }

    /// Returns the new name of what a section means by a name.
    fn name(&self, section: &str, name: &str) -> Option<String> {
        let own = key(name);
        if !self.has_many(&own) || self.lost.contains(&own) {
            return None;
        }
        let meant = self.of(section, &own)?;
        let (_, sections) = self.classes.get(&own)?.get(meant)?;
        let is_collected = self.collected.as_ref().is_some_and(|all| sections.contains(all));
        (!is_collected).then(|| format!("{name}-of-{}", sections[0].replace('.', "-")))
    }
}

/// Returns the last section that has four of five names.
fn collected(kept: &[(Block, Result<Expr, String>)]) -> Option<String> {
    let mut all = HashSet::new();
    let mut each: HashMap<&str, HashSet<String>> = HashMap::new();
    for (block, _) in kept {
        all.insert(key(&block.name));
        each.entry(&block.section).or_default().insert(key(&block.name));
    }
    let mut sections = kept.iter().rev().map(|(block, _)| &block.section);
    sections.find(|section| each[section.as_str()].len() * 5 >= all.len() * 4).cloned()
}

/// Returns the number of the definition that a section means.
fn meaning(classes: &Classes, section: &str, collected: Option<&str>) -> Option<usize> {
    if classes.len() > MOST {
        return None;
    }
    let having = |wanted: &str| {
        let mut all = classes
            .iter()
            .enumerate()
            .filter(|(_, (_, sections))| sections.iter().any(|section| section == wanted));
        Some((all.next()?.0, all.next().is_none()))
    };
    for wanted in std::iter::once(section).chain(collected) {
        if let Some((found, is_only)) = having(wanted) {
            return is_only.then_some(found);
        }
    }
    let near = |other: &str| {
        let pairs = section.split('.').zip(other.split('.'));
        pairs.take_while(|(a, b)| a == b && !a.is_empty()).count()
    };
    let depth = |(_, sections): &(Expr, Vec<String>)| {
        sections.iter().map(|section| near(section)).max().unwrap_or(0)
    };
    let most = classes.iter().map(depth).max().filter(|most| *most > 0)?;
    let mut all = classes.iter().enumerate().filter(|(_, class)| depth(class) == most);
    let found = all.next()?.0;
    all.next().is_none().then_some(found)
}

/// Replaces names in a part of a rule that has no strings.
fn renamed(code: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '%' | '.');
    let (mut text, mut rest) = (String::new(), code);
    while let Some(at) = rest.find(inside) {
        let (before, behind) = rest.split_at(at);
        let word = &behind[..behind.find(|c| !inside(c)).unwrap_or(behind.len())];
        text.push_str(before);
        // A number in front of a name is how often it is repeated.
        let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
        text.push_str(&word[..word.len() - name.len()]);
        match new(name).filter(|_| !name.starts_with('%')) {
            Some(new) => text.push_str(&new),
            None => text.push_str(name),
        }
        rest = &behind[word.len()..];
    }
    text + rest
}
