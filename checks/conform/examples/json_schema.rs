//! Writes the vectors for validators of JSON Schema.

use std::path::Path;

use urigram_conform::json_schema::{render, FORMATS};

fn main() -> Result<(), String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (format, file) in FORMATS {
        let text = render(format, &here.join("../../columns/javascript/formats").join(file))?;
        let path = here.join("vectors/json-schema").join(format!("{format}.json"));
        std::fs::write(&path, text).map_err(|error| format!("{path:?}: {error}"))?;
    }
    Ok(())
}
