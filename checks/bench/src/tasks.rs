//! The tasks, each with its inputs and contenders.

use crate::clock::{time, Contender};
use crate::corpus::Corpus;
use crate::report::{Report, Section};
use crate::{
    components, guard, iris, lines, normalize, recognise, resolve, templates, trees, values,
};

/// A title, the inputs, and a function that makes the contenders only if the task runs.
type Task<'a> = (&'static str, Vec<&'a str>, fn() -> Vec<Contender<'a>>);

/// Runs the tasks whose titles contain `wanted`.
pub fn run(corpus: &Corpus, rounds: usize, wanted: &str) -> Report {
    let mut report = Report::default();
    let more = Iris {
        absolute: iris::of(&corpus.uris),
        references: iris::of_references(&corpus.references),
    };
    for (title, inputs, contenders) in
        tasks(corpus, &more).into_iter().filter(|(title, ..)| title.contains(wanted))
    {
        eprintln!("{title} …");
        let timings = time(&contenders(), &inputs, rounds);
        report.sections.push(Section::new(title, &inputs, timings));
    }
    if "Lines".contains(wanted) {
        eprintln!("Lines …");
        report.lines = lines::report(&corpus.lines(2 << 20));
    }
    report
}

/// The IRIs and the references that [`tasks`] borrows.
struct Iris {
    absolute: Vec<String>,
    references: Vec<String>,
}

fn tasks<'a>(corpus: &'a Corpus, more: &'a Iris) -> Vec<Task<'a>> {
    let uris = of(&corpus.uris);
    let small = uris[..1000].to_vec();
    let normal = uris.iter().copied().filter(|uri| normalize::is_normal(uri)).collect();
    vec![
        ("Parse", uris.clone(), components::contenders),
        ("Parse, 1,000 URIs", small.clone(), components::contenders),
        ("Parse and read all seven components", uris.clone(), components::readers),
        ("Parse and read all seven components, 1,000 URIs", small, components::readers),
        ("Parse, by engine", uris.clone(), components::engines),
        ("Parse URNs", of(&corpus.urns), components::urns),
        ("Parse URNs, NID and NSS", of(&corpus.urns), components::urns_with_parts),
        ("Validate", uris.clone(), recognise::valid),
        ("Reject", of(&corpus.invalid), recognise::invalid),
        ("Resolve", of(&corpus.references), resolve::contenders),
        ("Normalize", uris.clone(), normalize::contenders),
        ("Normalize what is normal", normal, normalize::contenders),
        ("Which grammars accept", uris.clone(), recognise::all_grammars),
        ("Guard: a document and two practices", uris.clone(), guard::practices),
        ("Guard: two documents", uris.clone(), guard::documents),
        ("IRIs: parse", of(&more.absolute), iris::parse),
        ("IRIs: resolve", of(&more.references), iris::resolve),
        ("IRIs: normalize", of(&more.absolute), iris::normalize),
        ("Values: parse to an owned value", uris.clone(), values::owned),
        ("Set a fragment", uris.clone(), values::set_fragment),
        ("Values: encode as a path segment", uris.clone(), values::encode),
        ("Values: build of three segments and a pair", uris.clone(), values::build),
        ("URI templates: parse and expand", templates::inputs(), templates::contenders),
        ("Trees by RFC 3986, each node read", uris[..1000].to_vec(), trees::contenders),
    ]
}

fn of(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
