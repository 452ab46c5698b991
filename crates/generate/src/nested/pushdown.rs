//! Automata with a stack as tables of the engine.

use urigram_automata::nested::{self, Bodies, NotShown};
use urigram_automata::Limits;
use urigram_engine::nested::{Net, Pushdown};
use urigram_engine::ByteSet;

/// The limits of an automaton with a stack: a second at most, and some megabytes. The numbers of
/// states and pushes together have two bytes in a table.
const LIMITS: Limits = Limits { states: 20_000, nodes: 10_000_000 };
const _: () = assert!(2 * LIMITS.states < u16::MAX as usize);

/// Returns the automaton of recursive rules. `all` are the same rules with every one called where
/// it is named. Errors use them to name the open rules.
///
/// # Errors
/// [`NotShown`] for rules that are not shown deterministic.
pub fn pushdown(bodies: &Bodies, all: &Bodies) -> Result<Pushdown, NotShown> {
    let made = nested::Pushdown::new(bodies, LIMITS)?;
    let states = made.len() as u32;
    let width = made.classes().len();
    let mut pushes: Vec<Vec<u32>> = Vec::new();
    let mut moves = Vec::new();
    for state in 0..states {
        for class in 0..width {
            moves.push(match made.next(state, class) {
                None => u32::MAX,
                Some(next) if next.pushed.is_empty() => next.state,
                Some(next) => {
                    let mut push = next.pushed.clone();
                    push.push(next.state);
                    let known = pushes.iter().position(|known| *known == push);
                    let number = known.unwrap_or_else(|| {
                        pushes.push(push);
                        pushes.len() - 1
                    });
                    states + number as u32
                }
            });
        }
    }
    let mut popped = vec![Vec::new(); made.len()];
    for ((state, symbol), next) in made.popped() {
        popped[state as usize].extend([symbol, next]);
    }
    let symbol = |symbol: &nested::Symbol| {
        let words = symbol.follow.iter().collect::<ByteSet>().to_words();
        let halves = words.into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
        halves.chain([u32::from(symbol.ends)]).collect::<Vec<u32>>()
    };
    Ok(Pushdown {
        classes: *made.classes().table(),
        width: width as u32,
        moves: moves.into_iter().chain([u32::MAX; 256]).collect(),
        pushes: pushes.into_iter().collect(),
        ends: (0..states).map(|state| u8::from(made.ends(state))).collect(),
        popped: popped.into_iter().collect(),
        symbols: made.symbols().iter().flat_map(symbol).collect(),
        net: net(all),
        looks: made.looks().map(|bytes| bytes as u32),
    })
}

/// Returns rules as a net, which follows all readings of a text.
pub fn net(bodies: &Bodies) -> Net {
    if bodies.len() == 0 {
        return Net::default();
    }
    let net = nested::Net::new(bodies);
    let width = net.classes().len();
    let places = 0..net.len() as u32;
    let next = |place| {
        let net = &net;
        (0..width).map(move |class| net.next(place, class).unwrap_or(u32::MAX))
    };
    let calls = |place| net.calls(place).iter().flat_map(|&(body, behind)| [body as u32, behind]);
    Net {
        names: (0..bodies.len()).map(|body| bodies.name(body).to_owned().into()).collect(),
        classes: net.classes().table().to_vec().into(),
        width: width as u32,
        next: places.clone().flat_map(next).collect(),
        calls: places.clone().map(|place| calls(place).collect()).collect(),
        ends: places.map(|place| u8::from(net.is_end(place))).collect(),
        starts: (0..bodies.len()).map(|body| net.start(body)).collect(),
        is_nullable: (0..bodies.len()).map(|body| u8::from(net.is_nullable(body))).collect(),
    }
}
