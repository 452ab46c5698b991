//! Literals in the compiler: `tests` has the programs.
