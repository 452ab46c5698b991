//! Tables of one document: automata with the rule in which an error lies at each state.

use crate::blob::Blob;
use crate::folder::{Folder, ReadError, Rules};
use crate::literal;
use std::fmt::Write;
use urigram_automata::{abnf, peg, Dfa, Limits, StateId, Terminals};

/// What stands between a rule's name and the place where it is to end earlier than it could.
const NARROWED: &str = "__";

/// The rules of one reading, ready to build automata from.
pub(crate) struct Builder<'f> {
    folder: &'f Folder,
    terminals: Terminals,
    abnf: abnf::Grammar,
    peg: peg::Grammar,
    any: Dfa,
}

/// An automaton with its labels.
pub(crate) struct Built {
    pub(crate) dfa: Dfa,
    /// For each state an index into the tracked rules.
    pub(crate) labels: Vec<Option<usize>>,
}

impl<'f> Builder<'f> {
    pub(crate) fn new(folder: &'f Folder, rules: &Rules) -> Result<Builder<'f>, ReadError> {
        let terminals = match folder.facts.encoding.as_str() {
            "utf-8" => Terminals::CodePoints,
            "octets" => Terminals::Octets,
            other => return Err(folder.error(format!("encoding {other:?}"))),
        };
        let one = abnf::Grammar::parse("any = %x00-10FFFF\noctet = %x00-FF\n")
            .map_err(|error| folder.error(error))?;
        let name = if terminals == Terminals::Octets { "octet" } else { "any" };
        Ok(Builder {
            folder,
            terminals,
            abnf: abnf::Grammar::parse(&rules.abnf).map_err(|error| folder.error(error))?,
            peg: peg::Grammar::parse(&rules.pest).map_err(|error| folder.error(error))?,
            any: one
                .dfa(name, terminals, Limits::default())
                .map_err(|error| folder.error(error))?,
        })
    }

    /// Every rule that either hand wrote, silent helpers of the PEG left out.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.abnf.rules().iter().map(|rule| rule.name.clone()).collect();
        let shown = |rule: &&peg::Rule| !rule.is_silent() && !rule.name().contains(NARROWED);
        for rule in self.peg.rules().iter().filter(shown) {
            if self.abnf.rule(rule.name()).is_none() {
                ids.push(rule.name().to_owned());
            }
        }
        ids
    }

    /// The narrowed forms in the PEG (`scheme__before_colon`), each with the rule that the tree shows it as.
    pub(crate) fn narrowed(&self) -> Vec<(&str, &str)> {
        let names = self.peg.rules().iter().map(peg::Rule::name);
        names.filter_map(|name| Some((name, name.split_once(NARROWED)?.0))).collect()
    }

    /// A shortest input that a narrowed form accepts and its rule does not.
    pub(crate) fn beyond(&self, narrowed: &str, rule: &str) -> Result<Option<String>, ReadError> {
        let narrow =
            self.peg.dfa(narrowed, peg::Which::Optimized, self.terminals, Limits::default());
        let narrow = narrow.map_err(|error| self.folder.error(error))?;
        let compared = narrow.compare(&self.abnf_dfa(&rule.replace('_', "-"))?, Limits::default());
        let compared = compared.map_err(|error| self.folder.error(error))?;
        Ok(compared.only_a.map(|bytes| bytes.escape_ascii().to_string()))
    }

    /// How the PEG of a rule differs from its ABNF, with the shortest inputs that show it.
    pub(crate) fn difference(&self, id: &str) -> Result<Option<String>, ReadError> {
        let (abnf, pest) = (self.abnf_dfa(id)?, self.peg_dfa(id)?);
        let compared =
            pest.compare(&abnf, Limits::default()).map_err(|error| self.folder.error(error))?;
        let show = |witness: Option<Vec<u8>>| witness.map(|bytes| bytes.escape_ascii().to_string());
        Ok(match (show(compared.only_a), show(compared.only_b)) {
            (None, None) => None,
            (only_pest, only_abnf) => {
                Some(format!("only pest {only_pest:?}, only abnf {only_abnf:?}"))
            }
        })
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.abnf.rule(id).is_some()
    }

    /// The rule's automaton, with labels among `tracked`, once both hands agree on it.
    pub(crate) fn build(&self, id: &str, tracked: &[String]) -> Result<Built, ReadError> {
        let names: Vec<&str> = tracked.iter().map(String::as_str).collect();
        let labelled = self.abnf.labelled_dfa(id, self.terminals, &names, Limits::default());
        let (dfa, labels) = labelled.map_err(|error| self.folder.error(error))?;
        let plain = self.abnf_dfa(id)?;
        if self.peg_dfa(id)? != plain {
            return Err(self
                .folder
                .error(format!("the PEG of `{id}` is not its ABNF; `urigram prove` shows where")));
        }
        Ok(Built { dfa, labels })
    }

    fn peg_dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        // The hands may spell a name's case differently; RFC 5234 ignores it and pest does not.
        let same = |rule: &&peg::Rule| {
            rule.name().replace('_', "-").eq_ignore_ascii_case(&id.replace('_', "-"))
        };
        let name = self.peg.rules().iter().find(same).map_or(id, |rule| rule.name());
        let dfa = self.peg.dfa(name, peg::Which::Optimized, self.terminals, Limits::default());
        dfa.map_err(|error| self.folder.error(error))
    }

    /// The grammar with the rules of `model`, which may refer to the grammar's own.
    pub(crate) fn overlay(&self, model: &str) -> Result<Overlay<'_>, ReadError> {
        let model = abnf::Grammar::parse(model).map_err(|error| self.folder.error(error))?;
        let rules = abnf::Grammar::overlay(&self.abnf, &model);
        Ok(Overlay { folder: self.folder, rules, terminals: self.terminals })
    }

    pub(crate) fn abnf_dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        self.abnf
            .dfa(id, self.terminals, Limits::default())
            .map_err(|error| self.folder.error(error))
    }

    /// The bytes that the characters of a rule begin with, if the rule always stands for one character.
    pub(crate) fn class(&self, id: &str) -> Result<Option<[u64; 4]>, ReadError> {
        let dfa = self.abnf_dfa(id)?;
        let subset = dfa
            .is_subset(&self.any, Limits::default())
            .map_err(|error| self.folder.error(error))?;
        if !subset || dfa.is_empty() {
            return Ok(None);
        }
        let mut words = [0; 4];
        for byte in dfa.expected(0).iter() {
            words[usize::from(byte / 64)] |= 1u64 << (byte % 64);
        }
        Ok(Some(words))
    }
}

/// A grammar with more rules.
pub(crate) struct Overlay<'b> {
    folder: &'b Folder,
    rules: abnf::Grammar,
    terminals: Terminals,
}

impl Overlay<'_> {
    /// The automaton of a rule.
    pub(crate) fn dfa(&self, id: &str) -> Result<Dfa, ReadError> {
        self.rules
            .dfa(id, self.terminals, Limits::default())
            .map_err(|error| self.folder.error(error))
    }
}

/// One `static` table.
pub(crate) fn render(
    blob: &mut Blob,
    name: &str,
    reading: &str,
    rule: (&str, usize),
    built: &Built,
    tracked: &[usize],
    scan: Option<&str>,
) -> String {
    let dfa = &built.dfa;
    let classes = dfa.classes();
    let states = dfa.len();
    let (columns, width, cells) = rows(dfa, |state| u16::from(dfa.is_accepting(state)));
    let label = |index: &Option<usize>| index.map_or(rule.1, |index| tracked[index]) as u8;
    let labels: Vec<u8> = built.labels.iter().map(label).collect();
    let size = cells.len() + labels.len() + 256;
    let hash = literal::hash(&[&format!("{cells:?}{labels:?}")]);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "/// {reading} `{}`: {states} states, {} byte classes, {size} bytes, hash {hash:016x}.",
        rule.0,
        classes.len()
    );
    let _ = writeln!(out, "static {name}: Table = Table {{");
    let _ = writeln!(out, "    document: &DOCUMENT,");
    let _ = writeln!(out, "    shape: &{}_SHAPE,", reading.to_uppercase());
    let _ = writeln!(out, "    rule: {},", literal::text(rule.0));
    let _ = writeln!(out, "    rows: {},", render_rows(blob, &columns, width, &cells));
    let _ = writeln!(out, "    dead: {},", dfa.dead().map_or(u32::from(u16::MAX), |state| state));
    let _ = writeln!(out, "    labels: {},", blob.slice(&labels));
    let _ = writeln!(
        out,
        "    scan: {},",
        scan.map_or("None".to_owned(), |name| format!("Some(&{name})"))
    );
    out.push_str("};\n\n");
    out
}

/// The fields of `Rows` in urigram-engine, which refer to the module's file.
pub(crate) fn render_rows(blob: &mut Blob, columns: &[u8], width: usize, cells: &[u8]) -> String {
    let (classes, cells) = (blob.columns(columns), blob.slice(cells));
    format!("Rows {{ classes: {classes}, width: {width}, cells: {cells} }}")
}

/// The fields of `Rows` in urigram-engine; `end` is what the end of the input means in a state.
///
/// # Panics
/// For more than two bytes can count; the largest automaton of today has two thirds of that.
pub(crate) fn rows(dfa: &Dfa, end: impl Fn(StateId) -> u16) -> (Vec<u8>, usize, Vec<u8>) {
    let width = 2 * (dfa.classes().len() + 1);
    assert!(
        width <= 256 && dfa.len() * width <= 1 << 16,
        "{} states, rows of {width} bytes",
        dfa.len()
    );
    let columns = dfa.classes().table().iter().map(|class| 2 * class).collect();
    let row = |state: StateId| {
        let next = (0..width / 2 - 1)
            .map(move |class| (dfa.next_by_class(state, class) as usize * width) as u16);
        next.chain([end(state)])
    };
    (columns, width, (0..dfa.len() as StateId).flat_map(row).flat_map(u16::to_le_bytes).collect())
}

/// The name of a table's static.
pub(crate) fn static_name(reading: &str, id: &str) -> String {
    format!("{}_{}", reading.to_uppercase(), id.to_uppercase().replace('-', "_"))
}

/// A shape as a static; `table` names the table of a rule.
pub(crate) fn render_shape(
    folder: &Folder,
    reading: &str,
    table: impl Fn(&str) -> String,
) -> String {
    let shape = &folder.facts.shape;
    let schemes = literal::schemes;
    let rule = |rule: &Option<String>| {
        rule.as_ref().map_or("None".to_owned(), |rule| format!("Some(&{})", table(rule)))
    };
    let forms = shape.forms.iter().map(|(rule, names)| {
        format!("(Schemes::Only({}), &{})", literal::list(names), table(rule))
    });
    let mut out = String::new();
    let _ = writeln!(out, "static {}_SHAPE: Shape = Shape {{", reading.to_uppercase());
    for (field, value) in [
        ("fragment", schemes(&shape.fragment)),
        ("query", schemes(&shape.query)),
        ("authority", schemes(&shape.authority)),
        ("host", schemes(&shape.host)),
        ("authority_ends", literal::text(shape.authority_ends.as_deref().unwrap_or("/?"))),
        ("userinfo", schemes(&shape.userinfo)),
        ("hostless", schemes(&shape.hostless)),
        ("hier", rule(&shape.hier)),
        ("net", rule(&shape.net)),
        ("server", rule(&shape.server)),
        ("hostport", rule(&shape.hostport)),
        ("port", rule(&shape.port)),
        ("scheme", rule(&shape.scheme)),
        ("name", shape.name.to_string()),
        ("rq", shape.rq.to_string()),
        ("forms", format!("&[{}]", forms.collect::<Vec<_>>().join(", "))),
        ("except", literal::list(&shape.except)),
    ] {
        let _ = writeln!(out, "    {field}: {value},");
    }
    out.push_str("};\n\n");
    out
}
