//! Requirements on citations (URCs).

use std::ops::Range;

use urigram_core::Urc;
use urigram_urc::{check_structors, elements, keeps_ascii, Descriptor, Element, Kind, Value};

use super::Subject;

fn urc<'a>(subject: &Subject<'a>) -> Option<Urc<'a>> {
    Urc::parse_by(subject.grammar, subject.reading, subject.input).ok()
}

fn first(
    subject: &Subject<'_>,
    place: impl Fn(&Kind<'_>) -> Option<Range<usize>>,
) -> Option<Range<usize>> {
    elements(urc(subject)?).find_map(|Element { kind, .. }| place(&kind))
}

fn place(value: &Value<'_>) -> Range<usize> {
    value.offset()..value.offset() + value.raw().len()
}

pub(super) fn begin_end(subject: &Subject<'_>) -> Option<Range<usize>> {
    check_structors(urc(subject)?).err().map(|error| error.range)
}

pub(super) fn language_tag(subject: &Subject<'_>) -> Option<Range<usize>> {
    first(subject, |kind| match kind {
        Kind::Urd(Descriptor { language: Some(tag), .. })
        | Kind::Urf(Descriptor { language: Some(tag), .. }) => {
            (!tag.is_well_formed()).then(|| tag.offset()..tag.offset() + tag.as_str().len())
        }
        _ => None,
    })
}

pub(super) fn fragment_method(subject: &Subject<'_>) -> Option<Range<usize>> {
    first(subject, |kind| match kind {
        Kind::Urf(descriptor) if descriptor.fragment().is_none() => Some(place(&descriptor.value)),
        _ => None,
    })
}

pub(super) fn high_octets_need_tag(subject: &Subject<'_>) -> Option<Range<usize>> {
    first(subject, |kind| {
        let value = match kind {
            Kind::Url(locator) | Kind::Urn(locator) if locator.charset.is_none() => &locator.value,
            Kind::Urd(descriptor) | Kind::Urf(descriptor)
                if descriptor.representation.is_none() =>
            {
                &descriptor.value
            }
            _ => return None,
        };
        let decoded = value.decode().ok()?;
        (!decoded.is_ascii()).then(|| place(value))
    })
}

pub(super) fn charset_keeps_ascii(subject: &Subject<'_>) -> Option<Range<usize>> {
    elements(urc(subject)?).find_map(|Element { kind, range, .. }| {
        let (charset, value) = match &kind {
            Kind::Url(locator) | Kind::Urn(locator) => (locator.charset?, &locator.value),
            Kind::Urd(descriptor) | Kind::Urf(descriptor) => {
                (descriptor.charset()?, &descriptor.value)
            }
            _ => return None,
        };
        // The label before the value, which names the character set last.
        let label = &subject.input[range.start..value.offset()];
        let at = label.windows(charset.len()).rposition(|text| text == charset.as_bytes())?;
        let start = range.start + at;
        (!keeps_ascii(charset)).then_some(start..start + charset.len())
    })
}
