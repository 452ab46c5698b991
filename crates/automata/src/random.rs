//! Random numbers that depend only on the seed, on every machine and in every version.

use num_bigint::BigUint;

/// A generator of random numbers, determined by its seed. Not for secrets.
///
/// It is SplitMix64: a counter in steps of the golden ratio, mixed by Stafford's variant 13.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of a seed; every seed is as good as any other.
    pub fn seeded(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number from all of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, each equally likely; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The low part of the product is uneven below 2^64 mod bound; those draws are discarded.
        let bound = bound as u64;
        let uneven = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= uneven {
                return (product >> 64) as usize;
            }
        }
    }

    /// Returns a number below `bound`, each equally likely; 0 if `bound` is 0.
    pub(crate) fn below_big(&mut self, bound: &BigUint) -> BigUint {
        let bits = bound.bits();
        if bits == 0 {
            return BigUint::ZERO;
        }
        loop {
            // At least half of the numbers with as many bits as the bound are below it, so this
            // ends soon.
            let words = (0..bits.div_ceil(64)).flat_map(|_| {
                let word = self.next_u64();
                [word as u32, (word >> 32) as u32]
            });
            let drawn = BigUint::new(words.collect()) >> (bits.div_ceil(64) * 64 - bits);
            if drawn < *bound {
                return drawn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected numbers are those of SplitMix64's reference implementation for the seed
    /// 1234567.
    #[test]
    fn a_seed_determines_the_numbers() {
        let mut random = Random::seeded(1_234_567);
        let numbers = [(); 3].map(|()| random.next_u64());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_all_drawn_about_equally_often() {
        let mut random = Random::seeded(1);
        for bound in [1, 2, 3, 7, 10] {
            let (mut small, mut big) = (vec![0; bound], vec![0; bound]);
            for _ in 0..bound * 1_000 {
                small[random.below(bound)] += 1;
                let drawn = random.below_big(&BigUint::from(bound));
                big[usize::try_from(drawn).expect("below a small bound")] += 1;
            }
            assert!(
                small.iter().chain(&big).all(|count| (850..1_150).contains(count)),
                "{small:?} {big:?}"
            );
        }
        assert_eq!((random.below(0), random.below_big(&BigUint::ZERO)), (0, BigUint::ZERO));
        let large = BigUint::from(u64::MAX) * 5u32;
        assert!((0..100).any(|_| random.below_big(&large) > BigUint::from(u64::MAX)));
    }
}
