//! Conversions to and from the types of other packages. Each asks the other value for its
//! components, by [`check`], and one that differs is an error.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "url")]
mod url;

use alloc::string::ToString;

use urigram_grammars::Component;

use crate::foreign_error::ForeignError;
use crate::value::masked::Masked;
use crate::value::Checked;

/// A value of another package.
trait Foreign {
    /// Returns the text that a component has there.
    fn text(&self, component: Component) -> Option<&str>;

    /// Returns true if the text of a component there is how the package writes ours.
    fn writes(&self, ours: &Checked<'_>, component: Component) -> bool;
}

/// Checks that a value of another package has our components. An empty authority, or part of one,
/// is as good as none.
fn check(ours: &Checked<'_>, theirs: &impl Foreign) -> Result<(), ForeignError> {
    let here = |component| ours.slice_of(ours.filled(component));
    let there = |component| {
        let is_optional = matches!(component, Component::Query | Component::Fragment);
        theirs.text(component).filter(|text| is_optional || !text.is_empty())
    };
    let is_same = |component| here(component) == there(component) || theirs.writes(ours, component);
    let Some(component) = ours.moved(is_same) else { return Ok(()) };
    let masked = |text: &str| match component {
        Component::Userinfo => Masked::userinfo(text).to_string(),
        _ => Masked::within(text, 0..text.len()).to_string(),
    };
    let (ours, theirs) = (here(component).map(masked), there(component).map(masked));
    Err(ForeignError::Differs { component, ours, theirs })
}
