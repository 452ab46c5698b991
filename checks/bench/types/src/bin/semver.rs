//! Versions of the crate `semver`, with numbers of 64 bits.

use urigram_types::{measure, SEMVER};

fn main() {
    measure(&SEMVER, "semver", semver::Version::parse);
}
