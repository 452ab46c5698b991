//! Texts with errors: each costs the rules that need it, and no other.

use std::time::Instant;
use urigram_automata::abnf::{core_rules, Grammar};
use urigram_automata::synthesis::{synthesize, Cause, LIMITS};
use urigram_automata::{Limits, Terminals};

fn accepts(grammar: &Grammar, rule: &str, input: &str) -> Result<bool, String> {
    let dfa = grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    dfa.map(|dfa| dfa.accepts(input.as_bytes())).map_err(|refused| refused.to_string())
}

/// Every kind of error in one text, each with rules that need it and rules that do not.
const TEXT: &str = "\
first = second / third
second = <some words>
third = %x30-39
orphan =/ \"x\"
uses-orphan = orphan
twice = \"a\"
twice = \"b\"
same = \"a\"
same = \"a\"
This is no rule.

cut = \"x\"
/ \"y\"
uses-cut = 1*cut

after = \"z\"
uses-missing = nowhere
loop = \"(\" [ loop ] \")\"
above = %x110000 / loop
\x20\x20\x20\x20deeper = \"d\"
named = <third>
";

#[test]
fn each_error_costs_the_rules_that_need_it() {
    let grammar = Grammar::read(TEXT);
    let faults: Vec<(usize, Option<&str>)> =
        grammar.faults().iter().map(|fault| (fault.error.line, fault.rule.as_deref())).collect();
    assert_eq!(
        faults,
        [
            (2, Some("second")),
            (4, Some("orphan")),
            (7, Some("twice")),
            (9, None),
            (10, Some("same")),
            (13, Some("cut")),
        ]
    );
    for (rule, input) in [("third", "7"), ("after", "z"), ("deeper", "d"), ("named", "7")] {
        assert_eq!(accepts(&grammar, rule, input), Ok(true), "{rule}");
        assert_eq!(accepts(&grammar, rule, "x"), Ok(false), "{rule}");
    }
    for rule in ["first", "second", "orphan", "uses-orphan", "twice", "cut", "uses-cut", "loop"] {
        assert!(accepts(&grammar, rule, "x").is_err(), "{rule}");
    }
    let undecided: Vec<&str> = grammar.undecided().iter().map(|(rule, _)| &*rule.name).collect();
    assert_eq!(undecided, ["first", "uses-orphan", "uses-cut", "uses-missing"]);
}

#[test]
fn a_rule_reads_in_a_text_with_errors_as_it_does_alone() {
    let whole = Grammar::read(TEXT);
    let lines: Vec<&str> = TEXT.lines().collect();
    let mut compared = 0;
    for rule in whole.decided().rules() {
        let alone = whole.used_by(&rule.name);
        let text: Vec<String> =
            alone.rules().iter().map(|rule| format!("{} = {}", rule.name, rule.expr)).collect();
        assert!(lines[rule.line - 1].trim().starts_with(&rule.name));
        let alone = Grammar::parse(&(text.join("\n") + "\n")).unwrap();
        let dfa = |grammar: &Grammar| {
            grammar.dfa(&rule.name, Terminals::CodePoints, Limits::default()).ok()
        };
        assert_eq!(dfa(&alone), dfa(&whole), "{}", rule.name);
        compared += usize::from(dfa(&whole).is_some());
    }
    assert_eq!(compared, 4);
}

#[test]
fn a_text_without_errors_is_read_alike_by_both() {
    for text in [
        "a = b ; c\n  / d\n\nb = \"x\"\nA =/ \"y\"\nd = 2*3( %x30 )",
        "   a = b\n      c\n   ; comment\n   b = c\r\n   c = \"=\"\r\n",
    ] {
        assert_eq!(Grammar::parse(text).unwrap(), Grammar::read(text));
    }
    assert_eq!(
        Grammar::read(&TEXT[..22]).rules()[0],
        Grammar::parse(&TEXT[..22]).unwrap().rules()[0]
    );
}

#[test]
fn a_peg_is_written_for_the_rules_that_are_left() {
    let found = synthesize(&Grammar::read(TEXT), Terminals::CodePoints, LIMITS);
    for rule in found.rules() {
        let is_proved = ["third", "after", "loop", "deeper", "named"].contains(&&*rule.rule);
        assert_eq!(rule.proof.is_ok(), is_proved, "{}: {:?}", rule.rule, rule.proof);
    }
    let first = &found.rules()[0];
    assert!(matches!(&first.proof, Err(Cause::Undecided(why)) if why.contains("some words")));
}

#[test]
fn prose_takes_a_rule_from_the_rfc_that_it_cites_and_from_no_other() {
    let text = "host = <host, see [RFC3986], Section 3.2.2>\n\
        port = <port, see [RFC2396]>\nboth = host port\nDIGIT = <words>\nd = DIGIT\n";
    let mut grammar = Grammar::read(text);
    let library = Grammar::parse("host = name\nname = \"n\"\nport = \"8\"\n").unwrap();
    let imports = grammar.import(&[("RFC 5234", &core_rules()), ("RFC 3986", &library)]);
    assert!(imports.iter().map(|import| &*import.rule).eq(["host", "name"]));
    assert_eq!(accepts(&grammar, "host", "n"), Ok(true));
    assert!(accepts(&grammar, "both", "n8")
        .unwrap_err()
        .contains("\"port\", which is not defined"));
    // A definition that cannot be read is still one: the core rule does not replace it.
    assert!(accepts(&grammar, "d", "1").unwrap_err().contains("line 4, column 9"));
    let cited: Vec<_> = grammar.cited().map(|(rule, cited)| (rule, cited.rfc)).collect();
    assert_eq!(cited, [("host", Some(3986)), ("port", Some(2396))]);
}

#[test]
fn odd_line_ends_and_marks_are_read_and_said() {
    let grammar = Grammar::read("\u{FEFF}a = \"x\"\r\n\x0C\nb = a\rc = b ; \0\n");
    assert!(grammar.rules().iter().map(|rule| &*rule.name).eq(["a", "b", "c"]));
    assert!(grammar.faults().iter().all(|fault| fault.error.kind.is_harmless()));
    let lines: Vec<usize> = grammar.faults().iter().map(|fault| fault.error.line).collect();
    assert_eq!(lines, [1, 2, 3]);
    assert!(Grammar::read("a = \"\0\"\n").rules().is_empty());
}

#[test]
fn hostile_texts_are_read_in_linear_time() {
    // 200,000 errors: counting lines from the beginning for each would take minutes.
    for text in
        ["no rule\n\n".repeat(200_000), "a = <\n".repeat(200_000), "x = y _ z\r".repeat(90_000)]
    {
        let start = Instant::now();
        assert!(Grammar::read(&text).rules().is_empty());
        assert!(start.elapsed().as_secs() < 20);
    }
    assert_eq!(Grammar::read(&" ".repeat((16 << 20) + 1)).faults().len(), 1);
    let many: String = (0..65_536).map(|at| format!("r{at} = \"a\"\n")).collect();
    let (most, _) = many.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(Grammar::read(most).rules().len(), 65_535);
    let grammar = Grammar::read(&many);
    assert_eq!((grammar.rules().len(), grammar.faults()[0].error.line), (0, 65_536));
}

/// The characters that prose describes exactly, and prose that is left alone.
#[test]
fn prose_about_characters_is_what_it_says() {
    let text = "token = 1*<any CHAR except CTLs or separators>\n\
                separators = \"(\" / <\"> / SP\n\
                TEXT = <any OCTET except CTLs, but including LWS>\n\
                LWS = [ CRLF ] 1*( SP / HTAB )\n\
                SPACE = <US-ASCII SP, space (32)>\n\
                quoted = <\"> *SPACE <\">\n\
                qdtext = <any TEXT except <\">>\n\
                letter = <any US-ASCII uppercase letter \"A\"..\"Z\">\n\
                control = <any US-ASCII control character (octets 0 - 31) and DEL (127)>\n\
                byte = <%d32-%d255 except letter>\n\
                normal = <%d33-255, except letter and \"a\">\n\
                feed = <ASCII LF, line feed, %x0A>\n\
                reversed = <%d9-%d8 except letter>\n\
                any = <any ASCII character>\n\
                odd = <any token except SP>\n\
                plain = <any octet>\n";
    let mut grammar = Grammar::read(text);
    grammar.import(&[("RFC 5234", &core_rules())]);
    let accepts = |rule: &str, input: &[u8]| {
        let dfa = grammar.dfa(rule, Terminals::Octets, Limits::default());
        dfa.unwrap_or_else(|why| panic!("{rule}: {why}")).accepts(input)
    };
    for (rule, yes, no) in [
        (
            "token",
            &[&b"a"[..], b"!~"][..],
            &[&b"("[..], b"\"", b" ", b"\x01", b"\x7f", b"\x80"][..],
        ),
        ("TEXT", &[b"a", b"\xff", b" ", b"\r\n\t"], &[b"\x01", b"\r\n", b"\r"]),
        ("SPACE", &[b" "], &[b"", b"a"]),
        ("quoted", &[b"\"\"", b"\" \""], &[b"\"", b"''"]),
        ("letter", &[b"A", b"Z"], &[b"a", b"@", b"["]),
        ("byte", &[b" ", b"a", b"\xff"], &[b"A", b"\n"]),
        ("normal", &[b"!", b"b", b"\xff"], &[b"A", b"a", b" "]),
        ("feed", &[b"\n"], &[b"\r", b""]),
        ("control", &[b"\0", b"\x1f", b"\x7f"], &[b" ", b"~"]),
        // No string of TEXT but the quotation mark itself has one.
        ("qdtext", &[b"a", b"\xff", b" ", b"\r\n\t"], &[b"\"", b"\x01", b"\r\n", b"\r"]),
    ] {
        yes.iter().for_each(|input| assert!(accepts(rule, input), "{rule} {input:?}"));
        no.iter().for_each(|input| assert!(!accepts(rule, input), "{rule} {input:?}"));
    }
    // NUL may or may not be one, and a token is a string.
    for rule in ["reversed", "any", "odd", "plain"] {
        let refused = grammar.dfa(rule, Terminals::Octets, Limits::default()).unwrap_err();
        assert!(refused.to_string().contains("says in words"), "{rule}: {refused}");
    }
    let faults: Vec<String> = grammar
        .faults()
        .iter()
        .filter(|fault| fault.error.kind.is_harmless())
        .map(|fault| fault.error.to_string())
        .collect();
    assert!(
        faults[0].starts_with("line 1, column 11: <any CHAR except CTLs or separators> is read as")
    );
    assert!(faults.iter().any(|line| line.ends_with("<\"> is read as %x22-22")), "{faults:#?}");
}

/// A definition that only sends to another document is the rule of the same name there, and `=/`
/// may extend a rule of another document.
#[test]
fn definitions_elsewhere_are_taken_from_there() {
    let http = Grammar::parse(
        "token = 1*%x61-7A\npair = token \"=\" token\nquoted = DQUOTE token DQUOTE\n",
    )
    .unwrap();
    let mail = Grammar::parse("word = token\ntoken = 1*DIGIT\nonly = \"o\"\n").unwrap();
    let text = "pair = <As defined in RFC 9110>\n\
                word = <see RFC 5322, Section 3>\n\
                x = pair \"/\" word \"/\" only\n\
                quoted =/ \"none\"\n\
                token =/ \"2\"\n\
                y = <As defined in RFC 9110> \"!\"\n\
                lost = <see RFC 1>\n";
    let mut grammar = Grammar::read(text);
    let libraries = [("RFC 9110", &http), ("RFC 5322", &mail)];
    let imports = grammar.import_cited(&libraries, |_, _| true);
    let mut names: Vec<(&str, &str)> =
        imports.iter().map(|import| (&*import.rule, &*import.from)).collect();
    names.sort_unstable();
    // The rule `token` is extended here, and two documents have different ones.
    assert_eq!(
        names,
        [
            ("only", "RFC 5322"),
            ("pair", "RFC 9110"),
            ("quoted", "RFC 9110"),
            ("rfc5322-token", "RFC 5322"),
            ("rfc9110-token", "RFC 9110"),
            ("word", "RFC 5322"),
        ]
    );
    grammar.import(&[("RFC 5234", &core_rules())]);
    let dfa = |rule: &str| grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    let x = dfa("x").unwrap();
    assert!(x.accepts(b"a=b/12/o") && !x.accepts(b"a=b/c/o") && !x.accepts(b"1=2/12/o"));
    let quoted = dfa("quoted").unwrap();
    assert!(quoted.accepts(b"none") && quoted.accepts(b"\"a\"") && !quoted.accepts(b"\"1\""));
    assert!(dfa("token").is_err() && dfa("y").is_err() && dfa("lost").is_err());
    let extended = grammar.faults().iter().map(|fault| fault.error.kind.to_string());
    assert!(extended.into_iter().any(|line| line.ends_with("the rule \"quoted\" of RFC 9110")));
}

/// Names that meet keep their meanings: of two RFCs that are cited, and of a rule that happens to
/// have the name which another one would get.
#[test]
fn names_that_meet_keep_their_meanings() {
    let http = Grammar::parse("token = \"h\"\npair = token \"=\" token\n").unwrap();
    let mail = Grammar::parse("token = \"m\"\n").unwrap();
    let text = "a = <token, see RFC 9110>\n\
                b = <token, see RFC 5322>\n\
                c = <pair, see RFC 9110>\n\
                rfc5322-token = \"x\"\n\
                Pair = c\n\
                rfc9110-pair = \"y\"\n";
    let mut grammar = Grammar::read(text);
    grammar.import_cited(&[("RFC 9110", &http), ("RFC 5322", &mail)], |_, _| false);
    for (rule, input) in
        [("a", "h"), ("b", "m"), ("c", "h=h"), ("Pair", "h=h"), ("rfc5322-token", "x")]
    {
        assert_eq!(accepts(&grammar, rule, input), Ok(true), "{rule}");
        let others = ["h", "m", "x", "y", "h=h"].into_iter().filter(|other| *other != input);
        others.for_each(|other| assert_eq!(accepts(&grammar, rule, other), Ok(false), "{rule}"));
    }
}

/// A name that nothing defines for the grammar is not a rule of the same name that an imported one
/// needs: two RFCs define `domain`, so that `x` has no rule, and `address` uses its own RFC's.
#[test]
fn what_an_import_needs_defines_nothing_else() {
    let mail = Grammar::parse("address = \"@\" domain\ndomain = \"m\"\n").unwrap();
    let smtp = Grammar::parse("Domain = \"s\"\n").unwrap();
    let mut grammar = Grammar::read("to = address\nx = Domain\n");
    grammar.import_cited(&[("RFC 5322", &mail), ("RFC 5321", &smtp)], |_, _| true);
    assert_eq!(accepts(&grammar, "to", "@m"), Ok(true));
    assert!(grammar.undefined().iter().any(|(name, _)| *name == "Domain"));
    assert!(grammar.rule("rfc5322-domain").is_some() && grammar.rule("domain").is_none());
}

/// A name that an imported rule's own document does not define is not looked up in the grammar: RFC
/// 3261 takes a rule of RFC 2806 that needs a `domain`, and has a parameter of this name.
#[test]
fn what_an_import_lacks_is_no_rule_of_the_grammar() {
    let tel = Grammar::parse("subscriber = CHAR \"@\" domain\n").unwrap();
    let core = core_rules();
    let text = "uri = subscriber\ndomain = \"domain=\" uri\nCHAR = \"#\"\n";
    let mut grammar = Grammar::read(text);
    grammar.import_cited(&[("RFC 2806", &tel), ("RFC 5234", &core)], |of, _| of == "RFC 2806");
    let lacking: Vec<&str> = grammar.undefined().into_iter().map(|(name, _)| name).collect();
    assert_eq!(lacking, ["rfc2806-domain"]);
    assert!(accepts(&grammar, "uri", "a@").unwrap_err().contains("rfc2806-domain"));
    // The core rule is RFC 5234's, even if the grammar defines `CHAR`.
    assert_eq!(accepts(&grammar, "rfc5234-CHAR", "a"), Ok(true));
    assert_eq!(accepts(&grammar, "CHAR", "a"), Ok(false));
    // Where both mean one rule, it is there once.
    let mut grammar = Grammar::read("uri = subscriber\nother = CHAR\ndomain = \"d\"\n");
    grammar.import(&[("RFC 5234", &core)]);
    grammar.import_cited(&[("RFC 2806", &tel), ("RFC 5234", &core)], |of, _| of == "RFC 2806");
    assert!(grammar.rule("CHAR").is_some() && grammar.rule("rfc5234-CHAR").is_none());
}

/// Texts that are made to take long: thousands of names that are extended or cited, and characters
/// that are alternatives of alternatives.
#[test]
fn hostile_names_and_characters_end_soon() {
    let start = Instant::now();
    let many = |line: &dyn Fn(usize) -> String| (0..20_000).map(line).collect::<String>();
    let library = Grammar::read(&many(&|at| format!("r{at} = \"x\"\n")));
    for (text, citing, extending) in [
        (many(&|at| format!("r{at} =/ \"a\"\n")), 0, 20_000),
        (many(&|at| format!("a{at} = <r{at}, see RFC 9110>\n")), 20_000, 0),
        (many(&|at| format!("a{at} = r{at}\n")), 0, 0),
    ] {
        let mut grammar = Grammar::read(&text);
        assert_eq!(grammar.import_cited(&[("RFC 9110", &library)], |_, _| true).len(), 20_000);
        let found = (grammar.citing_rules().len(), grammar.extending_lines().len());
        assert_eq!(found, (citing, extending));
    }
    // Each rule has the rule below it twice: two to the power of 31 ways to the letter.
    let chain: String = (0..31).map(|at| format!("r{at} = r{} / r{}\n", at + 1, at + 1)).collect();
    let grammar = Grammar::read(&format!("x = <any r0 except SP>\n{chain}r31 = \"a\"\n"));
    assert!(accepts(&grammar, "x", "a").unwrap_err().contains("says in words"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// A long file also has a limit: a chain of rules that each use the next one, and rules that double
/// behind it. A file of a usual length has no limit.
#[test]
fn the_rules_of_a_long_file_have_a_limit_together() {
    use urigram_automata::synthesis::affordable;
    let mut text = "r0 = \"a\" / \"b\"\n".to_owned();
    (0..40).for_each(|at| text.push_str(&format!("r{} = r{at} r{at}\n", at + 1)));
    let double = Grammar::read(&text);
    assert!(affordable(&double, 1_000).1.is_empty());
    (0..20_001).for_each(|at| text.push_str(&format!("s{at} = \"a\" / s{}\n", at + 1)));
    text.push_str("s20001 = \"z\"\n");
    let grammar = Grammar::read(&text);
    let begun = std::time::Instant::now();
    let (kept, beyond) = affordable(&grammar, 1_000_000);
    assert!(begun.elapsed().as_secs() < 5);
    assert_eq!(kept.rules().len() + beyond.len(), grammar.rules().len());
    assert!(kept.rule("s20001").is_some() && kept.rule("r5").is_some());
    assert!(beyond.contains(&"s0") && beyond.contains(&"r40"));
    // No rule that is kept needs one that is not.
    assert!(kept.undecided().is_empty());
}
