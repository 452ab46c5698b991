//! The PEGs of a definition in memory, as programs that build trees.

use std::sync::OnceLock;

use urigram_automata::synthesis::{synthesize, Found, LIMITS};
use urigram_automata::{abnf, peg, Terminals};
use urigram_engine::{same_name, Encoding, Programs, Reading};

use crate::error::ReadError;
use crate::folder::rules::Rules;
use crate::folder::Folder;
use crate::nested;

/// Returns the PEG of a reading as a program that builds trees; nothing without a PEG.
pub(crate) fn packed(rules: &Rules) -> Result<Vec<u8>, ReadError> {
    Ok(rules.pest.peg()?.map_or_else(Vec::new, |peg| nested::program(&peg).packed()))
}

/// The programs of a folder: corrected, then printed if it corrects any rule.
#[derive(Debug)]
pub(super) struct Trees(Vec<Tree>);

/// The program of one reading.
#[derive(Debug)]
struct Tree {
    packed: OnceLock<Vec<u8>>,
    /// The rules that it is made of when it is first used, because a proved copy of large rules
    /// takes seconds.
    abnf: String,
}

impl Trees {
    /// Reads the PEGs of a folder.
    ///
    /// # Errors
    /// [`ReadError`] for a PEG that cannot be parsed.
    pub(super) fn of(folder: &Folder) -> Result<Trees, ReadError> {
        let readings = folder.corrected.iter().chain([&folder.printed]);
        let tree = |rules: &Rules| {
            // pest cannot read a PEG of octets.
            let is_made = rules.pest.is_missing() && folder.facts.encoding == Encoding::Utf8;
            let packed = if is_made { OnceLock::new() } else { packed(rules)?.into() };
            Ok(Tree { packed, abnf: rules.abnf.text.clone() })
        };
        Ok(Trees(readings.map(tree).collect::<Result<_, ReadError>>()?))
    }
}

impl Programs for Trees {
    fn packed(&self, reading: Reading) -> &[u8] {
        let tree = match reading {
            Reading::Corrected => self.0.first(),
            Reading::Printed => self.0.last(),
        };
        tree.map_or(&[], |tree| tree.packed.get_or_init(|| copied(&tree.abnf)))
    }
}

/// Returns the program of a PEG that copies every rule and is proved equal; nothing if a rule has
/// no such copy. A rule that is made of its automaton is not a copy, because its tree has no parts.
fn copied(abnf: &str) -> Vec<u8> {
    let abnf = abnf::Grammar::read(abnf);
    let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
    let lacking: Vec<&str> = abnf.undecided().iter().map(|(rule, _)| &*rule.name).collect();
    let is_copied = |rule: &Found| {
        lacking.contains(&&*rule.rule)
            || rule.proof.is_ok() && !rule.from_automaton && same_name(&rule.rule, &rule.name)
    };
    match peg::Grammar::parse(found.source()) {
        Ok(peg) if found.rules().iter().all(is_copied) => nested::program(&peg).packed(),
        _ => Vec::new(),
    }
}
