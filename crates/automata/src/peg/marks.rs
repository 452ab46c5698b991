//! The place of a rule in the one parse of a PEG, as a language of marked strings.
//!
//! A PEG that reads the marks themselves is made of the PEG, and the automaton of that PEG is the
//! language. Where a component begins and ends, the new rules read a mark:
//!
//! ```text
//! url  = { "//" ~ (host ~ ":" ~ port / host) }     port = { digit+ }     host = { letter+ }
//! url' = { "//" ~ (⟨ ~ host' ~ ⟩ ~ ":" ~ port' / !url₁ ~ ⟨ ~ host' ~ ⟩) }
//! host' = { letter+ ~ !letter° }
//! ```
//!
//! A PEG commits to what it reads, and that must not depend on where marks are. So the new rules
//! ask the old ones, which skip marks (`letter°` is `mark* ~ letter`, and `url₁` is the first
//! alternative in this way): a later alternative is tried only if the earlier ones match nothing
//! when marks are skipped, a repetition ends only if it could not go on, and lookahead skips marks
//! throughout. Then a marked string is read exactly if its marks are where the PEG's parse has the
//! component. The marks are the noncharacters U+FDD0 and U+FDD1; strings that hold them are left
//! out.

use super::{CharSet, Error, Expr, Grammar, Kind, Rule, Which};
use crate::marked::{Alphabet, Marked, Pattern, Placed, BEGIN, END};
use crate::{build, ByteClasses, Deterministic, Dfa, Limits, StateId, Terminals, Undecided};

const MARKS: [char; 2] = ['\u{FDD0}', '\u{FDD1}'];

impl Grammar {
    /// Returns every string that a rule matches, with the place that the one parse gives to a
    /// component, which is the outermost occurrence of any of some rules. Strings where the
    /// component occurs twice are left out, and those that hold U+FDD0 or U+FDD1.
    ///
    /// ```
    /// use urigram_automata::peg::{Grammar, Which};
    /// use urigram_automata::Limits;
    ///
    /// // The first alternative that matches wins, so no parse has `word` here.
    /// let rules = "text = { name | word }\nname = { 'a'..'z'+ }\nword = { 'a'..'z' }";
    /// let grammar = Grammar::parse(rules)?;
    /// let word = grammar.marked("text", &["word"], Which::Optimized, Limits::default())?;
    /// assert_eq!(word.markings(b"a"), [None]);
    /// # Ok::<(), urigram_automata::peg::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Grammar::dfa`].
    pub fn marked(
        &self,
        rule: &str,
        component: &[&str],
        which: Which,
        limits: Limits,
    ) -> Result<Marked, Error> {
        self.parses(rule, component, which, false, limits)
    }

    /// Returns every string that a rule matches, with all places that the one parse gives to a
    /// component, as [`Grammar::marked`] does for the strings where it has one.
    ///
    /// # Errors
    /// The errors of [`Grammar::dfa`].
    pub fn marked_lists(
        &self,
        rule: &str,
        component: &[&str],
        which: Which,
        limits: Limits,
    ) -> Result<Marked, Error> {
        self.parses(rule, component, which, true, limits)
    }

    fn parses(
        &self,
        rule: &str,
        component: &[&str],
        which: Which,
        is_list: bool,
        limits: Limits,
    ) -> Result<Marked, Error> {
        self.index(rule)?;
        let made = |name, raw: Expr| Rule {
            name,
            doc: String::new(),
            kind: Kind::Normal,
            leaves_node: true,
            leaves_end: true,
            optimized: raw.clone(),
            raw,
        };
        let mut rules = Vec::new();
        for known in self.rules() {
            for mode in [Mode::Outside, Mode::Inside, Mode::Skipping] {
                let expr = Reader { component, mode }.expr(known.expr(which));
                rules.push(made(mode.name(known.name()), expr));
            }
        }
        let start = Reader { component, mode: Mode::Outside }.rule(rule);
        rules.push(made("start".to_owned(), start));
        let marking = Grammar::made(rules);
        let bytes = marking.dfa("start", Which::Raw, Terminals::CodePoints, limits)?;
        let alphabet = Alphabet::new(bytes.classes().clone())?;
        let dead = bytes.dead();
        let mut marks = MarkBytes { bytes: &bytes, dead, alphabet: &alphabet, is_list };
        let letters = build(&mut marks, limits)?;
        let marked = Marked::from_letters(alphabet, letters);
        let marks = MARKS.map(|mark| Pattern::text(&mark.to_string()));
        let with = Pattern::sequence([Pattern::any(), Pattern::either(marks), Pattern::any()]);
        Ok(marked.restricted(&with.strings(limits)?.complement(), limits)?)
    }
}

impl Grammar {
    /// Returns a shortest string that a rule matches, with a place of a component in its one parse
    /// that is not one of the given places; `None` if there is no such string.
    ///
    /// ```
    /// use urigram_automata::{abnf, peg, Limits, Terminals};
    ///
    /// // Both are the same strings. The names are exchanged.
    /// let abnf = abnf::Grammar::parse("url = a \"@\" b\na = *%x61-7A\nb = *%x61-7A\n")?;
    /// let rules = "url = { b ~ \"@\" ~ a }\na = { 'a'..'z'* }\nb = { 'a'..'z'* }";
    /// let peg = peg::Grammar::parse(rules)?;
    /// let places = abnf.marked("url", "b", Terminals::CodePoints, Limits::default())?;
    /// let stray = peg.stray("url", &["b"], &places, Limits::default())?.unwrap();
    /// assert_eq!((&stray.input[..], stray.span), (&b"@"[..], Some(0..0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Grammar::marked`], whose automaton may be ten times as large as the limits
    /// say, because it reads each rule in three ways.
    pub fn stray(
        &self,
        rule: &str,
        component: &[&str],
        places: &Marked,
        limits: Limits,
    ) -> Result<Option<Placed>, Error> {
        let parse = self.marked(rule, component, Which::Optimized, larger(limits))?;
        Ok(parse.contrast(places, limits)?.only_a)
    }

    /// Returns a shortest string that a rule matches, and whose one parse gives a component a list
    /// of places that is not one of the given lists. The place is that of the last item.
    ///
    /// # Errors
    /// The errors of [`Grammar::stray`].
    pub fn stray_list(
        &self,
        rule: &str,
        component: &[&str],
        places: &Marked,
        limits: Limits,
    ) -> Result<Option<Placed>, Error> {
        let parse = self.marked_lists(rule, component, Which::Optimized, larger(limits))?;
        Ok(parse.contrast(places, limits)?.only_a)
    }
}

/// Each rule is read in three ways.
fn larger(Limits { states, nodes }: Limits) -> Limits {
    Limits { states, nodes: nodes.saturating_mul(10) }
}

/// The way that a rule reads marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Outside the component, which has marks.
    Outside,
    /// Inside it, without marks.
    Inside,
    /// Marks mean nothing and are skipped.
    Skipping,
}

impl Mode {
    /// Returns the name of a rule that reads marks in this way. No rule of a PEG has such a name.
    fn name(self, rule: &str) -> String {
        let mode = match self {
            Mode::Outside => "outside",
            Mode::Inside => "inside",
            Mode::Skipping => "skipping",
        };
        format!("{mode} {rule}")
    }
}

/// Makes the expressions that read marks.
#[derive(Clone, Copy)]
struct Reader<'c> {
    component: &'c [&'c str],
    mode: Mode,
}

impl Reader<'_> {
    fn rule(self, name: &str) -> Expr {
        if self.mode == Mode::Outside && self.component.contains(&name) {
            let [begin, end] = MARKS.map(|mark| Expr::Text(mark.to_string()));
            return Expr::Sequence(vec![begin, Expr::Rule(Mode::Inside.name(name)), end]);
        }
        Expr::Rule(self.mode.name(name))
    }

    fn expr(self, expr: &Expr) -> Expr {
        let is_skipping = self.mode == Mode::Skipping;
        match expr {
            Expr::Text(text) if is_skipping => {
                let each = |c: char| skipped(Expr::Text(c.to_string()));
                Expr::Sequence(text.chars().map(each).collect())
            }
            Expr::TextAnyCase(text) if is_skipping => {
                let each = |c: char| skipped(Expr::TextAnyCase(c.to_string()));
                Expr::Sequence(text.chars().map(each).collect())
            }
            Expr::Class(set) => {
                let class = Expr::Class(without_marks(set));
                if is_skipping {
                    skipped(class)
                } else {
                    class
                }
            }
            Expr::Rule(name) => self.rule(name),
            Expr::Choice(parts) if !is_skipping => {
                let alternative = |(at, part): (usize, &Expr)| {
                    let earlier = parts[..at].iter().map(|part| self.not(part));
                    Expr::Sequence(earlier.chain([self.expr(part)]).collect())
                };
                Expr::Choice(parts.iter().enumerate().map(alternative).collect())
            }
            Expr::Repeat { expr, min, max: None, .. } if !is_skipping => {
                let all = Expr::repeat(self.expr(expr), *min, None);
                Expr::Sequence(vec![all, self.not(expr)])
            }
            Expr::Repeat { expr, min, max: Some(max), .. } if !is_skipping => {
                // From the end: what is left after so many rounds.
                let mut rest = Expr::Sequence(Vec::new());
                for round in (0..*max).rev() {
                    let again = Expr::Sequence(vec![self.expr(expr), rest]);
                    rest = if round < *min {
                        again
                    } else {
                        Expr::Choice(vec![again, self.not(expr)])
                    };
                }
                rest
            }
            Expr::And(expr) => Expr::And(Box::new(self.skipping().expr(expr))),
            Expr::Not(expr) => self.not(expr),
            Expr::EndOfInput => Expr::And(Box::new(skipped(Expr::EndOfInput))),
            // No automaton follows a stack, so `dfa` refuses it.
            _ => expr.with_inner(&mut |part| self.expr(part)),
        }
    }

    fn skipping(self) -> Self {
        Reader { mode: Mode::Skipping, ..self }
    }

    fn not(self, expr: &Expr) -> Expr {
        Expr::Not(Box::new(self.skipping().expr(expr)))
    }
}

fn skipped(expr: Expr) -> Expr {
    let marks = Expr::Class(CharSet::from_ranges([(MARKS[0], MARKS[1])]));
    Expr::Sequence(vec![Expr::repeat(marks, 0, None), expr])
}

fn without_marks(set: &CharSet) -> CharSet {
    let (before, after) = ('\u{FDCF}', '\u{FDD2}');
    let parts =
        set.ranges().flat_map(|(low, high)| [(low, high.min(before)), (low.max(after), high)]);
    CharSet::from_ranges(parts.filter(|(low, high)| low <= high))
}

/// The letters of strings whose marks are characters.
struct MarkBytes<'a> {
    bytes: &'a Dfa,
    dead: Option<StateId>,
    alphabet: &'a Alphabet,
    /// Whether the component may begin again.
    is_list: bool,
}

impl Deterministic for MarkBytes<'_> {
    /// The state, and whether the component has begun. It begins once unless it is a list.
    type State = Option<(StateId, bool)>;

    fn classes(&self) -> ByteClasses {
        self.alphabet.letters()
    }

    fn start(&mut self) -> Result<Self::State, Undecided> {
        Ok(Some((0, false)))
    }

    fn next(&mut self, state: &Self::State, letter: u8) -> Result<Self::State, Undecided> {
        let Some((state, has_begun)) = *state else { return Ok(None) };
        let after = |mark: char| {
            let mut buffer = [0; 4];
            let bytes = mark.encode_utf8(&mut buffer).bytes();
            bytes.fold(state, |state, byte| self.bytes.next(state, byte))
        };
        let (state, has_begun) = match (letter, self.alphabet.byte(letter)) {
            (BEGIN, _) if has_begun => return Ok(None),
            (BEGIN, _) => (after(MARKS[0]), !self.is_list),
            (END, _) => (after(MARKS[1]), has_begun),
            (_, Some(byte)) => (self.bytes.next(state, byte), has_begun),
            (_, None) => return Ok(None),
        };
        Ok((Some(state) != self.dead).then_some((state, has_begun)))
    }

    fn is_accepting(&mut self, state: &Self::State) -> bool {
        state.is_some_and(|(state, _)| self.bytes.is_accepting(state))
    }
}
