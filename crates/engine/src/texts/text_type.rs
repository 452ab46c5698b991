//! Types of texts by anybody's grammar: the data, and the macro that makes the types.

use crate::dfa::automaton::RejectState;
use crate::facts::checks::{Check, Wrong};
use crate::texts::demands::Demand;
use crate::texts::text_error::{TextError, Violation};
use crate::{Places, Reading, Splitter, SyntaxError, Table};

/// A type of texts: the strings of a rule that meet its demands.
#[doc(hidden)]
#[derive(Debug)]
pub struct TextType {
    /// The rule's table, which explains rejections.
    pub table: &'static Table,
    /// The rule's automaton with the places of components.
    pub splitter: &'static Splitter,
    /// The rules that are components, by number.
    pub components: &'static [&'static str],
    /// The demands that no rule says.
    pub demands: &'static [Demand],
}

impl TextType {
    /// Checks a text and finds its components. One pass over the text, and one for each demand.
    ///
    /// # Errors
    /// [`TextError`] for the first character that cannot be right, or for the first demand that is
    /// not met.
    #[inline]
    pub fn read<const N: usize>(&'static self, text: &str) -> Result<Places<N>, TextError> {
        self.read_by(text, |text| self.splitter.split(text.as_bytes()))
    }

    /// Does what [`TextType::read`] does, with a function in place of the splitter.
    ///
    /// # Errors
    /// [`TextError`] as [`TextType::read`].
    #[inline]
    pub fn read_by<const N: usize>(
        &'static self,
        text: &str,
        split: impl FnOnce(&str) -> Option<Places<N>>,
    ) -> Result<Places<N>, TextError> {
        let Some(places) = split(text) else {
            return Err(self.refusal(text).into());
        };
        for demand in self.demands {
            let wrong = match (&demand.check, demand.part(text, &places)) {
                (Check::Holds(holds), Some((start, part))) => {
                    (!holds(part)).then_some(Wrong::At(start))
                }
                _ => demand.wrong(text, &places),
            };
            if let Some(wrong) = wrong {
                return Err(TextError::Constraint(Violation::new(demand, self.table, wrong)));
            }
        }
        Ok(places)
    }

    /// Checks a text.
    ///
    /// # Errors
    /// [`TextError`] as [`TextType::read`].
    #[inline]
    pub fn check(&'static self, text: &str) -> Result<(), TextError> {
        // As many components as a splitter has room for.
        self.read::<{ Splitter::REGISTERS / 2 }>(text).map(|_| ())
    }

    /// Returns the places in a text if it is one. Runs while compiling. A type with a demand that
    /// is a function has no constants.
    pub const fn read_in_constant<const N: usize>(&self, text: &str) -> Option<Places<N>> {
        let Some(places) = self.splitter.split(text.as_bytes()) else { return None };
        let mut at = 0;
        while at < self.demands.len() {
            let demand = &self.demands[at];
            if matches!(demand.check, Check::Holds(_)) || demand.wrong(text, &places).is_some() {
                return None;
            }
            at += 1;
        }
        Some(places)
    }

    /// Returns the places in a text that is known to be one, as a component of another.
    pub fn known<const N: usize>(&self, text: &str) -> Places<N> {
        self.splitter.split(text.as_bytes()).unwrap_or(Places::NONE)
    }

    #[cold]
    fn refusal(&'static self, text: &str) -> SyntaxError {
        let error = self.table.check(text.as_bytes(), Reading::Corrected).err();
        // The table and the splitter are made of one rule, so there is an error.
        error.unwrap_or_else(|| {
            SyntaxError::new(self.table, Reading::Corrected, &[], RejectState::TOO_LONG)
        })
    }
}

/// Makes a borrowed and an owned type of a [`TextType`]. Generated crates call this.
#[doc(hidden)]
#[macro_export]
macro_rules! text_type {
    (
        $(#[$doc:meta])*
        $name:ident, $owned:ident, $count:literal, $data:path $(=> $code:path)?, $what:literal;
        components {
            $($(#[$component_doc:meta])*
            $component:ident: $kind:ident $type:ident = $number:literal;)*
        }
        lists {
            $($(#[$list_doc:meta])* $list:ident: $item:ident = $list_of:tt by $items:path;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            text: &'a str,
            places: $crate::Places<$count>,
        }

        impl<'a> $name<'a> {
            /// Parses a text.
            ///
            /// # Errors
            /// [`TextError`]($crate::TextError) at the first character that cannot be right, or
            /// for a constraint.
            #[inline]
            pub fn parse(text: &'a str) -> Result<Self, $crate::TextError> {
                $crate::__read!($data, text $(, $code)?).map(|places| $name { text, places })
            }

            /// Makes a value of a literal. Only the macro calls this, in a constant.
            ///
            /// # Panics
            /// If the text is not one.
            #[doc(hidden)]
            pub const fn from_macro(text: &'a str) -> Self {
                match $data.read_in_constant(text) {
                    Some(places) => $name { text, places },
                    None => panic!("the grammar rejects the text"),
                }
            }

            #[allow(dead_code)]
            #[inline]
            fn known(text: &'a str) -> Self {
                $name { text, places: $data.known(text) }
            }

            /// Returns the text.
            #[inline]
            pub const fn as_str(&self) -> &'a str {
                self.text
            }

            /// Returns the place of a component by the name of its rule, in bytes.
            pub fn place_of(&self, rule: &str) -> Option<$crate::Span> {
                let number = $data.components.iter().position(|known| *known == rule)?;
                self.places.get(number)
            }

            $($crate::__component!(
                'a, $(#[$component_doc])* $component, $kind, $type, $number
            );)*
            $($crate::__list!('a, $(#[$list_doc])* $list, $item, $list_of, $items);)*
        }

        $crate::__borrowed_text!($name, str, as_str);

        impl core::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.text)
            }
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.text).finish()
            }
        }

        impl<'a> TryFrom<&'a str> for $name<'a> {
            type Error = $crate::TextError;

            #[inline]
            fn try_from(text: &'a str) -> Result<$name<'a>, $crate::TextError> {
                $name::parse(text)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name<'_> {
            #[inline]
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text)
            }
        }

        /// Borrows from the input, so it fails where a format must unescape the string.
        #[cfg(feature = "serde")]
        impl<'de: 'a, 'a> serde::Deserialize<'de> for $name<'a> {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <&str as serde::Deserialize>::deserialize(deserializer)?;
                $name::parse(text).map_err(serde::de::Error::custom)
            }
        }

        #[doc = concat!("An owned [`", stringify!($name), "`].")]
        #[cfg(feature = "alloc")]
        #[derive(Clone)]
        pub struct $owned {
            text: $crate::__alloc::string::String,
            places: $crate::Places<$count>,
        }

        #[cfg(feature = "alloc")]
        const _: () = {
            use $crate::__alloc::string::String;

            impl $owned {
                /// Parses and keeps the text.
                ///
                /// # Errors
                /// [`TextError`]($crate::TextError) at the first character that cannot be right,
                /// or for a constraint.
                pub fn parse(text: impl Into<String>) -> Result<Self, $crate::TextError> {
                    let text = text.into();
                    let places = $crate::__read!($data, &text $(, $code)?)?;
                    Ok($owned { text, places })
                }

                /// Returns the borrowed form, which has the components. No cost.
                #[inline]
                pub const fn as_borrowed(&self) -> $name<'_> {
                    $name { text: self.text.as_str(), places: self.places }
                }

                /// Returns the text.
                #[inline]
                pub const fn as_str(&self) -> &str {
                    self.text.as_str()
                }

                /// Returns the text, without a copy.
                #[inline]
                pub fn into_string(self) -> String {
                    self.text
                }
            }

            impl $name<'_> {
                /// Returns a copy that owns its text.
                #[allow(clippy::should_implement_trait)]
                #[inline]
                pub fn to_owned(&self) -> $owned {
                    $owned { text: String::from(self.text), places: self.places }
                }
            }

            impl TryFrom<String> for $owned {
                type Error = $crate::TextError;

                #[inline]
                fn try_from(text: String) -> Result<$owned, $crate::TextError> {
                    $owned::parse(text)
                }
            }

            impl core::fmt::Debug for $owned {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    self.as_borrowed().fmt(f)
                }
            }

            $crate::__owned_text!($owned, $name, as_borrowed, str, String, as_str);
            $crate::__owned_str!($owned, $name, $crate::TextError);

            #[cfg(feature = "serde")]
            impl serde::Serialize for $owned {
                #[inline]
                fn serialize<S: serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(&self.text)
                }
            }

            #[cfg(feature = "serde")]
            impl<'de> serde::Deserialize<'de> for $owned {
                fn deserialize<D: serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    struct Text;
                    impl serde::de::Visitor<'_> for Text {
                        type Value = $owned;

                        #[inline]
                        fn expecting(
                            &self,
                            f: &mut core::fmt::Formatter<'_>,
                        ) -> core::fmt::Result {
                            f.write_str($what)
                        }

                        #[inline]
                        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$owned, E> {
                            $owned::parse(text).map_err(E::custom)
                        }

                        #[inline]
                        fn visit_string<E: serde::de::Error>(
                            self,
                            text: String,
                        ) -> Result<$owned, E> {
                            $owned::parse(text).map_err(E::custom)
                        }
                    }
                    deserializer.deserialize_string(Text)
                }
            }
        };
    };
}

/// Reads a text by the tables, or by code that does the same.
#[doc(hidden)]
#[macro_export]
macro_rules! __read {
    ($data:path, $text:expr) => {
        $data.read($text)
    };
    ($data:path, $text:expr, $code:path) => {
        $data.read_by($text, $code)
    };
}

/// Makes the method of a component.
#[doc(hidden)]
#[macro_export]
macro_rules! __component {
    ($a:lifetime, $(#[$doc:meta])* $name:ident, required, str, $number:literal) => {
        $(#[$doc])*
        pub const fn $name(&self) -> &$a str {
            match self.places.of($number, self.text) {
                Some(text) => text,
                None => "",
            }
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, optional, str, $number:literal) => {
        $(#[$doc])*
        #[inline]
        pub const fn $name(&self) -> Option<&$a str> {
            self.places.of($number, self.text)
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, required, $type:ident, $number:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(&self) -> $type<$a> {
            $type::known(self.places.of($number, self.text).unwrap_or_default())
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, optional, $type:ident, $number:literal) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(&self) -> Option<$type<$a>> {
            self.places.of($number, self.text).map($type::known)
        }
    };
}

/// Makes the method of a list.
#[doc(hidden)]
#[macro_export]
macro_rules! __list {
    ($a:lifetime, $(#[$doc:meta])* $name:ident, str, whole, $list:path) => {
        $(#[$doc])*
        #[inline]
        pub const fn $name(&self) -> $crate::Items<$a> {
            $list.items(self.text)
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, str, $of:literal, $list:path) => {
        $(#[$doc])*
        #[inline]
        pub const fn $name(&self) -> $crate::Items<$a> {
            $crate::Items::of(&$list, self.places.of($of, self.text))
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, $item:ident, whole, $list:path) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(&self) -> impl Iterator<Item = $item<$a>> + Clone {
            $list.items(self.text).map($item::known)
        }
    };
    ($a:lifetime, $(#[$doc:meta])* $name:ident, $item:ident, $of:literal, $list:path) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(&self) -> impl Iterator<Item = $item<$a>> + Clone {
            $crate::Items::of(&$list, self.places.of($of, self.text)).map($item::known)
        }
    };
}
