//! Every change and conversion of a value, with what has to hold afterwards: after `Ok` the value
//! is the parse of its text in every accessor, and the components that were not changed are as they
//! were; after `Err` the value is as it was, and the error names the component.
//!
//! The fuzz target `values` and the growth test call this, so that a function that is here is in
//! both.

use urigram_core::{
    BuildError, Builder, Component, Grammar, Iri, IriBuf, IriRef, IriRefBuf, Reading, Uri, UriBuf,
    UriRef, UriRefBuf, Urn, UrnBuf,
};

/// A type of owned values.
trait Value: Sized + Clone + std::fmt::Debug {
    fn parse(grammar: Grammar, reading: Reading, text: &str) -> Option<Self>;
    fn all(&self) -> (&str, Grammar, Reading, Vec<Option<&str>>);

    /// Asserts that the value is the parse of its text.
    fn is_whole(&self, shown: &dyn Fn() -> String) {
        let (text, grammar, reading, components) = self.all();
        let again = Self::parse(grammar, reading, text);
        let again = again.unwrap_or_else(|| panic!("{}: {self:?} is not parsed", shown()));
        assert_eq!(again.all().3, components, "{}: {text:?}", shown());
    }
}

macro_rules! value {
    ($($owned:ident $borrow:ident),*) => {
        $(
            impl Value for $owned {
                fn parse(grammar: Grammar, reading: Reading, text: &str) -> Option<Self> {
                    $owned::parse_by(grammar, reading, text).ok()
                }

                fn all(&self) -> (&str, Grammar, Reading, Vec<Option<&str>>) {
                    let borrowed = self.$borrow();
                    let mut all: Vec<Option<&str>> =
                        Component::ALL.iter().map(|&one| borrowed.component(one)).collect();
                    let own = [self.authority(), self.userinfo(), self.host(), self.port()];
                    all.extend(own);
                    all.extend([Some(self.path()), self.query(), self.fragment()]);
                    let inner = borrowed.components();
                    let span = |&one: &Component| inner.span(one).map(|one| one.of(self.as_str()));
                    all.extend(Component::ALL.iter().map(span));
                    let parts = borrowed.parts();
                    let spans = [parts.scheme(), parts.authority(), parts.host(), parts.port()];
                    all.extend(spans.map(|span| span.map(|span| span.of(self.as_str()))));
                    (self.as_str(), self.grammar(), borrowed.reading(), all)
                }
            }
        )*
    };
}

value! { UriBuf as_uri, UriRefBuf as_uri_ref, IriBuf as_iri, IriRefBuf as_iri_ref }

impl Value for UrnBuf {
    fn parse(grammar: Grammar, reading: Reading, text: &str) -> Option<Self> {
        UrnBuf::parse_by(grammar, reading, text).ok()
    }

    fn all(&self) -> (&str, Grammar, Reading, Vec<Option<&str>>) {
        let own = [Some(self.nid()), Some(self.nss()), Some(self.assigned_name())];
        let ends = [self.r_component(), self.q_component(), self.query(), self.f_component()];
        (
            self.as_str(),
            self.grammar(),
            self.as_urn().reading(),
            own.into_iter().chain(ends).collect(),
        )
    }
}

/// Returns true if a change of one component may change another.
fn depends(changed: Component, other: Component) -> bool {
    use Component::{
        Authority, Host, Nid, Nss, Path, Port, QComponent, Query, RComponent, Userinfo,
    };
    let inner = [Userinfo, Host, Port];
    let name = [Path, Query, Nid, Nss, RComponent, QComponent];
    changed == other
        || (inner.contains(&changed) && other == Authority)
        || (changed == Authority && inner.contains(&other))
        || (name.contains(&changed) && name.contains(&other) && other != Path && other != Query)
}

/// The components of a value, to compare two of them.
fn kept<'a>(component: Component, get: impl Fn(Component) -> Option<&'a str>) -> Vec<&'a str> {
    let all = Component::ALL.iter().filter(|&&other| !depends(component, other));
    all.map(|&other| get(other).unwrap_or("\0absent")).collect()
}

macro_rules! exercise {
    ($name:ident, $owned:ident, $borrowed:ident, $borrow:ident, $build:ident) => {
        /// Changes a value in every way by a text, and converts it in every way.
        ///
        /// # Panics
        /// Panics if a value is not the parse of its text, or if an error changed one.
        pub fn $name(value: &$owned, text: &str) {
            type Change<'a> = dyn Fn(&mut $owned) -> Result<(), BuildError> + 'a;
            type With<'a> = dyn Fn(&$borrowed<'_>) -> Result<$owned, BuildError> + 'a;
            let check = |component: Component, new: Option<&str>, set: &Change, with: &With| {
                let shown = || format!("{value:?}: {component:?} = {new:?}");
                let mut changed = value.clone();
                let result = set(&mut changed);
                changed.is_whole(&shown);
                match &result {
                    Ok(()) => {
                        let (before, after) = (
                            kept(component, |one| value.$borrow().component(one)),
                            kept(component, |one| changed.$borrow().component(one)),
                        );
                        assert_eq!(before, after, "{}: {changed}", shown());
                        if let Some(new) = new {
                            assert_eq!(
                                changed.$borrow().component(component),
                                Some(new),
                                "{}",
                                shown()
                            );
                        }
                    }
                    Err(error) => {
                        assert_eq!(changed.all(), value.all(), "{}", shown());
                        let name = error.component();
                        assert!(name.is_some() && error.moved().is_some(), "{}: {error}", shown());
                        let len = new.map_or(usize::MAX, str::len);
                        assert!(error.offset().unwrap_or(0) <= len, "{}: {error}", shown());
                        assert!(!error.to_string().is_empty() && error.rule() != Some(""));
                    }
                }
                let other = with(&value.$borrow());
                let message = |result: Result<&str, &BuildError>| {
                    result.map(str::to_owned).map_err(ToString::to_string)
                };
                let set = message(result.as_ref().map(|()| changed.as_str()));
                assert_eq!(message(other.as_ref().map(|one| one.as_str())), set, "{}", shown());
                if let Ok(other) = &other {
                    other.is_whole(&shown);
                    assert_eq!(other.all(), changed.all(), "{}", shown());
                }
            };
            let some = Some(text);
            use Component::{Authority, Fragment, Host, Path, Port, Query, Scheme, Userinfo};
            check(Scheme, some, &|v| v.set_scheme(text), &|v| v.with_scheme(text));
            check(Authority, some, &|v| v.set_authority(some), &|v| v.with_authority(text));
            check(Authority, None, &|v| v.set_authority(None), &|v| v.with_authority(None));
            check(Userinfo, some, &|v| v.set_userinfo(some), &|v| v.with_userinfo(text));
            check(Userinfo, None, &|v| v.set_userinfo(None), &|v| v.with_userinfo(None));
            check(Host, some, &|v| v.set_host(text), &|v| v.with_host(text));
            check(Path, some, &|v| v.set_path(text), &|v| v.with_path(text));
            check(Query, some, &|v| v.set_query(some), &|v| v.with_query(text));
            check(Query, None, &|v| v.set_query(None), &|v| v.with_query(None));
            check(Fragment, some, &|v| v.set_fragment(some), &|v| v.with_fragment(text));
            check(Fragment, None, &|v| v.set_fragment(None), &|v| v.with_fragment(None));
            let port = text.len() as u16;
            let written = port.to_string();
            check(Port, Some(&written), &|v| v.set_port(Some(port)), &|v| v.with_port(port));
            check(Port, None, &|v| v.set_port(None), &|v| v.with_port(None));
            path(value, text);
            convert(value, text);

            /// Appends segments and removes them.
            fn path(value: &$owned, text: &str) {
                let shown = || format!("{value:?}: segment {text:?}");
                let mut pushed = value.clone();
                let result = pushed.push_segment(text).and_then(|()| pushed.push_segment(text));
                pushed.is_whole(&shown);
                let mut extended = value.clone();
                let both = extended.extend_segments([text, text]);
                extended.is_whole(&shown);
                if result.is_ok() {
                    assert!(both.is_ok(), "{}", shown());
                    assert_eq!(extended.all(), pushed.all(), "{}", shown());
                    let kept_of = |v: &$owned| {
                        let all = kept(Component::Path, |one| v.$borrow().component(one));
                        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
                    };
                    assert_eq!(kept_of(value), kept_of(&pushed), "{}", shown());
                    let count = |v: &$owned| v.$borrow().path_segments().count();
                    assert!(count(&pushed) <= count(value) + 2);
                }
                if both.is_err() {
                    assert_eq!(extended.all(), value.all(), "{}", shown());
                }
                for mut popped in [value.clone(), pushed] {
                    let mut most = 8;
                    while most > 0 && popped.pop_segment() {
                        popped.is_whole(&shown);
                        most -= 1;
                    }
                }
            }

            /// Converts a value to every other type, and makes others of it.
            fn convert(value: &$owned, text: &str) {
                let shown = || format!("{value:?}: conversions, {text:?}");
                value.$borrow().to_owned().is_whole(&shown);
                value.normalize().is_whole(&shown);
                let positions = value.$borrow().positions();
                assert_eq!(positions.parts(), value.$borrow().parts());
                assert_eq!(positions.grammar(), value.grammar());
                let whole = value.as_str();
                if let Ok(uri) = Uri::from_positions(whole, &positions) {
                    uri.to_owned().is_whole(&shown);
                }
                if let Ok(uri) = UriRef::from_positions(whole, &positions) {
                    uri.to_owned().is_whole(&shown);
                }
                if let Ok(iri) = Iri::from_positions(whole, &positions) {
                    iri.to_owned().is_whole(&shown);
                }
                if let Ok(iri) = IriRef::from_positions(whole, &positions) {
                    iri.to_owned().is_whole(&shown);
                }
                if let Ok(name) = Urn::from_positions(whole, &positions) {
                    name.to_owned().is_whole(&shown);
                }
                if let Ok(name) = UrnBuf::from_positions(whole.to_owned(), &positions) {
                    name.is_whole(&shown);
                }
                if let Ok(uri) = UriBuf::from_positions(whole.to_owned(), &positions) {
                    uri.is_whole(&shown);
                }
                if let Ok(uri) = UriRefBuf::from_positions(whole.to_owned(), &positions) {
                    uri.is_whole(&shown);
                }
                if let Ok(iri) = IriBuf::from_positions(whole.to_owned(), &positions) {
                    iri.is_whole(&shown);
                }
                if let Ok(iri) = IriRefBuf::from_positions(whole.to_owned(), &positions) {
                    iri.is_whole(&shown);
                }
                let again = Builder::from(value).$build();
                if let Ok(again) = &again {
                    again.is_whole(&shown);
                }
                for built in [
                    Builder::from(value).userinfo(text).$build(),
                    Builder::from(value).host(text).$build(),
                    Builder::from(value).authority(text).$build(),
                    Builder::from(value).path(text).$build(),
                    Builder::from(value).query(text).fragment(text).$build(),
                    Builder::from(value).scheme(text).port(7).$build(),
                ] {
                    if let Ok(built) = built {
                        built.is_whole(&shown);
                    }
                }
                let mut queried = value.clone();
                let result = queried.extend_query([(text, text)]);
                queried.is_whole(&shown);
                if result.is_ok() {
                    let last = queried.$borrow().query_pairs().last();
                    assert_eq!(last, Some((text.into(), Some(text.into()))), "{}", shown());
                }
                let form = queried.extend_query_form([(text, text)]);
                queried.is_whole(&shown);
                if form.is_ok() {
                    let last = queried.$borrow().query_form().last();
                    assert_eq!(last, Some((text.into(), text.into())), "{}", shown());
                }
                let borrowed = value.$borrow();
                assert_eq!(borrowed.query_pairs().count(), borrowed.query_pairs_raw().count());
                touch(&borrowed.path_segments().count());
                touch(&(borrowed.port_u16(), borrowed.host_typed(), borrowed.reading()));
                touch(&borrowed.display_masked().to_string());
                touch(&value.clone().into_string());
            }
        }
    };
}

/// Keeps the compiler from removing calls whose results are unused.
fn touch<T: ?Sized>(result: &T) {
    std::hint::black_box(result);
}

exercise!(uri, UriBuf, Uri, as_uri, build);
exercise!(uri_ref, UriRefBuf, UriRef, as_uri_ref, build_uri_ref);
exercise!(iri, IriBuf, Iri, as_iri, build_iri);
exercise!(iri_ref, IriRefBuf, IriRef, as_iri_ref, build_iri_ref);

/// Changes a name in every way by a text.
///
/// # Panics
/// Panics if a name is not the parse of its text, or if an error changed one.
pub fn urn(name: &UrnBuf, text: &str) {
    type Change<'a> = dyn Fn(&mut UrnBuf) -> Result<(), BuildError> + 'a;
    type With<'a> = dyn Fn(&Urn<'_>) -> Result<UrnBuf, BuildError> + 'a;
    let check = |set: &Change, with: &With| {
        let shown = || format!("{name:?}: {text:?}");
        let mut changed = name.clone();
        let result = set(&mut changed);
        changed.is_whole(&shown);
        if result.is_err() {
            assert_eq!(changed.all(), name.all(), "{}", shown());
        }
        let with = with(&name.as_urn()).map(UrnBuf::into_string).ok();
        assert_eq!(with, result.ok().map(|()| changed.into_string()), "{}", shown());
    };
    check(&|v| v.set_r_component(Some(text)), &|v| v.with_r_component(text));
    check(&|v| v.set_r_component(None), &|v| v.with_r_component(None));
    check(&|v| v.set_q_component(Some(text)), &|v| v.with_q_component(text));
    check(&|v| v.set_q_component(None), &|v| v.with_q_component(None));
    check(&|v| v.set_f_component(Some(text)), &|v| v.with_f_component(text));
    check(&|v| v.set_f_component(None), &|v| v.with_f_component(None));
    check(&|v| v.set_query(Some(text)), &|v| v.with_query(text));
    check(&|v| v.set_query(None), &|v| v.with_query(None));
    let shown = || format!("{name:?}");
    name.as_uri().to_owned().is_whole(&shown);
    UriBuf::from(name.clone()).is_whole(&shown);
    name.normalize().is_whole(&shown);
}

/// Parses a text as a value of each type, changes each by another text, and converts it to each
/// other type.
///
/// # Panics
/// Panics if a value is not the parse of its text, or if an error changed one.
pub fn all(grammar: Grammar, reading: Reading, text: &str, new: &str) {
    if let Ok(value) = UriBuf::parse_by(grammar, reading, text) {
        let shown = || format!("{value:?}");
        uri(&value, new);
        value.as_uri_ref().to_owned().is_whole(&shown);
        UriRefBuf::from(value.clone()).is_whole(&shown);
        IriBuf::from(value.clone()).is_whole(&shown);
        IriRefBuf::from(value.clone()).is_whole(&shown);
        value.as_uri().to_iri().is_whole(&shown);
        if let Ok(name) = UrnBuf::try_from(value.clone()) {
            name.is_whole(&shown);
        }
        let base = value.as_uri();
        if let Ok(reference) = UriRef::parse_by(grammar, reading, new) {
            if let Ok(target) = base.resolve(reference) {
                target.is_whole(&shown);
            }
        }
        if let Ok(target) = Uri::parse_by(grammar, reading, new) {
            if let Ok(reference) = base.relativize(target) {
                reference.is_whole(&shown);
            }
        }
    }
    if let Ok(value) = UriRefBuf::parse_by(grammar, reading, text) {
        let shown = || format!("{value:?}");
        uri_ref(&value, new);
        let absolute = Uri::try_from(value.as_uri_ref()).ok().map(|uri| uri.to_owned());
        let tried = UriBuf::try_from(value.clone());
        assert_eq!(absolute.is_some(), tried.is_ok(), "{}", shown());
        for uri in [absolute, tried.ok()].into_iter().flatten() {
            uri.is_whole(&shown);
        }
        if let Err(error) = UriBuf::try_from(value.clone()) {
            assert!(
                !error.error().to_string().is_empty() && error.error().syntax().is_some()
                    || value.as_uri_ref().is_relative()
            );
            assert_eq!(error.input(), &value);
            assert_eq!(error.into_input(), value);
        }
        IriRefBuf::from(value.clone()).is_whole(&shown);
        value.as_uri_ref().to_iri_ref().is_whole(&shown);
        if let Ok(rest) = value.as_uri_ref().with_scheme(None) {
            rest.is_whole(&shown);
        }
    }
    if let Ok(value) = IriBuf::parse_by(grammar, reading, text) {
        let shown = || format!("{value:?}");
        iri(&value, new);
        let plain = Uri::try_from(value.as_iri()).ok().map(|uri| uri.to_owned());
        touch(&value.as_iri().to_ascii().is_ok());
        let tried = UriBuf::try_from(value.clone()).ok();
        assert_eq!(plain.is_some(), tried.is_some(), "{}", shown());
        for uri in [plain, tried, value.as_iri().to_uri().ok()].into_iter().flatten() {
            uri.is_whole(&shown);
        }
        IriRefBuf::from(value.clone()).is_whole(&shown);
        value.as_iri_ref().to_owned().is_whole(&shown);
        if let Ok(reference) = IriRef::parse_by(grammar, reading, new) {
            if let Ok(target) = value.resolve(reference) {
                target.is_whole(&shown);
            }
        }
    }
    if let Ok(value) = IriRefBuf::parse_by(grammar, reading, text) {
        let shown = || format!("{value:?}");
        iri_ref(&value, new);
        if let Ok(iri) = Iri::try_from(value.as_iri_ref()) {
            iri.to_owned().is_whole(&shown);
        }
        for reference in [
            UriRef::try_from(value.as_iri_ref()).ok().map(|one| one.to_owned()),
            UriRefBuf::try_from(value.clone()).ok(),
            value.as_iri_ref().to_uri_ref().ok(),
        ]
        .into_iter()
        .flatten()
        {
            reference.is_whole(&shown);
        }
        if let Ok(uri) = UriBuf::try_from(value.clone()) {
            uri.is_whole(&shown);
        }
        if let Ok(rest) = value.as_iri_ref().with_scheme(None) {
            rest.is_whole(&shown);
        }
    }
    if let Ok(value) = UrnBuf::parse_by(grammar, reading, text) {
        urn(&value, new);
    }
}
