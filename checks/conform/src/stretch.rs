//! Words moved to other offsets, to test code that reads blocks of bytes at the blocks' edges.

use crate::Subject;
use urigram_automata::Random;

/// Repeats a part of a word, so that the next part begins near a multiple of 64. `None` if nothing
/// can be repeated.
///
/// The repeated part is a byte, or three bytes (an escape), that lead from a state to itself.
pub fn stretched(subject: &Subject, word: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut state = 0;
    let mut places: Vec<(usize, [u8; 3], usize)> = Vec::new();
    for at in 0..=word.len() {
        if subject.is_dead(state) {
            break;
        }
        let pumps: [&[u8]; 8] = [b"a", b"0", b"%4A", b"/", b":", b".", b"-", b"?"];
        for pump in pumps {
            if pump.iter().fold(state, |state, &byte| subject.dfa.next(state, byte)) == state {
                let mut bytes = [0; 3];
                bytes[..pump.len()].copy_from_slice(pump);
                places.push((at, bytes, pump.len()));
            }
        }
        state = word.get(at).map_or(state, |&byte| subject.dfa.next(state, byte));
    }
    let &(at, pump, len) = places.get(random.below(places.len()))?;
    let edge = 64 * (1 + random.below(3)) + random.below(10);
    // The first bytes of the rest, or slightly later ones, are moved to the edge.
    let inner = at + random.below(word.len() - at + 1);
    let times = edge.checked_sub(inner + 5)? / len;
    let mut longer = word[..at].to_vec();
    (0..times).for_each(|_| longer.extend(&pump[..len]));
    longer.extend(&word[at..]);
    Some(longer)
}

/// Replaces each byte of a word by a random byte of its class, which the automaton does not
/// distinguish.
pub fn disguised(subject: &Subject, word: &[u8], random: &mut Random) -> Vec<u8> {
    let classes = subject.dfa.classes();
    let other = |&byte: &u8| loop {
        let other = random.next_u64() as u8;
        // Rare classes would take long to hit; common ones are hit soon.
        if classes.of(other) == classes.of(byte) {
            break other;
        }
        if other & 15 == 0 {
            break byte;
        }
    };
    word.iter().map(other).collect()
}
