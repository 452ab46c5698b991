//! `examples.toml`, field by field; grammars/README.md says what each means.

use serde::Deserialize;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct Examples {
    #[serde(default)]
    pub(crate) example: Vec<Example>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Example {
    pub(crate) text: Option<String>,
    pub(crate) hex: Option<String>,
    /// The text as the document prints it, where that has other characters.
    pub(crate) shown: Option<String>,
    pub(crate) section: String,
    pub(crate) says: Says,
    pub(crate) rule: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) erratum: Option<String>,
    pub(crate) constraint: Option<String>,
    pub(crate) printed_accepts: Option<bool>,
    pub(crate) base: Option<String>,
    pub(crate) target: Option<String>,
    #[serde(default)]
    pub(crate) current_document: bool,
    pub(crate) option: Option<String>,
    pub(crate) with: Option<String>,
    pub(crate) source: Option<String>,
    #[serde(default)]
    pub(crate) found: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Says {
    Valid,
    Invalid,
    Resolves,
    Equivalent,
    Different,
    Delimited,
    Normalizes,
}

impl Example {
    /// Returns the octets of `text` or `hex`.
    ///
    /// # Errors
    /// A sentence for both, and for digits that are not octets.
    pub(crate) fn octets(&self) -> Result<Option<Vec<u8>>, String> {
        match (&self.text, &self.hex) {
            (Some(_), Some(_)) => Err("has text and hex".to_owned()),
            (Some(text), None) => Ok(Some(text.clone().into_bytes())),
            (None, Some(hex)) => {
                let octet = |pair: &[u8]| {
                    let pair = std::str::from_utf8(pair).ok().filter(|pair| pair.len() == 2)?;
                    u8::from_str_radix(pair, 16).ok()
                };
                let octets: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(octet).collect();
                octets.map(Some).ok_or_else(|| format!("{hex:?} is not hexadecimal"))
            }
            (None, None) => Ok(None),
        }
    }
}
