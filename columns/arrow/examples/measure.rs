//! Prints the time of kernels beside that of the library's own loop over the same bytes.
//!
//! `cargo run --release --example measure [FILE]`: a URL on each line; without a file, a million
//! made-up ones.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::{Array, ArrayRef, StringArray, StringViewArray};
use urigram::documents::Table;
use urigram::{Component, Grammar, Reading};
use urigram_arrow::{Argument, Function};

/// The number of rounds, of which the fastest counts.
const ROUNDS: usize = 7;

fn fastest(mut run: impl FnMut()) -> Duration {
    let round = |_| {
        let begun = Instant::now();
        run();
        begun.elapsed()
    };
    (0..ROUNDS).map(round).min().unwrap_or_default()
}

/// Finds the host of each URL as programs do that use the library.
#[inline(always)]
fn hosts(urls: &[&str], table: &'static Table) {
    let mut bytes = 0;
    for url in urls {
        let found = table.components(url.as_bytes(), Reading::Corrected);
        let host = found.ok().and_then(|all| all.text(Component::Host));
        bytes += black_box(host).map_or(0, <[u8]>::len);
    }
    black_box(bytes);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args_os().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => (0..1_000_000)
            .map(|n| {
                format!("https://www{}.example.org/path/{}/index.html?q={n}\n", n % 97, n % 7919)
            })
            .collect(),
    };
    let urls: Vec<&str> = text.lines().collect();
    let column: ArrayRef = Arc::new(StringArray::from(urls.clone()));
    let views: ArrayRef = Arc::new(StringViewArray::from(urls.clone()));
    // The compiler specialises a loop over a grammar that it knows. A kernel's is an argument.
    let constant = Grammar::Rfc3986.tables(Reading::Corrected).start();
    let table = black_box(constant);
    let specialised = fastest(|| hosts(&urls, constant));
    let library = fastest(|| hosts(&urls, table));
    let rate = |time: Duration| urls.len() as f64 / time.as_secs_f64() / 1e6;
    println!("{} rows", column.len());
    let label = "library, constant";
    println!("{label:<24} {:>8.1} million rows a second", rate(specialised));
    println!("{:<24} {:>8.1} million rows a second", "library, host", rate(library));
    let plans = ["host", "accepts", "split", "error", "accepting", "normalize", "key", "surt"];
    for name in plans {
        let plan = Function::named(name)?.plan(&[])?;
        for (kind, column) in [("Utf8", &column), ("Utf8View", &views)] {
            let time = fastest(|| {
                black_box(plan.run(&[Arc::clone(column)]).map(|found| found.len()).ok());
            });
            let ratio = time.as_secs_f64() / library.as_secs_f64();
            let label = format!("{name}, {kind}");
            println!("{label:<24} {:>8.1} million rows a second, {ratio:.2} of it", rate(time));
        }
    }
    let arguments = [("from", Argument::Text("rfc2396")), ("to", Argument::Text("rfc3986"))];
    let plan = Function::named("changes")?.plan(&arguments)?;
    let time = fastest(|| {
        black_box(plan.run(&[Arc::clone(&column)]).map(|found| found.len()).ok());
    });
    println!("{:<24} {:>8.1} million rows a second", "changes", rate(time));
    Ok(())
}
