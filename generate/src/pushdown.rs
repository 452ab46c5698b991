//! Automata with a stack as tables of the engine.

use urigram_automata::nested::{self, Bodies, NotShown};
use urigram_automata::Limits;
use urigram_engine::nested::{Ahead, Net, Push, Pushdown, Symbol, NONE};
use urigram_engine::ByteSet;

/// The limits of an automaton with a stack: a second at most, and some megabytes.
const LIMITS: Limits = Limits { states: 20_000, nodes: 10_000_000 };

/// Returns the automaton of rules that call themselves. `all` are the same rules with every one
/// called where it is named, by which errors name the rules that are open.
///
/// # Errors
/// [`NotShown`] for rules that are not shown deterministic.
pub fn pushdown(bodies: &Bodies, all: &Bodies) -> Result<Pushdown, NotShown> {
    let made = nested::Pushdown::new(bodies, LIMITS)?;
    let states = made.len() as u32;
    let width = made.classes().len();
    let mut pushes: Vec<Push> = Vec::new();
    let mut moves = Vec::new();
    for state in 0..states {
        for class in 0..width {
            moves.push(match made.next(state, class) {
                None => NONE,
                Some(next) if next.pushed.is_empty() => next.state,
                Some(next) => {
                    let push = Push { symbols: next.pushed.clone().into(), state: next.state };
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
        popped[state as usize].push((symbol, next));
    }
    let symbol = |symbol: &nested::Symbol| Symbol {
        follow: symbol.follow.iter().collect::<ByteSet>(),
        ends: symbol.ends,
    };
    Ok(Pushdown {
        classes: *made.classes().table(),
        width: width as u32,
        moves: moves.into(),
        pushes: pushes.into(),
        ends: (0..states).map(|state| made.ends(state)).collect(),
        popped: popped.into_iter().map(Into::into).collect(),
        symbols: made.symbols().iter().map(symbol).collect(),
        net: net(all),
        looks: made.looks().map(|bytes| bytes as u32),
        ahead: made.ahead().map(|pass| ahead(pass, bodies)),
    })
}

fn ahead(pass: &nested::Ahead, bodies: &Bodies) -> Ahead {
    let width = pass.classes().len();
    let cells =
        (0..pass.len() as u16).flat_map(|state| (0..width).map(move |class| (state, class)));
    Ahead {
        classes: pass.classes().table().to_vec().into(),
        width: width as u32,
        next: cells.clone().map(|(state, class)| pass.next(state, class)).collect(),
        letters: cells.map(|(state, class)| pass.letter(state, class)).collect(),
        net: net(bodies),
    }
}

fn net(bodies: &Bodies) -> Net {
    if bodies.len() == 0 {
        return Net::default();
    }
    let net = nested::Net::new(bodies);
    let width = net.classes().len();
    let places = 0..net.len() as u32;
    let next = |place| {
        let net = &net;
        (0..width).map(move |class| net.next(place, class).unwrap_or(NONE))
    };
    let calls = |place| net.calls(place).iter().map(|&(body, behind)| (body as u32, behind));
    Net {
        names: (0..bodies.len()).map(|body| bodies.name(body).to_owned().into()).collect(),
        classes: net.classes().table().to_vec().into(),
        width: width as u32,
        next: places.clone().flat_map(next).collect(),
        calls: places.clone().map(|place| calls(place).collect()).collect(),
        ends: places.map(|place| net.is_end(place)).collect(),
        starts: (0..bodies.len()).map(|body| net.start(body)).collect(),
        is_nullable: (0..bodies.len()).map(|body| net.is_nullable(body)).collect(),
    }
}
