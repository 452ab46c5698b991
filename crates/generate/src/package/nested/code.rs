//! The library and the types of its nodes as Rust.

use std::fmt::Write;

use urigram_automata::peg::Which;
use urigram_engine::article;
use urigram_engine::nested::Affix;

use super::parts::{Expression, Shape, Type};
use super::Parts;
use crate::package::code::{doc, origin, HEADER};
use crate::package::manifest;
use crate::package::names::{of_text, raw};
use crate::print::text;

/// Names that the type of a text cannot have, since the library has them.
const TAKEN: &[&str] = &[
    "Rule", "Parsed", "Event", "Events", "Limits", "Node", "Nodes", "Open", "Program", "RuleName",
    "Tree",
];

/// Returns the name of the type of texts.
pub(super) fn name(parts: &Parts<'_>) -> String {
    of_text(parts.types[parts.root()].name.clone(), TAKEN)
}

/// Returns the library.
// Long because it is the printed file from top to bottom.
pub(super) fn library(parts: &Parts<'_>) -> String {
    let Parts { folder, rule, start, .. } = parts;
    let (name, root) = (name(parts), &parts.types[parts.root()]);
    let mut out = HEADER.to_owned();
    doc(&mut out, "//!", &format!("{}.", manifest::title(folder).trim_end_matches('.')));
    let origin = origin(folder);
    if !origin.is_empty() {
        out.push_str("//!\n");
        doc(&mut out, "//!", &origin);
    }
    out.push_str("#![cfg_attr(not(feature = \"std\"), no_std)]\n#![forbid(unsafe_code)]\n\n");
    out.push_str("pub mod nodes;\n");
    out.push_str(
        "\nuse urigram_engine::nested::Program;\n\
         pub use urigram_engine::nested::{\
         Error, Event, Events, Limits, Node, Nodes, Open, RuleName, Tree};\n\n\
         #[cfg(feature = \"pest\")]\npub use urigram_engine::nested::pest;\n\n\
         urigram_engine::nested_rules! {\n    /// The rules.\n    pub enum Rule {\n",
    );
    for shown in rule_names(parts).iter().filter_map(|name| raw(name)) {
        let _ = writeln!(out, "        {shown},");
    }
    out.push_str("    }\n}\n\nurigram_engine::nested_text! {\n");
    doc(&mut out, "    ///", &format!("A string of the rule `{start}`, borrowed and checked."));
    out.push_str("    ///\n");
    let ways = match rule.pushdown() {
        Some(table) if !table.has_all_readings() => {
            "An automaton with a stack reads it, one step for each byte. Its errors are exact."
        }
        Some(_) => {
            "A machine reads it that keeps the result of each rule at each place. All readings of \
             the text at once give the error, which is exact."
        }
        None => {
            "A machine reads it that keeps the result of each rule at each place. Its error is the \
             furthest failure."
        }
    };
    doc(&mut out, "    ///", ways);
    let what = format!("{} `{start}`", article(start));
    let _ = write!(
        out,
        "    {name} = {}, {}, {}, {}, program",
        text(start),
        text(&what),
        root.name,
        root.leaves_node
    );
    if rule.pushdown().is_some() {
        out.push_str(", PUSHDOWN");
    }
    out.push_str("\n}\n");
    let checked = format!("{name}::parse(text)?.tree()");
    let tree = if rule.is_one_language() {
        // The error is that of the check, which is made only where no tree is.
        format!(
            "    let limits = Limits::for_length(text.len());\n    \
             match program().parse_directly({}, text, limits) {{\n        \
             Some(tree) => Ok(Parsed(tree)),\n        None => {checked},\n    }}\n",
            text(start)
        )
    } else {
        format!("    {checked}\n")
    };
    // A binding cannot have the name of a variant of its type.
    let mut argument = "rule".to_owned();
    while rule_names(parts).contains(&argument) {
        argument.push('_');
    }
    let _ = write!(
        out,
        "\n/// Returns the tree of a text.\n///\n/// # Errors\n/// [`Error`] with the place where \
         the text is not a `{start}`, or with a limit.\n\
         pub fn parse(text: &str) -> Result<Parsed<'_>, Error> {{\n{tree}}}\n\n\
         /// Returns the tree of a text by any rule, within limits.\n///\n/// # Errors\n\
         /// [`Error`] with the furthest failure, or with a limit.\n\
         pub fn parse_rule({argument}: Rule, text: &str, limits: Limits) \
         -> Result<Tree<'static, '_>, Error> {{\n    \
         program().parse({argument}.name(), text, limits)\n}}\n\n\
         /// The parser by rules, as code for pest calls it. Its pairs are pest's own.\n\
         #[cfg(feature = \"pest\")]\n\
         #[derive(Clone, Copy, Debug)]\npub struct {name}Parser;\n\n\
         #[cfg(feature = \"pest\")]\nimpl pest::Parser<Rule> for {name}Parser {{\n    \
         fn parse(\n        {argument}: Rule,\n        input: &str,\n    ) -> \
         Result<pest::iterators::Pairs<'_, Rule>, pest::error::Error<Rule>> {{\n        \
         program().pairs({argument}, input).map_err(|error| *error)\n    }}\n}}\n\n\
         fn program() -> &'static Program {{\n    \
         static PROGRAM: urigram_engine::nested::Packed =\n        \
         urigram_engine::nested::Packed::new(include_bytes!(\"grammar.program\"));\n    \
         PROGRAM.program()\n}}\n"
    );
    if rule.pushdown().is_some() {
        out.push_str(
            "\n/// The automaton with a stack.\n\
             static PUSHDOWN: urigram_engine::nested::Pushdown =\n    \
             urigram_engine::nested::Pushdown::unpacked(include_bytes!(\"grammar.pushdown\"))\n\
             \x20       .expect(\"the file has an automaton\");\n",
        );
        let literal = parts.literal();
        let _ = write!(
            out,
            "\n/// A constant [`{name}`] of a literal, checked while compiling.\n\
             #[macro_export]\nmacro_rules! {literal} {{\n    ($text:expr) => {{\n        \
             const {{ $crate::{name}::literal($text) }}\n    }};\n}}\n",
        );
    }
    out
}

/// Returns the names of all rules, as they stand in the source, and that of the end.
pub(super) fn rule_names(parts: &Parts<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for rule in parts.peg.rules() {
        if !names.iter().any(|name| name == rule.shown_name()) {
            names.push(rule.shown_name().to_owned());
        }
    }
    names.push("EOI".to_owned());
    names
}

/// Returns the module of the nodes.
pub(super) fn nodes(parts: &Parts<'_>) -> String {
    let mut out = HEADER.to_owned();
    out.push_str("//! A type for each rule that leaves a node.\n");
    for one in &parts.types {
        out.push_str("\nurigram_engine::nested_node! {\n");
        node(&mut out, parts, one);
        out.push_str("}\n");
        if let Some(expression) = &one.expression {
            operators(&mut out, parts, one, expression);
        }
    }
    out
}

/// Returns the name of a type with the numbers of its rule in the program.
fn with_numbers(one: &Type) -> String {
    let numbers: Vec<String> = one.numbers.iter().map(usize::to_string).collect();
    format!("{}({})", one.name, numbers.join(" | "))
}

/// Writes the expressions of a rule with operators.
fn operators(out: &mut String, parts: &Parts<'_>, one: &Type, expression: &Expression) {
    let [operation, operations, operand] = &expression.names;
    let _ = writeln!(
        out,
        "\nurigram_engine::nested_operators! {{\n    {} = {operation}, {operations}, {operand} {{",
        one.name
    );
    for &of in &expression.operands {
        let _ = writeln!(out, "        primary {};", parts.types[of].name);
    }
    // The macro reads prefixes, postfixes and infixes in this order.
    for (kind, of_kind) in [
        ("prefix", &[Affix::Prefix][..]),
        ("postfix", &[Affix::Postfix]),
        ("infix", &[Affix::Left, Affix::Right]),
    ] {
        let rules = expression.operators.iter().filter(|known| of_kind.contains(&known.1));
        for &(of, affix, level) in rules {
            let name = with_numbers(&parts.types[of]);
            let _ = write!(out, "        {kind} {name}, {level}");
            let _ = match kind {
                "infix" => writeln!(out, ", {affix:?};"),
                _ => writeln!(out, ";"),
            };
        }
    }
    out.push_str("    }\n}\n");
}

fn node(out: &mut String, parts: &Parts<'_>, one: &Type) {
    doc(out, "    ///", &format!("A match of the rule `{}`.", one.rule));
    if let Some(rule) = parts.peg.rule(&one.rule) {
        for paragraph in rule.doc().split("\n\n").filter(|text| !text.trim().is_empty()) {
            out.push_str("    ///\n");
            doc(out, "    ///", paragraph);
        }
        let source = rule.expr(Which::Raw).in_pest().text;
        let _ =
            writeln!(out, "    ///\n    /// ```text\n    /// {} = {source}\n    /// ```", one.rule);
    }
    let name = with_numbers(one);
    match &one.shape {
        Shape::Either(types) => {
            let _ = writeln!(out, "    enum {name} {{");
            for &of in types {
                let _ = writeln!(out, "        {}", parts.types[of].name);
            }
        }
        Shape::Parts(inside) => {
            let _ = writeln!(out, "    struct {name} {{");
            for part in inside {
                let of = &parts.types[part.of];
                let node = &of.rule;
                let says = match part.how {
                    "one" => format!("Returns the `{node}`."),
                    "optional" => format!("Returns the `{node}`; `None` where there isn't one."),
                    _ => format!("Returns each `{node}`, in order."),
                };
                doc(out, "        ///", &says);
                let _ = writeln!(out, "        {}: {} {};", part.method, part.how, of.name);
            }
            if let Some(value) = &one.read_as {
                doc(out, "        ///", &format!("Reads the text as a `{value}`."));
                out.push_str("        ///\n        /// # Errors\n");
                doc(out, "        ///", &format!("The error of `{value}` for a wrong text."));
                let _ = writeln!(out, "        read: value {value};");
            }
        }
    }
    out.push_str("    }\n");
}
