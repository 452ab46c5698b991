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
const ROUNDS: usize = 15;

/// Returns the fastest times of two tasks, which take turns: what else the machine does meets both.
fn fastest(mut one: impl FnMut(), mut other: impl FnMut()) -> [Duration; 2] {
    fn timed(run: &mut impl FnMut()) -> Duration {
        let begun = Instant::now();
        run();
        begun.elapsed()
    }
    (0..ROUNDS).fold([Duration::MAX; 2], |[least, least_of_other], _| {
        [least.min(timed(&mut one)), least_of_other.min(timed(&mut other))]
    })
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
    let table = black_box(Grammar::Rfc3986.tables(Reading::Corrected).start());
    let rate = |time: Duration| urls.len() as f64 / time.as_secs_f64() / 1e6;
    println!("{} rows; the library finds the host of each in turn with the kernel", column.len());
    println!("{:<24} {:>12} {:>12}   kernel to library", "", "kernel", "library");
    let grammars = [("from", Argument::Text("rfc2396")), ("to", Argument::Text("rfc3986"))];
    let names = ["host", "accepts", "split", "error", "accepting", "normalize", "key", "surt"];
    let calls = names.map(|name| (name, &[][..]));
    let part = [("part", Argument::Text("HOST"))];
    let others = [("changes", &grammars[..]), ("try_parse_url", &part[..])];
    for (name, arguments) in calls.into_iter().chain(others) {
        let plan = Function::named(name)?.plan(arguments)?;
        for (kind, column) in [("Utf8", &column), ("Utf8View", &views)] {
            let run = || {
                black_box(plan.run(&[Arc::clone(column)]).map(|found| found.len()).ok());
            };
            let [kernel, library] = fastest(run, || hosts(&urls, table));
            let ratio = kernel.as_secs_f64() / library.as_secs_f64();
            let label = format!("{name}, {kind}");
            let [kernel, library] = [kernel, library].map(rate);
            println!("{label:<24} {kernel:>8.1} M/s {library:>8.1} M/s   {ratio:.2}");
        }
    }
    Ok(())
}
