//! Minimization by partition refinement, then canonical numbering.

use crate::{ByteClasses, StateId};
use std::collections::HashMap;

/// A transition table with a label per state.
pub(crate) struct Parts {
    pub(crate) classes: ByteClasses,
    pub(crate) next: Vec<StateId>,
    pub(crate) labels: Vec<u32>,
}

/// The smallest table that computes the same labels, states numbered breadth-first from 0 by ascending byte,
/// byte classes as coarse as possible.
pub(crate) fn canonical(classes: &ByteClasses, next: &[StateId], labels: &[u32]) -> Parts {
    let width = classes.len();
    let block = refine(width, next, labels);
    let mut number = HashMap::from([(block[0], 0)]);
    let mut members = vec![0usize];
    let mut table: Vec<StateId> = Vec::new();
    let mut row = 0;
    while row < members.len() {
        for class in 0..width {
            let target = next[members[row] * width + class] as usize;
            let id = *number.entry(block[target]).or_insert_with(|| {
                members.push(target);
                (members.len() - 1) as StateId
            });
            table.push(id);
        }
        row += 1;
    }
    let column = |byte: u8| -> Vec<StateId> {
        (0..members.len()).map(|state| table[state * width + classes.of(byte)]).collect()
    };
    let coarse = ByteClasses::by_key(column);
    let kept: Vec<usize> = coarse.representatives().iter().map(|&byte| classes.of(byte)).collect();
    let narrow = (0..members.len()).flat_map(|state| kept.iter().map(move |class| (state, *class)));
    Parts {
        next: narrow.map(|(state, class)| table[state * width + class]).collect(),
        labels: members.iter().map(|&state| labels[state]).collect(),
        classes: coarse,
    }
}

/// The block of each state in the coarsest partition that respects labels and transitions.
fn refine(width: usize, next: &[StateId], labels: &[u32]) -> Vec<u32> {
    let mut block = labels.to_vec();
    let mut blocks = 0;
    loop {
        let mut seen: HashMap<Vec<u32>, u32> = HashMap::new();
        let refined: Vec<u32> = (0..block.len())
            .map(|state| {
                let row = &next[state * width..(state + 1) * width];
                let mut key = Vec::with_capacity(width + 1);
                key.push(block[state]);
                key.extend(row.iter().map(|&target| block[target as usize]));
                let fresh = seen.len() as u32;
                *seen.entry(key).or_insert(fresh)
            })
            .collect();
        let count = seen.len();
        block = refined;
        if count == blocks {
            return block;
        }
        blocks = count;
    }
}
