//! A rule that names many others: its strings are read, and none of the others is a component.

use std::fmt::Write;

use urigram_generate::load_texts;

#[test]
fn a_rule_that_names_many_others_has_no_components() {
    for count in [64, 65] {
        let names: Vec<String> = (0..count).map(|rule| format!("r{rule}")).collect();
        let mut abnf = format!("s = {}\n", names.join(" / "));
        let mut pest = format!("s = {{ {} }}\n", names.join(" | "));
        for rule in 0..count {
            writeln!(abnf, "r{rule} = \"k{rule};\"").unwrap();
            writeln!(pest, "r{rule} = {{ \"k{rule};\" }}").unwrap();
        }
        for (abnf, pest) in [(&*abnf, ""), ("", &*pest)] {
            let loaded = load_texts("many", "id = \"many\"\n", abnf, pest, &[]).unwrap();
            let table = loaded.definition.corrected.all[0];
            let last = format!("k{};", count - 1);
            assert!(table.accepts(last.as_bytes()) && !table.accepts(b"k;"));
            let says = loaded.left_out.join("\n");
            let limit = format!("names {count} rules, and at most 64 are looked at");
            assert_eq!(says.contains(&limit), count > 64, "{says}");
        }
    }
}
