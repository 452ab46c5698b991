//! Writes the vectors for validators of JSON Schema.

use std::path::Path;

fn main() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/json-schema");
    for (format, text) in urigram_conform::json_schema::suites()? {
        let path = folder.join(format!("{format}.json"));
        std::fs::write(&path, text).map_err(|error| format!("{path:?}: {error}"))?;
    }
    Ok(())
}
