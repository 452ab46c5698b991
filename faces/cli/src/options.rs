//! Options that all subcommands share.

use std::path::Path;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use urigram::{Grammar, Reading};
use urigram_rfc::Wanted;

use crate::exit::Failure;
use crate::name::{Name, Unknown};
use crate::style::NAME;

/// The options of every subcommand.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Globals {
    /// A grammar by its id (`urigram grammars` lists them), or by the path of a folder or of an
    /// .abnf or .pest file; `all` for all published ones; may be given several times. If an id and
    /// a file share a name, ./NAME is the file
    #[arg(id = "grammars", short = 'g', long = "grammar", value_name = "ID|PATH", global = true)]
    names: Vec<Chosen>,

    /// The grammars of `names`, once they are loaded.
    #[arg(skip)]
    pub(crate) grammars: Vec<Grammar>,

    /// The rules as the document means them (corrected, the default) or to the letter (printed)
    #[arg(long, value_name = "READING", global = true)]
    pub(crate) reading: Option<Reading>,

    /// A rule to use instead of the document's start rule; `-` and `_` are interchangeable
    #[arg(long, value_name = "RULE", global = true)]
    pub(crate) rule: Option<String>,

    /// Take names that a file or folder uses and does not define from an RFC (rfc5322), or one of
    /// them (rfc5322#addr-spec), if it is the only one of those given that defines them; repeatable
    #[arg(long = "import", value_name = "RFC[#RULE]", value_parser = Wanted::read, global = true)]
    pub(crate) imports: Vec<Wanted>,

    /// Text to read, or JSON for scripts, one object a line
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub(crate) format: Format,

    /// When to colour text; NO_COLOR is respected
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    pub(crate) color: Color,
}

/// A value of `--grammar`.
#[derive(Clone, Debug)]
enum Chosen {
    All,
    One(Name),
}

impl FromStr for Chosen {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Chosen, Unknown> {
        if text == "all" {
            return Ok(Chosen::All);
        }
        text.parse().map(Chosen::One)
    }
}

impl Globals {
    /// Returns the options with the grammars loaded. A file of rules begins with the rule of
    /// `--rule`, or with its first. With `for_proof`, the PEG of a folder may differ from its ABNF.
    ///
    /// # Errors
    /// [`Failure`] for a folder or a file that cannot be loaded.
    pub(crate) fn loaded(&self, for_proof: bool) -> Result<Globals, Failure> {
        let mut globals = self.clone();
        for name in &self.names {
            match name {
                Chosen::All => globals.grammars.extend(Grammar::ALL),
                Chosen::One(name) if for_proof => {
                    globals.grammars.push(name.unproved(self.rule.as_deref())?);
                }
                Chosen::One(name) => globals.grammars.push(name.grammar(self.rule.as_deref())?),
            }
        }
        Ok(globals)
    }

    /// Returns the paths that `--grammar` names.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.names.iter().filter_map(|chosen| match chosen {
            Chosen::One(Name::Path(path)) => Some(path.as_path()),
            _ => None,
        })
    }

    /// Returns the options without `--grammar`.
    pub(crate) fn without_grammars(&self) -> Globals {
        Globals { grammars: Vec::new(), ..self.clone() }
    }

    /// Returns true if a grammar is named.
    pub(crate) fn names_any(&self) -> bool {
        !self.names.is_empty()
    }

    pub(crate) fn reading(&self) -> Reading {
        self.reading.unwrap_or_default()
    }

    /// Returns the id that begins a grammar's answer in text where several grammars are named.
    pub(crate) fn label(&self, grammar: Grammar) -> String {
        if self.grammars.len() > 1 {
            format!("{NAME}{grammar}:{NAME:#} ")
        } else {
            String::new()
        }
    }

    /// Refuses options about text where JSON is written, each with whether it was given.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the option.
    pub(crate) fn refuse_in_json(&self, options: &[(bool, &str)]) -> Result<(), Failure> {
        match options.iter().find(|(is_given, _)| *is_given && self.json()) {
            Some((_, option)) => {
                Err(Failure::Usage(format!("{option} is about text: JSON has all of it")))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn json(&self) -> bool {
        self.format == Format::Json
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Applies the choice to all streams of this process.
    pub(crate) fn apply(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}
