//! The tests of automata, rules and proofs together, as one program, which is linked once.

mod abnf_dfa;
mod abnf_faults;
mod abnf_labels;
mod abnf_reading;
mod algebra;
mod marked;
mod mutate;
mod peg_exhaustive;
mod peg_grammar;
mod peg_marks;
mod prefer;
mod sampling;
mod splitter;
mod stepping;
mod synthesis;
