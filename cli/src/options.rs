//! Options that all subcommands share.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use urigram::{Date, Grammar, Reading, Select};

/// The options of every subcommand.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Globals {
    /// A grammar by its id (`urigram grammars` lists them); may be given several times
    #[arg(short = 'g', long = "grammar", value_name = "ID", global = true)]
    pub(crate) grammars: Vec<Grammar>,

    /// The rules as the document means them (corrected, the default) or to the letter (printed)
    #[arg(long, value_name = "READING", global = true)]
    pub(crate) reading: Option<Reading>,

    /// A rule of the document in place of its start rule; `-` and `_` are the same
    #[arg(long, value_name = "RULE", global = true)]
    pub(crate) rule: Option<String>,

    /// Text to read, or JSON for scripts, one object a line
    #[arg(long, value_enum, default_value_t = Format::Text, global = true)]
    pub(crate) format: Format,

    /// When to colour text; NO_COLOR is respected
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    pub(crate) color: Color,
}

impl Globals {
    pub(crate) fn reading(&self) -> Reading {
        self.reading.unwrap_or_default()
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

/// The value of `--select`: how a grammar is selected if none is named.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selector(pub(crate) Select);

impl FromStr for Selector {
    type Err = String;

    fn from_str(text: &str) -> Result<Selector, String> {
        Ok(Selector(match text {
            "auto" => Select::Auto,
            "newest" => Select::Newest,
            "oldest" => Select::Oldest,
            date => Select::AsOf(day(date).ok_or(HOW)?),
        }))
    }
}

const HOW: &str = "use auto, newest, oldest or a day such as 1997-05-02";

/// Reads a day: YYYY-MM-DD.
fn day(text: &str) -> Option<Date> {
    let mut fields = text.split('-');
    let mut field = |digits: usize| {
        let field = fields.next()?;
        let whole = field.len() == digits && field.bytes().all(|byte| byte.is_ascii_digit());
        field.parse::<u16>().ok().filter(|_| whole)
    };
    let (year, month, day) = (field(4)?, field(2)? as u8, field(2)? as u8);
    let exists = (1..=12).contains(&month) && (1..=31).contains(&day) && fields.next().is_none();
    exists.then_some(Date { year, month, day })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read() {
        assert_eq!(day("1997-05-02"), Some(Date { year: 1997, month: 5, day: 2 }));
        for text in [
            "",
            "1997",
            "1997-5-2",
            "1997-13-01",
            "1997-00-01",
            "1997-05-02-01",
            "+997-05-02",
            "1997-05-32",
        ] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
