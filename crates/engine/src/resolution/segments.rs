//! The path passes that RFC 1808 (step 6), the drafts of 1997 and 2003 and RFC 2396 (5.2) share,
//! each in linear time.
//!
//! The documents describe patterns that are removed from a string, leftmost first, until no match
//! is left. A list of segments and a stack give the same result; tests hold them against the
//! removal of patterns.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::components::{between_slashes, joined};

/// A path as its segments. The slash that a path begins with belongs to no segment.
pub struct Segments<'a> {
    rooted: bool,
    /// Never empty: the empty path is one empty segment.
    list: Vec<&'a str>,
}

impl<'a> Segments<'a> {
    pub fn of(path: &'a str) -> Segments<'a> {
        let rest = path.strip_prefix('/');
        Segments { rooted: rest.is_some(), list: between_slashes(rest.unwrap_or(path)) }
    }

    /// Removes every `./` whose `.` is a complete segment.
    pub fn remove_dot_slash(&mut self) {
        let last = self.list.len() - 1;
        let mut index = 0;
        self.list.retain(|&segment| {
            index += 1;
            segment != "." || index > last
        });
    }

    /// Removes a `.` that is the last segment.
    pub fn remove_last_dot(&mut self) {
        if let Some(last @ &mut ".") = self.list.last_mut() {
            *last = "";
        }
    }

    /// Removes every `<segment>/../`, the leftmost first, until no match is left.
    pub fn remove_parents(&mut self) {
        let Some(last) = self.list.pop() else { return };
        let mut kept: Vec<&str> = Vec::with_capacity(self.list.len() + 1);
        for &segment in &self.list {
            // A rootless path whose rest begins with a slash becomes rooted: `a/..//g` leaves `/g`.
            if segment.is_empty() && kept.is_empty() && !self.rooted {
                self.rooted = true;
            } else if segment == ".." && kept.last().is_some_and(|&before| before != "..") {
                kept.pop();
            } else {
                kept.push(segment);
            }
        }
        kept.push(last);
        self.list = kept;
    }

    /// Removes a `<segment>/..` at the end.
    pub fn remove_last_parent(&mut self) {
        if let [.., before, ".."] = self.list[..] {
            if before != ".." {
                self.list.truncate(self.list.len() - 2);
                self.list.push("");
            }
        }
    }

    /// Whether the path still begins with a complete segment `..`.
    pub fn begins_above_root(&self) -> bool {
        self.list[0] == ".."
    }

    /// Discards the segments `..` that the path begins with.
    pub fn discard_above_root(&mut self) {
        let above = self.list.iter().take_while(|&&segment| segment == "..").count();
        self.list.drain(..above);
        if self.list.is_empty() {
            self.list.push("");
        }
    }

    /// Returns the path.
    pub fn join(&self) -> String {
        let mut texts = Vec::with_capacity(2 * self.list.len() + 1);
        texts.push(if self.rooted { "/" } else { "" });
        for (at, &segment) in self.list.iter().enumerate() {
            texts.extend([if at == 0 { "" } else { "/" }, segment]);
        }
        joined(&texts)
    }
}

impl fmt::Display for Segments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.join())
    }
}

#[cfg(test)]
mod tests {
    use super::Segments;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    /// Returns the offset where the first segment begins.
    fn root(path: &str) -> usize {
        usize::from(path.starts_with('/'))
    }

    /// Returns the range of each segment.
    fn spans(path: &str) -> Vec<(usize, usize)> {
        let mut start = root(path);
        let mut spans = Vec::new();
        for segment in path[start..].split('/') {
            spans.push((start, start + segment.len()));
            start += segment.len() + 1;
        }
        spans
    }

    fn remove_dot_slash(path: &str) -> String {
        let mut path = path.to_owned();
        while let Some(&(start, end)) =
            spans(&path).iter().find(|&&(a, b)| &path[a..b] == "." && b < path.len())
        {
            path.replace_range(start..=end, "");
        }
        path
    }

    fn remove_parents(path: &str) -> String {
        let mut path = path.to_owned();
        loop {
            let spans = spans(&path);
            let pair = spans.windows(2).find(|pair| {
                let [(a, b), (c, d)] = [pair[0], pair[1]];
                &path[a..b] != ".." && &path[c..d] == ".." && d < path.len()
            });
            let Some(&[(start, _), (_, end)]) = pair.map(|pair| <&[_; 2]>::try_from(pair).unwrap())
            else {
                return path;
            };
            path.replace_range(start..=end, "");
        }
    }

    /// Returns every path of up to seven of these characters.
    fn paths() -> Vec<String> {
        let mut all = alloc::vec![String::new()];
        let mut from = 0;
        for _ in 0..9 {
            let to = all.len();
            for index in from..to {
                for c in ['a', '.', '/'] {
                    all.push(all[index].clone() + &c.to_string());
                }
            }
            from = to;
        }
        all
    }

    #[test]
    fn passes_equal_the_removal_of_patterns() {
        for path in paths() {
            let mut segments = Segments::of(&path);
            assert_eq!(segments.join(), path);
            segments.remove_dot_slash();
            let without_dots = remove_dot_slash(&path);
            assert_eq!(segments.join(), without_dots, "{path}");
            segments.remove_parents();
            assert_eq!(segments.join(), remove_parents(&without_dots), "{path}");
            let mut segments = Segments::of(&path);
            segments.remove_parents();
            assert_eq!(segments.join(), remove_parents(&path), "{path}");
        }
    }

    #[test]
    fn the_last_segment_has_passes_of_its_own() {
        let last = |path: &str| {
            let mut segments = Segments::of(path);
            segments.remove_last_dot();
            segments.remove_last_parent();
            segments.join()
        };
        assert_eq!(last("/a/b/."), "/a/b/");
        assert_eq!(last("."), "");
        assert_eq!(last("/a/.."), "/");
        assert_eq!(last("a/.."), "");
        assert_eq!(last("/../.."), "/../..");
        assert_eq!(last("/.."), "/..");
    }

    #[test]
    fn leftover_levels_are_discarded() {
        for (path, expected) in
            [("/../../g", "/g"), ("/..", "/"), ("../g", "g"), ("/g/..", "/g/..")]
        {
            let mut segments = Segments::of(path);
            segments.discard_above_root();
            assert_eq!(segments.join(), expected);
        }
    }
}
