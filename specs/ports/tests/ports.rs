//! One code, compiled with parsers that pest derives and with generated packages, has the same
//! results.
// pest's errors are large; its users' signatures have them.
#![allow(clippy::result_large_err)]

mod by_pest {
    pub(super) mod calculator {
        #[derive(pest_derive::Parser)]
        #[grammar = "calculator/printed.pest"]
        struct Calculator;

        include!("../code/calculator.rs");
    }

    pub(super) mod csv {
        #[derive(pest_derive::Parser)]
        #[grammar = "csv/printed.pest"]
        struct Csv;

        include!("../code/csv.rs");
    }

    pub(super) mod ini {
        #[derive(pest_derive::Parser)]
        #[grammar = "ini/printed.pest"]
        struct Ini;

        include!("../code/ini.rs");
    }

    /// Rules with the names of pest's own.
    pub(super) mod own {
        #[derive(pest_derive::Parser)]
        #[grammar_inline = "line = { \"a\" ~ NEWLINE ~ EOI }\nNEWLINE = { \";\" }"]
        pub(crate) struct Own;
    }

    pub(super) mod toml {
        #[derive(pest_derive::Parser)]
        #[grammar = "toml/printed.pest"]
        struct Toml;

        include!("../code/toml.rs");
    }

    pub(super) mod values {
        #[derive(pest_derive::Parser)]
        #[grammar = "values/printed.pest"]
        struct Values;

        include!("../code/values.rs");
    }
}

/// Returns a text and all texts that lack one of its characters or have one twice.
fn changed(text: &str) -> Vec<String> {
    let mut all = vec![text.to_owned()];
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        all.push(format!("{}{rest}", &text[..at]));
        all.push(format!("{}{c}{c}{rest}", &text[..at]));
    }
    all
}

/// Compares what two readers make of a text and of changed ones: both kinds have to be there.
fn compare<T: PartialEq + std::fmt::Debug>(
    text: &str,
    ours: impl Fn(&str) -> Option<T>,
    theirs: impl Fn(&str) -> Option<T>,
) {
    let mut accepted = 0;
    let all = changed(text);
    for text in &all {
        let read = ours(text);
        assert_eq!(read, theirs(text), "{text:?}");
        accepted += usize::from(read.is_some());
    }
    assert!(accepted > 1 && accepted < all.len(), "{accepted} of {}", all.len());
}

#[test]
fn calculations_are_read_as_by_pest() {
    use ports::calculator::{read, Expr};
    // The two types are two, so they are compared as they are shown.
    compare(
        "-1 + 2 * (3 - 4)! ^ 5 ^ -6 / 7",
        |text| read(text).ok().map(|expr| format!("{expr:?}")),
        |text| by_pest::calculator::read(text).ok().map(|expr| format!("{expr:?}")),
    );
    let int = |number| Box::new(Expr::Int(number));
    let power = Expr::Op(int(2), '^', Box::new(Expr::Op(int(3), '^', int(2))));
    assert_eq!(read("2^3^2"), Ok(power));
    assert_eq!(
        read("1 + * 2").unwrap_err(),
        " --> 1:5\n  |\n1 | 1 + * 2\n  |     ^---\n  |\n  = byte 4: expected \"-\", int or \"(\", \
         found `*` (furthest failure), inside `expr`, which begins at byte 0"
    );
}

/// A rule takes the place of pest's own: `crates/automata/tests/peg_grammar.rs` has the same rules.
#[test]
fn pest_derive_lets_a_rule_take_the_place_of_its_own() {
    use by_pest::own::{Own, Rule};
    let parses = |text| <Own as pest::Parser<Rule>>::parse(Rule::line, text).is_ok();
    assert!(parses("a;") && !parses("a\n"));
}

#[test]
fn lines_of_numbers() {
    let text = "65279,1179403647,1463895090\n3.1415927,2.7182817,1.618034\r\n-40\n";
    compare(text, ports::csv::read, by_pest::csv::read);
}

#[test]
fn settings_are_read_as_by_pest() {
    let text = "user = x\n[a/b]\nname=\u{fc} 1\n\n c.d =  =\r\n[e]\nname = 2\n";
    let shown = |settings: ports::ini::Settings<'_>| {
        let mut lines: Vec<String> = settings
            .iter()
            .flat_map(|(section, own)| own.iter().map(move |row| format!("{section} {row:?}")))
            .collect();
        lines.sort();
        lines
    };
    compare(
        text,
        |text| ports::ini::read(text).ok().map(shown),
        |text| by_pest::ini::read(text).ok().map(shown),
    );
    let settings = ports::ini::read(text).unwrap();
    assert_eq!(settings["a/b"]["name"], ("\u{fc} 1", 3));
    let error = ports::ini::read("a = 1\nb 2\n").unwrap_err();
    assert_eq!(error.line_col, ini::pest::error::LineColLocation::Pos((2, 3)));
}

const DOCUMENT: &str = r#"# TOML
title = "a\tb \u00FC" # more
[owner."x y"]
born = 1979-05-27T07:32:00.5-08:00
a.b.'c d' = [ 1, -2.5e3, # inside
  0xFF_00, true,
]
at = { x = inf, y = [[], {}] }

[[list]]
s = """
one "two" \
   three"""
t = '''C:\'x'''
u = 07:32:00
"#;

#[test]
fn documents_of_toml() {
    compare(DOCUMENT, |text| ports::toml::read(text).ok(), |text| by_pest::toml::read(text).ok());
    let values = ports::toml::read(DOCUMENT).unwrap();
    assert_eq!(values[2], ("owner.\"x y\".a.b.'c d'[0]".to_owned(), "1".to_owned()));
    // What toml refuses beside the syntax: names that are there twice, and numbers out of range.
    let (mut both, mut beside) = (0, 0);
    for text in changed(DOCUMENT) {
        match (text.parse::<toml::Table>(), ports::toml::read(&text)) {
            (Ok(_), ours) => {
                assert!(ours.is_ok(), "{text}");
                both += 1;
            }
            (Err(_), Ok(_)) => beside += 1,
            (Err(_), Err(_)) => {}
        }
    }
    assert!(both > 100 && beside < 40, "{both} {beside}");
}

#[test]
fn values_are_read_as_by_pest() {
    let text = r#" {"a": [1, -2.5e3, "x\n\u00fc", true], "b" : {"": null}, "c": [[ ]]} "#;
    compare(
        text,
        |text| ports::values::read(text).ok().map(|value| format!("{value:?}")),
        |text| by_pest::values::read(text).ok().map(|value| format!("{value:?}")),
    );
}

/// The types of the generated package also give the tree of the operators.
#[test]
fn calculations_by_types() {
    use calculator::nodes::{Expr, ExprOperation};

    fn shown(expr: &Expr<'_>) -> String {
        let folded = expr.fold(|operation| match operation {
            ExprOperation::Int(int) => format!("Int({})", int.read().unwrap()),
            ExprOperation::Expr(inner) => shown(&inner),
            ExprOperation::Neg(_, right) => format!("Neg({right})"),
            ExprOperation::Fac(left, _) => format!("Fac({left})"),
            ExprOperation::Add(left, _, right) => format!("Op({left}, '+', {right})"),
            ExprOperation::Sub(left, _, right) => format!("Op({left}, '-', {right})"),
            ExprOperation::Mul(left, _, right) => format!("Op({left}, '*', {right})"),
            ExprOperation::Div(left, _, right) => format!("Op({left}, '/', {right})"),
            ExprOperation::Pow(left, _, right) => format!("Op({left}, '^', {right})"),
        });
        folded.unwrap()
    }

    for text in changed("1 - 2 + 3 * -(4 ^ 5 / 6)! ^ 7") {
        let typed = calculator::parse(&text).ok().map(|parsed| shown(&parsed.root().expr()));
        let wanted = by_pest::calculator::read(&text).ok().map(|expr| format!("{expr:?}"));
        assert_eq!(typed, wanted, "{text}");
    }
    let parsed = calculator::parse("1 - 2 - 3").unwrap();
    let operations = parsed.root().expr().operations().unwrap();
    let ExprOperation::Sub(left, _, right) = operations.root().operation() else { panic!() };
    assert!(matches!(left.operation(), ExprOperation::Sub(..)));
    assert!(matches!(right.operation(), ExprOperation::Int(int) if int.read() == Ok(3)));
}

/// Neither reading nor precedence uses the stack of the process.
#[test]
fn chains_of_a_million_operators() {
    use calculator::nodes::ExprOperation;

    let millions = 1_000_000;
    for text in ["1^".repeat(millions) + "1", "-".repeat(millions) + "1"] {
        let parsed = calculator::parse(&text).unwrap();
        let count = parsed.root().expr().fold(|operation| match operation {
            ExprOperation::Pow(left, _, right) => left + right + 1,
            ExprOperation::Neg(_, right) => right + 1,
            _ => 0,
        });
        assert_eq!(count.unwrap(), millions);
    }
}
