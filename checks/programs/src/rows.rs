//! The rows of `programs.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;

/// The rows of the programs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programs {
    pub program: Vec<Program>,
}

/// A program that a practice describes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The id of the practice.
    pub grammar: String,
    /// A command of the shell, run in this folder. `$PROGRAMS` is the folder of what was installed.
    pub driver: String,
    /// The beginning of the version that the driver prints.
    pub version: String,
    /// Whether another version is reported only.
    #[serde(default)]
    pub may_be_newer: bool,
    /// The functions that make a component's value of its text, in their order.
    #[serde(default)]
    pub values: BTreeMap<String, Vec<String>>,
    /// The components that are compared; all of the practice if left out.
    pub components: Option<Vec<String>>,
    /// Whether the URL that the URL Standard makes is compared, up to the path, in place of
    /// components.
    #[serde(default)]
    pub front: bool,
    /// The components, or `verdict`, for which a lone surrogate is not as U+FFFD. Left out where
    /// the language of the program has no lone surrogates.
    pub surrogates: Option<BTreeSet<String>>,
}

impl Programs {
    /// Reads the rows.
    pub fn read(path: &Path) -> Result<Programs, String> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        let programs: Programs =
            toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        for row in &programs.program {
            let functions = row.values.values().flatten();
            let mut unknown = functions.filter(|name| crate::values::function(name).is_none());
            if let Some(name) = unknown.next() {
                return Err(format!("{}: there is no function {name}", row.grammar));
            }
        }
        Ok(programs)
    }
}
