//! The selection of a grammar for an input.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use urigram_grammars::{Date, Form, Grammar, GrammarSet, Objection, Reading, SyntaxError};

/// The method of selecting a grammar for an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Select {
    /// The newest grammar for the input's form that accepts, else the newest that accepts. `<…>` is
    /// a URC, `urn:` begins a URN, and characters beyond US-ASCII make an IRI. A patch is selected
    /// only if the document that it patches rejects the input.
    #[default]
    Auto,
    /// The given grammar, whether or not it accepts.
    Exactly(Grammar),
    /// The newest grammar that was published by a day and fits the input's form, whether or not it
    /// accepts.
    AsOf(Date),
    /// The newest grammar that accepts.
    Newest,
    /// The oldest grammar that accepts.
    Oldest,
    /// The document of [`Grammar::SCHEMES`] that defines the input's scheme, whether or not it
    /// accepts; for any other scheme, as [`Select::Auto`].
    ByScheme,
}

/// The selected grammar, the reason, and the error of every grammar that was passed over.
///
/// ```
/// use urigram::{Grammar, Select};
///
/// let selection = Select::Auto.select(b"urn:isbn:0451450523", Default::default());
/// assert_eq!(selection.grammar, Some(Grammar::Rfc8141));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Selection {
    /// The grammar that was selected, if any was.
    pub grammar: Option<Grammar>,
    /// The reason why the selected grammar does not accept the input. Only [`Select::Exactly`],
    /// [`Select::AsOf`] and [`Select::ByScheme`] select a grammar that does not.
    pub error: Option<Objection>,
    /// The reason why this grammar was selected, or why no grammar was.
    pub reason: Reason,
    /// The grammars that were tried before it, in the order in which they were tried.
    pub passed_over: Vec<(Grammar, SyntaxError)>,
}

/// The reason why a grammar was selected.
///
/// ```
/// use urigram::selection::Reason;
/// use urigram::{Grammar, Select};
///
/// let selection = Select::Exactly(Grammar::Rfc1738).select(b"http://a/", Default::default());
/// assert_eq!(selection.reason, Reason::Named);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The grammar was named.
    Named,
    /// The grammar's document defines the input's form, and is the newest of these that accept it.
    Form(Form),
    /// The grammar is the newest that accepts the input.
    Newest,
    /// The grammar is the oldest that accepts the input.
    Oldest,
    /// The grammar is the newest that was published by that day and fits the input's form.
    AsOf(Date),
    /// The grammar's document defines the input's scheme.
    Scheme,
    /// No grammar accepts the input, or none had been published by the day.
    NoneFits,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Named => f.write_str("named"),
            Reason::Form(Form::Urc) => f.write_str("form: <…> is a citation (URC)"),
            Reason::Form(Form::Urn) => f.write_str("form: urn: begins a name (URN)"),
            Reason::Form(Form::Iri) => f.write_str("form: characters beyond US-ASCII (IRI)"),
            Reason::Form(_) | Reason::Newest => f.write_str("the newest that accepts"),
            Reason::Oldest => f.write_str("the oldest that accepts"),
            Reason::AsOf(date) => write!(f, "the newest of this form by {date}"),
            Reason::Scheme => f.write_str("its document defines the scheme"),
            Reason::NoneFits => f.write_str("none fits"),
        }
    }
}

/// Returns the document that defines an input's scheme, if one does.
fn of_scheme(input: &[u8]) -> Option<Grammar> {
    let colon = input.iter().position(|byte| *byte == b':')?;
    Grammar::of_scheme(core::str::from_utf8(&input[..colon]).ok()?)
}

/// Returns the form of an input, by its first and last characters alone.
pub fn form_of(input: &[u8]) -> Form {
    let is_urn = input.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"urn:"));
    match input {
        [b'<', .., b'>'] => Form::Urc,
        _ if is_urn => Form::Urn,
        _ if !input.is_ascii() => Form::Iri,
        _ => Form::Generic,
    }
}

impl FromStr for Select {
    type Err = UnknownSelect;

    /// Reads `auto`, `newest`, `oldest`, `by-scheme` or a day, as `1997-05-02`.
    ///
    /// ```
    /// use urigram::{Grammar, Select};
    ///
    /// let by_then: Select = "1997-05-02".parse()?;
    /// let selection = by_then.select(b"http://a/", Default::default());
    /// assert_eq!(selection.grammar, Some(Grammar::Url1997));
    /// assert!("1997-5-2".parse::<Select>().is_err());
    /// # Ok::<(), urigram::errors::UnknownSelect>(())
    /// ```
    fn from_str(text: &str) -> Result<Select, UnknownSelect> {
        Ok(match text {
            "auto" => Select::Auto,
            "newest" => Select::Newest,
            "oldest" => Select::Oldest,
            "by-scheme" => Select::ByScheme,
            date => Select::AsOf(date.parse().map_err(|_| UnknownSelect)?),
        })
    }
}

/// A text that names no method of selection.
///
/// ```
/// let error = "latest".parse::<urigram::Select>().unwrap_err();
/// assert!(error.to_string().starts_with("use auto, newest, oldest"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSelect;

impl fmt::Display for UnknownSelect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("use auto, newest, oldest, by-scheme or a day such as 1997-05-02")
    }
}

impl core::error::Error for UnknownSelect {}

fn fits(grammar: Grammar, form: Form) -> bool {
    let own = grammar.document().form;
    own == form || (form == Form::Generic && own == Form::Locator)
}

fn error(grammar: Grammar, reading: Reading, input: &[u8]) -> Option<SyntaxError> {
    grammar.tables(reading).start().check(input, reading).err()
}

impl Select {
    /// Selects the grammar of an input, each grammar by its default start rule.
    pub fn select(self, input: &[u8], reading: Reading) -> Selection {
        let form = form_of(input);
        match self {
            Select::Exactly(grammar) => one(grammar, Reason::Named, reading, input),
            Select::AsOf(date) => match self.order(form)[..] {
                [grammar, ..] => one(grammar, Reason::AsOf(date), reading, input),
                [] => none(Vec::new()),
            },
            Select::Newest => first(self.order(form), |_| Reason::Newest, reading, input),
            Select::Oldest => first(self.order(form), |_| Reason::Oldest, reading, input),
            Select::ByScheme => match of_scheme(input) {
                Some(grammar) => one(grammar, Reason::Scheme, reading, input),
                None => Select::Auto.select(input, reading),
            },
            Select::Auto => {
                let reason =
                    |grammar| if fits(grammar, form) { Reason::Form(form) } else { Reason::Newest };
                first(self.order(form), reason, reading, input)
            }
        }
    }

    /// Returns the grammars to try for an input of this form, in order. The first that accepts is
    /// selected; [`Select::Exactly`] and [`Select::AsOf`] have one, which is selected in any case.
    fn order(self, form: Form) -> Vec<Grammar> {
        let newest = Grammar::ALL.iter().rev().copied();
        match self {
            Select::Exactly(grammar) => alloc::vec![grammar],
            Select::AsOf(date) => {
                let mut published = newest.filter(|grammar| grammar.document().date <= date);
                published.find(|&grammar| fits(grammar, form)).into_iter().collect()
            }
            Select::Newest => newest.collect(),
            Select::Oldest => Grammar::ALL.to_vec(),
            Select::Auto | Select::ByScheme => {
                // A pass for each kind, because a sort is much code for a list of this length.
                let mut order = Vec::with_capacity(Grammar::ALL.len());
                for kind in 0..2 * RANKS {
                    let (is_fit, wanted) = (kind < RANKS, kind % RANKS);
                    order.extend(newest.clone().filter(|&grammar| {
                        fits(grammar, form) == is_fit && rank(grammar) == wanted
                    }));
                }
                order
            }
        }
    }
}

/// A selection made ready for many inputs.
///
/// ```
/// use urigram::selection::Selector;
/// use urigram::{Grammar, Select};
///
/// let selector = Selector::new(Select::Auto);
/// assert_eq!(selector.candidates(b"urn:isbn:0451450523")[0], Grammar::Rfc8141);
/// ```
#[derive(Clone, Debug)]
pub struct Selector {
    orders: [Vec<Grammar>; FORMS.len()],
    /// For [`Select::ByScheme`], the documents of schemes as lists of one.
    by_scheme: Vec<[Grammar; 1]>,
}

/// The forms that an input can have by its characters.
const FORMS: [Form; 4] = [Form::Generic, Form::Iri, Form::Urn, Form::Urc];

impl Selector {
    /// Makes a selector.
    pub fn new(select: Select) -> Selector {
        let is_asked = select == Select::ByScheme;
        let of_schemes = Grammar::SCHEMES.iter().filter(|_| is_asked).map(|grammar| [*grammar]);
        Selector { orders: FORMS.map(|form| select.order(form)), by_scheme: of_schemes.collect() }
    }

    /// Returns the grammars to try for an input, in order. [`Select::select`] selects the first
    /// that accepts; of a selection by name or by day, or of a
    /// known scheme, there is at most one.
    pub fn candidates(&self, input: &[u8]) -> &[Grammar] {
        if !self.by_scheme.is_empty() {
            let wanted = of_scheme(input);
            let found = self.by_scheme.iter().find(|[grammar]| Some(*grammar) == wanted);
            if let Some(grammar) = found {
                return grammar;
            }
        }
        let form = form_of(input);
        let at = FORMS.iter().position(|&known| known == form);
        at.map_or(&[], |at| &self.orders[at])
    }
}

/// The number of ranks.
const RANKS: u8 = 4;

/// Returns the rank of a grammar's kind: a patch is after the document that it patches, a special
/// form after a general one.
fn rank(grammar: Grammar) -> u8 {
    let document = grammar.document();
    match document.form {
        Form::Generic | Form::Locator => u8::from(document.base.is_some()),
        Form::Iri => 2,
        _ => 3,
    }
}

fn one(grammar: Grammar, reason: Reason, reading: Reading, input: &[u8]) -> Selection {
    let verdict = grammar.verdict(reading, grammar.tables(reading).start(), input);
    let error = verdict.check().err();
    Selection { grammar: Some(grammar), error, reason, passed_over: Vec::new() }
}

fn none(passed_over: Vec<(Grammar, SyntaxError)>) -> Selection {
    Selection { grammar: None, error: None, reason: Reason::NoneFits, passed_over }
}

fn first(
    order: impl IntoIterator<Item = Grammar>,
    reason: impl Fn(Grammar) -> Reason,
    reading: Reading,
    input: &[u8],
) -> Selection {
    let mut passed_over = Vec::new();
    for grammar in order {
        match error(grammar, reading, input) {
            None => {
                return Selection {
                    grammar: Some(grammar),
                    error: None,
                    reason: reason(grammar),
                    passed_over,
                };
            }
            Some(error) => passed_over.push((grammar, error)),
        }
    }
    none(passed_over)
}

impl Selection {
    /// Returns the rejection to show when nothing was selected: that of the grammar that read
    /// furthest, the first of those that did.
    pub fn closest(&self) -> Option<(Grammar, SyntaxError)> {
        self.passed_over.iter().copied().rev().max_by_key(|(_, error)| error.offset())
    }
}

/// Returns the grammars whose default start rule accepts the whole input.
pub fn accepting(input: &[u8], reading: Reading) -> GrammarSet {
    GrammarSet::accepting(input, reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cmp::Reverse;

    #[test]
    fn passes_give_the_order_of_a_sort() {
        for form in FORMS {
            let mut sorted = Grammar::ALL.to_vec();
            sorted.sort_by_key(|&one| (!fits(one, form), rank(one), Reverse(one)));
            assert_eq!(Select::Auto.order(form), sorted, "{form:?}");
        }
    }

    #[test]
    fn days_are_read() {
        assert_eq!("1997-05-02".parse(), Ok(Date { year: 1997, month: 5, day: 2 }));
        for text in [
            "",
            "1997",
            "1997-5-2",
            "1997-13-01",
            "1997-00-01",
            "1997-05-02-01",
            "+997-05-02",
            "1997-05-32",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
