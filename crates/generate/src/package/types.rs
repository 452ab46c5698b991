//! The types of a package: rules with their components, lists and demands.

use urigram_automata::abnf::{self, Splitter, Unsplit};
use urigram_automata::peg;
use urigram_engine::generated::List;

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::{document, facts, Folder};
use crate::leak;
use crate::tables::builder::Builder;
use crate::tables::delimited;
use crate::tables::demands::Check;
use crate::tables::marking::{self, Marks, Row};

use super::matcher;
use super::names::{camel, of_text, snake};

/// A type of a package.
pub(super) struct Type {
    /// The name of the borrowed type.
    pub(super) name: String,
    /// The name in snake case, for modules and files.
    pub(super) snake: String,
    /// The name of the macro for literals, if there is one.
    pub(super) literal: Option<String>,
    pub(super) rule: Known,
    pub(super) components: Vec<Component>,
    pub(super) lists: Vec<ListOf>,
    pub(super) demands: Vec<Demand>,
    /// A line for each component where the folder's choice takes one place of two.
    pub(super) choices: Vec<String>,
    pub(super) splitter: Splitter,
    /// The splitter as a function in Rust, if it is small.
    pub(super) code: Option<String>,
    pub(super) printed: Printed,
}

impl Type {
    /// Returns true if values can be constants: no demand is a function.
    pub(super) fn is_constant(&self) -> bool {
        self.demands.iter().all(|demand| !matches!(demand.check, Check::Function(_)))
    }
}

/// A rule as its file has it.
pub(super) struct Printed {
    pub(super) source: String,
    pub(super) comment: String,
}

/// A component of a type.
pub(super) struct Component {
    pub(super) method: String,
    pub(super) rule: Known,
    pub(super) printed: Printed,
    /// Whether some string of the type lacks the component.
    pub(super) is_optional: bool,
    /// The type of the component's own, if there is one.
    pub(super) type_name: Option<String>,
}

/// A component that is a list, or the whole type.
pub(super) struct ListOf {
    pub(super) method: String,
    /// The number of the component; `None` for the whole text.
    pub(super) of: Option<usize>,
    pub(super) list_rule: String,
    pub(super) item_rule: String,
    pub(super) list: List,
    /// The type of the items, if there is one.
    pub(super) type_name: Option<String>,
}

/// A constraint of a type.
pub(super) struct Demand {
    /// The number of the constraint among the document's.
    pub(super) constraint: usize,
    pub(super) of: Option<usize>,
    pub(super) check: Check,
}

/// Completes the rows of a folder, and gives each type's rule a table. A folder without rows gets
/// one type for each start rule.
pub(super) fn rows(
    folder: &mut Folder,
    notes: &mut Vec<String>,
) -> Result<Vec<facts::Type>, ReadError> {
    let starts = folder.facts.start.all();
    if folder.facts.types.is_empty() {
        let one = |rule: &&str| facts::Type { rule: (*rule).to_owned(), ..Default::default() };
        folder.facts.types = starts.iter().map(one).collect();
    }
    let mut rows = folder.facts.types.clone();
    for row in &mut rows {
        if row.read_as.is_some() {
            let message = "`as` is for packages whose start rule is recursive";
            return Err(folder.error(format!("[[type]] {}: {message}", row.rule)));
        }
        let rule = *folder.known(&row.rule)?;
        row.rule = rule.name.to_owned();
        let is_default = rule.name == folder.facts.start.default;
        let name = if is_default { document::constant(&folder.facts.id) } else { camel(rule.name) };
        let name = of_text(row.name.take().unwrap_or(name), &[]);
        row.name = Some(name.clone());
        if starts.contains(&rule.name) {
            row.literal.get_or_insert_with(|| snake(&name));
        } else if !folder.facts.start.others.contains(&rule.name) {
            let others = folder.facts.start.others.iter().copied();
            folder.facts.start.others = leak::list(others.chain([rule.name]));
        }
        if row.components.is_none() {
            row.components = Some(default_components(folder, &rule, notes)?);
        }
    }
    for (at, row) in rows.iter().enumerate() {
        if let Some(other) = rows[..at].iter().find(|other| other.name == row.name) {
            return Err(folder.error(format!(
                "[[type]]: the rules {} and {} both become the type {}: give one a name = \"…\"",
                other.rule,
                row.rule,
                row.name.as_deref().unwrap_or_default()
            )));
        }
    }
    folder.facts.types.clone_from(&rows);
    Ok(rows)
}

/// Returns the rules that the folder makes components of a rule, as far as they have one place in
/// every string.
fn default_components(
    folder: &Folder,
    rule: &Known,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, ReadError> {
    let builder = Builder::new(folder, folder.corrected.as_ref().unwrap_or(&folder.printed))?;
    // Why a PEG cannot be copied was said before.
    let Ok(marks) = Marks::of(&builder) else { return Ok(Vec::new()) };
    let rows = marks.rows(folder, rule)?;
    // A component of several rules has no method: it would have no rule to name.
    let rows = rows.into_iter().filter(|row| row.rules.len() == 1).collect();
    let kept = marks.kept(rule, rows)?;
    notes.extend(kept.listed);
    notes.extend(kept.notes);
    Ok(kept.rows.into_iter().flat_map(|row| row.rules).map(|rule| rule.name.to_owned()).collect())
}

/// Returns the rules that components are found by.
pub(super) fn grammar(folder: &Folder) -> Result<abnf::Grammar, ReadError> {
    folder.corrected.as_ref().unwrap_or(&folder.printed).abnf.abnf()
}

/// Makes the types of the rows.
pub(super) fn make(folder: &Folder, rows: &[facts::Type]) -> Result<Vec<Type>, ReadError> {
    let (grammar, peg) = (grammar(folder)?, folder.peg()?);
    let builder = Builder::new(folder, folder.corrected.as_ref().unwrap_or(&folder.printed))?;
    let marks = Marks::of(&builder).map_err(|why| folder.error(why));
    let making = |row| {
        let (marks, peg) = (marks.as_ref(), peg.as_ref());
        Making { folder, grammar: &grammar, marks, builder: &builder, peg, rows, row }
    };
    rows.iter().map(|row| making(row).make()).collect()
}

/// A row on its way to a type.
struct Making<'m> {
    folder: &'m Folder,
    grammar: &'m abnf::Grammar,
    marks: Result<&'m Marks<'m, 'm>, &'m ReadError>,
    builder: &'m Builder<'m>,
    peg: Option<&'m peg::Grammar>,
    rows: &'m [facts::Type],
    row: &'m facts::Type,
}

impl Making<'_> {
    fn make(&self) -> Result<Type, ReadError> {
        let Making { folder, row, .. } = self;
        let rule = *folder.known(&row.rule)?;
        let rules: Vec<&Known> = row
            .components
            .iter()
            .flatten()
            .map(|name| folder.known(name))
            .collect::<Result<_, _>>()?;
        let splitter = self.splitter(&rule, &rules)?;
        if marking::engine(&splitter).is_none() {
            return Err(self.error(format!(
                "its automaton has {} states, and a table holds at most 127 classes of bytes and \
                 16 MiB: name fewer components",
                splitter.dfa().len()
            )));
        }
        let lacks = |number: usize| {
            (0..splitter.dfa().len() as u32)
                .filter_map(|state| splitter.ends(state))
                .any(|ends| ends[2 * number] == abnf::Noted::Nowhere)
        };
        let mut components: Vec<Component> = Vec::new();
        for (number, known) in rules.iter().enumerate() {
            let method = snake(known.name);
            if let Some(other) = components.iter().find(|other| other.method == method) {
                return Err(self.error(format!(
                    "the components {} and {} both become the method {method}: leave one out",
                    other.rule.name, known.name
                )));
            }
            components.push(Component {
                method,
                is_optional: lacks(number),
                type_name: self.type_of(known.name).filter(|_| known.name != rule.name),
                printed: self.printed(known),
                rule: **known,
            });
        }
        let name = row.name.clone().unwrap_or_default();
        let demands = self.demands(&rule, &components)?;
        let is_constant = demands.iter().all(|demand| !matches!(demand.check, Check::Function(_)));
        Ok(Type {
            code: matcher::function(&snake(&name), components.len(), &splitter),
            snake: snake(&name),
            literal: row.literal.clone().filter(|_| is_constant),
            lists: self.lists(&rule, &components)?,
            demands,
            choices: self.choices(&rule, &rules)?,
            printed: self.printed(&rule),
            name,
            rule,
            components,
            splitter,
        })
    }

    fn error(&self, message: impl std::fmt::Display) -> ReadError {
        self.folder.error(format!("[[type]] {}: {message}", self.row.rule))
    }

    fn splitter(&self, rule: &Known, components: &[&Known]) -> Result<Splitter, ReadError> {
        if components.is_empty() {
            return Ok(Splitter::plain(self.builder.dfa(rule.id)?));
        }
        let marks = self.marks.map_err(ReadError::clone)?;
        let rows: Vec<Row> = components.iter().map(|known| Row::of(known)).collect();
        marks.splitter(rule, &rows)?.map_err(|why| match why {
            Unsplit::Refused(refused) => {
                ReadError::abnf(&self.folder.path, refused).in_rule(rule.name)
            }
            why => self.error(format!(
                "{why}; leave it out of `components`, or name a rule that has one place"
            )),
        })
    }

    /// Returns a line for each component where the folder's choice takes one place of two.
    fn choices(&self, rule: &Known, components: &[&Known]) -> Result<Vec<String>, ReadError> {
        if self.folder.facts.prefer.is_none() || components.is_empty() {
            return Ok(Vec::new());
        }
        let marks = self.marks.map_err(ReadError::clone)?;
        let rows = components.iter().map(|known| Row::of(known)).collect();
        Ok(marks.kept(rule, rows)?.choices)
    }

    fn printed(&self, known: &Known) -> Printed {
        if let Some(rule) = self.grammar.rule(known.id) {
            return Printed { source: rule.source.clone(), comment: rule.comment.clone() };
        }
        let name = known.id.replace('-', "_");
        let text = &self.folder.printed.pest.text;
        let is_head = |line: &&str| {
            line.strip_prefix(&*name).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        let lines = text.lines().skip_while(|line| !is_head(line));
        let lines: Vec<&str> = lines.take_while(|line| !line.trim().is_empty()).collect();
        let doc = self.peg.and_then(|peg| peg.rule(&name)).map(|rule| rule.doc().to_owned());
        Printed { source: lines.join("\n"), comment: doc.unwrap_or_default() }
    }

    fn type_of(&self, rule: &str) -> Option<String> {
        let row = self.rows.iter().find(|row| row.rule == rule)?;
        row.name.clone()
    }

    /// Returns the number of a component, or `None` for the type's own rule.
    fn of(
        &self,
        name: &str,
        rule: &Known,
        components: &[Component],
    ) -> Result<Option<usize>, ReadError> {
        let known = self.folder.known(name)?;
        if known.name == rule.name {
            return Ok(None);
        }
        let number = components.iter().position(|component| component.rule.name == known.name);
        number.map(Some).ok_or_else(|| self.error(format!("`{name}` is not a component of it")))
    }

    fn lists(&self, rule: &Known, components: &[Component]) -> Result<Vec<ListOf>, ReadError> {
        let one = |(list, item): (&String, &String)| {
            let of = self.of(list, rule, components)?;
            let (list, item) = (self.folder.known(list)?, self.folder.known(item)?);
            Ok(ListOf {
                method: format!("each_{}", snake(item.name).trim_end_matches('_')),
                of,
                list: self.list(list, item)?,
                list_rule: list.name.to_owned(),
                item_rule: item.name.to_owned(),
                type_name: self.type_of(item.name),
            })
        };
        self.row.lists.iter().map(one).collect()
    }

    fn list(&self, list: &Known, item: &Known) -> Result<List, ReadError> {
        let proved = delimited::prove(self.folder, self.grammar, list.id, item.id);
        proved.map_err(|why| self.error(why))
    }

    /// Returns the checks of the constraints that are about the type or one of its components.
    fn demands(&self, rule: &Known, components: &[Component]) -> Result<Vec<Demand>, ReadError> {
        let mut demands = Vec::new();
        for (constraint, row) in self.folder.facts.constraint.iter().enumerate() {
            let Some(check) = &row.keys.check else { continue };
            let Ok(of) = self.of(&check.of, rule, components) else {
                self.folder.known(&check.of)?;
                continue;
            };
            let check = Check::of(self.folder, self.marks, row, check)?;
            demands.push(Demand { constraint, of, check });
        }
        Ok(demands)
    }
}
