//! The proved facts as the scanner reads them.

use urigram_engine::generated::{scan, Automaton};
use urigram_engine::ByteSet;

use super::{names, AfterScheme, Following, Host, KnownState, Net, Opaque, Proved, Sets, Userinfo};
use crate::leak;

/// Makes the facts of the scanner. `places` gives the state of the table for each state of the
/// rule, and `asked` gives the automaton of a rule that splitting asks.
pub(crate) fn spec(
    proved: &Proved,
    places: &[u16],
    asked: impl Fn(&str) -> &'static Automaton,
) -> &'static scan::ScanSpec {
    let mut afters: Vec<(AfterScheme, &'static scan::AfterScheme)> = Vec::new();
    let mut refer = |form: &AfterScheme| {
        // Schemes that are alike share their facts.
        let nameless = AfterScheme { scheme: None, is_relative: false, ..form.clone() };
        if let Some((_, made)) = afters.iter().find(|(known, _)| *known == nameless) {
            return *made;
        }
        let made = leak::value(after_scheme(form, places, &asked));
        afters.push((nameless, made));
        made
    };
    let any = proved.any.as_ref().map(&mut refer);
    let relative = proved.relative.as_ref().map(&mut refer);
    let named: Vec<(u64, Option<&'static scan::AfterScheme>)> = proved
        .named
        .iter()
        .map(|(name, form)| (names::word(name), form.as_ref().map(&mut refer)))
        .collect();
    let Sets { scheme, first, legal, is_exact } = &proved.sets;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    let (multiplier, slots) = proved.slots;
    let slots = slots.map(|slot| {
        let (name, after) = slot.map_or((0, None), |index| named[index]);
        scan::NamedScheme { name, after }
    });
    let without =
        |others: &[u8]| legal.iter().copied().filter(|byte| !others.contains(byte)).collect();
    let host: ByteSet = without(b"%:@");
    // A set must not be empty. Bytes of names that are not legal are refused with all other bytes.
    let host = if proved.has_servers() || host.is_empty() {
        scan::Set::NAME
    } else {
        scan::Set::new(host)
    };
    leak::value(scan::ScanSpec {
        scheme: scheme.iter().copied().collect(),
        scheme_holds_names: (0..128)
            .filter(|&byte| is_name(byte))
            .all(|byte| scheme.contains(&byte)),
        first: first.iter().copied().collect(),
        plain: scan::Set::new(without(b"%")),
        escapes: mask(legal.contains(&b'%')),
        host,
        in_scheme: proved.in_scheme.and_then(|known| known_state(known, places)),
        named: (!named.is_empty())
            .then(|| leak::value(scan::NamedSchemes { is_exact: *is_exact, multiplier, slots })),
        any,
        relative,
    })
}

fn mask(holds: bool) -> u64 {
    if holds {
        u64::MAX
    } else {
        0
    }
}

fn known_state(known: KnownState, places: &[u16]) -> Option<scan::KnownState> {
    Some(scan::KnownState { state: places[known.state as usize], is_closed: known.is_closed })
}

fn after_scheme(
    form: &AfterScheme,
    places: &[u16],
    asked: impl Fn(&str) -> &'static Automaton,
) -> scan::AfterScheme {
    let after = |by_table: bool, state: Option<u32>| match (by_table, state) {
        (false, _) => scan::AfterDelimiter::Legal,
        (true, Some(state)) => scan::AfterDelimiter::Table(places[state as usize]),
        (true, None) => scan::AfterDelimiter::Unknown,
    };
    let bound = |most: Option<usize>| most.map_or(u32::MAX, |most| most as u32);
    scan::AfterScheme {
        net: match form.net {
            Net::Unknown => scan::Net::Unknown,
            Net::Path => scan::Net::Path,
            Net::Authority => scan::Net::Authority,
        },
        authority_ends: mask(form.ends_at_question),
        empty: form.empty,
        userinfo: match form.userinfo {
            Userinfo::None => scan::Userinfo::None,
            Userinfo::Unknown => scan::Userinfo::Unknown,
            Userinfo::Known => scan::Userinfo::Known,
        },
        host: match &form.host {
            Host::None => scan::Host::None,
            Host::Any => scan::Host::Any,
            Host::Server { hostport, leading_letter, .. } => {
                scan::Host::Server { hostport: asked(hostport), leading_letter: *leading_letter }
            }
        },
        literal: form.literal.as_deref().map(asked),
        pieces: form.pieces.map(|pieces| scan::Pieces {
            least: pieces.least as u32,
            most: bound(pieces.most),
            most_beside: bound(pieces.most_beside),
        }),
        empty_port: form.empty_port,
        after_authority: match form.following {
            Following { nothing: true, query: true, slashes: true, .. } => None,
            Following { nothing, query, path, slashes } => {
                Some(scan::Following { nothing, query, path, slashes })
            }
        },
        slash: form.slash,
        bare: form.bare,
        opaque: match form.opaque {
            Opaque::Unknown => scan::Opaque::Unknown,
            Opaque::Path => scan::Opaque::Path,
            Opaque::Whole => scan::Opaque::Whole,
            Opaque::Name(nid) => {
                scan::Opaque::Name(scan::Nid { least: nid.least, last_hyphen: nid.last_hyphen })
            }
        },
        single_slashes: form.single_slashes,
        query: form.query,
        fragment: form.fragment,
        after_question: after(form.question_by_table, form.after_question),
        after_hash: after(form.hash_by_table, form.after_hash),
        is_plain: !form.question_by_table && !form.hash_by_table,
        is_alike: form.is_alike,
        states: form.states.map(|state| known_state(state?, places)),
        after_slash: form.after_slash.map(|state| places[state as usize]),
    }
}
