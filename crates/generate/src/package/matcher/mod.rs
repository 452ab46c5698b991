//! Matchers as code: a type's table, printed as matches, loops and tests of words.
//!
//! A step by a table waits for the one before it, and registers lie in memory. Code has neither
//! cost: a state is a place in it. Three things make it short and fast:
//!
//! * A run of one class, such as `*DIGIT`, is read eight bytes at a time (`run`).
//! * A stretch of bytes that each have one class and lead nowhere else is tested at once, by words
//!   if it has eight bytes or more. A UUID, `f81d4fae-7dec-…`, is five words; the last begins
//!   before the fourth ends.
//! * Offsets are noted in variables, as early as they are known ([`machine`]).
//!
//! Where a loop has two entries, as with percent-encodings, states are copied ([`split`]). Automata
//! of more than [`MOST`] states stay tables, copies included. The tables remain for literals, and
//! to explain what the code refuses.

mod class;
mod flow;
mod machine;
mod split;

use std::collections::BTreeSet;
use std::fmt::Write;

use urigram_automata::abnf::{Noted, Splitter};

use class::{each, pattern, Class};
use flow::Flow;
use machine::{Group, Note, State};

/// The most states that become code.
const MOST: usize = 64;
/// The most states of a splitter that is looked at.
const MOST_BEFORE: usize = 256;
/// The most ranges of a class that is tested by words. A class of more is read byte by byte.
const RANGES: usize = 6;
/// The most other edges of a state whose run is read byte by byte in its match. With more, the
/// match is a jump for each byte, and a loop before it takes two thirds of the time of a URI
/// template.
const EDGES: usize = 4;
/// The most lines of a function that is compiled into its callers. A call takes a third of the time
/// of a JSON pointer.
const INLINED: usize = 40;
/// The bytes of a word.
const WORD: usize = 8;

/// Returns a function that recognises the texts of a type and finds its components; `None` if the
/// type keeps its table.
pub(super) fn function(name: &str, components: usize, splitter: &Splitter) -> Option<String> {
    if splitter.dfa().len() > MOST_BEFORE {
        return None;
    }
    let merged = machine::of(splitter);
    let states = split::with_single_entries(&merged, MOST)?;
    // Copies are the states that they were made of.
    debug_assert!(machine::merged(&states) == merged);
    let mut runs = Vec::new();
    let mut groups = Vec::new();
    for (number, state) in states.iter().enumerate() {
        let mut own = state.groups();
        let is_run = |group: &Group<'_>| group.to == number && group.notes.is_empty();
        let run = own.iter().position(is_run);
        let class = run.and_then(|at| Class::of(&own[at].bytes, RANGES));
        let run = run.filter(|_| class.is_some() || own.len() > EDGES + 1);
        runs.push(run.map(|at| (own.remove(at).bytes, class)));
        groups.push(own);
    }
    let flow = Flow::of(&states, &groups)?;
    let read = states.iter().filter_map(|state| state.end.as_ref()).flatten();
    let register = |noted: &Noted| match noted {
        Noted::Register(register) => Some(*register),
        _ => None,
    };
    let read = read.filter_map(register).collect();
    let out = String::new();
    let mut printer = Printer { states: &states, groups: &groups, runs: &runs, flow, read, out };
    printer.function(name, components);
    let out = printer.out;
    Some(if out.lines().count() <= INLINED { format!("#[inline]\n{out}") } else { out })
}

struct Printer<'p> {
    states: &'p [State],
    /// The edges of each state, except its run.
    groups: &'p [Vec<Group<'p>>],
    /// The bytes that keep a state, with their class if it is tested by words.
    runs: &'p [Option<(Vec<u8>, Option<Class>)>],
    flow: Flow,
    /// The registers that some component is read from.
    read: BTreeSet<u8>,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * depth);
    }

    fn function(&mut self, name: &str, components: usize) {
        self.line(
            0,
            &format!("pub(crate) fn {name}(text: &str) -> Option<Places<{components}>> {{"),
        );
        self.line(1, "let input = text.as_bytes();");
        self.line(1, "let len = input.len();");
        self.line(1, "if len > Span::LONGEST {\n        return None;\n    }");
        for register in self.read.clone() {
            self.line(1, &format!("let mut r{register} = 0;"));
        }
        self.line(1, "let mut at = 0;");
        self.tree(0, 1);
        self.line(0, "}");
    }

    /// Prints a state with the states that come after blocks in it.
    fn tree(&mut self, state: usize, depth: usize) {
        let mut depth = depth;
        let is_loop = self.flow.is_loop(state);
        if is_loop {
            self.line(depth, &format!("'loop{state}: loop {{"));
            depth += 1;
        }
        let joined = self.flow.joined_in(state);
        for (above, other) in joined.iter().rev().enumerate() {
            self.line(depth + above, &format!("'to{other}: {{"));
        }
        self.state(state, depth + joined.len());
        for (at, &other) in joined.iter().enumerate() {
            let depth = depth + joined.len() - at - 1;
            self.line(depth, "}");
            self.tree(other, depth);
        }
        if is_loop {
            self.line(depth - 1, "}");
        }
    }

    fn state(&mut self, state: usize, depth: usize) {
        let (groups, runs) = (self.groups, self.runs);
        let stretch = self.stretch(state);
        if let [_, .., last] = *stretch {
            self.tests(&stretch, depth);
            for (offset, &state) in stretch.iter().enumerate() {
                self.notes(groups[state][0].notes, offset, depth);
            }
            self.line(depth, &format!("at += {};", stretch.len()));
            return self.go(last, groups[last][0].to, depth);
        }
        if let Some((bytes, class)) = &runs[state] {
            let bytes = format!("|byte| matches!(byte, {})", pattern(bytes));
            if let Some(class) = class {
                let words = class.inside();
                self.line(depth, &format!("at = run(input, at, {bytes}, |word| {words});"));
            } else {
                self.line(depth, &format!("while input.get(at).is_some_and({bytes}) {{"));
                self.line(depth + 1, "at += 1;");
                self.line(depth, "}");
            }
        }
        self.line(depth, "match input.get(at) {");
        for group in &groups[state] {
            self.line(depth + 1, &format!("Some({}) => {{", pattern(&group.bytes)));
            self.notes(group.notes, 0, depth + 2);
            self.line(depth + 2, "at += 1;");
            self.go(state, group.to, depth + 2);
            self.line(depth + 1, "}");
        }
        if let Some(end) = &self.states[state].end {
            let places: Vec<String> = end.chunks(2).map(place).collect();
            let places = places.join(", ");
            self.line(depth + 1, &format!("None => return Some(Places::made([{places}])),"));
        }
        self.line(depth + 1, "_ => return None,");
        self.line(depth, "}");
    }

    /// Returns the states from one on that each have one class of bytes, lead to the next alone,
    /// and do not end the text.
    fn stretch(&self, from: usize) -> Vec<usize> {
        let mut stretch = Vec::new();
        let mut state = from;
        while let [only] = &*self.groups[state] {
            let is_tested = Class::of(&only.bytes, RANGES).is_some_and(|class| class.is_plain());
            let is_own = self.runs[state].is_none() && self.states[state].end.is_none();
            let is_next = stretch.is_empty() || self.flow.is_inline(state);
            if !(is_tested && is_own && is_next) {
                break;
            }
            stretch.push(state);
            state = only.to;
        }
        stretch
    }

    /// Prints the tests of the bytes of a stretch.
    fn tests(&mut self, stretch: &[usize], depth: usize) {
        let (groups, length) = (self.groups, stretch.len());
        let bytes = |&state: &usize| &*groups[state][0].bytes;
        if length < WORD {
            let patterns: Vec<String> = stretch.iter().map(|state| pattern(bytes(state))).collect();
            let patterns = patterns.join(", ");
            self.line(depth, &format!("let Some([{patterns}, ..]) = input.get(at..) else {{"));
            self.line(depth + 1, "return None;");
            return self.line(depth, "};");
        }
        self.line(
            depth,
            &format!("let Some(piece) = input[at..].first_chunk::<{length}>() else {{"),
        );
        self.line(depth + 1, "return None;");
        self.line(depth, "};");
        let classes: Vec<Class> =
            stretch.iter().filter_map(|state| Class::of(bytes(state), RANGES)).collect();
        let mut tests = Vec::new();
        for at in (0..length).step_by(WORD).map(|at| at.min(length - WORD)) {
            self.line(depth, &format!("let word{at} = word(piece, {at});"));
            tests.push(format!("({})", each(&classes[at..at + WORD], &format!("word{at}"))));
        }
        self.line(depth, &format!("if {} != HIGH {{", tests.join(" & ")));
        self.line(depth + 1, "return None;");
        self.line(depth, "}");
    }

    fn notes(&mut self, notes: &[Note], offset: usize, depth: usize) {
        for &(register, is_after) in notes.iter().filter(|note| self.read.contains(&note.0)) {
            let value = match offset + usize::from(is_after) {
                0 => "at".to_owned(),
                more => format!("at + {more}"),
            };
            let _ = writeln!(self.out, "{:1$}r{register} = {value};", "", 4 * depth);
        }
    }

    /// Prints the way to a state.
    fn go(&mut self, from: usize, to: usize, depth: usize) {
        if self.flow.leads_back(from, to) {
            self.line(depth, &format!("continue 'loop{to};"));
        } else if self.flow.is_joined(to) {
            self.line(depth, &format!("break 'to{to};"));
        } else {
            self.tree(to, depth);
        }
    }
}

fn place(ends: &[Noted]) -> String {
    let one = |noted: &Noted| match noted {
        Noted::Nowhere => None,
        Noted::Register(register) => Some(format!("r{register}")),
        Noted::End => Some("len".to_owned()),
    };
    match ends.iter().map(one).collect::<Option<Vec<_>>>() {
        Some(ends) => format!("[{}]", ends.join(", ")),
        None => "Places::<0>::NOWHERE".to_owned(),
    }
}
