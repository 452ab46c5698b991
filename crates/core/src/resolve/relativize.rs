//! The inverse of resolution. No document describes it, so each candidate is resolved back by the
//! document's own algorithm before it is returned.
//!
//! The directory of the base determines the possible relative paths. The algorithm is also used to
//! find the directory: `a` resolved against `http://h/b/./c` gives `http://h/b/a`, so that `d`
//! reaches `http://h/b/d`.

use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::resolution::components::{cut, directory, Components};
use urigram_grammars::Algorithm;

use super::{ResolveError, Resolver, Target};

impl Resolver {
    /// Returns the text of the shortest reference that resolves to `target` from `base`, by this
    /// resolver's document and options.
    ///
    /// References to the current document are not considered, because the base does not determine
    /// their target.
    ///
    /// ```
    /// use urigram::{Grammar, Resolver};
    ///
    /// let rfc3986 = Resolver::new(Grammar::Rfc3986);
    /// assert_eq!(rfc3986.relativize("http://a/b/c/d", "http://a/b/g?y")?, "../g?y");
    /// assert_eq!(rfc3986.relativize("http://a/b/c/d", "http://a/b/c/x:y")?, "./x:y");
    /// assert_eq!(rfc3986.relativize("http://a/b", "http://a/b#s")?, "#s");
    /// let uri2003 = Resolver::new(Grammar::Uri2003);
    /// assert_eq!(uri2003.relativize("http://a/b", "http://a/b#s")?, "b#s");
    /// # Ok::<(), urigram::ResolveError>(())
    /// ```
    ///
    /// Time and memory are linear in the lengths of base and target.
    ///
    /// # Errors
    /// [`ResolveError::Unreachable`] for a target that no reference resolves to, and the other
    /// errors of [`Resolver::resolve`] for a base or target that it rejects.
    pub fn relativize(
        &self,
        base: &(impl AsRef<str> + ?Sized),
        target: &(impl AsRef<str> + ?Sized),
    ) -> Result<String, ResolveError> {
        let (base, target) = (base.as_ref(), target.as_ref());
        // RFC 1808 (4, step 2 a) gives the whole base for the empty reference, fragment included.
        let mut candidates = Vec::from([String::from(target), String::new()]);
        let probed = self.resolve(base, "a").ok().and_then(Target::into_iri);
        let probed = probed.as_ref().map_or(base, |iri| iri.as_str());
        let plain = [base, probed, target].map(Components::split);
        let by_rfc1808 = [base, probed, target].map(net_loc_first);
        for [base, probed, target_parts] in [&plain, &by_rfc1808] {
            propose(base, target_parts, target, &mut candidates);
            if same_authority(probed, target_parts) {
                relative_paths(probed, target_parts, &mut candidates);
            }
        }
        if self.algorithm().is_some_and(|(algorithm, _)| algorithm == Algorithm::RFC1630) {
            // To RFC 1630 the host is a part of the path, and a run of slashes refers to the first
            // such run.
            let [base_parts, probed, target_parts] = [base, probed, target].map(host_in_path);
            for from in [&base_parts, &probed] {
                relative_paths(from, &target_parts, &mut candidates);
            }
            candidates.extend(from_run_of_slashes(base, target));
        }
        while let Some(candidate) = take_shortest(&mut candidates) {
            if self.reaches(base, &candidate, target) {
                return Ok(candidate);
            }
        }
        self.resolve(base, target)?;
        Err(ResolveError::Unreachable {
            grammar: self.grammar,
            section: self.section().unwrap_or_default(),
        })
    }

    fn reaches(&self, base: &str, candidate: &str, target: &str) -> bool {
        match self.resolve(base, candidate) {
            Ok(Target::Iri(iri)) => iri.as_str() == target,
            Ok(Target::Reference(reached)) => {
                reached.scheme().is_some() && reached.as_str() == target
            }
            _ => false,
        }
    }
}

/// Takes the shortest candidate; of those of equal length, the first that does not repeat the
/// base's beginning.
///
/// There are some thirty for any input: a sort would take longer to compile than to run.
fn take_shortest(candidates: &mut Vec<String>) -> Option<String> {
    let key = |candidate: &String| (candidate.len(), candidate.starts_with('/'));
    let (first, _) = candidates.iter().enumerate().min_by_key(|(_, candidate)| key(candidate))?;
    Some(candidates.remove(first))
}

/// Returns true if both have the same scheme, and the same authority; for RFC 1808 an empty
/// authority is absent.
fn same_authority(a: &Components<'_>, b: &Components<'_>) -> bool {
    a.scheme == b.scheme && a.authority.unwrap_or("") == b.authority.unwrap_or("")
}

/// Proposes every form that can be the shortest: fragment, query, parameters, relative path,
/// absolute path, network path.
// What allocates has a table for unwinding, which a linker keeps even where nothing calls it. An
// inline function has one only where it is called: half a kilobyte less for every other program.
fn propose(
    base: &Components<'_>,
    target: &Components<'_>,
    target_text: &str,
    found: &mut Vec<String>,
) {
    let Some(scheme) = target.scheme.filter(|_| base.scheme == target.scheme) else { return };
    let from_authority = &target_text[scheme.len() + 1..];
    found.push(from_authority.into());
    if !same_authority(base, target) {
        return;
    }
    let path_start = scheme.len() + 1 + target.authority.map_or(0, |authority| authority.len() + 2);
    let from_path = &target_text[path_start..];
    found.push(from_path.into());
    found.push(String::from("/.") + from_path);
    found.push(String::from("./") + from_path);
    let from_query = &from_path[target.path.len()..];
    let from_fragment = from_query.find('#').map_or("", |at| &from_query[at..]);
    found.push(from_query.into());
    found.push(from_fragment.into());
    if let Some(at) = from_path.find(';') {
        found.push(from_path[at..].into());
    }
    relative_paths(base, target, found);
    // To RFC 1808 a slash behind the first `;` is a parameter's and ends no segment.
    if let Some(at) = base.path.find(';') {
        let plain = Components { path: String::from(&base.path[..at]).into(), ..base.clone() };
        relative_paths(&plain, target, found);
    }
}

/// Returns the rest of the target from the last place where RFC 1630's rule 2 can begin it: the
/// first run of a number of slashes in the base.
fn from_run_of_slashes(base: &str, target: &str) -> Option<String> {
    let context = &base[..base.find(['?', '#']).unwrap_or(base.len())];
    let shared = context.bytes().zip(target.bytes()).take_while(|(a, b)| a == b).count();
    let run = |text: &str| text.bytes().take_while(|&byte| byte == b'/').count();
    // By length: a run of this length is behind.
    let mut seen = Vec::new();
    let mut last = None;
    let mut at = 0;
    while let Some(found) = context[at..].find('/') {
        at += found;
        let length = run(&context[at..]);
        if seen.len() <= length {
            seen.resize(length + 1, false);
        }
        let is_first = !core::mem::replace(&mut seen[length], true);
        if is_first && at <= shared && run(target.get(at..)?) == length {
            last = Some(at);
        }
        at += length;
    }
    Some(target[last?..].into())
}

/// Splits as RFC 1808 does (2.4), the authority before the query: its net_loc may hold a question
/// mark.
fn net_loc_first(text: &str) -> Components<'_> {
    let (rest, fragment) = cut(text, b'#');
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if !scheme.contains(['/', '?']) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, rest) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    let (path, query) = cut(rest, b'?');
    Components { scheme, authority, path: path.into(), query: query.map(Into::into), fragment }
}

fn host_in_path(text: &str) -> Components<'_> {
    let mut components = Components::split(text);
    let start = components.scheme.map_or(0, |scheme| scheme.len() + 1);
    let length = components.authority.take().map_or(0, |authority| authority.len() + 2)
        + components.path.len();
    components.path = text[start..start + length].into();
    components
}

fn relative_paths(base: &Components<'_>, target: &Components<'_>, found: &mut Vec<String>) {
    let mut tail = target.clone();
    (tail.scheme, tail.authority, tail.path) = (None, None, "".into());
    let from_query = tail.recombine();
    let is_root = base.path.is_empty() && base.authority.is_some();
    let directory = if is_root { "/" } else { directory(&base.path) };
    let pairs = directory.bytes().zip(target.path.bytes());
    let mut shared = 0;
    for (index, (a, b)) in pairs.enumerate() {
        if a != b {
            break;
        }
        if a == b'/' {
            shared = index + 1;
        }
    }
    let levels = directory[shared..].matches('/').count();
    let rest = alloc::format!("{}{from_query}", &target.path[shared..]);
    let climb = "../".repeat(levels);
    found.push(alloc::format!("{climb}{rest}"));
    if levels == 0 {
        found.push(alloc::format!("./{rest}"));
    }
    // RFC 1808 splits parameters off before it looks for dots: `.;p` is `./` with parameters there.
    if target.path.len() == shared || rest.starts_with(';') {
        let last = if levels == 0 { "." } else { &climb[..climb.len() - 1] };
        found.push(alloc::format!("{last}{rest}"));
    }
    // url-1993 leaves no slash behind: `..` gives `/a/b`, where later documents give `/a/b/`.
    if let Some(above) =
        directory.strip_suffix('/').filter(|above| above.starts_with(&*target.path))
    {
        let levels = above[target.path.len()..].matches('/').count();
        let climb = "/..".repeat(levels);
        found.push(alloc::format!("{}{from_query}", if levels == 0 { "." } else { &climb[1..] }));
        // RFC 1630 removes `xxx/../` and then `/.`: `..` gives `/a` there.
        found.push(alloc::format!("{}.{from_query}", "../".repeat(levels)));
    }
}
