//! The examples of RFC 6570, and templates that are hard for some algorithm.

use uri_template::UriTemplate;
use uri_template_expand::{Problem, Value};

/// The values of section 3.2. `undef` has no value.
const VALUES: [(&str, Value<'_>); 16] = [
    ("count", Value::List(&["one", "two", "three"])),
    ("dom", Value::List(&["example", "com"])),
    ("dub", Value::Text("me/too")),
    ("hello", Value::Text("Hello World!")),
    ("half", Value::Text("50%")),
    ("var", Value::Text("value")),
    ("who", Value::Text("fred")),
    ("base", Value::Text("http://example.com/home/")),
    ("path", Value::Text("/foo/bar")),
    ("list", Value::List(&["red", "green", "blue"])),
    ("keys", Value::Pairs(&[("semi", ";"), ("dot", "."), ("comma", ",")])),
    ("v", Value::Text("6")),
    ("x", Value::Text("1024")),
    ("y", Value::Text("768")),
    ("empty", Value::Text("")),
    ("empty_keys", Value::Pairs(&[])),
];

fn expand(template: &str, values: &[(&str, Value<'_>)]) -> String {
    let parsed = UriTemplate::parse(template).unwrap_or_else(|error| panic!("{template}: {error}"));
    uri_template_expand::expand(&parsed, values)
        .unwrap_or_else(|error| panic!("{template}: {error}"))
}

#[test]
fn the_examples_of_the_document() {
    let mut count = 0;
    for line in include_str!("../examples.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [section, template, expansion] = fields[..] else { panic!("{line}") };
        assert_eq!(expand(template, &VALUES), expansion, "{section}: {template}");
        count += 1;
    }
    assert_eq!(count, 181);
}

#[test]
fn the_examples_of_section_3_2_1_about_triplets_and_prefixes() {
    let values = [
        ("triplets", Value::Text("%C3%A9t%C3%A9%20%")),
        ("text", Value::Text("été%20")),
        ("wrong", Value::Text("%C3%41%FF%F0%9F%98%80")),
    ];
    for (template, expansion) in [
        ("{+triplets}", "%C3%A9t%C3%A9%20%25"),
        ("{triplets}", "%25C3%25A9t%25C3%25A9%2520%25"),
        // Triplets that spell one code point count once where triplets stay.
        ("{+triplets:1}", "%C3%A9"),
        ("{+triplets:3}", "%C3%A9t%C3%A9"),
        ("{triplets:2}", "%25C"),
        ("{text:1}", "%C3%A9"),
        ("{#text:4}", "#%C3%A9t%C3%A9%20"),
        ("{+wrong:1}", "%C3"),
        ("{+wrong:3}", "%C3%41%FF"),
        ("{+wrong:4}", "%C3%41%FF%F0%9F%98%80"),
        ("é%20'{none}", "%C3%A9%20'"),
    ] {
        assert_eq!(expand(template, &values), expansion, "{template}");
    }
}

#[test]
fn names_and_empty_values() {
    let values = [
        ("a", Value::Pairs(&[("a/b", "c/d"), ("e", "")])),
        ("l", Value::List(&["", "x"])),
        ("%41.b", Value::Text("1")),
        ("none", Value::List(&[])),
    ];
    for (template, expansion) in [
        ("{a*}", "a%2Fb=c%2Fd,e"),
        ("{+a*}", "a/b=c/d,e"),
        ("{;a*}", ";a%2Fb=c%2Fd;e"),
        ("{?a*}", "?a%2Fb=c%2Fd&e="),
        ("{;l*}", ";l;l=x"),
        ("{&l*}", "&l=&l=x"),
        ("{?l}", "?l=,x"),
        ("{?%41.b}", "?%41.b=1"),
        ("{?none,missing}", ""),
        ("{/none,l*,none}", "//x"),
    ] {
        assert_eq!(expand(template, &values), expansion, "{template}");
    }
}

#[test]
fn expressions_that_cannot_be_expanded_are_copied() {
    let values = [("a", Value::Text("1")), ("l", Value::List(&["x"]))];
    for (template, problem, offset, partial) in [
        ("{a}{!a}{a}", Problem::ReservedOperator, 3, "1{!a}1"),
        ("{=a}", Problem::ReservedOperator, 0, "{=a}"),
        ("é{a,l:3}{|a}", Problem::PrefixOfComposite, 2, "%C3%A9{a,l:3}{|a}"),
    ] {
        let parsed = UriTemplate::parse(template).unwrap();
        let error = uri_template_expand::expand(&parsed, &values).unwrap_err();
        assert_eq!((error.problem, error.offset), (problem, offset), "{template}");
        assert_eq!(error.partial, partial);
        assert!(format!("{error}").starts_with(&format!("byte {offset}: ")));
    }
}

#[test]
fn the_grammar_rejects_what_is_no_template() {
    for (template, offset) in [
        ("{", 1),
        ("}", 0),
        ("{}", 1),
        ("{a", 2),
        ("{a b}", 2),
        ("{a:0}", 3),
        ("{a:10000}", 7),
        ("{a**}", 3),
        ("{.}", 2),
        ("{$a}", 1),
        ("a b", 1),
        ("%4", 2),
        ("{a{b}}", 2),
        ("{-a}", 1),
    ] {
        let error = UriTemplate::parse(template).unwrap_err();
        assert_eq!(error.offset(), offset, "{template}: {error}");
    }
}

/// Long templates of every kind take linear time, and none panics.
#[test]
fn hostile_templates() {
    let long = "a".repeat(100_000);
    let names = format!("{{{}a}}", "a,".repeat(50_000));
    let expressions = "{a}".repeat(50_000);
    let list: Vec<&str> = std::iter::repeat_n("é", 50_000).collect();
    let values = [("a", Value::Text(&long)), ("l", Value::List(&list))];
    assert_eq!(expand("{l*}", &values).len(), 50_000 * 7 - 1);
    assert_eq!(expand("{a:9999}", &values).len(), 9_999);
    let few = [("a", Value::Text("%"))];
    assert_eq!(expand(&names, &few).len(), 50_001 * 4 - 1);
    assert_eq!(expand(&expressions, &few).len(), 50_000 * 3);
    assert!(UriTemplate::parse(&"{".repeat(100_000)).is_err());
    for byte in 0..=u8::MAX {
        let text = format!("{{{}}}", char::from(byte));
        if let Ok(template) = UriTemplate::parse(&text) {
            assert!(uri_template_expand::expand(&template, &few).is_ok(), "{text}");
        }
    }
}
