//! Writes PEGs for ABNF files, and a table of what became of their rules.
//!
//! Each argument is `NAME:START:FILE`, or `NAME:START:FILE+FILE…`, each later file a patch of the
//! ones before. A file behind `@` only gives rules that are used and not defined. `octets:` in
//! front makes terminal values bytes. `docs/synthesis.sh` runs it on all documents.

use std::time::Instant;
use urigram_automata::synthesis::{synthesize, Budget, Cause, Found};
use urigram_automata::{abnf, Terminals};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut summary, mut details) = (String::new(), String::new());
    for argument in std::env::args().skip(1) {
        let (octets, rest) =
            argument.strip_prefix("octets:").map_or((false, &*argument), |rest| (true, rest));
        let mut fields = rest.splitn(3, ':');
        let (Some(name), Some(start), Some(files)) = (fields.next(), fields.next(), fields.next())
        else {
            return Err(format!("{argument}: NAME:START:FILES").into());
        };
        let mut grammar = abnf::Grammar::default();
        let mut libraries = vec![("RFC 5234".to_owned(), abnf::core_rules())];
        for file in files.split('+') {
            let (library, file) = file.strip_prefix('@').map_or((false, file), |file| (true, file));
            let rules = abnf::Grammar::parse(&std::fs::read_to_string(file)?)?;
            if library {
                libraries.push((file.to_owned(), rules));
            } else {
                grammar = abnf::Grammar::overlay(&grammar, &rules);
            }
        }
        grammar.import(&libraries.iter().map(|(name, rules)| (&**name, rules)).collect::<Vec<_>>());
        let terminals = if octets { Terminals::Octets } else { Terminals::CodePoints };
        let before = Instant::now();
        let found = synthesize(&grammar, terminals, Budget::default());
        let took = before.elapsed().as_secs_f32();
        let rules = found.rules();
        let proved = rules.iter().filter(|rule| rule.proof.is_ok()).count();
        let repaired =
            rules.iter().filter(|rule| !rule.repairs.is_empty() && rule.proof.is_ok()).count();
        let verdict = rules.iter().find(|rule| rule.rule == start).map(verdict).unwrap_or_default();
        let row = format!(
            "| {name} | {} | {proved} | {repaired} | `{start}`: {verdict} | {took:.1} |\n",
            rules.len()
        );
        eprint!("{row}");
        summary.push_str(&row);
        details.push_str(&format!("\n## {name}\n\n"));
        let open = rules.iter().filter(|rule| rule.proof.is_err() || !rule.repairs.is_empty());
        for rule in open {
            let repairs: Vec<String> = rule
                .repairs
                .iter()
                .map(|repair| {
                    let mut kinds: Vec<String> = Vec::new();
                    for kind in &repair.kinds {
                        let kind = kind.to_string();
                        if !kinds.contains(&kind) {
                            kinds.push(kind);
                        }
                    }
                    format!("`{}`: {}; {}", repair.rule, kinds.join(", "), because(&repair.cause))
                })
                .collect();
            details.push_str(&format!(
                "- `{}` {}{}{}\n",
                rule.rule,
                verdict_of(rule),
                if repairs.is_empty() { "" } else { ". " },
                repairs.join(". ")
            ));
            for line in found
                .source()
                .lines()
                .filter(|line| line.starts_with(&format!("{} = {{", rule.name)))
            {
                if rule.repairs.iter().any(|repair| repair.rule == rule.rule)
                    && line.len() < 200
                    && line.ends_with('}')
                {
                    details.push_str(&format!("  `` {line} ``\n"));
                }
            }
        }
    }
    println!("| grammar | rules | proved | of these by a repair | start rule | seconds |");
    println!("| --- | ---: | ---: | ---: | --- | ---: |\n{summary}{details}");
    Ok(())
}

fn verdict(rule: &Found) -> String {
    match &rule.proof {
        Ok(states) => format!("proved, {states} states"),
        Err(_) => "not proved".to_owned(),
    }
}

fn verdict_of(rule: &Found) -> String {
    match &rule.proof {
        Ok(states) => format!("proved, {states} states"),
        Err(cause) => format!("not proved: {}", because(cause)),
    }
}

fn because(cause: &Cause) -> String {
    let show = |word: &[u8]| format!("`` {} ``", String::from_utf8_lossy(word).escape_debug());
    match cause {
        Cause::Words { only_abnf: Some(word), .. } if word.is_empty() => {
            "rejects the empty string".to_owned()
        }
        Cause::Words { only_abnf: Some(word), .. } => format!("rejects {}", show(word)),
        Cause::Words { only_peg: Some(word), .. } => format!("accepts {}", show(word)),
        Cause::Refused { refusal, .. } => format!("pest: {}", refusal.message()),
        Cause::Undecided(why) => why.clone(),
        _ => "differs".to_owned(),
    }
}
