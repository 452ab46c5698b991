//! Errors beside those of other parsers: the table of `docs/your-language.md`.
//!
//! `BLESS=1 cargo test -p urigram-generate --test all error_messages` writes our column and pest's.

use std::path::Path;

use urigram_automata::peg::Grammar;
use urigram_engine::nested::Limits;
use urigram_generate::NestedRule;

/// The languages of the table, each with its grammar and its start rule.
const LANGUAGES: [(&str, &str, &str); 4] = [
    ("JSON", include_str!("../../../../specs/ports/values/printed.pest"), "file"),
    ("calculator", include_str!("../../../../specs/ports/calculator/printed.pest"), "calculation"),
    ("TOML", include_str!("../../../../specs/ports/toml/printed.pest"), "toml"),
    ("GraphQL", include_str!("graphql.pest"), "document"),
];

fn pest(grammar: &str) -> pest_vm::Vm {
    let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, grammar).unwrap();
    let rules = pest_meta::parser::consume_rules(pairs).unwrap();
    pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
}

/// Returns a message as a cell of a table.
fn cell(message: &str) -> String {
    message.replace('\\', r"\\").replace('|', r"\|").replace('\n', " ")
}

#[test]
fn the_errors_of_the_table_are_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/your-language.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let languages = LANGUAGES.map(|(name, grammar, start)| {
        let ours = NestedRule::of_peg(&Grammar::parse(grammar).unwrap(), start);
        (name, ours, pest(grammar), start)
    });
    let mut rows = 0;
    let fresh = page.lines().map(|line| {
        let mut cells: Vec<&str> = line.trim_end_matches(" |").split(" | ").collect();
        let language = cells[0].trim_start_matches("| ");
        let Some((_, ours, pest, start)) = languages.iter().find(|it| it.0 == language) else {
            return format!("{line}\n");
        };
        rows += 1;
        let text = cells[1].trim_matches('`').replace('↵', "\n");
        let ours = ours.check(text.as_bytes(), Limits::for_length(text.len())).unwrap_err();
        let pest = pest.parse(start, &text).unwrap_err();
        let pest::error::InputLocation::Pos(at) = pest.location else { panic!("{pest}") };
        let pest = format!("byte {at}: {}", pest.variant.message());
        let (ours, pest) = (cell(&ours.to_string()), cell(&pest));
        (cells[2], cells[3]) = (&ours, &pest);
        format!("{} |\n", cells.join(" | "))
    });
    let fresh: String = fresh.collect();
    assert_eq!(rows, 40);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    } else {
        assert!(fresh == page, "{} is stale: {fresh}", file.display());
    }
}
