//! Rules that a grammar uses and another document defines.

use super::{key, Cited, Grammar};
use std::collections::{HashMap, HashSet, VecDeque};

/// RFC 5234, Appendix B.1, in its order.
const CORE: &str = r#"; RFC 5234, B.1
ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *( WSP / CRLF WSP )
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
"#;

/// Returns the core rules of RFC 5234, which any grammar may use without a definition.
pub fn core_rules() -> Grammar {
    Grammar::parse(CORE).unwrap_or_default()
}

/// A rule that was taken from a library.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Import {
    /// The name of the rule, as the library spells it.
    pub rule: String,
    /// The name of the library.
    pub from: String,
    /// Rules that the imported one uses and that the grammar defines itself, in place of the
    /// library's.
    pub overridden: Vec<String>,
}

/// A name that is used and defined nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// The name.
    pub name: String,
    /// The rule that uses it.
    pub used_by: String,
    /// The line of the use, from 1.
    pub line: usize,
    /// The column of the use, from 1, in characters.
    pub column: usize,
}

impl Grammar {
    /// Adds the rules that are used and not defined, from the first library that has them, with
    /// those that they use. Imported rules follow at the end.
    ///
    /// The grammar's own rules count everywhere: an imported rule that uses a name which the
    /// grammar defines uses the grammar's, and [`Import::overridden`] lists these names. A name
    /// whose definition has an error stays without a rule. A name that prose takes from an RFC
    /// ([`Grammar::cited`]) comes from the library `RFC NUMBER` or from none.
    ///
    /// ```
    /// use urigram_automata::abnf::{core_rules, Grammar};
    /// let mut grammar = Grammar::parse("byte = 2HEXDIG\n")?;
    /// let imports = grammar.import(&[("RFC 5234", &core_rules())]);
    /// let rules: Vec<_> = imports.iter().map(|import| &*import.rule).collect();
    /// assert_eq!(rules, ["HEXDIG", "DIGIT"]);
    /// assert!(grammar.undefined().is_empty());
    /// # Ok::<(), urigram_automata::abnf::Error>(())
    /// ```
    pub fn import(&mut self, libraries: &[(&str, &Grammar)]) -> Vec<Import> {
        let defined: HashSet<String> =
            self.index.keys().chain(self.broken.keys()).cloned().collect();
        let cited = self
            .cited
            .iter()
            .filter(|(_, cited)| cited.used_as == cited.name)
            .filter_map(|(_, cited)| Some((key(&cited.name), format!("RFC {}", cited.rfc?))));
        let cited: HashMap<String, String> = cited.collect();
        let mut open: VecDeque<String> =
            self.undefined().into_iter().map(|(name, _)| name.to_owned()).collect();
        // `host = <host, see [RFC3986]>` uses a name and defines nothing.
        let under_their_name = |cited: &&Cited| cited.used_as == cited.name;
        let names = self.cited.iter().map(|(_, cited)| cited).filter(under_their_name);
        open.extend(names.map(|cited| cited.name.clone()));
        let mut imports = Vec::new();
        while let Some(name) = open.pop_front() {
            if self.index_of(&name).is_some() || defined.contains(&key(&name)) {
                continue;
            }
            let of = cited.get(&key(&name));
            let fits = |from: &str| of.is_none_or(|of| of == from);
            let mut libraries = libraries.iter().filter(|(from, _)| fits(from));
            let found = libraries.find_map(|(from, library)| Some((*from, library.rule(&name)?)));
            let Some((from, rule)) = found else { continue };
            let mut used = Vec::new();
            rule.expr.visit_rules(&mut |name| {
                let name = key(name);
                if defined.contains(&name) {
                    if !used.contains(&name) {
                        used.push(name);
                    }
                } else {
                    open.push_back(name);
                }
            });
            imports.push(Import {
                rule: rule.name.clone(),
                from: from.to_owned(),
                overridden: used,
            });
            self.add(rule.clone());
        }
        imports
    }

    /// Returns the rule and all that it uses, in this order.
    pub fn used_by(&self, rule: &str) -> Grammar {
        self.used_by_all(&[rule])
    }

    /// Returns some rules and all that they use, in this order.
    pub fn used_by_all(&self, rules: &[&str]) -> Grammar {
        let roots = rules.iter().filter_map(|rule| self.index_of(rule));
        let mut used = self.questions().callees_first(roots);
        used.sort_unstable();
        let mut grammar = Grammar {
            faults: self.faults.clone(),
            broken: self.broken.clone(),
            cited: self.cited.clone(),
            ..Grammar::default()
        };
        used.into_iter().for_each(|index| grammar.add(self.rules[index].clone()));
        grammar
    }

    /// Returns the names that are used and not defined, with the place of a use in `text`, which
    /// the grammar was read from.
    pub fn missing(&self, text: &str) -> Vec<Missing> {
        let missing = self.undefined().into_iter();
        missing
            .map(|(name, rule)| {
                let (line, column) = place_of_use(text, rule.line, name).unwrap_or((rule.line, 1));
                Missing { name: name.to_owned(), used_by: rule.name.clone(), line, column }
            })
            .collect()
    }
}

/// Returns the first line and column from a line on where a name occurs outside of strings, values
/// and comments.
fn place_of_use(text: &str, from: usize, name: &str) -> Option<(usize, usize)> {
    for (index, line) in text.lines().enumerate().skip(from.saturating_sub(1)) {
        let (mut quoted, mut start) = (false, None);
        for (at, c) in line.char_indices().chain([(line.len(), ';')]) {
            let inside = c.is_ascii_alphanumeric() || c == '-' || c == '%' || c == '.';
            match start {
                None if inside && !quoted => start = Some(at),
                Some(begin) if !inside => {
                    // A number in front of a name is how often it is repeated.
                    let digits = line[begin..at].bytes().take_while(u8::is_ascii_digit).count();
                    if key(&line[begin + digits..at]) == key(name) {
                        return Some((index + 1, line[..begin + digits].chars().count() + 1));
                    }
                    start = None;
                }
                _ => {}
            }
            match c {
                '"' => quoted = !quoted,
                ';' if !quoted => break,
                _ => {}
            }
        }
    }
    None
}
