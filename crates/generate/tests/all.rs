//! The tests of the generator together, as one program, which is linked once.

mod base_updated_by;
mod contradictions;
mod edits;
mod fact_errors;
mod javascript;
mod many_rules;
mod packages;
mod quotations;
mod recursive;
mod reports;
mod sections;
mod specs;
mod start_rules;
