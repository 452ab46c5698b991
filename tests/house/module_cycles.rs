//! No cycle between the modules of a package, except between a module and those inside it.
//!
//! Two sibling modules may not use each other, neither directly nor through others, nor may the
//! modules inside them. A re-exported name counts as a use of the module that defines it, and so
//! does a path inside a macro call.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree};

/// A module by its path from the crate's root.
type Module = Vec<String>;

#[derive(Default)]
struct Package {
    /// The paths that each module mentions, as they are written.
    mentions: BTreeMap<Module, BTreeSet<Vec<String>>>,
    /// The names that each module imports, with their paths.
    imports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// Collects the paths of a file.
#[derive(Default)]
struct Paths {
    all: BTreeSet<Vec<String>>,
    imports: BTreeMap<String, Vec<String>>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let is_inline_test = matches!(item, Item::Mod(module) if is_test(&module.attrs));
        if !is_inline_test {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.all.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}
}

impl Paths {
    /// Collects the paths of several segments in what a macro is given, which syn does not parse:
    /// `a :: b` is two names with two colons between them.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons): (Vec<String>, usize) = (Vec::new(), 0);
        for token in tokens.into_iter().map(Some).chain([None]) {
            match token {
                Some(TokenTree::Punct(punct)) if punct.as_char() == ':' => colons += 1,
                Some(TokenTree::Ident(name)) if colons == 2 && !path.is_empty() => {
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    if path.len() > 1 {
                        self.all.insert(std::mem::take(&mut path));
                    }
                    (path, colons) = (Vec::new(), 0);
                    match other {
                        Some(TokenTree::Ident(name)) => path.push(name.to_string()),
                        Some(TokenTree::Group(group)) => self.tokens(group.stream()),
                        _ => {}
                    }
                }
            }
        }
    }

    fn tree(&mut self, tree: &UseTree, before: &mut Vec<String>) {
        let (name, alias) = match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
                before.pop();
                return;
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.tree(tree, before))
            }
            UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            UseTree::Glob(_) => {
                self.all.insert(before.clone());
                return;
            }
        };
        let mut path = before.clone();
        if name != "self" {
            path.push(name);
        }
        self.imports.insert(alias, path.clone());
        self.all.insert(path);
    }
}

impl Package {
    fn read(root: &Path) -> Package {
        let mut package = Package::default();
        let mut open: Vec<(Module, PathBuf, PathBuf)> =
            vec![(Vec::new(), root.to_owned(), root.parent().unwrap().to_owned())];
        while let Some((module, file, folder)) = open.pop() {
            let text = fs::read_to_string(&file)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let syntax = syn::parse_file(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            for item in &syntax.items {
                let Item::Mod(item) = item else { continue };
                if item.content.is_some() || is_test(&item.attrs) {
                    continue;
                }
                let name = item.ident.to_string();
                let (flat, deep) =
                    (folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs"));
                let file = if flat.exists() { flat } else { deep };
                // A module with `#[path]`, or that a build makes, is left out.
                if file.exists() {
                    open.push((
                        [&module[..], std::slice::from_ref(&name)].concat(),
                        file,
                        folder.join(name),
                    ));
                }
            }
            let mut paths = Paths::default();
            paths.visit_file(&syntax);
            package.mentions.insert(module.clone(), paths.all);
            package.imports.insert(module, paths.imports);
        }
        package
    }

    /// Returns the module that defines what a path names, as far as it is one of the package.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<Module> {
        self.resolve_within(from, path, 16)
    }

    /// Follows at most so many re-exports of re-exports: they can lead in circles.
    fn resolve_within(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let depth = depth.checked_sub(1)?;
        let mut at = from.clone();
        let mut rest = path.to_vec();
        match path.first()?.as_str() {
            "crate" => {
                at.clear();
                rest.remove(0);
            }
            "self" => {
                rest.remove(0);
            }
            "super" => {
                while rest.first().is_some_and(|first| first == "super") {
                    at.pop()?;
                    rest.remove(0);
                }
            }
            first if self.mentions.contains_key(&[&at[..], &[first.to_owned()]].concat()) => {}
            _ => return None,
        }
        // Re-exports could lead in circles.
        for _ in 0..64 {
            let Some(next) = rest.first().cloned() else { break };
            let child = [&at[..], std::slice::from_ref(&next)].concat();
            if self.mentions.contains_key(&child) {
                at = child;
                rest.remove(0);
            } else if let Some(import) =
                self.imports.get(&at).and_then(|imports| imports.get(&next))
            {
                let Some(target) = self.resolve_first(&at, import, depth) else { break };
                at = target;
                rest.remove(0);
            } else {
                break;
            }
        }
        Some(at)
    }

    fn resolve_first(&self, at: &Module, import: &[String], depth: usize) -> Option<Module> {
        let target = self.resolve_within(at, import, depth)?;
        (target != *at).then_some(target)
    }

    /// Returns the uses between sibling modules: from, to, and one example of each.
    fn uses(&self) -> BTreeMap<Module, BTreeMap<Module, String>> {
        let mut all: BTreeMap<Module, BTreeMap<Module, String>> = BTreeMap::new();
        for (module, paths) in &self.mentions {
            for path in paths {
                let Some(target) = self.resolve(module, path) else { continue };
                let shared = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if shared < module.len() && shared < target.len() {
                    let (from, to) = (module[..=shared].to_vec(), target[..=shared].to_vec());
                    let example = format!("{} uses {}", module.join("::"), path.join("::"));
                    all.entry(from).or_default().entry(to).or_insert(example);
                }
            }
        }
        all
    }

    /// Returns the uses that are part of a cycle.
    fn cycles(&self) -> Vec<String> {
        let uses = self.uses();
        let reaches = |from: &Module, to: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(next) = open.pop() {
                for after in uses.get(next).into_iter().flatten().map(|(after, _)| after) {
                    if seen.insert(after) {
                        open.push(after);
                    }
                }
            }
            seen.contains(to)
        };
        let edges = uses
            .iter()
            .flat_map(|(from, all)| all.iter().map(move |(to, example)| (from, to, example)));
        edges
            .filter(|(from, to, _)| reaches(to, from))
            .map(|(.., example)| example.clone())
            .collect()
    }
}

/// Returns the folders with a manifest, those of every workspace.
fn packages(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        let inside = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
        open.extend(inside.filter(|one| one.file_type().unwrap().is_dir()).filter_map(|one| {
            let name = one.file_name().into_string().ok()?;
            let is_made = name.starts_with('.') || ["target", "node_modules"].contains(&&*name);
            (!is_made).then(|| one.path())
        }));
        if folder.join("Cargo.toml").exists() {
            found.push(folder);
        }
    }
    found
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn modules_beside_each_other_form_no_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut seen, mut wrong) = (Vec::new(), Vec::new());
    for folder in packages(root) {
        let name = folder.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let crates = ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file));
        let cycles: Vec<String> = crates
            .iter()
            .filter(|file| file.exists())
            .flat_map(|file| Package::read(file).cycles())
            .collect();
        if !cycles.is_empty() {
            wrong.push(format!("{name}:\n  {}", cycles.join("\n  ")));
        }
        seen.push(name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let other_workspaces = ["faces/columns/python", "specs/uri-template/crate", "checks/fuzz"];
    for name in ["crates/core", "faces/cli", "checks/conform"].into_iter().chain(other_workspaces) {
        assert!(seen.iter().any(|seen| seen == name), "{seen:?}");
    }
}

/// Writes a package into a folder and returns its cycles.
fn cycles_of(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("urigram-{}-{name}", std::process::id()));
    for (file, text) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let cycles = Package::read(&folder.join("lib.rs")).cycles();
    fs::remove_dir_all(folder).unwrap();
    cycles
}

#[test]
fn cycles_are_found() {
    let direct = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "fn f() { super::a::f() }"),
    ];
    assert_eq!(cycles_of("direct", &direct), ["a uses crate::b::B", "b uses super::a::f"]);
    let reexported = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "mod x; mod y; pub use y::Y;"),
        ("a/x.rs", "use crate::b::B;"),
        ("a/y.rs", "pub struct Y;"),
        ("b.rs", "use crate::a::Y;"),
    ];
    assert_eq!(
        cycles_of("reexported", &reexported),
        ["a::x uses crate::b::B", "b uses crate::a::Y"]
    );
    let in_a_macro = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "fn f() { print!(\"{}\", [(1, crate::b::B)]) }"),
        ("b.rs", "use crate::a::f;"),
    ];
    assert_eq!(cycles_of("in-a-macro", &in_a_macro), ["a uses crate::b::B", "b uses crate::a::f"]);
    let inside = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x; mod y; pub use y::Y;"),
        ("a/x.rs", "use super::Y;"),
        ("a/y.rs", "use super::x::X; pub struct Y;"),
    ];
    assert_eq!(cycles_of("inside", &inside), ["a::x uses super::Y", "a::y uses super::x::X"]);
}

#[test]
fn parents_children_and_tests_are_none() {
    let fine = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "mod x; use crate::b::B; use x::X;"),
        ("a/x.rs", "use super::B; use crate::b; struct X;"),
        ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::X; }"),
    ];
    assert_eq!(cycles_of("fine", &fine), [""; 0]);
}
