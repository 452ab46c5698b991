//! The rules and characters that can stand where readings end, for the words of an error.
//!
//! A *token* is a rule that reaches no recursive rule. The outermost token that begins at the place
//! is reported by its name: with RFC 8259's rules and `[1,` it is `number`, and neither `int` nor
//! `digit1-9`.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::{Readings, END};
use crate::nested::words::{Label, Role, Seen, Tried};
use crate::ByteSet;

impl Readings<'_> {
    /// Returns what can follow at an offset after a text was read up to there.
    pub(in crate::nested) fn tried(&self, at: u32) -> Seen {
        let is_token = self.tokens();
        let is_token =
            |call: u32| is_token.get(self.calls[call as usize].rule as usize) == Some(&true);
        let begins = |call: u32| call != 0 && self.calls[call as usize].start == at;
        let mut seen = Seen::default();
        for &(call, place) in self.items.keys() {
            let reads = |&byte: &u8| self.net.after(place, byte).is_some();
            let bytes: ByteSet = (0..=255).filter(reads).collect();
            if place == END {
                let (role, label) = (Role::New, Label::End);
                seen.add(Tried { role, label, within: Vec::new() }, bytes);
            }
            if bytes.is_empty() {
                continue;
            }
            // The tokens around the item, up to the outermost ones.
            let (mut open, mut known) = (vec![(call, Label::Bytes)], BTreeSet::from([call]));
            while let Some((call, label)) = open.pop() {
                let tried = match (is_token(call), begins(call)) {
                    (true, true) => {
                        let label = Label::Rule(self.calls[call as usize].rule);
                        let callers = self.calls[call as usize].callers.iter();
                        let callers = callers.map(|caller| caller.0);
                        let callers =
                            callers.filter(|&caller| !is_token(caller) || known.insert(caller));
                        open.extend(callers.map(|caller| (caller, label.clone())));
                        continue;
                    }
                    (true, false) => {
                        Tried { role: Role::Inside, label: Label::Bytes, within: Vec::new() }
                    }
                    (false, _) => {
                        Tried { role: Role::New, label, within: self.within(call, &begins) }
                    }
                };
                seen.add(tried, bytes);
            }
        }
        seen
    }

    /// Returns the rules that begin at the place around a call, outermost first.
    fn within(&self, call: u32, begins: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let (mut open, mut seen) = (vec![call], BTreeSet::new());
        while let Some(call) = open.pop() {
            if begins(call) && seen.insert(call) {
                open.extend(self.calls[call as usize].callers.iter().map(|caller| caller.0));
            }
        }
        seen.into_iter().map(|call| self.calls[call as usize].rule).collect()
    }

    /// Returns for each rule whether it reaches no recursive rule.
    fn tokens(&self) -> Vec<bool> {
        let rules = self.net.starts.len();
        let mut callers = vec![Vec::new(); rules];
        let mut left = vec![0; rules];
        for (rule, left) in left.iter_mut().enumerate() {
            let called = self.net.called(rule as u32);
            *left = called.len();
            for called in called {
                if let Some(callers) = callers.get_mut(called as usize) {
                    callers.push(rule);
                }
            }
        }
        let mut open: Vec<usize> = (0..rules).filter(|&rule| left[rule] == 0).collect();
        while let Some(rule) = open.pop() {
            for &caller in &callers[rule] {
                left[caller] -= 1;
                if left[caller] == 0 {
                    open.push(caller);
                }
            }
        }
        left.into_iter().map(|left| left == 0).collect()
    }
}
