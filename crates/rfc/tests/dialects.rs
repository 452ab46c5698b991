//! Rules in the notations of older documents, and names that a document defines twice.

use urigram_automata::abnf::{core_rules, Grammar};
use urigram_automata::{Limits, Terminals};
use urigram_rfc::{extract, ListRule};

fn rules(text: &str) -> Grammar {
    let mut grammar = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
    grammar.import(&[("RFC 5234", &core_rules())]);
    grammar
}

#[track_caller]
fn check(grammar: &Grammar, rule: &str, yes: &[&str], no: &[&str]) {
    let dfa = grammar.dfa(rule, Terminals::CodePoints, Limits::default()).unwrap();
    yes.iter().for_each(|text| assert!(dfa.accepts(text.as_bytes()), "{rule}: {text:?}"));
    no.iter().for_each(|text| assert!(!dfa.accepts(text.as_bytes()), "{rule}: {text:?}"));
}

/// RFC 2616's notation, with the forms that its rules have.
const HTTP: &str = r#"
2.1  Augmented BNF

   implied *LWS: linear white space can be included.

2.2  Basic Rules

       CHAR      = <any US-ASCII character (octets 0 - 127)>
       CTL       = <any US-ASCII control character
                   (octets 0 - 31) and DEL (127)>
       HT        = <US-ASCII HT, horizontal-tab (9)>
       LWS       = [CRLF] 1*( SP | HT )
       TEXT      = <any OCTET except CTLs,
                   but including LWS>
       token     = 1*<any CHAR except CTLs or separators>
       separators = "(" | ")" | "<" | ">" | "@" | "," | ";" | ":" | "\" | <">
                  | "/" | "[" | "]" | "?" | "=" | "{" | "}" | SP | HT
       quoted-string = ( <"> *(qdtext | quoted-pair ) <"> )
       qdtext    = <any TEXT except <">>
       quoted-pair = "\" CHAR

3.1  Version

       HTTP-Version = "HTTP" "/" 1*DIGIT "." 1*DIGIT

3.2  Uniform Resource Identifiers

       http_URL  = "http:" "//" 1*ALPHA [ ":" *DIGIT ]

3.3  Dates

   HTTP-date is case sensitive and MUST NOT include additional LWS beyond that.

       HTTP-date = wkday "," SP 2DIGIT
       wkday     = "Mon" | "Tue"

14  Fields

       media-type = token "/" token *( ";" parameter )
       parameter  = token "=" ( token | quoted-string )
       credentials = "Basic" token
       Allow      = "Allow" ":" #token
       Age        = "Age" ":" [ 1*DIGIT ]
"#;

#[test]
fn implied_white_space_is_inserted_between_words() {
    let http = rules(HTTP);
    check(
        &http,
        "media-type",
        &["a/b", "a / b ;\tc = \"d\"", "a/b;c=d"],
        &["a/b ", "a b/c", " a/b"],
    );
    check(&http, "HTTP-Version", &["HTTP/1.1", "HTTP / 1.1"], &["HTTP/1 .1", "HTTP/1. 1"]);
    check(&http, "credentials", &["Basic abc", "basic \r\n abc"], &["Basicabc", "Basic"]);
    check(&http, "Age", &["Age:", "Age : 12", "Age:12"], &["Age: 1 2", "Age: "]);
    check(&http, "Allow", &["Allow: a , , b", "Allow:", "Allow : a"], &["Allow: a b"]);
}

#[test]
fn words_dates_and_uris_have_no_white_space_of_their_own() {
    let http = rules(HTTP);
    check(&http, "http-URL", &["http://a:80"], &["http: //a", "http://a : 80"]);
    check(&http, "HTTP-date", &["Mon, 01"], &["Mon , 01", "Mon,  01"]);
    check(&http, "quoted-string", &["\"a \\\" b\"", "\"\r\n a\""], &["\"a\"\"", "\"\u{1}\""]);
    check(&http, "token", &["a-b"], &["a b", "a/b"]);
}

/// Each change is said where the rule is.
#[test]
fn inserted_white_space_is_said() {
    let found = extract(HTTP, ListRule::Recipient);
    let changes = |name: &str| {
        let rule = found.rules.iter().find(|rule| rule.name == name).unwrap();
        rule.changes.iter().any(|change| change.starts_with("white space that the text implies"))
    };
    assert!(changes("media-type") && !changes("token") && !changes("HTTP-date"));
}

/// RFC 3339 has `time-numoffset` in section 5.6 and another one in appendix A.
#[test]
fn sections_that_define_a_name_differently_are_grammars_of_their_own() {
    let text = r#"
5.6.  Internet Date

   offset = sign hour ":" minute
   sign = "+" / "-"
   hour = 2DIGIT
   minute = 2DIGIT
   time = hour offset

Appendix A.  ISO 8601

   offset = sign hour [":"] minute
   zone = "Z" / offset

7.  Others

   other = "x" time
"#;
    let grammar = rules(text);
    check(&grammar, "time", &["10+01:00"], &["10+0100"]);
    check(&grammar, "other", &["x10+01:00"], &["x10+0100"]);
    check(&grammar, "zone", &["Z", "+0100", "+01:00"], &[]);
    assert!(grammar.rule("offset-of-A").is_some() && grammar.faults().is_empty());
    // Neither section has all the names, so that nobody gets one of the two by the name alone.
    check(&grammar, "offset-of-5-6", &["+01:00"], &["+0100"]);
    assert!(grammar.rule("offset").is_none());
}

#[test]
fn nothing_is_chosen_where_a_use_could_mean_two_definitions() {
    let sections = "1.  A\n\n   d = \"1\"\n\n2.  B\n\n   d = \"2\"\n\n3.  C\n\n   e = \"x\" d\n";
    let one = "1.  A\n\n   d = \"1\"\n   d = \"2\"\n   e = \"x\" d\n   f = \"f\"\n   g = f\n";
    for text in [sections, one] {
        let grammar = rules(text);
        assert!(grammar.dfa("e", Terminals::CodePoints, Limits::default()).is_err(), "{text}");
        assert_eq!(grammar.faults().len(), 1, "{text}");
    }
}

/// Equal words are not a repetition where a name in them means two things.
#[test]
fn rules_in_equal_words_may_differ() {
    let text = "1.  A\n\n   d = \"1\"\n   e = \"x\" d\n\n2.  B\n\n   d = \"2\"\n   e = \"x\" d\n";
    let grammar = rules(text);
    check(&grammar, "e-of-1", &["x1"], &["x2"]);
    check(&grammar, "e", &["x2"], &["x1"]);
}

#[test]
fn definitions_in_comments_are_read() {
    let text = r#"
   text  = ; As defined in [iCAL].
   CHAR  =  <any ASCII character>        ; (  0-177,  0.-127.)
   ALPHA =  <any ASCII alphabetic character>
                                         ; (101-132, 65.- 90.)
                                         ; (141-172, 97.-122.)
   a_b   = "x" text

   [iCAL]  Dawson, F., "Calendars", RFC 2445.
"#;
    let grammar = rules(text);
    let cited: Vec<_> = grammar.cited().map(|(_, cited)| (&*cited.name, cited.rfc)).collect();
    assert_eq!(cited, [("text", Some(2445))]);
    check(&grammar, "CHAR", &["\0", "\x7F"], &["\u{80}"]);
    check(&grammar, "ALPHA", &["A", "z"], &["0", "["]);
    assert!(grammar.rule("a-b").is_some());
    // Octal and decimal that differ are not values.
    let wrong = "   CHAR = <any ASCII character>  ; ( 0-177, 0.-128.)\n   a = \"x\" CHAR\n";
    assert!(rules(wrong).rule("CHAR").is_none());
}

/// RFC 3460 has `IPv4range = IPv4address"-"IPv4address`.
#[test]
fn elements_without_white_space_between_them_are_parted() {
    let text =
        "   a = b\"-\"b\n   b = 2DIGIT(\"x\"/\"y\")%s\"Z\"*(\"(\")\n   c = 1*2(b)[b]\"\"b ; b\"b\n";
    let grammar = rules(text);
    assert!(grammar.faults().is_empty(), "{:?}", grammar.faults());
    check(&grammar, "a", &["12xZ-34YZ((", "12yZ-34xZ"], &["12xz-34yZ"]);
    assert_eq!(grammar.rules().len(), 4);
}

/// Many sections, many definitions of one name, and long chains end in time.
#[test]
fn hostile_texts_end() {
    let start = std::time::Instant::now();
    let many: String = (0..3_000)
        .map(|at| format!("{at}.  S\n\n   a = \"{at}\"\n   b{at} = \"x\" a\n\n"))
        .collect();
    extract(&many, ListRule::Recipient);
    let chain: String = (0..5_000)
        .map(|at| format!("   a{at} = \"x\" \"/\" a{} [ \";\" a{at} ]\n", at + 1))
        .collect();
    let implied = format!("   implied *LWS\n\n   token = 1*ALPHA\n\n1.  X\n\n{chain}");
    extract(&implied, ListRule::Recipient);
    let deep =
        format!("   implied *LWS\n\n   a = {}\"/\"{}\n", "[ x ".repeat(100), " ]".repeat(100));
    extract(&deep, ListRule::Recipient);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// RFC 3632 begins a rule with names of another document, and extends it.
#[test]
fn a_definition_without_an_operator_is_kept_where_it_is_extended() {
    let text = "   a = colon colon\n   a =/ 1*7colon \"x\"\n   b = a / \"y\"\n   colon2 = \":\"\n";
    let found = extract(text, ListRule::Recipient);
    let names: Vec<_> = found.rules.iter().map(|rule| (rule.line, &*rule.name)).collect();
    assert_eq!(names, [(1, "a"), (2, "a"), (3, "b"), (4, "colon2")]);
}
