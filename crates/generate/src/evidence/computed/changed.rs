//! The words in which the two examples of a constraint differ.
//!
//! `urn:URN:a` is refused and `urn:foo:a` accepted: between the beginning and the end that they
//! share, `URN` became `foo`. If they differ in several words, each is needed: a text with one of
//! the words as before is refused, too.

use std::ops::Range;

/// Two texts: the bytes before their first difference, and the words up to the last one.
pub(super) struct Changed<'t> {
    texts: [&'t str; 2],
    start: usize,
    pub(super) words: [Vec<&'t str>; 2],
}

impl<'t> Changed<'t> {
    pub(super) fn between(before: &'t str, after: &'t str) -> Changed<'t> {
        let all = [words(before), words(after)];
        let [a, b] = &all;
        let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (rest_a, rest_b) = (&a[start..], &b[start..]);
        let ends = rest_a.iter().rev().zip(rest_b.iter().rev());
        let end = ends.take_while(|(a, b)| a == b).count();
        let words = [rest_a, rest_b].map(|rest| rest[..rest.len() - end].to_vec());
        let start = a[..start].iter().map(|word| word.len()).sum();
        Changed { texts: [before, after], start, words }
    }

    /// Returns the bytes of one text that differ: those of the first, or of the second one.
    pub(super) fn range(&self, side: usize) -> Range<usize> {
        self.start..self.start + self.words[side].iter().map(|word| word.len()).sum::<usize>()
    }

    /// Returns the texts between the two: the second one with one of its words as in the first.
    /// `None` where words were neither put in, nor left out, nor replaced by as many.
    pub(super) fn between_them(&self) -> Option<Vec<String>> {
        let [before, after] = &self.words;
        let middles: Vec<Vec<&str>> = if before.is_empty() {
            let without = |at: usize| [&after[..at], &after[at + 1..]].concat();
            (0..after.len()).map(without).collect()
        } else if after.is_empty() {
            before.iter().map(|word| vec![*word]).collect()
        } else if before.len() == after.len() {
            let with = |at: usize| [&after[..at], &before[at..=at], &after[at + 1..]].concat();
            (0..after.len()).filter(|&at| before[at] != after[at]).map(with).collect()
        } else {
            return None;
        };
        let text = self.texts[1];
        let (start, end) = (&text[..self.start], &text[self.range(1).end..]);
        Some(middles.iter().map(|words| format!("{start}{}{end}", words.concat())).collect())
    }
}

/// Returns the words of a text: each run of letters and digits, percent-encoding and other
/// character.
fn words(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let is_escape = first == '%'
            && rest.get(1..3).is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let run = || rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let length = if is_escape { 3 } else { run().max(first.len_utf8()) };
        let (word, after) = rest.split_at(length);
        all.push(word);
        rest = after;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{words, Changed};

    #[test]
    fn words_are_runs_escapes_and_signs() {
        assert_eq!(words("a1:%2Fb%é%"), ["a1", ":", "%2F", "b", "%", "é", "%"]);
        assert!(words("").is_empty());
    }

    #[test]
    fn texts_between_have_one_word_as_before() {
        let of = |before, after| {
            let changed = Changed::between(before, after);
            (changed.range(0), changed.between_them())
        };
        let texts = |all: &[&str]| Some(all.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(of("urn:URN:a", "urn:foo:a"), (4..7, texts(&["urn:URN:a"])));
        assert_eq!(of("a:b", "./a:b"), (0..0, texts(&["/a:b", ".a:b"])));
        assert_eq!(of("a@1", "a"), (1..3, texts(&["a@", "a1"])));
        assert_eq!(of("a1/2b/c", "1a/b2/c"), (0..5, texts(&["a1/b2/c", "1a/2b/c"])));
        assert_eq!(of("ab:c", "a-b:c").1, None);
        assert_eq!(of("a", "a"), (1..1, texts(&[])));
    }
}
