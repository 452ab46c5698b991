//! Verdicts and causes of strings with a known history.

use urigram_revisions::{blame, Frame, Revision};

/// Returns the events of a string: date, verdict, the rules that caused it.
fn events(input: &str) -> Vec<(&'static str, Option<bool>, Vec<String>)> {
    let one = |event: &urigram_revisions::Event| {
        let rules = event.cause.iter().flat_map(|cause| cause.rules.iter());
        (event.frame.date(), event.accepted, rules.map(|rule| rule.name.clone()).collect())
    };
    blame(input.as_bytes()).events.iter().map(one).collect()
}

#[test]
fn brackets_entered_in_october_2002() {
    let events = events("http://[::1]/");
    let entry = events.iter().find(|(date, verdict, _)| *date > "1997" && *verdict == Some(true));
    let (date, _, rules) = entry.unwrap();
    assert_eq!((*date, rules.first().map(String::as_str)), ("2002-10-28", Some("host")));
}

/// RFC 6874 let an address have a zone, and RFC 9844 took that back.
#[test]
fn zones_came_and_went() {
    let events = events("http://[fe80::1%25en1]/");
    let (since, rules) = ("2013-02-01", vec!["IP-literal".to_owned()]);
    assert!(events.contains(&(since, Some(true), rules.clone())), "{events:?}");
    assert!(events.contains(&("2025-08-01", Some(false), rules)), "{events:?}");
}

/// The verdicts of the URL Standard's line on a string.
fn of_the_standard(text: &str) -> Vec<(&'static str, Option<bool>)> {
    let all = blame(text.as_bytes()).events;
    let of_line = all.iter().filter(|event| event.frame.line().id == "url-standard");
    of_line.map(|event| (event.frame.date(), event.accepted)).collect()
}

/// The first text leaves the host open, which every URL of a relative scheme has, so that nothing
/// has a verdict before 2014. A name such as an ISBN was not a valid string from 2015 to 2026, for
/// its colon looked like a scheme's; a circumflex is in no state of the text, and in the drafts of
/// 1994 alone.
#[test]
fn names_became_urls_again_in_2026() {
    let (open, begin, end) = (("2012-10-25", None), "2014-04-15", "2026-06-30");
    let of = |text: &str| {
        let all = of_the_standard(text);
        assert_eq!(all[0], open, "{text}");
        all[1..].to_vec()
    };
    let (no, yes) = (Some(false), Some(true));
    let (colon, fragment) = ("2015-08-15", "2016-07-28");
    assert_eq!(of("urn:isbn:0451450523"), [(begin, yes), (colon, no), (end, yes)]);
    assert_eq!(of("http://a/"), [(begin, yes), (colon, no), (fragment, yes)]);
    assert_eq!(of("http://a/#b"), [(begin, yes), (colon, no), ("2015-08-16", yes)]);
    let slashes = [(begin, no), ("2015-06-17", yes), (colon, no), (end, yes)];
    assert_eq!(of("http://a//b"), slashes);
    assert_eq!(of("http://u:p@a/"), [(begin, yes), ("2015-06-15", no)]);
    assert_eq!(of("file:///a#b"), [(begin, no), ("2015-08-17", yes)]);
    assert_eq!(of("gopher:a#b"), [(begin, no), ("2019-10-18", yes)]);
    let opaque = [(begin, no), ("2015-06-17", yes), (colon, no), (fragment, yes)];
    assert_eq!(of("a://[::1]/")[..4], opaque);
    assert_eq!(of("a://[::1]/")[4..], [("2017-01-24", no), ("2017-02-10", yes)]);
    assert_eq!(of("http//a#b"), [(begin, no), (colon, yes), ("2015-08-16", no)]);
    assert_eq!(
        of("http://a:65536/#"),
        [(begin, yes), (colon, no), ("2015-08-16", yes), ("2020-05-18", no)]
    );
    assert_eq!(of("http://a/^"), [(begin, no)]);
    let of_1994 = events("http://a/^");
    assert_eq!(of_1994[0].1, Some(true));
    assert!(of_1994[1..].iter().all(|event| event.1 != Some(true)), "{of_1994:?}");
}

#[test]
fn a_query_was_one_character_for_a_day() {
    let all = events("http://a/b?x=y");
    let same_day: Vec<_> = all.iter().filter(|(date, ..)| *date == "2002-10-28").collect();
    assert_eq!(same_day.len(), 2, "{all:?}");
    assert_eq!((same_day[0].1, &same_day[0].2[..]), (Some(false), &["query".to_owned()][..]));
    assert_eq!((same_day[1].1, &same_day[1].2[..]), (Some(true), &["query".to_owned()][..]));
}

/// With the definitions of a cause as they were, the verdict is the old one: shown by the verdicts
/// of the frames themselves, and by every change having a cause.
#[test]
fn every_change_of_a_verdict_has_a_cause() {
    for input in ["", "http://a/b?x=y", "http://[::1]/", "http://a/~b", "a:b", "//a", "http://a#"] {
        let all = blame(input.as_bytes()).events;
        let mut last: Option<bool> = None;
        for event in &all {
            if event.frame.before().is_none() {
                last = None;
            }
            let changed = last.is_some() && event.accepted.is_some() && event.accepted != last;
            assert_eq!(changed, event.cause.is_some(), "{input:?} {event:?}");
            if let Some(cause) = &event.cause {
                assert!(!cause.rules.is_empty());
                assert!(cause.rules.iter().all(|rule| rule.before != rule.after));
                assert_eq!(cause.since.accepts(input.as_bytes()), last);
            }
            last = event.accepted.or(last);
        }
    }
}

#[test]
fn no_input_makes_it_panic() {
    for input in [&b"\xFF\xFE"[..], b"\0", "ä".as_bytes(), &[b'a'; 100_000], &[b'%'; 3_000]] {
        assert!(!blame(input).events.is_empty());
    }
}

#[test]
fn revisions_have_names() {
    let named = |name: &str| name.parse::<Revision>();
    assert_eq!(named("rfc2396bis@2004-03-26").unwrap().number, Some(97));
    assert_eq!(named("rfc2396bis@c235999").unwrap().number, Some(97));
    assert_eq!(named("rfc2396bis@97").unwrap().commit, Some("c235999"));
    assert_eq!(named("draft-fielding-url-syntax-05"), named("url-syntax-05"));
    // The last of several revisions of a day.
    assert_eq!(named("rfc2396bis@2002-10-28").unwrap().number, Some(20));
    let nearest = |name: &str| named(name).unwrap_err().nearest.unwrap_or_default();
    assert_eq!(nearest("rfc2396bis@2004-03-27"), "rfc2396bis@2004-03-26");
    assert_eq!(nearest("rfc2396bi@97"), "rfc2396bis@97");
    assert_eq!(nearest("rfc2396bis@999"), "rfc2396bis@131");
    assert_eq!(nearest("rfc2396bis@c235998"), "rfc2396bis@c235999");
    assert_eq!(nearest("url-syntax-11"), "url-syntax-10");
    assert_eq!(nearest("banana"), "");
    assert!(Revision::is_name("url-syntax-11") && Revision::is_name("uri@x"));
    assert!(!Revision::is_name("rfc3986") && !Revision::is_name("a@b"));
}

#[test]
fn a_frame_finds_itself_by_its_name() {
    for frame in Frame::all() {
        assert_eq!(frame.name().parse::<Revision>().unwrap().frame, frame);
        for draft in frame.drafts() {
            assert_eq!(draft.short.parse::<Revision>().unwrap().frame, frame);
        }
    }
}
