//! Which vector instructions the processor has.

/// What an engine needs, each with all before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Sse2,
    /// AVX2, BMI1, BMI2 and LZCNT.
    Avx2,
    /// AVX-512 F, BW and VBMI, and POPCNT. Nothing of VBMI is used, but processors without it lower their clock for
    /// vectors of that width.
    Avx512,
}

impl Level {
    /// Asks the processor once. Without `std`, what the compiler was told to expect.
    #[inline(always)]
    pub(super) fn detect() -> Level {
        #[cfg(any(feature = "std", test))]
        {
            use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
            /// One more than the level; 0 before anybody asked.
            static KNOWN: AtomicU8 = AtomicU8::new(0);
            match KNOWN.load(Relaxed) {
                3 => Level::Avx512,
                2 => Level::Avx2,
                1 => Level::Sse2,
                _ => {
                    let level = ask();
                    KNOWN.store(1 + level as u8, Relaxed);
                    level
                }
            }
        }
        #[cfg(not(any(feature = "std", test)))]
        {
            macro_rules! told {
                ($($feature:literal)*) => { cfg!(all($(target_feature = $feature),*)) };
            }
            if !told!("avx2" "bmi1" "bmi2" "lzcnt") {
                Level::Sse2
            } else if told!("avx512f" "avx512bw" "avx512vbmi" "popcnt") {
                Level::Avx512
            } else {
                Level::Avx2
            }
        }
    }
}

#[cfg(any(feature = "std", test))]
#[cold]
fn ask() -> Level {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt")) {
        Level::Sse2
    } else if has!("avx512f") && has!("avx512bw") && has!("avx512vbmi") && has!("popcnt") {
        Level::Avx512
    } else {
        Level::Avx2
    }
}

#[cfg(test)]
mod tests {
    use super::{ask, Level};

    /// Speed alone depends on it.
    #[test]
    fn what_the_processor_said_is_remembered() {
        assert_eq!([Level::detect(), Level::detect()], [ask(); 2]);
    }
}
