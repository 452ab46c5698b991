//! The command `urigram`.

fn main() {}
