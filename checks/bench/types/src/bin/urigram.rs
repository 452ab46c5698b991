//! The generated types.

use urigram_types::{measure, BCP_47, JSON_POINTER, PURL, SEMVER, UUID};

fn main() {
    measure(&SEMVER, "urigram", own_semver::Semver::parse);
    measure(&UUID, "urigram", own_uuid::Uuid::parse);
    measure(&JSON_POINTER, "urigram", json_pointer::JsonPointer::parse);
    measure(&BCP_47, "urigram", bcp_47::Bcp47::parse);
    measure(&PURL, "urigram", package_url::Purl::parse);
}
