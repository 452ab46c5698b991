//! The cautions of a document as data of the engine: what its prose allows and advises against.

use urigram_engine::{Caution, Finds};

use crate::folder::facts;
use crate::folder::facts::Facts;
use crate::leak;

/// Returns the rows of `[[caution]]`.
///
/// # Errors
/// A message for a row that contradicts itself, and for an equivalence that does not exist.
pub(crate) fn cautions(
    facts: &Facts,
    is_equivalence: impl Fn(&str) -> bool,
) -> Result<Vec<Caution>, String> {
    let rows = &facts.caution;
    let mut cautions = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if rows[..at].iter().any(|other| other.id == row.id) {
            return Err(format!("two cautions are called {}", row.id));
        }
        let finds =
            finds(row, &is_equivalence).map_err(|why| format!("caution {}: {why}", row.id))?;
        cautions.push(Caution::new(
            leak::text(&row.id),
            leak::text(&row.section),
            leak::text(&row.message),
            finds,
            leak::text(&row.example),
        ));
    }
    Ok(cautions)
}

fn finds(row: &facts::Caution, is_equivalence: impl Fn(&str) -> bool) -> Result<Finds, String> {
    let keys = [
        ("equivalence", matches!(row.finds, Finds::Equivalence(_)), row.equivalence.is_some()),
        ("octets", matches!(row.finds, Finds::Octets(_)), !row.octets.is_empty()),
        ("names", matches!(row.finds, Finds::FieldName(_)), !row.names.is_empty()),
    ];
    // Each key belongs to one kind of caution, which needs it.
    if let Some((key, ..)) = keys.iter().find(|(_, is_needed, is_given)| is_needed != is_given) {
        let kind = if *key == "names" { "field-name" } else { key };
        return Err(format!("`{key}` goes with {kind:?}, and with nothing else"));
    }
    let equivalence = row.equivalence.as_deref().unwrap_or_default();
    Ok(match row.finds {
        Finds::Equivalence(_) if !is_equivalence(equivalence) => {
            return Err(format!("there is no equivalence {equivalence}"));
        }
        Finds::Equivalence(_) => Finds::Equivalence(leak::text(equivalence)),
        Finds::Octets(_) => Finds::Octets(leak::list(row.octets.iter().copied())),
        Finds::FieldName(_) => Finds::FieldName(leak::texts(&row.names)),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::facts::Caution as Row;
    use crate::folder::Folder;
    use std::path::Path;

    /// Returns the error message for cautions that were changed.
    fn refused(change: impl FnOnce(&mut Vec<Row>)) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars/uri-2003");
        let mut facts = Folder::read(&path).unwrap().facts;
        change(&mut facts.caution);
        let known: Vec<String> = facts.equivalence.iter().map(|row| row.id.clone()).collect();
        let is_equivalence = |id: &str| known.iter().any(|known| known == id);
        cautions(&facts, is_equivalence).map_or_else(|error| error, |_| "accepted".to_owned())
    }

    #[test]
    fn half_filled_cautions_are_refused() {
        assert_eq!(refused(|_| ()), "accepted");
        let row = |rows: &[Row], finds: Finds| {
            rows.iter().position(|row| row.finds == finds).expect("uri-2003 has one")
        };
        assert!(refused(|rows| rows[1].id = rows[0].id.clone()).contains("two cautions"));
        assert!(refused(|rows| {
            let at = row(rows, Finds::Octets(&[]));
            rows[at].octets.clear();
        })
        .contains("`octets` goes with"));
        assert!(refused(|rows| {
            let at = row(rows, Finds::Password);
            rows[at].names = vec!["a".to_owned()];
        })
        .contains("`names` goes with"));
        assert!(refused(|rows| {
            let at = row(rows, Finds::Equivalence(""));
            rows[at].equivalence = Some("nonsense".to_owned());
        })
        .contains("there is no equivalence nonsense"));
    }
}
