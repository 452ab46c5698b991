//! The rules whose automata a file can have.

use crate::abnf;
use crate::expr::Expr;

/// The rules that a file may have without a limit for all of them together.
const FEW: usize = 300;

/// Returns the rules that together have at most `nodes` nodes, the smallest first, as a grammar,
/// and the names of the others, in order.
///
/// A rule is as large as it is with the rules that it uses written out, because its automaton is
/// made of that. `r1 = r0 r0`, `r2 = r1 r1` and so on are twice as large each time, and each of
/// 20,000 rules that uses the next one is small, but all of them are not: a limit for each rule
/// does not bound a file. The 300 smallest are kept in any case, so that no document of a usual
/// length has this limit: there each rule has its own.
///
/// # Cost
/// Linear in the grammar.
pub fn affordable(abnf: &abnf::Grammar, nodes: usize) -> (abnf::Grammar, Vec<&str>) {
    let order = abnf.callees_first();
    let mut sizes = vec![1usize; order.len()];
    for &index in &order {
        sizes[index] = size(&abnf.rules()[index].expr, &|name| {
            abnf.index_of(name).map_or(1, |called| sizes[called])
        });
    }
    let mut by_size = order;
    by_size.sort_by_key(|index| sizes[*index]);
    let mut left = nodes;
    let mut kept = vec![false; sizes.len()];
    for (place, index) in by_size.into_iter().enumerate() {
        left = match left.checked_sub(sizes[index]) {
            Some(rest) => rest,
            None if place < FEW => 0,
            None => break,
        };
        kept[index] = true;
    }
    let beyond = abnf.rules().iter().zip(&kept).filter(|(_, kept)| !**kept);
    let beyond: Vec<&str> = beyond.map(|(rule, _)| &*rule.name).collect();
    if beyond.is_empty() {
        return (abnf.clone(), beyond);
    }
    (abnf.only(|index| kept[index]), beyond)
}

/// Returns the nodes of an expression, rules written out.
fn size(expr: &Expr, of: &impl Fn(&str) -> usize) -> usize {
    let inside = match expr {
        Expr::Repeat { min, max, expr, .. } => {
            size(expr, of).saturating_mul(max.unwrap_or(*min).max(1) as usize)
        }
        Expr::Rule(name) => of(name),
        Expr::Text(text) | Expr::TextAnyCase(text) => text.len(),
        Expr::Values(values) => values.len(),
        _ => expr.parts().iter().map(|part| size(part, of)).fold(0, usize::saturating_add),
    };
    inside.saturating_add(1)
}
