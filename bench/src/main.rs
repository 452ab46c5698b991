//! One run compares urigram with its peers, interleaved; `cargo run --release -p urigram-bench [ROUNDS]`.

mod clock;
mod components;
mod corpus;
mod lines;
mod recognise;
mod report;
mod resolve;

use clock::time;
use corpus::Corpus;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(21);
    let corpus = Corpus::new();
    let uris: Vec<&str> = corpus.uris.iter().map(String::as_str).collect();
    let invalid: Vec<&str> = corpus.invalid.iter().map(String::as_str).collect();
    let references: Vec<&str> = corpus.references.iter().map(String::as_str).collect();
    let urns: Vec<&str> = corpus.urns.iter().map(String::as_str).collect();

    report::machine();
    let contenders = components::contenders();
    for (title, inputs) in [("Parse to components", &uris[..]), ("Parse to components, small set", &uris[..1000])] {
        report::task(title, inputs, &time(&contenders, inputs, rounds));
    }
    report::task("URNs to components", &urns, &time(&components::urns(), &urns, rounds));
    report::task("Validate", &uris, &time(&recognise::valid(), &uris, rounds));
    report::task("Reject", &invalid, &time(&recognise::invalid(), &invalid, rounds));
    report::task("Resolve", &references, &time(&resolve::contenders(), &references, rounds));
    report::task("Which grammars accept", &uris, &time(&recognise::all_grammars(), &uris, rounds));
    lines::report(&corpus.lines(2 << 20));
}
