//! Writes a grammar of random rules with tags and the stack of texts, from a seed.
//!
//! `cargo run --manifest-path checks/tags/Cargo.toml --bin random` wrote `random.rules`, which is
//! beside `generate/tests/tags/trees.txt`.
//!
//! A rule calls those before it only. What is repeated reads something, and no alternative but the
//! last one matches always, since pest refuses other rules.

const RULES: usize = 30;

/// Numbers by xorshift.
struct Random(u64);

/// A part of a rule.
#[derive(Clone)]
struct Part {
    text: String,
    may_fail: bool,
    reads: bool,
}

fn part(text: impl Into<String>, may_fail: bool, reads: bool) -> Part {
    Part { text: text.into(), may_fail, reads }
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    /// Returns a part that `fits`, of some that are tried, or a text.
    fn fitting(&mut self, depth: usize, rules: &[Part], fits: fn(&Part) -> bool) -> Part {
        let tried = (0..4).map(|_| self.expr(depth, rules)).find(fits);
        tried.unwrap_or_else(|| part(["\"a\"", "\"b\""][self.below(2)], true, true))
    }

    fn expr(&mut self, depth: usize, rules: &[Part]) -> Part {
        if depth == 0 {
            return self.atom(rules);
        }
        match self.below(16) {
            0..3 => {
                let parts: Vec<Part> = (0..2).map(|_| self.expr(depth - 1, rules)).collect();
                let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
                let may_fail = parts.iter().any(|part| part.may_fail);
                let reads = parts.iter().any(|part| part.reads);
                part(format!("({})", texts.join(" ~ ")), may_fail, reads)
            }
            3..7 => {
                let first = self.fitting(depth - 1, rules, |part| part.may_fail);
                let last = self.expr(depth - 1, rules);
                let reads = first.reads && last.reads;
                part(format!("({} | {})", first.text, last.text), last.may_fail, reads)
            }
            7..11 => {
                let inner = self.expr(depth - 1, rules);
                let tag = ["t", "u", "v"][self.below(3)];
                // pest refuses the tag of a name that leaves no node.
                let name = inner.text.replace("PUSH(", "(");
                let name = name.trim_matches(['&', '!', '(', ')', '?', '*', '+']);
                let is_name = name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
                let text = if is_name && !inner.text.contains(['*', '+', '?']) {
                    format!("(#{tag} = ({} | \"(\"))", inner.text)
                } else if is_name {
                    inner.text
                } else {
                    format!("(#{tag} = {})", inner.text)
                };
                part(text, inner.may_fail, inner.reads)
            }
            11 | 12 => {
                let inner = self.fitting(depth - 1, rules, |part| part.may_fail && part.reads);
                let times = ["?", "*", "+"][self.below(3)];
                let is_some = times == "+";
                part(format!("({}){times}", inner.text), is_some, is_some)
            }
            13 => {
                let inner = self.fitting(depth - 1, rules, |part| part.may_fail);
                part(format!("{}({})", ["&", "!"][self.below(2)], inner.text), true, false)
            }
            14 => {
                let inner = self.fitting(depth - 1, rules, |part| part.may_fail && part.reads);
                part(format!("PUSH({})", inner.text), true, true)
            }
            _ => self.atom(rules),
        }
    }

    fn atom(&mut self, rules: &[Part]) -> Part {
        match self.below(12) {
            0..2 => part("\"a\"", true, true),
            2..4 => part("\"b\"", true, true),
            4 => part("\"\"", false, false),
            5 => part("PEEK", true, true),
            6 => part("POP", true, true),
            7 => part(["DROP", "PEEK_ALL", "POP_ALL"][self.below(3)], true, false),
            8 => part("PUSH_LITERAL(\"b\")", false, false),
            _ => rules[self.below(rules.len())].clone(),
        }
    }
}

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(5);
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ seed);
    println!("a = {{ \"a\" }}\nb = {{ \"b\" }}\nsilent = _{{ #t = \"b\" ~ \"a\"? }}");
    let mut rules = vec![part("a", true, true), part("b", true, true), part("silent", true, true)];
    for number in 0..RULES {
        let inner = random.expr(3, &rules);
        let kind = ["", "", "", "_", "_", "@", "$", "!"][random.below(8)];
        let begin = [
            "",
            "a ~ ",
            "PUSH_LITERAL(\"a\") ~ PUSH_LITERAL(\"a\") ~ PUSH_LITERAL(\"b\") ~ ",
            "a ~ PUSH_LITERAL(\"a\") ~ PUSH_LITERAL(\"b\") ~ ",
            "PUSH_LITERAL(\"b\") ~ PUSH_LITERAL(\"b\") ~ PUSH(a | \"b\") ~ ",
        ][random.below(5)];
        println!("r{number} = {kind}{{ {begin}{} }}", inner.text);
        let reads = begin.starts_with('a') || begin.contains("PUSH(");
        rules.push(part(format!("r{number}"), reads || inner.may_fail, reads || inner.reads));
    }
}
