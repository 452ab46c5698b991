//! The tests of the generator together, as one program, which is linked once.

mod base_updated_by;
mod edits;
mod fact_errors;
mod javascript;
mod nested;
mod nested_abnf;
mod nested_ahead;
mod nested_choices;
mod nested_mutants;
mod nested_names;
mod nested_operators;
mod nested_packages;
mod nested_pairs;
mod nested_pest_grammar;
mod nested_proof;
mod nested_questions;
mod nested_random;
mod nested_specs;
mod nested_sql;
mod nested_tags;
mod nested_tried;
mod packages;
mod quotations;
mod sections;
mod specs;
mod start_rules;
