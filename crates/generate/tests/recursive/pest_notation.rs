//! The notation of pest in itself (specs/nested/pest-grammar), held against pest's own reader.

use std::fs;
use std::path::{Path, PathBuf};

use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser;
use urigram_automata::peg::{Grammar, Rule};
use urigram_engine::nested::{operate, Affix, Limits, Node, Operation, OperatorError};
use urigram_generate::NestedRule;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the place and the level of an operator, as the rows of document.toml have them.
fn operator(node: &Node<'_>) -> Option<(Affix, u32)> {
    Some(match node.rule() {
        "choice" => (Affix::Left, 1),
        "sequence" => (Affix::Left, 2),
        "tag" => (Affix::Prefix, 3),
        "and" | "not" => (Affix::Prefix, 4),
        "optional" | "any" | "some" | "exactly" | "at_least" | "at_most" | "between" => {
            (Affix::Postfix, 5)
        }
        _ => return None,
    })
}

/// Returns the node of a rule inside another.
fn inside<'t>(node: Node<'t>, rule: &str) -> Option<Node<'t>> {
    node.children().find(|inner| inner.rule() == rule)
}

fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text.chars());
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let code = |digits: &str| char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap();
        out.push(match rest.next().unwrap() {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'x' => code(&rest.by_ref().take(2).collect::<String>()),
            'u' => {
                let digits: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                code(&digits)
            }
            other => other,
        });
    }
    out
}

/// Returns the text between the quotation marks of a string.
fn string(node: Node<'_>) -> String {
    unescaped(inside(node, "text").expect("a text").text())
}

/// Writes an expression with all parentheses.
fn shown(expr: Node<'_>) -> String {
    let written = operate(expr.children(), operator, 1_000, |step| {
        Ok(match step {
            Operation::Primary(node) => operand(node),
            Operation::Prefix(node, right) => {
                let sign = node.text().trim_end_matches('=').trim_end();
                format!("{sign}({right})")
            }
            Operation::Postfix(left, node) => {
                let numbers = node.children().map(|number| number.text().parse().unwrap());
                let numbers: Vec<u32> = numbers.collect();
                format!("({left}) {} {numbers:?}", node.rule())
            }
            Operation::Infix(left, node, right) => format!("({left} {} {right})", node.text()),
        })
    });
    written.unwrap_or_else(|error: OperatorError<Node<'_>>| panic!("{error:?}"))
}

fn operand(node: Node<'_>) -> String {
    match node.rule() {
        "expr" => shown(node),
        "name" => node.text().to_owned(),
        "string" => format!("{:?}", string(node)),
        "insensitive" => format!("^{:?}", string(inside(node, "string").unwrap())),
        "range" => {
            let ends = node.children().map(|end| unescaped(inside(end, "one").unwrap().text()));
            format!("{:?}", ends.collect::<Vec<_>>())
        }
        "push" => format!("PUSH({})", shown(inside(node, "expr").unwrap())),
        "slice" => {
            let end = |rule: &str| inside(node, rule).map(|end| end.text().parse::<i32>().unwrap());
            format!("PEEK[{}..{:?}]", end("from").unwrap_or(0), end("to"))
        }
        rule => panic!("{rule}"),
    }
}

fn of_pest(expr: &Expr) -> String {
    let times = |inner: &Expr, how: &str, numbers: &[u32]| {
        format!("({}) {how} {numbers:?}", of_pest(inner))
    };
    match expr {
        Expr::Str(text) => format!("{text:?}"),
        Expr::Insens(text) => format!("^{text:?}"),
        Expr::Range(from, to) => format!("{:?}", [from, to]),
        Expr::Ident(name) => name.clone(),
        Expr::PeekSlice(from, to) => format!("PEEK[{from}..{to:?}]"),
        Expr::PosPred(inner) => format!("&({})", of_pest(inner)),
        Expr::NegPred(inner) => format!("!({})", of_pest(inner)),
        Expr::Seq(left, right) => format!("({} ~ {})", of_pest(left), of_pest(right)),
        Expr::Choice(left, right) => format!("({} | {})", of_pest(left), of_pest(right)),
        Expr::Opt(inner) => times(inner, "optional", &[]),
        Expr::Rep(inner) => times(inner, "any", &[]),
        Expr::RepOnce(inner) => times(inner, "some", &[]),
        Expr::RepExact(inner, count) => times(inner, "exactly", &[*count]),
        Expr::RepMin(inner, min) => times(inner, "at_least", &[*min]),
        Expr::RepMax(inner, max) => times(inner, "at_most", &[*max]),
        Expr::RepMinMax(inner, min, max) => times(inner, "between", &[*min, *max]),
        Expr::Push(inner) => format!("PUSH({})", of_pest(inner)),
        other => panic!("{other:?}"),
    }
}

/// Returns each rule with its modifier and its expression, as our grammar reads them.
fn ours(rule: &NestedRule, text: &str) -> Option<Vec<String>> {
    let tree = rule.parse(text, Limits::for_length(text.len())).ok()?;
    let file = tree.roots().next()?;
    let rules = file.children().filter(|node| node.rule() == "rule");
    let rules = rules.map(|node| {
        let name = inside(node, "name").unwrap().text();
        let modifier = inside(node, "modifier").map_or("", |node| node.text());
        format!("{name} {modifier} {}", shown(inside(node, "expr").unwrap()))
    });
    Some(rules.collect())
}

/// The rules as pest reads them.
enum Theirs {
    /// The text is not a grammar.
    Refused,
    /// The notation is right, and the rules are not: they repeat what can be empty, for example.
    Invalid,
    Rules(Vec<String>),
}

fn theirs(text: &str) -> Theirs {
    let Ok(pairs) = parser::parse(parser::Rule::grammar_rules, text) else {
        return Theirs::Refused;
    };
    let Ok(rules) = parser::consume_rules(pairs) else { return Theirs::Invalid };
    let rules = rules.into_iter().map(|rule| {
        let modifier = match rule.ty {
            RuleType::Normal => "",
            RuleType::Silent => "_",
            RuleType::Atomic => "@",
            RuleType::CompoundAtomic => "$",
            RuleType::NonAtomic => "!",
        };
        format!("{} {modifier} {}", rule.name, of_pest(&rule.expr))
    });
    Theirs::Rules(rules.collect())
}

/// Compares what the two readers make of a text, and returns the rules of ours.
fn compared(rule: &NestedRule, text: &str, named: &str) -> Option<Vec<String>> {
    let read = ours(rule, text);
    match theirs(text) {
        Theirs::Rules(rules) => assert_eq!(read.as_ref(), Some(&rules), "{named}"),
        Theirs::Invalid => assert!(read.is_some(), "{named}"),
        Theirs::Refused => assert!(read.is_none(), "{named}"),
    }
    read
}

fn opened() -> NestedRule {
    let folder = root().join("specs/nested/pest-grammar");
    let rule = NestedRule::open(&folder, None, false, &[]);
    rule.unwrap_or_else(|error| panic!("{error}")).expect("the start rule is recursive")
}

/// Returns the `.pest` files of this project.
fn files() -> Vec<PathBuf> {
    let (mut open, mut files) = (vec![root()], Vec::new());
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                open.push(path);
            } else if name.ends_with(".pest") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn the_notation_of_pest_reads_the_grammars_of_this_project_as_pest_does() {
    let (rule, files) = (opened(), files());
    let mut rules = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        let read = compared(&rule, &text, &file.display().to_string());
        // The reader of this project has the same rules, where it takes the file.
        if let Ok(grammar) = Grammar::parse(&text) {
            let names: Vec<&str> = grammar.rules().iter().map(Rule::name).collect();
            let own: Vec<&str> =
                read.iter().flatten().filter_map(|rule| rule.split(' ').next()).collect();
            assert_eq!(names, own, "{}", file.display());
        }
        rules += read.map_or(0, |rules| rules.len());
    }
    assert!(files.len() > 60 && rules > 3_000, "{} files, {rules} rules", files.len());
}

#[test]
fn changed_grammars_are_refused_where_pest_refuses_them() {
    let (rule, mut seen) = (opened(), [0, 0]);
    let text =
        "//! f\n/// r\na = @{ !b{1,2} ~ (^\"x\\u{41}\" | PUSH('a'..'\\'')+)? ~ PEEK[-1..] }\n\
                /* /* n */ */ b=_{c{,3}~d{4}|e{5,}} // end\n";
    let chars: Vec<char> = text.chars().collect();
    let others =
        ['a', '"', '\'', '\\', '{', '}', '(', ')', '/', '*', '\n', '\r', ' ', '~', '0', '!', ','];
    for at in 0..chars.len() {
        let changes = others.iter().map(|&c| vec![c]).chain([vec![], vec![chars[at]; 2]]);
        for change in changes {
            let text: String = chars[..at].iter().chain(&change).chain(&chars[at + 1..]).collect();
            let read = compared(&rule, &text, &text);
            seen[usize::from(read.is_some())] += 1;
        }
    }
    assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
}
