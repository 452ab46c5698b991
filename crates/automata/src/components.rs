//! Mutually recursive rules.

/// Returns the number of each rule's strongly connected component, by Tarjan's algorithm with a
/// stack of its own.
pub(crate) fn components(calls: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = calls.len();
    let (mut number, mut low) = (vec![NEW; count], vec![NEW; count]);
    let mut component = vec![0; count];
    let (mut on_path, mut path, mut next, mut components) = (vec![false; count], Vec::new(), 0, 0);
    for root in 0..count {
        let mut work = vec![(root, 0)];
        while let Some((rule, at)) = work.pop() {
            if at == 0 {
                if number[rule] != NEW {
                    continue;
                }
                (number[rule], low[rule], next) = (next, next, next + 1);
                path.push(rule);
                on_path[rule] = true;
            }
            if let Some(&called) = calls[rule].get(at) {
                work.push((rule, at + 1));
                if number[called] == NEW {
                    work.push((called, 0));
                } else if on_path[called] {
                    low[rule] = low[rule].min(number[called]);
                }
                continue;
            }
            for &called in &calls[rule] {
                if on_path[called] {
                    low[rule] = low[rule].min(low[called]);
                }
            }
            if low[rule] == number[rule] {
                let mut members = Vec::new();
                while let Some(member) = path.pop() {
                    on_path[member] = false;
                    members.push(member);
                    if member == rule {
                        break;
                    }
                }
                members.iter().for_each(|&member| component[member] = components);
                components += 1;
            }
        }
    }
    component
}
