//! JSON objects that both the command and the page show.

mod agreement;
mod blame;
mod bytes;
mod comparison;
mod document;
mod error;
mod remark;
pub mod reports;
mod rule_history;

pub use agreement::{AgreementJson, DifferencesJson, PlaceJson};
pub use blame::{BlameJson, ChangeJson, QuoteJson};
pub use bytes::{bytes_entry, bytes_list, KeyedBytes};
pub use comparison::{relation_name, rule_of, ComparedRule, ComparisonJson};
pub use document::{encoding_name, form_name, parts_of, DocumentJson, FactsJson, PartJson};
pub use error::ErrorJson;
pub use remark::RemarkJson;
pub use rule_history::RuleHistoryJson;

use serde::Serialize;
use serde_json::Value;

/// Adds the keys of an object to another one.
///
/// # Errors
/// Those of serialization.
pub fn extend(object: &mut Value, more: &impl Serialize) -> Result<(), serde_json::Error> {
    if let (Some(object), Value::Object(more)) =
        (object.as_object_mut(), serde_json::to_value(more)?)
    {
        object.extend(more);
    }
    Ok(())
}
