//! Changing the parts that may follow an assigned name.
//!
//! ```text
//! urn:example:a?+r?=q#f     RFC 8141
//! urn:example:a?query#f     urn-2012
//! ```
//!
//! The changed text is parsed as a whole, and must have the very parts that it was made of: an
//! r-component `a?=b` would begin a q-component, and is refused.

use alloc::boxed::Box;
use alloc::string::String;

use urigram_grammars::Component;

use crate::value::kind::{Described, UrnKind};
use crate::value::{Checked, Owned};
use crate::{BuildError, Urn, UrnBuf};

/// The parts that may follow a name, in order, with their delimiters.
const FOLLOWING: [(Component, &str); 4] = [
    (Component::RComponent, "?+"),
    (Component::QComponent, "?="),
    (Component::Query, "?"),
    (Component::Fragment, "#"),
];

impl Urn<'_> {
    /// Returns the name with a part replaced or removed.
    fn with(&self, component: Component, new: Option<&str>) -> Result<UrnBuf, BuildError> {
        let parts = [self.r_component(), self.q_component(), self.query(), self.f_component()];
        let mut text = String::from(self.assigned_name());
        let mut given = [None; FOLLOWING.len()];
        // The place of the part that is changed, or would be.
        let mut changed = (text.len(), text.len());
        for (((one, delimiter), part), place) in FOLLOWING.iter().zip(parts).zip(&mut given) {
            let is_changed = *one == component;
            if let Some(part) = if is_changed { new } else { part } {
                text.push_str(delimiter);
                *place = Some((text.len(), text.len() + part.len()));
                text.push_str(part);
            }
            if is_changed {
                changed = place.unwrap_or((text.len(), text.len()));
            }
        }
        let (start, end) = changed;
        let within = |offset: usize| offset.clamp(start, end) - start;
        let (grammar, reading) = (self.grammar(), self.reading());
        let parts = match UrnKind::RULE.table(grammar, reading).split(&text, reading) {
            Ok(parts) => parts,
            Err(error) => {
                let offset = within(error.offset());
                return Err(BuildError::Syntax { component, offset, error: Box::new(error) });
            }
        };
        let urn = Urn::of(Checked { text: &text, parts, grammar, reading });
        let components = urn.components();
        let found = FOLLOWING.map(|(one, _)| {
            components.span(one).map(|span| (span.start as usize, span.end as usize))
        });
        if found != given || urn.assigned_name() != self.assigned_name() {
            let own = FOLLOWING.iter().zip(found).find(|((one, _), _)| *one == component);
            let offset = match own {
                Some((_, Some((from, to)))) if from == start => within(to),
                _ => 0,
            };
            let moved = component;
            return Err(BuildError::SplitOtherwise { grammar, component, moved, offset });
        }
        Ok(UrnBuf::of(Owned { text, parts, grammar, reading }))
    }
}

macro_rules! parts {
    ($($component:ident, $with:ident: $new:literal, $set:ident: $change:literal;)*) => {
        impl Urn<'_> {
            $(
                #[doc = $new]
                ///
                /// # Errors
                /// [`BuildError`] names the component, the rule and the offset in the argument. A
                /// document that has no such component refuses each text.
                pub fn $with<'n>(
                    &self,
                    new: impl Into<Option<&'n str>>,
                ) -> Result<UrnBuf, BuildError> {
                    self.with(Component::$component, new.into())
                }
            )*
        }

        impl UrnBuf {
            $(
                #[doc = $change]
                ///
                /// # Errors
                #[doc = concat!("The errors of [`Urn::", stringify!($with), "`].")]
                /// After an error the value is as it was.
                pub fn $set<'n>(
                    &mut self,
                    new: impl Into<Option<&'n str>>,
                ) -> Result<(), BuildError> {
                    *self = self.as_urn().with(Component::$component, new.into())?;
                    Ok(())
                }
            )*
        }
    };
}

parts! {
    RComponent,
    with_r_component: "Returns the name with another r-component. `None` removes it with its `?+`.",
    set_r_component: "Replaces the r-component. `None` removes it with its `?+`.";
    QComponent,
    with_q_component: "Returns the name with another q-component. `None` removes it with its `?=`.",
    set_q_component: "Replaces the q-component. `None` removes it with its `?=`.";
    Query,
    with_query: "Returns the name with another query. `None` removes it with its `?`.",
    set_query: "Replaces the query. `None` removes it with its `?`.";
    Fragment,
    with_f_component: "Returns the name with another f-component. `None` removes it with its `#`.",
    set_f_component: "Replaces the f-component. `None` removes it with its `#`.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;
    use urigram_grammars::{Form, Grammar, Reading};

    fn parts<'a>(urn: &Urn<'a>) -> [Option<&'a str>; 4] {
        [urn.r_component(), urn.q_component(), urn.query(), urn.f_component()]
    }

    type Set = fn(&mut UrnBuf, Option<&str>) -> Result<(), BuildError>;

    const SETTERS: [(Component, Set); 4] = [
        (Component::RComponent, |urn, new| urn.set_r_component(new)),
        (Component::QComponent, |urn, new| urn.set_q_component(new)),
        (Component::Query, |urn, new| urn.set_query(new)),
        (Component::Fragment, |urn, new| urn.set_f_component(new)),
    ];

    /// Returns all texts of at most three of these characters.
    fn texts() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut from = 0;
        for _ in 0..3 {
            let to = all.len();
            for index in from..to {
                for c in ['a', '?', '=', '+', '/', '#', '%', ' '] {
                    all.push(alloc::format!("{}{c}", all[index]));
                }
            }
            from = to;
        }
        all
    }

    #[test]
    fn a_change_sets_one_part_or_leaves_all() {
        let texts = texts();
        let (mut made, mut refused) = ([0; 4], [0; 4]);
        for &grammar in Grammar::ALL.iter().filter(|one| one.document().form == Form::Urn) {
            for reading in Reading::ALL {
                for name in [
                    "urn:ab:c",
                    "URN:ab:c/d",
                    "urn:ab:c#f",
                    "urn:ab:c?x=y",
                    "urn:ab:c?x#f",
                    "urn:ab:c?+r",
                    "urn:ab:c?=q#f",
                    "urn:ab:c?+r?=q#f",
                ] {
                    let Ok(urn) = UrnBuf::parse_by(grammar, reading, name) else { continue };
                    for (index, (component, set)) in SETTERS.into_iter().enumerate() {
                        for new in texts.iter().map(|text| Some(&**text)).chain([None]) {
                            let shown = alloc::format!("{grammar} {name} {component:?} {new:?}");
                            let mut changed = urn.clone();
                            match set(&mut changed, new) {
                                Ok(()) => {
                                    let mut expected = parts(&urn.as_urn());
                                    expected[index] = new;
                                    assert_eq!(parts(&changed.as_urn()), expected, "{shown}");
                                    assert_eq!(changed.assigned_name(), urn.assigned_name());
                                    let text = changed.as_str();
                                    let again = Urn::parse_by(grammar, reading, text).unwrap();
                                    assert_eq!(again.parts(), changed.as_urn().parts(), "{shown}");
                                    made[index] += usize::from(new.is_some());
                                }
                                Err(error) => {
                                    assert_eq!(changed.as_str(), name, "{shown}");
                                    assert_eq!(error.component(), Some(component), "{shown}");
                                    let len = new.map_or(0, str::len);
                                    assert!(error.offset().is_some_and(|at| at <= len), "{shown}");
                                    assert!(new.is_some(), "{shown}: a part can be removed");
                                    refused[index] += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(made.iter().chain(&refused).all(|&count| count > 30), "{made:?} {refused:?}");
    }

    #[test]
    fn a_refusal_says_where() {
        let urn = Urn::parse("urn:example:a?=q").unwrap();
        let offset = |result: Result<UrnBuf, BuildError>| result.unwrap_err().offset();
        // The text would begin a q-component, or lacks its first character.
        assert_eq!(offset(urn.with_r_component("ab?=c")), Some(2));
        assert_eq!(offset(urn.with_r_component("")), Some(0));
        assert_eq!(offset(urn.with_q_component("a b")), Some(1));
        assert_eq!(offset(urn.with_q_component("ab#c")), Some(2));
        assert_eq!(offset(urn.with_f_component("ab#c")), Some(2));
        let old = Urn::parse_by(Grammar::Rfc2141, Reading::Corrected, "urn:example:a").unwrap();
        for refused in [old.with_f_component("a"), old.with_query("a"), old.with_r_component("a")] {
            assert!(refused.is_err(), "RFC 2141 has only the name");
        }
    }
}
