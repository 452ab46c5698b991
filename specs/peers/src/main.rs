//! The generated types beside crates written by hand: times of validation, and strings on which the
//! verdicts differ. Prints the tables of `RESULTS.md` as Markdown.
//!
//! ```sh
//! cargo run --release --manifest-path specs/peers/Cargo.toml
//! ```

mod clock;
mod differences;
mod subjects;
mod texts;

use differences::Differences;

fn main() {
    // A panic is an answer to be counted, not to be printed.
    std::panic::set_hook(Box::new(|_| {}));
    let subjects = subjects::all();
    println!(
        "| type | states | file of tables | crate | strings | ns | urigram's ns | ratio |"
    );
    println!("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |");
    for subject in &subjects {
        for peer in &subject.peers {
            let both: Vec<&str> = subject
                .texts
                .iter()
                .map(|text| &**text)
                .filter(|text| (subject.accepts)(text) && peer.verdict(text) == Some(true))
                .collect();
            if both.is_empty() {
                println!(
                    "| `{}` | {} | {} | {} | none accepted by both |",
                    subject.name, subject.states, subject.bytes, peer.name
                );
                continue;
            }
            let [own, theirs] = clock::times(&both, [subject.accepts, peer.accepts]);
            println!(
                "| `{}` | {} | {} bytes | {} | {} | {theirs:.0} | {own:.0} | {:.2} |",
                subject.name,
                subject.states,
                subject.bytes,
                peer.name,
                both.len(),
                own / theirs
            );
        }
    }
    println!("\n| type | crate | vectors | accepts what the rules reject | rejects what they accept | panics on |");
    println!("| --- | --- | ---: | --- | --- | --- |");
    for subject in &subjects {
        for peer in &subject.peers {
            let differences = Differences::of(subject, peer);
            println!(
                "| `{}` | {} | {} | {} | {} | {} |",
                subject.name,
                peer.name,
                subject.vectors.len(),
                differences.accepted,
                differences.rejected,
                differences.panics
            );
        }
    }
}
