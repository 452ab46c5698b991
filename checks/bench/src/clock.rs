//! Passes over inputs, timed in turn so that a disturbance affects all alike.
//!
//! A pass goes through all inputs, so that branch prediction meets all of them, and is timed in
//! pieces. Only the shortest time of each piece counts: a piece is so short that some round finds
//! the machine undisturbed.

use std::hint::black_box;
use std::time::Instant;

/// The number of inputs in a piece.
const PIECE: usize = 250;

/// One pass over its inputs, which keeps the shortest time of each piece, in seconds.
type Pass<'a> = Box<dyn FnMut(&mut [f64]) + 'a>;

/// A function that makes a pass over some inputs.
type ToPass<'a> = Box<dyn Fn(&[&'a str]) -> Pass<'a> + 'a>;

/// A library that does a task.
pub struct Contender<'a> {
    pub name: String,
    /// Returns true for an input that it handles correctly; it is timed on no other.
    handles: Box<dyn Fn(&'a str) -> bool + 'a>,
    pass: ToPass<'a>,
}

/// The times of a task.
pub struct Timing {
    pub name: String,
    /// The number of inputs that it handles.
    pub handled: usize,
    /// Nanoseconds for each input, on the inputs that the first contender handles too.
    pub nanoseconds: f64,
    /// Its time divided by the first contender's on the same inputs.
    pub ratio: f64,
}

impl<'a> Contender<'a> {
    /// Makes a contender that does `work` for each input.
    pub fn new<R>(
        name: impl Into<String>,
        handles: impl Fn(&'a str) -> bool + 'a,
        work: impl Fn(&'a str) -> R + Clone + 'a,
    ) -> Contender<'a> {
        Contender::prepared(name, handles, |text| text, move |&text| work(text))
    }

    /// Makes a contender that does `work` on the result of `prepare`, which is not timed, for each
    /// input.
    pub fn prepared<P: 'a, R>(
        name: impl Into<String>,
        handles: impl Fn(&'a str) -> bool + 'a,
        prepare: impl Fn(&'a str) -> P + 'a,
        work: impl Fn(&P) -> R + Clone + 'a,
    ) -> Contender<'a> {
        let pass = move |inputs: &[&'a str]| -> Pass<'a> {
            let prepared: Vec<P> = inputs.iter().map(|&input| prepare(input)).collect();
            let work = work.clone();
            Box::new(move |shortest| {
                for (piece, shortest) in prepared.chunks(PIECE).zip(shortest) {
                    let start = Instant::now();
                    for input in piece {
                        black_box(work(black_box(input)));
                    }
                    *shortest = shortest.min(start.elapsed().as_secs_f64());
                }
            })
        };
        Contender { name: name.into(), handles: Box::new(handles), pass: Box::new(pass) }
    }
}

/// A contender on some inputs.
struct Run<'a> {
    pass: Pass<'a>,
    /// The shortest time of each piece.
    shortest: Vec<f64>,
    inputs: Vec<&'a str>,
}

impl<'a> Run<'a> {
    fn new(contender: &Contender<'a>, inputs: Vec<&'a str>) -> Run<'a> {
        let shortest = vec![f64::INFINITY; inputs.len().div_ceil(PIECE)];
        Run { pass: (contender.pass)(&inputs), shortest, inputs }
    }

    /// Runs one round. A small set runs several times in a row, until it is as long as a large one.
    fn round(&mut self) {
        for _ in 0..(4000 / self.inputs.len().max(1)).max(1) {
            (self.pass)(&mut self.shortest);
        }
    }

    /// Returns nanoseconds for each input.
    fn nanoseconds(&self) -> f64 {
        self.shortest.iter().sum::<f64>() * 1e9 / self.inputs.len() as f64
    }
}

/// Runs all contenders in turn, `rounds` times. The others are compared with the first one, each on
/// the inputs that both handle.
pub fn time<'a>(contenders: &[Contender<'a>], inputs: &[&'a str], rounds: usize) -> Vec<Timing> {
    let handled = |contender: &Contender<'a>, from: &[&'a str]| -> Vec<&'a str> {
        from.iter().copied().filter(|input| (contender.handles)(input)).collect()
    };
    let chosen: Vec<Vec<&'a str>> =
        contenders.iter().map(|contender| handled(contender, inputs)).collect();
    let shared: Vec<Vec<&'a str>> = chosen.iter().map(|own| handled(&contenders[0], own)).collect();
    // The first contender runs once for each set of inputs that it shares with others.
    let mut runs: Vec<Run<'a>> = Vec::new();
    let mut own_and_first = Vec::new();
    for (index, shared) in shared.into_iter().enumerate() {
        let known = own_and_first
            .iter()
            .map(|&(_, first)| first)
            .find(|&first: &usize| runs[first].inputs == shared);
        let first = known.unwrap_or(runs.len());
        if known.is_none() {
            runs.push(Run::new(&contenders[0], shared.clone()));
        }
        own_and_first.push((if index == 0 { first } else { runs.len() }, first));
        if index > 0 {
            runs.push(Run::new(&contenders[index], shared));
        }
    }
    for round in 0..rounds {
        for step in 0..runs.len() {
            // The first contender changes, so that none always meets the caches that the same other
            // left.
            let index = (round + step) % runs.len();
            runs[index].round();
        }
    }
    let timing = |(index, &(own, first)): (usize, &(usize, usize))| {
        let (own, first) = (runs[own].nanoseconds(), runs[first].nanoseconds());
        let Contender { name, .. } = &contenders[index];
        Timing {
            name: name.clone(),
            handled: chosen[index].len(),
            nanoseconds: own,
            ratio: own / first,
        }
    };
    own_and_first.iter().enumerate().map(timing).collect()
}

/// A name, the number of bytes that the work handles, and the work.
pub type BulkTask<'a> = (String, usize, Box<dyn Fn() + 'a>);

/// Returns the best rate of each task over the rounds, in bytes a second; tasks take turns.
pub fn rates(tasks: &[BulkTask<'_>], rounds: usize) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; tasks.len()];
    for _ in 0..rounds {
        for ((_, _, work), best) in tasks.iter().zip(&mut best) {
            let start = Instant::now();
            work();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    tasks.iter().zip(best).map(|((_, bytes, _), best)| *bytes as f64 / best).collect()
}

/// Returns the shortest time of some runs.
pub fn seconds(runs: usize, mut work: impl FnMut()) -> f64 {
    let seconds = (0..runs).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}
