//! A document's folder, or a single file of rules, read and merged with the document that it builds
//! on.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use urigram_automata::{abnf, peg, Limits};
use urigram_engine::{Form, Shape};
use urigram_rfc::{is_registered, Sources};

use crate::error::ReadError;
use crate::folder::base::{Base, Known};
use crate::folder::document;
use crate::folder::facts::{Facts, Row, ShapeKeys};
use crate::folder::imports::{import, wanted};
use crate::folder::libraries::Libraries;
use crate::folder::rules::{lines_of, Rules, Source};
use crate::folder::sections::Sections;
use crate::leak;

/// The mark between a rule's name and the place where it is to end earlier than it could.
pub(crate) const NARROWED: &str = "__";

/// The folder of practices among those of documents.
pub(crate) const PRACTICES: &str = "practices";

/// The most rules of a document.
const RULES: usize = 65_535;
/// The most rules that errors can be attributed to.
const LABELS: usize = 255;

/// The rule that is read in place of start rules that do not run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OtherStart<'a> {
    /// None: the folder is refused.
    Nothing,
    /// The one that is named.
    Rule(&'a str),
    /// The folder's first one that lacks no name.
    First,
}

/// A document's folder.
#[derive(Clone)]
pub struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) facts: Facts,
    pub(crate) shape: Row<Shape, ShapeKeys>,
    pub(crate) base: Option<Base>,
    pub(crate) printed: Rules,
    /// Only where errata change the language.
    pub(crate) corrected: Option<Rules>,
    /// The rules: the document's own, those that no `[[rule]]` lists, and the base's.
    pub(crate) rules: Vec<Known>,
    /// `None` where the folder does not list them.
    pub(crate) sections: Option<Sections>,
    /// The text of `sections.tsv`.
    pub(crate) sections_text: Option<String>,
    /// The text of `quotations.tsv`.
    pub(crate) quotations: Option<String>,
    /// The text of `document.toml`, which cites RFCs.
    pub(crate) text: String,
    /// Every TOML file, by name.
    pub(crate) data: Vec<(&'static str, toml::Value)>,
    pub(crate) examples: String,
    pub(crate) reports: String,
    /// A line for each fact that the folder leaves out, with the default that replaces it.
    pub(crate) missing: Vec<String>,
    /// The rules that were taken from other documents.
    pub(crate) imports: Vec<String>,
    /// The errors in the rules and the undefined names, which cost the rules that need them.
    pub(crate) faults: Vec<String>,
    /// Whether the tables are made of the ABNF alone, so that a PEG may differ from it.
    pub(crate) is_unproved: bool,
    /// The budget of each automaton.
    pub(crate) limits: Limits,
}

impl Folder {
    /// Returns every folder that holds a `document.toml`, by id: documents, and `practices/`.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read as what it should be, and for a folder that
    /// does not have the name of its id.
    pub fn read_all(grammars: &Path) -> Result<Vec<Folder>, ReadError> {
        let entries =
            std::fs::read_dir(grammars).map_err(|error| ReadError::new(grammars, error))?;
        let practices = std::fs::read_dir(grammars.join(PRACTICES)).into_iter().flatten();
        let mut paths: Vec<PathBuf> =
            entries.chain(practices).filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.join("document.toml").exists());
        paths.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        paths.iter().map(|path| Folder::read(path)).collect()
    }

    /// Returns one folder.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read as what it should be.
    pub fn read(path: &Path) -> Result<Folder, ReadError> {
        let folder = Folder::open(path, &[])?;
        if !folder.faults.is_empty() {
            return Err(ReadError::new(path, folder.faults.join("\n")));
        }
        if path.file_name().and_then(|name| name.to_str()) != Some(&folder.facts.id) {
            return Err(ReadError::new(path, format!("holds the id {}", folder.facts.id)));
        }
        Ok(folder)
    }

    /// Reads anybody's folder. A base is the folder of that name beside it or one level up, or else
    /// one of `known`.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read as what it should be, and for a folder without
    /// an id or without rules.
    pub fn open<'a>(path: &Path, known: impl Into<Libraries<'a>>) -> Result<Folder, ReadError> {
        Folder::open_at(path, OtherStart::Nothing, known.into())
    }

    /// Reads anybody's folder as [`Folder::open`]. `instead` begins where a start rule of it does
    /// not run.
    pub(crate) fn open_at(
        path: &Path,
        instead: OtherStart<'_>,
        known: Libraries<'_>,
    ) -> Result<Folder, ReadError> {
        let file = path.join("document.toml");
        if !file.exists() {
            return Err(ReadError::new(
                path,
                "there is no document.toml: write one with `id = \"NAME\"`, or name a file of rules",
            ));
        }
        let text = known.read(&file)?;
        let facts = Facts::read(&text).map_err(|error| ReadError::new(&file, error))?;
        let mut folder = Folder::of(path, facts);
        folder.data.push(("document.toml", value(&file, &text)?));
        folder.text = text;
        for (name, kept) in
            [("examples.toml", &mut folder.examples), ("errata.toml", &mut folder.reports)]
        {
            if let Some(text) = optional(&path.join(name), known)? {
                folder.data.push((name, value(&path.join(name), &text)?));
                *kept = text;
            }
        }
        let sections = path.join("sections.tsv");
        if let Some(text) = optional(&sections, known)? {
            folder.sections = Some(Sections::parse(&sections, &text)?);
            folder.sections_text = Some(text);
        }
        folder.quotations = optional(&path.join("quotations.tsv"), known)?;
        folder.read_rules(known)?;
        folder.read_base(known)?;
        folder.list_rules(instead, known)?;
        Ok(folder)
    }

    /// Reads a file of rules as a document that says nothing else: its id is the file's name, its
    /// start rule the first rule or the one that is named. Rules that the file uses and does not
    /// define come from RFC 5234's core rules and from `known`.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read or has no rules, and for an unknown rule.
    pub fn file<'a>(
        path: &Path,
        start: Option<&str>,
        known: impl Into<Libraries<'a>>,
    ) -> Result<Folder, ReadError> {
        let known = known.into();
        let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
        let mut facts = Facts::minimal(id);
        facts.start.default = leak::text(start.unwrap_or_default());
        let mut folder = Folder::of(path, facts);
        let source = Source::read(path, known)?;
        if source.text.trim().is_empty() {
            return Err(ReadError::new(path, "there are no rules: write NAME = DEFINITION"));
        }
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("abnf") => folder.printed.abnf = source,
            Some("pest") => folder.printed.pest = source,
            _ if is_registered(path) => folder.printed.abnf = source,
            _ => return Err(ReadError::new(path, "a file of rules ends in .abnf or .pest")),
        }
        folder.list_rules(OtherStart::Nothing, known)?;
        if is_registered(path) {
            // These are reported for a user's own rules.
            folder.imports.clear();
        }
        Ok(folder)
    }

    pub(crate) fn of(path: &Path, facts: Facts) -> Folder {
        Folder {
            path: path.to_owned(),
            shape: facts.shape(),
            facts,
            base: None,
            printed: Rules::default(),
            corrected: None,
            rules: Vec::new(),
            sections: None,
            sections_text: None,
            quotations: None,
            text: String::new(),
            data: Vec::new(),
            examples: String::new(),
            reports: String::new(),
            missing: Vec::new(),
            imports: Vec::new(),
            faults: Vec::new(),
            is_unproved: false,
            limits: Limits::default(),
        }
    }

    fn read_rules(&mut self, known: Libraries<'_>) -> Result<(), ReadError> {
        let file = |reading: &str, ending: &str| self.path.join(format!("{reading}.{ending}"));
        let own = |reading: &str| -> Result<Rules, ReadError> {
            let mut rules = Rules::default();
            for (ending, source) in [("abnf", &mut rules.abnf), ("pest", &mut rules.pest)] {
                let file = file(reading, ending);
                if file.exists() {
                    *source = Source::read(&file, known)?;
                }
            }
            Ok(rules)
        };
        self.printed = own("printed")?;
        for (ending, source) in [("abnf", &mut self.printed.abnf), ("pest", &mut self.printed.pest)]
        {
            if source.is_missing() {
                if let Some(file) = only_file(&self.path, ending)? {
                    *source = Source::read(&file, known)?;
                }
            }
        }
        if self.printed.abnf.is_missing() && self.printed.pest.is_missing() {
            return Err(self.error("there are no rules: write printed.abnf or printed.pest"));
        }
        let is_corrected = ["abnf", "pest"].iter().any(|ending| file("corrected", ending).exists());
        self.corrected = if is_corrected { Some(own("corrected")?) } else { None };
        if self.facts.erratum.iter().any(|erratum| erratum.keys.changes_language) != is_corrected {
            return Err(self.error(
                "corrected.abnf and corrected.pest go with errata that change the language",
            ));
        }
        let has = |rules: &Rules| [rules.abnf.is_missing(), rules.pest.is_missing()];
        if self.corrected.as_ref().is_some_and(|rules| has(rules) != has(&self.printed)) {
            return Err(self.error("both readings are written in the same notations"));
        }
        Ok(())
    }

    fn read_base(&mut self, known: Libraries<'_>) -> Result<(), ReadError> {
        let Some(id) = &self.facts.base else { return Ok(()) };
        let mut near = self.path.ancestors().skip(1).take(2).map(|folder| folder.join(id));
        let base = if let Some(base) = near.find(|base| base.join("document.toml").exists()) {
            Folder::open(&base, known)?.as_base()?
        } else if let Some(definition) =
            known.documents.iter().find(|known| known.document.id == id)
        {
            Base::published(definition).map_err(|why| self.error(why))?
        } else {
            return Err(self.error(format!(
                "base = {id:?}: there is no folder of this name beside it, and no document of this id"
            )));
        };
        if self.printed.abnf.is_missing() {
            return Err(self.error("a folder with a base needs its own rules in ABNF, too"));
        }
        self.corrected = match (&self.corrected, &base.corrected) {
            (None, None) => None,
            (own, theirs) => {
                let own = own.as_ref().unwrap_or(&self.printed);
                Some(own.on(theirs.as_ref().unwrap_or(&base.printed))?)
            }
        };
        self.printed = self.printed.on(&base.printed)?;
        self.base = Some(base);
        Ok(())
    }

    /// Lists all rules, takes those from elsewhere that are used and not defined, and finds the
    /// start rule.
    pub(crate) fn list_rules(
        &mut self,
        instead: OtherStart<'_>,
        known: Libraries<'_>,
    ) -> Result<(), ReadError> {
        self.limits = known.limits;
        let facts = &self.facts;
        let own = facts.rule.iter().map(|&rule| Known { rule, is_inherited: false });
        let mut rules: Vec<Known> = own.collect();
        for rule in
            self.base.iter().flat_map(|base| base.rules.iter().map(move |rule| (base, rule)))
        {
            let (base, Known { mut rule, is_inherited }) = (rule.0, *rule.1);
            if rules.iter().all(|known| !known.id.eq_ignore_ascii_case(rule.id)) {
                // The section is one of the base, and cited as one.
                if !is_inherited {
                    rule.section = leak::text(&format!("{}, {}", base.number, rule.section));
                }
                rule.imported.get_or_insert(rule.section);
                rules.push(Known { rule, is_inherited: true });
            }
        }
        let mut wanted = wanted(&self.facts.import).map_err(|why| self.error(why))?;
        wanted.extend_from_slice(known.imports);
        for reading in std::iter::once(&mut self.printed).chain(&mut self.corrected) {
            let listed = rules.iter().map(|known| abnf::key(known.id));
            let mut listed: HashSet<String> = listed.collect();
            if reading.abnf.is_missing() {
                let peg = reading.pest.peg()?;
                let starts = self.facts.start.all();
                let named = |rule: &peg::Rule| !rule.is_silent() || starts.contains(&rule.name());
                let shown = |rule: &&peg::Rule| named(rule) && !rule.name().contains(NARROWED);
                let lines = lines_of(&reading.pest.text);
                for rule in peg.iter().flat_map(peg::Grammar::rules).filter(shown) {
                    if listed.insert(abnf::key(rule.name())) {
                        let (id, line) = (rule.name().replace('_', "-"), lines.get(rule.name()));
                        rules.push(Known::unlisted(rule.name(), &id, line.copied()));
                    }
                }
                continue;
            }
            let mut abnf = reading.abnf.abnf()?;
            for rule in abnf.rules() {
                if listed.insert(abnf::key(&rule.name)) {
                    rules.push(Known::unlisted(&rule.name, &rule.name, Some(rule.line)));
                }
            }
            let text = format!("{}\n{}", self.text, reading.abnf.text);
            let sources = Sources::of(&text, &abnf, &wanted);
            let source = &mut reading.abnf;
            let faults = import(&mut abnf, source, &sources, &mut rules, &mut self.imports);
            self.faults.extend(faults);
        }
        if rules.len() > RULES {
            let message = format!("{} rules, and a document has at most {RULES}", rules.len());
            return Err(ReadError::limit(&self.path, message));
        }
        self.rules = rules;
        if self.facts.start.default.is_empty() {
            // The rule that comes first, or of a patch, the first that the base does not have. A
            // patch that only replaces rules starts as its base does.
            let own = self.rules.iter().find(|rule| !rule.is_inherited);
            let base = self.base.as_ref().map(|base| base.document.start.default);
            let is_start = |rule: &&Known| base.is_none_or(|start| rule.name == start);
            let Some(first) = own.or_else(|| self.rules.iter().find(is_start)) else {
                let none = "there are no rules: write NAME = DEFINITION".to_owned();
                let (why, more) = self.faults.split_first().unwrap_or((&none, &[]));
                return Err(self.error(why).with(more));
            };
            self.facts.start.default = first.name;
            self.missing.push(format!("no [start]: {} is the start rule", first.name));
        } else if self.facts.rule.is_empty() && self.base.is_none() {
            // A rule that an option names, in the spelling of the file.
            let wanted = self.facts.start.default;
            let same = |rule: &&Known| urigram_engine::same_name(rule.name, wanted);
            if let Some(rule) = self.rules.iter().find(same) {
                self.facts.start.default = rule.name;
            }
        }
        self.begin_where_it_runs(instead)?;
        if self.rules.len() > LABELS {
            // A label of a state is a byte: the rules that are labels come first.
            let starts = self.facts.start.all();
            let parts = self.facts.part_rules();
            let labels: HashSet<&str> = starts.into_iter().chain(parts).collect();
            self.rules.sort_by_key(|rule| !labels.contains(rule.name));
            if labels.len() > LABELS {
                return Err(ReadError::limit(&self.path, format!("more than {LABELS} parts")));
            }
        }
        for name in self.facts.start.all() {
            self.known(name)?;
        }
        self.shape = self.facts.shape();
        self.missing.extend(document::left_out(&self.facts));
        Ok(())
    }

    /// Returns the rule of this name, or of this id.
    ///
    /// # Errors
    /// [`ReadError`] with some names that there are.
    pub(crate) fn known(&self, name: &str) -> Result<&Known, ReadError> {
        let found = self.rules.iter().find(|rule| rule.name == name || rule.id == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.rules.iter().map(|rule| rule.name).take(12).collect();
            let more = if self.rules.len() > 12 { ", …" } else { "" };
            self.error(format!("{name:?}: no such rule; there are {}{more}", names.join(", ")))
        })
    }

    /// Returns the grammar id.
    pub fn id(&self) -> &str {
        &self.facts.id
    }

    /// Returns what the folder leaves out, with what is done instead, a line each.
    pub fn left_out(&self) -> &[String] {
        &self.missing
    }

    /// Returns the document that this one patches: a base of the same form.
    pub(crate) fn patched(&self) -> Option<&Base> {
        let form = self.facts.form.unwrap_or(Form::Generic);
        self.base.as_ref().filter(|base| base.form == form)
    }

    pub(crate) fn error(&self, message: impl std::fmt::Display) -> ReadError {
        ReadError::new(&self.path, message)
    }

    fn as_base(&self) -> Result<Base, ReadError> {
        let document = document::as_base(&self.facts, &self.rules, self.patched());
        let document = leak::value(document.map_err(|why| self.error(why))?);
        let own = (document.number.to_owned(), self.sections.clone());
        let theirs = self.base.iter().flat_map(|base| base.sections.clone());
        Ok(Base {
            number: document.number.to_owned(),
            form: document.form,
            rules: self.rules.clone(),
            concepts: document::concepts(&self.facts, self.patched()),
            document,
            printed: self.printed.clone(),
            corrected: self.corrected.clone(),
            sections: std::iter::once(own).chain(theirs).collect(),
        })
    }
}

impl Folder {
    /// Returns the merged rules of a document with a base, by the name of the file that holds them.
    pub(crate) fn merged_sources(&self) -> Vec<(&'static str, String)> {
        let mut files = vec![
            ("printed.abnf", self.printed.abnf.text.clone()),
            ("printed.pest", self.printed.pest.text.clone()),
        ];
        if let Some(corrected) = &self.corrected {
            files.push(("corrected.abnf", corrected.abnf.text.clone()));
            files.push(("corrected.pest", corrected.pest.text.clone()));
        }
        files
    }

    /// Returns the rules in ABNF, those of other documents that they use included. The grammar is
    /// empty without ABNF.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub fn abnf(&self) -> Result<abnf::Grammar, ReadError> {
        self.printed.abnf.abnf()
    }

    /// Returns the rules as a PEG, if the folder has one.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub fn peg(&self) -> Result<Option<peg::Grammar>, ReadError> {
        self.printed.pest.peg()
    }

    /// Returns the rules that were taken from other documents, a line for each of these.
    pub fn imports(&self) -> &[String] {
        &self.imports
    }

    /// Returns a line for each error in the rules and each undefined name, in the order of the
    /// text, and one with the rules that are undecided for it.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Returns true if the rule of this name was taken from another document.
    pub fn is_imported(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.name == name && rule.imported.is_some())
    }
}

/// Returns the only file with an ending, if there is one.
///
/// # Errors
/// [`ReadError`] where there are several.
pub(crate) fn only_file(path: &Path, ending: &str) -> Result<Option<PathBuf>, ReadError> {
    let entries = std::fs::read_dir(path).map_err(|error| ReadError::new(path, error))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|found| found == ending))
        .filter(|file| file.file_stem().is_none_or(|stem| stem != "corrected"))
        .collect();
    files.sort();
    match &files[..] {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        [a, b, ..] => Err(ReadError::new(
            path,
            format!(
                "{} and {} both hold rules: call the document's own printed.{ending}",
                a.display(),
                b.display()
            ),
        )),
    }
}

/// Returns the text of a file, if there is the file.
pub(crate) fn optional(file: &Path, known: Libraries<'_>) -> Result<Option<String>, ReadError> {
    file.exists().then(|| known.read(file)).transpose()
}

/// Parses a file of facts.
pub(crate) fn value(file: &Path, text: &str) -> Result<toml::Value, ReadError> {
    toml::from_str(text).map_err(|error| ReadError::new(file, error))
}
