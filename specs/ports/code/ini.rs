use std::collections::HashMap;

use pest::Parser;
use pest::error::Error;

/// The settings of each section by name, with their lines.
pub type Settings<'a> = HashMap<&'a str, HashMap<&'a str, (&'a str, usize)>>;

/// Reads the settings of each section, with the line of each.
pub fn read(text: &str) -> Result<Settings<'_>, Error<Rule>> {
    let file = Ini::parse(Rule::file, text)?.next().unwrap();
    let mut settings = Settings::new();
    let mut section = "";
    for line in file.into_inner() {
        let (number, _) = line.line_col();
        match line.as_rule() {
            Rule::section => {
                let mut inside = line.into_inner();
                section = inside.next().unwrap().as_str();
            }
            Rule::property => {
                let mut inside = line.into_inner();
                let name = inside.next().unwrap().as_str();
                let value = inside.next().unwrap().as_str();
                settings.entry(section).or_default().insert(name, (value, number));
            }
            Rule::EOI => (),
            _ => unreachable!(),
        }
    }
    Ok(settings)
}
