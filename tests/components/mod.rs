//! Components of texts: by the rules, by shapes, by trees, and where errors are.

mod agreement;
mod appendix_b;
mod beyond_ascii;
mod characters;
mod documents;
mod mutation;
mod trees;
