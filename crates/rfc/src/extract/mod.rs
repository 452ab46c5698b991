//! Rules out of the text of an RFC or a draft.
//!
//! A line that begins with a name and `=` may define a rule, and so may a line of a program or of a
//! table. Three questions tell them apart, and what is left out is listed with the reason:
//!
//! ```text
//!    port = *DIGIT          it reads as ABNF, and has an operator: a rule
//!    x = y                  it reads as ABNF, without one: a rule if the text defines y
//!    len = ntohs(a->len);   it does not read as ABNF: left out, unless a rule uses `len`
//! ```
//!
//! The steps of [`extract`], in order:
//!
//! ```text
//! lines, markup     pages and XML become lines with their places
//! blocks            the lines of each candidate: a name, `=`, and what is indented below it
//! names, translate  `_` in names; `|`, lists and strings of older notations, each a noted change
//! read              each candidate by itself as ABNF: an expression, or why not
//! why_not           sure ones count first; a name that these use makes another candidate likely
//! sections          a name with two definitions is two names; repeated rules are left out
//! spaces            white space that an older notation implies
//! held              the lines that the author means as ABNF, for `in_place`
//! ```

mod citations;
mod evidence;
mod held;
mod lines;
mod lists;
mod markup;
mod names;
mod origins;
mod repeated;
mod sections;
mod spaces;

pub use citations::Citations;
use citations::NOTATION;
use evidence::{is_sure, Evidence};
use held::Held;
use lines::Line;
use lists::Blank;
use repeated::Definitions;
use std::collections::{BTreeSet, HashMap, HashSet};
use urigram_automata::abnf::{described, key, plain, ErrorKind, Expr, Fault, Grammar};

/// The meaning of `#rule`, RFC 9110's list of elements (5.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListRule {
    /// The lists that a sender may generate: no empty elements (5.6.1.1).
    Sender,
    /// The lists that a recipient must parse: with empty elements (5.6.1.2).
    Recipient,
    /// The lists that a recipient must parse as RFC 7230 collects them (section 7).
    Collected,
}

impl ListRule {
    /// The ways of documents before RFC 9110.
    const OLDER: [ListRule; 1] = [ListRule::Collected];
}

/// A rule as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extracted {
    /// The name.
    pub name: String,
    /// The definition, without the margin of the text.
    pub source: String,
    /// The first line in the text, from 1.
    pub line: usize,
    /// The page, from 1; 0 where the text has no pages.
    pub page: usize,
    /// The number of the section, empty where there isn't one.
    pub section: String,
    /// Changes that were made to the notation, in words.
    pub changes: Vec<&'static str>,
}

/// Lines that look like a rule and are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The first line in the text, from 1.
    pub line: usize,
    /// The name before `=`.
    pub name: String,
    /// The reason.
    pub why: String,
}

/// The rules of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extraction {
    /// The rules, in order.
    pub rules: Vec<Extracted>,
    /// Lines that look like rules and are not, or that repeat one.
    pub left_out: Vec<LeftOut>,
    /// A byte-order mark and lone carriage returns, which are passed over.
    pub marks: Vec<Fault>,
    /// The lines that an author means as ABNF, each piece with the number of its first line.
    held: Vec<(usize, String)>,
}

impl Extraction {
    fn leave_out(&mut self, block: Block, why: String) {
        self.left_out.push(LeftOut { line: block.line, name: block.name, why });
    }

    /// Returns the rules as a file of ABNF, each with its place as a comment.
    pub fn to_abnf(&self) -> String {
        let mut text = String::new();
        for rule in &self.rules {
            let section = if rule.section.is_empty() {
                String::new()
            } else {
                format!("section {}, ", rule.section)
            };
            let page = if rule.page == 0 { String::new() } else { format!("page {}, ", rule.page) };
            let changes: String = rule.changes.iter().map(|it| format!("; {it}\n")).collect();
            let line = rule.line;
            text.push_str(&format!("; {section}{page}line {line}\n{changes}{}\n\n", rule.source));
        }
        text
    }

    /// Returns what an author means as ABNF, at the lines where the text has it and with all
    /// errors: every line that the text marks as ABNF; in running text, the rules and what begins
    /// as a rule does beside them.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// use urigram_rfc::{extract, ListRule};
    /// let text = "A flag:\n\n~~~ abnf\nflag = ( \"on\" / \"off\"\n~~~\n";
    /// let rules = Grammar::read(&extract(text, ListRule::Recipient).in_place());
    /// assert_eq!(rules.faults()[0].error.line, 4);
    /// ```
    pub fn in_place(&self) -> String {
        let (mut text, mut line) = (String::new(), 1);
        for (number, piece) in &self.held {
            let blank = number.saturating_sub(line);
            text.extend(std::iter::repeat_n('\n', blank));
            text.push_str(piece);
            text.push('\n');
            line += blank + piece.lines().count();
        }
        text
    }
}

/// Finds the rules in the text of an RFC or a draft, as text or as v3 XML.
///
/// A rule whose notation is wrong is kept as it is where another rule uses it, so that
/// [`Grammar::read`] lists the error. `|` becomes `/`, and `#rule` what `lists` says.
///
/// ```
/// use urigram_rfc::{extract, ListRule};
/// let text = "1.  Syntax\n\n   The port is\n\n      port = *DIGIT ; decimal\n\n   where x = y.\n";
/// let found = extract(text, ListRule::Recipient);
/// assert_eq!(found.to_abnf(), "; section 1, line 5\nport = *DIGIT ; decimal\n\n");
/// ```
///
/// # Cost
/// Linear in the text, and in the rules for each one that only another rule makes likely.
pub fn extract(text: &str, lists: ListRule) -> Extraction {
    let mut extraction = Extraction::default();
    // Form feeds part the pages of a document.
    let text = &*plain(text, false, &mut extraction.marks);
    let lines = lines::lines(text);
    let implies = implies_white_space(text);
    let cited: BTreeSet<u32> = citations::numbers(text, lines::is_xml(text)).collect();
    let cites_abnf = NOTATION.iter().any(|number| cited.contains(number));
    let mut blocks = translated(text, &lines, lists, &cited, implies);
    let mut exprs: Vec<Result<Expr, String>> = blocks.iter().map(read).collect();
    let held = Held::of(&lines, &blocks, &exprs, cites_abnf);
    let mut pieces = held::stated(&lines);
    let stated: HashSet<usize> = pieces.iter().map(|(line, _)| *line).collect();
    let mut hold = |block: &Block, is_held: bool| {
        if is_held && !stated.contains(&block.line) {
            pieces.push((block.line, held.source(block)));
        }
    };
    if has_assignments(&blocks, &exprs) {
        let (assigned, rest): (Vec<_>, Vec<_>) =
            blocks.into_iter().zip(exprs).partition(|(block, _)| block.changes.contains(&COLON));
        for (block, expr) in assigned {
            hold(&block, held.has_assigned() && held.is_rule(&block, expr.is_ok(), true));
            extraction.leave_out(block, "\":=\" assigns a value in this text".to_owned());
        }
        (blocks, exprs) = rest.into_iter().unzip();
    }
    let evidence = Evidence::of(text, &blocks, &exprs);
    let all = blocks.iter().zip(&exprs);
    let all = all.filter_map(|(block, expr)| Some((block, expr.as_ref().ok()?)));
    let known = Definitions::of(all.filter(|(block, expr)| is_sure(block, expr)));
    let used = evidence.used(&blocks, &exprs);
    let mut kept = Vec::new();
    for (block, expr) in blocks.into_iter().zip(exprs) {
        match evidence.why_not(&block, &expr, &used) {
            Some(why) => {
                let is_rule = held.is_rule(&block, expr.is_ok(), false);
                hold(&block, is_rule && why != CITES_ITSELF);
                extraction.leave_out(block, why);
            }
            None => kept.push((block, expr)),
        }
    }
    let repeated = sections::name(&mut kept, &known);
    let (mut blocks, mut are_held) = (Vec::new(), Vec::new());
    for (number, (block, expr)) in kept.into_iter().enumerate() {
        if repeated.contains(&number) {
            extraction.leave_out(block, "it repeats a rule above".to_owned());
        } else {
            let is_sure =
                expr.as_ref().is_ok_and(|expr| has_operator(expr) || evidence.are_known(expr));
            are_held.push(held.is_rule(&block, expr.is_ok(), is_sure));
            blocks.push(block);
        }
    }
    if implies {
        spaces::insert(&mut blocks, &lines);
    }
    blocks.iter().zip(are_held).for_each(|(block, is_held)| hold(block, is_held));
    pieces.sort_by_key(|(line, _)| *line);
    extraction.held = pieces;
    extraction.rules.extend(blocks.into_iter().map(|block| {
        let Block { name, source, line, page, section, changes, .. } = block;
        Extracted { name, source, line, page, section, changes }
    }));
    extraction.left_out.sort_by_key(|left| left.line);
    extraction
}

/// Returns the lines of a text that may be rules, in the notation of RFC 5234. `cited` are the
/// RFCs that it cites, and `implies` tells that it implies white space.
fn translated(
    text: &str,
    lines: &[Line<'_>],
    lists: ListRule,
    cited: &BTreeSet<u32>,
    implies: bool,
) -> Vec<Block> {
    let mut blocks = blocks(lines);
    let labels = lines::labels(lines);
    // RFC 6020, section 12: "using abnfgen's syntax for case-sensitive strings".
    let has_single_quotes = text.contains("abnfgen's syntax for case-sensitive strings");
    names::hyphens(&mut blocks);
    let defines_ows = blocks.iter().any(|block| key(&block.name) == "ows");
    let blank = Blank::of(cited, implies, defines_ows);
    for block in &mut blocks {
        translate(block, lists, blank, &labels);
        if has_single_quotes {
            let new = lines::outside_strings(&block.source, lines::double_quotes);
            block.change(new, "\"'…'\" of the text is a string whose case counts");
        }
    }
    blocks
}

/// Reads the lines of a block as one rule, or says why they are not one.
fn read(block: &Block) -> Result<Expr, String> {
    let grammar = Grammar::read(&format!("{}\n", block.source.replacen("=/", "=", 1)));
    match (grammar.faults().iter().find(|it| !it.error.kind.is_harmless()), grammar.rules()) {
        (Some(fault), _) => match &fault.error.kind {
            // Other rules of the text may say what these characters are.
            ErrorKind::Prose(said) => described(said).ok_or_else(|| fault.error.kind.to_string()),
            kind => Err(kind.to_string()),
        },
        (None, [rule]) => Ok(rule.expr.clone()),
        (None, _) => match grammar.cited().next() {
            Some((_, cited)) => Ok(Expr::Rule(cited.name.clone())),
            None => Err("it is not a single rule".to_owned()),
        },
    }
}

/// Returns true if a text says that white space is implied between the words of its rules, as RFC
/// 2616 does in section 2.1, and RFC 822 in 3.1.4. [`extract`] inserts it.
pub fn implies_white_space(text: &str) -> bool {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_ascii_lowercase();
    // RFC 5322 also has a section of this name, and its rules have all their white space.
    if plain.contains("lexical analysis of messages") && plain.contains("linear-white-space") {
        return true;
    }
    ["implied *lws", "implied lws", "implied linear white", "implied linear-white"]
        .iter()
        .any(|words| plain.contains(words))
}

const CITES_ITSELF: &str = "it cites a rule of the text itself";
const COLON: &str = "\":=\" of the text is \"=\"";
const BAR: &str = "\"|\" of the text is \"/\"";
const APART: &str = "elements of the text have no white space between them";
const HYPHEN: &str = "\"_\" in a name of the text is \"-\"";

/// Lines that may be a rule.
struct Block {
    name: String,
    source: String,
    /// The source as the text has it.
    raw: String,
    /// The places of the first line and of the one behind the last among the lines.
    at: usize,
    end: usize,
    line: usize,
    page: usize,
    section: String,
    changes: Vec<&'static str>,
}

impl Block {
    /// Replaces the lines, and notes the change if there is one.
    fn change(&mut self, new: String, what: &'static str) {
        if new != self.source {
            self.source = new;
            self.changes.push(what);
        }
    }

    /// Returns true if the lines end as statements of programs do, or begin as attributes of XML
    /// do: `version="1"`.
    fn is_code(&self) -> bool {
        let last = self.source.trim_end();
        let is_attribute = self.source[self.name.len()..].starts_with("=\"");
        last.ends_with([';', '{', '}']) && !last.ends_with(" ;") || is_attribute
    }
}

/// Collects the lines that begin with a name and `=`, with those that continue them.
fn blocks(lines: &[Line<'_>]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = &lines[at];
        let Some((name, rest)) = lines::defined(line.content()) else {
            at += 1;
            continue;
        };
        let sign = &line.content()[name.len()..line.content().len() - rest.len()];
        let plain = format!("{name}{}{rest}", sign.replace(':', ""));
        let changes = if sign.contains(':') { vec![COLON] } else { Vec::new() };
        let mut source = vec![plain.trim_end().to_owned()];
        let (margin, mut next) = (line.indent(), at + 1);
        let (mut end, mut is_parted, mut is_behind_break) = (next, false, false);
        while let Some(line) = lines.get(next) {
            let content = line.content();
            next += 1;
            if content.is_empty() {
                is_parted |= !line.is_break;
                is_behind_break |= line.is_break;
                continue;
            }
            // The blank line above a paragraph may have been lost at the end of a page.
            if is_behind_break && lines::is_sentence(&lines[next - 1..]) {
                break;
            }
            let is_alternative = content.starts_with('/') && !content.starts_with("//");
            let is_deeper = line.indent() > margin;
            // Behind a blank line, words are prose unless an operator joins them to the rule.
            let joins = is_alternative || content.starts_with(';') || last_joins(&source);
            let continues =
                if is_parted { is_deeper && joins } else { is_deeper || is_alternative };
            if !continues || lines::defined(content).is_some() {
                break;
            }
            let depth = line.indent().saturating_sub(margin).max(2);
            source.push(format!("{}{}", " ".repeat(depth), content.trim_end()));
            (end, is_parted, is_behind_break) = (next, false, false);
        }
        let section = line.section.clone();
        let (number, page) = (line.number, line.page);
        let (name, source) = (name.to_owned(), source.join("\n"));
        let raw = format!("{}{}", line.content().trim_end(), &source[plain.trim_end().len()..]);
        blocks.push(Block { name, source, raw, at, end, line: number, page, section, changes });
        at = end;
    }
    blocks
}

/// Returns true if `:=` assigns values in a text: fewer of its lines with this sign are rules than
/// do not read as ABNF, or than its rules with `=`. In RFC 2045 and its family the sign defines
/// rules; RFC 6570 gives values to variables by it.
fn has_assignments(blocks: &[Block], exprs: &[Result<Expr, String>]) -> bool {
    let (mut rules, mut wrong, mut plain) = (0, 0, 0);
    for (block, expr) in blocks.iter().zip(exprs) {
        let is_colon = block.changes.contains(&COLON);
        let is_rule = !block.is_code() && expr.as_ref().is_ok_and(has_operator);
        rules += usize::from(is_colon && is_rule);
        wrong += usize::from(is_colon && (block.is_code() || expr.is_err()));
        plain += usize::from(!is_colon && is_rule);
    }
    rules < wrong || rules < plain
}

/// Returns true if the last line ends in an operator that needs more.
fn last_joins(source: &[String]) -> bool {
    let last = source.last().map_or("", |line| lines::without_comment(line)).trim_end();
    last.ends_with(['/', '(', '[', '=', '*'])
}

/// Returns true if an expression is more than names one after the other.
fn has_operator(expr: &Expr) -> bool {
    match expr {
        Expr::Rule(_) => false,
        Expr::Sequence(parts) => parts.iter().any(has_operator),
        _ => true,
    }
}

/// Translates what RFC 5234 writes in another way.
fn translate(block: &mut Block, lists: ListRule, blank: Blank, labels: &HashMap<String, u32>) {
    if let Some(new) = lines::said_in_comment(&block.source) {
        block.change(new, "the definition is in a comment of the text");
    }
    if let Some(new) = lines::octets_in_comment(&block.source) {
        block.change(new, "the values are in a comment of the text");
    }
    let new = lines::outside_strings(&block.source, |text| text.replace('|', "/"));
    block.change(new, BAR);
    let new = lines::ranges(&block.source);
    block.change(new, "\"a\"..\"z\" of the text is a range");
    let new = lines::outside_strings(&block.source, lines::joined_counts);
    block.change(new, "a count of the text is before its element");
    if !block.is_code() {
        let new = lines::apart(&block.source);
        block.change(new, APART);
    }
    if block.source.contains('#') {
        let (new, what) = lists::expand(&block.source, lists, blank);
        block.change(new, what);
    }
    let new = lines::with_numbers(&block.source, labels);
    block.change(new, "the name of a reference is the number of its RFC");
}
