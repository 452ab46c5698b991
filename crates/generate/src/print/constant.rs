//! The facts of the engine as constant expressions of Rust.
//!
//! A type says by [`Serialize`] which fields it has, and by its name how it is made:
//!
//! ```text
//! Date                   Date { year: 1994, month: 12, day: 1 }
//! Rule::new              Rule::new("URI", "URI", …), with the values of all fields in order
//! RuleNames::new         RuleNames::new("scheme\t3.1\n")
//! Schemes, Only          Schemes::Only(&["http"])
//! Algorithm, rfc3986     Algorithm::RFC3986: a constant has the name of a variant in lower case
//! Automaton, host        the expression that refers to the automaton of the rule `host`
//! ```

use std::fmt::Error;

use serde::ser::{self, Impossible, Serialize};

/// Returns a string literal.
pub(crate) fn text(value: &str) -> String {
    format!("{value:?}")
}

/// Returns the expression of facts that refer to no automaton.
pub(crate) fn expression<T: Serialize + ?Sized>(value: &T) -> String {
    with_automata(value, &text)
}

/// Returns the expression of facts; `automaton` gives that of an automaton by its rule.
pub(crate) fn with_automata<T: Serialize + ?Sized>(
    value: &T,
    automaton: &dyn Fn(&str) -> String,
) -> String {
    let written = value.serialize(Printer { automaton });
    written.unwrap_or_else(|_| unreachable!("all that is printed has an expression"))
}

#[derive(Clone, Copy)]
struct Printer<'a> {
    automaton: &'a dyn Fn(&str) -> String,
}

impl<'a> Printer<'a> {
    fn items(self, open: impl Into<String>, close: &'static str) -> Result<Items<'a>, Error> {
        let (open, items) = (open.into(), Vec::new());
        Ok(Items { printer: self, has_names: close == " }", open, close, items })
    }
}

/// The fields or items of a value, as they are written.
struct Items<'a> {
    printer: Printer<'a>,
    open: String,
    close: &'static str,
    has_names: bool,
    items: Vec<String>,
}

impl Items<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        let value = value.serialize(self.printer)?;
        self.items.push(if self.has_names { format!("{name}: {value}") } else { value });
        Ok(())
    }

    /// Returns the value in one line, and one that is long in filled lines of items.
    fn joined(self) -> String {
        let Items { open, close, items, .. } = self;
        let line = format!("{open}{}{close}", items.join(", "));
        if line.len() <= LONGEST && !line.contains('\n') {
            return line;
        }
        format!("{}\n{}{}", open.trim_end(), filled(&items), close.trim_start())
    }
}

/// The longest value in one line. Nobody reads generated rows, and a short file is compiled sooner.
const LONGEST: usize = 4_000;

/// The width of lines of items.
const WIDTH: usize = 400;

/// Returns the items in lines of at most [`WIDTH`] characters, where none alone is longer.
fn filled(items: &[String]) -> String {
    let (mut out, mut width) = (String::new(), WIDTH);
    for item in items {
        let item = item.replace('\n', "\n    ");
        let has_lines = item.contains('\n');
        width += 2 + item.len();
        if has_lines || width > WIDTH {
            out.push_str(if out.is_empty() { "    " } else { "\n    " });
            width = 5 + item.len();
        } else {
            out.push(' ');
        }
        out.push_str(&item);
        out.push(',');
        width += if has_lines { WIDTH } else { 0 };
    }
    out.push('\n');
    out
}

/// Writes values that a format of Rust shows as literals.
macro_rules! literals {
    ($($method:ident $type:ty, $format:literal;)*) => {
        $(fn $method(self, value: $type) -> Result<String, Error> {
            Ok(format!($format, value))
        })*
    };
}

impl<'a> ser::Serializer for Printer<'a> {
    type Ok = String;
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Impossible<String, Error>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    literals! {
        serialize_bool bool, "{}";
        serialize_i8 i8, "{}";
        serialize_i16 i16, "{}";
        serialize_i32 i32, "{}";
        serialize_i64 i64, "{}";
        serialize_u8 u8, "{}";
        serialize_u16 u16, "{}";
        serialize_u32 u32, "{}";
        serialize_u64 u64, "{:#x}";
        serialize_f32 f32, "{:?}";
        serialize_f64 f64, "{:?}";
        serialize_char char, "{:?}";
        serialize_str &str, "{:?}";
        serialize_bytes &[u8], "&{:?}";
        serialize_unit_struct &'static str, "{}";
    }

    fn serialize_none(self) -> Result<String, Error> {
        Ok("None".to_owned())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, Error> {
        Ok(format!("Some({})", value.serialize(self)?))
    }

    fn serialize_unit(self) -> Result<String, Error> {
        Ok("()".to_owned())
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, Error> {
        if name == "Automaton" {
            return Ok((self.automaton)(variant));
        }
        let is_type = variant.starts_with(|first: char| first.is_ascii_uppercase());
        let constant = if is_type { variant } else { &*variant.to_uppercase().replace('-', "_") };
        Ok(format!("{name}::{constant}"))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<String, Error> {
        Ok(format!("{name}({})", value.serialize(self)?))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<String, Error> {
        Ok(format!("{name}::{variant}({})", value.serialize(self)?))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        self.items("&[", "]")
    }

    /// Takes two values for a tuple and more for an array: an array says no more of itself.
    fn serialize_tuple(self, len: usize) -> Result<Items<'a>, Error> {
        if len == 2 {
            self.items("(", ")")
        } else {
            self.items("[", "]")
        }
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Items<'a>, Error> {
        self.items(format!("{name}("), ")")
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        self.items(format!("{name}::{variant}("), ")")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Items<'a>, Error> {
        if name.contains("::") {
            self.items(format!("{name}("), ")")
        } else {
            self.items(format!("{name} {{ "), " }")
        }
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        self.items(format!("{name}::{variant} {{ "), " }")
    }
}

/// Collects the items of values with or without names of their fields.
macro_rules! collected {
    ($($trait:ident $method:ident ($($name:ident: $type:ty)?) $label:expr;)*) => {
        $(impl ser::$trait for Items<'_> {
            type Ok = String;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $($name: $type,)?
                value: &T,
            ) -> Result<(), Error> {
                self.add($label, value)
            }

            fn end(self) -> Result<String, Error> {
                Ok(self.joined())
            }
        })*
    };
}

collected! {
    SerializeSeq serialize_element () "";
    SerializeTuple serialize_element () "";
    SerializeTupleStruct serialize_field () "";
    SerializeTupleVariant serialize_field () "";
    SerializeStruct serialize_field (name: &'static str) name;
    SerializeStructVariant serialize_field (name: &'static str) name;
}
