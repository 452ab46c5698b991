//! Package-URLs of the crate `packageurl`, decoded.

use urigram_types::{measure, PURL};

fn main() {
    measure(&PURL, "packageurl", str::parse::<packageurl::PackageUrl<'_>>);
}
