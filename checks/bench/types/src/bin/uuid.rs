//! UUIDs of the crate `uuid`, as 16 bytes.

use urigram_types::{measure, UUID};

fn main() {
    measure(&UUID, "uuid", uuid::Uuid::parse_str);
}
