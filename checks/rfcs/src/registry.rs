//! The registry: the rules of RFCs that others use, one file for each.

use std::collections::BTreeMap;
use std::path::Path;

use urigram_automata::abnf::{core_rules, ErrorKind, Grammar, Refused};
use urigram_automata::Terminals;

use crate::judge::{is_whole, Rfc, LIMITS};

/// The RFCs that the texts of all RFCs take rules from most, and those that people name.
const NUMBERS: [u32; 43] = [
    822, 2045, 2234, 2616, 2821, 2822, 3261, 3339, 3501, 3611, 3629, 3966, 3977, 3986, 3987, 4234,
    4288, 4466, 4512, 4566, 5234, 5321, 5322, 5545, 5646, 6265, 6350, 6376, 6531, 6570, 6838, 7230,
    7231, 7235, 7405, 8141, 8288, 9051, 9110, 9111, 9112, 9651, 9562,
];

/// Writes a file for each RFC of the list that is known.
pub(crate) fn write(known: &BTreeMap<u32, Rfc>, out: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    let names: Vec<String> = NUMBERS.iter().map(|number| format!("RFC {number}")).collect();
    let libraries: Vec<(&str, &Grammar)> = NUMBERS
        .iter()
        .zip(&names)
        .filter_map(|(number, name)| Some((&**name, &known.get(number)?.grammar)))
        .collect();
    for number in NUMBERS {
        let Some(rfc) = known.get(&number) else {
            // The rules of an RFC that the package does not have yet were written down by hand.
            let file = format!("rfc{number}.abnf");
            let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rfc/registry");
            let kept = Path::new(own).join(&file);
            let is_kept = kept.exists() && std::fs::copy(kept, out.join(file)).is_ok();
            eprintln!(
                "RFC {number} is not in the folder{}",
                if is_kept { ": its file is kept" } else { "" }
            );
            continue;
        };
        let own = format!("RFC {number}");
        let others: Vec<(&str, &Grammar)> =
            libraries.iter().filter(|(name, _)| *name != own).copied().collect();
        let text = text(number, rfc, &others, known);
        let rules = text.lines().filter(|line| line.contains(" = ")).count();
        eprintln!("RFC {number}: {rules} of {} rules", rfc.rules);
        if rules > 0 {
            std::fs::write(out.join(format!("rfc{number}.abnf")), text)?;
        }
    }
    Ok(())
}

/// Returns the rules that run, or would except for their recursion, each with its place.
fn text(
    number: u32,
    rfc: &Rfc,
    libraries: &[(&str, &Grammar)],
    known: &BTreeMap<u32, Rfc>,
) -> String {
    let mut grammar = rfc.grammar.clone();
    let core = core_rules();
    let cites = |of: &str, name: &str| {
        of[4..].parse().is_ok_and(|number| rfc.sources(known, name).contains(&number))
    };
    let imports = grammar.import_cited(libraries, cites);
    grammar.import(&[("RFC 5234", &core)]);
    let mut text = format!(
        "; Rules of RFC {number}, taken from its text by checks/rfcs. Rules with errors or undefined\n\
         ; names are left out, and so are the core rules of RFC 5234.\n\n"
    );
    let old: Vec<u32> = rfc.citations.obsoletes().iter().copied().collect();
    if !old.is_empty() {
        let old = old.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        text.insert_str(0, &format!("; Obsoletes: {old}\n"));
    }
    let faults = rfc.grammar.faults().iter();
    let extended: Vec<&str> = faults
        .filter_map(|fault| match &fault.error.kind {
            ErrorKind::NotYetDefined(name) => Some(&**name),
            _ => None,
        })
        .collect();
    let is_core = |name: &str| {
        let strings = |rules: &Grammar| rules.dfa(name, Terminals::CodePoints, LIMITS).ok();
        number != 5234 && core.rule(name).is_some() && strings(&grammar) == strings(&core)
    };
    for rule in rfc.grammar.rules() {
        let runs = match grammar.dfa(&rule.name, Terminals::CodePoints, LIMITS) {
            Ok(dfa) => !dfa.is_empty(),
            Err(Refused::Recursion { .. } | Refused::Undecided(_)) => {
                is_whole(&grammar.used_by(&rule.name))
            }
            Err(_) => false,
        };
        // What `=/` adds to a rule of another RFC is not a part of that rule.
        let used = grammar.used_by(&rule.name);
        let is_own = !extended.iter().any(|name| used.rule(name).is_some());
        if runs && is_own && !is_core(&rule.name) {
            // Lines of a comment are places, one for each part of a rule, and changes of its
            // notation.
            let mut before = String::new();
            for line in rule.comment.lines() {
                let section = line.strip_prefix("section ").and_then(|it| it.split(',').next());
                let line = match section {
                    Some(section) => format!("; RFC {number}, section {section}\n"),
                    None if line.starts_with("line ") => format!("; RFC {number}\n"),
                    None => format!("; {line}\n"),
                };
                if line != before {
                    text.push_str(&line);
                }
                before = line;
            }
            text.push_str(&format!("{}\n\n", rule.source));
        }
    }
    // `host = <host, see [RFC3986]>` is not a rule here, and other rules use it.
    for (name, cited) in rfc.grammar.cited() {
        let is_itself = name.eq_ignore_ascii_case(&cited.name) && rfc.grammar.rule(name).is_none();
        if is_itself && !is_core(name) {
            if let Some(from) = cited.rfc {
                text.push_str(&format!("{name} = <{}, see [RFC{from}]>\n\n", cited.name));
            }
        }
    }
    // A name that only one of the RFCs which the text cites defines is that RFC's.
    for (name, _) in rfc.grammar.undefined() {
        let is_it = |rule: &str| rule.eq_ignore_ascii_case(name);
        let import = imports.iter().find(|import| is_it(&import.rule));
        let is_cited = rfc.grammar.cited().any(|(_, cited)| is_it(&cited.name));
        let import = import.filter(|_| !is_cited && !is_core(name));
        if let Some(from) = import.map(|import| &import.from[4..]) {
            text.push_str(&format!("{name} = <{name}, see [RFC{from}]>\n\n"));
        }
    }
    text.trim_end().to_owned() + "\n"
}
