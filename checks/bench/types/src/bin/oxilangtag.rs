//! Tags of the crate `oxilangtag`.

use urigram_types::{measure, BCP_47};

fn main() {
    measure(&BCP_47, "oxilangtag", oxilangtag::LanguageTag::<&str>::parse);
}
