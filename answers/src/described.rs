//! Schemas of types that are written as another type is.

/// Gives a type the schema of the type as which it is written, with the feature `schemas`.
macro_rules! described_as {
    ($type:ty as $written:ty) => {
        #[cfg(feature = "schemas")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$written as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$written as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}
