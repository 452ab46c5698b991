//! A set of numbers that is emptied often.

/// Numbers that were seen in a round. A new round takes no time: each number has the round where it
/// was last seen.
///
/// ```text
///   round 7    insert(2) is true     rounds: 0 0 7 0
///              insert(2) is false
///   round 8    insert(2) is true     rounds: 0 0 8 0
/// ```
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    rounds: Vec<u32>,
    round: u32,
}

impl Seen {
    /// Forgets all numbers.
    pub(crate) fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            // The rounds begin anew, so that no old one is taken for the present one.
            self.rounds.clear();
            self.round = 1;
        }
    }

    /// Adds a number; returns true if it is new in this round. Memory grows with the greatest one.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        if number >= self.rounds.len() {
            self.rounds.resize(number + 1, 0);
        }
        std::mem::replace(&mut self.rounds[number], self.round) != self.round
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn each_round_begins_empty() {
        let mut seen = Seen { round: u32::MAX - 1, ..Seen::default() };
        for _ in 0..4 {
            seen.clear();
            assert!(seen.insert(2) && !seen.insert(2) && seen.insert(0) && !seen.insert(2));
        }
    }
}
