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

/// A rule of one character is a class, with or without longer texts beside it.
#[test]
fn classes_are_the_rules_of_one_character() {
    let abnf = "s = a / b / c / d\na = \"x\" / \"y\"\nb = \"xy\" / \"z\"\nc = [ \"xy\" ] a\nd = a / \"z\"\n";
    let pest = "s = { a | b | c | d }\na = { \"x\" | \"y\" }\nb = { \"xy\" | \"z\" }\nc = { \"xy\"? ~ a }\nd = { a | \"xy\" }\n";
    // The PEG's `s` reads one character and never tries "xy".
    for (abnf, pest, expected) in [(abnf, "", &["a", "d"][..]), ("", pest, &["a", "d", "s"])] {
        let loaded = load_texts("few", "id = \"few\"\n", abnf, pest, &[]).unwrap();
        let classes = loaded.definition.document.classes.iter();
        let mut names: Vec<&str> = classes.map(|class| class.name).collect();
        names.sort_unstable();
        assert_eq!(names, expected);
    }
}
