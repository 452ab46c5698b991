//! A document's folder, read and merged with the document that it builds on.

use crate::comments::Commented;
use crate::facts::Facts;
use crate::sections::Sections;
use std::fmt;
use std::path::{Path, PathBuf};
use urigram_automata::{abnf, peg};

/// A document's folder.
#[derive(Clone)]
pub struct Folder {
    pub(crate) facts: Facts,
    pub(crate) base: Option<Box<Folder>>,
    pub(crate) printed: Rules,
    /// Only where errata change the language.
    pub(crate) corrected: Option<Rules>,
    pub(crate) sections: Sections,
    /// Every TOML file, by name.
    pub(crate) data: Vec<(&'static str, toml::Value)>,
}

/// The rules of one reading, as text.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) abnf: String,
    pub(crate) pest: String,
}

/// What went wrong, and in which file.
#[derive(Debug)]
pub struct ReadError {
    path: PathBuf,
    message: String,
}

impl ReadError {
    pub(crate) fn new(path: impl Into<PathBuf>, message: impl fmt::Display) -> ReadError {
        ReadError { path: path.into(), message: message.to_string() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ReadError {}

impl Folder {
    /// Every folder that holds a `document.toml`, by id.
    ///
    /// # Errors
    /// When a file is missing or cannot be read as what it should be.
    pub fn read_all(grammars: &Path) -> Result<Vec<Folder>, ReadError> {
        let entries =
            std::fs::read_dir(grammars).map_err(|error| ReadError::new(grammars, error))?;
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.join("document.toml").exists());
        paths.sort();
        paths.iter().map(|path| Folder::read(path)).collect()
    }

    /// One folder.
    ///
    /// # Errors
    /// When a file is missing or cannot be read as what it should be.
    pub fn read(path: &Path) -> Result<Folder, ReadError> {
        let text = read(&path.join("document.toml"))?;
        let facts: Facts = toml::from_str(&text)
            .map_err(|error| ReadError::new(path.join("document.toml"), error))?;
        if path.file_name().and_then(|name| name.to_str()) != Some(&facts.id) {
            return Err(ReadError::new(path, format!("holds the id {}", facts.id)));
        }
        let sections =
            Sections::parse(&path.join("sections.tsv"), &read(&path.join("sections.tsv"))?)?;
        let mut data = Vec::new();
        for file in ["document.toml", "examples.toml"] {
            let path = path.join(file);
            data.push((
                file,
                toml::from_str(&read(&path)?).map_err(|error| ReadError::new(path, error))?,
            ));
        }
        let base = match &facts.base {
            Some(id) => Some(Box::new(Folder::read(&path.with_file_name(id))?)),
            None => None,
        };
        let own = |reading: &str| -> Result<Rules, ReadError> {
            Ok(Rules {
                abnf: read(&path.join(format!("{reading}.abnf")))?,
                pest: read(&path.join(format!("{reading}.pest")))?,
            })
        };
        let printed = own("printed")?;
        let is_corrected =
            path.join("corrected.abnf").exists() || path.join("corrected.pest").exists();
        let corrected = if is_corrected { Some(own("corrected")?) } else { None };
        if facts.erratum.iter().any(|erratum| erratum.changes_language) != corrected.is_some() {
            return Err(ReadError::new(
                path,
                "corrected.abnf and corrected.pest go with errata that change the language",
            ));
        }
        let Some(base_folder) = &base else {
            return Ok(Folder { facts, base, printed, corrected, sections, data });
        };
        let corrected = match (&corrected, &base_folder.corrected) {
            (None, None) => None,
            (own, theirs) => {
                let own = own.as_ref().unwrap_or(&printed);
                Some(own.on(theirs.as_ref().unwrap_or(&base_folder.printed), path)?)
            }
        };
        let printed = printed.on(&base_folder.printed, path)?;
        Ok(Folder { facts, base, printed, corrected, sections, data })
    }

    /// The merged rules of a document with a base, by the name of the file that holds them.
    pub(crate) fn merged_sources(&self) -> Vec<(&'static str, String)> {
        let mut files = vec![
            ("printed.abnf", self.printed.abnf.clone()),
            ("printed.pest", self.printed.pest.clone()),
        ];
        if let Some(corrected) = &self.corrected {
            files.push(("corrected.abnf", corrected.abnf.clone()));
            files.push(("corrected.pest", corrected.pest.clone()));
        }
        files
    }

    /// The grammar id.
    pub fn id(&self) -> &str {
        &self.facts.id
    }

    /// Checks what a folder says of itself and its document: sections that exist, comments that say what the rules are,
    /// errata that are what the readings show. Returns a line for each contradiction.
    ///
    /// # Errors
    /// When the rules cannot be read.
    pub fn check(&self, documents: &[Folder]) -> Result<Vec<String>, ReadError> {
        let printed = Commented::new(self, &self.printed)?;
        let corrected =
            self.corrected.as_ref().map(|rules| Commented::new(self, rules)).transpose()?;
        let mut complaints = crate::sections::check(self, documents);
        complaints.extend(crate::comments::check(self, "printed", &printed));
        if let Some(corrected) = &corrected {
            complaints.extend(crate::comments::check(self, "corrected", corrected));
        }
        complaints.extend(crate::errata::check(self, &printed, corrected.as_ref()));
        Ok(complaints
            .into_iter()
            .map(|complaint| format!("{} {complaint}", self.facts.id))
            .collect())
    }

    pub(crate) fn error(&self, message: impl fmt::Display) -> ReadError {
        ReadError::new(&self.facts.id, message)
    }
}

impl Rules {
    /// These rules laid over a base's.
    fn on(&self, base: &Rules, path: &Path) -> Result<Rules, ReadError> {
        let parse =
            |text: &str| abnf::Grammar::parse(text).map_err(|error| ReadError::new(path, error));
        let abnf = abnf::Grammar::overlay(&parse(&base.abnf)?, &parse(&self.abnf)?);
        let pest = peg::Grammar::overlay(&base.pest, &self.pest)
            .map_err(|error| ReadError::new(path, error))?;
        let text: Vec<String> = abnf.rules().iter().map(with_comment).collect();
        Ok(Rules { abnf: text.join("\n"), pest: pest.source().to_owned() })
    }
}

fn with_comment(rule: &abnf::Rule) -> String {
    let comment: String = rule.comment.lines().map(|line| format!("; {}\n", line.trim())).collect();
    format!("{comment}{}\n", rule.source.trim_end())
}

fn read(path: &Path) -> Result<String, ReadError> {
    std::fs::read_to_string(path).map_err(|error| ReadError::new(path, error))
}
