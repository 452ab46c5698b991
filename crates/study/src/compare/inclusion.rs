//! The order of languages by inclusion.

use urigram_grammars::proof::Relation;

/// The order of several languages by inclusion. Languages are named by their index.
///
/// ```
/// use urigram::{compare::Inclusion, proof::{compare, Side}, Grammar, Reading};
///
/// let grammars = [Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Rfc3986];
/// let side = |index: usize| {
///     Side { grammar: grammars[index], reading: Reading::Corrected, rule: Some("port") }
/// };
/// let inclusion = Inclusion::new(3, |a, b| Ok(compare(side(a), side(b))?.relation))?;
/// assert_eq!(inclusion.classes(), [vec![0, 1, 2]]);
/// # Ok::<(), urigram::proof::ProofError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// For each language its relation to each.
    relations: Vec<Vec<Relation>>,
}

impl Inclusion {
    /// Orders `count` languages. `relation` is called once for each pair, with the smaller index
    /// first: `count * (count - 1) / 2` times.
    ///
    /// # Errors
    /// The first error of `relation`.
    pub fn new<E>(
        count: usize,
        mut relation: impl FnMut(usize, usize) -> Result<Relation, E>,
    ) -> Result<Inclusion, E> {
        let mut relations = vec![vec![Relation::Equal; count]; count];
        #[allow(clippy::needless_range_loop)] // A pair fills two rows.
        for a in 0..count {
            for b in a + 1..count {
                let of_pair = relation(a, b)?;
                relations[a][b] = of_pair;
                relations[b][a] = match of_pair {
                    Relation::Subset => Relation::Superset,
                    Relation::Superset => Relation::Subset,
                    symmetric => symmetric,
                };
            }
        }
        Ok(Inclusion { relations })
    }

    /// Returns the relation of one language to another; of a language to itself, equal.
    ///
    /// # Panics
    /// If an index is not below the number of languages.
    pub fn relation(&self, a: usize, b: usize) -> Relation {
        self.relations[a][b]
    }

    /// Returns the languages in classes of equal ones. A class is represented by its first member,
    /// and classes are in the order of these.
    pub fn classes(&self) -> Vec<Vec<usize>> {
        let equals =
            |a: usize| (0..self.relations.len()).filter(move |&b| self.is(a, b, Relation::Equal));
        let classes = (0..self.relations.len()).map(|a| equals(a).collect::<Vec<usize>>());
        classes.enumerate().filter(|(a, class)| class[0] == *a).map(|(_, class)| class).collect()
    }

    /// Returns the classes directly above a language, each by its first member: those that include
    /// it, without those that include another of them.
    ///
    /// # Panics
    /// If the index is not below the number of languages.
    pub fn directly_above(&self, a: usize) -> Vec<usize> {
        let firsts = self.classes().into_iter().map(|class| class[0]);
        let above: Vec<usize> = firsts.filter(|&b| self.is(a, b, Relation::Subset)).collect();
        let is_direct = |b: usize| !above.iter().any(|&c| self.is(c, b, Relation::Subset));
        above.iter().copied().filter(|&b| is_direct(b)).collect()
    }

    /// Returns true if a language strictly includes another.
    ///
    /// # Panics
    /// If the index is not below the number of languages.
    pub fn has_below(&self, a: usize) -> bool {
        self.relations[a].contains(&Relation::Superset)
    }

    fn is(&self, a: usize, b: usize, relation: Relation) -> bool {
        self.relations[a][b] == relation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finite sets represent languages; bit `n` of a number is its member `n`.
    fn inclusion(sets: &[u8]) -> Inclusion {
        let relation = |a: usize, b: usize| {
            let (a, b) = (sets[a], sets[b]);
            Ok::<_, ()>(match (a & !b, b & !a, a & b) {
                (0, 0, _) => Relation::Equal,
                (0, _, _) => Relation::Subset,
                (_, 0, _) => Relation::Superset,
                (_, _, 0) => Relation::Disjoint,
                _ => Relation::Overlapping,
            })
        };
        Inclusion::new(sets.len(), relation).unwrap()
    }

    #[test]
    fn chains_are_shown_by_their_links() {
        let sets = [0b0001, 0b0111, 0b0011, 0b0001, 0b1000];
        let order = inclusion(&sets);
        assert_eq!(order.classes(), [vec![0, 3], vec![1], vec![2], vec![4]]);
        assert_eq!(order.directly_above(0), [2]);
        assert_eq!(order.directly_above(3), [2]);
        assert_eq!(order.directly_above(2), [1]);
        assert_eq!((order.has_below(1), order.has_below(4)), (true, false));
        assert_eq!(order.relation(1, 0), Relation::Superset);
    }

    /// The links alone determine the whole order, and no link follows from others: on every family
    /// of three sets of three members, and on a chain and a diamond.
    #[test]
    fn links_are_the_whole_order_and_no_more() {
        let families = (0..512u16)
            .map(|code| [code & 7, code >> 3 & 7, code >> 6].map(|set| set as u8).to_vec());
        let diamond = vec![0b000, 0b001, 0b010, 0b011, 0b111];
        for sets in families.chain([diamond]) {
            let order = inclusion(&sets);
            let first = |a: usize| (0..=a).find(|&b| sets[b] == sets[a]).unwrap();
            for a in 0..sets.len() {
                let (mut reached, mut open) = (Vec::new(), order.directly_above(a));
                while let Some(next) = open.pop() {
                    reached.push(next);
                    open.extend(order.directly_above(next));
                }
                for b in 0..sets.len() {
                    let is_below = sets[a] != sets[b] && sets[a] & !sets[b] == 0;
                    assert_eq!(reached.contains(&first(b)), is_below, "{sets:?} {a} {b}");
                }
                for b in order.directly_above(a) {
                    let between = |c: &u8| {
                        *c != sets[a] && *c != sets[b] && sets[a] & !c == 0 && c & !sets[b] == 0
                    };
                    assert!(!sets.iter().any(between), "{sets:?} {a} {b}");
                }
            }
        }
    }
}
