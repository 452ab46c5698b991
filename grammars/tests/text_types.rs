//! Types of texts: demands that are functions, each on a component or on the whole text.

use std::sync::LazyLock;

use urigram_engine::generated::{Check, Demand, Rows, Splitter, TextType};
use urigram_engine::TextError;
use urigram_grammars::{Constraint, Grammar, Reading};

/// Any bytes. The component is the text from the first hyphen on: columns for other bytes, for `-`
/// and for the end, and rows for no hyphen, for more of the component, the dead state and the
/// first hyphen, which is noted.
static SPLITTER: Splitter = Splitter {
    rows: Rows { classes: &CLASSES, width: 6, cells: &CELLS },
    unit: 0,
    special: 12,
    notes: &[&[0]],
    ends: &[&[Splitter::NOWHERE, Splitter::NOWHERE], &[0, Splitter::END]],
};

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    classes[b'-' as usize] = 2;
    classes
};

static CELLS: [u8; 24] =
    [0, 0, 18, 0, 1, 0, 6, 0, 6, 0, 2, 0, 12, 0, 12, 0, 0, 0, 6, 0, 6, 0, 2, 0];

const fn constraint(id: &'static str) -> Constraint {
    Constraint { id, section: "1", rules: &[], message: "is wrong", example: None }
}

static LOWER: Constraint = constraint("lower");
static SHORT: Constraint = constraint("short");

static DEMANDS: [Demand; 2] = [
    Demand {
        constraint: &LOWER,
        of: 0,
        check: Check::Holds(|part| !part.bytes().any(|byte| byte.is_ascii_uppercase())),
    },
    Demand { constraint: &SHORT, of: Demand::WHOLE, check: Check::Holds(|text| text.len() < 8) },
];

static TYPE: LazyLock<TextType> = LazyLock::new(|| {
    let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
    TextType { table, splitter: &SPLITTER, components: &[], demands: &DEMANDS }
});

#[test]
fn a_function_gets_the_text_that_it_is_about() {
    let read = |text| {
        TYPE.read::<1>(text).map(|places| places.of(0, text)).map_err(|error| match error {
            TextError::Constraint(found) => (found.constraint().id, found.offset()),
            other => panic!("{other}"),
        })
    };
    assert_eq!(read("A"), Ok(None));
    assert_eq!(read("A-b"), Ok(Some("-b")));
    assert_eq!(read("a-bC"), Err(("lower", 1)));
    assert_eq!(read("a-bcdefg"), Err(("short", 0)));
}

/// A constant cannot call a function, so a type with one has no constants.
#[test]
fn functions_are_not_called_in_constants() {
    assert!(TYPE.read_in_constant::<1>("A-b").is_none());
}
