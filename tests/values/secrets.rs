//! Logs show neither passwords of values (RFC 3986, 7.5) nor inputs that were rejected.

use std::fmt::Debug;

use urigram::base::BaseCandidates;
use urigram::constraints::violations;
use urigram::iri::iri_to_uri;
use urigram::tree::Tree;
use urigram::{
    Builder, Grammar, Iri, IriBuf, IriRefBuf, Normalizer, PercentEncoding, Reading, Resolver,
    Select, UrcBuf, Uri, UriBuf, UriRefBuf, UrnBuf,
};
use urigram_conform::every_grammar;

const SECRET: &str = "hunter2";

/// Shows a result as a log does, and returns whether it is an error.
fn is_error<T: Debug, E: Debug + std::fmt::Display>(result: &Result<T, E>) -> bool {
    let Err(error) = result else { return false };
    let shown = format!("{error:?} {error} {error:#?}");
    assert!(!shown.contains(SECRET), "{shown}");
    true
}

/// Inputs with the secret before and after the error. Every grammar rejects some.
const REJECTED: [&str; 8] = [
    "http://u:hunter2@h/ ",
    " http://u:hunter2@h/",
    "http://u:hunter2@h:x/\u{7}",
    "//u:hunter2@h:-1",
    "urn:hunter2",
    "<hunter2",
    "hunter2 \u{202E}",
    "http://u:hunter2@[/",
];

#[test]
fn errors_show_no_rejected_input() {
    let mut errors = 0;
    for &grammar in every_grammar() {
        for reading in Reading::ALL {
            for text in REJECTED {
                let owned = || text.to_owned();
                let resolver = Resolver::new(grammar).reading(reading);
                let normalizer = Normalizer::new(grammar).reading(reading);
                let found = [
                    is_error(&UriBuf::parse_by(grammar, reading, owned())),
                    is_error(&UriRefBuf::parse_by(grammar, reading, owned())),
                    is_error(&IriBuf::parse_by(grammar, reading, owned())),
                    is_error(&IriRefBuf::parse_by(grammar, reading, owned())),
                    is_error(&UrnBuf::parse_by(grammar, reading, owned())),
                    is_error(&UrcBuf::parse_by(grammar, reading, owned())),
                    is_error(&resolver.resolve(text, "g")),
                    is_error(&resolver.resolve("http://a/b", text)),
                    is_error(&resolver.relativize(text, text)),
                    is_error(&normalizer.normalize(text)),
                    is_error(&normalizer.equivalent(text, text)),
                    is_error(
                        &BaseCandidates { embedded: Some(text), ..Default::default() }
                            .establish(grammar),
                    ),
                    is_error(&Builder::new(grammar).scheme("a").host(text).build()),
                    is_error(&Builder::new(grammar).path(text).build_uri_ref()),
                    is_error(&Tree::parse(grammar, reading, None, text.as_bytes())),
                    is_error(&PercentEncoding::of(grammar).decode("%hunter2")),
                ];
                errors += found.into_iter().filter(|&is_error| is_error).count();
                let selection = Select::Exactly(grammar).select(text.as_bytes(), reading);
                assert!(!format!("{selection:?}").contains(SECRET));
                let found = violations(grammar, reading, text.as_bytes());
                assert!(!format!("{found:?}").contains(SECRET));
                if let Ok(mut value) = UriBuf::parse_by(grammar, reading, "http://h/p".to_owned()) {
                    errors += [
                        is_error(&value.set_host(text)),
                        is_error(&value.set_userinfo(Some(text))),
                        is_error(&value.set_path(text)),
                        is_error(&value.push_segment(text)),
                        is_error(&value.as_uri().with_query(text)),
                    ]
                    .into_iter()
                    .filter(|&is_error| is_error)
                    .count();
                }
            }
        }
    }
    assert!(errors > 1000, "{errors}");
    for text in REJECTED {
        is_error(&Uri::parse(text));
        is_error(&UriBuf::try_from(text.to_owned()));
        is_error(&IriBuf::try_from(text.to_owned()));
        is_error(&iri_to_uri(text));
        is_error(&text.parse::<UriBuf>());
    }
    // The input is there for who asks.
    let rejected = UriBuf::try_from(REJECTED[0].to_owned()).unwrap_err();
    assert_eq!(rejected.into_input(), REJECTED[0]);
    let error = Uri::parse(REJECTED[0]).unwrap_err();
    assert!(error.diagnose(REJECTED[0].as_bytes()).to_string().contains(SECRET));
}

/// The algorithm gives a text that is not a target, in which the password of the base is.
#[test]
fn a_refused_target_shows_no_base() {
    let base = Iri::parse("a:/b").unwrap();
    let error = base.resolve(urigram::iri_ref!(".//u:hunter2@c")).unwrap_err();
    assert!(is_error(&Err::<(), _>(error.clone())));
    assert_eq!(error.literal(), Some("a://u:hunter2@c"));
}

#[test]
fn no_value_shows_its_password_by_debug() {
    let text = "http://u:hunter2@h/p?q#f";
    let shown = |value: &dyn Debug| {
        let shown = format!("{value:?} {value:#?}");
        assert!(!shown.contains(SECRET), "{shown}");
        assert!(shown.contains("***"), "{shown}");
    };
    let value = UriBuf::parse(text).unwrap();
    shown(&value);
    shown(&value.as_uri());
    shown(&value.as_uri_ref());
    shown(&IriBuf::from(value.clone()).as_iri());
    shown(&IriRefBuf::from(value.clone()));
    shown(&Builder::from(&value));
    shown(&Builder::new(Grammar::Rfc3986).authority("u:hunter2@h"));
    shown(&Resolver::new(Grammar::Rfc3986).resolve(text, "g").unwrap());
    let base = BaseCandidates { embedded: Some(text), ..Default::default() };
    let base = base.establish(Grammar::Rfc3986).unwrap();
    assert!(!format!("{base:?}").contains(SECRET));
    assert_eq!(value.as_uri().display_masked().to_string(), "http://u:***@h/p?q#f");
    assert_eq!(value.to_string(), text);
}
