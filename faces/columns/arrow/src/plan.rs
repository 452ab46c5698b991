//! Functions with arguments that were checked, ready for columns.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use arrow_select::take::take;
use urigram::agreement::AllowList;
use urigram::migrate::Migration;
use urigram::normalization::Level;
use urigram::selection::Selector;
use urigram::surt::Options;
use urigram::{Component, Grammar, Normalizer, Reading, Resolver, Select};

use crate::arguments::{Argument, Call, PlanError};
use crate::column::{with_column, without_null_type};
use crate::function::{Answer, Function, Parameter};
use crate::kernels::{self, Bases, Check, Names, Query};
use crate::output::RunError;

/// A function with its arguments, which answers for columns. It can be shared by threads.
#[derive(Debug)]
pub struct Plan {
    function: &'static Function,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Accepts(Check),
    Accepting,
    Component(Component, Check),
    Split(Check),
    Error(Check),
    Normalize(Normalizer),
    Key(Normalizer, (Grammar, Reading)),
    /// The base is `None` where it is a column.
    Resolve(Resolver, Option<String>),
    Select(Selector),
    Changes(Migration),
    Surt(Options),
    Agrees(Vec<Grammar>),
    Vetted(AllowList),
    Denied(AllowList),
    Browser,
    HostType(Grammar, Reading),
    QueryPairs(Query),
    QueryValue(String, Query),
    WithoutParams(Names, Query),
    UrlDecode {
        form: bool,
    },
    ToUnicode,
    ToAscii,
}

impl Function {
    /// Checks arguments, by name and in any order, and makes a plan.
    ///
    /// # Errors
    /// [`PlanError`] for an argument that the function does not take (`gramar`), that has no such
    /// value (`rfc3968`), that is given twice or is missing, for a document that does not define
    /// what is asked of it (`normalize` by `rfc2069`), and for a base that is relative.
    pub fn plan(&'static self, arguments: &[(&str, Argument<'_>)]) -> Result<Plan, PlanError> {
        let call = Call { function: self.name, arguments };
        for (index, (name, _)) in arguments.iter().enumerate() {
            if !self.parameters.iter().any(|parameter| parameter.name == *name) {
                let names: Vec<&str> = self.parameters.iter().map(|one| one.name).collect();
                let takes =
                    if names.is_empty() { "no arguments".to_owned() } else { names.join(", ") };
                return Err(call.error(format!("no such argument `{name}`: it takes {takes}")));
            }
            if arguments[..index].iter().any(|(before, _)| before == name) {
                return Err(call.error(format!("{name} is given twice")));
            }
        }
        Ok(Plan { function: self, work: self.work(&call)? })
    }

    fn work(&'static self, call: &Call<'_>) -> Result<Work, PlanError> {
        let by = |name| self.grammar(call, name);
        let check = || {
            let (grammar, reading) = by("grammar")?;
            call.rule(grammar, reading, self.default("rule"))
        };
        let query = || by("grammar").map(|(grammar, reading)| Query::new(grammar, reading));
        Ok(match self.answer {
            Answer::Accepts => Work::Accepts(check()?),
            Answer::Accepting => Work::Accepting,
            Answer::Component(component) => Work::Component(component, check()?),
            Answer::Split => Work::Split(check()?),
            Answer::Error => Work::Error(check()?),
            Answer::Normalize => Work::Normalize(self.normalizer(call)?),
            Answer::Key => Work::Key(self.normalizer(call)?, self.grammar(call, "grammar")?),
            Answer::Resolve => self.resolution(call)?,
            Answer::Select => {
                let how = call.text("how", self.default("how"))?;
                let select: Select = how.parse().map_err(|error| call.wrong("how", how, &error))?;
                Work::Select(Selector::new(select))
            }
            Answer::Changes => {
                let (from, to) = (by("from")?, by("to")?);
                Work::Changes(Migration::new(from.0, to.0).readings(from.1, to.1))
            }
            Answer::Surt => Work::Surt(Options {
                with_scheme: call.flag("with_scheme")?,
                trailing_comma: call.flag("trailing_comma")?,
                keep_www: call.flag("keep_www")?,
            }),
            Answer::Agrees => Work::Agrees(compared(call, "grammars")?),
            Answer::Vetted => Work::Vetted(allow_list(call)?),
            Answer::Denied => Work::Denied(allow_list(call)?),
            Answer::Browser => Work::Browser,
            Answer::HostType => {
                let (grammar, reading) = by("grammar")?;
                Work::HostType(grammar, reading)
            }
            Answer::QueryPairs => Work::QueryPairs(query()?),
            Answer::QueryValue => Work::QueryValue(call.text("name", None)?.to_owned(), query()?),
            Answer::WithoutParams => Work::WithoutParams(Names::of(call.texts("names")?), query()?),
            Answer::UrlDecode => Work::UrlDecode { form: call.flag("form")? },
            Answer::ToUnicode => Work::ToUnicode,
            Answer::ToAscii => Work::ToAscii,
        })
    }

    fn default(&self, name: &str) -> Option<&'static str> {
        let named = |parameter: &&Parameter| parameter.name == name;
        self.parameters.iter().find(named).and_then(|parameter| parameter.default)
    }

    fn grammar(&self, call: &Call<'_>, name: &str) -> Result<(Grammar, Reading), PlanError> {
        call.grammar(name, call.text(name, self.default(name))?)
    }

    fn normalizer(&self, call: &Call<'_>) -> Result<Normalizer, PlanError> {
        let (grammar, reading) = self.grammar(call, "grammar")?;
        let level = if call.flag("addresses")? { Level::Address } else { Level::Scheme };
        let normalizer = Normalizer::new(grammar).reading(reading).up_to(level);
        if normalizer.is_defined() {
            return Ok(normalizer);
        }
        let unsaid = "the document does not say when two identifiers are equivalent";
        Err(call.wrong("grammar", grammar.as_str(), &unsaid))
    }

    fn resolution(&self, call: &Call<'_>) -> Result<Work, PlanError> {
        let (grammar, reading) = self.grammar(call, "grammar")?;
        let resolver = Resolver::new(grammar).reading(reading);
        if !resolver.is_defined() {
            let unsaid = "the document does not say how a relative reference resolves";
            return Err(call.wrong("grammar", grammar.as_str(), &unsaid));
        }
        if call.get("base") == Some(Argument::Column) {
            return Ok(Work::Resolve(resolver, None));
        }
        let base = call.text("base", None)?;
        // A base is a reference to itself unless something is wrong with it.
        resolver.resolve(base, base).map_err(|error| call.wrong("base", base, &error))?;
        Ok(Work::Resolve(resolver, Some(base.to_owned())))
    }
}

impl Plan {
    /// Returns the function.
    pub fn function(&self) -> &'static Function {
        self.function
    }

    /// Returns the number of columns that the plan takes: two where the base is one.
    pub fn columns(&self) -> usize {
        if matches!(self.work, Work::Resolve(_, None)) {
            2
        } else {
            1
        }
    }

    /// Returns the type of the result for a column of a type.
    ///
    /// # Errors
    /// [`PlanError`] where the column holds neither text nor bytes.
    pub fn returns(&self, column: &DataType) -> Result<DataType, PlanError> {
        self.function.data_type(column)
    }

    /// Answers for a column, or for two.
    ///
    /// Components and verdicts take one pass over the values and a few allocations for the batch.
    /// Normal forms, keys, targets and sort-friendly forms take an allocation for each row that the
    /// library makes a new text for.
    ///
    /// # Errors
    /// [`RunError`] where the columns are not those that were planned for, and where results need
    /// more than 2 GiB.
    pub fn run(&self, columns: &[ArrayRef]) -> Result<ArrayRef, RunError> {
        for column in columns {
            self.returns(column.data_type()).map_err(|error| RunError::Type(error.to_string()))?;
        }
        let columns = columns.iter().map(|column| without_null_type(Arc::clone(column)));
        match (self.columns(), &*columns.collect::<Vec<_>>()) {
            (1, [column]) => self.run_on_values(column),
            (2, [column, other]) => {
                if column.len() != other.len() {
                    return Err(RunError::Lengths(column.len(), other.len()));
                }
                self.run_on(&expanded(column)?, Some(&expanded(other)?))
            }
            (_, columns) => Err(RunError::Columns(columns.len())),
        }
    }

    /// Answers once for each value of a dictionary.
    fn run_on_values(&self, column: &ArrayRef) -> Result<ArrayRef, RunError> {
        let Some(dictionary) = column.as_any_dictionary_opt() else {
            return self.run_on(column, None);
        };
        let answers = self.run_on(dictionary.values(), None)?;
        Ok(take(&answers, dictionary.keys(), None)?)
    }

    fn run_on(&self, column: &ArrayRef, other: Option<&ArrayRef>) -> Result<ArrayRef, RunError> {
        let answer = with_column!(column, column => match &self.work {
            Work::Accepts(by) => Ok(kernels::accepts(column, *by)),
            Work::Accepting => kernels::accepting(column, Reading::default()),
            Work::Component(component, by) => kernels::component(column, *component, *by),
            Work::Split(by) => kernels::split(column, *by),
            Work::Error(by) => kernels::error(column, *by),
            Work::Normalize(by) => kernels::normalize(column, by),
            Work::Key(by, grammar) => kernels::key(column, by, *grammar),
            Work::Resolve(by, base) => {
                let bases = match (base, other) {
                    (Some(base), _) => Bases::One(base),
                    (None, Some(other)) => Bases::Each(&**other),
                    (None, None) => return Err(RunError::Columns(1)),
                };
                kernels::resolve(column, &bases, by)
            }
            Work::Select(selector) => kernels::select(column, selector),
            Work::Changes(by) => kernels::changes(column, by),
            Work::Surt(options) => kernels::surt(column, *options),
            Work::Vetted(list) => Ok(kernels::vetted(column, list)),
            Work::Denied(list) => kernels::denied(column, list),
            Work::Agrees(grammars) => Ok(kernels::agrees(column, grammars)),
            Work::Browser => kernels::browser(column),
            Work::HostType(grammar, reading) => kernels::host_type(column, *grammar, *reading),
            Work::QueryPairs(by) => kernels::query_pairs(column, *by),
            Work::QueryValue(name, by) => kernels::query_value(column, name, *by),
            Work::WithoutParams(names, by) => kernels::without_params(column, names, *by),
            Work::UrlDecode { form } => kernels::url_decode(column, *form),
            Work::ToUnicode => kernels::to_unicode(column),
            Work::ToAscii => kernels::to_ascii(column),
        });
        let name = self.function.name;
        answer.unwrap_or_else(|| {
            Err(RunError::Type(PlanError::of_column(name, column.data_type()).to_string()))
        })
    }
}

/// Returns the grammars of a list, in the corrected reading.
fn compared(call: &Call<'_>, name: &str) -> Result<Vec<Grammar>, PlanError> {
    let one = |text: &str| {
        let (grammar, reading) = call.grammar(name, text)?;
        if reading != Reading::default() {
            let only = "components are compared in the corrected reading only";
            return Err(call.wrong(name, text, &only));
        }
        Ok(grammar)
    };
    call.texts(name)?.iter().map(|text| one(text)).collect()
}

fn allow_list(call: &Call<'_>) -> Result<AllowList, PlanError> {
    let readers = compared(call, "readers")?;
    let text = call.text("allow", None)?;
    AllowList::read(text, &readers).map_err(|error| call.error(format!("allow: {error}")))
}

/// Returns a dictionary as a plain column; any other column as it is.
fn expanded(column: &ArrayRef) -> Result<ArrayRef, RunError> {
    match column.as_any_dictionary_opt() {
        Some(dictionary) => Ok(take(dictionary.values(), dictionary.keys(), None)?),
        None => Ok(Arc::clone(column)),
    }
}
