//! The JSON Schemas of the lines that each subcommand writes, derived from the types.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{json, Value};

use urigram_answers::json::{
    key, AgreementJson, BlameJson, ComparisonJson, DocumentJson, FactsJson, NoAnswer, Placed,
    Rejected, ResolvedJson, RuleHistoryJson, RuleRevisionsJson,
};
use urigram_answers::parse::{ParsedJson, StringHistoryJson};

use super::abnf::json::{AbnfJson, FindingJson};
use super::check::json::{CauseJson, CheckedJson, TotalsLine};
use super::diff::json::{
    MigratedJson, MigrationCauseJson, MigrationTotalsLine, ShortestJson, SplitDifferentlyJson,
};
use super::equivalent::EquivalentJson;
use super::extract::json::ExtractedJson;
use super::generate::json::PegJson;
use super::grammars::json::{NestedRulesJson, SectionJson};
use super::normalize::NormalizedJson;
use super::parse::recursive::ParsedByCallsJson;
use super::prove::json::{
    DecidedReportJson, FactJson, ProvedComponentJson, ProvedRuleJson, QuotationJson, StatementsJson,
};
use super::resolve::RelativeJson;
use super::sample::TextJson;
use super::split::json::SplitJson;
use super::surt::SurtJson;

macro_rules! lines {
    ($($command:literal: $($line:ty),+;)+) => {
        vec![$(($command.to_owned(), {
            let title = concat!("urigram ", $command, " --format json");
            document(title, |generator| vec![$(generator.subschema_for::<$line>()),+])
        })),+]
    };
}

/// Returns the schema of a line of each subcommand, by its name.
fn schemas() -> Vec<(String, Schema)> {
    lines! {
        "abnf": AbnfJson<'_>, FindingJson<'_>;
        "check":
            Placed<'_, CheckedJson<'_>>, Placed<'_, NoAnswer>, CauseJson<'_>, TotalsLine<'_>;
        "compare":
            ComparisonJson<'_>, AgreementJson<'_>;
        "diff":
            Placed<'_, MigratedJson<'_>>, MigrationCauseJson<'_>, MigrationTotalsLine, ShortestJson,
            Placed<'_, SplitDifferentlyJson<'_>>;
        "equivalent":
            EquivalentJson<'_>, Placed<'_, EquivalentJson<'_>>,
            Rejected<'_, (key::A, key::B)>,
            Placed<'_, Rejected<'_, (key::A, key::B)>>, Placed<'_, NoAnswer>;
        "extract": ExtractedJson<'_>;
        "generate": PegJson<'_>;
        "grammars": FactsJson, DocumentJson, NestedRulesJson<'_>, SectionJson<'_>;
        "history":
            StringHistoryJson<'_>, Placed<'_, StringHistoryJson<'_>>, Placed<'_, NoAnswer>,
            RuleHistoryJson<'_>, BlameJson<'_>, RuleRevisionsJson<'_>;
        "normalize":
            NormalizedJson<'_>, Placed<'_, NormalizedJson<'_>>, Rejected<'_, (key::Input,)>,
            Placed<'_, Rejected<'_, (key::Input,)>>, Placed<'_, NoAnswer>;
        "parse":
            ParsedJson<'_>, Placed<'_, ParsedJson<'_>>, ParsedByCallsJson<'_>, Placed<'_, NoAnswer>;
        "prove":
            ProvedRuleJson<'_>, ProvedComponentJson, FactJson<'_>, StatementsJson<'_>,
            QuotationJson<'_>,
            DecidedReportJson<'_>;
        "resolve":
            ResolvedJson<'_>, RelativeJson<'_>, Placed<'_, ResolvedJson<'_>>,
            Placed<'_, RelativeJson<'_>>, Rejected<'_, (key::Base, key::Reference)>,
            Placed<'_, Rejected<'_, (key::Base, key::Reference)>>, Placed<'_, NoAnswer>;
        "sample": TextJson<'_>;
        "split": Placed<'_, SplitJson<'_>>, Placed<'_, NoAnswer>;
        "surt": SurtJson<'_>, Placed<'_, SurtJson<'_>>, Placed<'_, NoAnswer>;
    }
}

/// Returns the schema of objects that have one of these schemas.
fn document(title: &str, objects: impl FnOnce(&mut SchemaGenerator) -> Vec<Schema>) -> Schema {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let objects = objects(&mut generator);
    let mut definitions = Value::Object(generator.take_definitions(true));
    tidy(&mut definitions);
    schemars::json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": "One line of the output. Keys may be added, but none is changed.",
        "anyOf": json!(objects),
        "$defs": definitions,
    })
}

/// Says what derivation does not know: a key that need not be there is left out and never null.
/// Descriptions lose the line breaks of comments, and numbers the names of Rust's types.
fn tidy(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(object) => {
            let is_text = |value: &&mut Value| value.is_string();
            if let Some(Value::String(text)) = object.get_mut("description").filter(is_text) {
                *text = text.replace('\n', " ");
            }
            if object.get("format").is_some_and(Value::is_string) {
                object.remove("format");
            }
            let required = object.get("required").cloned().unwrap_or_default();
            let is_required =
                |key: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == key));
            let keys = object.get_mut("properties").and_then(Value::as_object_mut);
            for (key, property) in keys.into_iter().flatten() {
                if !is_required(key) {
                    without_null(property);
                }
            }
            object.values_mut().for_each(tidy);
        }
        _ => {}
    }
}

/// Removes `null` from what a schema allows.
fn without_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = &types[..] {
            schema["type"] = one.clone();
        }
    }
    if let Some(Value::Array(any)) = schema.get_mut("anyOf") {
        any.retain(|one| one["type"] != "null");
        if let ([Value::Object(one)], Some(all)) = (&any.clone()[..], schema.as_object_mut()) {
            all.remove("anyOf");
            all.extend(one.clone());
        }
    }
}

/// The schemas in docs/schemas are those of the types. `BLESS=1` writes them.
#[test]
fn schemas_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let all = schemas();
    for (name, schema) in &all {
        let path = folder.join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, text).unwrap();
        } else {
            let known = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(known == text, "{} is stale: `just bless`", path.display());
        }
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), all.len());
}
