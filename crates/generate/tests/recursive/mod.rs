//! Recursive rules: the machine that runs them beside pest, the automata with a stack beside
//! matchers that follow the notation to the letter, and the packages that are made of them.

mod abnf_matcher;
mod error_messages;
mod error_places;
mod furthest_failure;
mod letter_proofs;
mod operators;
mod packages;
mod pest_notation;
mod pest_pairs;
mod pest_trees;
mod random_pegs;
mod readings;
mod relations;
mod rust_names;
mod specifications;
mod sql;
