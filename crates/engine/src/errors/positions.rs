//! The part of an identifier that each state of a table is in, as tables hold it.
//!
//! The label of a state is the innermost rule that contains every way to read the input, so a state
//! whose label is a component's rule is in that component. `http://a` has no such label, because
//! `a` may become a user name. For other states, a few steps of the automaton decide:
//!
//! ```text
//! http://[1:2    the address can be completed and closed: `::]`
//! http://a       the state after `http://a`, which is in a host
//! http://a:b     only `@` goes on to a host, so a colon has ended the host
//! ```

use alloc::vec::Vec;

use crate::errors::position::Position;
use crate::{ByteSet, Component, Form, Table};

const HEXADECIMAL: ByteSet =
    ByteSet::from_words([0x03FF_0000_0000_0000, 0x0000_007E_0000_007E, 0, 0]);

/// The rest of an address in brackets, for every state within one.
const CLOSING: [&str; 15] = [
    "]", "1]", ":]", "::]", ":1]", "::1]", "1::]", "1:1]", ":1:1]", "1.1]", "1.1.1]", ".1]", "5a]",
    "25a]", "1.a]",
];

/// Texts that can precede an authority, a path, a query and a fragment.
const BEFORE: [&str; 4] = ["http:", "ftp:", "x:", ""];

/// Beginnings of identifiers without their scheme, by the part where they end.
const BEGINNINGS: [(Position, &[&str]); 7] = [
    (Position::Host, &["//a", "//1", "//a.", "//a.a", "//1.1.1.1", "//u@a", "//u@a.a", "//u@1"]),
    (Position::HostStart, &["//", "//u@"]),
    (Position::Port, &["//a:", "//a:8", "//u@a:", "//u@a:8"]),
    (Position::Userinfo, &["//u:p"]),
    (Position::Path, &["", "/a", "//a/", "//a/a", "//a/a;", "a"]),
    (Position::Query, &["//a/a?", "a?"]),
    (Position::Fragment, &["//a/a#", "a#"]),
];

impl Position {
    /// Returns the part that a state is in if texts of two parts lead to it.
    fn or(self, other: Position) -> Option<Position> {
        if self == other {
            return Some(self);
        }
        (self.is_in_authority() && other.is_in_authority()).then_some(Position::Authority)
    }

    fn of_component(component: Component) -> Position {
        match component {
            Component::Scheme => Position::Scheme,
            Component::Authority => Position::Authority,
            Component::Userinfo => Position::Userinfo,
            Component::Host => Position::Host,
            Component::Port => Position::Port,
            Component::Path => Position::Path,
            Component::Query => Position::Query,
            Component::Fragment => Position::Fragment,
            Component::Nid => Position::Nid,
            Component::Nss => Position::Nss,
            Component::RComponent => Position::RComponent,
            Component::QComponent => Position::QComponent,
            Component::Rule(_) => Position::Other,
        }
    }
}

impl Table {
    /// Returns the number of the part that each state is in. A generator makes them of a table
    /// without them, and writes them into it.
    #[doc(hidden)]
    #[inline]
    pub fn find_positions(&self) -> Vec<u8> {
        let begun = Cursor { table: self, state: self.automaton.start }.beginnings();
        let position = |(state, begun): (usize, &Begun)| {
            Cursor { table: self, state: state as u16 }.position(*begun) as u8
        };
        begun.iter().enumerate().map(position).collect()
    }
}

/// The part where the beginnings end that lead to a state; `Some(None)` where they end in two.
type Begun = Option<Option<Position>>;

/// A state of a table.
#[derive(Clone, Copy)]
struct Cursor<'t> {
    table: &'t Table,
    state: u16,
}

impl Cursor<'_> {
    /// Returns the part of an identifier that the state is in.
    fn position(self, begun: Begun) -> Position {
        let rule = self.table.document().rule_names.name(self.table.label(self.state));
        if self.is_before_urn() {
            return Position::Urn;
        }
        if self.must_take("2a") {
            return Position::Escape;
        }
        match self.labelled(rule) {
            None if self.demands_scheme() && self.is_in_scheme() => Position::Scheme,
            Some(Position::Host) if self.is_in_brackets() => Position::IpLiteral,
            Some(Position::Authority) | None
                if self.has_parts()
                    && self.is_in_brackets()
                    && !self.start().goes_on("http://a]") =>
            {
                Position::IpLiteral
            }
            _ if self.must_take("a") => Position::Escape,
            Some(Position::Userinfo) => self.userinfo(),
            Some(Position::Authority) => match begun.flatten() {
                Some(position) if position.is_in_authority() => position,
                _ => Position::Authority,
            },
            Some(position) => position,
            // For the rule of a part, only the name says which part its states are in.
            None if !self.table.derives_identifiers() || !self.has_parts() => Position::Other,
            None if self.demands_scheme() && self.state == self.start().state => Position::Start,
            None => match begun.flatten() {
                Some(Position::Userinfo) => self.userinfo(),
                position => position.unwrap_or(Position::Other),
            },
        }
    }

    /// Returns for each state the part of the beginnings that lead to it. By some grammars, hosts
    /// and paths have the same characters and lead to one state: nothing decides between them.
    fn beginnings(self) -> Vec<Begun> {
        let mut found = alloc::vec![None; self.table.states()];
        for (position, beginnings) in BEGINNINGS {
            for beginning in beginnings {
                for before in BEFORE {
                    let at = self.after(before).and_then(|at| at.after(beginning));
                    if let Some(at) = at {
                        let found: &mut Begun = &mut found[usize::from(at.state)];
                        *found = match *found {
                            None => Some(Some(position)),
                            Some(before) => Some(before.and_then(|before| before.or(position))),
                        };
                    }
                }
            }
        }
        found
    }

    /// Returns the state after a text, if it is not dead.
    fn after(self, text: impl AsRef<[u8]>) -> Option<Self> {
        let state = self.table.automaton.state_after(usize::from(self.state), text.as_ref())?;
        Some(Cursor { state: state as u16, ..self })
    }

    fn goes_on(self, text: impl AsRef<[u8]>) -> bool {
        self.after(text).is_some()
    }

    /// Returns the bytes that go on.
    fn following(self) -> ByteSet {
        self.table.automaton.following(self.state)
    }

    /// Returns the state before the input.
    fn start(self) -> Self {
        Cursor { state: self.table.automaton.start, ..self }
    }

    fn is_accepting(self) -> bool {
        self.table.automaton.accepts(usize::from(self.state))
    }

    /// Returns true if the rule has components of URIs, and not only rules of its grammar.
    fn has_parts(self) -> bool {
        let marked = self.table.marking.map_or(&[][..], |marking| marking.components);
        let marked = marked.iter().map(|one| one.component);
        let stated = self.table.document().components.iter().map(|(component, _)| *component);
        marked.chain(stated).any(|component| !matches!(component, Component::Rule(_)))
    }

    /// Returns the component whose rule a label is. An inner component comes before the authority.
    fn labelled(self, label: &str) -> Option<Position> {
        let marked = self.table.marking.map_or(&[][..], |marking| marking.components);
        if let Some(one) = marked.iter().find(|one| one.rules.contains(&label)) {
            return Some(Position::of_component(one.component));
        }
        let mut outer = None;
        for (component, rules) in self.table.document().components {
            if rules.contains(&label) {
                match component {
                    Component::Authority => outer = Some(Position::Authority),
                    inner => return Some(Position::of_component(*inner)),
                }
            }
        }
        outer
    }

    /// Returns true if the document has a component.
    fn has(self, component: Component) -> bool {
        !self.table.document().component_rules(component).is_empty()
    }

    /// Returns true if the rest of a percent-encoding must follow: as many digits as these. Another
    /// percent-encoding may follow them, which distinguishes them from a hexadecimal number. The
    /// `25` of a zone is ignored.
    fn must_take(self, digits: &str) -> bool {
        let mut at = self;
        for digit in digits.bytes() {
            if at.following() != HEXADECIMAL || at.is_accepting() {
                return false;
            }
            match at.after([digit]) {
                Some(next) => at = next,
                None => return false,
            }
        }
        at.goes_on("%")
    }

    /// Returns true if an address can be completed and closed by a bracket, and the bracket must
    /// come before the end of the authority. A grammar that allows brackets elsewhere in an
    /// authority does not tell by that.
    fn is_in_brackets(self) -> bool {
        let following = self.following();
        let ends = b"/@#?".iter().any(|&end| following.contains(end));
        !ends && !self.is_accepting() && CLOSING.iter().any(|closing| self.goes_on(closing))
    }

    /// Decides between a userinfo that a host could still be and one that has a colon.
    fn userinfo(self) -> Position {
        let Some(host) = self.start().after("http://a") else { return Position::Userinfo };
        let following = self.following();
        let is_hosts = |byte: u8| {
            !following.contains(byte)
                || b":@%".contains(&byte)
                || host.after([byte]).is_some_and(|next| next.state == host.state)
        };
        let needs_at = !following.contains(b'/') && self.has(Component::Port);
        if needs_at && (0..0x80).all(is_hosts) {
            Position::AfterColon
        } else {
            Position::Userinfo
        }
    }

    /// Returns true if the rule demands a scheme.
    fn demands_scheme(self) -> bool {
        let start = self.start();
        let is_whole = self.table.derives_identifiers() && self.has(Component::Scheme);
        is_whole && start.goes_on("x") && !start.is_accepting()
    }

    /// Returns true in the `urn:` of a grammar of names.
    fn is_before_urn(self) -> bool {
        let start = self.start();
        let is_name = self.table.document().form == Form::Urn
            && self.table.derives_identifiers()
            && !start.is_accepting();
        let leads_here = |len| start.after(&"urn"[..len]).is_some_and(|at| at.state == self.state);
        is_name && (0..=3).any(leads_here)
    }

    /// Returns true if nothing goes on except characters of a scheme and the colon after it.
    fn is_in_scheme(self) -> bool {
        let following = self.following();
        let is_schemes = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.:".contains(&byte);
        (0..=u8::MAX).all(|byte| is_schemes(byte) || !following.contains(byte))
            && following.contains(b':')
            && following.contains(b'z')
    }
}
