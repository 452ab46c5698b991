//! Rules out of documents: page breaks, prose, programs, and notations that are nearly ABNF.

use urigram_automata::abnf::{core_rules, Grammar};
use urigram_automata::{Limits, Terminals};
use urigram_rfc::{extract, implies_white_space, ListRule};

const PAGES: &str = "\
2.  Syntax

   A line is a name and a value:

      line  = name \":\"
              value
Smith                     Standards Track                     [Page 3]
\x0C
RFC 9999                     An example                   October 2008


              CRLF        ; the end

      name  = 1*ALPHA
      value = word
   is what follows the name.

      word  = *VCHAR

      line = name \":\" value CRLF

   In C:

      len = ntohs(packet->length);
      x = y;
      if (a == b) return;

   where size = width and the rest is prose.
";

fn names(text: &str) -> Vec<String> {
    extract(text, ListRule::Recipient).rules.into_iter().map(|rule| rule.name).collect()
}

#[test]
fn a_rule_goes_on_over_a_page_break_and_programs_are_left_out() {
    let found = extract(PAGES, ListRule::Recipient);
    let places: Vec<_> =
        found.rules.iter().map(|it| (&*it.name, it.line, it.page, &*it.section)).collect();
    assert_eq!(
        places,
        [("line", 5, 1, "2"), ("name", 14, 2, "2"), ("value", 15, 2, "2"), ("word", 18, 2, "2")]
    );
    let left: Vec<_> = found.left_out.iter().map(|it| (it.line, &*it.name)).collect();
    assert_eq!(left, [(20, "line"), (24, "len"), (25, "x")]);
    let mut grammar = Grammar::parse(&found.to_abnf()).unwrap();
    grammar.import(&[("RFC 5234", &core_rules())]);
    let dfa = grammar.dfa("line", Terminals::CodePoints, Limits::default()).unwrap();
    assert!(dfa.accepts(b"a:b\r\n") && !dfa.accepts(b"a:b"));
}

#[test]
fn the_source_code_of_xml_is_read_without_its_markup() {
    let text = "<?xml version=\"1.0\"?>\n<rfc><t>a = \"no\"</t>\n<sourcecode type=\"abnf\"><![CDATA[\n\
        a = \"<\" b ]]></sourcecode>\n<artwork>b = &lt;c&gt; / \"&amp;\"\nc = %x30</artwork></rfc>\n";
    assert_eq!(names(text), ["a", "b", "c"]);
    let found = extract(text, ListRule::Recipient);
    assert_eq!(found.rules[1].source, "b = <c> / \"&\"");
    assert_eq!(found.rules[1].line, 5);
}

#[test]
fn a_list_is_what_its_reader_accepts() {
    let text =
        "   L = 1#item\n   M = #( item )\n   N = 2#3item\n   item = \"a\" / \"b#\"\n   OWS = *SP\n";
    let accepts = |lists, rule: &str, input: &str| {
        let mut grammar = Grammar::parse(&extract(text, lists).to_abnf()).unwrap();
        grammar.import(&[("RFC 5234", &core_rules())]);
        let dfa = grammar.dfa(rule, Terminals::CodePoints, Limits::default()).unwrap();
        dfa.accepts(input.as_bytes())
    };
    // Input, and whether a sender and a recipient have it: L, M, N.
    for (input, sender, recipient) in [
        ("a", [true, true, false], [true, true, false]),
        ("a, b#", [true, true, true], [true, true, true]),
        ("a,,a", [false, false, false], [true, true, true]),
        (",a,", [false, false, false], [true, true, false]),
        ("", [false, true, false], [false, true, false]),
        (",", [false, false, false], [false, true, false]),
        ("a,a,a", [true, true, true], [true, true, true]),
        ("a,a,a,a", [true, true, false], [true, true, false]),
    ] {
        for (lists, expected) in [(ListRule::Sender, sender), (ListRule::Recipient, recipient)] {
            let found = ["L", "M", "N"].map(|rule| accepts(lists, rule, input));
            assert_eq!(found, expected, "{lists:?} {input:?}");
        }
    }
}

#[test]
fn bars_are_alternatives_outside_of_strings_and_comments() {
    let found = extract("a = b | \"|\" ; one | two\nb = \"x\"\n", ListRule::Sender);
    assert_eq!(found.rules[0].source, "a = b / \"|\" ; one | two");
    assert_eq!(found.rules[0].changes.len(), 1);
}

#[test]
fn a_broken_rule_that_another_one_uses_is_kept_as_it_is() {
    let found = extract("a = \"x\" / b\nb = ( \"y\"\nc = ( \"z\"\n", ListRule::Sender);
    assert!(found.rules.iter().map(|rule| &*rule.name).eq(["a", "b"]));
    assert_eq!((found.left_out[0].line, &*found.left_out[0].name), (3, "c"));
    // A line of prose about a rule that the text defines is left out.
    let found = extract("a = \"x\" / b\nb = 1*\"y\"\n\n   b = $2\n", ListRule::Sender);
    assert_eq!((found.rules.len(), found.left_out[0].line), (2, 4));
}

#[test]
fn what_derives_nothing_recurs_on_the_left_or_is_unused_is_found() {
    let text = "a = b c\nb = %x30 b\nc = [ d ] c / d\nd = *\"x\"\ne = d\n";
    let grammar = Grammar::parse(text).unwrap();
    let names = |rules: Vec<&urigram_automata::abnf::Rule>| {
        rules.iter().map(|rule| rule.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(grammar.barren()), ["a", "b"]);
    assert_eq!(names(grammar.left_recursive()), ["c"]);
    assert_eq!(names(grammar.unused()), ["e"]);
    // Each barren rule has an automaton without a string, and no other rule has one.
    for rule in grammar.rules() {
        if let Ok(dfa) = grammar.dfa(&rule.name, Terminals::CodePoints, Limits::default()) {
            let is_barren = names(grammar.barren()).contains(&rule.name);
            assert_eq!(dfa.is_empty(), is_barren, "{}", rule.name);
        }
    }
}

#[test]
fn nothing_panics_on_pieces_of_documents() {
    for start in (0..PAGES.len()).step_by(3) {
        for end in (start..PAGES.len()).step_by(41) {
            if let Some(text) = PAGES.get(start..end) {
                extract(text, ListRule::Recipient);
            }
        }
    }
    for text in
        ["a = #", "a = 1#", "a = #(", "a = \"#", "a = <#", "<?xml", "<?xml\n<artwork", "A = #é"]
    {
        extract(text, ListRule::Sender);
    }
}

/// The document's own words count: names of references, and quotes whose case counts.
#[test]
fn references_and_quotes_are_read_as_the_document_says() {
    let text = "   Keywords, using abnfgen's syntax for case-sensitive strings\n\n\
                \x20     leaf = 'leaf' / \"it's\"\n\
                \x20     host = <host, see [URI], Section 3.2.2>\n\
                \x20     other = leaf / host\n\n\
                7.  References\n\n\
                \x20  [URI]      Berners-Lee, T., Fielding, R., and L. Masinter,\n\
                \x20             \"Uniform Resource Identifier\", STD 66, RFC 3986,\n\
                \x20             January 2005.\n";
    let found = extract(text, ListRule::Recipient);
    let abnf = found.to_abnf();
    assert!(abnf.contains("leaf = %s\"leaf\" / \"it's\"\n"), "{abnf}");
    let grammar = Grammar::read(&abnf);
    let cited: Vec<_> = grammar.cited().map(|(_, one)| (&*one.name, one.rfc)).collect();
    assert_eq!(cited, [("host", Some(3986))]);
}

/// A collected grammar says again what the sections say: lists expanded, or in other words.
#[test]
fn a_collected_grammar_repeats_the_sections() {
    let text = "1.  One\n\n      Accept = #media\n      media = 1*ALPHA\n      GMT = %s\"GMT\"\n\
                \x20     Allow = 1#media\n      Vary = \"a\"\n\n\
                Appendix A.  Collected\n\n\
                \x20     Accept = [ media *( OWS \",\" OWS media ) ]\n\
                \x20     Allow = *( \",\" OWS ) media *( OWS \",\" [ OWS media ] )\n\
                \x20     GMT = %x47.4D.54 ; GMT\n      Vary = \"b\"\n      OWS = *SP\n";
    let found = extract(text, ListRule::Recipient);
    let left: Vec<_> = found.left_out.iter().map(|it| (it.line, &*it.name)).collect();
    assert_eq!(left, [(11, "Accept"), (12, "Allow"), (13, "GMT")]);
    // What differs is there twice, and the collected grammar keeps the name.
    let both: Vec<_> = found.rules.iter().filter(|rule| rule.name.starts_with("Vary")).collect();
    let names: Vec<_> = both.iter().map(|rule| (rule.line, &*rule.name)).collect();
    assert_eq!(names, [(7, "Vary-of-1"), (14, "Vary")]);
}

#[test]
fn an_attribute_of_xml_is_no_rule() {
    let text = "      state = \"active\" / version\n      version = 1*DIGIT\n\n\
                \x20  <x\n      version=\"2\"\n      priority=\"3\">\n";
    let found = names(text);
    assert_eq!(found, ["state", "version"]);
}

/// A thousand definitions that differ, and as many names of references in one rule.
#[test]
fn hostile_documents_end_soon() {
    let start = std::time::Instant::now();
    let twice: String =
        (0..3_000).map(|at| format!("   a{at} = \"x\" / b\n   a{at} = \"y\" / b\n")).collect();
    let found = extract(&format!("{twice}   b = \"b\"\n"), ListRule::Recipient);
    assert_eq!(found.rules.len(), 6_001);
    let brackets = format!("   a = <{}>\n", "[".repeat(1 << 20));
    assert!(extract(&brackets, ListRule::Recipient).rules.is_empty());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn white_space_that_is_implied_is_found() {
    // RFC 2616, section 2.1, broken over lines as there; RFC 9110 does not have it.
    let implied =
        "   implied *LWS\n      The grammar described by this specification is word-based.";
    assert!(implies_white_space(implied));
    assert!(implies_white_space("where implied\n   LWS is allowed"));
    assert!(!implies_white_space("optional white space (OWS) is written where it is allowed"));
}

/// Notations that mean nothing else in ABNF, and what looks like them.
#[test]
fn ranges_of_characters_and_counts_before_a_blank_are_read() {
    let text = "\n   id = alpha 1*15 (digit / %x2D) 2 digit\n   \
                alpha = \"a\"..\"z\" / \"A\".. \"Z\"\n   \
                digit = \"0\"..\"9\" ; 1 (one) of \"0\"..\"9\"\n   dots = \"..\" 1*\".\" %d13 alpha\n";
    let found = extract(text, ListRule::Recipient).to_abnf();
    for line in [
        "id = alpha 1*15(digit / %x2D) 2digit",
        "alpha = %x61-7A / %x41-5A",
        "digit = %x30-39 ; 1 (one) of",
        "dots = \"..\" 1*\".\" %d13 alpha",
    ] {
        assert!(found.contains(line), "{line}\n{found}");
    }
}

/// RFC 2045 and its family write `:=`; elsewhere it gives a value to a variable.
#[test]
fn the_sign_of_mime_defines_rules_and_that_of_programs_does_not() {
    let text = "   content := \"a\" \":\" token\n   token := 1*DIGIT\n   odd := \"x\" ) y\n\
                \x20  id := token\n";
    let found = extract(text, ListRule::Recipient);
    assert_eq!(found.rules[0].source, "content = \"a\" \":\" token");
    assert_eq!(found.rules[0].changes, ["\":=\" of the text is \"=\""]);
    assert_eq!(names(text), ["content", "token", "id"]);
    for text in [
        // Most of these lines are not rules.
        "   x := 1;\n   y := f(x);\n   z := \"a\"\n",
        // RFC 6570: the rules have the other sign.
        "   list = 1*DIGIT\n   item = \"a\" / \"b\"\n   hello := \"Hello\"\n",
    ] {
        let found = extract(text, ListRule::Recipient);
        let is_told = |why: &str| why == "\":=\" assigns a value in this text";
        assert!(found.left_out.iter().any(|it| is_told(&it.why)), "{text}");
        assert!(found.rules.iter().all(|it| it.changes.is_empty()), "{text}");
    }
}

#[test]
fn prose_of_mail_and_mime_describes_characters() {
    let text = "\
   CHAR = <any ASCII character>  ; (  0-177,  0.-127.)
   SPACE = <ASCII SP, space>     ; (     40,      32.)
   CTL = <any ASCII control>     ; (  0- 37,  0.- 31.)
   fold = \"-\" CHAR
   qtext = <any CHAR excepting <\">, \"\\\" & CTL, and including fold>
   dtext = <any CHAR excluding \"[\", \"]\" & CTL, & including fold>
   token = 1*<any (US-ASCII) CHAR except SPACE, CTLs>
   safe = <any octet with decimal value of 33 through 60 inclusive, and 62 through 126>
   other = <any octet with decimal value of 62 through 60>
";
    let rules = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
    let accepts = |rule: &str, text: &str| {
        rules.dfa(rule, Terminals::CodePoints, Limits::default()).unwrap().accepts(text.as_bytes())
    };
    for (rule, inside, outside) in [
        ("SPACE", " ", "a"),
        ("qtext", "a", "\""),
        ("qtext", "-\"", "\\"),
        ("dtext", "-[", "["),
        ("token", "a{\u{7F}", "a b"),
        ("safe", "<", "="),
        ("safe", "~", " "),
    ] {
        assert!(accepts(rule, inside) && !accepts(rule, outside), "{rule}");
    }
    assert!(rules.rule("other").is_none());
}

/// A definition that is not ABNF stays the text's own where only a rule without an operator uses
/// it.
#[test]
fn a_broken_definition_is_kept_wherever_a_rule_uses_its_name() {
    let text =
        "   start = middle\n\n   middle = port\n\n   port = *( digit\n\n   digit = %x30-39\n";
    let grammar = Grammar::read(&extract(text, ListRule::Recipient).to_abnf());
    assert!(grammar.undefined().is_empty() && grammar.error_of("port").is_some(), "{grammar:?}");
    let own = "   a = \"x\" cr\n   cr = <ASCII CR (carriage return)>\n   any = <ASCII CR 13 (x)>\n";
    let grammar = Grammar::read(&extract(own, ListRule::Recipient).to_abnf());
    let cr = grammar.dfa("a", Terminals::Octets, Limits::default()).unwrap();
    assert!(cr.accepts(b"x\r") && !cr.accepts(b"x\n"));
}

/// Lists have the white space of the notation that their text takes.
#[test]
fn older_lists_have_no_optional_white_space_of_rfc_9110() {
    let accepts = |cited: &str, string: &str| {
        let text =
            format!("   It uses the notation of {cited}.\n\n   list = 1#item\n   item = \"x\"\n");
        let mut grammar = Grammar::read(&extract(&text, ListRule::Recipient).to_abnf());
        let more = Grammar::parse("LWS = SP / CRLF SP\nOWS = *HTAB\n").unwrap();
        grammar.import(&[("RFC 2616", &more), ("RFC 5234", &core_rules())]);
        grammar
            .dfa("list", Terminals::Octets, Limits::default())
            .unwrap()
            .accepts(string.as_bytes())
    };
    for (cited, list, other) in [
        ("RFC 822", "x,,x", "x, x"),
        ("RFC 2616", " x \r\n ,, x", "x,\tx"),
        ("RFC 9110 and RFC 2616", ",x\t,,\tx,", "x , x"),
    ] {
        assert!(accepts(cited, list) && accepts(cited, "x,x"), "{cited}: {list:?}");
        assert!(!accepts(cited, other) && !accepts(cited, ","), "{cited}: {other:?}");
    }
}

/// A page that ends behind a rule has taken the blank line above the next paragraph.
#[test]
fn a_paragraph_behind_a_page_break_is_no_part_of_a_rule() {
    let page = "\n\nResnick      Standards Track      [Page 14]\n\u{c}\nRFC 2822    Mail    April 2001\n\n\n";
    let rule = "hour = 2DIGIT\n\nzone = hour / obs\n";
    for (more, expected) in [
        (
            "   The day is the numeric day of the month.  The year is\n   any year.\n",
            Some("hour / obs"),
        ),
        ("   The day is a number\n", Some("hour / obs The day is a number")),
        ("       / \"Z\"\n", Some("hour / obs / \"Z\"")),
        ("   \"a.\" b c d e.\n", None),
    ] {
        let text = format!("{rule}{page}{more}\nobs = \"Z\" zone\n");
        let grammar = Grammar::read(&extract(&text, ListRule::Recipient).to_abnf());
        let found = grammar.rule("zone").map(|rule| rule.expr.to_string());
        assert_eq!(found.as_deref(), expected, "{more}");
    }
}

/// Returns the lines of the errors that an author gets.
fn wrong(text: &str) -> Vec<usize> {
    let mut rules = Grammar::read(&extract(text, ListRule::Recipient).in_place());
    let faults = rules.faults().iter().filter(|fault| !fault.error.kind.is_harmless());
    let faults: Vec<usize> = faults.map(|fault| fault.error.line).collect();
    rules.import(&[("RFC 5234", &core_rules())]);
    let undefined = rules.undefined().into_iter().map(|(_, rule)| rule.line);
    faults.into_iter().chain(undefined).collect()
}

#[test]
fn every_line_that_is_said_to_be_abnf_is_held_to_it() {
    let broken = "flag = ( \"on\" / \"off\"\nbar = \"x\" | \"y\"\na_b = \"z\"\noff = 'off'\n\
                  first = [1-9] *DIGIT\nrange = %x41-\nj := \"k\"\nnm = tokn\n\nno rule at all\n";
    let lines: Vec<usize> = (2..10).chain([11]).collect();
    for (begin, end) in [
        ("~~~ abnf", "~~~"),
        ("```abnf", "```"),
        ("~~~~ {.abnf}", "~~~~"),
        ("<?xml version=\"1.0\"?><rfc><sourcecode type=\"abnf\"><![CDATA[", "]]></sourcecode>"),
        ("<rfc><sourcecode type=\"abnf\">", "</sourcecode>"),
    ] {
        let mut found = wrong(&format!("{begin}\n{broken}{end}\n"));
        found.sort_unstable();
        assert_eq!(found, lines, "{begin}");
    }
    for (begin, end) in [
        ("~~~ json", "~~~"),
        ("```rnc", "```"),
        ("<?xml version=\"1.0\"?><rfc><sourcecode type=\"rnc\"\n name=\"x\">", "</sourcecode>"),
    ] {
        assert_eq!(wrong(&format!("{begin}\n{broken}{end}\n")), [0; 0], "{begin}");
    }
}

#[test]
fn running_text_is_held_to_abnf_beside_rules() {
    let text = |lines: &str| {
        format!("   The notation is that of RFC 5234:\n\n      a = \"x\" / b\n      b = 1*DIGIT\n{lines}")
    };
    for (lines, expected) in [
        ("      c = ( \"y\"\n", vec![5]),
        ("      c = \"y\" | a\n", vec![5]),
        ("      c_d = \"y\" / a\n", vec![5]),
        ("      c := \"y\" / a\n", vec![5]),
        ("      c = tokn\n", vec![5]),
        ("\n   As in:\n\n      c = [ \"y\"\n\n   and so on.\n", vec![8]),
        ("\n   where c = f(x), or\n   name=value pairs separated by \"&\".\n", vec![]),
        ("\n   WWW-Authenticate: Digest\n      realm=\"x\",\n      qop=\"auth\",\n", vec![]),
        ("\n   As in:\n\n      Time=20141224T1500Z\n", vec![]),
        ("\n   The client computes:\n\n      A1 = H( user \":\" realm )\n", vec![]),
        ("\n   In C:\n\n      len = ntohs(p->len);\n      x = y;\n", vec![]),
        ("\n   In RELAX NG:\n\n   start =\n     element x { y }?\n   z = p | q\n   v = attribute w { t }\n", vec![]),
    ] {
        assert_eq!(wrong(&text(lines)), expected, "{lines}");
    }
}

#[test]
fn a_section_of_the_text_has_the_rule() {
    let text = "\
1.  Introduction

   The rules are in ABNF [RFC5234].

2.  Words

      word  = 1*ALPHA
      file  = *( word CRLF )

3.  Values

      value = *( word / WSP )
      word  = <as defined in Section 2>
";
    let is_held = |text: &str| {
        extract(text, ListRule::Recipient).in_place().contains("<as defined in Section 2>")
    };
    assert!(!is_held(text));
    assert!(is_held(&text.replace("word  = 1*", "name  = 1*")));
}
