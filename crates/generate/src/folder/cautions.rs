//! The check of a document's cautions: what its prose allows and advises against.

use urigram_engine::Finds;

use crate::folder::facts::Facts;

/// Checks the rows of `[[caution]]`.
///
/// # Errors
/// A message for two rows of one id, and for an equivalence that does not exist.
pub(crate) fn check(facts: &Facts, is_equivalence: impl Fn(&str) -> bool) -> Result<(), String> {
    let rows = &facts.caution;
    for (at, row) in rows.iter().enumerate() {
        let error = |why: String| Err(format!("caution {}: {why}", row.id));
        if rows[..at].iter().any(|other| other.id == row.id) {
            return Err(format!("two cautions are called {}", row.id));
        }
        match row.finds {
            Finds::Equivalence(id) if !is_equivalence(id) => {
                return error(format!("there is no equivalence {id}"));
            }
            Finds::Octets([]) | Finds::FieldName([]) => {
                return error("it lists nothing that it finds".to_owned());
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error message for two cautions. The second has these keys.
    fn refused(keys: &str) -> String {
        let row = "[[caution]]\nsection = \"1\"\nmessage = \"m\"\nexample = \"e\"\n";
        let rows = format!("{row}id = \"a\"\nfinds = \"password\"\n{row}{keys}");
        let facts = Facts::read(&format!("id = \"x\"\n{rows}"));
        let facts = facts.map_err(|error| error.to_string());
        facts.and_then(|facts| check(&facts, |id| id == "e")).err().unwrap_or_default()
    }

    #[test]
    fn half_filled_cautions_are_refused() {
        assert_eq!(refused("id = \"b\"\nfinds = \"octets\"\noctets = [1]"), "");
        assert_eq!(refused("id = \"b\"\nfinds = \"equivalence\"\nequivalence = \"e\""), "");
        for (keys, why) in [
            ("id = \"a\"\nfinds = \"userinfo\"", "two cautions"),
            ("id = \"b\"\nfinds = \"octets\"", "missing field `octets`"),
            ("id = \"b\"\nfinds = \"octets\"\noctets = []", "lists nothing"),
            ("id = \"b\"\nfinds = \"password\"\nnames = [\"n\"]", "unknown field `names`"),
            ("id = \"b\"\nfinds = \"equivalence\"\nequivalence = \"f\"", "no equivalence f"),
            ("id = \"b\"\nfinds = \"colour\"", "unknown variant `colour`"),
        ] {
            assert!(refused(keys).contains(why), "{why}: {}", refused(keys));
        }
    }
}
