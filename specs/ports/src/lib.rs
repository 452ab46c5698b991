//! Code that was written for pest's parsers, with generated packages in their place.
//!
//! Each file of `code/` is a reader as pest's users write them. Here it is compiled with the names
//! of a generated package, and in `tests/ports.rs` with pest's own and a derived parser. Two lines
//! change, those of the parser and of the crate `pest`.
// pest's errors are large; its users' signatures have them.
#![allow(clippy::result_large_err)]

/// Expressions by the precedence of their operators.
pub mod calculator {
    use calculator::{pest, CalculationParser as Calculator, Rule};

    include!("../code/calculator.rs");
}

/// Sums of numbers in lines.
pub mod csv {
    use csv::{pest, FileParser as Csv, Rule};

    include!("../code/csv.rs");
}

/// Settings in sections.
pub mod ini {
    use ini::{pest, FileParser as Ini, Rule};

    include!("../code/ini.rs");
}

/// Values of TOML, with their paths.
pub mod toml {
    use toml_text::{pest, Rule, TomlParser as Toml};

    include!("../code/toml.rs");
}

/// Values as JSON writes them.
pub mod values {
    use values::{pest, FileParser as Values, Rule};

    include!("../code/values.rs");
}
