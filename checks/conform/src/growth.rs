//! The public functions of the library, each on inputs that are hard for some algorithm: what takes
//! linear time takes 16 times as long for 16 times the input.

use std::hint::black_box;
use std::time::Duration;

use urigram_core::Grammar;

use crate::functions::Function;
pub use crate::functions::FUNCTIONS;

/// Inputs of one kind: a beginning, pieces that are each repeated for an equal share of the size,
/// and an end.
pub struct Family {
    beginning: &'static str,
    pieces: &'static [&'static str],
    end: &'static str,
}

impl Family {
    /// Returns an input of about `bytes` bytes.
    pub fn of(&self, bytes: usize) -> String {
        let share = bytes.saturating_sub(self.beginning.len() + self.end.len()) / self.pieces.len();
        let middle = self.pieces.iter().map(|piece| piece.repeat(share / piece.len()));
        [self.beginning.to_owned()].into_iter().chain(middle).chain([self.end.to_owned()]).collect()
    }

    /// Returns the pieces with the texts around them.
    pub fn name(&self) -> String {
        format!("{:?} {:?} {:?}", self.beginning, self.pieces, self.end)
    }
}

const fn family(
    beginning: &'static str,
    pieces: &'static [&'static str],
    end: &'static str,
) -> Family {
    Family { beginning, pieces, end }
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    family("http://h", &["/b.c"], ""),
    family("http://h/", &["a/"], "#"),
    family("http://h/", &["a/", "../"], ""),
    family("http://h/", &["../", "a/", "./"], ""),
    family("http://h", &["/"], ""),
    family("http://h/", &["%7e"], ""),
    family("http://h/", &["a"], "%G"),
    family("http://h/?", &["a=b+c&"], ""),
    family("http://h/", &[";a"], ""),
    family("http://h/;", &["a=b;", "a;"], ""),
    family("http://", &["a."], "/"),
    family("http://", &["a:"], "@h:80/"),
    family("http://[", &["1:"], "]/"),
    family("http://h:", &["8"], "/"),
    family("xn", &["+a"], ":b"),
    family("http://", &["xn--a."], "/"),
    family("http://h/#", &["a?", "%41"], ""),
    family("gopher://h/0", &["%09"], ""),
    family("prospero://h/a", &["%00a", "%00"], ""),
    family("prospero://h/a", &[";a=b"], ""),
    family("mailto:", &["a,"], "b@c"),
    family("mailto:", &["a.", "(", "\\"], "@h"),
    family("news:", &["a."], "b@c"),
    family("urn:ab:", &["c%2f"], ""),
    family("urn:ab:c?", &["b=1&", "s=1&"], "b=1"),
    family("urn:ab:c?", &["s=1&"], "s=1"),
    family("urn:ab:c?", &["c=1&", "x=1&", "s=1&"], "s=I2L"),
    family("urn:ab:c?+", &["d?"], "=e"),
    family("urn:ab:c?=", &["d?="], ""),
    family("<URN:a:b;", &["Title=c;"], ">"),
    family("<URN:a:b;", &["BEGIN=c;", "END=c;"], ">"),
    family("<URN:a:b;", &["BEGIN=a;", "END=;"], ">"),
    family("<URN:a:b;Title=", &["%41", "%;"], ";>"),
    family("http://h/", &["\u{E9}"], ""),
    family("http://h/", &["%C3%A9", "%E2%80%AE"], ""),
    family("", &["http://a/b \"", "<", "URL:"], ""),
    family("", &["a://[", "\"", "(http://a/)"], ""),
    family("", &["a:", "<a:", "http://a/,,,"], ""),
    family("", &["\n", "http://a/\n"], ""),
    family(" http://a/", &["a\t", "\n"], "b "),
];

/// The input on which the time of a function grows most.
pub struct Worst {
    /// The function's name.
    pub function: &'static str,
    /// The family.
    pub family: String,
    /// The time for a byte at the larger size, divided by that at the smaller one: 1 if the cost is
    /// linear, 16 if it is quadratic.
    pub bend: f64,
    /// Seconds at the larger size.
    pub seconds: f64,
}

/// The factor between the two sizes.
const FACTOR: usize = 16;

/// The growth, as a multiple of linear growth, from which a time is measured again.
const SUSPECT: f64 = 3.0;

/// Returns the time that this thread has had a processor. Other work on the machine is not
/// included.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{clock_gettime, ClockId};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Returns the time since the first call, for want of a clock of the thread.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::{sync::OnceLock, time::Instant};
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// Times a function on every family at a size and at 16 times that size, with all grammars.
pub fn worst((name, call): Function, size: usize) -> Worst {
    let mut worst = Worst { function: name, family: String::new(), bend: 0.0, seconds: 0.0 };
    for family in FAMILIES {
        let time = |size: usize, runs: usize| {
            let text = family.of(size);
            let all = (0..runs).map(|_| {
                let start = processor_time();
                Grammar::ALL.iter().for_each(|&grammar| call(grammar, black_box(&text)));
                (processor_time() - start).as_secs_f64()
            });
            all.fold(f64::INFINITY, f64::min)
        };
        let (small, mut large) = (time(size, 3), time(size * FACTOR, 1));
        let bend_of = |large: f64| large / small / FACTOR as f64;
        // An interruption by the system can look like a bend, but not four times.
        if bend_of(large) > SUSPECT && large < 1.0 {
            large = large.min(time(size * FACTOR, 3));
        }
        let bend = bend_of(large);
        if bend > worst.bend {
            worst = Worst { function: name, family: family.name(), bend, seconds: large };
        }
    }
    worst
}

/// Returns the table of the worst input for each function.
pub fn table(all: &[Worst]) -> String {
    let mut out =
        String::from("| function | bend | ms | worst input |\n| --- | ---: | ---: | --- |\n");
    for Worst { function, family, bend, seconds } in all {
        out += &format!(
            "| {function} | {bend:.2} | {:.1} | `{}` |\n",
            seconds * 1e3,
            family.replace('|', "\\|")
        );
    }
    out
}
