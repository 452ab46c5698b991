//! The common options. The type of a subcommand has those that it uses.

use std::path::Path;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use urigram::{Grammar, Reading};
use urigram_generate::NestedRule;
use urigram_rfc::Wanted;

use crate::exit::Failure;
use crate::name::{self, Name, Unknown};
use crate::style::NAME;

/// The grammars that are named.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct GrammarOption {
    /// A grammar by its id (`urigram grammars` lists them), or by the path of a folder or of an
    /// .abnf or .pest file; `all` for all published ones; may be given several times. If an id and
    /// a file share a name, ./NAME is the file
    #[arg(id = "grammars", short = 'g', long = "grammar", value_name = "ID|PATH")]
    #[arg(display_order = 101)]
    names: Vec<Chosen>,
}

/// The reading of the rules.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct ReadingOption {
    /// The rules as the document means them (corrected, the default) or to the letter (printed)
    #[arg(long, value_name = "READING", display_order = 102)]
    pub(crate) reading: Option<Reading>,
}

/// The rule in place of the start rule.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct RuleOption {
    /// A rule to use instead of the document's start rule; `-` and `_` are interchangeable
    #[arg(long, value_name = "RULE", display_order = 103)]
    pub(crate) rule: Option<String>,
}

/// The RFCs from which names are taken.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct ImportOption {
    /// Take names that a file or folder uses and does not define from an RFC (rfc5322), or one of
    /// them (rfc5322#addr-spec), if it is the only one of those given that defines them; repeatable
    #[arg(long = "import", value_name = "RFC[#RULE]", value_parser = Wanted::read)]
    #[arg(display_order = 104)]
    pub(crate) imports: Vec<Wanted>,
}

/// The budget of the automata of one's own rules.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct BudgetOption {
    /// The most steps to make one automaton of a file or folder, 10000000 by default: each makes a
    /// node of the rules, and every hundred a state
    #[arg(long, value_name = "STEPS", display_order = 104)]
    pub(crate) budget: Option<u32>,
}

/// The format of the answer.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct FormatOption {
    /// Text to read, or JSON for scripts, one object a line
    #[arg(long, value_enum, default_value_t, display_order = 105)]
    pub(crate) format: Format,
}

/// The options of a subcommand that reads whole identifiers.
#[derive(Clone, Debug, Args)]
pub(crate) struct Whole {
    #[command(flatten)]
    grammars: GrammarOption,
    #[command(flatten)]
    reading: ReadingOption,
    #[command(flatten)]
    imports: ImportOption,
    #[command(flatten)]
    budget: BudgetOption,
    #[command(flatten)]
    format: FormatOption,
}

/// The options of a subcommand that reads by any rule.
#[derive(Clone, Debug, Args)]
pub(crate) struct AnyRule {
    #[command(flatten)]
    whole: Whole,
    #[command(flatten)]
    rule: RuleOption,
}

const HEADING: &str = "Common options";

/// The group of the options that are about text, and mean nothing in JSON.
pub(crate) const ABOUT_TEXT: &str = "about_text";

/// The values of the common options. Those that a subcommand does not have are not given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals {
    pub(crate) names: Vec<Chosen>,
    /// The grammars of `names`, once they are loaded.
    pub(crate) grammars: Vec<Grammar>,
    /// The rule of the only name, a path, in place of a grammar, if no table runs it.
    pub(crate) nested: Option<&'static NestedRule>,
    pub(crate) reading: Option<Reading>,
    pub(crate) rule: Option<String>,
    pub(crate) imports: Vec<Wanted>,
    pub(crate) budget: Option<u32>,
    pub(crate) format: Format,
}

impl From<&Whole> for Globals {
    fn from(options: &Whole) -> Globals {
        Globals {
            names: options.grammars.names.clone(),
            reading: options.reading.reading,
            imports: options.imports.imports.clone(),
            budget: options.budget.budget,
            format: options.format.format,
            ..Globals::default()
        }
    }
}

impl From<&AnyRule> for Globals {
    fn from(options: &AnyRule) -> Globals {
        Globals { rule: options.rule.rule.clone(), ..Globals::from(&options.whole) }
    }
}

/// When text is coloured.
#[derive(Debug, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct ColorOption {
    /// When to colour text; NO_COLOR is respected
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    #[arg(display_order = 106)]
    pub(crate) color: Color,
}

/// The way that a command loads the grammars that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loading {
    /// Tables. A recursive rule is an error.
    Tables,
    /// Tables, or the only rule that is named if no table runs it.
    Matchers,
    /// Tables of the ABNF: the PEG of a folder may differ from it.
    Unproved,
}

/// A value of `--grammar`.
#[derive(Clone, Debug)]
pub(crate) enum Chosen {
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
    /// `--rule`, or with its first.
    ///
    /// # Errors
    /// [`Failure`] for a folder or a file that cannot be loaded.
    pub(crate) fn loaded(&self, loading: Loading) -> Result<Globals, Failure> {
        let mut globals = self.clone();
        if let (Loading::Matchers, [Chosen::One(Name::Path(path))]) = (loading, &self.names[..])
            && let Some(rule) = name::nested(path, self.rule.as_deref(), self.reading())?
        {
            for note in rule.notes() {
                crate::message::to_stderr(format_args!("note: {}: {note}", path.display()));
            }
            return Ok(Globals { nested: Some(Box::leak(Box::new(rule))), ..globals });
        }
        for name in &self.names {
            match name {
                Chosen::All => globals.grammars.extend(Grammar::ALL),
                Chosen::One(name) if loading == Loading::Unproved => {
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

    /// Returns the options with one more grammar, the first, if it is named.
    pub(crate) fn naming(mut self, name: Option<&Name>) -> Globals {
        self.names.splice(..0, name.map(|name| Chosen::One(name.clone())));
        self
    }

    /// Refuses options that a rule without a table cannot answer, each with whether it was given.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the option.
    pub(crate) fn refuse_if_nested(&self, options: &[(bool, &str)]) -> Result<(), Failure> {
        match (self.nested, options.iter().find(|(is_given, _)| *is_given)) {
            (Some(rule), Some((_, option))) => Err(Failure::Usage(format!(
                "`{}` has no components: leave out {option}",
                rule.name()
            ))),
            _ => Ok(()),
        }
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
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
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
