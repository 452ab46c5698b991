//! A document's folder, or a single file of rules, read and merged with the document that it builds
//! on.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use urigram_automata::peg;
use urigram_engine::Form;

use crate::base::{Base, Known};
use crate::document;
use crate::error::ReadError;
use crate::facts::{Facts, Shape};
use crate::files::{only_file, optional, value};
use crate::imports::{import, wanted};
use crate::instead::Instead;
use crate::leak;
use crate::libraries::Libraries;
use crate::registry::is_registered;
use crate::rules::{line_of, read, Rules, Source};
use crate::sections::Sections;

/// The mark between a rule's name and the place where it is to end earlier than it could.
pub(crate) const NARROWED: &str = "__";

/// The most rules of a document.
const RULES: usize = 65_535;
/// The most rules that errors can be attributed to.
const LABELS: usize = 255;

/// A document's folder.
#[derive(Clone)]
pub struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) facts: Facts,
    pub(crate) shape: Shape,
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
}

impl Folder {
    /// Returns every folder that holds a `document.toml`, by id.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read as what it should be, and for a folder that
    /// does not have the name of its id.
    pub fn read_all(grammars: &Path) -> Result<Vec<Folder>, ReadError> {
        let entries =
            std::fs::read_dir(grammars).map_err(|error| ReadError::new(grammars, error))?;
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.join("document.toml").exists());
        paths.sort();
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

    /// Reads anybody's folder. A base is the folder of that name beside it, or else one of `known`.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read as what it should be, and for a folder without
    /// an id or without rules.
    pub fn open<'a>(path: &Path, known: impl Into<Libraries<'a>>) -> Result<Folder, ReadError> {
        Folder::open_at(path, Instead::Nothing, known.into())
    }

    /// Reads anybody's folder as [`Folder::open`]. `instead` begins where a start rule of it does
    /// not run.
    pub(crate) fn open_at(
        path: &Path,
        instead: Instead<'_>,
        known: Libraries<'_>,
    ) -> Result<Folder, ReadError> {
        let file = path.join("document.toml");
        if !file.exists() {
            return Err(ReadError::new(
                path,
                "there is no document.toml: write one with `id = \"NAME\"`, or name a file of rules",
            ));
        }
        let text = read(&file)?;
        let facts = Facts::read(&text).map_err(|error| ReadError::new(&file, error))?;
        let mut folder = Folder::of(path, facts);
        folder.data.push(("document.toml", value(&file, &text)?));
        for (name, kept) in
            [("examples.toml", &mut folder.examples), ("errata.toml", &mut folder.reports)]
        {
            if let Some(text) = optional(&path.join(name))? {
                folder.data.push((name, value(&path.join(name), &text)?));
                *kept = text;
            }
        }
        let sections = path.join("sections.tsv");
        if let Some(text) = optional(&sections)? {
            folder.sections = Some(Sections::parse(&sections, &text)?);
            folder.sections_text = Some(text);
        }
        folder.quotations = optional(&path.join("quotations.tsv"))?;
        folder.read_rules()?;
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
        let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
        let mut facts = Facts::minimal(id);
        facts.start.default = start.unwrap_or_default().to_owned();
        let mut folder = Folder::of(path, facts);
        let source = Source::read(path)?;
        if source.text.trim().is_empty() {
            return Err(ReadError::new(path, "there are no rules: write NAME = DEFINITION"));
        }
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("abnf") => folder.printed.abnf = source,
            Some("pest") => folder.printed.pest = source,
            _ if is_registered(path) => folder.printed.abnf = source,
            _ => return Err(ReadError::new(path, "a file of rules ends in .abnf or .pest")),
        }
        folder.list_rules(Instead::Nothing, known.into())?;
        if is_registered(path) {
            // These are told of rules of one's own.
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
            data: Vec::new(),
            examples: String::new(),
            reports: String::new(),
            missing: Vec::new(),
            imports: Vec::new(),
            faults: Vec::new(),
            is_unproved: false,
        }
    }

    fn read_rules(&mut self) -> Result<(), ReadError> {
        let file = |reading: &str, ending: &str| self.path.join(format!("{reading}.{ending}"));
        let own = |reading: &str| -> Result<Rules, ReadError> {
            let mut rules = Rules::default();
            for (ending, source) in [("abnf", &mut rules.abnf), ("pest", &mut rules.pest)] {
                let file = file(reading, ending);
                if file.exists() {
                    *source = Source::read(&file)?;
                }
            }
            Ok(rules)
        };
        self.printed = own("printed")?;
        for (ending, source) in [("abnf", &mut self.printed.abnf), ("pest", &mut self.printed.pest)]
        {
            if source.is_missing() {
                if let Some(file) = only_file(&self.path, ending)? {
                    *source = Source::read(&file)?;
                }
            }
        }
        if self.printed.abnf.is_missing() && self.printed.pest.is_missing() {
            return Err(self.error("there are no rules: write printed.abnf or printed.pest"));
        }
        let is_corrected = ["abnf", "pest"].iter().any(|ending| file("corrected", ending).exists());
        self.corrected = if is_corrected { Some(own("corrected")?) } else { None };
        if self.facts.erratum.iter().any(|erratum| erratum.changes_language) != is_corrected {
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
        let beside = self.path.with_file_name(id);
        let base = if beside.join("document.toml").exists() {
            Folder::open(&beside, known)?.as_base()?
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
        instead: Instead<'_>,
        known: Libraries<'_>,
    ) -> Result<(), ReadError> {
        let facts = &self.facts;
        let own = facts.rule.iter().map(|rule| Known {
            name: rule.name.clone(),
            id: rule.id(),
            section: rule.section.clone(),
            imported: rule.imported.clone(),
            note: rule.note.clone(),
            is_inherited: false,
        });
        let mut rules: Vec<Known> = own.collect();
        for rule in
            self.base.iter().flat_map(|base| base.rules.iter().map(move |rule| (base, rule)))
        {
            let (base, mut rule) = (rule.0, rule.1.clone());
            if rules.iter().all(|known| !known.id.eq_ignore_ascii_case(&rule.id)) {
                // The section is one of the base, and cited as one.
                if !rule.is_inherited {
                    rule.section = format!("{}, {}", base.number, rule.section);
                    rule.is_inherited = true;
                }
                rule.imported.get_or_insert_with(|| rule.section.clone());
                rules.push(rule);
            }
        }
        let mut wanted = wanted(&self.facts.import).map_err(|why| self.error(why))?;
        wanted.extend_from_slice(known.imports);
        for reading in std::iter::once(&mut self.printed).chain(&mut self.corrected) {
            if reading.abnf.is_missing() {
                let peg = reading.pest.peg()?;
                let starts = self.facts.start.all();
                let named = |rule: &peg::Rule| !rule.is_silent() || starts.contains(&rule.name());
                let shown = |rule: &&peg::Rule| named(rule) && !rule.name().contains(NARROWED);
                for rule in peg.iter().flat_map(peg::Grammar::rules).filter(shown) {
                    let line = line_of(&reading.pest.text, rule.name());
                    add(&mut rules, rule.name(), rule.name().replace('_', "-"), line);
                }
                continue;
            }
            let mut abnf = reading.abnf.abnf()?;
            let listed = |known: &Known| known.id.replace('_', "-").to_ascii_lowercase();
            let listed: HashSet<String> = rules.iter().map(listed).collect();
            for rule in abnf.rules() {
                if !listed.contains(&rule.name.to_ascii_lowercase()) {
                    rules.push(Known::unlisted(&rule.name, rule.name.clone(), Some(rule.line)));
                }
            }
            let source = &mut reading.abnf;
            let documents = known.documents;
            let faults =
                import(&mut abnf, source, documents, &wanted, &mut rules, &mut self.imports);
            self.faults.extend(faults);
        }
        if rules.len() > RULES {
            let message = format!("{} rules, more than {RULES}", rules.len());
            return Err(ReadError::limit(&self.path, message));
        }
        self.rules = rules;
        if self.facts.start.default.is_empty() {
            let Some(first) = self.rules.first() else {
                let none = self.error("there are no rules: write NAME = DEFINITION");
                return Err(none.with(&self.faults));
            };
            self.facts.start.default.clone_from(&first.name);
            self.missing.push(format!("no [start]: the first rule, {}, is the start", first.name));
        } else if self.facts.rule.is_empty() && self.base.is_none() {
            // A rule that an option names, in the spelling of the file.
            let wanted = &self.facts.start.default;
            let same = |rule: &&Known| urigram_engine::same_name(&rule.name, wanted);
            if let Some(rule) = self.rules.iter().find(same) {
                self.facts.start.default.clone_from(&rule.name);
            }
        }
        self.begin_where_it_runs(instead)?;
        if self.rules.len() > LABELS {
            // A label of a state is a byte: the rules that are labels come first.
            let starts = self.facts.start.all();
            let parts = self.facts.part_rules().map(String::as_str);
            let labels: HashSet<&str> = starts.into_iter().chain(parts).collect();
            self.rules.sort_by_key(|rule| !labels.contains(&*rule.name));
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
            let names: Vec<&str> = self.rules.iter().map(|rule| &*rule.name).take(12).collect();
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

/// Adds a rule that no `[[rule]]` lists.
fn add(rules: &mut Vec<Known>, name: &str, id: String, line: Option<usize>) {
    let same =
        |known: &Known| known.id.replace('_', "-").eq_ignore_ascii_case(&id.replace('_', "-"));
    if !rules.iter().any(same) {
        rules.push(Known::unlisted(name, id, line));
    }
}
