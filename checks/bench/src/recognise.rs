//! The task of giving a verdict and nothing else.

use crate::clock::Contender;
use pest::Parser as _;
use regex_automata::{dfa::dense, dfa::Automaton, Anchored, Input};
use urigram::documents::Table;
use urigram::{Grammar, Reading};
use urigram_grammars::Engine;
use urigram_parsers::rfc3986;

/// Returns true if the parser that pest derives from the grammar file parses the whole input.
pub fn pest_accepts(text: &str) -> bool {
    rfc3986::Parser::parse(rfc3986::Rule::URI, text)
        .is_ok_and(|mut tree| tree.next().is_some_and(|node| node.as_str().len() == text.len()))
}

/// Returns RFC 3986's rule `URI` as a regular expression, without the inside of an IP literal.
fn expression() -> dense::DFA<Vec<u32>> {
    let pct = "%[0-9A-Fa-f]{2}";
    let pchar = format!("(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|{pct})");
    let name = format!("(?:[A-Za-z0-9._~!$&'()*+,;=-]|{pct})*");
    let userinfo = format!("(?:[A-Za-z0-9._~!$&'()*+,;=:-]|{pct})*");
    let authority = format!(r"(?:{userinfo}@)?(?:\[[0-9A-Fa-f:.]+\]|{name})(?::[0-9]*)?");
    let hier = format!(
        "(?://{authority}(?:/{pchar}*)*|/(?:{pchar}+(?:/{pchar}*)*)?|{pchar}+(?:/{pchar}*)*|)"
    );
    let rest = format!("(?:{pchar}|[/?])*");
    let uri = format!(r"[A-Za-z][A-Za-z0-9+.-]*:{hier}(?:\?{rest})?(?:#{rest})?\z");
    let syntax = regex_automata::util::syntax::Config::new().unicode(false);
    let built = dense::Builder::new()
        .syntax(syntax)
        .configure(
            dense::Config::new()
                .start_kind(regex_automata::dfa::StartKind::Anchored)
                .minimize(true),
        )
        .build(&uri);
    built.expect("the expression is right")
}

fn tables() -> impl Iterator<Item = (Grammar, &'static Table)> {
    let of = |grammar: Grammar| grammar.tables(Reading::Corrected);
    Grammar::ALL
        .iter()
        .map(move |&grammar| (grammar, of(grammar).uri.unwrap_or_else(|| of(grammar).start())))
}

pub fn valid<'a>() -> Vec<Contender<'a>> {
    let mut all = vec![Contender::new(
        "fluent-uri",
        |text| fluent_uri::Uri::parse(text).is_ok(),
        fluent_uri::Uri::parse,
    )];
    all.extend(tables().map(|(grammar, table)| {
        let accepts = move |text: &str| table.accepts(text.as_bytes());
        Contender::new(format!("urigram {grammar}"), accepts, accepts)
    }));
    let ada = |text: &str| ada_url::Url::can_parse(text, None);
    all.push(Contender::new("ada-url can_parse (WHATWG)", ada, ada));
    let dfa = expression();
    let other = dfa.clone();
    let search = |dfa: &dense::DFA<Vec<u32>>, text: &str| {
        let input = Input::new(text).anchored(Anchored::Yes);
        matches!(dfa.try_search_fwd(&input), Ok(Some(_)))
    };
    all.push(Contender::new(
        "regex-automata, dense",
        move |text| search(&dfa, text),
        move |text| search(&other, text),
    ));
    all.push(Contender::new("pest", pest_accepts, pest_accepts));
    all
}

pub fn invalid<'a>() -> Vec<Contender<'a>> {
    let mut all = vec![Contender::new(
        "fluent-uri",
        |text| fluent_uri::Uri::parse(text).is_err(),
        fluent_uri::Uri::parse,
    )];
    all.push(Contender::new(
        "urigram",
        |text| urigram::Uri::parse(text).is_err(),
        urigram::Uri::parse,
    ));
    for id in ["url-1997", "rfc2396", "rfc2732", "uri-2003", "rfc3986"] {
        let grammar: Grammar = id.parse().expect("a grammar");
        let parse = move |text| urigram::Iri::parse_by(grammar, Reading::Corrected, text);
        all.push(Contender::new(format!("urigram {id}"), move |text| parse(text).is_err(), parse));
    }
    let iri_string = |text| iri_string::types::UriStr::new(text).is_err();
    all.push(Contender::new("oxiri", |text| oxiri::Iri::parse(text).is_err(), oxiri::Iri::parse));
    all.push(Contender::new("iri-string", iri_string, iri_string));
    all.push(Contender::new(
        "iref",
        |text| iref::Uri::new(text).is_err(),
        |text| iref::Uri::new(text).is_err(),
    ));
    all
}

pub fn all_grammars<'a>() -> Vec<Contender<'a>> {
    let one = Grammar::Rfc3986.tables(Reading::Corrected).start();
    let run = move |text: &str| one.accepts_by(Engine::Table, text.as_bytes());
    let fast = move |text: &str| one.accepts(text.as_bytes());
    let accepting = |text: &str| urigram::selection::accepting(text.as_bytes(), Reading::Corrected);
    let each = |text: &str| tables().filter(|(_, table)| table.accepts(text.as_bytes())).count();
    vec![
        Contender::new("one run of one table (rfc3986)", |_| true, run),
        Contender::new("one grammar by its splitter (rfc3986)", |_| true, fast),
        Contender::new("urigram accepting", |_| true, accepting),
        Contender::new("each table in turn", |_| true, each),
    ]
}
