//! Writes `vectors/rfc3986.tsv`.

use urigram_conform::vectors;

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/rfc3986.tsv");
    let rendered = vectors::render(&vectors::subject());
    match rendered.and_then(|text| std::fs::write(path, text).map_err(|error| error.to_string())) {
        Ok(()) => println!("{path}"),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }
}
