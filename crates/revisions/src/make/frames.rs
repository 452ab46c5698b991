//! The frames as the tools wrote them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use urigram_automata::abnf::Grammar;

use super::fixed;
use crate::frame::{Frame, Row};
use crate::rules::{self, Patch};

/// `lines.toml`.
#[derive(Deserialize)]
struct Lines {
    line: Vec<LineFacts>,
}

#[derive(Deserialize)]
pub(crate) struct LineFacts {
    pub(crate) id: String,
    after: Option<String>,
    pub(crate) ends_in: String,
    #[serde(default)]
    pub(crate) stage: Vec<Stage>,
    #[serde(default)]
    rename: Vec<Rename>,
}

/// The meaning of the rules from a frame on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stage {
    pub(crate) from: String,
    pub(crate) document: String,
    pub(crate) start: Option<String>,
    pub(crate) uri: Option<String>,
    #[serde(default)]
    pub(crate) rules: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) components: toml::Table,
    #[serde(default)]
    pub(crate) shape: toml::Table,
    /// Takes nothing of the document but its title: the components are those of the stage, and the
    /// rules alone give their places.
    #[serde(default)]
    pub(crate) by_rules: bool,
    /// The rows of `[names]` for paths; the document's where there aren't any.
    pub(crate) paths: Option<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    at: String,
    names: BTreeMap<String, String>,
}

/// `revision.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Facts {
    pub(crate) line: String,
    pub(crate) number: Option<u32>,
    pub(crate) commit: Option<String>,
    pub(crate) date: String,
    #[serde(default)]
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) drafts: Vec<String>,
    #[serde(default)]
    pub(crate) gone: Vec<String>,
    #[serde(default)]
    pub(crate) issue: Vec<IssueFacts>,
    #[serde(default)]
    pub(crate) broken: Vec<BrokenFacts>,
    #[serde(default)]
    pub(crate) collected: Vec<CollectedFacts>,
}

#[derive(Deserialize)]
pub(crate) struct IssueFacts {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) quote: String,
    #[serde(default)]
    pub(crate) by: String,
}

#[derive(Deserialize)]
pub(crate) struct BrokenFacts {
    pub(crate) rule: String,
    pub(crate) why: String,
}

#[derive(Deserialize)]
pub(crate) struct CollectedFacts {
    pub(crate) rule: String,
    pub(crate) printed: String,
}

/// A frame.
pub(crate) struct FrameData {
    pub(crate) folder: String,
    pub(crate) line: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) facts: Facts,
    pub(crate) abnf: String,
    pub(crate) pest: String,
    pub(crate) renamed: Vec<(String, String)>,
    /// The rules that have a language.
    pub(crate) grammar: Grammar,
}

/// Everything that the frames are made of.
pub(crate) struct Made {
    pub(crate) lines: Vec<LineFacts>,
    pub(crate) frames: Vec<FrameData>,
    pub(crate) rows: Vec<Row>,
}

impl Made {
    /// Returns the frames from the first of the chain to this one.
    pub(crate) fn chain(&self, index: usize) -> Vec<&FrameData> {
        let parent = |&at: &usize| self.frames[at].parent;
        let mut chain: Vec<usize> = std::iter::successors(Some(index), parent).collect();
        chain.reverse();
        chain.into_iter().map(|at| &self.frames[at]).collect()
    }

    /// Returns the PEG of a frame as it follows from the patches. Rules without a language are not
    /// in it.
    pub(crate) fn pest(&self, index: usize) -> String {
        self.merged(index, &self.chain(index))
    }

    /// Returns the same without the rules of the frame's own patch.
    pub(crate) fn pest_before(&self, index: usize) -> String {
        self.merged(index, &self.frames[index].parent.map_or_else(Vec::new, |at| self.chain(at)))
    }

    fn merged(&self, index: usize, chain: &[&FrameData]) -> String {
        let patch = |frame: &&FrameData| frame.pest.clone();
        let texts: Vec<String> = chain.iter().map(patch).collect();
        let all = rules::merge(texts.iter().map(|text| Patch { text, gone: &[] }));
        rules::text(&rules::of_grammar(all, &self.frames[index].grammar))
    }
}

/// Reads the frames, in the order of the lines.
///
/// # Errors
/// The message for a file that cannot be read as what it should be.
pub(crate) fn read(root: &Path) -> Result<Made, String> {
    let text = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let lines: Lines = toml::from_str(&text(&root.join("lines.toml"))?)
        .map_err(|error| format!("lines.toml: {error}"))?;
    let mut made = Made { lines: lines.line, frames: Vec::new(), rows: Vec::new() };
    for row in text(&root.join("index.tsv"))?.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [line_id, number, commit, date, folder] = fields[..] else {
            return Err(format!("index.tsv: five columns expected: {row}"));
        };
        let line = made.lines.iter().position(|line| line.id == line_id);
        let line = line.ok_or_else(|| format!("index.tsv: {line_id} is not in lines.toml"))?;
        if made.frames.iter().all(|frame| frame.folder != folder) {
            let before = made.frames.len().checked_sub(1);
            let parent = match before.filter(|&at| made.frames[at].line == line) {
                Some(before) => Some(before),
                None => {
                    let after = made.lines[line].after.as_ref();
                    after.and_then(|id| {
                        made.frames.iter().rposition(|f| made.lines[f.line].id == *id)
                    })
                }
            };
            let path = root.join("frames").join(folder);
            let facts: Facts = toml::from_str(&text(&path.join("revision.toml"))?)
                .map_err(|error| format!("{folder}: {error}"))?;
            // A frame where a rule only went has no rules of its own.
            let abnf = std::fs::read_to_string(path.join("printed.abnf")).unwrap_or_default();
            let pest = std::fs::read_to_string(path.join("printed.pest")).unwrap_or_default();
            let last = folder.rsplit('/').next().unwrap_or_default();
            let at = |rename: &&Rename| last.starts_with(&rename.at);
            let renamed = made.lines[line].rename.iter().filter(at);
            let renamed =
                renamed.flat_map(|one| one.names.iter().map(|(a, b)| (a.clone(), b.clone())));
            made.frames.push(FrameData {
                folder: folder.to_owned(),
                line,
                parent,
                renamed: renamed.collect(),
                facts,
                abnf,
                pest,
                grammar: Grammar::default(),
            });
            let index = made.frames.len() - 1;
            let chain = made.chain(index);
            let gone: Vec<Vec<&str>> = chain
                .iter()
                .map(|frame| frame.facts.gone.iter().map(String::as_str).collect())
                .collect();
            let patches = chain.iter().zip(&gone).map(|(f, gone)| Patch { text: &f.abnf, gone });
            let all = rules::text(&rules::merge(patches));
            made.frames[index].grammar =
                rules::sound(&all).map_err(|error| format!("{folder}: {error}\n{all}"))?;
        }
        made.rows.push(Row {
            line,
            number: number.parse().ok(),
            commit: Some(fixed(commit)).filter(|commit| !commit.is_empty()),
            date: fixed(date),
            frame: Frame::at(made.frames.len() - 1),
        });
    }
    Ok(made)
}
