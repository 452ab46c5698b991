//! Passes over inputs, timed in turn so that a disturbance strikes all alike.

use std::hint::black_box;
use std::time::Instant;

type Pass<'a> = Box<dyn Fn(&[&'a str]) + 'a>;

/// Something that does a task.
pub struct Contender<'a> {
    pub name: String,
    /// Whether it handles an input correctly; it is timed on no other.
    handles: Box<dyn Fn(&'a str) -> bool + 'a>,
    pass: Pass<'a>,
}

/// What a task took.
pub struct Timing {
    pub name: String,
    /// Inputs that it handles.
    pub handled: usize,
    /// Median over the rounds, nanoseconds an input.
    pub nanoseconds: f64,
    /// The median of its time divided by the first contender's on the same inputs in the same round.
    pub ratio: f64,
}

impl<'a> Contender<'a> {
    /// A contender that does `work` for each input.
    pub fn new<R>(
        name: impl Into<String>,
        handles: impl Fn(&'a str) -> bool + 'a,
        work: impl Fn(&'a str) -> R + 'a,
    ) -> Contender<'a> {
        let pass = move |inputs: &[&'a str]| {
            for &input in inputs {
                black_box(work(black_box(input)));
            }
        };
        Contender { name: name.into(), handles: Box::new(handles), pass: Box::new(pass) }
    }
}

/// Runs all contenders in turn, `rounds` times. The first one is what the others are compared with.
pub fn time<'a>(contenders: &[Contender<'a>], inputs: &[&'a str], rounds: usize) -> Vec<Timing> {
    let chosen: Vec<Vec<&'a str>> = contenders
        .iter()
        .map(|contender| inputs.iter().copied().filter(|input| (contender.handles)(input)).collect())
        .collect();
    // The first contender must handle what it is compared on.
    let shared: Vec<Vec<&'a str>> =
        chosen.iter().map(|own| own.iter().copied().filter(|input| (contenders[0].handles)(input)).collect()).collect();
    let mut took = vec![Vec::new(); contenders.len()];
    let mut ratios = vec![Vec::new(); contenders.len()];
    for round in 0..rounds {
        let mut whole = None;
        for step in 0..contenders.len() {
            let index = (round + step) % contenders.len();
            if shared[index].is_empty() {
                continue;
            }
            let own = one(&contenders[index], &shared[index]);
            let first = match whole {
                Some(known) if shared[index].len() == shared[0].len() => known,
                _ => one(&contenders[0], &shared[index]),
            };
            if shared[index].len() == shared[0].len() {
                whole = Some(first);
            }
            took[index].push(own);
            ratios[index].push(own / first);
        }
    }
    contenders
        .iter()
        .enumerate()
        .map(|(index, contender)| Timing {
            name: contender.name.clone(),
            handled: chosen[index].len(),
            nanoseconds: median(&mut took[index]),
            ratio: if index == 0 { 1.0 } else { median(&mut ratios[index]) },
        })
        .collect()
}

/// Nanoseconds an input: the faster of two passes, the first of which also warms the caches.
fn one<'a>(contender: &Contender<'a>, inputs: &[&'a str]) -> f64 {
    // Small sets are repeated, so that the clock's grain does not show.
    let repeat = (4000 / inputs.len()).max(1);
    let pass = || {
        let start = Instant::now();
        for _ in 0..repeat {
            (contender.pass)(inputs);
        }
        start.elapsed().as_secs_f64() * 1e9 / (inputs.len() * repeat) as f64
    };
    pass().min(pass())
}

/// The best rate of each task over the rounds, bytes a second; tasks take turns.
pub fn rates(tasks: &[(String, usize, Box<dyn Fn() + '_>)], rounds: usize) -> Vec<f64> {
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

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
