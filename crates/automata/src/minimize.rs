//! Minimization by partition refinement, then canonical numbering.

use crate::hashing::NumberMap;
use crate::{ByteClasses, StateId};
use std::collections::HashMap;

/// A transition table with a label per state.
pub(crate) struct Parts {
    pub(crate) classes: ByteClasses,
    pub(crate) next: Vec<StateId>,
    pub(crate) labels: Vec<u32>,
}

/// Returns the smallest table that computes the same labels, with states numbered breadth-first
/// from 0 by ascending byte, and byte classes as coarse as possible.
pub(crate) fn canonical(classes: &ByteClasses, next: &[StateId], labels: &[u32]) -> Parts {
    let width = classes.len();
    let block = refine(width, next, labels);
    let mut number = NumberMap::from_iter([(block[0], 0)]);
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
    let column = |class: usize| -> Vec<StateId> {
        (0..members.len()).map(|state| table[state * width + class]).collect()
    };
    let mut known = HashMap::new();
    let numbered = (0..width).map(|class| {
        let next = known.len();
        *known.entry(column(class)).or_insert(next)
    });
    let columns: Vec<usize> = numbered.collect();
    let coarse = ByteClasses::by_key(|byte| columns[classes.of(byte)]);
    let kept: Vec<usize> = coarse.representatives().iter().map(|&byte| classes.of(byte)).collect();
    let narrow = (0..members.len()).flat_map(|state| kept.iter().map(move |class| (state, *class)));
    Parts {
        next: narrow.map(|(state, class)| table[state * width + class]).collect(),
        labels: members.iter().map(|&state| labels[state]).collect(),
        classes: coarse,
    }
}

/// Returns the block of each state in the coarsest partition that respects labels and transitions.
///
/// Hopcroft's algorithm takes n log n steps for each class. Rounds over all states would take n² on
/// long chains.
fn refine(width: usize, next: &[StateId], labels: &[u32]) -> Vec<u32> {
    let predecessors = Predecessors::new(width, next);
    let mut partition = Partition::by(labels);
    let mut splitters: Vec<usize> = (0..partition.ranges.len()).collect();
    while let Some(splitter) = splitters.pop() {
        let members = partition.order[partition.ranges[splitter].clone()].to_vec();
        for class in 0..width {
            for &target in &members {
                predecessors
                    .of(target, class)
                    .iter()
                    .for_each(|&state| partition.mark(state as usize));
            }
            partition.split_marked(&mut splitters);
        }
    }
    partition.block
}

/// The predecessors of each state by each class, in one list.
struct Predecessors {
    width: usize,
    /// The start of the predecessors of a state by a class; they end where the next ones begin.
    starts: Vec<usize>,
    list: Vec<StateId>,
}

impl Predecessors {
    fn new(width: usize, next: &[StateId]) -> Predecessors {
        let slot = |edge: usize| next[edge] as usize * width + edge % width;
        let mut starts = vec![0; next.len() + 1];
        (0..next.len()).for_each(|edge| starts[slot(edge)] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Each start is the current end of its slot, and moves down as the slot is filled.
        let mut list = vec![0; next.len()];
        for edge in 0..next.len() {
            let start = &mut starts[slot(edge)];
            *start -= 1;
            list[*start] = (edge / width) as StateId;
        }
        Predecessors { width, starts, list }
    }

    fn of(&self, state: usize, class: usize) -> &[StateId] {
        let slot = state * self.width + class;
        &self.list[self.starts[slot]..self.starts[slot + 1]]
    }
}

/// Blocks of states, each a range of `order`, the marked ones first.
struct Partition {
    order: Vec<usize>,
    place: Vec<usize>,
    block: Vec<u32>,
    ranges: Vec<std::ops::Range<usize>>,
    marked: Vec<usize>,
    touched: Vec<usize>,
}

impl Partition {
    fn by(labels: &[u32]) -> Partition {
        let mut order: Vec<usize> = (0..labels.len()).collect();
        order.sort_by_key(|&state| labels[state]);
        let (mut place, mut block) = (vec![0; labels.len()], vec![0; labels.len()]);
        let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
        for same in order.chunk_by(|&a, &b| labels[a] == labels[b]) {
            let start = ranges.last().map_or(0, |range| range.end);
            for (offset, &state) in same.iter().enumerate() {
                place[state] = start + offset;
                block[state] = ranges.len() as u32;
            }
            ranges.push(start..start + same.len());
        }
        Partition {
            marked: vec![0; ranges.len()],
            order,
            place,
            block,
            ranges,
            touched: Vec::new(),
        }
    }

    fn mark(&mut self, state: usize) {
        let block = self.block[state] as usize;
        let boundary = self.ranges[block].start + self.marked[block];
        let place = self.place[state];
        if place >= boundary {
            let other = self.order[boundary];
            self.order.swap(place, boundary);
            (self.place[state], self.place[other]) = (boundary, place);
            if self.marked[block] == 0 {
                self.touched.push(block);
            }
            self.marked[block] += 1;
        }
    }

    /// Splits every block that is partly marked. The smaller part is the new block and has to split
    /// others. If the old block is waiting to do so, it keeps waiting as the larger part. If it has
    /// done so, the smaller part suffices.
    fn split_marked(&mut self, splitters: &mut Vec<usize>) {
        while let Some(old) = self.touched.pop() {
            let marked = std::mem::take(&mut self.marked[old]);
            let range = self.ranges[old].clone();
            if marked == range.len() {
                continue;
            }
            let middle = range.start + marked;
            let (smaller, larger) = if marked * 2 <= range.len() {
                (range.start..middle, middle..range.end)
            } else {
                (middle..range.end, range.start..middle)
            };
            self.order[smaller.clone()]
                .iter()
                .for_each(|&state| self.block[state] = self.ranges.len() as u32);
            self.ranges[old] = larger;
            splitters.push(self.ranges.len());
            self.ranges.push(smaller);
            self.marked.push(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Returns the blocks by Moore's algorithm, the obvious one: split by successors until nothing
    /// is split any more.
    fn by_rounds(width: usize, next: &[StateId], labels: &[u32]) -> Vec<u32> {
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

    #[test]
    fn blocks_are_those_of_the_obvious_algorithm() {
        let mut random = Random::seeded(5);
        for _ in 0..3_000 {
            let (states, width) = (1 + random.below(12), 1 + random.below(3));
            let next: Vec<StateId> =
                (0..states * width).map(|_| random.below(states) as StateId).collect();
            let labels: Vec<u32> = (0..states).map(|_| random.below(3) as u32).collect();
            let (fast, slow) = (refine(width, &next, &labels), by_rounds(width, &next, &labels));
            for a in 0..states {
                for b in 0..states {
                    assert_eq!(fast[a] == fast[b], slow[a] == slow[b], "{next:?} {labels:?}");
                }
            }
        }
    }

    /// Rounds would take as many passes as the chain has states: 90,000 here, minutes even if
    /// optimized.
    #[test]
    fn long_chains_are_quick() {
        let states = 90_000;
        let next: Vec<StateId> = (0..states).map(|state| (state + 1).min(states - 1)).collect();
        let labels: Vec<u32> = (0..states).map(|state| u32::from(state == states - 1)).collect();
        let block = refine(1, &next, &labels);
        assert_eq!(block.iter().collect::<std::collections::HashSet<_>>().len(), states as usize);
    }
}
