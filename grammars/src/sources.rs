//! The rules as text.

use urigram_engine::Sources;

use crate::{same_name, Grammar, Reading};

impl Grammar {
    /// Returns the sources of the definition; empty ones where they are missing.
    const fn sources(self) -> &'static Sources {
        const NONE: &Sources = &Sources {
            abnf: [""; 2],
            pest: [""; 2],
            examples: "",
            reports: "",
            facts: "",
            sections: "",
            quotations: "",
        };
        match self.definition().sources {
            Some(sources) => sources,
            None => NONE,
        }
    }

    /// Returns all rules in RFC 5234 notation, those of a base document included; `""` for a
    /// definition without sources.
    pub const fn abnf(self, reading: Reading) -> &'static str {
        self.sources().abnf[reading as usize]
    }

    /// Returns all rules as the PEG that runs, those of a base document included; `""` for a
    /// definition without sources.
    pub const fn pest(self, reading: Reading) -> &'static str {
        self.sources().pest[reading as usize]
    }

    /// Returns the document's `examples.toml`: every identifier that it prints, with its section
    /// and what it says of it; `""` for a definition without sources.
    #[doc(hidden)]
    pub const fn examples(self) -> &'static str {
        self.sources().examples
    }

    /// Returns the document's `errata.toml`: the reports on it in the RFC Editor's errata system;
    /// `""` for a document without any.
    #[doc(hidden)]
    pub const fn reports(self) -> &'static str {
        self.sources().reports
    }

    /// Returns one rule in RFC 5234 notation, without its comments.
    pub fn abnf_of(self, reading: Reading, rule: &str) -> Option<&'static str> {
        find(self.abnf(reading), self.id_of(rule))
    }

    /// Returns one rule as a PEG, with the comment lines that say why its shape differs from the
    /// print.
    pub fn pest_of(self, reading: Reading, rule: &str) -> Option<&'static str> {
        find(self.pest(reading), self.id_of(rule))
    }

    fn id_of(self, rule: &str) -> &str {
        self.document()
            .rules()
            .iter()
            .find(|known| same_name(known.name, rule))
            .map_or(rule, |known| known.id)
    }
}

/// Returns the definition of a rule: the `///` lines above it, the line that begins with its name,
/// and the lines that continue it.
fn find<'a>(source: &'a str, id: &str) -> Option<&'a str> {
    let (mut start, mut offset) = (0, 0);
    let mut open = false;
    let mut found = None;
    for line in source.split_inclusive('\n') {
        let continues = line.starts_with([' ', '\t', '}', ')']) || line.trim().is_empty();
        if !continues {
            if let (Some(from), false) = (found, open) {
                return Some(source[from..offset].trim_end());
            }
            let defines =
                line.split(['=', ' ', '\t']).next().is_some_and(|name| same_name(name, id));
            if line.starts_with("///") {
                start = if open { start } else { offset };
                open = true;
            } else {
                if defines && found.is_none() {
                    found = Some(if open { start } else { offset });
                } else if let Some(from) = found {
                    return Some(source[from..offset].trim_end());
                }
                open = false;
            }
            if let (Some(from), true) = (found, open) {
                return Some(source[from..start].trim_end());
            }
        }
        offset += line.len();
    }
    found.map(|from| source[from..].trim_end())
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn one_definition_is_cut_out() {
        let source = "; section 1\na-b = \"x\"\n      / \"y\" ; z\n; section 2\nc = \"z\"\n";
        assert_eq!(find(source, "a_b"), Some("a-b = \"x\"\n      / \"y\" ; z"));
        assert_eq!(find(source, "C"), Some("c = \"z\""));
        assert_eq!(find(source, "d"), None);
        let pest = "/// one\n/// two\na = { \"x\" ~\n  b\n}\n\n/// three\nb = { \"y\" }";
        assert_eq!(find(pest, "a"), Some("/// one\n/// two\na = { \"x\" ~\n  b\n}"));
        assert_eq!(find(pest, "b"), Some("/// three\nb = { \"y\" }"));
    }
}
