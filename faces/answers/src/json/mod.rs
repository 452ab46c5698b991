//! JSON objects that the command and the page show.
//!
//! Each is a type, from which its schema is derived with the feature `schemas`, whose module lists
//! the types that the command writes.

mod agreement;
mod blame;
mod bytes;
mod check;
mod comparison;
mod diff;
mod document;
mod error;
mod extract;
mod forms;
mod line;
mod prove;
mod remark;
pub mod reports;
mod rule_history;
mod rules;
mod split;

pub(crate) use agreement::MarksJson;
pub use agreement::{AgreementJson, DifferencesJson, PlaceJson, Unmarked};
pub(crate) use blame::EventJson;
pub use blame::{BlameJson, ChangeJson, QuoteJson, RevisedJson, RuleRevisionsJson};
pub use bytes::{bytes_entry, bytes_list, key, Bytes, Key, OptionalBytes};
pub use check::{CauseJson, CheckedJson, DeniedJson, ExampleJson, TotalsJson, TotalsLine};
pub use comparison::{relation_name, rule_of, ComparedRule, ComparisonJson};
pub use diff::{
    InterpretationJson, MigratedJson, MigrationCauseJson, MigrationExampleJson,
    MigrationTotalsJson, MigrationTotalsLine, PresenceJson, ReasonJson, ShortestChangeJson,
    ShortestJson, SplitDifferentlyJson,
};
pub use document::{encoding_name, form_name, parts_of, DocumentJson, FactsJson, PartJson};
pub use error::ErrorJson;
pub use extract::ExtractedJson;
pub use forms::{
    AlternativeJson, EquivalenceJson, EquivalentJson, NormalizedJson, NormalizedStepJson,
    RelativeJson, ResolvedJson, ResolvedStepJson, SurtJson, TargetJson, TextJson,
};
pub use line::{Entries, Inputs, NoAnswer, Placed, Rejected, RejectionJson, TextOf, Texts};
pub use prove::{
    DecidedReportJson, FactJson, ForReadersJson, ProvedComponentJson, ProvedRuleJson,
    QuotationJson, StatementsJson,
};
pub use remark::RemarkJson;
pub use rule_history::RuleHistoryJson;
pub use rules::{
    AbnfJson, FindingJson, FoundRuleJson, LeftOutJson, NestedRulesJson, PegJson, PegRuleJson,
    RepairJson, SectionJson, WayJson,
};
pub use split::{ParsedByCallsJson, SplitJson};
