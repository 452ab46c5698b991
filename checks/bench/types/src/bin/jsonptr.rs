//! Pointers of the crate `jsonptr`.

use urigram_types::{measure, JSON_POINTER};

fn main() {
    measure(&JSON_POINTER, "jsonptr", jsonptr::Pointer::parse);
}
