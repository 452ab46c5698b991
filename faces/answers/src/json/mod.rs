//! JSON objects that the command and the page show.
//!
//! Each is a type, from which its schema is derived with the feature `schemas`. The command has the
//! types of the answers that it alone gives.

mod agreement;
mod blame;
mod bytes;
mod comparison;
mod document;
mod error;
mod line;
mod remark;
pub mod reports;
mod resolved;
mod rule_history;

pub(crate) use agreement::MarksJson;
pub use agreement::{AgreementJson, DifferencesJson, PlaceJson, Unmarked};
pub(crate) use blame::EventJson;
pub use blame::{BlameJson, ChangeJson, QuoteJson, RevisedJson, RuleRevisionsJson};
pub use bytes::{bytes_entry, bytes_list, key, Bytes, Key, OptionalBytes};
pub use comparison::{relation_name, rule_of, ComparedRule, ComparisonJson};
pub use document::{encoding_name, form_name, parts_of, DocumentJson, FactsJson, PartJson};
pub use error::ErrorJson;
pub use line::{Entries, Inputs, NoAnswer, Placed, Rejected, RejectionJson, TextOf, Texts};
pub use remark::RemarkJson;
pub use resolved::{AlternativeJson, ResolvedJson, ResolvedStepJson, TargetJson};
pub use rule_history::RuleHistoryJson;
