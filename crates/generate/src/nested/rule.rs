//! A rule of a file or a folder that is recursive or skips white space, ready to run.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use urigram_automata::nested::{Bodies, NotShown, Unproved};
use urigram_automata::{abnf, peg, Limits as Size, Terminals};
use urigram_engine::nested::{check_text, Error, Limits, Net, Program, Pushdown, Tree};
use urigram_engine::{same_name, Definition, Encoding, Found, Reading, Span};

use crate::error::ReadError;
use crate::folder::libraries::Libraries;
use crate::folder::rules::is_same;
use crate::folder::{Folder, OtherStart};
use crate::nested::program::program;
use crate::nested::pushdown::{net, pushdown};

/// A rule that is recursive or uses such a rule, or a rule of a PEG alone that skips white space.
///
/// Rules in ABNF run by an automaton with a stack if they are shown deterministic, and else by all
/// readings of a text at once. So do the errors of a PEG whose calls can be read as letters
/// (docs/theory/recursive.md); any other runs by the machine that keeps results, which gives the
/// trees of all PEGs. Where a folder has both, the ABNF decides if it is deterministic, and the PEG
/// gives the tree.
#[derive(Debug)]
pub struct NestedRule {
    id: String,
    name: String,
    by_abnf: Option<Result<Pushdown, NotRun>>,
    by_peg: Option<(Program, String)>,
    /// The automaton of the PEG, where calls can be read as letters and no ABNF runs. It is made
    /// for the first error: making it takes longer than reading most texts.
    by_letters: OnceLock<Option<Result<Pushdown, NotRun>>>,
    is_recursive: bool,
    notes: Vec<String>,
    pub(crate) limits: Size,
    /// The rules that it is made of, for questions about their language.
    pub(crate) abnf: Option<abnf::Grammar>,
    pub(crate) peg: Option<peg::Grammar>,
}

/// The reason why no automaton with a stack runs a rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NotRun {
    /// The rules in ABNF refuse: an unknown rule, a rule that cannot be read, a limit.
    Abnf(abnf::Refused),
    /// The PEG refuses: a rule whose calls cannot be read as letters.
    Peg(Unproved),
    /// The rules are not shown deterministic.
    Stack(NotShown),
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::Abnf(why) => why.fmt(f),
            NotRun::Peg(why) => why.fmt(f),
            NotRun::Stack(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotRun {}

impl NestedRule {
    /// Makes a rule of rules in ABNF ready, recursive or not.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// use urigram_generate::{nested::Limits, NestedRule};
    ///
    /// let rules = Grammar::parse("list = \"(\" *list \")\"\n")?;
    /// let list = NestedRule::of_abnf(&rules, "list")?;
    /// assert_eq!(list.parse("(()())", Limits::for_length(6)).unwrap().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotRun`] for an unknown rule, and for rules that cannot be read or hit a limit.
    pub fn of_abnf(rules: &abnf::Grammar, name: &str) -> Result<NestedRule, NotRun> {
        let limits = Size::default();
        let by_abnf = Some(Ok(of_abnf(rules, name, limits, true)?));
        let is_recursive = rules.recursion(name, limits).is_some();
        let (id, name) = (String::new(), name.to_owned());
        Ok(NestedRule {
            id,
            name,
            by_abnf,
            by_peg: None,
            by_letters: OnceLock::new(),
            is_recursive,
            notes: Vec::new(),
            limits,
            abnf: Some(rules.clone()),
            peg: None,
        })
    }

    /// Makes a rule of a PEG ready, recursive or not. An unknown rule is an error of each call.
    ///
    /// ```
    /// use urigram_automata::peg::Grammar;
    /// use urigram_generate::{nested::Limits, NestedRule};
    ///
    /// let rules = Grammar::parse("list = { \"(\" ~ list* ~ \")\" }")?;
    /// let list = NestedRule::of_peg(&rules, "list");
    /// assert_eq!(list.parse("(()())", Limits::for_length(6)).unwrap().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_peg(rules: &peg::Grammar, name: &str) -> NestedRule {
        let by_peg = Some((program(rules), name.to_owned()));
        let is_recursive = rules.undecided(name).is_some();
        let (id, name) = (String::new(), name.to_owned());
        NestedRule {
            id,
            name,
            by_abnf: None,
            by_peg,
            by_letters: OnceLock::new(),
            is_recursive,
            notes: Vec::new(),
            limits: Size::default(),
            abnf: None,
            peg: Some(rules.clone()),
        }
    }

    /// Makes a rule that is written in both notations ready. `None` if it is not recursive.
    ///
    /// ```
    /// use urigram_automata::{abnf, peg};
    /// use urigram_generate::NestedRule;
    ///
    /// let abnf = abnf::Grammar::parse("list = \"(\" *list \")\"\n")?;
    /// let peg = peg::Grammar::parse("list = { \"(\" ~ list* ~ \")\" }")?;
    /// let list = NestedRule::of_both(&abnf, &peg, "list")?;
    /// assert!(list.is_some_and(|list| list.way().ends_with("by the next byte")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`] for a rule that only the ABNF has and that does not run.
    pub fn of_both(
        abnf: &abnf::Grammar,
        peg: &peg::Grammar,
        name: &str,
    ) -> Result<Option<NestedRule>, ReadError> {
        let texts = Texts {
            path: Path::new(name),
            id: "",
            abnf: abnf.clone(),
            peg: Some(peg.clone()),
            encoding: Encoding::Utf8,
            notes: Vec::new(),
            limits: Size::default(),
        };
        texts.rule(name, false)
    }

    /// Reads a file or a folder, and makes its rule of this name ready; by default the start rule.
    /// `None` if tables run it: it is regular, and no rule of a PEG alone that skips white space.
    /// `printed` chooses the reading of a folder that has two.
    ///
    /// # Errors
    /// [`ReadError`] for files that cannot be read, an unknown rule, and rules in ABNF alone that
    /// do not run.
    pub fn open<'a>(
        path: &Path,
        rule: Option<&str>,
        printed: bool,
        known: impl Into<Libraries<'a>>,
    ) -> Result<Option<NestedRule>, ReadError> {
        NestedRule::read(path, rule, printed, known.into(), false)
    }

    /// Reads a file or a folder as [`NestedRule::open`], and makes its rule ready, recursive or
    /// not, to compare it with a recursive one.
    ///
    /// # Errors
    /// [`ReadError`] as [`NestedRule::open`].
    pub fn open_any<'a>(
        path: &Path,
        rule: Option<&str>,
        printed: bool,
        known: impl Into<Libraries<'a>>,
    ) -> Result<NestedRule, ReadError> {
        let opened = NestedRule::read(path, rule, printed, known.into(), true)?;
        opened.ok_or_else(|| ReadError::nested(path, "there is no such rule"))
    }

    fn read(
        path: &Path,
        rule: Option<&str>,
        printed: bool,
        known: Libraries<'_>,
        any: bool,
    ) -> Result<Option<NestedRule>, ReadError> {
        let start = rule.filter(|_| path.is_dir());
        NestedRule::of_folder(&Folder::of_path(path, start, known)?, rule, printed, any)
    }

    pub(crate) fn of_folder(
        folder: &Folder,
        rule: Option<&str>,
        printed: bool,
        any: bool,
    ) -> Result<Option<NestedRule>, ReadError> {
        let texts = Texts::of(folder, printed)?;
        texts.rule(rule.unwrap_or(folder.facts.start.default), any)
    }

    /// Makes a rule of a published grammar ready, by default its start rule, recursive or not, to
    /// compare it with a recursive one.
    ///
    /// # Errors
    /// [`ReadError`] for an unknown rule, and for a grammar of octets or without its rules as text.
    pub fn of_published(
        definition: &Definition,
        reading: Reading,
        rule: Option<&str>,
    ) -> Result<NestedRule, ReadError> {
        let document = definition.document;
        let path = Path::new(document.id);
        let without = || ReadError::nested(path, "the rules are not there as text");
        let sources = definition.sources.ok_or_else(without)?;
        let (abnf, peg) = (sources.abnf[reading as usize], sources.pest[reading as usize]);
        let texts = Texts {
            path,
            id: document.id,
            abnf: abnf::Grammar::read(abnf),
            peg: peg::Grammar::parse(peg).map(Some).map_err(|error| ReadError::peg(path, error))?,
            encoding: document.encoding,
            notes: Vec::new(),
            limits: Size::default(),
        };
        let rule = texts.rule(rule.unwrap_or(document.start.default), true)?;
        rule.ok_or_else(|| ReadError::nested(path, "there is no such rule"))
    }

    /// Returns the id of a file or a folder, and the names of its own rules, in order, each with
    /// whether the rule is recursive.
    ///
    /// # Errors
    /// [`ReadError`] for files that cannot be read.
    pub fn names<'a>(
        path: &Path,
        known: impl Into<Libraries<'a>>,
    ) -> Result<(String, Vec<(String, bool)>), ReadError> {
        let folder = if path.is_dir() {
            Folder::open_at(path, OtherStart::First, known.into())?
        } else {
            Folder::file(path, None, known)?
        };
        let own = folder.rules.iter().filter(|rule| rule.imported.is_none());
        let texts = Texts::of(&folder, false)?;
        let is_recursive = |id| texts.find(id).recursive.contains(&true);
        let names = own.map(|rule| (rule.id.to_owned(), is_recursive(rule.id)));
        Ok((folder.facts.id.clone(), names.collect()))
    }

    /// Returns the id of the grammar.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns true if the rule has no automaton: it is recursive or uses the stack of texts.
    pub fn is_recursive(&self) -> bool {
        self.is_recursive
    }

    fn made_of_letters(&self) -> Option<&Result<Pushdown, NotRun>> {
        let make = || match (&self.by_abnf, &self.peg, self.in_peg()) {
            (None | Some(Err(_)), Some(peg), Some(name)) => Some(of_peg(peg, name, self.limits)),
            _ => None,
        };
        self.by_letters.get_or_init(make).as_ref()
    }

    fn by_letters(&self) -> Option<&Pushdown> {
        self.made_of_letters()?.as_ref().ok()
    }

    /// Returns the automaton with a stack that runs the rule, if there is one.
    pub(crate) fn pushdown(&self) -> Option<&Pushdown> {
        self.by_abnf.as_ref().and_then(|made| made.as_ref().ok()).or_else(|| self.by_letters())
    }

    /// Returns true if what decides and what gives the tree are proved to be one language: both are
    /// made of the PEG, or the ABNF is proved equal to it.
    pub(crate) fn is_one_language(&self) -> bool {
        let (Some(Ok(_)), Some(abnf)) = (&self.by_abnf, &self.abnf) else { return true };
        let (Some(peg), Some(name)) = (&self.peg, self.in_peg()) else { return true };
        let abnf = abnf.bracketed(self.name(), Terminals::CodePoints, self.limits);
        let peg = peg.bodies(name, self.limits);
        abnf.is_ok_and(|abnf| peg.is_ok_and(|peg| abnf.proved(&peg).is_ok()))
    }

    /// Returns the name of the rule in the PEG that gives the tree, if there is one.
    pub(crate) fn in_peg(&self) -> Option<&str> {
        self.by_peg.as_ref().map(|(_, name)| &**name)
    }

    /// Returns the name of the rule.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns lines about the rules: rules of other documents, errors, and the reason if the ABNF
    /// does not run.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns how the rule runs, in words.
    pub fn way(&self) -> String {
        let by = |table: &Pushdown, of: &str| {
            let decided = match table.looks {
                Some(1) => "by the next byte".to_owned(),
                Some(bytes) => format!("by {bytes} bytes"),
                None => "with several readings side by side".to_owned(),
            };
            format!(
                "an automaton with a stack, made of the {of}: {} states, {} symbols, {decided}",
                table.ends.len(),
                table.symbols()
            )
        };
        match (&self.by_abnf, self.made_of_letters()) {
            (Some(Ok(table)), _) if table.has_all_readings() => {
                "all readings of a text at once, by the ABNF".to_owned()
            }
            (Some(Ok(table)), _) => by(table, "ABNF"),
            (_, Some(Ok(table))) if table.has_all_readings() => {
                "the machine that keeps the result of each rule at each place; all readings of a \
                 text at once give the error"
                    .to_owned()
            }
            (_, Some(Ok(table))) => by(table, "PEG"),
            (_, Some(Err(why))) => {
                format!("the machine that keeps the result of each rule at each place ({why})")
            }
            (Some(Err(why)), None) => why.to_string(),
            (None, None) => String::new(),
        }
    }

    /// Checks an input.
    ///
    /// # Errors
    /// [`Error::Rejected`], which is exact if an automaton with a stack decides, and
    /// [`Error::Limit`].
    pub fn check(&self, input: &[u8], limits: Limits) -> Result<(), Error> {
        let text = std::str::from_utf8(input);
        // The automaton of a regular rule is made at once: it reads faster.
        let is_unmade = self.by_letters.get().is_none() && !matches!(self.by_abnf, Some(Ok(_)));
        let is_first = is_unmade && self.is_recursive;
        if let (true, Some((program, name)), Ok(text)) = (is_first, &self.by_peg, text) {
            if program.parse_directly(name, text, limits).is_some() {
                return Ok(());
            }
        }
        match (self.pushdown(), &self.by_peg, text) {
            (Some(table), Some((program, name)), Ok(text)) => {
                check_text(program, name, [table], text, limits)
            }
            (Some(table), ..) => table.check(input, limits),
            (None, _, Ok(text)) => self.parse(text, limits).map(drop),
            (None, _, Err(error)) => Err(Error::Rejected {
                offset: error.valid_up_to(),
                found: Found::Byte(input[error.valid_up_to()]),
                expected: vec!["a character".to_owned()],
                bytes: None,
                open: Vec::new(),
            }),
        }
    }

    /// Returns the tree of an input: by the PEG if there is one, else by the derivations of the
    /// ABNF.
    ///
    /// # Errors
    /// The errors of [`NestedRule::check`]. Where ABNF and PEG disagree on an input, the error is
    /// that of the PEG.
    pub fn parse<'r, 'i>(&'r self, input: &'i str, limits: Limits) -> Result<Tree<'r, 'i>, Error> {
        match (&self.by_abnf, &self.by_peg) {
            (Some(Ok(table)), None) => return table.parse(input, limits),
            (Some(Ok(_)), _) => self.check(input.as_bytes(), limits)?,
            (_, Some((program, name))) => {
                if let Some(tree) = program.parse_directly(name, input, limits) {
                    return Ok(tree);
                }
                // The automaton is of the same PEG: it is asked for the error only.
                if self.by_letters().is_some_and(|made| !made.has_all_readings()) {
                    self.check(input.as_bytes(), limits)?;
                }
            }
            _ => {}
        }
        let (program, name) = self.by_peg.as_ref().ok_or(Error::UnknownRule)?;
        program.parse(name, input, limits).map_err(|error| match self.by_letters() {
            Some(_) => self.check(input.as_bytes(), limits).err().unwrap_or(error),
            None => error,
        })
    }

    /// Returns the spans of a rule in an input, the outermost where they nest; `None` if the
    /// derivations of the input give the rule different spans.
    ///
    /// # Errors
    /// The errors of [`NestedRule::parse`].
    pub fn places(
        &self,
        rule: &str,
        input: &str,
        limits: Limits,
    ) -> Result<Option<Vec<Span>>, Error> {
        if let (Some(Ok(table)), None) = (&self.by_abnf, &self.by_peg) {
            let name = table.net.names.iter().find(|name| same_name(name, rule));
            return table.places(name.ok_or(Error::UnknownRule)?, input.as_bytes(), limits);
        }
        let (program, _) = self.by_peg.as_ref().ok_or(Error::UnknownRule)?;
        if !program.rules().iter().any(|entry| is_same(&entry.name, rule)) {
            return Err(Error::UnknownRule);
        }
        let tree = self.parse(input, limits)?;
        let mut spans = Vec::new();
        let mut open = vec![tree.roots()];
        while let Some(nodes) = open.last_mut() {
            match nodes.next() {
                None => drop(open.pop()),
                Some(node) if is_same(node.rule(), rule) => {
                    spans.push(Span { start: node.start() as u32, end: node.end() as u32 });
                }
                Some(node) => open.push(node.children()),
            }
        }
        Ok(Some(spans))
    }
}

/// Makes a rule in ABNF run. Without a PEG, `alone`, it runs in any case.
fn of_abnf(
    abnf: &abnf::Grammar,
    name: &str,
    limits: Size,
    alone: bool,
) -> Result<Pushdown, NotRun> {
    let terminals = Terminals::CodePoints;
    let bodies = abnf.bodies(name, terminals, limits).map_err(NotRun::Abnf)?;
    let all = abnf.bodies_of_all(name, terminals, limits).map_err(NotRun::Abnf)?;
    match pushdown(&bodies, &all) {
        Err(_) if alone => Ok(Pushdown::of_all_readings(net(&all))),
        made => made.map_err(NotRun::Stack),
    }
}

fn of_peg(peg: &peg::Grammar, name: &str, limits: Size) -> Result<Pushdown, NotRun> {
    let bodies = peg.bodies(name, limits).map_err(NotRun::Peg)?;
    // The rules that are open at an error are those of the machine that gives the tree.
    let made = pushdown(&bodies, &Bodies::default());
    Ok(made.unwrap_or_else(|_| {
        Pushdown::of_all_readings(Net { names: Vec::new().into(), ..net(&bodies) })
    }))
}

/// The rules of a folder, a file or a published grammar.
struct Texts<'a> {
    /// The place that errors name.
    path: &'a Path,
    id: &'a str,
    abnf: abnf::Grammar,
    peg: Option<peg::Grammar>,
    encoding: Encoding,
    notes: Vec<String>,
    limits: Size,
}

/// A rule in each of the notations.
struct Names {
    in_abnf: Option<String>,
    in_peg: Option<String>,
    /// Whether each of them is recursive.
    recursive: [bool; 2],
}

impl<'a> Texts<'a> {
    fn of(folder: &'a Folder, printed: bool) -> Result<Texts<'a>, ReadError> {
        let corrected = folder.corrected.as_ref().filter(|_| !printed);
        let rules = corrected.unwrap_or(&folder.printed);
        Ok(Texts {
            path: &folder.path,
            id: &folder.facts.id,
            abnf: rules.abnf.abnf()?,
            peg: rules.pest.peg()?,
            encoding: folder.facts.encoding,
            notes: folder.imports.iter().chain(&folder.faults).cloned().collect(),
            limits: folder.limits,
        })
    }

    fn find(&self, wanted: &str) -> Names {
        let Texts { abnf, peg, .. } = self;
        let in_abnf = abnf.rule(wanted).map(|rule| rule.name.clone());
        let mut names = peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name);
        let exact = names.clone().find(|&name| name == wanted);
        let in_peg = exact.or_else(|| names.clone().find(|name| same_name(name, wanted)));
        let in_peg = in_peg.or_else(|| names.find(|name| is_same(name, wanted)));
        let recursion = in_abnf.as_ref().and_then(|name| abnf.recursion(name, self.limits));
        let undecided = in_peg.and_then(|name| peg.as_ref()?.undecided(name));
        let recursive = [recursion.is_some(), undecided.is_some()];
        Names { in_abnf, in_peg: in_peg.map(str::to_owned), recursive }
    }

    /// Makes a rule ready. `None` if there is no such rule, and for one that tables run, unless
    /// `any` is wanted.
    ///
    /// # Errors
    /// [`ReadError`] for rules of octets, and rules in ABNF alone that are not shown deterministic.
    fn rule(self, wanted: &str, any: bool) -> Result<Option<NestedRule>, ReadError> {
        let Names { in_abnf, in_peg, recursive } = self.find(wanted);
        let Texts { path, id, abnf, peg, encoding, mut notes, limits } = self;
        let is_recursive = recursive.contains(&true);
        let is_run = any
            || is_recursive
            || match (&in_abnf, &peg, &in_peg, encoding) {
                (None, Some(peg), Some(name), Encoding::Utf8) => peg.skips_in(name),
                _ => false,
            };
        if !is_run || in_abnf.is_none() && in_peg.is_none() {
            return Ok(None);
        }
        if encoding == Encoding::Octets {
            let message = "recursive rules of octets are not run";
            return Err(ReadError::nested(path, message));
        }
        let by_abnf = in_abnf.as_ref().filter(|_| recursive[0] || any);
        let by_abnf = by_abnf.map(|name| of_abnf(&abnf, name, limits, in_peg.is_none()));
        let by_peg = match (&peg, in_peg) {
            (Some(peg), Some(name)) => Some((program(peg), name)),
            _ => None,
        };
        match (&by_abnf, &by_peg) {
            (Some(Err(why)), None) => {
                let name = in_abnf.unwrap_or_default();
                let advice = "write a PEG beside the ABNF, or bound the nesting";
                return Err(ReadError::nested(path, format!("`{name}`: {why}: {advice}")));
            }
            (Some(Err(why)), Some(_)) => notes.push(format!("the ABNF is {why}; the PEG runs")),
            _ => {}
        }
        let name = in_abnf.or_else(|| by_peg.as_ref().map(|(_, name)| name.clone()));
        let name = name.unwrap_or_default();
        let id = id.to_owned();
        let abnf = by_abnf.is_some().then_some(abnf);
        let by_letters = OnceLock::new();
        Ok(Some(NestedRule {
            id,
            name,
            by_abnf,
            by_peg,
            by_letters,
            is_recursive,
            notes,
            limits,
            abnf,
            peg,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accepted_text_makes_no_automaton() {
        let rules = peg::Grammar::parse("list = { \"(\" ~ list* ~ \")\" }").unwrap();
        let (list, limits) = (NestedRule::of_peg(&rules, "list"), Limits::for_length(6));
        assert!(list.check(b"(()())", limits).is_ok() && list.parse("()", limits).is_ok());
        assert!(list.by_letters.get().is_none());
        assert!(list.check(b"(()", limits).is_err() && list.by_letters.get().is_some());
    }
}
