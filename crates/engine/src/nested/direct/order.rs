//! The order of rules, and the rules that are built in where they are called.

use alloc::vec;
use alloc::vec::Vec;

use crate::nested::expr::Expr;

/// The way that a rule is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is built in.
    BuiltIn,
    /// It is built in, and called inside itself.
    Once,
    Called,
}

/// A rule of this size is built in once, and not where it is called a second time.
const LARGE: usize = 24;
/// A rule of this size is not built in.
const HUGE: usize = 100;
/// The most rules that are built in one inside the other.
const INSIDE: usize = 24;

/// The rules in an order in which callers come last.
pub(super) struct Order {
    pub(super) callers_last: Vec<u32>,
    /// True for each rule that a rule calls which it calls.
    comes_back: Vec<bool>,
}

impl Order {
    pub(super) fn new(parts: &[Option<Expr>]) -> Order {
        let calls: Vec<Vec<u32>> = parts
            .iter()
            .map(|part| {
                let mut calls = Vec::new();
                part.iter().for_each(|part| part.rules(&mut |rule| calls.push(rule)));
                calls
            })
            .collect();
        let mut order = Order { callers_last: Vec::new(), comes_back: vec![false; parts.len()] };
        let (mut is_seen, mut is_open) = (vec![false; parts.len()], vec![false; parts.len()]);
        let mut open: Vec<(u32, usize)> = Vec::new();
        for first in 0..parts.len() as u32 {
            if core::mem::replace(&mut is_seen[first as usize], true) {
                continue;
            }
            open.push((first, 0));
            is_open[first as usize] = true;
            while let Some((rule, next)) = open.last_mut() {
                match calls[*rule as usize].get(*next) {
                    Some(&called) => {
                        *next += 1;
                        order.comes_back[called as usize] |= is_open[called as usize];
                        if !core::mem::replace(&mut is_seen[called as usize], true) {
                            is_open[called as usize] = true;
                            open.push((called, 0));
                        }
                    }
                    None => {
                        order.callers_last.push(*rule);
                        is_open[*rule as usize] = false;
                        open.pop();
                    }
                }
            }
        }
        order
    }

    /// Returns for each rule how it is called.
    pub(super) fn called(&self, parts: &[Option<Expr>]) -> Vec<How> {
        fn size(part: &Expr) -> usize {
            1 + part.parts().iter().map(size).sum::<usize>()
        }
        let mut sites = vec![0; parts.len()];
        for part in parts.iter().flatten() {
            part.rules(&mut |rule| sites[rule as usize] += 1);
        }
        let mut called: Vec<How> = self
            .comes_back
            .iter()
            .map(|&comes_back| if comes_back { How::Called } else { How::BuiltIn })
            .collect();
        let (mut sizes, mut depths) = (vec![0; parts.len()], vec![1; parts.len()]);
        for &rule in &self.callers_last {
            let rule = rule as usize;
            let Some(part) = &parts[rule] else { continue };
            let (mut all, mut depth) = (size(part), 1);
            part.rules(&mut |inner| {
                if called[inner as usize] != How::Called {
                    all += sizes[inner as usize];
                    depth = depth.max(1 + depths[inner as usize]);
                }
            });
            (sizes[rule], depths[rule]) = (all, depth);
            let is_large = all > LARGE && sites[rule] > 1 || all > HUGE || depth > INSIDE;
            if is_large {
                called[rule] = How::Called;
            } else if called[rule] == How::Called && all <= LARGE {
                called[rule] = How::Once;
            }
        }
        called
    }
}
