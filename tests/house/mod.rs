//! The house: rooms, cycles of modules, tests and tables that pages name.

mod module_cycles;
mod named_programs;
mod rfcs;
mod rooms;
