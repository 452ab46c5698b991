//! Tests of selection against a naive model: two grammars are compared by what the documentation
//! of `Select` says, and the best of all is looked for.

use std::cmp::Ordering;

use crate::corpus::{examples_that, Says};
use crate::support::samples;
use urigram::documents::{Date, Form};
use urigram::errors::Objection;
use urigram::selection::{accepting, Any, Reason, Selection, Selector};
use urigram::{FormError, Grammar, Reading, Select, SyntaxError};

/// Inputs of every form, and of none.
const ODD: [&str; 24] = [
    "",
    "<",
    ">",
    "<>",
    "<a",
    "a>",
    "<URN:a:b;",
    "<http://a/",
    "<http://a/>",
    "<URN:a:b;>",
    "urn",
    "urn:",
    "URN:a:b",
    "urn:a:\u{e9}",
    "<\u{e9}>",
    "<urn:a:b>",
    "\u{e9}",
    "http://a/\u{e9}",
    "http://[fe80::1%25en1]/",
    "http://[::1]/",
    "http://a/ b",
    "a b",
    "urn-7:a:b",
    "ur\u{212A}n:a:b",
];

/// Returns the inputs: odd ones, printed examples of every document, random members of every
/// grammar, and each of these without a character.
fn inputs() -> Vec<String> {
    let mut all: Vec<String> = ODD.map(String::from).to_vec();
    for &grammar in Grammar::ALL {
        let printed = examples_that(grammar, &[Says::Valid, Says::Invalid]);
        all.extend(printed.into_iter().filter_map(|example| example.text).take(40));
        all.extend(samples(grammar, 14, 12).into_iter().take(60));
    }
    let near: Vec<String> = all
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.is_empty())
        .map(|(index, text)| {
            let dropped = index % text.chars().count();
            text.chars().enumerate().filter(|&(at, _)| at != dropped).map(|(_, c)| c).collect()
        })
        .collect();
    all.extend(near);
    all
}

fn error(grammar: Grammar, reading: Reading, input: &str) -> Option<SyntaxError> {
    grammar.tables(reading).start().check(input.as_bytes(), reading).err()
}

/// Returns true if the input's form is the form that the grammar's document defines.
fn has_form(grammar: Grammar, input: &str) -> bool {
    let is_citation = input.len() > 1 && input.starts_with('<') && input.ends_with('>');
    let is_name = !is_citation && input.to_ascii_lowercase().starts_with("urn:");
    let is_international = !is_citation && !is_name && input.bytes().any(|byte| byte > 127);
    match grammar.document().form {
        Form::Urc => is_citation,
        Form::Urn => is_name,
        Form::Iri => is_international,
        _ => !is_citation && !is_name && !is_international,
    }
}

/// Compares two grammars by the order in which `Select::Auto` tries them.
fn tried_first(a: Grammar, b: Grammar, input: &str) -> Ordering {
    let generality = |grammar: Grammar| match grammar.document().form {
        Form::Generic | Form::Locator if grammar.document().base.is_none() => "1: whole",
        Form::Generic | Form::Locator => "2: patches",
        Form::Iri => "3: beyond US-ASCII",
        _ => "4: names and citations",
    };
    has_form(b, input)
        .cmp(&has_form(a, input))
        .then_with(|| generality(a).cmp(generality(b)))
        .then_with(|| newest_first(a, b))
}

/// Compares two grammars by date, the newest first; `Grammar::ALL` decides about the same day.
fn newest_first(a: Grammar, b: Grammar) -> Ordering {
    let place = |grammar| Grammar::ALL.iter().position(|&other| other == grammar);
    b.document().date.cmp(&a.document().date).then_with(|| place(b).cmp(&place(a)))
}

/// Checks a selection among grammars. The first to accept is wanted.
fn check_first(
    found: &Selection,
    order: impl Fn(Grammar, Grammar) -> Ordering,
    reason: impl Fn(Grammar) -> Reason,
    reading: Reading,
    input: &str,
) {
    let accepting =
        Grammar::ALL.iter().copied().filter(|&one| error(one, reading, input).is_none());
    let best = accepting.min_by(|&a, &b| order(a, b));
    assert_eq!(found.grammar, best, "{input:?}");
    assert_eq!(found.reason, best.map_or(Reason::NoneFits, reason), "{input:?}");
    assert!(found.error.is_none(), "{input:?}");
    let before = |one: Grammar| best.is_none_or(|best| order(one, best) == Ordering::Less);
    let passed: Vec<Grammar> = found.passed_over.iter().map(|(grammar, _)| *grammar).collect();
    assert_eq!(passed.len(), Grammar::ALL.iter().filter(|&&one| before(one)).count(), "{input:?}");
    assert!(passed.iter().all(|&one| before(one)), "{input:?}: {passed:?}");
    assert!(
        passed.windows(2).all(|pair| order(pair[0], pair[1]) == Ordering::Less),
        "{input:?}: {passed:?}"
    );
    for &(grammar, of) in &found.passed_over {
        assert_eq!(Some(of), error(grammar, reading, input), "{input:?} {grammar}");
    }
    check_closest(found, input);
}

/// Checks that the error to show is the first of those with the largest offset.
fn check_closest(found: &Selection, input: &str) {
    let mut furthest: Option<(Grammar, SyntaxError)> = None;
    for &(grammar, error) in &found.passed_over {
        if furthest.is_none_or(|(_, best)| error.offset() > best.offset()) {
            furthest = Some((grammar, error));
        }
    }
    assert_eq!(found.closest(), furthest, "{input:?}");
}

/// Checks a selection of one grammar that is not asked to accept.
fn check_one(
    found: &Selection,
    grammar: Option<Grammar>,
    reason: Reason,
    reading: Reading,
    input: &str,
) {
    assert_eq!(found.grammar, grammar, "{input:?} {reason:?}");
    let found_error = found.error.as_ref().map(|error| match error {
        Objection::Syntax(error) => *error,
        other => panic!("{input:?}: {other}"),
    });
    assert_eq!(
        found_error,
        grammar.and_then(|grammar| error(grammar, reading, input)),
        "{input:?} {reason:?}"
    );
    assert_eq!(
        found.reason,
        if grammar.is_some() { reason } else { Reason::NoneFits },
        "{input:?}"
    );
    assert!(found.passed_over.is_empty() && found.closest().is_none(), "{input:?}");
}

#[test]
fn the_first_that_accepts_is_the_best_of_those_that_accept() {
    let mut selected = Vec::new();
    for input in inputs() {
        for reading in Reading::ALL {
            let select = |how: Select| how.select(input.as_bytes(), reading);
            check_first(&select(Select::Newest), newest_first, |_| Reason::Newest, reading, &input);
            check_first(
                &select(Select::Oldest),
                |a, b| newest_first(b, a),
                |_| Reason::Oldest,
                reading,
                &input,
            );
            let reason = |grammar: Grammar| {
                if !has_form(grammar, &input) {
                    return Reason::Newest;
                }
                let form = grammar.document().form;
                Reason::Form(if form == Form::Locator { Form::Generic } else { form })
            };
            let auto = select(Select::default());
            check_first(&auto, |a, b| tried_first(a, b, &input), reason, reading, &input);
            selected.extend(auto.grammar);
        }
    }
    // A model and an implementation that both never select anything would agree.
    for form in [Form::Generic, Form::Urn, Form::Urc, Form::Iri] {
        assert!(selected.iter().any(|grammar| grammar.document().form == form), "{form:?}");
    }
    assert!(selected.iter().any(|grammar| grammar.document().base.is_some()));
}

// A mutant with `<` for `<=` survived: no input was read on a day of publication.
#[test]
fn a_document_counts_from_the_day_of_its_publication() {
    let dates: Vec<Date> = Grammar::ALL.iter().map(|grammar| grammar.document().date).collect();
    let days = dates.iter().flat_map(|&date| {
        [Date { day: date.day - 1, ..date }, date, Date { day: date.day + 1, ..date }]
    });
    let days: Vec<Date> = days.collect();
    for input in inputs().iter().step_by(3) {
        for &day in &days {
            let published = Grammar::ALL.iter().copied().filter(|one| one.document().date <= day);
            let newest =
                published.filter(|&one| has_form(one, input)).min_by(|&a, &b| newest_first(a, b));
            let found = Select::AsOf(day).select(input.as_bytes(), Reading::Corrected);
            check_one(&found, newest, Reason::AsOf(day), Reading::Corrected, input);
        }
    }
    for &grammar in Grammar::ALL {
        let input = match grammar.document().form {
            Form::Urc => "<URN:a:b;>",
            Form::Urn => "urn:ab:c",
            Form::Iri => "http://a/\u{e9}",
            _ => "http://a/",
        };
        let as_of = |day| Select::AsOf(day).select(input.as_bytes(), Reading::Corrected).grammar;
        let date = grammar.document().date;
        let newest = as_of(date).expect("the document has been published");
        assert!(
            newest == grammar || (newest.document().date == date && newest > grammar),
            "{grammar} {newest}"
        );
        assert_ne!(as_of(Date { day: date.day - 1, ..date }), Some(grammar));
    }
}

#[test]
fn a_named_grammar_is_selected_whatever_the_input() {
    for input in inputs().iter().step_by(5) {
        for &grammar in Grammar::ALL {
            let found = Select::Exactly(grammar).select(input.as_bytes(), Reading::Printed);
            check_one(&found, Some(grammar), Reason::Named, Reading::Printed, input);
        }
    }
}

// A mutant that took `<` alone for a citation survived.
#[test]
fn a_citation_is_closed() {
    let auto = |input: &str| Select::Auto.select(input.as_bytes(), Reading::Corrected);
    assert_eq!(auto("<URN:a:b;>").reason, Reason::Form(Form::Urc));
    let order =
        |input: &str| auto(input).passed_over.first().map(|(grammar, _)| grammar.document().form);
    assert_eq!(order("<URN:a:b; "), Some(Form::Generic));
    assert_eq!(order("<URN:a:b; >"), Some(Form::Urc));
    assert_eq!(order("URN:a:b; >"), Some(Form::Urn));
}

/// A selector made ready for many inputs tries the grammars that a selection tries, in the same
/// order.
#[test]
fn a_selector_tries_what_a_selection_tries() {
    let day = Date { year: 1998, month: 12, day: 31 };
    let before_all = Date { year: 1990, month: 1, day: 1 };
    for select in [
        Select::Auto,
        Select::Newest,
        Select::Oldest,
        Select::Exactly(Grammar::Rfc1738),
        Select::AsOf(day),
        Select::AsOf(before_all),
    ] {
        let selector = Selector::new(select);
        for input in inputs() {
            let found = select.select(input.as_bytes(), Reading::Corrected);
            let tried = selector.candidates(input.as_bytes());
            let passed: Vec<Grammar> = found.passed_over.iter().map(|(one, _)| *one).collect();
            assert_eq!(&tried[..passed.len()], passed, "{select:?} {input:?}");
            assert_eq!(tried.get(passed.len()).copied(), found.grammar, "{select:?} {input:?}");
        }
    }
}

// A mutant whose set was always empty survived.
#[test]
fn the_grammars_that_accept_are_those_without_an_error() {
    let mut sizes = Vec::new();
    for input in inputs().iter().step_by(7) {
        for reading in Reading::ALL {
            let found = accepting(input.as_bytes(), reading);
            for &grammar in Grammar::ALL {
                let accepts = error(grammar, reading, input).is_none();
                assert_eq!(found.contains(grammar), accepts, "{grammar} {input:?}");
            }
            sizes.push(found.iter().count());
        }
    }
    assert!(sizes.contains(&0) && sizes.iter().any(|&size| size > 5), "{sizes:?}");
}

// A mutant that wrote nothing survived.
#[test]
fn a_selection_says_why() {
    let reason = |select: Select, input: &str| {
        select.select(input.as_bytes(), Reading::Corrected).reason.to_string()
    };
    let day = Date { year: 1998, month: 12, day: 31 };
    let before_all = Date { year: 1990, month: 1, day: 1 };
    for (select, input, shown) in [
        (Select::Exactly(Grammar::Rfc1738), "http://a/", "named"),
        (Select::Auto, "<URN:a:b;>", "form: <…> is a citation (URC)"),
        (Select::Auto, "urn:ab:c", "form: urn: begins a name (URN)"),
        (Select::Auto, "http://a/\u{e9}", "form: characters beyond US-ASCII (IRI)"),
        (Select::Auto, "http://a/", "the newest that accepts"),
        (Select::Newest, "http://a/", "the newest that accepts"),
        (Select::Oldest, "http://a/", "the oldest that accepts"),
        (Select::AsOf(day), "http://a/", "the newest of this form by 1998-12-31"),
        (Select::AsOf(before_all), "http://a/", "none fits"),
        (Select::Newest, "http://a/ b|\0", "none fits"),
    ] {
        assert_eq!(reason(select, input), shown, "{select:?} {input:?}");
    }
}

/// A text is a value of the type that its grammar defines, by that grammar, or has an error.
#[test]
fn a_selection_parses() {
    let (mut parsed, mut seen) = (0, [false; 4]);
    for input in inputs() {
        for select in [Select::Auto, Select::Newest, Select::Oldest, Select::ByScheme] {
            let selection = select.select(input.as_bytes(), Reading::Corrected);
            let result = select.parse(&input);
            let Some(selected) = selection.grammar else {
                let (_, closest) = selection.closest().unwrap();
                assert_eq!(result.unwrap_err(), FormError::Syntax(closest), "{input:?}");
                continue;
            };
            let form = selected.document().form;
            let Ok(value) = result else {
                // The start rule may be that of references.
                let tables = selected.tables(Reading::Corrected);
                let table = tables.uri.unwrap_or_else(|| tables.start());
                assert!(!table.accepts(input.as_bytes()), "{input:?} by {selected}");
                continue;
            };
            let (grammar, text, kind) = match value {
                Any::Uri(uri) => (uri.grammar(), uri.as_str().as_bytes(), 0),
                Any::Iri(iri) => (iri.grammar(), iri.as_str().as_bytes(), 1),
                Any::Urn(urn) => (urn.grammar(), urn.as_str().as_bytes(), 2),
                Any::Urc(urc) => (urc.grammar(), urc.as_bytes(), 3),
                _ => unreachable!("there are four"),
            };
            let wanted = [Form::Generic, Form::Iri, Form::Urn, Form::Urc][kind];
            assert!(form == wanted || (form, kind) == (Form::Locator, 0), "{input:?}");
            assert_eq!((grammar, text), (selected, input.as_bytes()));
            (parsed, seen[kind]) = (parsed + 1, true);
        }
    }
    assert!(parsed > 2_500 && seen == [true; 4], "{parsed} {seen:?}");

    let day = Date { year: 1990, month: 1, day: 1 };
    assert_eq!(Select::AsOf(day).parse("http://a/").unwrap_err(), FormError::NoDocument);
}
