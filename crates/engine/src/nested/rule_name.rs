//! Names of rules as an enumeration.

use core::fmt;

/// An enumeration of rules. [`nested_rules`](crate::nested_rules) declares one.
pub trait RuleName: Copy + Ord + fmt::Debug {
    /// Returns the rule of a name.
    fn of(name: &str) -> Option<Self>;

    /// Returns the name of the rule.
    fn name(self) -> &'static str;
}

/// Declares an enumeration of rules, as pest derives it of a grammar.
///
/// ```
/// use urigram_engine::nested::RuleName;
/// urigram_engine::nested_rules! { pub enum Rule { value, array, EOI } }
/// assert_eq!(Rule::of("array"), Some(Rule::array));
/// assert_eq!(Rule::of("object"), None);
/// assert_eq!(Rule::value.name(), "value");
///
/// // A keyword is written as pest's parsers have it.
/// urigram_engine::nested_rules! { pub enum Keyword { r#use, r#type } }
/// assert_eq!(Keyword::of("type"), Some(Keyword::r#type));
/// assert_eq!(Keyword::r#use.name(), "use");
/// ```
#[macro_export]
macro_rules! nested_rules {
    ($(#[$attribute:meta])* $visibility:vis enum $name:ident { $($rule:ident),* $(,)? }) => {
        $(#[$attribute])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $visibility enum $name {
            $(#[doc = concat!("The rule `", stringify!($rule), "`.")] $rule),*
        }

        impl $crate::nested::RuleName for $name {
            fn of(name: &str) -> Option<$name> {
                $(if name == $crate::nested::plain_name(stringify!($rule)) {
                    return Some($name::$rule);
                })*
                None
            }

            fn name(self) -> &'static str {
                match self {
                    $($name::$rule => $crate::nested::plain_name(stringify!($rule)),)*
                }
            }
        }
    };
}

/// Returns a name of Rust without the mark of one that is a keyword elsewhere.
#[doc(hidden)]
#[must_use]
pub fn plain_name(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}
