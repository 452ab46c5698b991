//! Practices, which are grammars of programs: verdicts, the guard, and what pages say.

mod allow;
mod named;
mod programs;
mod whatwg;
mod whatwg_valid;
