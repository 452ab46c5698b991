//! What the page is told. Each module answers one question with the JSON of the command where the command has one.

mod automata;
pub(crate) mod diagram;
pub(crate) mod document;
pub(crate) mod examples;
pub(crate) mod grammars;
pub(crate) mod history;
pub(crate) mod line;
pub(crate) mod matrix;
pub(crate) mod pair;
pub(crate) mod quiz;
pub(crate) mod resolving;
pub(crate) mod stepping;
pub(crate) mod string;
pub(crate) mod suggestions;

pub(crate) use crate::serve::{Params, Refusal};
