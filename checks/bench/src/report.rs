//! The report of all tables, in Markdown.

use crate::clock::Timing;
use std::fmt;

/// The results of a run.
#[derive(Default)]
pub struct Report {
    pub sections: Vec<Section>,
    /// The table of newline-separated input.
    pub lines: String,
}

/// One task.
pub struct Section {
    pub title: &'static str,
    pub timings: Vec<Timing>,
    inputs: usize,
    /// The mean length in bytes.
    mean: f64,
}

impl Section {
    pub fn new(title: &'static str, inputs: &[&str], timings: Vec<Timing>) -> Section {
        let bytes = inputs.iter().map(|input| input.len()).sum::<usize>();
        Section {
            title,
            timings,
            inputs: inputs.len(),
            mean: bytes as f64 / inputs.len().max(1) as f64,
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Section { title, timings, inputs, mean } = self;
        writeln!(
            f,
            "| **{title}**: {inputs} inputs, mean {mean:.0} bytes | ns | ratio | handled |"
        )?;
        writeln!(f, "| --- | ---: | ---: | ---: |")?;
        for Timing { name, handled, nanoseconds, ratio } in
            timings.iter().filter(|timing| timing.handled > 0)
        {
            let name = with_version(name);
            writeln!(f, "| {name} | {nanoseconds:.1} | {ratio:.2} | {handled} |")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", when_and_where())?;
        for section in &self.sections {
            writeln!(f, "{section}")?;
        }
        f.write_str(&self.lines)
    }
}

/// Returns the name of a contender with the version of its package, which the lock file has: `url
/// 2.5.8 (WHATWG)`. A name that is not a package's stays.
pub fn with_version(name: &str) -> String {
    let end = name.find([' ', ',']).unwrap_or(name.len());
    let (package, rest) = name.split_at(end);
    let entry = format!("name = \"{package}\"\nversion = \"");
    let lock = include_str!("../Cargo.lock");
    // Of the versions in the lock file, the peer is the newest; others are dependencies' own.
    let version = lock.rsplit_once(&entry).and_then(|(_, rest)| rest.split('"').next());
    match version {
        Some(version) if !package.starts_with("urigram") => format!("{package} {version}{rest}"),
        _ => name.to_owned(),
    }
}

/// Returns the date and the machine.
pub fn when_and_where() -> String {
    let date = jiff::Zoned::now().date();
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let fact = |name: &str| {
        let line = cpu
            .lines()
            .find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim())
    };
    let model = fact("model name").unwrap_or("unknown processor");
    let flags = fact("flags").unwrap_or_default();
    let has = |flag: &str| flags.split(' ').any(|known| known == flag);
    let vectors =
        ["avx2", "sse2"].into_iter().find(|flag| has(flag)).unwrap_or("no vector extension known");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let rustc = option_env!("URIGRAM_BENCH_RUSTC").unwrap_or("an unknown rustc");
    format!("{date}, {model} ({vectors}), {cores} cores, {}, {rustc}", std::env::consts::ARCH)
}
