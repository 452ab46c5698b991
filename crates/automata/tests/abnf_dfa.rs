//! Automata of ABNF rules against the naive matcher, on every short string.

use urigram_automata::abnf::{Grammar, Refused, Terminals};
use urigram_automata::{Dfa, Limits};

const LIMITS: Limits = Limits { states: 5_000, nodes: 200_000 };

fn grammar(text: &str) -> Grammar {
    Grammar::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn dfa(text: &str, rule: &str) -> Result<Dfa, Refused> {
    grammar(text).dfa(rule, Terminals::CodePoints, LIMITS)
}

/// Calls `check` on every string over the alphabet, shortest first, until `most` strings are seen.
fn short_strings(alphabet: &[u8], most: usize, mut check: impl FnMut(&[u8])) {
    let mut layer = vec![Vec::new()];
    let mut seen = 0;
    while !layer.is_empty() && seen < most {
        let mut longer = Vec::new();
        for string in &layer {
            check(string);
            seen += 1;
            if seen == most {
                return;
            }
            longer.extend(alphabet.iter().map(|&byte| [string.as_slice(), &[byte]].concat()));
        }
        layer = longer;
    }
}

fn agrees_with_the_oracle(text: &str, rule: &str, terminals: Terminals, some_accepted: bool) {
    let grammar = grammar(text);
    let dfa =
        grammar.dfa(rule, terminals, LIMITS).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut alphabet = dfa.classes().representatives().to_vec();
    alphabet.extend(dfa.classes().bytes(0).last());
    let mut accepted = 0;
    short_strings(&alphabet, 4_000, |string| {
        let expected =
            grammar.matches_naively(rule, terminals, string, 1_000_000).expect("enough steps");
        assert_eq!(
            dfa.accepts(string),
            expected,
            "{:?} under\n{text}",
            String::from_utf8_lossy(string)
        );
        accepted += usize::from(expected);
    });
    assert_eq!(accepted > 0, some_accepted, "{text}");
}

/// Grammars that are easy to implement wrongly, one rule `s` each.
const NASTY: &[&str] = &[
    "s = \"\"",
    "s = \"a\" \"\" / \"\" \"b\"",
    "s = *( *\"a\" )",
    "s = *( *( [ \"a\" ] ) / \"\" ) \"b\"",
    "s = 2( *\"a\" ) 1*2( [ \"b\" ] )",
    "s = 2*3\"a\" / *2\"b\" / 3\"c\" / 1*\"d\"",
    "s = 0\"a\" / 0*0\"b\" \"c\"",
    // A PEG would commit to one branch of this choice.
    "s = ( \"a\" / \"ab\" ) ( \"c\" / \"bc\" )",
    "s = *( d \".\" ) t [ \".\" ]\nd = n / n *( n / \"-\" ) n\nt = a / a *( n / \"-\" ) n\nn = a / \"1\"\na = \"x\"",
    // Right recursion: direct, through an option, through other rules, inside the last round of a
    // repetition.
    "s = \"a\" / \"a\" s",
    "s = \"a\" [ s ]",
    "s = \"a\" [ t ]\nt = \"b\" [ u ] / u\nu = \"c\" s / \"d\" [ t ]",
    "s = t \".\" / t\nt = \"a\" [ u ]\nu = \"b\" [ t ]",
    "s = \"a\" 1*1( \"b\" [ s ] )",
    "s = \"a\" *1( \"b\" s ) \"\"",
    "s = \"x\" t \"y\" t\nt = \"a\" [ t ]",
    "s = %s\"aB\" / %i\"c-\" / %x41.42 / %d100 / %b1100101-1100110",
    "s = 1*3( \"0\" / %x31-32 ) \":\" / *2( 1*2%x30-31 \":\" ) \"::\"",
    // The last fifth byte: subsets grow.
    "s = *( \"a\" / \"b\" ) \"a\" 2( \"a\" / \"b\" )",
    // Counts that can begin at several places, inside each other, and with an end of their own.
    "s = [ *( \"a\" / \":\" ) \"@\" ] *2( \"a\" / \":\" / \"@\" ) [ \":\" *\"1\" ]",
    "s = 1*2( *3\"a\" \"b\" ) / 2*4( \"a\" [ \"b\" ] )",
    "s = *\"a\" *2( *2( \"a\" / \"ab\" ) \"b\" ) [ \"a\" ]",
    "s = *2( t / \"ab\" ) / t *3( \"a\" t )\nt = \"a\" *2\"b\" / \"b\"",
    "s = *3( \"a\" / \"b\" \"a\" ) \"b\" / *1( *2\"a\" )",
];

#[test]
fn automata_agree_with_the_naive_matcher_on_short_strings() {
    for text in NASTY {
        agrees_with_the_oracle(text, "s", Terminals::CodePoints, true);
        agrees_with_the_oracle(text, "s", Terminals::Octets, true);
    }
}

/// The count to 255 begins again behind an `@` that may end the user information. There are more
/// pairs of counts than the limit has states.
#[test]
fn a_count_that_begins_at_two_places_is_not_squared() {
    let text = "s = [ *( c / \":\" ) \"@\" ] *255( c / \":\" / \"@\" ) [ \":\" *%x30-39 ]\n\
                c = %x61-7A / %x30-39 / \"%\" 2%x30-39";
    let dfa = dfa(text, "s").unwrap();
    let long = "a".repeat(255);
    for (accepted, string) in [
        (true, format!("{long}@{long}:80")),
        (true, long.clone()),
        (true, format!("{long}:")),
        (false, format!("{long}a")),
        (false, format!("{long}@{long}a")),
        (false, format!("@@{long}")),
    ] {
        assert_eq!(dfa.accepts(string.as_bytes()), accepted, "{string}");
    }
}

#[test]
fn code_points_agree_with_the_naive_matcher() {
    for text in [
        "s = %x7F-80",
        "s = %x61 %xE9 / %xE9.62",
        "s = *%x80-7FF",
        "s = %x7FE-801 / %xD7FF-E000",
        "s = %xFFFF-10000",
        "s = %x3400-12345",
        "s = %x10FFFE-10FFFF",
        "s = 1*%x0-10FFFF",
    ] {
        agrees_with_the_oracle(text, "s", Terminals::CodePoints, true);
    }
    // Surrogates match nothing.
    agrees_with_the_oracle("s = %xD800-DFFF / \"a\" %xDABC", "s", Terminals::CodePoints, false);
    agrees_with_the_oracle("s = \"a\" *%x7F-FF", "s", Terminals::Octets, true);
}

/// Tries every boundary of a range with every scalar value around the boundaries of UTF-8.
#[test]
fn ranges_of_code_points_are_exact() {
    let edges = [
        0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x1_0000, 0x3_FFFF,
        0x10_FFFF,
    ];
    let values: Vec<u32> =
        edges.iter().flat_map(|&edge: &u32| edge.saturating_sub(1)..=edge + 1).collect();
    for &low in &edges {
        for &high in edges.iter().filter(|&&high| high >= low) {
            let dfa = dfa(&format!("s = %x{low:X}-{high:X}"), "s").expect("a range is regular");
            for c in values.iter().filter_map(|&value| char::from_u32(value)) {
                let inside = (low..=high).contains(&u32::from(c));
                assert_eq!(
                    dfa.accepts(c.to_string().as_bytes()),
                    inside,
                    "{c:?} in {low:X}-{high:X}"
                );
            }
        }
    }
}

#[test]
fn equal_languages_have_equal_automata() {
    let one = dfa("s = *( *\"a\" )", "s").expect("regular");
    assert_eq!(one, dfa("s = [ 1*\"A\" ]", "s").expect("regular"));
    assert_eq!(one, dfa("s = [ t ]\nt = %x61 [ t ] / %x41 [ t ]", "s").expect("regular"));
    // A rule that only leads to itself derives nothing.
    assert_eq!(dfa("s = s / \"a\"", "s"), dfa("s = \"a\"", "s"));
    assert_eq!(dfa("s = \"b\" t\nt = t", "s").expect("regular").len(), 1);
}

#[test]
fn recursion_elsewhere_than_at_the_end_is_refused_with_its_cycle() {
    let cycle = |text| match dfa(text, "s") {
        Err(Refused::Recursion { cycle }) => cycle.join(" "),
        other => panic!("{other:?} for {text}"),
    };
    assert_eq!(cycle("s = \"(\" [ s ] \")\""), "s s");
    assert_eq!(cycle("s = [ s ] \"a\" / \"a\" s"), "s s");
    assert_eq!(cycle("s = [ \"b\" ] s \"a\" / \"a\""), "s s");
    assert_eq!(cycle("s = s \"+\" t / t\nt = \"(\" s \")\""), "s t s");
    assert_eq!(cycle("s = 1*( s \"a\" ) / \"b\""), "s s");
    assert_eq!(cycle("s = \"a\" t\nt = u / \"b\"\nu = \"[\" t \"]\""), "t u t");
    assert_eq!(cycle("s = *( \"a\" s )"), "s s");
    let error = dfa("s = \"a\" t\nt = \"[\" s \"]\"", "s").expect_err("not regular");
    assert_eq!(
        error.to_string(),
        "the recursion s > t > s is not at the end of the rule, so it need not be regular"
    );
}

/// A left-linear set beside the same language with repetitions.
#[test]
fn left_recursion_is_repetition() {
    for (left, repeated) in [
        ("s = [ s ] \"a\"", "s = 1*\"a\""),
        (
            "s = t / s \".\" t\nt = 1*( \"a\" / \"b\" )",
            "s = t *( \".\" t )\nt = 1*( \"a\" / \"b\" )",
        ),
        (
            "s = 1*1( [ s \"+\" / s [ \"-\" ] ] ) \"a\" [ \"b\" ]",
            "s = t *( ( \"+\" / [ \"-\" ] ) t )\nt = \"a\" [ \"b\" ]",
        ),
        (
            "s = t \"a\" / \"x\"\nt = u \"b\" / s\nu = s \"c\" / t [ \"d\" ] / \"y\"",
            "s = ( \"x\" / \"y\" \"b\" q \"a\" ) *( [ \"c\" \"b\" ] q \"a\" )\n\
            q = *( [ \"d\" ] \"b\" )",
        ),
        (
            "s = 2*3t \"!\"\nt = t \"-\" \"a\" / u\nu = \"a\" / u \"b\"",
            "s = 2*3t \"!\"\nt = \"a\" *\"b\" *( \"-\" \"a\" )",
        ),
        ("s = \"x\" t \"y\"\nt = t t2 / t2\nt2 = \"a\" [ t2 ]", "s = \"x\" 1*\"a\" \"y\""),
        ("s = s \"a\"", "s = t\nt = \"a\" t"),
        ("s = s / \"a\" / s s2\ns2 = \"b\"", "s = \"a\" *\"b\""),
    ] {
        assert_eq!(dfa(left, "s"), dfa(repeated, "s"), "{left}");
    }
    // RFC 4282, 2.1.
    let rfc4282 = "username = dot-string\ndot-string = string / dot-string \".\" string\n\
        string = 1*( %x61-7A )";
    let repeated = "username = string *( \".\" string )\nstring = 1*( %x61-7A )";
    assert_eq!(dfa(rfc4282, "username"), dfa(repeated, "username"));
}

/// Labels and splitters of left-linear rules are those of the repetition.
#[test]
fn left_recursion_has_labels_and_is_split() {
    let left = grammar("s = host \":\" 1*\"1\"\nhost = host \".\" label / label\nlabel = 1*\"a\"");
    let repeated =
        grammar("s = host \":\" 1*\"1\"\nhost = label *( \".\" label )\nlabel = 1*\"a\"");
    let tracked = ["host", "label"];
    let labelled =
        |grammar: &Grammar| grammar.labelled_dfa("s", Terminals::CodePoints, &tracked, LIMITS);
    assert_eq!(labelled(&left).unwrap(), labelled(&repeated).unwrap());
}

#[test]
fn missing_rules_and_values_are_named() {
    assert_eq!(dfa("s = \"a\"", "t").expect_err("no t").to_string(), "there is no rule \"t\"");
    let error = dfa("s = t\nt = \"a\" / lost", "s").expect_err("no lost");
    assert_eq!(error.to_string(), "the rule \"t\" uses \"lost\", which is not defined");
    let error = grammar("s = %x80-100").dfa("s", Terminals::Octets, LIMITS).expect_err("above FF");
    assert_eq!(error.to_string(), "the value 100 in the rule \"s\" is above FF");
    assert!(dfa("s = %x110000", "s").is_err());
}

#[test]
fn whatever_is_too_large_is_undecided() {
    let deep: String = (0..5_000).map(|n| format!("r{n} = \"a\" r{}\n", n + 1)).collect();
    let doubling: String = (0..60).map(|n| format!("r{n} = r{0} r{0}\n", n + 1)).collect();
    for text in [
        "r0 = *4294967295\"a\"".to_owned(),
        "r0 = 4294967295( 4294967295( 4294967295\"\" ) )".to_owned(),
        "r0 = *50000( *50000( *\"a\" ) )".to_owned(),
        "r0 = *( \"a\" / \"b\" ) \"a\" 40( \"a\" / \"b\" )".to_owned(),
        format!("{deep}r5000 = \"b\""),
        format!("{doubling}r60 = \"a\""),
    ] {
        let result = dfa(&text, "r0");
        assert!(matches!(result, Err(Refused::Undecided(_))), "{result:?}");
    }
}

#[test]
fn the_naive_matcher_gives_up_on_left_recursion() {
    let grammar = grammar("s = [ s ] \"a\"");
    let result = grammar.matches_naively("s", Terminals::Octets, b"aa", 100_000);
    assert!(matches!(result, Err(Refused::Undecided(_))), "{result:?}");
}

#[test]
fn a_limit_is_the_most_states_that_are_built() {
    // The states after nothing, after the letter, and after what cannot be right.
    let built = |states| {
        let limits = Limits { states, ..LIMITS };
        grammar("a = \"x\"").dfa("a", Terminals::CodePoints, limits).is_ok()
    };
    assert!(built(3) && !built(2));
}
