//! The growth of the time of each path with its input.

use crate::clock::seconds;
use std::hint::black_box;
use std::sync::OnceLock;
use urigram::extract::Extractor;
use urigram::lines::LineTable;
use urigram::selection::accepting;
use urigram::tree::Tree;
use urigram::{Grammar, Normalizer, Reading, Resolver, Select, Uri, UriRef};
use urigram_conform::growth;
use urigram_grammars::Engine;

/// The times of one path.
pub struct Growth {
    name: &'static str,
    /// Bytes, and seconds for one call.
    points: Vec<(usize, f64)>,
}

impl Growth {
    /// Returns the ratio of the time for a byte at the largest size to that at a medium size, where
    /// calls and caches matter little. It is 1 if the cost is linear, and hundreds if it is
    /// quadratic.
    fn bend(&self) -> f64 {
        let rate = |&(bytes, seconds): &(usize, f64)| seconds / bytes as f64;
        let settled =
            self.points.iter().find(|(bytes, _)| *bytes >= SETTLED).map_or(f64::NAN, rate);
        self.points.last().map_or(f64::NAN, rate) / settled
    }
}

const SETTLED: usize = 15 << 10;

/// A path: its name, its largest input in bytes, a function that makes an input of nearly so many
/// bytes, and the call.
type Path = (&'static str, usize, fn(usize) -> String, fn(&str));

const LARGEST: usize = 16 << 20;

const BASE: &str = "http://a/b/c/d;p?q";

/// Returns an identifier with segments, escapes, a query and a fragment.
fn ordinary(bytes: usize) -> String {
    // The rest stays below this, and the whole below the size.
    let third = bytes.saturating_sub(40) / 3;
    let path = "/segment-1/%7Ename%2F".repeat(third / 21);
    let query = "key=value%20two&".repeat(third / 16);
    format!("http://user@www.example.org:8042{path}?{query}#{}", "fragment/".repeat(third / 9))
}

fn without_escapes(bytes: usize) -> String {
    format!("http://a{}", "/b.c".repeat(bytes / 4))
}

fn wrong_at_the_end(bytes: usize) -> String {
    ordinary(bytes) + "%G"
}

fn dot_segments(bytes: usize) -> String {
    format!("HTTP://EXAMPLE.org/{}", "a/%7e/../b/./".repeat(bytes / 13))
}

fn climbing_reference(bytes: usize) -> String {
    format!("a/b{}", "/c/..".repeat(bytes / 5))
}

fn running_text(bytes: usize) -> String {
    let text =
        "See <URL:http://a.example/b> or \"ftp://c.example/d\", and http://e.example/f(g).\n";
    text.repeat(bytes / text.len())
}

fn lines(bytes: usize) -> String {
    let line = "http://www.example.org/over/there?name=ferret#nose\n";
    line.repeat(bytes / line.len())
}

const PATHS: [Path; 13] = [
    ("parse", LARGEST, ordinary, |text| seen(Uri::parse(text))),
    ("accepts, by the table", LARGEST, ordinary, |text| {
        seen(
            Grammar::Rfc3986
                .tables(Reading::Corrected)
                .start()
                .accepts_by(Engine::Table, text.as_bytes()),
        );
    }),
    ("error", LARGEST, wrong_at_the_end, |text| seen(Uri::parse(text))),
    ("accepting", LARGEST, ordinary, |text| seen(accepting(text.as_bytes(), Reading::Corrected))),
    ("select", LARGEST, ordinary, |text| {
        seen(Select::Auto.select(text.as_bytes(), Reading::Corrected));
    }),
    ("normalize, normal", LARGEST, without_escapes, |text| {
        seen(Normalizer::new(Grammar::Rfc3986).normalize(text));
    }),
    ("normalize, dot segments", LARGEST, dot_segments, |text| {
        seen(Normalizer::new(Grammar::Rfc3986).normalize(text));
    }),
    ("normalize by uri-2003, dot segments", LARGEST, dot_segments, |text| {
        seen(Normalizer::new(Grammar::Uri2003).normalize(text));
    }),
    ("resolve, dot segments", LARGEST, climbing_reference, |text| {
        if let (Ok(base), Ok(reference)) = (Uri::parse(BASE), UriRef::parse(text)) {
            seen(base.resolve(reference));
        }
    }),
    ("resolve by RFC 1808, dot segments", LARGEST, climbing_reference, |text| {
        seen(Resolver::new(Grammar::Rfc1808).resolve(BASE, text));
    }),
    ("extract", LARGEST, running_text, |text| {
        seen(Extractor::new(Grammar::Rfc3986).in_bytes(text.as_bytes()).count());
    }),
    ("lines", LARGEST, lines, |text| {
        // Made once for a file of any length.
        static TABLE: OnceLock<LineTable> = OnceLock::new();
        let table = TABLE
            .get_or_init(|| LineTable::new(Grammar::Rfc3986.tables(Reading::Corrected).start()));
        let mut accepted = 0;
        table.judge(text.as_bytes(), |_, accepts| accepted += usize::from(accepts));
        seen(accepted);
    }),
    ("tree", Tree::LONGEST, ordinary, |text| {
        seen(Tree::parse(Grammar::Rfc3986, Reading::Corrected, None, text.as_bytes()));
    }),
];

/// Keeps the compiler from removing work whose result is unused.
fn seen<T>(result: T) {
    black_box(result);
}

/// Times every path at each size.
pub fn measure() -> Vec<Growth> {
    PATHS
        .iter()
        .map(|&(name, largest, make, call)| {
            eprintln!("{name} …");
            let sizes = (0..8).map(|step| 1 << (10 + 2 * step)).filter(|&size| size <= largest);
            let points = sizes.map(|size| {
                let text = make(size);
                // Small inputs take as long as large ones, and run three times at least.
                let runs = (LARGEST / size).clamp(3, 2000);
                (text.len(), seconds(runs, || call(black_box(&text))))
            });
            Growth { name, points: points.collect() }
        })
        .collect()
}

/// Times every public function on hostile inputs and returns a table of the worst for each.
pub fn every_function() -> String {
    let all = growth::FUNCTIONS.iter().map(|&(name, call)| {
        eprintln!("{name} …");
        growth::worst((name, call), SETTLED)
    });
    growth::table(&all.collect::<Vec<_>>())
}

/// Returns nanoseconds for a byte at each size.
pub fn table(growths: &[Growth]) -> String {
    let mut out = String::from("| ns a byte |");
    let sizes = growths.iter().map(|growth| &growth.points).max_by_key(|points| points.len());
    for (bytes, _) in sizes.into_iter().flatten() {
        out += &format!(" {} |", size(*bytes));
    }
    out += " last / 16 KiB |\n| --- |";
    out += &" ---: |".repeat(sizes.map_or(0, Vec::len) + 1);
    out += "\n";
    for growth in growths {
        out += &format!("| {} |", growth.name);
        for (bytes, seconds) in &growth.points {
            out += &format!(" {:.2} |", seconds * 1e9 / *bytes as f64);
        }
        out += &" |".repeat(sizes.map_or(0, Vec::len) - growth.points.len());
        out += &format!(" {:.2} |\n", growth.bend());
    }
    out
}

/// Returns `"16 KiB"`, to the nearest power of two.
fn size(bytes: usize) -> String {
    let exponent = (bytes as f64).log2().round() as u32;
    match exponent {
        20.. => format!("{} MiB", 1u64 << (exponent - 20)),
        10..=19 => format!("{} KiB", 1u64 << (exponent - 10)),
        _ => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Growth, PATHS};
    use urigram::{Uri, UriRef};

    #[test]
    fn inputs_have_their_size_and_mean_something() {
        for (name, _, make, call) in PATHS {
            let text = make(4096);
            assert!((3000..4300).contains(&text.len()), "{name}: {} bytes", text.len());
            let is_right = Uri::parse(&text).is_ok() || UriRef::parse(&text).is_ok();
            assert_eq!(is_right, !["error", "extract", "lines"].contains(&name), "{name}: {text}");
            call(&text);
        }
    }

    #[test]
    fn a_quadratic_cost_bends() {
        let growth = |power: i32| Growth {
            name: "",
            points: [1, 16, 256, 4096, 16384]
                .map(|kib: i32| ((kib << 10) as usize, f64::from(kib).powi(power)))
                .to_vec(),
        };
        assert_eq!(growth(1).bend(), 1.0);
        assert_eq!(growth(2).bend(), 1024.0);
    }
}
