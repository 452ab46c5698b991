//! The folders of documents: facts, rules, proofs, and what is said of several.

mod citations;
mod comparison;
mod constraints;
mod disagreements;
mod examples;
mod folders;
mod history;
mod migrate;
mod proof;
mod schemes;
mod schemes_compared;
mod wrong_rules;
