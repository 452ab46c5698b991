//! Parsing of ABNF: every construct of RFC 5234 and RFC 7405, and the position of each mistake.

use urigram_automata::abnf::{Expr, Grammar};

fn grammar(text: &str) -> Grammar {
    Grammar::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn expr(text: &str) -> Expr {
    grammar(&format!("s = {text}")).rules()[0].expr.clone()
}

#[test]
fn every_construct_is_written_back_as_it_is_read() {
    for text in [
        "\"a\"",
        "\"\"",
        "%s\"aB\"",
        "a / b / c",
        "a b c",
        "( a / b ) c / d",
        "a / ( b / c )",
        "a ( b c )",
        "[ a / b ]",
        "*a",
        "1*a",
        "*2a",
        "3a",
        "2*3( a b )",
        "*( *a )",
        "2( 3a )",
        "*[ a ]",
        "%x0D.0A",
        "%x30-39",
        "%x10FFFF",
    ] {
        assert_eq!(expr(text).to_string(), text);
    }
}

#[test]
fn notations_that_differ_only_in_spelling_are_read_alike() {
    for (one, other) in [
        ("%i\"a\"", "\"a\""),
        ("%S\"a\"", "%s\"a\""),
        ("%d13.10", "%x0D.0A"),
        ("%b1101", "%xD"),
        ("%D48-57", "%X30-39"),
        ("( a )", "a"),
        ("((a)/b)", "a / b"),
        ("0*2a", "*2a"),
        ("2*2a", "2a"),
        ("a ; why\n  b\n\n ; more\n\t/ c", "a b / c"),
        ("a\r\n  b ; why\r\n", "a b"),
    ] {
        assert_eq!(expr(one), expr(other), "{one:?}");
    }
}

#[test]
fn rules_keep_their_source_and_the_comment_above_them() {
    let text = "; The file.\r\n\r\n; Section 1\r\n;  indented\r\nFirst-Rule = a / ; one\r\n   b ; two\r\n   ; about First-Rule\r\nsecond = c\r\n; Later.\r\nFIRST-rule =/ d";
    let grammar = grammar(text);
    let first = grammar.rule("first_RULE").expect("case and underscores do not matter");
    assert_eq!(first.name, "First-Rule");
    assert_eq!(first.comment, "Section 1\n indented\nLater.");
    assert_eq!(first.source, "First-Rule = a / ; one\r\n   b ; two\nFIRST-rule =/ d");
    assert_eq!(first.expr.to_string(), "a / b / d");
    assert_eq!(first.line, 5);
    assert_eq!(grammar.rules()[1].comment, "");
    assert_eq!(
        grammar.rules().iter().map(|rule| &rule.name[..]).collect::<Vec<_>>(),
        ["First-Rule", "second"]
    );
}

#[test]
fn rules_may_all_be_indented_alike() {
    let grammar = grammar("   ; why\n   a = b\n      c\n   b = \"x\"\n");
    assert_eq!(grammar.rules()[0].expr.to_string(), "b c");
    assert_eq!(grammar.rules()[0].comment, "why");
    assert_eq!(grammar.rules().len(), 2);
}

#[test]
fn an_overlay_replaces_by_name_in_place() {
    let base = grammar("a = b\nb = \"x\"\n");
    let both = Grammar::overlay(&base, &grammar("c = d\nB = \"y\" c\n"));
    let written: Vec<String> =
        both.rules().iter().map(|rule| format!("{} = {}", rule.name, rule.expr)).collect();
    assert_eq!(written, ["a = b", "B = \"y\" c", "c = d"]);
    let missing: Vec<_> =
        both.undefined().into_iter().map(|(name, rule)| (name, &rule.name[..])).collect();
    assert_eq!(missing, [("d", "c")]);
    assert!(base.undefined().is_empty());
}

#[test]
fn mistakes_are_found_where_they_are() {
    let depth = "(".repeat(200);
    for (text, message) in [
        ("a b", "line 1, column 3: expected \"=\" after the name of the rule, found 'b'"),
        ("a = b\na_b = c", "line 2, column 2: a name has no \"_\" in ABNF: write \"-\""),
        ("a = b_c", "line 1, column 6: a name has no \"_\" in ABNF: write \"-\""),
        ("a = b ; \0", "line 1, column 9: the control character U+0000 is not allowed: delete it, or write %x00 if it is meant"),
        ("; \u{7f}", "line 1, column 3: the control character U+007F is not allowed: delete it, or write %x7F if it is meant"),
        ("a = b |c", "line 1, column 7: expected \"/\" between alternatives, found '|'"),
        (
            "a = b\n  / ; nothing\n",
            "line 2, column 5: expected a rule name, a string, a value, \"(\" or \"[\", found ';'",
        ),
        ("a =", "line 1, column 4: expected a rule name, a string, a value, \"(\" or \"[\", found the end of the rule"),
        ("a = ( b", "line 1, column 8: expected \"/\", an element or \")\", found the end of the rule"),
        ("a = [ b )", "line 1, column 9: expected \"/\", an element or \"]\", found ')'"),
        ("a = b ]", "line 1, column 7: expected the end of the rule, found ']'"),
        ("a = \"b\"\"c\"", "line 1, column 8: expected whitespace between two elements, found '\"'"),
        ("a = \"b", "line 1, column 7: expected printable ASCII and then '\"', found the end of the rule"),
        ("a = \"é\"", "line 1, column 6: expected printable ASCII and then '\"', found 'é'"),
        ("; é\na = é", "line 2, column 5: expected a rule name, a string, a value, \"(\" or \"[\", found 'é'"),
        ("a = <as in HTTP>", "line 1, column 5: <as in HTTP> says in words what no automaton can read: \
             write it as a rule, or use the name of a rule that says it"),
        ("a = %x", "line 1, column 7: expected a digit, found the end of the rule"),
        ("a = %b2", "line 1, column 7: expected a digit, found '2'"),
        ("a = %o17", "line 1, column 6: expected x, d, b, s\" or i\" after \"%\", found 'o'"),
        ("a = %x39-30", "line 1, column 7: the lower bound 57 is above the upper bound 48"),
        ("a = 3*2b", "line 1, column 5: the lower bound 3 is above the upper bound 2"),
        ("a = 99999999999b", "line 1, column 5: the number is above 4294967295"),
        ("a = * b", "line 1, column 6: expected a rule name, a string, a value, \"(\" or \"[\", found ' '"),
        ("a = b\nA = c", "line 2, column 1: the rule \"A\" is defined already"),
        ("a =/ b", "line 1, column 1: \"=/\" extends \"a\", which is not defined above"),
        ("= b", "line 1, column 1: expected the name of a rule, found '='"),
        (&format!("a = {depth}b"), "line 1, column 105: groups are nested more than 100 deep"),
        ("a = b\rc = d", "line 1, column 6: the control character U+000D is not allowed: delete it, or write %x0D if it is meant"),
    ] {
        assert_eq!(Grammar::parse(text).expect_err(text).to_string(), message, "{text:?}");
    }
}

/// The place is the first one where the name is neither a string nor a comment.
#[test]
fn undefined_names_are_found_where_they_are_used() {
    for (text, line, column) in [
        ("a = b", 1, 5),
        ("a = \"b\" / b", 1, 11),
        ("a = \"b ; b\" / b", 1, 15),
        ("a = \"c\" ; b\n    b", 2, 5),
        ("b-c = \"b\"\na = b-c 2*3B", 2, 12),
        ("a = %x62.62 / (b)", 1, 16),
    ] {
        let grammar = Grammar::parse(text).unwrap();
        let missing: Vec<_> = grammar.missing(text);
        let [found] = &missing[..] else { panic!("{text}: {missing:?}") };
        assert_eq!(
            (found.used_by.as_str(), found.line, found.column),
            ("a", line, column),
            "{text}"
        );
        assert!(found.name.eq_ignore_ascii_case("b"), "{text}");
    }
}

#[test]
fn nothing_panics_on_pieces_of_grammars() {
    let text = "a = %s\"é\" / %x41-5A.2 ; ü\r\n\t*( 2*3b [ <x> ] )\n\na =/ \"\"\r";
    for from in 0..text.len() {
        for to in from..=text.len() {
            if let Some(piece) = text.get(from..to) {
                let _ = Grammar::parse(piece);
                let _ = Grammar::parse(&format!("a = {piece}"));
            }
        }
    }
    assert!(Grammar::parse("").is_ok_and(|grammar| grammar.rules().is_empty()));
}
